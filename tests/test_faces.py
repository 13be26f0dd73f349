"""Help, reference page and JSON Schemas are made from the table, and hold for real output."""

from __future__ import annotations

import copy
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import ledger
from ledger.cli import generate
from ledger.cli.faces import app, show_help
from ledger.cli.main import main
from ledger.cli.parse import TYPES, parse
from ledger.cli.reference import KINDS, MEANINGS, reference, usage
from ledger.cli.schema import of, schemas
from ledger.cli.table import COMMON, FILES, WRITE, every, group, options
from ledger.cli.table.shapes import SHAPES
from ledger.core.errors import EXITS

Doc = dict[str, Any]
ROOT = Path(__file__).resolve().parents[1]
COMMANDS = dict(every())
GROUPS = [word for word in FILES if word not in COMMANDS]
SCHEMAS = schemas()


# --- the table


@pytest.mark.parametrize("words", COMMANDS)
def test_the_example_parses(words: str) -> None:
    first, *argv = shlex.split(COMMANDS[words]["example"])
    assert first == "ledger"
    parsed = parse(argv)
    assert parsed.words == words


def test_every_word_of_the_table_has_commands() -> None:
    assert [word for word in FILES if not group(word)] == []


def test_every_type_is_known() -> None:
    for words, command in COMMANDS.items():
        assert {kind for _, kind, _ in command["arguments"]} <= set(KINDS) & set(TYPES), words
        kinds = {kind for _, _, kind, _ in options(command)} - {"switch"}
        assert kinds <= set(TYPES), words


# --- help


