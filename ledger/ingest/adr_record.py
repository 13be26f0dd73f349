"""One file as a decision record: title, status, date, deciders, and what it says of others.

Where each is read, the first that says something counts:

| what | where |
|---|---|
| status | front matter; `Status: …` before the second heading; the section "Status": all of them |
| date | front matter, or `Date: …` before the second heading; else the file's name `20201016-…` |
| deciders | the same two, and a section "Deciders" or "Decision makers" |
| relations | front matter, status, links, what stands before the second heading; `Supersedes: …` |

A relation is certain, but where a sentence of the text says it.

A date that can be read in two ways (`02/09/2020`) is none. Sections of options, alternatives and
examples say nothing of the record itself.

Source: exchange.md, "Imports", `adr`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ledger.ingest import adr_links
from ledger.ingest.adr_date import date_in, day
from ledger.ingest.adr_links import Relation, Said
from ledger.ingest.adr_page import Field, Page, Unit, field_of, uncommented
from ledger.ingest.adr_status import Status, status_of, status_of_section, strongest

_STATUS = {"status", "state", "decision status", "adr status"}
_DATES = ("date", "decision date", "decided on", "date decided", "accepted on", "date accepted")
_MADE = ("introduced", "created", "created on", "date created", "proposed on", "date proposed")
_DECIDERS = {"deciders", "decider", "decision makers", "decision maker", "decided by", "approvers"}
_LINKS = re.compile(
    r"links?\b|related|relations?\b|references?\b|see also|more information|notes?\b"
)
_ASIDE = re.compile(r"(?:considered |other )?options?\b|pros and cons|alternatives?\b|examples?\b")
_TEMPLATE = re.compile(
    "(?:adr-)?(?:(?:0+|n+|x+)-)?(?:adr-|madr-)?(?:short-|minimal-|bare-|long-)*template"
    "(?:-short|-minimal|-bare|-long|-madr)*"
)
_NUMBERED = re.compile(r"(?:adr[-_ ]?)?([0-9]+)(?=[-_. ]|\Z)", re.IGNORECASE)
_VERB_ALONE = re.compile(r"[\W_]{0,9}[A-Za-z ]{5,20}[\W_]{0,9}")
_LIST_EVERYONE = re.compile(r"list everyone|name\(?s\)? of|\.\.\.|…", re.IGNORECASE)


class Record(NamedTuple):
    """What a file says. `status` is a word of `adr_status`, or empty where it says none; `said` is
    how it says it. `date` is `YYYY-MM-DD` or empty, `unread` a date that could not be read. Line
    numbers from 0."""

    path: str
    page: Page
    title: str
    number: int | None
    status: str
    part: bool
    said: str
    status_line: int
    date: str
    unread: str
    ended: str
    deciders: list[str]
    relations: list[Relation]

    @property
    def folder(self) -> str:
        """The folder of its path, without the last `/`; empty for none."""
        return self.path.rpartition("/")[0]

    @property
    def stem(self) -> str:
        """Its file's name without the ending."""
        return stem_of(self.path)


def stem_of(path: str) -> str:
    """A path's file name without its ending; all of it where it has none."""
    name = path.rpartition("/")[2]
    head, dot, ending = name.rpartition(".")
    return head if dot and ending.lower() in ("md", "markdown", "html", "adoc") else name


def is_template(path: str, title: str) -> bool:
    """Is it a template or an index page rather than a record?"""
    name = stem_of(path).lower()
    shaped = title[:1] in ("{", "[") and title[-1:] in ("}", "]") and "](" not in title
    return name in ("readme", "index", "toc") or bool(_TEMPLATE.fullmatch(name)) or shaped


