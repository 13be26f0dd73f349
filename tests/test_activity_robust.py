"""The activity importer on any text: it reads it or says what is wrong, and loses nothing.

Source: exchange.md, "Imports": all importers are pure; faults name their line.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import pytest
from activity_plans import FERRIES, did, named, page, plan, run, sound
from driving import faults_of
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ledger.core.errors import Usage
from ledger.ingest.activity_file import proposal
from ledger.ingest.activity_text import mask
from ledger.ingest.proposal import read_markdown

STORM = "bs-0123456789a"
PIECES = [
    "• ann commented · 2025-01-01\n",
    "• Bob Lee pondered · 3d ago\r\n",
    "* ann closed — 2025-01-02\n",
    "• ann commented · soon\n",
    "DECISION",
    f" ({STORM}, all 3, closed 2025-01-01): ",
    f"FINAL ratified ({STORM}). ",
    f"REVERSAL ({STORM}). ",
    "CORRECTION: ",
    f"Decision amendment ({STORM}): ",
    "#9 RESOLVED: ",
    "OPEN here: #9 bells",
    "FIX: ",
    "Rest of bells decision unchanged",
    "bells ring at night",
    "bells DISABLED",
    "PASSED, proven. ",
    "amends (1)",
    "(1) ",
    "(2) ",
    "(3a) ",
    "1=b ",
    "2: ",
    ". ",
    "; ",
    ", ",
    "OWNERS: ann=ring. ",
    "NEXT: x; y",
    "HELD for ann",
    "Pending Bob confirms: a + b",
    "REPLACES a with b ",
    "Sources: https://example.org/a, b",
    "REJECTED c",
    "no action now",
    "Amends: D1.1\n",
    "## 1. x\n",
    "Held for: owner\n",
    "- ",
    "1. ",
    "    ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "```",
    "```\n",
    "~~~\n",
    "> ",
    "'",
    '"',
    "(",
    ")",
    "<!--",
    "-->",
    "<div>\n",
    "#",
    "***",
    "- - -",
    "$1",
    "$1.2",
    "·",
    " — ",
    "Activity\n",
    "Questions\n",
    "Sub-tickets — 1/2 done\n",
    "HAR-7 Ropes\n",
    "\u2028",
    "\x0b",
    "\x1c",
    "\ufeff",
    "\0",
    "é😀",
]
SOUP = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map("".join)
PAGES = SOUP | SOUP.map(
    lambda text: f"A title\n\nActivity\n\n• ann commented · 2025-01-01\n  {text}"
)


@given(PAGES)
@settings(max_examples=150)
def test_any_text_gives_a_sound_plan_or_faults(text: str) -> None:
    try:
        lines = plan(text)
    except Usage:
        faults_of(plan, text)
        return
    sound(lines)
    assert plan(text) == lines


@given(PAGES)
@settings(max_examples=100)
@example("T\nActivity\n• ann pondered · 2025-01-01\n\n  \n x\n\u2028\n")
def test_nothing_of_a_page_is_lost(text: str) -> None:
    try:
        lines = plan(text)
    except Usage:
        return
    kept = ["\n".join([*line["argv"], line.get("stdin", "")]) for line in lines]
    for line in text.removeprefix("\ufeff").split("\n"):
        bare = line.strip(" \t\r")
        if bare[:1] in "•*-·" or bare.startswith(("HAR-", "Activity", "Questions")):
            continue  # a bullet is who said it and when; a sub-ticket is its key and its title
        assert any(bare in one for one in kept), bare


@given(
    st.integers(0, 8_000), st.integers(0, 400), st.sampled_from(["", "\n", "\r\n", "```\n", "("])
)
@settings(max_examples=30)
def test_a_page_that_is_cut_or_torn(at: int, gone: int, put: str) -> None:
    text = FERRIES.read_text("utf-8")
    torn = text[:at] + put + text[at + gone :]
    for one in (torn, text[:at]):
        try:
            sound(plan(one))
        except Usage:
            faults_of(plan, one)


@given(SOUP)
def test_a_mask_is_as_long_as_its_text_and_keeps_its_lines(text: str) -> None:
    text = text.replace("\0", "")
    masked = mask(text)
    assert len(masked) == len(text)
    assert all(a in (b, "\0") and (b != "\n" or a == b) for a, b in zip(masked, text, strict=True))


WORDS = ["bells", "ropes", "boats", "night", "chain", "quay", "watch", "pilots"]
SAYINGS = st.lists(st.sampled_from(WORDS), min_size=2, max_size=4).map(" ".join)
CUES = ["", " DISABLED", " stay", " is INVALID", " must ring", " PASSED", " deferred", " no more"]
STATEMENT = st.builds(lambda said, cue: said + cue, SAYINGS, st.sampled_from(CUES))
STORMS = st.sampled_from([STORM, "bs-another0001"])
HEADS = st.sampled_from(
    ["DECISION ({}): ", "REVERSAL ({}). ", "CORRECTION ({}): ", "Amendment ({}): ", "", "PASSED: "]
)
ACTS = st.builds(
    lambda head, storm, said: (
        head.format(storm) + " ".join(f"({n}) {one}." for n, one in enumerate(said, 1))
    ),
    HEADS,
    STORMS,
    st.lists(STATEMENT, min_size=1, max_size=4),
)
NAMED = st.builds(
    lambda verb, n, storm: f"DECISION ({storm}): it {verb} ({n}).",
    st.sampled_from(["amends", "supersedes", "reverses", "refines", "upholds", "restores"]),
    st.integers(1, 4),
    STORMS,
)
BALLOTS = st.builds(
    lambda storm, said: (
        f"FINAL ratified ({storm}). " + " ".join(f"{n}=a {one}." for n, one in enumerate(said, 1))
    ),
    STORMS,
    st.lists(STATEMENT, max_size=3),
)


@given(st.lists(ACTS | NAMED | BALLOTS, min_size=2, max_size=7), st.booleans())
@settings(max_examples=10)
def test_a_real_ledger_bears_any_plan(bodies: list[str], accept: bool) -> None:
    """An import is all or nothing: a plan names no target that the law would refuse."""
    lines = plan(page(*bodies))
    sound(lines)
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder) / "l.db", lines, accept)


TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=6).map("".join)


@given(TEXTS, TEXTS)
def test_a_proposal_gives_every_text_back(text: str, beside: str) -> None:
    text, beside = text.replace("\0", "").strip(), beside.replace("\0", "")
    if not text or any("\ud800" <= char <= "\udfff" for char in text + beside):
        return
    made = proposal(
        beside,
        [("1", text, [("upholds", "D1")], "owner, x"), ("2", "y", [], "")],
        [beside, "kept"],
        [("ann", beside), ("", "kept")],
        [beside, "kept"],
    )
    read = read_markdown(made)
    first, second = read["points"]
    assert (first["effects"], first["hold"]) == (
        [{"verb": "upholds", "targets": ["D1"]}],
        {"seat": "owner", "reason": "x"},
    )
    assert first["text"] == text or text in first["text"]
    assert second["text"] == "y"
    for kept in (read["rejected"], read["sources"], [one["text"] for one in read["actions"]]):
        assert kept[-1] == "kept"


HOSTILE = [
    "(", "((a) ", '"x ', "'x ", "` ", "``` ", "(1) ", "1=b ", "no a ", f"{STORM} ", "<!-- ",
    "amends (1), ", "#9 ", "A-1 ", "f0", "  ", " - ", "REPLACES a ", "a.b/", "Pending x OK: a + ",
    "a=b. ", "must ", "and 1 ", "\n  > a", "\n  ```x", "A B ", "x#1 ",
]  # fmt: skip


@pytest.mark.parametrize("head", ["", f"DECISION ({STORM}): ", f"FINAL ratified ({STORM}). "])
@pytest.mark.parametrize("piece", HOSTILE)
def test_a_long_line_takes_no_time(head: str, piece: str) -> None:
    """Were reading it quadratic, it would take minutes."""
    begun = time.monotonic()
    plan(page(head + piece * (40_000 // len(piece))))
    assert time.monotonic() - begun < 20


def test_what_is_inferred_can_be_left_out() -> None:
    """The lines that are not inferred, numbered as they are, name none that is."""
    lines = plan(FERRIES.read_text("utf-8"))
    inferred = {n for n, line in enumerate(lines, 1) if line.get("inferred")}
    assert len(inferred) == 16
    assert not inferred & {n for line in lines if not line.get("inferred") for n in named(line)}
    assert len(did(lines, "decide")) == 10
