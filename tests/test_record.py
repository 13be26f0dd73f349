"""What else is recorded: rulings by report, a decision at once, `--on`, earlier times, questions,
findings and actions (concepts.md, "In force" 4 and "Identity"; cli.md, "Commands")."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Driver, bins

TEXT = "## 1. One\n\n## 2. Two\n"
ALONE = "electorate bin; pass for > 0 of cast"
IDENT = "0197aaaa-0000-7000-8000-000000000001"


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """D1 waits for the owner, with two actions."""
    ledger = bins(tmp_path_factory.mktemp("record") / "l.db")
    actions = "\n## Actions\n- nw-venus: spawn-agent.sh wrapper\n- beta: tell the fleet\n"
    ledger.decide(TEXT + actions)
    return ledger


@pytest.fixture
def ledger(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


# Reported rulings


@pytest.mark.parametrize("who", ["beta", "mallory", "warden"])
def test_a_reported_ruling_is_kept_and_does_not_ratify(ledger: Driver, who: str) -> None:
    ledger.do(f"{who}: ratify D1 --reported 'chat, 14:02'")
    assert ledger.states("D1.1", "D1.2") == "awaiting-ratification awaiting-ratification"
    row = ledger.do("log D1")["rows"][-1]
    assert (row["seq"], row["actor"], row["attestation"]) == (ledger.seq(), who, "reported")
    assert "chat, 14:02" in str(ledger.do("log D1 --texts")["rows"][-1])
    code, made = ledger.run("check D1.1 --allow-reported")
    assert (code, made["data"]["in_force"]) == (3, False)
    seen = ledger.do("verify")
    assert (seen["reported"], seen["consistent"]) == (1, True)
    ledger.do("warden: ratify D1")
    assert ledger.do("show D1.1")["point"]["ratification"]["attestation"] == "unsigned"
    assert ledger.do("verify")["reported"] == 1
    ledger.clean()


def test_a_report_needs_no_registered_seat(ledger: Driver) -> None:
    ledger.do("warden: seat unregister owner bin-2")
    ledger.do("beta: ratify D1 --reported 'chat, 14:02'")
    ledger.fails("beta: ratify D9 --reported 'chat, 14:02'", 4)
    ledger.fails("beta: ratify D1 --reported ''", 2)


# A decision at once


def test_decide_at_once(ledger: Driver) -> None:
    ledger.do(f"warden: policy set '{ALONE}'")
    before = ledger.seq()
    made = ledger.do("alpha: decide EVO-1 -f -", "## 1. Three\n\n## 2. Four\n")
    assert ledger.seq() == before + 4
    assert [one["kind"] for one in ledger.do(f"log --since {before}")["rows"]] == [
        "brainstorm-open",
        "propose",
        "agree",
        "decide",
    ]
    assert (made["decision"], made["points"]) == ("D2", ["D2.1", "D2.2"])
    assert made["ids"][0] == "D2"
    assert made["verdict"]["tally"] == {"for": 1, "against": 0, "abstain": 0, "silent": 2}
    assert ledger.states("D2.1", "D2.2") == "in-force in-force"
    assert ledger.do("show D2")["decided_by"] == {"seat": "bin-1", "actor": "alpha"}
    ledger.clean()


def test_decide_at_once_that_still_needs_ratification(ledger: Driver) -> None:
    ledger.do(f"warden: policy set '{ALONE}; ratify by owner'")
    ledger.do("alpha: decide EVO-1 -f -", TEXT)
    assert ledger.state("D2.1") == "awaiting-ratification"


def test_decide_at_once_and_retry(ledger: Driver) -> None:
    ledger.do(f"warden: policy set '{ALONE}'")
    first = ledger.do(f"alpha: decide EVO-1 -f - --id {IDENT}", "## 1. Three\n")
    before = ledger.seq()
    again = ledger.do(f"alpha: decide EVO-1 -f - --id {IDENT}", "## 1. Three\n")
    assert (again["replayed"], again["entry"], again["ids"]) == (
        True,
        first["entry"],
        first["ids"],
    )
    assert ledger.seq() == before
    ledger.fails(f"alpha: decide EVO-1 -f - --id {IDENT}", 5, "## 1. Another\n")
    ledger.do("alpha: decide EVO-1 -f -", "## 1. Three\n")  # without the id it is another one
    assert ledger.do("show D3")["id"] == "D3"


def test_decide_at_once_where_one_seat_does_not_suffice(ledger: Driver) -> None:
    block = ledger.refused("alpha: decide EVO-1 -f -", "quorum-unmet", stdin=TEXT)[0]
    assert (block["have"], block["required"]) == (1, "3")
    assert len(ledger.do("brainstorm list")["rows"]) == 1
    policy = "electorate bin; pass for >= 2 of electorate; require 1 from {bin-2} for"
    ledger.do(f"warden: policy set '{policy}'")
    ledger.refused("alpha: decide EVO-1 -f -", "required-not-for", "threshold-unmet", stdin=TEXT)


@pytest.mark.parametrize("who", ["mallory", "warden"])
def test_decide_at_once_without_a_seat(ledger: Driver, who: str) -> None:
    ledger.do(f"warden: policy set '{ALONE}'")
    before = ledger.seq()
    assert ledger.run(f"{who}: decide EVO-1 -f -", TEXT)[0] == 3
    assert ledger.seq() == before


def test_decide_at_once_and_mistakes(ledger: Driver) -> None:
    ledger.do(f"warden: policy set '{ALONE}'")
    ledger.fails("alpha: decide EVO-1 -f -", 2, "")
    ledger.fails("alpha: decide EVO-1 -f -", 2, "## 1. A\nReverses: everything\n")
    ledger.fails("alpha: decide EVO-9 -f -", 4, TEXT)
    ledger.fails("alpha: decide EVO-1", 2)
    ledger.refused(
        "alpha: decide EVO-1 -f -", "target-not-in-force", stdin="## 1. A\nReverses: D1.1\n"
    )
    ledger.do("alpha: item close EVO-1")
    ledger.refused("alpha: decide EVO-1 -f -", "closed", stdin=TEXT)


def test_decide_at_once_without_a_policy(tmp_path: Path) -> None:
    ledger = Driver(tmp_path / "l.db")
    ledger.do("warden: init")
    ledger.do("alpha: item new EVO Title --key EVO-1")
    ledger.refused("alpha: decide EVO-1 -f -", "no-policy", stdin=TEXT)


# What changed the points last


def test_ratify_on(ledger: Driver) -> None:
    on = ledger.do("show D1")["on"]
    block = ledger.refused(f"warden: ratify D1 --on {on - 1}", "text-changed", noted=True)[0]
    assert str(on) in block["message"] + block.get("hint", "")
    ledger.do("alpha: item comment EVO-1 'Elsewhere'")
    ledger.do(f"warden: ratify D1 --points 1 --on {on}")
    now = ledger.do("show D1")["on"]
    assert now == ledger.seq()
    ledger.refused(f"warden: ratify D1 --points 2 --on {on}", "text-changed", noted=True)
    ledger.do(f"warden: ratify D1 --points 2 --on {now}")


# Earlier times


@pytest.fixture
def days(tmp_path: Path) -> Driver:
    """D1 decided on the 22nd at 9, ratified on the 23rd at 9, reversed on the 24th at 9."""
    ledger = Driver(tmp_path / "days.db", now="2026-06-22T09:00:00Z", seed="days")
    for line in (
        "init",
        "body add bin bin-1",
        "body add owner owner",
        "seat register bin-1 --actor alpha",
        "seat register owner --actor warden",
        "policy set 'together bin; ratify by owner'",
        "item new EVO Title --key EVO-1",
    ):
        ledger.do(f"warden: {line}")
    ledger.decide("## 1. One\n", by="alpha")
    ledger.env["LEDGER_NOW"] = "2026-06-23T09:00:00Z"
    ledger.do("warden: ratify D1")
    ledger.env["LEDGER_NOW"] = "2026-06-24T09:00:00Z"
    ledger.decide("## 1. Off\nReverses: D1\n", by="alpha")
    ledger.do("warden: ratify D2")
    ledger.env["LEDGER_NOW"] = "2026-06-25T09:00:00Z"
    return ledger


@pytest.mark.parametrize("clock", ["as-of", "known-at"])
@pytest.mark.parametrize(
    ("at", "state"),
    [
        ("2026-06-22", "awaiting-ratification"),
        ("2026-06-22T09:00:00Z", "awaiting-ratification"),
        ("2026-06-23T08:59:59.999Z", "awaiting-ratification"),
        ("2026-06-23T09:00:00Z", "in-force"),
        ("2026-06-23T11:00:00+02:00", "in-force"),
        ("2026-06-23", "in-force"),
        ("2026-06-24T08:59:59Z", "in-force"),
        ("2026-06-24", "reversed"),
    ],
)
def test_at_an_earlier_time(days: Driver, clock: str, at: str, state: str) -> None:
    made = days.do(f"show D1.1 --{clock} {at}")
    assert made["point"]["state"] == state
    assert made["as_of"]["clock"] == clock
    code, checked = days.run(f"check D1.1 --{clock} {at}")
    assert (code == 0, checked["data"]["as_of"]["clock"]) == (state == "in-force", clock)


def test_nothing_later_is_shown(days: Driver) -> None:
    made = days.do("show EVO-1 --as-of 2026-06-23")
    assert [one["id"] for one in made["in_force"]] == ["D1.1"]
    assert "D2" not in str(made)
    assert days.do("why D1.1 --as-of 2026-06-23")["later"] == []
    days.fails("show D2 --as-of 2026-06-23", 4)
    days.fails("show EVO-1 --as-of 2026-06-21", 4)
    rows = days.do("log --as-of 2026-06-23")["rows"]
    assert {one["at"][:10] for one in rows} == {"2026-06-22", "2026-06-23"}


@pytest.mark.parametrize("at", ["yesterday", "2026-13-01", "2026-06-23T09:00:00", "7w ago"])
def test_only_iso_dates(days: Driver, at: str) -> None:
    days.fails(f"show D1 --as-of '{at}'", 2)


def test_claimed_and_recorded_times_differ(days: Driver) -> None:
    """A clock a little behind: the claim is its own, the record takes the head's time."""
    days.decide("## 1. Two\n", by="alpha")
    days.do("alpha: item comment EVO-1 Hello")
    days.env["LEDGER_NOW"] = "2026-06-25T09:08:00Z"
    days.do("alpha: item comment EVO-1 'Eight past'")
    days.env["LEDGER_NOW"] = "2026-06-25T09:03:00Z"
    days.do("warden: ratify D3")
    assert days.state("D3.1", "--as-of 2026-06-25T09:05:00Z") == "in-force"
    assert days.state("D3.1", "--known-at 2026-06-25T09:05:00Z") == "awaiting-ratification"
    assert days.state("D3.1", "--as-of 2026-06-25T09:02:59Z") == "awaiting-ratification"
    assert days.state("D3.1", "--known-at 2026-06-25T09:08:00Z") == "in-force"
    days.clean()


