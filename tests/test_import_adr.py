"""Decision records of others: what is read in a file, and what becomes of a folder."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from carried import carried, formed, proposals
from conftest import SOAK
from driving import Driver
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.errors import Usage
from ledger.ingest.adr import read_adr
from ledger.ingest.adr_date import date_in
from ledger.ingest.adr_points import points_of
from ledger.ingest.adr_record import read_record
from ledger.ingest.adr_status import status_of, status_of_section

Files = dict[str, str]


def planned(files: Files) -> list[dict[str, Any]]:
    """The plan of files that lie in one folder."""
    lines = read_adr([(f"adr/{name}", text) for name, text in files.items()], project="ADR")
    formed(lines)
    return lines


def notes(lines: list[dict[str, Any]]) -> str:
    """What the plan says that it could not do."""
    return "".join(one["stdin"] for one in lines if one["argv"][:2] == ["item", "comment"])


def after(files: Files, tmp_path: Path, accept: bool = False) -> tuple[Driver, dict[str, str]]:
    """The ledger in which a folder was imported, and each decision's state by its title."""
    ledger = carried(planned(files), tmp_path / "l.db", accept)
    return ledger, decided(ledger)


def decided(ledger: Driver, item: str = "ADR-1") -> dict[str, str]:
    """The states of each decision's points by its title, but of reversals."""
    shown = ledger.do(f"show {item}")
    groups = ("in_force", "prospective", "contested", "replaced")
    ids = sorted({point["decision"] for group in groups for point in shown[group]})
    found: dict[str, str] = {}
    for one in ids:
        decision = ledger.do(f"show {one}")
        states = dict.fromkeys(point["state"] for point in decision["points"])
        if not decision["title"].endswith((" is superseded", " is deprecated")):
            found[decision["title"]] = " ".join(states)
    return found


def record(status: str, title: str = "One", more: str = "") -> str:
    """A record in the form of Nygard."""
    return (
        f"# {title}\n\nDate: 2024-03-01\n\n## Status\n\n{status}\n\n## Decision\n\nWe do.\n{more}"
    )


# --- the status

STATUSES = [
    ("Accepted", "accepted"),
    ("✅ **Approved** by the board", "accepted"),
    ("Decided", "accepted"),
    ("Implemented", "accepted"),
    ("Active since 2019", "accepted"),
    ("{accepted}", "accepted"),
    ("Proposed | **Accepted** | Rejected", "accepted"),
    ("Proposed → Accepted", "accepted"),
    ("Accepted, no superseding record", "accepted"),
    ("Accepted; not superseded by any other", "accepted"),
    ("Accepted, may be superseded by [2](0002-b.md)", "accepted"),
    ("[Accepted](../minutes/4.md)", "accepted"),
    ("Partly superseded", "accepted in part"),
    ("Accepted, superseded in part by 4", "accepted in part"),
    ("🤔 Proposed", "proposed"),
    ("draft", "proposed"),
    ("Pending review", "proposed"),
    ("on hold", "proposed"),
    ("Incomplete", "proposed"),
    ("not yet accepted", "proposed"),
    ("To be approved", "proposed"),
    ("Won't be implemented before May", "proposed"),
    ("❌ Rejected (see [3](0003-c.md))", "rejected"),
    ("Previously accepted, now rejected", "rejected"),
    ("Rejected, superseded by 3", "rejected"),
    ("Deprecated in favour of [3](0003-c.md)", "deprecated"),
    ("no longer in force", "deprecated"),
    ("⌛️ Superseded by [3](0003-c.md)", "superseded"),
    ("Superceded by 3", "superseded"),
    ("superseeded by ADR 0003", "superseded"),
    ("Accepted 2020-02-02, superseded 2021-01-01 by [3](0003-c.md)", "superseded"),
    ("replaced by 0003", "superseded"),
    ("Inactive", "unknown"),
    ("No superseding record", "unknown"),
    ("See [the accepted formats](formats.md)", "unknown"),
    ("{proposed | rejected | accepted | … | superseded by ADR-0123", None),
    ("Proposed/Accepted/Rejected", None),
    ("—", None),
    ("", None),
]


@pytest.mark.parametrize(("text", "kind"), STATUSES)
def test_a_status(text: str, kind: str | None) -> None:
    read = status_of(text)
    assert (read and read.kind + " in part" * read.part) == kind


