"""What a newcomer has of the program: the help, and the hints of what was typed wrongly."""

from __future__ import annotations

import json
import re
import shlex
from itertools import product
from pathlib import Path

import pytest
from driving import Driver

from ledger.cli.main import main
from ledger.cli.parse import parse
from ledger.cli.reference import KINDS
from ledger.cli.table import every
from ledger.cli.table.brainstorm import PROPOSAL
from ledger.cli.table.decision import QUESTIONS
from ledger.cli.table.policy import BALLOTS, GRAMMAR
from ledger.core.errors import Usage
from ledger.core.policy import grammar
from ledger.core.policy.checks import Cursor

COMMANDS = dict(every())
FILLED = {
    "SET": "pm + {owner} - {pm-mars}",
    "AMOUNT": "2/3",
    "NUMBER": "2",
    "SEAT": "owner",
    "OPTION": "none",
    "TIME": "72h",
}


@pytest.fixture
def ledger(tmp_path: Path) -> Driver:
    """D1 with three points that are in force, and a brainstorm beside it."""
    made = Driver(tmp_path / "ledger.db")
    made.do("warden: init")
    made.do("warden: body add owner owner")
    made.do("warden: seat register owner --actor warden")
    made.do("warden: item new EVO 'Workers'")
    made.do("warden: policy set 'together owner; ratify by owner'")
    text = "".join(f"## {n}. Point {n}\n" for n in (1, 2, 3))
    made.do("warden: decide EVO-1 -f -", text)
    return made


# --- what a file looks like


@pytest.mark.parametrize("words", [w for w, command in COMMANDS.items() if "form" in command])
def test_the_help_shows_the_file_as_it_is(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    heading, _, text = COMMANDS[words]["form"]
    assert main([*words.split(), "--help"], {}) == 0
    shown = capsys.readouterr().out
    assert f"\n{heading}:\n" in shown
    assert "".join(f"  {line}".rstrip() + "\n" for line in text.splitlines()) in shown


def test_the_proposal_file_of_the_help_is_proposed(ledger: Driver) -> None:
    ledger.do("warden: ratify D1")
    storm = ledger.do("warden: brainstorm open EVO-1 Again")["id"]
    made = ledger.do(f"warden: propose {storm} -f -", PROPOSAL)
    assert [one["title"] for one in made["points"]] == [
        "Only the owner launches workers",
        "Nothing runs at night",
    ]
    assert made["points"][0]["effects"] == [{"verb": "amends", "targets": ["D1.1"]}]
    for line in ("# Launching", "## Rejected", "## Actions", "## Sources", "Held for: "):
        assert line in PROPOSAL


def test_the_questions_of_the_help_are_put(ledger: Driver) -> None:
    made = ledger.do("warden: ballot open D1 --to owner -f -", QUESTIONS)
    asked = ledger.do(f"ballot show {made['id']}")["questions"]
    assert [one["rules_on"] for one in asked] == [["D1.1"], ["D1.2", "D1.3"]]


def test_the_ballots_of_the_help_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ballots.json").write_text(BALLOTS)
    monkeypatch.chdir(tmp_path)
    assert main([*shlex.split(COMMANDS["tally"]["example"])[1:], "--json"], {}) == 0
    assert json.loads(capsys.readouterr().out)["data"]["tally"] == {
        "for": 1,
        "against": 1,
        "abstain": 0,
        "silent": 1,
    }


# --- the policy language in short


def lines() -> list[str]:
    """The clauses of the help, one a line."""
    return GRAMMAR.partition("\n\n")[0].split("\n")


def typed(line: str) -> list[str]:
    """Every clause that a line of the help stands for, with its parts in brackets and without."""
    choices = [
        ["", part[1:-1]] if part[0] == "[" else [part] for part in re.findall(r"\[.*?\]|\S+", line)
    ]
    found = []
    for parts in product(*choices):
        words = [word.split("|") for word in " ".join(filter(None, parts)).split(" ")]
        found += [" ".join(FILLED.get(word, word) for word in one) for one in product(*words)]
    return found


@pytest.mark.parametrize("line", lines())
def test_a_clause_of_the_help_is_read(line: str) -> None:
    for text in typed(line):
        cursor = Cursor(text)
        word = cursor.choice(*grammar.CLAUSES)
        cursor.at[word] = 0
        try:
            grammar.CLAUSES[word](cursor)
        except Usage:
            assert re.fullmatch(r"method (schulze|irv)", text), text
        else:
            assert not cursor.word, text


def test_every_clause_and_word_of_the_language_is_in_the_help() -> None:
    assert set(grammar.CLAUSES) == {line.split(" ")[0] for line in lines()}
    said = set(re.findall(r"[a-z+-]+", GRAMMAR))
    source = Path(grammar.__file__).read_text("utf-8")
    calls = re.findall(r"c\.(?:choice|pair|chosen|flag)\(([^)]*)\)", source)
    words = set(re.findall(r'"([a-z][a-z+-]*)"', " ".join(calls)))
    assert len(words) > 40
    assert words - said == {"signed"}  # understood, and refused


# --- arguments


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("why D1", "ledger show D1"),
        ("why EVO-1", "ledger show EVO-1"),
        ("why {storm}", "ledger brainstorm show {storm}"),
        ("check {storm}", "ledger brainstorm show {storm}"),
    ],
)
def test_another_kind_of_id_is_shown(ledger: Driver, typed: str, hint: str) -> None:
    storm = ledger.do("warden: brainstorm open EVO-1 Again")["id"]
    error = ledger.fails(typed.format(storm=storm), 2)
    assert error["hint"] == hint.format(storm=storm)
    ledger.do(error["hint"].removeprefix("ledger "))


