"""In and out."""

from __future__ import annotations

from ledger.cli.table.show import AS_OF, KNOWN_AT

COMMANDS = {
    "export": {
        "help": "Write the page of a work item, decision or brainstorm, for review; or the whole "
        "ledger as one file, its backup (--all --format json).",
        "arguments": [("ID", "subject", "many-or-none")],
        "options": [
            ("--all", None, "switch", "every work item; as json the backup, ledger.json"),
            ("--format", "FORMAT", "format", "markdown (where not given), json, html or madr"),
            ("-o", "FOLDER", "file", "where to (exports/ where not given); - is standard output"),
            ("--check", None, "switch", "write nothing: exit 3 if a page is not what it should be"),
            ("--force", None, "switch", "overwrite a file that the ledger did not write"),
            AS_OF,
            KNOWN_AT,
        ],
        "example": "ledger export EVO-26",
        "run": "export:export",
        "data": {"files": [{"id": "str", "path": "str", "state": "str", "text?": "str"}]},
    },
    "import": {
        "help": "Restore a ledger from its backup, where there is none: the same entries, ids and "
        "root, all of them verified.",
        "arguments": [("SOURCE", "source", "one"), ("FILE", "file", "one")],
        "options": [],
        "example": "ledger import export exports/ledger.json",
        "run": "imports:imports",
        "data": {
            "ledger": "str",
            "path": "str",
            "entries": "int",
            "texts": "int",
            "root": "str",
        },
    },
    "batch": {
        "help": "Run many commands in one process, a result line each. A line is JSON: "
        '{"argv": ["agree", "bs-mqpzo3ly470"], "as": "alpha"}, besides, where wanted, "stdin", '
        '"id", "now" and the "exit" that it is to end with; `$4` stands for the first id that '
        "line 4 made. It stops at the first line that ends otherwise.",
        "arguments": [("FILE", "file", "one")],
        "options": [("--atomic", None, "switch", "all of them or nothing")],
        "example": "ledger batch lines.jsonl",
        "run": "batch:batch",
        "data": {"*": "any"},
        "beside": True,
    },
}
