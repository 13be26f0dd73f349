"""The lines of the beads tracker's `issues.jsonl`, each checked before anything is made of it.

Source: exchange.md, "Imports", `beads`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from ledger.core.errors import Usage
from ledger.ingest.proposal_draft import shown

Doc = dict[str, Any]

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")
_STRINGS = ["title", "description", "design", "acceptance_criteria", "notes", "status"]
_STRINGS += ["close_reason", "created_at", "closed_at", "created_by", "issue_type"]
_ROWS = {"dependencies": ["depends_on_id", "id", "type", "dep_type", "created_by", "created_at"]}
_ROWS |= {"comments": ["text", "author", "created_at"]}


class Reading:
    """A file while it is read: its faults so far, and the lines that hold no issue."""

    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self.faults: list[Doc] = []
        self.skipped: list[str] = []
        self._starts: list[int] = []

    def fault(self, n: int, message: str) -> None:
        """Keeps a fault of a line (from 1)."""
        start = self._starts[n - 1] if n <= len(self._starts) else 0
        place = {"offset": start, "line": n, "column": 1}
        said = f"{self.file}, line {n}: {message}"
        self.faults.append({"message": said, "file": self.file, "position": place})

    def done(self, lines: list[Doc]) -> list[Doc]:
        """The lines, when nothing is wrong; else all faults (`Usage`, exit 2)."""
        if self.faults:
            self._refuse()
        return lines

    def _refuse(self) -> NoReturn:
        faults = sorted(self.faults, key=lambda fault: int(fault["position"]["line"]))
        said = "; ".join(fault["message"] for fault in faults)
        raise Usage(said, faults=faults, position=faults[0]["position"])

    def issues(self) -> list[tuple[int, Doc]]:
        """(line from 1, issue) in the order of the file; faults are kept."""
        found: list[tuple[int, Doc]] = []
        lines: dict[str, int] = {}
        at = 0
        for n, line in enumerate(self.text.split("\n"), 1):
            self._starts.append(at)
            at += len(line) + 1
            doc = self._doc(n, line.removeprefix("\ufeff") if n == 1 else line)
            if doc is None or not self._checked(n, doc):
                continue
            if doc["id"] in lines:
                self.fault(n, f"id {shown(doc['id'])} is that of line {lines[doc['id']]} too")
            lines.setdefault(doc["id"], n)
            if doc.get("status") == "tombstone":
                self.skipped.append(f"line {n}: {doc['id']}, which was deleted")
            else:
                found.append((n, doc))
        if not found and not self.faults:
            self.fault(1, "no issue")
        return found

    def _doc(self, n: int, line: str) -> Doc | None:
        """The issue of a line; None where it holds none."""
        if not line.strip():
            return None
        try:
            doc = json.loads(line)
        except json.JSONDecodeError as error:
            self.fault(n, f"not JSON: {error.msg}: {shown(line.strip())}")
            return None
        except (ValueError, RecursionError) as error:  # a number of 5,000 digits, or deep nesting
            said = "a number too long" if isinstance(error, ValueError) else "nested too deeply"
            self.fault(n, f"not JSON: {said}: {shown(line.strip())}")
            return None
        if not isinstance(doc, dict):
            self.fault(n, f"not an issue, which is a JSON object: {shown(line.strip())}")
            return None
        kind = doc.get("_type", "issue")
        if kind != "issue":
            self.skipped.append(f"line {n}: of type {shown(str(kind))}")
            return None
        return doc

    def _checked(self, n: int, doc: Doc) -> bool:
        """Keeps what is wrong with an issue; says whether nothing is."""
        before = len(self.faults)
        for name in ("id", "title"):
            if not isinstance(doc.get(name), str) or not doc[name].strip():
                self.fault(n, f"an issue without {name}")
        for name in _STRINGS:
            if not isinstance(doc.get(name, ""), str | None):
                self.fault(n, f"{name} is no string")
        for name, strings in _ROWS.items():
            for message in _rows(doc.get(name), strings):
                self.fault(n, f"{name}: {message}")
        if not isinstance(doc.get("labels"), list | None):
            self.fault(n, "labels is no array")
        bad = next((one for one in map(_UNSTORABLE.search, _texts(doc)) if one), None)
        if bad:
            self.fault(n, f"U+{ord(bad[0]):04X} is refused in a text")
        return len(self.faults) == before


def _rows(rows: Any, strings: list[str]) -> Iterator[str]:
    """What is wrong with a list of objects whose fields of these names are strings."""
    if not isinstance(rows, list | None):
        yield "no array"
        return
    for row in rows or []:
        if not isinstance(row, dict):
            yield f"{shown(str(row))} is no object"
            continue
        wrong = [name for name in strings if not isinstance(row.get(name, ""), str | None)]
        yield from (f"{name} is no string" for name in wrong)
        if "depends_on_id" in strings and not (row.get("depends_on_id") or row.get("id")):
            yield "one without depends_on_id"


def _texts(value: Any) -> Iterator[str]:
    """All strings in a JSON value, keys too."""
    todo = [value]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            todo += [*one, *one.values()]
        elif isinstance(one, list):
            todo += one
