"""Coming back: what waits for an agent."""

from __future__ import annotations

from ledger.cli.table.shapes import listed

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
}
