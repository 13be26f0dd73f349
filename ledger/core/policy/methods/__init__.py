"""The voting methods, one a file (policy.md, "Methods"). To add one: a file, and a row below.

Each module but `yes_no` has `count(keys, field, casting)`: the `{ranking, winners, scores}` of the
options that remain; several winners are tied, and `scores` is what each option has for it. `fault`
says why a ballot is refused, or nothing.
"""

from __future__ import annotations

from ledger.core.policy.methods import approve, irv, plurality, schulze, yes_no

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

METHODS: dict[str, ModuleType] = {
    "yes-no": yes_no,
    "plurality": plurality,
    "approval": approve,
    "schulze": schulze,
    "irv": irv,
}
