"""A terminal that somebody looks at: a pty, and all that is written to it."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import termios
from pathlib import Path

from driving import Driver

ROOT = Path(__file__).resolve().parents[1]
SOON = 30.0  # seconds; a command takes a twentieth of one, on a machine that does nothing else


def drained(end: int) -> bytes:
    """What is written to the other end of a terminal until that is closed; closes this one."""
    seen = b""
    with open(end, "rb", buffering=0) as screen:
        try:
            while more := screen.read(1 << 16):
                seen += more
        except OSError:  # the other end is closed: that is how a pty ends
            pass
    return seen


def at_a_terminal(ledger: Driver, argv: list[str], columns: int = 80, **more: str) -> bytes:
    """What a command writes to a terminal of that width, on both streams; carriage returns are left
    out."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    kept = {k: v for k, v in os.environ.items() if k != "COLUMNS" and not k.startswith("LEDGER_")}
    made = subprocess.Popen(
        [sys.executable, str(ROOT / "bin" / "ledger"), *argv],
        env={**kept, **ledger.env, "PYTHONPATH": str(ROOT), "TERM": "xterm", **more},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    seen = drained(ours)
    made.wait(timeout=SOON)
    return seen.replace(b"\r\n", b"\n")
