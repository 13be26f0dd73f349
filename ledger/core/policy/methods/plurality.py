"""Plurality counts first ranks; options that share a first rank have the ballot each.

A vote for an option that was dropped goes to no other: nothing is transferred.
"""

from __future__ import annotations

from ledger.core.policy.pairwise import grouped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.options import Field
    from ledger.core.policy.pairwise import Vote


def fault(vote: Vote, size: int) -> str:
    """Why the method refuses a ballot: it never does."""
    return ""


def count(keys: list[str], made: Field, casting: str | None) -> dict[str, Any]:
    """The options by first ranks; none wins without a vote (policy.md, "Methods")."""
    ranking = grouped(keys, {key: -made.firsts[key] for key in keys})
    winners = [key for key in ranking[0] if made.firsts[key]] if ranking else []
    return {"ranking": ranking, "winners": winners, "scores": made.firsts}
