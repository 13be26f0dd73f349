"""Points are held: in force, or once they are, they must not be carried out yet (concepts.md, "In
force" 6). Subject: the decision or ballot; body: `{points?, for, reason}`."""

from __future__ import annotations

from ledger.core import enter, force, lookup, roster
from ledger.core.errors import NotFound, block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ("reason",)
HELD = (force.FORCE, force.WAITS, force.CONTESTED)


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that proposed the points (or asked the question), and the labels named."""
    doc = lookup.ruling(state, draft["subjects"][0])
    labels = draft["body"].get("points")
    if labels is None:
        return [{"statement": doc["statement"]}]
    return [{"statement": doc["statement"], "point": label} for label in labels]


def chosen(act: Act) -> list[Doc]:
    """The points asked for: those named, else all; NotFound for a label that is not there."""
    doc = lookup.ruling(act.state, act.subject)
    labels = act.body.get("points")
    have = {point["label"] for point in doc["points"]}
    absent = [label for label in labels or () if label not in have]
    if absent:
        raise NotFound(f"{doc['id']} has no point {', '.join(absent)}", f"ledger show {doc['id']}")
    return [p for p in doc["points"] if labels is None or p["label"] in labels]


def who(act: Act) -> Blocks:
    """A seat of the electorate, the ratifier, a steward, or the seat it waits for."""
    chosen(act)
    if not act.imported:
        roster.require(act.state, [act.body["for"]])
    allowed = _allowed(act)
    seat, blocks = roster.voice(act, allowed)
    if seat or roster.steward(act.state, act.actor, act.at):
        return []
    if blocks:
        return blocks
    message = f"{act.actor} may not hold points of {act.subject}: {', '.join(allowed)} or a steward"
    return [block("not-allowed", message, f"ledger show {act.subject}")]


def _allowed(act: Act) -> list[str]:
    doc = lookup.ruling(act.state, act.subject)
    homes = [doc, *act.state.many([doc["decision"]] if "decision" in doc else [])]
    seats = [name for one in homes for name in one["electorate"]]
    ratifier = [doc["ratifier"]] if doc["ratifier"] else []
    return list(dict.fromkeys([*seats, *ratifier, act.body["for"]]))


def _live(act: Act) -> list[Doc]:
    """Those of them that can be held; all that are asked for by name."""
    points = chosen(act)
    if act.body.get("points") is not None:
        return points
    return [p for p in points if p["state"] in HELD]


def same(act: Act) -> Doc | None:
    """They are held so: for that seat, for that reason."""
    points = _live(act)
    for point in points:
        now = point["holds"][0] if point["holds"] else None
        if now is None or now["for"] != act.body["for"]:
            return None
        if act.state.text(now["reason"] or "") != act.read("reason"):
            return None
    if not points:
        return None
    entry = max(point["holds"][0]["entry"] for point in points)
    return {"entry": entry, "ids": [f"{act.subject}.{p['label']}" for p in points]}


def check(act: Act) -> Blocks:
    """They are in force or wait; while a hold stands, another only from the seat it waits for,
    and for that seat."""
    points, blocks = _live(act), []
    if not points:
        message = f"nothing of {act.subject} is in force or waits"
        return [block("target-not-in-force", message, f"ledger show {act.subject}")]
    mine = roster.seats_of(act.state, act.actor, act.at)
    for point in points:
        ident = f"{act.subject}.{point['label']}"
        if point["state"] not in HELD:
            why = force.fate(ident, point)
            blocks.append(block("target-not-in-force", why, f"ledger show {ident}", point=ident))
        elif point["holds"] and not act.imported:  # whom an import reports may be that seat
            now = point["holds"][0]["for"]
            if now != act.body["for"] or now not in mine:
                message = f"{ident} is held for {now}: only that seat may change it"
                hint = f"ledger show {ident}"
                blocks.append(block("not-allowed", message, hint, point=ident, seat=now))
    return blocks


def items(act: Act) -> list[str]:
    """Its own."""
    reach: list[str] = lookup.ruling(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The labels that are held, and the seat that holds them."""
    seat = roster.voice(act, _allowed(act))[0]
    seat = seat if act.imported else seat or roster.steward(act.state, act.actor, act.at)
    return {"points": [p["label"] for p in _live(act)], "seat": seat, "holder": act.actor}


def apply(act: Act) -> None:
    """The hold stands first, in place of one of the same seat."""
    for label in act.outcome["points"]:
        point = enter.edit(act.state, f"{act.subject}.{label}")
        made = {
            "for": act.body["for"],
            "reason": act.body["reason"],
            "by": act.doer,
            "entry": act.seq,
        }
        point["holds"] = [made, *point["holds"][1:]]


def headline(act: Act) -> str:
    """What was done, in one line."""
    points = ", ".join(f"{act.subject}.{label}" for label in act.outcome["points"])
    return f"held {points} for {act.body['for']}"


def ids(act: Act) -> list[str]:
    """The points."""
    return [f"{act.subject}.{label}" for label in act.outcome["points"]]
