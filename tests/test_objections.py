"""What stops a decision, and who need not speak: objections and concerns, clearing, dissent,
recusal, the revote rules, excused seats (concepts.md, "Words"; policy.md, "What the words mean";
edge-cases.md)."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Doc, Driver, bins

TEXT = "## 1. Only the owner launches\n"
VETO = "electorate bin; veto against{}; pass for > 1/2 of cast"
CONCERN = "electorate bin; veto concern{}; pass for > 1/2 of electorate"
TOGETHER = "together bin; ratify by owner"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    return bins(tmp_path_factory.mktemp("objections") / "l.db")


@pytest.fixture
def ledger(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def opened(ledger: Driver, policy: str) -> str:
    """The id of a brainstorm under that policy, with version 1."""
    ledger.do(f"warden: policy set '{policy}'")
    storm: str = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"alpha: propose {storm} -f -", TEXT)
    return storm


def agree(ledger: Driver, storm: str, *actors: str) -> None:
    for actor in actors:
        ledger.do(f"{actor}: agree {storm}")


def verdict(ledger: Driver, storm: str) -> Doc:
    made: Doc = ledger.do(f"brainstorm show {storm}")["verdict"]
    return made


def tally(ledger: Driver, storm: str) -> str:
    made = verdict(ledger, storm)["tally"]
    return " ".join(str(made[one]) for one in ("for", "against", "abstain", "silent"))


def test_an_objection_blocks_until_its_author_clears_it(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: object {storm} 'The audit is missing'")
    seen = verdict(ledger, storm)
    assert (seen["verdict"], seen["passes"]) == ("blocked", True)
    assert seen["needs"] == {"clear": ["bin-3"]}
    assert [one["code"] for one in seen["reasons"]] == ["objection-open"]
    block = ledger.refused(f"alpha: decide {storm}", "objection-open")[0]
    assert block["seat"] == "bin-3"
    assert "version 1" in block["message"]
    assert "bin-3" in block["hint"]
    for who in ("alpha", "warden", "mallory"):
        ledger.refused(f"{who}: clear {storm} bin-3 'It is in'", "not-allowed")
    ledger.do(f"gamma: clear {storm} bin-3 'It is in'")
    assert tally(ledger, storm) == "2 1 0 0"  # once cleared, the stance still counts as it stands
    assert verdict(ledger, storm)["verdict"] == "decided"
    objection = ledger.do(f"brainstorm show {storm}")["objections"][0]
    assert (objection["seat"], objection["actor"], objection["version"]) == ("bin-3", "gamma", 1)
    assert objection["reason"] == "The audit is missing"
    assert objection["ended"]["by"] == "gamma"
    ledger.do(f"alpha: decide {storm}")
    ledger.clean()


def test_anybody_of_the_electorate_may_clear(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(" cleared-by any"))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: object {storm} No")
    for who in ("warden", "mallory"):
        ledger.refused(f"{who}: clear {storm} bin-3 'It is in'", "not-allowed")
    twin = ledger.copy(ledger.path.with_name("twin.db"))
    twin.do(f"gamma: clear {storm} bin-3 'I see'")  # its author included
    ledger.do(f"alpha: clear {storm} bin-3 'It is in'")
    for one in (ledger, twin):
        assert verdict(one, storm)["verdict"] == "decided"


def test_a_cleared_objection_still_counts_against(ledger: Driver) -> None:
    storm = opened(ledger, "electorate bin; veto against cleared-by any; pass for >= all of cast")
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: object {storm} No")
    ledger.refused(f"alpha: decide {storm}", "objection-open", "threshold-unmet")
    ledger.do(f"alpha: clear {storm} bin-3 Seen")
    ledger.refused(f"alpha: decide {storm}", "threshold-unmet")


def test_dissent_is_against_and_never_blocks(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: object {storm} 'Not my way' --dissent")
    assert tally(ledger, storm) == "2 1 0 0"
    seen = verdict(ledger, storm)
    assert (seen["verdict"], seen["needs"]) == ("decided", {})
    ledger.do(f"alpha: decide {storm}")


@pytest.mark.parametrize(
    "policy", [TOGETHER, CONCERN.format(""), "electorate bin; pass for > 1/2 of cast"]
)
def test_against_is_an_objection_only_under_veto_against(ledger: Driver, policy: str) -> None:
    storm = opened(ledger, policy)
    ledger.do(f"gamma: object {storm} No")
    agree(ledger, storm, "alpha", "beta")
    codes = {one["code"] for one in verdict(ledger, storm)["reasons"]}
    assert "objection-open" not in codes
    assert "clear" not in verdict(ledger, storm)["needs"]


def test_a_new_version_does_not_make_an_objection_stale(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: object {storm} No")
    ledger.do(f"alpha: propose {storm} -f -", "## 1. Better\n")
    for who in ("alpha", "beta"):
        ledger.do(f"{who}: agree {storm} --on 2")
    assert tally(ledger, storm) == "2 0 0 1"  # the stance is stale, the objection is not
    assert verdict(ledger, storm)["verdict"] == "blocked"
    block = ledger.refused(f"alpha: decide {storm}", "objection-open")[0]
    assert "version 1" in block["message"]
    ledger.do(f"gamma: clear {storm} bin-3 'It is better'")
    ledger.do(f"alpha: decide {storm}")
    ledger.clean()


def test_a_concern_stands_beside_any_stance(ledger: Driver) -> None:
    storm = opened(ledger, CONCERN.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"beta: concern {storm} 'Who wakes the owner?'")
    assert tally(ledger, storm) == "2 0 0 1"
    seen = verdict(ledger, storm)
    assert (seen["verdict"], seen["needs"]["clear"]) == ("blocked", ["bin-2"])
    ledger.do(f"gamma: concern {storm} 'And who pays?'")  # one that is silent
    blocks = ledger.refused(f"alpha: decide {storm}", "objection-open")
    assert [one["seat"] for one in blocks] == ["bin-2", "bin-3"]
    assert sorted(verdict(ledger, storm)["needs"]["clear"]) == ["bin-2", "bin-3"]
    ledger.do(f"alpha: propose {storm} -f -", "## 1. Better\n")
    for who in ("alpha", "beta"):
        ledger.do(f"{who}: agree {storm} --on 2")
    ledger.refused(f"alpha: decide {storm}", "objection-open")
    ledger.refused(f"alpha: clear {storm} bin-2 'The rail does'", "not-allowed")
    ledger.do(f"beta: clear {storm} bin-2 'The rail does'")
    ledger.refused(f"alpha: decide {storm}", "objection-open")
    ledger.do(f"gamma: clear {storm} bin-3 'The fleet does'")
    ledger.do(f"alpha: decide {storm}")
    ledger.clean()


def test_where_it_passes_no_stance_is_needed(ledger: Driver) -> None:
    """`needs` is what would suffice; clearing and registering are wanted besides (policy.md)."""
    storm = opened(ledger, CONCERN.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"beta: concern {storm} 'Who wakes the owner?'")
    seen = verdict(ledger, storm)
    assert (seen["verdict"], seen["passes"], seen["tally"]["silent"]) == ("blocked", True, 1)
    assert seen["needs"] == {"clear": ["bin-2"]}
    ledger.do("warden: seat unregister bin-3")
    storm = opened(ledger, "electorate bin; pass for > 1/2 of decided; require all from bin")
    agree(ledger, storm, "alpha", "beta")
    assert verdict(ledger, storm)["needs"] == {"register": ["bin-3"]}


def test_a_stance_that_would_undo_it_is_not_needed(ledger: Driver) -> None:
    """A required seat is silent: were it against as well, it would pass no more."""
    policy = "electorate bin; pass for > 1 times against; require 1 from {bin-3} cast"
    storm = opened(ledger, policy)
    agree(ledger, storm, "alpha")
    assert verdict(ledger, storm)["needs"] == {"for": 1, "abstain": 1}


def test_the_seats_of_two_requires_are_added_up(ledger: Driver) -> None:
    """`needs` is exact: one seat may serve both."""
    policy = "electorate bin; pass for >= 1 of cast; require 1 from {bin-1} cast; "
    storm = opened(ledger, policy + "require 1 from {bin-2} cast")
    assert verdict(ledger, storm)["needs"] == {"for": 2}
    storm = opened(ledger, policy + "require 2 from {bin-1,bin-2} for")
    assert verdict(ledger, storm)["needs"] == {"for": 2}


def test_a_concern_that_any_may_clear(ledger: Driver) -> None:
    storm = opened(ledger, CONCERN.format(" cleared-by any"))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: concern {storm} Hm")
    ledger.do(f"alpha: clear {storm} bin-3 Settled")
    ledger.do(f"alpha: decide {storm}")


def test_objections_need_a_seat_of_the_electorate(ledger: Driver) -> None:
    storm = opened(ledger, CONCERN.format(""))
    for line in (f"concern {storm} Hm", f"object {storm} No", f"recuse {storm}"):
        ledger.refused(f"mallory: {line}", "not-in-electorate")
        ledger.refused(f"warden: {line}", "not-in-electorate")
    ledger.do("gamma: seat unregister bin-3")
    for line in (f"concern {storm} Hm", f"object {storm} No", f"recuse {storm}"):
        assert ledger.refused(f"gamma: {line}", "seat-unregistered")[0]["seat"] == "bin-3"


def test_no_objection_after_the_decision(ledger: Driver) -> None:
    storm = opened(ledger, CONCERN.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: concern {storm} Hm")
    ledger.do(f"gamma: clear {storm} bin-3 Well")
    ledger.do(f"alpha: decide {storm}")
    for line in (f"concern {storm} Again", f"object {storm} No", f"recuse {storm}"):
        ledger.refused(f"gamma: {line}", "closed")


def test_clearing_what_is_not_there(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(""))
    before = ledger.seq()
    for seat in ("bin-2", "owner", "nobody"):
        assert ledger.run(f"beta: clear {storm} {seat} Why")[0] in (2, 3, 4)
    assert ledger.seq() == before


def test_the_seat_clears_whoever_holds_it(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: object {storm} No")
    ledger.do("warden: seat register bin-3 --actor delta --replace")
    assert verdict(ledger, storm)["verdict"] == "blocked"
    ledger.refused(f"gamma: clear {storm} bin-3 Seen", "not-allowed")
    ledger.do(f"delta: clear {storm} bin-3 Seen")
    ledger.do(f"alpha: decide {storm}")


def test_blocked_at_the_end_too(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(""))
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: object {storm} No")
    ledger.do(f"alpha: brainstorm close {storm} --no-decision Enough")
    assert verdict(ledger, storm)["verdict"] == "blocked"
    ledger.refused(f"alpha: decide {storm}", "closed")


@pytest.mark.parametrize(
    ("policy", "for_", "now"),
    [
        ("electorate bin; pass for >= 2 of electorate", "alpha beta", "decided"),
        ("electorate bin; pass for >= all of electorate", "alpha beta", "rejected"),
        ("electorate bin; recuse bin-1 shrinks; pass for >= all of electorate", "beta", "decided"),
        ("electorate bin; recuse bin-1 counts; pass for >= all of electorate", "beta", "rejected"),
    ],
)
def test_the_stance_recuse_follows_the_mode(
    ledger: Driver, policy: str, for_: str, now: str
) -> None:
    storm = opened(ledger, policy)
    ledger.do(f"gamma: recuse {storm}")
    agree(ledger, storm, *for_.split())
    assert verdict(ledger, storm)["verdict"] == now
    elector = ledger.do(f"brainstorm show {storm}")["electorate"][2]
    assert (elector["stance"], elector["by"]) == ("recuse", "gamma")


def test_a_recusal_is_not_cast(ledger: Driver) -> None:
    storm = opened(ledger, TOGETHER)
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"gamma: recuse {storm}")
    assert verdict(ledger, storm)["tally"]["for"] == 2
    block = next(
        one
        for one in ledger.run(f"alpha: decide {storm}")[1]["error"]["blocks"]
        if one["code"] == "quorum-unmet"
    )
    assert (block["have"], block["required"]) == (2, "3")
    ledger.do(f"gamma: agree {storm}")  # the last position counts
    ledger.do(f"alpha: decide {storm}")
    ledger.clean()


@pytest.mark.parametrize(
    ("policy", "now"),
    [
        ("electorate bin; recuse bin-3 shrinks; pass for >= all of electorate", "decided"),
        ("electorate bin; recuse bin-3; pass for >= all of electorate", "rejected"),
        ("electorate bin; recuse bin-3; pass for >= 2 of electorate", "decided"),
        ("electorate bin; recuse bin-2, bin-3 shrinks; pass for > 0 of cast", "decided"),
    ],
)
def test_recused_by_the_policy(ledger: Driver, policy: str, now: str) -> None:
    storm = opened(ledger, policy)
    agree(ledger, storm, "alpha")
    if "bin-2" not in policy:
        agree(ledger, storm, "beta")
    assert verdict(ledger, storm)["verdict"] == now


def test_a_seat_that_the_policy_recuses_is_not_counted(ledger: Driver) -> None:
    storm = opened(ledger, "electorate bin; recuse bin-3; pass for > 0 of cast")
    ledger.run(f"gamma: agree {storm}")
    assert verdict(ledger, storm)["tally"]["for"] == 0
    ledger.refused(f"alpha: decide {storm}", "threshold-unmet")


def test_a_recused_seat_that_is_retired_leaves_its_policy_usable(ledger: Driver) -> None:
    """Refused when set is an unknown seat (policy.md); a retired one only as ratifier."""
    ledger.do("warden: policy set 'electorate bin; recuse bin-3 shrinks; pass for > 0 of cast'")
    ledger.do("warden: seat retire bin-3")
    storm = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    seats = ledger.do(f"brainstorm show {storm}")["electorate"]
    assert [one["seat"] for one in seats] == ["bin-1", "bin-2"]
    ledger.fails("warden: policy set 'electorate bin; pass for > 0 of cast; ratify by bin-3'", 2)
    ledger.clean()


def test_recuse_shrinks_beside_together(ledger: Driver) -> None:
    ledger.fails("warden: policy set 'together bin; recuse bin-3 shrinks'", 2)
    ledger.fails("warden: policy set 'electorate bin; pass for > 0 of cast; recuse nobody'", 2)


def test_revote_first(ledger: Driver) -> None:
    storm = opened(ledger, "electorate bin; revote first; pass for > 1/2 of electorate")
    agree(ledger, storm, "alpha")
    before = ledger.seq()
    ledger.do(f"alpha: object {storm} 'No, after all'")
    assert ledger.seq() == before + 1  # kept, and not counted
    assert tally(ledger, storm) == "1 0 0 2"
    agree(ledger, storm, "beta")
    ledger.do(f"alpha: decide {storm}")
    ledger.clean()


def test_revote_last(ledger: Driver) -> None:
    storm = opened(ledger, "electorate bin; revote last; pass for > 1/2 of electorate")
    agree(ledger, storm, "alpha", "beta")
    ledger.do(f"alpha: object {storm} 'No, after all'")
    assert tally(ledger, storm) == "1 1 0 1"
    ledger.refused(f"alpha: decide {storm}", "threshold-unmet")


def test_revote_refuse(ledger: Driver) -> None:
    storm = opened(ledger, "electorate bin; revote refuse; pass for > 1/2 of electorate")
    agree(ledger, storm, "alpha")
    for line in (f"object {storm} No", f"abstain {storm}"):
        ledger.refused(f"alpha: {line}", "already-cast")
    assert ledger.do(f"alpha: agree {storm}")["changed"] is False
    assert tally(ledger, storm) == "1 0 0 2"


def test_an_excused_seat_of_a_brainstorm(ledger: Driver) -> None:
    storm = opened(ledger, TOGETHER)
    agree(ledger, storm, "alpha", "beta")
    for who in ("alpha", "gamma", "mallory"):
        ledger.refused(f"{who}: seat excuse {storm} bin-3 Gone", "not-allowed")
    ledger.do("gamma: seat unregister bin-3")
    ledger.do(f"warden: seat excuse {storm} bin-3 'Its host is gone'")
    seen = ledger.do(f"brainstorm show {storm}")
    assert seen["verdict"]["verdict"] == "decided"
    assert tally(ledger, storm) == "2 0 0 0"
    wanted = [("bin-3", "warden", "Its host is gone")]
    assert [(one["seat"], one["by"], one["reason"]) for one in seen["excused"]] == wanted
    ledger.do(f"alpha: decide {storm}")
    shown = ledger.do("show D1")
    assert [(one["seat"], one["by"], one["reason"]) for one in shown["excused"]] == wanted
    ledger.do("warden: ratify D1")  # an excuse for a brainstorm holds for its decision
    ledger.clean()


@pytest.mark.parametrize(("cmp", "said"), [(">", "open"), (">=", "decided")])
def test_more_than_half_is_not_half(ledger: Driver, cmp: str, said: str) -> None:
    storm = opened(ledger, f"electorate {{bin-1, bin-2}}; pass for {cmp} 1/2 of electorate")
    agree(ledger, storm, "alpha")
    assert verdict(ledger, storm)["verdict"] == said


def test_the_objection_of_an_excused_seat_has_ended(ledger: Driver) -> None:
    storm = opened(ledger, VETO.format(" cleared-by any"))
    ledger.do(f"alpha: object {storm} No")
    ledger.do("warden: seat unregister bin-1")
    excused = ledger.do(f"warden: seat excuse {storm} bin-1 Gone")["entry"]
    (shown,) = ledger.do(f"brainstorm show {storm}")["objections"]
    ended = {"how": "excused", "entry": excused, "by": "warden", "reason": "Gone"}
    assert shown["ended"] == ended
    again = ledger.do(f"beta: clear {storm} bin-1 Why")
    assert (again["changed"], again["entry"]) == (False, excused)
    ledger.do("warden: seat register bin-1 --actor alpha")
    ledger.do(f"alpha: object {storm} 'No again'")  # an excused seat stops nothing
    agree(ledger, storm, "beta", "gamma")
    ledger.do(f"alpha: decide {storm}")
    ledger.clean()


def test_the_figures_after_an_excuse(ledger: Driver) -> None:
    storm = opened(ledger, TOGETHER)
    agree(ledger, storm, "alpha")
    ledger.do(f"warden: seat excuse {storm} bin-3 Gone")
    assert verdict(ledger, storm)["needs"] == {"for": 1}
    block = ledger.refused(f"alpha: decide {storm}", "quorum-unmet")[0]
    assert (block["have"], block["required"]) == (1, "2")


def test_a_seat_excused_from_a_decision(ledger: Driver) -> None:
    storm = opened(ledger, TOGETHER)
    agree(ledger, storm, "alpha", "beta", "gamma")
    ledger.do(f"alpha: decide {storm}")
    ledger.do("warden: seat retire bin-3")
    block = ledger.refused("warden: ratify D1", "seat-unregistered", noted=True)[0]
    assert "ledger seat excuse D1 bin-3" in block["hint"]
    ledger.refused("alpha: seat excuse D1 bin-3 Gone", "not-allowed")
    ledger.do("warden: seat excuse D1 bin-3 Gone")
    ledger.do("warden: ratify D1")
    assert ledger.do("show D1")["tally"]["for"] == 3  # what was decided stays decided
    ledger.clean()


def test_the_hint_for_a_retired_seat(ledger: Driver) -> None:
    storm = opened(ledger, TOGETHER)
    agree(ledger, storm, "alpha", "beta")
    ledger.do("warden: seat retire bin-3")
    block = ledger.refused(f"alpha: decide {storm}", "seat-unregistered", "quorum-unmet")[0]
    assert block["hint"] == f"ledger seat excuse {storm} bin-3 REASON"


def test_without_a_ratifier_a_steward_excuses(ledger: Driver) -> None:
    ledger.do("warden: seat add steward deputy")
    ledger.do("warden: seat register deputy --actor vice")
    storm = opened(ledger, "together bin")
    agree(ledger, storm, "alpha", "beta")
    ledger.refused(f"alpha: seat excuse {storm} bin-3 Gone", "not-allowed")
    ledger.do(f"vice: seat excuse {storm} bin-3 Gone")
    assert verdict(ledger, storm)["verdict"] == "decided"


def test_with_a_ratifier_a_steward_does_not_excuse(ledger: Driver) -> None:
    ledger.do("warden: seat register owner --actor boss --replace")
    storm = opened(ledger, TOGETHER)
    ledger.refused(f"warden: seat excuse {storm} bin-3 Gone", "not-allowed")
    ledger.do(f"boss: seat excuse {storm} bin-3 Gone")


def test_excusing_what_is_not_in_the_electorate(ledger: Driver) -> None:
    storm = opened(ledger, TOGETHER)
    before = ledger.seq()
    for line in (f"{storm} owner Gone", f"{storm} nobody Gone", "bs-00000000000 bin-3 Gone"):
        assert ledger.run(f"warden: seat excuse {line}")[0] in (2, 3, 4)
    ledger.fails("warden: seat excuse D9 bin-3 Gone", 4)
    assert ledger.seq() == before