@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (["Accepted", "Superceded by [3](0003-c.md)"], "superseded"),
        (["Proposed 2020-01-01", "Accepted 2020-02-01"], "accepted"),
        (["Accepted", "Rejected alternatives are below", "Open questions: none"], "accepted"),
        (["Accepted", "Amended 2024-02-17 to name the reader"], "accepted"),
        (["Rejected", "Superseded by [3](0003-c.md)"], "rejected"),
        (["Rejected", "Amended by [3](0003-c.md)"], "rejected"),
        (["Proposed", "Partly superseded by [3](0003-c.md)"], "proposed"),
        (["Accepted", "Deprecated, since nobody used it"], "deprecated"),
    ],
)
def test_a_status_of_several_lines(lines: list[str], kind: str) -> None:
    read = status_of_section(lines)
    assert read
    assert read.kind == kind


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2020-09-26", "2020-09-26"),
        ("{2023-11-10}", "2023-11-10"),
        ("2018/6/2 (updated 2019-01-01)", "2018-06-02"),
        ("12 June 2018", "2018-06-12"),
        ("June 2nd, 2018", "2018-06-02"),
        ("26.09.2020", "2020-09-26"),
        ("02.09.2020", "2020-09-02"),
        ("26/09/2020", "2020-09-26"),
        ("09/26/2020", "2020-09-26"),
        ("09/09/2020", "2020-09-09"),
        ("02/09/2020", ""),  # in two ways: never guessed
        ("2020-02-30", ""),
        ("{YYYY-MM-DD when it was last updated}", ""),
        ("12 Brumaire 1799", ""),
    ],
)
def test_a_date(text: str, date: str) -> None:
    assert date_in(text) == date


# --- a file

SPECIMENS: list[tuple[str, str, str]] = [
    (
        "adr-tools, with its spelling, wrapped",
        "# 2. B\n\nDate: 2024-03-01\n\n## Status\n\nSuperceded by\n[3. C](0003-c.md)\n",
        "superseded 2024-03-01 | superseded by 0003-c.md",
    ),
    (
        "Nygard, accepted, both directions",
        "# 2. B\n\n## Status\n\nAccepted\n\nSupercedes [1. A](0001-a.md)\n\n"
        "Amended by [4](0004-d.md)\n",
        "accepted | supersedes 0001-a.md; amended by 0004-d.md in part",
    ),
    (
        "MADR 2, whose comments do not count",
        "# B\n\n* Status: accepted <!-- superseded by [ADR-0005](0005-e.md) -->\n* Deciders: Ada, "
        "[Bo](bo.md) and Cy\n* Date: 12 June 2018\n\n## Links\n\n* [Link type] [Link to ADR] "
        "<!-- Refined by [ADR-0005](0005-e.md) -->\n* Refines [ADR-0001](0001-a.md)\n",
        "accepted 2018-06-12 Ada, Bo, Cy | refines 0001-a.md",
    ),
    (
        "MADR 3, superseded in the front matter",
        "---\nstatus: superseded by [ADR-0003](0003-c.md)\ndate: 2023-08-15\ndeciders: ada, bo\n"
        "consulted:\n---\n\n# B\n",
        "superseded 2023-08-15 ada, bo | superseded by 0003-c.md",
    ),
    (
        "MADR 4, people in a list, a comment after the value",
        '---\nstatus: "accepted" # superseded by ADR-0009\ndate: 2024-01-02\ndecision-makers:\n'
        "  - ada\n  - bo\n---\n# B\n",
        "accepted 2024-01-02 ada, bo |",
    ),
    (
        "log4brains: the date in the name, links by slug",
        "# B\n\n- Status: accepted\n- Tags: x\n\n## Links\n\n"
        "- Supersedes [20200101-a](20200101-a.md)\n",
        "accepted 2020-10-16 | supersedes 20200101-a.md",
    ),
    (
        "braces left around values",
        "---\nstatus: {proposed}\ndate: {2023-11-10}\ndeciders: {ada, bo}\n---\n# B\n",
        "proposed 2023-11-10 ada, bo |",
    ),
    (
        "a template's choice of words is no status, and names no record",
        '---\nstatus: "{proposed | accepted | superseded by ADR-0123}"\ndate: {YYYY-MM-DD}\n'
        "deciders: {list everyone involved}\n---\n# B\n",
        "none |",
    ),
    (
        "a badge",
        "# B\n\n![Status](https://img.shields.io/badge/status-accepted-green.svg)\n",
        "accepted |",
    ),
    (
        "a linked badge",
        "# B\n\n[![status](https://img.shields.io/badge/status-superseeded_by_ADR_0003-x.svg)]"
        "(0003-c.md)\n",
        "superseded | superseded by ADR 3; superseded by 0003-c.md",
    ),
    (
        "a table",
        "# B\n\n| Status | Accepted |\n|---|---|\n| Deciders | ada; bo |\n",
        "accepted ada, bo |",
    ),
    (
        "boxes that are ticked, words that are struck out",
        "# B\n\n## Status\n\n- [ ] Superseded by [3](0003-c.md)\n- [x] ~~Proposed~~ Accepted\n",
        "accepted |",
    ),
    (
        "a date and a target before the sections, the status after them",
        "# B\n\nDate: 2018-12-12\nSuperseded: 2019-12-19 by [C](0003-c.md)\n\n"
        "## Decision\n\nNo.\n\n"
        "## Status\n\nSuperseded\n",
        "superseded 2018-12-12 | superseded by 0003-c.md",
    ),
    (
        "the status as a line in its section, people in one of their own",
        "# B\n\nSupersedes: 20260423-a.md, [x](20260421-b.md)\n\n## Status\n\nStatus: Accepted\n\n"
        "## Decision Makers\n\n- ada\n",
        "accepted ada | supersedes 20260423-a.md; supersedes 20260421-b.md",
    ),
    (
        "a section of another record",
        "# B\n\n## Status\n\nAccepted\n\n## Context\n\n**Extends**: [ADR 53](0053-e.md)\n"
        '**Supersedes**: ADR 0053 §7 "Detection" only\n',
        "accepted | amended ADR 53 §7",
    ),
    (
        "a section of the newer record",
        "# B\n\n## Status\n\nSuperseded by ADR 3 §2\n\nAmended by [D](0004-d.md) §7\n",
        "superseded | superseded by ADR 3; amended by 0004-d.md in part",
    ),
    (
        "a heading that is a verb",
        "# B\n\n## Status\n\nAccepted\n\n## Supersedes\n\n- [A](0001-a.md)\n- ADR 4\n",
        "accepted | supersedes 0001-a.md; supersedes ADR 4",
    ),
    (
        "a list under a verb",
        "# B\n\n- Status: accepted\n- Supersedes:\n  - [A](0001-a.md)\n- Tags: ADR 9\n",
        "accepted | supersedes 0001-a.md",
    ),
    (
        "fences, quotes, comments, code and struck-out text say nothing",
        "# B\n\nStatus: accepted\n\n## Context\n\n```\nStatus: rejected\nSupersedes: ADR 1\n```\n\n"
        "    Supersedes: ADR 1\n\n> Superseded by [3](0003-c.md)\n\n"
        "<!--\nSupersedes: ADR 1\n-->\n\n"
        "`Supersedes: ADR 1` is how it is said.\n\n~~Supersedes: ADR 1~~\n",
        "accepted |",
    ),
    (
        "options and examples say nothing",
        "# B\n\n## Pros and Cons of the Options\n\n### A line\n\n"
        "Status: Accepted\nSupersedes: ADR 1\n\n"
        "![x](https://img.shields.io/badge/status-rejected-red.svg)\n\n## Decision Outcome\n\nA.\n",
        "none |",
    ),
    (
        "negations, conditions and other subjects",
        "# B\n\n## Status\n\nAccepted. There is no superseding ADR 4.\n\n## Context\n\n"
        "This ADR does not supersede [A](0001-a.md). It is not superseded by [C](0003-c.md). "
        "This ADR will be superseded by [C](0003-c.md). [ADR 5](0005-e.md) was superseded by "
        "[ADR 6](0006-f.md). A value of a reader supersedes the value of the system. "
        "Superseded by: none.\n",
        "accepted |",
    ),
    (
        "a sentence is a guess, whole of this record and in part of anything else",
        "# B\n\nStatus: accepted\n\n## Context\n\nThis ADR supersedes [A](0001-a.md).\n\n"
        "**These ranges have been superseded by [C](0003-c.md).**\n",
        "accepted | supersedes? 0001-a.md; amended by? 0003-c.md in part",
    ),
    (
        "numbers that name no record",
        "# B\n\nStatus: accepted\n\n## Links\n\n- Replaces 5 servers\n- Supersedes 2019-12-01\n"
        "- [ADR 5](0005-e.md) supersedes nothing\n",
        "accepted |",
    ),
    (
        "a reference whose target stands below",
        "# B\n\n## Status\n\nSuperseded by [the third][c].\n\n[c]: 0003-c.md\n",
        "superseded | superseded by 0003-c.md",
    ),
]


