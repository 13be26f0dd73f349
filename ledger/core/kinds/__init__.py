"""The kinds of acts, one a file; a kind is imported when it is met.

To add one: a file here with the functions that `ledger.core.act` lists, and a line below.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

KINDS = {
    "init": "init",
    "item-new": "item_new",
    "item-edit": "item_edit",
    "item-close": "item_state",
    "item-reopen": "item_state",
    "item-link": "item_link",
    "item-ask": "item_ask",
    "item-answer": "item_answer",
    "item-find": "item_find",
    "action-done": "action_done",
    "action-to-item": "action_to_item",
    "comment": "comment",
    "body-add": "body_add",
    "seat-add": "seat_add",
    "seat-register": "seat_register",
    "seat-renew": "seat_renew",
    "seat-sync": "seat_sync",
    "seat-unregister": "seat_leave",
    "seat-retire": "seat_leave",
    "actor-alias": "actor_alias",
    "policy-set": "policy_set",
    "brainstorm-open": "brainstorm_open",
    "brainstorm-close": "brainstorm_close",
    "say": "say",
    "propose": "propose",
    "agree": "position",
    "object": "position",
    "abstain": "position",
    "recuse": "position",
    "concern": "position",
    "clear": "clear",
    "excuse": "excuse",
    "decide": "decide",
    "ratify": "ratify",
    "ballot-open": "ballot_open",
    "ballot-cast": "ballot_cast",
    "ballot-close": "ballot_close",
    "casting-vote": "casting_vote",
    "ratify-ballot": "ratify_ballot",
    "withdraw": "withdraw",
    "report": "report",
    "hold": "hold",
    "release": "release",
    "ratification-blocked": "ratification_blocked",
}


def kind(name: str) -> Any:
    """The module of a kind; KeyError where this version knows none of that name."""
    module = f"{__name__}.{KINDS[name]}"
    return __import__(module, fromlist=("apply",))
