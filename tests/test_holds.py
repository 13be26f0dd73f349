"""Holds: who places, changes and lifts them, and to what they pass (concepts.md, "In force" 6;
exchange.md, `Held for:`)."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Doc, Driver, bins

UNTIL = {"for": "owner", "reason": "until the next launch"}


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """D1 with two points in force; pm-1 is held by venus."""
    ledger = bins(tmp_path_factory.mktemp("holds") / "l.db")
    ledger.do("warden: body add pm pm-1 pm-2")
    ledger.do("warden: seat register pm-1 --actor venus")
    ledger.do("warden: seat register pm-2 --actor mars")
    ledger.decide("## 1. One\n\n## 2. Two\n")
    ledger.do("warden: ratify D1")
    return ledger


@pytest.fixture
def ledger(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def held(ledger: Driver, *points: str) -> list[Doc | None]:
    return [ledger.do(f"show {one}")["point"]["held"] for one in points]


def checked(ledger: Driver, line: str) -> tuple[int, list[str]]:
    """The exit code of a `check`, and the codes that it names."""
    code, made = ledger.run(f"check {line}")
    return code, [one["code"] for one in made["data"]["blocks"]]


def hold(ledger: Driver, point: str = "D1.1") -> None:
    ledger.do(f"alpha: hold {point} --for owner 'until the next launch'")


def ruled(ledger: Driver, text: str) -> str:
    """A decision, ratified."""
    made = ledger.decide(text)
    ledger.do(f"warden: ratify {made}")
    ledger.clean()
    return made


def test_a_hold_does_not_take_out_of_force(ledger: Driver) -> None:
    assert held(ledger, "D1.1") == [None]
    hold(ledger)
    assert ledger.state("D1.1") == "in-force"
    assert held(ledger, "D1.1", "D1.2") == [UNTIL, None]
    ledger.do("warden: release D1.1")
    assert held(ledger, "D1.1") == [None]
    ledger.clean()


def test_check_says_held(ledger: Driver) -> None:
    hold(ledger)
    for what in ("D1.1", "D1", "EVO-1"):
        assert checked(ledger, what) == (3, ["held"])
        assert checked(ledger, f"{what} --allow-held") == (0, [])
    made = ledger.run("check D1.1")[1]["data"]
    assert (made["in_force"], made["held"]) == (True, UNTIL)
    assert checked(ledger, "D1.2") == (0, [])
    ledger.do("warden: release D1.1")
    for what in ("D1.1", "D1", "EVO-1"):
        assert checked(ledger, what) == (0, [])


def test_a_hold_never_refuses_a_ratification(ledger: Driver) -> None:
    ledger.decide("## 1. New\n")
    hold(ledger, "D2.1")
    assert held(ledger, "D2.1") == [UNTIL]
    ledger.do("warden: ratify D2")
    assert ledger.state("D2.1") == "in-force"
    assert held(ledger, "D2.1") == [UNTIL]
    assert checked(ledger, "D2.1") == (3, ["held"])


@pytest.mark.parametrize(
    ("who", "seat"),
    [
        ("beta", "owner"),
        ("warden", "owner --seat owner"),
        ("venus", "pm-1"),
        ("alpha", "pm-1"),
        ("boss", "pm-1"),
        ("vice", "pm-1"),
    ],
)
def test_who_may_place_one(ledger: Driver, who: str, seat: str) -> None:
    """An elector, the ratifier, the seat it waits for, a steward."""
    ledger.do("warden: seat add steward deputy")
    ledger.do("warden: seat register deputy --actor vice")
    if who == "boss":
        ledger.do("warden: seat register owner --actor boss --replace")
    ledger.do(f"{who}: hold D1.1 --for {seat} Wait")
    assert held(ledger, "D1.1") == [{"for": seat.split()[0], "reason": "Wait"}]


def test_who_may_not(ledger: Driver) -> None:
    ledger.refused("mallory: hold D1.1 --for owner Wait", "not-allowed")
    ledger.refused("venus: hold D1.1 --for owner Wait", "not-allowed")
    ledger.refused("mars: hold D1.1 --for pm-1 Wait", "not-allowed")


def test_only_the_seat_it_waits_for_releases(ledger: Driver) -> None:
    ledger.do("alpha: hold D1.1 --for pm-1 Wait")
    for who in ("alpha", "warden", "mars", "mallory"):
        block = ledger.refused(f"{who}: release D1.1", "not-allowed")[0]
        assert "pm-1" in block["message"]
    ledger.do("venus: release D1.1")
    assert held(ledger, "D1.1") == [None]


def test_one_hold_at_a_time(ledger: Driver) -> None:
    ledger.do("alpha: hold D1.1 --for pm-1 Wait")
    before = ledger.seq()
    assert ledger.do("alpha: hold D1.1 --for pm-1 Wait")["changed"] is False
    assert ledger.do("beta: hold D1.1 --for pm-1 Wait")["changed"] is False
    assert ledger.seq() == before
    for who in ("alpha", "warden", "venus"):
        ledger.refused(f"{who}: hold D1.1 --for owner Wait", "not-allowed")
    for who in ("alpha", "warden"):
        ledger.refused(f"{who}: hold D1.1 --for pm-1 'Another reason'", "not-allowed")
    ledger.do("alpha: hold D1.2 --for bin-2 Wait")
    ledger.refused("beta: hold D1.2 --for owner Wait", "not-allowed")  # not even from that seat
    ledger.do("venus: hold D1.1 --for pm-1 'Another reason'")
    assert held(ledger, "D1.1") == [{"for": "pm-1", "reason": "Another reason"}]
    ledger.do("venus: release D1.1")
    ledger.do("alpha: hold D1.1 --for owner Wait")
    ledger.clean()


def test_a_decision_is_held_whole(ledger: Driver) -> None:
    ledger.do("alpha: hold D1 --for owner 'until the next launch'")
    assert held(ledger, "D1.1", "D1.2") == [UNTIL, UNTIL]
    ledger.do("warden: release D1.1")
    assert held(ledger, "D1.1", "D1.2") == [None, UNTIL]
    ledger.do("warden: release D1")
    assert held(ledger, "D1.1", "D1.2") == [None, None]
    ledger.clean()


def test_what_is_not_there(ledger: Driver) -> None:
    ledger.fails("alpha: hold D9 --for owner Wait", 4)
    ledger.fails("alpha: hold D1.9 --for owner Wait", 4)
    ledger.fails("alpha: release D1.9", 4)
    assert ledger.run("alpha: hold D1.1 --for nobody Wait")[0] in (2, 4)
    ledger.fails("alpha: hold D1.1 --for owner", 2)
    storm = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    ledger.refused(f"alpha: hold {storm} --for owner Wait", "not-adopted")


def test_in_a_proposal(ledger: Driver) -> None:
    ledger.decide("## 1. New\nA body\nHeld for: owner, until the next launch\n\n## 2. Free\n")
    assert held(ledger, "D2.1", "D2.2") == [UNTIL, None]
    assert ledger.do("show D2.1")["point"]["text"] == "New\nA body"
    ledger.do("warden: ratify D2")
    assert held(ledger, "D2.1", "D2.2") == [UNTIL, None]
    assert checked(ledger, "D2") == (3, ["held"])
    ledger.refused("alpha: release D2.1", "not-allowed")
    ledger.do("warden: release D2.1")
    assert checked(ledger, "D2") == (0, [])
    ledger.clean()


def test_for_an_unknown_seat_in_a_proposal(ledger: Driver) -> None:
    storm = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    before = ledger.seq()
    code, made = ledger.run(f"alpha: propose {storm} -f -", "## 1. New\nHeld for: nobody, long\n")
    assert code in (2, 4)
    assert "nobody" in made["error"]["message"]
    assert ledger.seq() == before


@pytest.mark.parametrize("verb", ["Amends", "Corrects", "Supersedes"])
def test_it_passes_to_what_takes_the_place(ledger: Driver, verb: str) -> None:
    hold(ledger)
    ledger.decide(f"## 1. New\n{verb}: D1.1\n")
    assert held(ledger, "D1.1", "D2.1") == [UNTIL, None]  # not before it is in force
    ledger.do("warden: ratify D2")
    assert held(ledger, "D1.1", "D2.1") == [None, UNTIL]
    assert checked(ledger, "D2.1") == (3, ["held"])
    assert checked(ledger, "D1")[0] == 3
    assert checked(ledger, "D1 --allow-held")[0] == 0
    ledger.do("warden: release D2.1")
    assert checked(ledger, "D1")[0] == 0
    ledger.clean()


@pytest.mark.parametrize("verb", ["Reverses", "Stands down", "Refines", "Upholds"])
def test_it_does_not_pass_to_others(ledger: Driver, verb: str) -> None:
    hold(ledger)
    ruled(ledger, f"## 1. New\n{verb}: D1.1\n")
    assert held(ledger, "D2.1") == [None]
    if verb in ("Refines", "Upholds"):
        assert held(ledger, "D1.1") == [UNTIL]


def test_it_passes_to_all_that_share_the_place(ledger: Driver) -> None:
    hold(ledger)
    ruled(ledger, "## 1. a\nAmends: D1.1\n\n## 2. b\nAmends: D1.1\n\n## 3. c\n")
    assert held(ledger, "D1.1", "D2.1", "D2.2", "D2.3") == [None, UNTIL, UNTIL, None]


@pytest.mark.parametrize("targets", ["D2", "D2.1, D2.2", "D2.2, D2.1"])
def test_every_hold_of_what_it_replaces_passes(ledger: Driver, targets: str) -> None:
    """Each until the seat that it waits for releases it, also where one decision placed both."""
    ruled(ledger, "## 1. New\nHeld for: owner\n\n## 2. Also\nHeld for: pm-1\n")
    ruled(ledger, f"## 1. Both\nSupersedes: {targets}\n")
    assert held(ledger, "D3.1") == [{"for": "owner", "reason": None}]
    ledger.refused("venus: release D3.1", "not-allowed")
    ledger.do("warden: release D3.1")
    assert held(ledger, "D3.1") == [{"for": "pm-1", "reason": None}]
    ledger.do("venus: release D3.1")
    assert checked(ledger, "D3.1") == (0, [])
    ledger.clean()


@pytest.mark.parametrize("targets", ["D1.1, D2.1", "D2.1, D1.1"])
def test_of_several_holds_the_oldest_shows(ledger: Driver, targets: str) -> None:
    ruled(ledger, "## 1. New\n")
    ledger.do("warden: hold D2.1 --for pm-1 Wait")
    hold(ledger)
    ruled(ledger, f"## 1. Both\nSupersedes: {targets}\n")
    assert held(ledger, "D3.1") == [{"for": "pm-1", "reason": "Wait"}]
    ledger.do("venus: release D3.1")
    assert held(ledger, "D3.1") == [UNTIL]


def test_a_hold_that_comes_from_two_points_is_one(ledger: Driver) -> None:
    hold(ledger)
    ruled(ledger, "## 1. a\nAmends: D1.1\n\n## 2. b\nAmends: D1.1\n")
    ruled(ledger, "## 1. Both\nSupersedes: D2\n")
    ledger.do("warden: release D3.1")
    assert held(ledger, "D3.1") == [None]


def test_it_passes_on_and_on(ledger: Driver) -> None:
    hold(ledger)
    ruled(ledger, "## 1. New\nAmends: D1.1\n")
    ruled(ledger, "## 1. Newer\nSupersedes: D2.1\n")
    assert held(ledger, "D1.1", "D2.1", "D3.1") == [None, None, UNTIL]


def test_from_a_waiting_point(ledger: Driver) -> None:
    ledger.decide("## 1. Waits\nHeld for: owner, until the next launch\n")
    ledger.decide("## 1. Better\nAmends: D2.1\n")
    ledger.do("warden: ratify D3")
    assert held(ledger, "D2.1", "D3.1") == [None, UNTIL]
    ledger.clean()


def test_released_before_it_would_pass(ledger: Driver) -> None:
    hold(ledger)
    ledger.decide("## 1. New\nAmends: D1.1\n")
    ledger.do("warden: release D1.1")
    ledger.do("warden: ratify D2")
    assert held(ledger, "D1.1", "D2.1") == [None, None]


def test_a_restored_point_is_held_as_it_was_when_it_fell(ledger: Driver) -> None:
    hold(ledger)
    ruled(ledger, "## 1. Off\nReverses: D1\n")
    ruled(ledger, "## 1. Back\nRestores: D1.1, D1.2\n")
    assert held(ledger, "D1.1", "D1.2") == [UNTIL, None]
    assert held(ledger, "D2.1", "D3.1") == [None, UNTIL]  # it passes to what restores, too
    assert checked(ledger, "D1.1") == (3, ["held"])
    ledger.do("warden: release D1.1")
    assert checked(ledger, "D1.1") == (0, [])
    ledger.clean()


def test_restored_after_its_hold_passed_on(ledger: Driver) -> None:
    hold(ledger)
    ruled(ledger, "## 1. New\nAmends: D1.1\n")
    ledger.do("warden: release D2.1")
    ruled(ledger, "## 1. Back\nRestores: D1.1\nReverses: D2.1\n")
    assert held(ledger, "D1.1", "D2.1") == [UNTIL, None]


def test_released_before_it_fell(ledger: Driver) -> None:
    hold(ledger)
    ledger.do("warden: release D1.1")
    ruled(ledger, "## 1. Off\nReverses: D1.1\n")
    ruled(ledger, "## 1. Back\nRestores: D1.1\n")
    assert held(ledger, "D1.1") == [None]


def test_what_was_known_before(ledger: Driver) -> None:
    before = ledger.seq()
    hold(ledger)
    assert ledger.do(f"show D1.1 --known-at {before}")["point"]["held"] is None
    assert ledger.do(f"check D1.1 --known-at {before}")["blocks"] == []
    assert ledger.do("log D1.1")["rows"][-1]["seq"] == ledger.seq()
    assert ledger.do("log EVO-1")["rows"][-1]["seq"] == ledger.seq()


def test_two_seats_that_may(ledger: Driver) -> None:
    ledger.do("warden: seat register bin-1 --actor warden --replace")
    error = ledger.fails("warden: hold D1.1 --for owner Wait", 2)
    assert all(seat in error["message"] for seat in ("bin-1", "owner"))
    ledger.do("warden: hold D1.1 --for owner Wait --seat owner")
    assert ledger.do("log D1.1")["rows"][-1]["seat"] == "owner"