def test_no_command_takes_any_id_but_show() -> None:
    kinds = {words: [kind for _, kind, _ in c["arguments"]] for words, c in COMMANDS.items()}
    assert [words for words, found in kinds.items() if "id" in found] == ["show"]
    assert KINDS["point"] == "a point, such as D7.3a or B3.1"


@pytest.mark.parametrize(
    ("typed", "missing"),
    [
        ("brainstorm open A-2", "the argument TOPIC is missing, a text: "),
        ("brainstorm open", "the argument KEY is missing, a work item"),
        ("ratify --on 1", "the argument D7 is missing, a decision"),
        ("body add bin", "the argument SEAT is missing, a name"),
        ("tally -f x", "the argument POLICY is missing: "),
        ("item comment A-1", "the argument TEXT is missing, a text: "),
    ],
)
def test_the_argument_that_is_missing_is_named(typed: str, missing: str) -> None:
    with pytest.raises(Usage, match=f"^{missing}"):
        run(typed)


def run(typed: str) -> None:
    """Reads a command line, and runs it where only the command itself sees what is missing."""
    from ledger.cli.common import Call
    from ledger.cli.main import execute

    execute(Call(parse(shlex.split(typed)), {}, ""))


def test_agreeing_says_when_a_version_must_be_named() -> None:
    told = {flag: text for flag, _, _, text in COMMANDS["agree"]["options"]}
    assert "needed once there is a second version" in told["--on"]


# --- ids in the wrong case


CASED = """\
show d1
show d1.1
show {BS}
show evo-1 --as-of 2100-01-01
check d1
check d1.1 --db {path}
why d1.2
log d1
brief evo-1
wait d1 --until decided
ratify d1 --dry-run --as warden
ratify d1 --points 1 --dry-run --as warden
withdraw d1.1 "it's moot" --as warden
export d1 -o {folder}
item comment evo-1 -f - --as warden
item edit evo-1 --owner=beta --as warden
item new evo 'Over there' --as warden
item new EVO Part --parent=evo-1 --as warden
item answer evo-1.q1 d1 --as warden
action done d1.a1 --as warden
brainstorm say {BS} 'Well, d1' --as warden
brainstorm open evo-1 d1 --as warden
brainstorm open evo-1 EVO-2 Again --policy 'together owner' --as warden
ballot show b1
hold d1.1 soon --for owner --as warden
seat excuse b1 owner gone --as warden
policy set 'together owner' --item evo-1 --as warden
policy set 'together owner' --project evo --as warden
"""


