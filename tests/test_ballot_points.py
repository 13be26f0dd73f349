"""Ratifying a ballot: what each answer does to the points that its question rules on, and the
points that answers make (concepts.md, "In force" 8 and 9)."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Doc, Driver, bins

from ledger.cli.common import Call
from ledger.cli.main import execute
from ledger.cli.parse import parse

OPTIONS = "- a: as it is (ratifies)\n- b: other text (amends)\n- c: no (refuses)\n- d: leave (none)"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """D1.1 and D1.2 in force; D2 with three points waits."""
    ledger = bins(tmp_path_factory.mktemp("ballot-points") / "l.db")
    ledger.decide("## 1. One\n\n## 2. Two\n")
    ledger.do("warden: ratify D1")
    ledger.decide("## 1. First\nReverses: D1.1\n\n## 2. Second\n\n## 3. Third\n")
    return ledger


@pytest.fixture
def ledger(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def question(number: int, *points: str) -> str:
    return f"## {number}. What of it? (rules on {', '.join(points)})\n{OPTIONS}\n\n"


def answered(ledger: Driver, text: str, answers: str) -> Doc:
    """A ballot of D2 put to the owner, answered and closed; what its opening said."""
    opened = ledger.do("alpha: ballot open D2 --to owner -f -", text)
    ledger.do(f"warden: ballot cast {opened['id']} '{answers}'")
    ledger.do(f"warden: ballot close {opened['id']}")
    return opened


def ratified(ledger: Driver, text: str, answers: str) -> Doc:
    """The same, ratified; what that said."""
    answered(ledger, text, answers)
    made = ledger.do("warden: ratify D2 --ballot B1")
    ledger.clean()
    return made


def point(ledger: Driver, ident: str) -> Doc:
    made: Doc = ledger.do(f"show {ident}")["point"]
    return made


def test_before_all_is_answered_and_closed(ledger: Driver) -> None:
    ledger.do("alpha: ballot open D2 --to owner -f -", question(1, "D2.1") + question(2, "D2.2"))
    ledger.do("warden: ballot cast B1 1=a")
    block = ledger.refused("warden: ratify D2 --ballot B1", "ballot-open", noted=True)[0]
    assert "2" in block["message"]
    ledger.do("warden: ballot cast B1 2=a")
    ledger.refused("warden: ratify D2 --ballot B1", "ballot-open")
    ledger.do("warden: ballot close B1")
    ledger.do("warden: ratify D2 --ballot B1")
    assert ledger.states("D2.1", "D2.2", "D2.3") == "in-force in-force awaiting-ratification"


def test_an_option_that_ratifies(ledger: Driver) -> None:
    made = ratified(ledger, question(1, "D2.1", "D2.2"), "1=a")
    assert (made["decision"], made["points"], made["waits"]) == ("D2", ["D2.1", "D2.2"], ["D2.3"])
    assert ledger.states("D1.1", "D2.1", "D2.2") == "reversed in-force in-force"
    assert point(ledger, "D2.1")["ratification"] == {
        "state": "ratified",
        "by": {"seat": "owner", "actor": "warden"},
        "entry": made["entry"],
        "attestation": "unsigned",
        "ballot": {"id": "B1", "question": "1"},
    }
    ledger.fails("show B1.1", 4)


@pytest.mark.parametrize(
    ("answer", "text"), [("1=b", "other text"), ("1=b: but later", "other text\nbut later")]
)
def test_an_option_that_amends_makes_a_point(ledger: Driver, answer: str, text: str) -> None:
    made = ratified(ledger, question(1, "D2.2", "D2.3"), answer)
    assert made["points"] == ["B1.1"]
    assert made["waits"] == ["D2.1"]
    one = point(ledger, "B1.1")
    assert (one["text"], one["title"], one["state"]) == (text, "other text", "in-force")
    assert one["replaces"] == ["D2.2", "D2.3"]
    assert one["ratification"]["by"] == {"seat": "owner", "actor": "warden"}
    assert one["entry"] == made["entry"]
    assert ledger.states("D2.2", "D2.3") == "amended amended"
    assert point(ledger, "D2.2")["replaced_by"] == ["B1.1"]
    assert ledger.do("ballot show B1")["questions"][0]["point"] == "B1.1"
    assert ledger.do("ballot show B1")["state"] == "adopted"


def test_a_refinement_beside_an_option_that_ratifies_refines(ledger: Driver) -> None:
    made = ratified(ledger, question(2, "D2.2", "D2.3"), "2=a: from July on")
    assert made["points"] == ["D2.2", "D2.3", "B1.2"]
    one = point(ledger, "B1.2")
    assert (one["text"], one["replaces"]) == ("as it is\nfrom July on", [])
    assert one["effects"] == [{"verb": "refines", "targets": ["D2.2", "D2.3"]}]
    assert ledger.states("D2.2", "D2.3", "B1.2") == "in-force in-force in-force"
    assert ledger.do("why D2.2")["refined_by"] == ["B1.2"]


def test_an_option_that_refuses(ledger: Driver) -> None:
    made = ratified(ledger, question(1, "D2.1") + question(2, "D2.2"), "1=c: never; 2=c")
    assert (made["points"], made["refused"]) == ([], ["D2.1", "D2.2"])
    assert ledger.states("D1.1", "D2.1", "D2.2") == "in-force refused refused"
    assert point(ledger, "D2.1")["ratification"]["reason"] == "never"
    assert point(ledger, "D1.1")["pending"] == []
    ledger.fails("show B1.1", 4)
    ledger.refused("warden: ratify D2 --points 1", "closed", noted=True)


def test_an_option_that_does_nothing(ledger: Driver) -> None:
    made = ratified(ledger, question(1, "D2.1") + question(2, "D2.2", "D2.3"), "1=d; 2=a")
    assert (made["points"], made["waits"]) == (["D2.2", "D2.3"], ["D2.1"])
    assert ledger.states("D1.1", "D2.1") == "in-force awaiting-ratification"
    ledger.do("warden: ratify D2 --points 1")
    assert ledger.states("D1.1", "D2.1") == "reversed in-force"


def test_points_of_other_decisions_come_with_it(ledger: Driver) -> None:
    ledger.decide("## 1. Later\n\n## 2. Latest\n")
    made = ratified(ledger, question(1, "D2.2", "D3.1"), "1=a")
    assert made["points"] == ["D2.2", "D3.1"]
    assert made["waits"] == ["D2.1", "D2.3", "D3.2"]
    assert ledger.states("D2.2", "D3.1", "D3.2") == "in-force in-force awaiting-ratification"
    assert [one["id"] for one in ledger.do("show EVO-1")["in_force"]] == [
        "D1.1",
        "D1.2",
        "D2.2",
        "D3.1",
    ]


def test_required_seats_of_the_other_decision_count_too(ledger: Driver) -> None:
    ledger.do("warden: body add pm pm-1")
    ledger.do("warden: seat register pm-1 --actor venus")
    ledger.do("warden: policy set 'together pm; ratify by owner'")
    ledger.decide("## 1. The PM's\n", by="venus")
    answered(ledger, question(1, "D2.2", "D3.1"), "1=a")
    ledger.do("venus: seat unregister pm-1")
    block = ledger.refused("warden: ratify D2 --ballot B1", "seat-unregistered", noted=True)[0]
    assert block["seat"] == "pm-1"


def test_effects_are_taken_over_and_printed(ledger: Driver) -> None:
    opened = answered(ledger, question(1, "D2.1"), "1=b")
    assert opened["questions"][0]["effects"] == [
        {"verb": "amends", "targets": ["D2.1"]},
        {"verb": "reverses", "targets": ["D1.1"], "from": ["D2.1"]},
    ]
    assert any("reverses D1.1" in note for note in opened["notes"])
    seen = ledger.do("warden: ratify D2 --ballot B1 --dry-run")
    assert (seen["in_force"], sorted(seen["fall"])) == (["B1.1"], ["D1.1", "D2.1"])
    ledger.do("warden: ratify D2 --ballot B1")
    assert ledger.states("D1.1", "D2.1", "B1.1") == "reversed amended in-force"
    assert point(ledger, "D1.1")["replaced_by"] == ["B1.1"]
    ledger.clean()


def test_a_dry_run_tells_what_is_refused_and_what_waits(ledger: Driver) -> None:
    """The same as the ratification itself says then."""
    answered(ledger, question(1, "D2.1") + question(2, "D2.2"), "1=b; 2=c")
    line = "ratify D2 --ballot B1"
    seen = ledger.do(f"warden: {line} --dry-run")
    assert (seen["points"], seen["refused"], seen["waits"]) == (["B1.1"], ["D2.2"], ["D2.3"])
    call = Call(parse([*line.split(), "--dry-run", "--as", "warden"]), ledger.env, "")
    assert execute(call).lines[-2:] == ["would be refused: D2.2", "would still wait: D2.3"]
    part = ledger.do("warden: ratify D2 --points 3 --dry-run")
    assert (part["refused"], part["waits"]) == ([], ["D2.1", "D2.2"])
    part = ledger.do("warden: ratify D2 --points 3 --refuse No --dry-run")
    assert (part["refused"], part["waits"]) == (["D2.3"], ["D2.1", "D2.2"])
    done = ledger.do(f"warden: {line}")
    assert (done["refused"], done["waits"]) == (seen["refused"], seen["waits"])


def test_a_point_that_an_answer_refused_names_the_ballot_and_the_question(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.1") + question(2, "D2.2", "D2.3"), "1=a; 2=c")
    ledger.do("warden: ratify D2 --ballot B1")
    by = {"id": "B1", "question": "2"}
    assert ledger.do("show D2.3")["point"]["ratification"]["ballot"] == by
    assert ledger.do("why D2.2")["point"]["ratification"]["ballot"] == by
    assert ledger.do("show D2")["points"][0]["ratification"]["ballot"] == {**by, "question": "1"}
    assert ledger.do("show D1.1")["point"]["ratification"]["ballot"] is None
    for word in ("show", "why"):
        lines = execute(Call(parse([word, "D2.3"]), ledger.env, "")).lines
        assert "refused by ballot B1, question 2" in lines


def test_a_target_that_fell_stops_the_whole(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.1") + question(2, "D2.2"), "1=b; 2=a")
    ledger.decide("## 1. Sooner\nReverses: D1.1\n")
    ledger.do("warden: ratify D3")
    block = ledger.refused("warden: ratify D2 --ballot B1", "target-not-in-force", noted=True)[0]
    assert "D3.1" in block["message"]
    assert ledger.states("D2.1", "D2.2") == "awaiting-ratification awaiting-ratification"


def test_an_amendment_adopted_meanwhile_stops_it(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.2"), "1=a")
    ledger.decide("## 1. Better\nAmends: D2.2\n")
    block = ledger.refused("warden: ratify D2 --ballot B1", "pending-amendment", noted=True)[0]
    assert "D3.1" in block["message"]


def test_a_point_withdrawn_meanwhile_stops_it(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.2"), "1=a")
    ledger.do("alpha: withdraw D2.2 Moot")
    ledger.refused("warden: ratify D2 --ballot B1", "closed", noted=True)


def test_a_point_refused_meanwhile_stops_it(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.2"), "1=a")
    ledger.do("warden: ratify D2 --points 2 --refuse No")
    ledger.refused("warden: ratify D2 --ballot B1", "closed", noted=True)


def test_a_point_ratified_meanwhile_is_not_refused(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.2") + question(2, "D2.3"), "1=c; 2=a")
    ledger.do("warden: ratify D2 --points 2")
    ledger.refused("warden: ratify D2 --ballot B1", "already-ratified", noted=True)


def test_a_point_ratified_meanwhile_may_still_be_amended(ledger: Driver) -> None:
    """A target of an amendment waits, or has come in force since."""
    answered(ledger, question(1, "D2.2"), "1=b")
    ledger.do("warden: ratify D2 --points 2")
    ledger.do("warden: ratify D2 --ballot B1")
    assert ledger.states("D2.2", "B1.1") == "amended in-force"
    ledger.clean()


def test_a_point_ratified_meanwhile_bears_the_same_answer(ledger: Driver) -> None:
    """`already-ratified` is for other content (cli.md)."""
    answered(ledger, question(1, "D2.2") + question(2, "D2.3"), "1=a; 2=a")
    ledger.do("warden: ratify D2 --points 2")
    ledger.do("warden: ratify D2 --ballot B1")
    assert ledger.states("D2.2", "D2.3") == "in-force in-force"
    ledger.clean()


def test_a_second_ratification_changes_nothing(ledger: Driver) -> None:
    first = ratified(ledger, question(1, "D2.1") + question(2, "D2.2"), "1=b; 2=a: soon")
    before = ledger.seq()
    again = ledger.do("warden: ratify D2 --ballot B1")
    assert (again["changed"], again["entry"], again["ids"]) == (
        False,
        first["entry"],
        first["ids"],
    )
    assert ledger.seq() == before


def test_a_dry_run_writes_nothing(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.2") + question(2, "D2.3"), "1=b; 2=c")
    before = ledger.seq()
    seen = ledger.do("warden: ratify D2 --ballot B1 --dry-run")
    assert (seen["decision"], seen["points"]) == ("D2", ["B1.1"])
    assert (seen["in_force"], seen["fall"]) == (["B1.1"], ["D2.2"])
    assert ledger.seq() == before
    ledger.do("gamma: seat unregister bin-3")
    ledger.refused("warden: ratify D2 --ballot B1 --dry-run", "seat-unregistered")


@pytest.mark.parametrize(("answer", "state"), [("1=a", "in-force"), ("1=c: No", "refused")])
def test_the_same_without_the_ballot_changes_nothing(
    ledger: Driver, answer: str, state: str
) -> None:
    """What stands is the ratification by ballot (cli.md: the same again is exit 0)."""
    ledger.decide("## 1. Later\n")
    first = ratified(ledger, question(1, "D2.2", "D3.1"), answer)
    for line in ("D3", "D3 --points 1", "D2 --points 2"):
        refuse = " --refuse No" if state == "refused" else ""
        again = ledger.do(f"warden: ratify {line}{refuse}")
        assert (again["changed"], again["entry"]) == (False, first["entry"])
        ids = ["D3.1" if line[:2] == "D3" else "D2.2"]
        assert again["decision"] == line[:2]
        assert again["refused" if refuse else "points"] == ids


def test_refused_by_a_ballot_without_a_word(ledger: Driver) -> None:
    ratified(ledger, question(1, "D2.1", "D2.2", "D2.3"), "1=c")
    for line in ("D2", "D2 --points 1"):
        ledger.refused(f"warden: ratify {line} --refuse No", "closed")


def test_a_ballot_that_can_not_be_ratified_any_more_is_aborted(ledger: Driver) -> None:
    """Else the points of its other questions were never free (concepts.md, "In force" 9)."""
    answered(ledger, question(1, "D2.2") + question(2, "D2.3"), "1=c; 2=a")
    assert ledger.do("warden: ballot close B1")["changed"] is False
    ledger.do("warden: ratify D2 --points 2")
    block = ledger.refused("warden: ratify D2 --ballot B1", "already-ratified", noted=True)[0]
    ledger.do(f"warden: {block['hint'].removeprefix('ledger ')}")
    assert ledger.do("ballot show B1")["state"] == "aborted"
    assert ledger.do("warden: ratify D2")["points"] == ["D2.1", "D2.3"]
    ledger.clean()


def test_a_ballot_that_can_still_be_ratified_is_not_aborted(ledger: Driver) -> None:
    """The same again changes nothing, whatever befell a point to which the answer does nothing."""
    answered(ledger, question(1, "D2.2") + question(2, "D2.3"), "1=d; 2=a")
    ledger.do("warden: ratify D2 --points 2 --refuse No")
    assert ledger.do("warden: ballot close B1")["changed"] is False
    ledger.do("warden: ratify D2 --ballot B1")
    assert ledger.states("D2.2", "D2.3") == "refused in-force"


def test_what_partners_displace_is_displaced_once(ledger: Driver) -> None:
    ledger.decide("## 1. a\nAmends: D1.2\n\n## 2. b\nAmends: D1.2\n")
    ledger.do("alpha: ballot open D3 --to owner -f -", question(1, "D3.1", "D3.2"))
    ledger.do("warden: ballot cast B1 1=b")
    ledger.do("warden: ballot close B1")
    ledger.do("warden: ratify D3 --ballot B1")
    assert point(ledger, "B1.1")["replaces"] == ["D3.1", "D3.2", "D1.2"]
    assert point(ledger, "D1.2")["replaced_by"] == ["B1.1"]
    ledger.clean()


@pytest.mark.parametrize("answers", ["1=a; 2=a", "1=a; 2=b"])
def test_two_decisions_do_not_displace_one_point(ledger: Driver, answers: str) -> None:
    """Natively the second is refused (concepts.md, "In force" 5), by a ballot as one by one."""
    ledger.decide("## 1. Too\nReverses: D1.1\n")
    text = question(1, "D2.1") + question(2, "D3.1")
    answered(ledger, text, answers)
    blocks = ledger.refused("warden: ratify D2 --ballot B1", "target-not-in-force", noted=True)
    assert [one["target"] for one in blocks] == ["D1.1"]
    ledger.do("warden: ratify D2 --points 1")
    assert ledger.states("D1.1", "D2.1", "D3.1") == "reversed in-force awaiting-ratification"


def test_only_the_ratifier_ratifies_it(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.2"), "1=a")
    ledger.refused("alpha: ratify D2 --ballot B1", "not-the-ratifier")
    ledger.do("warden: seat unregister owner")
    assert ledger.refused("warden: ratify D2 --ballot B1", "seat-unregistered")[0]["seat"] == (
        "owner"
    )
    ledger.fails("warden: ratify D2 --ballot B9", 4)


def test_blocked_and_recorded_once(ledger: Driver) -> None:
    answered(ledger, question(1, "D2.2"), "1=b")
    ledger.do("gamma: seat unregister bin-3")
    block = ledger.refused("warden: ratify D2 --ballot B1", "seat-unregistered", noted=True)[0]
    assert block["seat"] == "bin-3"
    ledger.refused("warden: ratify D2 --ballot B1", "seat-unregistered")
    row = ledger.do("log D2")["rows"][-1]
    assert (row["kind"], "bin-3" in row["headline"]) == ("ratification-blocked", True)
    ledger.do("warden: seat register bin-3 --actor gamma")
    ledger.do("warden: ratify D2 --ballot B1")
    assert ledger.states("D2.2", "B1.1") == "amended in-force"
    ledger.clean()


def test_holds_pass_to_the_point_that_amends(ledger: Driver) -> None:
    ledger.do("alpha: hold D2.2 --for owner 'Until the launch'")
    ratified(ledger, question(1, "D2.2"), "1=b")
    assert point(ledger, "B1.1")["held"] == {"for": "owner", "reason": "Until the launch"}
    assert point(ledger, "D2.2")["held"] is None
    code, made = ledger.run("check B1.1")
    assert (code, [one["code"] for one in made["data"]["blocks"]]) == (3, ["held"])
    ledger.do("check B1.1 --allow-held")
    ledger.do("warden: release B1.1")
    ledger.do("check B1.1")
    ledger.clean()


def test_such_a_point_is_held_and_released(ledger: Driver) -> None:
    ratified(ledger, question(1, "D2.2"), "1=b")
    ledger.do("alpha: hold B1.1 --for owner 'Not yet'")
    assert point(ledger, "B1.1")["held"] == {"for": "owner", "reason": "Not yet"}
    ledger.refused("alpha: release B1.1", "not-allowed")
    ledger.do("warden: release B1.1")
    ledger.clean()


@pytest.mark.parametrize(
    ("verb", "state"),
    [("Amends", "amended"), ("Corrects", "corrected"), ("Reverses", "reversed")],
)
def test_such_a_point_is_a_target_like_any_other(ledger: Driver, verb: str, state: str) -> None:
    ratified(ledger, question(1, "D2.2"), "1=b")
    ledger.decide(f"## 1. Further\n{verb}: B1.1\n")
    assert point(ledger, "B1.1")["pending"] == ["D3.1"]
    ledger.do("warden: ratify D3")
    assert ledger.states("B1.1", "D3.1", "D2.2") == f"{state} in-force amended"
    assert point(ledger, "B1.1")["replaced_by"] == ["D3.1"]
    ledger.clean()


def test_it_falls_with_the_decision_that_it_amended(ledger: Driver) -> None:
    ratified(ledger, question(1, "D2.2") + question(3, "D2.3"), "1=b; 3=a: soon")
    storm = ledger.do("alpha: brainstorm open EVO-1 Off")["id"]
    made = ledger.do(f"alpha: propose {storm} -f -", "## 1. Off\nReverses: D2\n")
    assert sorted(made["points"][0]["effects"][0]["targets"]) == ["B1.1", "B1.3", "D2.3"]


def test_it_is_restored_and_base_fell(ledger: Driver) -> None:
    ratified(ledger, question(1, "D2.2"), "1=a: soon")
    ledger.decide("## 1. Off\nReverses: D2.2\n")
    ledger.do("warden: ratify D3")
    assert point(ledger, "B1.1")["base_fell"] == ["D2.2"]
    code, made = ledger.run("check B1.1")
    assert (code, [one["code"] for one in made["data"]["blocks"]]) == (3, ["base-fell"])
    ledger.decide("## 1. Off too\nReverses: B1.1\n")
    ledger.do("warden: ratify D4")
    ledger.decide("## 1. Back\nRestores: B1.1\n")
    ledger.do("warden: ratify D5")
    assert ledger.states("B1.1", "D2.2") == "in-force reversed"
    ledger.clean()


def test_show_check_and_why(ledger: Driver) -> None:
    ratified(ledger, question(1, "D2.2"), "1=b: but later")
    ledger.do("check B1.1")
    made = ledger.do("why B1.1")
    assert (made["point"]["id"], made["ballot"]["id"]) == ("B1.1", "B1")
    assert [(one["id"], one["text"]) for one in made["history"]] == [
        ("D2.2", "Second"),
        ("B1.1", "other text\nbut later"),
    ]
    assert {"-Second", "+other text", "+but later"} == set(made["history"][0]["difference"])
    seen = ledger.do("why D2.2")
    assert [(one["id"], one["verb"]) for one in seen["later"]] == [("B1.1", "amends")]
    code, checked = ledger.run("check D2.2")
    assert (code, checked["data"]["blocks"][0]["code"]) == (3, "not-in-force")
    rows = [row["kind"] for row in ledger.do("log B1")["rows"]]
    assert len(rows) >= 4  # opened, cast, closed, ratified
    assert ledger.do("log EVO-1")["rows"][-1]["seq"] == ledger.seq()


def test_a_decision_replaced_by_a_ballot_is_checked_through_it(ledger: Driver) -> None:
    text = question(1, "D2.1") + question(2, "D2.2", "D2.3")
    ratified(ledger, text, "1=b; 2=a")
    assert ledger.do("check D2")["replaced_by"] == ["B1.1"]
    ledger.do("warden: hold B1.1 --for owner 'Not yet' --seat owner")
    code, made = ledger.run("check D2")
    assert (code, [one["code"] for one in made["data"]["blocks"]]) == (3, ["held"])
    ledger.do("check D2 --allow-held")


def test_known_at_before_the_ratification(ledger: Driver) -> None:
    made = ratified(ledger, question(1, "D2.2"), "1=b")
    before = made["entry"] - 1
    ledger.fails(f"show B1.1 --known-at {before}", 4)
    assert ledger.state("D2.2", f"--known-at {before}") == "awaiting-ratification"
    assert ledger.state("D2.2", f"--known-at {made['entry']}") == "amended"
