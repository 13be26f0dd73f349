"""The one way out: every read is a `recall`, at the head or as known then."""

from __future__ import annotations

from ledger.core.canon import loads
from ledger.core.clock import moment as read_moment
from ledger.core.clock import to_iso
from ledger.core.errors import NotFound, Usage
from ledger.core.lapse import settle
from ledger.core.names import is_brainstorm, is_key, is_ruling
from ledger.core.state import State
from ledger.store.store import ROSTER, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ledger.core.act import Act
    from ledger.service import Outside

    Doc = dict[str, Any]


def state_of(reader: Reader, texts: dict[str, tuple[str, str]] | None = None) -> State:
    """The state at the head, loaded by need; `texts` are those of a statement in the making."""
    fresh = texts or {}

    def text(ident: str) -> str | None:
        return fresh[ident][1] if ident in fresh else reader.text(ident)

    return State(reader.doc, text)


def require_fixed(first: Doc, outside: Outside) -> None:
    """Usage where LEDGER_NOW or LEDGER_SEED is set and the ledger's first entry (its row) was not
    made under it: nobody reopens an ended lease by setting a clock (architecture.md)."""
    if not (outside.fixed or outside.seeded):
        return
    made = loads(first["bytes"])["outcome"]
    if (outside.fixed and made.get("clock") != "fixed") or (outside.seeded and "seed" not in made):
        raise Usage(
            "LEDGER_NOW and LEDGER_SEED are honoured only in a ledger whose first entry was made "
            "under them"
        )


def home(reader: Reader, ident: str, wide: bool = False) -> list[str]:
    """The items whose entries tell all that bears on an id (concepts.md, "In force" 10): its own,
    and those that a decision or brainstorm of them reaches, transitively; `wide`: also those that
    an act on them names, without which it could not be judged again."""
    base = ident.split(".")[0]
    if is_key(base):
        queue = [base]
    else:
        doc = reader.doc(base) if is_brainstorm(base) or is_ruling(base) else None
        queue = list(doc["reach"]) if doc else []
    found: dict[str, None] = {}
    while queue:
        key = queue.pop()
        if key in found:
            continue
        found[key] = None
        doc = reader.doc(key)
        if doc:
            queue += _beside(doc) if wide else []
            for name in [*doc["brainstorms"], *doc["decisions"], *doc["ballots"], *doc["visitors"]]:
                queue += (reader.doc(name) or {"reach": []})["reach"]
    return list(found)


def _beside(item: Doc) -> list[str]:
    """The parent, the sub-items and the linked items."""
    linked = [link.get("to") or link.get("from") for link in item["links"]]
    return [key for key in [item["parent"], *item["children"], *linked] if key]


def past(reader: Reader, ident: str, upto: int) -> State:
    """The state as known at an entry: the fold of the prefix, of all that bears on the id."""
    from ledger.core.fold import fold

    return fold(reader.of([*home(reader, ident), ROSTER], 0, upto), reader.text)


def said_by(row: Doc, when: Doc) -> bool:
    """Does an entry (its row) claim no later date than an answer `as of` a date asks for?"""
    said: str = loads(row["bytes"])["statement"]["said_at"]
    return when["clock"] != "as-of" or said <= str(when["at"])


def decided(reader: Reader, ident: str, at: str) -> State:
    """The state as of a date: the fold, in the order of the log, of the entries that claim no later
    date, less any that the fold so far would refuse (concepts.md, "In force" 4)."""
    rows = reader.of([*home(reader, ident, wide=True), ROSTER])
    return judged(rows, at, reader.text)[0]


def judged(
    rows: Iterable[Doc], at: str, text: Callable[[str], str | None]
) -> tuple[State, list[Doc]]:
    """(the state, the rows that made it) of those entries that claim no later date and that the
    fold so far does not refuse."""
    from ledger.core.errors import LedgerError
    from ledger.core.fold import act_of, apply, judge

    state, kept = State(text=text), []
    for row in rows:
        act = act_of(state, loads(row["bytes"]))
        try:
            if act.statement["said_at"] > at or (act.seq > 1 and judge(act) is not None):
                continue
        except LedgerError:
            continue
        apply(act, row["leaf"])
        kept.append(row)
    return state, kept


def moment(reader: Reader, known_at: str | None, outside: Outside) -> Doc:
    """`{clock, at, seq}` of an answer: at the head and now, or as known at an entry's number or
    at a date (concepts.md, "In force" 4). NotFound for a number that the log has not reached."""
    head = reader.head()
    last = head["seq"] if head else 0
    first = reader.entry(1)
    if first is not None:
        require_fixed(first, outside)
    if known_at is None:
        return {"clock": "head", "at": to_iso(outside.now()), "seq": last}
    if known_at.startswith("as-of "):
        return {"clock": "as-of", "at": read_moment(known_at.removeprefix("as-of ")), "seq": last}
    digits = known_at.removeprefix("#")
    if digits.isascii() and digits.isdigit():
        row = reader.entry(int(digits))
        if row is None:
            raise NotFound(f"there is no entry #{digits}: the last is #{last}", "ledger log")
        return {"clock": "known-at", "at": row["at"], "seq": row["seq"]}
    at = read_moment(known_at)
    return {"clock": "known-at", "at": at, "seq": reader.seq_at(at)}


def recall(reader: Reader, ident: str, known_at: str | None, outside: Outside) -> tuple[State, Doc]:
    """(state, `{clock, at, seq}`) for an answer about an id, at the head or as known then."""
    when = moment(reader, known_at, outside)
    if when["clock"] == "head":
        state = state_of(reader)
    elif when["clock"] == "as-of":
        state = decided(reader, ident, when["at"])
    else:
        state = past(reader, ident, when["seq"])
    settle(state, when["at"])
    return state, when


def acts(state: State, rows: list[Doc]) -> Iterator[Act]:
    """The acts that some entries record, for headlines."""
    from ledger.core.fold import act_of

    for row in rows:
        act = act_of(state, loads(row["bytes"]))
        act.leaf = row["leaf"]
        yield act
