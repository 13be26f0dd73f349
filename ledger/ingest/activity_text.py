r"""The text of a body: what in it is only quoted, and the statements it falls into.

`mask` is the text with all that is quoted put out: fences, code spans, lines after `>`, code by
indent, HTML comments, and what stands between quotation marks on one line. It has the same length,
and whatever is taken for an act is looked for in it alone.

A body falls into statements at the end of a sentence, at `;`, at a line that begins anew, and
before a label: `(1)`, `(3a)`, `(b)`, or in a ballot `2=c`. What stands in parentheses is never
cut. A label takes all up to the next one; the last, up to the end of its sentence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ledger.core.names import is_label

OUT = "\0"  # never in a text that is read: it is refused before
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_TICKS = re.compile(r"`+")
_COMMENT = re.compile(r"<!--")
_OPENS = re.compile(r"""(?<![\w'"’])["'“‘«](?=[^\s])""")
_CLOSED_BY = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»"}
_CLOSERS = re.compile(r"""["'”’»](?!\w)""")
_LABEL = re.compile(r"\(([1-9][0-9]?[a-z]?|[A-Za-z])\)(?=\s)")
_LISTED = re.compile(r"[ \t]*(?:([1-9][0-9]?[a-z]?)[.)]|[-*+•])[ \t]+(?=\S)")
_ANSWER = re.compile(r"([1-9][0-9]?)(?:=[A-Za-z]\b|:(?=\s))")
_ENDS = re.compile(r"[.!?]['\")\]]?(?=\s)|;(?=\s)|\n")
_SHORT = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|cf|incl|approx|resp|dr|mr|ms)|(?<=\n)[ \t]*[1-9][0-9]?[a-z]?)\.\Z",
    re.IGNORECASE,
)
_STRONG = ".:;!?\n—–-"


class Statement(NamedTuple):
    """A piece of a body: where it stands, its text without white space at both ends and the `.` or
    `;` it ends in, the same masked, its label, and whether it begins a sentence."""

    at: int
    text: str
    mask: str
    label: str
    fresh: bool


def fenced(lines: Sequence[str]) -> set[int]:
    """The lines (from 0) of the fences that are closed again, their own two included."""
    marks = []
    for n, line in enumerate(lines):
        found = _FENCE.match(line)
        if found:
            bare = not line[found.end() :].strip(" \t\r")
            marks.append((n, found[1][0], len(found[1]), bare))
    inside: set[int] = set()
    hopeless: dict[str, int] = {}
    place = 0
    while place < len(marks):
        first, char, length, _ = marks[place]
        end = None
        if length < hopeless.get(char, length + 1):
            later = range(place + 1, len(marks))
            end = next((k for k in later if marks[k][3] and _closes(marks[k], char, length)), None)
        if end is None:
            hopeless[char] = min(length, hopeless.get(char, length))
            place += 1
            continue
        inside.update(range(first, marks[end][0] + 1))
        place = end + 1
    return inside


def _closes(mark: tuple[int, str, int, bool], char: str, length: int) -> bool:
    return mark[1] == char and mark[2] >= length


def mask(text: str) -> str:
    """The text with all that is only quoted put out; as long as it was."""
    lines = text.split("\n")
    closed = fenced(lines)
    made, blank, opened = [], True, False
    for n, line in enumerate(lines):
        bare = line.strip(" \t\r")
        opened = opened or (n not in closed and bool(_FENCE.match(line)))
        code = blank and line[:4] == "    " and not _LISTED.match(line)
        out = n in closed or opened or bare.startswith(">") or code
        made.append(OUT * len(line) if out else _spans(line))
        blank = not bare or (code and blank)
    return _comments("\n".join(made))


def _spans(line: str) -> str:
    """A line with its code spans and what stands in quotation marks put out."""
    line = _code(line)
    ends: dict[str, list[int]] = {}
    for found in _CLOSERS.finditer(line):
        ends.setdefault(found[0], []).append(found.start())
    pieces, at = [], 0
    for found in _OPENS.finditer(line):
        known = ends.get(_CLOSED_BY[found[0]], [])
        place = bisect_left(known, found.start() + 2)
        if found.start() < at or place == len(known):
            continue
        pieces += [line[at : found.start()], OUT * (known[place] + 1 - found.start())]
        at = known[place] + 1
    return "".join([*pieces, line[at:]])


def _code(line: str) -> str:
    runs = list(_TICKS.finditer(line))
    following: dict[int, list[int]] = {}
    for n, run in enumerate(runs):
        following.setdefault(len(run[0]), []).append(n)
    pieces, at, n = [], 0, 0
    while n < len(runs):
        same = following[len(runs[n][0])]
        place = bisect_left(same, n + 1)
        if place == len(same):
            n += 1
            continue
        end = runs[same[place]].end()
        pieces += [line[at : runs[n].start()], OUT * (end - runs[n].start())]
        at, n = end, same[place] + 1
    return "".join([*pieces, line[at:]])


def _comments(text: str) -> str:
    pieces, at = [], 0
    for found in _COMMENT.finditer(text):
        if found.start() >= at:
            end = text.find("-->", found.end())
            end = len(text) if end < 0 else end + 3
            out = "".join("\n" if char == "\n" else OUT for char in text[found.start() : end])
            pieces += [text[at : found.start()], out]
            at = end
    return "".join([*pieces, text[at:]])


