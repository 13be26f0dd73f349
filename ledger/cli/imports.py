"""`ledger import SOURCE FILE`: what people already have, as acts that are only reported.

An importer (`ledger/ingest/`) makes lines like those of `ledger batch`, which also say who is
reported to have done it (`reported`), when (`said_at`), for whose ratification a decision waited
(`ratifier`), and what was only inferred. `--plan` prints them, to be read, corrected and handed to
`ledger batch`; without it all of them are done in one transaction, or none.
"""

from __future__ import annotations

from itertools import count

from ledger.cli.common import Answer, Call, head_of, put_json
from ledger.cli.place import find, new
from ledger.cli.sources import READERS, files_of, mark_of, one_of, reading, space_of
from ledger.core.canon import loads
from ledger.core.clock import moment
from ledger.core.entry import brainstorm_id, uuid5
from ledger.core.errors import Conflict, LedgerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.store.store import Reader

    Doc = dict[str, Any]

PAGE = b"<!-- ledger export "  # how our own pages begin


def import_(call: Call) -> Answer:
    """Reads the source and does, or prints, what it comes to."""
    source, path = call.get("SOURCE"), call.get("FILE")
    files = files_of(call, path)
    if source == "export" and not call.get("--plan") and not files[0][1].startswith(PAGE):
        return _restored(call, one_of(files, source)[1])
    mark = mark_of(files)
    lines = READERS[source](call, mark, files)
    plan = _plan(call, mark, lines)
    if call.get("--plan"):
        for one in plan:
            put_json(one)
        made = Answer({"lines": len(plan)}, [], None)
        made.silent = True
        return made
    return _done(call, source, mark, plan)


def _restored(call: Call, text: str) -> Answer:
    """Restores a ledger from its backup."""
    from ledger.cli.progress import progress
    from ledger.restore import restore

    path = _place(call)
    made = restore(path, text, lambda rows: progress(call, rows, len(rows), "lines"))
    head = made.pop("head")
    line = f"restored {made['entries']} entries of ledger {made['ledger']} at {path}"
    return Answer({**made, "path": path}, [line], head)


def _place(call: Call) -> str:
    """Where there is a ledger, so that it is refused there, else where one is to be made."""
    url = call.get("--db")
    try:
        return find(url, call.env)
    except LedgerError as error:
        if error.code != "no-ledger":
            raise
        return new(url, call.env)


def _plan(call: Call, mark: str, lines: list[Doc]) -> list[Doc]:
    """The lines as they are done: each with its id, which makes the same file add nothing twice,
    and the import it is of."""
    used: set[str] = set()
    with reading(call) as reader:
        found = []
        for number, one in enumerate(lines, 1):
            said = {"actor": "unnamed", "source": f"line {number}", **one.get("reported", {})}
            ident = _id(reader, used, mark, number, one)
            made = {**one, "id": ident, "reported": {**said, "import": mark}}
            found.append({key: made[key] for key in sorted(made)})
    return found


def _id(reader: Reader | None, used: set[str], mark: str, number: int, one: Doc) -> str:
    """The id of a line. That of a brainstorm is made of it and of its time (log.md), and a file
    that knows days only says one time of many: another is taken where it would be there already,
    in this plan (`used`) or from elsewhere in the ledger."""
    opens = one["argv"][:2] == ["brainstorm", "open"] and "said_at" in one
    for turn in count():
        ident = uuid5(space_of(mark), f"{number}/{turn}" if turn else str(number))
        if not opens:
            return ident
        storm = brainstorm_id(ident, moment(one["said_at"]))
        there = reader is not None and reader.doc(storm) is not None
        if storm not in used and (not there or (reader and reader.entry_by_id(ident))):
            used.add(storm)
            return ident
    raise AssertionError("count ends")


def _done(call: Call, source: str, mark: str, plan: list[Doc]) -> Answer:
    """Does the plan in one transaction; the inferred lines only where they are accepted."""
    from ledger.cli.batch import run_plan

    before, accepted = _before(call, plan)
    chosen = chosen_lines(plan, accepted)
    results = run_plan(call, chosen, keep=not call.get("--dry-run"))
    counts: dict[str, int] = {}
    for (_, line), one in zip(chosen, results, strict=True):
        word = " ".join(line["argv"][:2]) if line["argv"][0] in TWO else line["argv"][0]
        counts[word] = counts.get(word, 0) + bool(one["data"].get("changed"))
    added = sum(counts.values())
    left = sum("inferred" in one for one in plan) if not accepted else 0
    data: Doc = {
        "source": source,
        "import": mark,
        "lines": len(chosen),
        "added": added,
        "counts": {word: n for word, n in counts.items() if n},
        "left_out": left,
        "dry_run": bool(call.get("--dry-run")),
    }
    verb = "would add" if call.get("--dry-run") else "added"
    said = ", ".join(f"{n} {word}" for word, n in data["counts"].items())
    text = [f"{verb} {added} acts{f': {said}' if said else ''}"]
    if left and before:
        text.append(f"left out {left} that are only inferred, as when it was imported (#{before})")
    elif left:
        text.append(
            f"left out {left} that are only inferred: read them with --plan, or --accept-inferred"
        )
    with call.store.reading() as reader:
        head = head_of(reader.head())
    return Answer(data, text, head)


def _before(call: Call, plan: list[Doc]) -> tuple[int | None, bool]:
    """(the entry from which this file was imported before, is what is inferred done as well?).
    Conflict where another actor imported it, whose acts they are, and where what is inferred was
    left out then and is wanted now, for the decisions stand."""
    actor = call.actor  # without one every line fails; said once, it is the caller's
    wanted = bool(call.get("--accept-inferred"))
    with reading(call) as reader:
        rows = [reader and reader.entry_by_id(one["id"]) for one in plan]
    there = [row for row in rows if row]
    if not there:
        return None, wanted
    first = min(there, key=lambda row: int(row["seq"]))
    seq, who = first["seq"], loads(first["bytes"])["statement"]["actor"]
    log = f"ledger log --since {seq - 1}"
    if who != actor:
        said = f"this file was imported before, by {who} from #{seq} on: nothing of it is new"
        raise Conflict(said, log, observed=seq)
    guessed = [bool(row) for row, one in zip(rows, plan, strict=True) if "inferred" in one]
    if wanted and not all(guessed):
        raise Conflict(
            f"this file was imported before (#{seq}), without what is only inferred: that cannot "
            "be added to decisions that stand; decide it here, where it is so",
            hint="ledger brainstorm open --help",
            observed=seq,
        )
    return seq, any(guessed)


TWO = ("item", "brainstorm", "seat", "body", "action", "ballot")


def chosen_lines(plan: list[Doc], accepted: bool) -> list[tuple[int, Doc]]:
    """(number, line) of those that are done: an inferred one stands in for the line that it
    `replaces`, where inferences are accepted; else it is left out."""
    replaced = {one["replaces"] for one in plan if accepted and "replaces" in one}
    found = []
    for number, one in enumerate(plan, 1):
        if number in replaced or ("inferred" in one and not accepted):
            continue
        found.append((one.get("replaces", number), one))
    return sorted(found, key=lambda pair: pair[0])
