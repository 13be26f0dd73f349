"""What a policy may do that its author did not mean (policy.md, "`policy explain`").

Each check looks at one clause and yields a warning: the clause as the long form has it, and what
it comes to. Names are not looked up, so a name that may be one seat is told so.

>>> from ledger.core.policy.grammar import parse
>>> rest = "quorum >= 1/2 of cast; pass for > 1/2 of cast"
>>> hazards(parse(f"electorate b as-of live leavers drop; {rest}").policy)
['`quorum >= 1/2 of cast` is of the seats filled at the time: each lease that ends lowers it']
"""

from __future__ import annotations

from ledger.core.policy.evaluate import rules
from ledger.core.policy.longform import WRITERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Doc = dict[str, Any]

ROLL = ("electorate", "electorate-abstain", "present")


def _said(clause: str, value: Any) -> str:
    return f"`{WRITERS[clause](value)}`"


def _least(rule: Doc) -> int | None:
    """The least whole number that meets a clause, where it names one."""
    if "times" in rule:
        return None if rule["times"][0] else 1
    amount = rule["amount"]
    named = amount["kind"] == "count" or (amount["kind"] == "ratio" and amount["n"] == 0)
    return int(amount["n"]) + (rule["cmp"] == ">") if named else None


def _relative(rule: Doc) -> bool:
    """Is the amount a share of something?"""
    return "amount" in rule and _least(rule) is None


def shares(policy: Doc) -> bool:
    """Does it matter how many seats there are?"""
    quorum = policy.get("quorum")
    if quorum and _relative(quorum):
        return True
    return any(_relative(rule) and rule["of"] in ROLL[:2] for rule in rules(policy))


def no_quorum(policy: Doc) -> bool:
    """Is no quorum asked for, or one that nobody met too?"""
    return "quorum" not in policy or _least(policy["quorum"]) == 0


def caps(rule: Doc) -> bool:
    """Can `capped` ease this clause? Not where more than all would be asked for."""
    kind = rule["amount"]["kind"]
    over = kind == "ratio" and rule["amount"]["n"] > rule["amount"]["d"]
    return rule["cmp"] == ">=" and (kind in ("count", "sqrt") or over)


def asks_one(policy: Doc) -> bool:
    """Do the clauses themselves ask for a vote for it?"""
    counted = "" if no_quorum(policy) else policy["quorum"]["of"]
    return counted == "for" or any(_asks_one(rule, counted) for rule in rules(policy))


def _asks_one(rule: Doc, counted: str) -> bool:
    least = _least(rule)
    if least is not None:
        return True  # nothing for it never passes
    if "times" in rule or rule["amount"]["kind"] == "all-but":
        return "times" in rule and rule["cmp"] == ">"
    return rule["cmp"] == ">" or rule["of"] in ("electorate", counted)


def _asks_more(rule: Doc) -> bool:
    """Does a `pass` ask for more than one seat to speak?"""
    least = _least(rule)
    if least is not None or "times" in rule:
        return (least or 0) > 1
    return rule["of"] in ROLL or rule["amount"]["kind"] == "sqrt"


def tie_may_pass(policy: Doc) -> bool:
    """May as many for as against meet every `pass` of a yes-no vote?"""
    return policy["method"]["name"] == "yes-no" and all(map(_even, rules(policy)))


def _even(rule: Doc) -> bool:
    n, d = rule.get("times") or (0, 1)
    if "amount" in rule:
        amount = rule["amount"]
        if amount["kind"] != "ratio":
            return bool(amount["kind"] != "all")
        n, d = 2 * amount["n"], amount["d"]
    return bool(n < d if rule["cmp"] == ">" else n <= d)


def _never(rule: Doc) -> bool:
    """Does the clause ask for more than there can be?"""
    if not _relative(rule) or rule["of"] == "present":
        return False
    kind, over = rule["amount"]["kind"], rule["cmp"] == ">"
    if kind == "ratio":
        n, d = rule["amount"]["n"], rule["amount"]["d"]
        return bool(n > d or (over and n == d)) and not (rule.get("capped") and caps(rule))
    return over and (kind == "all" or bool(rule["amount"].get("n") == 0))


def _several(policy: Doc, *how: str) -> bool:
    """Does a `require` ask several seats to have spoken so?"""
    found = [rule["count"] for rule in policy.get("require", ()) if rule["how"] in how]
    return any(count == "all" or count > 1 for count in found)


def _of_roll(policy: Doc) -> Iterator[str]:
    live = policy["electorate"]["as_of"] == "live"
    clauses = [("quorum", policy["quorum"], live)] if "quorum" in policy else []
    for rule in policy.get("pass", ()):
        of = rule.get("of")
        clauses.append(("pass", rule, of == "present" or (live and of in ROLL)))
    for clause, rule, moves in clauses:
        if moves and _relative(rule):
            stays = policy["electorate"]["leavers"] == "keep" and rule["of"] != "present"
            lease = "each silent seat whose lease ends" if stays else "each lease that ends"
            yield f"{_said(clause, rule)} is of the seats filled at the time: {lease} lowers it"
        elif live and rule.get("capped") and caps(rule):
            yield f"{_said(clause, rule)}: as leases end, all that are left are enough, even one"
    if policy["electorate"]["leavers"] == "abort":
        yield "`leavers abort`: one seat left empty, if only by a lease that ends, ends the vote"


