r"""One file of a decision record: front matter, sections, and the lines that count.

    ---
    status: accepted
    deciders: alpha, beta
    ---
    # Keep the log in one file

    ## Decision Outcome
    One file.

- Front matter is what stands between `---` on the first line and the next `---`: `key: value`,
  with lists below a key or in brackets. Its braces are those of templates, not of YAML.
- A *unit* is a line of a paragraph, wherever the paragraph lies but in a quote: without its list
  marker, comments, code spans and struck-out text. What stands in fences, quotes, HTML and
  comments is in no unit, so it never becomes an act.
- A badge (`![…](…/badge/status-accepted-green.svg)`) reads as `Status: accepted`.

Source: exchange.md, "Imports", `adr`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

from ledger.ingest.proposal import _Block, _Page

_MARKER = re.compile(r"\A[ \t]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*")
_BADGE = re.compile(r"!\[([^\[\]]*)\]\(([^()\s]*)(?:\s[^()]*)?\)")
_LINKED_BADGE = re.compile(r"\[(!\[[^\[\]]*\]\([^()]*\))\]\(([^()\s]*)(?:\s[^()]*)?\)")
_STATUS_ALT = re.compile(r"\bstatus[: \t-]+(.*)", re.IGNORECASE)
_REF_DEFINITION = re.compile(r" {0,3}\[([^\[\]]+)\]:[ \t]*(\S+)")
_BARE_REF = re.compile(r"[\w./-]+\.(?:md|markdown)|ADR[- #]?[0-9]{1,8}", re.IGNORECASE)
_DANGLING = re.compile(r"\b(?:by|of|supersedes|supercedes|replaces|amends)[*_]*:?[*_]*", re.I)


class Unit(NamedTuple):
    """A line that counts: its number in the file from 0, and what of it can be read."""

    n: int
    text: str


class Field(NamedTuple):
    """`key: value` of the front matter, the key in lower case with spaces; a list is joined by
    commas."""

    n: int
    key: str
    value: str


class Section(NamedTuple):
    """A heading, as written and as it reads; its own lines go to the next one of its level or
    above. Lines are numbered from 0."""

    title: str
    name: str
    level: int
    head: int
    first: int
    end: int


class Page:
    """A file, its lines numbered from 0 (split at `\\n` only)."""

    def __init__(self, text: str) -> None:
        self.text = text
        bare = text.removeprefix("\ufeff")
        self.meta, skipped = _front_matter(bare.split("\n"))
        cut = bare.split("\n")
        cut[:skipped] = [""] * skipped
        self.page = _Page("\n".join(cut))
        self.lines = self.page.lines
        quoted = self.page.covered("blockquote_open", 0)
        quoted |= {n for b in self._blocks("blockquote_open") for n in range(b.first, b.end)}
        self._paragraphs = [b for b in self._blocks("paragraph_open") if b.first not in quoted]
        self.sections = list(self._sections())
        self.units = [unit for block in self._paragraphs for unit in self._units(block)]
        self._places = [unit.n for unit in self.units]
        self.links = dict(self._definitions())

    def _blocks(self, kind: str) -> list[_Block]:
        return [block for block in self.page.blocks if block.kind == kind]

    def _sections(self) -> Iterator[Section]:
        heads = [b for b in self._blocks("heading_open") if b.level == 0]
        ends: list[int] = [len(self.lines)] * len(heads)
        above: list[int] = []
        for at, head in enumerate(heads):
            while above and heads[above[-1]].tag >= head.tag:
                ends[above.pop()] = head.first
            above.append(at)
        for head, end in zip(heads, ends, strict=True):
            title = self.page.heading(head).replace("\n", " ")
            name = uncommented(title).strip(" \t*_:#").lower()
            yield Section(title, name, int(head.tag[1]), head.first, head.end, end)

    def _units(self, block: _Block) -> Iterator[Unit]:
        lines = uncommented("\n".join(self.lines[block.first : block.end])).split("\n")
        held = ""
        for n, line in enumerate(lines, block.first):
            text = readable(_MARKER.sub("", line, count=1))
            text = f"{held} {text}" if held else text
            last = n + 1 == block.end
            held = text if not last and _dangles(text) else ""
            if text and not held and not text.startswith("[ ]"):
                yield Unit(n, text)

    def _definitions(self) -> Iterator[tuple[str, str]]:
        aside = {n for k in ("fence", "code_block") for b in self._blocks(k) for n in _lines(b)}
        for n, line in enumerate(self.lines):
            found = _REF_DEFINITION.match(line) if n not in aside else None
            if found:
                yield found[1].lower(), found[2]

    def within(self, first: int, end: int) -> list[Unit]:
        """The units of the lines from one to before another."""
        return self.units[bisect_left(self._places, first) : bisect_left(self._places, end)]

    def paragraphs(self) -> Iterator[Unit]:
        """Each paragraph as one unit, its lines joined by spaces; in the order of the file."""
        for block in self._paragraphs:
            text = " ".join(unit.text for unit in self.within(block.first, block.end))
            if text:
                yield Unit(block.first, text)

    @property
    def header(self) -> range:
        """The lines before the first heading that is not the title."""
        titled = bool(self.sections) and self.sections[0].level == 1
        others = self.sections[titled:]
        return range(others[0].head if others else len(self.lines))


def _lines(block: _Block) -> range:
    return range(block.first, block.end)


def _dangles(text: str) -> bool:
    tail = text[-20:].rstrip()
    return any(found.end() == len(tail) for found in _DANGLING.finditer(tail))


def _front_matter(lines: list[str]) -> tuple[list[Field], int]:
    """The fields, and how many lines they take; none where it is not closed."""
    if lines[0].rstrip(" \t\r") != "---":
        return [], 0
    ends = (n for n, line in enumerate(lines) if n and line.rstrip(" \t\r") in ("---", "..."))
    end = next(ends, 0)
    found: list[Field] = []
    for n, line in enumerate(lines[1:end], 1):
        text = line.strip(" \t\r")
        if not text or text[0] == "#":
            continue
        key, colon, value = text.partition(":")
        inner = line[:1] in (" ", "\t", "-")
        if found and inner:
            old = found[-1]
            joined = ", ".join(part for part in (old.value, _bare(text.lstrip("- "))) if part)
            found[-1] = Field(old.n, old.key, joined)
        elif colon and not inner:
            found.append(Field(n, _key(key), _bare(value)))
    return (found, end + 1) if end else ([], 0)


def _key(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.strip().lower()))


def _bare(text: str) -> str:
    """A value without its quotes, brackets of a list, or a comment after it."""
    text = text.strip()
    if text[:1] in ("'", '"'):
        inner, closed, _ = text[1:].partition(text[0])
        return uncommented(inner if closed else text[1:]).strip()
    text = uncommented(text.partition(" #")[0]).strip()
    if text[:1] == "[" and text[-1:] == "]":
        text = ", ".join(part.strip().strip("'\"") for part in text[1:-1].split(","))
    return text


def field_of(unit: Unit) -> Field | None:
    """A unit as `key: value`, or the row `| key | value |` of a table; None where it is neither."""
    text = unit.text
    if text[:1] == "|":
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        key, value = cells[0], cells[1] if len(cells) > 1 else ""
    else:
        key, colon, value = text.partition(":")
        if not colon or len(key) > 60:
            return None
    key = _key(re.sub(r"[^\w -]+", "", key))
    return Field(unit.n, key, value.strip(" \t*_")) if key else None


def uncommented(text: str) -> str:
    """The text without HTML comments, with their line ends; one never closed takes the rest."""
    kept, at = [], 0
    while (start := text.find("<!--", at)) >= 0:
        end = text.find("-->", start + 4)
        kept += [text[at:start], "\n" * text.count("\n", start, len(text) if end < 0 else end)]
        if end < 0:
            return "".join(kept)
        at = end + 3
    return "".join([*kept, text[at:]])


def readable(line: str) -> str:
    """A line without code spans and struck-out text, badges as `Status: …`; a code span that is
    nothing but a reference stays."""
    text = _unstruck(_uncoded(line.strip(" \t\r")))
    if "](" in text and "![" in text:
        text = _BADGE.sub(_status_of_badge, _LINKED_BADGE.sub(r"\1 (\2)", text))
    return text.removeprefix("[x] ").removeprefix("[X] ").strip()


def _uncoded(text: str) -> str:
    if "`" not in text:
        return text
    parts = re.split("(`+)", text)
    later: dict[str, list[int]] = {}
    for at in range(len(parts) - 2, 0, -2):
        later.setdefault(parts[at], []).append(at)
    kept, at = [parts[0]], 1
    while at < len(parts):
        ends = later[parts[at]]
        while ends and ends[-1] <= at:
            ends.pop()
        if ends:
            code = "".join(parts[at + 1 : ends[-1]]).strip()
            kept.append(code if _BARE_REF.fullmatch(code) else " ")
            at = ends[-1]
        kept.append(parts[at + 1])
        at += 2
    return "".join(kept)


def _unstruck(text: str) -> str:
    parts = text.split("~~")
    closed = len(parts) - (len(parts) % 2 == 0)
    return "".join(parts[:closed:2]) + "".join(parts[closed:])


def _status_of_badge(found: re.Match[str]) -> str:
    """`Status: …` where the badge says one; else nothing."""
    _, badge, rest = found[2].partition("/badge/")
    label, dash, message = rest.replace("--", "\0").partition("-")
    if badge and dash and label.lower() in ("status", "adr", "adr_status", "decision"):
        said = message.rpartition("-")[0] or message
        return "Status: " + said.replace("\0", "-").replace("_", " ").replace("%20", " ")
    alt = _STATUS_ALT.search(found[1])
    return "Status: " + alt[1].strip(" \"'") if alt else ""
