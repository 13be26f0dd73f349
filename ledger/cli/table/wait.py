"""Waiting for what others do."""

from __future__ import annotations

COMMANDS = {
    "wait": {
        "help": "Wait until it is decided (adopted), ratified (no point of it waits: refused and "
        "withdrawn are also an end), or closed (ended in any way). Exit 3 at once where that can "
        "no longer come, and past the timeout; without --timeout it waits for ever. Exit 0 does "
        "not say that it is in force: run `ledger check` afterwards.",
        "arguments": [("ID", "awaited", "one")],
        "options": [
            ("--until", "FACT", "fact", "what to wait for: decided, ratified or closed"),
            ("--timeout", "DURATION", "duration", "how long at most, such as 30s or 10m"),
        ],
        "required": ("--until",),
        "example": "ledger wait D1 --until ratified --timeout 10m",
        "run": "wait:wait",
        "data": {
            "id": "str",
            "until": "str",
            "state": "str",
            "points": [{"id": "str", "state": "str"}],
            "as_of": "@when",
        },
    },
    "watch": {
        "help": "Print the entries that come, of everything or of one id, as JSON lines, until it "
        "is interrupted (Ctrl-C: exit 130) or nobody reads (exit 0). A line is a document whose "
        "`head` is that entry: go on after it with --since.",
        "arguments": [("ID", "entries", "optional")],
        "options": [
            ("--since", "SEQ", "seq", "first those after that entry; 0 for all"),
            ("--texts", None, "switch", "with what was said: comments, reasons, points"),
        ],
        "example": "ledger watch EVO-26 --since 12",
        "run": "wait:watch",
        "data": "@row",
    },
}
