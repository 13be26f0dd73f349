"""The law of effects (concepts.md, "Effects" and "In force"), on real ledgers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from driving import Driver

from ledger.core import force

ROOT = Path(__file__).resolve().parents[1]

VERBS = [
    ("Amends", "amended"),
    ("Corrects", "corrected"),
    ("Supersedes", "superseded"),
    ("Reverses", "reversed"),
    ("Stands down", "stood-down"),
]


@pytest.mark.parametrize(("verb", "state"), VERBS)
def test_displacing_verbs(free: Driver, verb: str, state: str) -> None:
    free.decide(f"## 1. New\n{verb}: D1.1\n")
    assert free.states("D1.1", "D1.2", "D2.1") == f"{state} in-force in-force"
    point = free.do("show D1.1")["point"]
    assert point["replaced_by"] == ["D2.1"]
    assert free.do("show D2.1")["point"]["replaces"] == ["D1.1"]
    free.clean()


def test_the_page_of_concepts_has_every_verb() -> None:
    page = (ROOT / "docs" / "concepts.md").read_text("utf-8")
    rows = re.findall(r"^\| `([A-Za-z ]+):` +\| (.*?) +\|", page, re.M)
    assert [verb.lower().replace(" ", "-") for verb, _ in rows] == list(force.VERBS)
    words = {"is replaced": force.REPLACED, "has fallen": ("reversed", "stood-down")}
    for (verb, said), (other, state) in zip(rows, VERBS, strict=False):
        assert (verb, state in words[re.split("[;:]", said)[0]]) == (other, True)


@pytest.mark.parametrize("verb", ["Refines", "Upholds"])
def test_verbs_that_leave_the_target(free: Driver, verb: str) -> None:
    free.decide(f"## 1. New\n{verb}: D1.1\n")
    assert free.states("D1.1", "D2.1") == "in-force in-force"


@pytest.mark.parametrize(("verb", "state"), VERBS)
def test_effects_happen_at_ratification(asked: Driver, verb: str, state: str) -> None:
    asked.decide(f"## 1. New\n{verb}: D1.1\n")
    assert asked.states("D1.1", "D2.1") == "in-force awaiting-ratification"
    assert asked.do("show D1.1")["point"]["pending"] == ["D2.1"]
    asked.do("warden: ratify D2")
    assert asked.states("D1.1", "D2.1") == f"{state} in-force"
    assert asked.do("show D1.1")["point"]["pending"] == []
    asked.clean()


def test_decision_as_target_takes_what_was_built_on_it(free: Driver) -> None:
    free.decide("## 1. Amended\nAmends: D1.1\n")
    free.decide("## 1. Corrected\nCorrects: D2.1\n\n## 2. Refined\nRefines: D1.2\n")
    free.decide("## 1. Beside\nUpholds: D1.2\n")
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    made = free.do(f"alpha: propose {storm} -f -", "## 1. Off\nReverses: D1\n")
    assert made["points"][0]["effects"] == [
        {"verb": "reverses", "targets": ["D1.2", "D3.1", "D3.2"]}
    ]
    for who in ("alpha", "beta", "gamma"):
        free.do(f"{who}: agree {storm}")
    free.do(f"alpha: decide {storm}")
    assert free.states("D1.1", "D1.2", "D2.1", "D3.1", "D3.2", "D4.1") == (
        "amended reversed corrected reversed reversed in-force"
    )
    free.clean()


def test_what_superseded_it_does_not_fall_with_it(free: Driver) -> None:
    free.decide("## 1. Instead\nSupersedes: D1.1\n")
    free.decide("## 1. Off\nReverses: D1\n")
    assert free.states("D1.1", "D1.2", "D2.1") == "superseded reversed in-force"


def test_expansion_that_changed_is_text_changed(free: Driver) -> None:
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    free.do(f"alpha: propose {storm} -f -", "## 1. Off\nReverses: D1\n")
    for who in ("alpha", "beta", "gamma"):
        free.do(f"{who}: agree {storm}")
    free.decide("## 1. Refined\nRefines: D1.1\n")
    free.refused(f"alpha: decide {storm}", "text-changed")
    free.do(f"alpha: propose {storm} -f -", "## 1. Off again\nReverses: D1\n")
    for who in ("alpha", "beta", "gamma"):
        free.do(f"{who}: agree {storm} --on 2")
    free.do(f"alpha: decide {storm}")
    assert free.states("D1.1", "D2.1") == "reversed reversed"


def test_decision_that_expands_to_nothing(free: Driver) -> None:
    free.decide("## 1. Off\nReverses: D1\n")
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    block = free.refused(
        f"alpha: propose {storm} -f -", "target-not-in-force", stdin="## 1. Off\nReverses: D1\n"
    )[0]
    assert block["target"] == "D1"


def test_item_or_unknown_decision_is_no_target(free: Driver) -> None:
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    for target in ("EVO-1", "D9", "D1.9", "everything"):
        free.fails(f"alpha: propose {storm} -f -", 2, f"## 1. Off\nReverses: {target}\n")


@pytest.mark.parametrize(
    "text",
    [
        "## 1. A\nReverses: D1\nUpholds: D1.1\n",
        "## 1. A\nReverses: D1\n\n## 2. B\nSupersedes: D1.2\n",
    ],
)
def test_contradictions_after_expansion(free: Driver, text: str) -> None:
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    free.fails(f"alpha: propose {storm} -f -", 2, text)


def test_target_must_be_in_force_at_propose(free: Driver) -> None:
    free.decide("## 1. Off\nReverses: D1.1\n")
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    for verb in ("Amends", "Reverses", "Refines", "Upholds"):
        block = free.refused(
            f"alpha: propose {storm} -f -", "target-not-in-force", stdin=f"## 1. A\n{verb}: D1.1\n"
        )[0]
        assert "D2.1" in block["message"]


def test_target_that_fell_before_decide_names_what_felled_it(free: Driver) -> None:
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    free.do(f"alpha: propose {storm} -f -", "## 1. A\nAmends: D1.1\n")
    for who in ("alpha", "beta", "gamma"):
        free.do(f"{who}: agree {storm}")
    free.decide("## 1. Off\nReverses: D1.1\n")
    block = free.refused(f"alpha: decide {storm}", "target-not-in-force")[0]
    assert "D2.1" in block["message"]


def test_target_that_fell_before_ratification(asked: Driver) -> None:
    asked.decide("## 1. A\nAmends: D1.1\n\n## 2. B\n")
    asked.decide("## 1. Off\nReverses: D1.1\n")
    asked.do("warden: ratify D3")
    block = asked.refused("warden: ratify D2", "target-not-in-force", noted=True)[0]
    assert block["point"] == "D2.1"
    assert "D3.1" in block["message"]
    asked.do("warden: ratify D2 --points 2")
    assert asked.states("D2.1", "D2.2") == "awaiting-ratification in-force"
    asked.clean()


def test_waiting_point_only_by_amends_or_corrects(asked: Driver) -> None:
    asked.decide("## 1. Wait\n")
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    for verb in ("Reverses", "Supersedes", "Refines", "Upholds", "Stands down"):
        asked.refused(
            f"alpha: propose {storm} -f -", "target-not-in-force", stdin=f"## 1. A\n{verb}: D2.1\n"
        )
    asked.do(f"alpha: propose {storm} -f -", "## 1. A\nCorrects: D2.1\n")


def test_pending_amendment_is_left_out(asked: Driver) -> None:
    asked.decide("## 1. Old\n\n## 2. Other\n")
    asked.decide("## 1. New\nAmends: D2.1\n")
    made = asked.do("warden: ratify D2")
    assert made["points"] == ["D2.2"]
    assert [one["point"] for one in made["left_out"]] == ["D2.1"]
    assert "D3.1" in made["left_out"][0]["message"]
    assert made["waits"] == ["D2.1"]
    asked.refused("warden: ratify D2", "pending-amendment", noted=True)
    asked.do("warden: ratify D3")
    assert asked.states("D2.1", "D3.1") == "amended in-force"
    blocks = asked.refused("warden: ratify D2 --points 1", "target-not-in-force", noted=True)
    assert "D3.1" in blocks[0]["message"]
    asked.clean()


def test_naming_the_old_text_ratifies_it_knowingly(asked: Driver) -> None:
    asked.decide("## 1. Old\n")
    asked.decide("## 1. New\nAmends: D2.1\n")
    asked.do("warden: ratify D2 --points 1")
    assert asked.states("D2.1", "D3.1") == "in-force awaiting-ratification"
    asked.do("warden: ratify D3")
    assert asked.states("D2.1", "D3.1") == "amended in-force"
    asked.clean()


def test_amendment_takes_over_the_effects_of_a_waiting_point(asked: Driver) -> None:
    asked.decide("## 1. Off\nReverses: D1.1, D1.2\n")
    storm = asked.do("alpha: brainstorm open EVO-1 Topic")["id"]
    text = "## 1. Half off\nAmends: D2.1\nUpholds: D1.2\n"
    made = asked.do(f"alpha: propose {storm} -f -", text)
    assert made["points"][0]["effects"][-1] == {
        "verb": "reverses",
        "targets": ["D1.1"],
        "from": ["D2.1"],
    }
    assert "point 1 reverses D1.1 (taken over from D2.1)" in made["notes"]
    for who in ("alpha", "beta", "gamma"):
        asked.do(f"{who}: agree {storm}")
    asked.do(f"alpha: decide {storm}")
    assert asked.do("show D1.1")["point"]["pending"] == ["D2.1", "D3.1"]
    seen = asked.do("warden: ratify D3 --dry-run")
    assert sorted(seen["fall"]) == ["D1.1", "D2.1"]
    asked.do("warden: ratify D3")
    assert asked.states("D1.1", "D1.2", "D2.1", "D3.1") == "reversed in-force amended in-force"
    assert asked.do("show D1.2")["point"]["pending"] == []
    asked.clean()


def test_taken_over_effects_do_not_happen_twice(asked: Driver) -> None:
    asked.decide("## 1. Off\nReverses: D1.1\n")
    asked.decide("## 1. Off, better said\nAmends: D2.1\n")
    asked.do("warden: ratify D2 --points 1")
    assert asked.do("show D1.1")["point"]["pending"] == []
    asked.decide("## 1. Back\nRestores: D1.1\n")
    asked.do("warden: ratify D4")
    asked.do("warden: ratify D3")
    assert asked.states("D1.1", "D2.1", "D3.1") == "in-force amended in-force"
    asked.clean()


def test_split_points_go_together(asked: Driver) -> None:
    asked.decide(
        "## 3a. One rail\nAmends: D1.1\n\n## 3b. Other rail\nAmends: D1.1\n\n## 4. Apart\n"
    )
    block = asked.refused("warden: ratify D2 --points 3a", "split", noted=True)[0]
    assert block["hint"] == "ledger ratify D2 --points 3a,3b"
    asked.refused("warden: ratify D2 --points 3b --refuse No", "split")
    asked.do("warden: ratify D2 --points 3a,3b")
    assert asked.states("D1.1", "D2.3a", "D2.3b", "D2.4") == (
        "amended in-force in-force awaiting-ratification"
    )
    assert asked.do("show D1.1")["point"]["replaced_by"] == ["D2.3a", "D2.3b"]
    asked.clean()


def test_left_out_takes_its_partners_with_it(asked: Driver) -> None:
    asked.decide("## 3a. One\nAmends: D1.1\n\n## 3b. Two\nAmends: D1.1\n\n## 4. Apart\n")
    asked.decide("## 1. Better\nAmends: D2.3a\n")
    made = asked.do("warden: ratify D2")
    assert made["points"] == ["D2.4"]
    assert [one["point"] for one in made["left_out"]] == ["D2.3a", "D2.3b"]


def test_restores(free: Driver) -> None:
    free.decide("## 1. Off\nReverses: D1.1\n")
    free.decide("## 1. Back\nRestores: D1.1\n")
    assert free.states("D1.1", "D2.1", "D3.1") == "in-force in-force in-force"
    assert free.do("show D1.1")["point"]["replaced_by"] == []
    free.clean()


def test_restores_refused(free: Driver) -> None:
    free.decide("## 1. Better\nAmends: D1.1\n")
    free.decide("## 1. Wrong\nCorrects: D1.2\n")
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    for target, word in (("D1.1", "D2.1"), ("D1.2", "corrected"), ("D2.1", "has not fallen")):
        text = f"## 1. Back\nRestores: {target}\n"
        line = f"alpha: propose {storm} -f -"
        assert word in free.refused(line, "target-not-in-force", stdin=text)[0]["message"]
    text = "## 1. Back\nRestores: D1.1\nReverses: D2.1\n"
    free.do(f"alpha: propose {storm} -f -", text)
    for who in ("alpha", "beta", "gamma"):
        free.do(f"{who}: agree {storm}")
    free.do(f"alpha: decide {storm}")
    assert free.states("D1.1", "D2.1") == "in-force reversed"
    line = f"alpha: propose {free.do('alpha: brainstorm open EVO-1 T')['id']} -f -"
    blocks = free.refused(line, "target-not-in-force", stdin="## 1. X\nRestores: D2.1\n")
    assert "displaced itself" in blocks[0]["message"]


def test_what_never_was_in_force_is_not_restored(asked: Driver) -> None:
    """It was displaced while it waited; what displaced it falls by the same decision."""
    asked.decide("## 1. Old\n")
    asked.decide("## 1. New\nAmends: D2.1\n")
    asked.do("warden: ratify D3")
    line = f"alpha: propose {asked.do('alpha: brainstorm open EVO-1 T')['id']} -f -"
    text = "## 1. Back\nRestores: D2.1\nReverses: D3.1\n"
    block = asked.refused(line, "target-not-in-force", stdin=text)[0]
    assert (block["target"], "never was in force" in block["message"]) == ("D2.1", True)


def test_restoring_a_decision_takes_its_own_fallen_points(free: Driver) -> None:
    free.decide("## 1. Off\nReverses: D1.1\n\n## 2. Wrong\nCorrects: D1.2\n")
    free.decide("## 1. Back\nRestores: D1\n")
    assert free.states("D1.1", "D1.2") == "in-force corrected"


def test_reversing_a_reversal_restores_nothing_and_says_so(free: Driver) -> None:
    free.decide("## 1. Off\nReverses: D1.1\n")
    storm = free.do("alpha: brainstorm open EVO-1 Topic")["id"]
    free.do(f"alpha: propose {storm} -f -", "## 1. Not off\nReverses: D2.1\n")
    for who in ("alpha", "beta", "gamma"):
        free.do(f"{who}: agree {storm}")
    made = free.do(f"alpha: decide {storm}")
    assert any("Restores: D1.1" in note for note in made["notes"])
    assert free.states("D1.1", "D2.1", "D3.1") == "reversed reversed in-force"


def test_what_fell_stays_fallen(free: Driver) -> None:
    free.decide("## 1. Better\nAmends: D1.1\n")
    free.decide("## 1. Off\nReverses: D2.1\n")
    assert free.states("D1.1", "D2.1") == "amended reversed"


def test_base_fell(free: Driver) -> None:
    free.decide("## 1. More\nRefines: D1.1\n")
    free.decide("## 1. Off\nReverses: D1.1\n")
    assert free.states("D1.1", "D2.1") == "reversed in-force"
    assert free.do("show D2.1")["point"]["base_fell"] == ["D1.1"]
    code, made = free.run("check D2.1")
    assert code == 3
    assert [one["code"] for one in made["data"]["blocks"]] == ["base-fell"]
    assert made["data"]["in_force"] is True


def test_partial_ratification_and_refusal(asked: Driver) -> None:
    asked.decide("## 1. A\n\n## 2. B\n\n## 3. C\n")
    asked.do("warden: ratify D2 --points 1")
    made = asked.do("warden: ratify D2 --points 2 --refuse 'Not now'")
    assert made["refused"] == ["D2.2"]
    assert asked.states("D2.1", "D2.2", "D2.3") == "in-force refused awaiting-ratification"
    assert asked.do("show D2.2")["point"]["ratification"]["reason"] == "Not now"
    again = asked.do("warden: ratify D2 --points 2 --refuse 'Not now'")
    assert again["changed"] is False
    asked.refused("warden: ratify D2 --points 2", "closed", noted=True)
    asked.refused("warden: ratify D2 --points 1 --refuse Late", "already-ratified")
    assert asked.do("warden: ratify D2 --points 1")["changed"] is False
    asked.do("warden: ratify D2")
    assert asked.do("warden: ratify D2")["changed"] is False
    asked.clean()


def test_refused_amendment_frees_its_target(asked: Driver) -> None:
    asked.decide("## 1. A\nAmends: D1.1\n")
    assert asked.do("show D1.1")["point"]["pending"] == ["D2.1"]
    asked.do("warden: ratify D2 --refuse No")
    assert asked.do("show D1.1")["point"]["pending"] == []
    assert asked.states("D1.1", "D2.1") == "in-force refused"
    asked.refused("warden: ratify D2", "closed", noted=True)


def test_ratified_counts_whatever_befell_it_since(asked: Driver) -> None:
    asked.decide("## 1. Off\nReverses: D1\n")
    asked.do("warden: ratify D2")
    assert asked.do("warden: ratify D1")["changed"] is False
    assert asked.do("warden: ratify D1 --points 1")["changed"] is False


def test_no_ratification_asked_for(free: Driver) -> None:
    free.refused("warden: ratify D1", "not-the-ratifier")


def test_effects_across_items(free: Driver) -> None:
    free.do("alpha: item new EVO Other --key EVO-2")
    free.do("alpha: item new EVO Third --key EVO-3")
    free.decide("## 1. There\nAmends: D1.1\n\n## 2. Only there\n", item="EVO-2")
    seen = free.do("show EVO-1")
    assert [one["id"] for one in seen["in_force"]] == ["D1.2", "D2.1"]
    assert [one["id"] for one in seen["replaced"]] == ["D1.1"]
    free.decide("## 1. Further\nSupersedes: D2.1\n", item="EVO-3")
    for key, ids in (("EVO-1", "D1.2 D3.1"), ("EVO-2", "D2.2 D3.1"), ("EVO-3", "D3.1")):
        assert [one["id"] for one in free.do(f"show {key}")["in_force"]] == ids.split()
        known = free.do(f"show {key} --known-at {free.seq()}")
        for group in ("in_force", "replaced", "prospective", "item", "brainstorms"):
            assert known[group] == free.do(f"show {key}")[group]
    assert free.do("check D1")["replaced_by"] == ["D3.1"]
    free.clean()


def test_a_brainstorm_elsewhere_that_targets_a_point_here(free: Driver) -> None:
    free.do("alpha: item new EVO Other --key EVO-2")
    storm = free.do("alpha: brainstorm open EVO-2 Topic")["id"]
    free.do(f"alpha: propose {storm} -f -", "## 1. There\nAmends: D1.1\n")
    free.do(f"alpha: agree {storm}")
    last = free.seq()
    for ident in ("EVO-1", "EVO-2", "D1", "D1.1"):
        now, known = free.do(f"show {ident}"), free.do(f"show {ident} --known-at {last}")
        assert {**now, "as_of": 0} == {**known, "as_of": 0}
    assert "point 1 amends" not in str(free.do("show EVO-1")["prospective"])
    free.clean()


def test_a_parent_knows_its_sub_items_as_known_at_any_entry(free: Driver) -> None:
    free.do("alpha: item new EVO Two --key EVO-2")
    free.do("alpha: item new EVO Three --key EVO-3")
    told = {}
    for line in (
        "alpha: item edit EVO-2 --parent EVO-3",
        "alpha: item close EVO-2",
        "alpha: item edit EVO-2 --parent EVO-1",
        "alpha: item reopen EVO-2",
    ):
        free.do(line)
        told[free.seq()] = {key: free.do(f"show {key}")["item"] for key in ("EVO-1", "EVO-3")}
    for seq, items in told.items():
        for key, item in items.items():
            assert free.do(f"show {key} --known-at {seq}")["item"] == item
    assert told[free.seq()]["EVO-1"]["sub_items"] == {"done": 0, "total": 1}
    assert told[free.seq()]["EVO-3"]["sub_items"] == {"done": 0, "total": 0}
    free.clean()


def test_what_an_expansion_reaches_elsewhere_belongs_there_too(free: Driver) -> None:
    free.do("alpha: item new EVO Other --key EVO-2")
    free.decide("## 1. There\nAmends: D1.1\n", item="EVO-2")
    free.do("alpha: item new EVO Third --key EVO-3")
    free.decide("## 1. Off\nReverses: D1\n", item="EVO-3")
    for key in ("EVO-1", "EVO-2", "EVO-3"):
        assert "D3.1" in [one["id"] for one in free.do(f"show {key}")["in_force"]]
    free.clean()


def test_what_falls_by_an_effect_taken_over_is_no_bar_to_a_restoring(asked: Driver) -> None:
    """What is taken over counts among what would fall (concepts.md, "Effects"), at `propose` as
    at `decide`: D1 may come back, since D2.1 falls by what is taken over from D3.1."""
    asked.decide("## 1. In its place\nSupersedes: D1.1\n")
    asked.do("warden: ratify D2")
    asked.decide("## 1. Wrong\nCorrects: D2.1\n")
    asked.decide("## 1. Back\nRestores: D1\n\n## 2. Better\nAmends: D3.1\n")
    asked.do("warden: ratify D4")
    assert asked.state("D1.1") == "in-force"
    assert asked.state("D2.1") == "corrected"
    asked.clean()
