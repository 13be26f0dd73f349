"""In and out."""

from __future__ import annotations

from ledger.cli.table.show import KNOWN_AT

COMMANDS = {
    "export": {
        "help": "Write the page of a work item, for review.",
        "arguments": [("ID", "item-id", "many-or-none")],
        "options": [
            ("--all", None, "switch", "every work item"),
            ("--format", "FORMAT", "format", "markdown"),
            ("-o", "FOLDER", "file", "where to (exports/ where not given); - is standard output"),
            ("--check", None, "switch", "write nothing: exit 3 if a page is not what it should be"),
            ("--force", None, "switch", "overwrite a file that the ledger did not write"),
            KNOWN_AT,
        ],
        "example": "ledger export EVO-26",
        "run": "export:export",
        "data": {"files": [{"id": "str", "path": "str", "state": "str", "text?": "str"}]},
    },
    "batch": {
        "help": "Run many commands, one JSON line each, in one process; a result line each.",
        "arguments": [("FILE", "file", "one")],
        "options": [("--atomic", None, "switch", "all of them or nothing")],
        "example": "ledger batch lines.jsonl",
        "run": "batch:batch",
        "data": {"*": "any"},
        "beside": True,
    },
}
