"""The objections of a seat are cleared: they block no more, the stance still counts (policy.md,
`veto`). Subject: the brainstorm; body: `{seat, reason}`."""

from __future__ import annotations

from ledger.core import count, lookup, roster, tenure, window
from ledger.core.errors import NotFound, block
from ledger.core.verdict import standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("reason",)


def _allowed(act: Act) -> list[str]:
    doc = lookup.brainstorm(act.state, act.subject)
    veto = doc["rule"].get("veto") or {"cleared_by": "author"}
    everybody = veto["cleared_by"] == "any"
    return count.roll(act.state, doc, tenure.reading(act.at)) if everybody else [act.body["seat"]]


def who(act: Act) -> Blocks:
    """Whom the policy names: the seat that objected, or any seat of the electorate."""
    doc = lookup.brainstorm(act.state, act.subject)
    name = act.body["seat"]
    if not any(one["seat"] == name for one in doc["objections"]):
        hint = f"ledger brainstorm show {act.subject}"
        raise NotFound(f"there is no objection of {name} in {act.subject}", hint)
    seat, blocks = roster.voice(act, _allowed(act))
    if seat or blocks:
        return blocks
    message = f"{act.actor} may not clear it: {', '.join(_allowed(act))} may"
    return [block("not-allowed", message, f"ledger brainstorm show {act.subject}")]


def same(act: Act) -> Doc | None:
    """None of that seat's stands any more."""
    doc = lookup.brainstorm(act.state, act.subject)
    if any(one["seat"] == act.body["seat"] for one in standing(doc)):
        return None
    ends = [one["ended"]["entry"] for one in doc["objections"] if one["seat"] == act.body["seat"]]
    return {"entry": max(ends), "ids": [act.subject]}


def check(act: Act) -> Blocks:
    """The brainstorm is open; its window may have passed, since nothing is cast by it."""
    return window.over(act.state, lookup.brainstorm(act.state, act.subject), act.at)


def items(act: Act) -> list[str]:
    """The brainstorm's."""
    reach: list[str] = lookup.brainstorm(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The seat that clears."""
    return {"seat": roster.voice(act, _allowed(act))[0], "holder": act.actor}


def apply(act: Act) -> None:
    """They have ended."""
    for one in standing(act.state.touch(act.subject)):
        if one["seat"] == act.body["seat"]:
            one["ended"] = {
                "how": "cleared",
                "entry": act.seq,
                "at": act.at,
                "by": act.actor,
                "reason": act.body["reason"],
            }


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"cleared the objection of {act.body['seat']} in {act.subject}"


def ids(act: Act) -> list[str]:
    """The brainstorm."""
    return act.subjects
