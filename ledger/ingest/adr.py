"""The reader of folders of decision records (`ledger import adr`): files in, plan lines out.

    docs/adr/0001-one-file.md     # 1. One file      Status: Superseded by [2](0002-two-files.md)
    docs/adr/0002-two-files.md    # 2. Two files     Status: Accepted

gives an item `P-1` for the folder, a decision for `0001`, and one for `0002` that supersedes it.

MADR 2 to 4, Nygard, adr-tools and log4brains are read alike: `adr_record.py` says what counts as
status, date, deciders and relation, `adr_points.py` what a decision is, `adr_shelf.py` which file a
reference names, `adr_plan.py` what becomes of it. Templates and index pages hold no decision, and
are named in a comment.

Source: exchange.md, "Imports", `adr`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ledger.core.errors import Usage, position
from ledger.core.names import is_project
from ledger.ingest.adr_plan import Plan
from ledger.ingest.adr_points import decision_of
from ledger.ingest.adr_record import Record, is_template, read_record
from ledger.ingest.adr_shelf import Edge, Shelf
from ledger.ingest.plan_line import one_line

__all__ = ["read_adr"]

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_RECORD_NAME = re.compile(r"(?:adr[-_ ]?)?[0-9]|D[1-9]", re.IGNORECASE)


def read_adr(
    files: Sequence[tuple[object, str]], *, project: str, first: int = 1
) -> list[dict[str, Any]]:
    """The plan lines of decision records, given as (path, text); pure.

    One item a folder, `PROJECT-first` and on in the order of their names. Raises `Usage` (exit 2)
    with all faults, each `{"message", "file", "position"}`: a path twice, a character that cannot
    be stored, no record in any file. Source: exchange.md, "Imports", `adr`.
    """
    if not is_project(project):
        raise Usage(f"{project!r} is not a project: A-Z and digits, such as EVO")
    given = sorted((_path(path), text) for path, text in files)
    _faults(given)
    records, notes = _records(given)
    if not records:
        message = "no decision record in " + (", ".join(one_line(p) for p, _ in given) or "no file")
        place = {"message": message, "file": "", "position": position("", 0)}
        raise Usage(message, faults=[place], position=place["position"])
    return _lines(records, notes, project, first)


def _path(path: object) -> str:
    return str(path).replace("\\", "/").removeprefix("./")


def _faults(given: list[tuple[str, str]]) -> None:
    """Raise `Usage` where a path or a text cannot be taken."""
    faults: list[dict[str, Any]] = []
    before = ""
    for n, (path, text) in enumerate(given):
        bad = _UNSTORABLE.search(text)
        said = ""
        if bad:
            said = f"U+{ord(bad[0]):04X} is refused in a text"
        elif n and path == before:
            said = "this file is given twice"
        elif found := _UNSTORABLE.search(path):
            said = f"U+{ord(found[0]):04X} is refused in a path"
        if said:
            place = position(text, bad.start() if bad else 0)
            message = f"{one_line(path)}, line {place['line']}: {said}"
            faults.append({"message": message, "file": path, "position": place})
        before = path
    if faults:
        said = "; ".join(fault["message"] for fault in faults)
        raise Usage(said, faults=faults, position=faults[0]["position"])


def _records(given: list[tuple[str, str]]) -> tuple[list[Record], dict[str, list[str]]]:
    """The records, and per folder what the other files are."""
    records: list[Record] = []
    notes: dict[str, list[str]] = {}
    for path, text in given:
        record = read_record(path, text)
        why = ""
        if not text.removeprefix("\ufeff").strip():
            why = "an empty file"
        elif is_template(path, record.title):
            why = "a template or an index"
        elif not _is_record(record):
            why = "neither a status, a decision nor a number"
        if why:
            notes.setdefault(record.folder, []).append(f"{one_line(path)}: {why}; not imported")
        else:
            records.append(record)
    return records, notes


def _is_record(record: Record) -> bool:
    known = record.status or decision_of(record.page) or _RECORD_NAME.match(record.stem)
    return bool(known) or any(s.name.startswith("context") for s in record.page.sections)


def _lines(
    records: list[Record], notes: dict[str, list[str]], project: str, first: int
) -> list[dict[str, Any]]:
    dates: dict[str, list[str]] = {record.folder: [] for record in records}
    for record in records:
        dates[record.folder] += [record.date] if record.date else []
    folders = sorted(dates)
    keys = {folder: f"{project}-{n}" for n, folder in enumerate(folders, first)}
    shelf = Shelf(records)
    plan = Plan(shelf, keys)
    for folder in folders:
        title = f"Decision records of {one_line(folder)}" if folder else "Decision records"
        when = f"{min(dates[folder])}T00:00:00.000Z" if dates[folder] else None
        plan.add(["item", "new", project, title, "--key", keys[folder]], said_at=when)
    acting: dict[int, list[Edge]] = {}
    for edge in shelf.edges:
        acting.setdefault(edge.new, []).append(edge)
    plan.missed()
    for at in plan.order():
        plan.record(at, acting.get(at, []))
    plan.reversals()
    for folder, said in notes.items():
        plan.notes.setdefault(folder if folder in keys else folders[0], []).extend(said)
    plan.comments()
    return plan.lines
