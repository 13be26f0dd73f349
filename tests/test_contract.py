"""What is asked of `ledger` itself: the contract, the schemas as shipped, the text for agents, the
manual page, and completion, tried in each shell that is there."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from driving import bins

from ledger.cli import generate, man
from ledger.cli.codes import BLOCKS, LEDGER, WRITE
from ledger.cli.contract import CARE, RUNS, codes_of, contract
from ledger.cli.main import main
from ledger.cli.parse import parse
from ledger.cli.reference import MEANINGS
from ledger.cli.schema import schemas
from ledger.cli.table import FILES, every, group, options

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = dict(every())
PAGES = sorted((ROOT / "tests" / "transcripts").glob("*.md"))


def said(
    capsys: pytest.CaptureFixture[str], *argv: str, code: int = 0, env: dict[str, str] | None = None
) -> str:
    """What a command line prints, away from any ledger."""
    assert main(list(argv), env or {}) == code
    out, err = capsys.readouterr()
    assert (err == "") == (code == 0)
    return out if code == 0 else err


VALUES = {
    "FILE": "text.md",
    "REASON": "because",
    "TOPIC": "Who launches?",
    "TEXT": "a text",
    "ACTOR": "alpha",
    "SEAT": "bin-1",
    "BODY": "bin",
    "PROJECT": "EVO",
    "OPTION": "a",
    "N": "2",
}


# --- the contract


@pytest.mark.parametrize("words", COMMANDS)
def test_the_contract_of_a_command(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = COMMANDS[words]
    made = json.loads(said(capsys, "help", "--json", *words.split()))["data"]
    assert made == json.loads(said(capsys, *words.split(), "--help", "--json"))["data"]
    assert (
        made == json.loads(said(capsys, "help", *words.split(), env={"LEDGER_JSON": "1"}))["data"]
    )
    assert (made["command"], made["example"]) == (words, command["example"])
    assert [one["name"] for one in made["arguments"]] == [a[0] for a in command["arguments"]]
    assert [one["flag"] for one in made["options"]] == [o[0] for o in options(command)]
    assert {one["flag"] for one in made["options"] if one["required"]} == set(
        command.get("required", ())
    )
    assert {0, 1, 2} <= {one["exit"] for one in made["exit_codes"]}
    for one in made["blocks"]:
        argv = [VALUES.get(word, word) for word in shlex.split(one["hint"])[1:]]
        assert parse(argv), one


def test_the_contract_of_all_and_of_a_group(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(said(capsys, "help", "--json"))["data"]
    assert [one["command"] for one in made["commands"]] == list(COMMANDS)
    assert [one["exit"] for one in made["exit_codes"]] == list(MEANINGS)
    assert [one["code"] for one in made["blocks"]] == list(BLOCKS)
    made = json.loads(said(capsys, "help", "item", "--json"))["data"]
    assert [one["command"] for one in made["commands"]] == list(group("item"))
    assert json.loads(said(capsys, "--help", "--json"))["data"]["commands"]


def test_legal_values_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    made = json.loads(said(capsys, "help", "--json", "wait"))["data"]
    legal = {one["flag"]: one.get("legal") for one in made["options"]}
    assert legal["--until"] == ["decided", "ratified", "closed"]
    assert legal["--timeout"] is None


def test_the_contract_of_nothing_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["help", "nope"], ["help", "item", "nope"], ["help", "log", "more"]):
        assert main([*argv, "--json"], {}) == 2
        made = json.loads(capsys.readouterr().out)
        assert made["error"]["message"].startswith("there is no command")


def refusals() -> list[tuple[str, str, str]]:
    """(page, the command that was typed, the code it was refused with), from the transcripts."""
    found = []
    for page in PAGES:
        typed: list[str] = []
        for line in page.read_text().splitlines():
            if line.startswith("$ "):
                # Of a line of several commands any may have said it.
                typed = re.findall(r"ledger ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*)?)", line)
            code = re.match(r"(?:error|blocked)\[([a-z-]+)\]", line)
            if code and code[1] in BLOCKS:
                words = [" ".join(one.split(" ")[: 1 if one.split(" ")[0] in COMMANDS else 2])
                         for one in typed]  # fmt: skip
                found += [(page.name, one, code[1]) for one in words]
    return found


def test_the_transcripts_are_refused_as_the_contract_says() -> None:
    rows = [row for row in refusals() if row[1] in COMMANDS and not row[1].endswith("show")]
    assert len(rows) > 40
    wrong = [(page, words, code) for page, words, code in rows if code not in codes_of(words)]
    assert wrong == []


def test_every_code_names_commands() -> None:
    for code, (because, hint, commands) in BLOCKS.items():
        assert because, code
        assert hint.startswith("ledger ")
        assert set(commands) <= set(COMMANDS) | {WRITE, LEDGER}, code
        assert commands


# --- schemas


@pytest.mark.parametrize("words", COMMANDS)
def test_the_schema_of_a_command(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    schema = schemas()[words.replace(" ", "-")]
    assert json.loads(said(capsys, "schema", *words.split())) == schema
    made = json.loads(said(capsys, "schema", *words.split(), "--json"))["data"]
    assert made == {"command": words, "schema": schema}


def test_the_schema_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    for argv in (["nope"], ["item"], ["item", "nope"], []):
        assert said(capsys, "schema", *argv, code=2).startswith("error[usage]: ")


# --- what to paste into an agent's instructions


def lines_of(text: str) -> list[str]:
    """The command lines of the text."""
    return re.findall(r"^    (ledger .*?) +#", text, re.M)


def test_every_command_of_the_onboarding_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.md").write_text("## 1. Only the owner launches\n")
    ledger = bins(tmp_path / "l.db", "electorate bin; pass for > 0 of cast")
    ledger.do("alpha: item new EVO 'Launching' --key EVO-26")
    for number in range(1, 8):
        assert ledger.decide("## 1. One\n", by="alpha", item="EVO-26") == f"D{number}"
    text = said(capsys, "onboard", "--as", "alpha")
    assert "export LEDGER_ACTOR=alpha" in text
    lines = lines_of(text)
    assert len(lines) > 8
    storm = ""
    for line in lines:
        argv = [VALUES.get(word, word) for word in shlex.split(line)[1:]]
        argv = [storm if word == "BS" else word for word in argv]
        code, made = ledger.run(shlex.join(argv) + " --as alpha")
        assert code == 0, (line, made)
        storm = made["data"].get("id", storm) if argv[0] == "brainstorm" else storm


def test_the_onboarding_is_short_and_plain(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "onboard")
    assert "LEDGER_ACTOR=ACTOR" in text
    assert len(text) < 2_600
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 120
    assert json.loads(said(capsys, "onboard", "--json"))["data"]["text"] == text
    assert "LEDGER_ACTOR=beta" in said(capsys, "onboard", env={"LEDGER_ACTOR": "beta"})
    assert said(capsys, "onboard", "--as", "Beta", code=2).startswith("error[usage]")
    for line in lines_of(text):
        assert group(line.split(" ")[1]), line
    for words in re.findall(r"`ledger ([^`]+)`", text):
        assert parse(words.split(" ")), words


# --- the manual page


def test_the_manual_page_has_every_command() -> None:
    text = man.page()
    plain = (
        text.replace("\\-", "-").replace("\\(dq", '"').replace("\\(aq", "'").replace("\\e", "\\")
    )
    for words, command in COMMANDS.items():
        assert f".SS ledger {words}\n" in plain
        assert command["example"] in plain
        for flag, *_ in options(command):
            assert f".B {flag}" in plain, (words, flag)
    assert text.isascii()
    for line in text.splitlines():
        assert not line.startswith("'"), line
        assert not line.startswith(".") or re.match(
            r"\.(\\\"|TH|SH|SS|PP|TP|B|I|RS|RE|nf|fi)\b|\.\\\"", line
        )


@pytest.mark.parametrize(
    "argv", [["groff", "-man", "-Tascii", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "error"]]
)
def test_the_manual_page_is_one(argv: list[str]) -> None:
    if not shutil.which(argv[0]):
        pytest.skip(f"{argv[0]} is not installed here")
    made = subprocess.run(
        [*argv, str(ROOT / "docs" / "ledger.1")], capture_output=True, text=True, check=False
    )
    assert (made.returncode, made.stderr + made.stdout) == (0, "")


# --- completion

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
_ledger; printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
compdef() { : }
compadd() { shift; for one in "$@"; do [[ $one == ${words[CURRENT]}* ]] && print -r -- $one; done }
_files() { print -l -- ${words[CURRENT]}*(N) }
source "$1"; shift
words=("$@"); CURRENT=$#
_ledger
"""
FISH = 'source $argv[1]; complete -C (string join " " -- $argv[2..-1])'


