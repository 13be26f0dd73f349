"""What a write answers besides its entry and ids, seen in the transaction that made it."""

from __future__ import annotations

from ledger.core import force, lookup, verdict
from ledger.core.kinds import ratify as kind
from ledger.core.kinds import ratify_ballot as by_ballot
from ledger.core.names import order
from ledger.views.point import title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.act import Act

    Doc = dict[str, Any]


def brainstorm_open(act: Act) -> Doc:
    """`{id}`."""
    return {"id": act.outcome["number"]}


def propose(act: Act) -> Doc:
    """`{version, points: [{label, title, effects}]}`, with the expansions."""
    points = zip(act.body["points"], act.outcome["points"], strict=True)
    return {
        "version": act.outcome["version"],
        "points": [
            {
                "label": typed["label"],
                "title": title(act.state.text(typed["text"])),
                "effects": meant["effects"],
            }
            for typed, meant in points
        ],
    }


def decide(act: Act) -> Doc:
    """`{decision, points, verdict}`."""
    storm = lookup.brainstorm(act.state, act.subject)
    doc = lookup.decision(act.state, act.outcome["number"])
    return {
        "decision": doc["id"],
        "points": force.ids(doc),
        "verdict": verdict.of(act.state, storm, act.at),
    }


def ratify(act: Act, ident: str) -> Doc:
    """`{decision, points, attestation, left_out, refused, waits}` of a decision; where it changed
    nothing, what stands may be a ratification by ballot."""
    if act.statement["kind"] == "ratify-ballot":
        made = ratify_ballot(act)
        for key in ("points", "refused", "waits"):
            made[key] = [one for one in made[key] if one.split(".")[0] == ident]
        return {**made, "decision": ident}
    doc = lookup.decision(act.state, ident)
    refused = "refuse" in act.body
    ids = [f"{doc['id']}.{label}" for label in act.outcome["points"]]
    out = [p for p in doc["points"] if p["label"] in act.outcome["left_out"]]
    waits = [p["label"] for p in doc["points"] if p["state"] == force.WAITS]
    return {
        "decision": doc["id"],
        "points": [] if refused else ids,
        "attestation": "unsigned",
        "left_out": kind.reasons(act, doc, out),
        "refused": ids if refused else [],
        "waits": [f"{doc['id']}.{label}" for label in sorted(waits, key=order)],
    }


def foreseen(act: Act) -> Doc:
    """`{decision, points, in_force, fall, refused, waits}` of a ratification that has not been
    done."""
    doc = lookup.decision(act.state, act.subject)
    chosen = [p for p in doc["points"] if p["label"] in act.outcome.get("points", ())]
    ids = [f"{doc['id']}.{point['label']}" for point in chosen]
    back = [t for p in chosen for verb, t in force.live(act.state, p) if verb == "restores"]
    refuses, fall = "refuse" in act.body, act.outcome.get("fall", [])
    waiting = [p["label"] for p in doc["points"] if p["state"] == force.WAITS]
    waits = [f"{doc['id']}.{label}" for label in sorted(waiting, key=order)]
    return {
        "decision": doc["id"],
        "points": ids,
        "in_force": [] if refuses else [*ids, *back],
        "fall": [] if refuses else fall,
        "refused": ids if refuses else [],
        "waits": [one for one in waits if one not in ids and one not in fall],
    }


def report(act: Act) -> Doc:
    """`{decision, attestation}` of a ruling that somebody else recorded."""
    return {"decision": act.subject, "attestation": "reported"}


def ballot_open(act: Act) -> Doc:
    """`{id, questions}`, with what the answers that amend would do."""
    return {"id": act.outcome["number"], "questions": act.outcome["questions"]}


def ratify_ballot(act: Act) -> Doc:
    """`{decision, points, attestation, left_out, refused, waits}` of a ratification by ballot."""
    answers = act.outcome["answers"]
    made = [f"{act.subjects[1]}.{one['question']}" for one in act.body["points"]]
    ruled = {
        effect: [ident for one in answers if one["effect"] == effect for ident in one["points"]]
        for effect in ("ratifies", "refuses")
    }
    return {
        "decision": act.subject,
        "points": [*ruled["ratifies"], *made],
        "attestation": "unsigned",
        "left_out": [],
        "refused": ruled["refuses"],
        "waits": by_ballot.waits(act),
    }


def foreseen_ballot(act: Act) -> Doc:
    """`{decision, points, in_force, fall, refused, waits}` of a ratification by ballot that has not
    been done."""
    answers = act.outcome.get("answers", [])
    made = [f"{act.subjects[1]}.{one['question']}" for one in act.body["points"]]
    ids = [ident for one in answers if one["effect"] == "ratifies" for ident in one["points"]]
    points = [force.find(act.state, ident) or {"effects": ()} for ident in ids]
    back = [t for p in points for verb, t in force.live(act.state, p) if verb == "restores"]
    coming = [*ids, *made] if answers else []
    fall = act.outcome.get("fall", [])
    refused = [one for one in answers if one["effect"] == "refuses"]
    dead = [ident for one in refused for ident in one["points"]]
    return {
        "decision": act.subject,
        "points": coming,
        "in_force": [*coming, *back],
        "fall": fall,
        "refused": dead,
        "waits": [one for one in by_ballot.waits(act) if one not in (*coming, *dead, *fall)],
    }
