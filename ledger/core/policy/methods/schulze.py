"""Schulze's method by winning votes (policy.md, "Methods").

The link from A to B is as strong as the ballots that prefer A to B, where these are strictly more
than the reverse, else 0; a path is as strong as its weakest link. B is defeated by A where the
strongest path from A to B is stronger than the one back. The ranking is by fewest defeats, and
who has none wins.

>>> beats = {"X": {"Y": 63, "Z": 41}, "Y": {"X": 33, "Z": 74}, "Z": {"X": 55, "Y": 22}}
>>> paths(["X", "Y", "Z"], beats)
[[0, 63, 63], [55, 0, 74], [55, 55, 0]]
"""

from __future__ import annotations

from ledger.core.policy.methods.plurality import fault
from ledger.core.policy.pairwise import grouped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.options import Field
    from ledger.core.policy.pairwise import Beats

__all__ = ["count", "fault", "paths"]


def paths(keys: list[str], beats: Beats) -> list[list[int]]:
    """The strength of the strongest path between each two options, by their places in `keys`."""
    strong = [
        [
            beats[one][other] if one != other and beats[one][other] > beats[other][one] else 0
            for other in keys
        ]
        for one in keys
    ]
    for through, onward in enumerate(strong):
        for one, row in enumerate(strong):
            reach = row[through]
            if not reach or one == through:
                continue
            strong[one] = [
                direct if direct >= reach or direct >= after else min(reach, after)
                for direct, after in zip(row, onward, strict=True)
            ]
            strong[one][one] = 0
    return strong


def count(keys: list[str], made: Field, casting: str | None) -> dict[str, Any]:
    """The options by fewest beatpath defeats, and those that have none."""
    strong = paths(keys, made.beats)
    places = range(len(keys))
    defeats = {
        key: sum(strong[other][own] > strong[own][other] for other in places)
        for own, key in enumerate(keys)
    }
    winners = [key for key in keys if not defeats[key]]
    return {"ranking": grouped(keys, defeats), "winners": winners, "scores": made.firsts}
