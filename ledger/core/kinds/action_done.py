"""Something that was to be done has been done. Subject: `D7.A1`; body: `{}`."""

from __future__ import annotations

from ledger.core import lookup, roster
from ledger.core.errors import block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """Its owner, the item's owner, a steward (concepts.md, "Any actor")."""
    doc = lookup.decision(act.state, act.subject.split(".")[0])
    action = lookup.action(act.state, act.subject)
    owners = [action["owner"], *(item["owner"] for item in act.state.many(doc["items"]))]
    allowed = [name for name in dict.fromkeys(owners) if name]
    held = roster.seats_of(act.state, act.actor, act.at)
    if any(roster.same_actor(act.state, act.actor, n) or n in held for n in allowed):
        return []
    if roster.steward(act.state, act.actor, act.at):
        return []
    who = ", ".join(allowed) + (" or " if allowed else "") + "a steward"
    message = f"{act.subject} is for {who}, not {act.actor}"
    return [block("not-allowed", message, "ledger action list")]


def same(act: Act) -> Doc | None:
    """It is done."""
    action = lookup.action(act.state, act.subject)
    return {"entry": action["entry"], "ids": act.subjects} if action["state"] == "done" else None


def items(act: Act) -> list[str]:
    """The decision's."""
    reach: list[str] = lookup.decision(act.state, act.subject.split(".")[0])["reach"]
    return reach


def apply(act: Act) -> None:
    """It is done, since this entry."""
    act.state.touch(act.subject.split(".")[0])
    lookup.action(act.state, act.subject).update(state="done", entry=act.seq)


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"did {act.subject}"


def ids(act: Act) -> list[str]:
    """The action."""
    return act.subjects
