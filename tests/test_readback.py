"""Pages read back: by our own reader, and by three renderers of other people (exchange.md)."""

from __future__ import annotations

import doctest
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mistune
import pytest
from driving import Driver, bins
from markdown_it import MarkdownIt
from test_export import BODIES, needs_bodies, page_of, tell

from ledger.core.errors import Usage
from ledger.export import readback, untrusted

DAY = "2026-06-22T10:04:1"
PARSERS = {
    "commonmark": MarkdownIt("commonmark"),
    "gfm": MarkdownIt("gfm-like", {"linkify": False, "html": True}),
}
MISTUNE = mistune.create_markdown(renderer="ast", plugins=["table", "strikethrough", "footnotes"])


def test_the_worked_example_of_the_module_runs() -> None:
    result = doctest.testmod(readback)
    assert result.attempted > 0
    assert result.failed == 0


# --- our own reader


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    made = Driver(tmp_path_factory.mktemp("story") / "l.db", f"{DAY}0Z", "story")
    tell(made)
    return made


def same(made: Driver, ident: str) -> list[dict[str, Any]]:
    """The drafts of a page, after a check that they are the entries of the log."""
    page = page_of(made, ident)
    found = readback.read(page)
    rows = made.do(f"log {ident} --texts")["rows"]
    drafts: list[dict[str, Any]] = found["drafts"]
    assert found["subject"] == ident
    assert [(one["seq"], one["actor"], one["said"]) for one in drafts] == [
        (row["seq"], row["actor"], row["headline"]) for row in rows
    ]
    assert [[one["text"] for one in draft["texts"]] for draft in drafts] == [
        row["texts"] for row in rows
    ]
    lines = page.split("\n")
    for text in (one for draft in drafts for one in draft["texts"]):
        assert lines[text["line"] - 1].endswith("```text")
    return drafts


def test_the_drafts_are_the_entries_with_their_texts_and_labels(story: Driver) -> None:
    for ident in ("D1", "D2", *(one["id"] for one in story.do("show EVO-1")["brainstorms"])):
        same(story, ident)
    drafts = same(story, "EVO-1")
    named = [(one["name"], one["label"], one["more"]) for d in drafts for one in d["texts"]]
    assert ("point", "2", "supersedes D1.1") in named
    assert ("action", "1", "for venus") in named
    assert ("title", "", "") in named
    assert ("", "", "") in named
    assert ("rejected", "1", "") in named


