"""A ruling that somebody else recorded: it is kept in the timeline, and ratifies nothing
(concepts.md, "Identity", last rule). Subject: the decision; body: `{points?, refuse?}`; the
statement's `reported` says whose act it is said to be, and by which source."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.errors import block
from ledger.core.kinds import ratify
from ledger.core.kinds.hold import chosen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks

TEXTS = ("refuse",)
aim = ratify.aim
items = ratify.items


def who(act: Act) -> Blocks:
    """Any actor; the points must be there."""
    chosen(act)
    return []


def check(act: Act) -> Blocks:
    """The decision asks for a ratification at all."""
    doc = lookup.decision(act.state, act.subject)
    if doc["ratifier"]:
        return []
    message = f"{doc['id']} asks for no ratification: it is in force by its policy"
    return [block("not-the-ratifier", message, f"ledger show {doc['id']}")]


def apply(act: Act) -> None:
    """Nothing: a reported ruling binds nobody."""


def headline(act: Act) -> str:
    """What was done, in one line."""
    verb = "refused" if "refuse" in act.body else "ratified"
    labels = act.body.get("points")
    what = ", ".join(f"{act.subject}.{label}" for label in labels) if labels else act.subject
    return f"reported that {act.statement['reported']['actor']} {verb} {what}"
