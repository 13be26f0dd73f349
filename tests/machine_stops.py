"""What to do next, of the acts on what is decided and on who is heard: most of it meaningful."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from machine_choices import ACTORS, SEATS, Act, elector, mostly, some, speaks, storm
from model import State, Storm
from model_heard import standing
from model_held import held
from model_holds import can_be_held
from model_points import DISPLACED, waiting
from model_policies import POLICIES

if TYPE_CHECKING:
    from machine import Pair


def withdraws(chance: Random, state: State) -> Act:
    """Takes back a decision, or one point of it."""
    awaits = [one for one in decided(state) if waiting(state, one)]
    ident = ruling(chance, state, awaits, 0.4)
    actors: list[str] = []
    decision = state.decisions.get(ident.split(".")[0])
    if decision:
        actors = [decision.storm.versions[-1].by, state.holder("owner") or "warden"]
    args = {"id": ident, "reason": chance.choice(["Moot", "Too late"])}
    return "withdraw", mostly(chance, actors, ACTORS, 0.9), args


def decided(state: State) -> list[str]:
    """The points of decisions, not those of ballots."""
    return [one for one in state.points if one.startswith("D")]


def ruling(chance: Random, state: State, likely: list[str], whole: float) -> str:
    """A point, mostly one of the likely ones; or its decision."""
    others = [*decided(state), "D1.9", *list(state.storms)[-1:]]
    ident: str = mostly(chance, likely[-8:], others, 0.9)
    return ident.split(".")[0] if chance.random() < whole else ident


def lost(state: State, names: list[str]) -> list[str]:
    """Who held an unregistered seat, of some, last."""
    seats = [state.seats[one] for one in names if one in state.seats and not state.holder(one)]
    return [one.last for one in seats if one.last]


def seat_of(chance: Random, state: State, actor: str, names: list[str]) -> str | None:
    """`--seat`, where the actor holds more than one of some; now and then without need."""
    mine = [one for one in state.held_by(actor) if one in names]
    if len(mine) > 1 or chance.random() < 0.1:
        seat: str | None = mostly(chance, mine, [None, *SEATS], 0.9)
        return seat
    return None


def holds(chance: Random, state: State) -> Act:
    """Holds a point or a decision for a seat."""
    live = [one for one in decided(state) if can_be_held(state, one)]
    ident = ruling(chance, state, live, 0.3)
    decision = state.decisions.get(ident.split(".")[0])
    args: dict[str, Any] = {"id": ident, "reason": chance.choice(["Not yet", "Until then"])}
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
    ident = ruling(chance, state, [one for one in decided(state) if held(state, one)], 0.3)
    own = [one for one in state.points if one == ident or one.startswith(f"{ident}.")]
    seats = [one.seat for point in own if (one := held(state, point))]
    actors = [one for one in map(state.holder, seats) if one]
    actor = mostly(chance, actors, ACTORS, 0.85)
    return "release", actor, {"id": ident, "seat": seat_of(chance, state, actor, seats)}


def heated(state: State, veto: str) -> list[Storm]:
    """The open brainstorms with a proposal under a policy where objections block."""
    speakable = [one for one in state.storms.values() if one.state == "open" and one.versions]
    return [one for one in speakable if one.policy.veto == veto]


def concerned(chance: Random, state: State) -> Act:
    """A concern, mostly where the policy hears one."""
    apt = [one.id for one in heated(state, "concern")]
    if not apt and chance.random() < 0.8:
        return speaks(chance, state)
    return concern(chance, state, mostly(chance, apt, [storm(chance, state)], 0.85))


def concern(chance: Random, state: State, ident: str) -> Act:
    """A concern about some brainstorm."""
    it = state.storms.get(ident)
    actor = mostly(chance, [elector(chance, state, it)], lost(state, it.seats if it else []), 0.9)
    args: dict[str, Any] = {"id": ident, "reason": chance.choice(["What of it?", "And then?"])}
    args["on"] = mostly(chance, [None, len(it.versions) if it else None], [1, 3], 0.9)
    args["seat"] = seat_of(chance, state, actor, it.seats if it else [])
    return "concern", actor, args


def clears(chance: Random, state: State) -> Act:
    """Clears what a seat objected to: what stands, or now and then what stood."""
    storms = [one for one in state.storms.values() if one.state == "open" or chance.random() < 0.4]
    hot = [one for one in storms if standing(one)]
    if chance.random() < 0.1:
        hot = [one for one in storms if one.policy.veto and one.words]
    if not hot and chance.random() < 0.9:
        return speaks(chance, state)
    ident = mostly(chance, [one.id for one in hot], [storm(chance, state)], 0.95)
    it = state.storms.get(ident)
    said = [one.seat for one in standing(it) or it.words] if it else []
    whose = mostly(chance, said, [*SEATS, "nobody"], 0.95)
    may = it.seats if it and it.policy.cleared_by == "any" else [whose] if it else []
    actors = [state.holder(one) for one in may if one in state.seats]
    likely = [one for one in actors if one] * 3 + lost(state, may)
    actor = mostly(chance, likely, ACTORS, 0.85)
    args = {"id": ident, "whose": whose, "reason": "It is in"}
    return "clear", actor, {**args, "seat": seat_of(chance, state, actor, may)}


def quarrels(chance: Random, pair: Pair) -> None:
    """A brainstorm in which seats object, stand aside, raise concerns and clear them, or leave and
    are excused."""
    policy = chance.choice([one for one in POLICIES if one.veto or one.require])
    items = some(chance, [*pair.state.items])
    if pair.do("brainstorm open", "warden", items=items, policy=policy).exit:
        return
    it = list(pair.state.storms.values())[-1]
    text: dict[str, Any] = {"title": "Hot", "draft": {"1": [], "2": []}, "holds": {}}
    pair.do("propose", "warden", id=it.id, **text)
    left = chance.random() < 0.4
    if left:
        leaves_for_good(chance, pair, it)
    stances = ["for"] if left else ["for", "for", "for", "against", "recuse"]
    for seat in [*it.seats, *some(chance, it.seats)] if it.seats else []:
        if left or chance.random() < 0.8:
            speaks_for(chance, pair, it, seat, stances)
    if policy.veto == "concern":
        kind, actor, args = concern(chance, pair.state, it.id)
        pair.do(kind, actor, **args)
    stands = standing(pair.state.storms[it.id])
    if stands and chance.random() < 0.3:
        pair.do("propose", "warden", id=it.id, **{**text, "title": "Less so"})
    if chance.random() < (0.7 if stands else 0.1):
        kind, actor, args = clears(chance, pair.state)
        pair.do(kind, actor, **args)
    adopted = pair.do("decide", elector(chance, pair.state, it), id=it.id).exit == 0
    if adopted and policy.ratifier and chance.random() < 0.7:
        actor = pair.state.holder(policy.ratifier) or "warden"
        pair.do("ratify", actor, id=f"D{len(pair.state.decisions)}")


def leaves_for_good(chance: Random, pair: Pair, it: Storm) -> None:
    """A seat is left, and excused."""
    required = [one for _, seats, _ in it.required for one in seats]
    seat = mostly(chance, required, [*it.seats, "bin-1"], 0.7)
    pair.do("seat unregister", "warden", seats=[seat])
    actor = pair.state.holder(it.policy.ratifier or "steward") or "warden"
    pair.do("seat excuse", actor, id=it.id, whose=seat, reason="Its host is gone")


def speaks_for(chance: Random, pair: Pair, it: Storm, seat: str, stances: list[str]) -> None:
    """A position of a seat, where somebody holds it."""
    actor = pair.state.holder(seat)
    stance = chance.choice(stances)
    said: dict[str, Any] = {"stance": stance, "seat": seat}
    if stance == "against":
        said |= {"reason": "No", "dissent": chance.random() < 0.3 or None}
    if actor:
        pair.do("position", actor, id=it.id, **said)


def carried(pair: Pair, draft: dict[str, Any]) -> str | None:
    """A decision that one seat makes alone, where it can; its id."""
    alone = next(one for one in POLICIES if one.electorate == ("pm",))
    voices = [one for one in map(pair.state.holder, ("pm-1", "pm-2")) if one]
    items = ["EVO-1"]
    if not voices or pair.do("brainstorm open", "warden", items=items, policy=alone).exit:
        return None
    ident = list(pair.state.storms)[-1]
    text: dict[str, Any] = {"title": "Alone", "draft": draft, "holds": {}}
    pair.do("propose", "warden", id=ident, **text)
    pair.do("position", voices[0], id=ident, stance="for")
    done = pair.do("decide", voices[0], id=ident)
    return None if done.exit else list(pair.state.decisions)[-1]


def comes_back(chance: Random, pair: Pair) -> None:
    """A point in force that is held falls, and is restored."""
    state = pair.state
    live = [one for one in decided(state) if state.points[one].state == "in-force"]
    if not live:
        return
    point, verb = chance.choice(live[-6:]), chance.choice(list(DISPLACED))
    if not held(pair.state, point):
        pair.do("hold", "warden", **{"id": point, "for": "pm-1", "reason": "Not yet"})
    felled = carried(pair, {"1": [(verb, [point])]})
    if felled and chance.random() < 0.8:
        undo: dict[str, Any] = {"1": [("Restores", [point])]}
        if verb not in ("Reverses", "Stands down"):
            undo["2"] = [("Reverses", [f"{felled}.1"])]
        carried(pair, undo)


def excuses(chance: Random, state: State) -> Act:
    """Excuses a seat, mostly an unregistered one, from what is open or waits."""
    waits = {state.points[one].decision for one in decided(state) if waiting(state, one)}
    live = [one.id for one in state.storms.values() if one.state == "open"]
    others = [*state.decisions, *state.storms] or ["D9"]
    ident = mostly(chance, [*sorted(waits), *live[-3:]], others, 0.9)
    decision = state.decisions.get(ident)
    it = decision.storm if decision else state.storms.get(ident)
    ratifier = it.policy.ratifier if it else None
    names = [*it.seats, *(one for _, seats, _ in it.required for one in seats)] if it else []
    gone = [one for one in names if not state.holder(one)]
    whose = mostly(chance, gone * 3 + names, [*SEATS, "nobody"], 0.9)
    actors = [state.holder(ratifier or "steward")]
    actor = mostly(chance, [one for one in actors if one], ACTORS, 0.9)
    return "seat excuse", actor, {"id": ident, "whose": whose, "reason": "Its host is gone"}


STORIES = (quarrels, comes_back)
WEIGHTS: dict[Any, int] = {
    withdraws: 4,
    holds: 5,
    releases: 3,
    quarrels: 8,
    comes_back: 4,
    concerned: 2,
    clears: 4,
    excuses: 4,
}