def told(path: str, text: str) -> str:
    """A record in one line."""
    read = read_record(path, text)
    said = []
    for one in read.relations:
        verb = {"amends": "amended", "refines": "refined", "supersedes": "superseded"}[one.kind]
        verb = f"{verb} by" if one.back else {"amended": verb}.get(verb, one.kind)
        what = one.ref.path or f"ADR {one.ref.number}"
        part = "" if one.part is None else f" §{one.part}" if one.part else " in part"
        said.append(f"{verb}{'' if one.certain else '?'} {what}{part}")
    head = [read.status or "none", read.date, ", ".join(read.deciders)]
    return f"{' '.join(filter(None, head))} | {'; '.join(said)}".strip()


@pytest.mark.parametrize(
    ("text", "said"), [one[1:] for one in SPECIMENS], ids=[s[0] for s in SPECIMENS]
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_file(text: str, said: str, ending: str) -> None:
    name = "adr/20201016-b.md" if "log4brains" in said or "20200101" in text else "adr/0002-b.md"
    assert told(name, text.replace("\n", ending)) == said


# --- points


@pytest.mark.parametrize(
    ("decision", "points"),
    [
        ("One thing.\n\nAnd another.", ["1 T"]),
        ("We will:\n\n1. A\n2. B\n   more\n\nTo be clear.", ["1 A", "2 B"]),
        ("To the questions:\n\n3. C\n4. D", ["3 C", "4 D"]),
        ("We will:\n\n* A\n\nwhy A\n\n* B\n\nwhy B", ["1 A", "2 B"]),
        ("- A\n- B", ["1 A", "2 B"]),
        ('Chosen option: "A", because:\n\n* cheap\n* quick', ["1 T"]),
        ("We go with A. It has disadvantages:\n\n* slow", ["1 T"]),
        ("Two of them:\n\n- A\n- B\n\nThen this.\n\nAnd then that.", ["1 T"]),
        ("### 1. A\n\na\n\n### 2. B\n\n- b\n\n### Overview\n\nx", ["1 A", "2 B"]),
        ("All of it.\n\n### 1. A\n\na\n\n### 7. B\n\nb", ["1 A", "7 B", "8 T"]),
        ("### A\n\na\n\n### Consequences\n\nbad", ["1 A"]),
        ("Chosen: A.\n\n### Consequences\n\n* Good", ["1 T"]),
        ("```\n### 1. A\n```", ["1 T"]),
        ("", ["1 T"]),
    ],
)
def test_points(decision: str, points: list[str]) -> None:
    read = points_of(
        read_record("adr/0001-t.md", f"# T\n\n## Decision\n\n{decision}\n\n## Consequences\n\nx\n")
    )
    assert [f"{one.label} {one.title}" for one in read] == points


def test_the_proposal_is_the_point_where_nothing_was_decided() -> None:
    text = "# T\n\n## What’s proposed\n\nTwo clusters.\n\n## Context\n\nx\n\n## Decision\n\nTBD\n"
    assert points_of(read_record("adr/1.md", text)) == [("1", "T", "Two clusters.")]
    text = "# T\n\n## Context\n\nx\n\n## Decision Outcome\n"
    assert points_of(read_record("adr/1.md", text)) == [("1", "T", "")]


def test_what_follows_an_item_belongs_to_it() -> None:
    text = "# T\n\n## Decision\n\nWe will:\n\n* A\n  a\n\nwhy A\n\n* B\n"
    assert points_of(read_record("adr/1.md", text)) == [("1", "A", "a\n\nwhy A"), ("2", "B", "")]


HOSTILE = [
    "Supersedes: D1",
    "Amends: $3",
    "Held for: owner, later",
    "- amends: D1.1",
    "```\nnever closed",
    "<!-- never closed",
    "~~~~\n```\n~~~~",
    "> quoted\n\n---\n\ntext",
    "a\rb",
]


@pytest.mark.parametrize("body", HOSTILE)
def test_a_text_never_becomes_an_act(body: str) -> None:
    """Effects, holds and headings of a text are text; what it holds is in the point, unchanged."""
    lines = planned({"0001-a.md": record("Accepted", "A").replace("We do.", f"x\n\n{body}")})
    (draft,) = proposals(lines)
    assert [point["effects"] for point in draft["points"]] == [[]]
    assert [point["hold"] for point in draft["points"]] == [None]
    assert body in draft["points"][0]["text"]


@pytest.mark.parametrize(
    "title", ["$5 a month", "-f", "--as x", "# x #", "D1: x", "Amends: D1", "2. x"]
)
def test_a_title_is_never_an_argument_of_another_kind(title: str, tmp_path: Path) -> None:
    lines = planned({"0001-a.md": record("Accepted", title)})
    ledger = carried(lines, tmp_path / "l.db")
    assert ledger.state("D1.1") == "in-force"


def test_a_heading_within_a_section_is_no_point() -> None:
    text = record("Accepted", "A").replace("We do.", "### 1. One\n\n#### 2. Two\n\n## 3. no")
    (draft,) = proposals(planned({"0001-a.md": text}))
    assert [point["text"] for point in draft["points"]] == ["One\n```text\n#### 2. Two\n```"]


def test_the_file_is_kept_byte_for_byte() -> None:
    text = "\ufeff" + record("Accepted", "A", "\r\n\ttail \u202e").replace("\n", "\r\n")
    said = [one["stdin"] for one in planned({"0001-a.md": text}) if one["argv"][1] == "say"]
    assert said == [text]


# --- a folder

A, B, C = "0001-a.md", "0002-b.md", "0003-c.md"
BY_B = "Superseded by [B](0002-b.md)"
OF_A = "Accepted\n\nSupersedes [A](0001-a.md)"


@pytest.mark.parametrize(
    ("files", "states", "noted"),
    [
        ({A: record("Accepted", "A")}, {"A": "in-force"}, ""),
        ({A: record(BY_B, "A"), B: record(OF_A, "B")}, {"A": "superseded", "B": "in-force"}, ""),
        (
            {A: record("Accepted", "A"), B: record(OF_A, "B")},
            {"A": "superseded", "B": "in-force"},
            "",
        ),
        (
            {A: record(BY_B, "A"), B: record("Accepted", "B")},
            {"A": "superseded", "B": "in-force"},
            "",
        ),
        # The newer one stands first in the order of paths.
        (
            {A: record("Accepted\n\nSupersedes [B](0002-b.md)", "A"), B: record("Accepted", "B")},
            {"B": "superseded", "A": "in-force"},
            "",
        ),
        (
            {
                A: record(BY_B, "A"),
                B: record("Superseded by [C](0003-c.md)", "B"),
                C: record("Accepted", "C"),
            },
            {"A": "superseded", "B": "superseded", "C": "in-force"},
            "",
        ),
        (
            {A: record(BY_B, "A")},
            {"A": "reversed"},
            "`[B](0002-b.md)`, which is not among the files: reversed",
        ),
        (
            {A: record("Accepted", "A", "\n## Links\n\n- Superseded by [B](0002-b.md)\n")},
            {"A": "reversed"},
            "reversed by report",
        ),
        ({A: record("Superseded", "A")}, {"A": "reversed"}, ""),
        ({A: record("Deprecated", "A")}, {"A": "reversed"}, ""),
        ({A: record("Rejected", "A")}, {}, ""),
        ({A: record("Proposed", "A")}, {}, ""),
        ({A: "# A\n\n## Decision\n\nx\n"}, {}, ""),
        ({A: record("Vacant", "A")}, {}, "status `Vacant` is not known: kept open"),
        # A link names its file, never another one of the same number.
        (
            {
                A: record("Superseded by [ADR 2](https://example.org/adr/0002-other.md)", "A"),
                B: record("Accepted", "B"),
            },
            {"A": "reversed", "B": "in-force"},
            "0002-other.md)`, which is not among the files",
        ),
        (
            {
                A: record("Superseded by [ADR 2](https://example.org/adr/0002-b.md)", "A"),
                B: record("Accepted", "B"),
            },
            {"A": "superseded", "B": "in-force"},
            "",
        ),
        # A number that two files have names neither.
        (
            {
                A: record("Superseded by ADR 2", "A"),
                B: record("Accepted", "B"),
                "0002-x.md": record("Accepted", "X"),
            },
            {"A": "reversed", "B": "in-force", "X": "in-force"},
            "which is 2 files here: adr/0002-b.md, adr/0002-x.md",
        ),
        (
            {A: record("Superseded by 2", "A"), B: record("Accepted", "B")},
            {"A": "superseded", "B": "in-force"},
            "",
        ),
        # What is not decided displaces nothing.
        (
            {A: record(BY_B, "A"), B: record("Proposed", "B")},
            {"A": "reversed"},
            "superseded by adr/0002-b.md, but adr/0001-a.md is superseded in the end",
        ),
        (
            {A: record("Accepted", "A"), B: record("Proposed\n\nSupersedes 1", "B")},
            {"A": "in-force"},
            "",
        ),
        (
            {A: record("Accepted", "A"), B: record("Rejected\n\nSupersedes 1", "B")},
            {"A": "in-force"},
            "supersedes adr/0001-a.md, but adr/0002-b.md was rejected",
        ),
        (
            {A: record("Proposed", "A"), B: record(OF_A, "B")},
            {"B": "in-force"},
            "supersedes adr/0001-a.md, but adr/0001-a.md was not decided",
        ),
        (
            {A: record("Deprecated", "A"), B: record(OF_A, "B")},
            {"A": "superseded", "B": "in-force"},
            "",
        ),
        (
            {A: record("Accepted", "A"), B: record(OF_A, "B"), C: record(OF_A, "C")},
            {"A": "superseded", "B": "in-force", "C": "in-force"},
            "is superseded by adr/0002-b.md in the end",
        ),
        # A circle supersedes nothing, and neither does a record itself.
        (
            {
                A: record("Accepted\n\nSupersedes 2", "A"),
                B: record("Accepted\n\nSupersedes 1", "B"),
            },
            {"A": "in-force", "B": "in-force"},
            "in a circle",
        ),
        (
            {A: record("Accepted\n\nSupersedes [A](0001-a.md)", "A")},
            {"A": "in-force"},
            "which is itself",
        ),
        # Refining leaves in force; of what falls it says nothing.
        (
            {A: record("Accepted", "A"), B: record("Accepted\n\nRefines ADR 1", "B")},
            {"A": "in-force", "B": "in-force"},
            "",
        ),
        (
            {
                A: record("Superseded by 3", "A"),
                B: record("Accepted\n\nRefines ADR 1", "B"),
                C: record("Accepted", "C"),
            },
            {"A": "superseded", "B": "in-force", "C": "in-force"},
            "refines adr/0001-a.md, but adr/0001-a.md is superseded by adr/0003-c.md in the end",
        ),
        (
            {A: record("Accepted", "A"), B: record("Accepted\n\nReplaces 1", "B")},
            {"A": "in-force", "B": "in-force"},
            "",
        ),
        (
            {A: record("Deprecated", "A"), B: record("Accepted\n\nAmends 1", "B")},
            {"A": "reversed", "B": "in-force"},
            "is deprecated in the end",
        ),
    ],
)
def test_a_folder(files: Files, states: dict[str, str], noted: str, tmp_path: Path) -> None:
    """What stands, what fell, and what the comment says, in a real ledger."""
    ledger, found = after(files, tmp_path)
    assert found == states
    said = notes(planned(files))
    assert noted in said
    assert bool(noted) == bool(said)
    assert ledger.do("show ADR-1")["item"]["state"] == "open"


def test_refining_is_an_effect(tmp_path: Path) -> None:
    files = {A: record("Accepted", "A"), B: record("Accepted\n\nRefines [A](0001-a.md)", "B")}
    ledger, _ = after(files, tmp_path)
    (effect,) = ledger.do("show D2.1")["point"]["effects"]
    assert (effect["verb"], effect["targets"]) == ("refines", ["D1.1"])


LIST = "# A\n\n## Status\n\nAccepted\n\n## Decision\n\nWe will:\n\n1. one\n2. two\n"


@pytest.mark.parametrize(
    ("status", "points"),
    [
        ("Amends [A](0001-a.md)", "amended amended"),
        ("Supersedes ADR 1 §2", "in-force amended"),
        ("Partly supersedes [A](0001-a.md)", "amended amended"),
        ("Supersedes ADR 1 point 2, ADR 1 point 1", "amended amended"),
    ],
)
def test_in_part_takes_judgement(status: str, points: str, tmp_path: Path) -> None:
    """The newer record is in force either way; the older one is amended only where the inferred
    lines are accepted."""
    files = {A: LIST, B: record(f"Accepted\n\n{status}", "B")}
    (guess,) = (one for one in planned(files) if one.get("inferred"))
    assert "Amends: $" in guess["stdin"]
    ledger, _ = after(files, tmp_path)
    assert ledger.states("D1.1", "D1.2", "D2.1") == "in-force in-force in-force"
    (tmp_path / "l.db").unlink()
    ledger, _ = after(files, tmp_path, accept=True)
    assert ledger.states("D1.1", "D1.2", "D2.1") == f"{points} in-force"


def test_a_section_that_is_not_there_is_noted() -> None:
    lines = planned({A: LIST, B: record("Accepted\n\nSupersedes ADR 1 §9", "B")})
    assert not any(one.get("inferred") for one in lines)
    assert "adr/0001-a.md §9, which has no point 9" in notes(lines)


def test_one_record_amends_a_point_and_the_next_is_noted(tmp_path: Path) -> None:
    amends = "Accepted\n\nAmends ADR 1 point 2"
    files = {A: LIST, B: record(amends, "B"), C: record(amends, "C")}
    _, found = after(files, tmp_path, accept=True)
    assert found == {"A": "in-force amended", "B": "in-force", "C": "in-force"}
    assert "of which another record amends the same" in notes(planned(files))


def test_partly_superseded_is_in_force_until_somebody_says_of_what(tmp_path: Path) -> None:
    """The older record says in part, and the newer one in a sentence."""
    files = {
        A: record("Partly superseded", "A"),
        B: record("Accepted", "B", "\n## Context\n\nThis ADR in part supersedes [A](0001-a.md).\n"),
    }
    _, found = after(files, tmp_path)
    assert found == {"A": "in-force", "B": "in-force"}
    assert sum(bool(one.get("inferred")) for one in planned(files)) == 1


def test_a_sentence_alone_takes_judgement_and_a_status_settles_it(tmp_path: Path) -> None:
    context = "\n## Context\n\nThis ADR supersedes [A](0001-a.md).\n"
    files = {A: record("Accepted", "A"), B: record("Accepted", "B", context)}
    assert any(one.get("inferred") for one in planned(files))
    _, found = after(files, tmp_path)
    assert found == {"A": "in-force", "B": "in-force"}
    (tmp_path / "l.db").unlink()
    _, found = after({**files, A: record("Superseded", "A")}, tmp_path)
    assert found == {"A": "superseded", "B": "in-force"}


def test_a_sentence_does_not_settle_what_a_status_says_of_another(tmp_path: Path) -> None:
    context = "\n## Context\n\nThis ADR supersedes [A](0001-a.md).\n"
    files = {A: record("Superseded by [Z](0009-z.md)", "A"), B: record("Accepted", "B", context)}
    _, found = after(files, tmp_path)
    assert found == {"A": "reversed", "B": "in-force"}


def test_a_waiting_decision_of_our_own_waits() -> None:
    """Exported as `proposed`, it is a decision that waits; what it supersedes stands until then."""
    own = "---\nstatus: proposed\ndate: 2026-06-22\n---\n# B\n\n## Decision Outcome\n\nx\n"
    lines = planned({A: record("Accepted", "A"), "D7-b.md": own})
    assert [one["ratifier"] for one in lines if "ratifier" in one] == ["owner"]
    foreign = planned({A: record("Accepted", "A"), "0007-b.md": own})
    assert sum(one["argv"][0] == "decide" for one in foreign) == 1


def test_what_stands_where_is_said_of_whom_and_when() -> None:
    head = "---\nstatus: accepted\ndate: 2024-01-02\ndecision-makers: ada, bo\n---\n"
    text = f"{head}# A\n\n## Decision\n\nx\n"
    lines = planned({A: text})
    (ruled,) = (one for one in lines if one["argv"][0] == "decide")
    assert ruled["reported"] == {"actor": "ada, bo", "source": "adr/0001-a.md, line 2"}
    assert {one.get("said_at") for one in lines} == {"2024-01-02T00:00:00.000Z"}
    assert proposals(lines)[0]["sources"] == ["adr/0001-a.md"]


def test_a_date_that_can_be_read_in_two_ways_is_not_claimed() -> None:
    lines = planned({A: record("Accepted", "A").replace("2024-03-01", "02/09/2020")})
    assert not any("said_at" in one for one in lines)
    assert "date `02/09/2020`" in notes(lines)


def test_one_item_a_folder_in_the_order_of_their_names() -> None:
    files = [
        ("b/0001-x.md", record("Accepted")),
        ("a\\0001-x.md", record(BY_B)),
        ("0001-y.md", record("Accepted")),
    ]
    lines = read_adr(files, project="P", first=4)
    formed(lines)
    items = [one["argv"][3:] for one in lines if one["argv"][:2] == ["item", "new"]]
    assert items == [
        ["Decision records", "--key", "P-4"],
        ["Decision records of a", "--key", "P-5"],
        ["Decision records of b", "--key", "P-6"],
    ]


def test_a_link_into_another_folder(tmp_path: Path) -> None:
    files = [
        ("x/0001-a.md", record("Superseded by [B](../y/0001-a.md#decision)", "A")),
        ("y/0001-a.md", record("Accepted", "B")),
    ]
    ledger = carried(read_adr(files, project="ADR"), tmp_path / "l.db")
    assert ledger.states("D1.1", "D2.1") in ("superseded in-force", "in-force superseded")
    # The item of A sees what acts on it (concepts.md, "In force" 10).
    assert decided(ledger) == {"A": "superseded", "B": "in-force"}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("README.md", "# Records\n\nStatus: Accepted\n"),
        ("index.md", "# All"),
        ("adr-template.md", record("Accepted")),
        ("0000-template.md", record("Accepted")),
        ("0009-x.md", "# {short title}\n\n## Decision\n\n{x}\n"),
        ("glossary.md", "# Words\n\nA word.\n"),
        ("0009-empty.md", " \n"),
    ],
)
def test_what_is_no_record_is_named_and_not_imported(name: str, text: str) -> None:
    lines = planned({A: record("Accepted", "A"), name: text})
    assert sum(one["argv"][:2] == ["brainstorm", "open"] for one in lines) == 1
    assert f"adr/{name}: " in notes(lines)
    assert (
        len(planned({A: record("Accepted", "A"), "0012-template-engine.md": record("Accepted")}))
        == 9
    )


