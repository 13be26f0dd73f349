"""The naive model: taking back what still waits; holding and releasing (`concepts.md`)."""

from __future__ import annotations

from collections.abc import Callable

from model import Act, Block, Decision, Refused, State, Unchanged
from model_points import order, waiting
from model_ratify import dead, meant, split
from model_roster import lost_by
from model_rules import allowed, refuse


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


JUDGE: dict[str, Callable[[State, Act], None]] = {"withdraw": withdraw}
APPLY: dict[str, Callable[[State, Act, int], None]] = {"withdraw": withdrawn}
