"""The manual page, `docs/ledger.1`, made from the table: read with `man docs/ledger.1`."""

from __future__ import annotations

import ledger
from ledger.cli.reference import MEANINGS, spelled, usage
from ledger.cli.table import COMMON, WRITE, every, options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Command = dict[str, Any]
    Option = tuple[str, str | None, str, str]

VARIABLES = {
    "LEDGER_ACTOR": "who acts, where --as does not say it",
    "LEDGER_DB": "the database, where --db does not say it",
    "LEDGER_JSON": "1, or whatever is not 0: as if --json stood on every command line",
    "LEDGER_NOW": "the clock, in a ledger that was made under one that was fixed",
    "LEDGER_SEED": "the randomness, likewise",
}
ABOUT = (
    "ledger keeps every act as an entry that cannot be changed, and answers from the entries "
    "alone: what is in force now, who decided it, by which rule, was it ratified, and what did it "
    "replace. Answers go to standard output, errors to standard error, each with a command that "
    "goes on from there. There is no prompt and no pager; colour and tables are for a terminal "
    "only, and there is no colour under NO_COLOR."
)


def page() -> str:
    """The text of the manual page, in the man macros of roff."""
    made = [
        '.\\" Made from ledger/cli/table by `python -m ledger.cli.generate`: do not edit.',
        f'.TH LEDGER 1 "" "ledger {ledger.__version__}" "User Commands"',
        ".SH NAME",
        _text(f"ledger - {(ledger.__doc__ or '').strip().rstrip('.')}"),
        ".SH SYNOPSIS",
        ".B ledger",
        _text("COMMAND [ARGUMENT...] [OPTION...]"),
        ".SH DESCRIPTION",
        _text(ABOUT),
        ".SH COMMANDS",
    ]
    for words, command in every():
        made += _command(words, command)
    made += [".SH OPTIONS OF EVERY COMMAND", *_options(COMMON)]
    made += [".SH OPTIONS OF EVERY WRITE", *_options(WRITE)]
    made.append(".SH EXIT STATUS")
    for code, meaning in MEANINGS.items():
        made += [".TP", f".B {code}", _text(meaning.replace("`", ""))]
    made.append(".SH ENVIRONMENT")
    for name, meaning in VARIABLES.items():
        made += [".TP", f".B {name}", _text(meaning)]
    made += [".SH FILES", ".TP", ".I .ledger/ledger.db", "the ledger, here or in a folder above"]
    return "\n".join(made) + "\n"


def _command(words: str, command: Command) -> list[str]:
    shared = [*COMMON, *(WRITE if command.get("write") else ())]
    own = [one for one in options(command) if one not in shared]
    rows = [".SS " + _text(f"ledger {words}"), _text(command["help"].replace("`", "")), ".PP"]
    rows += [".B " + _text(usage(words, command))]
    rows += [".RS", *_options(own), ".RE"] if own else []
    if "form" in command:
        heading, _, text = command["form"]
        rows += [".PP", f"{heading}:", ".RS", ".nf"]
        rows += [_text(line) for line in text.splitlines()] + [".fi", ".RE"]
    return [*rows, ".PP", "Example:", ".B " + _text(command["example"])]


def _options(made: Iterable[Option]) -> list[str]:
    rows = []
    for one in made:
        rows += [".TP", f".B {_text(spelled(one))}", _text(one[3].replace("`", ""))]
    return rows


def _text(text: str) -> str:
    """A text as one line of roff: nothing in it is an instruction, a hyphen is one to copy."""
    made = text.replace("\\", "\\e").replace("-", "\\-").replace('"', "\\(dq").replace("'", "\\(aq")
    return "\\&" + made if made[:1] in (".", "'") else made
