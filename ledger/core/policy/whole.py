"""The whole verdict of a policy on an input: one pure function for `ledger tally` and the ledger.

An input is a JSON object (policy.md, "Trying a policy on ballots"); all but `electorate` may lack:

    electorate    [seats] at the opening, or {"size": n} where only numbers are known
    options       [keys], where the method is not yes-no
    ballots       [{seat, stance | rank | approve}] in order; without `seat`, `count` of them
    stances       {for, against, abstain, recuse}: so many seats, unnamed
    unregistered  [seats] never registered       left     [seats] that left after they spoke
    joined        [seats] that came later        excused  [seats]
    present       registered seats of the roll, where it is not counted from the above
    concerns      how many stand, or [seats]     casting  the option of a casting vote
    closed        the end has come: it was closed, or its window has passed

and the ledger, which has clocks and resolves names, may add:

    resolved      is `electorate` the seats of the policy's set? Else the set is read on it
    recused       [seats] besides those that the policy or a stance recuses
    required      [[seats]] of each `require`, in order, as fixed at the opening
    objections    [seats] whose objection stands; else each counted `against` under `veto against`
    window        is there one, `open` or a deadline? Else as the policy says
    commented     has the final period passed? Else as `closed` says
    ended         "withdrawn", "aborted" or "lapsed": how it ended without a count

The answer is `{verdict, passes, final, default_won, winners[], ranking[][], beats{}, dropped[],
tally{}, quorum{}, needs{}, reasons[]}`. `tally` is what was cast: silence that counts is silence.
Where there are several options it is that of the leading one. A yes-no vote is won by its option,
or by `for`. `reasons` are `{code, message}` and whom they are about, in the order of the steps.

>>> from ledger.core.policy.grammar import parse
>>> given = {"electorate": {"size": 7}, "stances": {"for": 1}, "concerns": 1}
>>> told = evaluate(parse("electorate t; pass for >= all-but 2 of electorate; veto concern").policy,
...                 given)
>>> told["verdict"], told["needs"], [one["code"] for one in told["reasons"]]
('blocked', {'for': 4, 'clear': 1}, ['objection-open', 'threshold-unmet'])
"""

from __future__ import annotations

from ledger.core.policy import evaluate as figures
from ledger.core.policy import given as file
from ledger.core.policy import needs, options, outlook, roll, stops, votes
from ledger.core.policy.measure import counted, pass_met, passes, quorum_met
from ledger.core.policy.methods import yes_no

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.measure import Count
    from ledger.core.policy.roll import Roll

    Doc = dict[str, Any]


def tally(policy: Doc, given: Any) -> Doc:
    """The verdict on a ballots file; Usage where the file is not one (`given.require`)."""
    file.require(policy, given)
    return evaluate(policy, given)


def evaluate(policy: Doc, given: Doc) -> Doc:
    """The verdict on an input (the module's docstring; policy.md, "Evaluation"). Usage where its
    ballots do not fit the method or the electorate."""
    keys = given.get("options", [])
    seats = roll.read(policy, given, votes.reader(policy, keys))
    closed = given.get("closed", False)
    if policy["method"]["name"] == "yes-no":
        told = _yes_no(policy, given, seats, closed)
    else:
        told = _many(policy, given, seats, closed)
    favours, opposes = _judges(policy, given)
    blocked = stops.missing(policy, given, seats, favours)
    blocked += stops.objections(policy, given, seats, opposes)
    verdict = _verdict(policy, given, seats, told, bool(blocked))
    stands = verdict in ("decided", "tied", "final-period")
    winners = told["winners"] if stands else []
    wanted = {}
    if verdict in ("open", "blocked") and not closed:  # at the end nobody can speak any more
        wanted = told["needs"](stops.floors(policy, given, seats, favours))
    return {
        "verdict": verdict,
        "passes": told["passes"],
        "final": told["final"],
        "default_won": verdict == "decided" and winners == [policy.get("default")],
        "winners": winners,
        "ranking": told["ranking"],
        "beats": told["beats"],
        "dropped": told["dropped"],
        "tally": {key: told["cast"][key] for key in ("for", "against", "abstain", "silent")},
        "quorum": _quorum(policy, told),
        "needs": _needs(wanted, blocked) if verdict in ("open", "blocked") else {},
        "reasons": _reasons(policy, seats, told, blocked, verdict),
    }


def _yes_no(policy: Doc, given: Doc, seats: Roll, closed: bool) -> Doc:
    rules = yes_no.rules(policy)
    count = {stance: seats.votes.get(stance, 0) for stance in ("for", "against", "abstain")}
    count.update(n=seats.n, present=seats.present, silent=seats.silent, idle=seats.idle)
    now = needs.settled(policy, count) if closed else count
    own = votes.thing(policy, given.get("options", [])) or "for"
    told = yes_no.count(policy, now, own, given.get("casting") if closed else None)
    return {
        **told,
        "count": now,
        "cast": count,
        "failed": [rule for rule in rules if not pass_met(rule, now)],
        "final": closed or needs.final(policy, rules, count),
        "possible": lambda: needs.possible(policy, rules, count) or needs.tie(policy, count),
        "needs": lambda floors: needs.needs(policy, rules, count, floors),
        "quorum": quorum_met(policy, now),
        "ranking": [],
        "beats": {},
        "passes": passes(policy, rules, now),
    }


