"""Care of the ledger."""

from __future__ import annotations

from ledger.cli.table.shapes import WROTE

COMMANDS = {
    "init": {
        "help": "Make a ledger here, in .ledger/, with the actor as its steward.",
        "arguments": [],
        "options": [
            ("--id", "UUID", "uuid", "the id of the first entry, and so of the ledger"),
        ],
        "example": "ledger init --as warden",
        "run": "care:init",
        "data": {**WROTE, "ledger": "str", "path": "str"},
    },
    "verify": {
        "help": "Derive everything again from the log and compare: exit 7 names what does not fit, "
        "exit 3 what `ledger rebuild` mends.",
        "arguments": [],
        "example": "ledger verify",
        "run": "care:verify",
        "data": {
            "consistent": "bool",
            "complete_since": "any?",
            "entries": "int",
            "reported": "int",
            "faults": [{"code": "str", "entry": "int?", "message": "str"}],
        },
        "beside": True,
    },
    "doctor": {
        "help": "Look the ledger over: SQLite's version, guards, the lock, the clock, seats whose "
        "lease is over; read only.",
        "arguments": [],
        "example": "ledger doctor",
        "run": "care:doctor",
        "data": {
            "ok": "bool",
            "checks": [{"name": "str", "ok": "bool", "message": "str"}],
        },
    },
    "upgrade": {
        "help": "Bring the tables of an older ledger to this version; entries stay as they are.",
        "arguments": [],
        "example": "ledger upgrade",
        "run": "care:upgrade",
        "data": {"schema": "str", "changed": "bool"},
    },
    "rebuild": {
        "help": "Make the snapshots and read tables anew from the log.",
        "arguments": [],
        "example": "ledger rebuild",
        "run": "care:rebuild",
        "data": {"entries": "int", "records": "int"},
    },
}
