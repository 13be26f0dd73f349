"""`ledger brief`: what there is to know, the most binding first, within its bytes; and what changed
since an entry."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest
from driving import Doc, Driver, bins
from hypothesis import given
from hypothesis import strategies as st
from test_windows import Timed

from ledger.cli.main import main
from ledger.core.errors import Usage
from ledger.views import fit

HELD = "## 1. One\nIt says so.\n\n## 2. Two\nHeld for: bin-2, until the table is there\n"
ACTIONS = "\n## Actions\n- beta: tell the fleet\n"


@pytest.fixture
def ledger(tmp_path: Path) -> Driver:
    return bins(tmp_path / "l.db")


def brief(ledger: Driver, words: str) -> list[str]:
    """The lines, after a check of what the answer says of them."""
    data = ledger.do(f"brief {words}")
    lines: list[str] = data["lines"]
    assert data["bytes"] == sum(len(line.encode()) + 1 for line in lines)
    assert data["bytes"] <= data["max_bytes"]
    head = ledger.run("log")[1]["head"]
    assert f"head #{head['seq']} {head['leaf']}" in lines[1]
    assert ledger.do(f"brief {words}") == data or data["as_of"]["clock"] == "head"
    return lines


def rest(ledger: Driver, words: str) -> list[str]:
    """The lines below the head."""
    return brief(ledger, words)[2:]


# --- what stands there, in which order


def test_an_item_without_anything(ledger: Driver) -> None:
    assert brief(ledger, "EVO-1")[0] == "EVO-1 open: An item"
    assert rest(ledger, "EVO-1") == []


def test_the_most_binding_comes_first(ledger: Driver) -> None:
    ledger.do("alpha: item find EVO-1 'It leaks' --source 'issue 8'")
    ledger.do("alpha: item ask EVO-1 'Who wakes the owner?'")
    ledger.decide(HELD + ACTIONS)
    ledger.do("warden: ratify D1")
    ledger.decide("# Better\n\n## 1. Uno\nAmends: D1.1\n")
    storm = ledger.do("alpha: brainstorm open EVO-1 'And then?'")["id"]
    ledger.do("warden: seat unregister bin-3")
    lines = rest(ledger, "EVO-1")
    assert lines == [
        "D1.1 in force, ratified by owner, pending: D2.1: One",
        "  It says so.",
        "D1.2 in force, ratified by owner, held for bin-2: Two",
        "D1.2 held for bin-2 (beta): until the table is there",
        "  next: ledger release D1.2",
        "D2 awaits ratification by owner (warden)",
        f"  next: ledger ratify D2 --on {ledger.do('show D2')['on']}",
        "D2.1 not yet in force: Uno",
        "D2 blocked[seat-unregistered]: required seat bin-3 is not registered; last held by gamma",
        "  next: ledger seat register bin-3 --actor gamma",
        f"{storm} open; nothing proposed yet; verdict blocked; needs: register bin-3: And then?",
        f"  next: ledger brainstorm show {storm}",
        "EVO-1.Q1 asked by alpha: Who wakes the owner?",
        "  next: ledger item answer EVO-1.Q1 TEXT",
        "D1.A1 open, for beta: tell the fleet",
        "EVO-1.F1 found by alpha (issue 8): It leaks",
    ]
    ledger.do("warden: seat register bin-3 --actor gamma")
    ledger.do("warden: ratify D2")
    ledger.do("beta: action done D1.A1")
    ledger.do("beta: item answer EVO-1.Q1 'The rail'")
    lines = rest(ledger, "EVO-1")
    assert lines[0] == "D2.1 in force, ratified by owner, replaces D1.1: Uno"
    assert lines[1] == "D1.2 in force, ratified by owner, held for bin-2: Two"
    assert lines[-1] == f"D1.1 was amended by D2.1 (#{ledger.do('show D2.1')['point']['entry']})"
    assert not [line for line in lines if "A1" in line or "Q1" in line]


def test_what_was_ruled_by_ballot_then_what_else_was_ratified(ledger: Driver) -> None:
    ledger.do("warden: policy set 'together bin' --item EVO-1")
    ledger.decide("## 1. By policy\n")
    ledger.do("warden: policy set 'together bin; ratify by owner' --item EVO-1")
    ledger.decide("## 1. Asked\n\n## 2. Ratified\n")
    ledger.do(
        "warden: ballot open D2 --to owner -f -", "## 1. So? (rules on D2.1)\n- a: yes (amends)\n"
    )
    ledger.do("warden: ballot cast B1 '1=a: it is so'")
    ledger.do("warden: ballot close B1")
    ledger.do("warden: ratify D2 --ballot B1")
    ledger.do("warden: ratify D2 --points 2")
    assert [line.split(":")[0] for line in rest(ledger, "EVO-1") if " in force" in line] == [
        "B1.1 in force, ratified by owner, replaces D2.1",
        "D2.2 in force, ratified by owner",
        "D1.1 in force, by policy",
    ]


def test_holds_of_one_reason_are_told_together_and_each_is_counted(ledger: Driver) -> None:
    held = "\nHeld for: bin-2, until the table is there\n\n"
    points = "".join(f"## {n}. Rule {n}{held}" for n in range(1, 7))
    ledger.decide(points + "## 7. Other\nHeld for: bin-3, for a day\n")
    ledger.do("warden: ratify D1")
    lines = rest(ledger, "EVO-1")
    many = ", ".join(f"D1.{n}" for n in range(1, 7))
    at = lines.index(f"{many} held for bin-2 (beta): until the table is there")
    assert lines[at + 1] == "  next: ledger release D1"
    assert lines[at + 2 : at + 4] == [
        "D1.7 held for bin-3 (gamma): for a day",
        "  next: ledger release D1.7",
    ]
    assert ledger.do("brief EVO-1 --max-bytes 400")["left_out"]["hold"] == 7
    ledger.do("beta: release D1")
    assert not [line for line in rest(ledger, "EVO-1") if "bin-2" in line]
    ledger.decide("## 1. All anew\nSupersedes: D1.1, D1.2, D1.3, D1.4, D1.5, D1.6\n")
    ledger.do("warden: ratify D2")
    first = "D2.1 in force, ratified by owner, replaces D1.1, D1.2, D1.3, D1.4 and 2 more: All anew"
    assert rest(ledger, "EVO-1")[0] == first


def test_a_decision_and_its_points(ledger: Driver) -> None:
    ledger.decide("# Both\n\n" + HELD + ACTIONS)
    head = brief(ledger, "D1")[0]
    assert head.startswith("D1 of bs-")
    assert head.endswith(f", under EVO-1, on #{ledger.seq()}: Both")
    lines = rest(ledger, "D1")
    assert lines[:2] == [
        "D1.2 held for bin-2 (beta): until the table is there",
        "  next: ledger release D1.2",
    ]
    assert "D1.A1 open, for beta: tell the fleet" in lines
    one = rest(ledger, "D1.1")
    assert [line for line in one if "D1.2" in line or "A1" in line] == []
    assert "D1.1 not yet in force: One" in one
    ledger.do("warden: ratify D1")
    ledger.decide("## 1. Uno\nAmends: D1.1\n\n## 2. More\nRefines: D1.2\n")
    assert "D2.1 not yet in force: Uno" in rest(ledger, "D1.1")
    ledger.do("warden: ratify D2")
    assert rest(ledger, "D1.1")[0] == "D2.1 in force, ratified by owner, replaces D1.1: Uno"
    assert "D2.2 in force, ratified by owner, refines D1.2: More" in rest(ledger, "D1")


def test_a_brainstorm_and_what_it_needs(ledger: Driver) -> None:
    policy = "electorate bin; quorum >= all of cast; veto against cleared-by author; "
    policy += "pass for > 1/2 of cast; ratify by owner"
    storm = ledger.do(f"warden: brainstorm open EVO-1 'Who?' --policy '{policy}'")["id"]
    assert rest(ledger, storm)[0].startswith(f"{storm} open; nothing proposed yet; verdict ")
    ledger.do(f"alpha: propose {storm} -f -", HELD)
    ledger.do(f"alpha: agree {storm}")
    ledger.do(f"beta: object {storm} 'The audit is missing'")
    ledger.do(f"alpha: propose {storm} -f -", HELD)
    lines = rest(ledger, storm)
    assert "silent: bin-3 (gamma)" in lines[0]
    assert "version 1" in lines[0]  # the same text again is no new version
    assert lines[1] == f"  next: ledger agree {storm} --on 1"
    assert lines[2:6] == [
        f"{storm}: against of bin-2 to version 1 stands: The audit is missing",
        f"  next: ledger clear {storm} bin-2 REASON",
        f"{storm} version 1 point 1: One",
        "  It says so.",
    ]
    assert lines[6] == f"{storm} version 1 point 2, held for bin-2: Two"
    ledger.do(f"beta: clear {storm} bin-2 Found")
    ledger.do(f"gamma: agree {storm}")
    assert rest(ledger, storm)[1] == f"  next: ledger decide {storm}"
    ledger.do(f"alpha: decide {storm}")
    assert brief(ledger, storm)[0] == f"{storm} adopted as D1, under EVO-1: Who?"
    assert "D1.1 not yet in force: One" in rest(ledger, storm)
    other = ledger.do("alpha: brainstorm open EVO-1 'Then?'")["id"]
    ledger.do(f"alpha: brainstorm close {other} --no-decision 'Moot by now'")
    assert rest(ledger, other) == [f"{other} ended: Moot by now"]


def test_what_has_ended_by_the_clock_is_not_open(tmp_path: Path) -> None:
    timed = Timed(tmp_path / "l.db")
    policy = "electorate bin; pass for > 1/2 of electorate; open 1d max 2d"
    storm = timed.open(policy)
    assert rest(timed.ledger, "EVO-1")[0].startswith(
        f"{storm} open; version 1; verdict open; until"
    )
    timed.at("24")
    assert rest(timed.ledger, "EVO-1") == []
    assert brief(timed.ledger, storm)[0] == f"{storm} lapsed, under EVO-1: T"
    assert "silent" not in str(rest(timed.ledger, storm))
    waits = timed.open("together bin; ratify by owner within 2d")
    timed.agree(waits, "alpha", "beta", "gamma")
    timed.ledger.do(f"alpha: decide {waits}")
    assert "lapses 2026-06-26T08:00:00Z" in rest(timed.ledger, "D1")[0]
    timed.at("26")
    assert [line for line in rest(timed.ledger, "D1") if "await" in line] == []
    assert rest(timed.ledger, "EVO-1")[0].startswith("D1.1 is lapsed (#")


def test_a_ballot_and_who_has_not_answered(ledger: Driver) -> None:
    ledger.decide(HELD)
    asked = "## 1. What of it? (rules on D1.1)\n- a: yes\n- b: no (refuses)\n"
    ledger.do("alpha: ballot open D1 --to bin -f -", asked)
    ledger.do("alpha: ballot cast B1 1=a")
    for ident in ("EVO-1", "D1", "D1.1"):
        lines = rest(ledger, ident)
        assert "B1 open, put to bin; not all answered: bin-2 (beta), bin-3 (gamma)" in lines
        assert "B1.1 rules on D1.1, open: What of it?" in lines
    assert "B1" not in str(rest(ledger, "D1.2"))
    for who in ("beta", "gamma"):
        ledger.do(f"{who}: ballot cast B1 1=a")
    ledger.do("alpha: ballot close B1")
    assert "B1 closed, waits for owner (warden)" in rest(ledger, "D1")
    assert "  next: ledger ratify D1 --ballot B1" in rest(ledger, "D1")
    ledger.do("warden: ratify D1 --ballot B1")
    assert "B1" not in str(rest(ledger, "EVO-1"))


def test_what_somebody_typed_is_made_visible(ledger: Driver) -> None:
    ledger.do("alpha: item ask EVO-1 -f -", "\x1b[2J red\u202e\nsecond \x07 line")
    assert rest(ledger, "EVO-1")[:2] == [
        "EVO-1.Q1 asked by alpha: ⟦U+001B⟧[2J red⟦U+202E⟧",
        "  second ⟦U+0007⟧ line",
    ]


# --- since


def test_since_tells_what_changed(ledger: Driver) -> None:
    ledger.decide(HELD + ACTIONS)
    ledger.do("warden: ratify D1")
    ledger.do("alpha: item ask EVO-1 'Who wakes the owner?'")
    known = ledger.seq()
    assert rest(ledger, f"EVO-1 --since {known}") == [f"nothing changed since #{known}"]
    ledger.do("beta: item answer EVO-1.Q1 'The rail'")
    ledger.do("beta: action done D1.A1")
    ledger.decide("## 1. Uno\nAmends: D1.1\n")
    ledger.do("warden: ratify D2")
    lines = rest(ledger, f"EVO-1 --since {known}")
    assert lines[0] == f"since #{known}:"
    assert lines[1] == "D2.1 in force, ratified by owner, replaces D1.1: Uno"
    assert lines[2] == f"D1.1 was amended by D2.1 (#{ledger.seq()})"
    assert not [line for line in lines if line.startswith("D1.2 ")]
    said = [line.split(" ", 3)[2:] for line in lines[3:]]
    assert ["beta", "answered EVO-1.Q1"] in said
    assert ["beta", "did D1.A1"] in said
    assert said[-1] == ["warden", "ratified D2.1 as owner"]
    assert "did D1.A1" in str(rest(ledger, f"D1 --since {known}"))
    assert "amended by D2.1" in str(rest(ledger, f"D1.1 --since {known}"))
    assert rest(ledger, f"EVO-1 --since {ledger.seq()}") == [
        f"nothing changed since #{ledger.seq()}"
    ]


def test_since_of_a_brainstorm_goes_on_to_its_decision(ledger: Driver) -> None:
    ledger.decide(HELD)
    storm = ledger.do("brainstorm list")["rows"][0]["id"]
    known = ledger.seq()
    ledger.do("beta: release D1.2")
    ledger.do("warden: ratify D1")
    lines = rest(ledger, f"{storm} --since {known}")
    assert [line.split(" ", 3)[3] for line in lines if line.startswith("#")] == [
        "released D1.2",
        "ratified D1.1, D1.2 as owner",
    ]


def test_since_an_entry_that_is_not_there(ledger: Driver) -> None:
    assert "the last is #9" in ledger.fails("brief EVO-1 --since 10", 4)["message"]
    assert rest(ledger, "EVO-1 --since 0")[0] == "since #0:"


def test_as_known_then(ledger: Driver) -> None:
    ledger.decide(HELD)
    known = ledger.seq()
    ledger.do("warden: ratify D1")
    lines = brief(ledger, f"EVO-1 --known-at {known}")
    assert f"(known-at #{known}), head #{known + 1} " in lines[1]
    assert "D1.1 not yet in force: One" in lines
    assert "D1.1 not yet in force: One" not in brief(ledger, "EVO-1")
    entries = rest(ledger, f"EVO-1 --known-at {known} --since {known - 1}")
    assert [line for line in entries if line.startswith(f"#{known + 1}")] == []
    ledger.fails(f"brief EVO-1 --known-at {known} --since {known + 1}", 4)
    ledger.fails("brief EVO-1 --as-of 2020-01-01", 4)


@pytest.mark.parametrize("clock", ["--known-at LAST", "--as-of 2099-01-01", ""])
def test_what_is_left_out_is_shown_by_the_same_clock(
    clock: str, ledger: Driver, capsys: pytest.CaptureFixture[str]
) -> None:
    ledger.decide("# Long\n\n" + HELD + "and more\n" * 40)
    ledger.do("warden: ratify D1")
    clock = clock.replace("LAST", str(ledger.seq()))
    for words in ("show EVO-1", "brief EVO-1 --max-bytes 300"):
        assert main([*words.split(), *clock.split()], ledger.env) == 0
        said = capsys.readouterr().out.splitlines()
        last = next(one for one in said if "; more: " in one)
        assert last.endswith(f"; more: ledger show EVO-1 --json {clock}".rstrip())


# --- what is no subject


@pytest.mark.parametrize(
    ("ident", "code"),
    [
        ("EVO-9", 4),
        ("D9", 4),
        ("D1.9", 4),
        ("bs-00000000000", 4),
        ("bin-1", 4),
        ("evo-1", 4),
        ("B1", 2),
        ("B1.1", 4),
        ("EVO-1 --max-bytes lots", 2),
        ("EVO-1 --max-bytes 0", 2),
        ("EVO-1 EVO-1", 2),
    ],
)
def test_what_cannot_be_told(ledger: Driver, ident: str, code: int) -> None:
    ledger.decide(HELD)
    ledger.fails(f"brief {ident}", code)


# --- the budget


def test_what_does_not_fit_is_counted(ledger: Driver) -> None:
    long = "A ruling that goes on and on, " * 20
    ledger.decide("".join(f"## {n}. {long}\nmore of it\n\n" for n in range(1, 9)) + ACTIONS)
    ledger.do("warden: ratify D1")
    ledger.do("alpha: item ask EVO-1 'Who wakes the owner?'")
    data = ledger.do("brief EVO-1")
    assert (data["left_out"], data["cut"]) == ({}, 8)
    assert data["lines"][-1] == "cut: 8 texts; more: ledger show EVO-1 --json"
    assert "… [+" in data["lines"][4]
    data = ledger.do("brief EVO-1 --max-bytes 700")
    assert data["left_out"] == {"in-force": 6, "question": 1, "action": 1}
    assert data["lines"][-1] == (
        "left out: 6 in force, 1 question, 1 action; cut: 2 texts; more: ledger show EVO-1 --json"
    )
    assert ledger.do("brief EVO-1 --max-bytes 100000")["lines"][-1].startswith("D1.A1 ")
    error = ledger.fails("brief EVO-1 --max-bytes 100", 2)
    least = int(error["message"].split("--max-bytes ")[1].split(" ")[0])
    assert ledger.do(f"brief EVO-1 --max-bytes {least}")["bytes"] == least
    ledger.fails(f"brief EVO-1 --max-bytes {least - 1}", 2)


def test_the_text_is_the_lines_of_the_json(
    ledger: Driver, capsys: pytest.CaptureFixture[str]
) -> None:
    from ledger.cli.main import main

    ledger.decide("## 1. Née 世界 " + "界" * 100 + "\n")
    for most in ("400", "500", "2000"):
        assert main(["brief", "D1", "--max-bytes", most], ledger.env) == 0
        out = capsys.readouterr().out
        assert out.split("\n")[2:-1] == ledger.do(f"brief D1 --max-bytes {most}")["lines"][2:]
        assert len(out.encode()) <= int(most)


WORDS = ["word", "é", "e\u0301", "世", "\u202e", "\n", "👩\u200d🚀"]
TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=300),
    st.lists(st.sampled_from(WORDS), max_size=80).map(" ".join),
)
PIECES = st.lists(
    st.builds(
        lambda kind, text, command: fit.piece(kind, "D1", "D1.1 is so", text, 1, command),
        st.sampled_from(sorted(fit.NAMES)),
        st.none() | TEXTS,
        st.none() | st.just("ledger show D1"),
    ),
    max_size=12,
)


def told(made: Doc) -> int:
    """How much is missing: pieces first, then texts."""
    left: list[int] = list(made["left_out"].values())
    return 1000 * sum(left) + int(made["cut"])


@given(PIECES, st.integers(150, 4000))
def test_it_fits_whatever_there_is(pieces: list[Doc], most: int) -> None:
    head = ["D1 of a brainstorm"]
    made = fit.fit(head, pieces, most, "ledger show D1")
    assert made["bytes"] == len(("\n".join(made["lines"]) + "\n").encode()) <= most
    assert made["lines"][0] == head[0]
    silent = sum(made["left_out"].values()) == made["cut"] == 0
    assert silent is not made["lines"][-1].endswith("; more: ledger show D1")
    assert told(fit.fit(head, pieces, most + 200, "ledger show D1")) <= told(made)
    whole = [line for one in pieces for line in fit.whole(one)]
    assert silent is (made["lines"] == head + whole)
    assert fit.fit(head, pieces, 10**9, "x")["lines"] == head + whole


@given(TEXTS, st.integers(0, 200))
def test_a_text_is_clipped_between_characters(text: str, most: int) -> None:
    from unicodedata import category

    from ledger.views import safe

    made, full = fit.clip(text, most), "\n".join(safe.lines(text))
    kept, marked, more = made.rpartition("… [+")
    if not marked or not more.endswith(" bytes]") or made == full:
        assert made == full
        return
    assert full.startswith(kept)
    assert len(kept.encode()) <= most
    assert "\n" not in made
    assert int(more.removesuffix(" bytes]")) == len(full.encode()) - len(kept.encode())
    after = full[len(kept)]
    assert not kept or category(after)[0] != "M"
    assert kept.count("⟦U+") == kept.count("⟧") or "⟦" in text or "⟧" in text


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(fit) == doctest.TestResults(0, 2)


def test_too_few_bytes_say_how_many_would_do() -> None:
    pieces = [fit.piece("question", "Q", "EVO-1.Q1", "word " * 50, 1)] * 3
    with pytest.raises(Usage, match=r"give --max-bytes \d+ or more"):
        fit.fit(["head"], pieces, 10, "ledger show EVO-1")
