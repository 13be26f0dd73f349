"""Pages read back by our own reader (exchange.md). What other people's renderers read, and what
hostile texts do: `test_nasty.py`."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driving import Driver
from test_export import page_of, tell

from ledger.core.errors import Usage
from ledger.export import readback

DAY = "2026-06-22T10:04:1"


def test_the_worked_example_of_the_module_runs() -> None:
    result = doctest.testmod(readback)
    assert result.attempted > 0
    assert result.failed == 0


# --- our own reader


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    made = Driver(tmp_path_factory.mktemp("story") / "l.db", f"{DAY}0Z", "story")
    tell(made)
    return made


def same(made: Driver, ident: str) -> list[dict[str, Any]]:
    """The drafts of a page, after a check that they are the entries of the log."""
    page = page_of(made, ident)
    found = readback.read(page)
    rows = made.do(f"log {ident} --texts")["rows"]
    drafts: list[dict[str, Any]] = found["drafts"]
    assert found["subject"] == ident
    assert [(one["seq"], one["actor"], one["said"]) for one in drafts] == [
        (row["seq"], row["actor"], row["headline"]) for row in rows
    ]
    assert [[one["text"] for one in draft["texts"]] for draft in drafts] == [
        row["texts"] for row in rows
    ]
    lines = page.split("\n")
    for text in (one for draft in drafts for one in draft["texts"]):
        assert lines[text["line"] - 1].endswith("```text")
    return drafts


def test_the_drafts_are_the_entries_with_their_texts_and_labels(story: Driver) -> None:
    for ident in ("D1", "D2", *(one["id"] for one in story.do("show EVO-1")["brainstorms"])):
        same(story, ident)
    drafts = same(story, "EVO-1")
    named = [(one["name"], one["label"], one["more"]) for d in drafts for one in d["texts"]]
    assert ("point", "2", "supersedes D1.1") in named
    assert ("action", "1", "for venus") in named
    assert ("title", "", "") in named
    assert ("", "", "") in named
    assert ("rejected", "1", "") in named


def test_the_example_is_read(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[1] / "exports"
    made = Driver(tmp_path / "l.db")
    code, _ = made.run(f"import export {root / 'ledger.json'}")
    assert code == 0
    drafts = same(made, "EVO-26")
    named = {(one["name"], one["label"]) for d in drafts for one in d["texts"]}
    assert {("point", "3a"), ("question", "1"), ("question 1 option", "b")} <= named
    assert ("answer 1 refinement", "") in named


def wrong(page: str) -> Iterator[tuple[str, str]]:
    """(what was done, a page that is not as it was written)."""
    yield "the header", page.replace("ledger export 1", "ledger export 9", 1)
    yield "a line before", "\n" + page
    yield "CRLF", page.replace("\n", "\r\n")
    yield "a word of a text", page.replace("\nThen why:\n", "\nThen who:\n")
    yield (
        "an entry less",
        re.sub(r"\n- warden ratified .*", "", page, count=1).replace(
            "## Activity\n", "## Activity\nx\n"
        ),
    )
    yield "an entry again", re.sub(r"(\n- warden ratified .*)", r"\1\1", page, count=1)
    yield "a line more", page.replace("\n## Activity\n", "\n## Activity\n\nsomething\n")
    yield "no activity", page.replace("\n## Activity\n", "\n## Activities\n")
    yield "a heading again", page + "\n## Activity\n"
    yield "the checkpoint's number", re.sub(r"(```checkpoint\n.*\n)\d+", r"\g<1>7", page)
    yield "the checkpoint's ledger", re.sub(r"(```checkpoint\nledger/)0", r"\g<1>1", page)
    yield "no checkpoint", page.replace("```checkpoint", "```other")
    yield "a text less", re.sub(r"(?s)\n`{4}text\n.*?\n`{4}\n", "\n", page, count=1)
    last = page.rindex("\n- ")
    yield "the last entry less", page[:last] + page[page.rindex("\n## Checkpoint") :]


def test_a_page_that_is_not_as_it_was_written_is_refused(story: Driver) -> None:
    page = page_of(story)
    assert readback.read(page)["drafts"]
    for what, text in wrong(page):
        assert text != page, what
        assert re.match(r"line \d+: ", fault(text) or ""), what


def fault(page: str) -> str | None:
    try:
        readback.read(page)
    except Usage as error:
        return error.message
    return None


@pytest.mark.parametrize("text", ["", "\n", "# EVO-1\n", "<!-- ledger export 1: EVO-1 of -->\n"])
def test_what_is_no_page_is_refused(text: str) -> None:
    with pytest.raises(Usage, match=r"^line 1: not a page of ours"):
        readback.read(text)
