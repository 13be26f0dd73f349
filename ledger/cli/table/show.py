"""Asking: what is in force, and what happened."""

from __future__ import annotations

from ledger.cli.table.shapes import (
    SHOWN_DECISION,
    SHOWN_ITEM,
    SHOWN_STORM,
    listed,
    one_of,
)

KNOWN_AT = ("--known-at", "SEQ|DATE", "known-at", "as known after that entry, or at that time")
COMMANDS = {
    "show": {
        "help": "Show an item, decision, point, brainstorm or seat: in force first.",
        "arguments": [("ID", "id", "one")],
        "options": [KNOWN_AT],
        "example": "ledger show EVO-26",
        "run": "show:show",
        "data": one_of(
            SHOWN_ITEM,
            SHOWN_DECISION,
            SHOWN_STORM,
            {"point": "@point", "as_of": "@when"},
            {
                "seat": "str",
                "body": "str",
                "actor": "str?",
                "registered": "bool",
                "since": "str?",
                "expires": "str?",
                "retired": "bool",
                "as_of": "@when",
            },
        ),
    },
    "check": {
        "help": "The gate for scripts: exit 0 if it is in force and may be acted on, else 3.",
        "arguments": [("ID", "id", "one")],
        "options": [KNOWN_AT],
        "example": "ledger check D1",
        "run": "show:check",
        "data": {
            "id": "str",
            "in_force": "bool",
            "held": "any?",
            "blocks": ["@block"],
            "replaced_by": ["str"],
            "as_of": "@when",
        },
    },
    "log": {
        "help": "List the entries, of everything or of one id.",
        "arguments": [("ID", "id", "optional")],
        "options": [
            ("--since", "SEQ", "seq", "only those after that entry"),
            KNOWN_AT,
        ],
        "example": "ledger log EVO-26 --since 12",
        "run": "show:log",
        "data": listed("@row"),
    },
}