def completed(shell: str, folder: Path, line: str) -> list[str]:
    """What a shell offers at the end of a command line."""
    script = str(ROOT / "ledger" / "completions" / f"ledger.{shell}")
    words = line.split(" ")
    argv = {
        "bash": ["bash", "--norc", "-c", BASH, "bash", script, *words],
        "zsh": ["zsh", "-f", "-c", ZSH, "zsh", script, *words],
        "fish": ["fish", "--no-config", "-c", FISH, script, *words],
    }[shell]
    made = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False, timeout=30)
    assert made.stderr == "", made.stderr
    return [one.split("\t")[0] for one in made.stdout.splitlines() if one]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell: str, tmp_path: Path) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed here")
    (tmp_path / "lines.jsonl").write_text("")

    def offered(line: str) -> list[str]:
        return sorted(completed(shell, tmp_path, line))

    assert offered("ledger ") == sorted(FILES)
    assert offered("ledger it") == ["item"]
    assert offered("ledger item ") == sorted(one.split(" ")[1] for one in group("item"))
    assert offered("ledger --as alpha item cl") == ["close"]
    assert offered("ledger --json item re") == ["reopen"]
    flags = [flag for flag, *_ in options(COMMANDS["item new"])]
    assert offered("ledger item new --") == sorted(one for one in flags if one.startswith("--"))
    assert offered("ledger item new EVO T --pa") == ["--parent"]
    assert offered("ledger wait D1 --until ") == ["closed", "decided", "ratified"]
    assert offered("ledger wait --until decided --timeout ") == []
    assert offered("ledger item link EVO-1 ") == sorted(parse_legal("rel"))
    assert offered("ledger item link EVO-1 relates ") == []
    assert offered("ledger completion ") == ["bash", "fish", "zsh"]
    assert offered("ledger help item ne") == ["new"]
    assert offered("ledger schema bat") == ["batch"]
    assert offered("ledger batch li") == ["lines.jsonl"]
    assert offered("ledger item comment EVO-1 -f li") == ["lines.jsonl"]
    assert offered("ledger item comment EVO-1 -- --") == []
    assert offered("ledger nosuch ") == []


