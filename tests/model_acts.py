"""The naive model: every act, with its rules and what it makes of the state."""

from __future__ import annotations

from collections.abc import Callable

import model_apply
import model_ballot_ratify
import model_ballots
import model_casting
import model_holds
import model_items
import model_objections
import model_rules
import model_same_hand
from model import Act, State

JUDGE: dict[str, Callable[[State, Act], None]] = {
    **model_rules.JUDGE,
    **model_items.JUDGE,
    **model_same_hand.JUDGE,
    **model_ballots.JUDGE,
    **model_ballot_ratify.JUDGE,
    **model_holds.JUDGE,
    **model_objections.JUDGE,
    **model_casting.JUDGE,
}
APPLY: dict[str, Callable[[State, Act, int], None]] = {
    **model_apply.APPLY,
    **model_items.APPLY,
    **model_same_hand.APPLY,
    **model_ballots.APPLY,
    **model_ballot_ratify.APPLY,
    **model_holds.APPLY,
    **model_objections.APPLY,
    **model_casting.APPLY,
}
