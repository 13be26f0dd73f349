"""Seats are left: unregistered (kind `seat-unregister`) or retired for good (`seat-retire`)."""

from __future__ import annotations

from ledger.core import roster
from ledger.core.errors import block
from ledger.core.kinds.init import drop
from ledger.core.kinds.seat_register import last_steward
from ledger.core.kinds.seat_renew import own_or_steward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def _retires(act: Act) -> bool:
    return bool(act.statement["kind"] == "seat-retire")


def who(act: Act) -> Blocks:
    """A steward; to unregister, the holder too."""
    docs = roster.require(act.state, act.subjects)
    return roster.stewards_only(act) if _retires(act) else own_or_steward(act, docs)


def same(act: Act) -> Doc | None:
    """They have all been left so already."""
    docs = roster.require(act.state, act.subjects)
    gone = [doc["retired"] is not None if _retires(act) else doc["actor"] is None for doc in docs]
    if all(gone):
        return {"entry": max(doc["moved"] for doc in docs), "ids": act.subjects}
    return None


def check(act: Act) -> Blocks:
    """The last steward stays; so does a seat that is named as ratifier."""
    blocks = last_steward(act, "retired" if _retires(act) else "unregistered")
    for name in act.subjects if _retires(act) else ():
        doc = roster.seat(act.state, name)
        waiting = act.state.many(doc["waiting"])
        ratifies = doc["ratifies"] + [d["id"] for d in waiting if d["ratifier"] == name]
        if ratifies:
            why = f"{name} is named as ratifier by {', '.join(ratifies)}"
            blocks.append(block("not-allowed", why, f"ledger show {name}", seat=name))
    return blocks


def apply(act: Act) -> None:
    """Nobody holds them any more; a retired seat is in no later electorate."""
    for name in act.subjects:
        drop(act, name)
        if _retires(act):
            act.state.touch(f"seat:{name}").update(retired=act.seq, retired_at=act.at)


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"{'retired' if _retires(act) else 'unregistered'} {', '.join(act.subjects)}"


def ids(act: Act) -> list[str]:
    """The seats."""
    return act.subjects