@pytest.mark.parametrize("line", CASED.splitlines())
def test_an_id_in_the_wrong_case_is_hinted_in_the_right_one(
    ledger: Driver, tmp_path: Path, line: str
) -> None:
    ledger.do("warden: item new EVO Second")
    ledger.do("warden: item ask EVO-1 Who?")
    storm = ledger.do("warden: brainstorm open EVO-1 Again")["id"]
    proposal = "## 1. One\n\n## Actions\n- warden: do it\n"
    ledger.do("warden: decide EVO-1 -f -", proposal)
    ledger.do("warden: ballot open D1 --to owner -f -", QUESTIONS)
    line = line.format(BS=storm.upper(), path=ledger.path, folder=tmp_path / "exports")
    line = line.replace("d1.a1", "d2.a1")
    code, made = ledger.run(line, "A text")
    assert code in (2, 4), made
    hint = made["error"]["hint"]
    assert shlex.split(hint.lower()) == shlex.split(f"ledger {line}".lower())
    assert hint != f"ledger {line}"
    code, made = ledger.run(hint.removeprefix("ledger "), "A text")
    assert code in (0, 3), made


@pytest.mark.parametrize(
    "line",
    [
        "show d9",  # there is no D9
        "show bin-1",  # a seat's name, and no BIN-1
        "show d1 --nope",
        "item close a-1 --db postgresql://me:secret@host/x",
        "seat renew d1 --as warden",
        "body show b1",
        "item comment A-9 d1 --as warden",
    ],
)
def test_what_is_not_only_in_the_wrong_case_is_not_guessed(ledger: Driver, line: str) -> None:
    error = ledger.fails(line, ledger.run(line)[0])
    assert line.upper() not in error.get("hint", "").upper()
    assert "secret" not in json.dumps(error)


# --- questions, findings and actions by their ids


def test_a_question_a_finding_and_an_action_are_shown(ledger: Driver) -> None:
    ledger.do("warden: item ask EVO-1 'Who wakes\nthe owner?'")
    ledger.do("warden: item find EVO-1 'An agent cannot exit' --source 'issue 837'")
    ledger.do("warden: decide EVO-1 -f -", "## 1. One\n\n## Actions\n- warden: do it\n")
    item = ledger.do("show EVO-1")
    asked = ledger.do("show EVO-1.Q1")
    assert set(asked) == {"question", "as_of"}
    assert asked["question"] == item["questions"][0]
    ledger.do("warden: item answer EVO-1.Q1 'The rail'")
    assert ledger.do("show EVO-1.Q1")["question"]["answer"]["text"] == "The rail"
    before = ledger.do(f"show EVO-1.Q1 --known-at {asked['question']['entry']}")
    assert before["question"] == asked["question"]
    assert ledger.do("show EVO-1.F1")["finding"] == item["findings"][0]
    assert ledger.do("show D2.A1")["action"] == item["actions"][0]
    for ident in ("EVO-1.Q2", "EVO-1.F2", "D2.A2", "EVO-9.Q1", "D9.A1", "EVO-1.A1", "D2.Q1"):
        ledger.fails(f"show {ident}", 4)


def test_how_they_are_written(ledger: Driver, capsys: pytest.CaptureFixture[str]) -> None:
    ledger.do("warden: item ask EVO-1 'Who wakes\nthe owner?'")
    ledger.do("warden: item find EVO-1 'An agent cannot exit' --source 'issue 837'")
    ledger.do("warden: decide EVO-1 -f -", "## 1. One\n\n## Actions\n- warden: do it\n")
    assert said(ledger, "show EVO-1.Q1", capsys)[1:] == [
        "  Who wakes",
        "  the owner?",
        "no answer yet",
        "next: ledger item answer EVO-1.Q1 TEXT",
    ]
    ledger.do("warden: item answer EVO-1.Q1 'The rail'")
    assert said(ledger, "show EVO-1.Q1", capsys)[-1] == "  The rail"
    assert said(ledger, "show EVO-1.F1", capsys)[-2:] == [
        "  An agent cannot exit",
        "source: issue 837",
    ]
    assert said(ledger, "show D2.A1", capsys) == ["D2.A1 (open): warden: do it", "of D2"]


