"""A seat that cannot be filled again is excused for one brainstorm, decision or ballot: n falls by
one, and nothing requires it any more (concepts.md, "Identity"). Body: `{seat, reason}`."""

from __future__ import annotations

from ledger.core import count, lookup, roster, tenure, window
from ledger.core.errors import NotFound, block
from ledger.core.names import is_brainstorm
from ledger.core.verdict import standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("reason",)


def _doc(act: Act) -> Doc:
    if is_brainstorm(act.subject):
        return lookup.brainstorm(act.state, act.subject)
    return lookup.ruling(act.state, act.subject)


def _ratifier(act: Act) -> str | None:
    doc = _doc(act)
    if "rule" in doc and not doc.get("ratifier"):
        rule = doc["rule"].get("ratify")
        return rule["by"] if rule else None
    ratifier: str | None = doc["ratifier"]
    return ratifier


def who(act: Act) -> Blocks:
    """The ratifier; where there is none, a steward."""
    doc, name = _doc(act), act.body["seat"]
    required = {seat for one in doc["require"] for seat in _seats(one)}
    live = count.roll(act.state, doc, tenure.reading(act.at)) if "rule" in doc else []
    if name not in {*doc["electorate"], *live, *required}:
        raise NotFound(f"{name} is no seat of {act.subject}", f"ledger show {act.subject}")
    ratifier = _ratifier(act)
    if ratifier is None:
        return roster.stewards_only(act)
    seat, blocks = roster.voice(act, [ratifier])
    if seat or blocks:
        return blocks
    message = f"{ratifier} excuses a seat of {act.subject}, and {act.actor} does not hold it"
    return [block("not-allowed", message, f"ledger show {ratifier}")]


def _seats(one: Doc | list[str]) -> list[str]:
    return one if isinstance(one, list) else one["seats"]


def same(act: Act) -> Doc | None:
    """It is excused."""
    found = _doc(act)["excused"].get(act.body["seat"])
    return {"entry": found["entry"], "ids": [act.subject]} if found else None


def check(act: Act) -> Blocks:
    """It has not ended: a brainstorm or ballot is open, a ballot or a decision waits to be
    ratified."""
    doc = _doc(act)
    if "cast" in doc and doc["state"] == "closed":
        return []
    if "rule" in doc:
        return window.over(act.state, doc, act.at)
    if any(p["state"] == "awaiting-ratification" for p in doc["points"]):
        return []
    return [block("closed", f"nothing of {act.subject} waits", f"ledger show {act.subject}")]


def items(act: Act) -> list[str]:
    """Its own."""
    reach: list[str] = _doc(act)["reach"]
    return reach


def apply(act: Act) -> None:
    """It is excused, there and in the decision that comes of it; its objections have ended."""
    doc, name = act.state.touch(act.subject), act.body["seat"]
    made = {"entry": act.seq, "at": act.at, "by": act.actor, "reason": act.body["reason"]}
    doc["excused"][name] = made
    for one in standing(doc) if is_brainstorm(act.subject) else ():
        if one["seat"] == name:
            one["ended"] = {"how": "excused", **made}


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"excused {act.body['seat']} from {act.subject}"


def ids(act: Act) -> list[str]:
    """What it is excused from."""
    return act.subjects
