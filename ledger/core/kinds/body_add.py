"""A body is made, with its seats (cli.md, `body add`). Subject: the body; body: `{seats}`."""

from __future__ import annotations

from ledger.core.errors import Conflict, Usage
from ledger.core.kinds.init import new_seat
from ledger.core.roster import stewards_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ()


def who(act: Act) -> Blocks:
    """A steward."""
    seats = act.body["seats"]
    if len(set(seats)) < len(seats):
        twice = sorted({name for name in seats if seats.count(name) > 1})
        raise Usage(f"{', '.join(twice)}: a seat is named twice")
    return stewards_only(act)


def same(act: Act) -> Doc | None:
    """The body with these seats; Conflict where a name is taken."""
    seats, name = act.body["seats"], act.subject
    doc = act.state.get(f"body:{name}")
    if doc is not None:
        if doc["seats"] == seats:
            return {"entry": doc["entry"], "ids": [name, *seats]}
        raise Conflict(
            f"body {name} exists already, with the seats {', '.join(doc['seats'])}",
            hint=f"ledger body show {name}",
        )
    alone = seats == [name]
    taken = [
        *([f"seat {name}"] if act.state.get(f"seat:{name}") else []),
        *([f"body {name} itself"] if name in seats and not alone else []),
        *(fault for seat in seats for fault in taken_names(act.state, seat)),
    ]
    if taken:
        raise Conflict(
            "bodies and seats share one name space, and there is already "
            + ", ".join(dict.fromkeys(taken)),
            hint="ledger body list",
        )
    return None


def taken_names(state: State, seat: str) -> list[str]:
    """What already has the name that a new seat would take (concepts.md, "body")."""
    found = []
    doc = state.get(f"seat:{seat}")
    if doc:
        found.append(f"seat {seat} of body {doc['body']}")
    if state.get(f"body:{seat}"):
        found.append(f"body {seat}")
    return found


def apply(act: Act) -> None:
    """The body's document and one for each seat."""
    name, seats = act.subject, act.body["seats"]
    act.state.put(f"body:{name}", {"body": name, "seats": list(seats), "entry": act.seq})
    for seat in seats:
        act.state.put(f"seat:{seat}", new_seat(seat, name, act))


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"made body {act.subject} with {', '.join(act.body['seats'])}"


def ids(act: Act) -> list[str]:
    """The body, then its seats."""
    return [act.subject, *act.body["seats"]]
