"""The naive model: casting votes (`policy.md`, "Worked policies", and `tie`)."""

from __future__ import annotations

from collections.abc import Callable

import model_ballots
from model import Act, Refused, State, Word
from model_roster import voice
from model_verdict import verdict
from model_windows import over
from model_words import allowed, found, refuse, same


def casting(state: State, act: Act) -> None:
    """The seat that the policy names, whether or not it voted: only while it is tied."""
    if "." in act.args["id"]:
        model_ballots.casting(state, act)
        return
    found(state.storms, act.args["id"])
    storm, option = state.storms[act.args["id"]], act.args["option"]
    if option not in ("for", "against"):
        raise Refused(2)
    allowed(storm.policy.casting is not None)
    allowed(voice(state, [storm.policy.casting], act) is not None)
    same(bool(storm.votes) and storm.votes[-1].what == option)
    refuse(over(state, storm))
    allowed(verdict(state, storm) == "tied")


def cast(state: State, act: Act, seq: int) -> None:
    """It counts where the votes are equal."""
    if "." in act.args["id"]:
        model_ballots.apply_casting(state, act, seq)
        return
    storm = state.storms[act.args["id"]]
    storm.votes.append(Word(act.args["option"], storm.policy.casting, "", seq))


JUDGE: dict[str, Callable[[State, Act], None]] = {"casting-vote": casting}
APPLY: dict[str, Callable[[State, Act, int], None]] = {"casting-vote": cast}
