"""What a yes-no vote still needs, and whether it is certain (policy.md, "Evaluation").

A *completion* gives each silent seat one of the stances for, against and abstain, or leaves it
silent; one that is not registered registers to speak. Cast positions and the roll stand as they
are; a recusal is not cast, and is no completion. Every clause holds on one range of numbers of one
stance, which is what makes it quick: no seat and no combination is walked through.

>>> from ledger.core.policy.grammar import parse
>>> policy = parse("together bin").policy
>>> count = {"n": 3, "present": 3, "for": 1, "against": 0, "abstain": 0, "silent": 2, "idle": 0}
>>> needs(policy, policy["pass"], count), final(policy, policy["pass"], count)
({'for': 2}, False)
"""

from __future__ import annotations

from ledger.core.policy.measure import (
    STANCES,
    everybody,
    first,
    least,
    pass_met,
    passes,
    quorum_met,
    taken,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.measure import Condition, Count

    Doc = dict[str, Any]


# The fewest that must take any stance, and how many of those are not registered.
Floors = dict[str, tuple[int, int]]
NONE: Floors = dict.fromkeys(STANCES, (0, 0))


def needs(policy: Doc, rules: list[Doc], count: Count, floors: Floors = NONE) -> dict[str, int]:
    """The least number of silent seats of each stance that alone makes it pass, at least so many
    as the required seats ask (`stops.floors`); a stance that never can is absent, and nothing is
    needed where it passes already."""
    if passes(policy, rules, count) and floors.get("for") == (0, 0):
        return {}
    found = {
        stance: _least(policy, rules, count, stance, *floors[stance])
        for stance in STANCES
        if stance in floors
    }
    return {stance: by for stance, by in found.items() if by is not None}


def _least(
    policy: Doc, rules: list[Doc], count: Count, stance: str, low: int = 0, idle: int = 0
) -> int | None:
    quorum = policy.get("quorum", {})
    woken: int | None = 0
    if quorum.get("of") == "present":
        woken = first(lambda m: _awake(policy, count, m), 0, count["idle"])
    if woken is None:
        return None
    awake = max(woken, idle)
    peak = count["silent"] - count["idle"] + awake

    def after(by: int) -> Count:
        return taken(count, stance, by, max(awake, by - peak + awake))

    def condition(rule: Doc) -> Condition:
        # More than all that are present: with each seat that registers the base outruns the votes.
        amount = rule.get("amount", {})
        outrun = rule.get("of") == "present" and amount["kind"] == "ratio"
        outrun = outrun and amount["n"] > amount["d"]
        return lambda by: pass_met(rule, after(by)), peak if outrun else count["silent"]

    conditions: list[Condition] = [(lambda by: quorum_met(policy, after(by)), count["silent"])]
    conditions += [condition(rule) for rule in rules]
    return least(conditions, max(1, low, awake + low - idle), count["silent"])


def _awake(policy: Doc, count: Count, woken: int) -> bool:
    return quorum_met(policy, {**count, "present": count["present"] + woken})


def settled(policy: Doc, count: Count) -> Count:
    """The count once the window has passed: the silent count as the policy says."""
    stance = {"consents": "for", "against": "against"}.get(policy["silence"])
    if stance is None:
        return count
    return {**taken(count, stance, count["silent"], 0), "idle": 0}


def possible(policy: Doc, rules: list[Doc], count: Count) -> bool:
    """Is there a completion that passes? For is what helps most, whatever the clauses."""
    if passes(policy, rules, count) or passes(policy, rules, settled(policy, count)):
        return True
    if passes(policy, rules, everybody(count, "for")):
        return True
    return _least(policy, rules, count, "for") is not None


def tie(policy: Doc, count: Count) -> bool:
    """Is there a completion that a casting vote would have to break? The quorum is reached best
    with as many for as there can be, or else with as many abstaining."""
    if policy.get("tie", {}).get("how") != "casting":
        return False
    spare = count["silent"] - abs(count["for"] - count["against"])
    level = max(count["for"], count["against"])
    for pairs in (spare // 2, 0 if level else 1):
        even = level + pairs
        if spare >= 2 * pairs >= 0 < even:
            made = {**everybody(count, "abstain"), "for": even, "against": even}
            made["abstain"] = count["abstain"] + spare - 2 * pairs
            if quorum_met(policy, made):
                return True
    return False


def final(policy: Doc, rules: list[Doc], count: Count) -> bool:
    """Do all completions come to the same? Each clause is worst met at one of the ends: nobody
    more, all against, all abstaining. Whoever can make a tie can unmake it."""
    if not possible(policy, rules, count):
        return not count["silent"] or not tie(policy, count)
    ends = [settled(policy, count), everybody(count, "against"), everybody(count, "abstain")]
    return all(passes(policy, rules, end) for end in ends)
