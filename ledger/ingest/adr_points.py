r"""What a decision record decides, as points.

The decision is the section "Decision Outcome" or "Decision"; where that says nothing ("TBD"), the
one that proposes; consequences and confirmation are not of it.

- Its subsections are the points where it has any; where some are numbered (`### 3. Title`) those
  alone, under their numbers.
- Else a list is the points where the section begins with one, or with one sentence that ends in a
  colon and does not give reasons; what stands after an item belongs to the item before it.
- Else the section is point 1, under the title of the record; where it says nothing, the title is.

A text is what the file says, byte for byte. One that a proposal file would read as something else
(an effect, a heading, a fence never closed) stands in a fence of its own.

Source: exchange.md, "Imports", `adr`, and "The proposal file".
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import NamedTuple

from ledger.core.errors import Usage
from ledger.core.names import is_label
from ledger.ingest.adr_page import Page, Section, uncommented
from ledger.ingest.adr_record import Record
from ledger.ingest.proposal import _Block, read_markdown
from ledger.ingest.proposal_draft import compose, trim

_DECISION = ["decision outcome", "decision", "decisions", "decision(s)", "the decision"]
_DECISION += ["our decision", "decision result", "outcome", "resolution"]
_PROPOSAL = re.compile(
    r"proposed (?:decision|solution|option)|proposal|what['’]s proposed|solution|recommendation"
    r"|describe the proposed option"
)
_AFTER = re.compile(
    r"(?:positive |negative )?consequences?\b|confirmation|validation|pros and cons"
)
_NOTHING = re.compile(
    r"(?:tbd|tbc|todo|to be (?:decided|determined|done)|n/?a|none|[\W_]*)\W*", re.I
)
_LABEL = re.compile(r"(?:decision |point |§ ?)?([0-9]{1,4}[a-z]?)[.:)][ \t]+(\S.*)", re.IGNORECASE)
_REASONS = re.compile(r"\b(?:because|since|reasons?|option|advantages?|disadvantages?|pros|cons)\b")


class Point(NamedTuple):
    """A point of a proposal file: its label, its title (one line) and its body."""

    label: str
    title: str
    body: str


def points_of(record: Record) -> list[Point]:
    """The points of a record, at least one; pure, raises nothing. Source: exchange.md, `adr`."""
    section = decision_of(record.page)
    found: list[Point] = []
    if section:
        found = _sections(record, section) or _list(record.page, section)
    if not found:
        found = [Point("1", record.title, _body(record.page, section) if section else "")]
    return [_safe(point, record.stem) for point in found]


def decision_of(page: Page) -> Section | None:
    """The section that says what is decided, or what is proposed; None where none says anything."""
    named = [s for name in _DECISION for s in page.sections if s.name == name]
    proposed = [s for s in page.sections if _PROPOSAL.match(s.name)]
    return next((s for s in [*named, *proposed] if not _nothing(page, s)), None)


def _nothing(page: Page, section: Section) -> bool:
    said = _body(page, section) or "".join(s.title for s in _below(page, section))
    return bool(_NOTHING.fullmatch(uncommented(said[:60]).strip())) and len(said) < 60


def _below(page: Page, section: Section) -> list[Section]:
    """Its subsections of the highest level among them, but for those of consequences."""
    within = [s for s in page.sections if section.first <= s.head < section.end]
    level = min((s.level for s in within), default=0)
    return [s for s in within if s.level == level and not _AFTER.match(s.name)]


def _first_head(page: Page, section: Section) -> int:
    heads = (s.head for s in page.sections if section.first <= s.head < section.end)
    return next(heads, section.end)


def _body(page: Page, section: Section) -> str:
    """What a section says before its subsections."""
    return trim(page.lines[section.first : _first_head(page, section)])


def _sections(record: Record, section: Section) -> list[Point]:
    page, below = record.page, _below(record.page, section)
    labelled = [(_LABEL.fullmatch(s.title), s) for s in below]
    numbers = [m[1].lower() for m, _ in labelled if m]
    intro = _body(page, section)
    first = [] if not intro or _leads_in(intro) else [Point("1", record.title, intro)]
    if numbers and len(set(numbers)) == len(numbers) and all(map(is_label, numbers)):
        found = [Point(m[1].lower(), m[2], _text(page, s)) for m, s in labelled if m]
        more = max(int(re.sub("[a-z]", "", label)) for label in numbers) + 1
        return [*found, *(one._replace(label=str(more)) for one in first)]
    start = len(first) + 1
    titled = [(n, s) for n, s in enumerate(below, start) if s.title.strip()]
    return [*first, *(Point(str(n), s.title, _text(page, s)) for n, s in titled)] if below else []


def _text(page: Page, section: Section) -> str:
    return trim(page.lines[section.first : section.end])


def _leads_in(text: str) -> bool:
    """Is it one sentence that leads to a list, and gives no reasons?"""
    said = uncommented(text).strip(" \t\r\n*_")
    one = not re.search(r"[.!?]\s", said) and "\n\n" not in said.replace("\r", "")
    return one and said.endswith(":") and not _REASONS.search(said.lower())


def _list(page: Page, section: Section) -> list[Point]:
    """The items of its lists as points, or none where they are not what is decided."""
    end = _first_head(page, section)
    lists = [b for b in page.page.blocks if b.level == 0 and b.kind.endswith("_list_open")]
    lists = [b for b in lists if section.first <= b.first < end]
    intro = trim(page.lines[section.first : lists[0].first]) if lists else "."
    if not lists or (intro and not _leads_in(intro)):
        return []
    if len(lists) == 1 and _trails(page, lists[0].end, end):
        return []
    items = [item for one in lists for item in page.page.items(one.first, one.end)]
    start = lists[0].number if len(lists) == 1 and lists[0].kind == "ordered_list_open" else 1
    start = start if 1 <= start <= 9999 else 1
    made = []
    for label, (item, after) in enumerate(pairwise([*items, None]), start):
        assert item is not None
        text = _item(page, item, after.first if after else end)
        title, _, body = text.partition("\n")
        if title.strip():
            made.append(Point(str(label), title.strip(" \t\r"), trim(body.split("\n"))))
    return made


def _trails(page: Page, first: int, end: int) -> bool:
    """Do several paragraphs follow a list? Then the section is a text that has a list in it."""
    blocks = (b for b in page.page.blocks if b.level == 0 and first <= b.first < end)
    return sum(block.kind == "paragraph_open" for block in blocks) > 1


def _item(page: Page, item: _Block, until: int) -> str:
    """An item without its marker and indent, and what stands between it and the next one."""
    own = trim(line.text for line in page.page.item(item))
    after = trim(page.lines[item.end : until])
    return f"{own}\n\n{after}" if after else own


def _safe(point: Point, stem: str) -> Point:
    """The point as a proposal file can hold it: the title on one line, the body in a fence where
    it would be read as anything but a body."""
    label, title, body = point
    if not _reads_back(title, ""):
        body = f"{title}\n{body}" if body else title
        title = stem if _reads_back(stem, "") else f"Point {label}"
    if body and not _reads_back(title, body):
        body = fenced(body)
    return Point(label, title, body)


def _reads_back(title: str, body: str) -> bool:
    """Is a point of this title and body read as that, and the point after it too?"""
    try:
        made = read_markdown(f"{point_text('1', title, [], body)}\n## 2. Next\n")
    except Usage:
        return False
    first = made["points"][0]
    said = first["text"] == compose(title, body) and not first["effects"] and not first["hold"]
    return said and len(made["points"]) == 2


def heading(title: str) -> str:
    """The first lines of a proposal file with this title; empty where it would not read so."""
    try:
        read = read_markdown(f"# {title}\n\n## 1. First\n")["title"]
    except Usage:
        return ""
    return f"# {title}\n\n" if read == title else ""


def point_text(label: str, title: str, acts: list[str], body: str) -> str:
    """A point in a proposal file: its effect lines stand before its body, which cannot then swallow
    them. Ends in a newline."""
    parts = [f"## {label}. {title}\n"]
    parts += ["".join(f"{act}\n" for act in acts)] if acts else []
    parts += [f"{body}\n"] if body else []
    return parts[0] + "\n".join(parts[1:])


def fenced(text: str) -> str:
    """The text in a fence that nothing in it closes."""
    runs = re.findall("`+", text)
    fence = "`" * max(3, 1 + max(map(len, runs), default=0))
    return f"{fence}text\n{text}\n{fence}"