def _of_quorum(policy: Doc) -> Iterator[str]:
    alone = policy["silence"] == "abstains" and not _several(policy, "cast", "for")
    clauses = rules(policy) if policy["method"]["name"] == "yes-no" else policy.get("pass", ())
    if no_quorum(policy) and alone and not any(map(_asks_more, clauses)):
        yield "no quorum: one vote can decide while everybody else is silent"
    if "default" not in policy:
        beside = [_said("option", one) for one in policy.get("option", ())]
        if policy.get("quorum", {}).get("of") == "over-default":
            beside.insert(0, _said("quorum", policy["quorum"]))
        for clause in beside:
            yield f"{clause} without a `default`: there is nothing to prefer an option to"


def _of_pass(policy: Doc) -> Iterator[str]:
    clauses = [("quorum", policy["quorum"])] if "quorum" in policy else []
    clauses += [("pass", rule) for rule in policy.get("pass", ())]
    for clause, rule in clauses:
        if _never(rule):
            yield f"{_said(clause, rule)}: can never be met, so nothing passes"
    if "pass" not in policy or policy["method"]["name"] != "yes-no" or _several(policy, "for"):
        return
    quorum = {"of": "cast"} if no_quorum(policy) else policy["quorum"]
    if quorum["of"] == "for" or not all(_least(rule) in (0, 1) for rule in policy["pass"]):
        return
    silent = ", or one silent seat," if policy["silence"] == "consents" else ""
    objects = policy.get("veto", {}).get("on") == "against"
    how = " where nobody objects" if objects else ", however many are against"
    yield f"{_said('pass', policy['pass'][0])}: one vote for it{silent} decides{how}"


def _of_require(policy: Doc) -> Iterator[str]:
    for rule in policy.get("require", ()):
        count, clause = rule["count"], _said("require", rule)
        names = sorted({name for _, some, _ in rule["set"] for name in some})
        plain = all(sign == "+" for sign, _, _ in rule["set"])
        stops = "has a veto, by silence too" if rule["how"] == "for" else "can stop it by silence"
        if rule["how"] == "registered" or count == 0:
            pass
        elif count == "all":
            yield f"{clause}: each of these seats {stops}"
        elif plain and count == len(names):
            which = f"{names[0]} is one seat, it" if count == 1 else "each name is one seat, each"
            yield f"{clause}: if {which} {stops}"
        if "ratify" in policy and count != 0:
            lacks = "while a seat is empty" if count == "all" else f"with fewer than {count} filled"
            by = policy["ratify"]["by"]
            yield f"{clause}: {lacks}, {by} cannot make it final"


def _of_silence(policy: Doc) -> Iterator[str]:
    if policy["silence"] == "consents" and "veto" not in policy:
        yield "`silence consents` without a `veto`: a proposal that nobody noticed passes"


def _of_tie(policy: Doc) -> Iterator[str]:
    seat = policy.get("tie", {}).get("seat")
    away = [name for clause in policy.get("recuse", ()) for name in clause["seats"]]
    sign, names, _ = policy["electorate"]["set"][-1]
    away += names if sign == "-" else []
    if seat and seat not in away:
        yield f"{_said('tie', policy['tie'])}: if {seat} votes too, it has a second say in a tie"
    if seat and "open" not in policy and policy["method"]["name"] == "yes-no":
        said = "a brainstorm is tied at its end only, so it needs `open` or a --deadline"
        yield f"{_said('tie', policy['tie'])}: {said}"


def _ends_first(window: Doc) -> bool:
    """Does a window's `max` come before its end?"""
    return bool(window["max"] and window["max"]["seconds"] < window["seconds"])


def _of_time(policy: Doc) -> Iterator[str]:
    window, final = policy.get("open"), policy.get("final")
    if window and window["early"] == "certain":
        yield "`early certain`: it may end before its time, and later voices are not heard"
    if window and window["early"] == "never" and _ends_first(window):
        yield f"{_said('open', window)}: lapses before it can be decided"
    if (
        final
        and final["reopened_by"] == "concern"
        and policy.get("veto", {}).get("on") != "concern"
    ):
        yield f"{_said('final', final)} without `veto concern`: nobody can raise one"


def _of_end(policy: Doc) -> Iterator[str]:
    ratify = policy.get("ratify")
    if policy["change"] == "abort":
        yield "`policy-change abort`: whoever sets the policy can end any vote that is open"
    if ratify and ratify["within"]:
        yield f"{_said('ratify', ratify)}: if {ratify['by']} is away that long, it lapses"


CHECKS = (
    _of_roll,
    _of_quorum,
    _of_pass,
    _of_silence,
    _of_require,
    _of_time,
    _of_tie,
    _of_end,
)


def hazards(policy: Doc) -> list[str]:
    """The warnings about a policy, in the order of `explain`; none is an error. No errors for a
    policy that `parse` returned."""
    return [warning for check in CHECKS for warning in check(policy)]
