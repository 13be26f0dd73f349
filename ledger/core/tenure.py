"""When a seat was held: the stretches of a seat's document, at any moment of the log.

A *moment* is `(at, entry)`: a time and the last entry that counts at that time; `reading(at)`
counts all. A seat leaves when it is unregistered, its lease ends, or it is retired (policy.md,
"Roll"); a handover and a renewal in time are no leaving. `tenures` of a seat's document are
`[{from, to, until}]`, `from` and `to` moments, `until` the end of its lease.

>>> doc = {"tenures": []}
>>> begin(doc, ("2026-06-22T08:00:00.000Z", 3), "2026-06-22T09:00:00.000Z")
>>> held(doc, reading("2026-06-22T08:59:59.999Z")), held(doc, reading("2026-06-22T09:00:00.000Z"))
(True, False)
>>> left_since(doc, ("2026-06-22T08:00:00.000Z", 4), reading("2026-06-22T09:00:00.000Z"))
True
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]
    Moment = tuple[str, int]

LAST = 2**53  # behind every entry's number
CLOCK = -1  # what the clock does comes before the entries of that instant


def reading(at: str) -> Moment:
    """The moment of a reading: all entries so far count."""
    return at, LAST


def moment(doc: Doc) -> Moment:
    """The moment at which a thing with `at` and `entry` was said."""
    return doc["at"], doc["entry"]


def _end(tenure: Doc, when: Moment) -> Moment | None:
    """The moment at which a stretch had ended by then, or None."""
    ends = []
    if tenure["to"] is not None:
        ends.append((tenure["to"][0], tenure["to"][1]))
    if tenure["until"] is not None:
        ends.append((tenure["until"], CLOCK))
    end = min(ends, default=None)
    return end if end is not None and end <= when else None


def held(doc: Doc, when: Moment) -> bool:
    """Was the seat held at that moment?"""
    return any(
        (one["from"][0], one["from"][1]) <= when and _end(one, when) is None
        for one in reversed(doc["tenures"])
    )


def left_since(doc: Doc, since: Moment, when: Moment) -> bool:
    """Did the seat leave after a moment, by another?"""
    return bool(leavings(doc, since, when))


def leavings(doc: Doc, since: Moment, when: Moment) -> list[Moment]:
    """The moments after one, up to another, at which the seat left, in order."""
    ends = [_end(one, when) for one in doc["tenures"]]
    return sorted(end for end in ends if end is not None and end > since)


def moves(doc: Doc, since: Moment, when: Moment) -> list[Moment]:
    """The moments after one, up to another, at which the seat came or left."""
    found = [(one["from"][0], one["from"][1]) for one in doc["tenures"]]
    found += [end for one in doc["tenures"] if (end := _end(one, when)) is not None]
    return [one for one in found if since < one <= when]


def begin(doc: Doc, when: Moment, until: str | None) -> None:
    """Somebody holds the seat from then on, until its lease ends; without a gap it is one stretch,
    whoever holds it."""
    last = doc["tenures"][-1] if doc["tenures"] else None
    if last is not None and last["to"] == list(when):
        last["to"] = None
    if last is None or _end(last, when) is not None:
        doc["tenures"].append({"from": list(when), "to": None, "until": until})
    else:
        last["until"] = until


def end(doc: Doc, when: Moment) -> None:
    """Nobody holds the seat any more."""
    if doc["tenures"] and _end(doc["tenures"][-1], when) is None:
        doc["tenures"][-1]["to"] = list(when)
