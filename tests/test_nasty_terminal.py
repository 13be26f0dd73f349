"""Whatever somebody typed, wherever, on a terminal, in a pipe and in a hint: no character that
nobody sees, or that moves others about, goes out as it is (cli.md, "control characters are made
visible"), and a hint that is pasted into a shell runs `ledger` and nothing else."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from driving import Driver, bins
from everywhere import Lot, filled
from nasty import bodies, one_line
from screen import at_a_terminal

from ledger.cli.common import put
from ledger.cli.main import main
from ledger.cli.table import every, options
from ledger.store.store import Store
from ledger.views import safe

ROOT = Path(__file__).resolve().parents[1]
WORST = "b\x07\x1b[31m\x9b1m\u202e\u200b\r\x85\u2028\n- x\t$(touch ran)`touch ran`'\"; touch ran #"
Said = tuple[int, str, str]
Say = Callable[[list[str], bytes], Said]


def raw(said: str) -> list[str]:
    """The characters that should have been made visible."""
    return sorted({char for char in said if char not in "\n\t" and safe.printed(char) != char})


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """The worst text in every place, and the bodies in most of them."""
    lots = [Lot([WORST] * 10, 0), Lot(bodies(), 3)]
    made = filled(tmp_path_factory.mktemp("hostile") / "l.db", lots)
    comment = one_line(WORST)
    made.do("warden: policy set -", f"together bin # {comment}\nratify by owner # {comment}")
    return made


def spoken(ledger: Driver, monkeypatch: pytest.MonkeyPatch, folder: Path) -> Say:
    """Runs words in a folder: (exit code, standard output, standard error), decoded."""
    monkeypatch.chdir(folder)

    def run(argv: list[str], stdin: bytes = b"") -> Said:
        out, err = TextIOWrapper(BytesIO(), "utf-8"), TextIOWrapper(BytesIO(), "utf-8")
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin)))
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", err)
            code = main(argv, dict(ledger.env))
            said = []
            for stream in (out, err):
                stream.flush()
                said.append(stream.buffer.getvalue().decode())
        return code, said[0], said[1]

    return run


@pytest.fixture
def say(hostile: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Say:
    return spoken(hostile, monkeypatch, tmp_path)


def reads(ledger: Driver) -> list[str]:
    """Lines that show all there is, of every kind, in every view."""
    with Store(str(ledger.path)).reading() as reader:
        storms, rulings = reader.brainstorms(), reader.decisions()
    points = [one["id"] for home in rulings for one in ledger.do(f"show {home}")["points"][:12]]
    made = ["item list", "brainstorm list", "action list", "body list", "seat roster", "log"]
    made += ["policy show", "log --texts", "search touch", "search script", "search 決定", "doctor"]
    made += [f"inbox --as {who}" for who in ("alpha", "beta", "gamma", "warden")]
    for key in ("EVO-2", "EVO-3"):
        made += [f"log {key} --texts", f"show {key} --known-at {ledger.seq() - 9}"]
        made += [f"brief {key} --max-bytes 600", f"brief {key} --since 20 --max-bytes 99999"]
    for ident in ("EVO-2", "EVO-3", *storms, *rulings, *points):
        made += [f"{verb} {ident}" for verb in ("show", "check", "brief")]
    made += [f"why {ident}" for ident in points] + ["show B1", "ballot show B1"]
    made += [f"brainstorm show {ident}" for ident in storms]
    return [*made, "wait D1 --until decided"]


def test_what_is_printed_is_to_be_seen(hostile: Driver, say: Say) -> None:
    lines = reads(hostile)
    assert len(lines) > 100
    for line in lines:
        code, out, err = say(shlex.split(line), b"")
        assert code in (0, 2, 3), (line, err)
        assert code != 2 or "brief" in line or "check bs-" in line, (line, err)
        assert out or err
        assert raw(out + err) == [], line


def test_what_is_printed_as_json_is_ascii(hostile: Driver, say: Say) -> None:
    for line in reads(hostile)[::3]:
        _, out, err = say([*shlex.split(line), "--json"], b"")
        assert out.isascii()
        assert out.removesuffix("\n").isprintable(), line
        assert json.loads(out)["schema"] == 1
        assert raw(err) == []


def test_a_brief_has_the_bytes_that_it_counted(hostile: Driver, say: Say) -> None:
    """The printer has nothing to do with its lines any more, which would make them longer."""
    for line in reads(hostile):
        if line.startswith("brief ") and (made := hostile.run(line))[0] == 0:
            lines, most = made[1]["data"]["lines"], made[1]["data"]["max_bytes"]
            assert [one for one in lines if raw(one) or "\n" in one] == []
            assert len("".join(f"{one}\n" for one in lines).encode()) <= most


def test_watch_prints_ascii(hostile: Driver) -> None:
    made = subprocess.Popen(
        [sys.executable, str(ROOT / "bin" / "ledger"), "watch", "--since", "0", "--texts"],
        env={**os.environ, **hostile.env, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
    assert made.stdout
    lines = [made.stdout.readline() for _ in range(hostile.seq())]
    made.stdout.close()
    assert made.wait(timeout=30) == 0
    assert all(line.isascii() and json.loads(line)["data"]["texts"] is not None for line in lines)


SEEN = [
    *("log --texts", "log", "show EVO-2", "brief EVO-2", "inbox --as warden", "search touch"),
    *("why D1.1", "show D2", "item list", "action list", "brainstorm list", "policy show"),
    *("show nosuch\x1b[2J", "export EVO-2 -o -"),
]


@pytest.mark.parametrize("line", SEEN)
def test_a_terminal_gets_no_code_of_what_was_typed(line: str, hostile: Driver) -> None:
    """Without colours no code at all goes out, and with them nothing but these is added."""
    argv = shlex.split(line)
    plain = at_a_terminal(hostile, argv, NO_COLOR="1").decode()
    lit = at_a_terminal(hostile, argv).decode()
    assert raw(plain) == []
    assert len(plain) > 20
    if "policy" not in line and "export" not in line:
        assert "\x1b[" in lit
    assert without_clock(re.sub(r"\x1b\[[0-9;]*m", "", lit)) == without_clock(plain)


def without_clock(said: str) -> list[str]:
    return [line.rstrip() for line in said.split("\n") if "as of " not in line]


def test_a_policy_is_shown_line_by_line_as_it_was_typed(say: Say) -> None:
    seen = one_line(safe.line(WORST)).replace("⟦U+000A⟧", " ").replace("⟦U+0009⟧", "\t")
    lines = say(["policy", "show"], b"")[1].split("\n")
    assert lines[1].endswith(f", typed: together bin # {seen}")
    assert lines[2:] == [f"  ratify by owner # {seen}", ""]


def test_the_printer_lets_no_line_become_two(capsys: pytest.CaptureFixture[str]) -> None:
    put(["one\ntwo\x1b\t\u202e", "three"], sys.stdout)
    assert capsys.readouterr().out == "one⟦U+000A⟧two⟦U+001B⟧\t⟦U+202E⟧\nthree\n"


# --- what is typed amiss


VALUES = (
    WORST,
    "$(touch ran)`touch ran`",
    "-x\x1b[31m",
    "--\x1b[0m=1",
    "D\x9b1",
    "'\";",
    "a\udcff",
)
NEVER = ("init", "watch", "wait", "copy", "completion")


def amiss(words: str, value: str) -> list[list[str]]:
    """Lines of a command with a value in each place that a word can have."""
    command = dict(every())[words]
    head, given = words.split(" "), shlex.split(command["example"])[1:]
    made = [[*given[:at], value, *given[at + 1 :]] for at in range(len(head), len(given))]
    made += [[*head, value], [*given, value], [head[0], value], ["--as", value, *given]]
    for flag, meta, *_ in options(command):
        if meta:
            made += [[*given, flag, value], [*head, f"{flag}={value}"]]
    return [one for one in made if "-o" not in one and not any(w.startswith("-o=") for w in one)]


def test_what_is_typed_amiss_is_told_so_that_it_can_be_seen(
    hostile: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = hostile.copy(tmp_path / "l.db")
    (tmp_path / "here").mkdir()
    say = spoken(ledger, monkeypatch, tmp_path / "here")
    hints: set[str] = set()
    for words, _ in every():
        for value in VALUES if words not in NEVER else ():
            for argv in amiss(words, value):
                code, out, err = say(argv, b"x")
                assert code != 1, (argv, err)
                assert raw(out + err) == [], argv
                hints |= {line for line in err.split("\n") if line.startswith("hint: ")}
    assert len(hints) > 20
    pasted(sorted(line.removeprefix("hint: ") for line in hints), tmp_path)


def pasted(commands: list[str], folder: Path) -> list[list[str]]:
    """The words of each command as a shell reads them, after a check that it runs `ledger` only and
    leaves nothing behind."""
    there = folder / "pasted"
    there.mkdir()
    script = "ledger() { for w in \"$@\"; do printf '%s\\0' \"$w\"; done; printf '\\0'; }\n"
    done = subprocess.run(
        ["sh", "-c", script + "\n".join(commands)],
        cwd=there,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    assert os.listdir(there) == []
    found = [one.split("\0") for one in done.stdout.decode().split("\0\0")[:-1]]
    assert [["ledger", *one] for one in found] == [shlex.split(one) for one in commands]
    return found


def test_what_is_offered_to_be_run_next_is_safe_to_paste(
    hostile: Driver, say: Say, tmp_path: Path
) -> None:
    found: set[str] = set()
    for line in reads(hostile):
        _, out, err = say(shlex.split(line), b"")
        for one in (out + err).split("\n"):
            for mark in ("hint: ", "next: ", "more: "):
                found |= {one.strip().partition(mark)[2]} if one.strip().startswith(mark) else set()
    assert len(found) > 20
    pasted(sorted(found), tmp_path)


FOLDERS = ("a b", "$(touch ran)", "`touch ran`", "it's", '"; touch ran; #', "決定", "-x", "~", "*")
UNSEEN = ("a\nb", "\x1b[31m", "\u202e", "a\ufe0f", "a\xa0b", "\udcff")


@pytest.mark.parametrize("folder", [*FOLDERS, *UNSEEN])
def test_the_hint_of_an_export_names_its_folder_where_it_can(
    folder: str, say: Say, tmp_path: Path
) -> None:
    code, _, err = say(["export", "EVO-2", "-o", folder, "--check"], b"")
    assert code == 3
    assert raw(err) == []
    [hint] = [line.removeprefix("hint: ") for line in err.split("\n") if "hint: " in line]
    [words] = pasted([hint], tmp_path)
    assert words == ["export", "EVO-2", "-o", folder if folder in FOLDERS else "FOLDER"]
    code, out, err = say(["export", "EVO-2", "-o", folder], b"")
    assert code == 0, err
    assert raw(out) == []


# --- what is imported


def test_what_an_import_brings_is_told_so_that_it_can_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """File names of any bytes, people of any name."""
    say = spoken(bins(tmp_path / "l.db"), monkeypatch, tmp_path)
    os.mkdir("adr")
    for number, name in enumerate((b"\xff.md", b"\x1b[31m.md", b"new\nline.md", b"'$(x)`.md"), 1):
        who, text = one_line(WORST), bodies()[number]
        page = f"---\nstatus: accepted\ndeciders: {who}\n---\n# {who}\n\n## Decision\n\n{text}\n"
        Path(os.fsdecode(b"adr/" + name)).write_bytes(page.encode())
    issue = {"id": "a-1", "title": one_line(WORST), "description": WORST, "created_by": WORST}
    Path("issues.jsonl").write_text(json.dumps({**issue, "status": "open"}) + "\n")
    for source, file, project in (("adr", "adr", "ADR"), ("beads", "issues.jsonl", "BD")):
        for more in ("--plan", "--dry-run", "--json", ""):
            argv = ["import", source, file, "--project", project, "--as", "alpha"]
            code, out, err = say([*argv, *([more] if more else [])], b"")
            assert code == 0, err
            assert raw(out + err) == []
    with Store(str(tmp_path / "l.db")).reading() as reader:
        idents = [*reader.items(project=None, state=None, owner=None, parent=None)]
        idents += [*reader.decisions(), *reader.brainstorms()]
    for ident in idents:
        for verb in ("show", "brief", "log", "export -o -"):
            code, out, err = say([*verb.split(" "), ident], b"")
            assert code == 0, err
            assert raw(out) == []


@pytest.mark.parametrize("actor", ["", " ", "\u3000"])
def test_nobody_is_not_reported(actor: str, say: Say) -> None:
    reported = {"actor": actor, "source": "page", "import": "0" * 64}
    line = {"argv": ["item", "comment", "EVO-2", "x"], "as": "alpha", "reported": reported}
    code, _, err = say(["batch", "-"], json.dumps(line).encode())
    assert (code, "reported of nobody" in err) == (2, True)
