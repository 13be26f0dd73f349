"""What still waits for ratification is taken back. Subject: the decision; body: `{points?,
reason}` (concepts.md, "Identity": who proposed it, or the ratifier)."""

from __future__ import annotations

from ledger.core import enter, force, lookup, roster
from ledger.core.errors import block
from ledger.core.kinds import ratify
from ledger.core.kinds.hold import chosen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("reason",)
aim = ratify.aim
items = ratify.items


def who(act: Act) -> Blocks:
    """Who proposed it, or the ratifier."""
    chosen(act)
    doc = lookup.decision(act.state, act.subject)
    if roster.same_actor(act.state, act.actor, doc["proposed_by"]["actor"]):
        return []
    allowed = [doc["ratifier"]] if doc["ratifier"] else []
    seat, blocks = roster.voice(act, allowed)
    if seat or blocks:
        return blocks
    names = " or ".join([doc["proposed_by"]["actor"], *allowed])
    message = f"{doc['id']} is withdrawn by {names}, not {act.actor}"
    return [block("not-allowed", message, f"ledger show {doc['id']}")]


def same(act: Act) -> Doc | None:
    """They are withdrawn, for that reason."""
    points = chosen(act)
    if act.body.get("points") is None:
        points = [p for p in points if p["state"] in (force.WAITS, "withdrawn")]
    said = [act.state.text(p["withdrawn"]) for p in points if p["state"] == "withdrawn"]
    if not points or len(said) < len(points) or set(said) != {act.read("reason")}:
        return None
    entry = max(p["by"] for p in points)
    return {"entry": entry, "ids": [f"{act.subject}.{p['label']}" for p in points]}


def check(act: Act) -> Blocks:
    """They wait, and what goes together goes together."""
    doc = lookup.decision(act.state, act.subject)
    waiting = [p for p in chosen(act) if p["state"] == force.WAITS]
    others = [p for p in chosen(act) if p["state"] != force.WAITS]
    if act.body.get("points") is None and waiting:
        others = []
    blocks = [one for point in others for one in ratify.done(act, point, "withdraw")]
    if act.statement.get("targets") != aim(act.state, act.statement):
        hint = f"ledger show {doc['id']}"
        blocks.append(block("text-changed", f"{doc['id']} is not what it was", hint))
    return blocks + ratify.split(doc, waiting, f"ledger withdraw {doc['id']}.LABEL REASON")


def outcome(act: Act) -> Doc:
    """The labels that are withdrawn."""
    return {"points": [p["label"] for p in chosen(act) if p["state"] == force.WAITS]}


def apply(act: Act) -> None:
    """They are dead, for good."""
    for label in act.outcome["points"]:
        ident = f"{act.subject}.{label}"
        enter.end(act.state, ident, "withdrawn", act.seq)
        enter.edit(act.state, ident)["withdrawn"] = act.body["reason"]


def headline(act: Act) -> str:
    """What was done, in one line."""
    return "withdrew " + ", ".join(f"{act.subject}.{label}" for label in act.outcome["points"])


def ids(act: Act) -> list[str]:
    """The points."""
    return [f"{act.subject}.{label}" for label in act.outcome["points"]]
