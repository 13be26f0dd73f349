r"""The reader of the beads tracker's `issues.jsonl` (`ledger import beads`): text in, plan out.

    {"id": "bd-a1", "title": "Retire the daemon", "issue_type": "epic", "status": "open"}
    {"id": "bd-a2", "title": "Stop it", "status": "closed", "closed_at": "2026-06-22T10:04:11Z",
     "dependencies": [{"issue_id": "bd-a2", "depends_on_id": "bd-a1", "type": "parent-child"}]}

(each issue on one line) gives `P-1`, and `P-2` under it, closed.

- An issue is a work item, numbered in the order of the file; deleted ones (`tombstone`) and lines
  of another `_type` (`memory`) are none. Whom it is assigned to, else its owner, owns it, where
  that is a name of ours. Its beads id, type, status, priority and people stand in its first
  comment; description, design, criteria, notes and the reason of its end in others.
- `parent-child` is the parent, `blocks` reads backwards (what is depended on blocks), `related` and
  `relates-to` relate, `duplicates` duplicates. Any other type (`supersedes`, `approved-by`, …), a
  second parent, and a dependency on what is not in the file become a comment: beads itself writes
  `supersedes` in both directions, and an approval that is reported is no ratification.
- Items come first, parents before children; then comments, links and ends.

Source: exchange.md, "Imports", `beads`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ledger.core.clock import to_iso, to_ms
from ledger.core.errors import Usage
from ledger.core.names import is_project
from ledger.ingest.beads_line import Doc, Reading
from ledger.ingest.plan_line import NOBODY, plain
from ledger.ingest.proposal_draft import is_name

__all__ = ["read_beads"]

_LINKS = {"related": "relates", "relates-to": "relates", "relates_to": "relates"}
_LINKS |= {"duplicates": "duplicates", "blocks": "blocks"}
_PARENT = ("parent-child", "parent")
_FACTS = ["issue_type", "status", "priority", "assignee", "owner", "external_ref", "spec_id"]
_FACTS += ["due_at", "defer_until", "estimated_minutes"]
_TEXTS = {"description": "", "design": "Design", "acceptance_criteria": "Acceptance criteria"}
_TEXTS |= {"notes": "Notes"}
_TIME = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt ]([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.([0-9]{1,9}))?"
    r"(?:[Zz]|([+-])([0-9]{2}):?([0-9]{2}))"
)


class Issue(NamedTuple):
    """An issue, the line it stands on (from 1) and the key it is given."""

    n: int
    doc: Doc
    key: str

    @property
    def id(self) -> str:
        """Its id in beads."""
        return str(self.doc["id"])


def read_beads(
    text: str, *, project: str, file: str = "issues.jsonl", first: int = 1
) -> list[dict[str, Any]]:
    """The plan lines of an `issues.jsonl`; pure.

    Keys are `PROJECT-first` and on. Raises `Usage` (exit 2) with all faults, each `{"message",
    "file", "position"}`: a line that is no JSON object, an issue without id or title, an id twice,
    a field of another type, a text that cannot be stored, parents in a circle, no issue at all.
    Source: exchange.md, "Imports", `beads`.
    """
    if not is_project(project):
        raise Usage(f"{project!r} is not a project: A-Z and digits, such as EVO")
    reading = Reading(text, file)
    docs = reading.issues()
    issues = [Issue(n, doc, f"{project}-{at}") for at, (n, doc) in enumerate(docs, first)]
    plan = _Plan(issues, reading)
    if not reading.faults:
        plan.make()
    return reading.done(plan.lines)


class _Plan:
    """The lines, while they are made."""

    def __init__(self, issues: list[Issue], reading: Reading) -> None:
        self.issues = issues
        self.reading = reading
        self.lines: list[dict[str, Any]] = []
        self.by_id = {issue.id: issue for issue in issues}
        self.parents: dict[str, Issue] = {}
        for issue in issues:
            for row in self.rows(issue):
                other = self.by_id.get(_target(row))
                if _kind(row) in _PARENT and other and other is not issue:
                    self.parents.setdefault(issue.id, other)

    @staticmethod
    def rows(issue: Issue) -> list[Doc]:
        """Its dependencies."""
        rows: list[Doc] = issue.doc.get("dependencies") or []
        return rows

    def add(self, issue: Issue, argv: list[str], stdin: str | None, who: Any, when: Any) -> None:
        """Adds a line that an issue reports."""
        line: dict[str, Any] = {"argv": argv}
        if stdin is not None:
            line["stdin"] = stdin
        source = f"{self.reading.file}, line {issue.n}"
        line["reported"] = {"actor": str(who or "").strip() or NOBODY, "source": source}
        if said_at := time_of(when):
            line["said_at"] = said_at
        self.lines.append(line)

    def say(self, issue: Issue, text: str, who: Any, when: Any) -> None:
        """Adds a comment, where there is a text."""
        if text.strip():
            self.add(issue, ["item", "comment", issue.key, "-"], text, who, when)

    def make(self) -> None:
        """All lines; a fault where parents go in a circle."""
        for issue in self._parents_first():
            title, parent = issue.doc["title"], self.parents.get(issue.id)
            argv = ["item", "new", issue.key.partition("-")[0], plain(title, issue.id)]
            argv += ["--key", issue.key, *(["--parent", parent.key] if parent else [])]
            argv += _owner(issue.doc)
            made = issue.doc.get("created_by")
            self.add(issue, argv, None, made, issue.doc.get("created_at"))
        for issue in self.issues:
            self._comments(issue)
        for issue in self.issues:
            self._links(issue)
        for issue in self.issues:
            if issue.doc.get("status") == "closed":
                self._close(issue)
        skipped = self.reading.skipped
        if skipped and self.issues:
            text = "Not imported from " + self.reading.file + ":\n" + "\n".join(skipped) + "\n"
            self.lines.append({"argv": ["item", "comment", self.issues[0].key, "-"], "stdin": text})

    def _parents_first(self) -> Iterator[Issue]:
        """The issues, each after its parent."""
        done: set[str] = set()
        for issue in self.issues:
            above: list[Issue] = []
            walk: Issue | None = issue
            seen: set[str] = set()
            while walk and walk.id not in done and walk.id not in seen:
                above.append(walk)
                seen.add(walk.id)
                walk = self.parents.get(walk.id)
            if walk and walk.id in seen:
                named = ", ".join(sorted(seen))
                self.reading.fault(issue.n, f"parents in a circle: {named}")
            done |= seen
            yield from reversed(above)

    def _comments(self, issue: Issue) -> None:
        """What it says of itself, then what others said."""
        doc = issue.doc
        made, when = doc.get("created_by"), doc.get("created_at")
        facts = [f"{n}: {_shown(doc[n])}" for n in _FACTS if doc.get(n) not in (None, "")]
        labels = [_shown(label) for label in doc.get("labels") or []]
        facts += [f"labels: {', '.join(labels)}"] if labels else []
        self.say(issue, "\n".join([f"beads: {issue.id}", *facts]) + "\n", made, when)
        for name, head in _TEXTS.items():
            text = doc.get(name) or ""
            if text.strip():
                self.say(issue, f"{head}:\n\n{text}" if head else text, made, when)
        for comment in doc.get("comments") or []:
            text = comment.get("text") or ""
            self.say(issue, text, comment.get("author"), comment.get("created_at"))

    def _links(self, issue: Issue) -> None:
        for row in self.rows(issue):
            kind, target = _kind(row), _target(row)
            other = self.by_id.get(target)
            who, when = row.get("created_by"), row.get("created_at")
            rel = _LINKS.get(kind)
            if rel and other and other is not issue:
                keys = (other.key, issue.key) if rel == "blocks" else (issue.key, other.key)
                self.add(issue, ["item", "link", keys[0], rel, keys[1]], None, who, when)
            elif not (kind in _PARENT and other and self.parents.get(issue.id) is other):
                named = f"{target} ({other.key})" if other else target
                text = f"beads dependency: {issue.id} {kind} {named}\n"
                more = row.get("metadata")
                text += f"metadata: {_shown(more)}\n" if more not in (None, "", "{}", {}) else ""
                self.say(issue, text, who, when)

    def _close(self, issue: Issue) -> None:
        doc = issue.doc
        when = doc.get("closed_at") or doc.get("updated_at")
        reason = doc.get("close_reason") or ""
        self.say(issue, f"Closed: {reason}" if reason.strip() else "", None, when)
        self.add(issue, ["item", "close", issue.key], None, None, when)


def _shown(value: Any) -> str:
    """A value in a comment: a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _owner(doc: Doc) -> list[str]:
    """Whom it is assigned to, else who owns it, where that is a name of ours."""
    found = [
        one
        for one in (doc.get("assignee"), doc.get("owner"))
        if isinstance(one, str) and is_name(one)
    ]
    return ["--owner", found[0]] if found else []


def _kind(row: Doc) -> str:
    return str(row.get("type") or row.get("dep_type") or "blocks")


def _target(row: Doc) -> str:
    return str(row.get("depends_on_id") or row.get("id") or "")


def time_of(value: Any) -> str | None:
    """A time of beads (RFC 3339) in the stored form; None where it is none, or before 1970."""
    found = _TIME.fullmatch(value) if isinstance(value, str) else None
    if not found:
        return None
    day, clock, part, sign, hours, minutes = found.groups()
    try:
        ms = to_ms(f"{day}T{clock}.{(part or '0').ljust(3, '0')[:3]}Z")
    except ValueError:
        return None
    if sign:
        away = (int(hours) * 60 + int(minutes)) * 60_000
        ms += away if sign == "-" else -away
    return to_iso(ms) if ms >= 0 else None
