"""The sentences of concepts.md ("Effects", "In force", "Identity, and who may act") that no other
test holds; `rules.md` says which sentence is held where."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from driving import Doc, Driver, bins

from ledger.cli.common import Call
from ledger.cli.main import execute
from ledger.cli.parse import parse

FELLS = [
    ("Amends", "amended"),
    ("Corrects", "corrected"),
    ("Supersedes", "superseded"),
    ("Reverses", "reversed"),
    ("Stands down", "stood-down"),
]
REPLACES = FELLS[:3]
IDENT = "0197aaaa-0000-7000-8000-000000000001"
NOT_SET = "not the set policy"


@pytest.fixture
def timed(tmp_path: Path) -> Driver:
    """A ledger whose clock stands at 9: bins alpha and beta (until 11), the owner, and EVO-1."""
    ledger = Driver(tmp_path / "timed.db", now="2026-06-22T09:00:00Z", seed="timed")
    for line in (
        "init",
        "body add bin bin-1 bin-2",
        "body add owner owner",
        "seat register bin-1 --actor alpha",
        "seat register bin-2 --actor beta --ttl 2h",
        "seat register owner --actor warden",
        "policy set 'together bin; ratify by owner'",
        "item new EVO Title --key EVO-1",
    ):
        ledger.do(f"warden: {line}")
    return ledger


def point(ledger: Driver, line: str) -> Doc:
    made: Doc = ledger.do(f"show {line}")["point"]
    return made


def agreed(ledger: Driver, text: str) -> str:
    """A brainstorm on a text that all bins have agreed to, not decided."""
    storm: str = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"alpha: propose {storm} -f -", text)
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {storm}")
    return storm


def ruled(ledger: Driver, text: str) -> str:
    """A decision, ratified."""
    made = ledger.decide(text)
    ledger.do(f"warden: ratify {made}")
    return made


def said(ledger: Driver, line: str) -> str:
    """What a command prints for people."""
    argv = shlex.split(line)
    return "\n".join(execute(Call(parse(argv), ledger.env, "\x00".join(argv))).lines)


def page(ledger: Driver) -> str:
    """The page of EVO-1, without its backslashes."""
    text: str = ledger.do("export EVO-1 -o -")["files"][0]["text"]
    return text.replace("\\", "")


def checked(ledger: Driver, line: str) -> tuple[int, list[str]]:
    """The exit code of a `check`, and the codes that it names."""
    code, made = ledger.run(f"check {line}")
    return code, [one["code"] for one in made["data"]["blocks"]]


# --- Effects


def test_what_refines_is_read_together_with_its_base(free: Driver) -> None:
    free.decide("## 1. More\nRefines: D1.1\n")
    assert point(free, "D1.1")["text"] == "One"
    assert free.do("why D1.1")["refined_by"] == ["D2.1"]
    assert "refined by D2.1" in said(free, "why D1.1")
    assert "refines: D1.1" in said(free, "show D2.1")


def test_what_is_upheld_is_unchanged(free: Driver) -> None:
    before = point(free, "D1.1")
    free.decide("## 1. Rightly so\nUpholds: D1.1\n")
    assert point(free, "D1.1") == before
    assert "upholds: D1.1" in said(free, "show D2.1")


@pytest.mark.parametrize(("verb", "state"), FELLS)
def test_whatever_displaces_it_it_has_fallen(free: Driver, verb: str, state: str) -> None:
    """Its refiner's base fell; it is restored once what replaced it falls by the same decision."""
    free.decide("## 1. More\nRefines: D1.1\n")
    free.decide(f"## 1. New\n{verb}: D1.1\n")
    assert (free.state("D1.1"), point(free, "D2.1")["base_fell"]) == (state, ["D1.1"])
    storm = free.do("alpha: brainstorm open EVO-1 Back")["id"]
    line, back = f"alpha: propose {storm} -f -", "## 1. Back\nRestores: D1.1\n"
    both = f"{back}Reverses: D3.1\n"
    if state in ("amended", "corrected", "superseded"):
        free.refused(line, "target-not-in-force", stdin=back)
    if state == "corrected":
        free.refused(line, "target-not-in-force", stdin=both)
        return
    free.decide(both if state in ("amended", "superseded") else back)
    assert (free.state("D1.1"), point(free, "D2.1")["base_fell"]) == ("in-force", [])
    free.clean()


def test_the_expansion_is_printed(free: Driver) -> None:
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    made = free.do(f"alpha: propose {storm} -f -", "## 1. Off\nReverses: D1\n")
    assert made["notes"] == ["point 1 reverses D1.1, D1.2"]
    assert "reverses: D1.1, D1.2" in said(free, f"brainstorm show {storm}")


def test_what_restored_it_falls_with_the_decision(free: Driver) -> None:
    free.decide("## 1. Off\nReverses: D1.1\n")
    free.decide("## 1. Back\nRestores: D1.1\n")
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    made = free.do(f"alpha: propose {storm} -f -", "## 1. Off\nReverses: D1\n")
    assert made["points"][0]["effects"][0]["targets"] == ["D1.1", "D1.2", "D3.1"]


def test_restoring_a_decision_leaves_what_was_built_on_it(free: Driver) -> None:
    free.decide("## 1. Better\nAmends: D1.1\n")
    free.decide("## 1. Off\nReverses: D1\n")
    assert free.states("D1.1", "D1.2", "D2.1") == "amended reversed reversed"
    free.decide("## 1. Back\nRestores: D1\n")
    assert free.states("D1.1", "D1.2", "D2.1") == "in-force in-force reversed"


