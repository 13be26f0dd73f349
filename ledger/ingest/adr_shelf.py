"""Which record supersedes, amends or refines which, among the files at hand.

- A link names the file at its place, and nothing else: a link to a file that is not there is never
  taken for another one with its number. A link to another host names a file of its name in a
  folder of its name; of its name alone, it takes judgement.
- A number names a file of the same folder, where one alone has it.
- What both records say is said once. Whole against part: the older record's own status decides.
- Records that supersede each other in a circle supersede nothing.

Source: exchange.md, "Imports", `adr`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.core.names import is_decision
from ledger.ingest.adr_links import Ref, Relation
from ledger.ingest.adr_record import Record, stem_of

ABSENT = "which is not among the files"
IN_FORCE = ("accepted", "deprecated", "superseded")


class Edge(NamedTuple):
    """What a newer record does to an older one (both by place); `parts` is empty for the whole or
    for a part that is not named. `line` is where it is said, in the file of `teller`."""

    kind: str
    new: int
    old: int
    parts: tuple[str, ...]
    certain: bool
    teller: int
    line: int


class Missed(NamedTuple):
    """A relation that leads nowhere: whose it is, what it says, and why."""

    teller: int
    relation: Relation
    why: str


class Shelf:
    """Records by place, path and number."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = list(records)
        self._stems: dict[tuple[str, str], int] = {}
        self._named: dict[str, list[int]] = {}
        self._numbers: dict[tuple[str, int], list[int]] = {}
        for at, record in enumerate(records):
            self._stems.setdefault((record.folder, record.stem.lower()), at)
            self._named.setdefault(record.stem.lower(), []).append(at)
            if record.number is not None:
                self._numbers.setdefault((record.folder, record.number), []).append(at)
            own = re.match(r"D[1-9][0-9]*(?=-|\Z)", record.stem)
            if own:
                self._stems.setdefault((record.folder, own[0].lower()), at)
        self.missed: list[Missed] = []
        self.edges = _uncircled(list(self._merged()), self)

    def find(self, at: int, ref: Ref) -> tuple[int | None, bool, str]:
        """(the record that a record's reference names, is that sure, why not): pure."""
        folder = self.records[at].folder
        if ref.number is not None:
            found = self._numbers.get((folder, ref.number), [])
            if len(found) > 1:
                named = ", ".join(self.records[one].path for one in found)
                return None, False, f"which is {len(found)} files here: {named}"
            return (found[0], True, "") if found else (None, False, ABSENT)
        path = re.split("[?#]", ref.path)[0]
        stem = stem_of(path).lower()
        if "://" in path or path[:1] == "/":
            return self._linked(folder, path, stem)
        if is_decision(path):
            place: int | None = self._stems.get((folder, path.lower()))
        else:
            joined = posixpath.normpath(posixpath.join(folder, path))
            place = self._stems.get((joined.rpartition("/")[0], stem))
        return (place, True, "") if place is not None else (None, False, ABSENT)

    def _linked(self, folder: str, url: str, stem: str) -> tuple[int | None, bool, str]:
        """What a link to another host, or from the root of a repository, names."""
        beside = url.rstrip("/").split("/")[-2:-1]
        named = self._named.get(stem, [])
        same = [one for one in named if self.records[one].folder.split("/")[-1:] == beside]
        if len(same) == 1:
            return same[0], True, ""
        here = [one for one in named if self.records[one].folder == folder]
        return (here[0], False, "") if here else (None, False, ABSENT)

    def _told(self) -> Iterator[Edge]:
        for at, record in enumerate(self.records):
            for relation in record.relations:
                other, sure, why = self.find(at, relation.ref)
                if other == at:
                    other, why = None, "which is itself"
                if other is None:
                    if relation.certain:
                        self.missed.append(Missed(at, relation, why))
                    continue
                new, old = (other, at) if relation.back else (at, other)
                parts = (relation.part,) if relation.part else ()
                certain = relation.certain and sure
                yield Edge(relation.kind, new, old, parts, certain, at, relation.n)

    def _merged(self) -> Iterator[Edge]:
        pairs: dict[tuple[int, int], list[Edge]] = {}
        for edge in self._told():
            pairs.setdefault((edge.new, edge.old), []).append(edge)
        for said in pairs.values():
            yield self._one(said)

    def _one(self, said: list[Edge]) -> Edge:
        """What several tellings of one pair say."""
        old = self.records[said[0].old]
        whole = [one for one in said if one.kind == "supersedes" and not one.parts]
        partly = [one for one in said if one.kind == "amends"]
        sure = [one for one in whole if one.certain and not (old.part and partly)]
        if sure:
            return sure[0]
        own = [r for r in old.relations if r.back and r.kind == "supersedes" and r.certain]
        told = not own or any(one.teller == one.old for one in whole)
        if whole and old.status == "superseded" and told:
            return whole[0]._replace(certain=True)
        for kind in ("supersedes", "amends", "refines"):
            same = [one for one in (partly if old.part and partly else said) if one.kind == kind]
            if same:
                parts = tuple(dict.fromkeys(part for one in same for part in one.parts))
                best = next((one for one in same if one.certain), same[0])
                return best._replace(parts=parts)
        return said[0]


def _uncircled(edges: list[Edge], shelf: Shelf) -> list[Edge]:
    """The edges but for those within a circle, which are missed."""
    count = len(shelf.records)
    after: list[list[int]] = [[] for _ in range(count)]
    before: list[list[int]] = [[] for _ in range(count)]
    for edge in edges:
        after[edge.old].append(edge.new)
        before[edge.new].append(edge.old)
    circle = _circles(after, before)
    kept = []
    for edge in edges:
        if circle[edge.new] != circle[edge.old]:
            kept.append(edge)
            continue
        back = edge.teller == edge.old
        other = shelf.records[edge.new if back else edge.old].path
        relation = Relation(edge.kind, back, Ref(other, other), None, True, edge.line)
        shelf.missed.append(Missed(edge.teller, relation, "and they do so in a circle"))
    return kept


def _circles(after: list[list[int]], before: list[list[int]]) -> list[int]:
    """For each place the number of the circle it lies in; each alone where there is none
    (Kosaraju's two walks, without recursion)."""
    left: list[int] = []
    seen: set[int] = set()
    for start in range(len(after)):
        walk = [(start, iter(after[start]))] if start not in seen else []
        seen.add(start)
        while walk:
            place, rest = walk[-1]
            step = next((one for one in rest if one not in seen), None)
            if step is None:
                left.append(place)
                walk.pop()
            else:
                seen.add(step)
                walk.append((step, iter(after[step])))
    circle = [-1] * len(after)
    for start in reversed(left):
        todo = [start]
        while todo:
            place = todo.pop()
            if circle[place] < 0:
                circle[place] = start
                todo += [one for one in before[place] if circle[one] < 0]
    return circle
