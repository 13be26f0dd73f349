"""A statement of fact is recorded with its source; no reversal unmakes it (concepts.md, "finding").
Body: `{text, source}`; it gets a number: `EVO-26.F1`."""

from __future__ import annotations

from ledger.core import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("text", "source")


def who(act: Act) -> Blocks:
    """Any actor."""
    lookup.item(act.state, act.subject)
    return []


def items(act: Act) -> list[str]:
    """The item."""
    return act.subjects


def outcome(act: Act) -> Doc:
    """The number given."""
    number = len(lookup.item(act.state, act.subject)["findings"]) + 1
    return {"number": f"{act.subject}.F{number}"}


def apply(act: Act) -> None:
    """The item has one finding more."""
    act.state.touch(act.subject)["findings"].append(
        {
            "id": act.outcome["number"],
            "text": act.body["text"],
            "source": act.body["source"],
            "by": act.doer,
            "entry": act.seq,
        }
    )


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"recorded finding {act.outcome['number']}"


def ids(act: Act) -> list[str]:
    """The finding."""
    return [act.outcome["number"]]
