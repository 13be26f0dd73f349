"""Where what is imported comes from: files and folders, and the reader of each source.

A reader makes lines like those of `ledger batch` from the texts of files; `READERS` has them all.
"""

from __future__ import annotations

import os
from contextlib import contextmanager

from ledger.cli.common import Call, decode
from ledger.core.canon import loads, sha256_hex
from ledger.core.entry import uuid5
from ledger.core.errors import Conflict, LedgerError, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ledger.store.store import Reader

    Doc = dict[str, Any]
    Files = list[tuple[str, bytes]]

SUFFIXES = (".md", ".markdown", ".adoc", ".txt", ".rst")


def files_of(call: Call, path: str) -> Files:
    """(path in the folder, bytes) of each file, in the order of their paths; a file is alone."""
    if path == "-":
        return [("standard input", call.read("-").encode())]
    if not os.path.isdir(path):
        return [(_named(os.path.basename(path)), _bytes(path))]
    found = []
    for folder, inner, names in os.walk(path):
        inner[:] = sorted(one for one in inner if not one.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(SUFFIXES):
                whole = os.path.join(folder, name)
                found.append((_named(os.path.relpath(whole, path)), _bytes(whole)))
    if not found:
        raise Usage(f"{path} holds no file to import ({', '.join(SUFFIXES)})")
    return sorted(found)


def _named(path: str) -> str:
    """A file's name as text: it may hold any bytes, and those that are not UTF-8 are `\\xff`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _bytes(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Usage(f"{path}: {error.strerror}") from error


def mark_of(files: Files) -> str:
    """The SHA-256 of the imported file; of a folder, of the paths and digests of its files."""
    if len(files) == 1:
        return sha256_hex(files[0][1])
    listed = "".join(f"{sha256_hex(raw)}  {name}\n" for name, raw in files)
    return sha256_hex(listed.encode())


def space_of(mark: str) -> str:
    """The name space of an import's ids: the first half of its digest, as a UUID is written."""
    return f"{mark[:8]}-{mark[8:12]}-{mark[12:16]}-{mark[16:20]}-{mark[20:32]}"


@contextmanager
def reading(call: Call) -> Iterator[Reader | None]:
    """The ledger as it is, or None: --plan needs none."""
    try:
        store = call.store
    except LedgerError:
        yield None
        return
    with store.reading() as reader:
        yield reader


def one_of(files: Files, source: str) -> tuple[str, str]:
    """(name, text) of the file of a source that takes no folder."""
    if len(files) != 1:
        raise Usage(f"{source} takes one file, not a folder")
    return files[0][0], decode(files[0][1], files[0][0])


def _activity(call: Call, mark: str, files: Files) -> list[Doc]:
    from ledger.ingest.activity import read_activity

    if bool(call.get("--key")) == bool(call.get("--project")):
        raise Usage("the page names no work item: say --key KEY or --project P")
    text = one_of(files, "activity")[1]
    captured = call.get("--captured")
    return read_activity(
        text, key=call.get("--key"), project=call.get("--project"), captured=captured
    )


def _project(call: Call, source: str) -> str:
    project: str | None = call.get("--project")
    if project is None:
        raise Usage(f"import {source} needs --project P")
    return project


def _first(call: Call, project: str, mark: str) -> int:
    """The number of the first item that an import makes: the one it made before, else the next of
    its project."""
    with reading(call) as reader:
        if reader is None:
            return 1
        row = reader.entry_by_id(uuid5(space_of(mark), "1"))
        if row is not None:
            made: str = loads(row["bytes"])["outcome"]["number"]
            return int(made.partition("-")[2])
        numbers = reader.doc("numbers") or {"projects": {}}
        return int(numbers["projects"].get(project, 0)) + 1


def _adr(call: Call, mark: str, files: Files) -> list[Doc]:
    from ledger.ingest.adr import read_adr

    texts = [(name, decode(raw, name)) for name, raw in files]
    project = _project(call, "adr")
    return read_adr(texts, project=project, first=_first(call, project, mark))


def _beads(call: Call, mark: str, files: Files) -> list[Doc]:
    from ledger.ingest.beads import read_beads

    project = _project(call, "beads")
    name, text = one_of(files, "beads")
    return read_beads(text, project=project, file=name, first=_first(call, project, mark))


def _page(call: Call, mark: str, files: Files) -> list[Doc]:
    """Our own page of a work item. Conflict where it is to be imported where it comes from: its
    entries are there."""
    from ledger.export.readback import head, read
    from ledger.ingest.page import read_page

    text = one_of(files, "export")[1]
    made = read(text)
    with reading(call) as reader:
        first = reader.entry(1) if reader and not call.get("--plan") else None
        if first and first["id"] == made["ledger"]:
            hint = f"ledger show {made['subject']}"
            raise Conflict("this ledger wrote the page: its entries are here already", hint=hint)
    return read_page({**made, **head(text)}, key=call.get("--key"))


READERS: dict[str, Callable[[Call, str, Files], list[Doc]]] = {
    "activity": _activity,
    "adr": _adr,
    "beads": _beads,
    "export": _page,
}
