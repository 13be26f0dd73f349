"""A work item is closed or opened again (kinds `item-close`, `item-reopen`). Body: `{}`."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.kinds.item_edit import keepers_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()
STATES = {"item-close": "closed", "item-reopen": "open"}


def who(act: Act) -> Blocks:
    """Who made it, its owner, a steward."""
    return keepers_only(act)


def same(act: Act) -> Doc | None:
    """It is in that state already."""
    doc = lookup.item(act.state, act.subject)
    if doc["state"] != STATES[act.statement["kind"]]:
        return None
    return {"entry": doc["stated"], "ids": [doc["id"]]}


def items(act: Act) -> list[str]:
    """Itself and its parent."""
    doc = lookup.item(act.state, act.subject)
    return [doc["id"], *([doc["parent"]] if doc["parent"] else [])]


def outcome(act: Act) -> Doc:
    """Its parent, whose fold need not hold it."""
    return {"parent": lookup.item(act.state, act.subject)["parent"]}


def apply(act: Act) -> None:
    """The item's state, and what its parent knows of it."""
    state = STATES[act.statement["kind"]]
    for doc in act.state.known(act.subject):
        doc["state"], doc["stated"] = state, act.seq
    for parent in act.state.known(act.outcome["parent"]):
        parent["children"][act.subject] = state


def headline(act: Act) -> str:
    """What was done, in one line."""
    verb = {"item-close": "closed", "item-reopen": "reopened"}[act.statement["kind"]]
    return f"{verb} {act.subject}"
