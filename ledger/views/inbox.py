"""What waits for an actor (cli.md, `inbox`): by the clock at reading, and by the rules of the acts
themselves, so that what would be refused for good does not stand here.

A row is `{kind, id, text, command, since}`: `since` is the entry since which it waits, `command`
runs as printed, but for the words in capitals.

| kind | waits |
|---|---|
| `position` | a seat of the actor's has no position on the current version |
| `stale` | its position is on an older version |
| `decide` | the actor opened it or proposed its current version, and the policy is met |
| `close` | the actor opened it, or proposed its version, and nothing more can be said in it |
| `question` | it is open, and the open item is the actor's |
| `casting-vote` | it is tied, and a seat of the actor's breaks the tie |
| `ballot` | a seat of the actor's has not answered every question |
| `ratification` | points wait for a seat of the actor's, and for nothing else first |
| `hold` | a point is held for a seat of the actor's |
| `objection` | an objection of a seat of the actor's stands |
| `lease` | a lease is about to end (`ending`), or has ended and nobody else holds the seat |
| `action` | it is the actor's, or a seat's of the actor's, and what it follows from is in force |
"""

from __future__ import annotations

from ledger.core import force, lookup, roster
from ledger.core.clock import add, page
from ledger.core.names import split_point
from ledger.views import safe
from ledger.views.pending import Reader, ballot, brainstorm, called, names_of, row, stopped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]

HOUR = 3600  # seconds
# What a ratification of a whole decision waits for before the ratifier can rule.
FIRST = ("pending-amendment", "ballot-open")


def owners(state: State, actor: str, at: str) -> list[str]:
    """The names under which actions may be the actor's: its own, and its seats."""
    return [*names_of(state, actor), *roster.seats_of(state, actor, at)]


def inbox(
    state: State, actor: str, at: str, held: list[str], actions: list[str], asked: list[str]
) -> list[Doc]:
    """The rows, the longest waiting first. `held` are points held for a seat of the actor's,
    `actions` open actions of its names, `asked` open questions on its items, as the read tables
    have them."""
    me = Reader(state, actor, at)
    found: list[Doc] = []
    for doc in state.many((state.get("open") or {"ids": []})["ids"]):
        found += brainstorm(me, doc) if "versions" in doc else ballot(me, doc)
    for name in me.seats:
        found += _ratifications(me, name)
    for ident in held:
        found += _hold(me, ident)
    found += _leases(me)
    for ident in actions:
        found += _action(me, ident)
    found += [_question(me, lookup.question(state, ident)) for ident in asked]
    return sorted(found, key=lambda one: (one["since"], one["kind"], one["id"]))


def _ratifications(me: Reader, name: str) -> Iterator[Doc]:
    """The decisions that wait for the seat to ratify them."""
    for doc in me.state.many(roster.seat(me.state, name)["waiting"]):
        if doc["ratifier"] != name:
            continue
        blocks = me.blocks(me.act("ratify", [doc["id"]], {}))
        if any(one["code"] in FIRST for one in blocks):
            continue
        waits = [f"{doc['id']}.{p['label']}" for p in doc["points"] if p["state"] == force.WAITS]
        verb = "waits" if len(waits) == 1 else "wait"
        text = f"{', '.join(waits)} {verb} for {name}"
        text += f": {called(me, doc['title'])}" if doc["title"] else ""
        text += stopped(blocks)
        if doc["lapses"]:
            text += f"; lapses {page(doc['lapses'])}"
        command = f"ledger ratify {doc['id']} --on {doc['moved']}"
        command = blocks[0]["hint"] if blocks else command
        yield row("ratification", doc["id"], text, command, doc["entry"])


def _hold(me: Reader, ident: str) -> Iterator[Doc]:
    """A point that is held for a seat of the actor's; what has lapsed by the clock is not."""
    point = force.find(me.state, ident)
    first = point["holds"][0] if point and point["holds"] else None
    if point is None or first is None or first["for"] not in me.seats:
        return
    text = f"{ident} is held for {first['for']}"
    text += f": {called(me, first['reason'])}" if first["reason"] else ""
    yield row("hold", ident, text, f"ledger release {ident}", first["entry"])


def ending(doc: Doc, at: str) -> bool:
    """Is a lease about to end: in its last tenth, and in its last hour (of one shorter than two
    hours, in its second half); or has it ended?"""
    left = max(doc["ttl"] // 10, min(HOUR, doc["ttl"] // 2))
    return doc["expires"] is not None and add(at, left) >= str(doc["expires"])


def _leases(me: Reader) -> Iterator[Doc]:
    """The leases of the actor's that are about to end, or have ended while it held the seat."""
    docs = me.state.many(f"actor:{name}" for name in me.names)
    for name in dict.fromkeys(seat for doc in docs for seat in doc["seats"]):
        doc = roster.seat(me.state, name)
        if doc["retired"] is not None or doc["expires"] is None or not ending(doc, me.at):
            continue
        if me.blocks(me.act("seat-renew", [name], {})):
            continue
        word = "ends" if roster.registered(doc, me.at) else "ended"
        text = f"the lease of {name} {word} {page(doc['expires'])}"
        yield row("lease", name, text, f"ledger seat renew {name}", doc["moved"])


def _action(me: Reader, ident: str) -> Iterator[Doc]:
    """An open action; one that follows from nothing in force is not to be done."""
    home = split_point(ident)[0]
    doc, one = lookup.decision(me.state, home), lookup.action(me.state, ident)
    if one["state"] != "open" or not _stands(doc):
        return
    held = [f"{home}.{p['label']} for {p['holds'][0]['for']}" for p in doc["points"] if p["holds"]]
    text = called(me, one["text"])
    text += f" (as {one['item']})" if one["item"] else ""
    text += f"; held: {', '.join(held)}" if held else ""
    yield row("action", ident, text, f"ledger action done {ident}", one["entry"])


def _question(me: Reader, one: Doc) -> Doc:
    command = f"ledger item answer {one['id']} TEXT"
    return row("question", one["id"], called(me, one["text"]), command, one["entry"])


def _stands(doc: Doc) -> bool:
    """Is a point of the decision in force, or was it replaced by what is?"""
    states = [point["state"] for point in doc["points"]]
    return any(one == force.FORCE or one in force.REPLACED for one in states)


def render(rows: list[Doc], actor: str, seats: list[str]) -> list[str]:
    """The rows as text: each in a line, and the command below it."""
    if not rows:
        more = "" if seats else ", who holds no seat"
        return [f"nothing waits for {actor}{more}"]
    return [line for one in rows for line in _lines(one)]


def _lines(one: Doc) -> list[str]:
    head = f"{one['kind']} {one['id']} (since #{one['since']}): {safe.line(one['text'])}"
    return [head, f"next: {one['command']}"]