def test_of_a_changed_expansion_only_that_is_said(free: Driver) -> None:
    """One point of the decision fell, and so did another target that was named itself."""
    free.decide("## 1. Other\n")
    storm = agreed(free, "## 1. Off\nReverses: D1\n\n## 2. Better\nAmends: D2.1\n")
    free.decide("## 1. Off\nReverses: D1.1, D2.1\n")
    free.refused(f"alpha: decide {storm}", "text-changed")


@pytest.mark.parametrize(("verb", "state"), FELLS[:2])
def test_a_waiting_target_came_in_force_before_decide(asked: Driver, verb: str, state: str) -> None:
    asked.decide("## 1. Wait\n")
    storm = agreed(asked, f"## 1. Better\n{verb}: D2.1\n")
    asked.do("warden: ratify D2")
    asked.do(f"alpha: decide {storm}")
    asked.do("warden: ratify D3")
    assert asked.states("D2.1", "D3.1") == f"{state} in-force"
    asked.clean()


@pytest.mark.parametrize("late", ["decide", "ratify"])
def test_a_target_that_was_restored_meanwhile(asked: Driver, late: str) -> None:
    ruled(asked, "## 1. Off\nReverses: D1.1\n")
    storm = agreed(asked, "## 1. Back\nRestores: D1.1\n")
    if late == "ratify":
        asked.do(f"alpha: decide {storm}")
    ruled(asked, "## 1. Back first\nRestores: D1.1\n")
    made = asked.do(f"alpha: decide {storm}")["decision"]
    asked.do(f"warden: ratify {made}")
    assert asked.states("D1.1", f"{made}.1") == "in-force in-force"
    asked.clean()


def test_at_decide_the_whole_is_refused(free: Driver) -> None:
    storm = agreed(free, "## 1. A\nAmends: D1.1\n\n## 2. Apart\n")
    free.decide("## 1. Off\nReverses: D1.1\n")
    block = free.refused(f"alpha: decide {storm}", "target-not-in-force")[0]
    assert "D2.1" in block["message"]
    assert free.do(f"brainstorm show {storm}")["state"] == "open"
    free.fails("show D3", 4)


@pytest.mark.parametrize(("verb", "state"), FELLS[:2])
def test_effects_are_taken_over_from_what_waits(asked: Driver, verb: str, state: str) -> None:
    asked.decide("## 1. Off\nReverses: D1.1\n")
    asked.decide(f"## 1. Off, better said\n{verb}: D2.1\n")
    assert sorted(point(asked, "D1.1")["pending"]) == ["D2.1", "D3.1"]
    asked.do("warden: ratify D3")
    assert asked.states("D1.1", "D2.1", "D3.1") == f"reversed {state} in-force"
    block = asked.refused("warden: ratify D2", "target-not-in-force", noted=True)[0]
    assert "D3.1" in block["message"]
    asked.clean()


@pytest.mark.parametrize("late", ["decide", "ratify"])
def test_targets_taken_over_are_checked(asked: Driver, late: str) -> None:
    asked.decide("## 1. Off\nReverses: D1.1\n")
    storm = agreed(asked, "## 1. Off, better said\nAmends: D2.1\n")
    if late == "ratify":
        made = asked.do(f"alpha: decide {storm}")["decision"]
    other = ruled(asked, "## 1. Sooner\nReverses: D1.1\n")
    line = f"alpha: decide {storm}" if late == "decide" else f"warden: ratify {made}"
    block = asked.refused(line, "target-not-in-force", noted=late == "ratify")[0]
    assert f"{other}.1" in block["message"]


def test_ratifying_what_was_withdrawn_or_refused(asked: Driver) -> None:
    asked.decide("## 1. A\n\n## 2. B\n")
    asked.do("alpha: withdraw D2.1 Moot")
    asked.do("warden: ratify D2 --points 2 --refuse No")
    for line in ("ratify D2 --points 1", "ratify D2 --points 2", "ratify D2"):
        assert {one["code"] for one in asked.run(f"warden: {line}")[1]["error"]["blocks"]} == {
            "closed"
        }


def test_what_is_of_a_later_release(asked: Driver) -> None:
    """Where this fails, the rows of `rules.md` for signatures need their tests."""
    policy = "together bin; ratify by owner signed"
    assert "'signed'" in asked.fails(f"warden: policy set '{policy}'", 2)["message"]


def test_every_view_says_that_the_base_fell(free: Driver) -> None:
    free.decide("## 1. More\nRefines: D1.1\n")
    free.decide("## 1. Off\nReverses: D1.1\n")
    for line in ("show D2.1", "show D2", "show EVO-1", "why D2.1"):
        assert "base-fell: D1.1" in said(free, line), line
    assert "base-fell" in page(free)
    for ident in ("D2.1", "D2"):
        assert checked(free, ident) == (3, ["base-fell"])


# --- In force