def depths(masked: str) -> list[int]:
    """How deep each character stands in parentheses that are closed again on their line."""
    deep, open_at = [0] * (len(masked) + 1), list[int]()
    for at, char in enumerate(masked):
        if char == "\n":
            open_at = []
        elif char in "([{":
            open_at.append(at)
        elif char in ")]}" and open_at:
            start = open_at.pop()
            deep[start] += 1
            deep[at + 1] -= 1
    total = 0
    for at, step in enumerate(deep):
        total += step
        deep[at] = total
    return deep[:-1]


def statements(text: str, masked: str, start: int, answers: bool = False) -> list[Statement]:
    """The statements of a body from an offset on; with `answers`, `2=c` and `3:` are labels."""
    deep = depths(masked)
    labels = dict(_answers(masked, deep, start) if answers else _labels(masked, deep, start))
    cuts = {start: True, **dict.fromkeys(labels, True)}
    for found in _ENDS.finditer(masked, start):
        end = found.end()
        first = end < start + 8 and is_label(masked[start : end - 1].strip())
        if deep[found.start()] or first or _SHORT.search(masked, max(start, end - 8), end):
            continue
        if found[0] != "\n" or _begins(masked, end):
            cuts.setdefault(end, found[0] != ";")
    places = sorted(cuts)
    pieces = _joined(masked, places, cuts, labels, len(text))
    made = [_statement(text, masked, *piece, labels, cuts) for piece in pieces]
    return [one for one in made if one.text]


def _begins(masked: str, at: int) -> bool:
    """Does the line at an offset begin anew: blank, a list item, a label?"""
    line = masked[at : at + 40].split("\n")[0]
    return not line.strip() or bool(_LISTED.match(line) or _LABEL.match(line.strip()))


def _labels(masked: str, deep: list[int], start: int) -> Iterator[tuple[int, str]]:
    """Where labels begin statements: after a stop, or as the successor of the one before."""
    seen: set[str] = set()
    last = ""
    found = [(one.start(), one[1]) for one in _LABEL.finditer(masked, start)]
    for one in re.finditer(r"(?:\A|(?<=\n))" + _LISTED.pattern, masked[start:]):
        if one[1]:
            found.append((start + one.start(1), one[1]))
    for at, label in sorted(found):
        before = masked[max(start, at - 40) : at].rstrip(" \t")
        outside = not deep[at] or (deep[at] == 1 and masked[at] == "(")
        strong = not before or before[-1] in _STRONG
        follows = label == _next(last) and before.endswith((",", "and", "&", "+"))
        if outside and label not in seen and (strong or follows):
            seen.add(label)
            last = label
            yield at, label


def _next(label: str) -> str:
    if label.isdigit():
        return str(int(label) + 1)
    return label[:-1] + chr(ord(label[-1]) + 1) if label else ""


def _answers(masked: str, deep: list[int], start: int) -> Iterator[tuple[int, str]]:
    """Where the answers of a ballot begin: `2=c`, or `3:` where it follows 2 or comes first."""
    seen: set[str] = set()
    for found in _ANSWER.finditer(masked, start):
        at, label = found.start(), found[1]
        before = masked[max(start, at - 4) : at].rstrip(" \t")
        if deep[at] or label in seen or (before and before[-1] not in ".;,\n:*-•"):
            continue
        if at and masked[at - 1] not in " \t\n" and at != start:
            continue
        seen.add(label)
        yield at, label


def _joined(
    masked: str, places: list[int], cuts: dict[int, bool], labels: dict[int, str], end: int
) -> Iterator[tuple[int, int]]:
    """The pieces between places; a label keeps what follows up to where it ends."""
    numbered = [at for at in places if at in labels]
    n = 0
    while n < len(places):
        at = places[n]
        n += 1
        if at in labels:
            last = at == numbered[-1]
            while n < len(places) and places[n] not in labels:
                new = masked[places[n] : places[n] + 60].lstrip()
                if (last and cuts[places[n]]) or _ends_label(masked, places[n], new):
                    break
                n += 1
        yield at, places[n] if n < len(places) else end


SECTION = re.compile(r"([A-Z][A-Z /&-]{1,30}[A-Z])(?:[ ]?\([^()]{0,60}\))?:(?=\s)")
_ENDING = re.compile(r"HELD\b|(?:Pending|Nothing|Sources?)\b")


def _ends_label(masked: str, at: int, new: str) -> bool:
    blank = masked[max(0, at - 1) : at] == "\n" and masked[at : at + 1] in "\n\r"
    return blank or bool(SECTION.match(new) or _ENDING.match(new))


def _statement(
    text: str,
    masked: str,
    at: int,
    end: int,
    labels: dict[int, str],
    cuts: dict[int, bool],
) -> Statement:
    fresh, label = cuts[at], labels.get(at, "")
    if not label:
        listed = re.match(r"\s*[-*+•][ \t]+", masked[at:end])
        at += listed.end() if listed else 0
    said = text[at:end]
    at += len(said) - len(said.lstrip())
    said = said.strip()
    if said[-1:] in ".;," and not said.endswith(("..", "e.g.", "i.e.", "etc.")):
        said = said[:-1].rstrip()
    return Statement(at, said, masked[at : at + len(said)], label, fresh)
