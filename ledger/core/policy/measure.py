"""Does a count meet the clauses of a policy? (policy.md, "What the words mean")

A `Count` is that of `evaluate.py` with one more key: `{n, present, for, against, abstain, silent,
idle}`, where `idle` of the silent are not registered, so that each of them that speaks is one more
present. All comparisons are of integers.

>>> from ledger.core.policy.grammar import parse
>>> root = parse("electorate e; quorum >= 3*sqrt(n)/2 of for; method yes-no").policy
>>> count = {"n": 1000, "present": 1000, "against": 0, "abstain": 0, "silent": 0, "idle": 0}
>>> [quorum_met(root, {**count, "for": votes}) for votes in (47, 48)]
[False, True]
"""

from __future__ import annotations

from ledger.core.policy import evaluate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Doc = dict[str, Any]
    Count = dict[str, int]
    # A condition on how many more speak, and up to where it can only become true.
    Condition = tuple[Callable[[int], bool], int]

STANCES = ("for", "against", "abstain")


def counted(count: Count, word: str) -> int:
    """What the word after `of` counts; `over-default` is what stands for one option."""
    return evaluate.counted(count, "for" if word == "over-default" else word)


def quorum_met(policy: Doc, count: Count) -> bool:
    """Step 5; true where the policy asks for none."""
    rule = policy.get("quorum")
    if rule is None:
        return True
    return evaluate.reaches(rule["cmp"], counted(count, rule["of"]), rule["amount"], count["n"])


def pass_met(rule: Doc, count: Count) -> bool:
    """Step 7, one `pass`; nothing for it never passes, and `capped` makes an amount above n, of
    whatever kind, n."""
    if evaluate.pass_met(rule, count):
        return True
    if count["for"] == 0 or not rule.get("capped"):
        return False
    base, n = counted(count, rule["of"]), count["n"]
    above = not evaluate.reaches(">=", n, rule["amount"], base)
    return above and (count["for"] > n or (count["for"] == n and rule["cmp"] == ">="))


def passes(policy: Doc, rules: list[Doc], count: Count) -> bool:
    """Do the quorum and those `pass` rules hold on the count?"""
    return quorum_met(policy, count) and all(pass_met(rule, count) for rule in rules)


def taken(count: Count, stance: str, by: int, woken: int) -> Count:
    """The count after so many silent seats took a stance, `woken` of which registered for it."""
    grown = dict(count)
    grown[stance] += by
    grown["silent"] -= by
    grown["present"] += woken
    grown["idle"] -= woken
    return grown


def everybody(count: Count, stance: str) -> Count:
    """The count after all the silent took a stance."""
    return taken(count, stance, count["silent"], count["idle"])


def first(condition: Callable[[int], bool], low: int, high: int) -> int | None:
    """The least number from low to high at which a condition holds that, once it holds, holds up
    to there, or that holds at low or nowhere; None where there is none. By halving."""
    if low > high:
        return None
    if condition(low):
        return low
    if not condition(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if condition(middle):
            high = middle
        else:
            low = middle
    return high


def least(conditions: list[Condition], low: int, high: int) -> int | None:
    """The least number from low to high at which all the conditions hold. Each holds on one range
    of numbers: so the latest of their beginnings is the answer, or there is none."""
    found = low
    for condition, peak in conditions:
        start = first(condition, low, min(max(low, peak), high))
        if start is None:
            return None
        found = max(found, start)
    return found if found <= high and all(holds(found) for holds, _ in conditions) else None
