"""`ledger init`, `verify` and `rebuild`."""

from __future__ import annotations

import os

from ledger.cli.common import FILE, FOLDER, Answer, Call, head_of, path_of
from ledger.core.errors import LedgerError, Refused, block
from ledger.store.store import Store


def init(call: Call) -> Answer:
    """Makes a ledger, with the actor as its steward; finishes one whose making was cut short."""
    from ledger.service import start
    from ledger.store.upgrade import create

    draft = call.draft("init", ["steward"])
    named = call.get("--db") or call.env.get("LEDGER_DB")
    path = path_of(named) if named else os.path.join(os.getcwd(), FOLDER, FILE)
    create(path)
    result = start(Store(path), draft, call.outside)
    said = "made" if result.changed else "is there already:"
    data = {
        "entry": result.act.seq,
        "ids": result.ids,
        "changed": result.changed,
        "replayed": False,
        "notes": [],
        "ledger": result.act.statement["ledger"],
        "path": path,
    }
    line = f"#1 {said} ledger {data['ledger']} at {path}, steward {result.act.actor}"
    return Answer(data, [line], head_of(result.head))


def verify(call: Call) -> Answer:
    """Derives everything again; exit 7 where the log does not fit, 3 where tables are stale."""
    from ledger.verify import verify as audit

    with call.store.reading() as reader:
        data = audit(reader)
        head = head_of(reader.head())
    faults = data["faults"]
    if not faults:
        said = f"the log is consistent: {data['entries']} entries"
        lines = [said, "complete since: not known, no checkpoint was given"]
        return Answer(data, lines, head)
    said = "; ".join(f"{_where(one)}{one['code']}: {one['message']}" for one in faults[:20])
    if all(one["code"] == "stale" for one in faults):
        stale = "; ".join(one["message"] for one in faults[:20])
        refused = Refused([block("stale", stale, "ledger rebuild")])
        refused.more["data"] = data
        raise refused
    raise LedgerError("tampered", f"the log does not verify: {said}", data=data)


def _where(fault: dict[str, object]) -> str:
    return f"#{fault['entry']} " if fault["entry"] else ""


def rebuild(call: Call) -> Answer:
    """Makes the snapshots and read tables anew."""
    from ledger.verify import rebuild as again

    with call.store.writing() as writer:
        data = again(writer)
        head = head_of(writer.head())
    return Answer(data, [f"rebuilt {data['records']} records from {data['entries']} entries"], head)
