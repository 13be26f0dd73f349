"""Instant run-off: a ballot counts for its top remaining option (policy.md, "Methods").

In each round the option with the fewest ballots is eliminated, until one has more than half of
the ballots that still count, or is alone. Where several have the fewest it is tied between them;
a casting vote for one of them eliminates the others. A ballot whose first rank is shared is
refused; one whose top remaining rank is shared later on counts for nobody until one of that rank
is left.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.options import Field
    from ledger.core.policy.pairwise import Vote


def fault(vote: Vote, size: int) -> str:
    """Why the method refuses a ballot, or nothing."""
    return "its first rank is shared" if vote and len(vote[0]) > 1 else ""


def count(keys: list[str], made: Field, casting: str | None) -> dict[str, Any]:
    """The winner, or those that are tied for elimination; scores are those of the last round."""
    left = dict.fromkeys(keys)
    piles: dict[str, list[tuple[Vote, int]]] = {key: [] for key in keys}
    waiting = _deal(list(made.votes.items()), left, piles)
    out: list[list[str]] = []
    while True:
        scores = {key: sum(times for _, times in piles[key]) for key in left}
        tied = _tied(scores)
        if len(tied) > 1 and casting in tied:
            tied = [key for key in tied if key != casting]
        elif len(tied) != 1 or len(left) == 1:
            break
        for key in tied:
            del left[key]
            waiting += piles.pop(key)
        out.insert(0, tied)
        waiting = _deal(waiting, left, piles)
    return _told(made.keys, scores, tied, out)


def _deal(
    ballots: list[tuple[Vote, int]],
    left: dict[str, None],
    piles: dict[str, list[tuple[Vote, int]]],
) -> list[tuple[Vote, int]]:
    """Puts each ballot on the pile of its top remaining option; returns those that have none."""
    waiting = []
    for ballot in ballots:
        top: list[str] = []
        for group in ballot[0]:
            top = [key for key in group if key in left]
            if top:
                break
        if len(top) == 1:
            piles[top[0]].append(ballot)
        else:
            waiting.append(ballot)
    return waiting


def _leads(scores: dict[str, int]) -> bool:
    return 2 * max(scores.values()) > sum(scores.values())


def _tied(scores: dict[str, int]) -> list[str]:
    """The options with the fewest ballots; nobody where one has more than half of all."""
    if not scores or (len(scores) > 1 and _leads(scores)):
        return []
    fewest = min(scores.values())
    return [key for key in scores if scores[key] == fewest]


def _told(
    keys: list[str], scores: dict[str, int], tied: list[str], out: list[list[str]]
) -> dict[str, Any]:
    most = max(scores.values(), default=0)
    winners = tied if tied else [key for key in scores if scores[key] == most]
    levels = sorted(set(scores.values()), reverse=True)
    ranking = [[key for key in scores if scores[key] == level] for level in levels]
    return {
        "ranking": ranking + out,
        "winners": winners if most else [],
        "scores": {**dict.fromkeys(keys, 0), **scores},
    }
