"""The naive model: what each act that was done makes of the state."""

from __future__ import annotations

from collections.abc import Callable

from model import Act, Action, Decision, Point, Position, Seat, State, Storm, Version
from model_heard import excused, gone, spoken
from model_held import adopt
from model_points import forced, read
from model_policy import count, members, opened
from model_views import verdict
from model_windows import under


def init(state: State, act: Act, seq: int) -> None:
    """The first entry names the steward's actor."""
    state.bodies["steward"] = ["steward"]
    state.seats["steward"] = Seat("steward", "steward", act.typed, last=act.typed, since=act.at)


def body_add(state: State, act: Act, seq: int) -> None:
    """A body with its seats."""
    state.bodies[act.args["body"]] = list(act.args["seats"])
    for seat in act.args["seats"]:
        state.seats[seat] = Seat(seat, act.args["body"])


def seat_add(state: State, act: Act, seq: int) -> None:
    """One more seat of a body."""
    state.bodies[act.args["body"]].append(act.args["seat"])
    state.seats[act.args["seat"]] = Seat(act.args["seat"], act.args["body"])


def register(state: State, act: Act, seq: int) -> None:
    """An actor holds a seat, from an entry on."""
    for name in act.args["seats"]:
        seat = state.seats[name]
        ttl = act.args.get("ttl")
        if not seat.holder or state.was(act.args["who"]) != state.was(seat.holder):
            seat.since = act.at  # the same actor registering again continues
        seat.holder = seat.last = act.args["who"]
        seat.ttl = ttl
        seat.expires = None if ttl is None else act.at + ttl
    state.touched(act.args["seats"])


def renew(state: State, act: Act, seq: int) -> None:
    """The lease begins again, for the length of its last `--ttl`."""
    for name in act.args["seats"]:
        seat = state.seats[name]
        if seat.ttl is not None:
            seat.expires = act.at + seat.ttl
    state.touched(act.args["seats"])


def unregister(state: State, act: Act, seq: int) -> None:
    """Nobody holds the seats."""
    for name in act.args["seats"]:
        seat = state.seats[name]
        seat.holder = seat.expires = seat.ttl = None
    state.touched(act.args["seats"])


def retire(state: State, act: Act, seq: int) -> None:
    """The seats are in no later electorate."""
    unregister(state, act, seq)
    for name in act.args["seats"]:
        state.seats[name].retired = True


def policy_set(state: State, act: Act, seq: int) -> None:
    """The policy that new brainstorms take."""
    state.policies[act.args["scope"]] = act.args["policy"]
    state.set_by[act.args["scope"]] = seq
    state.settings.append((seq, dict(state.set_by)))


def storm_open(state: State, act: Act, seq: int) -> None:
    """A brainstorm, whose electorate and policy are fixed now."""
    policy = act.args.get("policy") or state.policy_for(act.args["items"][0])
    seats, required = opened(state, policy)
    ident = act.args["id"]
    items = list(act.args["items"])
    storm = Storm(ident, items, policy, act.actor, seats, required, seq)
    storm.at, storm.deadline = act.at, act.args.get("deadline")
    storm.under = under(state, items, state.set_by)
    state.storms[ident] = storm


def storm_close(state: State, act: Act, seq: int) -> None:
    """The end of a brainstorm without a decision."""
    storm = state.storms[act.args["id"]]
    storm.state = "withdrawn" if act.args["withdraw"] else "closed"
    storm.end = (act.at, seq)
    storm.said = verdict(state, storm)


def propose(state: State, act: Act, seq: int) -> None:
    """A new version of the text."""
    points = read(state, act.args["draft"])
    actions, holds = tuple(act.args.get("actions", ())), act.args.get("holds", {})
    typed = (act.args["title"], act.args["draft"], actions, holds)
    version = Version(act.actor, typed, points, actions, holds, seq)
    state.storms[act.args["id"]].versions.append(version)


def position(state: State, act: Act, seq: int) -> None:
    """A seat's stance on the current version."""
    storm = state.storms[act.args["id"]]
    last = spoken(storm).get(act.args["speaks"])
    again = last is not None and last.on == len(storm.versions) and not gone(state, storm, last)
    storm.positions.append(
        Position(
            act.args["speaks"],
            act.actor,
            act.args["stance"],
            len(storm.versions),
            act.args.get("reason"),
            seq,
            act.typed,
            act.args.get("dissent", False),
            storm.policy.revote == "first" and again,
        )
    )


def decide(state: State, act: Act, seq: int) -> None:
    """The current version is adopted."""
    storm = state.storms[act.args["id"]]
    storm.state, ident = "adopted", f"D{len(state.decisions) + 1}"
    storm.decision, storm.end = ident, (act.at, seq)
    asked = storm.policy.ratifier is not None
    voices = {seat: one.name for seat, one in count(state, storm).counted.items()}
    made = []
    for label, effects in storm.versions[-1].points.items():
        point = Point(
            f"{ident}.{label}",
            ident,
            effects,
            "awaiting-ratification" if asked else "in-force",
            "awaiting" if asked else "not-required",
        )
        state.points[point.id] = point
        adopt(state, point.id, storm.versions[-1].holds.get(label), seq)
        made.append(point.id)
    for number, (owner, text) in enumerate(storm.versions[-1].actions, 1):
        state.actions[f"{ident}.A{number}"] = Action(ident, owner, text)
    seats = list(dict.fromkeys([*storm.seats, *members(state, storm)]))
    decision = Decision(ident, storm, made, voices, act.at, excused(storm), seats)
    within = storm.policy.within
    decision.lapses = None if within is None else act.at + within
    state.decisions[ident] = decision
    if not asked:
        forced(state, made)


def ratify(state: State, act: Act, seq: int) -> None:
    """Points are made final, or refused for good."""
    for ident in act.args["points"]:
        point = state.points[ident]
        if act.args.get("refuse"):
            point.state = point.ratification = "refused"
            point.reason = act.args["refuse"]
        else:
            point.ratification = "ratified"
    if not act.args.get("refuse"):
        forced(state, act.args["points"])
        state.noted.pop(act.args["id"], None)


def note(state: State, act: Act, seq: int) -> None:
    """The record of a blocked ratification."""
    state.noted[act.args["id"]] = act.args["blocks"]


def nothing(state: State, act: Act, seq: int) -> None:
    """Comments and the like change nothing that is modelled."""


APPLY: dict[str, Callable[[State, Act, int], None]] = {
    "init": init,
    "body add": body_add,
    "seat add": seat_add,
    "seat register": register,
    "seat renew": renew,
    "seat unregister": unregister,
    "seat retire": retire,
    "policy set": policy_set,
    "brainstorm open": storm_open,
    "brainstorm close": storm_close,
    "brainstorm say": nothing,
    "propose": propose,
    "position": position,
    "decide": decide,
    "ratify": ratify,
    "report": nothing,
    "note": note,
}
