"""How soon `wait` and `watch` tell, and what they cost meanwhile; exits 1 where it is too much.

The delay runs from the end of the process that wrote the fact to the end of the one that waited
for it (or to the line that `watch` prints), as a multiple of the time that Python takes to start;
the cost is milliseconds of CPU for each second of waiting. `python bench/waiting.py [RUNS]`
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measuring import BARE, SCRIPT, cpu, environment, fill, ledger, line, median, report

RUNS = 9
DELAY = 8.0  # times Python's start; 0.2 s where that takes 25 ms
COST = 20.0  # milliseconds a second, of one core
SETTLE = 0.4  # seconds: the waiting process has looked once by then
LONG, SHORT = 6, 1  # seconds of waiting, of which the difference is measured


def run(folder: Path, *argv: str) -> subprocess.Popen[str]:
    """A command that goes on."""
    return subprocess.Popen(
        [str(SCRIPT), *argv],
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )


def python_starts(folder: Path) -> float:
    """The seconds that Python takes to start and end."""
    began = time.monotonic()
    subprocess.run(BARE, cwd=folder, env=environment(), check=True)
    return time.monotonic() - began


def delay_of_wait(folder: Path, n: int) -> float:
    """Seconds from the write to the end of a `wait`."""
    ledger(folder, "item", "new", "NET", f"Gate {n}", "--key", f"NET-{n + 2}")
    waits = run(folder, "wait", f"NET-{n + 2}", "--until", "closed")
    time.sleep(SETTLE)
    ledger(folder, "item", "close", f"NET-{n + 2}")
    began = time.monotonic()
    waits.communicate()
    return time.monotonic() - began


def delay_of_watch(folder: Path, n: int) -> float:
    """Seconds from the write to the line of a `watch`."""
    watches = run(folder, "watch")
    time.sleep(SETTLE)
    ledger(folder, "item", "comment", "NET-1", f"measured-{n}")
    began = time.monotonic()
    assert watches.stdout is not None
    watches.stdout.readline()
    found = time.monotonic() - began
    watches.kill()
    watches.communicate()
    return found


def cost_of_wait(folder: Path) -> float:
    """Milliseconds of CPU for a second of waiting."""
    argv = [str(SCRIPT), "wait", "NET-1", "--until", "closed", "--timeout"]
    found = {seconds: cpu([*argv, f"{seconds}s"], folder, 3) for seconds in (LONG, SHORT)}
    return 1000 * (found[LONG] - found[SHORT]) / (LONG - SHORT)


def cost_of_watch(folder: Path) -> float:
    """Milliseconds of CPU for a second of watching."""
    stop = ["timeout", "-s", "INT"]
    found = {
        seconds: cpu([*stop, str(seconds), str(SCRIPT), "watch"], folder, 124)
        for seconds in (LONG, SHORT)
    }
    return 1000 * (found[LONG] - found[SHORT]) / (LONG - SHORT)


def times(delay: Callable[[Path, int], float], folder: Path, runs: int) -> float:
    """The median delay as a multiple of Python's start."""
    return median([delay(folder, n) / python_starts(folder) for n in range(runs)])


def main(runs: int = RUNS) -> int:
    """Measures; returns the exit code."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "ledger"
        fill(folder, [line("ada", "item", "new", "NET", "Waits", "--key", "NET-1")])
        print(f"delay as a multiple of Python's start, median of {runs}")
        fits = [
            report("wait", times(delay_of_wait, folder, runs), DELAY),
            report("watch", times(delay_of_watch, folder, runs), DELAY),
        ]
        print("milliseconds of CPU for a second of waiting")
        fits += [
            report("wait", cost_of_wait(folder), COST),
            report("watch", cost_of_watch(folder), COST),
        ]
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
