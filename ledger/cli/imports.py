"""`ledger import`: what comes from elsewhere; our own backup, for now."""

from __future__ import annotations

from ledger.cli.common import Answer, Call
from ledger.cli.place import find, new
from ledger.core.errors import LedgerError


def imports(call: Call) -> Answer:
    """Restores a ledger from its backup; Usage, Conflict, LedgerError `tampered`."""
    from ledger.restore import restore

    path = _path(call)
    made = restore(path, call.read(call.get("FILE")))
    head = made.pop("head")
    line = f"restored {made['entries']} entries of ledger {made['ledger']} at {path}"
    return Answer({**made, "path": path}, [line], head)


def _path(call: Call) -> str:
    """Where there is a ledger, so that it is refused there, else where one is to be made."""
    url = call.get("--db")
    try:
        return find(url, call.env)
    except LedgerError as error:
        if error.code != "no-ledger":
            raise
        return new(url, call.env)
