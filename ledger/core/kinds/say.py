"""Something is said in a brainstorm. Body: `{text}`."""

from __future__ import annotations

from ledger.core import lookup, window

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks

TEXTS = ("text",)


def who(act: Act) -> Blocks:
    """Any actor."""
    lookup.brainstorm(act.state, act.subject)
    return []


def check(act: Act) -> Blocks:
    """The brainstorm is open."""
    return window.over(act.state, lookup.brainstorm(act.state, act.subject), act.at)


def items(act: Act) -> list[str]:
    """The brainstorm's."""
    reach: list[str] = lookup.brainstorm(act.state, act.subject)["reach"]
    return reach


def apply(act: Act) -> None:
    """Nothing but the entry itself: what was said is read from the log."""


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"said in {act.subject}"
