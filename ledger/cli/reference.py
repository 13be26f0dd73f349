"""The reference page, `docs/reference.md`, and the words that the help shares with it.

Made from the table by `python -m ledger.cli.generate`; a test says when the page is stale.
"""

from __future__ import annotations

from ledger.cli.table import COMMON, FILES, WRITE, every, options
from ledger.cli.table.shapes import SHAPES
from ledger.core.errors import EXITS
from ledger.core.names import LINKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Command = dict[str, Any]
    Option = tuple[str, str | None, str, str]

WIDTH = 96  # characters; a longer shape is written on several lines
KINDS = {
    "text": "a text; -f FILE or - (standard input) instead where it is long",
    "key": "a work item, such as EVO-26",
    "name": "a name: a-z, 0-9, and after the first character also - _ .",
    "option": "`for` or `against`, or the key of an option of the question",
    "project": "a project, such as EVO",
    "rel": f"one of {', '.join(LINKS)}",
    "subject": "what a page is of: a work item, decision or brainstorm; as json also a ballot",
    "source": "what the file is: `export`, a backup that `ledger export` wrote",
    "id": "an id, such as EVO-26, D7, D7.3a, B3, bs-mqpzo3ly470, EVO-26.Q1, D7.A1 or bin-1",
    "point": "a point, such as D7.3a or B3.1",
    "checked": "a decision, point, ballot or work item, such as D7, D7.3a, B3 or EVO-26",
    "told": "a work item, decision, brainstorm or point, such as EVO-26, D7 or D7.3a",
    "awaited": "a brainstorm, decision, point, ballot or work item, such as bs-mqpzo3ly470 or D7",
    "entries": "what the entries are about: a work item, brainstorm, decision, ballot or seat",
    "excusable": "a brainstorm, decision or ballot, such as bs-mqpzo3ly470, D7 or B3",
    "decidable": "a brainstorm, such as bs-mqpzo3ly470; with -f a work item, such as EVO-26",
    "action": "an action, such as D7.A1",
    "question": "a question about a work item, such as EVO-26.Q1",
    "brainstorm": "a brainstorm, such as bs-mqpzo3ly470",
    "decision": "a decision, such as D7",
    "ballot": "a ballot, such as B3",
    "tied": "a brainstorm, or a question of a ballot, such as B3.1",
    "points": "a decision or a point, such as D7 or D7.3a",
    "file": "a file; - is standard input",
    "import-source": "`activity`, `adr`, `beads` or `export`",
    "command": "the words of a command, such as item new",
    "shell": "bash, zsh or fish",
}
HOW = {
    "one": "{}",
    "many": "{}...",
    "optional": "[{}]",
    "many-or-none": "[{}...]",
}
MEANINGS = {
    0: "done; yes, it is in force",
    1: "a fault of the program; never an answer",
    2: "usage: bad flag, value, policy or text, no actor",
    3: "no: refused by a rule, not in force, not ratified, stale",
    4: "no such thing",
    5: "conflict: stale `--expect`, same id with other content, already exists",
    6: "no ledger here, or it cannot be opened",
    7: "the log does not verify",
    8: "busy or no space; nothing was written; try again",
    9: "outcome unknown; retry with the same id",
}
TOP = """\
# Reference

<!-- Made from ledger/cli/table by `python -m ledger.cli.generate`: do not edit. -->

Every command of `ledger`, with what it takes and answers. `ledger COMMAND --help` says the same.
Options may stand anywhere before `--`, which ends them; `--flag=value` and `--flag value` are the
same. A text may come from a file (`-f FILE`) or from standard input (`-`).

With `--json` a command prints one document:
`{"schema": 1, "ok": true, "data": ..., "head": {"seq": 41, "leaf": "..."}}`, or, where the answer
is an error, `{"schema": 1, "ok": false, "error": {"code": ..., "message": ...}, "head": ...}`,
with `error.hint` a command to type and `error.blocks` every reason of a refusal. `head` is null
where there is no ledger. `ledger/schemas/` holds the JSON Schema of each command's document.
"""
NOTATION = """\
## Shapes

Of the `data` of answers: `str`, `int`, `bool`, `any`; `str?` may be null; `[str]` is a list;
`key?` may be absent; `*` stands for any other key; `|` is either; other words are these shapes.
"""


