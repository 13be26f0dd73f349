"""The naive model: ratifying and refusing."""

from __future__ import annotations

from collections.abc import Iterator

from model import Act, Block, Decision, Refused, State, Unchanged
from model_points import (
    FALLEN,
    amendments,
    felled,
    order,
    partners,
    running,
    target_blocks,
    waiting,
)
from model_policy import demands

LEFT_OUT = ("pending-amendment", "ballot-open")


def ratify(state: State, act: Act) -> None:
    """The seat that the policy names makes points final, or refuses them for good."""
    decision = meant(state, act)
    labels = act.args.get("labels")
    named = [f"{decision.id}.{label}" for label in labels or ()]
    if any(point not in decision.points for point in named):
        raise Refused(4)
    if act.kind == "report":
        reported(decision)
        return
    ratifier(state, act, decision)
    if act.args.get("refuse"):
        act.args["points"] = refusing(state, act, decision, named)
        return
    chosen, blocks = named_points(state, decision, named) if named else rest(state, decision)
    left_out = [one for code, one in blocks if code in LEFT_OUT and one]
    blocks += guard(state, act, decision)
    blocks += standing(state, act, decision, chosen or left_out)
    if named:
        blocks += split(state, decision, chosen)
    if blocks:
        raise Refused(3, *blocks)
    act.args["points"] = chosen


def meant(state: State, act: Act) -> Decision:
    """The decision that an id names; a brainstorm's id is that of what it came to."""
    ident = act.args["id"]
    if ident in state.storms:
        if state.storms[ident].decision is None:
            raise Refused(3, ("not-adopted", None))
        ident = act.args["id"] = state.storms[ident].decision
    if ident not in state.decisions:
        raise Refused(4)
    return state.decisions[ident]


def reported(decision: Decision) -> None:
    """Any actor records what the ratifier ruled elsewhere; it does not ratify. Silent: refused
    where no ratification is asked for; whatever became of the points."""
    if decision.storm.policy.ratifier is None:
        raise Refused(3, ("not-the-ratifier", None))


def guard(state: State, act: Act, decision: Decision) -> list[Block]:
    """`--on`: the entry that last changed the points; another: `text-changed`."""
    on = act.args.get("on")
    return [] if on in (None, state.moved[decision.id]) else [("text-changed", None)]


def ratifier(state: State, act: Act, decision: Decision) -> None:
    """Who may. A ratifier whose own seat is unregistered is told so; Silent: so is anybody."""
    seat = decision.storm.policy.ratifier
    if seat is None:
        raise Refused(3, ("not-the-ratifier", None))
    if state.holder(seat) is None:
        raise Refused(3, ("seat-unregistered", seat))
    if state.holder(seat) != act.actor:
        raise Refused(3, ("not-the-ratifier", seat))


def dead(state: State, point: str) -> list[Block]:
    """Why a point that does not wait and never was ratified cannot be."""
    it = state.points[point]
    if it.ratification == "ratified" or waiting(state, point):
        return []
    if it.state in FALLEN:
        return [("target-not-in-force", point)]
    return [("lapsed" if it.state == "lapsed" else "closed", point)]


def named_points(
    state: State, decision: Decision, named: list[str]
) -> tuple[list[str], list[Block]]:
    """The points of `--points` that wait, and what is wrong with the others."""
    chosen = list(order(state, (one for one in named if waiting(state, one))))
    blocks = [block for one in named for block in dead(state, one)]
    if not chosen and not blocks:
        raise Unchanged
    return chosen, blocks


def rest(state: State, decision: Decision) -> tuple[list[str], list[Block]]:
    """All that waits, without what an amendment is pending against, and its partners."""
    waits = [one for one in decision.points if waiting(state, one)]
    if not waits:
        if any(state.points[one].ratification == "ratified" for one in decision.points):
            raise Unchanged
        return [], [block for one in decision.points for block in dead(state, one)]
    out = set[str]()
    for one in waits:
        if amendments(state, one) or running(state, one):
            out |= partners(state, decision, one)
    chosen = [one for one in waits if one not in out]
    return chosen, [] if chosen else [(why(state, one), one) for one in sorted(out)]


def why(state: State, point: str) -> str:
    """Why a point is left out where none are named."""
    asked = running(state, point) and not amendments(state, point)
    return "ballot-open" if asked else "pending-amendment"


def standing(state: State, act: Act, decision: Decision, chosen: list[str]) -> Iterator[Block]:
    """Required seats on the live roster; an independent ratifier; targets."""
    storm = decision.storm
    for wanted, seats, _ in demands(storm.required, decision.excused):
        fine = [seat for seat in seats if state.holder(seat)]
        if len(fine) < wanted:
            yield from (("seat-unregistered", seat) for seat in seats if seat not in fine)
            if len(fine) == len(seats):
                yield "seat-unregistered", None  # there are not so many
    if storm.policy.independent and act.actor in hands(state, decision):
        yield "same-hand", storm.policy.ratifier
    effects = {one: state.points[one].effects for one in chosen}
    falling = felled(state, effects.items())
    yield from target_blocks(state, effects, falling, later=True)


def hands(state: State, decision: Decision) -> set[str]:
    """The proposer, and whose position was counted."""
    return {decision.storm.versions[-1].by, *map(state.whole, decision.voices.values())}


def split(state: State, decision: Decision, chosen: list[str]) -> list[Block]:
    """Points that displace one target together are ratified, refused or withdrawn together."""
    return [("split", one) for one in chosen if not partners(state, decision, one) <= set(chosen)]


def refusing(state: State, act: Act, decision: Decision, named: list[str]) -> list[str]:
    """A refusal needs only the ratifier, and is final."""
    reason = act.args["refuse"]
    wanted = named or [one for one in decision.points if waiting(state, one)] or decision.points
    chosen = [one for one in wanted if waiting(state, one)]
    others = [state.points[one] for one in wanted if one not in chosen]
    wrong = [one for one in others if (one.state, one.reason) != ("refused", reason)]
    refused = [one for one in others if one.ratification == "refused"]
    so = bool(refused) and not any(one in wrong for one in refused)
    if not chosen and (not wrong or (not named and so)):
        raise Unchanged  # Silent: of all points, where those that were refused were refused so
    blocks = guard(state, act, decision)
    for one in others:
        if one.ratification == "ratified":
            blocks.append(("already-ratified", one.id))
        else:
            blocks += dead(state, one.id)
    if named:
        blocks += split(state, decision, chosen)
    if blocks:
        raise Refused(3, *blocks)
    return list(order(state, chosen))
