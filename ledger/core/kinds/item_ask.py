"""A question is asked about a work item. Body: `{text}`; it gets a number: `EVO-26.Q1`."""

from __future__ import annotations

from ledger.core import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("text",)


def who(act: Act) -> Blocks:
    """Any actor."""
    lookup.item(act.state, act.subject)
    return []


def items(act: Act) -> list[str]:
    """The item."""
    return act.subjects


def outcome(act: Act) -> Doc:
    """The number given."""
    number = len(lookup.item(act.state, act.subject)["questions"]) + 1
    return {"number": f"{act.subject}.Q{number}"}


def apply(act: Act) -> None:
    """The item has one question more, open."""
    act.state.touch(act.subject)["questions"].append(
        {
            "id": act.outcome["number"],
            "text": act.body["text"],
            "by": act.doer,
            "entry": act.seq,
            "answer": None,
        }
    )


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"asked {act.outcome['number']}"


def ids(act: Act) -> list[str]:
    """The question."""
    return [act.outcome["number"]]
