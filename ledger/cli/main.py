"""The way from the shell to a command and back: exit codes are made here alone."""

from __future__ import annotations

import os
import sys

from ledger.cli.common import (
    Answer,
    Call,
    complaint,
    document,
    failure,
    head_of,
    json_asked,
    put,
    put_json,
    put_lit,
)
from ledger.cli.parse import Help, parse
from ledger.core.errors import LedgerError, NotFound, Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]

INTERRUPTED = 130  # what shells say of a command that was ended by Ctrl-C


def run() -> None:
    """The console script."""
    import _signal  # type: ignore[import-not-found]  # `signal` itself imports `enum`

    if hasattr(_signal, "SIGPIPE"):  # an early-closed pipe ends us quietly, as it does others
        _signal.signal(_signal.SIGPIPE, _signal.SIG_DFL)
    try:
        code = main(sys.argv[1:], dict(os.environ))
    except KeyboardInterrupt:
        code = INTERRUPTED
    os._exit(code) if _quick() else sys.exit(code)


def _quick() -> bool:
    """May the interpreter be left without its tear-down? Not while a tool watches it."""
    return sys.gettrace() is None and "coverage" not in sys.modules


def main(argv: list[str], env: dict[str, str]) -> int:
    """Runs a command line; returns its exit code (cli.md, "Exit codes")."""
    asked = "--json" in argv or json_asked(env)
    try:
        parsed = parse(argv)
    except Help as wanted:
        return _help(wanted.words, asked)
    except LedgerError as error:
        return _fail(error, None, asked)
    call: Call | None = None
    try:
        call = Call(parsed, env, "\x00".join(argv))
        answer = execute(call)
    except LedgerError as error:
        return _fail(error, call, asked)
    except Exception as error:
        return _crash(error, asked)
    return answer.exit if answer.silent else _say(call, answer, asked)


def _say(call: Call, answer: Answer, asked: bool) -> int:
    """Prints an answer. One that cannot be printed is none: of a write the caller then does not
    know the outcome, and may retry with the same id (exit 9)."""
    try:
        if asked:
            put_json(document(answer))
        else:
            rows = answer.data.get("rows") or answer.data.get("seats")
            _print(answer.lines, sys.stdout, call.env, call.parsed.words, rows)
    except OSError as error:
        code = "unknown-outcome" if "entry" in answer.data else "fault"
        return _fail(
            LedgerError(code, f"the answer cannot be printed: {error.strerror}"), None, False
        )
    return answer.exit


def _print(
    lines: list[str], stream: Any, env: dict[str, str], words: str = "", rows: Any = None
) -> None:
    """Prints what a command, or without its words an error, says; for a person as one likes it."""
    if stream is not None and stream.isatty():
        from ledger.cli.terminal import painted, watched

        if watched(env, stream):
            return put_lit(painted(words, lines, rows, env), stream)
    return put(lines, stream)


def _help(words: str, asked: bool) -> int:
    try:
        if asked and not words.startswith("--"):
            from ledger.cli.contract import contract

            put_json(document(Answer(contract(words), [], None)))
            return 0
        from ledger.cli.faces import show_help

        return show_help(words)
    except LedgerError as error:
        return _fail(error, None, asked)


def execute(call: Call) -> Answer:
    """The answer of a command."""
    module, _, name = call.parsed.command["run"].partition(":")
    function = getattr(__import__(f"ledger.cli.{module}", fromlist=(name,)), name)
    try:
        answer: Answer = function(call)
    except (Usage, NotFound) as error:
        from ledger.cli.recase import recase

        recase(call.parsed.argv, error, call.knows)
        raise
    return answer


def head(call: Call | None) -> Doc | None:
    """The head of the ledger that a call was about, where there is one that can be read."""
    try:
        if call is not None:
            with call.store.reading() as reader:
                return head_of(reader.head())
    except LedgerError:
        pass
    return None


def _fail(error: LedgerError, call: Call | None, asked: bool) -> int:
    try:
        if asked:
            put_json(failure(error, head(call)))
        else:
            _print(complaint(error), sys.stderr, call.env if call else dict(os.environ))
    except OSError:
        pass  # nobody listens; the exit code says it
    return error.exit


def _crash(error: Exception, asked: bool) -> int:
    """A fault of the program: exit 1, never an answer."""
    import traceback

    put(traceback.format_exc().rstrip().split("\n"), sys.stderr)
    fault = LedgerError("fault", f"a fault of the program: {type(error).__name__}: {error}")
    return _fail(fault, None, asked)
