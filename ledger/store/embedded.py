"""SQLite: the module, the lock, the transaction, `rows` (log.md, "Transactions").

A write holds an `flock` on a lock file beside the database from before it opens until after it
closes: old builds of SQLite can lose committed pages when two connections checkpoint at once, and
so they never do. The lock is let go by LOCK_UN, since a forked child would keep the file open.
"""

from __future__ import annotations

import os
import sys
import time

from ledger.core.errors import LedgerError
from ledger.store.compiled import SQLITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType
    from typing import Any

ENOSPC = 28
WAIT = 60.0  # seconds, for the lock and for SQLite's own
REPAIRED = (3, 51, 3)  # the first release that cannot lose pages to two checkpoints

_module: ModuleType | None = None


def module() -> ModuleType:
    """The DB-API module to use: pysqlite3's extension where it carries a repaired SQLite, else
    whichever has the newer one. Its package is not imported: that would pull in `datetime`."""
    global _module
    if _module is None:
        ours = _carried()
        if ours is not None and _version(ours) >= REPAIRED:
            _module = ours
        else:
            import _sqlite3

            newer = ours is not None and _version(ours) > _version(_sqlite3)
            _module = ours if newer else _sqlite3
    assert _module is not None
    return _module


def _version(found: ModuleType) -> tuple[int, ...]:
    return tuple(map(int, found.sqlite_version.split(".")))


def _carried() -> ModuleType | None:
    from importlib.machinery import PathFinder

    name = "pysqlite3._sqlite3"
    if name in sys.modules:
        return sys.modules[name]
    package = PathFinder.find_spec("pysqlite3")
    if package is None or not package.submodule_search_locations:
        return None
    spec = PathFinder.find_spec(name, package.submodule_search_locations)
    if spec is None or spec.loader is None:
        return None
    try:
        made = spec.loader.create_module(spec)
        if made is None:
            return None
        spec.loader.exec_module(made)
    except ImportError:
        return None
    sys.modules[name] = made
    return made


class Session:
    """One transaction on one connection."""

    __slots__ = ("connection",)

    def __init__(self, connection: Any) -> None:
        self.connection = connection

    def rows(self, statement: str, **params: Any) -> list[Any]:
        """The rows of a statement of the store, by its name."""
        try:
            found: list[Any] = self.connection.execute(SQLITE[statement], params).fetchall()
        except module().Error as error:
            raise _fault(error) from error
        return found

    def each(self, statement: str, **params: Any) -> Iterator[Any]:
        """The same rows, one at a time."""
        try:
            yield from self.connection.execute(SQLITE[statement], params)
        except module().Error as error:
            raise _fault(error) from error


def _fault(error: Any) -> Any:
    """What SQLite says, as an exit code: busy or no space (8), or it cannot be opened (6). What
    only a fault of the program can cause stays what it is."""
    if isinstance(error, (module().ProgrammingError, module().IntegrityError)):
        return error
    name = getattr(error, "sqlite_errorname", "") or ""
    text = str(error)
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or "locked" in text:
        return LedgerError("busy", "somebody else is writing to the ledger; nothing was written")
    if name.startswith("SQLITE_FULL") or "disk is full" in text:
        return LedgerError("no-space", "the disk is full; nothing was written")
    return LedgerError("cannot-open", f"the ledger cannot be used: {text}")


