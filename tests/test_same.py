"""One answer on every face, case by case; `machine_same.py` compares them wherever the state
machine comes to."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from driving import Driver
from machine_pages import on_page
from test_windows import Timed

ROOT = Path(__file__).resolve().parents[1]
RULED = "## 1. {0}? (rules on {0})\n- a: as it is (ratifies)\n- b: otherwise (amends)\n"


@pytest.fixture
def timed(tmp_path: Path) -> Timed:
    return Timed(tmp_path / "l.db")


def examples(ledger: Driver, key: str) -> list[list[str]]:
    """The ids that the queries of docs/read-tables.md find, as asked of an item."""
    page = (ROOT / "docs" / "read-tables.md").read_text().replace("EVO-26", key)
    now = ledger.env["LEDGER_NOW"].replace("Z", ".000Z")
    base = sqlite3.connect(f"file:{ledger.path}?mode=ro", uri=True)
    base.create_function("strftime", 2, lambda form, when: now)
    found = [base.execute(sql).fetchall() for sql in re.findall(r"```sql\n(.*?)```", page, re.S)]
    base.close()
    in_force, waits = found
    return [[row[0] for row in in_force], [row[1] for row in waits]]


def page(ledger: Driver, ident: str) -> str:
    text: str = ledger.do(f"export {ident} -o -")["files"][0]["text"]
    return text


def test_a_point_stands_in_every_item_that_it_acts_on(timed: Timed) -> None:
    timed.ledger.do("warden: policy set 'together bin'")
    timed.ledger.do("alpha: item new EVO 'Another' --key EVO-2")
    timed.ledger.decide("## 1. One\n")
    timed.ledger.decide("## 1. Better\nRefines: D1.1\n\n## 2. Elsewhere\n", item="EVO-2")
    timed.ledger.decide("## 1. Best\nUpholds: D2.1\n", item="EVO-2")
    for key, ids in (("EVO-1", "D1.1 D2.1 D3.1"), ("EVO-2", "D2.1 D2.2 D3.1")):
        shown = timed.ledger.do(f"show {key}")["in_force"]
        assert [one["id"] for one in shown] == examples(timed.ledger, key)[0] == ids.split()


def test_what_has_lapsed_waits_for_nobody_in_the_tables_either(timed: Timed) -> None:
    timed.ledger.do("warden: policy set 'together bin; ratify by owner within 2d'")
    timed.ledger.decide("## 1. One\n")
    timed.at("24 07:59")
    assert examples(timed.ledger, "EVO-1")[1] == ["D1.1"]
    timed.at("24")
    assert timed.ledger.state("D1.1") == "lapsed"
    assert examples(timed.ledger, "EVO-1")[1] == []
    timed.ledger.decide("## 1. Two\n")
    assert examples(timed.ledger, "EVO-1")[1] == ["D2.1"]


def test_show_says_that_the_ratifier_is_not_independent(timed: Timed) -> None:
    policy = "electorate bin; pass for > 0 of cast; ratify by owner independent"
    timed.ledger.do(f"warden: policy set '{policy}'")
    storm = timed.ledger.do("alpha: brainstorm open EVO-1 T")["id"]
    timed.ledger.do(f"warden: propose {storm} -f -", "## 1. One\n")
    timed.ledger.do(f"alpha: agree {storm}")
    timed.ledger.do(f"alpha: decide {storm}")
    [block] = timed.ledger.refused("warden: ratify D1", "same-hand", noted=True)
    assert timed.ledger.do("show D1")["blocks"] == [block]
    assert "- blocked, same-hand: " in page(timed.ledger, "D1")
    timed.ledger.do("warden: seat register owner --actor boss --replace")
    assert timed.ledger.do("show D1")["blocks"] == []
    timed.ledger.do("boss: ratify D1")


def test_a_decision_ruled_on_by_the_ballot_of_another_says_so_on_its_page(timed: Timed) -> None:
    timed.ledger.do("warden: policy set 'together bin; ratify by owner'")
    timed.ledger.decide("## 1. One\n")
    timed.ledger.decide("## 1. Two\n")
    asked = RULED.format("D1.1") + "\n" + RULED.format("D2.1").replace("## 1.", "## 2.")
    timed.ledger.do("alpha: ballot open D1 --to owner -f -", asked)
    timed.ledger.do("warden: ballot cast B1 '1=b; 2=a'")
    assert "  - a, ratifies, 1: " in page(timed.ledger, "D2")
    timed.ledger.do("warden: ballot close B1")
    timed.ledger.do("warden: ratify D1 --ballot B1")
    assert on_page(page(timed.ledger, "D2"))["D2.1"]["state"] == "in-force"
    assert timed.ledger.do("log D2")["rows"][-1]["kind"] == "ratify-ballot"
    assert on_page(page(timed.ledger, "D1"))["B1.1"]["state"] == "in-force"
    timed.ledger.decide("## 1. Three\nReverses: B1.1\n")
    timed.ledger.do("warden: ratify D3")
    assert on_page(page(timed.ledger, "D1"))["B1.1"]["state"] == "reversed"


def test_an_action_that_is_done_is_done_on_the_page_of_its_decision(timed: Timed) -> None:
    timed.ledger.do("warden: policy set 'together bin'")
    timed.ledger.decide("## 1. One\n\n## Actions\n- alpha: Do it\n")
    assert "- action D1.A1 · alpha: Do it" in page(timed.ledger, "D1")
    timed.ledger.do("alpha: action done D1.A1")
    assert "- action D1.A1, done: Do it" in page(timed.ledger, "D1")
    assert timed.ledger.do("log D1")["rows"][-1]["kind"] == "action-done"
