r"""The reader of proposal files in Markdown (input of `propose -f` and `decide -f`).

    # Retire spawn on demand

    ## 1. No PM spawns workers
    The spawn script refuses unless the owner's launch marker is set.
    Reverses: D1.1, D1.4

    ## 3a. Re-point the applog rail
    Amends: D2.3
    Held for: owner, until the next team launch

    ## Rejected
    - Solo at 300-400k tokens: kills the independent audit

    ## Actions
    - nw-venus: spawn-agent.sh wrapper

    ## Sources
    - https://example.org/notes

Blocks are those of CommonMark, as markdown-it-py finds them; texts are cut from the file itself.

- `## LABEL. Title` or `## LABEL) Title` is a point; a heading underlined with `---` counts alike.
  Headings below `##`, and any heading within a list or a quote, are text.
- A body goes to the next `#` or `##` heading, its effect and hold lines taken out, blank lines at
  both ends and the last line's ending removed; all else, CRLF too, is kept as it is.
- `Verb: D1.3, D2` and `Held for: SEAT[, REASON]` are read at column 0 of a line of a paragraph of
  the point itself, in any case of the letters, with `Stands down:` for `Stands-down:`. In fences,
  code, quotes, lists (a line that only continues a list item or quote too) and HTML they are text.
- `## Rejected`, `## Actions`, `## Sources`, each at most once, hold bullet lists: one item one
  entry, without its indent. An action is `owner: text`, or text alone.
- In a file without point headings one ordered list, before all sections, is the points: labels
  count up from the list's first number, the first line of an item is its title, the others its
  body without their indent.
- Lines end at `\n` or `\r\n`, as `position` counts them; a lone CR within a line is a character
  like any other, and begins nothing.

Source: exchange.md, "The proposal file"; concepts.md, "Effects". JSON: `proposal_json.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from markdown_it import MarkdownIt

from ledger.core.effects import verb_of
from ledger.ingest import nearly
from ledger.ingest.proposal_draft import ACT, Draft, Point, Reading, compose, shown, trim
from ledger.ingest.proposal_json import read_json

__all__ = ["Draft", "read_json", "read_markdown"]

SECTIONS = ("Rejected", "Actions", "Sources")
_PARSER = MarkdownIt("commonmark").disable(["inline", "text_join"])
_LONE_CR = re.compile(r"\r(?!\n|\Z)")
_POINT = re.compile(r"([1-9][0-9]*[a-z]?)[.)](?:[ \t]+(.*))?")
_MARKER = re.compile(r"\A[ \t]*(?:[-+*]|[0-9]{1,9}[.)])")


def read_markdown(text: str) -> Draft:
    """The draft that a proposal file says; pure.

    Raises `Usage` (exit 2) with all faults, each `{"message", "position"}`, in the order of the
    text: no point, a label twice, an empty title, another heading, text before the first heading,
    an unknown or empty target, effects that contradict each other (`core.effects`), a second hold,
    an empty item or text outside the list of a section, NUL. Source: exchange.md, "The proposal
    file".
    """
    reading = Reading(text)
    reading.storable(0, text)
    page = _Page(text)
    headed = [part for part in page.parts if part.label]
    listed = None if headed else page.opening_list()
    if listed:
        points = _listed_points(page, listed, reading)
    else:
        points = [_headed_point(page, part, reading) for part in headed]
    _stray(page, listed, reading)
    draft: Draft = {
        "title": _title(page, listed, reading),
        "points": points,
        "rejected": [said for _, said in _section(page, "Rejected", reading)],
        "actions": [reading.action(at, said) for at, said in _section(page, "Actions", reading)],
        "sources": [said for _, said in _section(page, "Sources", reading)],
    }
    if not points:
        reading.fault(0, "no point")
    for n, message in nearly.misses(page, 2 if listed else 0):
        reading.fault(page.place(n), message)
    return reading.done(draft)


class _Line(NamedTuple):
    at: int  # the offset in the file of its first character
    text: str  # without its "\n"
    own: bool  # does it stand in a paragraph of the point itself?


class _Block(NamedTuple):
    kind: str
    level: int
    tag: str
    first: int  # lines from 0; `end` is not in it
    end: int
    number: int  # of an ordered list: its first


class _Part(NamedTuple):
    """A `#` or `##` heading, and the lines up to the next one; it may be a point or a section."""

    at: int
    tag: str
    title: str
    label: str
    section: str
    first: int
    end: int
    head: _Block


class _Page:
    """The file as lines and as blocks, which count the same lines."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]
        self.blocks = list(_blocks(text))
        self._own = {level: self.covered("paragraph_open", level) for level in (0, 2)}
        self.parts = list(self._parts())
        first = next((part.head.first for part in self.parts if part.tag == "h2"), None)
        self.opening = len(self.lines) if first is None else first

    def own(self, level: int) -> set[int]:
        """The lines of the paragraphs of a point itself, which lie on that level."""
        return self._own[level]

    def covered(self, kind: str, level: int) -> set[int]:
        """The lines of all blocks of this kind on this level."""
        blocks = (b for b in self.blocks if b.kind == kind and b.level == level)
        return {n for block in blocks for n in range(block.first, block.end)}

    def _parts(self) -> Iterator[_Part]:
        heads = [b for b in self.blocks if b.level == 0 and b.tag in ("h1", "h2")]
        ends = [head.first for head in heads[1:]] + [len(self.lines)]
        for head, end in zip(heads, ends, strict=False):
            at, title = self.place(head.first), self.heading(head)
            point = _POINT.fullmatch(title) if head.tag == "h2" else None
            section = title if head.tag == "h2" and title in SECTIONS else ""
            label, title = (point[1], point[2] or "") if point else ("", title)
            yield _Part(at, head.tag, title, label, section, head.end, end, head)

    def heading(self, head: _Block) -> str:
        """The title of a heading, as written."""
        if head.end - head.first > 1:
            return "\n".join(line.strip(" \t\r") for line in self.lines[head.first : head.end - 1])
        said = self.lines[head.first].strip(" \t\r").lstrip("#").strip(" \t")
        bare = said.rstrip("#")
        return bare.rstrip(" \t") if bare[-1:] in ("", " ", "\t") else said

    def opening_list(self) -> _Block | None:
        """The first ordered list before any `##` heading."""
        kind = "ordered_list_open"
        found = (b for b in self.blocks if b.kind == kind and b.level == 0)
        return next((b for b in found if b.first < self.opening), None)

    def items(self, first: int, end: int) -> Iterator[_Block]:
        """The items of the outermost lists between two lines."""
        for block in self.blocks:
            if block.kind == "list_item_open" and block.level == 1 and first <= block.first < end:
                yield block

    def body(self, first: int, end: int) -> list[_Line]:
        """The lines as they are."""
        own = self._own[0]
        return [_Line(self.starts[n], self.lines[n], n in own) for n in range(first, end)]

    def item(self, block: _Block) -> list[_Line]:
        """The lines of a list item without its marker and the indent of its content."""
        first = self.lines[block.first]
        column = len(first) - len(_MARKER.sub("", first, count=1))
        _, reached = _eat(first[column:], column, len(first) * 4)
        blank = not first[column:].strip(" \t\r")
        width = column + 1 if blank or reached > column + 4 else reached
        made = []
        for n in range(block.first, block.end):
            skip = column if n == block.first else 0
            eaten, reached = _eat(self.lines[n][skip:], skip, width)
            text = " " * (reached - width) + self.lines[n][skip + eaten :]
            made.append(_Line(self.starts[n] + skip + eaten, text, n in self._own[2]))
        return made

    def place(self, n: int) -> int:
        """The offset of the first character of a line that is not white space."""
        return self.starts[n] + len(self.lines[n]) - len(self.lines[n].lstrip(" \t\r"))


