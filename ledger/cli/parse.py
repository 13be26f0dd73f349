"""Reads the words of a command line by the table; Typer is not needed for it.

Options may stand anywhere before `--`; `--flag=value` and `--flag value` are the same; nothing is
abbreviated, nothing is guessed.
"""

from __future__ import annotations

import os

from ledger.cli.common import decode
from ledger.cli.table import FILES, IDS, every, group, options, takes_text
from ledger.core import names
from ledger.core.clock import seconds
from ledger.core.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Command = dict[str, Any]

PATHS = ("file", "url")  # of these types any bytes are legal, as in the names of files
SHOWN = ("--version",)  # `faces.show_help` knows them


class Help(Exception):
    """The command line asks for help; `words` are the command's, as far as they go."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Parsed:
    """A command line that fits the table: the command's words, its entry, and the values."""

    __slots__ = ("argv", "command", "values", "words")

    def __init__(
        self, words: str, command: Command, values: dict[str, Any], argv: list[str]
    ) -> None:
        self.argv = argv
        self.words = words
        self.command = command
        self.values = values


class Choice:
    """Reads one of a few words; Usage lists them."""

    __slots__ = ("legal",)

    def __init__(self, *legal: str) -> None:
        self.legal = legal

    def __call__(self, text: str) -> str:
        if text not in self.legal:
            raise Usage(f"{text!r} is not one of {', '.join(self.legal)}")
        return text


def _grammar(test: Callable[[str], bool], what: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not test(text):
            raise Usage(f"{text!r} is not {what}")
        return text

    return read


def _seq(text: str) -> int:
    digits = text.removeprefix("#")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 16):
        raise Usage(f"{text!r} is not a number, such as 41")
    return int(digits)


def _uuid(text: str) -> str:
    from ledger.core.entry import is_uuid

    if not is_uuid(text.lower()):
        raise Usage(f"{text!r} is not a UUID")
    return text.lower()


def _labels(text: str) -> list[str]:
    labels = [part.strip() for part in text.split(",")]
    for label in labels:
        if not names.is_label(label):
            raise Usage(f"{label!r} is not a point's label: give --points 1,3a")
        if labels.count(label) > 1:
            raise Usage(f"point {label} is named twice")
    return sorted(labels, key=names.order)


def _plain(text: str) -> str:
    return text


PLAIN = ("text", "policy", "file", "url", "known-at", "date", "command")
TYPES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys((*IDS, *PLAIN), _plain),
    "name": names.name,
    "option": lambda text: names.name(text, "option", upper=True),
    "project": _grammar(names.is_project, "a project: A-Z and digits, such as EVO"),
    "key": names.key,
    "rel": Choice(*names.LINKS),
    "item-state": Choice("open", "closed"),
    "format": Choice("markdown", "json", "html", "madr"),
    "import-source": Choice("activity", "adr", "beads", "export"),
    "shell": Choice("bash", "zsh", "fish"),
    "fact": Choice("decided", "ratified", "closed"),
    "seq": _seq,
    "uuid": _uuid,
    "labels": _labels,
    "duration": seconds,
}


def parse(argv: list[str]) -> Parsed:
    """What the words mean; Usage where they do not fit the table, Help where they ask for it."""
    try:
        return parsed(argv)
    except Usage as error:
        from ledger.cli.recase import recase

        recase(argv, error)
        raise


def parsed(argv: list[str]) -> Parsed:
    """The same, and of an id in the wrong case nothing more is said."""
    words, rest = command_of(argv)
    command = group(words.split(" ")[0])[words]
    given, positional = _split(words, command, rest)
    values = _place(words, command, positional, "-f" in given)
    values.update(given)
    if "-f" in given:
        _require_place(words, command, values)
    for flag in command.get("required", ()):
        if flag not in values:
            raise Usage(f"ledger {words} needs {flag}", f"ledger {words} --help")
    return Parsed(words, command, values, argv)


def command_of(argv: list[str]) -> tuple[str, list[str]]:
    """The command's words and what follows; options that all commands take may stand before."""
    early: list[str] = []
    rest = list(argv)
    while rest and rest[0] in ("--as", "--db", "--json"):
        early += [rest.pop(0)]
        if early[-1] != "--json" and rest:
            early.append(rest.pop(0))
    if rest and rest[0] in SHOWN:
        raise Help(rest[0])
    if not rest or rest[0] in ("--help", "-h"):
        raise Help(" ".join(w for w in rest[1:] if not w.startswith("-")))
    word = rest.pop(0)
    commands = group(word)
    if not commands:
        raise Usage(f"there is no command {word!r}; there are {', '.join(FILES)}", _meant(word))
    if word in commands:
        return word, early + rest
    if not rest or rest[0] in ("--help", "-h"):
        raise Help(word)
    second = f"{word} {rest[0]}"
    if second not in commands:
        legal = ", ".join(name.split(" ")[1] for name in commands)
        raise Usage(f"there is no command {second!r}; there are {word} {legal}", _meant(second))
    return second, early + rest[1:]


