"""`ledger wait` and `watch` as processes: they end when it has come and not before, cost next to
nothing meanwhile, and can be ended (cli.md, "Commands")."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

import pytest
from driving import Doc, Driver, bins
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from test_windows import Timed

from ledger.cli.common import Outside
from ledger.cli.schema import schemas
from ledger.store.changes import Changes
from ledger.store.embedded import connect

ROOT = Path(__file__).resolve().parents[1]
TEXT = "## 1. One\n\n## 2. Two\n"
# What the pages promise is 0.2 s; a machine that runs other tests beside this one is given more.
SOON = 1.0


@pytest.fixture
def ledger(tmp_path: Path) -> Driver:
    return bins(tmp_path / "l.db")


@pytest.fixture
def running() -> Iterator[list[subprocess.Popen[str]]]:
    """The processes that a test started: none outlives it."""
    started: list[subprocess.Popen[str]] = []
    yield started
    for one in started:
        one.kill()
        one.communicate()


def start(
    ledger: Driver, running: list[subprocess.Popen[str]], *argv: str
) -> subprocess.Popen[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    running.append(
        subprocess.Popen(
            [sys.executable, str(ROOT / "bin" / "ledger"), *argv],
            env={**kept, **ledger.env, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=heeds_interrupts,
        )
    )
    return running[-1]


def heeds_interrupts() -> None:
    """Ctrl-C reaches it, also where the tests run in the background of a script."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def storm(ledger: Driver, *more: str) -> str:
    ident: str = ledger.do(" ".join(["warden: brainstorm open EVO-1 T", *more]))["id"]
    ledger.do(f"alpha: propose {ident} -f -", TEXT)
    return ident


def asleep(process: subprocess.Popen[str]) -> None:
    """It still waits, when it has surely had its first look."""
    time.sleep(0.5)
    assert process.poll() is None, process.communicate()


def ends(process: subprocess.Popen[str], code: int, within: float = SOON) -> Doc:
    """It ends soon, with that code; its document."""
    began = time.monotonic()
    out, err = process.communicate(timeout=30)
    assert time.monotonic() - began < within
    assert process.returncode == code, (out, err)
    assert err == ""
    made: Doc = json.loads(out)
    return made


def test_decided_comes_with_the_decision_and_no_position_brings_it(
    ledger: Driver, running: list[subprocess.Popen[str]]
) -> None:
    ident = storm(ledger)
    waits = [
        start(ledger, running, "wait", one, "--until", fact, "--json")
        for one, fact in ((ident, "decided"), ("EVO-1", "decided"), (ident, "closed"))
    ]
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {ident}")
        for one in waits:
            asleep(one)
    ledger.do(f"alpha: decide {ident}")
    for one, state in zip(waits, ("adopted", "open", "adopted"), strict=True):
        data = ends(one, 0)["data"]
        assert data["state"] == state
        assert data["points"] == [
            {"id": f"D1.{n}", "state": "awaiting-ratification"} for n in (1, 2)
        ]


def test_ratified_comes_when_no_point_waits(
    ledger: Driver, running: list[subprocess.Popen[str]]
) -> None:
    ident = storm(ledger)
    names = (ident, "D1", "D1.1", "EVO-1")
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {ident}")
    ledger.do(f"alpha: decide {ident}")
    waits = {
        one: start(ledger, running, "wait", one, "--until", "ratified", "--json") for one in names
    }
    for one in waits.values():
        asleep(one)
    ledger.do("warden: ratify D1 --points 1")
    assert ends(waits.pop("D1.1"), 0)["data"]["state"] == "in-force"
    for one in waits.values():
        asleep(one)
    ledger.do("warden: ratify D1 --points 2 --refuse No")
    for one in waits.values():
        points = ends(one, 0)["data"]["points"]
        assert [point["state"] for point in points] == ["in-force", "refused"]


def test_what_has_come_already_is_told_at_once(ledger: Driver) -> None:
    assert ledger.decide(TEXT) == "D1"
    ident = ledger.do("show D1")["brainstorm"]
    for line in (f"{ident} --until decided", "D1 --until decided", f"{ident} --until closed"):
        assert ledger.do(f"wait {line}")["until"] == line.split(" ")[-1]
    ledger.do("alpha: item new EVO Bare --key EVO-2")
    ledger.do("alpha: item close EVO-2")
    assert ledger.do("wait EVO-2 --until closed")["state"] == "closed"


