"""Making and upgrading the tables, by Alembic, which is imported only here."""

from __future__ import annotations

import os

from ledger.core.errors import LedgerError
from ledger.store import embedded

NETWORK = frozenset(
    ("nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "glusterfs", "lustre")
    + ("fuse.sshfs", "fuse.glusterfs")
)


def migrations() -> str:
    """The folder of the migrations: inside the wheel, or beside the package in a checkout."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    shipped = os.path.join(here, "_migrations")
    return shipped if os.path.isdir(shipped) else os.path.join(os.path.dirname(here), "migrations")


def file_system(path: str) -> str:
    """The kind of file system that holds a path, where the system tells; else empty."""
    try:
        with open("/proc/self/mounts", encoding="utf-8", errors="replace") as mounts:
            found = [line.split()[1:3] for line in mounts]
    except OSError:
        return ""
    path = os.path.realpath(path)
    holding = [
        (len(at), kind) for at, kind in found if (path + "/").startswith(at.rstrip("/") + "/")
    ]
    return max(holding)[1] if holding else ""


def create(path: str) -> None:
    """Makes the database and its tables at a path, or brings them to this version.

    Errors: `cannot-open` on a network file system, where neither locks nor a write-ahead log can
    be trusted (log.md, "Transactions"), and where the file cannot be made.
    """
    folder = os.path.dirname(os.path.abspath(path))
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise LedgerError("cannot-open", f"{folder}: {error.strerror}") from error
    kind = file_system(folder)
    if kind in NETWORK:
        raise LedgerError("cannot-open", f"{folder} is on a network file system ({kind})")
    with embedded.Locked(path):
        connection = embedded.connect(path, "rwc")
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except embedded.module().Error as error:
            raise LedgerError("cannot-open", f"{path} cannot be used: {error}") from error
        finally:
            connection.close()
        _migrate(path)


def revision(path: str) -> str | None:
    """The version of a database's tables, or None where it has none."""
    with embedded.Reading(path) as session:
        try:
            found = session.rows("schema")
        except LedgerError:
            return None
    return found[0][0] if found else None


def _migrate(path: str) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    engine = create_engine(
        "sqlite://", creator=lambda: embedded.connect(path, "rw"), poolclass=NullPool
    )
    config = Config()
    config.set_main_option("script_location", migrations().replace("%", "%%"))
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        connection.exec_driver_sql("COMMIT")
