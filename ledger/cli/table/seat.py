"""Bodies and seats."""

from __future__ import annotations

from ledger.cli.table.shapes import WROTE, listed

COMMANDS = {
    "body add": {
        "help": "Make a body with its seats (a steward).",
        "arguments": [("NAME", "name", "one"), ("SEAT", "name", "many")],
        "example": "ledger body add bin bin-1 bin-2 bin-3 --as warden",
        "run": "seat:body_add",
        "write": True,
        "data": WROTE,
    },
    "body list": {
        "help": "List the bodies.",
        "arguments": [],
        "example": "ledger body list",
        "run": "seat:bodies",
        "data": listed({"body": "str", "seats": ["str"], "entry": "int"}),
    },
    "body show": {
        "help": "Show a body and who holds its seats.",
        "arguments": [("NAME", "name", "one")],
        "example": "ledger body show bin",
        "run": "seat:body_show",
        "data": {"body": "str", "seats": ["@seat"], "entry": "int"},
    },
    "seat add": {
        "help": "Add a seat to a body (a steward).",
        "arguments": [("BODY", "name", "one"), ("SEAT", "name", "one")],
        "example": "ledger seat add bin bin-4 --as warden",
        "run": "seat:add",
        "write": True,
        "data": WROTE,
    },
    "seat register": {
        "help": "Let an actor hold seats: all of them or none (a steward).",
        "arguments": [("SEAT", "name", "many")],
        "options": [
            ("--actor", "ACTOR", "name", "who takes the seat"),
            ("--ttl", "DURATION", "duration", "a lease of that length, such as 8h"),
            ("--replace", None, "switch", "also where somebody else holds it"),
        ],
        "required": ["--actor"],
        "example": "ledger seat register bin-1 --actor alpha --as warden",
        "run": "seat:register",
        "write": True,
        "data": WROTE,
    },
    "seat renew": {
        "help": "Begin the lease again, for the length of its last --ttl (its holder).",
        "arguments": [("SEAT", "name", "many")],
        "example": "ledger seat renew bin-1 --as alpha",
        "run": "seat:renew",
        "write": True,
        "data": WROTE,
    },
    "seat unregister": {
        "help": "Leave seats (their holder, or a steward).",
        "arguments": [("SEAT", "name", "many")],
        "example": "ledger seat unregister bin-2 --as warden",
        "run": "seat:unregister",
        "write": True,
        "data": WROTE,
    },
    "seat retire": {
        "help": "Retire seats for good: they are in no later electorate (a steward).",
        "arguments": [("SEAT", "name", "many")],
        "example": "ledger seat retire bin-3 --as warden",
        "run": "seat:retire",
        "write": True,
        "data": WROTE,
    },
    "seat excuse": {
        "help": "Excuse a seat from one brainstorm, decision or ballot: nothing requires it any "
        "more (the ratifier; without one, a steward).",
        "arguments": [
            ("ID", "excusable", "one"),
            ("SEAT", "name", "one"),
            ("REASON", "text", "one"),
        ],
        "example": 'ledger seat excuse D1 bin-3 "Its host is gone" --as warden',
        "run": "seat:excuse",
        "write": True,
        "data": WROTE,
    },
    "seat sync": {
        "help": "Record the roster as it is now, as far as it differs; the file is JSON: "
        '{"bin-1": "alpha", "bin-2": null} (a steward).',
        "arguments": [("FILE", "file", "one")],
        "example": "ledger seat sync roster.json --as warden",
        "run": "seat:sync",
        "write": True,
        "data": WROTE,
    },
    "actor alias": {
        "help": "Let one name stand for another actor: they count as one (a steward).",
        "arguments": [("NAME", "name", "one"), ("FOR", "name", "one")],
        "example": "ledger actor alias alpha-cc alpha --as warden",
        "run": "seat:alias",
        "write": True,
        "data": WROTE,
    },
    "seat roster": {
        "help": "Show who holds which seat now.",
        "arguments": [("BODY", "name", "optional")],
        "example": "ledger seat roster bin",
        "run": "seat:show_roster",
        "data": listed("@seat", "seats"),
    },
}
