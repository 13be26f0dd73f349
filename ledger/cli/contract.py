"""The machine contract of a command (`ledger help --json`): made from the table and the codes."""

from __future__ import annotations

from ledger.cli.codes import BLOCKS, LEDGER, WRITE
from ledger.cli.parse import TYPES, Choice
from ledger.cli.reference import KINDS, MEANINGS, usage
from ledger.cli.table import every, group, options
from ledger.core.errors import EXITS, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Command = dict[str, Any]
    Doc = dict[str, Any]

RUNS = ("batch", "import")  # do what other commands do, and are refused as they are
CARE = ("init", "export", "upgrade", "rebuild")  # write, and take no --expect
# What looks at no ledger ends with 0, 1 or 2 only.
APART = ("help", "schema", "onboard", "completion", "policy explain", "tally")


def contract(words: str) -> Doc:
    """The contract of a command, or for no words, or the first word of several commands, the list
    of them; Usage for unknown words."""
    commands = dict(every()) if not words else group(words.split(" ")[0])
    if words in commands:
        return _whole(words, commands[words])
    if words and (" " in words or not commands):
        raise Usage(f"there is no command {words!r}", "ledger --help")
    rows = [
        {"command": one, "help": made["help"], "usage": usage(one, made)}
        for one, made in commands.items()
    ]
    told = sorted({code for one in commands for code in codes_of(one)}, key=list(BLOCKS).index)
    return {"commands": rows, "exit_codes": _exits(*MEANINGS), "blocks": _blocks(told)}


def _whole(words: str, command: Command) -> Doc:
    need = command.get("required", ())
    return {
        "command": words,
        "help": command["help"],
        "usage": usage(words, command),
        "example": command["example"],
        **({"form": command["form"][2]} if "form" in command else {}),
        "write": bool(command.get("write")),
        "arguments": [
            {"name": name, "type": kind, "how": how, "help": KINDS[kind]}
            for name, kind, how in command["arguments"]
        ],
        "options": [
            {
                "flag": flag,
                "value": meta,
                "type": kind,
                "required": flag in need,
                "help": text,
                **_legal(kind),
            }
            for flag, meta, kind, text in options(command)
        ],
        "exit_codes": _exits(*exits_of(words, command)),
        "blocks": _blocks(codes_of(words)),
    }


def _legal(kind: str) -> Doc:
    made = TYPES.get(kind)
    return {"legal": list(made.legal)} if isinstance(made, Choice) else {}


def codes_of(words: str) -> list[str]:
    """The block codes that a command may be refused with."""
    if words in RUNS:
        return list(BLOCKS)
    command = group(words.split(" ")[0])[words]
    known = {words}
    known |= {LEDGER} if words not in APART else set()
    known |= {WRITE} if command.get("write") else set()
    return [code for code, (_, _, commands) in BLOCKS.items() if known & set(commands)]


def exits_of(words: str, command: Command) -> list[int]:
    """The exit codes that a command may end with."""
    if words in APART:
        return [0, 1, 2]
    unlike = [] if command.get("write") or words in RUNS + CARE else [5, 9]
    return [code for code in MEANINGS if code not in unlike]


def _exits(*wanted: int) -> list[Doc]:
    return [
        {
            "exit": code,
            "meaning": MEANINGS[code],
            "codes": [name for name, number in EXITS.items() if number == code],
        }
        for code in wanted
    ]


def _blocks(wanted: list[str]) -> list[Doc]:
    return [{"code": code, "because": BLOCKS[code][0], "hint": BLOCKS[code][1]} for code in wanted]