def test_the_same_files_in_any_order_give_the_same_plan() -> None:
    files = [(f"adr/{name}", record(OF_A if name != A else BY_B)) for name in (A, B, C)]
    assert read_adr(files, project="P") == read_adr(files[::-1], project="P")


# --- faults


@pytest.mark.parametrize(
    ("files", "message", "line"),
    [
        ([], "no decision record in no file", 1),
        ([("README.md", "# x\n")], "no decision record in README.md", 1),
        ([("a/1.md", "x\n\0")], "a/1.md, line 2: U+0000 is refused in a text", 2),
        ([("a/1.md", "\ud800")], "a/1.md, line 1: U+D800 is refused in a text", 1),
        ([("a/1.md", "x"), ("./a/1.md", "y")], "a/1.md, line 1: this file is given twice", 1),
    ],
)
def test_faults_name_file_and_line(files: list[tuple[str, str]], message: str, line: int) -> None:
    with pytest.raises(Usage) as caught:
        read_adr(files, project="P")
    (fault,) = caught.value.more["faults"]
    assert fault["message"] == message == caught.value.message
    assert fault["position"]["line"] == line


def test_all_faults_at_once() -> None:
    with pytest.raises(Usage) as caught:
        read_adr([("a/1.md", "\0"), ("a/2.md", "\n\0")], project="P")
    assert [one["file"] for one in caught.value.more["faults"]] == ["a/1.md", "a/2.md"]


