"""Windows by the clock at reading: no act and no daemon ends one (policy.md, `open`, `final`).

`open` runs from the latest of the opening, the current version and the last reopening; a deadline
stands for it. `final` runs from when the policy was met, after that: a concern (or a position
against, as the policy says) while it runs is a reopening, and it starts afresh, whole, when the
policy is met again. `max` runs from the opening and is not restarted. An end belongs to what comes
after: at that instant the window has passed, as a lease has ended.
"""

from __future__ import annotations

from ledger.core import count, ending, lookup, tenure
from ledger.core.clock import add, page
from ledger.core.errors import block
from ledger.core.roster import seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State
    from ledger.core.tenure import Moment

    Doc = dict[str, Any]


def of(state: State, doc: Doc, when: Moment) -> Doc:
    """`{until, passed, final_until, commented, lapses, lapsed, aborted}` of a brainstorm or ballot
    at a moment, or at its end: the ends as UTC times or null, and whether each has passed; why it
    is aborted, or nothing. Where it was closed, its window has passed."""
    ended = ending.of(state, doc, when)
    when = ending.by_then(state, doc, when)
    rule = doc["rule"]
    begin, started = _begin(doc), None
    if "final" in rule and "versions" in doc:
        begin, started = _walk(state, doc, when)
    until = _until(doc, begin)
    final = add(started[0], rule["final"]["seconds"]) if started else None
    return {
        "until": until,
        "passed": _closed(doc) or (until is not None and when[0] >= until),
        "final_until": final,
        "commented": "final" not in rule or (final is not None and when[0] >= final),
        "lapses": ending.lapses(doc),
        "lapsed": ended is not None and ended[1] == 0,
        "aborted": ended[2] if ended else "",
    }


def _closed(doc: Doc) -> bool:
    """Was it closed? A ballot is, before it is ratified."""
    return doc["state"] in ("closed", "aborted") or ("cast" in doc and doc["state"] == "adopted")


def _begin(doc: Doc) -> Moment:
    """The latest of the opening and the current version."""
    version = lookup.current(doc) if "versions" in doc else None
    return tenure.moment(version) if version else count.opening(doc)


def _until(doc: Doc, begin: Moment) -> str | None:
    if doc["deadline"] is not None:
        deadline: str = doc["deadline"]
        return deadline
    rule = doc["rule"].get("open")
    return add(begin[0], rule["seconds"]) if rule else None


def _walk(state: State, doc: Doc, when: Moment) -> tuple[Moment, Moment | None]:
    """(the beginning of the window, that of the final period) at a moment: each thing that was
    said, and each coming and going of a seat, is looked at in order."""
    begin, started = _begin(doc), None
    last = begin
    reopen = _reopenings(doc)
    length = doc["rule"]["final"]["seconds"]
    for one in [*_moments(state, doc, begin, when), when]:
        until = _until(doc, begin)
        if started is None and until is not None and last < (until, tenure.CLOCK) <= one:
            end = (until, tenure.CLOCK)
            started = end if _met(state, doc, end, until) else None
        if started and one in reopen and one[0] < add(started[0], length):
            begin, started = one, None
        started = (started or one) if _met(state, doc, one, _until(doc, begin)) else None
        last = one
    return begin, started


def _reopenings(doc: Doc) -> set[Moment]:
    if doc["rule"]["final"]["reopened_by"] == "concern":
        return {tenure.moment(one) for one in doc["concerns"]}
    return {tenure.moment(one) for one in doc["spoken"] if one["stance"] == "against"}


def _moments(state: State, doc: Doc, begin: Moment, when: Moment) -> list[Moment]:
    """What may have changed the answer since the current version."""
    found = {tenure.moment(one) for one in [*doc["spoken"], *doc["concerns"], *doc["objections"]]}
    found |= {tenure.moment(one["ended"]) for one in doc["objections"] if one["ended"]}
    found |= {tenure.moment(one) for one in doc["excused"].values()}
    found |= {tenure.moment(one) for one in doc["casting"].values()}
    required = [name for names in doc["require"] for name in names]
    for name in {*count.roll(state, doc, when), *required}:
        found |= set(tenure.moves(seat(state, name), begin, when))
    return sorted(one for one in found if begin < one < when)


def _met(state: State, doc: Doc, when: Moment, until: str | None) -> bool:
    """Does the policy hold at a moment, the final period left aside?"""
    window = {
        "until": until,
        "passed": until is not None and when[0] >= until,
        "commented": True,
        "lapsed": False,
        "aborted": "",
    }
    told = count.evaluate(state, doc, when, window)
    return told["verdict"] == "decided" and not told["default_won"]


def over(state: State, doc: Doc, at: str, speaks: str | None = None) -> list[Doc]:
    """The block for an act on a brainstorm or ballot that has ended, by an act or by the clock.

    `speaks` is the kind of an act that the window bounds (a proposal, a position, a concern, a
    cast): inside the final period what may reopen it is still heard."""
    ended = lookup.ended(doc)
    if ended:
        return ended
    window, word = of(state, doc, tenure.reading(at)), _word(doc)
    show = f"ledger {word} show {doc['id']}"
    if window["lapsed"]:
        message = f"{doc['id']} has lapsed: it ran until {page(window['lapses'])}"
        return [block("lapsed", message, show)]
    if window["aborted"]:
        return [block("aborted", f"{doc['id']} is aborted: {window['aborted']}", show)]
    if speaks is None or not window["passed"] or _heard(doc, window, speaks):
        return []
    return [block("closed", f"the window of {doc['id']} ended {page(window['until'])}", show)]


def state_of(state: State, doc: Doc, at: str) -> str:
    """The state of a brainstorm or ballot: as acts made it, or `lapsed` or `aborted` by the clock,
    by who left, or by another policy."""
    if doc["state"] == "open" and over(state, doc, at):
        return "lapsed" if of(state, doc, tenure.reading(at))["lapsed"] else "aborted"
    ended: str = doc["state"]
    return ended


def _word(doc: Doc) -> str:
    return "brainstorm" if "versions" in doc else "ballot"


def _heard(doc: Doc, window: Doc, speaks: str) -> bool:
    """May it reopen the final period, which runs?"""
    reopens = {"concern": "concern", "against": "object"}
    rule = doc["rule"].get("final")
    runs = window["final_until"] is not None and not window["commented"]
    return bool(rule and runs and reopens[rule["reopened_by"]] == speaks)


def running(doc: Doc, window: Doc, said: Doc) -> list[Doc]:
    """The block for a close or a decision before the window or the final period has passed, with
    until when; `said` is the verdict."""
    word, ident = _word(doc), doc["id"]
    show = f"ledger {word} show {ident}"
    if said["verdict"] == "final-period":
        message = f"the final period of {ident} runs until {page(window['final_until'])}"
        return [block("final-period", message, show)]
    if window["until"] is None or window["passed"] or said["verdict"] in ("decided", "lapsed"):
        return []
    message = f"the window of {ident} is open until {page(window['until'])}"
    return [block("window-open", message, show)]