def test_prospective_until_it_is_ratified(asked: Driver) -> None:
    made = asked.decide("## 1. Off\nReverses: D1.1\n")
    seen = asked.do("show EVO-1")
    assert [one["id"] for one in seen["prospective"]] == [f"{made}.1"]
    assert [one["id"] for one in seen["in_force"]] == ["D1.1", "D1.2"]
    assert point(asked, f"{made}.1")["since"] is None
    entry = asked.do(f"warden: ratify {made}")["entry"]
    seen = asked.do("show EVO-1")
    assert [one["id"] for one in seen["in_force"]] == ["D1.2", f"{made}.1"]
    assert seen["prospective"] == []
    at = asked.do("log D2")["rows"][-1]["at"]
    now = point(asked, f"{made}.1")
    assert (now["entry"], now["since"]) == (entry, at)


def test_without_ratification_from_adoption_on(free: Driver) -> None:
    storm = agreed(free, "## 1. New\n")
    made = free.do(f"alpha: decide {storm}")
    now = point(free, f"{made['decision']}.1")
    assert (now["state"], now["entry"]) == ("in-force", made["entry"])
    assert now["ratification"]["state"] == "not-required"


def test_dates_never_reorder_the_log(timed: Driver) -> None:
    """A reversal that claims 9:08, then a restoration by a clock behind, which claims 9:03."""
    timed.do("warden: policy set 'together bin'")
    timed.decide("## 1. One\n", by="alpha beta")
    timed.env["LEDGER_NOW"] = "2026-06-22T09:08:00Z"
    timed.decide("## 1. Off\nReverses: D1.1\n", by="alpha beta")
    timed.env["LEDGER_NOW"] = "2026-06-22T09:03:00Z"
    timed.decide("## 1. Back\nRestores: D1.1\n", by="alpha beta")
    assert timed.state("D1.1") == "in-force"
    assert timed.state("D1.1", "--as-of 2026-06-22T09:08:00Z") == "in-force"
    assert timed.state("D1.1", "--as-of 2026-06-22T09:05:00Z") == "in-force"
    timed.fails("show D3 --as-of 2026-06-22T09:05:00Z", 4)  # the fold so far would refuse it
    timed.clean()


def test_a_claimed_time_lies_within_ten_minutes(timed: Driver) -> None:
    timed.env["LEDGER_NOW"] = "2026-06-22T08:50:00Z"
    timed.do("alpha: item comment EVO-1 'Ten behind'")
    timed.env["LEDGER_NOW"] = "2026-06-22T08:49:59.999Z"
    timed.refused("alpha: item comment EVO-1 'More than ten'", "clock")


@pytest.mark.parametrize(
    "line",
    ["show EVO-1", "show D1", "show D1.1", "show BS", "show bin-1", "why D1.1", "check D1.1"]
    + ["check EVO-1", "show B1"],
)
def test_every_answer_names_its_clock(asked: Driver, line: str) -> None:
    asked.decide("## 1. New\n")
    text = "## 1. Well? (rules on D2.1)\n- a: yes\n"
    asked.do("alpha: ballot open D2 --to owner -f -", text)
    asked.do("alpha: item comment EVO-1 Later")
    line = line.replace("BS", asked.do("brainstorm list")["rows"][0]["id"])
    for clock, more in (
        ("head", ""),
        ("known-at", f" --known-at {asked.seq() - 1}"),
        ("as-of", " --as-of 2999-01-01"),
    ):
        _, made = asked.run(line + more)
        assert made["data"]["as_of"]["clock"] == clock


@pytest.mark.parametrize(
    "line",
    ["show EVO-1", "show D1", "show D1.1", "show bin-1", "why D1.1", "check D1.1", "log EVO-1"],
)
@pytest.mark.parametrize("clock", ["known-at", "as-of"])
def test_every_answer_names_its_clock_in_words(asked: Driver, line: str, clock: str) -> None:
    """Where another time was asked for, a person is told by which clock it was read."""
    told = said(asked, f"{line} --{clock} 2999-01-01").splitlines()
    assert any(clock in one for one in told if not one.startswith("policy: "))


def test_five_points_ruled_on_in_part(asked: Driver) -> None:
    asked.decide("".join(f"## {n}. Point\n\n" for n in range(1, 6)))
    asked.do("warden: ratify D2 --points 1,2,4")
    asked.do("warden: ratify D2 --points 3 --refuse No")
    assert asked.states("D2.1", "D2.2", "D2.3", "D2.4", "D2.5") == (
        "in-force in-force refused in-force awaiting-ratification"
    )
    assert asked.do("show D2")["state"] == "mixed"


def test_a_refusal_needs_only_the_ratifier(asked: Driver) -> None:
    asked.decide("## 1. New\n")
    asked.do("gamma: seat unregister bin-3")
    asked.refused("warden: ratify D2", "seat-unregistered", noted=True)
    asked.refused("alpha: ratify D2 --refuse No", "not-the-ratifier")
    asked.do("warden: ratify D2 --refuse No")
    assert asked.state("D2.1") == "refused"
    asked.clean()


def test_a_refusal_does_not_forget_what_blocked_the_others(asked: Driver) -> None:
    """A successful ratification does (cli.md, "The main job, as typed")."""
    asked.decide("## 1. One\n\n## 2. Two\n\n## 3. Three\n")
    asked.do("gamma: seat unregister bin-3")
    asked.refused("warden: ratify D2", "seat-unregistered", noted=True)
    asked.do("warden: ratify D2 --points 2 --refuse No")
    asked.refused("warden: ratify D2", "seat-unregistered")  # and nothing more is recorded