def test_the_example_is_read(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[1] / "exports"
    made = Driver(tmp_path / "l.db")
    code, _ = made.run(f"import export {root / 'ledger.json'}")
    assert code == 0
    drafts = same(made, "EVO-26")
    named = {(one["name"], one["label"]) for d in drafts for one in d["texts"]}
    assert {("point", "3a"), ("question", "1"), ("question 1 option", "b")} <= named
    assert ("answer 1 refinement", "") in named


def wrong(page: str) -> Iterator[tuple[str, str]]:
    """(what was done, a page that is not as it was written)."""
    yield "the header", page.replace("ledger export 1", "ledger export 9", 1)
    yield "a line before", "\n" + page
    yield "CRLF", page.replace("\n", "\r\n")
    yield "a word of a text", page.replace("\nThen why:\n", "\nThen who:\n")
    yield (
        "an entry less",
        re.sub(r"\n- warden ratified .*", "", page, count=1).replace(
            "## Activity\n", "## Activity\nx\n"
        ),
    )
    yield "an entry again", re.sub(r"(\n- warden ratified .*)", r"\1\1", page, count=1)
    yield "a line more", page.replace("\n## Activity\n", "\n## Activity\n\nsomething\n")
    yield "no activity", page.replace("\n## Activity\n", "\n## Activities\n")
    yield "a heading again", page + "\n## Activity\n"
    yield "the checkpoint's number", re.sub(r"(```checkpoint\n.*\n)\d+", r"\g<1>7", page)
    yield "the checkpoint's ledger", re.sub(r"(```checkpoint\nledger/)0", r"\g<1>1", page)
    yield "no checkpoint", page.replace("```checkpoint", "```other")
    yield "a text less", re.sub(r"(?s)\n`{4}text\n.*?\n`{4}\n", "\n", page, count=1)
    last = page.rindex("\n- ")
    yield "the last entry less", page[:last] + page[page.rindex("\n## Checkpoint") :]


def test_a_page_that_is_not_as_it_was_written_is_refused(story: Driver) -> None:
    page = page_of(story)
    assert readback.read(page)["drafts"]
    for what, text in wrong(page):
        assert text != page, what
        assert re.match(r"line \d+: ", fault(text) or ""), what


def fault(page: str) -> str | None:
    try:
        readback.read(page)
    except Usage as error:
        return error.message
    return None


@pytest.mark.parametrize("text", ["", "\n", "# EVO-1\n", "<!-- ledger export 1: EVO-1 of -->\n"])
def test_what_is_no_page_is_refused(text: str) -> None:
    with pytest.raises(Usage, match=r"^line 1: not a page of ours"):
        readback.read(text)


# --- other people's renderers


def content(text: str) -> str:
    """What must stand in a text's fence."""
    return "\n".join(untrusted.fence(text)[1:-1]) + "\n"


def by_markdown_it(page: str, parser: MarkdownIt) -> tuple[list[str], list[str], set[str]]:
    """(the fences with info `text`, the lines of lists, the kinds of inline) of a page."""
    tokens = parser.parse(page)
    fences = [one.content for one in tokens if one.type == "fence" and one.info == "text"]
    lines, depth = [], 0
    for one in tokens:
        depth += {"list_item_open": 1, "list_item_close": -1}.get(one.type, 0)
        if one.type == "inline" and depth == 1:
            lines.append("".join(child.content for child in one.children or ()))
    kinds = {child.type for one in tokens for child in one.children or ()}
    assert [one.content for one in tokens if one.type == "html_block"] == [
        page.split("\n")[0] + "\n"
    ]
    return fences, lines, kinds


def by_mistune(page: str) -> tuple[list[str], list[str], set[str]]:
    """The same by another renderer."""
    tokens: Any = MISTUNE(page)
    fences, lines, kinds = [], [], set()

    def walk(one: dict[str, Any], item: bool) -> str:
        if one["type"] == "block_code" and one.get("attrs", {}).get("info") == "text":
            fences.append(one["raw"])
        inner = "".join(walk(child, item or one["type"] == "list_item") for child in _of(one))
        if one["type"] in ("block_text", "paragraph") and item:
            lines.append(inner)
        if one["type"] in ("link", "image", "inline_html", "emphasis", "strong", "block_quote"):
            kinds.add(one["type"])
        return inner or (one.get("raw", "") if one["type"] == "text" else "")

    for one in tokens:
        walk(one, False)
    assert sum(one["type"] == "block_html" for one in tokens) == 1
    return fences, lines, kinds


def _of(one: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = one.get("children") or []
    return found


def section(page: str) -> str:
    """What stands below the heading of the activity, as another parser finds it."""
    tokens = PARSERS["commonmark"].parse(page)
    heads = [n for n, one in enumerate(tokens) if one.type == "heading_open"]
    [at] = [n for n in heads if tokens[n + 1].content == "Activity"]
    place = tokens[at].map
    assert place is not None
    return "\n".join(page.split("\n")[place[1] :])


def holds(made: Driver) -> None:
    """All four readers find exactly the entries of the log, and each text in its fence alone."""
    drafts, page = same(made, "EVO-1"), page_of(made)
    texts = [one["text"] for draft in drafts for one in draft["texts"]]
    activity = section(page)
    wanted = [content(text) for text in texts]
    entries = [f"{d['actor']} {d['said']} · {d['at']} · #{d['seq']}" for d in drafts]
    first = page.split("\n")[0] + "\n\n## Activity\n"
    readers: dict[str, Any] = {
        name: (lambda text, parser=parser: by_markdown_it(text, parser))
        for name, parser in PARSERS.items()
    }
    readers["mistune"] = by_mistune
    for name, reader in readers.items():
        fences, lines, kinds = reader(first + activity)
        assert fences == wanted, name
        assert [line.split(" · sha256 ")[0] for line in lines] == entries, name
        assert kinds <= {"text", "text_special", "softbreak", "code_inline"}, name
        whole, _, _ = reader(page)
        assert whole == [content(one["text"]) for one in untrusted.read(page)], name


PIECES = (
    *("```", "````", "~~~", "~~~~", "`", "``", "# h", "## Activity", "===", "---", "***", "> q"),
    *("- a", "* a", "1. a", "| a | b |", "| - | - |", "<!--", "-->", "<b>", "</b>", "<script>"),
    *("<details>", "[a]: x", "[a](x)", "![a](x)", "[^1]", "[^1]: n", "&lt;", "&#60;", "\\", "\\`"),
    *("    code", "\tcode", "  ", "\n", "\n\n", "\r\n", "\r", "\u2028", "\u2029", "\x0b", "\x0c"),
    *("\x85", "\u202e", "\u200b", "\ufeff", "⟦", "⟧", "⟦U+202E⟧", "⟦U+27E6⟧", "no-eol", "· no-eol"),
    *(
        "text",
        "```text",
        "sha256 " + "0" * 64 + " · 1 bytes",
        "- alpha commented · T · #9",
        "{{x}}",
    ),
    *(
        "@ada",
        "#12",
        "https://example.org",
        "<https://example.org>",
        "*a*",
        "__b__",
        "~~c~~",
        "$x$",
    ),
    *(
        "決定",
        "é",
        "e\u0301",
        "🎉",
        "\x1b[31m",
        "\x07",
        "%%",
        ":::",
        "---\nfoo: bar\n---",
        "</code>",
    ),
)


def generated(count: int, seed: int) -> list[str]:
    """So many texts of hostile pieces, different each."""
    chance = random.Random(seed)
    made: dict[str, None] = {}
    while len(made) < count:
        text = "".join(
            chance.choice(PIECES) + chance.choice(("", "", " ", "\n"))
            for _ in range(chance.randint(1, 12))
        )
        if text.strip():
            made[text] = None
    return list(made)


def told(path: Path, bodies: list[str]) -> Driver:
    """A ledger in which a quarter each of the texts are comments, titles, the reasons of
    objections, and points (fifty a proposal)."""
    made = bins(path)
    storm = made.do("alpha: brainstorm open EVO-1 Topic")["id"]
    quarter = -(-len(bodies) // 4)
    parts = [bodies[n : n + quarter] for n in range(0, len(bodies), quarter)]
    lines: list[dict[str, Any]] = []
    for argv, texts in zip(
        ("item comment EVO-1 -", "item edit EVO-1 --title -", f"object {storm} -"),
        parts,
        strict=False,
    ):
        lines += [{"argv": argv.split(" "), "as": "alpha", "stdin": text} for text in texts]
    for n in range(0, len(parts[-1]), 50):
        points = [
            {"label": str(m), "title": "T", "body": text}
            for m, text in enumerate(parts[-1][n : n + 50], 1)
        ]
        said = json.dumps({"title": "P", "points": points})
        argv = f"propose {storm} -f - --json-input"
        lines.insert(
            0 if not n else len(lines), {"argv": argv.split(" "), "as": "beta", "stdin": said}
        )
    code, answer = made.run("batch - --atomic", "\n".join(map(json.dumps, lines)))
    assert code == 0, answer
    return made


@needs_bodies
def test_thirty_hostile_bodies_are_read_back(tmp_path: Path) -> None:
    bodies = [path.read_bytes().decode().replace("\0", "") for path in BODIES]
    bodies = [text for text in bodies if text.strip()]
    for turn in range(4):  # each in every place
        holds(told(tmp_path / f"{turn}.db", bodies[turn * 7 :] + bodies[: turn * 7]))


def test_two_thousand_bodies_are_read_back(tmp_path: Path, soak: int) -> None:
    for seed in range(1 if soak == 1 else 5):
        holds(told(tmp_path / f"{seed}.db", generated(2_000, seed)))
