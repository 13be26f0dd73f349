"""Asking: what is in force, and what happened."""

from __future__ import annotations

from ledger.cli.table.shapes import (
    SHOWN_BALLOT,
    SHOWN_DECISION,
    SHOWN_ITEM,
    SHOWN_STORM,
    listed,
    one_of,
)

KNOWN_AT = ("--known-at", "SEQ|DATE", "known-at", "as known after that entry, or at that time")
AS_OF = ("--as-of", "DATE", "date", "as decided by then: entries that claim no later date")
COMMANDS = {
    "show": {
        "help": "Show an item, decision, point, ballot, brainstorm or seat: in force first; or a "
        "question, finding or action.",
        "arguments": [("ID", "id", "one")],
        "options": [AS_OF, KNOWN_AT],
        "example": "ledger show EVO-26",
        "run": "show:show",
        "data": one_of(
            SHOWN_ITEM,
            SHOWN_DECISION,
            SHOWN_STORM,
            {"point": "@point", "as_of": "@when"},
            {"question": "@question", "as_of": "@when"},
            {"finding": "@finding", "as_of": "@when"},
            {"action": "@action", "as_of": "@when"},
            SHOWN_BALLOT,
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
        "arguments": [("ID", "checked", "one")],
        "options": [
            ("--allow-held", None, "switch", "a hold does not count"),
            ("--allow-reported", None, "switch", "a ratification by report alone will do"),
            AS_OF,
            KNOWN_AT,
        ],
        "example": "ledger check D1",
        "run": "show:check",
        "data": {
            "id": "str",
            "in_force": "bool",
            "held": "@hold?",
            "blocks": ["@block"],
            "replaced_by": ["str"],
            "as_of": "@when",
        },
    },
    "why": {
        "help": "How a point came about: its text and what it was before, tally, policy, "
        "ratification, what it replaced and what replaced it.",
        "arguments": [("POINT", "point", "one")],
        "options": [AS_OF, KNOWN_AT],
        "example": "ledger why D1.1",
        "run": "show:why",
        "data": {
            "point": "@point",
            "decision": "@adopted?",
            "ballot": "@asked?",
            "history": [
                {
                    "id": "str",
                    "verb": "str?",
                    "state": "str",
                    "text": "str?",
                    "difference": ["str"],
                }
            ],
            "later": [{"id": "str", "verb": "str", "state": "str", "title": "str?"}],
            "refined_by": ["str"],
            "restored_by": ["str"],
            "same_hand": [{"seats": ["str"], "since": "int"}],
            "as_of": "@when",
        },
    },
    "log": {
        "help": "List the entries, of everything or of one id.",
        "arguments": [("ID", "entries", "optional")],
        "options": [
            ("--since", "SEQ", "seq", "only those after that entry"),
            ("--texts", None, "switch", "with what was said: comments, reasons, points"),
            AS_OF,
            KNOWN_AT,
        ],
        "example": "ledger log EVO-26 --since 12",
        "run": "show:log",
        "data": listed("@row"),
    },
}
