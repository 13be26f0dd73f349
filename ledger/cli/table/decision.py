"""Deciding and ratifying."""

from __future__ import annotations

from ledger.cli.table.brainstorm import SEAT
from ledger.cli.table.shapes import WROTE, one_of

COMMANDS = {
    "decide": {
        "help": "Adopt the current version if the policy is met; else say everything that is not.",
        "arguments": [("BS", "brainstorm", "one")],
        "options": [SEAT],
        "example": "ledger decide bs-mqpzo3ly470 --as alpha",
        "run": "decision:decide",
        "write": True,
        "data": {**WROTE, "decision": "str", "points": ["str"], "verdict": "@verdict"},
    },
    "ratify": {
        "help": "Make points final, or say everything that stands in the way; or refuse them.",
        "arguments": [("D7", "decision", "one")],
        "options": [
            ("--points", "1,3a", "labels", "only these points"),
            ("--refuse", "REASON", "text", "refuse them, for good, because"),
            ("--dry-run", None, "switch", "write nothing: what would come in force and fall"),
            SEAT,
        ],
        "example": "ledger ratify D1 --as warden",
        "run": "decision:ratify",
        "write": True,
        "data": one_of(
            {
                **WROTE,
                "decision": "str",
                "points": ["str"],
                "attestation": "str",
                "left_out": ["@block"],
                "refused": ["str"],
                "waits": ["str"],
            },
            {"decision": "str", "points": ["str"], "in_force": ["str"], "fall": ["str"]},
        ),
    },
}
