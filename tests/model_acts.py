"""The naive model: all acts together, how each is judged and what it makes of the state."""

from __future__ import annotations

from collections.abc import Callable

import model_apply
import model_holds
import model_objections
import model_rules
from model import Act, State

JUDGE: dict[str, Callable[[State, Act], None]] = {
    **model_rules.JUDGE,
    **model_holds.JUDGE,
    **model_objections.JUDGE,
}
APPLY: dict[str, Callable[[State, Act, int], None]] = {
    **model_apply.APPLY,
    **model_holds.APPLY,
    **model_objections.APPLY,
}