def test_as_of_leaves_out_what_the_fold_would_refuse(days: Driver) -> None:
    """What rests on an entry that claims a later time is not folded before it."""
    days.env["LEDGER_NOW"] = "2026-06-25T09:08:00Z"
    days.decide("## 1. Two\n", by="alpha")
    days.env["LEDGER_NOW"] = "2026-06-25T09:03:00Z"
    days.do("warden: ratify D3")
    days.fails("show D3.1 --as-of 2026-06-25T09:05:00Z", 4)
    days.do("show EVO-1 --as-of 2026-06-25T09:05:00Z")
    assert days.state("D3.1", "--as-of 2026-06-25T09:08:00Z") == "in-force"


# Questions and findings


def test_questions_are_numbered_and_answered(ledger: Driver) -> None:
    assert ledger.do("mallory: item ask EVO-1 'Who wakes the owner?'")["ids"] == ["EVO-1.Q1"]
    assert ledger.do("beta: item ask EVO-1 'And who pays?'")["ids"] == ["EVO-1.Q2"]
    ledger.do("beta: item answer EVO-1.Q1 'The rail does'")
    ledger.do("mallory: item answer EVO-1.Q1 'The PM does'")
    seen = ledger.do("show EVO-1")["questions"]
    assert [(one["id"], one["text"], one["by"]) for one in seen] == [
        ("EVO-1.Q1", "Who wakes the owner?", "mallory"),
        ("EVO-1.Q2", "And who pays?", "beta"),
    ]
    assert (seen[0]["answer"]["text"], seen[0]["answer"]["by"]) == ("The PM does", "mallory")
    assert seen[1]["answer"] is None
    for line in ("EVO-1.Q9 No", "EVO-9.Q1 No"):
        ledger.fails(f"beta: item answer {line}", 4)
    ledger.fails("beta: item ask EVO-9 Why", 4)
    ledger.fails("beta: item ask EVO-1 ' '", 2)
    assert len(ledger.do("log EVO-1")["rows"]) == ledger.do("log EVO-1")["total"]
    ledger.clean()


