"""Where the ledger's database is."""

from __future__ import annotations

import os

from ledger.core.errors import LedgerError, Usage

FOLDER, FILE = ".ledger", "ledger.db"


def path_of(url: str) -> str:
    """The path of a database's URL; LedgerError `needs-extra` for PostgreSQL, whose URL, with its
    password, is not printed."""
    if url.startswith(("postgresql:", "postgres:")):
        raise LedgerError("needs-extra", "PostgreSQL is not served by this version: use SQLite")
    if url.startswith("sqlite:///"):
        return url[len("sqlite:///") :]
    if "://" in url:
        raise Usage(f"{url.partition(':')[0]}: is no database: give a path or sqlite:///PATH")
    return url


def find(url: str | None, env: dict[str, str]) -> str:
    """The path of the database: `--db`, LEDGER_DB, or `.ledger/ledger.db` here or above."""
    named = url or env.get("LEDGER_DB")
    if named:
        path = path_of(named)
        _not_folder(path)
        if not _is_file(path):
            raise LedgerError(
                "no-ledger", f"there is no ledger at {path}", "ledger init --as ACTOR"
            )
        return path
    folder = here()
    while True:
        path = os.path.join(folder, FOLDER, FILE)
        if _is_file(path):
            return path
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    raise LedgerError(
        "no-ledger", f"there is no ledger in {os.getcwd()} or above", "ledger init --as ACTOR"
    )


def new(url: str | None, env: dict[str, str]) -> str:
    """The path where a ledger is to be made: `--db`, LEDGER_DB, or `.ledger/ledger.db` here."""
    named = url or env.get("LEDGER_DB")
    if not named:
        return os.path.join(here(), FOLDER, FILE)
    path = path_of(named)
    _not_folder(path)
    return path


def above() -> str | None:
    """The path of a ledger in a folder above this one, or None where there is none to be seen."""
    folder = here()
    while (up := os.path.dirname(folder)) != folder:
        folder = up
        path = os.path.join(folder, FOLDER, FILE)
        if os.path.isfile(path):
            return path
    return None


def _not_folder(path: str) -> None:
    """LedgerError `cannot-open` where it is a folder; says which database is in it, if any."""
    if not os.path.isdir(path):
        return
    inner = os.path.join(path, FOLDER, FILE)
    there = inner if os.path.isfile(inner) else os.path.join(path, FILE)
    more = f": there is a database at {there}" if os.path.isfile(there) else ""
    raise LedgerError("cannot-open", f"{path} is a folder, and the database is a file{more}")


def here() -> str:
    """The folder that the command was called in; LedgerError `no-ledger` where it is gone."""
    try:
        return os.getcwd()
    except OSError as error:
        raise LedgerError("no-ledger", f"this folder is gone: {error.strerror}") from error


def _is_file(path: str) -> bool:
    try:
        os.stat(path)
    except PermissionError as error:
        raise LedgerError("cannot-open", f"{path}: {error.strerror}") from error
    except OSError:
        return False
    return os.path.isfile(path)
