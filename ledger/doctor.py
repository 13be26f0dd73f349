"""`ledger doctor`: what an operator would look at first; nothing is changed."""

from __future__ import annotations

import os

from ledger.core.clock import DRIFT, to_iso, to_ms
from ledger.core.roster import registered
from ledger.store import embedded
from ledger.store.guards import SQLITE
from ledger.store.store import Reader
from ledger.store.upgrade import NETWORK, file_system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Doc = dict[str, Any]


def doctor(reader: Reader, path: str, now: int) -> list[Doc]:
    """`[{name, ok, message}]`, in the order of what matters; `now` in milliseconds."""
    checks = [
        _sqlite(),
        _guards(reader),
        _mode(reader),
        _place(path),
        _clock(reader, now),
        *_leases(reader, to_iso(now)),
    ]
    return [{"name": name, "ok": well, "message": message} for name, well, message in checks]


def _sqlite() -> tuple[str, bool, str]:
    found = embedded.module().sqlite_version
    well = tuple(map(int, found.split("."))) >= embedded.REPAIRED
    why = "" if well else ": older than 3.51.3, which the lock covers; install pysqlite3"
    return "sqlite", True, f"{found}{why}"


def _guards(reader: Reader) -> tuple[str, bool, str]:
    found = dict(reader.session.rows("triggers"))
    wrong = [
        name
        for name, rest in SQLITE.items()
        if " ".join((found.get(name) or "").split()) != f"CREATE TRIGGER {name} {rest}"
    ]
    extra = sorted(set(found) - set(SQLITE))
    if not wrong and not extra:
        return "guards", True, f"{len(SQLITE)} triggers keep the log append-only"
    named = [f"{name} is not what it should be" for name in wrong]
    named += [f"{name} is not ours" for name in extra]
    return "guards", False, "; ".join(named)


def _mode(reader: Reader) -> tuple[str, bool, str]:
    mode = reader.session.connection.execute("PRAGMA journal_mode").fetchone()[0]
    return "journal", mode == "wal", f"journal mode {mode}"


def _place(path: str) -> tuple[str, bool, str]:
    kind = file_system(os.path.dirname(os.path.abspath(path)))
    return "place", kind not in NETWORK, f"{path} on {kind or 'an unknown file system'}"


def _clock(reader: Reader, now: int) -> tuple[str, bool, str]:
    head = reader.head()
    if head is None:
        return "clock", True, "no entry yet"
    ahead = to_ms(head["at"]) - now
    if ahead > 0:
        message = f"the last entry is of {head['at']}, in the future of this clock: {to_iso(now)}"
        return "clock", ahead <= DRIFT, message
    return "clock", True, f"{to_iso(now)}, the last entry {head['at']}"


def _leases(reader: Reader, at: str) -> Iterator[tuple[str, bool, str]]:
    for _, doc in reader.docs("seat:"):
        if doc["actor"] and doc["expires"] and not registered(doc, at):
            waiting = f"; needed by {', '.join(doc['waiting'])}" if doc["waiting"] else ""
            message = f"the lease of {doc['seat']} ({doc['actor']}) ended at {doc['expires']}"
            yield "lease", not doc["waiting"], message + waiting