def test_what_was_refused_returns_as_a_new_proposal(asked: Driver) -> None:
    asked.decide("## 1. New\n")
    asked.do("warden: ratify D2 --refuse No")
    storm = asked.do("alpha: brainstorm open EVO-1 Again")["id"]
    for verb in ("Amends", "Restores", "Supersedes"):
        text = f"## 1. Again\n{verb}: D2.1\n"
        asked.refused(f"alpha: propose {storm} -f -", "target-not-in-force", stdin=text)
    ruled(asked, "## 1. New\n")
    assert asked.states("D2.1", "D3.1") == "refused in-force"


def test_an_amending_answer_of_a_whole_body_makes_a_point(asked: Driver) -> None:
    asked.decide("## 1. New\n")
    text = "## 1. Well? (rules on D2.1)\n- a: yes\n- b: other text (amends)\n"
    asked.do("alpha: ballot open D2 --to bin -f -", text)
    asked.fails("alpha: ballot cast B1 '1=b: refined'", 2)
    for who in ("alpha", "beta", "gamma"):
        asked.do(f"{who}: ballot cast B1 1=b")
    asked.do("alpha: ballot close B1")
    asked.do("warden: ratify D2 --ballot B1")
    assert (point(asked, "B1.1")["text"], asked.state("D2.1")) == ("other text", "amended")


ACTS = [
    "alpha: brainstorm say BS Well",
    "alpha: agree BS",
    "beta: object BS No",
    "beta: concern BS Hm",
    "beta: clear BS bin-2 Settled",
    "gamma: abstain BS",
    "gamma: recuse BS",
    "warden: seat excuse BS bin-3 Gone",
    "alpha: brainstorm close BS --no-decision Enough",
    "alpha: hold D1.1 --for owner Wait",
    "warden: release D1.1",
    "warden: hold D1 --for owner Wait --seat owner",
    "alpha: ballot open D2 --to bin -f -",
    "alpha: ballot cast B1 1=a",
    "beta: ballot cast B1 1=a",
    "warden: seat excuse B1 bin-3 Away",
    "alpha: ballot close B1",
    "warden: ratify D2 --ballot B1",
    "beta: ratify D2 --reported chat",
    "warden: seat excuse D2 bin-3 Gone",
    "alpha: withdraw D2.2 Moot",
    "warden: ratify D2 --points 3 --refuse No",
    "warden: ratify D2",
    "mallory: item ask EVO-1 Why",
    "mallory: item answer EVO-1.Q1 Because",
    "mallory: item find EVO-1 Fact --source here",
    "mallory: item comment EVO-1 Hello",
    "beta: action done D2.A1",
    "beta: action to-item D2.A2",
]


def test_every_act_inherits_its_items(asked: Driver) -> None:
    text = "## 1. A\n\n## 2. B\n\n## 3. C\n\n## 4. D\n\n## Actions\n- beta: tell\n- beta: do\n"
    asked.decide(text)
    ballot = "## 1. Well? (rules on D2.1)\n- a: yes\n"
    asked.do("warden: policy set 'electorate bin; veto concern; pass for > 0 of cast'")
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    asked.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    for line in ACTS:
        line = line.replace("BS", storm)
        before = asked.seq()
        asked.do(line, ballot)
        assert asked.seq() == before + 1, line
        assert asked.do("log EVO-1")["rows"][-1]["seq"] == asked.seq(), line
    asked.clean()


def test_an_act_belongs_to_every_item_that_holds_a_target(asked: Driver) -> None:
    asked.do("alpha: item new EVO Other --key EVO-2")
    storm = asked.do("alpha: brainstorm open EVO-2 Topic")["id"]
    asked.do(f"alpha: propose {storm} -f -", "## 1. There\nAmends: D1.1\n")
    told = [asked.seq()]
    for line in (
        f"alpha: agree {storm}",
        f"beta: agree {storm}",
        f"gamma: agree {storm}",
        f"alpha: decide {storm}",
        "alpha: hold D2.1 --for owner Wait",
        "warden: ratify D2",
    ):
        asked.do(line)
        told.append(asked.seq())
    for key in ("EVO-1", "EVO-2"):
        rows = [row["seq"] for row in asked.do(f"log {key}")["rows"]]
        assert [seq for seq in told if seq not in rows] == []


def test_what_happens_to_a_sub_item_belongs_to_its_parents(free: Driver) -> None:
    free.do("alpha: item new EVO Two --key EVO-2")
    for line, keys in (
        ("item new EVO Three --key EVO-3 --parent EVO-1", "EVO-1 EVO-3"),
        ("item close EVO-3", "EVO-1 EVO-3"),
        ("item reopen EVO-3", "EVO-1 EVO-3"),
        ("item edit EVO-3 --parent EVO-2", "EVO-1 EVO-2 EVO-3"),
        ("item close EVO-3", "EVO-2 EVO-3"),
    ):
        free.do(f"alpha: {line}")
        for key in ("EVO-1", "EVO-2", "EVO-3"):
            rows = free.do(f"log {key}")["rows"] if free.run(f"log {key}")[0] == 0 else []
            assert (free.seq() in [row["seq"] for row in rows]) == (key in keys.split()), line


