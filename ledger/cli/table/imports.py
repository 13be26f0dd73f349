"""Bringing in what people have."""

from __future__ import annotations

from ledger.cli.table.shapes import one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

COMMANDS: dict[str, Any] = {
    "import": {
        "help": "Bring in what people have, as acts that are only reported: an activity page, a "
        "folder of decision records (adr), the issues of beads, the page of a work item that "
        "another ledger wrote (export). All of it or nothing; the same file twice adds nothing. "
        "`import export` of a backup restores that ledger, where there is none.",
        "arguments": [("SOURCE", "import-source", "one"), ("FILE", "file", "one")],
        "options": [
            ("--plan", None, "switch", "print the lines for `ledger batch`, and do nothing"),
            ("--dry-run", None, "switch", "say what would be added, and add nothing"),
            ("--key", "KEY", "key", "the work item that a page is about, whatever it says"),
            ("--project", "P", "project", "the project of the items that it makes"),
            ("--captured", "DATE", "date", "when the page was taken, for dates such as `7w ago`"),
            ("--accept-inferred", None, "switch", "also what is not said but only inferred"),
        ],
        "example": "ledger import adr docs/adr --project ADR --dry-run --as alpha",
        "run": "imports:import_",
        "data": one_of(
            {
                "source": "str",
                "import": "str",
                "lines": "int",
                "added": "int",
                "counts": {"*": "int"},
                "left_out": "int",
                "dry_run": "bool",
            },
            {"ledger": "str", "path": "str", "entries": "int", "texts": "int", "root": "str"},
        ),
    },
}
