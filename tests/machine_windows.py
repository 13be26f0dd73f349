"""What to do next where windows run: let just so much time pass, speak, leave, break ties."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import machine_ballots as ballots
import machine_stops as stops
from machine_choices import ACTORS, SEATS, Act, elector, mostly, some, storm
from machine_policies import draws, polls
from model import State, Storm
from model_heard import standing
from model_polls import Ballot
from model_verdict import verdict
from model_windows import ending, window
from model_windows import ends as ends_at

if TYPE_CHECKING:
    from machine import Pair


def minutes(chance: Random, state: State) -> int:
    """How many minutes pass: mostly up to when something ends, or just before or after it."""
    found: list[int] = []
    for it in state.storms.values():
        if it.state == "open" and not ending(state, it):
            time, most = window(state, it), it.policy.most
            found += [one for one in (time.until, time.final_until) if one is not None]
            found += [it.at + most] if most else []
    found += [one.expires for one in state.seats.values() if one.expires is not None]
    found += [one.lapses for one in state.decisions.values() if one.lapses is not None]
    left = sorted({one - state.now for one in found if one > state.now})
    near = mostly(chance, left[:2], [20, 61], 0.85)
    return max(1, int(near) + chance.choice([-1, 0, 0, 1]))


def passes_time(chance: Random, pair: Pair) -> None:
    """Time passes."""
    pair.wait(minutes(chance, pair.state))


def casts(chance: Random, state: State) -> Act:
    """A casting vote, mostly where there is a tie."""
    hot = [one for one in state.storms.values() if verdict(state, one) == "tied"]
    others = [one for one in state.storms.values() if one.policy.casting]
    if not hot and chance.random() < 0.8:
        return stops.concerned(chance, state)
    ident = (
        mostly(chance, [one.id for one in hot], [one.id for one in others], 0.9)
        if (hot or others)
        else storm(chance, state)
    )
    return casting(chance, state, ident)


def casting(chance: Random, state: State, ident: str) -> Act:
    """A casting vote in some brainstorm."""
    it = state.storms.get(ident)
    seat = it.policy.casting if it else None
    likely = [state.holder(seat) or state.seats[seat].last or "warden"] if seat else []
    option = mostly(chance, ["for"], ["against", "maybe"], 0.6)
    return "casting-vote", mostly(chance, likely, ACTORS, 0.9), {"id": ident, "option": option}


def by_the_clock(chance: Random, pair: Pair) -> None:
    """A brainstorm under such a policy, some way from its opening to its end."""
    policy = draws(chance)
    items, state = some(chance, [*pair.state.items]), pair.state
    args: dict[str, Any] = {"items": items, "policy": policy}
    if not policy.open and chance.random() < (0.7 if policy.casting else 0.2):
        args["deadline"] = state.now + chance.choice([31, 61])
    if pair.do("brainstorm open", "warden", **args).exit:
        return
    it = list(pair.state.storms.values())[-1]
    text: dict[str, Any] = {"title": "Timed", "draft": {"1": [], "2": []}, "holds": {}}
    pair.do("propose", "warden", id=it.id, **text)
    if chance.random() < 0.5:
        speak_all(chance, pair, it, chance.choice([0.5, 0.8, 1.0]))
    for _ in range(chance.randint(2, 9)):
        one = chance.choice([speaks, speaks, worries, moves, passes, passes, passes, decides])
        one(chance, pair, it)
        if pair.state.storms[it.id].state != "open":
            break
    rules(chance, pair, it)


def speak_all(chance: Random, pair: Pair, it: Storm, share: float) -> None:
    """Every seat takes a position, mostly for; or half of them against, where ties are broken."""
    odds = 0.5 if it.policy.casting else 0.15
    for seat in it.seats:
        if chance.random() < share:
            stance = "against" if chance.random() < odds else "for"
            stops.speaks_for(chance, pair, it, seat, [stance])


def speaks(chance: Random, pair: Pair, it: Storm) -> None:
    """One seat speaks, or speaks again."""
    stances = ["for", "for", "for", "against", "against", "abstain", "recuse"]
    seat = chance.choice(pair.state.seats_of(it.policy.electorate))
    stops.speaks_for(chance, pair, it, seat, stances)


def worries(chance: Random, pair: Pair, it: Storm) -> None:
    """A concern, or what stands is cleared; now and then a new version or an excuse."""
    state = pair.state
    if standing(state.storms[it.id]) and chance.random() < 0.6:
        whose = standing(state.storms[it.id])[0].seat
        actor = state.holder(whose) or elector(chance, state, it)
        pair.do("clear", actor, id=it.id, whose=whose, reason="It is in")
    elif chance.random() < 0.75:
        kind, actor, args = stops.concern(chance, state, it.id)
        pair.do(kind, actor, **args)
    elif chance.random() < 0.5:
        title = chance.choice(["Less", "More"])
        pair.do("propose", "warden", id=it.id, title=title, draft={"1": []}, holds={})
    else:
        seat = chance.choice(SEATS[:5])
        actor = state.holder(it.policy.ratifier or "steward") or "warden"
        pair.do("seat excuse", actor, id=it.id, whose=seat, reason="Gone")


def moves(chance: Random, pair: Pair, it: Storm) -> None:
    """A seat is left, handed over, leased, taken again or retired."""
    state = pair.state
    seat = chance.choice(state.seats_of(it.policy.electorate))
    free = [one for one in ["epsilon", "zeta", *ACTORS] if not state.held_by(one)]
    who = mostly(chance, [state.seats[seat].last or free[0]], free, 0.7)
    word = chance.choice(["unregister", "unregister", "register", "register", "lease", "renew"])
    if chance.random() < 0.06:
        word = chance.choice(["retire", "add", "policy"])
    if word == "policy":
        pair.do("policy set", "warden", scope=it.items[0], policy=draws(chance))
    elif word == "add":
        pair.do("seat add", "warden", body="pm", seat=f"pm-{len(state.bodies['pm']) + 1}")
    elif word in ("register", "lease"):
        ttl = chance.choice([15, 30, 61]) if word == "lease" else None
        replace = chance.random() < 0.5
        pair.do("seat register", "warden", seats=[seat], who=who, ttl=ttl, replace=replace)
    else:
        pair.do(f"seat {word}", "warden", seats=[seat])


def passes(chance: Random, pair: Pair, it: Storm) -> None:
    """Time passes up to an end of this one."""
    state = pair.state
    time, most = window(state, state.storms[it.id]), it.policy.most
    ends = [one for one in (time.until, time.final_until, most and it.at + most) if one]
    left = [one - state.now for one in ends if one > state.now]
    if not left or chance.random() < 0.15:
        pair.wait(minutes(chance, state))
        return
    pair.wait(max(1, min(left) + chance.choice([-1, 0, 0, 0, 1, -20])))


def decides(chance: Random, pair: Pair, it: Storm) -> None:
    """A tie is broken; it is decided or closed, ready or not."""
    state = pair.state
    if it.policy.casting and chance.random() < 0.5:
        kind, actor, args = casting(chance, state, it.id)
        pair.do(kind, actor, **args)
    elif chance.random() < 0.75:
        pair.do("decide", elector(chance, state, it), id=it.id)
    else:
        withdraw = chance.random() < 0.2
        pair.do("brainstorm close", "warden", id=it.id, withdraw=withdraw)


def rules(chance: Random, pair: Pair, it: Storm) -> None:
    """What was decided is ratified, perhaps only when it is too late."""
    storm = pair.state.storms[it.id]
    if storm.state == "open" and chance.random() < 0.6:
        decides(chance, pair, storm)
    decision = pair.state.storms[it.id].decision
    if decision and it.policy.ratifier:
        if it.policy.within and chance.random() < 0.6:
            pair.wait(it.policy.within + chance.choice([-1, 0, 0]))
        pair.do("ratify", pair.state.holder("owner") or "warden", id=decision)


def asks(chance: Random, pair: Pair) -> None:
    """A ballot under such a policy, some way from its opening to its end."""
    kind, actor, args = ballots.opens(chance, pair.state)
    if kind != "ballot open":
        pair.do(kind, actor, **args)
        return
    args["poll"] = polls(chance, args["to"], args["names"])
    if not args["poll"].policy.open and chance.random() < 0.5:
        args["deadline"] = pair.state.now + chance.choice([31, 61])
    if pair.do(kind, actor, **args).exit:
        return
    ident = list(pair.state.ballots)[-1]
    for _ in range(chance.randint(3, 10)):
        one = chance.choice([answers, answers, answers, answers, moves_seat, waits, waits, ends])
        one(chance, pair, pair.state.ballots[ident])
    ends(chance, pair, pair.state.ballots[ident])
    ends(chance, pair, pair.state.ballots[ident])


def answers(chance: Random, pair: Pair, it: Ballot) -> None:
    """One seat answers."""
    seat = chance.choice(pair.state.seats_of(it.policy.electorate))
    said, who = ballots.answers(chance, it), pair.state.holder(seat)
    if who and said:
        pair.do("ballot cast", who, id=it.id, answers=said, seat=seat)


def moves_seat(chance: Random, pair: Pair, it: Ballot) -> None:
    """A seat of its electorate leaves or comes, or is excused."""
    if chance.random() < 0.2:
        seat = chance.choice(pair.state.seats_of(it.policy.electorate))
        actor = pair.state.holder("owner") or "warden"
        pair.do("seat excuse", actor, id=it.id, whose=seat, reason="Gone")
        return
    moves(chance, pair, pair.state.decisions[it.decision].storm)


def waits(chance: Random, pair: Pair, it: Ballot) -> None:
    """Time passes, up to an end of it."""
    end, most = ends_at(it, it.at), it.policy.most
    left = [one - pair.now for one in (end, most and it.at + most) if one and one > pair.now]
    near = min(left) if left and chance.random() < 0.9 else minutes(chance, pair.state)
    pair.wait(max(1, near + chance.choice([-1, 0, 0, 0, 1])))


def ends(chance: Random, pair: Pair, it: Ballot) -> None:
    """It is closed, perhaps after a casting vote, and ratified."""
    state = pair.state
    owner = state.holder("owner") or "warden"
    if it.policy.casting and chance.random() < 0.6:
        asked = chance.choice(it.questions)
        actor = state.holder(it.policy.casting) or owner
        option = mostly(chance, list(asked.options), ["z"], 0.97)
        pair.do("casting-vote", actor, id=f"{it.id}.{asked.label}", option=option)
    if it.state == "closed" and chance.random() < 0.7:
        pair.do("ratify ballot", owner, id=it.decision, ballot=it.id)
    else:
        pair.do("ballot close", it.opener, id=it.id)


STORIES = (by_the_clock, passes_time, asks)
WEIGHTS: dict[Any, int] = {by_the_clock: 4, passes_time: 2, casts: 1, asks: 3}
