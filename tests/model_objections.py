"""The naive model: raising and clearing objections; excusing seats (`policy.md`, `veto`)."""

from __future__ import annotations

from collections.abc import Callable

import model_ballots
from model import Act, Block, Refused, State, Word
from model_heard import excused, objected, standing
from model_points import waiting
from model_policy import members
from model_roster import steward, voice
from model_rules import may_be_heard, roll, speaker
from model_windows import over
from model_words import allowed, found, refuse, same


def concern(state: State, act: Act) -> None:
    """A registered seat of the electorate, beside any stance, where the policy has
    `veto concern`."""
    found(state.storms, act.args["id"])
    storm = state.storms[act.args["id"]]
    seat = act.args["speaks"] = speaker(state, storm, act)
    mine = [one for one in standing(storm) if (one.what, one.seat) == ("concern", seat)]
    # Silent: whatever version `--on` names
    same(any(one.reason == act.args["reason"] for one in mine))
    refuse(over(state, storm, "concern"))
    current, on = len(storm.versions), act.args.get("on")
    refuse([] if current else [("no-proposal", None)])
    blocks: list[Block] = [] if on in (None, current) else [("text-changed", None)]
    blocks += may_be_heard(state, storm, act)
    reopens = storm.policy.final is not None and storm.policy.reopened_by == "concern"
    if storm.policy.veto != "concern" and not reopens:
        blocks.append(("not-allowed", None))
    refuse(blocks)


def clear(state: State, act: Act) -> None:
    """Whom the policy names: the seat that objected, or any of the electorate."""
    found(state.storms, act.args["id"])
    storm, whose = state.storms[act.args["id"]], act.args["whose"]
    if not objected(storm, whose):
        raise Refused(4)
    may = roll(state, storm) if storm.policy.cleared_by == "any" else [whose]
    allowed(voice(state, may, act) is not None)
    same(not any(one.seat == whose for one in standing(storm)))
    refuse(over(state, storm))


def excuse(state: State, act: Act) -> None:
    """The ratifier, or without one a steward, for a brainstorm that is open or a decision that
    waits."""
    ident, seat = act.args["id"], act.args["whose"]
    if ident in state.ballots:
        model_ballots.excuse(state, act)
        return
    found({**state.storms, **state.decisions}, ident)
    decision = state.decisions.get(ident)
    storm = decision.storm if decision else state.storms[ident]
    seats = decision.seats if decision else [*storm.seats, *members(state, storm)]
    found({*seats, *(one for _, seats, _ in storm.required for one in seats)}, seat)
    ratifier = storm.policy.ratifier
    if ratifier:
        allowed(voice(state, [ratifier], act) is not None)
    else:
        steward(state, act.actor)
    same(seat in (decision.excused if decision else excused(storm)))
    if decision:
        waits = any(waiting(state, one) for one in decision.points)
        refuse([] if waits else [("closed", None)])
    else:
        refuse(over(state, storm))


def let_off(state: State, act: Act, seq: int) -> None:
    """A seat is excused, from a brainstorm with its decision or from a decision."""
    ident, seat = act.args["id"], act.args["whose"]
    if ident in state.ballots:
        model_ballots.let_off(state, act, seq)
    elif ident in state.decisions:
        state.decisions[ident].excused.add(seat)
    else:
        state.storms[ident].words.append(Word("excuse", seat, act.args["reason"], seq))


def raised(state: State, act: Act, seq: int) -> None:
    """A concern stands."""
    said = Word("concern", act.args["speaks"], act.args["reason"], seq)
    state.storms[act.args["id"]].words.append(said)


def cleared(state: State, act: Act, seq: int) -> None:
    """No objection of the seat stands any more."""
    said = Word("clear", act.args["whose"], act.args["reason"], seq)
    state.storms[act.args["id"]].words.append(said)


JUDGE: dict[str, Callable[[State, Act], None]] = {
    "concern": concern,
    "clear": clear,
    "seat excuse": excuse,
}
APPLY: dict[str, Callable[[State, Act, int], None]] = {
    "concern": raised,
    "clear": cleared,
    "seat excuse": let_off,
}