def test_a_project_is_one() -> None:
    with pytest.raises(Usage, match="is not a project"):
        read_adr([("a/1.md", "# x\n")], project="p")


# --- whatever comes

PIECES = [
    "---", "status: accepted", "status: {proposed | accepted}", "# Title", "## Status",
    "## Decision", "## Decision Outcome", "### 1. One", "### 2) Two", "## Links", "Accepted",
    "Rejected", "Proposed", "Deprecated", "Superseded by [2](0002-b.md)",
    "- Supersedes [1](0001-a.md)", "Amends ADR 1 §1", "Supersedes: ADR 2 §2", "Refines 3",
    "This ADR supersedes [3](0003-c.md).", "- one", "1. two", "9. x", "999999999. x", "0. x",
    "We will:", "```", "~~~", "> quoted", "<!--", "-->", "<div>", "    code", "`", "``", "~~",
    "Supersedes: D1", "Amends: $1", "Held for: owner", "[x]: y.md", "| a | b |",
    "| Status | Accepted |", "Date: 02/09/2020", "Date: 2020-01-01", "Deciders: a, b", "[ ] x",
    "===", "\t", "\r", "", " ", "\ufeff", "\u2028",
    "![x](https://e.org/badge/status-accepted-x.svg)", "TBD", "###", "#", "- ", "1.", "* * *",
    "Superseded by",
]  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=25).map("\n".join)
NAMES = st.sampled_from([A, B, C, "D7-d.md", "x/0001-a.md", "template.md", "README.md", "-f.md"])