def test_asking_twice_is_two_questions(ledger: Driver) -> None:
    for ident in ("EVO-1.Q1", "EVO-1.Q2"):
        assert ledger.do("beta: item ask EVO-1 Why")["ids"] == [ident]
    ledger.do(f"beta: item ask EVO-1 Why --id {IDENT}")
    assert ledger.do(f"beta: item ask EVO-1 Why --id {IDENT}")["replayed"] is True
    assert len(ledger.do("show EVO-1")["questions"]) == 3


def test_a_finding_has_its_source(ledger: Driver) -> None:
    ledger.do("mallory: item find EVO-1 'An agent cannot exit' --source 'issue 837'")
    ledger.fails("mallory: item find EVO-1 'An agent cannot exit'", 2)
    ledger.do("warden: ratify D1")
    ledger.decide("## 1. Off\nReverses: D1\n")
    ledger.do("warden: ratify D2")
    (found,) = ledger.do("show EVO-1")["findings"]
    assert (found["text"], found["source"], found["by"]) == (
        "An agent cannot exit",
        "issue 837",
        "mallory",
    )
    ledger.clean()


# Actions


def test_actions_are_numbered_in_their_decision(ledger: Driver) -> None:
    wanted = [
        ("D1.A1", "nw-venus", "spawn-agent.sh wrapper", "open", None, "D1"),
        ("D1.A2", "beta", "tell the fleet", "open", None, "D1"),
    ]
    for rows in (
        ledger.do("action list")["rows"],
        ledger.do("show D1")["actions"],
        ledger.do("show EVO-1")["actions"],
    ):
        keys = ("id", "owner", "text", "state", "item", "from")
        assert [tuple(one[key] for key in keys) for one in rows] == wanted


