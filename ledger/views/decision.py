"""A decision as it is shown (cli.md, `show D7`)."""

from __future__ import annotations

from ledger.core import force, lookup, roster, verdict
from ledger.core.clock import page
from ledger.core.rows import state_of
from ledger.views import point as points
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def actions(state: State, doc: Doc) -> list[Doc]:
    """Its actions: `{id, owner, text, state, item, from}`."""
    return [
        {
            "id": f"{doc['id']}.A{number}",
            "owner": one["owner"],
            "text": state.text(one["text"]),
            "state": one["state"],
            "item": one["item"],
            "from": doc["id"],
        }
        for number, one in enumerate(doc["actions"], 1)
    ]


def blocks(state: State, doc: Doc, at: str) -> list[Doc]:
    """What stands in the way of ratifying it now: who must do what."""
    waiting = [p for p in doc["points"] if p["state"] == force.WAITS]
    if not waiting:
        return []
    seat = roster.seat(state, doc["ratifier"])
    found = []
    holder = roster.holder(seat, at)
    if holder is None:
        found.append(roster.unregistered(seat, at, "ratifier's seat"))
    found += verdict.unfilled(state, doc, at)
    found += verdict.dependent(state, doc, holder) if holder else []
    pairs = [(f"{doc['id']}.{p['label']}", p) for p in waiting]
    return found + force.target_blocks(state, pairs, force.felled(state, waiting), since=True)


def decision(state: State, ident: str, at: str) -> Doc:
    """The decision of that id, shown; NotFound otherwise."""
    doc = lookup.decision(state, ident)
    storm = state.get(doc["brainstorm"])
    return {
        "id": doc["id"],
        "title": state.text(doc["title"]) if doc["title"] else None,
        "state": state_of(doc),
        "items": doc["items"],
        "brainstorm": doc["brainstorm"],
        "policy": doc["policy"],
        "policy_set": doc["set"],
        "tally": doc["tally"],
        "casting": verdict.broken(state, storm, at) if storm else None,
        "holders": doc["holders"],
        "excused": excused(state, doc),
        "same_hand": same_hand(state, doc),
        "proposed_by": doc["proposed_by"],
        "decided_by": doc["decided_by"],
        "entry": doc["entry"],
        "on": doc["moved"],
        "lapses": doc["lapses"] if any(p["state"] == force.WAITS for p in doc["points"]) else None,
        "adopted": {"attestation": "reported" if doc["import"] else "unsigned"},
        "points": [points.point(state, doc, one) for one in doc["points"]],
        "rejected": [state.text(one) for one in doc["rejected"]],
        "sources": [state.text(one) for one in doc["sources"]],
        "actions": actions(state, doc),
        "blocks": blocks(state, doc, at),
    }


def excused(state: State, doc: Doc) -> list[Doc]:
    """The seats that were excused from it: `{seat, by, reason}`."""
    return [
        {"seat": name, "by": one["by"], "reason": state.text(one["reason"])}
        for name, one in doc["excused"].items()
    ]


def same_hand(state: State, doc: Doc) -> list[Doc]:
    """Seats that were counted apart and turned out to be one hand: `{seats, since}`, the entry that
    made one name an alias of the other (concepts.md, "Identity")."""
    hands: dict[str, list[str]] = {}
    for name, actor in doc.get("counted", {}).items():
        hands.setdefault(roster.whole(state, actor) or actor, []).append(name)
    found = []
    for names in hands.values():
        if len(names) > 1:
            docs = state.many(f"actor:{doc['counted'][name]}" for name in names)
            found.append({"seats": names, "since": max(one["entry"] or 0 for one in docs)})
    return found


def by_casting(cast: Doc | None) -> str:
    """`, with the casting vote of owner:warden (#9)`; nothing where there was none."""
    return f", with {casting(cast)} (#{cast['entry']})" if cast else ""


def action_line(one: Doc) -> str:
    """An action in one line."""
    owner = f" {one['owner']}:" if one["owner"] else ""
    item = f" as {one['item']}" if one["item"] else ""
    return f"{one['id']} ({one['state']}{item}):{owner} {safe.line(one['text'])}"


def tally(made: Doc) -> str:
    """A tally in words."""
    return ", ".join(f"{made[key]} {key}" for key in ("for", "against", "abstain", "silent"))


REPORT = "by report"


def votes(shown: Doc) -> str:
    """How many were for a decision; of one that is only reported nobody knows."""
    if shown["adopted"]["attestation"] == "reported":
        return REPORT
    return tally(shown["tally"]) + by_casting(shown["casting"])


def casting(cast: Doc) -> str:
    """Whose casting vote it was."""
    return f"the casting vote of {cast['seat']}:{cast['actor']}"


def render(shown: Doc) -> list[str]:
    """The decision as text: its state, how it came about, its points whole, what blocks it."""
    by = shown["decided_by"]["actor"]
    lines = [f"{shown['id']} {shown['state']}: {safe.line(shown['title'] or '(no title)')}"]
    lines.append(
        f"decided by {by} (#{shown['entry']}) in {shown['brainstorm']}, "
        f"{votes(shown)}; items {' '.join(shown['items'])}; on #{shown['on']}"
    )
    lines.append(f"policy: {shown['policy']}")
    lines += [] if shown["policy_set"] else ["its policy is not the set policy"]
    lines += [f"lapses {page(shown['lapses'])}"] if shown["lapses"] else []
    for one in shown["points"]:
        lines += points.render(one)
    lines += [f"rejected: {safe.line(one)}" for one in shown["rejected"]]
    lines += [f"action {action_line(one)}" for one in shown["actions"]]
    for one in shown["excused"]:
        lines.append(f"excused: {one['seat']} by {one['by']}: {safe.line(one['reason'])}")
    for one in shown["same_hand"]:
        lines.append(f"same hand since #{one['since']}: {', '.join(one['seats'])}")
    lines += [f"source: {safe.line(one)}" for one in shown["sources"]]
    for one in shown["blocks"]:
        lines.append(f"blocked[{one['code']}]: {one['message']}")
        lines.append(f"hint: {one['hint']}")
    return lines
