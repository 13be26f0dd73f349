"""How many ballots prefer one option to another (policy.md, "Methods").

A vote is the groups of a rank, best first, each a tuple of options: `B>A=C` is
`(("B",), ("A", "C"))`; a blank ballot is `()`. The counts of one option against all others are
lanes of one integer, so that a ballot adds a row at once and nothing is compared pair by pair.

>>> matrix(["A", "B", "C"], {(("B",), ("A",)): 2}, "last")
{'A': {'B': 0, 'C': 2}, 'B': {'A': 2, 'C': 2}, 'C': {'A': 0, 'B': 0}}
>>> matrix(["A", "B", "C"], {(("B",), ("A",)): 2}, "no-opinion")["B"]
{'A': 2, 'C': 0}
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    Vote = tuple[tuple[str, ...], ...]
    Votes = dict[Vote, int]
    Beats = dict[str, dict[str, int]]


def matrix(keys: list[str], votes: Votes, unranked: str | None) -> Beats:
    """`beats[A][B]`: the ballots that prefer A to B. Unranked options stand below all ranked, equal
    among themselves; under `no-opinion` a pair counts only where both are ranked."""
    width = sum(votes.values()).bit_length() + 1
    lanes = {key: 1 << (place * width) for place, key in enumerate(keys)}
    rows = dict.fromkeys(keys, 0)
    every = sum(lanes.values())
    known = unranked == "no-opinion"
    for vote, times in votes.items():
        below = sum(lanes[key] for group in vote for key in group) if known else every
        for group in vote:
            for key in group:
                below -= lanes[key]
            row = below if times == 1 else below * times
            for key in group:
                rows[key] += row
    return {key: _row(rows[key], keys, key, width) for key in keys}


def _row(row: int, keys: list[str], own: str, width: int) -> dict[str, int]:
    mask = (1 << width) - 1
    found = {}
    for key in keys:
        if key != own:
            found[key] = row & mask
        row >>= width
    return found


def firsts(keys: list[str], votes: Votes) -> dict[str, int]:
    """The ballots that have an option in their first rank."""
    found = dict.fromkeys(keys, 0)
    for vote, times in votes.items():
        if vote:
            for key in vote[0]:
                found[key] += times
    return found


def grouped(keys: list[str], figures: dict[str, int]) -> list[list[str]]:
    """The options by their figure, the least first, those of one figure together."""
    found: dict[int, list[str]] = {}
    for key in keys:
        found.setdefault(figures[key], []).append(key)
    return [found[figure] for figure in sorted(found)]
