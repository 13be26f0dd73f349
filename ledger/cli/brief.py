"""`ledger brief`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core import names
from ledger.core.errors import NotFound, Usage
from ledger.recall import acts, recall, said_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State
    from ledger.store.store import Reader

    Doc = dict[str, Any]

MOST = 2000  # bytes, where nothing is said


def brief(call: Call) -> Answer:
    """Says what an agent needs that has forgotten everything, or what changed since an entry."""
    from ledger.views import brief as view
    from ledger.views.fit import fit

    ident, since = _about(call.get("ID")), call.get("--since")
    most = MOST if call.get("--max-bytes") is None else call.get("--max-bytes")
    with call.store.reading() as reader:
        state, when = recall(reader, ident, call.when, call.outside)
        head = head_of(reader.head())
        found = view.pieces(state, ident, when["at"])
        if since is not None:
            found = view.since(found, since, _entries(reader, state, ident, since, when))
        first = view.head(state, ident, when, head, since, found)
        made = fit(first, found, most, _more(call, ident))
    data = {"id": ident, **made, "max_bytes": most, "since": since, "as_of": when}
    return Answer(data, made["lines"], head)


def _about(ident: str) -> str:
    """The id of what can be told in brief."""
    if names.is_ballot(ident):
        raise Usage(
            f"{ident} is a ballot: brief an item or a decision", f"ledger ballot show {ident}"
        )
    told = (names.is_key, names.is_decision, names.is_brainstorm, names.is_point)
    if not any(test(ident) for test in told):
        raise NotFound(f"{ident!r} is no item, decision, brainstorm or point", "ledger item list")
    return ident


def _more(call: Call, ident: str) -> str:
    """The command that shows the whole: of an item the text has only the first lines."""
    word = "brainstorm " if names.is_brainstorm(ident) else ""
    return f"ledger {word}show {ident}{' --json' if names.is_key(ident) else ''}{call.clock}"


def _entries(
    reader: Reader, state: State, ident: str, since: int, when: Doc
) -> list[tuple[int, str]]:
    """(number, line) of the entries about it after one; NotFound for one that is not there yet."""
    from ledger.views import log
    from ledger.views.brief import subjects

    if since > when["seq"]:
        raise NotFound(f"there is no entry #{since}: the last is #{when['seq']}", "ledger log")
    found = reader.of(subjects(state, ident), since, when["seq"])
    rows = [row for row in found if said_by(row, when)]
    return [(act.seq, log.render(log.row(act))[0]) for act in acts(state, rows)]
