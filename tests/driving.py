"""Driving a real ledger in tests: real SQLite files, commands as they are typed."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ledger.cli.common import Call, document, failure
from ledger.cli.main import execute, head
from ledger.cli.parse import parse
from ledger.core.errors import LedgerError, Usage, position

Doc = dict[str, Any]


class Driver:
    """A ledger in a file. `do` runs a command line and returns its `data`; `refused` its blocks."""

    def __init__(self, path: Path, now: str | None = None, seed: str | None = None) -> None:
        self.path = path
        self.env = {"LEDGER_DB": str(path)}
        if now:
            self.env["LEDGER_NOW"] = now
        if seed:
            self.env["LEDGER_SEED"] = seed

    def run(self, line: str, stdin: str = "") -> tuple[int, Doc]:
        """(exit code, document) of a command line; `who: words` acts as `who`."""
        who, colon, words = line.partition(": ")
        argv = shlex.split(words if colon and " " not in who else line)
        if colon and " " not in who:
            argv += ["--as", who]
        call: Call | None = None
        try:
            call = Call(parse(argv), self.env, "\x00".join(argv), stdin.encode())
            answer = execute(call)
        except LedgerError as error:
            return error.exit, failure(error, head(call))
        return answer.exit, document(answer)

    def do(self, line: str, stdin: str = "") -> Doc:
        """The data of a command that must succeed."""
        code, made = self.run(line, stdin)
        assert code == 0, f"{line}: exit {code}: {made}"
        data: Doc = made["data"]
        return data

    def fails(self, line: str, code: int, stdin: str = "") -> Doc:
        """The error of a command that must fail so, having written nothing."""
        before = self.seq()
        got, made = self.run(line, stdin)
        assert got == code, f"{line}: exit {got}, not {code}: {made}"
        assert self.seq() == before, f"{line} wrote something"
        error: Doc = made["error"]
        return error

    def refused(self, line: str, *codes: str, stdin: str = "", noted: bool = False) -> list[Doc]:
        """The blocks of a command that must be refused with exactly these codes. Nothing is
        written, but (`noted`) the record of a blocked ratification."""
        before = self.seq()
        got, made = self.run(line, stdin)
        assert got == 3, f"{line}: exit {got}, not 3: {made}"
        blocks: list[Doc] = made["error"]["blocks"]
        assert sorted({one["code"] for one in blocks}) == sorted(codes), blocks
        assert self.seq() == before + noted, f"{line} wrote {self.seq() - before}"
        return blocks

    def seq(self) -> int:
        """The number of the last entry."""
        made = self.run("log")[1]
        seq: int = made["head"]["seq"]
        return seq

    def state(self, point: str, *more: str) -> str:
        """The state of a point."""
        state: str = self.do(" ".join(["show", point, *more]))["point"]["state"]
        return state

    def states(self, *points: str) -> str:
        """The states of some points, in one line."""
        return " ".join(self.state(point) for point in points)

    def decide(self, text: str, *, by: str = "alpha beta gamma", item: str = "EVO-1") -> str:
        """A decision on a proposal that the three bins agree to; returns its id."""
        first = by.split()[0]
        storm = self.do(f"{first}: brainstorm open {item} Topic")["id"]
        self.do(f"{first}: propose {storm} -f -", text)
        for who in by.split():
            self.do(f"{who}: agree {storm}")
        decision: str = self.do(f"{first}: decide {storm}")["decision"]
        return decision

    def clean(self) -> None:
        """The log verifies, and all that is computed is the fold."""
        made = self.do("verify")
        assert made["consistent"], made
        assert made["faults"] == []

    def copy(self, path: Path) -> Driver:
        """The same ledger in another file."""
        shutil.copy(self.path, path)
        twin = Driver(path)
        twin.env = {**self.env, "LEDGER_DB": str(path)}
        return twin


def bins(
    path: Path, policy: str = "together bin; ratify by owner", now: str | None = None
) -> Driver:
    """A ledger with three bins held by alpha, beta and gamma, the owner by warden, and EVO-1."""
    made = Driver(path, now)
    made.do("warden: init")
    made.do("warden: body add bin bin-1 bin-2 bin-3")
    made.do("warden: body add owner owner")
    for seat, actor in (("bin-1", "alpha"), ("bin-2", "beta"), ("bin-3", "gamma")):
        made.do(f"warden: seat register {seat} --actor {actor}")
    made.do("warden: seat register owner --actor warden")
    made.do(f"warden: policy set '{policy}'")
    made.do("alpha: item new EVO 'An item' --key EVO-1")
    return made


def faults_of(read: Callable[[str], object], text: str) -> list[tuple[str, int]]:
    """The faults of a page that is refused, after a check that the refusal is well formed."""
    with pytest.raises(Usage) as caught:
        read(text)
    error, faults = caught.value, caught.value.more["faults"]
    offsets = [fault["position"]["offset"] for fault in faults]
    assert error.exit == 2
    assert offsets == sorted(offsets)
    assert [fault["position"] for fault in faults] == [position(text, one) for one in offsets]
    assert all(0 <= offset <= len(text) for offset in offsets)
    assert error.more["position"] == faults[0]["position"]
    assert all(fault["message"] in error.message for fault in faults)
    return [(fault["message"], fault["position"]["offset"]) for fault in faults]