@pytest.mark.parametrize("how", ["--no-decision Moot", "--withdraw Moot"])
@pytest.mark.parametrize("fact", ["decided", "ratified"])
def test_what_cannot_come_any_more_is_refused_at_once(
    ledger: Driver, running: list[subprocess.Popen[str]], how: str, fact: str
) -> None:
    ident = storm(ledger)
    one = start(ledger, running, "wait", ident, "--until", fact, "--json")
    asleep(one)
    ledger.do(f"warden: brainstorm close {ident} {how}")
    (block,) = ends(one, 3)["error"]["blocks"]
    assert block["code"] == "closed"
    assert block["state"] in ("closed", "withdrawn")
    assert ledger.do(f"wait {ident} --until closed")["state"] == block["state"]
    (block,) = ledger.refused(f"wait {ident} --until {fact}", "closed")
    assert block["hint"] == f"ledger show {ident}"


def test_an_item_that_was_closed_undecided(ledger: Driver) -> None:
    ledger.do("alpha: item new EVO Bare --key EVO-2")
    ledger.do("alpha: item close EVO-2")
    ledger.refused("wait EVO-2 --until decided", "closed")
    ledger.refused("wait EVO-2 --until ratified", "closed")


def test_past_the_timeout(ledger: Driver) -> None:
    ident = storm(ledger)
    began = time.monotonic()
    (block,) = ledger.refused(f"wait {ident} --until decided --timeout 1s", "timed-out")
    assert 1.0 <= time.monotonic() - began < 1.0 + SOON
    assert block["state"] == "open"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("wait D9 --until decided", 4),
        ("wait EVO-9 --until decided", 4),
        ("wait bs-00000000000 --until closed", 4),
        ("wait B9 --until closed", 4),
        ("wait D9.1 --until closed", 4),
        ("wait bin-1 --until closed", 4),
        ("wait EVO-1 --until done", 2),
        ("wait EVO-1", 2),
        ("wait EVO-1 --until closed --timeout 0s", 2),
        ("wait EVO-1 --until closed --timeout 10", 2),
        ("watch EVO-9", 4),
        ("watch --since yesterday", 2),
    ],
)
def test_nothing_is_waited_for_that_is_not_there(ledger: Driver, line: str, code: int) -> None:
    ledger.fails(line, code)


def test_a_ballot(ledger: Driver) -> None:
    ledger.decide(TEXT)
    asked = "## 1. Which? (rules on D1.1)\n- a: this\n- b: that (refuses)\n"
    ledger.do("alpha: ballot open D1 --to owner -f -", asked)
    ledger.refused("wait B1 --until closed --timeout 1s", "timed-out")
    ledger.do("warden: ballot cast B1 '1=a'")
    ledger.do("warden: ballot close B1")
    assert ledger.do("wait B1 --until closed")["state"] == "closed"
    ledger.refused("wait B1 --until decided --timeout 1s", "timed-out")
    ledger.do("warden: ratify D1 --ballot B1")
    assert ledger.do("wait B1 --until ratified")["state"] == "adopted"


def test_a_ballot_whose_points_wait_no_more_is_not_waited_for(ledger: Driver) -> None:
    ledger.decide(TEXT)
    asked = "## 1. Which? (rules on D1.1)\n- a: this\n- b: that (refuses)\n"
    ledger.do("alpha: ballot open D1 --to owner -f -", asked)
    ledger.do("alpha: withdraw D1.1 Overtaken")
    ledger.refused("wait B1 --until ratified --timeout 30s", "closed")


