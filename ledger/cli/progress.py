"""How far a long command has come, for a person at a terminal: one line on standard error, written
over itself and wiped at the end. Nothing is said in a pipe, under `--json`, or on a dumb terminal
(cli.md, "Rules for every command")."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from ledger.cli.common import Call

    T = TypeVar("T")

WIDTH = 30  # characters of the bar
FEW = 20  # what is so little is done before anybody has read the line


def progress(call: Call, made: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The same things, one by one, with the line beside; `what` are they, in the plural."""
    if total <= FEW or not _looked_at(call):
        yield from made
        return
    shown = -1
    try:
        for number, one in enumerate(made, 1):
            yield one
            if number * 100 // total != shown:
                shown = number * 100 // total
                _write(f"\r{line(number, total, what)}")
    finally:
        _write("\r\x1b[K")


def line(number: int, total: int, what: str) -> str:
    """The line: a bar, the share and the count.

    >>> line(250, 1000, "pages")
    '#######.......................  25% 250 of 1000 pages'
    """
    full = number * WIDTH // total
    bar = "#" * full + "." * (WIDTH - full)
    return f"{bar} {number * 100 // total:3}% {number} of {total} {what}"


def _looked_at(call: Call) -> bool:
    from ledger.cli.common import json_asked
    from ledger.cli.terminal import watched

    plain = call.get("--json") or json_asked(call.env)
    return not plain and watched(call.env, sys.stderr)


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