@given(st.dictionaries(NAMES, TEXT, min_size=1, max_size=5))
def test_no_text_breaks_the_reader(files: Files) -> None:
    """A plan of the known form, or faults that name a file and a line; the same each time."""
    given_files = list(files.items())
    try:
        lines = read_adr(given_files, project="P")
    except Usage as error:
        faulty = [one["position"]["line"] for one in error.more["faults"]]
    else:
        faulty = [1]
        formed(lines)
    assert faulty
    assert min(faulty) >= 1


SAYS = [
    "Supersedes: [A](0001-a.md)",
    "Superseded by ADR 3",
    "Amends 4",
    "This ADR supersedes ADR 4.",
]
WRAPS = [
    "```\n{}\n```", "~~~ text\n{}\n~~~", "> {}", "> - {}", "<!-- {} -->", "<!--\n\n{}\n-->",
    "`{}`", "~~{}~~", "    {}", "<div>\n{}\n</div>", "It is not so: {}", "There is no {}",
    "If it were {}", "[ADR 9](0009-x.md): {}", "## Considered Options\n\n- {}\n\n## Links",
    "### Pros and Cons\n\n{}\n\n## Status\n\nAccepted",
]  # fmt: skip


RULED = ["Accepted", "Superseded", "Deprecated", "Rejected", "Proposed", "Partly superseded"]
VERBS = ["Supersedes", "Superseded by", "Amends", "Amended by", "Partly supersedes", "Refines"]
RELATED = st.tuples(st.sampled_from(VERBS), st.sampled_from("1234"), st.sampled_from(["", " §2"]))
RECORD = st.tuples(st.sampled_from(RULED), st.lists(RELATED, max_size=2), st.booleans())


