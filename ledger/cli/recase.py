"""Ids that are typed in the wrong case: the hint is the same command line with the right one.

An id has one spelling (concepts.md, "Words"), and nothing is folded; what was meant is plain where
upper and lower case are all that differs.
"""

from __future__ import annotations

from ledger.cli.parse import Help, command_of, parsed
from ledger.cli.table import IDS, group, options
from ledger.core import names
from ledger.core.errors import LedgerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Command = dict[str, Any]

CASED = (*IDS, "key", "project")


def recase(argv: list[str], error: LedgerError, there: Callable[[str], bool] | None = None) -> None:
    """Gives the error the hint, where it is about an id of the command line in the wrong case and
    the line can be read in the right one; `there` says whether an item, decision or the like is."""
    try:
        words, rest = command_of(argv)
    except (LedgerError, Help):
        return
    made = list(rest)
    for place, kind in _kinds(group(words.split(" ")[0])[words], rest):
        flag, equals, value = (
            made[place].rpartition("=") if made[place][:2] == "--" else ("", "", made[place])
        )
        meant = spelled(value, kind)
        home = meant.partition(".")[0]
        if meant == value or value.partition(".")[0] not in error.message:
            continue
        if kind == "project" or there is None or there(home):
            made[place] = f"{flag}{equals}{meant}"
            error.message += f": is it {meant}?"
    if made != rest and _reads(argv_of(words, made)):
        error.hint = again(argv_of(words, made)) or error.hint


def again(argv: list[str], *more: str) -> str:
    """The command line as it is typed again, with more options before what ends them; none where
    it cannot be printed in one line, or has a password in a URL."""
    from shlex import join

    end = argv.index("--") if "--" in argv else len(argv)
    return join(["ledger", *argv[:end], *more, *argv[end:]]) if _printable(argv) else ""


def argv_of(words: str, rest: list[str]) -> list[str]:
    """The command line of the words and what follows."""
    return [*words.split(" "), *rest]


def _reads(argv: list[str]) -> bool:
    try:
        return bool(parsed(argv))
    except (LedgerError, Help):
        return False


def _printable(rest: list[str]) -> bool:
    """May it be shown in one line, without a password that stands in a URL?"""
    return all(one.isprintable() and "@" not in one.partition("://")[2] for one in rest)


def _kinds(command: Command, rest: list[str]) -> Iterator[tuple[int, str]]:
    """(place, kind) of every word of a command line that is to be an id, or holds one after `=`."""
    known = {flag: (meta, kind) for flag, meta, kind, _ in options(command)}
    plain: list[int] = []
    at, ended = 0, False
    while at < len(rest):
        word = rest[at]
        flag, equals, _ = word.partition("=")
        meta, kind = known.get(flag, (None, ""))
        if ended or not word.startswith("-") or word == "-":
            plain.append(at)
        elif word == "--":
            ended = True
        elif equals or (meta and at + 1 < len(rest)):
            at += not equals
            if kind in CASED:
                yield at, kind
        at += 1
    for place, kind in zip(plain, _places(command, len(plain)), strict=False):
        if kind in CASED:
            yield place, kind


def _places(command: Command, count: int) -> list[str]:
    """The kinds of so many arguments."""
    wanted = command["arguments"]
    made: list[str] = []
    for _, kind, how in wanted:
        made += [kind] * (max(count - len(wanted) + 1, 1) if how.startswith("many") else 1)
    return made


def spelled(text: str, kind: str = "id") -> str:
    """The id as it is spelled, where the text is one but for its case; else the text itself."""
    big, small = text.upper(), text.lower()
    if kind == "project":
        return big if names.is_project(big) else text
    if names.is_brainstorm(small):
        return small
    head, dot, tail = text.partition(".")
    head, part = head.upper(), tail.upper()
    if not (names.is_key(head) or names.is_ruling(head)):
        return text
    if not dot:
        return head
    if names.is_part(f"{head}.{part}"):
        return f"{head}.{part}"
    label = names.is_ruling(head) and names.is_label(tail.lower())
    return f"{head}.{tail.lower()}" if label else text
