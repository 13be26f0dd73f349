"""The page of an item: ballots, questions, holds, findings, excuses, reports, and `--as-of`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driving import Driver, bins
from markdown_it import MarkdownIt

from ledger.core.canon import loads
from ledger.export import untrusted
from ledger.store.store import Reader, Store

GFM = MarkdownIt("gfm-like", {"linkify": False, "html": True})
PLAIN = {"text", "text_special", "softbreak", "code_inline"}
DAY = "2026-06-2"
POLICY = "together bin; veto concern; ratify by owner"


def page_of(ledger: Driver, key: str = "EVO-1", *more: str) -> str:
    """The page of an item, as it goes to standard output."""
    text: str = ledger.do(" ".join(["export", key, "-o -", *more]))["files"][0]["text"]
    return text


def part(page: str, title: str) -> str:
    """A section of a page, without its heading; empty where there is none."""
    found = page.partition(f"\n## {title}\n")[2]
    return found.partition("\n## ")[0].strip("\n")


def stored(ledger: Driver, key: str = "EVO-1") -> list[str]:
    """Every text that was typed in a statement of the item's entries, from the store, sorted."""

    def walk(reader: Reader, value: Any) -> Iterator[str]:
        for one in value.values() if isinstance(value, dict) else value:
            if isinstance(one, (dict, list)):
                yield from walk(reader, one)
            elif isinstance(one, str) and reader.text(one) is not None:
                yield str(reader.text(one))

    with Store(str(ledger.path)).reading() as reader:
        said = [loads(row["bytes"])["statement"] for row in reader.of([key])]
        return sorted(text for one in said for text in walk(reader, one))


def typed(page: str) -> list[str]:
    """Every text below `Activity`, read back and checked, sorted."""
    return sorted(one["text"] for one in untrusted.read(page.partition("\n## Activity\n")[2]))


def before(page: str) -> list[str]:
    """What stands before the texts of a page."""
    return [one["before"] for one in untrusted.read(page)]


