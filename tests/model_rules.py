"""The naive model: for each act who may, the same again, and all other rules.

The order of the answers is: usage and not found; who may; the same again; all other rules. What a
rule finds out (the seat that speaks, the points meant) it writes into the act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from model import Act, Block, Effect, Refused, State, Storm
from model_heard import stays
from model_points import as_typed, contradictions, felled, meant, read, target_blocks
from model_policy import Policy, count, members
from model_ratify import ratify
from model_roster import (
    body_add,
    lost_by,
    register,
    renew,
    retire,
    seat_add,
    steward,
    unregister,
    voice,
)
from model_verdict import decide_blocks, running
from model_windows import over
from model_words import allowed, found, refuse, same


def policy_set(state: State, act: Act) -> None:
    """Policies are the steward's."""
    scope = act.args["scope"]
    if scope in ("EVO-1", "EVO-2", "EVO-3", "EVO-9"):
        found(state.items, scope)
    policy: Policy = act.args["policy"]
    named_well(state, policy)
    steward(state, act.actor)
    same(state.policies.get(scope) == policy)


def named_well(state: State, policy: Policy) -> None:
    """Exit 2: an unknown body or seat. Silent: a ratifier that is retired, too."""
    names = [*policy.electorate, *(n for _, ns, _ in policy.require for n in ns)]
    if any(name not in state.bodies and name not in state.seats for name in names):
        raise Refused(2)
    if policy.ratifier and state.seats[policy.ratifier].retired:
        raise Refused(2)


def storm_open(state: State, act: Act) -> None:
    """Any actor, under the set policy; another is a steward's, or anybody's where none is set."""
    found(state.items, *act.args["items"])
    own = act.args.get("policy")
    policies = [state.policy_for(key) for key in act.args["items"]]
    if own is None and any(one != policies[0] for one in policies):
        raise Refused(2)
    blocks: list[Block] = []
    lives = own or policies[0]
    deadline = act.args.get("deadline")
    if deadline is not None and ((lives and lives.open) or deadline <= act.at):
        raise Refused(2)
    if own is not None:
        named_well(state, own)
    if own is not None and any(one not in (None, own) for one in policies):
        steward(state, act.actor)
    if own is None and policies[0] is None:
        blocks.append(("no-policy", None))
    if any(state.items[key].closed for key in act.args["items"]):
        blocks.append(("closed", None))
    refuse(blocks)


def storm_say(state: State, act: Act) -> None:
    """Any actor, while it is open."""
    found(state.storms, act.args["id"])
    refuse(over(state, state.storms[act.args["id"]]))


def roll(state: State, storm: Storm) -> list[str]:
    """The seats of the electorate."""
    return members(state, storm)


def voices(state: State, storm: Storm) -> set[str]:
    """The actors that hold a seat of the electorate."""
    return {actor for seat in roll(state, storm) if (actor := state.holder(seat))}


def deciders(state: State, storm: Storm, actor: str) -> None:
    """A registered seat of the electorate, the opener, or the ratifier."""
    ratifier = storm.policy.ratifier
    rules = ratifier is not None and state.holder(ratifier) == actor
    if actor == storm.opener or rules or actor in voices(state, storm):
        return
    refuse(lost_by(state, [*roll(state, storm), *([ratifier] if ratifier else [])], actor))
    allowed(False)


def storm_close(state: State, act: Act) -> None:
    """Without decision: whoever may decide. Withdrawn: by its opener or the ratifier."""
    found(state.storms, act.args["id"])
    storm = state.storms[act.args["id"]]
    ratifier = storm.policy.ratifier
    rules = ratifier is not None and state.holder(ratifier) == act.actor
    if act.args["withdraw"]:
        if act.actor != storm.opener and not rules:
            refuse(lost_by(state, [ratifier] if ratifier else [], act.actor))
            allowed(False)
    else:
        deciders(state, storm, act.actor)
    same(storm.state == ("withdrawn" if act.args["withdraw"] else "closed"))
    refuse(over(state, storm))
    refuse([] if act.args["withdraw"] else running(state, storm))


