"""A hold is lifted by the seat it waits for. Subject: the decision or ballot; body: `{points?}`."""

from __future__ import annotations

from ledger.core import enter, lookup, roster
from ledger.core.errors import block
from ledger.core.kinds.hold import aim, chosen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()
__all__ = ["TEXTS", "aim", "apply", "headline", "ids", "items", "outcome", "same", "who"]


def _held(act: Act) -> list[Doc]:
    return [point for point in chosen(act) if point["holds"]]


def who(act: Act) -> Blocks:
    """The seat that each of them waits for; of a whole decision, those that wait for the actor."""
    seats = list(dict.fromkeys(point["holds"][0]["for"] for point in _held(act)))
    if not seats:
        return []
    seat, blocks = roster.voice(act, seats)
    if blocks:
        return blocks
    if seat is None:
        message = f"it waits for {', '.join(seats)}, and {act.actor} holds no such seat"
        absent = roster.find(act.state, seats[0]) is None  # an import names seats of elsewhere
        hint = f"ledger body add {seats[0]} {seats[0]}" if absent else f"ledger show {act.subject}"
        return [block("not-allowed", message, hint, seat=seats[0])]
    if act.body.get("points") is None:
        return []
    others = [point for point in _held(act) if point["holds"][0]["for"] != seat]
    idents = [(f"{act.subject}.{p['label']}", p["holds"][0]["for"]) for p in others]
    return [
        block("not-allowed", f"{ident} waits for {name}", f"ledger show {ident}", point=ident)
        for ident, name in idents
    ]


def same(act: Act) -> Doc | None:
    """None of them is held."""
    if _held(act):
        return None
    moved = lookup.ruling(act.state, act.subject)["released"]
    return {"entry": moved, "ids": [f"{act.subject}.{p['label']}" for p in chosen(act)]}


def items(act: Act) -> list[str]:
    """Its own."""
    reach: list[str] = lookup.ruling(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The labels that are released, and the seat that did it."""
    seats = [point["holds"][0]["for"] for point in _held(act)]
    seat = roster.voice(act, dict.fromkeys(seats))[0]
    freed = [p["label"] for p in _held(act) if act.imported or p["holds"][0]["for"] == seat]
    return {"points": freed, "seat": seat, "holder": act.actor}


def apply(act: Act) -> None:
    """The first hold of each is gone; an older one that it was laid over shows again."""
    act.state.touch(act.subject)["released"] = act.seq
    for label in act.outcome["points"]:
        point = enter.edit(act.state, f"{act.subject}.{label}")
        point["holds"] = point["holds"][1:]


def headline(act: Act) -> str:
    """What was done, in one line."""
    points = ", ".join(f"{act.subject}.{label}" for label in act.outcome["points"])
    return f"released {points}"


def ids(act: Act) -> list[str]:
    """The points."""
    return [f"{act.subject}.{label}" for label in act.outcome["points"]]
