"""Bodies, seats and who holds them, read from the state (concepts.md, "Identity").

A seat's document: `{seat, body, actor, since, at, expires, ttl, retired, last, moved}`; `actor`
holds it, `last` was its last holder, `since` is the entry that registered it, `moved` the last
entry that changed it. A lease ends by the clock at the time of reading.
"""

from __future__ import annotations

from ledger.core.errors import NotFound, Usage, block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ledger.core.act import Act
    from ledger.core.state import State

    Doc = dict[str, Any]

STEWARD = "steward"


def find(state: State, name: str) -> Doc | None:
    """The seat's document, None where there is no such seat: an import names those of elsewhere."""
    return state.get(f"seat:{name}")


def seat(state: State, name: str) -> Doc:
    """The seat's document; NotFound where there is no such seat."""
    found = find(state, name)
    if found is None:
        raise NotFound(f"there is no seat {name}", hint="ledger seat roster")
    return found


def require(state: State, names: Iterable[str]) -> list[Doc]:
    """The documents of the seats; NotFound that names every one that is not there."""
    absent = [name for name in names if state.get(f"seat:{name}") is None]
    if absent:
        raise NotFound(f"there is no seat {', '.join(absent)}", hint="ledger seat roster")
    return [seat(state, name) for name in names]


def registered(seat: Doc, at: str) -> bool:
    """Does somebody hold the seat at that time: registered, not retired, lease not run out?"""
    expires = seat["expires"]
    return (
        seat["actor"] is not None
        and seat["retired"] is None
        and (expires is None or bool(at < expires))
    )


def holder(seat: Doc, at: str) -> str | None:
    """The actor that holds the seat at that time, or None."""
    return seat["actor"] if registered(seat, at) else None


def whole(state: State, actor: str | None) -> str | None:
    """The actor that a name stands for: itself, unless it is an alias (concepts.md, "actor")."""
    doc = state.get(f"actor:{actor}") if actor else None
    return doc["alias"] if doc and doc["alias"] else actor


def same_actor(state: State, one: str | None, other: str | None) -> bool:
    """Are two names of one actor?"""
    return one is not None and whole(state, one) == whole(state, other)


def actor_doc(state: State, actor: str) -> Doc:
    """What is known of a name: the seats registered under it, whom it stands for, and who stands
    for it; made when it is first needed."""
    ident = f"actor:{actor}"
    if state.get(ident) is None:
        state.put(ident, {"seats": [], "alias": None, "aliases": [], "entry": None})
    return state.touch(ident)


def seats_of(state: State, actor: str, at: str) -> list[str]:
    """The seats that the actor holds at that time, under any of its names."""
    main = whole(state, actor) or actor
    doc = state.get(f"actor:{main}")
    names = [main, *(doc["aliases"] if doc else [])]
    docs = state.many(f"actor:{name}" for name in names)
    held = [name for one in docs for name in one["seats"]]
    return [name for name in held if registered(seat(state, name), at)]


def steward(state: State, actor: str, at: str) -> str | None:
    """The steward's seat that the actor holds, or None."""
    held = seats_of(state, actor, at)
    return next((name for name in held if seat(state, name)["body"] == STEWARD), None)


def resolve(state: State, terms: Iterable[Any], named: bool = False) -> list[str]:
    """The seats of a policy's set, not retired, in the order named (policy.md, `set`, "Roll"):
    a name is a body first, else a seat. `named`: also a retired seat that is named itself, since
    what requires it asks for it still."""
    seats: dict[str, None] = {}
    for sign, names, *_ in terms:
        for name in names:
            body = state.get(f"body:{name}")
            for one in body["seats"] if body else [name]:
                if sign == "-":
                    seats.pop(one, None)
                elif seat(state, one)["retired"] is None or (named and not body):
                    seats[one] = None
    return list(seats)


def stewards_only(act: Act) -> list[Doc]:
    """The block for an actor that holds no steward's seat (concepts.md, "Steward's acts")."""
    if steward(act.state, act.actor, act.at):
        return []
    body = act.state.get(f"body:{STEWARD}")
    held = [
        f"{doc['seat']} ({holder(doc, act.at)})"
        for doc in act.state.many(f"seat:{name}" for name in (body or {"seats": []})["seats"])
        if registered(doc, act.at)
    ]
    who = ", ".join(held)
    message = f"this is a steward's act, and {act.actor} is none: {who}"
    return [block("not-allowed", message, f"ledger seat roster {STEWARD}")]


def unregistered(doc: Doc, at: str, what: str = "required seat") -> Doc:
    """The block for a seat that nobody holds: names the seat and its last holder, who may renew a
    lease that has ended (so may a steward)."""
    name = doc["seat"]
    last = f"; last held by {doc['last']}" if doc["last"] else ""
    if doc["retired"] is not None:
        message = f"{what} {name} is retired{last}"
        return block("seat-unregistered", message, f"ledger show {name}", seat=name)
    if doc["actor"] is not None and doc["expires"] is not None and at >= doc["expires"]:
        message = f"the lease of {what} {name} has ended{last}"
        return block(
            "seat-unregistered", message, f"ledger seat renew {name}", seat=name, last=doc["last"]
        )
    return block(
        "seat-unregistered",
        f"{what} {name} is not registered{last}",
        f"ledger seat register {name} --actor {doc['last'] or 'ACTOR'}",
        seat=name,
        last=doc["last"],
    )


def voice(act: Act, allowed: Iterable[str], any_one: bool = False) -> tuple[str | None, list[Doc]]:
    """The seat that the actor speaks for among the allowed ones, and why it may not.

    Returns (seat, blocks): no seat and no blocks where the actor has none of them. Usage where
    two would do and none was named, unless any one is enough.
    """
    state, at, actor = act.state, act.at, act.actor
    if act.imported:  # who reports speaks for no seat
        return None, []
    names = list(allowed)
    mine = [name for name in seats_of(state, actor, at) if name in names]
    asked = act.statement.get("seat")
    if asked is not None:
        doc = seat(state, asked)
        if asked in mine:
            return asked, []
        if asked in names and same_actor(state, doc["last"], actor) and not registered(doc, at):
            return None, [unregistered(doc, at, "seat")]
        if mine:
            raise Usage(f"{actor} speaks for {' and '.join(mine)} here, not for {asked}")
        return None, []
    if len(mine) > 1 and not any_one:
        raise Usage(f"{actor} holds {' and '.join(mine)}: say which with --seat")
    if mine:
        return mine[0], []
    docs = state.many(f"seat:{name}" for name in names)
    gone = [doc for doc in docs if same_actor(state, doc["last"], actor)]
    return None, [unregistered(doc, at, "seat") for doc in gone if not registered(doc, at)]
