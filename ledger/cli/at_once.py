"""`ledger decide KEY -f FILE`: open, propose, agree and decide in one transaction, or nothing."""

from __future__ import annotations

from ledger.cli.brainstorm import proposal
from ledger.cli.common import Answer, Call, head_of, wrote
from ledger.core.entry import Text, uuid5
from ledger.core.errors import Refused, Usage
from ledger.draft import Draft, Result
from ledger.service import submit
from ledger.store.store import Store, joined
from ledger.views import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def decide(call: Call, key: str) -> Answer:
    """The answer of the last of the four, with the ids of all: the brainstorm's, the decision's."""
    if not call.get("-f"):
        raise Usage("ledger decide KEY needs -f FILE", "ledger decide --help")
    body = proposal(call)
    topic = body.get("title") or Text(body["points"][0]["text"].split("\n", 1)[0])
    with call.store.writing() as writer:
        inner = joined(call.store, writer)
        opening = _draft(call, 1, "brainstorm-open", key, {"topic": topic})
        storm: str = submit(inner, opening, call.outside).act.outcome["number"]
        try:
            result = _rest(call, inner, storm, body)
        except Refused as refused:
            raise _undone(refused, storm, key) from None
    data = {**wrote(result), "ids": [*result.ids, storm], **result.data}
    line = f"#{result.act.seq} decided {result.data['decision']}: adopted in {storm}"
    return Answer(data, [line, *result.notes], head_of(result.head))


def _rest(call: Call, store: Store, storm: str, body: dict[str, Any]) -> Result:
    drafts = [_draft(call, 2, "propose", storm, body)]
    if "reported" not in call.line:  # an import casts nothing
        drafts.append(_draft(call, 3, "agree", storm, {}))
    notes = [line for one in drafts for line in submit(store, one, call.outside).notes]
    ratifier = {"ratifier": call.line["ratifier"]} if "ratifier" in call.line else {}
    last = _draft(call, 4, "decide", storm, ratifier)
    result = submit(store, last, call.outside, written.decide)
    result.notes = [*notes, *result.notes]
    return result


def _undone(refused: Refused, storm: str, key: str) -> Refused:
    """The refusal without the brainstorm, which is not there any more: what goes on from here is
    to open one that others can speak in."""
    for one in refused.blocks:
        one["message"] = one["message"].replace(storm, f"the brainstorm under {key}")
        if storm in one["hint"]:
            one["hint"] = f"ledger brainstorm open {key} TOPIC"
    return Refused(refused.blocks)


def _draft(call: Call, number: int, kind: str, subject: str, body: dict[str, Any]) -> Draft:
    draft = call.draft(kind, [subject], body)
    draft.id = uuid5(draft.id, str(number)) if draft.id else None
    if number > 1:
        draft.expect = None  # what moved since is this command itself
    if number in (1, 2):
        draft.seat = None
    return draft