PROPOSAL = """# First

## 1. Only the owner
Held for: owner, until the launch

## 2. Nights

## 3. Third

## 4. Fourth

## Actions
- venus: write it
"""
BALLOT = """# Who runs what

## 1. Who may launch? (rules on D1.1)
- a: the owner alone
- b: the owner, on demand (amends)

## 2. Nights? (rules on D1.2)
- a: yes
- b: no (refuses)

## 3. Third? (rules on D1.3)
- a: yes
- b: no (refuses)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """D1 decided, a question open and one answered, a finding, a ballot open on D1."""
    ledger = bins(tmp_path_factory.mktemp("ballots") / "l.db", POLICY)
    ledger.decide(PROPOSAL)
    ledger.do("alpha: item ask EVO-1 'Who wakes?'")
    ledger.do("beta: item ask EVO-1 'And who sleeps?'")
    ledger.do("beta: item answer EVO-1.Q2 'Nobody'")
    ledger.do("beta: item find EVO-1 'An agent cannot exit' --source 'issue 837'")
    ledger.do("alpha: ballot open D1 --to owner -f -", BALLOT)
    return ledger


@pytest.fixture
def mine(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def close(ledger: Driver) -> None:
    """The ballot answered, closed and ratified."""
    ledger.do("warden: ballot cast B1 '1=b: never always on; 2=a; 3=b: not now'")
    ledger.do("warden: ballot close B1")
    ledger.do("warden: ratify D1 --ballot B1")


def test_the_order_of_the_sections(mine: Driver) -> None:
    close(mine)
    mine.do("warden: seat excuse D1 bin-3 'gone'")
    heads = re.findall(r"^## (.*)$", page_of(mine), re.M)
    assert heads == [
        *("In force", "Pending and contested", "Open", "Ballots", "Decisions", "Lineage"),
        *("Replaced, fallen or never in force", "Findings", "Activity", "Checkpoint"),
    ]


def test_what_is_open_has_a_line_each(mine: Driver) -> None:
    assert part(page_of(mine), "Open").split("\n") == [
        "- question EVO-1.Q1 · alpha, #16: Who wakes\\?",
        "- ballot B1 · on D1 · put to owner · open, undecided 1, 2, 3",
        "- action D1.A1 · venus: write it",
        "- hold D1.1 · for owner, #15: until the launch",
    ]
    mine.do("warden: ballot cast B1 '1=b: never always on; 2=a'")
    assert "· open, undecided 3\n" in page_of(mine)
    mine.do("warden: ballot cast B1 '3=a'")
    assert "· open, all decided\n" in page_of(mine)
    mine.do("warden: ballot close B1")
    mine.do("venus: action to-item D1.A1")
    assert "- ballot B1 · on D1 · put to owner · closed, waits for owner\n" in page_of(mine)
    assert "- action D1.A1 · as EVO-2 · venus: write it\n" in page_of(mine)
    mine.do("venus: action done D1.A1")
    assert "- action D1.A1, done as EVO-2: write it\n" in page_of(mine)
    assert page_of(mine, "EVO-2").split("\n")[2] == "# EVO-2 · write it"


def test_a_ballot_says_what_was_asked_and_what_came_of_it(mine: Driver) -> None:
    close(mine)
    first, *rest = part(page_of(mine), "Ballots").split("\n")
    assert first == "### B1 · Who runs what"
    assert [line for line in rest if line and "policy: " not in line] == [
        "- adopted: on D1, put to owner, opened by alpha, #20; closed #22; ratified #23",
        "- seats: owner warden answered 1 2 3",
        "- question 1, rules on D1.1: Who may launch\\?",
        "  - a, ratifies, 0: the owner alone",
        "  - b, amends, 1: the owner\\, on demand",
        "  - decided b, made B1.1",
        "  - refined: never always on",
        "- question 2, rules on D1.2: Nights\\?",
        "  - a, ratifies, 1: yes",
        "  - b, refuses, 0: no",
        "  - decided a",
        "- question 3, rules on D1.3: Third\\?",
        "  - a, ratifies, 0: yes",
        "  - b, refuses, 1: no",
        "  - decided b",
        "  - refined: not now",
    ]


def test_a_point_of_a_ballot_stands_in_table_lineage_and_activity(mine: Driver) -> None:
    close(mine)
    page = page_of(mine)
    row = next(line for line in page.split("\n") if line.startswith("| B1.1 "))
    assert [cell.strip() for cell in row.split(" | ")][3:] == [
        "ballot B1, #22",
        "owner:warden, unsigned, #23; held for owner",
        "D1.1     |",
    ]
    assert '["B1#46;1 the owner#44; on demand"]' in page
    assert re.search(r'p5 -->\|"amends"\| p1\n', page)
    assert "| D1.3  | Third          | refused | owner:warden: not now | #23   | #11      |" in page
    assert "point 1 · amends D1.1" in before(page)


def test_a_point_of_a_ballot_is_replaced(mine: Driver) -> None:
    close(mine)
    chain = mine.decide("## 1. Alone again\nAmends: B1.1\n")
    mine.do(f"warden: ratify {chain}")
    told = next(line for line in page_of(mine).split("\n") if line.startswith("| B1.1 "))
    assert [cell.strip() for cell in told.split("|")[3:7]] == ["amended", "D2.1", "#30", "#23"]


def test_a_held_point_says_so_until_it_is_released(mine: Driver) -> None:
    page = page_of(mine)
    assert "| awaiting-ratification; held for owner |" in page
    close(mine)
    mine.do("alpha: hold D1.2 'not yet' --for bin-1")
    page = page_of(mine)
    assert "unsigned, #23; held for bin\\-1" in page
    assert "- hold D1.2 · for bin\\-1, #24: not yet\n" in page
    assert "### D1.2\n\nin force since" in page
    assert "#23 · held for bin\\-1 · sha256" in page
    mine.do("alpha: release D1.2")
    assert "bin\\-1, #24" not in page_of(mine)
    assert "held for bin\\-1 ·" not in part(page_of(mine), "In force")


def test_seats_that_turn_out_to_be_one_hand(mine: Driver) -> None:
    mine.do("warden: seat unregister bin-2")
    mine.do("warden: actor alias beta alpha")
    mine.do("alpha: item comment EVO-1 'look'")
    for page in (page_of(mine, "EVO-1", "--as-of 2099-01-01"), page_of(mine)):
        assert "- same hand since #22: bin\\-1, bin\\-2\n" in page


def test_a_ballot_keeps_its_answers_when_a_required_seat_leaves(mine: Driver) -> None:
    mine.do("warden: ballot cast B1 '1=a; 2=a; 3=a'")
    mine.do("warden: ballot close B1")
    mine.do("warden: ratify D1 --ballot B1")
    policy = (
        "electorate bin; require all from bin registered; quorum >= 1 of cast; method plurality"
    )
    asked = "## 1. So? (rules on D1.4)\n- a: yes (amends)\n"
    mine.do(f"alpha: ballot open D1 --to bin -f - --policy '{policy}'", asked)
    mine.do("alpha: ballot cast B2 1=a")
    mine.do("alpha: ballot close B2")
    mine.do("warden: ratify D1 --ballot B2")
    mine.do("warden: seat unregister bin-2")
    mine.do("alpha: item comment EVO-1 'look'")
    assert "  - decided a, made B2.1" in part(page_of(mine), "Ballots")


def test_excuses_concerns_and_withdrawals(mine: Driver) -> None:
    mine.do("warden: seat excuse D1 bin-3 'gone for good'")
    mine.do("warden: seat excuse B1 owner 'asleep'")
    mine.do("warden: withdraw D1.4 'moot'")
    mine.do("warden: seat unregister bin-2")
    storm = mine.do("alpha: brainstorm open EVO-1 'Next'")["id"]
    mine.do("warden: seat register bin-2 --actor delta")
    mine.do(f"alpha: propose {storm} -f -", "## 1. More\n")
    mine.do(f"delta: concern {storm} 'the audit'")
    mine.do(f"warden: seat excuse {storm} bin-3 'on leave'")
    page = page_of(mine)
    assert "- excused: bin\\-3 by warden: gone for good\n" in part(page, "Decisions") + "\n"
    assert "- excused: owner by warden: asleep\n" in part(page, "Ballots")
    assert "| withdrawn: moot " in page
    opened = part(page, "Open")
    assert re.search(rf"{storm} · concern of bin\\-2 to version 1, #\d+: the audit\n", opened)
    assert f"{storm} · excused: bin\\-3 by warden: on leave\n" in opened
    assert typed(page) == stored(mine)


def test_findings_stand_whole_with_their_source(mine: Driver) -> None:
    assert part(page_of(mine), "Findings").startswith(
        "### EVO-1.F1\n\nbeta, #19 · source: issue 837 · sha256 "
    )
    assert part(page_of(mine), "Findings").endswith("\n```text\nAn agent cannot exit\n```")


def test_every_text_of_every_kind_is_named_in_the_activity(mine: Driver) -> None:
    mine.do("beta: ratify D1 --reported 'chat, 14:02' --refuse 'he said no'")
    close(mine)
    page = page_of(mine)
    assert typed(page) == stored(mine)
    named = {
        *("source", "reported source", "refuse", "point 1 · held for owner"),
        *("point 1 hold reason", "question 1 · rules on D1.1", "question 3 option b · refuses"),
        *("question 1 option a · ratifies", "question 1 option b · amends D1.1"),
        *("answer 1 refinement", "answer 3 refinement", "point 1 · amends D1.1"),
    }
    assert named <= set(before(page))


def test_an_answer_may_refuse_without_a_reason(mine: Driver) -> None:
    mine.do("warden: ballot cast B1 '1=a; 2=a; 3=b'")
    mine.do("warden: ballot close B1")
    mine.do("warden: ratify D1 --ballot B1")
    assert "| refused | owner:warden | #23" in page_of(mine)


def test_a_ballot_of_another_items_decision(mine: Driver) -> None:
    """D2 of EVO-2 waits, and would reverse a point of EVO-1; a ballot amends it: B2.1 does."""
    close(mine)
    mine.do("alpha: item new EVO 'Another' --key EVO-2")
    there = mine.decide("## 1. No nights\nReverses: D1.2\n", item="EVO-2")
    asked = f"## 1. Really? (rules on {there}.1)\n- a: only on Sundays (amends)\n"
    mine.do(f"alpha: ballot open {there} --to owner -f -", asked)
    page = page_of(mine)
    assert f"option a · amends {there}.1; reverses D1.2 (taken over from {there}.1)" in page
    assert f"### B2\n\n- open: on {there}, put to owner" in page
    mine.do("warden: ballot cast B2 '1=a'")
    mine.do("warden: ballot close B2")
    mine.do(f"warden: ratify {there} --ballot B2")
    page = page_of(mine)
    assert "- decided a, made B2.1" in part(page, "Ballots")
    assert re.search(r"\| B2\.1 .*\| ballot B2, #\d+ .*\| D2\.1, D1\.2 \|", page)
    assert re.search(r"\| D1\.2 +\| Nights +\| reversed +\| B2\.1", page)
    assert typed(page) == stored(mine)
    assert "| B2.1 " in page_of(mine, "EVO-2")


def test_it_is_what_it_was_at_every_entry(mine: Driver) -> None:
    close(mine)
    mine.do("venus: action to-item D1.A1")
    for seq in range(9, mine.seq() + 1):
        page = page_of(mine, "EVO-1", f"--known-at {seq}")
        later = "|".join(str(n) for n in range(seq + 1, mine.seq() + 2))
        assert not re.search(rf"#({later})\b", page)
        assert f"\n{seq}\n" in part(page, "Checkpoint")


# --- as of a date


@pytest.fixture
def days(tmp_path: Path) -> Driver:
    """An entry or two a day, from 2026-06-20 on."""
    ledger = Driver(tmp_path / "l.db", f"{DAY}0T10:00:00Z", "days")
    ledger.do("warden: init")
    ledger.do("warden: body add bin bin-1")
    ledger.do("warden: body add owner owner")
    ledger.do("warden: seat register bin-1 --actor alpha")
    ledger.do("warden: seat register owner --actor warden")
    ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.env["LEDGER_NOW"] = f"{DAY}1T10:00:00Z"
    ledger.do("alpha: item new EVO 'An item' --key EVO-1")
    ledger.decide("## 1. One\n\n## 2. Two\n", by="alpha")
    ledger.env["LEDGER_NOW"] = f"{DAY}2T10:00:00Z"
    ledger.do("alpha: ballot open D1 --to owner -f -", "## 1. So? (rules on D1.1)\n- a: yes\n")
    ledger.env["LEDGER_NOW"] = f"{DAY}3T10:00:00Z"
    ledger.do("alpha: item new EVO 'Child' --parent EVO-1")
    ledger.do("warden: ballot cast B1 '1=a: but slowly'")
    ledger.do("warden: ballot close B1")
    ledger.do("warden: ratify D1 --ballot B1")
    return ledger


def test_as_of_shows_nothing_later(days: Driver) -> None:
    for day, last in ((1, 11), (2, 12), (3, 16)):
        known = page_of(days, "EVO-1", f"--known-at {last}")
        page = page_of(days, "EVO-1", f"--as-of {DAY}{day}")
        assert page.partition("## Checkpoint")[0] == known.partition("## Checkpoint")[0]
        foot, then = part(page, "Checkpoint"), f"{DAY}{day}T23:59:59.999Z"
        assert f"Only what claims no later date than {then} is on it." in foot
        assert f"ledger export EVO-1 --as-of {then} --check\n" in foot
        assert foot.split("```checkpoint\n")[1].split("```")[0] in known
    assert "B1" not in page_of(days, "EVO-1", f"--as-of {DAY}1")
    assert page_of(days, "EVO-2", f"--as-of {DAY}3").split("\n")[2] == "# EVO-2 · Child"


def test_as_of_before_an_item_was_is_exit_4(days: Driver) -> None:
    assert f"EVO-1 as of {DAY}0T23" in days.fails(f"export EVO-1 -o - --as-of {DAY}0", 4)["message"]
    days.fails("export EVO-1 -o - --as-of yesterday", 2)
    days.fails(f"export EVO-1 -o - --as-of {DAY}1 --known-at 9", 2)


def test_as_of_goes_by_what_was_claimed(days: Driver, tmp_path: Path) -> None:
    """A clock behind the last entry: recorded after it, claimed before it."""
    days.env["LEDGER_NOW"] = f"{DAY}3T09:55:00Z"
    days.do("alpha: item comment EVO-1 'said before the ballot was cast'")
    page = page_of(days, "EVO-1", f"--as-of {DAY}3T09:59:00Z")
    assert "said before the ballot was cast" in page
    assert "ballot B1 · on D1 · put to owner · open, undecided 1" in page
    assert "answered B1" not in page
    assert "Sub-items" not in page
    assert f"\n{days.seq()}\n" in part(page, "Checkpoint")
    folder = tmp_path / "out"
    days.do(f"export --all -o {folder} --as-of {DAY}2")
    assert sorted(one.name for one in folder.iterdir()) == ["EVO-1.md", "INDEX.md"]
    days.do(f"export EVO-1 -o {folder} --as-of {DAY}2 --check")
    code, said = days.run(f"export EVO-1 -o {folder} --as-of {DAY}3 --check")
    assert code == 3
    assert said["error"]["blocks"][0]["hint"].endswith(f" --as-of {DAY}3")
