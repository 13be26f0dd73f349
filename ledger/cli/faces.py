"""The help: a Typer app made from the table.

Imported only where help is asked for, since Typer costs more than Python's own start. Typer's own
marks are put aside: no Rich, which cuts help at 80 columns in a pipe, no second wording of usage
lines and of `--help`.
"""

from __future__ import annotations

import inspect
import os
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import ledger
from ledger.cli.common import put
from ledger.cli.parse import Help, parse
from ledger.cli.reference import KINDS, about, argument, usage
from ledger.cli.table import COMMON, FILES, group, options
from ledger.core.errors import LedgerError, Usage

if TYPE_CHECKING:
    from collections.abc import Callable

    Command = dict[str, Any]

HELP = next(text for flag, _, _, text in COMMON if flag == "--help")
VERSION = "print the version"
ROOT = (
    f"{ledger.__doc__}\n\n"
    "`ledger help COMMAND` shows what a command takes, with an example. --as, --db and --json may "
    "stand before the command too. Answers go to standard output, errors to standard error."
)
UNCUT = 100_000  # columns: nothing is wrapped or cut where there is no terminal


class Page(TyperCommand):
    """A command's help: the usage line is the reference's, `--help` is worded as in the table."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """What follows the command's words in its usage line."""
        words = ctx.command_path.removeprefix("ledger ")
        line = usage(words, group(words.split(" ")[0])[words])
        return line.split(" ")[1 + len(words.split(" ")) :]

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """What a file for it looks like, line by line, before the example."""
        words = ctx.command_path.removeprefix("ledger ")
        heading, _, text = group(words.split(" ")[0])[words].get("form", ("", "", ""))
        if text:
            lines = [f"  {line}".rstrip() for line in text.splitlines()]
            formatter.write("\n".join(["", f"{heading}:", *lines, ""]))
        super().format_epilog(ctx, formatter)

    def get_help_option(self, ctx: Any) -> Any:
        """`--help`, worded as in the table."""
        return _worded(super().get_help_option(ctx))


class Contents(TyperGroup):
    """The help of a group, and of `ledger` itself, in the order of the table."""

    def get_help_option(self, ctx: Any) -> Any:
        """`--help`, worded as in the table."""
        return _worded(super().get_help_option(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The words that may follow."""
        if ctx.parent is None:
            return [word for word in FILES if word in self.commands]
        return list(self.commands)


def _worded(option: Any) -> Any:
    if option is not None:
        option.help = HELP
    return option


def show_help(words: str) -> int:
    """Prints the help of `ledger` (no words), of a group or of a command, and returns 0; Usage
    for unknown words. Also what `--version` asks for."""
    flag = words.startswith("--")
    if not flag:
        _require_known(words)
    argv = [words] if flag else [*words.split(), "--help"]
    width = None if sys.stdout.isatty() else UNCUT
    try:
        get_command(app(words)).main(
            argv,
            prog_name="ledger",
            complete_var="",  # no variable makes Typer complete something instead
            standalone_mode=False,
            terminal_width=width,
        )
        if sys.stdout is not None:  # here, not when Python ends, where no exit code of ours is left
            sys.stdout.flush()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0
    except OSError as error:
        why = f"the answer cannot be printed: {error.strerror}"
        raise LedgerError("fault", why) from error
    return 0


def _require_known(words: str) -> None:
    try:
        parse([*words.split(), "--help"])
    except Help as found:
        if found.words == words:
            return
    raise Usage(f"there is no command {words!r}", "ledger --help")


def app(only: str | None = None) -> typer.Typer:
    """The Typer app of all commands: for help and usage. A command called through it runs as it
    does from the shell. With `only` given no other command has its arguments and options, which
    are half of the cost."""
    made = typer.Typer(
        name="ledger",
        cls=Contents,
        help=ROOT,
        epilog="Example: ledger init --as warden",
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        no_args_is_help=True,
    )
    made.callback()(_root)
    for word in FILES:
        commands = group(word)
        if word in commands:
            _add(made, word, word, commands[word], only)
        else:
            made.add_typer(_group(word, commands, only))
    return made


def _version(asked: bool) -> None:
    if asked:
        put([f"ledger {ledger.__version__}"], sys.stdout)
        raise typer.Exit


def _root(
    version: Annotated[
        bool, typer.Option("--version", help=VERSION, is_eager=True, callback=_version)
    ] = False,
) -> None:
    pass


def _group(word: str, commands: dict[str, Command], only: str | None) -> typer.Typer:
    seconds = {words: words.split(" ")[1] for words in commands}
    title = about(word)
    made = typer.Typer(
        name=word,
        cls=Contents,
        help=title,
        short_help=f"{title.rstrip('.')}: {', '.join(seconds.values())}.",
        no_args_is_help=True,
    )
    made.callback()(_nothing)
    for words, second in seconds.items():
        _add(made, second, words, commands[words], only)
    return made


def _nothing() -> None:
    pass


def _add(made: typer.Typer, name: str, words: str, command: Command, only: str | None) -> None:
    text = command["help"]
    example = f"Example: {command['example']}"
    callback = _callback(words, command) if only in (None, words) else _nothing
    made.command(name, cls=Page, help=text, short_help=text, epilog=example)(callback)


def _callback(words: str, command: Command) -> Callable[..., None]:
    """What Typer reads the command's arguments and options from, and calls."""
    given = _arguments(command)
    flags = _options(command)

    def run(**values: Any) -> None:
        from ledger.cli.main import main

        raise typer.Exit(main(_typed(words, list(given), flags, values), dict(os.environ)))

    made = [*given.values(), *(parameter for parameter, _ in flags.values())]
    run.__signature__ = inspect.Signature(made)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in made}
    return run


def _arguments(command: Command) -> dict[str, inspect.Parameter]:
    """The parameter of each argument. None is required here: `parse` says what is missing, and a
    text may come by `-f`."""
    made = {}
    for place, (name, kind, how) in enumerate(command["arguments"]):
        info = typer.Argument(metavar=argument(name, how), help=KINDS[kind], show_default=False)
        typed: Any = list[str] if how.startswith("many") else str
        made[f"a{place}"] = _parameter(f"a{place}", typed, info, False)
    return made


def _options(command: Command) -> dict[str, tuple[inspect.Parameter, str]]:
    """The parameter and the flag of each option but `--help`, which Typer adds."""
    made = {}
    for place, (flag, meta, _, text) in enumerate(options(command)):
        if flag == "--help":
            continue
        info = typer.Option(flag, metavar=meta, help=text, show_default=False)
        wanted = flag in command.get("required", ())
        made[f"o{place}"] = _parameter(f"o{place}", str if meta else bool, info, wanted), flag
    return made


def _parameter(name: str, kind: Any, info: Any, wanted: bool) -> inspect.Parameter:
    empty = False if kind is bool else None
    typed = kind if wanted or kind is bool else kind | None
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=inspect.Parameter.empty if wanted else empty,
        annotation=Annotated[typed, info],
    )


def _typed(
    words: str,
    given: list[str],
    flags: dict[str, tuple[inspect.Parameter, str]],
    values: dict[str, Any],
) -> list[str]:
    """The command line that gives those values."""
    argv = words.split(" ")
    for name, (_, flag) in flags.items():
        if values[name] is True:
            argv.append(flag)
        elif values[name]:
            argv += [flag, values[name]]
    positional: list[str] = []
    for name in given:
        value = values[name]
        positional += value if isinstance(value, list) else [value] if value is not None else []
    return [*argv, "--", *positional]