class Locked:
    """Holds the lock of the database at `path`; LedgerError `busy` (exit 8) after `wait` seconds.
    Not re-entrant. (A class, like the other two: `contextlib` costs half of Python's start.)"""

    __slots__ = ("handle", "path", "wait")

    def __init__(self, path: str, wait: float = WAIT) -> None:
        self.path = path
        self.wait = wait
        self.handle = -1

    def __enter__(self) -> None:
        try:
            self.handle = os.open(self.path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            code = "no-space" if error.errno == ENOSPC else "cannot-open"
            raise LedgerError(code, f"{self.path}.lock: {error.strerror}") from error
        try:
            self._take()
        except BaseException:
            os.close(self.handle)
            raise

    def _take(self) -> None:
        from fcntl import LOCK_EX, LOCK_NB, flock

        until, pause = time.monotonic() + self.wait, 0.001
        while True:
            try:
                return flock(self.handle, LOCK_EX | LOCK_NB)
            except BlockingIOError:
                if time.monotonic() >= until:
                    message = f"somebody else held the lock for {self.wait:g} s"
                    raise LedgerError("busy", f"{message}; nothing was written") from None
                time.sleep(pause)
                pause = min(pause * 1.5, 0.05)

    def __exit__(self, *raised: object) -> None:
        from fcntl import LOCK_UN, flock

        flock(self.handle, LOCK_UN)
        os.close(self.handle)


def connect(path: str, mode: str) -> Any:
    """A connection in autocommit mode; `mode` is `ro`, `rw`, `rwc` or `immutable`."""
    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    flags = "mode=ro&immutable=1" if mode == "immutable" else f"mode={mode}"
    try:
        made = module().connect(
            f"file:{quoted}?{flags}", timeout=WAIT, isolation_level=None, uri=True
        )
        made.execute("PRAGMA mmap_size=0")
        if mode.startswith("rw"):
            made.execute("PRAGMA synchronous=FULL")
            made.execute("PRAGMA secure_delete=ON")
    except module().Error as error:
        if os.path.exists(path) and not os.access(path, os.R_OK):
            raise LedgerError("cannot-open", f"{path}: Permission denied") from error
        raise _fault(error) from error
    return made


class Writing:
    """One durable transaction: lock, open, BEGIN IMMEDIATE, …, COMMIT, close, unlock. A failing
    COMMIT is `unknown-outcome` (exit 9): it may be there afterwards."""

    __slots__ = ("connection", "lock", "path")

    def __init__(self, path: str, wait: float = WAIT) -> None:
        self.path = path
        self.lock = Locked(path, wait)

    def __enter__(self) -> Session:
        self.lock.__enter__()
        try:
            self.connection = connect(self.path, "rw")
            try:
                self.connection.execute("BEGIN IMMEDIATE")
            except BaseException:
                self.connection.close()
                raise
        except BaseException as error:
            self.lock.__exit__()
            if isinstance(error, module().Error):
                raise _fault(error) from error
            raise
        return Session(self.connection)

    def __exit__(self, kind: object, *raised: object) -> None:
        try:
            if kind is None:
                commit(self.connection)
            elif self.connection.in_transaction:  # a full disk has rolled it back already
                self.connection.execute("ROLLBACK")
        finally:
            self.connection.close()
            self.lock.__exit__()


def commit(connection: Any) -> None:
    """COMMIT; LedgerError `unknown-outcome` when it fails."""
    try:
        connection.execute("COMMIT")
    except module().Error as error:
        raise LedgerError(
            "unknown-outcome",
            f"whether it was written is unknown ({error}): retry with the same id",
        ) from error


class Reading:
    """One short read transaction, one snapshot; never a stale answer: where the database cannot
    be opened read-only it is read as it stands only if no WAL can hold more (log.md)."""

    __slots__ = ("connection", "path")

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> Session:
        self.connection = _open_to_read(self.path)
        return Session(self.connection)

    def __exit__(self, *raised: object) -> None:
        self.connection.close()


def _open_to_read(path: str) -> Any:
    connection = connect(path, "ro")
    try:
        connection.execute("BEGIN")
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        return connection
    except module().Error as error:
        connection.close()
        name = getattr(error, "sqlite_errorname", "") or ""
        if not name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY")):
            raise _fault(error) from error
    if os.path.exists(path + "-wal") and os.path.getsize(path + "-wal"):
        raise LedgerError(
            "needs-recovery",
            f"{path} has a write-ahead log that this user cannot read in: open it once as a user "
            "who may write there",
        )
    connection = connect(path, "immutable")
    connection.execute("BEGIN")
    return connection
