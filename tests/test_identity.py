"""Who acts, and for whom: aliases, the hub's roster, withdrawing (concepts.md, "Identity, and who
may act"; exchange.md, "Roster")."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from driving import Driver, bins

TEXT = "## 1. One\n\n## 2. Two\n"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """Three bins and the owner; venus holds pm-1, and delta holds nothing."""
    ledger = bins(tmp_path_factory.mktemp("identity") / "l.db")
    ledger.do("warden: body add pm pm-1 pm-2")
    ledger.do("warden: seat register pm-1 --actor venus")
    return ledger


@pytest.fixture
def ledger(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def opened(ledger: Driver, policy: str) -> str:
    ledger.do(f"warden: policy set '{policy}'")
    storm: str = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"alpha: propose {storm} -f -", TEXT)
    return storm


def holders(ledger: Driver) -> dict[str, str | None]:
    return {one["seat"]: one["actor"] for one in ledger.do("seat roster")["seats"]}


# Aliases


def test_an_alias_acts_as_the_actor_it_stands_for(ledger: Driver) -> None:
    ledger.do("warden: actor alias alpha-cc alpha")
    storm = opened(ledger, "together bin; ratify by owner")
    ledger.do(f"alpha-cc: agree {storm}")
    elector = ledger.do(f"brainstorm show {storm}")["electorate"][0]
    assert (elector["seat"], elector["stance"]) == ("bin-1", "for")
    assert ledger.do(f"alpha: agree {storm}")["changed"] is False
    ledger.do(f"alpha: object {storm} No")
    assert ledger.do(f"brainstorm show {storm}")["verdict"]["tally"]["against"] == 1
    ledger.do("warden: actor alias warden-phone warden")
    ledger.do("warden-phone: body add night night-1")  # a steward's act
    ledger.clean()


def test_only_a_steward_makes_an_alias(ledger: Driver) -> None:
    for who in ("alpha", "mallory"):
        ledger.refused(f"{who}: actor alias alpha-cc alpha", "not-allowed")


def test_the_same_alias_again(ledger: Driver) -> None:
    ledger.do("warden: actor alias alpha-cc alpha")
    before = ledger.seq()
    assert ledger.do("warden: actor alias alpha-cc alpha")["changed"] is False
    assert ledger.seq() == before


def test_an_alias_of_another_is_a_conflict(ledger: Driver) -> None:
    ledger.do("warden: actor alias delta-cc delta")
    ledger.fails("warden: actor alias delta-cc epsilon", 5)  # it is an alias
    ledger.fails("warden: actor alias delta epsilon", 5)  # another stands for it
    # Silent: an alias does not stand for another alias either.
    ledger.fails("warden: actor alias delta-x delta-cc", 5)


@pytest.mark.parametrize("name", ["Alpha", "a b", "\u0430lpha", "delta"])
def test_names_that_are_no_alias(ledger: Driver, name: str) -> None:
    ledger.fails(f"warden: actor alias '{name}' delta", 2)


@pytest.mark.parametrize("pair", ["beta alpha", "alpha beta"])
def test_no_alias_while_both_hold_seats_of_a_body(ledger: Driver, pair: str) -> None:
    ledger.refused(f"warden: actor alias {pair}", "same-hand")
    ledger.do("warden: seat unregister bin-2")
    ledger.do(f"warden: actor alias {pair}")


@pytest.mark.parametrize(("name", "holder"), [("alpha-cc", "alpha"), ("alpha", "alpha-cc")])
def test_an_alias_holds_no_second_seat_of_the_body(ledger: Driver, name: str, holder: str) -> None:
    ledger.do("warden: seat unregister bin-1 bin-2")
    ledger.do("warden: actor alias alpha-cc alpha")
    ledger.do(f"warden: seat register bin-1 --actor {holder}")
    ledger.refused(f"warden: seat register bin-2 --actor {name}", "same-hand")
    ledger.do(f"warden: seat register pm-2 --actor {name}")  # another body's
    ledger.clean()


def test_an_alias_that_registers_again_continues(ledger: Driver) -> None:
    ledger.do("warden: actor alias alpha-cc alpha")
    since = ledger.do("show bin-1")["since"]
    ledger.do("warden: seat register bin-1 --actor alpha-cc --ttl 8h")
    seen = ledger.do("show bin-1")
    assert (seen["actor"], seen["since"]) == ("alpha-cc", since)
    ledger.do("warden: seat register bin-1 --actor delta --replace")
    assert ledger.do("show bin-1")["since"] != since
    ledger.clean()


def test_an_alias_counts_once_in_an_electorate(ledger: Driver) -> None:
    ledger.do("warden: actor alias alpha-cc alpha")
    ledger.do("warden: seat register pm-2 --actor alpha-cc")
    storm = opened(ledger, "electorate bin + pm; pass for >= 2 of electorate")
    ledger.do(f"alpha: agree {storm} --seat bin-1")
    for who in ("alpha", "alpha-cc"):
        ledger.refused(f"{who}: agree {storm} --seat pm-2", "same-hand")


@pytest.mark.parametrize("pair", ["venus alpha", "alpha venus"])
def test_no_alias_while_both_are_counted_in_something_open(ledger: Driver, pair: str) -> None:
    storm = opened(ledger, "electorate bin + pm; pass for >= 2 of electorate")
    ledger.do(f"alpha: agree {storm}")
    ledger.do(f"venus: agree {storm}")
    ledger.refused(f"warden: actor alias {pair}", "same-hand")
    ledger.do(f"alpha: decide {storm}")
    made = ledger.do(f"warden: actor alias {pair}")
    shown = ledger.do("show D1")
    assert shown["tally"]["for"] == 2  # an adopted decision keeps its tally
    assert shown["same_hand"] == [{"seats": ["bin-1", "pm-1"], "since": made["entry"]}]
    assert ledger.state("D1.1") == "in-force"
    before = ledger.do(f"show D1 --known-at {made['entry'] - 1}")
    assert before["same_hand"] == []
    ledger.clean()


def test_an_adopted_decision_says_so_in_words(ledger: Driver) -> None:
    storm = opened(ledger, "electorate bin + pm; pass for >= 2 of electorate")
    ledger.do(f"alpha: agree {storm}")
    ledger.do(f"venus: agree {storm}")
    ledger.do(f"alpha: decide {storm}")
    made = ledger.do("warden: actor alias venus alpha")
    assert ledger.do("why D1.1")["same_hand"] == [
        {"seats": ["bin-1", "pm-1"], "since": made["entry"]}
    ]


def test_no_alias_while_both_answered_an_open_ballot(ledger: Driver) -> None:
    storm = opened(ledger, "together bin; ratify by owner")
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {storm}")
    ledger.do(f"alpha: decide {storm}")
    text = "## 1. Well? (rules on D1.1)\n- a: yes\n"
    ledger.do("warden: ballot open D1 --to 'bin + pm' -f -", text)
    ledger.do("alpha: ballot cast B1 1=a")
    ledger.do("venus: ballot cast B1 1=a")
    ledger.refused("warden: actor alias venus alpha", "same-hand")
    ledger.do("warden: ballot close B1")
    ledger.do("warden: actor alias venus alpha")


def test_an_alias_is_no_independent_ratifier(ledger: Driver) -> None:
    storm = opened(ledger, "together bin; ratify by owner independent")
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {storm}")
    ledger.do(f"alpha: decide {storm}")
    twin = ledger.copy(ledger.path.with_name("twin.db"))
    twin.do("warden: ratify D1")
    ledger.do("warden: actor alias gamma warden")
    ledger.refused("warden: ratify D1", "same-hand", noted=True)


# The hub's roster


def sync(ledger: Driver, roster: object) -> str:
    """The words of a `seat sync` of that roster."""
    path = ledger.path.with_name("roster.json")
    path.write_text(roster if isinstance(roster, str) else json.dumps(roster))
    return f"warden: seat sync {path}"


def test_sync_records_the_differences(ledger: Driver) -> None:
    ledger.do(sync(ledger, {"bin-1": "alpha", "bin-2": "delta", "bin-3": None, "pm-2": "mars"}))
    assert holders(ledger) == {
        "bin-1": "alpha",
        "bin-2": "delta",
        "bin-3": None,
        "pm-1": "venus",
        "pm-2": "mars",
        "owner": "warden",
        "steward": "warden",
    }
    ledger.clean()


def test_sync_swaps_two_seats(ledger: Driver) -> None:
    ledger.do(sync(ledger, {"bin-1": "beta", "bin-2": "alpha"}))
    seen = holders(ledger)
    assert (seen["bin-1"], seen["bin-2"], seen["bin-3"]) == ("beta", "alpha", "gamma")
    ledger.clean()


def test_sync_gives_an_actor_two_seats_in_any_order(ledger: Driver) -> None:
    """The fold of the log makes the same of it."""
    ledger.do(sync(ledger, {"pm-2": "mars", "bin-1": "mars"}))
    ledger.clean()


def test_sync_of_what_is_so_changes_nothing(ledger: Driver) -> None:
    before, since = ledger.seq(), ledger.do("show bin-1")["since"]
    assert ledger.do(sync(ledger, {"bin-1": "alpha", "pm-2": None}))["changed"] is False
    assert ledger.seq() == before
    ledger.do(sync(ledger, {"bin-1": "alpha", "pm-2": "mars"}))
    assert ledger.do("show bin-1")["since"] == since  # the same actor continues


def test_sync_is_a_stewards_act(ledger: Driver) -> None:
    line = sync(ledger, {"bin-1": None}).replace("warden: ", "alpha: ")
    ledger.refused(line, "not-allowed")


@pytest.mark.parametrize(
    "roster",
    ["", "{", "[]", '"bin-1"', '{"bin-1": 3}', '{"bin-1": "Alpha"}', '{"bin-1": ["alpha"]}', "{]"],
)
def test_sync_of_a_bad_file(ledger: Driver, roster: str) -> None:
    ledger.fails(sync(ledger, roster), 2)
    ledger.fails("warden: seat sync nosuch.json", 2)


def test_sync_is_all_or_nothing(ledger: Driver) -> None:
    seen, before = holders(ledger), ledger.seq()
    code, said = ledger.run(sync(ledger, {"bin-1": "delta", "bin-8": "mars", "bin-9": "pluto"}))
    assert code in (2, 4)
    assert all(seat in str(said["error"]) for seat in ("bin-8", "bin-9"))
    ledger.refused(sync(ledger, {"bin-1": "delta", "bin-2": "delta"}), "same-hand")
    ledger.refused(sync(ledger, {"bin-2": "alpha"}), "same-hand")
    assert (holders(ledger), ledger.seq()) == (seen, before)


def test_sync_keeps_the_last_steward(ledger: Driver) -> None:
    ledger.refused(sync(ledger, {"steward": None}), "not-allowed")
    ledger.do(sync(ledger, {"steward": "boss"}))
    ledger.refused("warden: body add x x-1", "not-allowed")


def test_sync_leaves_positions_of_leavers(ledger: Driver) -> None:
    storm = opened(ledger, "together bin; ratify by owner")
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {storm}")
    ledger.do(sync(ledger, {"bin-3": "delta"}))
    elector = ledger.do(f"brainstorm show {storm}")["electorate"][2]
    assert (elector["by"], elector["actor"], elector["stance"]) == ("gamma", "delta", "for")
    ledger.do(f"delta: object {storm} No")
    assert ledger.do(f"brainstorm show {storm}")["verdict"]["tally"]["against"] == 1
    ledger.refused("alpha: seat register bin-3 --actor alpha", "not-allowed")
    block = ledger.refused("warden: seat register bin-3 --actor mars", "seat-held")[0]
    assert "delta" in block["message"]


# Withdrawing


@pytest.fixture
def decided(ledger: Driver) -> Driver:
    """D1 waits for the owner; alpha proposed it."""
    ledger.decide(TEXT)
    return ledger


def test_who_may_withdraw(decided: Driver) -> None:
    for who in ("beta", "mallory"):
        decided.refused(f"{who}: withdraw D1 Why", "not-allowed")
    twin = decided.copy(decided.path.with_name("twin.db"))
    twin.do("warden: withdraw D1 'Overtaken by events'")
    decided.do("alpha: withdraw D1 'Overtaken by events'")
    for one in (decided, twin):
        assert one.states("D1.1", "D1.2") == "withdrawn withdrawn"
        assert one.do("show D1")["state"] == "withdrawn"
        one.clean()


def test_one_point_is_withdrawn(decided: Driver) -> None:
    decided.do("alpha: withdraw D1.1 Moot")
    assert decided.states("D1.1", "D1.2") == "withdrawn awaiting-ratification"
    decided.refused("warden: ratify D1 --points 1", "closed", noted=True)
    assert decided.do("warden: ratify D1")["points"] == ["D1.2"]
    shown = decided.do("show EVO-1")
    assert [one["id"] for one in shown["replaced"]] == ["D1.1"]
    code, said = decided.run("check D1.1")
    assert (code, said["data"]["in_force"]) == (3, False)


def test_what_does_not_wait_is_not_withdrawn(decided: Driver) -> None:
    decided.do("warden: ratify D1 --points 1")
    decided.refused("alpha: withdraw D1.1 Why", "already-ratified")
    decided.do("alpha: withdraw D1 'What is left'")
    assert decided.states("D1.1", "D1.2") == "in-force withdrawn"
    decided.decide(TEXT)
    decided.do("warden: ratify D2 --points 1 --refuse No")
    decided.refused("alpha: withdraw D2.1 Why", "closed")
    for line in ("D9 Why", "D1.9 Why"):
        decided.fails(f"alpha: withdraw {line}", 4)


def test_partners_are_withdrawn_together(decided: Driver) -> None:
    decided.do("warden: ratify D1")
    decided.decide("## 1. a\nAmends: D1.1\n\n## 2. b\nAmends: D1.1\n\n## 3. c\n")
    assert "2" in decided.refused("alpha: withdraw D2.1 Why", "split")[0]["message"]
    decided.do("alpha: withdraw D2 Why")
    assert decided.states("D2.1", "D2.2", "D2.3") == "withdrawn withdrawn withdrawn"


def test_a_withdrawn_amendment_frees_its_target(decided: Driver) -> None:
    decided.decide("## 1. Better\nAmends: D1.1\n")
    assert decided.do("show D1.1")["point"]["pending"] == ["D2.1"]
    decided.do("alpha: withdraw D2 Moot")
    assert decided.do("show D1.1")["point"]["pending"] == []
    assert decided.do("warden: ratify D1")["points"] == ["D1.1", "D1.2"]
    decided.clean()


def test_a_brainstorm_is_withdrawn_by_its_opener_or_the_ratifier(decided: Driver) -> None:
    storm = decided.do("alpha: brainstorm open EVO-1 Topic")["id"]
    decided.refused(f"beta: brainstorm close {storm} --withdraw Why", "not-allowed")
    decided.do(f"warden: brainstorm close {storm} --withdraw Why")
    seen = decided.do(f"brainstorm show {storm}")
    assert (seen["state"], seen["verdict"]["verdict"]) == ("withdrawn", "withdrawn")
    decided.refused(f"alpha: decide {storm}", "closed")
