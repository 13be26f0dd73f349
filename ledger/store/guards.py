"""The triggers that keep the log append-only (log.md, "Transactions"): made by one function that
each migration touching `entry` or `text` calls last, since Alembic's batch mode drops triggers."""

from __future__ import annotations

_REFUSE = "SELECT RAISE(ABORT, 'the log is append-only');"
SQLITE = {
    "entry_no_update": f"BEFORE UPDATE ON entry BEGIN {_REFUSE} END",
    "entry_no_delete": f"BEFORE DELETE ON entry BEGIN {_REFUSE} END",
    "entry_next_only": "BEFORE INSERT ON entry "
    "WHEN NEW.seq <> (SELECT COALESCE(MAX(seq), 0) + 1 FROM entry) "
    "OR EXISTS (SELECT 1 FROM entry WHERE leaf = NEW.leaf OR id = NEW.id) "
    f"BEGIN {_REFUSE} END",
    "text_no_update": f"BEFORE UPDATE ON text BEGIN {_REFUSE} END",
}


def guards() -> list[str]:
    """The DDL, for SQLite; made again from scratch each time."""
    made = []
    for name, rest in SQLITE.items():
        made += [f"DROP TRIGGER IF EXISTS {name}", f"CREATE TRIGGER {name} {rest}"]
    return made
