"""The plan lines of decision records: a brainstorm a record, its text said in it, its proposal.

| status | lines after the proposal |
|---|---|
| accepted, superseded, deprecated | decided; what nobody here supersedes is reversed at the end |
| rejected | closed without decision |
| proposed, none, unknown | none; a waiting decision of our own export is decided and waits |

- Older records stand before those that act on them, else records stand in the order of paths.
- A record that supersedes another does so in its proposal. A relation that needs judgement stands
  in a second version of the proposal, `inferred`, on which no other line depends: the decision is
  there without it.
- Amending or refining what falls in the end says nothing any more, and is noted only.
- Whatever is read and leads to no act is noted in a comment on the work item.

Source: exchange.md, "Imports", `adr`; concepts.md, "Effects".
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any

from ledger.core.names import is_decision
from ledger.ingest.adr_points import Point, fenced, heading, point_text, points_of
from ledger.ingest.adr_record import Record
from ledger.ingest.adr_shelf import ABSENT, IN_FORCE, Edge, Missed, Shelf
from ledger.ingest.plan_line import NOBODY, one_line, plain

Line = dict[str, Any]
_SAYS = {
    "supersedes": ("supersedes", "superseded by"),
    "amends": ("amends, or supersedes in part,", "amended, or superseded in part, by"),
    "refines": ("refines", "refined by"),
}


class Plan:
    """Plan lines while they are made; `keys` are the items of the folders."""

    def __init__(self, shelf: Shelf, keys: dict[str, str]) -> None:
        self.lines: list[Line] = []
        self.shelf = shelf
        self.keys = keys
        self.records = shelf.records
        self.points = [points_of(record) for record in self.records]
        self.ids: dict[int, str] = {}
        self.notes: dict[str, list[str]] = {}
        self._felled = {edge.old: edge for edge in reversed(self._felling())}
        self._lost = {m.teller: m.relation.ref.shown for m in shelf.missed if self._loses(m)}
        self._taken: set[tuple[int, str]] = set()

    def _loses(self, missed: Missed) -> bool:
        """Does a record that was in force say that one which is not here superseded it?"""
        teller, relation, why = missed
        whole = relation.kind == "supersedes" and relation.back and relation.part is None
        in_force = self.records[teller].status in IN_FORCE
        return whole and why == ABSENT and in_force and not self.records[teller].part

    def _felling(self) -> list[Edge]:
        """The edges by which a decided record supersedes a decided one whole."""
        return [e for e in self.shelf.edges if e.certain and self._fells(e)]

    def _fells(self, edge: Edge) -> bool:
        both = (self.records[edge.new].status, self.records[edge.old].status)
        return edge.kind == "supersedes" and not edge.parts and set(both) <= set(IN_FORCE)

    def decided(self, at: int) -> bool:
        """Was it ever in force, or does it wait as a decision?"""
        return self.records[at].status in IN_FORCE or self.waits(at)

    def waits(self, at: int) -> bool:
        """Is it a waiting decision that a ledger exported (`D7-title-words.md`)?"""
        record = self.records[at]
        own = is_decision(record.stem.partition("-")[0]) and bool(record.page.meta)
        return own and record.status == "proposed"

    def ends(self, at: int) -> bool:
        """Is it in force no more at the end of the plan?"""
        over = self.records[at].status in ("deprecated", "superseded")
        return over or at in self._felled or at in self._lost

    def add(self, argv: list[str], stdin: str | None = None, **more: Any) -> str:
        """Adds a line; returns how later ones name what it makes."""
        line: Line = {"argv": argv}
        if stdin is not None:
            line["stdin"] = stdin
        self.lines.append(line | {key: value for key, value in more.items() if value})
        return f"${len(self.lines)}"

    def note(self, at: int, n: int, text: str) -> None:
        """Notes what was read in a record, at a line from 0, and led to no act."""
        record = self.records[at]
        self.notes.setdefault(record.folder, []).append(f"{_source(record, n)}: {text}")

    def order(self) -> Iterator[int]:
        """The places of the records, targets first."""
        waiting = [0] * len(self.records)
        after: list[list[int]] = [[] for _ in self.records]
        for edge in self.shelf.edges:
            waiting[edge.new] += 1
            after[edge.old].append(edge.new)
        ready = [at for at, count in enumerate(waiting) if not count]
        while ready:
            at = heapq.heappop(ready)
            yield at
            for later in after[at]:
                waiting[later] -= 1
                if not waiting[later]:
                    heapq.heappush(ready, later)

    def record(self, at: int, edges: list[Edge]) -> None:
        """The lines of a record; `edges` are those it acts by."""
        record = self.records[at]
        self._odd(at)
        said = _said(record, record.date)
        topic = plain(record.title, record.stem)
        opened = self.add(["brainstorm", "open", self.keys[record.folder], topic], **said)
        self.add(["brainstorm", "say", opened, "-"], record.page.text, **said)
        acts, guessed = self._acts(at, edges)
        propose = ["propose", opened, "-f", "-"]
        self.add(propose, self.proposal(at, acts), **said)
        if guessed:
            self.add(propose, self.proposal(at, acts + guessed), **said, inferred=True)
        ruled = _said(record, record.date, record.status_line)
        if self.decided(at):
            waits = {"ratifier": "owner"} if self.waits(at) else {}
            self.ids[at] = self.add(["decide", opened], **ruled, **waits)
        elif record.status == "rejected":
            reason = f"Status: {one_line(record.said)}"
            self.add(["brainstorm", "close", opened, "--no-decision", reason], **ruled)

    def _odd(self, at: int) -> None:
        """Notes of status and date that say nothing to us."""
        record = self.records[at]
        if record.status == "unknown":
            self.note(at, record.status_line, f"status `{record.said}` is not known: kept open")
        if record.unread:
            self.note(at, 0, f"date `{record.unread}` can be read in no or two ways: none claimed")

    def _acts(self, at: int, edges: list[Edge]) -> tuple[list[str], list[str]]:
        """The effect lines that are certain, and those that need judgement."""
        acts: list[str] = []
        guessed: list[str] = []
        for edge in edges:
            act, why = self._act(edge)
            if act:
                (acts if edge.certain and edge.kind != "amends" else guessed).append(act)
            else:
                back = edge.teller == edge.old
                other = self.records[edge.new if back else edge.old].path
                parts = "".join(f" §{part}" for part in edge.parts)
                says = f"{_SAYS[edge.kind][back]} {one_line(other)}{parts}"
                self.note(edge.teller, edge.line, f"{says}, {why}")
        return acts, guessed

    def _act(self, edge: Edge) -> tuple[str, str]:
        """(the effect line of an edge, or why there is none)."""
        old, new = self.records[edge.old], self.records[edge.new]
        if new.status == "rejected":
            return "", f"but {new.path} was rejected"
        if edge.old not in self.ids or self.waits(edge.old):
            return "", f"but {old.path} was not decided"
        felled = self._felled.get(edge.old)
        if felled == edge:
            return f"Supersedes: {self.ids[edge.old]}", ""
        if self.ends(edge.old):
            by = f"superseded by {self.records[felled.new].path}" if felled else old.status
            return "", f"but {old.path} is {by} in the end"
        if edge.kind == "supersedes" and not edge.parts:
            return f"Supersedes: {self.ids[edge.old]}", ""
        return self._partly(edge)

    def _partly(self, edge: Edge) -> tuple[str, str]:
        labels = [point.label for point in self.points[edge.old]]
        missing = [part for part in edge.parts if part not in labels]
        if missing:
            return "", f"which has no point {', '.join(missing)}"
        wanted = [(edge.old, part) for part in edge.parts or labels]
        if edge.kind != "refines" and not self._taken.isdisjoint(wanted):
            return "", "of which another record amends the same"
        if edge.kind != "refines":
            self._taken.update(wanted)
        target = self.ids[edge.old]
        targets = ", ".join(f"{target}.{part}" for part in edge.parts) or target
        return f"{edge.kind.capitalize()}: {targets}", ""

    def proposal(self, at: int, acts: list[str]) -> str:
        """The proposal file of a record: its points, the first of which acts."""
        first, *others = self.points[at]
        record = self.records[at]
        parts = [point_text(*first[:2], acts, first.body)]
        parts += [point_text(*point[:2], [], point.body) for point in others]
        source = f"## Sources\n- {one_line(record.path)}\n"
        return heading(record.title) + "\n".join([*parts, source])

    def reversals(self) -> None:
        """What is deprecated, or superseded by nothing here, is reversed by report."""
        for at, record in enumerate(self.records):
            if at in self._felled or not self.ends(at):
                continue
            said = _said(record, record.ended, record.status_line)
            word = "deprecated" if record.status == "deprecated" else "superseded"
            by = f"Superseded by {self._lost[at]}" if at in self._lost else word
            over = record.status != "accepted"
            body = fenced(record.said if over and record.said else by)
            point = Point("1", f"{one_line(record.stem)} is {word}", body)
            act = f"Reverses: {self.ids[at]}"
            text = heading(point.title) + point_text(*point[:2], [act], point.body)
            text += f"\n## Sources\n- {one_line(record.path)}\n"
            self.add(["decide", self.keys[record.folder], "-f", "-"], text, **said)

    def missed(self) -> None:
        """Notes the relations that lead nowhere, naming what they name."""
        for teller, relation, why in self.shelf.missed:
            says = _SAYS[relation.kind][relation.back]
            part = f" §{relation.part}" if relation.part else ""
            ending = ""
            if relation.back and relation.kind == "supersedes" and self.ends(teller):
                ending = ": reversed by report" if teller not in self._felled else ""
            self.note(teller, relation.n, f"{says} `{relation.ref.shown}`{part}, {why}{ending}")

    def comments(self) -> None:
        """The notes, one comment a folder."""
        for folder, notes in self.notes.items():
            self.add(["item", "comment", self.keys[folder], "-"], "\n".join(notes) + "\n")


def _source(record: Record, n: int) -> str:
    return f"{one_line(record.path)}, line {n + 1}"


def _said(record: Record, date: str, n: int = 0) -> Line:
    """Who said it, where, and when."""
    actor = ", ".join(record.deciders).strip() or NOBODY
    said: Line = {"reported": {"actor": actor, "source": _source(record, n)}}
    if date:
        said["said_at"] = f"{date}T00:00:00.000Z"
    return said
