"""The naive model: what each act that was done makes of the state."""

from __future__ import annotations

from collections.abc import Callable

from model import Act, Decision, Item, Point, Position, Seat, State, Storm, Version
from model_heard import excused
from model_held import adopt
from model_points import forced, read
from model_policy import count, opened


def init(state: State, act: Act, seq: int) -> None:
    """The first entry names the steward's actor."""
    state.bodies["steward"] = ["steward"]
    state.seats["steward"] = Seat("steward", "steward", act.actor, last=act.actor, since=seq)


def body_add(state: State, act: Act, seq: int) -> None:
    """A body with its seats."""
    state.bodies[act.args["body"]] = list(act.args["seats"])
    for seat in act.args["seats"]:
        state.seats[seat] = Seat(seat, act.args["body"])


def seat_add(state: State, act: Act, seq: int) -> None:
    """One more seat of a body."""
    state.bodies[act.args["body"]].append(act.args["seat"])
    state.seats[act.args["seat"]] = Seat(act.args["seat"], act.args["body"])


def touched(state: State, seats: list[str]) -> None:
    """A change of a seat named forgets the recorded blocks of a ratification."""
    for decision, blocks in list(state.noted.items()):
        if any(code == "seat-unregistered" and seat in seats for code, seat in blocks):
            del state.noted[decision]


def register(state: State, act: Act, seq: int) -> None:
    """An actor holds a seat, from an entry on."""
    for name in act.args["seats"]:
        seat = state.seats[name]
        ttl = act.args.get("ttl")
        seat.holder = seat.last = act.args["who"]
        seat.ttl, seat.since = ttl, seq
        seat.expires = None if ttl is None else act.at + ttl
    touched(state, act.args["seats"])


def renew(state: State, act: Act, seq: int) -> None:
    """The lease begins again, for the length of its last `--ttl`."""
    for name in act.args["seats"]:
        seat = state.seats[name]
        if seat.ttl is not None:
            seat.expires = act.at + seat.ttl
    touched(state, act.args["seats"])


def unregister(state: State, act: Act, seq: int) -> None:
    """Nobody holds the seats."""
    for name in act.args["seats"]:
        seat = state.seats[name]
        seat.holder = seat.expires = seat.ttl = None
    touched(state, act.args["seats"])


def retire(state: State, act: Act, seq: int) -> None:
    """The seats are in no later electorate."""
    unregister(state, act, seq)
    for name in act.args["seats"]:
        state.seats[name].retired = True


def policy_set(state: State, act: Act, seq: int) -> None:
    """The policy that new brainstorms take."""
    state.policies[act.args["scope"]] = act.args["policy"]


def item_new(state: State, act: Act, seq: int) -> None:
    """A work item."""
    a = act.args
    more = (a.get("owner"), a.get("parent"))
    state.items[a["key"]] = Item(a["key"], a["title"], act.actor, *more)


def item_close(state: State, act: Act, seq: int) -> None:
    """A closed item."""
    state.items[act.args["key"]].closed = True


def item_reopen(state: State, act: Act, seq: int) -> None:
    """An open one again."""
    state.items[act.args["key"]].closed = False


def item_edit(state: State, act: Act, seq: int) -> None:
    """Another owner or parent."""
    item = state.items[act.args["key"]]
    for name in ("title", "owner", "parent"):
        if name in act.args:
            setattr(item, name, act.args[name])


def item_link(state: State, act: Act, seq: int) -> None:
    """A link of two items."""
    state.links.add((act.args["key"], act.args["rel"], act.args["other"]))


def storm_open(state: State, act: Act, seq: int) -> None:
    """A brainstorm, whose electorate and policy are fixed now."""
    policy = act.args.get("policy") or state.policy_for(act.args["items"][0])
    seats, required = opened(state, policy)
    ident = act.args["id"]
    items = list(act.args["items"])
    state.storms[ident] = Storm(ident, items, policy, act.actor, seats, required, seq)


def storm_close(state: State, act: Act, seq: int) -> None:
    """The end of a brainstorm without a decision."""
    state.storms[act.args["id"]].state = "withdrawn" if act.args["withdraw"] else "closed"


def propose(state: State, act: Act, seq: int) -> None:
    """A new version of the text."""
    points = read(state, act.args["draft"])
    typed = (act.args["title"], act.args["draft"], act.args["holds"])
    version = Version(act.actor, typed, points, act.args["holds"])
    state.storms[act.args["id"]].versions.append(version)


def position(state: State, act: Act, seq: int) -> None:
    """A seat's stance on the current version."""
    storm = state.storms[act.args["id"]]
    storm.positions.append(
        Position(
            act.args["speaks"],
            act.actor,
            act.args["stance"],
            len(storm.versions),
            act.args.get("reason"),
            seq,
            act.args.get("dissent", False),
        )
    )


def decide(state: State, act: Act, seq: int) -> None:
    """The current version is adopted."""
    storm = state.storms[act.args["id"]]
    storm.state, ident = "adopted", f"D{len(state.decisions) + 1}"
    storm.decision = ident
    asked = storm.policy.ratifier is not None
    voices = {one.actor for one in count(state, storm).counted.values()}
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
    state.decisions[ident] = Decision(ident, storm, made, voices, act.at, excused(storm))
    if not asked:
        forced(state, made)


def ratify(state: State, act: Act, seq: int) -> None:
    """Points are made final, or refused for good."""
    for ident in act.args["points"]:
        point = state.points[ident]
        if act.args.get("refuse"):
            point.state = point.ratification = "refused"
            state.holds.pop(ident, None)
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
    "item new": item_new,
    "item close": item_close,
    "item reopen": item_reopen,
    "item edit": item_edit,
    "item link": item_link,
    "item comment": nothing,
    "brainstorm open": storm_open,
    "brainstorm close": storm_close,
    "brainstorm say": nothing,
    "propose": propose,
    "position": position,
    "decide": decide,
    "ratify": ratify,
    "note": note,
}
