"""`ledger inbox`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core.lapse import settle
from ledger.core.roster import seats_of
from ledger.recall import moment, state_of
from ledger.views import inbox as view


def inbox(call: Call) -> Answer:
    """Lists what waits for the actor."""
    actor = call.actor
    with call.store.reading() as reader:
        state, at = state_of(reader), moment(reader, None, call.outside)["at"]
        settle(state, at)
        seats = seats_of(state, actor, at)
        names = view.owners(state, actor, at)
        held, actions, asked = reader.held(seats), reader.actions(names), reader.asked(names)
        rows = view.inbox(state, actor, at, held, actions, asked)
        head = head_of(reader.head())
    data = {"rows": rows, "total": len(rows), "returned": len(rows), "truncated": False}
    return Answer(data, view.render(rows, actor, seats), head)
