"""What the benchmarks share: a ledger to run in, and the CPU that a process takes.

The measure is user and system time of the whole process, as the kernel counts it for ended
children; the ledger's command is the installed console script, beside this Python.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

SCRIPT = Path(sys.executable).with_name("ledger")
BARE = [sys.executable, "-c", "pass"]
Line = dict[str, Any]


def line(who: str, *argv: str, stdin: str = "") -> Line:
    """A line of a batch."""
    return {"argv": list(argv), "as": who, "stdin": stdin}


def environment() -> dict[str, str]:
    """The environment, without the settings of who runs this."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LEDGER_", "PYTHON"))}
    return {**kept, "LEDGER_ACTOR": "ada"}


# Runs a command and writes the peak of its memory (kB) to standard error. The kernel's count for an
# ended child begins with what its parent held, so it is asked for from within (Linux).
PEAK = """
import os, sys
from ledger.cli.main import main
code = main(sys.argv[1:], dict(os.environ))
said = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
sys.exit(code or f"peak {said[0]}")
"""


def peak(argv: list[str], folder: Path) -> tuple[float, float]:
    """(CPU seconds, peak of its memory in MB) of a ledger's command, which must end well."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    made = subprocess.run(
        [sys.executable, "-c", PEAK, *argv],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    word, _, size = made.stderr.strip().rpartition(" ")
    if word != "peak":
        raise SystemExit(f"{' '.join(argv)}: {made.stderr}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, int(size) / 1024


def cpu(argv: list[str], folder: Path, code: int = 0) -> float:
    """The CPU seconds of a process, which must end with that exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    made = subprocess.run(
        argv, cwd=folder, env=environment(), stdin=subprocess.DEVNULL, capture_output=True
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if made.returncode != code:
        said = (made.stdout + made.stderr).decode("utf-8", "replace")
        raise SystemExit(f"{' '.join(argv)}: exit {made.returncode}, not {code}\n{said}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def ledger(folder: Path, *argv: str, code: int = 0) -> float:
    """The CPU seconds of a command."""
    return cpu([str(SCRIPT), *argv], folder, code)


def fill(folder: Path, lines: Iterable[Line]) -> list[dict[str, Any]]:
    """Makes a ledger in a folder by a batch; returns the results."""
    folder.mkdir()
    (folder / "lines.jsonl").write_text("".join(json.dumps(one) + "\n" for one in lines), "utf-8")
    ledger(folder, "init")
    made = subprocess.run(
        [str(SCRIPT), "batch", "lines.jsonl", "--atomic"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    results = [json.loads(one) for one in made.stdout.splitlines()]
    if made.returncode:
        raise SystemExit(f"the batch ended at its line {len(results)}: {results[-1:]}")
    return results


def report(name: str, ratio: float, budget: float) -> bool:
    """Prints a figure beside its budget; returns whether it is within."""
    fits = ratio <= budget
    print(f"{name:24} {ratio:6.2f}   {budget:4.1f}   {'OK' if fits else 'OVER'}", flush=True)
    return fits


__all__ = ["BARE", "Line", "cpu", "fill", "ledger", "line", "median", "peak", "report"]
