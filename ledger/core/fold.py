"""Judging one act, and folding many: the state is what the entries made, one after the other."""

from __future__ import annotations

from ledger.core.act import Act
from ledger.core.canon import loads
from ledger.core.entry import require_version
from ledger.core.errors import LedgerError, Refused
from ledger.core.kinds import KINDS, kind
from ledger.core.lapse import settle
from ledger.core.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Doc = dict[str, Any]


UNFOLDABLE = (
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)  # what a fold of bytes that were tampered with may raise


def ask(act: Act, name: str, absent: Any) -> Any:
    """What the kind's function of that name says of the act; `absent` where it has none."""
    function: Callable[[Act], Any] | None = getattr(kind(act.statement["kind"]), name, None)
    return absent if function is None else function(act)


def judge(act: Act) -> Doc | None:
    """None where the act may be done; `{entry, ids}` of the act that stands where it would change
    nothing. Refused with every block; NotFound, Usage, Conflict. The order of the answers is that
    of concepts.md, "Identity, and who may act"."""
    settle(act.state, act.at)
    blocks = ask(act, "who", [])
    if blocks:
        raise Refused(blocks)
    same: Doc | None = ask(act, "same", None)
    if same is not None:
        return same
    blocks = ask(act, "check", [])
    if blocks:
        raise Refused(blocks)
    return None


def conclude(act: Act) -> Doc:
    """What the ledger adds to the act: the kind's outcome, and the items that the entry belongs
    to, each with the leaf of that item's entry before (log.md, "Statement and entry" 2)."""
    made: Doc = dict(ask(act, "outcome", {}))
    items = dict.fromkeys(ask(act, "items", []))
    if items:
        made["items"] = {key: _last(act.state, key) for key in items}
    return made


def _last(state: State, key: str) -> str | None:
    doc = state.get(key)
    leaf: str | None = doc["last"]["leaf"] if doc else None
    return leaf


def apply(act: Act, leaf: str) -> None:
    """The act happens: its kind changes the state, and its items know their last entry. A blocked
    ratification moves nothing (cli.md, "The main job, as typed")."""
    settle(act.state, act.at)
    ask(act, "apply", None)
    for doc in act.state.known(*act.outcome.get("items", ())):
        doc["last"] = {"seq": act.seq, "leaf": leaf}
        if act.statement["kind"] != "ratification-blocked":
            doc["moved"] = act.seq


def act_of(state: State, entry: Doc) -> Act:
    """The act that an entry records; LedgerError `newer` where a newer version made it."""
    require_version(entry)
    statement = entry["statement"]
    if statement["kind"] not in KINDS:
        raise LedgerError(
            "newer",
            f"entry #{entry['seq']} is of an unknown kind, made by a newer "
            f"version of ledger: {statement['kind']}",
        )
    return Act(state, statement, entry["recorded_at"], entry["seq"], entry["outcome"])


def fold(rows: Iterable[Doc], text: Callable[[str], str | None] | None = None) -> State:
    """The state that the entries make, in the order of the log; `rows` are `{bytes, leaf}`."""
    state = State(text=text)
    for row in rows:
        apply(act_of(state, loads(row["bytes"])), row["leaf"])
    return state
