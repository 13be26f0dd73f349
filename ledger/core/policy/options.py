"""Steps 5 to 8 where there are several options: quorum, the default, the method, ties.

A `Field` is what was cast, in numbers: the options in order, `beats`, for each option the ballots
that prefer it to the default and the reverse (`over`), and those that have it first (`firsts`; of
an approval ballot those that approve of it).

What is for an option is, under a default, the ballots that prefer it to the default, and against
it the reverse; without one, for it is what the method counts for it (first ranks, approvals, the
ballots of IRV's last round), and against it is every other ballot that is not blank.
"""

from __future__ import annotations

from ledger.core.policy.measure import counted, pass_met, quorum_met
from ledger.core.policy.methods import METHODS
from ledger.core.policy.pairwise import firsts, matrix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.measure import Count
    from ledger.core.policy.pairwise import Beats, Vote, Votes
    from ledger.core.policy.roll import Roll

    Doc = dict[str, Any]


class Field:
    """What was cast on the options of a question (the module's docstring)."""

    __slots__ = ("base", "beats", "blank", "cast", "default", "firsts", "keys", "over", "votes")

    def __init__(
        self, keys: list[str], default: str | None, beats: Beats, votes: Votes, base: Count
    ) -> None:
        self.keys = keys
        self.default = default
        self.beats = beats
        self.votes = votes
        self.base = base
        self.cast = sum(votes.values())
        self.blank = votes.get((), 0)
        self.firsts = firsts(keys, votes)
        self.over: dict[str, tuple[int, int]] = {}
        if default is not None:
            self.over = {
                key: (beats[key][default], beats[default][key]) for key in keys if key != default
            }

    def after(self, key: str | None, by: int, woken: int, method: str) -> Field:
        """The field after so many silent seats gave their ballot to one option alone (a rank puts
        the default next), or a blank one; `woken` of them registered for it."""
        made = Field(self.keys, None, self.beats, {}, dict(self.base))
        made.default, made.votes = self.default, self.votes
        made.cast, made.blank = self.cast + by, self.blank + (by if key is None else 0)
        made.firsts, made.over = dict(self.firsts), dict(self.over)
        made.base["silent"] -= by
        made.base["idle"] -= woken
        made.base["present"] += woken
        if key is None:
            return made
        made.firsts[key] += by
        for other, (ahead, behind) in self.over.items():
            if other == key:
                made.over[other] = (ahead + by, behind)
            elif method != "approval" or key == self.default:
                made.over[other] = (ahead, behind + by)
        return made

    def count(self, key: str, scores: dict[str, int]) -> Count:
        """What stands for and against an option."""
        if key in self.over:
            ahead, behind = self.over[key]
        else:
            ahead = scores[key]
            behind = self.cast - self.blank - ahead
        rest = self.cast - ahead - behind
        return {**self.base, "for": ahead, "against": behind, "abstain": rest}


def field(policy: Doc, keys: list[str], roll: Roll, votes: Votes) -> Field:
    """The field of a roll's votes, or of these and some of its silent seats' besides."""
    beats = matrix(keys, votes, policy["method"]["unranked"])
    silent = roll.silent + roll.cast - sum(votes.values())
    base = {"n": roll.n, "present": roll.present, "silent": silent, "idle": min(roll.idle, silent)}
    return Field(keys, policy.get("default"), beats, votes, base)


def times_of(policy: Doc, key: str) -> list[Doc]:
    """The majorities that an option must have against the default."""
    own = [one for one in policy.get("option", ()) if one["name"] == key]
    return [rule for rule in [*policy.get("pass", ()), *own] if "times" in rule]


def dropped(policy: Doc, made: Field) -> list[Doc]:
    """Step 6: `{option, reason}` of those that do not hold against the default: too few prefer
    them at all (`quorum`), or too few against those who do not (`majority`)."""
    found = []
    over = policy.get("quorum", {}).get("of") == "over-default"
    for key in made.over:
        count = made.count(key, {})
        if over and not quorum_met(policy, count):
            found.append({"option": key, "reason": "quorum"})
        elif not all(pass_met(rule, count) for rule in times_of(policy, key)):
            found.append({"option": key, "reason": "majority"})
    return found