def usage(words: str, command: Command) -> str:
    """The usage line, without "Usage:": arguments, then the options that must be given."""
    pieces = [argument(name, how) for name, _, how in command["arguments"]]
    need = command.get("required", ())
    pieces += [spelled(one) for one in options(command) if one[0] in need]
    return " ".join(["ledger", words, *pieces, "[OPTIONS]"])


def argument(name: str, how: str) -> str:
    """An argument as usage lines write it: `KEY`, `KEY...`, `[KEY]`, `[KEY...]`."""
    return HOW[how].format(name)


def spelled(option: Option) -> str:
    """An option with its value's name: `--as ACTOR`, `--json`."""
    flag, meta, _, _ = option
    return f"{flag} {meta}" if meta else flag


def about(word: str) -> str:
    """What the commands that begin with a word are about: the heading of their file."""
    module = __import__(f"ledger.cli.table.{FILES[word]}", fromlist=("COMMANDS",))
    return str(module.__doc__).split("\n")[0]


def reference() -> str:
    """The text of `docs/reference.md`."""
    made = [TOP, _listing()]
    made += ["## Options of every command\n", _options(COMMON)]
    made += ["## Options of every write\n", _options(WRITE)]
    made += ["## Exit codes\n", _exits(), "## Commands\n"]
    made += [_command(words, command) for words, command in every()]
    made += [NOTATION, *(_shape(name, shape) for name, shape in SHAPES.items())]
    return "\n".join(made)


def _listing() -> str:
    rows = [f"| {_link(words)} | {_cell(command['help'])} |" for words, command in every()]
    return "\n".join(["| command | does |", "|---|---|", *rows, ""])


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _link(words: str) -> str:
    return f"[`ledger {words}`](#ledger-{words.replace(' ', '-')})"


def _options(made: Iterable[Option]) -> str:
    return "\n".join([*(f"- `{spelled(one)}`: {one[3]}" for one in made), ""])


def _exits() -> str:
    rows = []
    for code, meaning in MEANINGS.items():
        names = ", ".join(f"`{name}`" for name, exit_code in EXITS.items() if exit_code == code)
        rows.append(f"| {code} | {meaning} | {names} |")
    return "\n".join(["| exit | meaning | `error.code` |", "|---|---|---|", *rows, ""])


def _command(words: str, command: Command) -> str:
    shared = [*COMMON, *(WRITE if command.get("write") else ())]
    own = [one for one in options(command) if one not in shared]
    parts = [f"### `ledger {words}`\n", command["help"] + "\n", _code(usage(words, command))]
    lines = [f"- `{argument(name, how)}`: {KINDS[k]}" for name, k, how in command["arguments"]]
    need = command.get("required", ())
    lines += [
        f"- `{spelled(one)}`: {one[3]}{' (required)' if one[0] in need else ''}" for one in own
    ]
    also = "every write and every command" if command.get("write") else "every command"
    lines.append(f"- and the options of {also}\n")
    parts += ["\n".join(lines), "Example:\n", _code(command["example"], "sh")]
    beside = " (an error may have it beside it)" if command.get("beside") else ""
    if "form" in command:
        heading, language, text = command["form"]
        parts += [f"{heading}:\n", _code(text.rstrip("\n"), language)]
    return "\n".join([*parts, f"Answers, as `data`{beside}:\n", _code(short(command["data"]))])


def _shape(name: str, shape: object) -> str:
    return f"`{name}`:\n\n{_code(short(shape))}"


def _code(text: str, language: str = "text") -> str:
    return f"```{language}\n{text}\n```\n"


def short(shape: Any, indent: str = "") -> str:
    """A shape of `shapes.py` in short; on several lines where one would be long."""
    line = _line(shape)
    if len(indent + line) <= WIDTH or not isinstance(shape, (dict, list)):
        return line
    if isinstance(shape, list):
        return f"[{short(shape[0], indent)}]"
    if "|" in shape:
        return f"\n{indent}| ".join(short(one, indent) for one in shape["|"])
    deeper = indent + "  "
    rows = [f"{deeper}{key}: {short(one, deeper)}" for key, one in shape.items()]
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


def _line(shape: Any) -> str:
    if isinstance(shape, list):
        return f"[{_line(shape[0])}]"
    if isinstance(shape, str):
        return shape.removeprefix("@")
    if "|" in shape:
        return " | ".join(_line(one) for one in shape["|"])
    return "{" + ", ".join(f"{key}: {_line(one)}" for key, one in shape.items()) + "}"
