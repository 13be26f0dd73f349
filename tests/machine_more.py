"""What to do next, of the acts on what is decided and on who is heard: most of it meaningful."""

from __future__ import annotations

from random import Random
from typing import Any

from machine_choices import ACTORS, Act, mostly
from model import State
from model_points import waiting


def withdraws(chance: Random, state: State) -> Act:
    """Takes back a decision, or one point of it."""
    awaits = [one for one in state.points if waiting(state, one)]
    ident = mostly(chance, awaits, [*state.points, "D1.9"], 0.8)
    if chance.random() < 0.4:
        ident = ident.split(".")[0]
    actors: list[str] = []
    decision = state.decisions.get(ident.split(".")[0])
    if decision:
        actors = [decision.storm.versions[-1].by, state.holder("owner") or "warden"]
    args = {"id": ident, "reason": chance.choice(["Moot", "Too late"])}
    return "withdraw", mostly(chance, actors, ACTORS, 0.9), args


WEIGHTS: dict[Any, int] = {withdraws: 4}