def read_record(path: str, text: str) -> Record:
    """The record that a file is; pure, raises nothing. Source: exchange.md, "Imports", `adr`."""
    page = Page(text)
    fields = [*page.meta, *_header(page)]
    status, said, line = _status(page, fields)
    date, unread = _date(path, fields)
    relations = list(dict.fromkeys(_relations(page)))
    number = _NUMBERED.match(stem_of(path)) or _NUMBERED.match(_title(path, page))
    return Record(
        path=path,
        page=page,
        title=_title(path, page),
        number=int(number[1]) if number and len(number[1]) < 8 else None,
        status=status.kind if status else "",
        part=bool(status and status.part),
        said=said,
        status_line=line,
        date=date,
        unread=unread,
        ended=_ended(fields),
        deciders=_deciders(page, fields),
        relations=relations,
    )


def _title(path: str, page: Page) -> str:
    """The first heading of the first level; else what the front matter says; else the file."""
    for section in page.sections:
        if section.level == 1:
            return uncommented(section.title).strip() or section.title or stem_of(path)
    return next((f.value for f in page.meta if f.key == "title" and f.value), stem_of(path))


def _header(page: Page) -> Iterator[Field]:
    for unit in page.within(0, page.header.stop):
        field = field_of(unit)
        if field:
            yield field


def asides(page: Page) -> set[int]:
    """The lines of sections that weigh options: what they say is not said of the record."""
    sections = (s for s in page.sections if s.level > 1 and _ASIDE.match(s.name))
    return {n for s in sections for n in range(s.first, s.end)}


def _status_section(page: Page) -> range:
    """The lines of the section of the status, up to the next heading; none where there is none."""
    aside = asides(page)
    found = [s for s in page.sections if s.name in _STATUS and s.head not in aside]
    if not found:
        return range(0)
    next_head = (s.head for s in page.sections if s.head > found[0].head)
    return range(found[0].first, next(next_head, found[0].end))


def _status(page: Page, fields: list[Field]) -> tuple[Status | None, str, int]:
    """The status, how it is said, and where."""
    found: list[tuple[Status, str, int]] = []
    for field in fields:
        stated = status_of(field.value) if field.key in _STATUS else None
        if stated:
            found.append((stated, field.value, field.n))
        elif field.key in ("superseded", "superceded") and " by " in f" {field.value}":
            found.append((Status("superseded"), f"superseded {field.value}", field.n))
    section = _status_section(page)
    units = page.within(section.start, section.stop)
    one = status_of_section([_value(unit) for unit in units])
    if one:
        telling = [u for u in units if status_of(_value(u)) == one] or units
        found.append((one, telling[0].text, telling[0].n))
    best = strongest([one for one, _, _ in found])
    if not best:
        return None, "", 0
    _, said, n = next(one for one in found if one[0].kind == best.kind)
    return best, said, n


def _value(unit: Unit) -> str:
    """A line of the status section without `Status:` before it."""
    field = field_of(unit)
    return field.value if field and field.key in _STATUS else unit.text


def _date(path: str, fields: list[Field]) -> tuple[str, str]:
    """(date, what could not be read)."""
    unread = ""
    for key in (*_DATES, *_MADE):
        for field in fields:
            if field.key == key and re.search("[0-9]", field.value):
                date = date_in(field.value)
                if date:
                    return date, ""
                unread = unread or field.value
    name = re.match(r"([0-9]{4})-?([0-9]{2})-?([0-9]{2})[-_]", stem_of(path))
    return (day(*name.groups()) if name and not unread else ""), unread


def _ended(fields: list[Field]) -> str:
    """The date at which it was superseded, where it says so (`Superseded: 2019-12-19 by …`)."""
    keys = ("superseded", "superceded", "deprecated", "superseded on", "date superseded")
    return next((d for f in fields if f.key in keys and (d := date_in(f.value))), "")


def _deciders(page: Page, fields: list[Field]) -> list[str]:
    said = [field.value for field in fields if field.key in _DECIDERS]
    for section in page.sections:
        if not said and section.name in _DECIDERS:
            said = [", ".join(u.text for u in page.within(section.first, section.end))]
    for value in said:
        bare = value.strip("{}[] ")
        if not bare or _LIST_EVERYONE.search(bare):
            continue
        plain = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", bare)
        parts = re.split(r"[,;]|\band\b|&", plain)
        return [part.strip(" \t*_@{}[]") for part in parts if part.strip(" \t*_@{}[]")]
    return []


