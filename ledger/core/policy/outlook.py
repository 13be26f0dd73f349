"""What a question of several options still needs, and whether it is certain.

Plurality and approval add up, so what the silent can do is known from the ends: a completion that
helps an option most gives it every silent ballot alone. Under schulze and irv `needs` speaks of
the quorum only, and nothing is certain before the end (policy.md, "Methods").
"""

from __future__ import annotations

from ledger.core.policy.measure import STANCES, everybody, first, least, pass_met, quorum_met, taken
from ledger.core.policy.options import outcome, rules_left

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.measure import Condition, Count
    from ledger.core.policy.needs import Floors
    from ledger.core.policy.options import Field

    Doc = dict[str, Any]

RANKED = ("schulze", "irv")


def _to(policy: Doc, made: Field, key: str | None, by: int) -> Field:
    """The field after so many of the silent, the registered first, gave one option their ballot."""
    woken = max(0, by - made.base["silent"] + made.base["idle"])
    return made.after(key, by, woken, policy["method"]["name"])


def _ends(policy: Doc, made: Field) -> list[Doc]:
    """The outcomes at the ends: nobody speaks, all silent blank, all for one option."""
    silent = made.base["silent"]
    fields = [settled(policy, made)] + [
        _to(policy, made, key, silent) for key in (None, *made.keys)
    ]
    return [outcome(policy, one, None) for one in fields]


def settled(policy: Doc, made: Field) -> Field:
    """The field once the window has passed: where there is one option beside the default, the
    silent count as the policy says."""
    counts = {"consents": True, "against": False}.get(policy["silence"])
    if counts is None or len(made.over) != 1:
        return made
    key = next(iter(made.over)) if counts else made.default
    return made.after(key, made.base["silent"], 0, policy["method"]["name"])


def final(policy: Doc, made: Field) -> bool:
    """Do all completions come to the same winner, or to none?"""
    if policy["method"]["name"] in RANKED:
        return False
    ends = _ends(policy, made)
    return all(
        (one["said"], one["winners"]) == (ends[0]["said"], ends[0]["winners"]) for one in ends
    ) or not any(one["passes"] or one["said"] == "decided" for one in ends)


def possible(policy: Doc, made: Field, count: Count) -> bool:
    """Is there a completion that passes, or that a casting vote would have to break? Under a
    ranked method: one that reaches the quorum."""
    if policy["method"]["name"] not in RANKED:
        casting = policy.get("tie", {}).get("how") == "casting"
        ends = _ends(policy, made)
        return any(one["passes"] or (casting and one["said"] == "tied") for one in ends)
    if policy.get("quorum", {}).get("of") == "over-default":
        return True
    return quorum_met(policy, count) or quorum_met(policy, everybody(count, "for"))


def needs(policy: Doc, made: Field, now: Doc, floors: Floors) -> dict[str, int]:
    """The least number of ballots that alone makes it pass: `for` for the option that lacks the
    fewest, `against` for the strongest other one, `abstain` blank; of each at least so many as the
    required seats ask (`stops.floors`)."""
    found = _needs(policy, made, now)
    if floors.get("for") == (0, 0):
        return found
    if now["passes"]:
        return {stance: low for stance, (low, _) in floors.items()}
    return {stance: max(by, floors[stance][0]) for stance, by in found.items() if stance in floors}


def _needs(policy: Doc, made: Field, now: Doc) -> dict[str, int]:
    if policy["method"]["name"] in RANKED:
        return _quorum(policy, made, now["count"])
    if now["passes"]:
        return {}
    silent = made.base["silent"]
    others = [key for key in made.keys if key != made.default]
    found = {}
    reach = [_for(policy, made, key, silent) for key in others]
    fewest = min((by for by in reach if by is not None), default=None)
    if fewest is not None:
        found["for"] = fewest
    if len(now["winners"]) == 1 or (now["said"] == "no-quorum" and others):
        ahead = sorted(others, key=lambda key: -made.firsts[key])
        leader = now["ranking"][0][0] if now["ranking"] else ahead[0]
        rival = next((key for key in ahead if key != leader), made.default)
        for stance, key in (("against", rival), ("abstain", None)):
            by = _beside(policy, made, leader, key, silent)
            if by is not None and (key is not None or stance == "abstain"):
                found[stance] = by
    return found


def _for(policy: Doc, made: Field, key: str, silent: int) -> int | None:
    def holds(by: int) -> bool:
        told = outcome(policy, _to(policy, made, key, by), None)
        return bool(told["passes"]) and told["winners"] == [key]

    return first(holds, 1, silent)


def _beside(policy: Doc, made: Field, leader: str, key: str | None, silent: int) -> int | None:
    """The least number of ballots for something else at which the leader passes."""

    def after(by: int) -> Doc:
        return outcome(policy, _to(policy, made, key, by), None)

    def condition(rule: Doc) -> Condition:
        return lambda by: pass_met(rule, after(by)["count"]), silent

    conditions: list[Condition] = [(lambda by: quorum_met(policy, after(by)["count"]), silent)]
    conditions += [condition(rule) for rule in rules_left(policy)]
    by = least(conditions, 1, silent)
    if by is None:
        return None
    told = after(by)
    return by if told["passes"] and told["winners"] == [leader] else None


def _quorum(policy: Doc, made: Field, count: Count) -> dict[str, int]:
    """How many more ballots of one kind reach the quorum."""
    if quorum_met(policy, count):
        return {}

    def reached(stance: str) -> int | None:
        registered = made.base["silent"] - made.base["idle"]

        def holds(by: int) -> bool:
            return quorum_met(policy, taken(count, stance, by, max(0, by - registered)))

        return first(holds, 1, made.base["silent"])

    found = {stance: reached(stance) for stance in STANCES}
    return {stance: by for stance, by in found.items() if by is not None}