def rules_left(policy: Doc) -> list[Doc]:
    """The `pass` clauses that the winner must still meet once the default is dealt with."""
    rules: list[Doc] = policy.get("pass", [])
    return [rule for rule in rules if "times" not in rule] if "default" in policy else rules


def lead(policy: Doc, made: Field, counts: Doc) -> str | None:
    """The option whose figures are shown: the winner, or else the one with the most for it."""
    first = counts["winners"][0] if len(counts["winners"]) == 1 else None
    if first is not None and first != made.default:
        return str(first)
    others = [key for key in made.keys if key != made.default]
    ahead = {key: made.count(key, counts["scores"])["for"] for key in others}
    return max(others, key=lambda key: ahead[key], default=None)


def outcome(policy: Doc, made: Field, casting: str | None) -> Doc:
    """`{said, passes, winners, tied, dropped, ranking, count, failed}`: `said` is the verdict of
    the end; `count` are the figures of the leading option, `failed` the `pass` rules not met."""
    if policy.get("tie", {}).get("how") != "casting":
        casting = None
    out = dropped(policy, made)
    gone = {one["option"] for one in out}
    left = [key for key in made.keys if key not in gone]
    method = METHODS[policy["method"]["name"]]
    counts = _method(method.count(left, made, casting), made, left, method)
    shown = lead(policy, made, counts)
    count = made.count(shown, counts["scores"]) if shown else _nothing(made)
    over = policy.get("quorum", {}).get("of") == "over-default" and made.default is not None
    quorum = over or quorum_met(policy, count)
    winners = counts["winners"]
    told = {"dropped": out, "ranking": counts["ranking"], "count": count, "winners": winners}
    failed = [rule for rule in rules_left(policy) if not pass_met(rule, count)]
    alone = len(winners) == 1 and winners[0] != made.default
    told.update(tied=winners if len(winners) > 1 else [], failed=failed if winners else [])
    told["passes"] = quorum and alone and not failed
    return {**told, **_said(policy, made, told, quorum, casting)}


def _method(counts: Doc, made: Field, left: list[str], method: Any) -> Doc:
    if left == [made.default]:  # whatever it got: there is nothing else
        counts["winners"] = left
    elif made.cast == made.blank and made.default is None:
        counts["winners"] = []  # nothing for it never passes
    return counts


def _nothing(made: Field) -> Count:
    return {**made.base, "for": 0, "against": 0, "abstain": made.cast}


def _said(policy: Doc, made: Field, told: Doc, quorum: bool, casting: str | None) -> Doc:
    winners = told["winners"]
    if not quorum:
        return {"said": "no-quorum", "winners": []}
    if winners == [made.default]:
        return {"said": "decided"}
    if not winners or (len(winners) == 1 and told["failed"]):
        return {"said": "rejected", "winners": []}
    if len(winners) == 1:
        return {"said": "decided"}
    how = policy.get("tie", {}).get("how")
    if how == "reject":
        return {"said": "rejected", "winners": []}
    if how == "default":
        return {"said": "decided", "winners": [made.default]}
    if casting in winners:
        return _cast_for(policy, made, str(casting))
    return {"said": "tied"}


def _cast_for(policy: Doc, made: Field, key: str) -> Doc:
    if key == made.default:
        return {"said": "decided", "winners": [key]}
    count = made.count(key, made.firsts)
    failed = [rule for rule in rules_left(policy) if not pass_met(rule, count)]
    return (
        {"said": "rejected", "winners": [], "failed": failed}
        if failed
        else {
            "said": "decided",
            "winners": [key],
        }
    )


def value(policy: Doc, count: Count) -> int:
    """What the quorum counts; without a quorum, what was cast."""
    return counted(count, policy["quorum"]["of"] if "quorum" in policy else "cast")


def prefers(vote: Vote, key: str, default: str) -> bool:
    """Does a vote put an option above the default (an unranked one is below)?"""
    places = {one: place for place, group in enumerate(vote) for one in group}
    return places.get(key, len(vote)) < places.get(default, len(vote))