def _relations(page: Page) -> Iterator[Relation]:
    aside = asides(page)
    status = set(_status_section(page))
    linked = set(page.header)
    linked |= {n for s in page.sections if _LINKS.match(s.name) for n in range(s.first, s.end)}
    for field in page.meta:
        loose = field.key in _STATUS
        text = field.value if loose else f"{field.key}: {field.value}"
        if loose and not status_of(text):
            continue  # a template's choice of words
        yield from _stated(Unit(field.n, text), page, loose)
    listing = dict(_verb_sections(page))
    pending: Said | None = None
    for unit in page.units:
        if unit.n in aside:
            continue
        text = _value(unit)
        loose = unit.n in status or text != unit.text
        if text != unit.text and not status_of(text):
            continue
        found = list(_stated(Unit(unit.n, text), page, loose, unit.n in linked))
        yield from found
        pending, more = _listed(unit, page, listing.get(unit.n) or pending)
        yield from more
    yield from _told(page, aside | status)


def _stated(unit: Unit, page: Page, loose: bool, linked: bool = True) -> Iterator[Relation]:
    """What a line states of this record. `loose`: it is of the status, so that a word may stand
    before the verb. Outside links and header it has the form `Supersedes: …`."""
    for said in adr_links.said_in(unit.text, page.links):
        named = adr_links.mentions(said.before)
        mine = adr_links.of_this(said.before) or (loose and not named and len(said.before) < 60)
        formed = linked or loose or re.match(r"[\W_]*[A-Za-z -]{3,20}[*_]*:", unit.text)
        if mine and formed:
            for kind, ref, part in said.refs:
                yield Relation(kind, said.back, ref, part, True, unit.n)


def _verb_sections(page: Page) -> Iterator[tuple[int, Said]]:
    """The lines of sections whose heading is a verb alone ("Supersedes")."""
    for section in page.sections:
        said = adr_links.said_in(section.name, {}) if section.level > 1 else []
        if len(said) == 1 and not said[0].refs and _VERB_ALONE.fullmatch(section.name):
            yield from ((n, said[0]) for n in range(section.first, section.end))


def _listed(unit: Unit, page: Page, pending: Said | None) -> tuple[Said | None, list[Relation]]:
    """The references listed under a line that is a verb alone (`Supersedes:`)."""
    said = adr_links.said_in(unit.text, page.links)
    if len(said) == 1 and not said[0].refs and _VERB_ALONE.fullmatch(unit.text):
        return said[0], []
    if not pending:
        return None, []
    refs = adr_links.listed_under(pending, unit.text, page.links)
    made = [Relation(kind, pending.back, ref, part, True, unit.n) for kind, ref, part in refs]
    return (pending if refs else None), made


def _told(page: Page, aside: set[int]) -> Iterator[Relation]:
    """What a sentence says: judgement, since its subject is only guessed at ("This ADR …", "These
    ranges have been superseded by …")."""
    for paragraph in page.paragraphs():
        if paragraph.n in aside:
            continue
        for sentence in re.split(r"(?<=[.!?])[*_]*\s+", paragraph.text):
            for said in adr_links.said_in(sentence, page.links):
                yield from _guessed(said, paragraph.n)


def _guessed(said: Said, n: int) -> Iterator[Relation]:
    bare = said.before.strip(" *_").lower()
    mine = re.match(r"(?:this|the present) (?:adr|decision|record|document|proposal)\b", bare)
    these = re.match(r"(?:this|these|it)\b", bare) if said.back else None
    if (mine or these) and not adr_links.mentions(said.before) and len(bare) < 80:
        for kind, ref, part in said.refs:
            if not mine and kind == "supersedes":
                kind, part = "amends", ""
            if ref.path or ref.number is not None:
                yield Relation(kind, said.back, ref, part, False, n)