def _blocks(text: str) -> Iterator[_Block]:
    for token in _PARSER.parse(_LONE_CR.sub("\ufffd", text)):
        if token.map and token.nesting >= 0:
            first, end = token.map
            number = int(token.attrs.get("start", 1))
            yield _Block(token.type, token.level, token.tag, first, end, number)


def _eat(text: str, column: int, limit: int) -> tuple[int, int]:
    """How many white characters lead from a column towards a limit, and the column reached."""
    at = 0
    while column < limit and text[at : at + 1] in (" ", "\t"):
        column += 1 if text[at] == " " else 4 - column % 4
        at += 1
    return at, column


def _title(page: _Page, listed: _Block | None, reading: Reading) -> str | None:
    title = None
    for part in page.parts:
        if part.tag == "h2":
            continue
        if part is page.parts[0] and not (listed and listed.first < part.first):
            title = reading.line(part.at, part.title, "title")
        else:
            reading.fault(part.at, f"a `#` heading that is not the first: {shown(part.title)}")
    return title


def _stray(page: _Page, listed: _Block | None, reading: Reading) -> None:
    """Faults of headings that are none of ours, and of text that belongs to no point."""
    for part in page.parts:
        if part.tag == "h2" and not part.label and not part.section:
            legal = ", ".join(f"`## {name}`" for name in ("1. Title", *SECTIONS))
            reading.fault(part.at, f"another heading {shown(part.title)}: known are {legal}")
    heads = {n for part in page.parts for n in range(part.head.first, part.head.end)}
    items = set(range(listed.first, listed.end)) if listed else set()
    where = "outside the list of points" if listed else "before the first `##` heading"
    _outside(page, range(page.opening), heads | items, where, reading)


