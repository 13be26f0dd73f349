"""For or against one thing (policy.md, "What the words mean", tie; "Evaluation" 5 to 8).

Without a `pass` there must be more for than against. Under a default the two options are the
thing and the default: for is `X>default`, and what fails is dropped for the default.
"""

from __future__ import annotations

from ledger.core.policy import evaluate
from ledger.core.policy.measure import pass_met, quorum_met

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.measure import Count

    Doc = dict[str, Any]


def rules(policy: Doc) -> list[Doc]:
    """Every `pass`, and what the option itself needs."""
    own = [{"cmp": one["cmp"], "times": one["times"]} for one in policy.get("option", ())]
    return evaluate.rules(policy) + own


def count(policy: Doc, counted: Count, thing: str, casting: str | None) -> Doc:
    """The outcome on a count: `{said, winners, tied, dropped, passes}` (`options.outcome`); `said`
    is the verdict of the end. `thing` is the key of the option, where there is one."""
    default = policy.get("default")
    quorum = quorum_met(policy, counted)
    over = policy.get("quorum", {}).get("of") == "over-default" and default is not None
    failed = [rule for rule in rules(policy) if not pass_met(rule, counted)]
    made: Doc = {"passes": quorum and not failed, "winners": [], "tied": [], "dropped": []}
    if not quorum and not over:
        return {**made, "said": "no-quorum"}
    if default is not None and (not quorum or any("times" in rule for rule in failed)):
        reason = "majority" if quorum else "quorum"
        dropped = [{"option": thing, "reason": reason}]
        return {**made, "said": "decided", "winners": [default], "dropped": dropped}
    if not failed:
        return {**made, "said": "decided", "winners": [thing]}
    if counted["for"] == counted["against"] > 0:
        return {**made, **_tie(policy, thing, casting)}
    return {**made, "said": "rejected"}


def _tie(policy: Doc, thing: str, casting: str | None) -> Doc:
    how, default = policy["tie"]["how"], policy.get("default")
    other = default or "against"
    if how == "default":
        return {"said": "decided", "winners": [default], "tied": [thing, other]}
    if how != "casting":
        return {"said": "rejected", "tied": [thing, other]}
    if casting == thing:
        return {"said": "decided", "winners": [thing], "tied": [thing, other]}
    if casting == other:
        won = [default] if default else []
        return {"said": "decided" if won else "rejected", "winners": won, "tied": [thing, other]}
    return {"said": "tied", "winners": [thing, other], "tied": [thing, other]}
