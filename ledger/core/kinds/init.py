"""The first entry: makes body and seat `steward`, held by the actor (concepts.md, "steward")."""

from __future__ import annotations

from ledger.core import tenure
from ledger.core.clock import add
from ledger.core.roster import STEWARD, actor_doc, same_actor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """Nobody is asked: the database is empty, and whoever makes the ledger is its steward."""
    return []


def apply(act: Act) -> None:
    """The steward's body and seat, and the numbers from which all others are counted."""
    state = act.state
    state.put("numbers", {"decisions": 0, "ballots": 0, "projects": {}})
    state.put("open", {"ids": []})
    state.put("due", {"lapses": []})
    state.put(f"body:{STEWARD}", {"body": STEWARD, "seats": [STEWARD], "entry": act.seq})
    state.put(f"seat:{STEWARD}", new_seat(STEWARD, STEWARD, act))
    hold(act, STEWARD, act.actor, None)


def new_seat(name: str, body: str, act: Act) -> Doc:
    """The document of a seat that nobody holds yet."""
    return {
        "seat": name,
        "body": body,
        "actor": None,
        "since": None,
        "at": None,
        "expires": None,
        "ttl": None,
        "retired": None,
        "last": None,
        "made": act.seq,
        "made_at": act.at,
        "retired_at": None,
        "tenures": [],
        "moved": act.seq,
        "ratifies": [],
        "waiting": [],
    }


def hold(act: Act, seat: str, actor: str, ttl: int | None) -> None:
    """The actor holds the seat from this entry on, for `ttl` seconds or until it leaves."""
    state = act.state
    doc = state.touch(f"seat:{seat}")
    if not same_actor(state, doc["actor"], actor):  # else it continues, by whatever name
        doc["since"], doc["at"] = act.seq, act.at
    if doc["actor"] not in (None, actor):
        drop(act, seat)
    expires = add(act.at, ttl) if ttl else None
    doc.update(actor=actor, last=actor, expires=expires, ttl=ttl, moved=act.seq)
    tenure.begin(doc, (act.at, act.seq), expires)
    mine = actor_doc(state, actor)["seats"]
    if seat not in mine:
        mine.append(seat)


def drop(act: Act, seat: str) -> None:
    """The seat's holder holds it no more."""
    doc = act.state.touch(f"seat:{seat}")
    if doc["actor"] is not None:
        act.state.touch(f"actor:{doc['actor']}")["seats"].remove(seat)
    doc.update(actor=None, expires=None, moved=act.seq)
    tenure.end(doc, (act.at, act.seq))


def headline(act: Act) -> str:
    """What was done, in one line."""
    return "made this ledger, as its steward"


def ids(act: Act) -> list[str]:
    """The seat that was made."""
    return [STEWARD]
