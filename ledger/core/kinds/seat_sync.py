"""The hub's present roster is recorded, as far as it differs (cli.md, `seat sync`). Subjects: the
seats that change; body: `{seats: {SEAT: ACTOR or null}}`."""

from __future__ import annotations

from ledger.core import roster
from ledger.core.errors import block
from ledger.core.kinds.init import drop, hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """A steward; the seats must be there."""
    roster.require(act.state, list(act.body["seats"]))
    return roster.stewards_only(act)


def _changes(act: Act) -> dict[str, str | None]:
    """The seats whose holder is another, in the order of their names: that of the stored bytes,
    so that the fold of the log does them in the same order."""
    seats: dict[str, str | None] = act.body["seats"]
    found = {}
    for name, actor in sorted(seats.items()):
        doc = roster.seat(act.state, name)
        now = roster.holder(doc, act.at)
        gone = actor is None and doc["actor"] is None
        if not gone and not roster.same_actor(act.state, now, actor):
            found[name] = actor
    return found


def same(act: Act) -> Doc | None:
    """The roster is so."""
    if _changes(act):
        return None
    docs = roster.require(act.state, list(act.body["seats"]))
    return {"entry": max((doc["moved"] for doc in docs), default=1), "ids": act.subjects}


def check(act: Act) -> Blocks:
    """No retired seat, no actor twice in a body once all is done, and a steward stays."""
    changes, blocks = _changes(act), []
    for name, actor in changes.items():
        if actor is not None and roster.seat(act.state, name)["retired"] is not None:
            message = f"seat {name} is retired"
            blocks.append(block("not-allowed", message, f"ledger show {name}", seat=name))
    blocks += _hands(act, changes)
    return blocks + _stewards(act, changes)


def _stewards(act: Act, changes: dict[str, str | None]) -> Blocks:
    """The block for a roster that would leave no steward."""
    body = act.state.get(f"body:{roster.STEWARD}") or {"seats": []}
    if not set(changes) & set(body["seats"]):
        return []
    for doc in act.state.many(f"seat:{name}" for name in body["seats"]):
        unleased = roster.holder(doc, act.at) if doc["expires"] is None else None
        if changes.get(doc["seat"], unleased):
            return []
    hint = f"ledger seat roster {roster.STEWARD}"
    return [block("not-allowed", "the last steward seat cannot be left by a roster", hint)]


def _hands(act: Act, changes: dict[str, str | None]) -> Blocks:
    blocks = []
    for actor in dict.fromkeys(one for one in changes.values() if one):
        kept = [n for n in roster.seats_of(act.state, actor, act.at) if n not in changes]
        given = [n for n, a in changes.items() if roster.same_actor(act.state, a, actor)]
        by_body: dict[str, list[str]] = {}
        for name in [*kept, *given]:
            by_body.setdefault(roster.seat(act.state, name)["body"], []).append(name)
        for body, names in by_body.items():
            if len(names) > 1:
                message = f"{actor} would hold {' and '.join(names)} of {body}"
                hint = f"ledger seat roster {body}"
                blocks.append(block("same-hand", message, hint, seat=names[-1]))
    return blocks


def outcome(act: Act) -> Doc:
    """What changed."""
    return {"changes": _changes(act)}


def apply(act: Act) -> None:
    """First whoever leaves, then whoever comes."""
    for name in act.outcome["changes"]:
        drop(act, name)
    for name, actor in act.outcome["changes"].items():
        if actor is not None:
            hold(act, name, actor, None)


def headline(act: Act) -> str:
    """What was done, in one line."""
    said = ", ".join(f"{name}: {who or 'nobody'}" for name, who in act.outcome["changes"].items())
    return f"brought the roster up to date: {said}"


def ids(act: Act) -> list[str]:
    """The seats that changed."""
    return list(act.outcome["changes"])
