"""What a brainstorm, or a question of a ballot, is counted on at a moment (policy.md, "Roll"): the
input of the evaluator (`policy/whole.py`), made from the documents.

Both kinds of document have `rule`, `electorate` (as it was at the opening), `require`, `excused`,
`opened_at`, `opened`, `deadline`, `casting` and `end`, the moment at which it ended; it is counted
as it was then. A brainstorm takes stances, a ballot's question the options of its answers.
"""

from __future__ import annotations

from ledger.core import tenure
from ledger.core.roster import seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State
    from ledger.core.tenure import Moment

    Doc = dict[str, Any]


def opening(doc: Doc) -> Moment:
    """The moment at which it was opened."""
    return doc["opened_at"], doc["opened"]


def _set(state: State, doc: Doc, when: Moment, retired: bool) -> Iterator[str]:
    """The seats of the electorate's set that had been made by then, retired ones too or not."""
    found: dict[str, None] = {}
    for sign, names, *_ in doc["rule"]["electorate"]["set"]:
        for name in names:
            body = state.get(f"body:{name}")
            for one in body["seats"] if body else [name]:
                found.pop(one, None) if sign == "-" else found.setdefault(one)
    for name in found:
        one = seat(state, name)
        gone = one["retired"] is not None and (one["retired_at"], one["retired"]) <= when
        if (one["made_at"], one["made"]) <= when and (retired or not gone):
            yield name


def roll(state: State, doc: Doc, when: Moment) -> list[str]:
    """The seats that may be on the roll at a moment, in the order of the set: as they were at the
    opening; at its end those not retired, and under `keep` those with a position; under `live` all,
    of which the evaluator leaves out who is not registered and has said nothing."""
    as_of = doc["rule"]["electorate"]["as_of"]
    if as_of == "open":
        return list(doc["electorate"])
    if as_of == "live":
        return list(_set(state, doc, when, retired=True))
    there = list(_set(state, doc, when, retired=False))
    if doc["rule"]["electorate"]["leavers"] == "keep":
        said = {name for name, *_ in _said(doc, when, None)}
        gone = [name for name in _set(state, doc, when, retired=True) if name in said]
        there += [name for name in gone if name not in there]
    return there


def members(state: State, doc: Doc, when: Moment) -> list[str]:
    """The seats that are, or were, on the roll by a moment."""
    if doc["rule"]["electorate"]["as_of"] == "open":
        return list(doc["electorate"])
    return list(_set(state, doc, when, retired=True))


def _said(doc: Doc, when: Moment, label: str | None) -> Iterator[tuple[str, Doc]]:
    """(seat, what it said) by then, in order: on the current version, or to a question (any, where
    no label is given)."""
    if "versions" in doc:
        n = len(doc["versions"])
        for one in doc["spoken"] or doc["positions"].values():
            if one["on"] == n and tenure.moment(one) <= when:
                yield one["seat"], one
        return
    for name, cast in doc["cast"].items():
        for asked, one in cast["answers"].items():
            if label in (None, asked) and tenure.moment(one) <= when:
                yield name, one


def counted(state: State, doc: Doc, when: Moment, label: str | None = None) -> Doc:
    """seat -> what it said last, of those that count: not excused, and under `leavers drop` not
    left since. Recused seats have a stance here, which the evaluator does not count."""
    found: Doc = {}
    for name, one in _said(doc, when, label):
        if name in doc["excused"] and tenure.moment(doc["excused"][name]) <= when:
            continue
        if gone(state, doc, name, one, when):
            continue
        if name not in found or doc["rule"]["revote"] == "last":
            found[name] = one
    return found


def gone(state: State, doc: Doc, name: str, one: Doc, when: Moment) -> bool:
    """Did a position, or an answer, go with its seat, which left after it (`leavers drop`)?"""
    drops = doc["rule"]["electorate"]["leavers"] == "drop"
    return drops and tenure.left_since(seat(state, name), tenure.moment(one), when)


def given(state: State, doc: Doc, when: Moment, window: Doc, label: str | None = None) -> Doc:
    """The input of the evaluator (`whole.py`) at a moment; `window` is that of `window.py`."""
    seats = roll(state, doc, when)
    said = {name: one for name, one in counted(state, doc, when, label).items() if name in seats}
    docs = {name: seat(state, name) for name in seats}
    required = [one if isinstance(one, list) else one["seats"] for one in doc["require"]]
    docs.update((name, seat(state, name)) for names in required for name in names)
    absent = [name for name, one in docs.items() if not tenure.held(one, when)]
    left = [name for name in absent if name in said]
    made = {
        "electorate": seats,
        "resolved": True,
        "ballots": [{"seat": name, **_ballot(doc, one)} for name, one in said.items()],
        "unregistered": [name for name in absent if name not in left],
        "left": left,
        "excused": [n for n, one in doc["excused"].items() if tenure.moment(one) <= when],
        "required": required,
        "window": window["until"] is not None,
        "closed": window["passed"],
        "commented": window["commented"],
    }
    if label is not None:
        asked = next(one for one in doc["questions"] if one["label"] == label)
        made["options"] = [one["key"] for one in asked["options"]]
    return {**made, **_ending(doc, when, window, label), **_objections(doc, when)}


def _ballot(doc: Doc, one: Doc) -> Doc:
    if "stance" in one:
        return {"stance": one["stance"]}
    if doc["rule"]["method"]["name"] == "approval":
        return {"approve": one["choice"].split(",")}
    return {"rank": one["choice"]}


def _objections(doc: Doc, when: Moment) -> Doc:
    """The seats whose objection stood at that moment; a ballot's are its votes (`stops.py`)."""
    veto = doc["rule"].get("veto")
    if veto is None or "objections" not in doc:
        return {}
    standing = [
        one["seat"]
        for one in doc["objections"]
        if tenure.moment(one) <= when
        and (one["ended"] is None or tenure.moment(one["ended"]) > when)
    ]
    return {"concerns" if veto["on"] == "concern" else "objections": standing}


def _ending(doc: Doc, when: Moment, window: Doc, label: str | None) -> Doc:
    made: Doc = {}
    vote = doc["casting"].get(label or "")
    # that of a closed ballot comes after its end
    if vote is not None and (doc["end"] or tenure.moment(vote) <= when):
        against = "versions" in doc and vote["option"] == "against"
        made["casting"] = doc["rule"].get("default", "against") if against else vote["option"]
    if doc["state"] == "withdrawn":
        made["ended"] = "withdrawn"
    elif window["lapsed"] or window["aborted"]:
        made["ended"] = "lapsed" if window["lapsed"] else "aborted"
    return made


def under(state: State, keys: list[str]) -> dict[str, int | None]:
    """key -> the entry of the policy that is set for it now."""
    from ledger.core.policy.adopt import scope_of

    found = {key: scope_of(state, key) for key in keys}
    return {key: doc["entry"] if doc else None for key, doc in found.items()}


def evaluate(state: State, doc: Doc, when: Moment, window: Doc, label: str | None = None) -> Doc:
    """What the policy says of it at a moment (`whole.evaluate`)."""
    from ledger.core.policy import whole  # what takes a position need not load it

    return whole.evaluate(doc["rule"], given(state, doc, when, window, label))
