"""The policy language, version 1: from text to a policy as plain values (policy.md, "Grammar").

A policy is clauses, separated by `;` or a new line; `#` begins a comment, to the end of the line.
`CLAUSES` names the clauses in grammar order. Words are lower case and stand apart by blanks;
around `{`, `}`, `,`, `>` and `>=` blanks are free, around ` + ` and ` - ` they are required, since
a name may hold `-`. A name is ASCII letters and digits, with `-`, `_`, `.` after the first.

A policy is a dict of these keys, in this order, each only where its clause stands or has a default:

    electorate  {set, as_of, leavers}        revote  last | first | refuse
    quorum      {cmp, amount, of}            method  {name, unranked: null | word}
    pass        [{cmp, amount, of, capped}   tie     {how[, seat]}
                 | {cmp, times: [n, d]}]     default name
    veto        {on, cleared_by}             option  [{name, cmp, times: [n, d]}]
    require     [{count, set, how}]          open    {seconds, text, max: null | time, early}
    silence     word                         final   {seconds, text, reopened_by}
    recuse      [{seats, mode}]              change  pin | abort
    ratify      {by, independent, signed, within: null | time}

A set is terms `[sign, names, braced]`, left to right; a count is an integer or `all`; a time is
`{seconds, text}`. An amount is `{kind}`: `count` with n, `ratio` with n and d (as typed, so `1/1`
is not `1`), `all`, `all-but` with n, `sqrt` for `3*sqrt(n)/2`. An integer has at most 9 digits.

>>> parsed = parse("together bin; ratify by owner  # three bins")
>>> parsed.policy["pass"]
[{'cmp': '>=', 'amount': {'kind': 'all'}, 'of': 'cast', 'capped': False}]
>>> parsed.names
[('set', 'bin', 9), ('seat', 'owner', 24)]
>>> long_form(parsed.policy).split("; ")[:2]
['electorate bin as-of open leavers keep', 'quorum >= all of cast']
"""

from __future__ import annotations

from ledger.core.policy.checks import BLANK, ENDS, RANKED, Cursor, not_yet, refuse, refuse_second
from ledger.core.policy.longform import long_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["CLAUSES", "LANGUAGE", "Parsed", "long_form", "not_yet", "parse"]

LANGUAGE = 1
REPEATED = ("pass", "require", "recuse", "option")


class Parsed:
    """A policy that was read: `text` as typed, `policy` as plain values, and where things stand.

    `names` holds (role, name, offset): "set" for a body or seat of a set, "seat" for a seat alone,
    "option" for an option's key. `at` maps a clause (`quorum`; under `together` also the four it
    stands for), a word (`signed`) and a choice (`as-of live`) to the offset where it first stands.
    """

    __slots__ = ("at", "names", "policy", "text")

    def __init__(
        self,
        text: str,
        policy: dict[str, Any],
        names: list[tuple[str, str, int]],
        at: dict[str, int],
    ) -> None:
        self.text = text
        self.policy = policy
        self.names = names
        self.at = at


def _sign(c: Cursor) -> str:
    """The sign before a further term, or nothing when the set ends here."""
    word, start = c.word, c.offset
    if word[:1] not in ("+", "-"):
        c.tried += ["` + `", "` - `"]
        return ""
    if len(word) > 1 or c.text[start - 1] not in BLANK or c.text[start + 1 : start + 2] == "{":
        raise c.fault(f"a space before and after `{word[0]}`")
    return c.advance()


def _term(c: Cursor) -> tuple[list[str], bool]:
    if not c.skip("{"):
        return [c.name("set")], False
    names = [c.name("set")]
    while c.skip(","):
        names.append(c.name("set"))
    c.choice("}")
    return names, True


def _set(c: Cursor) -> list[list[Any]]:
    terms: list[list[Any]] = []
    sign = "+"
    while sign:
        terms.append([sign, *_term(c)])
        sign = _sign(c)
    return terms


def _amount(c: Cursor) -> dict[str, Any]:
    if c.skip("all"):
        return {"kind": "all"}
    if c.skip("all-but"):
        return {"kind": "all-but", "n": c.integer()}
    if c.skip("3*sqrt(n)/2"):
        return {"kind": "sqrt"}
    ratio = "/" in c.word
    n, d = c.number()
    return {"kind": "ratio", "n": n, "d": d} if ratio else {"kind": "count", "n": n}


def _electorate(c: Cursor) -> dict[str, Any]:
    return {
        "set": _set(c),
        "as_of": c.pair("as-of", "open", "close", "live"),
        "leavers": c.pair("leavers", "keep", "drop", "abort"),
    }


def _quorum(c: Cursor) -> dict[str, Any]:
    made: dict[str, Any] = {"cmp": c.choice(">", ">="), "amount": _amount(c)}
    c.choice("of")
    start = c.offset
    made["of"] = c.choice("cast", "present", "for", "for+abstain", "over-default")
    if made["of"] == "over-default":
        c.at["over-default"] = start
    return made


def _pass(c: Cursor) -> dict[str, Any]:
    c.choice("for")
    cmp, amount = c.choice(">", ">="), _amount(c)
    if "n" in amount and amount["kind"] != "all-but" and c.skip("times"):
        c.choice("against")
        return {"cmp": cmp, "times": [amount["n"], amount.get("d", 1)]}
    c.choice("of")
    base = c.choice("electorate", "electorate-abstain", "present", "cast", "decided")
    return {"cmp": cmp, "amount": amount, "of": base, "capped": c.flag("capped")}


