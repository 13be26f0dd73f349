"""A brainstorm ends without a decision. Body: `{how, reason}`, how `no-decision` or `withdraw`."""

from __future__ import annotations

from ledger.core import count, lookup, roster, tenure, verdict, window
from ledger.core.errors import block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("reason",)
STATES = {"no-decision": "closed", "withdraw": "withdrawn"}


def deciders_only(act: Act, doc: Doc, seats: list[str]) -> Blocks:
    """The block for an actor that is not the opener and speaks for none of the seats."""
    if roster.same_actor(act.state, act.actor, doc["opener"]):
        return []
    seat, blocks = roster.voice(act, dict.fromkeys(seats), any_one=True)
    if seat or blocks:
        return blocks
    named = [f"seat {name}" for name in seats]
    who = ", ".join(dict.fromkeys([f"its opener {doc['opener']}", *named]))
    hint = f"ledger brainstorm show {doc['id']}"
    return [block("not-allowed", f"actor {act.actor} may not; these may: {who}", hint)]


def may_decide(act: Act, doc: Doc) -> list[str]:
    """The seats that may propose, decide and close beside the opener (concepts.md)."""
    return [*count.roll(act.state, doc, tenure.reading(act.at)), *lookup.ratifiers(doc)]


def who(act: Act) -> Blocks:
    """Without decision: the electorate, the opener, the ratifier; withdraw: the last two."""
    doc = lookup.brainstorm(act.state, act.subject)
    seats = may_decide(act, doc)
    if act.body["how"] == "withdraw":
        seats = lookup.ratifiers(doc)
    return deciders_only(act, doc, seats)


def same(act: Act) -> Doc | None:
    """It ended so, for that reason."""
    doc = lookup.brainstorm(act.state, act.subject)
    ended = doc["ended"]
    if not ended or doc["state"] != STATES[act.body["how"]]:
        return None
    if act.state.text(ended["reason"]) != act.read("reason"):
        return None
    return {"entry": ended["entry"], "ids": [doc["id"]]}


def check(act: Act) -> Blocks:
    """It is open; without decision it is closed only once its window has passed."""
    doc = lookup.brainstorm(act.state, act.subject)
    blocks = window.over(act.state, doc, act.at)
    if blocks or act.body["how"] == "withdraw":
        return blocks
    time = window.of(act.state, doc, tenure.reading(act.at))
    return window.running(doc, time, verdict.of(act.state, doc, act.at))


def items(act: Act) -> list[str]:
    """The brainstorm's."""
    reach: list[str] = lookup.brainstorm(act.state, act.subject)["reach"]
    return reach


def apply(act: Act) -> None:
    """It has ended, for good."""
    doc = act.state.touch(act.subject)
    doc["state"] = STATES[act.body["how"]]
    act.state.touch("open")["ids"].remove(act.subject)
    doc["end"] = [act.at, act.seq]
    doc["ended"] = {"entry": act.seq, "by": act.actor, "reason": act.body["reason"]}


def headline(act: Act) -> str:
    """What was done, in one line."""
    how = {"no-decision": "closed without decision", "withdraw": "withdrew"}[act.body["how"]]
    return f"{how} {act.subject}" if how == "withdrew" else f"{how}: {act.subject}"


def ids(act: Act) -> list[str]:
    """The brainstorm."""
    return act.subjects
