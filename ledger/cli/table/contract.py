"""The contract: what an agent or a shell asks of `ledger` itself."""

from __future__ import annotations

from ledger.cli.table.shapes import one_of

ARGUMENT = {"name": "str", "type": "str", "how": "str", "help": "str"}
OPTION = {
    "flag": "str",
    "value": "str?",
    "type": "str",
    "required": "bool",
    "help": "str",
    "legal?": ["str"],
}
EXIT = {"exit": "int", "meaning": "str", "codes": ["str"]}
CODE = {"code": "str", "because": "str", "hint": "str"}
COMMANDS = {
    "help": {
        "help": "Show what a command takes; with --json the contract: arguments, options, exit "
        "codes, and every block code with its hint.",
        "arguments": [("COMMAND", "command", "many-or-none")],
        "example": "ledger help --json item new",
        "run": "agents:show_help",
        "data": one_of(
            {
                "command": "str",
                "help": "str",
                "usage": "str",
                "example": "str",
                "form?": "str",
                "write": "bool",
                "arguments": [ARGUMENT],
                "options": [OPTION],
                "exit_codes": [EXIT],
                "blocks": [CODE],
            },
            {
                "commands": [{"command": "str", "help": "str", "usage": "str"}],
                "exit_codes": [EXIT],
                "blocks": [CODE],
            },
        ),
    },
    "schema": {
        "help": "Print the JSON Schema of what a command prints under --json, refusals too.",
        "arguments": [("COMMAND", "command", "many")],
        "example": "ledger schema item new",
        "run": "agents:schema",
        "data": {"command": "str", "schema": "any"},
    },
    "onboard": {
        "help": "Print what to paste into an agent's instructions; --as fills in its name.",
        "arguments": [],
        "example": "ledger onboard --as alpha",
        "run": "agents:onboard",
        "data": {"text": "str"},
    },
    "completion": {
        "help": "Print the completion script of a shell: bash, zsh or fish. Nothing is installed.",
        "arguments": [("SHELL", "shell", "one")],
        "example": "ledger completion bash",
        "run": "agents:completion",
        "data": {"shell": "str", "text": "str"},
    },
}
