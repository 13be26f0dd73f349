"""The pages of decisions and brainstorms, the index, and policies in words (exchange.md)."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import mdformat
import pytest
from driving import Driver
from test_export import (
    DAY,
    PARSERS,
    PLAIN,
    inline,
    page_of,
    stored,
    tell,
    texts_of,
    without_backslashes,
)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    made = Driver(tmp_path_factory.mktemp("story") / "l.db", f"{DAY}0Z", "story")
    tell(made)
    return made


@pytest.fixture
def mine(story: Driver, tmp_path: Path) -> Driver:
    return story.copy(tmp_path / "l.db")


def storms(made: Driver) -> list[str]:
    return [one["id"] for one in made.do("show EVO-1")["brainstorms"]]


def heads(page: str) -> list[str]:
    return re.findall(r"^##? (.*)$", page, re.M)


def test_the_page_of_a_decision(story: Driver) -> None:
    page = page_of(story, "D2")
    assert heads(page) == [
        "D2",
        "In force",
        "Decision",
        "Policy in words",
        "Lineage",
        "Replaced, fallen or never in force",
        "Activity",
        "Checkpoint",
    ]
    assert "\nmixed · items EVO-1 · as of 2026-06-22T10:04:12Z, #" in page
    assert sorted(texts_of(page.partition("\n## Activity\n")[2])) == stored(story, "D2")
    ids = [one["id"] for one in story.do("show D2")["points"]]
    assert re.findall(r"^\| (D2\.\d)", page, re.M) == ids
    assert "- owner makes it final\\; until then it is not in force\\." in page


def test_the_lineage_of_a_decision_has_what_acts_on_it(story: Driver) -> None:
    chart = page_of(story, "D1").split("```mermaid\n")[1].split("```")[0]
    assert re.findall(r'"(D\d)#46;(\d)', chart) == [("D1", "1"), ("D1", "2"), ("D2", "1")]
    assert re.findall(r'\|"([a-z]+)"\|', chart) == ["amends"]


def test_the_page_of_a_brainstorm(story: Driver) -> None:
    first, _, third = storms(story)
    page = page_of(story, third)
    assert heads(page) == [
        f"{third} · And now?".replace("?", "\\?"),
        "Proposal, version 1",
        "Positions",
        "Verdict",
        "Policy in words",
        "Activity",
        "Checkpoint",
    ]
    assert "point 1 · reverses D1.1 · sha256 " in page
    assert "- blocked, quorum-unmet: " in page
    assert sorted(texts_of(page.partition("\n## Activity\n")[2])) == stored(story, third)
    done = page_of(story, first)
    assert "\nadopted · items EVO-1 · adopted as D1 · as of " in done
    assert "blocked" not in done.partition("## Activity")[0]


def test_objections_and_the_end_of_a_brainstorm(mine: Driver) -> None:
    third = storms(mine)[2]
    mine.do(f"beta: object {third} 'It *breaks* the rail'")
    page = page_of(mine, third)
    assert r"| bin\-2 | beta    | against  | 1       | beta    | It \*breaks\* the rail |" in page
    assert "## Objections" not in page  # under this policy they are only counted
    nights = mine.do(
        "warden: brainstorm open EVO-1 Nights --policy "
        "'electorate bin; pass for > 0 of cast; veto concern; ratify by owner'"
    )["id"]
    mine.do(f"alpha: propose {nights} -f -", "## 1. One\n")
    mine.do(f"beta: concern {nights} 'Who *wakes*?'")
    page = page_of(mine, nights)
    assert "## Objections, concerns and excuses" in page
    assert re.search(r"^- concern of bin\\-2 to version 1, #\d+, stands: Who \\\*wakes", page, re.M)
    mine.do(f"beta: clear {nights} bin-2 'Nobody'")
    assert re.search(
        r"^- concern of .*, #\d+, cleared by beta, #\d+: Who", page_of(mine, nights), re.M
    )
    mine.do(f"alpha: brainstorm close {third} --no-decision 'Not *now*'")
    page = page_of(mine, third)
    assert "\nclosed · items EVO-1 · as of " in page
    assert r"Ended: Not \*now\*" in page


@pytest.mark.parametrize("what", ["D1", "D2", "first", "third"])
def test_it_changes_with_its_own_entries_and_is_compared(
    what: str, mine: Driver, tmp_path: Path
) -> None:
    ident = {"first": storms(mine)[0], "third": storms(mine)[2]}.get(what, what)
    line = f"export {ident} -o {shlex.quote(str(tmp_path / 'out'))}"
    before = page_of(mine, ident)
    mine.do(line)
    command = before.split("```console\n")[1].split("\n")[0].removeprefix("ledger ")
    mine.do("alpha: item comment EVO-1 more")
    mine.do("warden: seat unregister bin-2")
    assert page_of(mine, ident) == before
    assert mine.do(f"{line} --check")["files"][0]["state"] == "unchanged"
    assert mine.do(f"{command} -o {tmp_path / 'out'}")["files"][0]["state"] == "unchanged"
    for seq in (mine.seq(), mine.seq() - 1):
        assert page_of(mine, ident, f"--known-at {seq}") == before


@pytest.mark.parametrize("what", ["D1", "D2", "third", "INDEX"])
def test_it_is_stable_under_mdformat(what: str, mine: Driver, tmp_path: Path) -> None:
    if what == "INDEX":
        mine.do(f"export --all -o {tmp_path}")
        page = (tmp_path / "INDEX.md").read_text("utf-8")
    else:
        page = page_of(mine, storms(mine)[2] if what == "third" else what)
    again = mdformat.text(page, extensions={"gfm"})
    assert without_backslashes(again) == without_backslashes(page)
    assert texts_of(again) == texts_of(page)


def test_the_index_leads_to_every_page(mine: Driver, tmp_path: Path) -> None:
    mine.do("alpha: item new EVO '[Child](x) | <b>' --parent EVO-1 --owner beta")
    mine.do(f"export --all -o {tmp_path}")
    page = (tmp_path / "INDEX.md").read_text("utf-8")
    tokens = PARSERS["gfm"].parse(page)
    links = [c.attrs["href"] for t in tokens for c in t.children or () if c.type == "link_open"]
    assert links == ["EVO-1.md", "EVO-2.md"]
    assert all((tmp_path / str(link)).exists() for link in links)
    assert inline(tokens) <= PLAIN | {"link_open", "link_close"}
    rows = [one.content for one in tokens if one.type == "inline"]
    assert r"\[Child\]\(x\) | \<b\>" in rows  # the parser has taken the bar's backslash
    before = page
    mine.do("warden: seat unregister bin-2")
    assert mine.do(f"export --all -o {tmp_path} --check")["files"][-1]["id"] == "INDEX"
    command = page.split("```console\n")[1].split("\n")[0].removeprefix("ledger ")
    mine.do("alpha: item close EVO-2")
    mine.refused(f"export --all -o {tmp_path} --check", "stale")
    assert mine.do(f"{command} -o {tmp_path}")["files"][-1]["state"] == "unchanged"
    mine.do(f"export --all -o {tmp_path}")
    assert (tmp_path / "INDEX.md").read_text("utf-8") != before
    (tmp_path / "INDEX.md").write_text("# Mine\n")
    hint = mine.fails(f"export --all -o {tmp_path}", 5)["hint"]
    assert mine.do(hint.removeprefix("ledger "))["files"][-1]["state"] == "written"
    for name in ("EVO-2.md", "INDEX.md"):
        (tmp_path / name).write_text("# Mine\n")
    hint = mine.fails(f"export --all -o {tmp_path}", 5)["hint"]
    states = [one["state"] for one in mine.do(hint.removeprefix("ledger "))["files"]]
    assert states == ["unchanged", "written", "written"]