@settings(max_examples=200 if SOAK else 10)
@given(st.lists(RECORD, min_size=2, max_size=4), st.booleans())
def test_whatever_records_say_of_each_other_can_be_carried_out(
    records: list[tuple[str, list[tuple[str, str, str]], bool]], accept: bool
) -> None:
    """No line is refused, with or without judgement; what says that it stands, and of what nobody
    says otherwise, stands."""
    files: Files = {}
    for n, (status, related, listed) in enumerate(records, 1):
        said = "".join(f"\n\n{verb} ADR {other}{part}" for verb, other, part in related)
        text = record(status + said, f"R{n}")
        files[f"000{n}-r.md"] = text.replace("We do.", "We will:\n\n- a\n- b" if listed else "x")
    with TemporaryDirectory() as folder:
        _, found = after(files, Path(folder), accept)
    verbs = {verb for _, related, _ in records for verb, _, _ in related}
    for n, (status, related, _) in enumerate(records, 1):
        if status != "Rejected" and "Superseded by" in [verb for verb, _, _ in related]:
            status = "Superseded"
        assert (f"R{n}" in found) == (status not in ("Rejected", "Proposed"))
        if status == "Accepted" and verbs <= {"Refines"}:
            assert found[f"R{n}"] == "in-force"
        if status in ("Superseded", "Deprecated"):
            assert found[f"R{n}"] in ("superseded", "reversed")


