"""Is a ballots file one that a policy can be tried on? (policy.md, "Trying a policy on ballots")

Every fault is told at once. What the ledger adds to an input (`whole.py`) has no place in a file.
"""

from __future__ import annotations

from ledger.core.errors import Usage
from ledger.core.policy.checks import LETTERS
from ledger.core.policy.votes import groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Doc = dict[str, Any]

STANCES = ("for", "against", "abstain", "recuse")
WAYS = ("stance", "rank", "approve")
BALLOT = ("seat", "count", *WAYS)
ALONE = frozenset(LETTERS)
NAME = ALONE | frozenset("-_.")
LEGAL = frozenset(BALLOT)
PLAIN = {"seat", "stance"}  # the keys of most ballots, which are quickly looked at
SHOWN = 5  # faults; a file of 10,000 ballots may have as many


def _whole(value: Any) -> bool:
    return type(value) is int and value >= 0


def _names(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_name, value)) and len(set(value)) == len(value)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and value[:1] in ALONE and NAME.issuperset(value)


def _electorate(value: Any) -> bool:
    if isinstance(value, dict):
        return list(value) == ["size"] and _whole(value["size"])
    return _names(value)


def _stances(value: Any) -> bool:
    return isinstance(value, dict) and all(
        stance in STANCES and _whole(times) for stance, times in value.items()
    )


NAMES = "a list of different names"
KEYS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "electorate": (_electorate, f'{NAMES} or {{"size": n}}'),
    "options": (_names, NAMES),
    "ballots": (lambda v: isinstance(v, list), "a list of ballots"),
    "stances": (_stances, f"numbers of {', '.join(STANCES)}"),
    "unregistered": (_names, NAMES),
    "left": (_names, NAMES),
    "joined": (_names, NAMES),
    "excused": (_names, NAMES),
    "present": (_whole, "a number"),
    "concerns": (lambda v: _whole(v) or _names(v), "a number, or the seats"),
    "closed": (lambda v: isinstance(v, bool), "true or false"),
    "casting": (_is_name, "an option"),
}


def require(policy: Doc, given: Any) -> None:
    """Usage that names the faults of a ballots file: a key, stance or option that is unknown, a
    value of another type, no electorate, or no options where the method needs them."""
    if not isinstance(given, dict):
        raise Usage("the ballots are not a JSON object with an electorate")
    legal = ", ".join(KEYS)
    faults = [f"there is no key {key!r}; there are {legal}" for key in given if key not in KEYS]
    faults += _unfit(given)
    if not faults:
        faults = [*_policy_faults(policy, given), *_seat_faults(given)]
    if not faults:
        faults = list(_ballot_faults(given))
    if faults:
        more = [f"and {len(faults) - SHOWN} more"] if len(faults) > SHOWN else []
        raise Usage("; ".join([*faults[:SHOWN], *more]))


def _unfit(given: Doc) -> list[str]:
    found = [] if "electorate" in given else ["there is no electorate"]
    for key, (fits, what) in KEYS.items():
        if key in given and not fits(given[key]):
            found.append(f"{key} is not {what}")
    return found


def _policy_faults(policy: Doc, given: Doc) -> Iterator[str]:
    options, yes_no = given.get("options"), policy["method"]["name"] == "yes-no"
    if options is None and not yes_no:
        yield f"method {policy['method']['name']} needs options"
        return
    default = policy.get("default")
    named = [default, *(one["name"] for one in policy.get("option", ()))]
    for name in named:
        if options is not None and name is not None and name not in options:
            yield f"the policy's option {name} is not among the options"
    if yes_no and options is not None and (default is None or len(options) != 2):
        yield "a yes-no vote takes no options, or one beside the default"
    legal = list(options or ()) + (["for", "against"] if yes_no else [])
    if "casting" in given and given["casting"] not in legal:
        yield f"there is no option {given['casting']} to cast for"


def _seat_faults(given: Doc) -> Iterator[str]:
    electorate = given["electorate"]
    if not isinstance(electorate, list):
        return
    known = {*electorate, *given.get("joined", ())}
    for key in ("unregistered", "left", "excused"):
        for name in given.get(key, ()):
            if name not in known:
                yield f"{key}: there is no seat {name}"


def _ballot_faults(given: Doc) -> Iterator[str]:
    options = given.get("options")
    known = frozenset(options or ())
    for place, one in enumerate(given.get("ballots", ())):
        plain = isinstance(one, dict) and one.keys() == PLAIN and isinstance(one["seat"], str)
        if plain and one["stance"] in STANCES:
            continue
        fault = _ballot_fault(one, known)
        if fault:
            yield f"ballots[{place}]: {fault}"


def _ballot_fault(one: Any, known: frozenset[str]) -> str:
    if not isinstance(one, dict):
        return "no object"
    if not one.keys() <= LEGAL:
        wrong = sorted(one.keys() - LEGAL)
        return f"there is no key {', '.join(map(repr, wrong))}; there are {', '.join(BALLOT)}"
    if sum(way in one for way in WAYS) != 1:
        return f"it says {' and '.join(w for w in WAYS if w in one) or 'none'} of {', '.join(WAYS)}"
    count = one.get("count", 1)
    if not _whole(count) or count < 1 or ("seat" in one and count != 1):
        return f"count is {count!r}: a number from 1, and 1 for a seat"
    if not isinstance(one.get("seat", ""), str):
        return "seat is no name"
    if "stance" in one:
        stance = one["stance"]
        return "" if stance in STANCES else f"there is no stance {stance!r}: {', '.join(STANCES)}"
    return _choice_fault(one, known)


def _choice_fault(one: Doc, known: frozenset[str]) -> str:
    if "approve" in one:
        chosen = one["approve"]
        if not isinstance(chosen, list) or not all(isinstance(key, str) for key in chosen):
            return "approve is no list of options"
    elif not isinstance(one["rank"], str):
        return "rank is no text"
    else:
        chosen = one["rank"].replace("=", ">").split(">")
        if known.issuperset(chosen) and len(set(chosen)) == len(chosen):
            return ""
        chosen = [key for group in groups(one["rank"]) for key in group]
    wrong = [key for key in chosen if key not in known]
    if wrong:
        return f"there is no option {wrong[0]!r}"
    return "an option stands twice" if len(set(chosen)) != len(chosen) else ""
