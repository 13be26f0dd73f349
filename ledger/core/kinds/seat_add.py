"""A body gets one more seat. Subject: the body; body: `{seat}`."""

from __future__ import annotations

from ledger.core.errors import Conflict, NotFound
from ledger.core.kinds.body_add import taken_names
from ledger.core.kinds.init import new_seat
from ledger.core.roster import stewards_only

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """A steward; the body must be there."""
    if act.state.get(f"body:{act.subject}") is None:
        raise NotFound(f"there is no body {act.subject}", hint="ledger body list")
    return stewards_only(act)


def same(act: Act) -> Doc | None:
    """The seat is the body's; Conflict where its name is taken."""
    seat = act.body["seat"]
    doc = act.state.get(f"seat:{seat}")
    if doc and doc["body"] == act.subject and doc["retired"] is None:
        return {"entry": doc["made"], "ids": [seat]}
    taken = taken_names(act.state, seat)
    if taken:
        gone = " (retired)" if doc and doc["retired"] is not None else ""
        raise Conflict(f"there is already {taken[0]}{gone}", hint="ledger seat roster")
    return None


def apply(act: Act) -> None:
    """The seat's document, and its place in the body."""
    act.state.touch(f"body:{act.subject}")["seats"].append(act.body["seat"])
    act.state.put(f"seat:{act.body['seat']}", new_seat(act.body["seat"], act.subject, act))


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"added seat {act.body['seat']} to {act.subject}"


def ids(act: Act) -> list[str]:
    """The seat."""
    return [act.body["seat"]]