@pytest.mark.parametrize(("verb", "state"), FELLS)
def test_a_state_has_the_entry_that_made_it_so(asked: Driver, verb: str, state: str) -> None:
    storm = agreed(asked, f"## 1. New\n{verb}: D1.1\n\n## 2. B\n\n## 3. C\n")
    decided = asked.do(f"alpha: decide {storm}")["entry"]
    assert point(asked, "D2.1")["entry"] == decided
    first = asked.do("warden: ratify D2 --points 1")["entry"]
    second = asked.do("warden: ratify D2 --points 2 --refuse No")["entry"]
    third = asked.do("alpha: withdraw D2.3 Moot")["entry"]
    for ident, wanted in (
        ("D1.1", (state, first)),
        ("D2.1", ("in-force", first)),
        ("D2.2", ("refused", second)),
        ("D2.3", ("withdrawn", third)),
    ):
        now = point(asked, ident)
        assert (now["state"], now["entry"]) == wanted


@pytest.mark.parametrize(("verb", "state"), FELLS)
def test_check_of_a_decision_goes_by_what_replaced_it(free: Driver, verb: str, state: str) -> None:
    free.decide(f"## 1. New\n{verb}: D1.1\n")
    if (verb, state) not in REPLACES:
        assert checked(free, "D1") == (3, ["not-in-force"])
        return
    assert checked(free, "D1") == (0, [])
    assert free.do("check D1")["replaced_by"] == ["D2.1"]
    assert "D2.1" in said(free, "check D1")
    free.decide("## 1a. Newer\nSupersedes: D2.1\n\n## 1b. And\nSupersedes: D2.1\n")
    assert free.do("check D1")["replaced_by"] == ["D3.1a", "D3.1b"]
    free.do("alpha: hold D3.1a --for bin-1 Wait")
    assert checked(free, "D1") == (3, ["held"])
    free.do("alpha: release D3.1a")
    free.decide("## 1. Off\nReverses: D3.1b\n")
    assert checked(free, "D1") == (3, ["not-in-force"])


def test_check_of_an_item(tmp_path: Path) -> None:
    ledger = bins(tmp_path / "l.db")
    assert checked(ledger, "EVO-1") == (3, ["not-in-force"])
    ledger.decide("## 1. One\n\n## 2. Two\n")
    assert checked(ledger, "EVO-1")[0] == 3
    ledger.do("warden: ratify D1 --points 1")
    assert checked(ledger, "EVO-1") == (3, ["awaiting-ratification"])
    ledger.do("warden: ratify D1 --points 2 --refuse No")
    assert checked(ledger, "EVO-1") == (0, [])
    ledger.do("alpha: hold D1.1 --for owner Wait")
    assert checked(ledger, "EVO-1") == (3, ["held"])
    assert checked(ledger, "EVO-1 --allow-held") == (0, [])
    ledger.do("warden: release D1.1")
    ruled(ledger, "## 1. Off\nReverses: D1.1\n")
    assert checked(ledger, "EVO-1") == (0, [])


# --- Identity, and who may act


def test_acts_are_judged_at_their_own_time(timed: Driver) -> None:
    """Later the lease has ended and the policy is another; what was done stays done."""
    timed.decide("## 1. One\n", by="alpha beta")
    timed.do("warden: ratify D1")
    timed.env["LEDGER_NOW"] = "2026-06-22T12:00:00Z"
    timed.do("warden: policy set 'together owner'")
    timed.clean()
    assert timed.state("D1.1") == "in-force"
    assert timed.do("show D1")["tally"]["for"] == 2
    assert timed.do("show bin-2 --known-at 2026-06-22T10:59:59Z")["registered"] is True
    assert timed.do("show bin-2")["registered"] is False
    timed.decide("## 1. Two\n", by="warden")
    timed.clean()


@pytest.mark.parametrize(
    "line",
    [
        "body add night night-1",
        "seat add bin bin-4",
        "seat register bin-3 --actor mallory",
        "seat register bin-1 --actor mallory --replace",
        "seat unregister bin-2",
        "seat renew bin-2",
        "seat retire bin-2",
        "seat sync ROSTER",
        "actor alias mallory-cc mallory",
        "policy set 'together bin'",
        "policy set 'together bin' --project EVO",
        "policy set 'together bin' --item EVO-1",
    ],
)
def test_stewards_acts(free: Driver, line: str) -> None:
    roster = free.path.with_name("roster.json")
    roster.write_text('{"bin-1": "mallory"}')
    free.do("gamma: seat unregister bin-3")
    for who in ("mallory", "alpha"):
        free.refused(f"{who}: {line.replace('ROSTER', str(roster))}", "not-allowed")


def test_anybody_gives_a_policy_where_none_is_set(tmp_path: Path) -> None:
    ledger = Driver(tmp_path / "l.db")
    ledger.do("warden: init")
    ledger.do("warden: body add bin bin-1")
    ledger.do("mallory: item new EVO Title --key EVO-1")
    line = "mallory: brainstorm open EVO-1 Topic --policy 'together bin'"
    made = ledger.do(line)
    assert any(NOT_SET in note for note in made["notes"])
    ledger.do("warden: policy set 'together bin; ratify by steward'")
    ledger.refused(line, "not-allowed")


def test_every_view_says_that_it_is_not_the_set_policy(free: Driver) -> None:
    policy = "electorate bin; pass for > 0 of cast"
    made = free.do(f"warden: brainstorm open EVO-1 Topic --policy '{policy}'")
    storm = made["id"]
    free.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    free.do(f"alpha: agree {storm}")
    views = [f"brainstorm show {storm}", f"show {storm}"]
    for line in views:
        assert NOT_SET in said(free, line), line
    assert any(NOT_SET in note for note in free.do(f"alpha: decide {storm}")["notes"])
    for line in (*views, "show D2", "why D2.1"):
        assert NOT_SET in said(free, line), line
    assert NOT_SET in page(free)
    for line in ("show D1", "why D1.1"):
        assert NOT_SET not in said(free, line), line


