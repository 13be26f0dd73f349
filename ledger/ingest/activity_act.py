"""What one body says: the points of its decision, what holds them, and what stands beside.

- `OWNERS: name=text` and `NEXT:` (`TODO:`, `ACTIONS:`) are actions; `BUILD:` and `DESCEND:` are
  both points and actions; `REJECTED …` and what `REPLACES X with` names are rejected options.
- `HELD for …`, `Nothing … until …`, `no action now` hold every point that nothing else holds; a
  point that says of itself that it waits is held so. `Pending X confirms: a + b` are points, held.
- `Sources:` and whatever in the text is an address, an issue, an item or a brainstorm are sources.
- `(a)`, `(b)` of a body that speaks of findings, and what comes before the `FIX:` of a
  `CORRECTION`, are findings; `OPEN …: #9 …` is a question.
- All other statements are points: those with a number keep it, the others get the next ones.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from ledger.ingest.activity_head import Head, closings, read_head
from ledger.ingest.activity_likeness import outside, words
from ledger.ingest.activity_text import SECTION, Statement, depths, mask, statements
from ledger.ingest.proposal_draft import is_name

_OWNED = re.compile(r"([A-Za-z0-9][\w.-]{0,40})[ ]?=[ ]?(?=\S)")
_NEXT = ("NEXT", "NEXT STEPS", "TODO", "ACTIONS", "ACTION ITEMS", "FOLLOW-UPS")
_ALSO = ("BUILD", "DESCEND")
_HELD = re.compile(
    r"HELD\b|(?:Nothing|No one|Nobody|None) [^.]{0,80}\b(?:until|before)\b"
    r"|.{0,400}\bno action now\b"
)
_WAITS = re.compile(
    r"(?<!not )(?<!longer )\b(?:held (?:for|until)|waits? (?:on|for)|escalated to)\b"
)
_PENDING = re.compile(r"Pending ([\w@.-]+) (?:confirms?|confirmation|approval|OK):(?=\s)")
_OPEN = re.compile(r"OPEN\b[^:.]{0,60}:(?=\s)|OPEN QUESTION\b")
_REJECTED = re.compile(r"REJECTED\b:?(?=\s)")
_REPLACES = re.compile(r"\b(?:REPLACES|replaces)\s+")
_IN_ITS_PLACE = re.compile(r"\s(?:with|by)\s|;")
_SOURCES = re.compile(r"(?:Sources?|References?|Refs?|See):(?=\s)", re.IGNORECASE)
_EACH = re.compile(r"(?:Each|Every|All)\b")
_REFERENCE = re.compile(
    r"https?://[^\s<>\"'`)\]]+|(?<![\w@/.-])(?:[a-z0-9-]+\.){1,4}"
    r"(?:com|org|net|io|dev|app|ai|co|edu|gov|eu|uk|de|fr|ch)/[\w./#?=&%~+-]+"
    r"|(?<![\w/.-])[\w.-]{1,60}(?:/[\w.-]{1,60})?#[0-9]+\b|(?<![\w-])bs-[a-z0-9]{4,20}(?![\w-])"
    r"|(?<![\w-])[A-Z][A-Z0-9]+-[1-9][0-9]*(?:(?:->|/)[0-9]+)*(?![\w-])"
)
_SHA = re.compile(r"(?<![\w-])(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b")


@dataclass
class Point:
    """One statement that will be a point; `home` is `$12` once its decision has a line."""

    label: str
    text: str
    mask: str
    written: bool  # does the page give it its label?
    words: set[str]
    plain: set[str]  # those outside parentheses
    hold: str = ""
    home: str = ""
    effects: list[tuple[str, str, bool]] = field(default_factory=list)  # verb, target, inferred

    @property
    def ident(self) -> str:
        """Its id in the plan: `$12.3a`."""
        return f"{self.home}.{self.label}"


@dataclass
class Said:
    """What a body says; `act` is "" where it is no decision."""

    act: str
    head: Head | None
    text: str
    mask: str
    points: list[Point] = field(default_factory=list)
    answers: list[tuple[str, str]] = field(default_factory=list)  # label, letter
    before_fix: list[Statement] = field(default_factory=list)
    findings: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    rejected: list[str] = field(default_factory=list)
    actions: list[tuple[str, str]] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    hold: str = ""
    closed: list[tuple[str, str]] = field(default_factory=list)
    home: str = ""

    @property
    def storm(self) -> str:
        """The brainstorm that its head names, or that it says is closed."""
        named = self.head.storm if self.head else ""
        return named or next((storm for storm, _ in self.closed), "")


def read_body(text: str) -> Said:
    """What a body says; pure, and never an error: what is not understood is a point, or text."""
    masked = mask(text)
    head = read_head(text, masked)
    said = Said(head.act if head else "", head, text, masked, closed=closings(masked))
    found = statements(text, masked, head.end if head else 0, said.act == "ratify")
    fix = next((n for n, one in enumerate(found) if one.mask.startswith("FIX:")), 0)
    if said.act == "correct" and fix:
        said.before_fix, found = found[:fix], found[fix:]
        said.findings.append(text[said.before_fix[0].at : _end(said.before_fix[-1])])
    _sort(said, found)
    if not said.points and head and (said.act != "ratify" or said.answers):
        _add(said, Statement(0, head.text, head.text, "", True))
    _number(said.points)
    _hold(said)
    said.sources = list(dict.fromkeys([*said.sources, *_references(text)]))
    return said


def _end(one: Statement) -> int:
    return one.at + len(one.text)


def _sort(said: Said, found: list[Statement]) -> None:
    """Give each statement its place."""
    region = ""
    finding = bool(re.search(r"\bfindings?\b", said.mask, re.IGNORECASE))
    for one, following in zip(found, [*found[1:], None], strict=False):
        if one.mask.endswith(":") and not one.label and following and following.label:
            continue  # it only announces what is listed
        section = SECTION.match(one.mask)
        rest = one.text[section.end() :].strip() if section else one.text
        word = section[1] if section else ""
        if word or one.label or _special(said, one) or (one.fresh and region in _ALSO):
            region = word
        if word in ("OWNERS", "OWNER") or (region in ("OWNERS", "OWNER") and _OWNED.match(rest)):
            _owned(said, rest)
        elif region in _NEXT:
            said.actions.append(_action(rest))
        elif not _beside(said, one):
            if region in ("OWNERS", "OWNER"):
                region = ""
            if finding and one.label.isalpha() and not said.act:
                said.findings.append(one.text)
            if region in _ALSO:
                said.actions.append(_action(rest))
            _statement(said, one)


def _special(said: Said, one: Statement) -> bool:
    starts = (_HELD, _PENDING, _OPEN, _REJECTED, _SOURCES)
    return any(sign.match(one.mask) for sign in starts) or _closing(said, one)


def _closing(said: Said, one: Statement) -> bool:
    bare = one.mask.strip()
    return any(bare.startswith(storm) and len(bare) < len(storm) + 24 for storm, _ in said.closed)


def _statement(said: Said, one: Statement) -> None:
    """A point; in a ballot only what answers is one."""
    if said.act == "ratify" and not one.label:
        if _EACH.match(one.mask):
            said.actions.append(("", one.text))
        return
    if said.act == "ratify":
        letter = re.match(r"[0-9]+=([A-Za-z])\b", one.mask)
        said.answers.append((one.label, letter[1] if letter else ""))
    found = _REPLACES.search(one.mask)
    if found and not depths(one.mask)[found.start()]:
        cut = _IN_ITS_PLACE.search(one.mask, found.end())
        said.rejected.append(one.text[found.end() : cut.start() if cut else None].strip())
    _add(said, one)


def _add(said: Said, one: Statement) -> None:
    label = one.label if one.label[:1].isdigit() else ""
    one = one._replace(text=one.text.replace("\r\n", "\n"), mask=one.mask.replace("\r\n", "\n"))
    plain = words(outside(one.text))
    said.points.append(Point(label, one.text, one.mask, bool(label), words(one.text), plain))


def _beside(said: Said, one: Statement) -> bool:
    """Is the statement something that stands beside the points?"""
    pending = _PENDING.match(one.mask)
    if _closing(said, one):
        return True
    if _SOURCES.match(one.mask):
        listed = one.text[one.text.index(":") + 1 :]
        said.sources += [part.strip() for part in re.split(r",\s|\s", listed) if part.strip()]
    elif _REJECTED.match(one.mask):
        said.rejected.append(re.sub(r"\AREJECTED:?\s+", "", one.text))
    elif pending and said.act and said.act != "ratify":
        _pending(said, one, pending.end())
    elif _OPEN.match(one.mask) and not said.act:
        said.asked.append(one.text)
        _add(said, one)
    elif _HELD.match(one.mask):
        said.hold = said.hold or one.text
        if _EACH.match(one.mask):
            said.actions.append(("", one.text.split(";")[0].strip()))
    else:
        return False
    return True


def _pending(said: Said, one: Statement, start: int) -> None:
    """Each of the things that somebody is to confirm, held until then."""
    deep = depths(one.mask)
    cuts = [m.start() for m in re.finditer(r"\s\+\s|;\s", one.mask) if not deep[m.start()]]
    edges = [start, *(cut for cut in cuts if cut > start), len(one.text)]
    for first, end in pairwise(edges):
        text = one.text[first:end]
        bare = text.lstrip(" +;\t\n")
        at = first + len(text) - len(bare)
        if bare.strip():
            piece = Statement(
                one.at + at, bare.strip(), one.mask[at : at + len(bare.strip())], "", True
            )
            _add(said, piece)
            said.points[-1].hold = one.text[:start].rstrip(": ")


def _owned(said: Said, rest: str) -> None:
    found = _OWNED.match(rest)
    if found:
        said.actions.append((found[1], rest[found.end() :]))
    else:
        said.actions.append(_action(rest))


def _action(text: str) -> tuple[str, str]:
    found = _OWNED.match(text)
    return (found[1], text[found.end() :]) if found and is_name(found[1]) else ("", text)


def _number(points: list[Point]) -> None:
    """Points without a number of their own get the next ones."""
    highest = max((int(re.match(r"\d+", p.label)[0]) for p in points if p.label), default=0)  # type: ignore[index]
    for point in points:
        if not point.label:
            highest += 1
            point.label = str(highest)


def _hold(said: Said) -> None:
    for point in said.points:
        waits = None if point.hold else _WAITS.search(point.mask)
        point.hold = point.text[waits.start() :] if waits else point.hold
        point.hold = point.hold or said.hold


def _references(text: str) -> list[str]:
    found = [(one.start(), one[0].rstrip(".,;:")) for one in _REFERENCE.finditer(text)]
    found += [(one.start(), one[0]) for one in _SHA.finditer(text)]
    return [said for _, said in sorted(found)]
