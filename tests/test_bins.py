"""`together bin; ratify by owner`, row by row, and the other rules of adoption and identity."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from driving import Driver, bins

TEXT = "## 1. Only the owner launches\n"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    ledger = bins(tmp_path_factory.mktemp("bins") / "l.db")
    storm = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"alpha: propose {storm} -f -", TEXT)
    return ledger


@pytest.fixture
def three(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def storm_of(ledger: Driver) -> str:
    ident: str = ledger.do("brainstorm list")["rows"][-1]["id"]
    return ident


def verdict(ledger: Driver) -> dict[str, Any]:
    made: dict[str, Any] = ledger.do(f"brainstorm show {storm_of(ledger)}")["verdict"]
    return made


def agree(ledger: Driver, *actors: str) -> None:
    for actor in actors:
        ledger.do(f"{actor}: agree {storm_of(ledger)}")


def close(ledger: Driver) -> None:
    ledger.do(f"alpha: brainstorm close {storm_of(ledger)} --no-decision Enough")


@pytest.mark.parametrize("count", [0, 1, 2])
def test_some_for_the_rest_silent(three: Driver, count: int) -> None:
    agree(three, *("alpha", "beta", "gamma")[:count])
    said = verdict(three)
    assert (said["verdict"], said["needs"]) == ("open", {"for": 3 - count})
    assert said["passes"] is False
    close(three)
    assert verdict(three)["verdict"] == "no-quorum"


def test_three_for(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    said = verdict(three)
    assert (said["verdict"], said["passes"], said["final"], said["reasons"]) == (
        "decided",
        True,
        True,
        [],
    )
    close(three)
    assert verdict(three)["verdict"] == "decided"
    three.refused(f"alpha: decide {storm_of(three)}", "closed")


@pytest.mark.parametrize("line", ["gamma: abstain {}", "gamma: object {} No"])
def test_two_for_and_one_not(three: Driver, line: str) -> None:
    agree(three, "alpha", "beta")
    three.do(line.format(storm_of(three)))
    assert verdict(three)["verdict"] == "rejected"
    three.refused(f"alpha: decide {storm_of(three)}", "threshold-unmet")
    close(three)
    assert verdict(three)["verdict"] == "rejected"


def test_a_third_that_was_never_registered(tmp_path: Path) -> None:
    ledger = bins(tmp_path / "l.db")
    ledger.do("warden: seat add bin bin-4")
    storm = ledger.do("alpha: brainstorm open EVO-1 Again")["id"]
    ledger.do(f"alpha: propose {storm} -f -", TEXT)
    agree(ledger, "alpha", "beta", "gamma")
    said = verdict(ledger)
    assert said["verdict"] == "blocked"
    assert said["needs"] == {"for": 1, "register": ["bin-4"]}
    blocks = ledger.refused(f"alpha: decide {storm}", "seat-unregistered", "quorum-unmet")
    assert blocks[0]["seat"] == "bin-4"
    assert blocks[0]["hint"] == "ledger seat register bin-4 --actor ACTOR"
    assert (blocks[1]["have"], blocks[1]["required"]) == (3, "4")
    close(ledger)
    assert verdict(ledger)["verdict"] == "blocked"


def test_one_that_agreed_and_left_blocks_ratification_only(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do("gamma: seat unregister bin-3")
    assert verdict(three)["verdict"] == "decided"
    three.do(f"alpha: decide {storm_of(three)}")
    block = three.refused("warden: ratify D1", "seat-unregistered", noted=True)[0]
    assert (block["seat"], block["last"]) == ("bin-3", "gamma")
    three.refused("warden: ratify D1", "seat-unregistered")  # the same again adds nothing
    three.do("warden: seat register bin-3 --actor delta")
    three.do("warden: ratify D1")
    three.clean()


def test_a_change_of_the_seat_named_makes_the_refusal_new(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do(f"alpha: decide {storm_of(three)}")
    three.do("gamma: seat unregister bin-3")
    three.refused("warden: ratify D1", "seat-unregistered", noted=True)
    three.do("warden: seat register bin-3 --actor gamma")
    three.do("gamma: seat unregister bin-3")
    three.refused("warden: ratify D1", "seat-unregistered", noted=True)
    three.do("beta: seat unregister bin-2")
    three.refused("warden: ratify D1", "seat-unregistered", noted=True)
    rows = three.do("log D1")["rows"]
    assert [one["headline"] for one in rows if one["kind"] == "ratification-blocked"] == [
        "tried to ratify D1, blocked: seat-unregistered bin-3",
        "tried to ratify D1, blocked: seat-unregistered bin-3",
        "tried to ratify D1, blocked: seat-unregistered bin-2, seat-unregistered bin-3",
    ]
    three.clean()


def test_the_note_of_a_refusal_is_no_move_and_uses_no_id(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do(f"alpha: decide {storm_of(three)}")
    three.do("gamma: seat unregister bin-3")
    moved = three.do("log EVO-1")["rows"][-1]["seq"]
    ident = "0197aaaa-0000-7000-8000-000000000001"
    three.refused(f"warden: ratify D1 --id {ident}", "seat-unregistered", noted=True)
    three.do("warden: seat register bin-3 --actor gamma")
    made = three.do(f"warden: ratify D1 --id {ident} --expect {moved}")
    assert made["changed"] is True
    again = three.do(f"warden: ratify D1 --id {ident}")
    assert (again["entry"], again["replayed"], again["changed"]) == (made["entry"], True, False)


def test_a_lease_that_ends_between_decide_and_ratify(tmp_path: Path) -> None:
    fixed = Driver(tmp_path / "clock.db", now="2026-06-22T08:00:00Z", seed="lease")
    fixed.do("warden: init")
    fixed.do("warden: body add bin bin-1 bin-2")
    fixed.do("warden: body add owner owner")
    fixed.do("warden: seat register bin-1 --actor alpha")
    fixed.do("warden: seat register bin-2 --actor beta --ttl 2h")
    fixed.do("warden: seat register owner --actor warden")
    fixed.do("warden: policy set 'together bin; ratify by owner'")
    fixed.do("alpha: item new EVO Title")
    fixed.decide(TEXT, by="alpha beta")
    fixed.env["LEDGER_NOW"] = "2026-06-22T10:00:00Z"
    block = fixed.refused("warden: ratify D1", "seat-unregistered", noted=True)[0]
    assert block["seat"] == "bin-2"
    fixed.do("beta: seat renew bin-2")
    assert fixed.do("show bin-2")["expires"] == "2026-06-22T12:00:00.000Z"
    fixed.do("warden: ratify D1")
    fixed.clean()


def test_a_seat_handed_over_after_it_agreed(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do("warden: seat register bin-3 --actor delta --replace")
    assert verdict(three)["verdict"] == "decided"
    elector = three.do(f"brainstorm show {storm_of(three)}")["electorate"][2]
    assert (elector["by"], elector["actor"]) == ("gamma", "delta")
    three.do(f"alpha: decide {storm_of(three)}")
    three.do("warden: ratify D1")
    three.clean()


def test_the_new_holder_speaks_for_the_seat(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do("warden: seat register bin-3 --actor delta --replace")
    three.do(f"delta: object {storm_of(three)} 'Not I'")
    assert verdict(three)["tally"] == {"for": 2, "against": 1, "abstain": 0, "silent": 0}
    three.refused(f"gamma: agree {storm_of(three)}", "not-in-electorate")


def test_a_seat_retired_after_the_opening(three: Driver) -> None:
    agree(three, "alpha", "beta")
    three.do("warden: seat retire bin-3")
    assert verdict(three)["verdict"] == "blocked"
    block = three.refused(f"alpha: decide {storm_of(three)}", "seat-unregistered", "quorum-unmet")
    assert block[0]["seat"] == "bin-3"
    later = three.do("alpha: brainstorm open EVO-1 Later")["id"]
    seats = [one["seat"] for one in three.do(f"brainstorm show {later}")["electorate"]]
    assert seats == ["bin-1", "bin-2"]


def test_one_actor_one_seat(three: Driver) -> None:
    three.do("warden: seat unregister bin-2")
    three.refused("warden: seat register bin-2 --actor alpha", "same-hand")


def test_a_new_version_makes_positions_stale(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    storm = storm_of(three)
    three.do(f"beta: propose {storm} -f -", "## 1. Other\n")
    said = verdict(three)
    assert (said["verdict"], said["needs"]) == ("open", {"for": 3})
    assert [one["stale"] for one in three.do(f"brainstorm show {storm}")["electorate"]] == [
        True
    ] * 3
    three.refused(f"alpha: agree {storm}", "text-changed")
    three.refused(f"alpha: agree {storm} --on 1", "text-changed")
    three.do(f"alpha: agree {storm} --on 2")
    close(three)
    assert verdict(three)["verdict"] == "no-quorum"


def test_the_owner_unregistered(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do("warden: seat unregister owner")
    three.do(f"alpha: decide {storm_of(three)}")
    block = three.refused("warden: ratify D1", "seat-unregistered")[0]
    assert block["seat"] == "owner"


def test_a_second_ratify_changes_nothing(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do(f"alpha: decide {storm_of(three)}")
    first = three.do("warden: ratify D1")
    again = three.do("warden: ratify D1")
    assert (again["changed"], again["entry"]) == (False, first["entry"])
    assert again["ids"] == ["D1.1"]


def test_the_wrong_actor_learns_that_alone(three: Driver) -> None:
    agree(three, "alpha", "beta", "gamma")
    three.do(f"alpha: decide {storm_of(three)}")
    three.do("gamma: seat unregister bin-3")
    three.refused("alpha: ratify D1", "not-the-ratifier")


def test_one_actor_in_two_bodies_counts_once(three: Driver) -> None:
    three.do("warden: body add pm pm-1 pm-2")
    three.do("warden: seat register pm-1 --actor alpha")
    three.do("warden: policy set 'electorate bin + pm; pass for > 1/2 of electorate' --item EVO-1")
    storm = three.do("alpha: brainstorm open EVO-1 Both")["id"]
    three.do(f"alpha: propose {storm} -f -", TEXT)
    error = three.fails(f"alpha: agree {storm}", 2)
    assert "bin-1" in error["message"]
    assert "pm-1" in error["message"]
    three.do(f"alpha: agree {storm} --seat pm-1")
    three.refused(f"alpha: agree {storm} --seat bin-1", "same-hand")


def test_agree_abstain_agree_are_three_entries(three: Driver) -> None:
    storm, before = storm_of(three), three.seq()
    agree(three, "alpha")
    three.do(f"alpha: abstain {storm}")
    agree(three, "alpha")
    assert three.do(f"alpha: agree {storm}")["changed"] is False
    assert three.seq() == before + 3
    assert verdict(three)["tally"]["for"] == 1


def test_who_may_propose_decide_and_close(three: Driver) -> None:
    storm = storm_of(three)
    three.refused(f"mallory: propose {storm} -f -", "not-allowed", stdin=TEXT)
    three.refused(f"mallory: decide {storm}", "not-allowed")
    three.refused(f"mallory: brainstorm close {storm} --no-decision Why", "not-allowed")
    three.refused(f"beta: brainstorm close {storm} --withdraw Why", "not-allowed")
    agree(three, "alpha", "beta", "gamma")
    three.do(f"warden: decide {storm}")  # the ratifier may


def test_policy_not_the_set_one(three: Driver) -> None:
    three.refused("alpha: brainstorm open EVO-1 T --policy 'together owner'", "not-allowed")
    made = three.do("warden: brainstorm open EVO-1 T --policy 'together owner'")
    assert made["notes"] == ["its policy is not the set policy"]
    assert three.do(f"brainstorm show {made['id']}")["policy_set"] is False
    same = "together bin; ratify by owner  # typed otherwise"
    made = three.do(f"alpha: brainstorm open EVO-1 T --policy '{same}'")
    assert three.do(f"brainstorm show {made['id']}")["policy_set"] is True


def test_the_items_policy_before_the_projects_before_the_ledgers(three: Driver) -> None:
    three.do("alpha: item new EVO Two --key EVO-2")
    three.do("warden: policy set 'together owner' --project EVO")
    three.do("warden: policy set 'together bin' --item EVO-2")
    assert three.do("policy show --item EVO-1")["scope"] == "EVO"
    assert three.do("policy show --item EVO-2")["scope"] == "EVO-2"
    assert three.do("policy show --project XYZ")["scope"] == "ledger"
    error = three.fails("alpha: brainstorm open EVO-1 EVO-2 Both", 2)
    assert "together" not in error["message"]  # both in their long form
    assert "EVO-2: electorate bin" in error["message"]
    assert "--policy" in error["hint"]
    three.do("warden: brainstorm open EVO-1 EVO-2 Both --policy 'together bin'")


def test_a_policy_change_after_opening_changes_nothing(three: Driver) -> None:
    agree(three, "alpha", "beta")
    three.do("warden: policy set 'electorate bin; pass for > 0 of cast'")
    assert verdict(three)["verdict"] == "open"
    three.refused(f"alpha: decide {storm_of(three)}", "quorum-unmet")


@pytest.mark.parametrize(
    ("policy", "code"),
    [
        ("electorate bin; pass for > 1/2 of electorate; require 1 from {bin-3} cast", "bin-3"),
        ("electorate bin; pass for > 1/2 of electorate; require 1 from {bin-3} for", "bin-3"),
        ("electorate bin; pass for > 1/2 of electorate; require 3 from bin cast", "bin-3"),
    ],
)
def test_required_seats(three: Driver, policy: str, code: str) -> None:
    three.do(f"warden: policy set '{policy}'")
    storm = three.do("alpha: brainstorm open EVO-1 T")["id"]
    three.do(f"alpha: propose {storm} -f -", TEXT)
    agree(three, "alpha", "beta")
    block = three.refused(f"alpha: decide {storm}", "required-not-for")[0]
    assert block["seat"] == code
    agree(three, "gamma")
    three.do(f"alpha: decide {storm}")
    three.clean()


def test_a_seat_that_is_required_by_name_and_had_retired_is_required_still(three: Driver) -> None:
    three.do("warden: seat retire bin-3")
    policy = "electorate bin; pass for > 1/2 of electorate; require 1 from {bin-3} for"
    three.do(f"warden: policy set '{policy}'")
    storm = three.do("alpha: brainstorm open EVO-1 T")["id"]
    three.do(f"alpha: propose {storm} -f -", TEXT)
    agree(three, "alpha", "beta")
    block = three.refused(f"alpha: decide {storm}", "seat-unregistered")[0]
    assert block["hint"] == f"ledger seat excuse {storm} bin-3 REASON"
    three.do(f"warden: seat excuse {storm} bin-3 'Gone for good'")
    three.do(f"alpha: decide {storm}")  # nothing requires it any more


def test_more_seats_required_than_there_are(three: Driver) -> None:
    three.do("warden: seat retire bin-3")
    policy = "electorate bin; pass for > 1/2 of electorate; require 3 from bin registered"
    three.do(f"warden: policy set '{policy}'")
    storm = three.do("alpha: brainstorm open EVO-1 T")["id"]
    three.do(f"alpha: propose {storm} -f -", TEXT)
    agree(three, "alpha", "beta")
    block = three.refused(f"alpha: decide {storm}", "seat-unregistered")[0]
    assert "only 2" in block["message"]


def test_the_same_position_again_needs_no_guard(three: Driver) -> None:
    storm = storm_of(three)
    three.do(f"beta: propose {storm} -f -", "## 1. Other\n")
    three.do(f"alpha: agree {storm} --on 2")
    assert three.do(f"alpha: agree {storm}")["changed"] is False
    three.refused(f"alpha: agree {storm} --on 1", "text-changed")