def _meant(typed: str) -> str:
    """The help of the command that was meant: the one of that very word, the one of a
    group that is called so (`cast`), or the nearest in writing; of all where there is none."""
    from difflib import get_close_matches

    last = typed.split(" ")[-1]
    if last in group(last):
        return f"ledger {last} --help"
    every_one = [words for words, _ in every()]
    found = [words for words in every_one if words.split(" ")[-1] == last]
    if len(found) != 1:
        found = get_close_matches(typed, every_one, n=1, cutoff=0.7)
    return f"ledger {found[0]} --help" if found else "ledger --help"


def _split(words: str, command: Command, rest: list[str]) -> tuple[dict[str, Any], list[str]]:
    """The options that are given, read by their types, and the positional arguments."""
    known = {flag: (meta, kind) for flag, meta, kind, _ in options(command)}
    given: dict[str, Any] = {}
    positional: list[str] = []
    at = 0
    while at < len(rest):
        word = rest[at]
        at += 1
        if word == "--":
            positional += rest[at:]
            break
        if not word.startswith("-") or word == "-":
            positional.append(word)
            continue
        flag, equals, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if flag in ("--help", "-h"):
            raise Help(words)
        meta, kind = _option(words, known, flag, given)
        if meta is None:
            given[flag] = True
            continue
        if not equals:
            if at == len(rest):
                raise Usage(f"{flag} needs a value: {meta}", f"ledger {words} --help")
            value = rest[at]
            at += 1
        if not value.strip():
            raise Usage(f"{flag} is empty", f"ledger {words} --help")
        given[flag] = _read(kind, value, flag)
    return given, positional


def _option(
    words: str, known: dict[str, tuple[str | None, str]], flag: str, given: dict[str, Any]
) -> tuple[str | None, str]:
    if flag == "--file":
        flag = "-f"
    if flag not in known:
        legal = ", ".join(sorted(known))
        raise Usage(
            f"ledger {words} has no option {flag}; it has {legal}", f"ledger {words} --help"
        )
    if flag in given:
        raise Usage(f"{flag} is given twice")
    return known[flag]


def _read(kind: str, value: str, what: str) -> Any:
    if kind not in PATHS:
        decode(os.fsencode(value), what)
    try:
        return TYPES[kind](value)
    except Usage as error:
        error.message = f"{what}: {error.message}"
        raise


def _place(words: str, command: Command, positional: list[str], from_file: bool) -> dict[str, Any]:
    """The positional arguments by their names. A text may come by -f instead."""
    wanted = list(command["arguments"])
    if from_file and wanted and wanted[-1][1] == "text" and takes_text(command):
        fixed = sum(how in ("one", "many") for _, _, how in wanted[:-1])
        many = any(how == "many" for _, _, how in wanted)
        if many or len(positional) == fixed:
            wanted.pop()
    values: dict[str, Any] = {}
    left = list(positional)
    for place, (name, kind, how) in enumerate(wanted):
        later = sum(h in ("one", "many") for _, _, h in wanted[place + 1 :])
        if how in ("many", "many-or-none"):
            cut = max(len(left) - later, how == "many")
            values[name] = [_read(kind, one, name) for one in left[:cut]]
            left = left[cut:]
            missing = how == "many" and not values[name]
        else:
            missing = not left and how == "one"
            if left:
                values[name] = _read(kind, left.pop(0), name)
        if missing:
            raise _missing(words, command, name, kind)
    if left:
        more = " (quote a text that has spaces)" if takes_text(command) else ""
        raise Usage(f"ledger {words}: {left[0]!r} is one argument too many{more}")
    return values


def _missing(words: str, command: Command, name: str, kind: str) -> Usage:
    """What is said where an argument is not given: which one, and what it takes."""
    from ledger.cli.reference import KINDS, argument

    usage = " ".join([words, *(argument(one, how) for one, _, how in command["arguments"])])
    what = KINDS[kind].partition(";")[0]
    return Usage(
        f"the argument {name} is missing, {what}: ledger {usage}", f"ledger {words} --help"
    )


def _require_place(words: str, command: Command, values: dict[str, Any]) -> None:
    """Usage where a file is given with -f and no text is missing that it could be."""
    texts = [name for name, kind, _ in command["arguments"] if kind == "text"]
    flags = [flag for flag, _, kind, _ in command.get("options", ()) if kind == "text"]
    own = "-f" in {flag for flag, *_ in command.get("options", ())}
    if own or any(values.get(name, "-") == "-" for name in texts):
        return
    if not any(values.get(flag) == "-" for flag in flags):
        what = " or ".join(f"{flag} -" for flag in flags) or texts[0]
        raise Usage(f"-f gives a text that has no place here: say {what}", f"ledger {words} --help")
