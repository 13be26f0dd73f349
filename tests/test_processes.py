"""Processes as processes: two deciding and ratifying at once, many writing, one dying."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from driving import Driver, bins

from ledger.core.errors import LedgerError
from ledger.store.embedded import Locked, connect
from ledger.store.store import Store

ROOT = Path(__file__).resolve().parents[1]


def start(ledger: Driver, *argv: str) -> subprocess.Popen[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    return subprocess.Popen(
        [sys.executable, "-m", "ledger", *argv, "--json"],
        env={**kept, **ledger.env, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def together(ledger: Driver, *lines: list[str]) -> list[tuple[int, dict[str, object]]]:
    """Runs command lines at the same time; (exit code, document) of each."""
    with Locked(str(ledger.path)):  # all of them reach the lock before any gets it
        started = [start(ledger, *line) for line in lines]
        time.sleep(0.6)
    return [(p.wait(), json.loads(p.communicate()[0])) for p in started]


@pytest.fixture
def ledger(tmp_path: Path) -> Driver:
    return bins(tmp_path / "l.db")


def storm(ledger: Driver, text: str = "## 1. One\n") -> str:
    ident: str = ledger.do("alpha: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"alpha: propose {ident} -f -", text)
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {ident}")
    return ident


def test_two_deciding_and_ratifying_at_once(ledger: Driver) -> None:
    ident = storm(ledger)
    made = together(ledger, ["decide", ident, "--as", "alpha"], ["decide", ident, "--as", "beta"])
    assert [code for code, _ in made] == [0, 0]
    assert sorted(bool(doc["data"]["changed"]) for _, doc in made) == [False, True]  # type: ignore
    made = together(ledger, *[["ratify", "D1", "--as", "warden"]] * 2)
    assert [code for code, _ in made] == [0, 0]
    assert sorted(bool(doc["data"]["changed"]) for _, doc in made) == [False, True]  # type: ignore
    assert [row["kind"] for row in ledger.do("log D1")["rows"]] == ["decide", "ratify"]
    ledger.clean()


def test_two_decisions_racing_to_amend_one_point(ledger: Driver) -> None:
    ledger.do("warden: policy set 'together bin'")
    storm_of = [storm(ledger)]
    ledger.do(f"alpha: decide {storm_of[0]}")
    rivals = [storm(ledger, f"## 1. Rival {n}\nAmends: D1.1\n") for n in (1, 2)]
    made = together(ledger, *[["decide", one, "--as", "alpha"] for one in rivals])
    codes = [code for code, _ in made]
    assert sorted(codes) == [0, 3]
    won, lost = made[codes.index(0)][1], made[codes.index(3)][1]
    first = won["data"]["decision"]  # type: ignore[index]
    block = lost["error"]["blocks"][0]  # type: ignore[index]
    assert block["code"] == "target-not-in-force"
    assert f"{first}.1" in block["message"]
    ledger.clean()


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_whoever_comes_second_is_refused_and_told_of_the_first(
    ledger: Driver, order: tuple[int, int]
) -> None:
    ledger.do("warden: policy set 'together bin'")
    ledger.do(f"alpha: decide {storm(ledger)}")
    rivals = [storm(ledger, f"## 1. Rival {n}\nAmends: D1.1\n") for n in (1, 2)]
    won = start(ledger, "decide", rivals[order[0]], "--as", "alpha")
    assert won.wait() == 0
    lost = start(ledger, "decide", rivals[order[1]], "--as", "alpha")
    assert lost.wait() == 3
    assert json.loads(won.communicate()[0])["data"]["decision"] == "D2"
    block = json.loads(lost.communicate()[0])["error"]["blocks"][0]
    assert (block["code"], block["target"]) == ("target-not-in-force", "D1.1")
    assert "D2.1" in block["message"]


def test_twenty_at_once_all_succeed(ledger: Driver, soak: int) -> None:
    before = ledger.seq()
    lines = [["item", "comment", "EVO-1", f"word {n}", "--as", "alpha"] for n in range(20)]
    made = together(ledger, *lines)
    assert {code for code, _ in made} == {0}
    seqs = sorted(doc["data"]["entry"] for _, doc in made)  # type: ignore[index]
    assert seqs == list(range(before + 1, before + 21))
    ledger.clean()


def test_the_same_id_from_two_processes_is_one_entry(ledger: Driver) -> None:
    ident = "0197aaaa-0000-7000-8000-000000000001"
    line = ["item", "comment", "EVO-1", "once", "--id", ident, "--as", "alpha"]
    made = together(ledger, line, line)
    entries = {doc["data"]["entry"] for _, doc in made}  # type: ignore[index]
    assert len(entries) == 1
    assert sorted(bool(doc["data"]["replayed"]) for _, doc in made) == [False, True]  # type: ignore


def test_the_lock_is_waited_for_and_then_given_up(ledger: Driver) -> None:
    with Locked(str(ledger.path)):
        began = time.monotonic()
        with (
            pytest.raises(LedgerError) as caught,
            Store(str(ledger.path), wait=0.2).writing(),
        ):
            pass
        assert time.monotonic() - began >= 0.2
    assert (caught.value.code, caught.value.exit) == ("busy", 8)


def test_a_forked_child_does_not_keep_the_lock(ledger: Driver) -> None:
    with Locked(str(ledger.path)):
        child = subprocess.Popen(["sleep", "5"], close_fds=False)
    try:
        ledger.do("alpha: item comment EVO-1 'still here'")
    finally:
        child.kill()
        child.wait()


def test_killed_while_writing_nothing_is_half_done(ledger: Driver, soak: int) -> None:
    """Killed at any moment, an entry is there whole or not at all, and the id says which."""
    for round_ in range(6 * soak):
        ident = f"0197aaaa-0000-7000-8000-{round_:012d}"
        argv = ["item", "comment", "EVO-1", f"round {round_}", "--id", ident, "--as", "alpha"]
        process = start(ledger, *argv)
        time.sleep(0.02 + 0.012 * (round_ % 12))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        before = ledger.seq()
        made = ledger.do(f"alpha: item comment EVO-1 'round {round_}' --id {ident}")
        assert ledger.seq() == before + (not made["replayed"])
    ledger.clean()


def test_readers_are_not_kept_out_by_a_writer(ledger: Driver) -> None:
    with Store(str(ledger.path)).writing():
        assert ledger.do("show EVO-1")["item"]["key"] == "EVO-1"


def as_nobody(path: Path) -> str:
    """What a user who may not write there reads: the head's number, or the code of the error."""
    out, into = os.pipe()
    child = os.fork()
    if child == 0:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        try:
            with Store(str(path)).reading() as reader:
                said = str((reader.head() or {})["seq"])
        except LedgerError as error:
            said = error.code
        except BaseException as error:
            said = repr(error)
        os.write(into, said.encode())
        os._exit(0)
    os.close(into)
    os.waitpid(child, 0)
    with os.fdopen(out) as answer:
        return answer.read()


def test_a_read_only_folder_is_read_but_never_stale(ledger: Driver) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copy(ledger.path, folder / "l.db")
        (folder / "l.db").chmod(0o444)
        folder.chmod(0o555)
        assert as_nobody(folder / "l.db") == str(ledger.seq())
        folder.chmod(0o755)
        # A write that stands in the WAL alone, since its connection is not closed:
        writer = connect(str(ledger.path), "rw")
        writer.execute("CREATE TABLE beside (x)")
        shutil.copy(f"{ledger.path}-wal", folder / "l.db-wal")
        writer.close()
        (folder / "l.db-wal").chmod(0o400)
        folder.chmod(0o555)
        assert as_nobody(folder / "l.db") in ("needs-recovery", "cannot-open")
        (folder / "l.db-wal").chmod(0o444)
        assert as_nobody(folder / "l.db") == "needs-recovery"
        folder.chmod(0o755)
