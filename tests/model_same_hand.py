"""The naive model: aliases, and the hub's roster (`concepts.md`, "Identity"; `exchange.md`).

"One actor with its aliases counts once": the fold puts in place of every name the actor that it
stands for now. Where a name is shown (the roster, who spoke), it is the one that was typed.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from model import Act, Block, Decision, Refused, State
from model_policy import count
from model_polls import Ballot, excused, seen, standing_of
from model_roster import steward
from model_windows import state_of
from model_words import found, refuse, same


def alias(state: State, act: Act) -> None:
    """A steward's. A name that others stand for, or that is an alias, is not made one of another;
    refused while both names hold seats of a body, or both are counted in something open."""
    name, main = act.args["name"], act.args["for"]
    if name == main:
        raise Refused(2)  # Silent
    steward(state, act.actor)
    same(state.whole(name) == main)
    mains = {state.whole(one) for one in state.aliases}
    if name in state.aliases or name in mains:
        raise Refused(5)
    if main in state.aliases:
        raise Refused(5)  # Silent
    blocks: list[Block] = []
    bodies = [{state.seats[one].body for one in state.held_by(who)} for who in (name, main)]
    if bodies[0] & bodies[1]:
        blocks.append(("same-hand", None))
    if any({name, main} <= voices for voices in heard(state)):
        blocks.append(("same-hand", None))
    refuse(blocks)


def heard(state: State) -> list[set[str]]:
    """The actors with counted positions, of everything that is open. Silent: a ballot is, until it
    is ratified or aborted."""
    running = [one for one in state.ballots.values() if state_of(state, one) in ("open", "closed")]
    answered = [answering(state, one) for one in running]
    storms = [one for one in state.storms.values() if state_of(state, one) == "open"]
    return answered + [{p.actor for p in count(state, storm).counted.values()} for storm in storms]


def answering(state: State, ballot: Ballot) -> set[str]:
    """The actors whose answers stand in a ballot."""
    then = seen(state, ballot)
    seats = [one for one in ballot.casts if standing_of(then, ballot, one)]
    return {ballot.casts[one].actor for one in seats if one not in excused(then, ballot)}


def sync(state: State, act: Act) -> None:
    """A steward's: the hub's roster, all or nothing."""
    roster: dict[str, str | None] = act.args["roster"]
    found(state.seats, *roster)
    steward(state, act.actor)
    changes = act.args["changes"] = differences(state, roster)
    same(not changes)
    blocks: list[Block] = []
    for seat, actor in changes.items():
        if actor and state.seats[seat].retired:
            blocks.append(("not-allowed", seat))
    after = {seat: changes[seat] if seat in changes else state.holder(seat) for seat in state.seats}
    for one, other in combinations(state.seats, 2):
        twice = after[one] and state.is_any(after[one] or "", after[other])
        if twice and state.seats[one].body == state.seats[other].body:
            blocks.append(("same-hand", None))
    if set(changes) & set(state.bodies["steward"]) and not stays(state, changes):
        blocks.append(("not-allowed", None))
    refuse(blocks)


def differences(state: State, roster: dict[str, str | None]) -> dict[str, str | None]:
    """The seats whose holder is another. Silent: null for a seat whose lease ran out is one, too:
    it is unregistered for good."""
    made = {}
    for seat, actor in roster.items():
        now = state.seats[seat].holder if actor is None else state.holder(seat)
        if not (now is None and actor is None) and not (now and state.is_any(now, actor)):
            made[seat] = actor
    return made


def stays(state: State, changes: dict[str, str | None]) -> bool:
    """Does a steward's seat stay registered, and not on a lease?"""
    seats = [state.seats[one] for one in state.bodies["steward"]]
    kept = [one for one in seats if one.name not in changes and one.expires is None]
    return any(state.holder(one.name) for one in kept) or any(
        changes.get(one.name) for one in seats
    )


def apply_alias(state: State, act: Act, seq: int) -> None:
    """From this entry on the two names are one actor (the fold knows it from the start)."""
    state.since[act.args["name"]] = seq


def apply_sync(state: State, act: Act, seq: int) -> None:
    """First whoever leaves, then whoever comes."""
    for name, actor in act.args["changes"].items():
        seat = state.seats[name]
        seat.holder, seat.ttl, seat.expires = actor, None, None
        if actor:
            seat.last, seat.since = actor, act.at
    state.touched(act.args["changes"])


def same_hand(state: State, decision: Decision) -> list[dict[str, object]]:
    """Seats counted apart whose actors turned out to be one, and since which entry."""
    made: list[dict[str, object]] = []
    spoke = dict(sorted(decision.voices.items()))  # Silent: by their names
    for hand in dict.fromkeys(state.whole(name) for name in spoke.values()):
        seats = [seat for seat in spoke if state.whole(spoke[seat]) == hand]
        if len(seats) > 1:
            since = max(state.since.get(spoke[seat], 0) for seat in seats)
            made.append({"seats": seats, "since": since})
    return made


JUDGE: dict[str, Callable[[State, Act], None]] = {"actor alias": alias, "seat sync": sync}
APPLY: dict[str, Callable[[State, Act, int], None]] = {
    "actor alias": apply_alias,
    "seat sync": apply_sync,
}
