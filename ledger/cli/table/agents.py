"""Coming back: what waits for an agent, what is so, and where it was said."""

from __future__ import annotations

from ledger.cli.table.shapes import listed
from ledger.cli.table.show import AS_OF, KNOWN_AT

COMMANDS = {
    "inbox": {
        "help": "List what waits for the actor, the longest waiting first, each with the command "
        "that deals with it.",
        "arguments": [],
        "example": "ledger inbox --as alpha",
        "run": "inbox:inbox",
        "data": listed(
            {"kind": "str", "id": "str", "text": "str", "command": "str", "since": "int"}
        ),
    },
    "brief": {
        "help": "Say what an agent needs to know of an item, decision, brainstorm or point that "
        "has forgotten everything: the most binding first, within so many bytes.",
        "arguments": [("ID", "told", "one")],
        "options": [
            ("--max-bytes", "N", "seq", "the bytes of all lines, in UTF-8; 2000 if not given"),
            ("--since", "SEQ", "seq", "what changed since that entry"),
            AS_OF,
            KNOWN_AT,
        ],
        "example": "ledger brief EVO-26 --max-bytes 1000",
        "run": "brief:brief",
        "data": {
            "id": "str",
            "lines": ["str"],
            "bytes": "int",
            "max_bytes": "int",
            "left_out": {"*": "int"},
            "cut": "int",
            "since": "int?",
            "as_of": "@when",
        },
    },
    "search": {
        "help": "Find every text that holds all words of the query, each as plain text, in any "
        "order; ids are found too.",
        "arguments": [("TEXT", "text", "one")],
        "example": 'ledger search "launch mark"',
        "run": "search:search",
        "data": listed({"id": "str", "entry": "int", "field": "str", "text": "str"}),
    },
}
