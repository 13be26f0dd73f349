"""A page of Markdown as one HTML file that needs nothing else: no script, no picture, no font, no
address; a policy in its head forbids them besides (`Content-Security-Policy`).

The blocks of the Markdown page are read by markdown-it-py with `html` off, and what comes of them
is cleaned by nh3: of elements and attributes only those that stand in ALLOWED are left. The chart
of the lineage is drawn by `lineage.py` instead, whose only typed text is escaped. The page follows
the reader's light or dark scheme; on a narrow screen a row of a table becomes a card, each cell
beside its column's name; on paper everything wraps, so that nothing is cut off.

The second line is the header by which our own files are known.

>>> print(cleaned('<h2 id="a" onclick="x()">A</h2><img src=x><script>x()</script>'))
<h2 id="a">A</h2>

Source: exchange.md, "Markdown export", `--format html`.
"""

from __future__ import annotations

import re
from html import escape

from ledger.core.errors import LedgerError
from ledger.export import markdown
from ledger.export.lineage import lineage
from ledger.export.style import STYLE
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from markdown_it.token import Token

    from ledger.export.subject import Subject

SUFFIX = ".html"
TAKES, WHAT = markdown.TAKES, markdown.WHAT
ALLOWED: dict[str, set[str]] = {
    **{name: set() for name in ("h1", "p", "ul", "ol", "li", "pre", "code", "br")},
    **{name: set() for name in ("table", "thead", "tbody", "tr", "th")},
    "h2": {"id"},
    "h3": {"id"},
    "td": {"data-label"},
}
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def ours(text: str, ledger: str) -> bool:
    """Did this ledger write the page, by its second line?"""
    first, _, rest = text.partition("\n")
    return first == "<!doctype html>" and markdown.ours(rest, ledger)


def page(subject: Subject) -> str:
    """The page of a subject; LedgerError `needs-extra` where nh3 is not installed."""
    head, *made = markdown.blocks(subject, " --format html")
    title = escape(safe.line(_plain(made[0][0].removeprefix("# "))))
    parts = ["<!doctype html>", head[0], '<html lang="en">', "<head>", '<meta charset="utf-8">']
    parts += [f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">']
    parts += ['<meta name="viewport" content="width=device-width, initial-scale=1">']
    parts += ['<meta name="color-scheme" content="light dark">', f"<title>{title}</title>"]
    parts += [f"<style>\n{STYLE}</style>", "</head>", "<body>", "<main>"]
    at = [number for number, lines in enumerate(made) if lines[0] == "```mermaid"]
    for number in at:
        drawn = lineage(subject.state, markdown.members(subject))
        parts += [body(made[:number]), f'<div class="lineage">\n{drawn}\n</div>']
    parts += [body(made[at[-1] + 1 if at else 0 :]), "</main>", "</body>", "</html>"]
    return "\n".join(parts) + "\n"


def _plain(field: str) -> str:
    """A line of the page without the backslashes of `untrusted.field`."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", field)


def body(made: list[list[str]]) -> str:
    """Some blocks of the Markdown page as HTML, cleaned."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    tokens = parser.parse(markdown.join(made))
    _named(tokens)
    return cleaned(parser.renderer.render(tokens, parser.options, {}))


def _named(tokens: list[Token]) -> None:
    """Gives headings an id, and cells the name of their column."""
    names: list[str] = []
    column = 0
    for number, token in enumerate(tokens):
        said = tokens[number + 1].content if number + 1 < len(tokens) else ""
        if token.type == "heading_open" and token.tag in ("h2", "h3"):
            ident = said.split(" ")[0] if token.tag == "h3" else said
            token.attrSet("id", re.sub("[^A-Za-z0-9.-]+", "-", ident))
        elif token.type == "thead_open":
            names = []
        elif token.type == "th_open":
            names.append(said)
        elif token.type == "tr_open":
            column = 0
        elif token.type == "td_open":
            token.attrSet("data-label", names[column])
            column += 1


def cleaned(made: str) -> str:
    """The HTML with nothing in it but what ALLOWED names."""
    nh3 = _nh3()
    attributes = {name: keys for name, keys in ALLOWED.items() if keys}
    said: str = nh3.clean(
        made,
        tags=set(ALLOWED),
        clean_content_tags={"script", "style"},
        attributes=attributes,
        url_schemes=set(),
        link_rel=None,
    )
    return said.rstrip("\n")


def _nh3() -> Any:
    try:
        import nh3
    except ImportError:
        raise LedgerError(
            "needs-extra",
            "HTML is cleaned by the package nh3, which is not installed",
            "python -m pip install 'ledger[html]'",
        ) from None
    return nh3
