"""The layout of an activity page: its title, its sub-tickets, its questions, its bullets.

A page is as a tracker shows it:

    Who may deploy on Fridays

    Sub-tickets — 1/2 done

    Questions

    Activity

    • ann created · 2026-02-02
    • ann commented · 3d ago
      DECISION (brainstorm bs-0123456789a, closed 2026-02-01): nobody does

- A bullet is one of `•*-–—●◦▪‣·`, at the indent of the page's first one; then who, what, a `·` (or
  `|`, `—`, `–`, `•`) and a date. The lines up to the next bullet are its body, without the indent
  of its first line, blank lines at both ends and the last line's ending; all else is kept.
- Lines of a fence that is closed again begin no bullet, wherever they stand.
- A date is a day, a time (UTC where it names no zone), or relative (`7w ago`) to a day given.

Source: exchange.md, "Imports", `activity`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ledger.ingest.activity_dates import RELATIVE, moment
from ledger.ingest.activity_text import fenced
from ledger.ingest.proposal_draft import Reading, shown, trim

_BULLETS = "•*-–—●◦▪‣·"
_SIGNS = (" · ", " • ", " | ", " — ", " – ")
_VERB_WORDS = (
    "created opened filed commented replied posted wrote said noted added answered asked closed "
    "reopened resolved changed updated edited moved linked assigned decided ratified deleted "
    "removed quoted renamed labelled labeled merged started completed"
)
_VERBS = set(_VERB_WORDS.split())
_SUBS = re.compile(r"sub[- ]?(?:tickets?|items?|tasks?|issues?)\b", re.IGNORECASE)
_NAMED = re.compile(r"([A-Z][A-Z0-9]*-[1-9][0-9]{0,8})(?![\w-])[ \t:·|—–-]*")
_DONE = re.compile(r"\b(?:done|closed|resolved|complete|completed)\b|\[x\]|✓|✔|☑", re.IGNORECASE)


class Bullet(NamedTuple):
    """One entry of a page: `said` is its line without the bullet; lines count from 1."""

    line: int
    actor: str
    verb: str
    at: str | None
    said: str
    body: str


class SubTicket(NamedTuple):
    """A line under `Sub-tickets` that names one."""

    line: int
    key: str
    title: str
    done: bool


class Page(NamedTuple):
    """What a page holds; `rest` are the lines that are none of these."""

    title: str
    bullets: list[Bullet]
    questions: list[Bullet]
    counted: tuple[int, str] | None
    sub_tickets: list[SubTicket]
    rest: list[tuple[int, str]]


class _Line(NamedTuple):
    number: int
    at: int
    text: str

    def bare(self) -> str:
        return self.text.strip(" \t\r")


def read_page(text: str, captured: str | None) -> Page:
    """The page that a text is; pure.

    Raises `Usage` (exit 2) with all faults, each with its position: no title, no activity, a date
    that cannot be read, a relative one without `captured`, NUL. Source: exchange.md, "Imports".
    """
    reading = Reading(text)
    reading.storable(0, text)
    made = _Reader(reading, text, captured)
    made.read()
    if not made.title:
        reading.fault(0, "no title: the first line of an activity page is the item's title")
    elif not made.seen:
        reading.fault(0, "no `Activity` and no bullet like `• ann commented · 2026-02-02`")
    return made.page() if not reading.faulty else reading.refuse()


class _Reader:
    def __init__(self, reading: Reading, text: str, captured: str | None) -> None:
        self.reading, self.captured = reading, captured
        self.lines: list[_Line] = []
        at = 0
        for number, line in enumerate(text.split("\n"), 1):
            self.lines.append(_Line(number, at, line.lstrip("\ufeff") if number == 1 else line))
            at += len(line) + 1
        self.closed = fenced([line.text for line in self.lines])
        self.title, self.seen, self.indent = "", False, -1
        self.counted: tuple[int, str] | None = None
        self.heads: dict[str, list[tuple[_Line, Bullet]]] = {"questions": [], "activity": []}
        self.bodies: dict[int, list[_Line]] = {}
        self.subs: list[SubTicket] = []
        self.rest: list[tuple[int, str]] = []

    def read(self) -> None:
        """Give each line its place."""
        where, last = "head", 0
        for line in self.lines:
            bare = line.bare()
            section = "" if where == "activity" else _section(bare)
            if not self.title:
                self.title = bare
            elif section:
                where, last = section, 0
                self.seen |= section == "activity"
                if section == "sub" and not self.counted:
                    self.counted = (line.number, bare)
            elif bullet := self._bullet(line):
                where = where if where in self.heads else "activity"
                self.seen |= where == "activity"
                self.heads[where].append((line, bullet))
                last = line.number
                self.bodies[last] = []
            elif last:
                self.bodies[last].append(line)
            elif bare:
                self._loose(where, line)

    def _loose(self, where: str, line: _Line) -> None:
        """A line outside all bullets."""
        bare = line.bare().lstrip(_BULLETS).strip()
        named = _NAMED.match(bare.removeprefix("[x]").removeprefix("[ ]").lstrip())
        if where == "sub" and named:
            title = bare[bare.index(named[1]) + len(named[0]) :].strip() or named[1]
            self.subs.append(SubTicket(line.number, named[1], title, bool(_DONE.search(bare))))
        elif where == "questions":
            asked = Bullet(line.number, "", "asked", None, bare, bare)
            self.heads["questions"].append((line, asked))
        else:
            self.rest.append((line.number, line.bare()))

    def _bullet(self, line: _Line) -> Bullet | None:
        """The bullet that a line begins; a fault where its date cannot be read."""
        said = line.text.lstrip(" \t")
        indent = len(line.text) - len(said)
        if said[:1] not in _BULLETS or not said or line.number - 1 in self.closed:
            return None
        if self.indent not in (-1, indent):
            return None
        said = said[1:].strip(" \t\r")
        cut = max(said.rfind(sign) for sign in _SIGNS)
        words = said[: max(cut, 0)].split()
        date = said[cut + 3 :].strip()
        at = moment(date, self.captured) if words else None
        if not words or (at is None and not self._dated(line, words, date)):
            return None
        self.indent = indent
        verb = next((n for n, word in enumerate(words) if n and word.lower() in _VERBS), 1)
        actor = " ".join(words[:verb])
        return Bullet(line.number, actor, " ".join(words[verb:]).lower(), at, said, "")

    def _dated(self, line: _Line, words: list[str], date: str) -> bool:
        """Is it a bullet all the same, whose date is at fault? Then the fault is kept."""
        spot = line.at + len(line.text.rstrip("\r")) - len(date)
        if RELATIVE.fullmatch(date):
            why = "is out of range" if self.captured else "is relative: give --captured DATE"
            self.reading.fault(spot, f"{shown(date)} {why}")
            return True
        known = len(words) < 6 and any(word.lower() in _VERBS for word in words[1:])
        if known and line.text.lstrip()[:1] == "•":
            self.reading.fault(spot, f"not a date: {shown(date)}")
            return True
        return False

    def page(self) -> Page:
        """All of it, the bodies cut."""
        whole = {
            where: [
                bullet._replace(body=bullet.body or self._body(bullet.line)) for _, bullet in found
            ]
            for where, found in self.heads.items()
        }
        questions, bullets = whole["questions"], whole["activity"]
        return Page(self.title, bullets, questions, self.counted, self.subs, self.rest)

    def _body(self, number: int) -> str:
        lines = [line.text for line in self.bodies.get(number, ())]
        first = next((text for text in lines if text.strip(" \t\r")), "")
        width = len(first) - len(first.lstrip(" \t"))
        return trim(text[min(width, len(text) - len(text.lstrip(" \t"))) :] for text in lines)


def _section(bare: str) -> str:
    """The section that a line begins: `sub`, `questions`, `activity`, or none."""
    word = bare.rstrip(":").strip().lower()
    if _SUBS.match(bare):
        return "sub"
    head = (
        word.split(" ")[0] if len(word) < 24 and not re.search(r"[a-z]{2}.*\s[a-z]", word) else ""
    )
    return head if head in ("questions", "activity") else ""