def page(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What `show_help` prints."""
    assert show_help(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return str(out)


def test_every_command_and_group_is_in_the_contents(capsys: pytest.CaptureFixture[str]) -> None:
    text = page("", capsys)
    found = re.findall(r"^  ([a-z-]+)  +\S", text.partition("Commands:\n")[2], re.M)
    assert found == list(FILES)
    for word in GROUPS:
        inner = page(word, capsys).partition("Commands:\n")[2]
        for words, command in group(word).items():
            second = words.split(" ")[1]
            assert re.search(rf"^  {second} +{re.escape(command['help'])}$", inner, re.M)
            assert re.search(rf"^  {word} .*[ ,]{second}\b", text, re.M)


@pytest.mark.parametrize("words", COMMANDS)
def test_the_help_of_a_command_is_the_table(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = COMMANDS[words]
    lines = page(words, capsys).split("\n")
    assert lines[0] == f"Usage: {usage(words, command)}"
    assert f"  {command['help']}" in lines
    assert f"  Example: {command['example']}" in lines
    shown = [re.sub(" +", " ", line).strip() for line in lines]
    required = command.get("required", ())
    for flag, meta, _, text in options(command):
        left = f"{flag} {meta}" if meta else flag
        assert f"{left} {text}{' [required]' if flag in required else ''}" in shown
    assert sum(bool(re.match("  --?[a-z]", line)) for line in lines) == len(options(command))
    assert all(
        re.search(rf"^  \[?{name}\b", "\n".join(lines), re.M) for name, _, _ in command["arguments"]
    )


def test_help_is_neither_wrapped_nor_coloured_nor_foreign(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TERM", "xterm")
    for words in ["", *GROUPS, *COMMANDS]:
        text = page(words, capsys)
        assert text.isascii()
        assert "\x1b" not in text
        assert "..." not in re.sub(r"[A-Z]\.\.\.|ARGS\]\.\.\.", "", text), words


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("cast", "ballot cast"),
        ("register", "seat register"),
        ("item lst", "item list"),
        ("ratfy", "ratify"),
        ("brainstorm propose", "propose"),
        ("item show", "show"),
        ("item check", "check"),
        ("list", ""),
        ("nope", ""),
    ],
)
def test_a_command_that_is_nearly_right(
    typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*typed.split(), "D1"], {}) == 2
    hint = capsys.readouterr().err.splitlines()[1]
    assert hint == " ".join(["hint: ledger", *meant.split(), "--help"])
    assert main(hint.split()[2:], {}) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nope", "there is no command 'nope'"),
        ("item nope", "there is no command 'item nope'"),
        ("item new more", "there is no command 'item new more'"),
        ("log more", "there is no command 'log more'"),
    ],
)
def test_help_for_unknown_words_is_a_usage_error(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["help", *words.split()], {}) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"error[usage]: {said}")
    assert main(["help", *words.split(), "--json"], {}) == 2
    assert json.loads(capsys.readouterr().out)["error"]["message"].startswith(said)


@pytest.mark.parametrize(
    ("argv", "first"),
    [
        ([], "Usage: ledger [OPTIONS] COMMAND"),
        (["--help"], "Usage: ledger [OPTIONS] COMMAND"),
        (["-h"], "Usage: ledger [OPTIONS] COMMAND"),
        (["help"], "Usage: ledger [OPTIONS] COMMAND"),
        (["help", "item", "new"], "Usage: ledger item new PROJECT TITLE [OPTIONS]"),
        (["help", "item"], "Usage: ledger item [OPTIONS] COMMAND"),
        (["item"], "Usage: ledger item [OPTIONS] COMMAND"),
        (["item", "--help"], "Usage: ledger item [OPTIONS] COMMAND"),
        (["item", "new", "--help"], "Usage: ledger item new PROJECT TITLE [OPTIONS]"),
        (["--as", "ada", "item", "new", "EVO", "-h"], "Usage: ledger item new PROJECT TITLE"),
        (["--version"], f"ledger {ledger.__version__}\n"),
    ],
)
def test_ways_to_ask_for_help(
    argv: list[str], first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv, {}) == 0
    out, err = capsys.readouterr()
    assert out.startswith(first)
    assert err == ""


def run(*argv: str, **env: str) -> subprocess.CompletedProcess[bytes]:
    """A command line in a process of its own."""
    return subprocess.run(
        [sys.executable, *argv],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env},
        capture_output=True,
        check=False,
    )


def test_help_in_a_process_of_its_own() -> None:
    pages = [["--help"], *([word, "--help"] for word in FILES)]
    with ThreadPoolExecutor() as pool:
        for made in pool.map(lambda argv: run("-m", "ledger", *argv), pages):
            assert made.returncode == 0, made.stderr
            assert made.stdout.startswith(b"Usage: ledger")
            assert b"\x1b" not in made.stdout
            assert made.stderr == b""


def test_help_needs_neither_rich_nor_click() -> None:
    probe = (
        "import sys; from ledger.cli.faces import show_help; show_help('item new'); "
        "sys.exit(any(name.split('.')[0] in ('rich', 'click') for name in sys.modules))"
    )
    assert run("-c", probe).returncode == 0


def test_completion_is_printed_and_never_installed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shell = {"COMP_WORDS": "ledger brain", "COMP_CWORD": "1"}
    made = run("-m", "ledger", _LEDGER_COMPLETE="complete_bash", **shell)
    assert (made.returncode, made.stderr) == (0, b"")
    assert made.stdout.startswith(b"Usage: ledger [OPTIONS] COMMAND")
    for flag in ("--install-completion", "--show-completion"):
        assert main([flag], {}) == 2
        assert capsys.readouterr().err.startswith("error[usage]: ")


def test_a_command_called_through_the_app_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEDGER_DB", str(tmp_path / "none.db"))
    with pytest.raises(SystemExit) as ended:
        app()(["show", "--known-at", "4", "--json", "D1"])
    assert ended.value.code == 6
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "no-ledger"
    with pytest.raises(SystemExit) as ended:
        app()(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"ledger {ledger.__version__}\n"


# --- generated files


def test_generated_files_are_fresh() -> None:
    assert generate.stale(generate.files()) == [], "run python -m ledger.cli.generate"


def test_stale_files_are_named(tmp_path: Path) -> None:
    made = {"docs/reference.md": "a\n", f"{generate.SCHEMAS}/log.json": "{}\n"}
    for path, text in made.items():
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    assert generate.stale(made, tmp_path) == []
    (tmp_path / "docs/reference.md").write_text("b\n")
    (tmp_path / generate.SCHEMAS / "gone.json").write_text("{}\n")
    (tmp_path / generate.SCHEMAS / "log.json").unlink()
    names = ["docs/reference.md", *(f"{generate.SCHEMAS}/{n}.json" for n in ("gone", "log"))]
    assert generate.stale(made, tmp_path) == names


def test_every_command_and_option_is_in_the_reference() -> None:
    sections = dict(
        part.split("`\n", 1) for part in reference().partition("## Shapes")[0].split("### `")[1:]
    )
    assert list(sections) == [f"ledger {words}" for words in COMMANDS]
    shared = {one[0] for one in (*COMMON, *WRITE)}
    for words, command in COMMANDS.items():
        text = sections[f"ledger {words}"]
        assert command["help"] in text
        assert f"```text\n{usage(words, command)}\n```" in text
        assert f"```sh\n{command['example']}\n```" in text
        for flag, _, _, said in command.get("options", ()):
            assert flag in shared or (f"- `{flag}" in text and said in text), (words, flag)


def test_every_exit_code_is_in_the_reference() -> None:
    assert set(EXITS.values()) | {0, 3} <= set(MEANINGS)
    assert all(f"`{code}`" in reference() for code in EXITS)


# --- schemas


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    text = json.dumps(SCHEMAS[name])
    mentioned = set(re.findall(r'"#/\$defs/(\w+)"', text))
    assert mentioned <= set(SCHEMAS[name]["$defs"])


def test_the_worked_shape() -> None:
    made = of({"n": "int", "by?": "@voice", "*": "any"})
    assert made["required"] == ["n"]
    assert made["additionalProperties"] is True
    assert of({"n": "int?"})["additionalProperties"] is False
    check = Draft202012Validator({**made, "$defs": {"voice": of(SHAPES["voice"])}})
    assert check.is_valid({"n": 1, "by": {"seat": None, "actor": "ada"}, "more": []})
    assert not check.is_valid({"n": True})
    assert not check.is_valid({"n": 1, "by": {"seat": None}})


PROPOSAL = """\
# Who launches

## 1. Only the owner launches workers
PMs write briefs.

## 2. Nothing runs overnight
{effect}
## Rejected
- keep spawning

## Actions
- nw-venus: wrap the script

## Sources
- the minutes
"""
BATCH = """\
{"argv": ["item", "new", "EVO", "Third"], "as": "alpha"}
{"argv": ["item", "comment", "$1", "Measured again"], "as": "alpha"}
{"argv": ["show", "D9"], "exit": 4}
"""
POINTS = "# Nights\n\n## 1. Point 1\nRefines: D2.1\n"
POINTS += "".join(f"\n## {n}. Point {n}\n" for n in range(2, 6))
BALLOT = """\
# Nights

## 1. Who runs at night? (rules on D3.1)
- a: whoever is asked
- b: only agents on call (amends)

## 2. Who wakes the owner? (rules on D3.2)
- a: the rail
- b: nobody (refuses)

## 3. And the others? (rules on D3.3)
- a: not woken
- c: woken (refuses)
"""
TYPED = {
    "proposal.md": PROPOSAL.format(effect=""),
    "second.md": PROPOSAL.format(effect="Amends: D1.1\n"),
    "third.md": "## 1. What it acts on is taken over\nAmends: D2.2\n",
    "points.md": POINTS,
    "ballot.md": BALLOT,
    "batch.jsonl": BATCH,
    "roster.json": '{"bin-3": "delta", "bin-2": "beta"}',
    "votes.json": '{"electorate": ["a", "b", "c"], "ballots": [{"seat": "a", "stance": "for"}]}',
    "ranks.json": '{"electorate": {"size": 5}, "options": ["A", "B"], "closed": true, '
    '"ballots": [{"rank": "A>B", "count": 3}, {"rank": "B"}]}',
    "record.md": "# 1. Use it\n\nDate: 2024-03-01\n\n## Status\n\nAccepted\n\n"
    "## Decision\n\nWe do.\n",
    "plain.md": "## 1. One\nIt says so.\n\n## 2. Two\nIt says so too.\n",
    "tied.md": "## 1. Which? (rules on D5.1)\n- a: this\n- b: that (refuses)\n",
    "more.md": "## 1. Which? (rules on D5.2)\n- a: this\n- b: that (refuses)\n",
    "clash.json": '{"bin-3": "alpha"}',
}
# (exit code, command line); $BS is the brainstorm opened last, $ON the `on` of the decision shown
# last, $OWNER and $TIED are policies, $NONE is no brainstorm.
STORY = """\
0 help
0 help item new
2 help nope
0 schema item new
2 schema nope
0 onboard
0 completion bash
2 completion tcsh
6 log
6 doctor
6 upgrade
6 why D1.1
6 item ask EVO-26 "Who?" --as alpha
0 policy explain "together bin; ratify by owner"
2 policy explain "together"
0 tally "electorate e; quorum >= all of cast; pass for > 1/2 of cast; veto concern" -f votes.json
0 tally "electorate e; method schulze unranked last" -f ranks.json
2 tally "electorate e; pass for > 1/2 of cast" -f proposal.md
2 tally "electorate e" -f votes.json
2 tally "electorate e; pass for > 1/2 of cast"
0 init --as warden
0 init --as warden
5 init --as alpha
0 item new EVO "Who may launch workers" --key EVO-26 --as alpha
0 item new EVO "Where they run" --parent EVO-26 --owner beta --as alpha
2 item new EVO
2 item new EVO " " --as alpha
2 item new EVO Title
2 item new EVO Title --colour red --as alpha
0 item list --project EVO
0 item edit EVO-26 --title "Who may launch" --as alpha
0 item link EVO-26 relates EVO-27 --as alpha
0 item comment EVO-26 "Measured" --as alpha --id 00000000-0000-7000-8000-000000000001
0 item comment EVO-26 "Measured" --as alpha --id 00000000-0000-7000-8000-000000000001
5 item comment EVO-26 "Other" --as alpha --id 00000000-0000-7000-8000-000000000001
5 item edit EVO-26 --title "Late" --as alpha --expect 1
0 item close EVO-27 --as alpha
0 item reopen EVO-27 --as alpha
0 body add bin bin-1 bin-2 bin-3 --as warden
0 body add owner owner --as warden
0 body list
0 body show bin
4 body show nobody
2 body show Bin
0 seat add bin bin-4 --as warden
3 seat add bin bin-5 --as alpha
0 seat retire bin-4 --as warden
0 seat register bin-1 --actor alpha --ttl 8h --as warden
0 seat renew bin-1 --as alpha
0 seat register bin-2 --actor beta --as warden
0 seat register owner --actor warden --as warden
0 seat roster
0 seat roster bin
3 brainstorm open EVO-26 "Too early" --as alpha
2 policy set "together bin; nonsense" --as warden
0 policy set "together bin; ratify by owner" --project EVO --as warden
0 policy show --project EVO
4 policy show
0 brainstorm open EVO-26 "Moot" --as alpha
0 brainstorm close $BS --no-decision "Moot" --as alpha
0 brainstorm show $BS
0 brainstorm open EVO-26 "Who may launch workers?" --as alpha
0 brainstorm say $BS "What of the audit?" --as beta
0 brainstorm list
3 decide $BS --as alpha
0 propose $BS -f proposal.md --as alpha
2 propose $BS -f nothing.md --as alpha
0 abstain $BS --as alpha
0 object $BS "The audit is missing" --as alpha
0 agree $BS --as alpha
0 agree $BS --as alpha
0 agree $BS --as beta
0 brainstorm show $BS
3 decide $BS --as alpha
0 seat register bin-3 --actor gamma --as warden
0 agree $BS --as gamma
0 decide $BS --as alpha
3 check D1
0 show D1
0 show EVO-26
0 seat unregister bin-2 --as warden
0 show D1
3 ratify D1 --as warden
0 show D1
0 seat register bin-2 --actor beta --as warden
0 ratify D1 --points 1 --dry-run --as warden
0 ratify D1 --points 1 --as warden
0 ratify D1 --refuse "Not so" --as warden
0 check D1.1
3 check EVO-26 --known-at 9
0 show EVO-26
0 show D1
0 show D1.2
0 show bin-1
0 show EVO-26 --known-at 9
4 show D9
2 check $BS
0 brainstorm open EVO-26 "Again" --as alpha
0 propose $BS -f second.md --as alpha
0 agree $BS --as alpha
0 agree $BS --as beta
0 agree $BS --as gamma
0 decide $BS --as beta
0 brainstorm open EVO-26 "Better" --as alpha
0 propose $BS -f third.md --as alpha
0 brainstorm show $BS
0 ratify D2 --dry-run --as warden
0 ratify D2 --as warden
0 show D1.1
0 show D2
0 show EVO-26
0 check D2
0 item ask EVO-26 "Who wakes the owner?" --as beta
4 item ask EVO-99 "Who?" --as beta
2 item ask EVO-26 " " --as beta
0 show EVO-26
4 item answer EVO-26.Q9 "Nobody" --as alpha
4 item answer EVO-26 "Nobody" --as alpha
0 item answer EVO-26.Q1 "The rail does" --as alpha
0 item find EVO-26 "An agent cannot exit" --source "issue 837" --as beta
2 item find EVO-26 "An agent cannot exit" --as beta
0 show EVO-26
0 action list
4 action done D1.A9 --as warden
3 action done D1.A1 --as beta
0 action to-item D1.A1 --as warden
0 action to-item D1.A1 --as warden
3 action to-item D2.A1 --as beta
0 action done D2.A1 --as nw-venus
0 action done D2.A1 --as nw-venus
0 action list
0 show D1
0 actor alias venus-cc nw-venus --as warden
0 actor alias venus-cc nw-venus --as warden
2 actor alias venus-cc venus-cc --as warden
3 actor alias gamma-cc gamma --as alpha
3 actor alias beta alpha --as warden
5 actor alias venus-cc alpha --as warden
0 seat sync roster.json --as warden
0 seat sync roster.json --as warden
2 seat sync proposal.md --as warden
3 seat sync roster.json --as alpha
3 seat sync clash.json --as warden
0 seat roster bin
3 brainstorm open EVO-26 "Nights" --policy "electorate bin; pass for > 0 of cast" --as alpha
0 brainstorm open EVO-26 "Nights" --policy "together bin; veto concern; ratify by owner" --as warden
3 recuse $BS --as gamma
0 propose $BS -f points.md --as alpha
0 agree $BS --as alpha
0 concern $BS "Who wakes the owner?" --as beta
0 concern $BS "Who wakes the owner?" --as beta
3 concern $BS "Mine too" --as venus-cc
3 decide $BS --as alpha
0 recuse $BS --as delta
0 recuse $BS --as delta
3 recuse $BS --as warden
0 brainstorm show $BS
3 ratify $BS --as warden
3 clear $BS bin-2 "It is in" --as alpha
4 clear $BS bin-9 "It is in" --as beta
0 clear $BS bin-2 "The rail wakes them" --as beta
0 clear $BS bin-2 "The rail wakes them" --as beta
0 agree $BS --as beta
3 seat excuse $BS bin-3 "Its host is gone" --as alpha
4 seat excuse $BS bin-9 "Its host is gone" --as warden
0 seat excuse $BS bin-3 "Its host is gone" --as warden
0 seat excuse $BS bin-3 "Its host is gone" --as warden
0 brainstorm show $BS
0 show $BS
0 decide $BS --as alpha
0 show D3
3 ratify D3 --on 1 --as warden
3 ratify D3 --on 1 --dry-run --as warden
3 ratify D3 --refuse "No" --as alpha
4 ratify bs-00000000000 --as warden
0 ratify D3 --reported "chat, 14:02" --as beta
0 ratify D3 --points 2 --refuse "No" --reported "chat, 14:03" --as beta
4 ratify D9 --reported "chat, 14:02" --as beta
0 log D3
0 hold D3.4 --for owner "Until the next launch" --as alpha
0 hold D3.4 --for owner "Until the next launch" --as alpha
3 hold D3.4 --for bin-1 "Mine" --as alpha
4 hold D3.9 --for owner "No" --as alpha
4 hold D9.1 --for owner "No" --as alpha
2 hold D3.4 "No" --as alpha
0 show D3.4
3 check D3.4
0 withdraw D3.5 "Overtaken" --as alpha
0 withdraw D3.5 "Overtaken" --as alpha
3 withdraw D3.4 "No" --as beta
3 withdraw D1 "No" --as alpha
0 why D3.5
2 ballot open D3 --to owner -f proposal.md --as alpha
3 ballot open D3 --to owner -f ballot.md --as venus-cc
0 ballot open D3 --to owner -f ballot.md --as alpha
0 ballot show B1
0 show EVO-26
3 ratify D3 --ballot B1 --as warden
3 ballot cast B1 "1=b" --as alpha
2 ballot cast B1 "1=z" --as warden
0 ballot cast B1 "1=b: no always-on agents at all; 2=a" --as warden
0 ballot cast B1 "1=b: no always-on agents at all; 2=a" --as warden
3 ballot close B1 --as beta
0 ballot cast B1 "3=c: not so" --as warden
0 ballot show B1
0 show B1
4 show B1 --known-at 3
4 ballot cast B9 "1=b" --as warden
0 ballot close B1 --as alpha
0 ballot close B1 --as alpha
3 ballot cast B1 "1=a" --as warden
2 ratify D3 --ballot B1 --points 1 --as warden
0 ratify D3 --ballot B1 --dry-run --as warden
3 ratify D3 --ballot B1 --as alpha
0 ratify D3 --ballot B1 --as warden
0 ratify D3 --ballot B1 --as warden
0 ballot show B1
0 show B1
0 show D3
0 show B1.1
0 why B1.1
0 why D3.1
0 why D3.2
2 why D3
4 why D3.9
0 check B1
0 check B1.1
3 check D3.3
3 release D3.4 --as alpha
0 show D3
0 ratify D3 --points 4 --on $ON --dry-run --as warden
0 ratify D3 --points 4 --on $ON --as warden
3 check D3.4
0 check D3.4 --allow-held
2 check D3.4 --allow-all
0 release D3.4 --as warden
0 release D3.4 --as warden
4 release D3.9 --as warden
0 check D3.4 --allow-reported
0 show EVO-26 --as-of 2999-01-01
4 show EVO-26 --as-of 2020-01-01
2 show EVO-26 --as-of yesterday
2 show EVO-26 --as-of 2999-01-01 --known-at 3
0 why D1.1 --as-of 2999-01-01
0 check D2 --as-of 2999-01-01
0 log EVO-26 --as-of 2999-01-01
0 log EVO-26 --texts
3 decide EVO-26 -f proposal.md --as alpha
2 decide EVO-26 --as alpha
0 policy set "electorate owner; pass for > 0 of cast" --item EVO-27 --as warden
0 decide EVO-27 -f proposal.md --as warden --id 00000000-0000-7000-8000-000000000002
0 decide EVO-27 -f proposal.md --as warden --id 00000000-0000-7000-8000-000000000002
0 check D4
0 brainstorm show $BS
3 ratify D4 --as warden
0 brainstorm open EVO-27 "Tied" --policy "$OWNER" --deadline 2999-01-01 --as warden
2 brainstorm open EVO-27 "Late" --policy "$OWNER" --deadline 2020-01-01 --as warden
0 propose $BS -f plain.md --as warden
0 agree $BS --as warden
0 brainstorm show $BS
3 decide $BS --as warden
3 brainstorm close $BS --no-decision "Late" --as warden
0 brainstorm open EVO-27 "Tied" --policy "$OWNER within 2w" --as warden
0 propose $BS -f plain.md --as warden
0 agree $BS --as warden
0 decide $BS --as warden
0 show D5
0 ballot open D5 --to bin -f tied.md --policy "$TIED" --deadline 2999-01-01 --as warden
3 ballot close B2 --as warden
0 ballot open D5 --to bin -f more.md --policy "$TIED" --as warden
2 ballot cast B3 "1=a>b" --as alpha
0 ballot cast B3 "1=a" --as alpha
0 ballot cast B3 "1=b" --as beta
0 ballot show B3
3 casting-vote B3.1 a --as warden
0 ballot close B3 --as warden
3 ratify D5 --ballot B3 --as warden
2 casting-vote B3.1 z --as warden
3 casting-vote B3.1 a --as alpha
4 casting-vote B3.9 a --as warden
4 casting-vote $NONE for --as warden
0 casting-vote B3.1 a --as warden
0 casting-vote B3.1 a --as warden
3 casting-vote B3.1 b --as warden
0 ballot show B3
0 ratify D5 --ballot B3 --as warden
0 brief EVO-26
0 brief D3 --since 12 --max-bytes 400
0 brief D1.1 --as-of 2999-01-01
2 brief EVO-26 --max-bytes 9
2 brief B1
4 brief bin-1
0 search "launch mark"
0 search unicorn
2 search "*"
0 inbox --as alpha
2 inbox
0 wait D1 --until decided
3 wait EVO-26 --until ratified --timeout 1s
4 wait D99 --until closed
0 doctor
0 upgrade
0 log
0 log EVO-26 --since 12
0 batch batch.jsonl --as alpha
0 import adr record.md --project ADR --dry-run --as alpha
0 import adr record.md --project ADR --as alpha
0 import adr record.md --project ADR --as alpha
2 import adr record.md --as alpha
2 import story record.md --as alpha
2 import activity record.md --project ADR --key ADR-7 --as alpha
3 check D6
2 batch proposal.md
0 verify
0 rebuild
0 export EVO-26 -o pages
3 export --all -o pages --check
0 export --all -o pages
0 export --all -o pages --check
0 export EVO-26 -o -
4 export EVO-99 -o pages
0 export D1 --format json -o pages
0 export D1 $BS -o pages
0 export EVO-26 --format html -o pages
2 export D1.1 --format html -o pages
0 export --all --format madr -o pages
0 export --all --format json -o pages
5 import export pages/ledger.json
2 import export proposal.md --db copy.db
0 import export pages/ledger.json --db copy.db
"""
Say = Callable[[str], tuple[int, list[Doc]]]


@pytest.fixture
def say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Say:
    """Types a command line with --json in an empty folder: (exit code, documents)."""
    monkeypatch.chdir(tmp_path)
    for name, text in TYPED.items():
        (tmp_path / name).write_text(text)
    env = {"LEDGER_DB": str(tmp_path / "ledger.db")}

    def typed(line: str) -> tuple[int, list[Doc]]:
        code = main([*shlex.split(line), "--json"], env)
        out, _ = capsys.readouterr()
        assert out.isascii()
        return code, [json.loads(one) for one in out.splitlines()]

    return typed


def schema_of(line: str) -> str:
    """The name of the schema of what a command line prints."""
    words = line.split(" ")
    return words[0] if words[0] in COMMANDS else "-".join(words[:2])


def mutated(made: Doc) -> Iterator[Doc]:
    """Documents that are each wrong in one way."""
    changes: list[Doc] = [{"ok": not made["ok"]}, {"schema": 2}, {"more": 1}, {"head": {"seq": 1}}]
    yield from ({**made, **change} for change in changes)
    for key in made:
        yield {k: v for k, v in made.items() if k != key}
    if made["ok"]:
        for key in made["data"]:
            less = copy.deepcopy(made)
            del less["data"][key]
            yield less
        yield {**made, "data": {**made["data"], "more": 1}}
    else:
        changes = [{"code": "odd"}, {"message": None}, {"blocks": [{"code": "odd"}]}]
        yield from ({**made, "error": {**made["error"], **change}} for change in changes)


def test_schemas_fit_what_the_commands_print(say: Say) -> None:
    checks = {name: Draft202012Validator(schema) for name, schema in SCHEMAS.items()}
    owner = "electorate owner; pass for > 0 of cast; ratify by owner"
    tied = "electorate bin; quorum >= 2 of cast; method approval; tie casting owner"
    named = {"$BS": "", "$ON": "", "$OWNER": owner, "$TIED": tied, "$NONE": "bs-00000000000"}
    seen = set()
    for row in STORY.splitlines():
        wanted, _, line = row.partition(" ")
        name = schema_of(line)
        for word, value in named.items():
            line = line.replace(word, value)
        code, documents = say(line)
        assert code == int(wanted), (row, documents)
        assert len(documents) == (3 if row.startswith("0 batch") else 1)
        for made in documents:
            assert list(checks[name].iter_errors(made)) == [], (row, made)
        made = documents[0]
        if name != "batch":
            wrong = [one for one in mutated(made) if checks[name].is_valid(one)]
            assert wrong == [], row
        if made["ok"]:
            seen.add(name)
            if name == "brainstorm-open":
                named["$BS"] = made["data"]["id"]
            named["$ON"] = str(made["data"].get("on", named["$ON"]))
    assert set(SCHEMAS) - {"watch"} == seen  # which never ends: tests/test_wait.py


def test_a_failed_verify_shows_its_data_beside_the_error(say: Say, tmp_path: Path) -> None:
    check = Draft202012Validator(SCHEMAS["verify"])
    say("init --as warden")
    say("body add bin bin-1 --as warden")
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as base:
        base.execute("DELETE FROM seat")
        base.commit()
    code, (made,) = say("verify")
    assert (code, made["error"]["code"]) == (3, "blocked")
    assert made["data"]["faults"]
    assert check.is_valid(made)
    assert not check.is_valid({**made, "data": {**made["data"], "more": 1}})
    assert not Draft202012Validator(SCHEMAS["rebuild"]).is_valid(made)


def test_a_doctor_that_finds_something_answers_and_exits_3(say: Say, tmp_path: Path) -> None:
    check = Draft202012Validator(SCHEMAS["doctor"])
    say("init --as warden")
    with closing(sqlite3.connect(tmp_path / "ledger.db")) as base:
        base.execute("DROP TRIGGER entry_no_update")
        base.commit()
    code, (made,) = say("doctor")
    assert (code, made["ok"], made["data"]["ok"]) == (3, True, False)
    wrong = [one["name"] for one in made["data"]["checks"] if not one["ok"]]
    assert wrong == ["guards"]
    assert check.is_valid(made)
