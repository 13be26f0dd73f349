"""For every write of the table: killed when it has written and not yet answered, it is repeated
with the same id; and what it says when its subject has moved."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from driving import Driver
from prepared import WRITES, Prepared

from ledger.cli.table import every

ROOT = Path(__file__).resolve().parents[1]
ID = "0197aaaa-0000-7000-8000-000000000001"
NEW = {  # what has no subject yet that could have moved
    *("item new", "body add", "seat add", "policy set", "actor alias"),
}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("prepared") / "l.db")


@pytest.fixture
def ledger(prepared: Prepared, tmp_path: Path) -> Driver:
    return prepared.copy(tmp_path / "l.db")


def test_every_write_of_the_table_is_here() -> None:
    assert set(WRITES) == {words for words, command in every() if command.get("write")}


def full_pipe() -> tuple[int, int]:
    """A pipe that takes nothing more: who answers into it waits."""
    out, into = os.pipe()
    os.set_blocking(into, False)
    try:
        while True:
            os.write(into, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(into, True)
    return out, into


def die_unheard(ledger: Driver, argv: list[str], stdin: str) -> None:
    """Runs a command that is killed after it has committed, before it could say so."""
    out, into = full_pipe()
    before = ledger.seq()
    with tempfile.TemporaryFile() as file:
        file.write(stdin.encode())
        file.seek(0)
        process = subprocess.Popen(
            [sys.executable, str(ROOT / "bin" / "ledger"), *argv],
            env={**os.environ, **ledger.env, "PYTHONPATH": str(ROOT)},
            stdin=file,
            stdout=into,
            stderr=subprocess.PIPE,
        )
        until = time.monotonic() + 20
        while ledger.seq() == before:
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < until
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.communicate()
    os.close(out)
    os.close(into)
    assert process.returncode == -signal.SIGKILL


@pytest.mark.parametrize("words", WRITES)
def test_killed_after_the_commit_and_repeated(
    words: str, prepared: Prepared, ledger: Driver
) -> None:
    who, line, stdin = prepared.line(words)
    before = ledger.seq()
    die_unheard(ledger, [*shlex.split(line), "--id", ID, "--as", who, "--json"], stdin)
    after = ledger.seq()
    again = ledger.do(f"{who}: {line} --id {ID}", stdin)
    assert (again["replayed"], again["changed"]) == (True, False)
    assert before < again["entry"] <= after
    assert ledger.seq() == after == before + 1
    for other in (f"{who}: item comment EVO-1 other --id {ID}", f"theta: {line} --id {ID}"):
        error = ledger.fails(other, 5, stdin)
        assert error["observed"] == again["entry"]
        assert f"#{again['entry']}" in error["message"]
    assert ledger.seq() == after
    ledger.clean()


@pytest.mark.parametrize("words", WRITES)
def test_expecting_an_entry_that_it_has_moved_past(
    words: str, prepared: Prepared, ledger: Driver
) -> None:
    """Exit 5 says what was expected, what was observed, and what moved it."""
    who, line, stdin = prepared.line(words)
    if words in NEW:
        assert ledger.do(f"{who}: {line} --expect 1", stdin)["changed"]
        return
    error = ledger.fails(f"{who}: {line} --expect 1", 5, stdin)
    assert error["expected"] == 1
    assert error["observed"] > 1
    assert "has moved since #1: #" in error["message"]
    seen = ledger.do(f"{who}: {line} --expect {error['observed']}", stdin)
    assert seen["changed"]


def test_an_alias_that_was_made_since(ledger: Driver) -> None:
    ledger.do("warden: actor alias alpha-cc alpha --expect 0")
    error = ledger.fails("warden: actor alias alpha-cc beta --expect 1", 5)
    assert error["observed"] == ledger.seq()


@pytest.mark.parametrize("words", ["agree", "object", "abstain", "recuse", "concern"])
def test_a_position_on_another_version(words: str, prepared: Prepared, ledger: Driver) -> None:
    who, line, _ = prepared.line(words)
    ident = line.split(" ")[1]
    ledger.do(f"alpha: propose {ident} -f -", "## 1. Another\n")
    (block,) = ledger.refused(f"{who}: {line} --on 1", "text-changed")
    assert block["message"] == f"the current version of {ident} is 2, not 1"
    assert block["hint"].endswith("--on 2")


def test_a_ratification_of_another_text(ledger: Driver) -> None:
    on = ledger.do("show D1")["on"]
    (block,) = ledger.refused("warden: ratify D1 --on 3", "text-changed", noted=True)
    assert f"#{on}" in block["message"]
    assert "#3" in block["message"]
