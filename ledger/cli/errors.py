"""The catalogue of errors, `docs/errors.md`: every exit code, error code and block code with an
example, taken from the transcripts, whose every line a test runs.

Made by `python -m ledger.cli.generate` from the texts of `tests/transcripts/`.
"""

from __future__ import annotations

import re

from ledger.cli.codes import BLOCKS, LEDGER, WRITE
from ledger.cli.reference import MEANINGS
from ledger.core.errors import EXITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

TOP = """\
# Errors

<!-- Made from ledger/cli/codes.py and tests/transcripts/ by `python -m ledger.cli.generate`. -->

An exit code says what kind of answer it is; `error.code` (in brackets after `error`) says more.
Exit 3 is a refusal by a rule: it carries *blocks*, every reason at once, each with its own code and
a hint, a command that goes on from there. Under `--json` they are `error.blocks`; `check` and the
views have them as `blocks`.

Each example is a line of a [transcript](README.md#transcripts), whose lines before it make it run.
"""
ABOUT = {
    "fault": "the program itself failed, or the answer could not be printed; nothing is said by it",
    "usage": "the command line, the policy or the text is not well formed; nothing was written",
    "blocked": "a rule refuses it; the blocks say why",
    "not-found": "there is nothing of that id",
    "conflict": "it has moved since, it exists already, or the id says something else already",
    "no-ledger": "there is no ledger here or above, nor where `--db` or LEDGER_DB says",
    "cannot-open": "what is there is no ledger, or cannot be read or written by this user",
    "needs-recovery": "the database must be opened once by a user who may write there",
    "needs-extra": "an optional part of the program is not installed",
    "newer": "a newer version of the program wrote it: upgrade the program",
    "tampered": "the log is not what was written",
    "busy": "somebody else was writing for a minute",
    "no-space": "the disk is full",
    "unknown-outcome": "it may or may not have been written, or it was and could not be told: "
    "repeat it with the same `--id`",
}
UNSHOWN = {
    "needs-recovery": "it takes a second user",
    "no-space": "it takes a full disk",
    "contested": "only imports make it",
}
BLOCK = re.compile(r"^```console(?: slow)?\n(.*?)^```$", re.M | re.S)
SAID = re.compile(r"^(?:error|blocked)\[([a-z-]+)\]", re.M)
EXIT = re.compile(r"^\[exit (\d+)\]$", re.M)


class Example:
    """One command of a transcript and what it said."""

    __slots__ = ("codes", "exit", "page", "text")

    def __init__(self, page: str, text: str) -> None:
        self.page = page
        self.text = text
        self.codes = dict.fromkeys(SAID.findall(text))
        found = EXIT.search(text)
        self.exit = int(found[1]) if found else 0

    @property
    def rank(self) -> tuple[bool, int, int]:
        """What says one thing alone, in few words, and shows its exit code, makes an example."""
        return self.exit == 0 and bool(self.codes), len(self.codes), len(self.text)


def examples(pages: dict[str, str]) -> Iterator[Example]:
    """The commands of the transcripts; `pages` are the texts by their names."""
    for name, text in sorted(pages.items()):
        for block in BLOCK.findall(text):
            for part in re.split(r"^(?=\$ )", block, flags=re.M):
                if "ledger " in part.partition("\n")[0]:
                    yield Example(name, part)


def catalogue(pages: dict[str, str]) -> str:
    """The text of `docs/errors.md`."""
    known = list(examples(pages))
    made = [TOP, "## Exit codes\n"]
    for code, meaning in MEANINGS.items():
        made.append(f"### {code}: {meaning}\n")
        for name in [name for name, number in EXITS.items() if number == code]:
            made.append(f"`{name}`: {ABOUT[name]}.\n")
            if name != "blocked":
                made += _shown(name, [one for one in known if name in one.codes])
        if code in (0, 3):
            plain = [one for one in known if one.exit == code and "ledger check" in one.text]
            made += _shown("", plain)
    made.append("## Block codes\n")
    for word, (because, hint, commands) in BLOCKS.items():
        made.append(f"### `{word}`\n\n{because[0].upper()}{because[1:]}.\n")
        made.append(f"Refuses: {_commands(commands)}. Goes on with: `{hint}`.\n")
        made += _shown(word, [one for one in known if word in one.codes])
    return "\n".join(made)


def _commands(commands: tuple[str, ...]) -> str:
    named = {WRITE: "every write", LEDGER: "every command that reads a ledger"}
    return ", ".join(named.get(one, f"`{one}`") for one in dict.fromkeys(commands))


def _shown(code: str, found: list[Example]) -> list[str]:
    """The best example, or why there is none."""
    if not found:
        return [f"(No transcript shows it: {UNSHOWN[code]}.)\n"]
    best = min(found, key=lambda one: one.rank)
    return [f"```console\n{best.text}```\n", f"([{best.page}](../tests/transcripts/{best.page}))\n"]
