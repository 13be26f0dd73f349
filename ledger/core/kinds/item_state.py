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


def apply(act: Act) -> None:
    """The item's state, and what its parent knows of it."""
    doc = act.state.touch(act.subject)
    doc["state"], doc["stated"] = STATES[act.statement["kind"]], act.seq
    for parent in act.state.known(doc["parent"]):
        parent["children"][doc["id"]] = doc["state"]


def headline(act: Act) -> str:
    """What was done, in one line."""
    verb = {"item-close": "closed", "item-reopen": "reopened"}[act.statement["kind"]]
    return f"{verb} {act.subject}"
