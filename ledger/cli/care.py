"""`ledger init`, `verify` and `rebuild`."""

from __future__ import annotations

import os

from ledger.cli.common import Answer, Call, head_of, wrote
from ledger.cli.place import above, new
from ledger.core.errors import LedgerError, Refused, block
from ledger.store.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def init(call: Call) -> Answer:
    """Makes a ledger, with the actor as its steward; finishes one whose making was cut short."""
    from ledger.service import start

    draft = call.draft("init", ["steward"])
    path = new(call.get("--db"), call.env)
    other = above() if not os.path.exists(path) else None
    _bring(path)
    result = start(Store(path), draft, call.outside)
    made = result.act.statement["ledger"]
    said = "made" if result.changed else "is there already:"
    lines = [f"#1 {said} ledger {made} at {path}, steward {result.act.actor}"]
    data = wrote(result)
    if other:
        data["notes"] = [*data["notes"], f"there is a ledger above already, at {other}"]
        lines += data["notes"]
    return Answer({**data, "ledger": made, "path": path}, lines, head_of(result.head))


def verify(call: Call) -> Answer:
    """Derives everything again; exit 7 where the log does not fit, 3 where tables are stale."""
    from ledger.verify import verify as audit

    with call.store.reading() as reader:
        data = audit(reader)
        head = head_of(reader.head())
    if data["faults"]:
        raise fault(data)
    said = f"the log is consistent: {data['entries']} entries"
    return Answer(data, [said, "complete since: not known, no checkpoint was given"], head)


def fault(data: dict[str, Any]) -> LedgerError:
    """What is wrong with a log that does not verify, as an error: `stale` (exit 3) where only
    what is computed differs, else `tampered` (exit 7)."""
    faults = data["faults"]
    said = "; ".join(f"{_where(one)}{one['code']}: {one['message']}" for one in faults[:20])
    if all(one["code"] == "stale" for one in faults):
        stale = "; ".join(one["message"] for one in faults[:20])
        refused = Refused([block("stale", stale, "ledger rebuild")])
        refused.more["data"] = data
        return refused
    return LedgerError("tampered", f"the log does not verify: {said}", data=data)


def _where(fault: dict[str, object]) -> str:
    return f"#{fault['entry']} " if fault["entry"] else ""


def doctor(call: Call) -> Answer:
    """Looks the ledger over; exit 3 where something wants care."""
    from ledger.doctor import doctor as look

    with call.store.reading() as reader:
        checks = look(reader, call.store.path, call.outside.now())
        head = head_of(reader.head())
    well = all(one["ok"] for one in checks)
    lines = [f"{'ok  ' if one['ok'] else 'CARE'} {one['name']}: {one['message']}" for one in checks]
    return Answer({"ok": well, "checks": checks}, lines, head, 0 if well else 3)


def _bring(path: str) -> str | None:
    """Makes the tables, or brings them to this version, with all that is computed made anew where
    they were older; returns the version that they had."""
    from ledger.computed import rebuild as again
    from ledger.store.store import SCHEMA
    from ledger.store.upgrade import create, revision

    before = revision(path) if os.path.exists(path) else None
    create(path)
    if before not in (None, SCHEMA):
        with Store(path).writing() as writer:
            again(writer)
    return before


def upgrade(call: Call) -> Answer:
    """Brings the tables to this version."""
    from ledger.store.store import SCHEMA

    before = _bring(call.store.path)
    changed = before != SCHEMA
    said = f"upgraded from {before}" if changed else "nothing to do"
    with call.store.reading() as reader:
        head = head_of(reader.head())
    return Answer({"schema": SCHEMA, "changed": changed}, [f"schema {SCHEMA}: {said}"], head)


def rebuild(call: Call) -> Answer:
    """Makes the snapshots and read tables anew."""
    from ledger.computed import rebuild as again

    with call.store.writing() as writer:
        data = again(writer)
        head = head_of(writer.head())
    return Answer(data, [f"rebuilt {data['records']} records from {data['entries']} entries"], head)