def _veto(c: Cursor) -> dict[str, Any]:
    on = c.chosen("veto", "concern", "against")
    return {"on": on, "cleared_by": c.pair("cleared-by", "author", "any")}


def _require(c: Cursor) -> dict[str, Any]:
    count = "all" if c.skip("all") else c.integer()
    c.choice("from")
    seats = _set(c)
    how = next((w for w in ("registered", "cast", "for") if c.skip(w)), "registered")
    return {"count": count, "set": seats, "how": how}


def _recuse(c: Cursor) -> dict[str, Any]:
    seats = [c.name("seat")]
    while c.skip(","):
        seats.append(c.name("seat"))
    mode = "shrinks" if c.flag("shrinks") else "counts"
    if mode == "counts":
        c.skip("counts")
    return {"seats": seats, "mode": mode}


def _method(c: Cursor) -> dict[str, Any]:
    name = c.chosen("method", "yes-no", "plurality", "approval", "schulze", "irv")
    unranked = None
    if c.flag("unranked"):
        unranked = c.chosen("unranked", "last", "no-opinion", "invalid")
    elif name in RANKED:
        raise c.fault()
    return {"name": name, "unranked": unranked}


def _tie(c: Cursor) -> dict[str, Any]:
    how = c.chosen("tie", "reject", "default", "casting")
    return {"how": how, "seat": c.name("seat")} if how == "casting" else {"how": how}


def _option(c: Cursor) -> dict[str, Any]:
    name = c.name("option")
    c.choice("needs")
    cmp = ">" if c.skip(">") else ">="
    if cmp == ">=":
        c.skip(">=")
    times = c.number()
    c.choice("times")
    c.choice("against")
    return {"name": name, "cmp": cmp, "times": times}


def _open(c: Cursor) -> dict[str, Any]:
    made = c.duration()
    made["max"] = c.duration() if c.flag("max") else None
    made["early"] = c.pair("early", "never", "certain")
    return made


def _final(c: Cursor) -> dict[str, Any]:
    return {**c.duration(), "reopened_by": c.pair("reopened-by", "concern", "against")}


def _ratify(c: Cursor) -> dict[str, Any]:
    c.choice("by")
    return {
        "by": c.name("seat"),
        "independent": c.flag("independent"),
        "signed": c.flag("signed"),
        "within": c.duration() if c.flag("within") else None,
    }


CLAUSES: dict[str, Callable[[Cursor], Any]] = {
    "together": _set,
    "electorate": _electorate,
    "quorum": _quorum,
    "pass": _pass,
    "veto": _veto,
    "require": _require,
    "silence": lambda c: c.chosen("silence", "abstains", "consents", "against"),
    "recuse": _recuse,
    "revote": lambda c: c.chosen("revote", "last", "first", "refuse"),
    "method": _method,
    "tie": _tie,
    "default": lambda c: c.name("option"),
    "option": _option,
    "open": _open,
    "final": _final,
    "policy-change": lambda c: c.chosen("policy-change", "pin", "abort"),
    "ratify": _ratify,
}


def _together(seats: list[list[Any]]) -> dict[str, Any]:
    """The four clauses that `together` is short for (policy.md, below the grammar)."""
    every = {"kind": "all"}
    return {
        "electorate": {"set": seats, "as_of": "open", "leavers": "keep"},
        "quorum": {"cmp": ">=", "amount": dict(every), "of": "cast"},
        "pass": {"cmp": ">=", "amount": dict(every), "of": "cast", "capped": False},
        "require": {"count": "all", "set": seats, "how": "registered"},
    }


def _clause(c: Cursor, given: dict[str, Any]) -> None:
    """Reads one clause into `given`, under its word; what may be repeated is a list there."""
    start = c.offset
    word = c.choice(*CLAUSES)
    if word not in REPEATED:
        refuse_second(word, given, c, start)
    c.at.setdefault(word, start)
    value = CLAUSES[word](c)
    if c.word not in ENDS:
        raise c.fault("`;`", "a new line")
    for clause, made in (_together(value) if word == "together" else {word: value}).items():
        c.at.setdefault(clause, start)
        if clause in REPEATED:
            given.setdefault(clause, []).append(made)
        else:
            given[clause] = made


def _completed(given: dict[str, Any]) -> dict[str, Any]:
    """The clauses in grammar order, with the defaults (policy.md, "Defaults")."""
    full = {"silence": "abstains", "revote": "last", "policy-change": "pin", **given}
    full.setdefault("method", {"name": "yes-no", "unranked": None})
    if full["method"]["name"] == "yes-no":
        full.setdefault("tie", {"how": "reject"})
    keys = {"policy-change": "change"}
    return {keys.get(word, word): full[word] for word in CLAUSES if word in full}


def parse(text: str) -> Parsed:
    """The policy that `text` states, with its defaults (policy.md, "Grammar" and "Defaults").

    Raises Usage with `position` at the first fault of the grammar, in reading order, or else at
    the first rule of "Refused when set" that it breaks; unknown bodies and seats are left to
    whoever knows the roster and reads `names`.
    """
    cursor = Cursor(text)
    given: dict[str, Any] = {}
    while cursor.word:
        if cursor.word in ENDS:
            cursor.advance()
        else:
            _clause(cursor, given)
    policy = _completed(given)
    refuse(policy, cursor)
    return Parsed(text, policy, cursor.names, cursor.at)
