"""A policy as typed, against the roster: is it one that a brainstorm may live under?"""

from __future__ import annotations

from ledger.core.errors import Usage, position
from ledger.core.policy.grammar import long_form, not_yet, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def read(state: State, text: str) -> tuple[Doc, str]:
    """The policy of a brainstorm and its long form; Usage with the position of the first fault
    (policy.md, "Refused when set"): grammar, a name that is no body or seat, a clause not evaluated
    yet, another method than yes-no."""
    policy, long = _read(state, text)
    if policy["method"]["name"] != "yes-no":
        where = position(text, text.find("method"))
        raise Usage("a brainstorm takes `method yes-no`", position=where, clause="method")
    return policy, long


def _read(state: State, text: str) -> tuple[Doc, str]:
    parsed = parse(text)
    early = not_yet(parsed)
    if early:
        word, offset = early
        raise Usage(
            f"{word!r} is understood, but this version does not evaluate it yet",
            position=position(text, offset),
            clause=word,
        )
    ratifier = (parsed.policy.get("ratify") or {}).get("by")
    for role, name, offset in parsed.names:
        fault = _name_fault(state, role, name, name == ratifier)
        if fault:
            raise Usage(fault, hint="ledger seat roster", position=position(text, offset))
    return parsed.policy, long_form(parsed.policy)


def read_ballot(state: State, text: str) -> tuple[Doc, str]:
    """The same for a ballot, which takes every method but yes-no, and no `final`, since nobody
    raises a concern in a ballot (policy.md, "Methods")."""
    policy, long = _read(state, text)
    if policy["method"]["name"] == "yes-no":
        where = position(text, max(0, text.find("method")))
        raise Usage("a ballot takes another method than yes-no", position=where, clause="method")
    if "final" in policy:
        where = position(text, max(0, text.find("final")))
        raise Usage("a ballot has no final period", position=where, clause="final")
    return policy, long


def _name_fault(state: State, role: str, name: str, ratifies: bool) -> str:
    """What is wrong with a name. A retired seat cannot ratify; that one is recused stays true."""
    seat = state.get(f"seat:{name}")
    if role == "seat":
        if seat is None:
            return f"there is no seat {name}"
        return f"seat {name} is retired" if ratifies and seat["retired"] is not None else ""
    if role == "set" and seat is None and state.get(f"body:{name}") is None:
        return f"there is no body or seat {name}"
    return ""


def scope_of(state: State, key: str) -> Doc | None:
    """The policy set for an item: its own before its project's before the ledger's."""
    project = key.partition("-")[0]
    for scope in (key, project, "ledger"):
        doc = state.get(f"policy:{scope}")
        if doc:
            return doc
    return None
