"""The program against the naive model (`model.py`): a state machine over all acts, on real ledgers.

Hypothesis draws a seed for each step; what is done is chosen from it (`machine_choices.py`), so
that most acts are meaningful. `machine.py` does them in both and compares everything.
"""

from __future__ import annotations

import shutil
from random import Random

import machine_ballots as ballots
import machine_choices as choices
import machine_more as more
import machine_stops as stops
import machine_windows as windows
import model_policies
from conftest import SOAK
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from machine import Pair

SEED = st.integers(0, 2**64 - 1)
MIDDLE = 25  # the step before which every face is looked at
WEIGHTS = {**choices.WEIGHTS, **more.WEIGHTS, **ballots.WEIGHTS, **stops.WEIGHTS, **windows.WEIGHTS}


class Machine(RuleBasedStateMachine):
    """Acts of every kind, most of them meaningful, some wrong on purpose."""

    def __init__(self) -> None:
        super().__init__()
        self.pair = Pair()
        self.steps = 0

    def chance(self, seed: int) -> Random:
        """A source of chance of its own for each step."""
        self.steps += 1
        return Random(f"{self.steps} {seed}")

    def teardown(self) -> None:
        """What holds at the end of every run."""
        try:
            self.pair.end()
        finally:
            shutil.rmtree(self.pair.folder)

    @initialize(seed=SEED)
    def start(self, seed: int) -> None:
        """The ledger's policy."""
        policy = self.chance(seed).choice(model_policies.POLICIES)
        self.pair.do("policy set", "warden", scope="ledger", policy=policy)

    @rule(seed=SEED)
    def step(self, seed: int) -> None:
        """One act, or time passes, or a brainstorm from its opening to `decide`."""
        chance = self.chance(seed)
        if self.steps == MIDDLE:
            self.pair.faces()
        (choose,) = chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
        if choose is choices.waits:
            self.pair.wait(choices.waits(chance))
        elif choose in (choices.adopts, ballots.rules, *stops.STORIES, *windows.STORIES):
            choose(chance, self.pair)
        else:
            kind, actor, args = choose(chance, self.pair.state)
            self.pair.do(kind, actor, **args)


TestMachine = Machine.TestCase
TestMachine.settings = settings(
    settings.default,
    max_examples=1000 if SOAK else 36,
    stateful_step_count=80 if SOAK else 50,
    suppress_health_check=list(HealthCheck),
    phases=list(Phase) if SOAK else [Phase.explicit, Phase.reuse, Phase.generate],
)
