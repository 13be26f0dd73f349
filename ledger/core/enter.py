"""Points beginning to wait, coming in force, falling, and being held: what acts do to them
(concepts.md, "In force" 1 to 7).

A hold is `{for, reason, by, entry}`, its reason by hash; `holds` of a point are those that stand,
the oldest first, which is the one shown; `fell_with` are those that it fell with.
"""

from __future__ import annotations

from ledger.core.force import (
    BUILDS,
    CONTESTED,
    FELLS,
    FORCE,
    REPLACES,
    WAITS,
    claimed,
    felled,
    find,
    ids,
    in_decision,
    live,
)
from ledger.core.imports import of
from ledger.core.names import split_point

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def edit(state: State, ident: str) -> Doc:
    """The document of a point, to be changed."""
    decision, label = split_point(ident)
    point = in_decision(state.touch(decision), label)
    assert point is not None, ident
    return point


def _become(state: State, ident: str, how: str, seq: int) -> Doc:
    """The point is in another state, made by that entry; its decision has moved."""
    point = edit(state, ident)
    point["state"], point["by"] = how, seq
    state.touch(split_point(ident)[0])["moved"] = seq
    return point


def named(decision: Doc) -> list[str]:
    """The seats that a waiting decision needs: its ratifier, and those it requires."""
    required = [name for one in decision["require"] for name in one["seats"]]
    return list(dict.fromkeys([decision["ratifier"], *required]))


def begin_wait(state: State, decision: Doc) -> None:
    """An adopted decision begins to wait: its points are pending against what they would
    displace, and the seats that it names know of it."""
    for ident in ids(decision):
        point = find(state, ident)
        for target in felled(state, [point] if point else []):
            pending = edit(state, target)["pending"]
            if ident not in pending:
                pending.append(ident)
    for name in named(decision):
        state.touch(f"seat:{name}")["waiting"].append(decision["id"])


def _settle(state: State, ident: str) -> None:
    """Once no point of the decision waits, no seat need wait for it."""
    decision = state.touch(split_point(ident)[0])
    if decision["ratifier"] is None or any(p["state"] == WAITS for p in decision["points"]):
        return
    for name in named(decision):
        waiting = state.touch(f"seat:{name}")["waiting"]
        if decision["id"] in waiting:
            waiting.remove(decision["id"])


def _wait_no_more(state: State, ident: str) -> None:
    point = edit(state, ident)
    for effect in point["effects"]:
        for target in effect["targets"]:
            other = find(state, target)
            if other and ident in other["pending"]:
                edit(state, target)["pending"].remove(ident)
    _settle(state, ident)


def enter(state: State, ident: str, seq: int, at: str, imported: bool = False) -> None:
    """A point comes in force, and its effects happen (concepts.md, "In force" 1 and 2). Two
    imported points that displace one are contested, both (5)."""
    point = edit(state, ident)
    effects = list(dict.fromkeys(live(state, point)))  # taken over from two, it happens once
    for _, target in claimed(point):
        edit(state, target)["claimed"].append(ident)
    settled = _settled(state, effects)
    _stand(state, ident, seq, at)
    _wait_no_more(state, ident)
    for heir in point["pending"]:
        _disinherit(state, heir, ident)
    for verb, target in effects:
        if verb in FELLS:
            _fell(state, ident, verb, target, seq, imported)
        elif verb == "restores":
            _restore(state, ident, target, seq, at)
        if verb in BUILDS:
            edit(state, target)["built"].append(ident)
    for rival in settled:
        if edit(state, rival)["state"] == CONTESTED:
            _stand(state, rival, seq, at)


def _settled(state: State, effects: list[tuple[str, str]]) -> list[str]:
    """The contested points that these effects name with all their rivals: those that do not fall
    come in force (concepts.md, "In force" 5)."""
    named = {target for _, target in effects}
    found = []
    for target in sorted(named):
        point = find(state, target) or {"state": ""}
        if point["state"] == CONTESTED:
            fell = [find(state, one) or {"replaced_by": ()} for one in point["replaces"]]
            if {rival["point"] for one in fell for rival in one["replaced_by"]} <= named:
                found.append(target)
    return found


def _fell(state: State, ident: str, verb: str, target: str, seq: int, imported: bool) -> None:
    point, other = edit(state, ident), edit(state, target)
    waited = other["state"] == WAITS
    rivals = [one["point"] for one in other["replaced_by"]] if imported else []
    own = split_point(ident)[0] + "."  # one target may fall to several points of one decision
    rivals = [rival for rival in rivals if not rival.startswith(own)]
    if rivals and all(of(state, rival) for rival in rivals):
        for rival in [*rivals, ident]:
            _become(state, rival, CONTESTED, seq)
    _become(state, target, FELLS[verb], seq)
    other["replaced_by"].append({"point": ident, "verb": verb})
    point["replaces"].append(target)
    if other["holds"] or not other["fell_with"]:
        other["fell_with"] = other["holds"]
    if verb in REPLACES:
        _take_holds(point, other["fell_with"])
    other["holds"] = []
    if waited:
        _wait_no_more(state, target)


def _restore(state: State, ident: str, target: str, seq: int, at: str) -> None:
    other = edit(state, target)
    if other["state"] == FORCE:
        return
    _stand(state, target, seq, at)
    other["replaced_by"] = []
    other["holds"], other["fell_with"] = list(other["fell_with"]), []
    _take_holds(edit(state, ident), other["holds"])


def _take_holds(point: Doc, holds: list[Doc]) -> None:
    """The point is held as what it replaces or restores was, beside any hold of its own; a hold
    that comes to it from two points is one. One decision may hold its points for several seats."""
    more = [one for one in holds if one not in point["holds"]]
    point["holds"] = sorted([*point["holds"], *more], key=lambda one: (one["entry"], one["for"]))


def _disinherit(state: State, heir: str, ident: str) -> None:
    """What `heir` took over from `ident` has happened: it is pending against those no more."""
    point = find(state, heir) or {"effects": ()}
    for effect in point["effects"]:
        if ident in effect.get("from", ()):
            for target in effect["targets"]:
                pending = edit(state, target)["pending"]
                if heir in pending:
                    pending.remove(heir)


def _stand(state: State, ident: str, seq: int, at: str) -> None:
    _become(state, ident, FORCE, seq)["since"] = {"entry": seq, "at": at}


def lapse(state: State, ident: str) -> None:
    """A waiting point has waited too long: the entry that adopted it made it so."""
    home = state.touch(split_point(ident)[0])
    moved = home["moved"]
    end(state, ident, "lapsed", home["entry"])
    home["moved"] = moved  # the clock moves nothing


def end(state: State, ident: str, how: str, seq: int) -> None:
    """A waiting point is refused, withdrawn or lapsed, for good."""
    _become(state, ident, how, seq)["holds"] = []
    _wait_no_more(state, ident)
