"""What a person sees at a terminal: lists as tables, and colour (cli.md, "The command line").

Neither says anything that the plain lines do not. Nothing is cut: a cell folds within its column,
a line goes on below. Whatever somebody typed is text and never markup, its control characters made
visible before anything is lit. Not in a pipe, not on a dumb terminal; no colour under NO_COLOR.
"""

from __future__ import annotations

import io
import re
import shutil

from ledger.views.safe import line, printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rich.console import RenderableType
    from rich.text import Text

    Doc = dict[str, Any]

# What is a document, and goes out as it is.
DOCUMENTS = ("export", "completion", "schema", "onboard", "help", "import", "watch", "batch")
# The columns of lists: what they are called in a row. Other lists have rows too long for a table.
TABLES = {
    "item list": ("key", "state", "owner", "parent", "title"),
    "brainstorm list": ("id", "state", "topic"),
    "action list": ("id", "state", "owner", "item", "text"),
    "body list": ("body", "seats"),
    "seat roster": ("seat", "body", "actor", "since", "expires", "retired"),
    "log": ("seq", "at", "actor", "headline"),
}
WHOLE = ("key", "id", "seq", "at", "state", "since", "expires")  # not to be folded
_ID = r"#[0-9]+|bs-[0-9a-z]{11}|[DB][0-9]+(?:\.[0-9A-Za-z]+)*|[A-Z][A-Z0-9]*-[0-9]+(?:\.[A-Z0-9]+)*"
_STATE = r"(?: (?P<state>in force|not yet in force|[a-z-]+))?"
_LINE = re.compile(
    r"(?P<bad>(?:error|blocked)\[[a-z-]+\]:?)|\s*(?P<command>(?:hint|next): .*)"
    rf"|(?P<heading>[a-z -]+(?=: [0-9]+\Z))|\s*(?P<id>{_ID})(?![0-9A-Za-z-]),?{_STATE}"
)
_GOOD = {"in-force", "in force", "yes", "adopted", "open"}
_WAITS = {"awaiting-ratification", "awaits", "not yet in force", "held", "contested", "mixed"}
_STYLES = {"bad": "bold red", "command": "cyan", "heading": "bold", "id": "bold"}


def watched(env: dict[str, str], stream: Any) -> bool:
    """Does a person look on?"""
    return env.get("TERM") != "dumb" and stream is not None and stream.isatty()


def painted(words: str, lines: list[str], rows: list[Doc] | None, env: dict[str, str]) -> list[str]:
    """The lines that a command says (`words`, none for an error) as a terminal is to show them: as
    they are, as a table of the rows that they are of, or with what stands out lit."""
    if words in DOCUMENTS:
        return [printed(one) for one in lines]
    if rows and words in TABLES and len(lines) == len(rows):
        return _shown([_table(words, rows)], env)
    return _shown([_line(one) for one in lines], env)


def _shown(made: list[RenderableType], env: dict[str, str]) -> list[str]:
    from rich.console import Console

    file = io.StringIO()
    screen = Console(
        file=file,
        width=shutil.get_terminal_size().columns,
        force_terminal=True,
        color_system=None if env.get("NO_COLOR") else "standard",
        markup=False,
        highlight=False,
        emoji=False,
        soft_wrap=True,
    )
    for one in made:
        screen.print(one, crop=False)
    return [line.rstrip() for line in file.getvalue().split("\n")[:-1]]


def _line(typed: str) -> Text:
    from rich.text import Text

    plain = printed(typed)
    text, found = Text(plain), _LINE.match(plain)
    for name in ("bad", "command", "heading", "id") if found else ():
        if found and found[name]:
            text.stylize(_STYLES[name], *found.span(name))
    if found and found["state"]:
        text.stylize(_colour(found["state"]), *found.span("state"))
    return text


def _colour(state: str) -> str:
    if state in _GOOD:
        return "green"
    return "yellow" if state in _WAITS else "red" if state == "no" else ""


def _table(words: str, rows: list[Doc]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", highlight=False)
    names = [name for name in TABLES[words] if any(row[name] not in (None, False) for row in rows)]
    for name in names:
        table.add_column(Text(name), overflow="fold", no_wrap=name in WHOLE)
    for row in rows:
        cells = [Text(_cell(name, row[name])) for name in names]
        cells[0].stylize("bold")
        if "state" in names:
            cells[names.index("state")].stylize(_colour(row["state"]))
        table.add_row(*cells)
    return table


def _cell(name: str, value: Any) -> str:
    from ledger.core.clock import page

    if value is None or isinstance(value, bool):
        return name if value else ""
    if name in ("at", "since", "expires"):
        return page(value)
    return line(", ".join(value) if isinstance(value, list) else str(value))
