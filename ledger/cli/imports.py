"""`ledger import SOURCE FILE`: what people already have, as acts that are only reported.

An importer (`ledger/ingest/`) makes lines like those of `ledger batch`, which also say who is
reported to have done it (`reported`), when (`said_at`), for whose ratification a decision waited
(`ratifier`), and what was only inferred. `--plan` prints them, to be read, corrected and handed to
`ledger batch`; without it all of them are done in one transaction, or none.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from itertools import count

from ledger.cli.common import Answer, Call, head_of, put_json
from ledger.cli.place import find, new
from ledger.core.canon import loads, sha256_hex
from ledger.core.clock import moment
from ledger.core.entry import brainstorm_id, uuid5
from ledger.core.errors import Conflict, LedgerError, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ledger.store.store import Reader

    Doc = dict[str, Any]
    Files = list[tuple[str, bytes]]

PAGE = b"<!-- ledger export "  # how our own pages begin
SUFFIXES = (".md", ".markdown", ".adoc", ".txt", ".rst")


def import_(call: Call) -> Answer:
    """Reads the source and does, or prints, what it comes to."""
    source, path = call.get("SOURCE"), call.get("FILE")
    files = _files(call, path)
    if source == "export" and not call.get("--plan") and not files[0][1].startswith(PAGE):
        return _restored(call, _one(files, source)[1])
    mark = _mark(files)
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


def _files(call: Call, path: str) -> Files:
    """(path in the folder, bytes) of each file, in the order of their paths; a file is alone."""
    if path == "-":
        return [("standard input", call.read("-").encode())]
    if not os.path.isdir(path):
        return [(os.path.basename(path), _bytes(path))]
    found = []
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(one for one in inner if not one.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(SUFFIXES):
                whole = os.path.join(folder, name)
                found.append((os.path.relpath(whole, path), _bytes(whole)))
    if not found:
        raise Usage(f"{path} holds no file to import ({', '.join(SUFFIXES)})")
    return sorted(found)


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Usage(f"{path}: {error.strerror}") from error


def _mark(files: Files) -> str:
    """The SHA-256 of the imported file; of a folder, of the paths and digests of its files."""
    if len(files) == 1:
        return sha256_hex(files[0][1])
    listed = "".join(f"{sha256_hex(raw)}  {name}\n" for name, raw in files)
    return sha256_hex(listed.encode())


def _uuid(mark: str) -> str:
    """The name space of an import's ids: the first half of its digest, as a UUID is written."""
    return f"{mark[:8]}-{mark[8:12]}-{mark[12:16]}-{mark[16:20]}-{mark[20:32]}"


def _plan(call: Call, mark: str, lines: list[Doc]) -> list[Doc]:
    """The lines as they are done: each with its id, which makes the same file add nothing twice,
    and the import it is of."""
    used: set[str] = set()
    with _reading(call) as reader:
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
        ident = uuid5(_uuid(mark), f"{number}/{turn}" if turn else str(number))
        if not opens:
            return ident
        storm = brainstorm_id(ident, moment(one["said_at"]))
        there = reader is not None and reader.doc(storm) is not None
        if storm not in used and (not there or (reader and reader.entry_by_id(ident))):
            used.add(storm)
            return ident
    raise AssertionError("count ends")


@contextmanager
def _reading(call: Call) -> Iterator[Reader | None]:
    """The ledger as it is, or None: --plan needs none."""
    try:
        store = call.store
    except LedgerError:
        yield None
        return
    with store.reading() as reader:
        yield reader


def _done(call: Call, source: str, mark: str, plan: list[Doc]) -> Answer:
    """Does the plan in one transaction; the inferred lines only where they are accepted."""
    from ledger.cli.batch import run_plan

    accepted = bool(call.get("--accept-inferred"))
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
    if left:
        text.append(
            f"left out {left} that are only inferred: read them with --plan, or --accept-inferred"
        )
    with call.store.reading() as reader:
        head = head_of(reader.head())
    return Answer(data, text, head)


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


def _text(name: str, raw: bytes) -> str:
    from ledger.cli.common import decode

    return decode(raw, name)


def _one(files: Files, source: str) -> tuple[str, str]:
    if len(files) != 1:
        raise Usage(f"{source} takes one file, not a folder")
    return files[0][0], _text(*files[0])


def _activity(call: Call, mark: str, files: Files) -> list[Doc]:
    from ledger.ingest.activity import read_activity

    if bool(call.get("--key")) == bool(call.get("--project")):
        raise Usage("the page names no work item: say --key KEY or --project P")
    text = _one(files, "activity")[1]
    captured = call.get("--captured")
    return read_activity(
        text, key=call.get("--key"), project=call.get("--project"), captured=captured
    )


def _project(call: Call, source: str) -> str:
    project: str | None = call.get("--project")
    if project is None:
        raise Usage(f"import {source} needs --project P")
    return project


def _first(call: Call, project: str, mark: str) -> int:
    """The number of the first item that an import makes: the one it made before, else the next of
    its project."""
    with _reading(call) as reader:
        if reader is None:
            return 1
        row = reader.entry_by_id(uuid5(_uuid(mark), "1"))
        if row is not None:
            made: str = loads(row["bytes"])["outcome"]["number"]
            return int(made.partition("-")[2])
        numbers = reader.doc("numbers") or {"projects": {}}
        return int(numbers["projects"].get(project, 0)) + 1


def _adr(call: Call, mark: str, files: Files) -> list[Doc]:
    from ledger.ingest.adr import read_adr

    texts = [(name, _text(name, raw)) for name, raw in files]
    project = _project(call, "adr")
    return read_adr(texts, project=project, first=_first(call, project, mark))


def _beads(call: Call, mark: str, files: Files) -> list[Doc]:
    from ledger.ingest.beads import read_beads

    project = _project(call, "beads")
    name, text = _one(files, "beads")
    return read_beads(text, project=project, file=name, first=_first(call, project, mark))


def _page(call: Call, mark: str, files: Files) -> list[Doc]:
    """Our own page of a work item. Conflict where it is to be imported where it comes from: its
    entries are there."""
    from ledger.export.readback import head, read
    from ledger.ingest.page import read_page

    text = _one(files, "export")[1]
    made = read(text)
    with _reading(call) as reader:
        first = reader.entry(1) if reader and not call.get("--plan") else None
        if first and first["id"] == made["ledger"]:
            hint = f"ledger show {made['subject']}"
            raise Conflict("this ledger wrote the page: its entries are here already", hint=hint)
    return read_page({**made, **head(text)}, key=call.get("--key"))


READERS: dict[str, Callable[[Call, str, Files], list[Doc]]] = {
    "activity": _activity,
    "adr": _adr,
    "beads": _beads,
    "export": _page,
}
