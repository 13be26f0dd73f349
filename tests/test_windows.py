"""Windows by the clock at reading, leavers, casting votes, changes of policy, and what lapses
(policy.md): no act and no daemon ends anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Doc, Driver

TEXT = "## 1. A point\nIt says so.\n"


class Timed:
    """A ledger of three bins and its clock: `at` sets it, in days after the first morning."""

    def __init__(self, path: Path) -> None:
        self.ledger = Driver(path, now="2026-06-22T08:00:00Z", seed="windows")
        ledger = self.ledger
        ledger.do("warden: init")
        ledger.do("warden: body add bin bin-1 bin-2 bin-3")
        ledger.do("warden: body add owner owner")
        for seat, actor in (("bin-1", "alpha"), ("bin-2", "beta"), ("bin-3", "gamma")):
            ledger.do(f"warden: seat register {seat} --actor {actor}")
        ledger.do("warden: seat register owner --actor warden")
        ledger.do("alpha: item new EVO 'An item' --key EVO-1")

    def at(self, when: str) -> None:
        """The clock says `DAY HH:MM`, the day counted from 22 June, or from 1 July on."""
        day, _, clock = when.partition(" ")
        month, number = ("07", int(day) - 30) if int(day) > 30 else ("06", int(day))
        self.ledger.env["LEDGER_NOW"] = f"2026-{month}-{number:02d}T{clock or '08:00'}:00Z"

    def open(self, policy: str, *more: str) -> str:
        """A brainstorm with a version, under a policy."""
        words = " ".join(more)
        line = f"warden: brainstorm open EVO-1 T --policy '{policy}' {words}"
        storm: str = self.ledger.do(line)["id"]
        self.ledger.do(f"alpha: propose {storm} -f -", TEXT)
        return storm

    def agree(self, storm: str, *actors: str) -> None:
        """Positions for it."""
        for who in actors:
            self.ledger.do(f"{who}: agree {storm}")

    def verdict(self, storm: str) -> Doc:
        """What is said of it now."""
        made: Doc = self.ledger.do(f"brainstorm show {storm}")["verdict"]
        return made

    def says(self, storm: str, verdict: str) -> Doc:
        """The verdict is this one."""
        made = self.verdict(storm)
        assert made["verdict"] == verdict, made
        return made


@pytest.fixture
def timed(tmp_path: Path) -> Timed:
    return Timed(tmp_path / "l.db")


# --- open, deadline, max


def test_a_window_is_open_until_its_end(timed: Timed) -> None:
    storm = timed.open("electorate bin; pass for > 1/2 of electorate; open 72h")
    timed.agree(storm, "alpha", "beta", "gamma")
    timed.at("25 07:59")
    made = timed.says(storm, "open")
    assert made["until"] == "2026-06-25T08:00:00.000Z"
    assert (made["passes"], [one["code"] for one in made["reasons"]]) == (True, ["window-open"])
    block = timed.ledger.refused(f"alpha: decide {storm}", "window-open")[0]
    assert "2026-06-25T08:00:00Z" in block["message"]
    timed.ledger.refused(f"alpha: brainstorm close {storm} --no-decision No", "window-open")
    timed.at("25 08:00")
    assert timed.says(storm, "decided")["until"] is None
    for line in ("object {} No", "abstain {}", "recuse {}"):
        timed.ledger.refused(f"gamma: {line.format(storm)}", "closed")
    assert timed.ledger.do(f"gamma: agree {storm}")["changed"] is False  # it has said so
    timed.ledger.refused(f"alpha: propose {storm} -f -", "closed", stdin="## 1. Another\n")
    timed.ledger.do(f"alpha: brainstorm say {storm} 'Let us decide'")
    assert timed.ledger.do(f"alpha: decide {storm}")["decision"] == "D1"
    timed.ledger.clean()


def test_a_new_version_begins_the_window_again(timed: Timed) -> None:
    storm = timed.open("electorate bin; pass for > 1/2 of electorate; open 3d max 5d")
    timed.at("24")
    timed.ledger.do(f"alpha: propose {storm} -f -", "## 1. Better\n")
    assert timed.verdict(storm)["until"] == "2026-06-27T08:00:00.000Z"
    for who in ("alpha", "beta"):
        timed.ledger.do(f"{who}: agree {storm} --on 2")
    timed.at("26 12:00")
    timed.says(storm, "open")
    timed.at("27")  # five days after the opening
    timed.says(storm, "lapsed")
    for line in (f"decide {storm}", f"agree {storm} --on 2", f"brainstorm say {storm} Hm"):
        timed.ledger.refused(f"gamma: {line}", "lapsed")
    timed.ledger.refused(f"alpha: brainstorm close {storm} --no-decision No", "lapsed")


def test_a_deadline_stands_for_open(timed: Timed) -> None:
    policy = "electorate bin; pass for > 1/2 of electorate"
    storm = timed.open(policy, "--deadline 2026-06-23T12:00:00+02:00")
    timed.agree(storm, "alpha")
    timed.at("23 09:59")
    assert timed.says(storm, "open")["until"] == "2026-06-23T10:00:00.000Z"
    timed.at("23 10:00")
    assert timed.says(storm, "rejected")["needs"] == {}
    timed.ledger.refused(f"alpha: decide {storm}", "threshold-unmet")
    day = timed.open(policy, "--deadline 2026-06-24")
    assert timed.verdict(day)["until"] == "2026-06-24T23:59:59.999Z"
    say = f"warden: brainstorm open EVO-1 T --policy '{policy}"
    assert "two" in timed.ledger.fails(f"{say}; open 1d' --deadline 2026-06-25", 2)["message"]
    assert "has passed" in timed.ledger.fails(f"{say}' --deadline 2026-06-22", 2)["message"]
    assert "not a date" in timed.ledger.fails(f"{say}' --deadline soon", 2)["message"]


def test_early_certain(timed: Timed) -> None:
    storm = timed.open(
        "electorate bin; pass for > 1/2 of electorate; revote refuse; open 72h early certain"
    )
    timed.agree(storm, "alpha")
    timed.says(storm, "open")
    timed.agree(storm, "beta")
    assert timed.says(storm, "decided")["final"] is True
    timed.ledger.do(f"alpha: decide {storm}")


def test_silence_counts_at_the_end(timed: Timed) -> None:
    policy = "electorate bin; silence consents; veto against; pass for > 0 of cast; open 1d"
    storm = timed.open(policy)
    timed.says(storm, "open")
    timed.at("23")
    assert timed.says(storm, "decided")["tally"]["silent"] == 3
    other = timed.open(policy)
    timed.ledger.do(f"beta: object {other} No")
    timed.at("24")
    assert timed.says(other, "blocked")["needs"] == {"clear": ["bin-2"]}
    timed.ledger.refused(f"beta: agree {other}", "closed")
    timed.ledger.do(f"beta: clear {other} bin-2 'It may stand'")  # nothing is cast by it
    timed.says(other, "decided")


# --- final


FINAL = (
    "electorate bin; pass for > 1/2 of electorate; veto concern cleared-by author; "
    "final 10d reopened-by concern"
)


def test_a_final_period_runs_from_when_the_policy_was_met(timed: Timed) -> None:
    storm = timed.open(FINAL)
    timed.agree(storm, "alpha")
    timed.at("24")
    timed.agree(storm, "beta")
    made = timed.says(storm, "final-period")
    assert (made["until"], made["passes"]) == ("2026-07-04T08:00:00.000Z", True)
    timed.at("26")
    timed.agree(storm, "gamma")  # more of the same begins nothing again
    block = timed.ledger.refused(f"alpha: decide {storm}", "final-period")[0]
    assert "2026-07-04T08:00:00Z" in block["message"]
    timed.ledger.refused(f"alpha: brainstorm close {storm} --no-decision No", "final-period")
    timed.at("34")
    timed.says(storm, "decided")
    timed.ledger.do(f"alpha: decide {storm}")
    timed.ledger.clean()


def test_a_concern_inside_it_ends_it_and_it_starts_afresh_whole(timed: Timed) -> None:
    storm = timed.open(FINAL)
    timed.agree(storm, "alpha", "beta")
    timed.at("30")
    timed.ledger.do(f"gamma: concern {storm} 'Who wakes the owner?'")
    timed.says(storm, "blocked")
    timed.at("33")
    timed.ledger.do(f"gamma: clear {storm} bin-3 'The rail does'")
    assert timed.says(storm, "final-period")["until"] == "2026-07-13T08:00:00.000Z"
    timed.at("43")
    timed.says(storm, "decided")
    timed.ledger.do(f"gamma: concern {storm} 'Late'")  # after it: it blocks, as any concern
    timed.says(storm, "blocked")
    timed.ledger.do(f"gamma: clear {storm} bin-3 'Well'")
    timed.says(storm, "final-period")  # it was not met in between


def test_who_changes_its_mind_inside_it_ends_it(timed: Timed) -> None:
    storm = timed.open(FINAL)
    timed.agree(storm, "alpha", "beta")
    timed.at("30")
    timed.ledger.do(f"beta: abstain {storm}")
    timed.says(storm, "open")
    timed.at("31")
    timed.ledger.do(f"gamma: agree {storm}")
    assert timed.says(storm, "final-period")["until"] == "2026-07-11T08:00:00.000Z"


def test_a_concern_that_blocks_nothing_reopens(timed: Timed) -> None:
    storm = timed.open("electorate bin; pass for > 1/2 of electorate; final 10d")
    timed.agree(storm, "alpha", "beta")
    timed.at("30")
    timed.ledger.do(f"gamma: concern {storm} 'Who wakes the owner?'")
    assert timed.says(storm, "final-period")["until"] == "2026-07-10T08:00:00.000Z"


def test_a_position_against_reopens_where_the_policy_says_so(timed: Timed) -> None:
    policy = "electorate bin; pass for > 1/2 of electorate; open 1d; final 2d reopened-by against"
    storm = timed.open(policy)
    timed.agree(storm, "alpha", "beta")
    timed.at("23 07:00")
    timed.says(storm, "open")
    timed.at("23 09:00")
    assert timed.says(storm, "final-period")["until"] == "2026-06-25T08:00:00.000Z"
    timed.ledger.refused(f"gamma: abstain {storm}", "closed")
    timed.at("24")
    timed.ledger.do(f"gamma: object {storm} 'Not so'")
    assert timed.says(storm, "open")["until"] == "2026-06-25T08:00:00.000Z"  # all may speak again
    timed.ledger.do(f"alpha: agree {storm}")
    timed.at("25")
    assert timed.says(storm, "final-period")["until"] == "2026-06-27T08:00:00.000Z"
    timed.at("27")
    timed.says(storm, "decided")


def test_a_seat_that_leaves_ends_it_under_a_live_roll(timed: Timed) -> None:
    policy = "electorate bin as-of live leavers drop; pass for >= 2 of electorate; final 2d"
    storm = timed.open(policy)
    timed.agree(storm, "alpha", "beta")
    timed.at("23")
    timed.ledger.do("beta: seat unregister bin-2")
    timed.says(storm, "open")
    timed.at("23 12:00")
    timed.ledger.do("warden: seat register bin-2 --actor beta")
    timed.says(storm, "open")  # its position went when it left
    timed.ledger.do(f"beta: agree {storm}")
    assert timed.says(storm, "final-period")["until"] == "2026-06-25T12:00:00.000Z"


# --- the roll


def test_a_live_roll_is_who_is_registered_now(timed: Timed) -> None:
    storm = timed.open("electorate bin as-of live; pass for > 1/2 of electorate")
    timed.agree(storm, "alpha")
    timed.says(storm, "open")
    timed.ledger.do("warden: seat unregister bin-3")
    timed.ledger.do("warden: seat unregister bin-2")
    assert timed.says(storm, "decided")["tally"] == {
        "for": 1,
        "against": 0,
        "abstain": 0,
        "silent": 0,
    }
    timed.ledger.do("warden: seat add bin bin-4")
    timed.ledger.do("warden: seat register bin-4 --actor delta")
    seats = timed.ledger.do(f"brainstorm show {storm}")["electorate"]
    assert [one["seat"] for one in seats] == ["bin-1", "bin-4"]
    timed.says(storm, "open")
    timed.agree(storm, "delta")
    timed.ledger.do(f"delta: decide {storm}")
    assert timed.ledger.do("show D1")["holders"] == {
        "bin-1": "alpha",
        "bin-2": None,
        "bin-3": None,
        "bin-4": "delta",
    }
    timed.ledger.clean()


def test_a_lease_that_ends_between_two_steps(timed: Timed) -> None:
    timed.ledger.do("warden: seat register bin-2 --actor beta --ttl 2h")
    kept = timed.open("electorate bin as-of live; pass for >= 2 of electorate")
    gone = timed.open("electorate bin as-of live leavers drop; pass for >= 2 of electorate")
    ended = timed.open("electorate bin leavers abort; pass for >= 2 of electorate")
    for storm in (kept, gone, ended):
        timed.agree(storm, "alpha", "beta")
        timed.says(storm, "decided")
    timed.at("22 10:00")
    timed.says(kept, "decided")
    timed.says(gone, "open")
    assert [one["code"] for one in timed.says(ended, "aborted")["reasons"]] == ["aborted"]
    timed.ledger.refused(f"alpha: decide {ended}", "aborted")
    timed.ledger.refused(f"gamma: agree {ended}", "aborted")
    timed.ledger.refused(f"alpha: brainstorm close {ended} --no-decision No", "aborted")
    timed.ledger.do("beta: seat renew bin-2")
    timed.says(kept, "decided")
    timed.says(gone, "open")  # whoever leaves takes its position along
    timed.says(ended, "aborted")  # and nothing brings it back
    timed.ledger.do(f"beta: agree {gone}")
    timed.says(gone, "decided")


def test_a_renewal_in_time_and_a_handover_are_no_leaving(timed: Timed) -> None:
    timed.ledger.do("warden: seat register bin-2 --actor beta --ttl 2h")
    storm = timed.open("electorate bin leavers abort; pass for >= 2 of electorate")
    timed.agree(storm, "alpha", "beta")
    timed.at("22 09:00")
    timed.ledger.do("beta: seat renew bin-2")
    timed.at("22 10:30")
    timed.says(storm, "decided")
    timed.ledger.do("warden: seat register bin-2 --actor delta --replace")
    timed.says(storm, "decided")
    timed.ledger.do("warden: seat sync -", '{"bin-2": "beta"}')
    timed.says(storm, "decided")


def test_a_live_roll_that_a_leaver_aborts(timed: Timed) -> None:
    """What it had cast is shown still."""
    storm = timed.open("electorate bin as-of live leavers abort; pass for >= 2 of electorate")
    timed.agree(storm, "alpha", "beta")
    timed.ledger.do("beta: seat unregister bin-2")
    made = timed.says(storm, "aborted")
    assert made["tally"] == {"for": 2, "against": 0, "abstain": 0, "silent": 1}
    timed.ledger.do("warden: seat unregister bin-3")
    assert timed.verdict(storm) == made  # it has ended: it is shown as it was then
    assert timed.ledger.do("brainstorm list")["rows"][0]["state"] == "aborted"
    timed.ledger.clean()


def test_a_retired_seat_has_left_at_the_close_too(timed: Timed) -> None:
    storm = timed.open("electorate bin as-of close leavers abort; pass for >= 2 of electorate")
    timed.agree(storm, "alpha", "beta")
    timed.ledger.do("warden: seat retire bin-3")
    timed.says(storm, "aborted")
    timed.ledger.refused(f"alpha: decide {storm}", "aborted")


@pytest.mark.parametrize("first", ["lapsed", "aborted"])
def test_what_ended_it_first_ended_it(timed: Timed, first: str) -> None:
    """Past its `max`, or by another policy, or by a leaver: whatever comes later."""
    policy = "electorate bin leavers {}; pass for >= 2 of electorate; open 1d max 2d"
    aborts = timed.open(policy.format("abort"))
    changes = timed.open(policy.format("keep") + "; policy-change abort")
    timed.at("23 12:00" if first == "aborted" else "24 12:00")
    timed.ledger.do("warden: policy set 'together bin'")
    timed.ledger.do("beta: seat unregister bin-2")
    timed.at("25")
    for storm in (aborts, changes):
        said = timed.says(storm, first)
        assert timed.ledger.do(f"brainstorm show {storm}")["state"] == first
        assert [one["code"] for one in said["reasons"]][-1] == first or first == "aborted"
        timed.ledger.refused(f"alpha: decide {storm}", first)
    timed.ledger.clean()


def test_a_roll_at_the_close(timed: Timed) -> None:
    storm = timed.open("electorate bin as-of close; pass for > 1/2 of electorate; open 1d")
    timed.agree(storm, "alpha", "beta")
    timed.ledger.do("warden: seat add bin bin-4")
    assert timed.verdict(storm)["tally"]["silent"] == 2
    timed.ledger.do("warden: seat retire bin-3")
    timed.ledger.do("warden: seat retire bin-2")  # it has spoken: it stays
    assert timed.verdict(storm)["tally"] == {"for": 2, "against": 0, "abstain": 0, "silent": 1}
    timed.at("23")
    timed.says(storm, "decided")


# --- casting votes


TIED = "electorate bin; quorum >= 2 of cast; pass for > 1/2 of decided; tie casting owner"


def test_a_casting_vote(timed: Timed) -> None:
    storm = timed.open(TIED, "--deadline 2026-06-23T08:00:00Z")
    timed.agree(storm, "alpha")
    timed.ledger.do(f"beta: object {storm} No")
    early = timed.ledger.refused(f"warden: casting-vote {storm} for", "not-allowed")[0]
    assert "not tied" in early["message"]
    timed.at("23")
    timed.says(storm, "tied")
    timed.ledger.refused(f"alpha: decide {storm}", "tied", "threshold-unmet")
    timed.ledger.refused(f"alpha: casting-vote {storm} for", "not-allowed")
    timed.ledger.fails(f"warden: casting-vote {storm} maybe", 2)
    timed.ledger.do("warden: seat unregister owner")
    timed.ledger.refused(f"warden: casting-vote {storm} for", "seat-unregistered")
    timed.ledger.do("warden: seat register owner --actor warden")
    twin = timed.ledger.copy(timed.ledger.path.with_name("twin.db"))
    timed.ledger.do(f"warden: casting-vote {storm} for")
    timed.says(storm, "decided")
    assert timed.ledger.do(f"warden: casting-vote {storm} for")["changed"] is False
    timed.ledger.refused(f"warden: casting-vote {storm} against", "not-allowed")
    timed.ledger.do(f"alpha: decide {storm}")
    timed.ledger.clean()
    twin.do(f"warden: casting-vote {storm} against")
    assert twin.do(f"brainstorm show {storm}")["verdict"]["verdict"] == "rejected"


def test_a_casting_vote_begins_the_final_period(timed: Timed) -> None:
    storm = timed.open(f"{TIED}; final 2d", "--deadline 2026-06-23T08:00:00Z")
    timed.agree(storm, "alpha")
    timed.ledger.do(f"beta: object {storm} No")
    timed.at("30")
    timed.says(storm, "tied")
    timed.ledger.do(f"warden: casting-vote {storm} for")
    assert timed.says(storm, "final-period")["until"] == "2026-07-02T08:00:00.000Z"
    timed.ledger.refused(f"alpha: decide {storm}", "final-period")
    timed.at("32")
    timed.ledger.do(f"alpha: decide {storm}")


def test_a_casting_vote_comes_too_late(timed: Timed) -> None:
    storm = timed.open(f"{TIED}; open 1d max 2d")
    timed.agree(storm, "alpha")
    timed.ledger.do(f"beta: object {storm} No")
    timed.at("24")
    timed.ledger.refused(f"warden: casting-vote {storm} for", "lapsed")


def test_nobody_to_break_a_tie(timed: Timed) -> None:
    storm = timed.open("electorate bin; pass for > 1/2 of decided", "--deadline 2026-06-23")
    timed.agree(storm, "alpha")
    timed.ledger.do(f"beta: object {storm} No")
    timed.at("24")
    timed.says(storm, "rejected")
    timed.ledger.refused(f"warden: casting-vote {storm} for", "not-allowed")


# --- changes of policy


@pytest.mark.parametrize("change", ["pin", "abort"])
@pytest.mark.parametrize("first", ["3 of electorate", "1 of electorate"])
def test_a_change_of_policy_after_the_opening(timed: Timed, change: str, first: str) -> None:
    """A pinned policy holds in either direction, also for a failed vote."""
    other = "1 of electorate" if first.startswith("3") else "3 of electorate"
    policy = "electorate bin; pass for >= {}; policy-change " + change
    timed.ledger.do(f"warden: policy set '{policy.format(first)}'")
    storm = timed.ledger.do("alpha: brainstorm open EVO-1 T")["id"]
    timed.ledger.do(f"alpha: propose {storm} -f -", TEXT)
    timed.agree(storm, "alpha")
    before = timed.verdict(storm)
    assert before["verdict"] == ("open" if first.startswith("3") else "decided")
    timed.ledger.do(f"warden: policy set '{policy.format(other)}'")
    if change == "pin":
        assert timed.verdict(storm) == before
        failed = timed.open(f"electorate bin; pass for >= {first}", "--deadline 2026-06-23")
        timed.at("24")
        said = timed.verdict(failed)
        timed.ledger.do(f"warden: policy set '{policy.format(first)}' --project EVO")
        assert timed.verdict(failed) == said
        return
    assert timed.says(storm, "aborted")["reasons"][0]["code"] == "aborted"
    timed.ledger.refused(f"alpha: decide {storm}", "aborted")
    timed.ledger.do(f"warden: policy set '{policy.format(first)}'")
    timed.says(storm, "aborted")  # the same words again are another policy


# --- within


def test_what_waits_too_long_lapses(timed: Timed) -> None:
    timed.ledger.do("warden: policy set 'together bin; ratify by owner within 2d'")
    first = timed.ledger.decide("## 1. One\n\n## 2. Two\n")
    assert timed.ledger.do(f"show {first}")["lapses"] == "2026-06-24T08:00:00.000Z"
    timed.ledger.do(f"warden: ratify {first} --points 1")
    amends = timed.ledger.decide("## 1. Better\nAmends: D1.1\n")
    timed.at("24 07:59")
    waits = "awaiting-ratification"
    assert timed.ledger.states("D1.2", f"{amends}.1") == f"{waits} {waits}"
    timed.at("24")
    assert timed.ledger.states("D1.1", "D1.2") == "in-force lapsed"
    block = timed.ledger.refused("warden: ratify D1 --points 2", "lapsed", noted=True)[0]
    assert "D1.2" in block["message"]
    assert timed.ledger.do("warden: ratify D1")["changed"] is False
    assert timed.ledger.do("show D1.1")["point"]["pending"] == []
    assert timed.ledger.do(f"show {amends}")["state"] == "lapsed"
    assert timed.ledger.run("check D1.2")[1]["data"]["blocks"][0]["code"] == "not-in-force"
    timed.ledger.do("alpha: item comment EVO-1 'And now?'")
    timed.ledger.clean()
    assert timed.ledger.do("show D1.2 --known-at 15")["point"]["state"] == "awaiting-ratification"


def test_what_a_lapsed_point_held_back_is_free(timed: Timed) -> None:
    timed.ledger.do("warden: policy set 'together bin; ratify by owner within 1d'")
    timed.ledger.decide("## 1. One\n")
    timed.ledger.do("warden: ratify D1")
    timed.ledger.decide("## 1. Better\nAmends: D1.1\n")
    assert timed.ledger.do("show D1.1")["point"]["pending"] == ["D2.1"]
    timed.at("23")
    assert timed.ledger.do("show D1.1")["point"]["pending"] == []
    storm = timed.ledger.do("alpha: brainstorm open EVO-1 T")["id"]
    amends = "## 1. Best\nAmends: D2.1\n"
    timed.ledger.refused(f"alpha: propose {storm} -f -", "target-not-in-force", stdin=amends)
    assert timed.ledger.decide("## 1. Best\nAmends: D1.1\n") == "D3"
    timed.ledger.do("warden: ratify D3")
    assert timed.ledger.states("D1.1", "D2.1", "D3.1") == "amended lapsed in-force"
    timed.ledger.clean()


# --- ballots


SCHULZE = (
    "electorate bin; quorum >= 2 of over-default; pass for > 1 times against; "
    "method schulze unranked last; default none; tie casting owner; open 1d"
)
ASKED = "## 1. Which? (rules on D1.1)\n- a: this\n- b: that (refuses)\n- none: neither (none)\n"


@pytest.fixture
def asked(timed: Timed) -> Timed:
    timed.ledger.do("warden: policy set 'together bin; ratify by owner'")
    timed.ledger.decide(TEXT)
    timed.ledger.do(f"alpha: ballot open D1 --to bin --policy '{SCHULZE}' -f -", ASKED)
    return timed


def question(timed: Timed, ballot: str = "B1") -> Doc:
    """The verdict on the one question."""
    made: Doc = timed.ledger.do(f"ballot show {ballot}")["questions"][0]["verdict"]
    return made


def test_ranks(asked: Timed) -> None:
    ledger = asked.ledger
    for wrong in ("1=a>z", "1=a>a", "1=a,b", "1=a>b: refined", "1=a>b=c"):
        ledger.fails(f"alpha: ballot cast B1 '{wrong}'", 2)
    ledger.do("alpha: ballot cast B1 '1=a>none'")
    ledger.do("beta: ballot cast B1 '1 = a > b = none'")
    ledger.do("gamma: ballot cast B1 '1=b'")
    made = question(asked)
    assert (made["verdict"], made["winners"]) == ("open", [])
    assert made["until"] == "2026-06-23T08:00:00.000Z"
    ledger.refused("alpha: ballot close B1", "window-open")
    asked.at("23")
    ledger.refused("gamma: ballot cast B1 '1=a'", "closed")
    made = question(asked)
    assert (made["verdict"], made["winners"]) == ("decided", ["a"])
    assert made["dropped"] == [{"option": "b", "reason": "quorum"}]
    ledger.do("alpha: ballot close B1")
    ledger.do("warden: ratify D1 --ballot B1")
    assert ledger.state("D1.1") == "in-force"
    ledger.clean()


def test_the_default_wins(asked: Timed) -> None:
    ledger = asked.ledger
    for who in ("alpha", "beta"):
        ledger.do(f"{who}: ballot cast B1 1=none")
    asked.at("23")
    made = question(asked)
    assert (made["verdict"], made["default_won"]) == ("decided", True)
    ledger.do("alpha: ballot close B1")
    block = ledger.refused("warden: ratify D1 --ballot B1", "default-won", noted=True)[0]
    assert "none" in block["message"]
    ledger.refused("warden: ratify D1", "ballot-open", noted=True)
    ledger.do("alpha: ballot close B1")  # nothing closes by a refusal: this frees its points
    ledger.do("warden: ratify D1")
    assert ledger.state("D1.1") == "in-force"
    ledger.clean()


def test_a_tie_in_a_ballot(timed: Timed) -> None:
    ledger = timed.ledger
    timed.ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TEXT)
    policy = "electorate bin; quorum >= 2 of cast; method plurality; tie casting owner"
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", ASKED)
    ledger.do("alpha: ballot cast B1 1=a")
    ledger.do("beta: ballot cast B1 1=b")
    assert question(timed)["verdict"] == "open"
    ledger.do("alpha: ballot close B1")
    made = question(timed)
    assert (made["verdict"], made["winners"]) == ("tied", ["a", "b"])
    block = ledger.refused("warden: ratify D1 --ballot B1", "tied", noted=True)[0]
    assert block["hint"] == "ledger casting-vote B1.1 OPTION"
    assert (
        "between a and b"
        in ledger.refused("warden: casting-vote B1.1 none", "not-allowed")[0]["message"]
    )
    assert "B1.1" in ledger.fails("warden: casting-vote B1 b", 2)["message"]
    ledger.do("warden: casting-vote B1.1 b")
    assert question(timed)["winners"] == ["b"]
    ledger.do("warden: ratify D1 --ballot B1")
    assert ledger.state("D1.1") == "refused"
    ledger.refused("warden: casting-vote B1.1 a", "closed")
    ledger.clean()


def test_approving_several(timed: Timed) -> None:
    ledger = timed.ledger
    timed.ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TEXT)
    policy = "electorate bin; quorum >= all of cast; method approval; tie reject"
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", ASKED)
    ledger.fails("alpha: ballot cast B1 '1=a>b'", 2)
    ledger.do("alpha: ballot cast B1 1=a,none")
    ledger.do("beta: ballot cast B1 '1=b, a'")
    made = question(timed)
    assert made["tally"] == {"a": 2, "b": 1, "none": 1}
    assert made["needs"] == {"for": 1, "abstain": 1}  # with one for b they would be level
    ledger.do("gamma: ballot cast B1 1=b")
    assert question(timed)["verdict"] == "rejected"
    ledger.do("gamma: ballot cast B1 1=a")
    assert (question(timed)["verdict"], question(timed)["winners"]) == ("decided", ["a"])


def test_what_a_ballot_does_not_take(timed: Timed) -> None:
    ledger = timed.ledger
    timed.ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TEXT)
    for policy, word in (
        ("electorate bin; pass for > 0 of cast; method yes-no", "yes-no"),
        ("electorate bin; method plurality; final 1d", "final period"),
        ("electorate bin; method plurality; default zz", "zz"),
        ("electorate bin; method plurality; default a; option q needs 1 times against", "q"),
        ("electorate owner; method plurality", "--to"),
    ):
        line = f"alpha: ballot open D1 --to bin --policy '{policy}' -f -"
        assert word in ledger.fails(line, 2, ASKED)["message"]


def test_a_ballot_that_the_clock_ended_frees_its_points(timed: Timed) -> None:
    ledger = timed.ledger
    timed.ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TEXT)
    policy = "electorate bin leavers abort; quorum >= 2 of cast; method plurality; open 1d max 2d"
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", ASKED)
    ledger.refused("warden: ratify D1", "ballot-open", noted=True)
    timed.at("24")
    assert question(timed)["verdict"] == "lapsed"
    ledger.refused("alpha: ballot cast B1 1=a", "lapsed")
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", ASKED)
    ledger.do("gamma: seat unregister bin-3")
    assert question(timed, "B2")["verdict"] == "aborted"
    ledger.refused("alpha: ballot cast B2 1=a", "aborted")
    ledger.do("alpha: ballot close B1")
    ledger.do("alpha: ballot close B2")
    assert [question(timed, one)["verdict"] for one in ("B1", "B2")] == ["lapsed", "aborted"]
    ledger.do("warden: seat register bin-3 --actor gamma")
    ledger.do("warden: ratify D1")
    ledger.clean()


ONE = "## 1. Which? (rules on D1.1)\n- a: this\n- b: that (refuses)\n"


def ballot(timed: Timed, policy: str) -> Driver:
    """A ballot of the bins on D1.1, of two options."""
    ledger = timed.ledger
    ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TEXT)
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", ONE)
    return ledger


def test_a_casting_vote_for_what_does_not_pass(timed: Timed) -> None:
    """The question has no answer then, so nothing is ratified; a close frees its points."""
    policy = "electorate bin; pass for > 1/2 of cast; method plurality; tie casting owner"
    ledger = ballot(timed, policy)
    ledger.do("alpha: ballot cast B1 1=a")
    ledger.do("beta: ballot cast B1 1=b")
    ledger.do("alpha: ballot close B1")
    ledger.do("warden: casting-vote B1.1 a")
    assert question(timed)["verdict"] == "rejected"
    block = ledger.refused("warden: ratify D1 --ballot B1", "ballot-open", noted=True)[0]
    assert block["hint"] == "ledger ballot close B1"
    assert ledger.state("D1.1") == "awaiting-ratification"
    ledger.do("alpha: ballot close B1")
    ledger.do("warden: ratify D1")
    ledger.clean()


def test_a_seat_is_excused_from_a_ballot_until_it_is_ratified(timed: Timed) -> None:
    """A closed one waits for the ratifier, who can excuse what it requires."""
    policy = "electorate bin; method plurality; require all from bin"
    ledger = ballot(timed, policy)
    ledger.do("alpha: ballot cast B1 1=a")
    ledger.do("alpha: ballot close B1")
    ledger.do("warden: seat retire bin-3")
    ledger.refused("warden: ratify D1 --ballot B1", "seat-unregistered", noted=True)
    ledger.do("warden: seat excuse D1 bin-3 'Its host is gone'")
    ledger.refused("warden: ratify D1 --ballot B1", "seat-unregistered", noted=False)
    ledger.do("warden: seat excuse B1 bin-3 'Its host is gone'")
    ledger.do("warden: ratify D1 --ballot B1")
    ledger.refused("warden: seat excuse B1 bin-2 'It too'", "closed")
    ledger.clean()


def test_nobody_is_excused_from_a_ballot_that_lapsed(timed: Timed) -> None:
    ledger = ballot(timed, "electorate bin; method plurality; open 1d max 2d")
    timed.at("24")
    ledger.refused("warden: seat excuse B1 bin-3 'Its host is gone'", "lapsed")
    ledger.do("alpha: ballot close B1")
    ledger.refused("warden: seat excuse B1 bin-3 'Its host is gone'", "aborted")


def test_an_answer_that_went_with_its_seat_is_no_other_voice(timed: Timed) -> None:
    """`leavers drop`: whoever left may answer for another seat, and is no same hand."""
    ledger = ballot(timed, "electorate bin leavers drop; method plurality; open 1d")
    ledger.do("alpha: ballot cast B1 1=a")
    ledger.do("beta: ballot cast B1 1=a")
    ledger.refused("warden: actor alias beta alpha", "same-hand")
    ledger.do("warden: seat unregister bin-1 bin-2")
    ledger.do("warden: seat register bin-2 --actor alpha")
    ledger.do("alpha: ballot cast B1 1=b")
    assert question(timed)["tally"] == {"a": 0, "b": 1}
    ledger.do("warden: actor alias beta alpha")
    ledger.clean()


def test_names_that_spoke_in_what_lapsed_may_become_one(timed: Timed) -> None:
    storm = timed.open("electorate bin; pass for >= 2 of electorate; open 1d max 2d")
    timed.agree(storm, "alpha", "beta")
    timed.ledger.do("warden: seat unregister bin-2")
    timed.ledger.refused("warden: actor alias beta alpha", "same-hand")
    timed.at("24")
    timed.ledger.do("warden: actor alias beta alpha")
