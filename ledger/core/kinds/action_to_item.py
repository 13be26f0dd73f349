"""Something to be done becomes a sub-item of the decision's item. Subject: `D7.A1`; body: `{}`."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.errors import block
from ledger.core.kinds import action_done
from ledger.core.kinds.item_new import open_item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()
who = action_done.who


def same(act: Act) -> Doc | None:
    """It is an item already."""
    action = lookup.action(act.state, act.subject)
    if action["item"] is None:
        return None
    return {"entry": lookup.item(act.state, action["item"])["opened"], "ids": [action["item"]]}


def check(act: Act) -> Blocks:
    """It is still to be done."""
    action = lookup.action(act.state, act.subject)
    if action["state"] == "open":
        return []
    message = f"{act.subject} is done (#{action['entry']})"
    return [block("closed", message, "ledger action list")]


def _parent(act: Act) -> str:
    key: str = lookup.decision(act.state, act.subject.split(".")[0])["items"][0]
    return key


def items(act: Act) -> list[str]:
    """The new item, its parent, and the decision's."""
    reach = lookup.decision(act.state, act.subject.split(".")[0])["reach"]
    return [_number(act), _parent(act), *reach]


def _number(act: Act) -> str:
    project = _parent(act).partition("-")[0]
    numbers = act.state.get("numbers") or {"projects": {}}
    return f"{project}-{numbers['projects'].get(project, 0) + 1}"


def outcome(act: Act) -> Doc:
    """The new item's key, and what it is opened with: the action's text and owner."""
    action = lookup.action(act.state, act.subject)
    return {
        "number": _number(act),
        "title": action["text"],
        "owner": action["owner"],
        "parent": _parent(act),
    }


def apply(act: Act) -> None:
    """The item is there, with the action's text as its title; the action names it."""
    made = act.outcome
    open_item(act, made["number"], made["title"], made["parent"], made["owner"])
    for _ in act.state.known(act.subject.split(".")[0]):
        lookup.action(act.state, act.subject)["item"] = made["number"]


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"made {act.subject} the item {act.outcome['number']}"


def ids(act: Act) -> list[str]:
    """The item."""
    return [act.outcome["number"]]
