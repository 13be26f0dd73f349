"""What an export is made of: each subject as it stood at its own last entry.

A subject is an item, a decision, a ballot or a brainstorm. All of them are met in one fold of all
that bears on them, each when it comes by the subject's last entry: what came later in the log, to a
seat say, is not on its page (exchange.md, "An export changes only when its subject does").
"""

from __future__ import annotations

from ledger.core import names
from ledger.core.canon import loads
from ledger.core.errors import LedgerError, NotFound
from ledger.core.fold import act_of, apply
from ledger.core.lookup import parts
from ledger.core.state import State
from ledger.recall import acts, home, judged, state_of
from ledger.store.store import ROSTER, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Doc = dict[str, Any]

NOUNS = (
    (names.is_key, "work item", "ledger item list"),
    (names.is_decision, "decision", "ledger item list"),
    (names.is_ballot, "ballot", "ledger item list"),
    (names.is_brainstorm, "brainstorm", "ledger brainstorm list"),
)


def ledger_of(reader: Reader) -> str:
    """The ledger's id; LedgerError `no-ledger` where it is not finished."""
    first = reader.entry(1)
    if first is None:
        raise LedgerError("no-ledger", "the ledger here is not finished", "ledger init --as ACTOR")
    return str(first["id"])


def every(reader: Reader) -> list[str]:
    """The keys of all work items, in the order they were opened."""
    return reader.items(project=None, state=None, owner=None, parent=None)


def decisions(reader: Reader, idents: list[str]) -> list[str]:
    """The decisions among some ids, and those of the items among them; of no ids, every one.
    NotFound where an item is not there."""
    found = dict.fromkeys([] if idents else reader.decisions())
    for ident in idents:
        doc = reader.doc(ident) if names.is_key(ident) else {"decisions": [ident]}
        if doc is None:
            raise _absent([ident], "")
        found.update(dict.fromkeys(doc["decisions"]))
    return [*found]


def gather(reader: Reader, idents: list[str], when: Doc, strict: list[str]) -> Iterator[Doc]:
    """`{id, state, acts, ledger, root, asked}` of each subject as it stood at its last entry up to
    that moment, in the order of those entries. `state` goes on with the next one: what is made of
    it is to be made at once. `asked` is the date of `--as-of`, else None.

    What is not known by then is left out; NotFound, naming them, where it is among `strict`.
    """
    as_of = when["clock"] == "as-of"
    claimed = judged(reader.entries(), when["at"], reader.text)[1] if as_of else None
    own = _own(reader, idents, when, claimed, strict)
    ends: dict[int, list[str]] = {}
    for ident, rows in own.items():
        ends.setdefault(rows[-1]["seq"], []).append(ident)
    made = {"ledger": ledger_of(reader), "asked": when["at"] if as_of else None}
    state = State(text=reader.text)
    for row in _fold(reader, list(own), claimed, max(ends, default=0)):
        apply(act_of(state, loads(row["bytes"])), row["leaf"])
        for ident in ends.get(row["seq"], ()):
            said = list(acts(state, own.pop(ident)))
            yield {**made, "id": ident, "state": state, "acts": said, "root": row["root"]}


def _fold(reader: Reader, idents: list[str], claimed: list[Doc] | None, last: int) -> list[Doc]:
    """The rows of all that bears on the subjects, up to an entry."""
    if claimed is not None:
        return [row for row in claimed if row["seq"] <= last]
    near = {one for ident in idents for one in home(reader, ident)}
    return reader.of([*sorted(near), ROSTER], 0, last)


def _own(
    reader: Reader, idents: list[str], when: Doc, claimed: list[Doc] | None, strict: list[str]
) -> dict[str, list[Doc]]:
    """ident -> the rows of a subject's own entries that its page shows."""
    state = state_of(reader)
    own = {ident: reader.of(parts(state, ident), 0, when["seq"]) for ident in idents}
    if claimed is not None:
        told = {row["seq"] for row in claimed}
        own = {ident: [row for row in rows if row["seq"] in told] for ident, rows in own.items()}
    unknown = [ident for ident in strict if not own[ident]]
    if unknown:
        then = "" if when["clock"] == "head" else f" as known at #{when['seq']}"
        raise _absent(unknown, f" as of {when['at']}" if claimed is not None else then)
    return {ident: rows for ident, rows in own.items() if rows}


def _absent(idents: list[str], then: str) -> NotFound:
    said, hints = [], []
    for test, noun, hint in NOUNS:
        found = [ident for ident in idents if test(ident)]
        if found:
            said.append(f"there is no {noun} {', '.join(found)}{then}")
            hints.append(hint)
    return NotFound("; ".join(said), hints[0])
