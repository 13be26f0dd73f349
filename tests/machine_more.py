"""What else to do next, beside `machine_choices.py`: aliases, the hub's roster."""

from __future__ import annotations

from random import Random
from typing import Any

from machine_choices import ACTORS, SEATS, Act, draft, mostly, ratifies, to_do
from model import Refused, State
from model_points import as_typed, contradictions, felled, read, target_blocks, waiting
from model_same_hand import heard

NAMES = ["alpha-cc", "warden-phone", "venus", "mallory"]  # they mostly hold nothing


def names(chance: Random, state: State) -> Act:
    """One name is said to stand for another actor."""
    name = mostly(
        chance, [one for one in NAMES if one not in state.aliases], [*NAMES, *ACTORS], 0.6
    )
    args = {"name": name, "for": mostly(chance, ACTORS[:5], [*ACTORS, *NAMES], 0.9)}
    hands = pairs(state)
    if hands and chance.random() < 0.5:
        args = dict(zip(("name", "for"), chance.sample(chance.choice(hands), 2), strict=True))
    return "actor alias", mostly(chance, ["warden"], ACTORS, 0.9), args


def pairs(state: State) -> list[list[str]]:
    """Actors that would be one hand: counted in something open, or in what one of them ratifies."""
    found = [sorted(one) for one in heard(state) if len(one) > 1]
    for decision in state.decisions.values():
        policy = decision.storm.policy
        if policy.independent and any(waiting(state, one) for one in decision.points):
            found += [[name, state.holder("owner") or "x"] for name in decision.voices.values()]
    return found


def syncs(chance: Random, state: State) -> Act:
    """The hub's roster: some seats swap, are left, or are taken."""
    seats = chance.sample(SEATS[:5], chance.randint(1, 4))
    if chance.random() < 0.1:
        seats.append(chance.choice(["steward", "owner", "nosuch"]))
    now = [state.seats[one].by(state.now) if one in state.seats else None for one in seats]
    if chance.random() < 0.5:
        chance.shuffle(now)
    roster: dict[str, Any] = dict(zip(seats, now, strict=True))
    if chance.random() < 0.5:
        free = [one for one in [*ACTORS, *NAMES] if not state.held_by(one)]
        roster[chance.choice(seats)] = mostly(chance, [None, *free], ACTORS, 0.7)
    return "seat sync", mostly(chance, ["warden"], ACTORS, 0.95), {"roster": roster}


def reports(chance: Random, state: State) -> Act:
    """Somebody records what the ratifier ruled elsewhere."""
    kind, actor, args = ratifies(chance, state)
    if kind != "ratify":
        return kind, actor, args
    args["reported"] = "chat, 14:02"
    return "report", chance.choice(ACTORS), args


def guards(chance: Random, state: State) -> Act:
    """Ratifies with `--on`."""
    kind, actor, args = ratifies(chance, state)
    if kind != "ratify":
        return kind, actor, args
    now = state.moved.get(args["id"], 1)
    args["on"] = mostly(chance, [now], [now - 1, now + 1, *state.moved.values()], 0.7)
    return kind, actor, args


def at_once(chance: Random, state: State) -> Act:
    """`decide KEY -f FILE`, mostly where one seat may decide alone."""
    alone = [key for key in state.items if single(state, key) and not state.items[key].closed]
    key = mostly(chance, alone, [*state.items, *state.items, "EVO-9"], 0.9)
    policy = state.policy_for(key)
    seats = state.seats_of(policy.electorate) if policy else SEATS
    actor = mostly(chance, [one for one in map(state.holder, seats) if one], ACTORS, 0.9)
    args = {"key": key, "title": "At once", "draft": fitting(chance, state), "seat": None}
    args["actions"] = to_do(chance)
    if len([one for one in state.held_by(actor) if one in seats]) > 1 or chance.random() < 0.1:
        args["seat"] = chance.choice(seats)
    return "decide at once", actor, args


def fitting(chance: Random, state: State) -> dict[str, list[tuple[str, list[str]]]]:
    """The points of a proposal that probably is not refused."""
    for _ in range(4):
        typed = draft(chance, state)
        try:
            contradictions(as_typed(typed))
            points = read(state, typed)
            contradictions(points)
        except Refused:
            continue
        if not list(target_blocks(state, points, felled(state, points.items()), later=False)):
            return typed
    return {"1": []}


def asks(chance: Random, state: State) -> Act:
    """A question, an answer or a finding."""
    actor, key = chance.choice(ACTORS), mostly(chance, [*state.items], ["EVO-9"], 0.95)
    word = chance.choice(["ask", "answer", "answer", "find"])
    if word == "answer" and not state.questions and chance.random() < 0.9:
        word = "ask"
    if word == "answer":
        ident = mostly(chance, [*state.questions], [f"{key}.Q1", f"{key}.Q9"], 0.9)
        return "item answer", actor, {"id": ident, "text": chance.choice(["Yes", "No"])}
    if word == "ask":
        return "item ask", actor, {"key": key, "text": chance.choice(["Who?", "When?"])}
    return "item find", actor, {"key": key, "text": "So it is", "source": "https://x.example"}


def does(chance: Random, state: State) -> Act:
    """An action is done, or made an item."""
    if not state.actions and chance.random() < 0.95:
        return asks(chance, state)
    ident = mostly(chance, [*state.actions], ["D1.A1", "D1.A9"], 0.95)
    word = "to-item" if chance.random() < 0.25 and len(state.items) < 6 else "done"
    owner = state.actions[ident].owner if ident in state.actions else None
    own = [owner] if owner in ACTORS else [state.holder("pm-2") or "warden"]
    return f"action {word}", mostly(chance, own, ACTORS, 0.6), {"id": ident}


def single(state: State, key: str) -> bool:
    """Is one position enough under the policy of an item?"""
    policy = state.policy_for(key)
    return bool(policy and any(one.amount == "1" for one in policy.passes))


WEIGHTS: dict[Any, int] = {names: 2, syncs: 3, reports: 3, guards: 5, at_once: 4, asks: 3, does: 4}