# --- the clock alone


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Sets the clock so many seconds ahead; from there it goes on."""

    def ahead(seconds: int) -> None:
        monkeypatch.setattr(Outside, "now", lambda _: time.time_ns() // 1_000_000 + 1000 * seconds)

    return ahead


def test_a_brainstorm_that_lapses(ledger: Driver, later: Callable[[int], None]) -> None:
    began = time.monotonic()
    policy = "electorate bin as-of live; pass for > 1/2 of electorate; open 1m max 2m"
    ident = storm(ledger, f"--policy '{policy}'")
    later(118)
    (block,) = ledger.refused(f"wait {ident} --until decided --timeout 1m", "closed")
    assert block["state"] == "lapsed"
    assert 2 <= time.monotonic() - began < 2 + SOON
    assert ledger.do(f"wait {ident} --until closed --timeout 1m")["state"] == "lapsed"


def test_a_window_that_passes_in_vain_is_noticed(
    ledger: Driver, later: Callable[[int], None]
) -> None:
    ident = storm(ledger, "--policy 'electorate bin; pass for > 1/2 of electorate; open 1m'")
    later(58)
    (block,) = ledger.refused(f"wait {ident} --until decided --timeout 30s", "closed")
    assert block["state"] == "open"


def test_a_brainstorm_that_lapses_is_closed(ledger: Driver, later: Callable[[int], None]) -> None:
    began = time.monotonic()
    policy = "electorate bin as-of live; pass for > 1/2 of electorate; open 1m max 2m"
    ident = storm(ledger, f"--policy '{policy}'")
    later(118)
    assert ledger.do(f"wait {ident} --until closed --timeout 1m")["state"] == "lapsed"
    assert 2 <= time.monotonic() - began < 2 + SOON


def test_a_ratification_that_lapses(tmp_path: Path, later: Callable[[int], None]) -> None:
    ledger = bins(tmp_path / "l.db", "together bin; ratify by owner within 1m")
    ledger.decide(TEXT)
    began = time.monotonic()
    later(58)
    data = ledger.do("wait D1 --until ratified --timeout 1m")
    assert {point["state"] for point in data["points"]} == {"lapsed"}
    assert 1 <= time.monotonic() - began < 2 + SOON


def test_a_lease_that_ends_where_leavers_abort(
    ledger: Driver, running: list[subprocess.Popen[str]]
) -> None:
    ledger.do("warden: seat register bin-3 --actor gamma --ttl 2s")
    until = time.monotonic() + 2
    ident = storm(ledger, "--policy 'electorate bin leavers abort; pass for > 1/2 of electorate'")
    one = start(ledger, running, "wait", ident, "--until", "decided", "--json")
    (block,) = ends(one, 3, 2 + SOON)["error"]["blocks"]
    assert (block["code"], block["state"]) == ("closed", "aborted")
    assert time.monotonic() - until < SOON


# --- ending it, and what it costs


def test_waiting_costs_next_to_nothing(
    ledger: Driver, running: list[subprocess.Popen[str]]
) -> None:
    ident = storm(ledger)

    def cost(seconds: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        one = start(ledger, running, "wait", ident, "--until", "decided", "--timeout", seconds)
        one.communicate()
        assert one.returncode == 3
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    short = min(cost("1s") for _ in range(2))
    assert cost("4s") - short < 3 * 0.05  # of one core; a busy loop takes 3 seconds


@pytest.mark.parametrize("argv", [["wait", "EVO-1", "--until", "closed"], ["watch"]])
def test_interrupted(ledger: Driver, running: list[subprocess.Popen[str]], argv: list[str]) -> None:
    one = start(ledger, running, *argv)
    asleep(one)
    one.send_signal(signal.SIGINT)
    assert one.communicate(timeout=10) == ("", "")
    assert one.returncode == 130


def test_a_window_that_passed_in_vain_ends_the_wait(
    tmp_path: Path, running: list[subprocess.Popen[str]]
) -> None:
    """But not where a clear, a casting vote, or who comes and leaves, may still pass it."""
    timed = Timed(tmp_path / "timed.db")
    made, passes = timed.ledger, "pass for > 1/2 of electorate; open 1d"
    few = timed.open(f"electorate bin; {passes}")
    live = timed.open(f"electorate bin as-of live; {passes}")
    tied = timed.open(f"electorate bin; {passes}; tie casting owner")
    objected = timed.open(f"electorate bin; {passes}; veto concern")
    bare = made.do(f"warden: brainstorm open EVO-1 T --policy 'electorate bin; {passes}'")["id"]
    timed.agree(objected, "alpha", "beta")
    made.do(f"gamma: concern {objected} Hm")
    timed.agree(tied, "alpha")
    made.do(f"beta: object {tied} No")
    timed.at("23")
    for ident in (few, bare):
        for fact in ("decided", "ratified"):
            error = ends(start(made, running, "wait", ident, "--until", fact, "--json"), 3)["error"]
            assert [one["code"] for one in error["blocks"]] == ["closed"]
            assert "its window has passed, and that cannot come" in error["message"]
    for ident, fact in (
        (live, "decided"),
        (tied, "decided"),
        (objected, "decided"),
        (few, "closed"),
    ):
        words = ("wait", ident, "--until", fact, "--timeout", "1s", "--json")
        error = ends(start(made, running, *words), 3, within=4)["error"]
        assert [one["code"] for one in error["blocks"]] == ["timed-out"]


def lines(stream: IO[str] | None, count: int) -> list[Doc]:
    """The next documents of a stream."""
    assert stream is not None
    return [json.loads(stream.readline()) for _ in range(count)]


def test_watch_prints_what_comes_and_only_that(
    ledger: Driver, running: list[subprocess.Popen[str]]
) -> None:
    ledger.do("alpha: item new EVO Other --key EVO-2")
    streams = {
        "": start(ledger, running, "watch"),
        "EVO-1": start(ledger, running, "watch", "EVO-1", "--texts"),
        "all": start(ledger, running, "watch", "EVO-1", "--since", "0"),
    }
    for one in streams.values():
        asleep(one)
    before = ledger.seq()
    for key in ("EVO-2", "EVO-1"):
        ledger.do(f"beta: item comment {key} 'about {key}'")
    rows = ledger.do("log --texts")["rows"]
    found = {name: lines(one.stdout, 1) for name, one in streams.items()}
    assert [one["data"]["seq"] for one in found[""]] == [before + 1]
    assert [one["data"]["seq"] for one in lines(streams[""].stdout, 1)] == [before + 2]
    assert [one["data"] for one in found["EVO-1"]] == [rows[-1]]
    heads = [one["head"]["seq"] for one in found["all"]]
    wanted = [row["seq"] for row in ledger.do("log EVO-1")["rows"]]
    heads += [one["head"]["seq"] for one in lines(streams["all"].stdout, len(wanted) - 1)]
    assert heads == wanted
    check = Draft202012Validator(schemas()["watch"])
    assert [one for name in found for one in found[name] if not check.is_valid(one)] == []
    assert not check.is_valid({**found[""][0], "head": 1})


def test_watch_ends_when_nobody_reads(ledger: Driver, tmp_path: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    shell = (
        f'"{sys.executable}" "{ROOT}/bin/ledger" watch --since 0 | head -n 1; '
        "echo ${PIPESTATUS[0]}"
    )
    made = subprocess.run(
        ["bash", "-c", shell],
        env={**kept, **ledger.env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )
    first, code = made.stdout.splitlines()
    assert json.loads(first)["head"]["seq"] == 1
    assert (code, made.stderr) == ("0", "")


def test_watch_without_standard_output_says_so(
    ledger: Driver, running: list[subprocess.Popen[str]]
) -> None:
    made = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" "{ROOT}/bin/ledger" watch >&-'],
        env={**os.environ, **ledger.env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert made.returncode == 2
    assert made.stderr.startswith("error[usage]: standard output is closed")


def test_a_batch_holds_no_watch(ledger: Driver) -> None:
    line = json.dumps({"argv": ["watch"]}) + "\n"
    made = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "ledger"), "batch", "-"],
        env={**os.environ, **ledger.env, "PYTHONPATH": str(ROOT)},
        input=line,
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert made.returncode == 2
    assert "cannot hold a watch" in json.loads(made.stdout)["error"]["message"]


# --- whether anything has changed


def test_changes_are_told_and_nothing_else(ledger: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ledger.store.changes.ANYWAY", 1e9)
    changed = Changes(str(ledger.path))
    assert changed()
    while changed():
        pass
    assert not changed()
    ledger.do("alpha: item comment EVO-1 hello")
    assert changed()  # a write whose connection is closed
    while changed():
        pass
    with closing(connect(str(ledger.path), "rw")) as writer:
        for n in range(3):
            writer.execute(f"CREATE TABLE beside_{n} (x)")  # one that stands in the WAL alone
            assert changed(), n
            while changed():
                pass
    assert changed()
    ledger.path.unlink()
    assert changed()


def test_once_in_a_while_it_is_yes_anyway(ledger: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = Changes(str(ledger.path))
    while changed():
        pass
    monkeypatch.setattr("ledger.store.changes.ANYWAY", 0.0)
    assert changed()
