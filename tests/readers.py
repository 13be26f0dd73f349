"""Pages as other people's renderers read them: what each is made of, in the same words."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import mistune
from markdown_it import MarkdownIt

PLAIN = {"text", "text_special", "softbreak", "code_inline"}


_FENCE = re.compile(r"(`{3,})([a-z]*)")
_CELL = re.compile(r"(?:[^|\\]|\\.)+")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_OURS = ("heading", "paragraph", "bullet_list", "list_item", "table", "thead", "tbody", "tr")
BLOCKS = {f"{name}_{end}" for name in (*_OURS, "th", "td") for end in ("open", "close")}


class Made(NamedTuple):
    """What a page is made of: its fences (info, content), its headings (level, text), the first
    line of each list item with its depth, its cells, its HTML, and its kinds of inline."""

    fences: list[tuple[str, str]]
    heads: list[tuple[int, str]]
    items: list[tuple[int, str]]
    cells: list[str]
    html: list[str]
    kinds: set[str]


def meant(page: str) -> Made:
    """What a page of ours is meant to be made of, by its lines alone."""
    first, *lines = page.split("\n")
    made = Made([], [], [], [], [first + "\n"], set())
    at = 0
    while at < len(lines):
        line, opens = lines[at], _FENCE.fullmatch(lines[at])
        if opens:
            end = lines.index(opens[1], at + 1)
            made.fences.append((opens[2], "".join(one + "\n" for one in lines[at + 1 : end])))
            at = end
        elif line.startswith("#"):
            mark, _, text = line.partition(" ")
            made.heads.append((len(mark), plain(text)))
        elif line.lstrip(" ").startswith("- "):
            depth = 1 + (len(line) - len(line.lstrip(" "))) // 2
            made.items.append((depth, plain(line.lstrip(" ")[2:])))
        elif line.startswith("| ") and not line.startswith("| ---"):
            made.cells.extend(plain(one.strip(" ")) for one in _CELL.findall(line))
        at += 1
    return made


def plain(line: str) -> str:
    """A line of a page without its backslashes."""
    return _ESCAPED.sub(r"\1", line)


def _markdown_it(page: str, parser: MarkdownIt) -> Made:
    made = Made([], [], [], [], [], set())
    depth, open_, tag = 0, "", ""
    for one in parser.parse(page):
        depth += {"list_item_open": 1, "list_item_close": -1}.get(one.type, 0)
        if one.type == "fence":
            assert one.level == 0
            made.fences.append((one.info, one.content))
        elif one.type == "html_block":
            made.html.append(one.content)
        elif one.type == "inline":
            made.kinds.update(child.type for child in one.children or ())
            text = "".join(child.content or "\n" for child in one.children or ())
            if open_ == "heading_open":
                made.heads.append((int(tag[1]), text))
            elif open_ in ("th_open", "td_open"):
                made.cells.append(text)
            elif depth:
                made.items.append((depth, text))
        else:
            assert one.type in BLOCKS, one.type
            open_, tag = one.type, one.tag
    return made


def commonmark(page: str) -> Made:
    """By markdown-it-py, CommonMark: it knows no tables."""
    return _markdown_it(page, MarkdownIt("commonmark"))


def gfm(page: str) -> Made:
    """By markdown-it-py, like GitHub's."""
    return _markdown_it(page, MarkdownIt("gfm-like", {"linkify": False, "html": True}))


_MISTUNE = mistune.create_markdown(
    renderer="ast",
    plugins=[
        "table",
        "strikethrough",
        "footnotes",
        "task_lists",
        "def_list",
        "abbr",
        "math",
        "url",
    ],
)
_WORDS = {"text": "text", "softbreak": "softbreak", "codespan": "code_inline", "linebreak": "br"}


def by_mistune(page: str) -> Made:
    """By mistune, with all of its plugins that make something of plain text."""
    made = Made([], [], [], [], [], set())
    tokens: Any = _MISTUNE(page)
    for one in tokens:
        _walk(made, one, 0)
    return made


def _said(made: Made, one: dict[str, Any]) -> str:
    found = one.get("children")
    made.kinds.update(_WORDS.get(each["type"], each["type"]) for each in found or ())
    if found is None:
        return "\n" if one["type"] == "softbreak" else str(one.get("raw", ""))
    return "".join(_said(made, each) for each in found)


def _walk(made: Made, one: dict[str, Any], depth: int) -> None:
    kind, attrs = one["type"], one.get("attrs") or {}
    if kind == "block_code":
        assert not depth
        made.fences.append((attrs.get("info") or "", one["raw"]))
    elif kind == "block_html":
        made.html.append(one["raw"])
    elif kind == "heading":
        made.heads.append((attrs["level"], _said(made, one)))
    elif kind == "table_cell":
        made.cells.append(_said(made, one))
    elif kind in ("paragraph", "block_text"):
        text = _said(made, one)
        if depth:
            made.items.append((depth, text))
    else:
        assert kind in (
            "list",
            "list_item",
            "blank_line",
            "table",
            "table_head",
            "table_body",
            "table_row",
        ), kind
        for each in one.get("children") or ():
            _walk(made, each, depth + (kind == "list_item"))


READERS = {"commonmark": commonmark, "gfm": gfm, "mistune": by_mistune}
