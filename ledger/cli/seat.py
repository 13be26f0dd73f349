"""`ledger body …` and `ledger seat …`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core import names
from ledger.core.canon import decode
from ledger.core.clock import to_iso
from ledger.core.errors import NotFound, Usage
from ledger.core.roster import seat as find
from ledger.recall import state_of
from ledger.views import roster as view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def body_add(call: Call) -> Answer:
    """Makes a body with its seats."""
    return call.write(call.draft("body-add", [call.get("NAME")], {"seats": call.get("SEAT")}))


def bodies(call: Call) -> Answer:
    """Lists the bodies."""
    with call.store.reading() as reader:
        found = [doc for _, doc in reader.docs("body:")]
        head = head_of(reader.head())
    found.sort(key=lambda doc: int(doc["entry"]))
    lines = [f"{doc['body']}: {', '.join(doc['seats'])}" for doc in found]
    data = {"rows": found, "total": len(found), "returned": len(found), "truncated": False}
    return Answer(data, lines, head)


def body_show(call: Call) -> Answer:
    """Shows a body and who holds its seats."""
    name, at = call.get("NAME"), to_iso(call.outside.now())
    with call.store.reading() as reader:
        doc = reader.doc(f"body:{name}")
        if doc is None:
            raise NotFound(f"there is no body {name}", "ledger body list")
        state = state_of(reader)
        seats = [view.seat(state, one, at) for one in doc["seats"]]
        head = head_of(reader.head())
    lines = [f"{name} (#{doc['entry']})", *(f"  {view.render(one)}" for one in seats)]
    return Answer({"body": name, "seats": seats, "entry": doc["entry"]}, lines, head)


def add(call: Call) -> Answer:
    """Adds a seat to a body."""
    return call.write(call.draft("seat-add", [call.get("BODY")], {"seat": call.get("SEAT")}))


def register(call: Call) -> Answer:
    """Lets an actor hold seats."""
    body: dict[str, Any] = {"actor": call.get("--actor")}
    if call.get("--ttl"):
        body["ttl"] = call.get("--ttl")
    if call.get("--replace"):
        body["replace"] = True
    return call.write(call.draft("seat-register", call.get("SEAT"), body))


def renew(call: Call) -> Answer:
    """Begins the leases again."""
    return call.write(call.draft("seat-renew", call.get("SEAT")))


def unregister(call: Call) -> Answer:
    """Leaves seats."""
    return call.write(call.draft("seat-unregister", call.get("SEAT")))


def retire(call: Call) -> Answer:
    """Retires seats for good."""
    return call.write(call.draft("seat-retire", call.get("SEAT")))


def show_roster(call: Call) -> Answer:
    """Shows who holds which seat."""
    body, at = call.get("BODY"), to_iso(call.outside.now())
    with call.store.reading() as reader:
        if body and reader.doc(f"body:{body}") is None:
            raise NotFound(f"there is no body {body}", "ledger body list")
        state = state_of(reader)
        seats = [view.row(find(state, name), at) for name in reader.seats(body)]
        head = head_of(reader.head())
    lines = [view.render(one) for one in seats]
    data = {"seats": seats, "total": len(seats), "returned": len(seats), "truncated": False}
    return Answer(data, lines, head)


def excuse(call: Call) -> Answer:
    """Excuses a seat from a brainstorm, a decision or a ballot."""
    body = {"seat": call.get("SEAT"), "reason": call.text("REASON")}
    return call.write(call.draft("excuse", [call.get("ID")], body))


def sync(call: Call) -> Answer:
    """Records the roster as it is now."""
    seats = roster_file(call.read(call.get("FILE")))
    return call.write(call.draft("seat-sync", list(seats), {"seats": seats}))


def roster_file(text: str) -> dict[str, str | None]:
    """The roster of a JSON file (exchange.md, "Roster"); Usage where it is none."""
    try:
        made = decode(text.strip())
    except ValueError as error:
        raise Usage(f"not a roster: {error}") from error
    if not isinstance(made, dict) or not made:
        raise Usage('not a roster: give {"bin-1": "alpha", "bin-2": null}')
    for seat, actor in made.items():
        names.name(seat, "seat")
        if actor is not None and not isinstance(actor, str):
            raise Usage(f"seat {seat}: give an actor's name or null")
        if actor is not None:
            names.name(actor, "actor")
    return made


def alias(call: Call) -> Answer:
    """Lets one name stand for another actor."""
    return call.write(call.draft("actor-alias", [call.get("NAME")], {"for": call.get("FOR")}))
