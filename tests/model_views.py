"""The naive model: what `show` and `check` answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import model_needs
import model_policy
import model_verdict
from model import State, Storm
from model_heard import excused, spoken, standing, stays
from model_held import held
from model_points import FALLEN, felled_by, order, pending
from model_windows import as_it_ended, state_of, window

LISTS = ("replaces", "replaced_by", "pending", "base_fell")
REPLACED = {"amended", "corrected", "superseded"}


def base_fell(state: State, point: str) -> tuple[str, ...]:
    """The fallen points that a point in force refines."""
    if state.points[point].state != "in-force":
        return ()
    bases = [on for verb, by, on in state.happened if by == point and verb == "Refines"]
    return order(state, (one for one in bases if state.points[one].state in FALLEN))


def replaces(state: State, point: str) -> list[str]:
    """What a point displaced. Silent: what was restored since is left out."""
    return [one for one in state.points if point in felled_by(state, one)]


def shown(state: State, ident: str) -> dict[str, Any]:
    """A point, as `show` has it."""
    point = state.points[ident]
    return {
        "state": point.state,
        "decision": point.decision,
        "in force since": point.state == "in-force",
        "ratification": point.ratification,
        "replaces": sorted(replaces(state, ident)),
        "replaced_by": sorted(felled_by(state, ident)),
        "pending": sorted(pending(state, ident)),
        "base_fell": sorted(base_fell(state, ident)),
        "held": held_for(state, ident),
    }


def held_for(state: State, ident: str) -> tuple[str, str | None] | None:
    """The seat that a point waits for, and why."""
    hold = held(state, ident)
    return (hold.seat, hold.reason) if hold else None


def items_of(state: State, point: str) -> set[str]:
    """An entry belongs to every item it names and to every item that holds a point it targets."""
    it = state.points[point]
    home = state.ballots.get(it.decision)
    found = set(home.items if home else state.decisions[it.decision].storm.items)
    for effect in it.effects:
        for target in effect.targets:
            found |= items_of(state, target)
    return found


def group(state: str) -> str:
    """Where `show KEY` lists a point."""
    if state == "in-force":
        return "in_force"
    return "prospective" if state == "awaiting-ratification" else "replaced"


def groups(state: State, key: str) -> dict[str, dict[str, Any]]:
    """The points of an item, in force first."""
    made: dict[str, dict[str, Any]] = {"in_force": {}, "prospective": {}, "replaced": {}}
    for ident, point in state.points.items():
        if key in items_of(state, ident):
            made[group(point.state)][ident] = shown(state, ident)
    return made


def decision_state(state: State, ident: str) -> str:
    """Its points' common state, else mixed."""
    states = {state.points[one].state for one in state.decisions[ident].points}
    return states.pop() if len(states) == 1 else "mixed"


def check_point(state: State, ident: str) -> set[str]:
    """Yes when it is in force, not held, and its base stands. Silent: one that waits is said to
    be held, too."""
    point = state.points[ident]
    codes = {"held"} if held(state, ident) else set()
    if point.state == "awaiting-ratification":
        return {"awaiting-ratification", *codes}
    if point.state != "in-force":
        return {"not-in-force"}
    return {"base-fell", *codes} if base_fell(state, ident) else codes


def check_decision(state: State, ident: str) -> set[str]:
    """Yes when every point is in force, or was replaced by points for which check is yes."""
    return {code for one in state.decisions[ident].points for code in followed(state, one)}


def followed(state: State, ident: str) -> Iterator[str]:
    """What stands in the way of a point, or of what replaced it."""
    if state.points[ident].state in REPLACED:
        for one in felled_by(state, ident):
            yield from followed(state, one)
    else:
        yield from check_point(state, ident)


def check_item(state: State, key: str) -> set[str]:
    """Yes when at least one point is in force and none is awaiting or held."""
    listed = groups(state, key)
    codes = {"awaiting-ratification"} if listed["prospective"] else set()
    if any(point["held"] for name in listed for point in listed[name].values()):
        codes.add("held")
    return codes | (set() if listed["in_force"] else {"not-in-force"})


def verdict(state: State, storm: Storm) -> dict[str, object]:
    """What `brainstorm show` says of it; of a closed one as it was at its end."""
    if storm.said:
        return dict(storm.said)
    state, storm = as_it_ended(state, storm)
    return {
        "verdict": model_verdict.verdict(state, storm),
        "tally": model_policy.count(state, storm).tally(),
        "needs": model_needs.needs(state, storm),
    }


def by_the_clock(state: State, storm: Storm) -> dict[str, object]:
    """Of an open one: until when the window, or else the final period, runs; whether it passes on
    what is cast; and whether no silent seat can change it."""
    time = window(state, storm)
    got = model_policy.count(state, storm)
    if time.passed:
        got = got.settled(storm.policy.silence)
    runs = time.until is not None and not time.passed
    return {
        "until": time.until if runs else time.final_until,
        "passes": all(model_policy.holds(storm.policy, got)),
        "final": time.passed or model_verdict.is_certain(storm, got),
    }


def heard(state: State, storm: Storm) -> dict[str, object]:
    """The seats that spoke, whose objections stand, and who is excused. Silent: of a live roll
    only who is on it is shown; excused seats are, where they are registered."""
    state, storm = as_it_ended(state, storm)
    roll = model_policy.members(state, storm)
    if storm.policy.as_of == "live":
        now, out = len(storm.versions), excused(storm)
        said = {s for s, one in stays(state, storm).items() if one.on == now and s not in out}
        roll = [seat for seat in roll if state.holder(seat) or seat in said]
    spoke = [one for seat, one in spoken(storm).items() if seat in roll]
    return {
        "spoke": {one.seat: (one.stance, one.on, one.name) for one in spoke},
        "objections": [one.seat for one in standing(storm)],
        "excused": sorted(excused(storm)),
    }


def told(state: State, key: str) -> dict[str, object]:
    """What is asked, found and to be done of an item, as `show KEY` has it."""

    def mine(ids: Iterable[str]) -> list[str]:
        return [one for one in ids if one.split(".")[0] == key]

    actions = [
        (ident, one)
        for ident, one in state.actions.items()
        if key in state.decisions[one.decision].storm.items
    ]
    return {
        "questions": [(one, *state.questions[one]) for one in mine(state.questions)],
        "findings": [(one, *state.findings[one]) for one in mine(state.findings)],
        "ballots": [
            (one.id, one.decision, one.to, state_of(state, one))
            for one in state.ballots.values()
            if key in one.items
        ],
        "actions": [(ident, one.owner, one.text, one.state, one.item) for ident, one in actions],
    }


def roster(state: State) -> dict[str, tuple[str, int]]:
    """Who holds which seat now, by the name that was given, and since which minute."""
    held = {name: seat.by(state.now) for name, seat in state.seats.items()}
    return {name: (who, state.seats[name].since) for name, who in held.items() if who}
