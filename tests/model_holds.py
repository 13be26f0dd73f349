"""The naive model: taking back what still waits; holding and releasing (`concepts.md`)."""

from __future__ import annotations

from collections.abc import Callable

import model_held
from model import Act, Block, Decision, Refused, State, Unchanged
from model_held import held
from model_points import order, waiting
from model_ratify import dead, meant, split
from model_roster import lost_by, voice
from model_words import allowed, found, refuse, same


def asked(state: State, act: Act) -> tuple[Decision, list[str]]:
    """The decision of `D7` or `D7.3a`, and the point where one is named."""
    decision, _, label = act.args["id"].partition(".")
    home = meant(state, Act(act.kind, act.actor, act.at, {"id": decision}))
    named = [f"{decision}.{label}"] if label else []
    if any(one not in home.points for one in named):
        raise Refused(4)
    return home, named


def withdraw(state: State, act: Act) -> None:
    """A waiting decision: who proposed it, or the ratifier."""
    decision, named = asked(state, act)
    ratifier = decision.storm.policy.ratifier
    rules = ratifier is not None and state.holder(ratifier) == act.actor
    if act.actor != decision.storm.versions[-1].by and not rules:
        refuse(lost_by(state, [ratifier] if ratifier else [], act.actor))
        allowed(False)
    waits = [one for one in named or decision.points if waiting(state, one)]
    others = named or ([] if waits else decision.points)
    if not waits and taken_back(state, decision, named, act.args["reason"]):
        raise Unchanged
    blocks: list[Block] = []
    for one in others:
        if state.points[one].ratification == "ratified":
            blocks.append(("already-ratified", one))
        else:
            blocks += dead(state, one)
    refuse(blocks + split(state, decision, waits))
    act.args["points"] = waits


def taken_back(state: State, decision: Decision, named: list[str], reason: str) -> bool:
    """Was it withdrawn so already? Silent: without a point's name, what was ratified or refused
    beside what was withdrawn does not count."""
    points = [state.points[one] for one in named or decision.points]
    if not named:
        points = [one for one in points if one.state == "withdrawn"]
    return bool(points) and all((p.state, p.reason) == ("withdrawn", reason) for p in points)


def withdrawn(state: State, act: Act, seq: int) -> None:
    """Points are dead, for good."""
    for ident in order(state, act.args["points"]):
        state.points[ident].state = "withdrawn"
        state.points[ident].reason = act.args["reason"]


def may_hold(state: State, act: Act, decision: Decision) -> None:
    """Who may: a seat of the decision's electorate, its ratifier, the seat it waits for, or a
    steward."""
    names = [*decision.seats, act.args["for"]]
    if decision.storm.policy.ratifier:
        names.append(decision.storm.policy.ratifier)
    try:
        spoken = voice(state, list(dict.fromkeys(names)), act)
    except Refused as no:
        if no.exit == 3 and state.is_steward(act.actor):
            return
        raise
    allowed(spoken is not None or state.is_steward(act.actor))


def can_be_held(state: State, point: str) -> bool:
    """It is in force, or waits."""
    return state.points[point].state in ("in-force", "awaiting-ratification")


def hold(state: State, act: Act) -> None:
    """While a hold stands, one for another seat is refused, and another reason comes only from
    the seat it waits for."""
    decision, named = asked(state, act)
    found(state.seats, act.args["for"])
    may_hold(state, act, decision)
    points = named or [one for one in decision.points if can_be_held(state, one)]
    now = [held(state, one) for one in points]
    wanted = (act.args["for"], act.args["reason"])
    same(bool(now) and all(one and (one.seat, one.reason) == wanted for one in now))
    blocks: list[Block] = [] if points else [("target-not-in-force", None)]
    for ident, one in zip(points, now, strict=True):
        if not can_be_held(state, ident):
            blocks.append(("target-not-in-force", ident))
        elif one and (one.seat != act.args["for"] or state.holder(one.seat) != act.actor):
            blocks.append(("not-allowed", one.seat))
    refuse(blocks)
    act.args["points"] = points


def release(state: State, act: Act) -> None:
    """The seat that it waits for. Silent: of a whole decision, those that wait for the actor's."""
    decision, named = asked(state, act)
    waits = {one: hold.seat for one in named or decision.points if (hold := held(state, one))}
    same(not waits)
    seat = voice(state, list(dict.fromkeys(waits.values())), act)
    if seat is None:
        raise Refused(3, ("not-allowed", next(iter(waits.values()))))
    act.args["points"] = [one for one, other in waits.items() if other == seat]


JUDGE: dict[str, Callable[[State, Act], None]] = {
    "withdraw": withdraw,
    "hold": hold,
    "release": release,
}
APPLY: dict[str, Callable[[State, Act, int], None]] = {
    "withdraw": withdrawn,
    "hold": model_held.hold,
    "release": model_held.release,
}