def test_who_may_renew_and_unregister(timed: Driver) -> None:
    timed.env["LEDGER_NOW"] = "2026-06-22T11:00:00Z"
    assert timed.do("show bin-2")["registered"] is False
    timed.refused("alpha: seat renew bin-2", "not-allowed")
    timed.do("beta: seat renew bin-2")
    assert timed.do("show bin-2")["registered"] is True
    timed.refused("alpha: seat unregister bin-2", "not-allowed")
    timed.do("beta: seat unregister bin-2")
    timed.do("warden: seat register bin-2 --actor beta --ttl 1h")
    timed.env["LEDGER_NOW"] = "2026-06-22T13:00:00Z"
    timed.do("warden: seat register bin-2 --actor gamma")
    timed.refused("beta: seat renew bin-2", "not-allowed")
    timed.refused("beta: seat unregister bin-2", "not-allowed")


def test_a_seat_that_is_named_as_ratifier_is_not_retired(asked: Driver) -> None:
    assert "ledger" in asked.refused("warden: seat retire owner", "not-allowed")[0]["message"]
    asked.decide("## 1. New\n")
    asked.do("warden: policy set 'together bin'")
    assert "D2" in asked.refused("warden: seat retire owner", "not-allowed")[0]["message"]
    asked.do("warden: policy set 'together bin; ratify by owner' --item EVO-1")
    asked.do("warden: ratify D2")
    asked.refused("warden: seat retire owner", "not-allowed")
    asked.do("warden: policy set 'together bin' --item EVO-1")
    asked.do("warden: seat retire owner")
    asked.clean()


def test_the_first_entry_names_the_steward(tmp_path: Path) -> None:
    ledger = Driver(tmp_path / "l.db")
    ledger.do("heidi: init")
    row = ledger.do("log")["rows"][0]
    assert (row["seq"], row["actor"], row["kind"]) == (1, "heidi", "init")
    assert ledger.do("show steward")["actor"] == "heidi"
    ledger.do("heidi: body add bin bin-1")
    ledger.fails("mallory: init", 5)


def test_the_replay_of_an_id_comes_first(asked: Driver) -> None:
    """Before who may, and before all other rules."""
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    asked.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    first = asked.do(f"alpha: agree {storm} --id {IDENT}")
    asked.do("warden: seat register bin-1 --actor delta --replace")
    asked.do(f"alpha: brainstorm close {storm} --no-decision Enough")
    again = asked.do(f"alpha: agree {storm} --id {IDENT}")
    assert (again["replayed"], again["entry"]) == (True, first["entry"])
    asked.refused(f"alpha: agree {storm}", "not-in-electorate")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("propose BS -f -", 2),
        ("agree BS --on x", 2),
        ("agree bs-00000000000", 4),
        ("decide bs-00000000000", 4),
        ("ratify D9", 4),
        ("ratify D1 --points 9", 4),
        ("ratify D1 --ballot B9", 4),
        ("hold D1.9 --for owner Wait", 4),
        ("hold D1.1 --for nobody Wait", 4),
        ("withdraw D1.9 Why", 4),
        ("ballot cast B1 9=a", 2),
        ("ballot open D2 --to owner -f -", 2),
        ("seat register bin-9 --actor mallory", 4),
        ("seat excuse D1 nobody Gone", 4),
        ("policy set 'together'", 2),
        ("policy set 'together bin' --item EVO-9", 4),
        ("item close EVO-9", 4),
        ("action done D1.A9", 4),
    ],
)
def test_usage_and_not_found_come_before_who_may(asked: Driver, line: str, code: int) -> None:
    """Mallory may do none of it."""
    asked.decide("## 1. New\n")
    text = "## 1. Well? (rules on D2.1)\n- a: yes\n"
    asked.do("alpha: ballot open D2 --to owner -f -", text)
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    asked.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    asked.fails(f"mallory: {line.replace('BS', storm)}", code, "nothing that can be read")


def test_a_contradiction_after_expansion_comes_before_who_may(asked: Driver) -> None:
    """It is a usage error (exchange.md, "The proposal file"), for mallory as for alpha."""
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    text = "## 1. Off\nReverses: D1\nUpholds: D1.1\n"
    for who in ("alpha", "mallory"):
        asked.fails(f"{who}: propose {storm} -f -", 2, text)


@pytest.mark.parametrize(
    ("who", "line", "code"),
    [
        ("mallory", "decide BS", "not-allowed"),
        ("mallory", "agree BS", "not-in-electorate"),
        ("alpha", "ratify D2", "not-the-ratifier"),
        ("mallory", "withdraw D2 Moot", "not-allowed"),
        ("mallory", "hold D1.1 --for owner Wait", "not-allowed"),
        ("mallory", "seat register bin-1 --actor alpha", "not-allowed"),
        ("mallory", "body add owner owner", "not-allowed"),
        ("mallory", "policy set 'together bin; ratify by owner'", "not-allowed"),
        ("mallory", "actor alias alpha-cc alpha", "not-allowed"),
        ("mallory", "item close EVO-2", "not-allowed"),
        ("mallory", "item edit EVO-1 --title 'An item'", "not-allowed"),
    ],
)
def test_who_may_comes_before_the_same_again(asked: Driver, who: str, line: str, code: str) -> None:
    """Each would change nothing, and is not for that actor to say."""
    storm = agreed(asked, "## 1. New\n")
    asked.do(f"alpha: decide {storm}")
    asked.do("warden: ratify D2")
    asked.do("alpha: hold D1.1 --for owner Wait")
    asked.do("warden: actor alias alpha-cc alpha")
    asked.do("alpha: item new EVO Other --key EVO-2")
    asked.do("alpha: item close EVO-2")
    asked.refused(f"{who}: {line.replace('BS', storm)}", code)


