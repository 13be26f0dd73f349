"""What `show` leaves out as text it says; as JSON it leaves out nothing of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Driver, bins
from test_windows import Timed

from ledger.cli.common import Call
from ledger.cli.main import execute
from ledger.cli.parse import parse


@pytest.fixture
def ledger(tmp_path: Path) -> Driver:
    return bins(tmp_path / "l.db")


def last(ledger: Driver, *argv: str) -> str:
    """The last line of what is said as text."""
    return execute(Call(parse(list(argv)), ledger.env, "")).lines[-1]


def test_an_item_that_is_shown_whole_says_nothing_of_it(ledger: Driver) -> None:
    assert last(ledger, "show", "EVO-1") == "in force: 0"
    ledger.do("alpha: item ask EVO-1 'Who?'")
    ledger.do("alpha: brainstorm open EVO-1 'When?'")
    assert last(ledger, "show", "EVO-1") == "open question EVO-1.Q1: Who?"


def test_an_item_says_what_it_leaves_out(ledger: Driver) -> None:
    ledger.do("alpha: item find EVO-1 'It leaks' --source 'issue 8'")
    ledger.do("alpha: item ask EVO-1 'Who?'")
    ledger.do("alpha: item answer EVO-1.Q1 'The owner'")
    ledger.do("alpha: item new EVO 'Another' --key EVO-2")
    ledger.do("alpha: item link EVO-1 blocks EVO-2")
    acts = "\n## Actions\n- beta: one\n- beta: two\n"
    ledger.decide("## 1. One\nand more of it\n\n## 2. Two\n\n## 3. Three\n" + acts)
    asked = "## 1. What? (rules on D1.3)\n- a: yes\n- b: no (refuses)\n"
    ledger.do("alpha: ballot open D1 --to owner -f -", asked)
    ledger.do("warden: ballot cast B1 1=b")
    ledger.do("alpha: ballot close B1")
    ledger.do("warden: ratify D1 --ballot B1")
    ledger.do("warden: ratify D1")
    ledger.do("beta: action done D1.A2")
    assert last(ledger, "show", "EVO-1") == (
        "left out: 3 texts, 1 ended brainstorm, 1 ended ballot, 1 answered question, "
        "1 done action, 1 finding, 1 link; more: ledger show EVO-1 --json"
    )
    shown = ledger.do("show EVO-1")
    for name in ("brainstorms", "ballots", "questions", "findings", "links"):
        assert len(shown[name]) == 1
    assert (len(shown["actions"]), len(shown["replaced"])) == (2, 1)


def test_after_its_window_a_brainstorm_names_what_still_runs(tmp_path: Path) -> None:
    timed = Timed(tmp_path / "timed.db")
    made, policy = timed.ledger, "electorate bin; pass for > 1/2 of electorate; open 1d"
    met, few = timed.open(policy), timed.open(policy)
    bare = made.do(f"warden: brainstorm open EVO-1 Bare --policy '{policy}'")["id"]
    timed.agree(met, "alpha", "beta")
    timed.agree(few, "alpha")
    assert made.do(f"show {few}")["next"] == [f"ledger agree {few} --on 1"]
    timed.at("23")
    assert last(made, "show", met) == f"next: ledger decide {met}"
    for storm in (few, bare):
        close = f"ledger brainstorm close {storm} --no-decision REASON"
        assert last(made, "show", storm) == f"next: {close}"
        assert made.do(f"show {storm}")["passed"] == "2026-06-23T08:00:00.000Z"
        assert "its window passed" in str(execute(Call(parse(["show", storm]), made.env, "")).lines)
    assert made.refused(f"warden: decide {bare}", "no-proposal")[0]["hint"] == close
    made.do(f"warden: {close.removeprefix('ledger ')}")
    made.do(f"alpha: decide {met}")
    for storm in (met, bare):
        assert (made.do(f"show {storm}")["passed"], made.do(f"show {storm}")["next"]) == (None, [])


def test_in_the_final_period_no_position_is_asked_for(tmp_path: Path) -> None:
    timed = Timed(tmp_path / "timed.db")
    storm = timed.open("electorate bin; pass for > 1/2 of electorate; open 1d; final 1d")
    timed.agree(storm, "alpha", "beta")
    timed.at("23 12:00")
    assert timed.ledger.do(f"show {storm}")["next"] == []
    timed.at("24")
    assert timed.ledger.do(f"show {storm}")["next"] == [f"ledger decide {storm}"]


def test_a_brainstorm_says_that_older_versions_are_left_out(ledger: Driver) -> None:
    storm = ledger.do("alpha: brainstorm open EVO-1 'Who?'")["id"]
    ledger.do(f"alpha: propose {storm} -f -", "## 1. One\n")
    assert "left out" not in str(execute(Call(parse(["show", storm]), ledger.env, "")).lines)
    for text in ("## 1. Uno\n", "## 1. Eins\n"):
        ledger.do(f"alpha: propose {storm} -f -", text)
    said = execute(Call(parse(["show", storm]), ledger.env, "")).lines
    command = f"ledger brainstorm show {storm} --json"
    assert f"left out: the points of 2 older versions; more: {command}" in said
    assert len(ledger.do(f"brainstorm show {storm}")["proposals"]) == 3
