"""What the points of a body seem to do to earlier points: readings, to be confirmed by somebody.

A word that says what is done (`INVALID`, `DISABLED`, `stays`), in a clause, and the earlier point
that shares the most words with that clause (`activity_likeness.py`); what was replaced stands for
what replaced it. Further:

- what comes before `FIX:` says what the fix corrects;
- `(3a)`, `(3b)` of an amendment amend the `(3)` of their brainstorm;
- `Rest of X unchanged` upholds whatever else X decided;
- what resolves `#9` supersedes what the point that raised `#9` is about;
- a reversal's first statement, and one that says `retire`, undoes whole decisions: those whose
  leading words it repeats, and of those whose first statement it repeats the points that do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ledger.ingest.activity_act import Point, Said
from ledger.ingest.activity_likeness import Likeness, outside, words
from ledger.ingest.activity_relations import Earlier, Effects
from ledger.ingest.activity_text import depths

_CUES = {
    "upholds": r"stays?|unchanged|upheld|remains?|untouched|still stands?",
    "stands-down": r"stood[ -]down|stands?[ -]down|no \S+(?: \S+){0,3} needed",
    "reverses": r"disabled?|retired?|kill(?:s|ed)?|revers(?:es|ed)|repeal(?:s|ed)?|revoke[sd]?"
    r"|abolish(?:es|ed)?|scrap(?:s|ped)?|sole",
    "corrects": r"invalid|wrong|corrects|incorrect|mistaken|moves? from|fix",
    "supersedes": r"supersed(?:es|ed)|replaces|resolves my",
    "amends": r"amends|defer(?:s|red)?|postpone[sd]?",
    "proved": r"proven|passed|verified|done",
    "refines": r"must|re-?scopes?|requirements?|deferred from",
}
_OF = {
    "reverse": ("upholds", "stands-down", "reverses"),
    "correct": ("corrects", "supersedes"),
    "amend": ("amends", "supersedes"),
    "resolve": ("corrects", "supersedes"),
    "decide": ("supersedes",),
    "ratify": ("supersedes",),
    "": ("proved", "refines"),
}
_SIGNS = {
    verb: re.compile(rf"(?<![\w-])(?:{cue})(?![\w-])", re.IGNORECASE) for verb, cue in _CUES.items()
}
_REST = re.compile(r"\brest of (?:the )?(.{1,60}?) (?:is |stays? |remains? )?unchanged", re.I)
_UNDONE = re.compile(r"\b(?:disabled?|retired?|reversed|revoked|repealed|abolished)\b", re.I)
_CUTS = re.compile(r";\s|\s[-—–]\s|,\s")
_NO_MORE = re.compile(r"(?i)\bno(?:t one| longer)? ([^,;:.()]{1,80})")
_FORBIDS = re.compile(r"\bmust\s+not\b", re.IGNORECASE)
_NOTHING = re.compile(r"\b(?:no|zero|never|none|nobody)\b", re.IGNORECASE)
_FEW = 3


class _Clause(NamedTuple):
    verb: str
    text: str
    words: set[str]


class Inferred:
    """Reads one body, and gives its points the effects that it seems to mean."""

    def __init__(self, said: Said, earlier: Earlier, effects: Effects, like: Likeness) -> None:
        self.said, self.earlier, self.effects, self.like = said, earlier, effects, like
        self.world = earlier.world

    def read(self, title: str) -> None:
        """All of them; `title` is the item's. What names one target comes before lists."""
        said, points = self.said, self.said.points
        fixed = words(" ".join(one.text for one in said.before_fix))
        if said.act == "amend":
            self._sub_labels()
        for point in points:
            for clause in self._clauses(point):
                self._cue(point, clause, fixed if clause.text.startswith("FIX:") else set())
        if said.act == "resolve":
            self._answered()
        if said.act == "reverse":
            self._whole(title)
        if said.act in ("correct", "amend") and not any(point.effects for point in points):
            verb = "corrects" if said.act == "correct" else "amends"
            self._put(points[0], verb, self._best(words(said.text), set(), verb)[:1])
        self._proven()
        for point in points:
            self._rest(point)

    def _put(self, point: Point, verb: str, targets: list[str], shared: bool = False) -> None:
        self.effects.put(point, verb, targets, inferred=True, shared=shared)

    def _best(self, asked: set[str], around: set[str], verb: str, near: float = 1.0) -> list[str]:
        """The free points most like a clause, best first, which bear the verb; no further from the
        best than `near` of its likeness."""
        found: list[str] = []
        least = 0.0
        for likeness, point in self.like.ranked(asked, around, self.earlier.points):
            if found and likeness < least:
                break
            heirs = [self.earlier.by_id[ident] for ident in self.world.heirs(point.ident)]
            heirs.sort(key=lambda one: self.like.of(asked, around, one.words), reverse=True)
            free = [one.ident for one in heirs if one.ident not in self.effects.taken]
            new = [one for one in free if one not in found and self.world.bears(verb, one)]
            least = least or (likeness * near if new else 0.0)
            found += new
        return found

    def _clauses(self, point: Point) -> Iterator[_Clause]:
        """The clauses in which a word says that something is done; a short one goes by the whole
        statement. The word itself is not looked for."""
        deep = depths(point.mask)
        cuts = [cut for cut in _CUTS.finditer(point.mask) if not deep[cut.start()]]
        starts = [0, *(cut.end() for cut in cuts)]
        ends = [*(cut.start() for cut in cuts), len(point.mask)]
        for start, end in zip(starts, ends, strict=True):
            for verb in _OF.get(self.said.act, ()):
                sign = _SIGNS[verb].search(point.mask, start, end)
                if sign:
                    asked = self._asked(point, sign, start, end)
                    yield _Clause(verb, point.text[start:end], asked)
                    break

    def _asked(self, point: Point, sign: re.Match[str], start: int, end: int) -> set[str]:
        """The words by which a clause is looked for."""
        forbidden = _FORBIDS.search(point.mask, start, end)
        if forbidden:
            return words(point.text[forbidden.end() : end])  # what must not be names what is meant
        asked = words(point.text[start:end])
        asked -= set() if " " in sign[0] else words(sign[0])
        return asked if len(asked) >= _FEW else point.words

    def _cue(self, point: Point, clause: _Clause, fixed: set[str]) -> None:
        verb = clause.verb
        if _REST.search(point.mask):
            return
        if verb == "proved":
            if not self._opens(point, clause.text):
                self._put(point, "upholds", self._best(clause.words, point.words, "upholds")[:1])
        elif verb == "supersedes" and self.said.act == "ratify":
            self._gone(point)
        elif verb == "refines" and _FORBIDS.search(clause.text):
            # Of what is nearly as like, what forbids already.
            found = self._best(clause.words, point.words, verb, near=0.8)
            found.sort(key=lambda one: not _NOTHING.search(self.earlier.by_id[one].mask))
            self._put(point, verb, found[:1])
        else:
            near = 0.7 if verb == "corrects" and not fixed else 1.0
            found = self._best(fixed or clause.words, point.words, verb, near)
            self._put(point, verb, found[: 1 if near == 1.0 else 2])

    def _gone(self, point: Point) -> None:
        """An answer that supersedes says what is no more: `no X`, the one most like something."""
        pieces = [words(one) for one in _NO_MORE.findall(point.text)] or [point.words]
        ranked = [(self.like.ranked(one, set(), self.earlier.points), one) for one in pieces]
        likest = max(ranked, key=lambda one: one[0][0][0] if one[0] else 0.0)[1]
        for target in self._best(likest, set(), "amends", near=0.6)[:2]:
            # What waits cannot be superseded: it is amended.
            waits = self.world.state[target] == "waits"
            self._put(point, "amends" if waits else "supersedes", [target])

    def _sub_labels(self) -> None:
        for point in self.said.points:
            number = re.fullmatch(r"([1-9][0-9]?)[a-z]", point.label)
            if number and point.written:
                targets = self.earlier.of_storm(self.said.storm, [number[1]])
                self._put(point, "amends", targets, shared=True)

    def _opens(self, point: Point, text: str) -> bool:
        return point is self.said.points[0] and bool(re.search(r"(?i)\bproven\b", text))

    def _proven(self) -> None:
        """A report that opens with `proven` upholds the decision that it is most like."""
        homes = [one for one in self.earlier.before if one.act]
        first = self.said.points[0]
        if self.said.act or not homes or not self._opens(first, first.mask):
            return
        mine = words(self.said.text)
        scores = [
            (sum(self.like.shared(mine, point.words) for point in one.points), place)
            for place, one in enumerate(homes)
        ]
        self._put(first, "upholds", [point.ident for point in homes[max(scores)[1]].points])

    def _answered(self) -> None:
        """What the point that raised the number refines falls to the statements most like it."""
        number = self.said.head.number if self.said.head else ""
        told = [action for _, action in self.said.actions]
        mine = [p for p in self.said.points if not p.text.endswith(tuple(told) or "\0")]
        for raised in self.earlier.points:
            if number and re.search(rf"{number}(?!\d)", raised.text):
                for verb, target, _ in list(raised.effects):
                    about = self.earlier.by_id[target]
                    ranked = self.like.ranked(about.words, set(), mine)
                    for _, point in ranked[:3] if verb == "refines" else ():
                        self._put(point, "supersedes", [target], shared=True)

    def _rest(self, point: Point) -> None:
        """`Rest of X unchanged`: X is a decision by its leading words, or its first statement."""
        found = _REST.search(point.mask)
        if not found:
            return
        asked, before = words(found[1]), self.earlier.before
        homes = [one for one in before if one.head and asked & words(one.head.subject)]
        homes = homes or [one for one in before if one.act and asked & one.points[0].words]
        for one in homes[-1:]:
            self._put(point, "upholds", [target.ident for target in one.points])

    def _whole(self, title: str) -> None:
        """The statements of a reversal that undo decisions, not points of them."""
        for place, point in enumerate(self.said.points):
            if point.written or (place and not _UNDONE.search(point.mask)):
                continue
            for one in self.earlier.before:
                if one.act not in ("", "correct"):
                    self._put(point, "reverses", self._undone(point, one, title))

    def _undone(self, point: Point, one: Said, title: str) -> list[str]:
        """The points of an earlier decision that fall, and what corrected or amended them."""
        said = words(outside(point.mask))
        if one.head and said & words(one.head.subject):
            own = [other.ident for other in one.points]
        else:
            named = words(title) if one.storm and one.storm in title else set()
            common = said & (one.points[0].words | named)
            if len(common) < 2:
                return []
            own = [other.ident for other in one.points if common & other.words]
        return [heir for ident in own for heir in [ident, *self.world.heirs(ident)]]
