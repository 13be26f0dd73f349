"""Whether what somebody waits for has come (cli.md, `wait`): `decided`, `ratified` or `closed`.

| id | decided | ratified | closed |
|---|---|---|---|
| brainstorm | adopted | and no point of its decision waits | ended in any way |
| decision, point | it is | no point of it waits, it does not wait | the same |
| ballot | ratified by | ratified by | closed, ratified by or aborted |
| item | has a decision, no brainstorm open | and no point of it waits | the item is closed |

A brainstorm whose window has passed without what its policy asks, as its roll stands, one or a
ballot that ended otherwise, a ballot none of whose points waits any more, and a
closed item on which nothing is decided, never come to it.
"""

from __future__ import annotations

from ledger.core import count, force, lookup, names, tenure, verdict, window
from ledger.core.errors import NotFound
from ledger.core.rows import state_of
from ledger.views.item import members

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]

FACTS = ("decided", "ratified", "closed")


def fact(state: State, ident: str, wanted: str, at: str) -> Doc:
    """`{id, until, state, points, come, over, next}`: `come` where it is so; `over` where it can no
    longer come; `next`, when the clock alone may change the answer, or None. NotFound."""
    if names.is_key(ident):
        made = _item(state, lookup.item(state, ident), wanted, at)
    elif names.is_brainstorm(ident):
        made = _storm(state, lookup.brainstorm(state, ident), wanted, at)
    elif names.is_ballot(ident):
        made = _ballot(state, lookup.ballot(state, ident), wanted, at)
    elif names.is_decision(ident):
        decision = lookup.decision(state, ident)
        points = _points(decision, decision["points"])
        made = _made(state_of(decision), points, wanted == "decided" or not waiting(points))
        made["next"] = _lapse(decision, points)
    elif names.is_point(ident):
        made = _point(state, ident, wanted)
    else:
        what = f"{ident!r} is nothing to wait for: give an item, brainstorm, decision, point or"
        raise NotFound(f"{what} ballot", "ledger item list")
    ahead = min((one for one in made["next"] if one > at), default=None)
    return {"id": ident, "until": wanted, **made, "next": ahead}


def waiting(points: list[Doc]) -> list[str]:
    """The ids of those points that wait."""
    return [one["id"] for one in points if one["state"] == force.WAITS]


def _made(state: str, points: list[Doc], come: bool, over: bool = False) -> Doc:
    return {"state": state, "points": points, "come": come, "over": over and not come, "next": []}


def _points(doc: Doc, chosen: list[Doc]) -> list[Doc]:
    return [{"id": f"{doc['id']}.{one['label']}", "state": one["state"]} for one in chosen]


def _point(state: State, ident: str, wanted: str) -> Doc:
    home = lookup.ruling(state, names.split_point(ident)[0])
    points = _points(home, [lookup.point(state, ident)])
    made = _made(points[0]["state"], points, wanted == "decided" or not waiting(points))
    made["next"] = _lapse(home, points)
    return made


def _lapse(doc: Doc, points: list[Doc]) -> list[str]:
    return [doc["lapses"]] if doc.get("lapses") and waiting(points) else []


def _storm(state: State, doc: Doc, wanted: str, at: str) -> Doc:
    now = window.state_of(state, doc, at)
    decision = lookup.decision(state, doc["decision"]) if now == "adopted" else None
    points = _points(decision, decision["points"]) if decision else []
    if wanted == "closed":
        made = _made(now, points, now != "open")
    else:
        come = decision is not None and (wanted == "decided" or not waiting(points))
        gone = now not in ("open", "adopted") or _spent(state, doc, at)
        made = _made(now, points, come, gone)
    made["next"] = _lapse(decision, points) if decision else list(_ends(state, doc, at))
    return made


def _spent(state: State, doc: Doc, at: str) -> bool:
    """Can it not be adopted any more, whoever comes or leaves?"""
    roll = doc["rule"]["electorate"]
    moves = roll["as_of"] != "open" or roll["leavers"] == "drop"
    return verdict.spent(state, doc, at) and not (doc["versions"] and moves)


def _ballot(state: State, doc: Doc, wanted: str, at: str) -> Doc:
    now = window.state_of(state, doc, at)
    points = _points(doc, doc["points"])
    come = now != "open" if wanted == "closed" else now == "adopted"
    ruled = [force.find(state, one) for asked in doc["questions"] for one in asked["rules_on"]]
    gone = not any(one and one["state"] == force.WAITS for one in ruled)
    made = _made(now, points, come, gone or now in ("aborted", "lapsed"))
    made["next"] = list(_ends(state, doc, at)) if now == "open" else []
    return made


def _ends(state: State, doc: Doc, at: str) -> Iterator[str]:
    """When the clock may end an open brainstorm or ballot: its window, its longest, and where the
    policy has `leavers abort` the ends of leases."""
    time = window.of(state, doc, tenure.reading(at))
    yield from (one for one in (time["until"], time["lapses"]) if one)
    if doc["rule"]["electorate"]["leavers"] == "abort":
        for name in count.roll(state, doc, tenure.reading(at)):
            expires = (state.get(f"seat:{name}") or {})["expires"]
            if expires:
                yield expires


def _item(state: State, doc: Doc, wanted: str, at: str) -> Doc:
    storms = [_storm(state, one, "decided", at) for one in state.many(doc["brainstorms"])]
    decisions = state.many(doc["decisions"])
    pairs = members(state, doc)
    points = [one for home, point in pairs for one in _points(home, [point])]
    running = any(one["state"] == "open" for one in storms)
    decided = bool(decisions) and not running
    ready = {"decided": decided, "ratified": decided and not waiting(points)}
    come = ready.get(wanted, doc["state"] == "closed")
    over = doc["state"] == "closed" and not decisions and not running
    made = _made(doc["state"], points, come, over)
    made["next"] = [one for storm in storms for one in storm["next"]]
    made["next"] += [one["lapses"] for one, _ in pairs if one.get("lapses")]
    return made
