"""For every rule a change that breaks it, and the test that must turn red of it (`make mutants`).

`rules.md` says which of them hold which sentence of the contract.
"""

from __future__ import annotations

from mutants.acts import ACTS
from mutants.answers import ANSWERS
from mutants.effects import EFFECTS
from mutants.force import FORCE
from mutants.imports import IMPORTS
from mutants.others import OTHERS
from mutants.seats import SEATS
from mutants.targets import TARGETS
from mutants.waiting import WAITING
from mutants.who import WHO
from mutants.windows import LAPSED

MUTANTS = [
    *EFFECTS,
    *TARGETS,
    *WAITING,
    *FORCE,
    *IMPORTS,
    *ANSWERS,
    *ACTS,
    *WHO,
    *SEATS,
    *LAPSED,
    *OTHERS,
]
