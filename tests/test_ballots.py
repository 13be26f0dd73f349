"""Ballots: who opens them on what, who answers, what counts, and how they end (concepts.md,
"Words" and "In force" 8 and 9; cli.md, `ballot`; exchange.md, "A ballot file")."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Driver, bins

THREE = "## 1. One\n\n## 2. Two\n\n## 3. Three\n"
YES_NO = "- a: yes\n- b: no (refuses)\n"
LONG = (
    "electorate {} as-of open leavers keep; quorum >= all of cast; silence abstains; revote last; "
    "method plurality; policy-change pin"
)


def question(number: int, *points: str, options: str = YES_NO) -> str:
    """One question of a ballot file."""
    return f"## {number}. What of it? (rules on {', '.join(points)})\n{options}\n"


TWO = question(1, "D1.1") + question(2, "D1.2", "D1.3")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """D1 with three points waits for the owner; delta opened its brainstorm, alpha proposed it."""
    ledger = bins(tmp_path_factory.mktemp("ballots") / "l.db")
    storm = ledger.do("delta: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"alpha: propose {storm} -f -", THREE)
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {storm}")
    ledger.do(f"alpha: decide {storm}")
    return ledger


@pytest.fixture
def waiting(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


@pytest.fixture
def put(waiting: Driver) -> Driver:
    """The two questions put to the bins, opened by alpha."""
    waiting.do("alpha: ballot open D1 --to bin -f -", TWO)
    return waiting


def verdicts(ledger: Driver, ballot: str = "B1") -> list[str]:
    return [one["verdict"]["verdict"] for one in ledger.do(f"ballot show {ballot}")["questions"]]


def answers(ledger: Driver, ballot: str = "B1") -> list[str | None]:
    return [one["answer"] for one in ledger.do(f"ballot show {ballot}")["questions"]]


def names(ledger: Driver, line: str, text: str, *words: str) -> None:
    """The command is refused (exit 2 or 3), says these words, and stores nothing."""
    before = ledger.seq()
    code, said = ledger.run(line, text)
    assert code in (2, 3), said
    assert ledger.seq() == before
    missing = [word for word in words if word not in str(said["error"])]
    assert not missing, said["error"]


@pytest.mark.parametrize("who", ["alpha", "beta", "warden", "delta"])
def test_who_may_open(waiting: Driver, who: str) -> None:
    """An elector, the ratifier, who opened the brainstorm."""
    made = waiting.do(f"{who}: ballot open D1 --to owner -f -", TWO)
    assert (made["id"], made["ids"][0]) == ("B1", "B1")


def test_who_proposed_it_may_open_without_a_seat(waiting: Driver) -> None:
    waiting.do("alpha: seat unregister bin-1")
    waiting.do("alpha: ballot open D1 --to owner -f -", TWO)


def test_others_may_not_open(waiting: Driver) -> None:
    waiting.refused("mallory: ballot open D1 --to owner -f -", "not-allowed", stdin=TWO)


@pytest.mark.parametrize(
    ("to", "seats"),
    [("bin", "bin-1 bin-2 bin-3"), ("owner", "owner"), ("bin-2", "bin-2")],
)
def test_the_default_policy_and_electorate(waiting: Driver, to: str, seats: str) -> None:
    waiting.do(f"alpha: ballot open D1 --to {to} -f -", TWO)
    seen = waiting.do("ballot show B1")
    assert seen["policy"] == LONG.format(to)
    assert [one["seat"] for one in seen["electorate"]] == seats.split()
    assert (seen["id"], seen["decision"], seen["to"], seen["state"]) == ("B1", "D1", to, "open")
    assert [one["rules_on"] for one in seen["questions"]] == [["D1.1"], ["D1.2", "D1.3"]]
    assert seen["questions"][0]["options"] == [
        {"key": "a", "text": "yes", "effect": "ratifies"},
        {"key": "b", "text": "no", "effect": "refuses"},
    ]
    assert {**waiting.do("show B1"), "as_of": 0} == {**seen, "as_of": 0}
    assert [one["id"] for one in waiting.do("show EVO-1")["ballots"]] == ["B1"]
    waiting.clean()


def test_its_own_policy(waiting: Driver) -> None:
    line = "warden: ballot open D1 --to bin -f - --policy"
    waiting.do(f"{line} 'electorate bin; quorum >= 2 of cast; method plurality'", TWO)
    assert "quorum >= 2 of cast" in waiting.do("ballot show B1")["policy"]
    waiting.do("alpha: ballot cast B1 '1=a; 2=a'")
    waiting.do("beta: ballot cast B1 '1=a; 2=a'")
    waiting.do("warden: ballot close B1")
    assert verdicts(waiting) == ["decided", "decided"]
    assert waiting.do("ballot show B1")["state"] == "closed"


def test_faulty_sets_and_policies(waiting: Driver) -> None:
    waiting.fails("warden: ballot open D1 --to nobody -f -", 2, TWO)
    for policy in ("method plurality", "electorate nobody; method plurality", "electorate bin"):
        waiting.fails(f"warden: ballot open D1 --to bin -f - --policy '{policy}'", 2, TWO)


def test_points_of_other_waiting_decisions(waiting: Driver) -> None:
    waiting.decide("## 1. Later\n")
    waiting.do("alpha: ballot open D1 --to owner -f -", question(1, "D1.1", "D2.1"))
    assert waiting.do("ballot show B1")["questions"][0]["rules_on"] == ["D1.1", "D2.1"]


def test_points_of_other_items_or_with_another_ratifier(waiting: Driver) -> None:
    waiting.do("alpha: item new EVO Other --key EVO-2")
    waiting.decide("## 1. Elsewhere\n", item="EVO-2")
    waiting.do("warden: body add chief chief")
    waiting.do("warden: policy set 'together bin; ratify by chief'")
    waiting.decide("## 1. Another's\n")
    waiting.do("warden: policy set 'together bin'")
    waiting.decide("## 1. Nobody's\n")
    text = question(1, "D1.1") + "".join(question(n, f"D{n}.1") for n in (2, 3, 4))
    names(waiting, "alpha: ballot open D1 --to owner -f -", text, "D2.1", "D3.1", "D4.1")


def test_one_that_rules_on_no_point_of_its_decision(waiting: Driver) -> None:
    waiting.decide("## 1. Later\n")
    line = "alpha: ballot open D1 --to owner -f -"
    assert "D1" in waiting.fails(line, 2, question(1, "D2.1"))["message"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (question(1, "D1.1") + question(1, "D1.2"), "1"),
        (question(1, "D1.1") + question(2, "D1.1", "D1.2"), "D1.1"),
        (question(1, "D1.1", options="- a: x\n- a: y\n"), "a"),
        (question(1, "D1.1", options=""), "1"),
        (question(1, "D1.1") + "## 2. No points\n" + YES_NO, "2"),
        ("", ""),
    ],
)
def test_mistakes_in_the_file(waiting: Driver, text: str, words: str) -> None:
    error = waiting.fails("alpha: ballot open D1 --to owner -f -", 2, text)
    assert words in error["message"]


def test_every_mistake_is_named(waiting: Driver) -> None:
    text = question(1, "D1.1") + question(1, "D1.1") + question(3, "D1.2", options="- c: x\n- c: y")
    error = waiting.fails("alpha: ballot open D1 --to owner -f -", 2, text)
    assert len(error["faults"]) >= 2
    assert all(word in error["message"] for word in ("D1.1", "c"))


def test_unknown_points(waiting: Driver) -> None:
    before = waiting.seq()
    for point in ("D1.9", "D9.1"):
        text = question(1, "D1.1", point)
        code, said = waiting.run("alpha: ballot open D1 --to owner -f -", text)
        assert code in (2, 4)
        assert point in said["error"]["message"]
    assert waiting.seq() == before


def test_a_point_stands_in_one_ballot_that_is_not_over(put: Driver) -> None:
    line = "alpha: ballot open D1 --to owner -f -"
    names(put, line, question(1, "D1.1"), "D1.1", "B1")
    put.do("alpha: ballot close B1")  # aborted
    put.do(line, question(1, "D1.1"))
    put.do("warden: ballot cast B2 1=a")
    put.do("warden: ballot close B2")  # closed, and not ratified yet
    names(put, line, question(1, "D1.1"), "D1.1", "B2")
    left = question(1, "D1.2", options="- d: leave it (none)\n")
    put.do(line, left)
    put.do("warden: ballot cast B3 1=d")
    put.do("warden: ballot close B3")
    put.do("warden: ratify D1 --ballot B3")  # ratified, and its point waits still
    put.do(line, question(1, "D1.2"))


def test_a_pending_amendment_is_to_be_named_instead(waiting: Driver) -> None:
    waiting.decide("## 1. Better\nAmends: D1.1\n")
    line = "alpha: ballot open D1 --to owner -f -"
    block = waiting.refused(line, "pending-amendment", stdin=TWO)[0]
    assert "D1.1" in block["message"]
    assert "D2.1" in block["message"]
    waiting.do(line, question(1, "D2.1") + question(2, "D1.2"))


def test_points_that_fell_together_stand_in_one_question(waiting: Driver) -> None:
    waiting.do("warden: ratify D1")
    waiting.decide("## 1. a\nAmends: D1.1\n\n## 2. b\nAmends: D1.1\n\n## 3. c\n")
    line = "alpha: ballot open D2 --to owner -f -"
    names(waiting, line, question(1, "D2.1", "D2.3"), "D2.1", "2")
    names(waiting, line, question(1, "D2.1") + question(2, "D2.2"), "D2.1", "2")
    waiting.do(line, question(1, "D2.1", "D2.2"))


def test_points_that_do_not_wait(waiting: Driver) -> None:
    waiting.do("warden: ratify D1 --points 1")
    waiting.do("warden: ratify D1 --points 2 --refuse No")
    line = "alpha: ballot open D1 --to owner -f -"
    names(waiting, line, question(1, "D1.1") + question(2, "D1.2"), "D1.1", "D1.2")
    waiting.do(line, question(1, "D1.3"))


def test_points_that_ask_for_no_ratification(waiting: Driver) -> None:
    waiting.do("warden: policy set 'together bin'")
    waiting.decide("## 1. At once\n")
    line = "alpha: ballot open D1 --to owner -f -"
    waiting.refused(line, "not-the-ratifier", stdin=question(1, "D1.1", "D2.1"))


def test_a_brainstorm_is_no_decision(waiting: Driver) -> None:
    storm = waiting.do("alpha: brainstorm open EVO-1 Other")["id"]
    waiting.refused(f"alpha: ballot open {storm} --to owner -f -", "not-adopted", stdin=TWO)
    waiting.fails("alpha: ballot open D9 --to owner -f -", 4, TWO)


def test_the_last_answer_counts_and_a_cast_may_be_partial(put: Driver) -> None:
    for who in ("alpha", "beta", "gamma"):
        put.do(f"{who}: ballot cast B1 '1=a; 2=a'")
    assert answers(put) == ["a", "a"]
    for who in ("alpha", "beta"):
        put.do(f"{who}: ballot cast B1 2=b")
    seen = put.do("ballot show B1")["questions"]
    assert [one["answer"] for one in seen] == ["a", "b"]
    assert seen[1]["verdict"]["tally"] == {"a": 1, "b": 2}
    assert seen[1]["verdict"]["winners"] == ["b"]
    put.clean()


def test_what_is_answered_is_told_in_the_order_of_the_questions(put: Driver) -> None:
    for answer in ("2=a", "1=a"):
        put.do(f"alpha: ballot cast B1 {answer}")
    for line in ("show B1", f"show B1 --known-at {put.seq()}"):
        assert put.do(line)["electorate"][0]["answered"] == ["1", "2"]


def test_the_same_answers_again(put: Driver) -> None:
    first = put.do("alpha: ballot cast B1 '1=a; 2=b'")
    before = put.seq()
    again = put.do("alpha: ballot cast B1 '1=a; 2=b'")
    assert (again["changed"], again["entry"], put.seq()) == (False, first["entry"], before)
    put.do("alpha: ballot cast B1 1=b")
    assert put.do("alpha: ballot cast B1 1=a")["changed"] is True


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1=a; 1=b", ["1"]),
        ("9=a", ["9"]),
        ("1=z", ["z"]),
        ("1=", ["1"]),
        ("1=a: with more", ["1"]),
        ("1=z; 9=a; 2=a; 2=b", ["z", "9", "2"]),
        ("yes", ["yes"]),
    ],
)
def test_mistakes_in_answers(put: Driver, text: str, words: list[str]) -> None:
    error = put.fails(f"alpha: ballot cast B1 '{text}'", 2)
    assert all(word in error["message"] for word in words), error
    assert answers(put) == [None, None]


def test_a_refinement_only_where_one_seat_answers(waiting: Driver) -> None:
    waiting.do("alpha: ballot open D1 --to owner -f -", TWO)
    waiting.do("warden: ballot cast B1 '1=a: and soon; really; 2=b: not now'")
    seen = waiting.do("ballot show B1")["questions"]
    assert [one["refinement"] for one in seen] == ["and soon; really", "not now"]
    waiting.do("warden: ballot cast B1 -f -", "1=a: text with ; 2=b in it\n2=b: no\n")
    seen = waiting.do("ballot show B1")["questions"]
    assert [one["refinement"] for one in seen] == ["text with ; 2=b in it", "no"]


def test_a_refinement_of_an_option_that_does_nothing(waiting: Driver) -> None:
    text = question(1, "D1.1", options="- a: yes\n- d: leave it (none)\n")
    waiting.do("alpha: ballot open D1 --to owner -f -", text)
    waiting.fails("warden: ballot cast B1 '1=d: because'", 2)
    waiting.do("warden: ballot cast B1 1=d")


def test_who_casts(put: Driver) -> None:
    block = put.refused("mallory: ballot cast B1 1=a", "not-in-electorate")[0]
    assert "bin-1" in block["message"]
    put.refused("warden: ballot cast B1 1=a", "not-in-electorate")
    put.do("gamma: seat unregister bin-3")
    block = put.refused("gamma: ballot cast B1 1=a", "seat-unregistered")[0]
    assert block["seat"] == "bin-3"
    put.fails("alpha: ballot cast B9 1=a", 4)


def test_a_seat_handed_over(put: Driver) -> None:
    for who in ("alpha", "beta", "gamma"):
        put.do(f"{who}: ballot cast B1 '1=a; 2=a'")
    put.do("warden: seat register bin-3 --actor delta --replace")
    assert verdicts(put) == ["decided", "decided"]
    elector = put.do("ballot show B1")["electorate"][2]
    assert (elector["by"], elector["actor"]) == ("gamma", "delta")
    put.refused("gamma: ballot cast B1 1=b", "not-in-electorate")
    put.do("delta: ballot cast B1 1=b")
    assert put.do("ballot show B1")["questions"][0]["verdict"]["tally"] == {"a": 2, "b": 1}
    put.clean()


def test_two_seats_of_one_actor(waiting: Driver) -> None:
    waiting.do("warden: body add pm pm-1")
    waiting.do("warden: seat register pm-1 --actor alpha")
    waiting.do("warden: ballot open D1 --to 'bin + pm' -f -", TWO)
    error = waiting.fails("alpha: ballot cast B1 1=a", 2)
    assert all(seat in error["message"] for seat in ("bin-1", "pm-1"))
    waiting.do("alpha: ballot cast B1 1=a --seat pm-1")
    waiting.refused("alpha: ballot cast B1 1=a --seat bin-1", "same-hand")


def test_revote_refuse(waiting: Driver) -> None:
    policy = "electorate bin; quorum >= all of cast; method plurality; revote refuse"
    waiting.do(f"warden: ballot open D1 --to bin -f - --policy '{policy}'", TWO)
    waiting.do("alpha: ballot cast B1 1=a")
    waiting.refused("alpha: ballot cast B1 1=b", "already-cast")
    assert waiting.do("alpha: ballot cast B1 1=a")["changed"] is False
    waiting.do("alpha: ballot cast B1 2=b")


def test_plurality(put: Driver) -> None:
    assert verdicts(put) == ["open", "open"]
    for who, choice in (("alpha", "a"), ("beta", "b"), ("gamma", "a")):
        put.do(f"{who}: ballot cast B1 '1={choice}'")
    seen = put.do("ballot show B1")["questions"][0]["verdict"]
    assert (seen["verdict"], seen["winners"], seen["tally"]) == ("decided", ["a"], {"a": 2, "b": 1})
    assert (seen["quorum"]["have"], seen["quorum"]["met"]) == (3, True)
    assert verdicts(put) == ["decided", "open"]


@pytest.mark.parametrize(
    ("policy", "casts", "verdict"),
    [
        ("", "alpha=a beta=b", "open"),
        ("quorum >= 2 of cast", "alpha=a beta=b", "open"),
        ("pass for >= all of cast", "alpha=a", "decided"),
        ("pass for >= all of cast", "alpha=a beta=b", "rejected"),
        ("pass for > 1/2 of electorate", "alpha=a beta=b", "open"),
        ("pass for > 2/3 of electorate", "alpha=a beta=b", "rejected"),
        ("quorum >= 4 of cast", "", "rejected"),
    ],
)
def test_rejected_as_soon_as_no_completion_passes(
    waiting: Driver, policy: str, casts: str, verdict: str
) -> None:
    """As in a brainstorm, and as `tally` says (policy.md, "Evaluation")."""
    long = f"electorate bin; {policy}; method plurality" if policy else "electorate bin"
    long += "" if policy else "; quorum >= all of cast; method plurality"
    line = f"warden: ballot open D1 --to bin -f - --policy '{long}'"
    waiting.do(line, question(1, "D1.1", options="- a: yes\n- b: no\n"))
    for one in casts.split():
        who, _, choice = one.partition("=")
        waiting.do(f"{who}: ballot cast B1 1={choice}")
    assert verdicts(waiting) == [verdict]


def test_who_may_close(put: Driver) -> None:
    for who in ("mallory", "beta"):
        put.refused(f"{who}: ballot close B1", "not-allowed")
    twin = put.copy(put.path.with_name("twin.db"))
    twin.do("alpha: ballot close B1")
    put.do("warden: ballot close B1")
    before = put.seq()
    assert put.do("warden: ballot close B1")["changed"] is False
    assert put.seq() == before


@pytest.mark.parametrize(
    ("casts", "verdict"),
    [("alpha=a beta=b", "tied"), ("alpha=a", "no-quorum"), ("", "no-quorum")],
)
def test_closed_undecided_is_aborted_and_its_points_are_free(
    waiting: Driver, casts: str, verdict: str
) -> None:
    policy = "electorate bin; quorum >= 2 of cast; method plurality"
    waiting.do(
        f"warden: ballot open D1 --to bin -f - --policy '{policy}'", question(1, "D1.1", "D1.2")
    )
    for one in casts.split():
        who, _, choice = one.partition("=")
        waiting.do(f"{who}: ballot cast B1 1={choice}")
    assert verdicts(waiting) == ["open"]  # tied and no-quorum are verdicts of the end
    waiting.do("warden: ballot close B1")
    assert verdicts(waiting) == [verdict]
    assert waiting.do("ballot show B1")["state"] == "aborted"
    waiting.refused("gamma: ballot cast B1 1=a", "aborted")
    waiting.refused("warden: ratify D1 --ballot B1", "aborted", noted=True)
    waiting.do("alpha: ballot open D1 --to owner -f -", question(1, "D1.1", "D1.2"))
    made = waiting.do("warden: ratify D1")  # what a ballot asks of is left out
    assert [(one["code"], one["point"]) for one in made["left_out"]] == [
        ("ballot-open", "D1.1"),
        ("ballot-open", "D1.2"),
    ]
    waiting.refused("warden: ratify D1", "ballot-open", noted=True)
    waiting.do("warden: ratify D1 --points 1,2")
    assert waiting.states("D1.1", "D1.2", "D1.3") == "in-force in-force in-force"
    waiting.clean()


def test_one_question_undecided_aborts_the_whole(put: Driver) -> None:
    for who in ("alpha", "beta", "gamma"):
        put.do(f"{who}: ballot cast B1 1=a")
    put.do("alpha: ballot close B1")
    assert put.do("ballot show B1")["state"] == "aborted"
    assert put.states("D1.1", "D1.2") == "awaiting-ratification awaiting-ratification"


def test_no_answer_after_the_close(put: Driver) -> None:
    for who in ("alpha", "beta", "gamma"):
        put.do(f"{who}: ballot cast B1 '1=a; 2=b'")
    put.do("alpha: ballot close B1")
    put.refused("alpha: ballot cast B1 1=b", "closed")


def test_an_excused_seat(put: Driver) -> None:
    for who in ("alpha", "beta"):
        put.do(f"{who}: ballot cast B1 '1=a; 2=a'")
    assert verdicts(put) == ["open", "open"]
    put.refused("alpha: seat excuse B1 bin-3 Gone", "not-allowed")
    put.do("warden: seat excuse B1 bin-3 'Its host is gone'")
    seen = put.do("ballot show B1")
    assert [(one["seat"], one["reason"]) for one in seen["excused"]] == [
        ("bin-3", "Its host is gone")
    ]
    assert verdicts(put) == ["decided", "decided"]
    put.do("alpha: ballot close B1")
    put.do("warden: ratify D1 --ballot B1")
    put.clean()


def test_what_was_known_before_a_cast(put: Driver) -> None:
    before = put.seq()
    put.do("alpha: ballot cast B1 1=a")
    for line, count in (("show B1", 1), (f"show B1 --known-at {before}", 0)):
        tally = put.do(line)["questions"][0]["verdict"]["tally"]
        assert tally == {"a": count, "b": 0}
