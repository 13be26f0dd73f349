"""What is in force, and what an act does to it: the law of effects (concepts.md, "Effects" and
"In force").

A point's document, in its decision's: `{label, text, state, by, since, effects, ratification,
replaces, replaced_by, pending, built, holds, fell_with, items}`. `by` made its state, `since` is
`{entry, at}` where it came in force, `effects` `[{verb, targets, from?}]` with targets expanded
to points; `from` are the waiting points whose effects it took over, which happen only while none
of them came in force first. `built` are the points that amended, corrected, refined or restored it.
"""

from __future__ import annotations

from ledger.core.errors import block
from ledger.core.names import is_point, point_order, split_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]

FELLS = {
    "amends": "amended",
    "corrects": "corrected",
    "supersedes": "superseded",
    "reverses": "reversed",
    "stands-down": "stood-down",
}
REPLACES = ("amends", "corrects", "supersedes")
REPLACED = ("amended", "corrected", "superseded")
FALLEN = tuple(FELLS.values())
BUILDS = ("amends", "corrects", "refines", "restores")
VERBS = (*FELLS, "refines", "restores", "upholds")
WAITS, FORCE, CONTESTED = "awaiting-ratification", "in-force", "contested"


def find(state: State, ident: str) -> Doc | None:
    """The document of a point, by its id, or None."""
    decision, label = split_point(ident)
    doc = state.get(decision)
    return in_decision(doc, label) if doc else None


def in_decision(decision: Doc, label: str) -> Doc | None:
    """The point of that label in a decision's document, or None."""
    return next((p for p in decision["points"] if p["label"] == label), None)


def ids(decision: Doc) -> list[str]:
    """The ids of a decision's points."""
    return [f"{decision['id']}.{point['label']}" for point in decision["points"]]


def items(state: State, own: list[str], effects: list[Doc]) -> list[str]:
    """The items where a point with those effects stands: `own`, its decision's, and those where
    what it acts on stands (concepts.md, "In force" 10)."""
    targets = [find(state, target) for effect in effects for target in effect["targets"]]
    return list(dict.fromkeys([*own, *(key for one in targets if one for key in one["items"])]))


def claimed(point: Doc) -> list[tuple[str, str]]:
    """(verb, target) of the effects that an imported point only claims (concepts.md, "In force"
    11)."""
    return [(e["verb"], t) for e in point["effects"] if e.get("claimed") for t in e["targets"]]


def expand(state: State, target: str, verb: str, falling: Iterable[str] = ()) -> list[str]:
    """The points that a target means (concepts.md, "Effects", first rule): itself, or for a
    decision its points in force and whatever in force was built on them, transitively; with
    `restores` its own points that have fallen and are restorable when `falling` falls."""
    if is_point(target):
        return [target]
    decision = state.get(target)
    if decision is None:
        return []
    own = ids(decision)
    if verb == "restores":
        return [p for p in own if not unfit(state, verb, p, falling, False)]
    reached: dict[str, None] = {}
    queue = list(own)
    while queue:
        ident = queue.pop()
        if ident not in reached:
            reached[ident] = None
            queue.extend((find(state, ident) or {"built": ()})["built"])
    found = [p for p in reached if (find(state, p) or {})["state"] == FORCE]
    return sorted(found, key=point_order)


def inherit(state: State, own: list[Doc], named: set[str]) -> list[Doc]:
    """The effects taken over from the waiting points that `own` amends or corrects, except on
    the targets that the proposal names itself."""
    taken: list[Doc] = []
    for effect in own:
        if effect["verb"] not in ("amends", "corrects"):
            continue
        for ident in effect["targets"]:
            waiting = find(state, ident)
            if waiting is None or waiting["state"] != WAITS:
                continue
            for theirs in waiting["effects"]:
                left = [t for t in theirs["targets"] if t not in named]
                if left:
                    origin = [*theirs.get("from", []), ident]
                    taken.append({"verb": theirs["verb"], "targets": left, "from": origin})
    return taken


