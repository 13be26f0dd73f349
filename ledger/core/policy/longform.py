"""The long form of a policy: the one text that is stored and hashed (policy.md, below the grammar).

The clauses stand in grammar order, joined by `; `, one blank between words, with every default of
the clauses that are given. Repeated clauses keep the order in which they were typed.

>>> seats = [["+", ["bin"], False], ["-", ["bin-1", "bin-2"], True]]
>>> long_form({"electorate": {"set": seats, "as_of": "open", "leavers": "keep"}, "revote": "last"})
'electorate bin - {bin-1, bin-2} as-of open leavers keep; revote last'
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _set(terms: list[list[Any]]) -> str:
    text = ""
    for sign, names, braced in terms:
        term = "{" + ", ".join(names) + "}" if braced else names[0]
        text += f" {sign} {term}" if text else term
    return text


def _number(ratio: list[int]) -> str:
    n, d = ratio
    return f"{n}" if d == 1 else f"{n}/{d}"


def _amount(amount: dict[str, Any]) -> str:
    kind = amount["kind"]
    if kind == "count":
        return f"{amount['n']}"
    if kind == "ratio":
        # Not by _number: `1/1` is all of them, `1` is one.
        return f"{amount['n']}/{amount['d']}"
    if kind == "all-but":
        return f"all-but {amount['n']}"
    return "all" if kind == "all" else "3*sqrt(n)/2"


def _electorate(c: dict[str, Any]) -> str:
    return f"electorate {_set(c['set'])} as-of {c['as_of']} leavers {c['leavers']}"


def _quorum(c: dict[str, Any]) -> str:
    return f"quorum {c['cmp']} {_amount(c['amount'])} of {c['of']}"


def _pass(c: dict[str, Any]) -> str:
    if "times" in c:
        return f"pass for {c['cmp']} {_number(c['times'])} times against"
    capped = " capped" if c["capped"] else ""
    return f"pass for {c['cmp']} {_amount(c['amount'])} of {c['of']}{capped}"


def _method(c: dict[str, Any]) -> str:
    unranked = f" unranked {c['unranked']}" if c["unranked"] else ""
    return f"method {c['name']}{unranked}"


def _tie(c: dict[str, Any]) -> str:
    return f"tie casting {c['seat']}" if c["how"] == "casting" else f"tie {c['how']}"


def _option(c: dict[str, Any]) -> str:
    return f"option {c['name']} needs {c['cmp']} {_number(c['times'])} times against"


def _open(c: dict[str, Any]) -> str:
    most = f" max {c['max']['text']}" if c["max"] else ""
    return f"open {c['text']}{most} early {c['early']}"


def _ratify(c: dict[str, Any]) -> str:
    words = "".join(f" {word}" for word in ("independent", "signed") if c[word])
    within = f" within {c['within']['text']}" if c["within"] else ""
    return f"ratify by {c['by']}{words}{within}"


WRITERS: dict[str, Callable[[Any], str]] = {
    "electorate": _electorate,
    "quorum": _quorum,
    "pass": _pass,
    "veto": lambda c: f"veto {c['on']} cleared-by {c['cleared_by']}",
    "require": lambda c: f"require {c['count']} from {_set(c['set'])} {c['how']}",
    "silence": lambda c: f"silence {c}",
    "recuse": lambda c: f"recuse {', '.join(c['seats'])} {c['mode']}",
    "revote": lambda c: f"revote {c}",
    "method": _method,
    "tie": _tie,
    "default": lambda c: f"default {c}",
    "option": _option,
    "open": _open,
    "final": lambda c: f"final {c['text']} reopened-by {c['reopened_by']}",
    "change": lambda c: f"policy-change {c}",
    "ratify": _ratify,
}


def long_form(policy: dict[str, Any]) -> str:
    """The canonical text of `policy`, as `parse` makes one (policy.md, "Stored and hashed").

    Read again it gives the same policy. No errors for a policy that `parse` returned.
    """
    clauses: list[str] = []
    for key, write in WRITERS.items():
        value = policy.get(key, [])
        clauses += [write(each) for each in (value if isinstance(value, list) else [value])]
    return "; ".join(clauses)