def _many(policy: Doc, given: Doc, seats: Roll, closed: bool) -> Doc:
    keys, votes_now = given["options"], dict(seats.votes)
    own = votes.thing(policy, keys)
    stance = {"consents": "for", "against": "against"}.get(policy["silence"])
    if closed and own is not None and stance is not None and seats.silent:
        silent = votes.reader(policy, keys)({"stance": stance})
        votes_now[silent] = votes_now.get(silent, 0) + seats.silent
    field = options.field(policy, keys, seats, votes_now)
    told = options.outcome(policy, field, given.get("casting") if closed else None)
    cast = told["count"]
    if votes_now != seats.votes:
        spoken = options.field(policy, keys, seats, seats.votes)
        cast = options.outcome(policy, spoken, None)["count"]
    return {
        **told,
        "cast": cast,
        "final": closed or outlook.final(policy, field),
        "possible": lambda: outlook.possible(policy, field, told["count"]),
        "needs": lambda floors: outlook.needs(policy, field, told, floors),
        "quorum": quorum_met(policy, told["count"]),
        "beats": field.beats,
    }


def _judges(policy: Doc, given: Doc) -> tuple[stops.Judge, stops.Judge]:
    """What says of a vote that it is for, and that it is against."""
    default = policy.get("default")
    others = [key for key in given.get("options", ()) if key != default]

    def favours(vote: Any) -> bool:
        if isinstance(vote, str) or default is None:
            return vote == "for" if isinstance(vote, str) else bool(vote)
        return any(options.prefers(vote, key, default) for key in others)

    def opposes(vote: Any) -> bool:
        if isinstance(vote, str) or default is None:
            return bool(vote == "against")
        return all(options.prefers(vote, default, key) for key in others)

    return favours, opposes


def _verdict(policy: Doc, given: Doc, seats: Roll, told: Doc, blocked: bool) -> str:
    """The first step that ends it (policy.md, "Evaluation")."""
    if given.get("ended"):
        return str(given["ended"])
    if seats.aborted:
        return "aborted"
    if blocked:
        return "blocked"
    closed = given.get("closed", False)
    if closed:
        said = str(told["said"])
        won = said == "decided" and told["winners"] != [policy.get("default")]
    else:
        window = given.get("window", "open" in policy)
        early = policy.get("open", {}).get("early") == "certain" and told["final"]
        if window and not early:
            return "open"
        won = told["passes"]
        said = "decided" if won else "open" if told["possible"]() else "rejected"
    if won and "final" in policy and not given.get("commented", closed):
        return "final-period"
    return said


def _quorum(policy: Doc, told: Doc) -> Doc:
    rule, count = policy.get("quorum"), told["count"]
    if rule is None:
        return {"required": None, "have": counted(count, "cast"), "met": True}
    return {
        "required": figures.required(rule["amount"], count["n"]),
        "have": counted(count, rule["of"]),
        "met": told["quorum"],
    }


def _needs(wanted: Doc, blocked: list[Doc]) -> Doc:
    """What is wanted besides votes: objections cleared, seats registered."""
    clear = sum(one["code"] == "objection-open" for one in blocked)
    register = [
        one["seat"] for one in blocked if one["code"] == "seat-unregistered" and "seat" in one
    ]
    return {
        **wanted,
        **({"clear": clear} if clear else {}),
        **({"register": register} if register else {}),
    }


def _reasons(policy: Doc, seats: Roll, told: Doc, blocked: list[Doc], verdict: str) -> list[Doc]:
    """Every step that fails, in order; of a decision for an option, what befell the ballots."""
    found = [_reason("aborted", f"{name} left", seat=name) for name in seats.aborted]
    found += seats.refused + blocked
    if verdict == "final-period":
        found.append(_reason("final-period", "it passes; the final period has not passed"))
    won = verdict == "decided" and told["winners"] != [policy.get("default")]
    if won or verdict == "final-period":
        return found
    count = told["count"]
    over = policy.get("quorum", {}).get("of") == "over-default" and "default" in policy
    if not told["quorum"] and not over:
        found.append(_unmet(policy, count))
    for one in told["dropped"]:
        message = f"option {one['option']} is dropped: {one['reason']}"
        found.append(_reason("option-dropped", message, option=one["option"]))
    for rule in told["failed"]:
        found.append(_reason("threshold-unmet", f"not passed: {figures.in_words(rule, count)}"))
    if told["tied"]:
        found.append(_reason("tied", f"tied between {' and '.join(told['tied'])}"))
    if verdict == "open" and told["passes"]:
        found.append(_reason("window-open", "it passes; the window is open"))
    return found


def _reason(code: str, message: str, **more: str) -> Doc:
    return {"code": code, "message": message, **more}


def _unmet(policy: Doc, count: Count) -> Doc:
    rule = policy["quorum"]
    want = figures.required(rule["amount"], count["n"])
    more = "more than " if rule["cmp"] == ">" else ""
    have = counted(count, rule["of"])
    made = _reason("quorum-unmet", f"quorum is {have} of {more}{want} {rule['of']}")
    return {**made, "have": have, "required": want}