@pytest.mark.parametrize(
    "line",
    ["alpha: agree BS", "alpha: decide BS", "warden: ratify D2", "alpha: item close EVO-1"]
    + ["warden: seat retire bin-3", "warden: ballot close B1", "alpha: propose BS -f -"],
)
def test_the_same_again_comes_before_all_other_rules(asked: Driver, line: str) -> None:
    """Everything that it is about has ended, and a required seat is gone."""
    storm = agreed(asked, "## 1. New\n")
    asked.do(f"alpha: decide {storm}")
    ballot = "## 1. Well? (rules on D2.1)\n- a: yes\n"
    asked.do("alpha: ballot open D2 --to owner -f -", ballot)
    asked.do("warden: ballot close B1")
    asked.do("warden: ratify D2")
    asked.do("warden: seat retire bin-3")
    asked.do("alpha: item close EVO-1")
    before = asked.seq()
    assert asked.do(line.replace("BS", storm), "## 1. New\n")["changed"] is False
    assert asked.seq() == before


@pytest.mark.parametrize(
    ("who", "code"),
    [
        ("beta", ""),
        ("delta", ""),
        ("warden", ""),
        ("venus", "not-allowed"),
        ("mallory", "not-allowed"),
        ("gamma", "seat-unregistered"),
    ],
)
@pytest.mark.parametrize("act", ["propose BS -f -", "decide BS", "brainstorm close BS"])
def test_who_proposes_decides_and_closes(asked: Driver, act: str, who: str, code: str) -> None:
    """An elector, the opener, the ratifier; no other seat, nobody else, none that left."""
    asked.do("warden: body add pm pm-1")
    asked.do("warden: seat register pm-1 --actor venus")
    asked.do("warden: policy set 'electorate bin; pass for > 0 of cast; ratify by owner'")
    storm = asked.do("delta: brainstorm open EVO-1 Topic")["id"]
    asked.do(f"beta: propose {storm} -f -", "## 1. New\n")
    asked.do(f"alpha: agree {storm}")
    asked.do("gamma: seat unregister bin-3")
    line = f"{who}: {act.replace('BS', storm)}" + (" --no-decision No" if "close" in act else "")
    if code:
        asked.refused(line, code, stdin="## 1. Newer\n")
    else:
        asked.do(line, "## 1. Newer\n")


def test_who_withdraws_a_brainstorm(asked: Driver) -> None:
    for who, opener in (("delta", "delta"), ("warden", "delta")):
        storm = asked.do(f"{opener}: brainstorm open EVO-1 Topic")["id"]
        for other in ("alpha", "mallory"):
            asked.refused(f"{other}: brainstorm close {storm} --withdraw Why", "not-allowed")
        asked.do(f"{who}: brainstorm close {storm} --withdraw Why")


@pytest.mark.parametrize(
    "line",
    [
        "item new EVO Title",
        "item new EVO Title --parent EVO-1",
        "item link EVO-1 relates EVO-2",
        "brainstorm open EVO-1 Topic",
        "brainstorm say BS Well",
        "item comment EVO-1 Hello",
        "item ask EVO-1 Why",
        "item answer EVO-1.Q1 Because",
        "item find EVO-1 Fact --source here",
        "ratify D1 --reported 'chat, 14:02'",
    ],
)
def test_what_any_actor_may(asked: Driver, line: str) -> None:
    asked.do("alpha: item new EVO Other --key EVO-2")
    asked.do("alpha: item ask EVO-1 Why")
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    before = asked.seq()
    asked.do(f"mallory: {line.replace('BS', storm)}")
    assert asked.do("log")["rows"][-1]["actor"] == "mallory"
    assert asked.seq() == before + 1


@pytest.mark.parametrize("who", ["alpha", "boss", "warden"])
def test_who_keeps_an_item(free: Driver, who: str) -> None:
    """Who made it, its owner, a steward."""
    free.do("alpha: item new EVO Other --key EVO-2 --owner boss")
    acts = ("item edit EVO-2 --title New", "item close EVO-2", "item reopen EVO-2")
    for act in acts:
        for other in ("mallory", "beta"):
            free.refused(f"{other}: {act}", "not-allowed")
        free.do(f"{who}: {act}")


@pytest.mark.parametrize(
    "line",
    ["show EVO-1", "show D1", "show D1.1", "show bin-1", "why D1.1", "check D1", "log"]
    + ["log EVO-1", "item list", "action list", "body list", "body show bin", "seat roster"]
    + ["policy show", "brainstorm list", "export EVO-1 -o -", "verify", "doctor"],
)
def test_reading_needs_no_actor(free: Driver, line: str) -> None:
    assert "LEDGER_ACTOR" not in free.env
    free.do(line)


