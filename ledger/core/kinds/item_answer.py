"""A question is answered; the last answer stands. Subject: `EVO-26.Q1`; body: `{text}`."""

from __future__ import annotations

from ledger.core import lookup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("text",)


def who(act: Act) -> Blocks:
    """Any actor."""
    lookup.question(act.state, act.subject)
    return []


def same(act: Act) -> Doc | None:
    """That answer stands."""
    now = lookup.question(act.state, act.subject)["answer"]
    if now is None or act.state.text(now["text"]) != act.read("text"):
        return None
    return {"entry": now["entry"], "ids": act.subjects}


def items(act: Act) -> list[str]:
    """The question's."""
    return [act.subject.split(".")[0]]


def apply(act: Act) -> None:
    """The question has this answer."""
    doc = act.state.touch(act.subject.split(".")[0])
    asked = next(one for one in doc["questions"] if one["id"] == act.subject)
    asked["answer"] = {"text": act.body["text"], "by": act.doer, "entry": act.seq}


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"answered {act.subject}"


def ids(act: Act) -> list[str]:
    """The question."""
    return act.subjects