@given(st.lists(st.tuples(st.sampled_from(WRAPS), st.sampled_from(SAYS)), max_size=6))
def test_what_is_quoted_denied_or_weighed_is_no_relation(pieces: list[tuple[str, str]]) -> None:
    said = "\n\n".join(wrap.format(text) for wrap, text in pieces)
    read = read_record("adr/0002-b.md", f"# B\n\nStatus: accepted\n\n{said}\n")
    assert (read.status, read.relations) == ("accepted", [])


@given(st.dictionaries(st.sampled_from([A, B, C]), TEXT, min_size=1, max_size=3))
def test_no_act_comes_from_nowhere(files: Files) -> None:
    """An effect acts on a decision of the plan that a record names; holds are never read."""
    try:
        lines = read_adr(list(files.items()), project="P")
    except Usage:
        return
    words = "".join(files.values()).lower()
    for draft in proposals(lines):
        for point in draft["points"]:
            assert point["hold"] is None
            for effect in point["effects"]:
                assert effect["verb"] == "reverses" or effect["verb"][:5] in words


@pytest.mark.parametrize(
    "text",
    [
        "superseded " * 20_000,
        "superseded by " + "[" * 50_000,
        "superseded 1" + "1" * 100_000,
        "![" * 50_000,
        "![](" + "a" * 100_000,
        "[![](" * 20_000,
        "`" * 30_000 + " ``" * 20_000,
        "<!--" * 50_000,
        "Supersedes: ADR 1\n\n" * 5_000,
        "This ADR supersedes [a](b.md). " * 5_000,
        "~~" * 50_000,
        "- " * 2_000 + "x",
        "# a\n" * 5_000,
        "\n".join(f"### {n}. x" for n in range(5_000)),
        "Status: " + "not " * 30_000 + "accepted",
        "a:" * 50_000,
    ],
    ids=lambda text: text[:14],
)
def test_no_text_takes_long(text: str) -> None:
    """Some 100 KB of the worst take about a second; a quadratic expression would take minutes."""
    start = time.process_time()
    formed(
        read_adr(
            [("adr/0001-a.md", f"# A\n\nStatus: accepted\n\n## Decision\n\n{text}\n")], project="P"
        )
    )
    assert time.process_time() - start < 20
