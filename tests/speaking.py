"""`ledger`, which also writes down, a line each in the file that LEDGER_HEARD names, what it would
say under --json: `[words, document]`, the words of the command, or "" where none was understood."""

from __future__ import annotations

import json
import os
from typing import Any

from ledger.cli import main
from ledger.cli.common import Answer, Call, document, failure
from ledger.core.errors import LedgerError

say, fail = main._say, main._fail


def note(call: Call | None, made: dict[str, Any]) -> None:
    with open(os.environ["LEDGER_HEARD"], "a", encoding="utf-8") as file:
        file.write(json.dumps([call.parsed.words if call else "", made]) + "\n")


def said(call: Call, answer: Answer, asked: bool) -> int:
    note(call, document(answer))
    return say(call, answer, asked)


def failed(error: LedgerError, call: Call | None, asked: bool) -> int:
    note(call, failure(error, main.head(call)))
    return fail(error, call, asked)


if __name__ == "__main__":
    main._say, main._fail = said, failed
    main.run()
