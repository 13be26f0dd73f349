"""What waits for its ratifier lapses by the clock (policy.md, `ratify … within`): no act does it,
so every act and every reading first makes what is due by its time.

The document `due` holds `[[time, decision]]` of what may lapse, the earliest first.
"""

from __future__ import annotations

from ledger.core import enter
from ledger.core.clock import add
from ledger.core.force import WAITS, find, ids

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def begin(state: State, decision: Doc, rule: Doc, at: str) -> None:
    """An adopted decision begins to wait: for as long as its policy says, where it says so."""
    within = rule["ratify"]["within"]
    if within is None:
        return
    decision["lapses"] = add(at, within["seconds"])
    due = state.touch("due")
    due["lapses"] = sorted([*due["lapses"], [decision["lapses"], decision["id"]]])


def settle(state: State, at: str) -> None:
    """Makes what is due by a time: the points that still wait are lapsed, for good, by the entry
    that adopted them. At that instant they have lapsed, as a lease has ended."""
    due = state.get("due")
    if due is None or not due["lapses"] or due["lapses"][0][0] > at:
        return
    for _, ident in [one for one in due["lapses"] if one[0] <= at]:
        decision = state.get(ident)
        for point in ids(decision) if decision else ():
            if (find(state, point) or {})["state"] == WAITS:
                enter.lapse(state, point)
    due = state.touch("due")
    due["lapses"] = [one for one in due["lapses"] if one[0] > at]