def propose(state: State, act: Act) -> None:
    """A new version: who may decide may propose."""
    contradictions(as_typed(act.args["draft"]))
    found(state.storms, act.args["id"])
    if any(seat not in state.seats for seat, _ in act.args.get("holds", {}).values()):
        raise Refused(2)  # Silent: not exit 4
    points = read(state, act.args["draft"])
    contradictions(points)  # Silent: one that comes of an expansion is found before who may
    storm = state.storms[act.args["id"]]
    deciders(state, storm, act.actor)
    now = storm.versions[-1] if storm.versions else None
    actions, holds = tuple(act.args.get("actions", ())), act.args.get("holds", {})
    typed = (act.args["title"], act.args["draft"], actions, holds)
    same(now is not None and (now.by, now.typed) == (act.actor, typed))
    blocks = over(state, storm, "propose")
    blocks += target_blocks(state, points, felled(state, points.items()), later=False)
    refuse(blocks)


def position(state: State, act: Act) -> None:
    """A registered seat of the electorate speaks, on the current version."""
    found(state.storms, act.args["id"])
    storm = state.storms[act.args["id"]]
    seat = act.args["speaks"] = speaker(state, storm, act)
    last = stays(state, storm).get(seat)
    current, on = len(storm.versions), act.args.get("on")
    wanted = [current, act.actor, *map(act.args.get, ("stance", "reason", "dissent"))]
    if last is not None and on in (None, current):
        same([last.on, last.actor, last.stance, last.reason, last.dissent or None] == wanted)
    refuse(over(state, storm, act.args["stance"]))
    refuse([] if current else [("no-proposal", None)])
    blocks: list[Block] = []
    if (on is not None and on != current) or (
        on is None and act.args["stance"] == "for" and current > 1
    ):
        blocks.append(("text-changed", None))
    blocks += may_be_heard(state, storm, act)
    if storm.policy.revote == "refuse" and last is not None and last.on == current:
        blocks.append(("already-cast", seat))
    refuse(blocks)


def may_be_heard(state: State, storm: Storm, act: Act) -> Iterator[Block]:
    """One actor speaks once; a seat that the policy recuses does not."""
    seat = act.args["speaks"]
    counted = count(state, storm).counted.values()
    if any(one.actor == act.actor and one.seat != seat for one in counted):
        yield "same-hand", seat
    if seat in storm.policy.recuse:
        yield "not-allowed", seat


def speaker(state: State, storm: Storm, act: Act) -> str:
    """The seat of the electorate that speaks."""
    seat = voice(state, roll(state, storm), act)
    allowed(seat is not None, "not-in-electorate")
    return seat or ""


def decide(state: State, act: Act) -> None:
    """Adopts the current version, where the policy is met."""
    found(state.storms, act.args["id"])
    storm = state.storms[act.args["id"]]
    deciders(state, storm, act.actor)
    same(storm.state == "adopted")
    refuse(over(state, storm))
    refuse([] if storm.versions else [("no-proposal", None)])
    blocks = decide_blocks(state, storm)
    points = storm.versions[-1].points
    falling = felled(state, points.items())
    if any(changed(state, one, falling) for effects in points.values() for one in effects):
        blocks.append(("text-changed", None))
    else:
        blocks += target_blocks(state, points, falling, later=True)
    refuse(blocks)


def changed(state: State, effect: Effect, falling: set[str]) -> bool:
    """Does a decision among the targets mean other points than when it was proposed?"""
    if effect.taken or all("." in one for one in effect.named):
        return False
    return meant(state, effect.verb, effect.named, falling) != effect


JUDGE: dict[str, Callable[[State, Act], None]] = {
    "body add": body_add,
    "seat add": seat_add,
    "seat register": register,
    "seat renew": renew,
    "seat unregister": unregister,
    "seat retire": retire,
    "policy set": policy_set,
    "brainstorm open": storm_open,
    "brainstorm close": storm_close,
    "brainstorm say": storm_say,
    "propose": propose,
    "position": position,
    "decide": decide,
    "ratify": ratify,
    "report": ratify,
}
