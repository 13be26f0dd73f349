"""Every command of the table where nobody sits: no terminal, one that is closed, standard streams
that are closed, a reader that is gone, encodings that cannot say everything. And what a person at
a terminal sees besides: colour and tables."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from driving import Driver
from prepared import WRITES, Prepared
from rich.cells import cell_len
from screen import SOON, at_a_terminal

from ledger.cli.table import every

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = dict(every())
# Lines for the commands that only read, beside those of `prepared.WRITES`; the rest is typed as the
# table's example. `watch` goes on by itself: what ends it stands in tests/test_wait.py.
READS = {
    "action list": "action list",
    "ballot show": "ballot show B1",
    "batch": "batch -",
    "body list": "body list",
    "body show": "body show bin",
    "brainstorm list": "brainstorm list",
    "brainstorm show": "brainstorm show OPEN",
    "check": "check D1",
    "export": "export EVO-1 -o -",
    "item list": "item list",
    "log": "log --texts",
    "policy show": "policy show",
    "seat roster": "seat roster",
    "show": "show EVO-1",
    "tally": "tally 'electorate a; pass for > 0 of cast' -f -",
    "wait": "wait D1 --until ratified --timeout 1s",
    "why": "why D1.1",
}
WIDE = "Née 世界 \u202egnirts\u2069 \U0001f469\u200d\U0001f467 \uff57\uff49\uff44\uff45\n"
Way = Callable[[Driver, list[str]], "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    made = Prepared(tmp_path_factory.mktemp("terminals") / "l.db")
    made.ledger.do(
        "alpha: item comment EVO-1 -f -", "Née 世界 \u202egnirts\u2069 👩‍👩‍👧 ｗｉｄｅ\n"
    )
    return made


def lines(prepared: Prepared) -> list[list[str]]:
    """Every command, with what it needs and with nothing."""
    found = []
    for words in COMMANDS:
        if words == "watch":
            continue
        found.append(words.split(" "))
        if words in WRITES:
            who, line, _ = prepared.line(words)
            found.append([*shlex.split(line), "--as", who])
        else:
            line = READS.get(words, COMMANDS[words]["example"].removeprefix("ledger "))
            found.append(shlex.split(line.replace("OPEN", prepared.names["OPEN"])))
    return [*found, [], ["--help"], ["nosuch"]]


def env_of(ledger: Driver, **more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    return {**kept, **ledger.env, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more}


def program(argv: list[str]) -> list[str]:
    return [sys.executable, str(ROOT / "bin" / "ledger"), *argv]


def without_a_terminal(ledger: Driver, argv: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Standard input is /dev/null, the others are pipes."""
    return subprocess.run(
        program(argv),
        env=env_of(ledger),
        cwd=ledger.path.parent,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SOON,
        check=False,
    )


def with_a_closed_terminal(ledger: Driver, argv: list[str]) -> subprocess.CompletedProcess[bytes]:
    """All three streams are a terminal that was hung up."""
    master, slave = pty.openpty()
    os.close(master)
    try:
        return subprocess.run(
            program(argv),
            env=env_of(ledger),
            cwd=ledger.path.parent,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            timeout=SOON,
            check=False,
        )
    finally:
        os.close(slave)


def with_closed_streams(ledger: Driver, argv: list[str]) -> subprocess.CompletedProcess[bytes]:
    """No stream is open at all."""
    return subprocess.run(
        ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *program(argv)],
        env=env_of(ledger),
        cwd=ledger.path.parent,
        timeout=SOON,
        check=False,
    )


def with_a_reader_that_is_gone(
    ledger: Driver, argv: list[str]
) -> subprocess.CompletedProcess[bytes]:
    """Standard output is a pipe that nobody reads; standard error is read."""
    out, into = os.pipe()
    os.close(out)
    try:
        return subprocess.run(
            program(argv),
            env=env_of(ledger),
            cwd=ledger.path.parent,
            stdin=subprocess.DEVNULL,
            stdout=into,
            stderr=subprocess.PIPE,
            timeout=SOON,
            check=False,
        )
    finally:
        os.close(into)


ENDS = {*range(10)}
WAYS: dict[Way, set[int]] = {
    without_a_terminal: ENDS - {1, 9},
    with_a_closed_terminal: ENDS,
    with_closed_streams: ENDS - {9},
    with_a_reader_that_is_gone: (ENDS - {1, 9}) | {-signal.SIGPIPE},
}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_every_command_ends_by_itself(way: Way, prepared: Prepared, tmp_path: Path) -> None:
    typed = lines(prepared)

    def run(number: int) -> subprocess.CompletedProcess[bytes]:
        folder = tmp_path / str(number)
        folder.mkdir()
        return way(prepared.copy(folder / "l.db"), typed[number])

    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(run, range(len(typed))))
    for argv, made in zip(typed, ended, strict=True):
        said = (made.stdout or b"") + (made.stderr or b"")
        assert made.returncode in WAYS[way], (argv, made)
        assert b"Traceback" not in said, (argv, made)
        assert b"\x1b" not in said, (argv, made)
        if way is without_a_terminal and argv != ["batch", "-"]:  # of no lines
            assert said, argv
            assert made.returncode in (0, 3) or made.stderr.startswith(b"error["), (argv, made)