def _outside(
    page: _Page, lines: Iterable[int], known: set[int], where: str, reading: Reading
) -> None:
    for n in lines:
        text = page.lines[n].strip(" \t\r")
        if text and n not in known:
            reading.fault(page.place(n), f"text {where}: {shown(text)}")
            return


def _section(page: _Page, name: str, reading: Reading) -> Iterator[tuple[int, str]]:
    """The items of a section, each with its offset."""
    parts = [part for part in page.parts if part.section == name]
    for part in parts[1:]:
        reading.fault(part.at, f"`## {name}` twice")
    bullets = page.covered("bullet_list_open", 0)
    for part in parts:
        where = f"outside the bullet list of `## {name}`"
        _outside(page, range(part.first, part.end), bullets, where, reading)
        for block in page.items(part.first, part.end):
            if block.first in bullets:
                said = trim(line.text for line in page.item(block)).strip(" \t")
                if not said.strip():
                    reading.fault(page.place(block.first), f"an empty item in `## {name}`")
                yield page.place(block.first), said


def _headed_point(page: _Page, part: _Part, reading: Reading) -> Point:
    at = page.starts[part.head.first] + page.lines[part.head.first].index(part.label)
    return _point(at, part.label, part.title, page.body(part.first, part.end), reading)


def _listed_points(page: _Page, listed: _Block, reading: Reading) -> list[Point]:
    points = []
    for place, block in enumerate(page.items(listed.first, listed.end)):
        lines, label = page.item(block), str(listed.number + place)
        points.append(_point(page.place(block.first), label, lines[0].text, lines[1:], reading))
    return points


def _point(at: int, label: str, title: str, lines: list[_Line], reading: Reading) -> Point:
    reading.label(at, label)
    made: Point = {"label": label, "text": "", "effects": [], "hold": None}
    body: list[str] = []
    for line in lines:
        act = ACT.fullmatch(line.text.rstrip("\r")) if line.own else None
        if not act:
            body.append(line.text)
        elif verb := verb_of(act[1]):
            made["effects"].append(
                reading.effect(line.at, label, verb, reading.targets(line.at, act))
            )
        else:
            if made["hold"]:
                reading.fault(line.at, f"point `{label}` is held twice")
            made["hold"] = reading.hold(line.at, act)
    made["text"] = compose(reading.line(at, title, f"title of point `{label}`"), trim(body))
    return made