@pytest.mark.parametrize("act", ["agree BS", "object BS No", "abstain BS", "ballot cast B1 1=a"])
def test_what_needs_a_registered_seat(asked: Driver, act: str) -> None:
    asked.decide("## 1. New\n")
    text = "## 1. Well? (rules on D2.1)\n- a: yes\n"
    asked.do("alpha: ballot open D2 --to bin -f -", text)
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    asked.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    asked.do("gamma: seat unregister bin-3")
    block = asked.refused(f"gamma: {act.replace('BS', storm)}", "seat-unregistered")[0]
    assert block["seat"] == "bin-3"


@pytest.mark.parametrize("act", ["agree BS", "object BS No", "abstain BS", "ballot cast B1 1=a"])
def test_what_needs_a_lease_that_has_not_ended(timed: Driver, act: str) -> None:
    timed.decide("## 1. New\n", by="alpha beta")
    text = "## 1. Well? (rules on D1.1)\n- a: yes\n"
    timed.do("alpha: ballot open D1 --to bin -f -", text)
    storm = timed.do("alpha: brainstorm open EVO-1 Topic")["id"]
    timed.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    timed.env["LEDGER_NOW"] = "2026-06-22T11:00:00Z"
    block = timed.refused(f"beta: {act.replace('BS', storm)}", "seat-unregistered")[0]
    assert block["seat"] == "bin-2"
    timed.env["LEDGER_NOW"] = "2026-06-22T10:59:59.999Z"  # nothing was recorded since 9
    timed.do(f"beta: {act.replace('BS', storm)}")


@pytest.mark.parametrize("how", ["proposed", "counted", "neither"])
def test_an_independent_ratifier(asked: Driver, how: str) -> None:
    asked.do("warden: seat register owner --actor boss --replace")
    asked.do(
        "warden: policy set 'electorate bin; pass for > 0 of cast; ratify by owner independent'"
    )
    if how == "counted":
        asked.do("warden: seat register bin-3 --actor boss --replace")
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    proposer = "boss" if how == "proposed" else "alpha"
    asked.do(f"{proposer}: propose {storm} -f -", "## 1. New\n")
    asked.do(f"alpha: agree {storm}")
    if how == "counted":
        asked.do(f"boss: agree {storm}")
    asked.do(f"alpha: decide {storm}")
    if how == "neither":
        asked.do("boss: ratify D2")
    else:
        asked.refused("boss: ratify D2", "same-hand", noted=True)


def test_an_excuse_is_an_entry_and_lowers_n(asked: Driver) -> None:
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    asked.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    for who in ("alpha", "beta"):
        asked.do(f"{who}: agree {storm}")
    asked.refused(f"alpha: decide {storm}", "quorum-unmet")
    asked.fails(f"warden: seat excuse {storm} bin-3", 2)
    entry = asked.do(f"warden: seat excuse {storm} bin-3 Gone")["entry"]
    row = asked.do("log EVO-1")["rows"][-1]
    assert (row["seq"], row["kind"], row["actor"]) == (entry, "excuse", "warden")
    asked.do(f"alpha: decide {storm}")


@pytest.mark.parametrize(
    "view", ["brainstorm show BS", "show BS", "show D2", "why D2.1", "ballot show B1", "page"]
)
def test_every_view_shows_an_excuse(asked: Driver, view: str) -> None:
    """Of the brainstorm, of its decision, of a ballot."""
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    asked.do(f"alpha: propose {storm} -f -", "## 1. New\n")
    for who in ("alpha", "beta"):
        asked.do(f"{who}: agree {storm}")
    asked.do(f"warden: seat excuse {storm} bin-3 'Its host is gone'")
    asked.do(f"alpha: decide {storm}")
    text = "## 1. Well? (rules on D2.1)\n- a: yes\n"
    asked.do("alpha: ballot open D2 --to bin -f -", text)
    asked.do("warden: seat excuse B1 bin-3 'It is away'")
    shown = page(asked) if view == "page" else said(asked, view.replace("BS", storm))
    assert ("Its host is gone" in shown) == ("ballot" not in view)
    assert ("It is away" in shown) == (view in ("ballot show B1", "page"))


def test_a_lease_on_a_seat_that_is_required_warns(asked: Driver) -> None:
    asked.do("warden: body add pm pm-1")
    asked.decide("## 1. New\n")
    made = asked.do("warden: seat register bin-3 --actor gamma --ttl 8h")
    assert any("D2" in note and "bin-3" in note for note in made["notes"])
    assert not asked.do("warden: seat register pm-1 --actor venus --ttl 8h").get("notes")
    asked.do("warden: ratify D2")
    assert not asked.do("warden: seat register bin-3 --actor gamma --ttl 9h").get("notes")


def test_every_view_says_same_hand_since(free: Driver) -> None:
    free.do("warden: body add pm pm-1")
    free.do("warden: seat register pm-1 --actor venus")
    free.do("warden: policy set 'electorate bin + pm; pass for > 1/2 of cast'")
    free.decide("## 1. New\n", by="alpha venus")
    entry = free.do("warden: actor alias venus alpha")["entry"]
    for line in ("show D2", "why D2.1"):
        assert f"same hand since #{entry}" in said(free, line), line
    free.do("alpha: item comment EVO-1 'The page is told by entries of the item'")
    assert f"same hand since #{entry}" in page(free)
    assert free.do("show D2")["tally"]["for"] == 2
    free.clean()
