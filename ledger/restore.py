"""A ledger from its backup: the same bytes, ids, leaves and root (exchange.md, "Imports").

All is verified on the way: each line is canonical, each entry follows the one before, texts have
their hashes, the last root is that of the file's checkpoint, and at the end `verify` derives the
whole log again. Where anything does not fit, nothing is left behind: a new database is made beside
its place and renamed when it is whole; one that is there already (an `init` that was cut short) is
filled in one transaction.
"""

from __future__ import annotations

import os

from ledger import backup
from ledger.computed import rebuild
from ledger.core import entry as entries
from ledger.core.canon import decode_canonical
from ledger.core.checkpoint import checkpoint
from ledger.core.errors import Conflict, LedgerError
from ledger.core.fold import UNFOLDABLE, act_of
from ledger.core.state import State
from ledger.store.embedded import Locked
from ledger.store.store import Store, Writer, subjects_of
from ledger.store.upgrade import create
from ledger.verify import verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Doc = dict[str, Any]
    Dump = tuple[str, Iterable[str], str]
    Watch = Callable[[list[str]], Iterable[str]]

PARTS = ("", "-wal", "-shm", "-journal", ".lock")  # of a database that is being made


def restore(path: str, text: str, watch: Watch = iter) -> Doc:
    """Makes the ledger at a path out of a backup's text: `{ledger, entries, texts, root, head}`.
    `watch` sees its lines pass, one by one.

    Usage where the text is no backup; Conflict (exit 5) where a ledger is there already;
    LedgerError `tampered` (exit 7) where the backup does not verify, `newer` (exit 6) where this
    version does not know its acts.
    """
    ledger, rows, note = backup.read(text)
    dump = ledger, watch(rows), note
    return _within(path, dump) if os.path.exists(path) else _anew(path, dump)


def _within(path: str, dump: Dump) -> Doc:
    with Store(path).writing() as writer:
        return fill(writer, dump)


def _anew(path: str, dump: Dump) -> Doc:
    """Makes the database under another name, and gives it its own when it is whole."""
    draft, done = f"{path}.{os.getpid()}.restoring", False
    folders = _missing(os.path.dirname(os.path.abspath(path)))
    try:
        create(draft)
        made = _within(draft, dump)
        _place(draft, path)
        done = True
    finally:
        for part in PARTS:
            if os.path.exists(draft + part):
                os.unlink(draft + part)
        for folder in () if done else folders:
            if os.path.isdir(folder) and not os.listdir(folder):
                os.rmdir(folder)
    return made


def _missing(folder: str) -> list[str]:
    """The folders that are not there yet, the innermost first."""
    found = []
    while folder and not os.path.isdir(folder):
        found.append(folder)
        folder = os.path.dirname(folder)
    return found


def _place(draft: str, path: str) -> None:
    """Renames the database, whose last connection has closed: its write-ahead log is in it."""
    with Locked(path):
        if os.path.exists(path):
            raise Conflict(f"a ledger was made at {path} meanwhile; nothing was restored")
        os.rename(draft, path)
    folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def fill(writer: Writer, dump: Dump) -> Doc:
    """Writes a backup into an empty ledger and verifies it there. Conflict where the ledger is not
    empty; LedgerError `tampered` where something does not fit: the transaction is to be undone."""
    ledger, rows, note = dump
    first = writer.entry(1)
    if first is not None:
        which = "this very ledger" if first["id"] == ledger else f"another ledger, {first['id']},"
        raise Conflict(
            f"{which} is here already: an export is restored only where there is no ledger",
            observed=first["id"],
            expected=None,
        )
    texts = sum(_row(writer, number, row) for number, row in enumerate(rows, 2))
    head = writer.head()
    if head is None or checkpoint(ledger, head["seq"], head["root"]) != note:
        raise LedgerError("tampered", "the export's entries are not those of its checkpoint")
    rebuild(writer)
    found = verify(writer)["faults"]
    if found:
        said = "; ".join(f"#{one['entry']} {one['code']}: {one['message']}" for one in found[:20])
        raise LedgerError("tampered", f"the export does not verify: {said}")
    return {
        "ledger": ledger,
        "entries": head["seq"],
        "texts": texts,
        "root": head["root"],
        "head": {"seq": head["seq"], "leaf": head["leaf"]},
    }


def _row(writer: Writer, number: int, line: str) -> bool:
    """Adds what a line of the file holds; is it a text?"""
    try:
        made = decode_canonical(line)
        if isinstance(made, dict) and "hash" in made:
            _text(writer, made)
            return True
        _entry(writer, entries.require_shape(made), line)
    except (AttributeError, *UNFOLDABLE) as error:
        raise LedgerError("tampered", f"line {number} of the export: {error}") from error
    return False


def _text(writer: Writer, made: Doc) -> None:
    if sorted(made) != ["hash", "salt", "text"] or not all(type(v) is str for v in made.values()):
        raise ValueError("neither an entry nor a text")
    if entries.text_hash(bytes.fromhex(made["salt"]), made["text"]) != made["hash"]:
        raise ValueError("the text does not have its hash")
    if writer.session.rows("text", hash=made["hash"]):
        raise ValueError("the text stands there twice")
    writer.session.rows("add_text", **made)


def _entry(writer: Writer, made: Doc, line: str) -> None:
    act_of(State(), made)  # what a newer version made is not judged by this one
    head, said = writer.head(), made["statement"]
    after = (head["seq"], head["leaf"]) if head else (0, None)
    if (made["seq"], made["prev"]) != (after[0] + 1, after[1]):
        raise ValueError(f"the entry does not follow #{after[0]}")
    if writer.entry_by_id(said["id"]) is not None:
        raise ValueError("an id stands there twice")
    if not all(type(one) is str for one in subjects_of(made)):
        raise ValueError("a subject that is no id")
    row = {"seq": made["seq"], "id": said["id"], "prev": made["prev"], "at": made["recorded_at"]}
    row |= {"leaf": entries.leaf(line), "digest": entries.digest(said), "bytes": line}
    writer.append(row, (), {})
