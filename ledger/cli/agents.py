"""`ledger help`, `schema`, `onboard` and `completion`: what is asked of `ledger` itself. None of
them looks for a ledger."""

from __future__ import annotations

import os

from ledger.cli.common import Answer, Call, json_asked
from ledger.cli.table import group
from ledger.core.errors import Usage

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def show_help(call: Call) -> Answer:
    """The help of some words as a page, or under `--json` their contract."""
    words = " ".join(call.get("COMMAND"))
    if call.get("--json") or json_asked(call.env):
        from ledger.cli.contract import contract

        return Answer(contract(words), [], None)
    from ledger.cli import faces

    answer = Answer({}, [], None, faces.show_help(words))
    answer.silent = True
    return answer


def schema(call: Call) -> Answer:
    """The JSON Schema of a command, as it is shipped; Usage for unknown words."""
    from json import loads

    words = " ".join(call.get("COMMAND"))
    commands = group(words.split(" ")[0])
    if words not in commands:
        there = f"; there are {', '.join(commands)}" if commands else ""
        raise Usage(f"there is no command {words!r}{there}", "ledger --help")
    text = _shipped("schemas", f"{words.replace(' ', '-')}.json")
    return Answer({"command": words, "schema": loads(text)}, text.rstrip("\n").split("\n"), None)


def onboard(call: Call) -> Answer:
    """What an agent needs to know, in its name where that is given."""
    from ledger.cli.onboarding import onboarding

    named = call.get("--as") or call.env.get("LEDGER_ACTOR")
    text = onboarding(call.actor if named else "ACTOR")
    return Answer({"text": text}, text.rstrip("\n").split("\n"), None)


def completion(call: Call) -> Answer:
    """The completion script of a shell, as it is shipped."""
    shell = call.get("SHELL")
    text = _shipped("completions", f"ledger.{shell}")
    return Answer({"shell": shell, "text": text}, text.rstrip("\n").split("\n"), None)


def _shipped(folder: str, name: str) -> str:
    with open(os.path.join(PACKAGE, folder, name), encoding="utf-8") as file:
        return file.read()
