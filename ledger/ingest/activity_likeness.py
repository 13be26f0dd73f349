"""How alike two texts are: by the words they share, the rare ones counting more.

A word is taken in lower case, without its common endings; what is joined by `-`, `/`, `.` or `_`
(`log-row-only`, `24/7`, `spawn.sh`) counts as a whole and by its parts. No word list of any
subject is used: what is rare is rare on the page at hand.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

_WORD = re.compile(r"[a-z0-9]+(?:[-/._'’+][a-z0-9]+)*")
_PARTS = re.compile(r"[-/._'’+]")
_COMMON_WORDS = (
    "a an the and or but not no nor of to in on at by for from with without as is are was were be "
    "been being it its this that these those he she his her they their we our you your i my who "
    "which what when where than then so if only just all any each every both more most one two "
    "now new old will would can could may might must should do does did done has have had via per "
    "into out over under up down off still also there here decision decided adopt adopted "
    "sh md py js ts json yaml yml txt toml com org www http https "
    "rest use used using make made keep kept stay stays stand stands"
)
_COMMON = set(_COMMON_WORDS.split())
LEAST = 0.35  # what is less alike is not taken for the same
_ENDINGS = ("ions", "ing", "ion", "ers", "ed", "er", "es", "s", "e")
_LONGEST = 6


class _Spoken(Protocol):
    words: set[str]


Spoken = TypeVar("Spoken", bound=_Spoken)


def stem(word: str) -> str:
    """The word without its common ending, at most six letters."""
    if word.isdigit() or len(word) < 4:
        return word[:-1] if len(word) == 3 and word[-1] == "s" else word
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "aeiosl":
        word = word[:-1]
    return word[:_LONGEST]


def words(text: str) -> set[str]:
    """The words of a text as they are compared; a joined one begins with `=`."""
    found: set[str] = set()
    for whole in _WORD.findall(text.lower()):
        parts = [part for part in _PARTS.split(whole) if part]
        if len(parts) > 1:
            found.add("=" + "-".join(stem(part) for part in parts))
        found.update(stem(part) for part in parts if part not in _COMMON and len(part) > 1)
    return found


def outside(text: str) -> str:
    """The text without what stands in parentheses."""
    made, deep = [], 0
    for char in text:
        if char == "(":
            deep += 1
        elif char == ")" and deep:
            deep -= 1
        elif not deep:
            made.append(char)
    return "".join(made)


class Likeness:
    """How alike points are to a text, on one page: what few of its points say counts more."""

    def __init__(self, texts: Iterable[set[str]]) -> None:
        self._count: Counter[str] = Counter()
        self._weight: dict[str, float] = {}
        self._all = 2
        for one in texts:
            self._count.update(one)
            self._all += 1

    def shared(self, one: set[str], other: set[str]) -> float:
        """What the words say that both have."""
        return sum(self._says(word) for word in one & other)

    def _says(self, word: str) -> float:
        known = self._weight.get(word)
        if known is None:
            known = 1 - math.log(1 + self._count[word]) / math.log(1 + self._all)
            self._weight[word] = known
        return known

    def of(self, asked: set[str], around: set[str], other: set[str]) -> float:
        """How alike a text and another: the words asked for, and less what stands around them.
        Long texts have much in common with all others, and count less."""
        score = self.shared(asked, other) + 0.3 * self.shared(around - asked, other)
        return score / math.sqrt(math.sqrt(4 + len(other)))

    def ranked(
        self, asked: set[str], around: set[str], points: Sequence[Spoken]
    ) -> list[tuple[float, Spoken]]:
        """The points that are like the text, the most like first, of equals the later."""
        found = []
        for place, point in enumerate(points):
            common = len(asked & point.words)
            if common + (len(around & point.words) > 2) > 1 and common:
                score = self.of(asked, around, point.words)
                if score >= LEAST:
                    found.append((score, place, point))
        found.sort(key=lambda one: one[:2], reverse=True)
        return [(score, point) for score, _, point in found]
