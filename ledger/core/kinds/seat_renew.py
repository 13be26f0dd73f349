"""The holder's lease begins again, for the length of its last `--ttl`. Body: `{}`."""

from __future__ import annotations

from ledger.core import roster
from ledger.core.clock import add
from ledger.core.errors import block
from ledger.core.kinds.init import hold
from ledger.core.kinds.seat_register import same_hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """The actor itself, also after the lease's end while nobody else holds the seat; a steward."""
    docs = roster.require(act.state, act.subjects)
    return own_or_steward(act, docs)


def own_or_steward(act: Act, docs: list[Doc]) -> Blocks:
    """Blocks for the seats that are not the actor's own, unless it is a steward."""
    if roster.steward(act.state, act.actor, act.at):
        return []
    return [
        block(
            "not-allowed",
            f"{doc['seat']} is held by {doc['actor'] or 'nobody'}: its holder or a steward may",
            f"ledger show {doc['seat']}",
            seat=doc["seat"],
        )
        for doc in docs
        if not roster.same_actor(act.state, doc["actor"] or doc["last"], act.actor)
    ]


def same(act: Act) -> Doc | None:
    """They have no lease, or one that ends at that very moment."""
    docs = roster.require(act.state, act.subjects)
    for doc in docs:
        expires = add(act.at, doc["ttl"]) if doc["ttl"] else None
        if doc["actor"] is None or doc["expires"] != expires:
            return None
    return {"entry": max(doc["moved"] for doc in docs), "ids": act.subjects}


def check(act: Act) -> Blocks:
    """Somebody holds it or held it until its lease ran out, and holds no other of the body."""
    blocks = []
    for name in act.subjects:
        doc = roster.seat(act.state, name)
        if doc["actor"] is None or doc["retired"] is not None:
            blocks.append(roster.unregistered(doc, act.at, "seat"))
        else:
            blocks += same_hand(act, doc["actor"], [name])
    return blocks


def apply(act: Act) -> None:
    """The lease begins again now."""
    for name in act.subjects:
        doc = roster.seat(act.state, name)
        hold(act, name, doc["actor"], doc["ttl"])


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"renewed {', '.join(act.subjects)}"


def ids(act: Act) -> list[str]:
    """The seats."""
    return act.subjects
