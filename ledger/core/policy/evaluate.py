"""Is a policy met? Exact, and with every reason (policy.md, "What the words mean", "Evaluation").

All comparisons are of integers, by cross-multiplication; nothing for a proposal never passes.

A `Count` is what has been cast on the current version: the roll is of size `n`, of it `present`
are registered; `for`, `against`, `abstain`; `silent` have not spoken. Recused seats are none of
these, and leave n as it is or lower it, as the policy says.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]
    Count = dict[str, int]


def _compare(cmp: str, left: int, right: int) -> bool:
    return left > right if cmp == ">" else left >= right


def reaches(cmp: str, value: int, amount: Doc, base: int) -> bool:
    """Does the value reach the amount, where a share is of `base` (policy.md, `amount`)?"""
    kind = amount["kind"]
    if kind == "count":
        return _compare(cmp, value, amount["n"])
    if kind == "ratio":
        return _compare(cmp, value * amount["d"], amount["n"] * base)
    if kind == "all":
        return _compare(cmp, value, base)
    if kind == "all-but":
        return _compare(cmp, value, base - amount["n"])
    return _compare(cmp, 4 * value * value, 9 * base)


def required(amount: Doc, base: int) -> str:
    """The amount as exact text: `3`, `2/3*5`, `3*sqrt(5)/2`."""
    kind = amount["kind"]
    if kind == "count":
        return str(amount["n"])
    if kind == "ratio":
        return f"{amount['n']}/{amount['d']}*{base}"
    if kind == "all":
        return str(base)
    if kind == "all-but":
        return str(base - amount["n"])
    return f"3*sqrt({base})/2"


def counted(count: Count, word: str) -> int:
    """What a word counts: the quorum's `of`, or the base of a `pass` (policy.md)."""
    if word == "electorate":
        return count["n"]
    if word == "electorate-abstain":
        return count["n"] - count["abstain"]
    if word == "present":
        return count["present"]
    if word == "for":
        return count["for"]
    if word == "for+abstain":
        return count["for"] + count["abstain"]
    if word == "decided":
        return count["for"] + count["against"]
    return count["for"] + count["against"] + count["abstain"]


def quorum_met(policy: Doc, count: Count) -> bool:
    """Step 5; true where the policy asks for none."""
    rule = policy.get("quorum")
    if rule is None:
        return True
    return reaches(rule["cmp"], counted(count, rule["of"]), rule["amount"], count["n"])


def pass_met(rule: Doc, count: Count) -> bool:
    """Step 7, one `pass` clause."""
    if count["for"] == 0:
        return False
    if "times" in rule:
        times, over = rule["times"]
        return _compare(rule["cmp"], count["for"] * over, times * count["against"])
    amount = rule["amount"]
    if rule["capped"] and amount["kind"] == "count" and amount["n"] > count["n"]:
        amount = {"kind": "count", "n": count["n"]}
    return reaches(rule["cmp"], count["for"], amount, counted(count, rule["of"]))


def passes(policy: Doc, count: Count) -> bool:
    """Do quorum and every `pass` hold on what has been cast?"""
    return quorum_met(policy, count) and all(pass_met(r, count) for r in rules(policy))


def rules(policy: Doc) -> list[Doc]:
    """The `pass` clauses; where only a method is named, that of yes-no: more for than against."""
    return policy.get("pass") or [{"cmp": ">", "times": [1, 1]}]


def more(count: Count, stance: str, by: int) -> Count:
    """The count after so many silent seats took that stance (and are there to take it)."""
    grown = dict(count)
    grown[stance] += by
    grown["silent"] -= by
    grown["present"] = min(count["n"], count["present"] + by)
    return grown


def possible(policy: Doc, count: Count) -> bool:
    """Can it still pass? Every clause is easiest when all the silent are for."""
    return passes(policy, more(count, "for", count["silent"]))


def final(policy: Doc, count: Count) -> bool:
    """Can no silent seat change it? Each clause is a line in what is still to come, so the
    extremes decide: nobody more, all against, all abstaining."""
    if not possible(policy, count):
        return True
    left = count["silent"]
    return passes(policy, count) and all(
        passes(policy, more(count, stance, left)) for stance in ("against", "abstain")
    )


def needs(policy: Doc, count: Count) -> Doc:
    """The least number of each stance that alone would make it pass; a stance that never can is
    absent (policy.md, `needs`)."""
    found: Doc = {}
    for stance in ("for", "against", "abstain"):
        for by in range(1, count["silent"] + 1):
            if passes(policy, more(count, stance, by)):
                found[stance] = by
                break
    return found


def verdict(policy: Doc, count: Count, blocked: bool, ended: bool) -> str:
    """The first step that ends it (policy.md, "Evaluation"); `blocked`: a required seat is
    missing or an objection stands."""
    if blocked:
        return "blocked"
    if not ended:
        if passes(policy, count):
            return "decided"
        return "open" if possible(policy, count) else "rejected"
    if not quorum_met(policy, count):
        return "no-quorum"
    return "decided" if passes(policy, count) else "rejected"


def in_words(rule: Doc, count: Count) -> str:
    """A `pass` clause with its figures: `1 for, needs > 1/2*3 of decided`."""
    if count["for"] == 0:
        return "0 for, and nothing for it never passes"
    if "times" in rule:
        times, over = rule["times"]
        ratio = f"{times}/{over}" if over != 1 else str(times)
        against = count["against"]
        return f"{count['for']} for, needs {rule['cmp']} {ratio} times {against} against"
    amount = required(rule["amount"], counted(count, rule["of"]))
    return f"{count['for']} for, needs {rule['cmp']} {amount} (of {rule['of']})"
