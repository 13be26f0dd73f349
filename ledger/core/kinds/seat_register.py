"""An actor takes seats. Subjects: the seats; body: `{actor, ttl?, replace?}`, `ttl` in seconds.

All or nothing: one failing seat fails all, and every failing one is named.
"""

from __future__ import annotations

from ledger.core import roster
from ledger.core.clock import add
from ledger.core.errors import block
from ledger.core.kinds.init import hold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """A steward; the seats must be there."""
    roster.require(act.state, act.subjects)
    return roster.stewards_only(act)


def same(act: Act) -> Doc | None:
    """The actor holds them all, until the same moment."""
    docs = roster.require(act.state, act.subjects)
    ttl = act.body.get("ttl")
    expires = add(act.at, ttl) if ttl else None
    if all(
        roster.same_actor(act.state, roster.holder(doc, act.at), act.body["actor"])
        and doc["expires"] == expires
        for doc in docs
    ):
        return {"entry": max(doc["moved"] for doc in docs), "ids": act.subjects}
    return None


def check(act: Act) -> Blocks:
    """Retired or held by another; one actor twice in a body; the last steward on a lease."""
    actor, at = act.body["actor"], act.at
    blocks = []
    for name in act.subjects:
        doc = roster.seat(act.state, name)
        now = roster.holder(doc, at)
        if doc["retired"] is not None:
            blocks.append(
                block("not-allowed", f"seat {name} is retired", f"ledger show {name}", seat=name)
            )
        elif now and not roster.same_actor(act.state, now, actor) and not act.body.get("replace"):
            lease = f" --ttl {act.body['ttl']}s" if act.body.get("ttl") else ""
            hint = f"ledger seat register {name} --actor {actor}{lease} --replace"
            blocks.append(block("seat-held", f"{name} is held by {now}", hint, seat=name))
    blocks += same_hand(act, actor, act.subjects)
    if act.body.get("ttl"):
        blocks += last_steward(act, "put on a lease")
    return blocks


def same_hand(act: Act, actor: str, names: Iterable[str]) -> Blocks:
    """One actor holds one seat of a body (concepts.md, "Identity": three agents are three)."""
    held = dict.fromkeys([*roster.seats_of(act.state, actor, act.at), *names])
    by_body: dict[str, list[str]] = {}
    for name in held:
        by_body.setdefault(roster.seat(act.state, name)["body"], []).append(name)
    return [
        block(
            "same-hand",
            f"{actor} would hold {' and '.join(seats)} of {body}: one actor, one seat",
            f"ledger seat roster {body}",
            seat=seats[-1],
        )
        for body, seats in by_body.items()
        if len(seats) > 1 and set(seats) & set(names)
    ]


def last_steward(act: Act, what: str) -> Blocks:
    """The last registered steward seat stays, and without a lease (concepts.md, "steward")."""
    docs = roster.require(act.state, act.subjects)
    if not any(doc["body"] == roster.STEWARD for doc in docs):
        return []
    body = act.state.get(f"body:{roster.STEWARD}") or {"seats": []}
    for doc in act.state.many(f"seat:{name}" for name in body["seats"]):
        stays = roster.registered(doc, act.at) and doc["expires"] is None
        if stays and doc["seat"] not in act.subjects:
            return []
    hint = f"ledger seat add {roster.STEWARD} SEAT"
    return [block("not-allowed", f"the last steward seat cannot be {what}", hint)]


def apply(act: Act) -> None:
    """The seats are held from this entry on."""
    for name in act.subjects:
        hold(act, name, act.body["actor"], act.body.get("ttl"))


def notes(act: Act) -> list[str]:
    """A lease on a seat that a waiting decision requires warns (concepts.md, "Identity")."""
    if not act.body.get("ttl"):
        return []
    docs = roster.require(act.state, act.subjects)
    return [
        f"{', '.join(doc['waiting'])} waits for ratification and needs {doc['seat']}: "
        "when this lease ends it cannot be ratified"
        for doc in docs
        if doc["waiting"]
    ]


def headline(act: Act) -> str:
    """What was done, in one line."""
    ttl = act.body.get("ttl")
    until = f" until {add(act.at, ttl)[:19]}Z" if ttl else ""
    how = " in place of its holder" if act.body.get("replace") else ""
    return f"registered {act.body['actor']} as {', '.join(act.subjects)}{how}{until}"


def ids(act: Act) -> list[str]:
    """The seats."""
    return act.subjects
