"""A policy in plain words, and what it may do that its author did not mean (policy.md).

`explain` takes a policy as `parse` returns it and gives sentences in the order a reader needs: who
decides, when it is enough, what stops it, how long, what a tie and silence do, who makes it final.
Defaults that matter are said like what was typed. Names are not looked up, so one name may be a
body or a seat; a seat is *filled* while it is registered, and *empty* otherwise.

>>> from ledger.core.policy.grammar import parse
>>> said = explain(parse("electorate pm; pass for > 0 of cast; veto against").policy)
>>> said["words"][4:6]
['No minimum of voters is set.', 'To pass, at least 1 vote must be for it.']
>>> said["warnings"][1]
'`pass for > 0 of cast`: one vote for it decides where nobody objects'
"""

from __future__ import annotations

from ledger.core.policy.evaluate import rules
from ledger.core.policy.hazards import (
    asks_one,
    caps,
    hazards,
    no_quorum,
    shares,
    tie_may_pass,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Doc = dict[str, Any]

UNITS = {"m": "minute", "h": "hour", "d": "day", "w": "week"}
WINDOWS = {"open": "opens", "close": "ends"}
WHOLES = {
    "electorate": "seats",
    "electorate-abstain": "seats that do not abstain",
    "present": "filled seats",
    "cast": "votes, abstentions included,",
    "decided": "votes for and against",
}
METHODS = {
    "yes-no": "A vote is for, against or abstaining.",
    "plurality": "Each ballot names one option first; the one that most put first wins.",
    "approval": "A ballot approves as many options as it likes; the most approved one wins.",
    "schulze": "Ballots rank the options; head-to-head wins decide, by Schulze's method where they "
    "go in circles.",
    "irv": "Ballots rank the options; the one fewest have on top drops out, until one has more "
    "than half (instant runoff).",
}
UNRANKED = {
    "last": "An option that a ballot leaves out stands below all that it ranks.",
    "no-opinion": "Two options are compared only on the ballots that rank both.",
    "invalid": "A ballot that leaves an option out is refused.",
}
REVOTE = {
    "last": "A seat may change its vote: its last one counts.",
    "first": "The first vote of a seat counts; a later one changes nothing.",
    "refuse": "A seat votes once: a second vote is refused.",
}
SILENCE = {
    "abstains": "Silence is no vote, neither for nor against.",
    "consents": "At the end, a seat that stayed silent counts as for it.",
    "against": "At the end, a seat that stayed silent counts as against it.",
}
EARLY = {
    "never": "Nothing is decided sooner.",
    "certain": "It is decided sooner only when no missing vote can change it.",
}
CHANGE = {
    "pin": "A later change of the policy does not touch a vote that is open.",
    "abort": "A change of the policy while the vote is open ends it without a decision.",
}


def _several(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)


def _set(terms: list[list[Any]]) -> str:
    signs = {"+": "plus", "-": "minus"}
    text = " ".join(f"{signs[sign]} {_several(names)}" for sign, names, _ in terms)
    return text.partition(" ")[2]


def _time(time: Doc) -> str:
    count, unit = time["text"][:-1], UNITS[time["text"][-1]]
    return f"{count} {unit}" if count == "1" else f"{count} {unit}s"


def _least(cmp: str, amount: Doc, whole: str, each: str, floor: int = 0) -> str:
    """How many must be so: a share of the `whole`, or a number of `each`, which is at least
    `floor`. Whole numbers are said by the least that will do: more than 2 is at least 3."""
    kind, n, d = amount["kind"], amount.get("n", 0), amount.get("d", 1)
    over = cmp == ">"
    lead = "more than" if over else "at least"
    if kind == "count" or (kind == "ratio" and n == 0):
        least = max(n + over, floor)
        return f"at least {least} {each}" if least == 1 else f"at least {least} {each}s"
    if kind == "all-but" and n > over:
        return f"all but at most {n - over} of the {whole}"
    if kind == "sqrt":
        return f"{lead} one and a half times the square root of the number of {whole}"
    if kind == "ratio" and n != d:
        return f"{lead} {'half' if 2 * n == d else f'{n}/{d}'} of the {whole}"
    more = over and not (kind == "all-but" and n == 1)
    return f"{'more than ' if more else ''}all the {whole}"


def _times(cmp: str, times: list[int], what: str, default: str | None) -> str:
    """That so many must be for `what`, against those against it; or prefer it to the default."""
    (n, d), over = times, cmp == ">"
    if n == 0:
        verb = f"prefer {what} to {default}" if default else f"be for {what}"
        return f"at least 1 {'ballot' if default else 'vote'} must {verb}"
    lead = f"{'more than' if over else 'at least'} {n if d == 1 else f'{n}/{d}'} times as many"
    if n == d:
        lead = "more" if over else "at least as many"
    link = "than" if over and n == d else "as"
    if default:
        return f"{lead} ballots must prefer {what} to {default} {link} the reverse"
    return f"{lead} must be for {what} {link} against it"


def _what(policy: Doc) -> str:
    """What a vote is for."""
    return "it" if policy["method"]["name"] == "yes-no" else "an option"


def _who(policy: Doc) -> Iterator[str]:
    roll = policy["electorate"]
    live = roll["as_of"] == "live"
    seats = "that are filled at the time"
    if not live:
        seats = f"there are when the vote {WINDOWS[roll['as_of']]}, empty ones too"
    yield f"Who decides: {_set(roll['set'])}, with the seats {seats}."
    gone = {
        "keep": "its vote still counts" + ("; a silent seat goes" if live else ""),
        "drop": "its vote goes, "
        + ("and the seat with it" if live else "but the seat still counts"),
        "abort": "the vote ends without a decision",
    }
    yield f"When a seat is left empty, {gone[roll['leavers']]}."
    yield from _aside(policy)


def _aside(policy: Doc) -> Iterator[str]:
    """Who is recused. A seat may recuse itself, too: said where the number of seats matters."""
    clauses = policy.get("recuse", ())
    for clause in clauses:
        takes, are = ("takes", "is") if len(clause["seats"]) == 1 else ("take", "are")
        still = f"but {are} still" if clause["mode"] == "counts" else f"and {are} not"
        yield f"{_several(clause['seats'])} {takes} no part, {still} counted among the seats."
    if clauses or shares(policy):
        shrinks = any(clause["mode"] == "shrinks" for clause in clauses)
        still = "not" if shrinks else "still"
        yield f"A seat that steps aside is {still} counted among the seats."


def _how(policy: Doc) -> Iterator[str]:
    method = policy["method"]
    yield METHODS[method["name"]]
    if method["unranked"] and method["name"] != "yes-no":
        yield UNRANKED[method["unranked"]]
    yield REVOTE[policy["revote"]]


def _quorum(policy: Doc) -> str:
    if no_quorum(policy):
        return "No minimum of voters is set."
    rule, what = policy["quorum"], _what(policy)
    least = _least(rule["cmp"], rule["amount"], "seats", "seat")
    default = policy.get("default", "the default")
    verb = {
        "cast": "have voted (abstaining is voting, stepping aside is not)",
        "present": "be filled",
        "for": f"be for {what}",
        "for+abstain": f"be for {what} or abstain",
        "over-default": f"prefer {what} to {default}",
    }
    lead = "To stay in the race" if rule["of"] == "over-default" else "For any result"
    return f"{lead}, {least} must {verb[rule['of']]}."


def _pass(policy: Doc, rule: Doc) -> str:
    what = _what(policy)
    if "times" in rule:
        against = policy.get("default") if what != "it" else None
        return _times(rule["cmp"], rule["times"], what, against)
    least = _least(rule["cmp"], rule["amount"], WHOLES[rule["of"]], "vote", 1)
    fewer = ", or all where there are fewer seats" if rule["capped"] and caps(rule) else ""
    return f"{least} must be for {what}{fewer}"


def _enough(policy: Doc) -> Iterator[str]:
    yield _quorum(policy)
    default, what = policy.get("default"), _what(policy)
    lead = "To pass" if what == "it" else "To win"
    for rule in rules(policy) if what == "it" else policy.get("pass", ()):
        yield f"{lead}, {_pass(policy, rule)}."
        lead = "Also"
    if what == "it" and not asks_one(policy):
        yield "With nobody for it, it never passes."
    for option in policy.get("option", ()):
        needed = _times(option["cmp"], option["times"], f"option {option['name']}", default)
        yield f"{needed[0].upper()}{needed[1:]}."
    if default:
        yield f"Option {default} means none of these: it wins where no other is left."


def _stops(policy: Doc) -> Iterator[str]:
    for rule in policy.get("require", ()):
        every = rule["count"] == "all"
        so = {
            "registered": f"be filled, or have voted while {'it was' if every else 'they were'}",
            "cast": "have voted",
            "for": f"be for {_what(policy)}",
        }
        plural = "" if rule["count"] == 1 else "s"
        seats = "every seat" if every else f"at least {rule['count']} seat{plural}"
        yield f"Of {_set(rule['set'])}, {seats} must {so[rule['how']]}."
    veto = policy.get("veto")
    if veto is None:
        yield "There is no veto: a vote against is only counted."
        return
    what = "A concern" if veto["on"] == "concern" else "A vote against, if not marked as dissent,"
    clears = "the seat that raised it" if veto["cleared_by"] == "author" else "any seat of the vote"
    yield f"{what} stops it until {clears} clears it."
    if veto["on"] == "against":
        yield "Once cleared, it still counts as a vote against."


def _long(policy: Doc) -> Iterator[str]:
    window, final = policy.get("open"), policy.get("final")
    if window is None:
        yield "No time is set, unless by a deadline: it is decided once the rules above are met."
    else:
        yield f"It is open for {_time(window)} from the opening or the last new version."
        yield EARLY[window["early"]]
        if window["max"]:
            yield f"What is undecided {_time(window['max'])} after the opening lapses."
    if final:
        stops = "a concern" if final["reopened_by"] == "concern" else "a vote against"
        yield f"Then {_time(final)} more must pass without {stops}."
        yield f"A{stops[1:]} ends that time; it starts anew, whole, once the rules are met again."


def _tie(policy: Doc) -> str:
    tie = policy.get("tie", {"how": "none"})
    end = {
        "reject": "is rejected",
        "default": f"goes to option {policy.get('default')}",
        "casting": f"is broken by {tie.get('seat')}'s casting vote, whether or not it has voted",
        "none": "stays a tie: nothing is decided",
    }
    which = "A tie" if _what(policy) != "it" else "A tie, as many for as against,"
    if tie_may_pass(policy):
        which = "A tie that the rules above do not pass"
    return f"{which} {end[tie['how']]}."


def _last(policy: Doc) -> Iterator[str]:
    ratify = policy.get("ratify")
    if ratify is None:
        yield "Once decided it is in force: nobody has to make it final."
        return
    yield f"{ratify['by']} makes it final; until then it is not in force."
    if policy.get("require"):
        yield "When it is made final, the required seats must be filled."
    if ratify["independent"]:
        yield "Whoever makes it final may neither have proposed it nor have a vote that counted."
    if ratify["signed"]:
        yield "Making it final takes a signature with the key of that seat."
    if ratify["within"]:
        yield f"What is not made final within {_time(ratify['within'])} lapses."


def explain(policy: Doc) -> dict[str, list[str]]:
    """`{words, warnings}`: sentences for all that a policy says, and what to beware of in it
    (policy.md, "`policy explain`"). No errors for a policy that `parse` returned."""
    words = [*_who(policy), *_how(policy), *_enough(policy), *_stops(policy), *_long(policy)]
    words += [_tie(policy), SILENCE[policy["silence"]], CHANGE[policy["change"]], *_last(policy)]
    return {"words": words, "warnings": hazards(policy)}
