"""Policies."""

from __future__ import annotations

from ledger.cli.table.shapes import WROTE

SCOPE = [
    ("--project", "PROJECT", "project", "the policy of a project"),
    ("--item", "KEY", "key", "the policy of one work item"),
]
COMMANDS = {
    "policy set": {
        "help": "Set the policy that new brainstorms take (a steward): of the ledger, a project "
        "or an item.",
        "arguments": [("POLICY", "text", "one")],
        "options": SCOPE,
        "example": 'ledger policy set "together bin; ratify by owner" --project EVO --as warden',
        "run": "policy:assign",
        "write": True,
        "data": WROTE,
    },
    "policy show": {
        "help": "Show the policy in its long form: of the ledger, a project or an item.",
        "arguments": [],
        "options": SCOPE,
        "example": "ledger policy show --project EVO",
        "run": "policy:show",
        "data": {"scope": "str", "policy": "str", "typed": "str", "entry": "int"},
    },
}
