"""Something is said about a work item. Body: `{text}`; a closed item still takes it."""

from __future__ import annotations

from ledger.core import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks

TEXTS = ("text",)


def who(act: Act) -> Blocks:
    """Any actor."""
    lookup.item(act.state, act.subject)
    return []


def items(act: Act) -> list[str]:
    """The item."""
    return act.subjects


def apply(act: Act) -> None:
    """Nothing but the entry itself: comments are read from the log."""


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"commented on {act.subject}"
