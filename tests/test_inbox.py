"""`ledger inbox`: what waits for whom, by the clock, each with a command that runs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from driving import Doc, Driver, bins
from test_windows import TEXT, Timed

TWO = "## 1. One\n\n## 2. Two\n"
ASKED = "## 1. What of it? (rules on D1.1)\n- a: yes\n- b: no (refuses)\n"
MORE = "## 2. And that? (rules on D1.2)\n- a: yes\n- b: no (refuses)\n"


@pytest.fixture
def timed(tmp_path: Path) -> Timed:
    return Timed(tmp_path / "l.db")


@pytest.fixture
def ledger(tmp_path: Path) -> Driver:
    return bins(tmp_path / "l.db")


def waits(ledger: Driver, who: str) -> list[Doc]:
    """The rows of an inbox, in order."""
    data = ledger.do(f"{who}: inbox")
    rows: list[Doc] = data["rows"]
    assert (data["total"], data["returned"], data["truncated"]) == (len(rows), len(rows), False)
    assert [row["since"] for row in rows] == sorted(row["since"] for row in rows)
    return rows


def kinds(ledger: Driver, who: str) -> list[str]:
    return [f"{row['kind']} {row['id']}" for row in waits(ledger, who)]


def deal(ledger: Driver, who: str, **values: str) -> None:
    """Runs the command of the first row as it is printed, its capitals filled in; the row is gone
    then."""
    first = waits(ledger, who)[0]
    line = first["command"].removeprefix("ledger ")
    for word, value in values.items():
        line = line.replace(word, value)
    assert ledger.do(f"{who}: {line}")["changed"] is True
    assert first not in waits(ledger, who)


def opened(ledger: Driver, policy: str = "", item: str = "EVO-1", text: str = TWO) -> str:
    """A brainstorm with a version, opened and proposed by a stranger's hand and alpha's."""
    more = f" --policy '{policy}'" if policy else ""
    storm: str = ledger.do(f"warden: brainstorm open {item} 'Who may?'{more}")["id"]
    ledger.do(f"alpha: propose {storm} -f -", text)
    return storm


# --- who, and nothing


def test_nothing_waits_in_a_new_ledger(tmp_path: Path) -> None:
    made = Driver(tmp_path / "l.db")
    made.do("warden: init")
    assert waits(made, "warden") == []
    assert waits(made, "nobody") == []


def test_the_inbox_needs_an_actor(ledger: Driver) -> None:
    """Rule: reading needs no actor, but `inbox` (concepts.md, "Any actor")."""
    assert "--as" in ledger.fails("inbox", 2)["message"]
    assert "U+0041" in str(ledger.fails("Alpha: inbox", 2))
    ledger.env["LEDGER_ACTOR"] = "beta"
    storm = opened(ledger)
    assert [row["id"] for row in ledger.do("inbox")["rows"]] == [storm]


def test_another_actor_has_another_inbox(ledger: Driver) -> None:
    storm = opened(ledger)
    assert kinds(ledger, "beta") == [f"position {storm}"]
    for who in ("warden", "mallory"):
        assert kinds(ledger, who) == []


# --- positions


def test_a_position_waits_until_it_is_taken(ledger: Driver) -> None:
    empty = ledger.do("warden: brainstorm open EVO-1 'Nothing is proposed'")["id"]
    storm = opened(ledger)
    (row,) = waits(ledger, "beta")
    assert row == {
        "kind": "position",
        "id": storm,
        "text": "bin-2 has no position on version 1: Who may?",
        "command": f"ledger agree {storm} --on 1",
        "since": ledger.seq(),
    }
    assert empty != storm
    deal(ledger, "beta")
    for line in ("gamma: object {} No", "alpha: abstain {}"):
        ledger.do(line.format(storm))
    assert kinds(ledger, "gamma") == kinds(ledger, "alpha") == kinds(ledger, "beta") == []


def test_an_agreement_to_an_older_version_is_stale(ledger: Driver) -> None:
    storm = opened(ledger)
    ledger.do(f"beta: agree {storm}")
    ledger.do(f"gamma: abstain {storm}")
    ledger.do(f"alpha: propose {storm} -f -", "## 1. Better\n")
    (row,) = waits(ledger, "beta")
    assert (row["kind"], row["since"]) == ("stale", ledger.seq())
    assert row["text"] == "bin-2 agreed to version 1, and 2 is the current one: Who may?"
    assert row["command"] == f"ledger agree {storm} --on 2"
    assert waits(ledger, "gamma")[0]["text"].startswith("bin-3 abstained on version 1")
    assert waits(ledger, "gamma")[0]["command"] == f"ledger agree {storm} --on 2"
    assert kinds(ledger, "alpha") == [f"position {storm}"]
    deal(ledger, "beta")
    assert waits(ledger, "beta") == []


def test_a_seat_that_was_left_waits_for_nobody(ledger: Driver) -> None:
    storm = opened(ledger)
    ledger.do("beta: seat unregister bin-2")
    assert kinds(ledger, "beta") == []
    ledger.do("warden: seat register bin-2 --actor delta")
    assert kinds(ledger, "delta") == [f"position {storm}"]
    ledger.do(f"delta: agree {storm}")
    ledger.do("warden: seat register bin-2 --actor beta --replace")
    assert kinds(ledger, "beta") == []  # the seat has spoken, and its position counts


def test_excused_and_recused_seats_have_nothing_to_say(ledger: Driver) -> None:
    policy = "electorate bin; pass for > 0 of cast; recuse bin-2; ratify by owner"
    recused = opened(ledger, policy)
    assert kinds(ledger, "beta") == []
    assert kinds(ledger, "gamma") == [f"position {recused}"]
    ledger.do(f"warden: seat excuse {recused} bin-3 Gone")
    assert kinds(ledger, "gamma") == []


def test_aliases_and_two_seats(ledger: Driver) -> None:
    """One actor with its aliases counts once; with two seats that may, the command says which."""
    ledger.do("warden: actor alias beta-cc beta")
    ledger.do("warden: body add pm pm-1")
    ledger.do("warden: seat register pm-1 --actor beta-cc")
    storm = opened(ledger, "electorate {bin, pm}; pass for > 0 of cast")
    assert waits(ledger, "beta") == waits(ledger, "beta-cc")
    commands = [row["command"] for row in waits(ledger, "beta")]
    assert commands == [f"ledger agree {storm} --on 1 --seat {seat}" for seat in ("bin-2", "pm-1")]
    deal(ledger, "beta-cc")
    assert kinds(ledger, "beta") == []  # the other of the two would be the same hand


# --- the clock


def test_what_has_ended_does_not_wait(timed: Timed) -> None:
    ledger = timed.ledger
    passed = timed.open("electorate bin; pass for > 1/2 of electorate; open 1d")
    lapsed = timed.open("electorate bin; pass for > 1/2 of electorate; open 1d max 2d")
    left = timed.open("electorate bin leavers abort; pass for > 1/2 of electorate")
    plain = timed.open("electorate bin; pass for > 1/2 of electorate")
    assert kinds(ledger, "beta") == [f"position {one}" for one in (passed, lapsed, left, plain)]
    timed.at("23 07:59")
    assert len(waits(ledger, "beta")) == 4
    timed.at("23 08:00")
    assert kinds(ledger, "beta") == [f"position {one}" for one in (left, plain)]
    ledger.do("warden: seat unregister bin-3")
    assert kinds(ledger, "beta") == [f"position {plain}"]
    ledger.do(f"warden: brainstorm close {plain} --withdraw No")
    assert kinds(ledger, "beta") == []


def test_a_window_that_passed_in_vain_waits_for_who_opened_or_proposed_it(timed: Timed) -> None:
    ledger = timed.ledger
    policy = "electorate bin; veto against cleared-by author; pass for > 1/2 of electorate; open 1d"
    few, objected, both = (timed.open(policy) for _ in range(3))
    bare = ledger.do(f"warden: brainstorm open EVO-1 Bare --policy '{policy}'")["id"]
    timed.agree(few, "alpha")
    for storm in (objected, both):
        ledger.do(f"beta: object {storm} No")
    timed.agree(both, "alpha", "gamma")
    timed.at("23")
    assert kinds(ledger, "warden") == [f"close {one}" for one in (few, objected, bare)]
    assert kinds(ledger, "alpha") == [f"close {one}" for one in (few, objected)]
    assert kinds(ledger, "gamma") == []
    assert kinds(ledger, "beta") == [f"objection {objected}", f"objection {both}"]
    row = waits(ledger, "warden")[2]
    assert row["text"] == "its window passed 2026-06-23T08:00:00Z, and nothing is proposed: Bare"
    assert waits(ledger, "alpha")[0]["text"].endswith(", and it does not pass: T")
    deal(ledger, "alpha", REASON="Nobody")
    assert kinds(ledger, "alpha") == [f"close {objected}"]
    ledger.do(f"beta: clear {both} bin-2 'Answered'")
    assert f"decide {both}" in kinds(ledger, "alpha")


@pytest.mark.parametrize(
    ("ttl", "before", "after"),
    [
        ("8h", "22 14:59", "22 15:00"),  # the last hour
        ("30d", "31 07:59", "19 08:00"),  # the last tenth
        ("20m", "22 08:09", "22 08:10"),  # the second half of a short one
    ],
)
def test_a_lease_about_to_end(timed: Timed, ttl: str, before: str, after: str) -> None:
    ledger = timed.ledger
    if ttl == "30d":
        before, after = "49 07:59", "49 08:00"  # 19 July
    ledger.do(f"warden: seat register bin-2 --actor beta --ttl {ttl}")
    since = ledger.seq()
    timed.at(before)
    assert kinds(ledger, "beta") == []
    timed.at(after)
    (row,) = waits(ledger, "beta")
    assert (row["kind"], row["id"], row["since"]) == ("lease", "bin-2", since)
    assert " ends 2026-" in row["text"]
    deal(ledger, "beta")


def test_a_lease_that_has_ended_waits_until_somebody_holds_the_seat(timed: Timed) -> None:
    ledger = timed.ledger
    ledger.do("warden: seat register bin-2 --actor beta --ttl 1h")
    timed.at("23")
    (row,) = waits(ledger, "beta")
    assert row["text"] == "the lease of bin-2 ended 2026-06-22T09:00:00Z"
    ledger.do("warden: seat register bin-2 --actor delta")
    assert kinds(ledger, "beta") == []
    ledger.do("warden: seat retire bin-2")
    assert kinds(ledger, "delta") == []


# --- what comes next


def test_whoever_drives_it_is_told_that_the_policy_is_met(ledger: Driver) -> None:
    storm = opened(ledger)
    for who in ("alpha", "beta", "gamma"):
        assert "decide" not in "".join(kinds(ledger, "alpha"))
        ledger.do(f"{who}: agree {storm}")
    assert kinds(ledger, "warden") == kinds(ledger, "alpha") == [f"decide {storm}"]
    assert kinds(ledger, "beta") == []
    deal(ledger, "alpha")
    assert kinds(ledger, "warden") == ["ratification D1"]


def test_a_casting_vote_waits_for_its_seat(timed: Timed) -> None:
    ledger = timed.ledger
    policy = "electorate bin; quorum >= 2 of cast; pass for > 1/2 of decided; tie casting owner"
    storm = timed.open(policy, "--deadline 2026-06-23T08:00:00Z")
    timed.agree(storm, "alpha")
    ledger.do(f"beta: object {storm} No")
    assert kinds(ledger, "warden") == []  # gamma may break it yet
    timed.at("23")
    assert kinds(ledger, "warden") == [f"casting-vote {storm}"]
    assert kinds(ledger, "gamma") == []
    deal(ledger, "warden", OPTION="for")
    assert kinds(ledger, "warden") == [f"decide {storm}"]


def test_a_ratification_waits_for_its_seat(ledger: Driver) -> None:
    ledger.decide("# The rule\n\n" + TWO)
    (row,) = waits(ledger, "warden")
    assert row == {
        "kind": "ratification",
        "id": "D1",
        "text": "D1.1, D1.2 wait for owner: The rule",
        "command": f"ledger ratify D1 --on {ledger.seq()}",
        "since": ledger.seq(),
    }
    ledger.do("warden: ratify D1 --points 1")
    assert waits(ledger, "warden")[0]["text"] == "D1.2 waits for owner: The rule"
    ledger.do("warden: seat unregister bin-3")
    said = waits(ledger, "warden")[0]["text"]
    assert said == "D1.2 waits for owner: The rule; blocked: seat-unregistered bin-3"
    register = "ledger seat register bin-3 --actor gamma"
    assert waits(ledger, "warden")[0]["command"] == register
    ledger.do(f"warden: {register.removeprefix('ledger ')}")
    deal(ledger, "warden")
    assert kinds(ledger, "warden") == []


def test_what_waits_for_an_amendment_waits_for_that_first(ledger: Driver) -> None:
    ledger.decide(TWO)
    ledger.decide("## 1. Better\nAmends: D1.1\n\n## 2. Best\nAmends: D1.2\n")
    assert kinds(ledger, "warden") == ["ratification D2"]
    deal(ledger, "warden")
    assert kinds(ledger, "warden") == []


def test_what_lapses_waits_no_more(timed: Timed) -> None:
    storm = timed.open("together bin; ratify by owner within 2d")
    timed.agree(storm, "alpha", "beta", "gamma")
    timed.ledger.do(f"alpha: decide {storm}")
    (row,) = waits(timed.ledger, "warden")
    assert row["text"].endswith("; lapses 2026-06-24T08:00:00Z")
    timed.at("24 08:00")
    assert kinds(timed.ledger, "warden") == []


def test_a_ballot_waits_for_every_answer(ledger: Driver) -> None:
    ledger.decide(TWO)
    ledger.do("alpha: ballot open D1 --to bin -f -", "# Both\n\n" + ASKED + MORE)
    assert kinds(ledger, "warden") == []  # the answers come first
    (row,) = waits(ledger, "beta")
    assert (row["kind"], row["id"], row["since"]) == ("ballot", "B1", ledger.seq())
    assert row["text"] == "bin-2 has not answered 1, 2 of 2: Both"
    assert row["command"] == "ledger ballot cast B1 '1=KEY; 2=KEY'"
    ledger.do("beta: ballot cast B1 1=a")
    assert waits(ledger, "beta")[0]["command"] == "ledger ballot cast B1 '2=KEY'"
    deal(ledger, "beta", KEY="a")
    for who in ("alpha", "gamma"):
        ledger.do(f"{who}: ballot cast B1 '1=a; 2=a'")
    ledger.do("alpha: ballot close B1")
    (row,) = waits(ledger, "warden")
    assert (row["kind"], row["id"]) == ("ratification", "B1")
    assert row["command"] == "ledger ratify D1 --ballot B1"
    deal(ledger, "warden")
    assert kinds(ledger, "warden") == []


def test_an_objection_to_an_older_version_is_not_made_an_agreement(ledger: Driver) -> None:
    storm = opened(ledger)
    ledger.do(f"beta: object {storm} No")
    ledger.do(f"alpha: propose {storm} -f -", "## 1. Better\n")
    (row,) = waits(ledger, "beta")
    assert row["text"].startswith("bin-2 objected to version 1, and 2 is the current one")
    assert row["command"] == f"ledger brainstorm show {storm}"


def test_a_ballot_that_all_have_answered_waits_for_who_opened_it(timed: Timed) -> None:
    ledger = timed.ledger
    ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TWO)
    ledger.do("alpha: ballot open D1 --to bin -f -", "# Both\n\n" + ASKED + MORE)
    assert ledger.do("show B1")["next"] == ["ledger ballot cast B1 '1=KEY; 2=KEY'"]
    for who in ("alpha", "beta", "gamma"):
        assert "close B1" not in kinds(ledger, "alpha")
        ledger.do(f"{who}: ballot cast B1 1=a")
    assert ledger.do("ballot show B1")["next"] == ["ledger ballot cast B1 '2=KEY'"]
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: ballot cast B1 2=a")
    assert kinds(ledger, "beta") == kinds(ledger, "warden") == []
    (row,) = waits(ledger, "alpha")
    assert (row["kind"], row["since"]) == ("close", ledger.seq())
    assert row["text"] == "nothing more is answered in B1: Both"
    assert ledger.do("ballot show B1")["next"] == [row["command"]] == ["ledger ballot close B1"]
    ledger.do("warden: seat unregister bin-3")
    deal(ledger, "alpha")
    assert ledger.do("ballot show B1")["next"] == []
    blocked = waits(ledger, "warden")[0]
    assert blocked["text"].endswith("; blocked: seat-unregistered bin-3")
    assert blocked["command"] == "ledger seat register bin-3 --actor gamma"


def test_a_ballot_whose_window_has_passed_waits_for_who_opened_it(timed: Timed) -> None:
    ledger = timed.ledger
    ledger.do("warden: policy set 'together bin; ratify by owner'")
    ledger.decide(TWO)
    policy = "electorate bin; quorum >= 2 of cast; method plurality; open 1d"
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", ASKED)
    assert kinds(ledger, "alpha") == ["ballot B1"]
    timed.at("23")
    assert kinds(ledger, "beta") == []
    assert kinds(ledger, "alpha") == ["close B1"]
    assert ledger.do("ballot show B1")["next"] == ["ledger ballot close B1"]
    deal(ledger, "alpha")


def test_an_open_question_waits_for_who_owns_the_item(ledger: Driver) -> None:
    ledger.do("alpha: item new EVO Owned --key EVO-2 --owner lou")
    ledger.do("beta: item ask EVO-1 'Whose?'")
    ledger.do("beta: item ask EVO-2 'Who?\n and when?'")
    (row,) = waits(ledger, "lou")
    assert (row["kind"], row["id"], row["text"]) == ("question", "EVO-2.Q1", "Who?")
    assert (row["command"], row["since"]) == ("ledger item answer EVO-2.Q1 TEXT", ledger.seq())
    assert [one for who in ("alpha", "beta") for one in kinds(ledger, who)] == []
    ledger.do("lou: item ask EVO-2 'Else?'")
    deal(ledger, "lou", TEXT="Me")
    assert kinds(ledger, "lou") == ["question EVO-2.Q2"]
    ledger.do("lou: item close EVO-2")
    assert kinds(ledger, "lou") == []


def test_a_tied_ballot_waits_for_the_casting_seat(ledger: Driver) -> None:
    ledger.decide(TWO)
    policy = "electorate bin; quorum >= 2 of cast; method approval; tie casting owner"
    ledger.do(f"alpha: ballot open D1 --to bin --policy '{policy}' -f -", ASKED)
    ledger.do("alpha: ballot cast B1 1=a")
    ledger.do("beta: ballot cast B1 1=b")
    ledger.do("alpha: ballot close B1")
    assert kinds(ledger, "warden") == ["ratification D1", "casting-vote B1.1"]
    ledger.do("warden: casting-vote B1.1 a")
    assert kinds(ledger, "warden") == ["ratification D1", "ratification B1"]


def test_a_hold_waits_for_its_seat(ledger: Driver) -> None:
    ledger.decide("## 1. One\nHeld for: bin-2, until the table is there\n\n## 2. Two\n")
    (row,) = waits(ledger, "beta")
    assert (row["kind"], row["id"]) == ("hold", "D1.1")
    assert row["text"] == "D1.1 is held for bin-2: until the table is there"
    ledger.do("warden: ratify D1")
    assert kinds(ledger, "alpha") == []
    ledger.decide("## 1. Better\nAmends: D1.1\n")
    ledger.do("warden: ratify D2")
    assert kinds(ledger, "beta") == ["hold D2.1"]  # it has passed to what amended the point
    ledger.do("warden: seat register bin-2 --actor delta --replace")
    assert kinds(ledger, "beta") == []
    deal(ledger, "delta")
    assert kinds(ledger, "delta") == []


def test_an_objection_of_ones_own_waits_while_it_stands(ledger: Driver) -> None:
    policy = "electorate bin; veto against cleared-by author; pass for > 0 of cast"
    storm = opened(ledger, policy)
    ledger.do(f"beta: object {storm} 'The audit is missing'")
    (row,) = waits(ledger, "beta")
    assert (row["kind"], row["id"], row["since"]) == ("objection", storm, ledger.seq())
    assert row["command"] == f"ledger clear {storm} bin-2 REASON"
    ledger.do(f"alpha: propose {storm} -f -", "## 1. With the audit\n")
    assert kinds(ledger, "beta") == [f"objection {storm}", f"stale {storm}"]
    assert [one for one in kinds(ledger, "gamma") if "objection" in one] == []
    deal(ledger, "beta", REASON="There")
    assert kinds(ledger, "beta") == [f"stale {storm}"]


def test_an_action_waits_once_what_it_follows_from_is_in_force(ledger: Driver) -> None:
    acts = "\n## Actions\n- beta: tell the fleet\n- owner: sign it\n- rest\n"
    ledger.decide(TWO + acts)
    assert kinds(ledger, "beta") == []
    ledger.do("warden: ratify D1")
    (row,) = waits(ledger, "beta")
    assert (row["kind"], row["id"], row["text"]) == ("action", "D1.A1", "tell the fleet")
    assert kinds(ledger, "warden") == ["action D1.A2"]  # by the seat that it holds
    ledger.do("warden: hold D1.2 --for owner Later")
    assert waits(ledger, "beta")[0]["text"] == "tell the fleet; held: D1.2 for owner"
    ledger.do("warden: actor alias beta-cc beta")
    assert kinds(ledger, "beta-cc") == ["action D1.A1"]
    deal(ledger, "beta")
    assert kinds(ledger, "beta") == []
    ledger.decide("## 1. No\nReverses: D1\n")
    ledger.do("warden: ratify D2")
    assert kinds(ledger, "warden") == []


# --- the order, the text, the tables


def test_the_longest_waiting_comes_first(ledger: Driver) -> None:
    ledger.decide("## 1. One\nHeld for: bin-2\n\n## Actions\n- beta: do it\n")
    ledger.do("warden: ratify D1")
    storm = opened(ledger)
    assert kinds(ledger, "beta") == ["action D1.A1", "hold D1.1", f"position {storm}"]


def test_the_text_is_one_line_a_row_and_its_command(
    ledger: Driver, capsys: pytest.CaptureFixture[str]
) -> None:
    from ledger.cli.main import main

    def said(who: str) -> str:
        assert main(["inbox", "--as", who], ledger.env) == 0
        return capsys.readouterr().out

    assert said("beta") == "nothing waits for beta\n"
    assert said("mallory") == "nothing waits for mallory, who holds no seat\n"
    storm = ledger.do("warden: brainstorm open EVO-1 -f -", "\x1b[31mred\u202e\nmore")["id"]
    ledger.do(f"alpha: propose {storm} -f -", TWO)
    assert said("beta") == (
        f"position {storm} (since #{ledger.seq()}): bin-2 has no position on version 1: "
        f"⟦U+001B⟧[31mred⟦U+202E⟧\nnext: ledger agree {storm} --on 1\n"
    )


def test_an_older_ledger_is_upgraded_with_all_that_is_computed(
    ledger: Driver, tmp_path: Path
) -> None:
    ledger.decide("## 1. One\nHeld for: bin-2\n")
    twin = ledger.copy(tmp_path / "older.db")
    with closing(sqlite3.connect(twin.path)) as base:
        for later in ("passage", "word"):  # of the version after
            base.execute(f"DROP TABLE {later}")
        base.execute("ALTER TABLE decision DROP COLUMN lapses")  # and of the one after that
        base.execute("DROP INDEX point_held")
        base.execute("DROP INDEX action_owner")
        base.execute("ALTER TABLE point DROP COLUMN held")
        base.execute("UPDATE alembic_version SET version_num = '0001'")
        base.commit()
    code, made = twin.run("beta: inbox")
    assert (code, made["error"]["code"]) == (6, "cannot-open")
    assert made["error"]["hint"] == "ledger upgrade"
    assert twin.do("upgrade")["changed"] is True
    assert kinds(twin, "beta") == ["hold D1.1"]
    twin.clean()
    assert twin.do("upgrade")["changed"] is False


def test_rebuild_and_verify_know_what_is_held(ledger: Driver) -> None:
    ledger.decide("## 1. One\nHeld for: bin-2\n")
    with closing(sqlite3.connect(ledger.path)) as base:
        base.execute("UPDATE point SET held = 'bin-3'")
        base.commit()
    assert "point" in ledger.refused("verify", "stale")[0]["message"]
    ledger.do("rebuild")
    assert kinds(ledger, "beta") == ["hold D1.1"]
    ledger.clean()


def test_a_window_that_takes_no_positions(timed: Timed) -> None:
    """In the final period only what may reopen it is heard: no position waits."""
    policy = "electorate bin; pass for > 1/2 of electorate; open 1d; final 1d reopened-by concern"
    storm = timed.open(policy)
    timed.agree(storm, "alpha", "beta")
    timed.at("23 12:00")
    assert timed.verdict(storm)["verdict"] == "final-period"
    assert kinds(timed.ledger, "gamma") == []
    timed.at("24 08:00")
    assert kinds(timed.ledger, "warden") == [f"decide {storm}"]
    assert TEXT.startswith("## 1.")
