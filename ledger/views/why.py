"""How a point came about (cli.md, `why`): what it says and said before, by which tally and policy,
who ratified it, what it replaced and what replaced it."""

from __future__ import annotations

from ledger.core import force, lookup, names, verdict
from ledger.views import decision as decisions
from ledger.views import point as points
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def why(state: State, ident: str, at: str) -> Doc:
    """The point of that id with its history and what came after; NotFound otherwise."""
    home = names.split_point(ident)[0]
    doc, point = lookup.ruling(state, home), lookup.point(state, ident)
    shown = points.point(state, doc, point)
    of_ballot = names.is_ballot(home)
    return {
        "point": shown,
        "decision": None if of_ballot else _decision(state, home, at),
        "ballot": _ballot(state, doc, point["label"], at) if of_ballot else None,
        "history": _history(state, ident),
        "later": [_later(state, one["point"], one["verb"]) for one in point["replaced_by"]],
        "refined_by": _built(state, ident, point, "refines"),
        "restored_by": _built(state, ident, point, "restores"),
        "same_hand": decisions.same_hand(state, doc),
    }


def _decision(state: State, home: str, at: str) -> Doc:
    shown = decisions.decision(state, home, at)
    keys = ("id", "brainstorm", "items", "policy", "policy_set", "tally", "casting")
    more = ("proposed_by", "decided_by", "entry", "excused", "adopted")
    return {key: shown[key] for key in (*keys, *more)}


def _ballot(state: State, doc: Doc, label: str, at: str) -> Doc:
    keys = ("id", "decision", "to", "policy", "state", "made")
    made = {key: doc[key] for key in keys}
    return {**made, "casting": verdict.broken(state, doc, at, label)}


def _built(state: State, ident: str, point: Doc, verb: str) -> list[str]:
    found = []
    for other in point["built"]:
        doc = force.find(state, other) or {"effects": ()}
        if any(e["verb"] == verb and ident in e["targets"] for e in doc["effects"]):
            found.append(other)
    return found


def _history(state: State, ident: str) -> list[Doc]:
    """What it displaced, transitively, the oldest first, and itself; each with the lines that
    changed against what it displaced."""
    chain: list[Doc] = []
    seen: set[str] = set()

    def visit(one: str, verb: str | None, after: str | None) -> None:
        if one in seen:
            return
        seen.add(one)
        point = force.find(state, one)
        if point is None:
            return
        text = state.text(point["text"])
        for effect in point["effects"]:
            for target in effect["targets"] if effect["verb"] in force.FELLS else ():
                visit(target, effect["verb"], text)
        row = {"id": one, "verb": verb, "state": point["state"], "text": text}
        chain.append({**row, "difference": difference(text, after) if after is not None else []})

    visit(ident, None, None)
    return chain


def difference(before: str | None, after: str | None) -> list[str]:
    """The lines of a text that became another: `-` gone, `+` new."""
    from difflib import unified_diff

    old, new = (before or "").split("\n"), (after or "").split("\n")
    lines = list(unified_diff(old, new, lineterm="", n=0))[2:]
    return [line for line in lines if not line.startswith("@@")]


def _later(state: State, ident: str, verb: str) -> Doc:
    point = force.find(state, ident) or {"state": "", "text": ""}
    title = points.title(state.text(point["text"]))
    return {"id": ident, "verb": verb, "state": point["state"], "title": title}


def render(shown: Doc) -> list[str]:
    """The same as text."""
    lines = points.render(shown["point"])
    made, ballot = shown["decision"], shown["ballot"]
    if made:
        by, votes = made["decided_by"]["actor"], decisions.votes(made)
        lines.append(
            f"adopted {'' if votes == decisions.REPORT else 'by '}{votes}, decided by {by} "
            f"(#{made['entry']}) in {made['brainstorm']}; {' '.join(made['items'])}"
        )
        lines.append(f"policy: {made['policy']}")
        lines += [] if made["policy_set"] else ["its policy is not the set policy"]
    if ballot:
        lines.append(
            f"made by ballot {ballot['id']} on {ballot['decision']}, put to {ballot['to']}"
            + decisions.by_casting(ballot["casting"])
        )
        lines.append(f"policy: {ballot['policy']}")
    for one in shown["history"][:-1]:
        lines.append(f"before: {one['id']} ({one['state']}), {one['verb']} by what follows")
        lines += [f"  {safe.line(part)}" for part in one["difference"]]
    for one in shown["later"]:
        lines.append(
            f"after: {one['id']} {one['verb']} it ({one['state']}): {safe.line(one['title'])}"
        )
    for key, word in (("refined_by", "refined"), ("restored_by", "restored")):
        lines += [f"{word} by {', '.join(shown[key])}"] if shown[key] else []
    for one in (made or {"excused": ()})["excused"]:
        lines.append(f"excused: {one['seat']} by {one['by']}: {safe.line(one['reason'])}")
    for one in shown["same_hand"]:
        lines.append(f"same hand since #{one['since']}: {', '.join(one['seats'])}")
    return lines
