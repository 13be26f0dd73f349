"""`INDEX.md`, the page of all pages: a table of the items, each as it stands on its own page, with
a link to it. Its checkpoint is that of the last entry of any of them, so it changes only when one
of them does.

Source: exchange.md, "Markdown export", file names.
"""

from __future__ import annotations

from ledger.core.clock import page as moment
from ledger.export.frame import header, join, witness
from ledger.export.table import table
from ledger.export.untrusted import field
from ledger.views import item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.export.subject import Subject

    Doc = dict[str, Any]

LIMIT = 100  # characters of a title


def row(subject: Subject) -> Doc:
    """What the index says of an item, and what its foot needs of it."""
    shown = item.item(subject.state, subject.id, subject.when)
    made = shown["item"]
    storms = [one for one in shown["brainstorms"] if one["state"] == "open"]
    return {
        "cells": [
            f"[{made['key']}]({made['key']}.md)",
            field(made["title"], LIMIT),
            made["state"],
            field(made["owner"]) if made["owner"] else "-",
            made["parent"] or "-",
            str(len(shown["in_force"])),
            str(len(shown["prospective"]) + len(shown["contested"])),
            str(len(storms)),
            f"{moment(subject.last.at)}, #{subject.last.seq}",
        ],
        "last": (subject.last.seq, subject.note, subject.ledger, subject.asked),
    }


def page(rows: list[Doc]) -> str:
    """The index of some items, in their order; at least one."""
    seq, note, ledger, asked = max(one["last"] for one in rows)
    head = ["item", "title", "state", "owner", "parent", "in force", "pending", "open brainstorms"]
    return join(
        [
            [header("INDEX", ledger)],
            ["# Index"],
            table([*head, "last entry"], [one["cells"] for one in rows]),
            ["## Checkpoint"],
            [f"This page says what the log held at #{seq}, the last entry of any item on it."],
            *witness(note, "--all", seq, asked),
        ]
    )