@pytest.mark.parametrize("more", [[], ["--since", "0"]], ids=["new", "all"])
def test_watch_ends_with_its_terminal(more: list[str], prepared: Prepared, tmp_path: Path) -> None:
    made = with_a_closed_terminal(prepared.copy(tmp_path / "l.db"), ["watch", *more])
    assert made.returncode == 0


ENCODINGS = ("ascii", "latin-1", "cp1252", "koi8-r", "shift_jis", "utf-16", "utf-8")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_an_encoding_cannot_say_is_escaped(
    encoding: str, prepared: Prepared, tmp_path: Path
) -> None:
    ledger = prepared.copy(tmp_path / "l.db")
    reads = ["log --texts", "show EVO-1", "export EVO-1 -o -", "help log", "show Née世界"]
    for line in reads:
        for more in ([], ["--json"]):
            made = subprocess.run(
                program([*line.split(), *more]),
                env=env_of(ledger, PYTHONIOENCODING=encoding),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=SOON,
            )
            assert made.returncode == (4 if "世" in line else 0), (line, made)
            utf = line.startswith("export")  # a page is UTF-8 wherever it goes
            out = made.stdout.decode("utf-8" if utf else encoding)
            made.stderr.decode(encoding)
            assert "\u202e" not in out
            if more:
                assert json.loads(out)
                assert out.isascii()


def test_wide_text_is_neither_cut_nor_moved(prepared: Prepared, tmp_path: Path) -> None:
    ledger = prepared.copy(tmp_path / "l.db")
    title = "世界" * 200 + "\u202e" + "e\u0301" * 50 + "שלום"
    ledger.do("alpha: item new EVO -f - --key EVO-77", title)
    for columns in ("20", "80", ""):
        made = subprocess.run(
            program(["show", "EVO-77"]),
            env=env_of(ledger, COLUMNS=columns, PYTHONIOENCODING="utf-8"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        first = made.stdout.decode().splitlines()[0]
        assert first == f"EVO-77 open: {title.replace(chr(0x202E), '⟦U+202E⟧')}"
    rows = ledger.do("item list")["rows"]
    assert [one["title"] for one in rows if one["key"] == "EVO-77"] == [title]


# --- what a person sees

LIT = re.compile(rb"\x1b\[[0-9;]*m")


def in_a_pipe(ledger: Driver, line: str) -> bytes:
    made = without_a_terminal(ledger, shlex.split(line))
    return made.stdout + made.stderr


@pytest.mark.parametrize(
    "line", ["show EVO-1", "check D1", "why D1.1", "show nix", "search Nights"]
)
def test_colour_says_nothing_of_its_own(line: str, prepared: Prepared) -> None:
    """Without its codes a terminal's text is that of a pipe; and there are none under NO_COLOR."""
    seen, plain = (
        at_a_terminal(prepared.ledger, shlex.split(line)),
        in_a_pipe(prepared.ledger, line),
    )
    assert LIT.search(seen)
    clock = re.compile(rb"as of \S+")
    assert clock.sub(b"", LIT.sub(b"", seen)) == clock.sub(b"", plain)
    assert b"\x1b" not in at_a_terminal(prepared.ledger, shlex.split(line), NO_COLOR="1")
    assert b"\x1b" not in at_a_terminal(prepared.ledger, shlex.split(line), TERM="dumb")


def test_a_list_is_a_table_and_nothing_is_cut(prepared: Prepared, tmp_path: Path) -> None:
    ledger = prepared.copy(tmp_path / "l.db")
    title = "[bold]Who[/] \x1b[31m \u202e" + "世界" * 40 + " end"
    ledger.do("alpha: item new EVO -f - --key EVO-77", title)
    for columns in (40, 80, 200):
        seen = at_a_terminal(ledger, ["item", "list"], columns, NO_COLOR="1").decode()
        head, *rows = seen.splitlines()
        assert head.split() == ["key", "state", "title"]  # nothing has an owner or a parent
        assert "\x1b" not in seen
        assert "\u202e" not in seen
        at = head.index("title")
        cells = [row[cut(row, at) :] for row in rows]
        safe = "[bold]Who[/]⟦U+001B⟧[31m⟦U+202E⟧" + "世界" * 40 + "end"
        assert "".join("".join(cells).split()).endswith(safe)
    wide = at_a_terminal(ledger, ["seat", "roster"])
    assert LIT.sub(b"", wide).split(b"\n")[0].split()[:3] == [b"seat", b"body", b"actor"]
    for plain in (
        at_a_terminal(ledger, ["item", "list"], TERM="dumb"),
        in_a_pipe(ledger, "item list"),
    ):
        assert plain.decode().splitlines()[0].startswith("EVO-1 open: ")


def cut(row: str, cells: int) -> int:
    """How many characters stand in so many cells of a terminal."""
    at = 0
    while at < len(row) and cell_len(row[:at]) < cells:
        at += 1
    return at


@pytest.mark.parametrize(
    "line", ["item list --json", "show nix --json", "export EVO-1 -o -", "schema log", "onboard"]
)
def test_a_document_is_the_same_everywhere(line: str, prepared: Prepared, tmp_path: Path) -> None:
    """Whatever stands in it: of an answer these lines would be lit, and lose their spaces."""
    ledger = prepared.copy(tmp_path / "l.db")
    ledger.do("alpha: item comment EVO-1 -", "D1.1 in force\tso  \nhint: ledger show D1\n")
    assert at_a_terminal(ledger, shlex.split(line)) == in_a_pipe(ledger, line)