@pytest.mark.parametrize("who", ["nw-venus", "warden", "boss"])
def test_who_may_say_that_an_action_is_done(ledger: Driver, who: str) -> None:
    """Its owner, a steward, the item's owner."""
    ledger.do("alpha: item edit EVO-1 --owner boss")
    for other in ("mallory", "beta", "gamma"):
        ledger.refused(f"{other}: action done D1.A1", "not-allowed")
        ledger.refused(f"{other}: action to-item D1.A1", "not-allowed")
    twin = ledger.copy(ledger.path.with_name("twin.db"))
    twin.do(f"{who}: action to-item D1.A1")
    ledger.do(f"{who}: action done D1.A1")
    assert [one["state"] for one in ledger.do("action list")["rows"]] == ["done", "open"]
    ledger.fails(f"{who}: action done D1.A9", 4)
    ledger.clean()


def test_an_action_becomes_a_sub_item(ledger: Driver) -> None:
    made = ledger.do("beta: action to-item D1.A2")
    assert made["key"] == "EVO-2"
    item = ledger.do("show EVO-2")["item"]
    assert (item["title"], item["parent"], item["owner"]) == ("tell the fleet", "EVO-1", "beta")
    assert ledger.do("action list")["rows"][1]["item"] == "EVO-2"
    assert ledger.do("show EVO-1")["item"]["sub_items"] == {"done": 0, "total": 1}
    before = ledger.seq()
    code, again = ledger.run("beta: action to-item D1.A2")
    assert ledger.seq() == before  # one action, one item
    assert code != 0 or again["data"]["changed"] is False
    ledger.do("beta: item close EVO-2")
    assert ledger.do("show EVO-1")["item"]["sub_items"] == {"done": 1, "total": 1}
    ledger.clean()


def test_an_alias_owns_what_the_actor_owns(ledger: Driver) -> None:
    ledger.do("warden: actor alias nw-venus-cc nw-venus")
    ledger.do("nw-venus-cc: action done D1.A1")
    ledger.do("warden: actor alias beta-cc beta")
    ledger.do("beta-cc: action done D1.A2")