def parse_legal(kind: str) -> tuple[str, ...]:
    from ledger.cli.parse import TYPES, Choice

    made = TYPES[kind]
    assert isinstance(made, Choice)
    return made.legal


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_is_printed_and_nothing_is_written(shell: str, tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "ledger"), "completion", shell],
        cwd=tmp_path,
        env={"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == (ROOT / "ledger" / "completions" / f"ledger.{shell}").read_text()
    assert list(tmp_path.iterdir()) == []
    assert f"ledger/completions/ledger.{shell}" in generate.files()


def test_an_unknown_shell(capsys: pytest.CaptureFixture[str]) -> None:
    assert "bash, zsh, fish" in said(capsys, "completion", "tcsh", code=2)


def test_none_of_it_looks_for_a_ledger(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = {"LEDGER_DB": str(tmp_path / "none.db")}
    for argv in ("help log", "help --json log", "schema log", "onboard", "completion zsh"):
        assert said(capsys, *argv.split(), env=broken)


def test_exit_codes_are_those_that_may_come() -> None:
    for words in COMMANDS:
        exits = {one["exit"] for one in contract(words)["exit_codes"]}
        assert {0, 1, 2} <= exits
        if COMMANDS[words].get("write"):
            assert exits == set(MEANINGS)
        assert (9 in exits) is bool(COMMANDS[words].get("write") or words in (*RUNS, *CARE)), words
    assert contract("onboard")["exit_codes"] == contract("tally")["exit_codes"]
    assert {one["code"] for one in contract("import")["blocks"]} == set(BLOCKS)