def said(ledger: Driver, typed: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that a command prints."""
    capsys.readouterr()
    main(shlex.split(typed), ledger.env)
    return capsys.readouterr().out.splitlines()


# --- hints of other errors


def test_without_an_actor_the_hint_is_the_line_with_one(ledger: Driver) -> None:
    for typed in ("item comment EVO-1 'Say it'", "item comment EVO-1 -- -x", "inbox"):
        error = ledger.fails(typed, 2)
        assert "--as ACTOR" in error["hint"]
        ledger.do(error["hint"].removeprefix("ledger ").replace("ACTOR", "warden"))


@pytest.mark.parametrize(
    "typed",
    [
        "item comment EVO-1 Again --expect 2",
        "seat register owner --actor warden --ttl 8h --expect 1",
        "policy set 'together owner' --expect 1",
        "item comment EVO-1 Again --expect 900",
    ],
)
def test_what_has_moved_is_listed_by_the_hint(ledger: Driver, typed: str) -> None:
    error = ledger.fails(f"warden: {typed}", 5)
    rows = ledger.do(error["hint"].removeprefix("ledger "))["rows"]
    assert error["observed"] in [row["seq"] for row in rows]


def test_an_id_that_says_something_else_is_shown_by_the_hint(ledger: Driver) -> None:
    ident = "0191e7a0-0000-7000-8000-000000000001"
    made = ledger.do(f"warden: item comment EVO-1 One --id {ident}")
    error = ledger.fails(f"warden: item comment EVO-1 Two --id {ident}", 5)
    rows = ledger.do(error["hint"].removeprefix("ledger "))["rows"]
    assert rows[0]["seq"] == made["entry"]


def test_a_lapsed_lease_is_renewed_by_its_holder(tmp_path: Path) -> None:
    ledger = Driver(tmp_path / "l.db", now="2026-01-01T10:00:00Z")
    ledger.do("warden: init")
    ledger.do("warden: body add bin bin-1 bin-2")
    ledger.do("warden: seat register bin-1 --actor max --ttl 1h")
    ledger.do("warden: item new EVO Workers")
    ledger.do("warden: policy set 'electorate bin; pass for > 1/2 of cast'")
    storm = ledger.do("warden: brainstorm open EVO-1 Who?")["id"]
    ledger.do(f"max: propose {storm} -f -", "## 1. One\n")
    ledger.env["LEDGER_NOW"] = "2026-01-01T12:00:00Z"
    [block] = ledger.fails(f"max: agree {storm}", 3)["blocks"]
    assert (block["code"], block["hint"]) == ("seat-unregistered", "ledger seat renew bin-1")
    ledger.do("max: " + block["hint"].removeprefix("ledger "))
    ledger.do(f"max: agree {storm}")


def test_a_ledger_below_a_ledger_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = tmp_path / "in" / "side"
    inner.mkdir(parents=True)
    for folder, noted in ((tmp_path, False), (inner, True), (inner, False)):
        monkeypatch.chdir(folder)
        assert main(["init", "--as", "warden", "--json"], {}) == 0
        notes = json.loads(capsys.readouterr().out)["data"]["notes"]
        above = f"there is a ledger above already, at {tmp_path / '.ledger' / 'ledger.db'}"
        assert notes == ([above] if noted else [])


def test_a_folder_is_no_database(ledger: Driver, tmp_path: Path) -> None:
    for typed in ("log", "warden: init"):
        code, made = ledger.run(f"{typed} --db {tmp_path}")
        assert (code, made["error"]["code"]) == (6, "cannot-open")
        assert "is a folder" in made["error"]["message"]
        assert str(tmp_path / "ledger.db") in made["error"]["message"]


def test_what_may_not_be_read_is_said_so(ledger: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    from ledger.store import embedded

    def refuse(*given: object, **more: object) -> object:
        raise real.OperationalError("unable to open database file")

    real = embedded.module()

    class Shut:
        Error = real.Error
        connect = staticmethod(refuse)

    monkeypatch.setattr(embedded, "module", lambda: Shut)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    error = ledger.run("log")[1]["error"]
    assert (error["code"], error["message"]) == (
        "cannot-open",
        f"{ledger.path}: Permission denied",
    )


@pytest.mark.parametrize(
    ("value", "asked"), [("1", True), ("true", True), ("0", False), ("", False)]
)
def test_any_value_but_0_asks_for_json(
    ledger: Driver, value: str, asked: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert main(["log"], {**ledger.env, "LEDGER_JSON": value}) == 0
    assert capsys.readouterr().out.startswith("{") == asked
