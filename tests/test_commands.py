"""The rules that hold for every command (cli.md): text, JSON, exit codes, ids, terminals, pipes."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from driving import Driver, bins
from screen import at_a_terminal, drained

from ledger.cli.table import every

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    ledger = bins(tmp_path_factory.mktemp("commands") / "l.db")
    ledger.decide("## 1. One\n\n## 2. Two\n")
    ledger.do("alpha: item comment EVO-1 'a [bold]word[/] \x1b[31mred \u202egnirts'")
    return ledger


@pytest.fixture
def ledger(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def typed(ledger: Driver, *argv: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    env = {**kept, **ledger.env, "PYTHONPATH": str(ROOT), **more.pop("env", {})}
    return subprocess.run(
        [sys.executable, str(ROOT / "bin" / "ledger"), *argv],
        env=env,
        timeout=30,
        check=False,
        **{
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            **more,
        },
    )


READS = [
    ("show", "EVO-1"),
    ("show", "D1"),
    ("show", "D1.1"),
    ("show", "bin-1"),
    ("check", "D1"),
    ("log",),
    ("log", "EVO-1"),
    ("item", "list"),
    ("body", "list"),
    ("body", "show", "bin"),
    ("seat", "roster"),
    ("policy", "show"),
    ("brainstorm", "list"),
    ("verify",),
    ("inbox", "--as", "alpha"),
    ("search", "one"),
    ("brief", "EVO-1"),
    ("brief", "D1", "--since", "9"),
]


@pytest.mark.parametrize("argv", READS, ids=" ".join)
def test_reads_without_a_terminal(ledger: Driver, argv: tuple[str, ...]) -> None:
    before = ledger.path.read_bytes()
    plain = typed(ledger, *argv)
    assert b"\x1b" not in plain.stdout + plain.stderr
    assert plain.stdout.decode().isprintable() or plain.stdout.endswith(b"\n")
    as_json = typed(ledger, *argv, "--json")
    assert as_json.returncode == plain.returncode
    assert as_json.stdout.isascii()
    assert as_json.stdout.count(b"\n") == 1
    assert json.loads(as_json.stdout)["head"]["seq"] == ledger.seq()
    by_env = typed(ledger, *argv, env={"LEDGER_JSON": "1"})
    assert set(json.loads(by_env.stdout)) == set(json.loads(as_json.stdout))
    assert ledger.path.read_bytes() == before


def test_a_list_says_how_much_it_is(ledger: Driver) -> None:
    for argv in (("item", "list"), ("log",), ("brainstorm", "list"), ("body", "list")):
        data = json.loads(typed(ledger, *argv, "--json").stdout)["data"]
        assert (data["total"], data["returned"]) == (len(data["rows"]), len(data["rows"]))
        assert data["truncated"] is False


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("nosuch", 2),
        ("item nosuch", 2),
        ("show", 2),
        ("show EVO-1 EVO-2", 2),
        ("show EVO-1 --nosuch", 2),
        ("show evo-1", 4),
        ("show EVO-01", 4),
        ("show D99", 4),
        ("show D1.99", 4),
        ("show bs-00000000000", 4),
        ("show nobody", 4),
        ("show EVO-1 --known-at 99999", 4),
        ("show EVO-1 --known-at yesterday", 2),
        ("show EVO-1 --known-at 2026-06-22T10:00:00", 2),
        ("check bin-1", 4),
        ("check D1 --as alpha", 3),
        ("item comment EVO-1 hello", 2),
        ("item comment EVO-1 hello --as Alpha", 2),
        ("item comment EVO-1 hello --as alpha --id nouuid", 2),
        ("item comment EVO-1 hello --as alpha --expect x", 2),
        ("item comment EVO-1 hello --as alpha --as beta", 2),
        ("item comment EVO-1 hello world --as alpha", 2),
        ("item comment EVO-1 hello -f x --as alpha", 2),
        ("item new evo Title --as alpha", 2),
        ("item new EVO Title --key OTHER-1 --as alpha", 2),
        ("item new EVO Title --parent EVO-99 --as alpha", 4),
        ("item new EVO Other --key EVO-1 --as alpha", 5),
        ("item edit EVO-1 --as alpha", 2),
        ("item edit EVO-1 --parent EVO-1 --as alpha", 2),
        ("item link EVO-1 eats EVO-1 --as alpha", 2),
        ("item link EVO-1 blocks EVO-1 --as alpha", 2),
        ("item close EVO-1 --as mallory", 3),
        ("seat register bin-1 --as warden", 2),
        ("seat register bin-1 --actor alpha --ttl soon --as warden", 2),
        ("seat register bin-1 --actor alpha --ttl 0h --as warden", 2),
        ("body add x bin --as warden", 5),
        ("body add x y y --as warden", 2),
        ("policy set nonsense --as warden", 2),
        ("policy show --project EVO --item EVO-1", 2),
        ("ratify D1 --points 1,1 --as warden", 2),
        ("ratify D1 --points one --as warden", 2),
        ("ratify D1 --points 9 --as warden", 4),
        ("ratify D9 --as warden", 4),
        ("export", 2),
        ("batch nosuch.jsonl", 2),
    ],
)
def test_mistakes(ledger: Driver, line: str, code: int) -> None:
    before = ledger.seq()
    made = typed(ledger, *line.split(), "--json")
    assert made.returncode == code, made.stdout
    if code:
        said = json.loads(made.stdout)
        if said["ok"]:
            assert said["data"]["blocks"]
        else:
            assert said["error"]["message"]
    plain = typed(ledger, *line.split())
    assert plain.returncode == code
    assert b"Traceback" not in plain.stderr
    if code and code != 3:
        assert plain.stderr.startswith(b"error[")
        assert plain.stdout == b""
    assert ledger.seq() == before


def test_bytes_that_are_not_utf_8(ledger: Driver) -> None:
    before = ledger.seq()
    argv = [os.fsencode(x) for x in ("item", "comment", "EVO-1", "--as", "alpha", "--json")]
    made = subprocess.run(
        [sys.executable.encode(), os.fsencode(ROOT / "bin" / "ledger"), *argv, b"caf\xe9"],
        env={**os.environ, **ledger.env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    error = json.loads(made.stdout)["error"]
    assert (made.returncode, error["offset"]) == (2, 3)
    piped = typed(ledger, "item", "comment", "EVO-1", "-", "--as", "alpha", "--json",
                  stdin=None, input=b"0123456\xff")  # fmt: skip
    assert json.loads(piped.stdout)["error"]["offset"] == 7
    assert ledger.seq() == before


def test_text_from_a_file_from_standard_input_and_as_an_argument(
    ledger: Driver, tmp_path: Path
) -> None:
    body = "x" * 200_000 + "\n`$(rm -rf)` \u00e9\u4e16\U0001f600\r\n"
    file = tmp_path / "body.txt"
    file.write_bytes(body.encode())
    for argv, stdin in (
        (["-f", str(file)], b""),
        (["-f", "-"], body.encode()),
        (["-"], body.encode()),
    ):
        made = typed(ledger, "item", "comment", "EVO-1", *argv, "--as", "alpha", "--json",
                     stdin=None, input=stdin)  # fmt: skip
        assert made.returncode == 0, made.stderr
    import sqlite3

    with closing(sqlite3.connect(ledger.path)) as base:
        texts = [row[0] for row in base.execute("SELECT text FROM text")]
    assert texts.count(body) == 3
    ledger.clean()


def test_the_actor_has_two_sources_and_no_other(ledger: Driver) -> None:
    line = ("item", "comment", "EVO-1", "hello")
    env = {"USER": "alpha", "LOGNAME": "alpha"}
    assert typed(ledger, *line, env=env).returncode == 2
    assert typed(ledger, *line, env={"LEDGER_ACTOR": "beta"}).returncode == 0
    assert typed(ledger, *line, "--as", "gamma", env={"LEDGER_ACTOR": "beta"}).returncode == 0
    actors = [row["actor"] for row in ledger.do("log")["rows"][-2:]]
    assert actors == ["beta", "gamma"]


def test_fixed_clocks_are_for_ledgers_made_under_them(ledger: Driver) -> None:
    for env in ({"LEDGER_NOW": "2026-06-22T10:00:00Z"}, {"LEDGER_SEED": "x"}):
        for line in (("show", "EVO-1"), ("item", "comment", "EVO-1", "x", "--as", "alpha")):
            assert typed(ledger, *line, env=env).returncode == 2


def test_a_terminal_gets_no_codes_from_what_was_typed(ledger: Driver) -> None:
    """Run on a real terminal (a pty): user text cannot move the cursor or colour anything."""
    ledger.do("alpha: item new EVO 'x\x1b[2J\u202e y' --key EVO-2")
    said = at_a_terminal(ledger, ["show", "EVO-2"])
    assert b"\x1b" not in re.sub(rb"\x1b\[[0-9;]*m", b"", said)  # colours of ours
    assert "⟦U+001B⟧[2J⟦U+202E⟧ y".encode() in said


def test_a_reader_that_closes_early(ledger: Driver) -> None:
    for n in range(60):
        ledger.do(f"alpha: item comment EVO-1 '{n}'")
    shell = f'"{sys.executable}" "{ROOT}/bin/ledger" log | head -n 1; echo ${{PIPESTATUS[0]}}'
    made = subprocess.run(
        ["bash", "-c", shell],
        env={**os.environ, **ledger.env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.stderr == ""
    assert made.stdout.splitlines()[0].startswith("#1 ")


def test_an_encoding_that_cannot_say_it(ledger: Driver) -> None:
    ledger.do("alpha: item new EVO 'Née 世' --key EVO-2")
    made = typed(ledger, "show", "EVO-2", env={"PYTHONIOENCODING": "ascii"})
    assert made.returncode == 0
    assert b"N\\xe9e \\u4e16" in made.stdout


def test_where_the_ledger_is_found(tmp_path: Path) -> None:
    env = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    env["PYTHONPATH"] = str(ROOT)

    def here(folder: Path, *argv: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "bin" / "ledger"), *argv],
            cwd=folder,
            env={**env, **more},
            capture_output=True,
            text=True,
            check=False,
        )

    deep = tmp_path / "a" / "b"
    deep.mkdir(parents=True)
    assert here(deep, "show", "EVO-1").returncode == 6
    assert here(tmp_path, "init", "--as", "warden").returncode == 0
    assert here(deep, "item", "new", "EVO", "T", "--as", "alpha").returncode == 0
    assert here(tmp_path, "show", "EVO-1").returncode == 0
    other = tmp_path / "other ? # %.db"
    assert here(deep, "init", "--as", "x", "--db", str(other)).returncode == 0
    assert here(deep, "show", "EVO-1", LEDGER_DB=f"sqlite:///{other}").returncode == 4
    secret = here(deep, "show", "EVO-1", "--db", "postgresql://u:hunter2@host/db")
    assert secret.returncode == 6
    assert "hunter2" not in secret.stderr + secret.stdout
    (tmp_path / "no.db").write_text("this is no database, but it is long enough to look at")
    assert here(deep, "show", "EVO-1", "--db", str(tmp_path / "no.db")).returncode == 6


def test_an_init_that_was_cut_short_is_finished(tmp_path: Path) -> None:
    from ledger.store.upgrade import create

    ledger = Driver(tmp_path / "l.db")
    create(str(ledger.path))  # the tables are there, the first entry is not
    assert ledger.run("alpha: item new EVO T")[0] == 6
    assert ledger.do("warden: init")["changed"] is True
    ledger.clean()
    half = Driver(tmp_path / "half.db")
    half.path.touch()
    assert half.run("show EVO-1")[0] == 6
    assert half.do("warden: init")["changed"] is True
    assert half.do("warden: init")["changed"] is False
    assert half.fails("mallory: init", 5)["code"] == "conflict"


WRITES = [words for words, command in every() if command.get("write")]


def test_every_write_takes_an_id_and_an_expectation() -> None:
    from ledger.cli.table import group, options

    assert len(WRITES) > 20
    for words in WRITES:
        flags = {flag for flag, *_ in options(group(words.split()[0])[words])}
        assert {"--id", "--expect", "--as", "--json"} <= flags, words


@pytest.mark.parametrize(
    ("line", "seq"),
    [
        ("alpha: item comment EVO-1 hello", "item"),
        ("alpha: brainstorm open EVO-1 Topic", "item"),
        ("warden: ratify D1", "item"),
        ("warden: seat unregister bin-2", "seat"),
        ("warden: policy set 'together bin' --project EVO", "none"),
    ],
)
def test_expect(ledger: Driver, line: str, seq: str) -> None:
    ledger.do("alpha: item new EVO Other --key EVO-9")
    ledger.do("warden: seat register bin-2 --actor delta --replace")
    ledger.do("alpha: item comment EVO-1 'a move'")
    if seq == "none":
        ledger.do(f"{line} --expect 0")
        error = ledger.fails("warden: policy set 'together owner' --project EVO --expect 0", 5)
        assert error["observed"] == ledger.seq()
        return
    moved = ledger.seq() if seq == "item" else ledger.seq() - 1
    error = ledger.fails(f"{line} --expect {moved - 1}", 5)
    assert (error["expected"], error["observed"]) == (moved - 1, moved)
    assert f"#{moved}" in error["message"]
    ledger.do(f"{line} --expect {moved}")


def test_the_same_id_returns_the_first_entry(ledger: Driver) -> None:
    ident = "0197AAAA-0000-7000-8000-000000000001"
    first = ledger.do(f"alpha: item new EVO Twice --id {ident}")
    again = ledger.do(f"alpha: item new EVO Twice --id {ident}")
    assert (again["replayed"], again["changed"], again["entry"]) == (True, False, first["entry"])
    assert (again["key"], again["ids"]) == (first["key"], first["ids"])
    for line in (
        f"alpha: item new EVO Thrice --id {ident}",
        f"beta: item new EVO Twice --id {ident}",
        f"alpha: item comment EVO-1 Twice --id {ident}",
    ):
        assert ledger.fails(line, 5)["observed"] == first["entry"]


# --- progress


def watched(ledger: Driver, *argv: str, **env: str) -> tuple[bytes, bytes]:
    """(standard output, what the terminal shows) where standard error is a terminal."""
    ours, theirs = pty.openpty()
    made = typed(ledger, *argv, stderr=theirs, stdout=subprocess.PIPE, env={"TERM": "xterm", **env})
    os.close(theirs)
    assert made.returncode == 0
    return made.stdout, drained(ours)


def test_a_bar_for_a_person_at_a_terminal_only(ledger: Driver, tmp_path: Path) -> None:
    for n in range(30):
        ledger.do(f"alpha: item new EVO 'Item {n}'")
    line = ("export", "--all", "-o", str(tmp_path / "out"))
    said, seen = watched(ledger, *line)
    assert b"\x1b" not in said
    assert b"100% 31 of 31 pages" in seen
    assert seen.endswith(b"\r\x1b[K")
    assert b"\n" not in seen
    for env in ({"TERM": "dumb"}, {"LEDGER_JSON": "1"}):
        assert watched(ledger, *line, **env)[1] == b""
    assert watched(ledger, *line, "--json")[1] == b""
    assert watched(ledger, "export", "EVO-1", "-o", str(tmp_path / "out"))[1] == b""
    assert typed(ledger, *line).stderr == b""
    gone = typed(ledger, "export", "--all", "-o", "-")
    assert gone.returncode == 2


def test_a_bar_for_an_import(ledger: Driver, tmp_path: Path) -> None:
    folder, copy = tmp_path / "adr", tmp_path / "copy.db"
    folder.mkdir()
    for n in range(8):
        (folder / f"000{n}-a.md").write_text(f"# A{n}\n\n## Status\n\nAccepted\n")
    said, seen = watched(ledger, "import", "adr", str(folder), "--project", "ADR", "--as", "alpha")
    assert said.startswith(b"added ")
    assert b"100% " in seen
    assert seen.endswith(b" acts\r\x1b[K")
    ledger.do(f"export --all --format json -o {tmp_path}")
    backup = str(tmp_path / "ledger.json")
    said, seen = watched(ledger, "import", "export", backup, LEDGER_DB=str(copy))
    assert said.startswith(b"restored ")
    assert seen.endswith(b" lines\r\x1b[K")
    copy.unlink()
    assert typed(ledger, "import", "export", backup, "--db", str(copy)).stderr == b""


def test_the_worked_example_of_the_bar() -> None:
    import doctest

    from ledger.cli import progress

    result = doctest.testmod(progress)
    assert (result.attempted, result.failed) == (1, 0)
