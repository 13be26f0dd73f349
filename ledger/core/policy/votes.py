"""From a ballot as it is given to a vote that a method counts (policy.md, "Methods").

In a yes-no vote a vote is a stance. In the others it is the groups of a rank (`pairwise.py`);
`()` is a blank ballot, which is cast and prefers nothing. Under a default and one other option X
the stances mean `X>default`, `default>X` and `X=default`, and in a yes-no vote the ranks mean the
stances.

>>> from ledger.core.policy.grammar import parse
>>> read = reader(parse("electorate e; method schulze unranked last; default D").policy, ["X", "D"])
>>> read({"stance": "for"}), read({"rank": "D"}), read({"stance": "recuse"})
((('X',), ('D',)), (('D',),), 'recuse')
"""

from __future__ import annotations

from ledger.core.errors import Usage
from ledger.core.policy.methods import METHODS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Doc = dict[str, Any]
    Read = Callable[[Doc], Any]

BLANK: tuple[tuple[str, ...], ...] = ()


class Spoilt(Exception):
    """A ballot that the method refuses; it was never cast."""


def groups(rank: str) -> tuple[tuple[str, ...], ...]:
    """The groups of a rank as written, best first; blanks beside the signs are free."""
    text = rank.strip()
    if not text:
        return BLANK
    if " " in text:
        text = "".join(text.split())
    return tuple([tuple(one.split("=")) for one in text.split(">")])


def thing(policy: Doc, options: list[str]) -> str | None:
    """The one option beside the default, which `for` is for; None where there is no such one."""
    default = policy.get("default")
    others = [key for key in options if key != default]
    return others[0] if default is not None and len(others) == 1 else None


def reader(policy: Doc, options: list[str]) -> Read:
    """What reads a ballot: it returns the vote, or `recuse`; Spoilt where the method refuses it,
    Usage where the ballot says what the method does not know."""
    if policy["method"]["name"] == "yes-no":
        return _yes_no(policy, options)
    return _many(policy, options)


def _yes_no(policy: Doc, options: list[str]) -> Read:
    own = thing(policy, options)

    def read(one: Doc) -> str:
        stance = one.get("stance")
        if stance is not None:
            return str(stance)
        if own is None or "rank" not in one:
            raise Usage("a yes-no vote takes stances; ranks only of an option and the default")
        ranks = {key: place for place, tied in enumerate(groups(one["rank"])) for key in tied}
        mine, other = ranks.get(own, 2), ranks.get(policy["default"], 2)
        return "for" if mine < other else "against" if mine > other else "abstain"

    return read


def _many(policy: Doc, options: list[str]) -> Read:
    method, default = policy["method"]["name"], policy.get("default")
    own = thing(policy, options)
    stances: Doc = {"recuse": "recuse", "abstain": BLANK}
    fault, full = METHODS[method].fault, policy["method"]["unranked"] == "invalid"
    if own is not None:
        stances["for"] = ((own,), (default,))
        stances["against"] = ((default,), (own,))
    if own is not None and method != "irv":
        stances["abstain"] = ((own, default),)

    def read(one: Doc) -> Any:
        if "rank" in one and method != "approval":
            vote = groups(one["rank"])
            if full and sum(map(len, vote)) < len(options):
                raise Spoilt("it leaves options unranked")
            why = fault(vote, len(options))
            if why:
                raise Spoilt(why)
            return vote
        if "approve" in one and method == "approval":
            return _approved(one["approve"], options)
        if one.get("stance") not in stances:
            raise Usage(_unfit(method, one))
        return stances[one["stance"]]

    return read


def _approved(chosen: list[str], options: list[str]) -> tuple[tuple[str, ...], ...]:
    wanted = tuple([key for key in options if key in chosen])
    rest = tuple([key for key in options if key not in chosen])
    if not wanted:
        return BLANK
    return (wanted, rest) if rest else (wanted,)


def _unfit(method: str, one: Doc) -> str:
    if "stance" in one:
        return f"the stance {one['stance']!r} needs a default and one other option"
    says = "`approve`, a list of options" if method == "approval" else "`rank`, such as A>B=C"
    return f"a ballot of method {method} says {says}, or a stance"
