"""The naive model: points, their effects, and what is in force (`concepts.md`, "Effects")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import model_held
from model import Block, Decision, Effect, Point, Refused, State

DISPLACED = {
    "Amends": "amended",
    "Corrects": "corrected",
    "Supersedes": "superseded",
    "Reverses": "reversed",
    "Stands down": "stood-down",
}
FALLEN = set(DISPLACED.values())
# A decision as target means what was built on it, too: by these verbs.
BUILDS = {"Amends", "Corrects", "Refines", "Restores"}
Draft = dict[str, list[tuple[str, list[str]]]]  # what is typed: label -> [(verb, targets)]


def order(state: State, ids: Iterable[str]) -> tuple[str, ...]:
    """Points in the order in which they were made, each once."""
    wanted = set(ids)
    return tuple(one for one in state.points if one in wanted)


def forced(state: State, ids: Iterable[str]) -> None:
    """Points come in force together, and their effects happen at that moment, not before."""
    points = [state.points[one] for one in ids]
    early = {one.id for one in state.points.values() if one.ever}
    for point in points:
        point.state, point.ever = "in-force", True
    for point in points:
        for effect in point.effects:
            if early.intersection(effect.taken):
                continue  # the waiting point came in force first, and did it then
            for target in effect.targets:
                happen(state, effect.verb, point.id, state.points[target])


def happen(state: State, verb: str, by: str, target: Point) -> None:
    """One effect on one point."""
    if verb in DISPLACED:
        model_held.fall(state, verb, by, target.id)
        target.state = DISPLACED[verb]
    elif verb == "Restores":
        model_held.rise(state, by, target.id)
        target.state = "in-force"
    state.happened.append((verb, by, target.id))


def felled_by(state: State, point: str) -> list[str]:
    """Who displaced a point that has fallen: nobody, where it is restored."""
    found: list[str] = []
    for verb, by, target in state.happened:
        if target == point and verb == "Restores":
            found = []
        elif target == point and verb in DISPLACED and by not in found:
            found.append(by)
    return found if state.points[point].state in FALLEN else []


def waiting(state: State, point: str) -> bool:
    """Does it await ratification?"""
    return state.points[point].state == "awaiting-ratification"


def running(state: State, point: str) -> bool:
    """Does it stand in a ballot not yet ratified or aborted?"""
    from model_windows import state_of

    ballots = [one for one in state.ballots.values() if state_of(state, one) in ("open", "closed")]
    return any(point in one.points() for one in ballots)


def acts_on(state: State, point: Point, verbs: Iterable[str]) -> set[str]:
    """The targets that a point has, or would have now, by some verbs."""
    early = {one.id for one in state.points.values() if one.ever and one.id != point.id}
    live = [one for one in point.effects if one.verb in verbs and not early & set(one.taken)]
    return {target for one in live for target in one.targets}


def pending(state: State, point: str, verbs: Iterable[str] = DISPLACED) -> list[str]:
    """The adopted points that wait to displace a point."""
    points = state.points.values()
    return [
        one.id for one in points if waiting(state, one.id) and point in acts_on(state, one, verbs)
    ]


def amendments(state: State, point: str) -> list[str]:
    """The adopted amendments that are pending against a point."""
    return pending(state, point, ("Amends", "Corrects"))


def expand(state: State, target: str, verb: str, falling: set[str]) -> tuple[str, ...]:
    """What a target means: a point itself; a decision the points in force, and what in force was
    built on them, transitively; with `Restores` its own points that can be restored, while some
    fall by the same decision."""
    if "." in target:
        return (target,)
    own = state.decisions[target].points
    if verb == "Restores":
        return tuple(one for one in own if unrestorable(state, one, falling) is None)
    found = set(own)
    while True:
        built = {by for verb, by, on in state.happened if verb in BUILDS and on in found}
        if built <= found:
            break
        found |= built
    return order(state, (one for one in found if state.points[one].state == "in-force"))


def unrestorable(state: State, point: str, falling: set[str]) -> str | None:
    """Why a point cannot be restored while some points fall by the same decision."""
    it = state.points[point]
    if not it.ever or it.state not in FALLEN:
        return "has not fallen"
    if it.state == "corrected":
        return "was corrected"
    for verb, by, on in state.happened:
        other = None
        if on == point and verb in ("Amends", "Corrects", "Supersedes"):
            other = by
        elif by == point and verb in DISPLACED:
            other = on
        if other and state.points[other].state == "in-force" and other not in falling:
            return f"{other} is in force"
    return None


def as_typed(draft: Draft) -> dict[str, list[Effect]]:
    """The points of a proposal as typed, each target standing for itself."""
    return {
        label: [Effect(verb, tuple(targets), tuple(targets)) for verb, targets in lines]
        for label, lines in draft.items()
    }


def read(state: State, draft: Draft) -> dict[str, list[Effect]]:
    """The points of a proposal: targets expanded, effects of waiting points taken over. Raises
    exit 2 for an unknown target."""
    made: dict[str, list[Effect]] = {}
    for label, lines in draft.items():
        typed = {on for _, ons in lines for on in ons}
        if not typed <= {*state.points, *state.decisions}:
            raise Refused(2)
        made[label] = [meant(state, verb, ons, set()) for verb, ons in lines]
    named = {on for effects in made.values() for one in effects for on in one.targets}
    for effects in made.values():
        effects += list(taken_over(state, effects, named))
    falling = felled(state, made.items())
    for effects in made.values():
        for at, one in enumerate(effects):
            if one.verb == "Restores" and not one.taken:
                effects[at] = meant(state, one.verb, one.named, falling)
    return made


def meant(state: State, verb: str, named: Iterable[str], falling: set[str]) -> Effect:
    """One line of a point, its targets expanded."""
    found = [point for one in named for point in expand(state, one, verb, falling)]
    return Effect(verb, tuple(named), order(state, found))


def taken_over(state: State, effects: list[Effect], named: set[str]) -> Iterator[Effect]:
    """The effects of the waiting points that a point amends or corrects, except on targets that it
    names itself. Silent: or that another point of the proposal names."""
    for effect in list(effects):
        if effect.verb not in ("Amends", "Corrects"):
            continue
        for target in effect.targets:
            if waiting(state, target):
                yield from inherited(state, state.points[target], named)


def inherited(state: State, point: Point, named: set[str]) -> Iterator[Effect]:
    """What is taken over from one waiting point."""
    for effect in point.effects:
        if any(state.points[one].ever for one in effect.taken):
            continue
        rest = tuple(one for one in effect.targets if one not in named)
        if rest:
            yield Effect(effect.verb, effect.named, rest, (point.id, *effect.taken))


def contradictions(made: dict[str, list[Effect]]) -> None:
    """Exit 2: two lines of one point on one target, one target displaced by different verbs,
    felled and restored, or displaced and refined or upheld. Silent: what is taken over does not
    count here."""
    verbs: dict[str, set[str]] = {}
    for effects in made.values():
        own = [effect for effect in effects if not effect.taken]
        targets = [target for effect in own for target in effect.targets]
        if len(targets) != len(set(targets)):
            raise Refused(2)
        for effect in own:
            for target in effect.targets:
                verbs.setdefault(target, set()).add(effect.verb)
    for used in verbs.values():
        fells = used & set(DISPLACED)
        if len(fells) > 1 or (fells and used & {"Restores", "Refines", "Upholds"}):
            raise Refused(2)


def felled(state: State, points: Iterable[tuple[str, list[Effect]]]) -> set[str]:
    """What falls by some points, where they come in force."""
    found: set[str] = set()
    for _, effects in points:
        for effect in effects:
            early = any(state.points[one].ever for one in effect.taken)
            if effect.verb in DISPLACED and not early:
                found.update(effect.targets)
    return found


def target_blocks(
    state: State, points: dict[str, list[Effect]], falling: set[str], later: bool
) -> Iterator[Block]:
    """`target-not-in-force`, for each point with a target that is not as it must be. `later`: at
    `decide` and at ratification it may have come in force since."""
    for label, effects in points.items():
        for effect in effects:
            if any(state.points[one].ever for one in effect.taken):
                continue
            if not all(expand(state, on, effect.verb, falling) for on in effect.named if not later):
                yield "target-not-in-force", label
            for target in effect.targets:
                if not fits(state, effect.verb, target, falling, later):
                    yield "target-not-in-force", label


def fits(state: State, verb: str, target: str, falling: set[str], later: bool) -> bool:
    """Is a target as it must be for a verb?"""
    now = state.points[target].state
    if verb == "Restores":
        return (later and now == "in-force") or unrestorable(state, target, falling) is None
    return now == "in-force" or (verb in ("Amends", "Corrects") and waiting(state, target))


def partners(state: State, decision: Decision, point: str) -> set[str]:
    """The waiting points of a decision that displace a target together with a point, and so on."""
    found = {point}
    while True:
        targets = set[str]()
        for one in found:
            targets |= acts_on(state, state.points[one], DISPLACED)
        more = {
            one
            for one in decision.points
            if waiting(state, one) and acts_on(state, state.points[one], DISPLACED) & targets
        }
        if more <= found:
            return found
        found |= more
