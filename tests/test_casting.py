"""A casting vote is told wherever the outcome is told that it made."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Driver
from test_windows import ASKED, TEXT, TIED, Timed

from ledger.cli.common import Call
from ledger.cli.main import execute
from ledger.cli.parse import parse


@pytest.fixture
def timed(tmp_path: Path) -> Timed:
    return Timed(tmp_path / "l.db")


def text(ledger: Driver, *argv: str) -> str:
    """What is said as text."""
    return "\n".join(execute(Call(parse(list(argv)), ledger.env, "")).lines)


def page(ledger: Driver, ident: str, form: str, folder: Path) -> str:
    """The page of an id."""
    ledger.do(f"export {ident} --format {form} -o {folder}")
    (made,) = folder.iterdir()
    return made.read_text()


def tied(timed: Timed) -> str:
    """A brainstorm that is tied, after its window."""
    storm = timed.open(TIED, "--deadline 2026-06-23T08:00:00Z")
    timed.agree(storm, "alpha")
    timed.ledger.do(f"beta: object {storm} No")
    timed.at("23")
    return storm


def test_of_a_decision(timed: Timed, tmp_path: Path) -> None:
    ledger, storm = timed.ledger, tied(timed)
    assert ledger.do(f"brainstorm show {storm}")["casting"] is None
    ledger.do(f"warden: casting-vote {storm} for")
    cast = {"seat": "owner", "actor": "warden", "option": "for", "entry": ledger.seq()}
    assert ledger.do(f"brainstorm show {storm}")["casting"] == cast
    assert f"the casting vote of owner:warden: for (#{cast['entry']})" in text(
        ledger, "brainstorm", "show", storm
    )
    ledger.do(f"alpha: decide {storm}")
    by = f"with the casting vote of owner:warden (#{cast['entry']})"
    told = f"1 for, 1 against, 0 abstain, 1 silent, {by}"
    assert ledger.do("show D1")["casting"] == cast
    assert ledger.do("why D1.1")["decision"]["casting"] == cast
    assert ledger.do(f"show {storm}")["casting"] == cast
    for words in (["show", "D1"], ["why", "D1.1"]):
        assert told in text(ledger, *words)
    for ident in ("D1", "EVO-1"):
        assert f"- tally: {told}" in page(ledger, ident, "markdown", tmp_path / ident)
    assert f"casting vote of owner:warden: for, #{cast['entry']}" in page(
        ledger, storm, "markdown", tmp_path / "storm"
    )
    met = f"its policy is met, with the casting vote of owner:warden (#{cast['entry']})."
    assert met in page(ledger, "D1", "madr", tmp_path / "madr")
    ledger.clean()


def test_against(timed: Timed) -> None:
    ledger, storm = timed.ledger, tied(timed)
    ledger.do(f"warden: casting-vote {storm} against")
    assert "the casting vote of owner:warden: against" in text(ledger, "show", storm)


def test_of_a_ballot(timed: Timed, tmp_path: Path) -> None:
    ledger = timed.ledger
    ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TEXT)
    policy = "electorate bin; quorum >= 2 of cast; method plurality; tie casting owner"
    asked = ASKED.replace("(refuses)", "(amends)")
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", asked)
    ledger.do("alpha: ballot cast B1 1=a")
    ledger.do("beta: ballot cast B1 1=b")
    ledger.do("alpha: ballot close B1")
    ledger.do("warden: casting-vote B1.1 b")
    cast = {"seat": "owner", "actor": "warden", "option": "b", "entry": ledger.seq()}
    by = f", with the casting vote of owner:warden (#{cast['entry']})"
    assert ledger.do("ballot show B1")["questions"][0]["casting"] == cast
    assert f"verdict decided, b{by}" in text(ledger, "ballot", "show", "B1")
    ledger.do("warden: ratify D1 --ballot B1")
    assert ledger.do("why B1.1")["ballot"]["casting"] == cast
    assert by in text(ledger, "why", "B1.1")
    assert f"- decided b{by}, made B1.1" in page(ledger, "D1", "markdown", tmp_path / "d")
    ledger.clean()


def test_one_that_changed_nothing_is_not_told(timed: Timed) -> None:
    """It stands on a version that was given up: the next was adopted without it."""
    ledger = timed.ledger
    storm = timed.open(f"{TIED}; open 1d; final 2d reopened-by against")
    timed.agree(storm, "alpha")
    ledger.do(f"beta: object {storm} No")
    timed.at("23")
    ledger.do(f"warden: casting-vote {storm} for")
    assert ledger.do(f"show {storm}")["casting"] is not None
    ledger.do(f"gamma: object {storm} No")
    assert ledger.do(f"show {storm}")["casting"] is None
