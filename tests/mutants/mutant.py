"""One rule, broken."""

from __future__ import annotations

from typing import NamedTuple


class Mutant(NamedTuple):
    """In `ledger/`, `old` becomes `new`, by which the rule is broken; `test`, in `tests/`, must
    fail of it."""

    rule: str
    file: str
    old: str
    new: str
    test: str
