"""A work item's title, owner or parent is changed. Body: `{title?, owner?, parent?}`."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.errors import Usage, block
from ledger.core.roster import same_actor, steward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("title",)


def keepers_only(act: Act) -> Blocks:
    """Who made it, its owner, a steward (concepts.md, "Any actor")."""
    doc = lookup.item(act.state, act.subject)
    allowed = [name for name in dict.fromkeys([doc["maker"], doc["owner"]]) if name]
    if any(same_actor(act.state, act.actor, name) for name in allowed):
        return []
    if steward(act.state, act.actor, act.at):
        return []
    who = ", ".join(allowed)
    message = f"{doc['id']} is kept by {who} or a steward, not {act.actor}"
    return [block("not-allowed", message, f"ledger show {doc['id']}")]


def who(act: Act) -> Blocks:
    """Who made it, its owner, a steward; the new parent must be there and not below it."""
    doc = lookup.item(act.state, act.subject)
    above = act.body.get("parent")
    while above:
        if above == doc["id"]:
            raise Usage(f"{act.body['parent']} is {doc['id']} or below it: it cannot be its parent")
        above = lookup.item(act.state, above)["parent"]
    return keepers_only(act)


def same(act: Act) -> Doc | None:
    """All that is asked for is so already."""
    doc = lookup.item(act.state, act.subject)
    is_so = (
        act.body.get("owner", doc["owner"]) == doc["owner"]
        and act.body.get("parent", doc["parent"]) == doc["parent"]
        and ("title" not in act.body or act.read("title") == act.state.text(doc["title"]))
    )
    return {"entry": doc["moved"], "ids": [doc["id"]]} if is_so else None


def items(act: Act) -> list[str]:
    """Itself and, when it moves, its parents, old and new."""
    doc = lookup.item(act.state, act.subject)
    moved = [doc["parent"], act.body["parent"]] if "parent" in act.body else []
    return [doc["id"], *(key for key in moved if key)]


def outcome(act: Act) -> Doc:
    """Where it was and what it is, for the parents, whose fold need not hold it."""
    doc = lookup.item(act.state, act.subject)
    return {"was": doc["parent"], "state": doc["state"]} if "parent" in act.body else {}


def apply(act: Act) -> None:
    """The document changes; both parents know of the move."""
    if "parent" in act.body:
        for old in act.state.known(act.outcome["was"]):
            old["children"].pop(act.subject, None)
        for new in act.state.known(act.body["parent"]):
            new["children"][act.subject] = act.outcome["state"]
    for doc in act.state.known(act.subject):
        doc.update(act.body)


def headline(act: Act) -> str:
    """What was done, in one line."""
    words = {"title": "a new title", "owner": "a new owner", "parent": "a new parent"}
    return f"gave {act.subject} " + " and ".join(words[key] for key in sorted(act.body))
