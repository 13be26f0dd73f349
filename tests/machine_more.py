"""What to do next, of the acts on what is decided and on who is heard: most of it meaningful."""

from __future__ import annotations

from random import Random
from typing import Any

from machine_choices import ACTORS, SEATS, Act, mostly
from model import State
from model_held import held
from model_holds import can_be_held
from model_points import waiting


def withdraws(chance: Random, state: State) -> Act:
    """Takes back a decision, or one point of it."""
    awaits = [one for one in state.points if waiting(state, one)]
    ident = decided(chance, state, awaits, 0.4)
    actors: list[str] = []
    decision = state.decisions.get(ident.split(".")[0])
    if decision:
        actors = [decision.storm.versions[-1].by, state.holder("owner") or "warden"]
    args = {"id": ident, "reason": chance.choice(["Moot", "Too late"])}
    return "withdraw", mostly(chance, actors, ACTORS, 0.9), args


def decided(chance: Random, state: State, likely: list[str], whole: float) -> str:
    """A point, mostly one of the likely ones; or its decision."""
    ident: str = mostly(chance, likely[-8:], [*state.points, "D1.9", *state.storms], 0.9)
    return ident.split(".")[0] if chance.random() < whole else ident


def seat_of(chance: Random, state: State, actor: str, names: list[str]) -> str | None:
    """`--seat`, where the actor holds more than one of some; now and then without need."""
    mine = [one for one in state.held_by(actor) if one in names]
    if len(mine) > 1 or chance.random() < 0.1:
        seat: str | None = mostly(chance, mine, [None, *SEATS], 0.9)
        return seat
    return None


def holds(chance: Random, state: State) -> Act:
    """Holds a point or a decision for a seat."""
    live = [one for one in state.points if can_be_held(state, one)]
    ident = decided(chance, state, live, 0.3)
    decision = state.decisions.get(ident.split(".")[0])
    args = {"id": ident, "reason": chance.choice(["Not yet", "Until then"])}
    args["for"] = mostly(chance, ["owner", "pm-1", "bin-2"], [*SEATS, "nobody"], 0.9)
    now = held(state, ident) if ident in state.points else None
    if now and chance.random() < 0.7:
        args["for"] = now.seat
        actors = [state.holder(now.seat)]
    else:
        actors = [state.holder(one) for one in decision.storm.seats] if decision else []
    actor = mostly(chance, [one for one in actors if one], ACTORS, 0.85)
    names = [args["for"], "owner", *(decision.storm.seats if decision else [])]
    args["seat"] = seat_of(chance, state, actor, names)
    return "hold", actor, args


def releases(chance: Random, state: State) -> Act:
    """Lifts a hold."""
    ident = decided(chance, state, [one for one in state.points if held(state, one)], 0.3)
    own = [one for one in state.points if one == ident or one.startswith(f"{ident}.")]
    seats = [one.seat for point in own if (one := held(state, point))]
    actors = [one for one in map(state.holder, seats) if one]
    actor = mostly(chance, actors, ACTORS, 0.85)
    return "release", actor, {"id": ident, "seat": seat_of(chance, state, actor, seats)}


WEIGHTS: dict[Any, int] = {withdraws: 4, holds: 5, releases: 3}
