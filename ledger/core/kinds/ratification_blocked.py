"""A ratification that the ratifier tried and that was refused: a note in the timeline.

Subjects: the decision, and the ballot where it was by one; body: `{blocks: [{code, seat? |
point?}], points?, on?}`. It changes nothing but what counts as the
last recorded refusal of that decision (cli.md, "The main job, as typed").
"""

from __future__ import annotations

from ledger.core import lookup, roster
from ledger.core.act import Act
from ledger.core.errors import block
from ledger.core.kinds import ratify, ratify_ballot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ledger.core.act import Blocks, Doc
    from ledger.core.state import State

TEXTS = ()
items = ratify.items


def aim(state: State, draft: Doc) -> list[Doc]:
    """What the ratification acted on."""
    targets: list[Doc] = _kind(draft).aim(state, draft)
    return targets


def _kind(statement: Doc) -> Any:
    return ratify_ballot if len(statement["subjects"]) > 1 else ratify


def pairs(blocks: Iterable[Doc]) -> list[Doc]:
    """The pairs of code and seat or point of some blocks, each once, sorted."""
    found = {}
    for one in blocks:
        where = next(((k, one[k]) for k in ("seat", "point") if one.get(k)), None)
        found[(one["code"], where or ("", ""))] = {
            "code": one["code"],
            **({where[0]: where[1]} if where else {}),
        }
    return [found[key] for key in sorted(found)]


def news(act: Act, blocks: Blocks) -> bool:
    """Does this refusal differ from the last recorded one of the decision? A change of a seat
    named since then counts as a difference."""
    last = lookup.decision(act.state, act.subject)["blocked"]
    found = pairs(blocks)
    return not last or last["pairs"] != found or last["moved"] != _moved(act, found)


def _moved(act: Act, found: list[Doc]) -> Doc:
    seats = [one["seat"] for one in found if "seat" in one]
    return {name: roster.seat(act.state, name)["moved"] for name in seats}


def who(act: Act) -> Blocks:
    """Only a refusal that the ratifier met is recorded."""
    return ratify.ratifier_only(act, lookup.decision(act.state, act.subject))


def check(act: Act) -> Blocks:
    """The refusal must be the one that the rules give."""
    by_ballot = _kind(act.statement) is ratify_ballot
    found = pairs(ratify_ballot.standing(act) if by_ballot else ratify.check(act))
    if found == act.body["blocks"]:
        return []
    return [
        block(
            "not-allowed",
            f"{act.subject} was not refused so: {act.body['blocks']}",
            "ledger verify",
        )
    ]


def apply(act: Act) -> None:
    """It is now the last recorded refusal."""
    doc = act.state.touch(act.subject)
    found = act.body["blocks"]
    doc["blocked"] = {"pairs": found, "moved": _moved(act, found), "entry": act.seq}


def headline(act: Act) -> str:
    """What was done, in one line."""
    said = [
        " ".join([one["code"], one.get("seat") or one.get("point") or ""]).strip()
        for one in act.body["blocks"]
    ]
    return f"tried to ratify {act.subject}, blocked: {', '.join(said)}"