def live(state: State, point: Doc) -> Iterator[tuple[str, str]]:
    """(verb, target) of the effects that would happen now: those taken over from a point that
    came in force first have happened already."""
    for effect in point["effects"]:
        if effect.get("claimed"):
            continue
        if not any((find(state, ident) or {})["since"] for ident in effect.get("from", ())):
            for target in effect["targets"]:
                yield effect["verb"], target


def felled(state: State, points: Iterable[Doc]) -> list[str]:
    """The targets that these points displace, each once."""
    seen: dict[str, None] = {}
    for point in points:
        for verb, target in live(state, point):
            if verb in FELLS:
                seen[target] = None
    return list(seen)


def fate(ident: str, point: Doc) -> str:
    """How a point that is not in force came to that, in words that name what did it."""
    state = point["state"]
    if state in FALLEN:
        names = ", ".join(one["point"] for one in point["replaced_by"])
        return f"{ident} was {state.replace('-', ' ')} by {names} (#{point['by']})"
    if state == WAITS:
        return f"{ident} awaits ratification"
    return f"{ident} is {state} (#{point['by']})"


def unfit(state: State, verb: str, target: str, falling: Iterable[str], since: bool) -> str:
    """Why a target will not bear the verb; empty where it does. `falling` falls by the same
    decision; `since`: having come in force in the meantime is well too (at decide and after)."""
    point = find(state, target)
    if point is None:
        return f"{target} does not exist"
    if verb == "restores":
        if since and point["state"] == FORCE:
            return ""
        return _unrestorable(state, target, point, set(falling))
    if point["state"] == FORCE or (verb in ("amends", "corrects") and point["state"] == WAITS):
        return ""
    if point["state"] == CONTESTED and verb != "restores":
        return ""
    return fate(target, point)


def _unrestorable(state: State, target: str, point: Doc, falling: set[str]) -> str:
    if point["state"] not in FALLEN:
        return f"{target} has not fallen: it is {point['state']}"
    if point["state"] == "corrected":
        return f"{target} was corrected, and a corrected point cannot be restored"
    if not point["since"]:
        return f"{target} never was in force"
    above = [one["point"] for one in point["replaced_by"] if one["verb"] in REPLACES]
    for ident in [*above, *point["replaces"]]:
        other = find(state, ident)
        if other and other["state"] == FORCE and ident not in falling:
            how = "replaced it" if ident in above else "it displaced itself"
            return f"{target} cannot be restored while {ident}, which {how}, is in force"
    return ""


def target_blocks(
    state: State, points: Iterable[tuple[str, Doc]], falling: Iterable[str], since: bool
) -> list[Doc]:
    """A `target-not-in-force` block for each target that is not in the state its verb asks."""
    blocks = []
    for ident, point in points:
        for verb, target in live(state, point):
            why = unfit(state, verb, target, falling, since)
            if why:
                message = f"{ident} {verb} {target}: {why}"
                hint = f"ledger show {target}"
                blocks.append(
                    block("target-not-in-force", message, hint, point=ident, target=target)
                )
    return blocks


def partners(decision: Doc) -> dict[str, set[str]]:
    """label -> the labels that displace a target together with it, itself included
    (concepts.md, "Effects": `split`), transitively."""
    by_target: dict[str, set[str]] = {}
    for point in decision["points"]:
        for effect in point["effects"]:
            if effect["verb"] in FELLS:
                for target in effect["targets"]:
                    by_target.setdefault(target, set()).add(point["label"])
    groups = {point["label"]: {point["label"]} for point in decision["points"]}
    for labels in by_target.values():
        joined: set[str] = set().union(*(groups[label] for label in labels))
        for label in joined:
            groups[label] = joined
    return groups


def base_fell(state: State, point: Doc) -> list[str]:
    """The fallen points that it refines."""
    refined = [t for e in point["effects"] if e["verb"] == "refines" for t in e["targets"]]
    return [t for t in refined if (find(state, t) or {}).get("state") in FALLEN]
