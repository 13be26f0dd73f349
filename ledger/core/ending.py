"""What ends a brainstorm or a ballot without an act on it: its `max` passes, a seat leaves
(`leavers abort`), another policy is set (`policy-change abort`). The first of these ends it, for
good, and it is shown as it was then (policy.md, "What the words mean"; docs/policies.md)."""

from __future__ import annotations

from ledger.core import count, tenure
from ledger.core.clock import add
from ledger.core.roster import seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State
    from ledger.core.tenure import Moment

    Doc = dict[str, Any]
    End = tuple[Moment, int, str]  # when; of two at once the lapse is said first; why


def lapses(doc: Doc) -> str | None:
    """The time past which it is lapsed, where its policy has a `max`."""
    most = doc["rule"].get("open", {}).get("max")
    return add(doc["opened_at"], most["seconds"]) if most else None


def of(state: State, doc: Doc, when: Moment) -> End | None:
    """`(moment, 0 or 1, why)` of what ended it first, by a moment or its end by an act; 0: it
    lapsed, 1: it is aborted."""
    if doc["end"]:
        when = min(when, (doc["end"][0], doc["end"][1]))
    found = [*_changes(state, doc), *_leavings(state, doc, when)]
    most = lapses(doc)
    if most is not None:
        found.append(((most, tenure.CLOCK), 0, ""))
    return min((one for one in found if one[0] <= when), default=None)


def by_then(state: State, doc: Doc, when: Moment) -> Moment:
    """The moment of counting: that of a reading, or of the end where it came before."""
    found = of(state, doc, when)
    if found:
        return found[0]
    return min(when, (doc["end"][0], doc["end"][1])) if doc["end"] else when


def _changes(state: State, doc: Doc) -> Iterator[End]:
    """The first setting of another policy for each of its items."""
    if doc["rule"]["change"] != "abort":
        return
    for key, entry in doc["under"].items():
        for scope in (key, key.partition("-")[0], "ledger"):
            found = state.get(f"policy:{scope}") or {"times": []}
            later = [(at, seq) for at, seq in found["times"] if (at, seq) > count.opening(doc)]
            if later:
                yield later[0], 1, f"the policy set for {key} has changed"
            if any(seq == entry for _, seq in found["times"]):
                break  # what is set for less than this was not what it opened under


def _leavings(state: State, doc: Doc, when: Moment) -> Iterator[End]:
    """The first leaving of each seat of the roll that nobody had excused by then."""
    if doc["rule"]["electorate"]["leavers"] != "abort":
        return
    start = count.opening(doc)
    for name in count.members(state, doc, when):
        gone = tenure.leavings(seat(state, name), start, when)
        off = doc["excused"].get(name)
        if gone and not (off and tenure.moment(off) < gone[0]):
            yield gone[0], 1, f"{name} left"
