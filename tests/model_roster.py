"""The naive model: who may change the roster, and what is refused (`concepts.md`, "Identity")."""

from __future__ import annotations

from model import Act, Block, Refused, Seat, State, Unchanged
from model_points import waiting


def steward(state: State, actor: str) -> None:
    """Bodies, seats, registration and policies are the steward's acts."""
    if not state.is_steward(actor):
        raise Refused(3, ("not-allowed", None))


def known(state: State, act: Act) -> list[Seat]:
    """The seats named; exit 4 where one is not there."""
    if any(seat not in state.seats for seat in act.args["seats"]):
        raise Refused(4)
    return [state.seats[seat] for seat in act.args["seats"]]


def refuse(blocks: list[Block]) -> None:
    """All or nothing, every failing one named."""
    if blocks:
        raise Refused(3, *blocks)


def body_add(state: State, act: Act) -> None:
    """Bodies and seats share one name space, but for a body of the one seat of its own name."""
    steward(state, act.actor)
    name, seats = act.args["body"], act.args["seats"]
    if state.bodies.get(name) == seats:
        raise Unchanged
    taken = {*state.bodies, *state.seats}
    if name in taken or taken & set(seats):
        raise Refused(5)


def seat_add(state: State, act: Act) -> None:
    """One more seat."""
    body, seat = act.args["body"], act.args["seat"]
    if body not in state.bodies:
        raise Refused(4)
    steward(state, act.actor)
    if seat in state.bodies[body]:
        raise Unchanged
    if seat in {*state.bodies, *state.seats}:
        raise Refused(5)


def register(state: State, act: Act) -> None:
    """A seat is held by one actor at a time; an actor holds one seat of a body."""
    seats = known(state, act)
    steward(state, act.actor)
    actor, ttl = state.whole(act.args["who"]), act.args.get("ttl")
    expires = None if ttl is None else act.at + ttl
    held = [(state.holder(s.name), s.expires) == (actor, expires) for s in seats]
    if all(held):
        raise Unchanged
    blocks: list[Block] = []
    for seat in seats:
        holder = state.holder(seat.name)
        others = [s for s in state.bodies[seat.body] if s != seat.name]
        if seat.retired:
            blocks.append(("not-allowed", seat.name))
        if holder not in (None, actor) and not act.args.get("replace"):
            blocks.append(("seat-held", seat.name))
        named = [s.name for s in seats]
        if any(state.holder(s) == actor or s in named for s in others):
            blocks.append(("same-hand", None))  # it names a body's seats together
        if ttl is not None and state.stewards() == [seat.name]:
            blocks.append(("not-allowed", seat.name))
    refuse(blocks)


def renew(state: State, act: Act) -> None:
    """By its holder, also after the lease's end while nobody else holds it, or by a steward."""
    seats = known(state, act)
    blocks: list[Block] = []
    for seat in seats:
        own = state.is_any(act.actor, seat.holder or seat.last)
        if not own and not state.is_steward(act.actor):
            blocks.append(("not-allowed", seat.name))
    refuse(blocks)
    refuse([("seat-unregistered", seat.name) for seat in seats if seat.holder is None])
    if all(s.ttl is None or s.expires == act.at + s.ttl for s in seats):
        raise Unchanged


def unregister(state: State, act: Act) -> None:
    """By its holder or a steward; the last steward seat stays."""
    seats = known(state, act)
    blocks: list[Block] = []
    for seat in seats:
        own = state.is_any(act.actor, seat.holder or seat.last)
        if not own and not state.is_steward(act.actor):
            blocks.append(("not-allowed", seat.name))
    refuse(blocks)
    if all(seat.holder is None for seat in seats):
        raise Unchanged
    stewards = state.stewards()
    if stewards and all(one in act.args["seats"] for one in stewards):
        raise Refused(3, *(("not-allowed", one) for one in stewards))


def retire(state: State, act: Act) -> None:
    """A steward's; not the last steward seat, nor a ratifier that is named."""
    seats = known(state, act)
    steward(state, act.actor)
    if all(seat.retired for seat in seats):
        raise Unchanged
    blocks: list[Block] = []
    named = {policy.ratifier for policy in state.policies.values()}
    for decision in state.decisions.values():
        if any(waiting(state, point) for point in decision.points):
            named.add(decision.storm.policy.ratifier)
    blocks += [("not-allowed", seat.name) for seat in seats if seat.name in named]
    stewards = state.stewards()
    if stewards and all(one in act.args["seats"] for one in stewards):
        blocks += [("not-allowed", one) for one in stewards]
    refuse(blocks)


def lost_by(state: State, seats: list[str], actor: str) -> list[Block]:
    """The unregistered seats, of some, that an actor held last. Silent: whose own seat is
    unregistered is told so, rather than that it is not allowed."""
    lost = [s for s in seats if state.is_any(actor, state.seats[s].last) and not state.holder(s)]
    return [("seat-unregistered", seat) for seat in lost]


def voice(state: State, seats: list[str], act: Act) -> str | None:
    """The seat, of some, for which the actor speaks: with two possible ones `--seat` is required.
    None where it holds none of them."""
    mine = [seat for seat in seats if state.holder(seat) == act.actor]
    lost = [seat for _, seat in lost_by(state, seats, act.actor)]
    wanted = act.args.get("seat")
    if wanted is not None:
        if wanted not in state.seats:
            raise Refused(4)
        lost = [seat for seat in lost if seat == wanted]
        if mine and wanted not in (*mine, *lost):
            raise Refused(2)  # Silent: who may speak here names another seat
        mine = [seat for seat in mine if seat == wanted]
    if not mine and lost:
        raise Refused(3, *(("seat-unregistered", seat) for seat in lost))
    if len(mine) > 1:
        raise Refused(2)
    return mine[0] if mine else None
