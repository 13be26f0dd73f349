"""Every command once, as plain values: the parser, help, the reference page and the JSON Schemas
are made from them.

A command is `{help, arguments, options, example, run, data}` under its words:
`arguments` are `(NAME, type, how)`, how `one`, `many`, `optional` or `many-or-none`; `options` are
`(--flag, METAVAR or None for a switch, type, help)`, and `required` names those that must be
given; `form` is `(heading, language, text)`, what a file or a policy for it looks like;
`run` is `module:function` in `ledger.cli`; `write` marks what takes `--id` and `--expect`;
`data` is the shape of the answer's `data` (`shapes.py`), and `beside` marks what may print it
beside an error too. To add a command: a line in one of these files; a new file needs a line below.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Command = dict[str, Any]

FILES = {
    "init": "care",
    "item": "item",
    "action": "item",
    "body": "seat",
    "seat": "seat",
    "actor": "seat",
    "policy": "policy",
    "tally": "policy",
    "brainstorm": "brainstorm",
    "propose": "brainstorm",
    "agree": "brainstorm",
    "object": "brainstorm",
    "abstain": "brainstorm",
    "recuse": "brainstorm",
    "concern": "brainstorm",
    "clear": "brainstorm",
    "decide": "decision",
    "ratify": "decision",
    "withdraw": "decision",
    "ballot": "decision",
    "casting-vote": "decision",
    "hold": "decision",
    "release": "decision",
    "show": "show",
    "check": "show",
    "why": "show",
    "log": "show",
    "inbox": "agents",
    "brief": "agents",
    "search": "agents",
    "wait": "wait",
    "watch": "wait",
    "export": "export",
    "import": "imports",
    "batch": "export",
    "verify": "care",
    "doctor": "care",
    "upgrade": "care",
    "rebuild": "care",
    "help": "contract",
    "schema": "contract",
    "onboard": "contract",
    "completion": "contract",
}
COMMON = (
    ("--as", "ACTOR", "name", "who acts (or LEDGER_ACTOR); there is no other source"),
    ("--db", "URL", "url", "the database (or LEDGER_DB): a path or sqlite:///PATH"),
    ("--json", None, "switch", "one JSON document on standard output (or LEDGER_JSON=1)"),
    ("--help", None, "switch", "show what the command takes, with an example"),
)
WRITE = (
    ("--id", "UUID", "uuid", "retry with the same id: the first entry is returned, none is added"),
    ("--expect", "SEQ", "seq", "refuse (exit 5) if the subject has moved since that entry"),
)
# The types of arguments that are ids; how they are spelled their commands check.
IDS = (
    "id",
    "point",
    "checked",
    "told",
    "awaited",
    "entries",
    "excusable",
    "decidable",
    "action",
    "question",
    "brainstorm",
    "ballot",
    "tied",
    "points",
    "decision",
    "subject",
)
FILE = (("-f", "FILE", "file", "read the text from a file; - is standard input"),)


def group(word: str) -> dict[str, Command]:
    """The commands that begin with a word, by their words; none for an unknown word."""
    if word not in FILES:
        return {}
    module = __import__(f"{__name__}.{FILES[word]}", fromlist=("COMMANDS",))
    commands: dict[str, Command] = module.COMMANDS
    return {words: made for words, made in commands.items() if words.split(" ")[0] == word}


def every() -> Iterator[tuple[str, Command]]:
    """(words, command) of every command, in the order of the reference."""
    for word in FILES:
        yield from group(word).items()


def options(command: Command) -> list[tuple[str, str | None, str, str]]:
    """All options that a command takes."""
    own = list(command.get("options", ()))
    if takes_text(command):
        own += [one for one in FILE if one[0] not in {o[0] for o in own}]
    return own + list(WRITE if command.get("write") else ()) + list(COMMON)


def takes_text(command: Command) -> bool:
    """Does it take a text, and so `-f`?"""
    kinds = [kind for _, kind, _ in command["arguments"]]
    kinds += [kind for _, _, kind, _ in command.get("options", ())]
    return "text" in kinds
