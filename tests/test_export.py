"""The markdown export: one page a work item, whatever somebody typed (exchange.md)."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import mdformat
import pytest
from driving import Driver
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from ledger.cli.main import main
from ledger.core.canon import loads
from ledger.core.errors import Usage
from ledger.export import frame, markdown, mermaid, table, untrusted
from ledger.store.store import Reader, Store

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "tests" / "vectors" / "page.md"
PARSERS = {
    "commonmark": MarkdownIt("commonmark"),
    "gfm": MarkdownIt("gfm-like", {"linkify": False, "html": True}),
}
PLAIN = {"text", "text_special", "softbreak", "code_inline"}
DAY = "2026-06-22T10:04:1"


def page_of(ledger: Driver, key: str = "EVO-1", *more: str) -> str:
    """The page of an item, as it goes to standard output."""
    text: str = ledger.do(" ".join(["export", key, "-o -", *more]))["files"][0]["text"]
    return text


def texts_of(page: str) -> list[str]:
    """Every text on a page, read back and checked."""
    return [one["text"] for one in untrusted.read(page)]


def stored(ledger: Driver, key: str = "EVO-1") -> list[str]:
    """Every text that was typed in an entry of the item, from the store itself, sorted."""

    def walk(reader: Reader, value: Any) -> Iterator[str]:
        for one in value.values() if isinstance(value, dict) else value:
            if isinstance(one, (dict, list)):
                yield from walk(reader, one)
            elif isinstance(one, str) and reader.text(one) is not None:
                yield str(reader.text(one))

    with Store(str(ledger.path)).reading() as reader:
        bodies = [loads(row["bytes"])["statement"]["body"] for row in reader.of([key])]
        return sorted(text for body in bodies for text in walk(reader, body))


def shape(page: str, parser: str) -> list[tuple[str, str, int]]:
    """What a page is made of, its texts left out."""
    return [(one.type, one.tag, one.level) for one in PARSERS[parser].parse(page)]


def inline(tokens: list[Token]) -> set[str]:
    """The kinds of whatever stands within lines."""
    return {child.type for one in tokens for child in one.children or ()}


def without_backslashes(page: str) -> str:
    """A page without backslashes outside its fences, and without the padding of its tables."""
    kept = page.split("\n")
    for token in reversed(PARSERS["commonmark"].parse(page)):
        if token.type == "fence" and token.map:
            kept[token.map[0] : token.map[1]] = ["\0" + token.content]
    return "\n".join(
        line if line.startswith("\0") else re.sub(r" +|-{3,}", " ", line.replace("\\", ""))
        for line in kept
    )


# --- formats


@pytest.mark.parametrize("module", [untrusted, markdown, frame, mermaid, table])
def test_the_worked_example_of_the_module_runs(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_a_fence_is_longer_than_any_run_within() -> None:
    assert untrusted.fence("a")[0] == "```text"
    assert untrusted.fence("``")[0] == "```text"
    assert untrusted.fence("x```y````z")[0] == "`````text"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a-b_c", r"a\-b\_c"),
        ("two  spaces ", "two spaces"),
        ("one\ntwo\tthree", "one⟦U+000A⟧two⟦U+0009⟧three"),
        ("\u202e⟦\\", "⟦U+202E⟧⟦U+27E6⟧\\\\"),
        (" \u3000", r"\(blank\)"),
        (None, r"\[removed\]"),
    ],
)
def test_a_field_is_one_line_of_text(text: str | None, line: str) -> None:
    assert untrusted.field(text) == line


def test_a_field_has_a_backslash_before_every_ascii_punctuation_character() -> None:
    marks = "".join(chr(n) for n in range(33, 127) if not chr(n).isalnum())
    assert untrusted.field(marks) == "".join("\\" + char for char in marks)
    for parser in PARSERS.values():
        assert parser.parseInline(untrusted.field(marks))[0].children[0].content == marks  # type: ignore[index]


@pytest.mark.parametrize("fault", ["text", "sha256", "bytes", "code", "end", "mark", "surrogate"])
def test_a_text_that_was_changed_is_not_read(fault: str) -> None:
    page = "\n".join(["a", "", untrusted.mark("x ⟦"), "", *untrusted.fence("x ⟦"), ""])
    assert texts_of(page) == ["x ⟦"]
    wrong = {
        "text": page.replace("\nx ", "\ny "),
        "sha256": page.replace("sha256 ", "sha256 0"),
        "bytes": page.replace("· 5 bytes", "· 6 bytes"),
        "code": page.replace("⟦U+27E6⟧", "⟦U+⟧"),
        "end": page.removesuffix("```\n"),
        "mark": page.replace(" · no-eol", " · no-eol "),
        "surrogate": page.replace("⟦U+27E6⟧", "⟦U+DFFF⟧"),
    }[fault]
    assert wrong != page
    with pytest.raises(Usage, match=r"^line "):
        untrusted.read(wrong)


@given(st.text())
def test_any_text_comes_back_from_its_fence(text: str) -> None:
    made = ["# one", "", untrusted.mark(text), "", *untrusted.fence(text), "", "# two", ""]
    page = "\n".join(made)
    assert texts_of(page) == [text]
    for parser in PARSERS.values():
        assert [one.type for one in parser.parse(page) if one.level == 0] == (
            ["heading_open", "heading_close", "paragraph_open", "paragraph_close", "fence"]
            + ["heading_open", "heading_close"]
        )


@given(st.text(min_size=1))
def test_any_text_is_one_line_of_plain_text(text: str) -> None:
    line = untrusted.field(text)
    for parser in PARSERS.values():
        for page in (f"# EVO-1 · {line}", f"- {line}", f"a {line} · #1"):
            assert inline(parser.parse(page)) <= {"text", "text_special"}
        cells = parser.parse(f"| a | b |\n| --- | --- |\n| {line} | {line} |\n")
        if parser is PARSERS["gfm"]:
            assert [one.type for one in cells].count("td_open") == 2


@given(st.text(), st.text())
def test_a_label_holds_only_letters_digits_spaces_and_entities(one: str, other: str) -> None:
    made = mermaid.label(one)
    assert re.fullmatch(r"([A-Za-z0-9 ]|#[0-9]+;)*", made)
    assert (made == mermaid.label(other)) == (one == other)


@pytest.mark.parametrize(
    "text", ["決定 ok", "e\u0301", "🎉 party ✅", "plain", "カタカナ", "한국어"]
)
def test_widths_are_those_of_the_formatter(text: str) -> None:
    page = "\n".join(table.table(["a", "text"], [["x", text], ["y", "z"]])) + "\n"
    assert mdformat.text(page, extensions={"gfm"}) == page


# --- a story


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """A ledger whose clock and seed are fixed, with the lives of a few small decisions."""
    made = Driver(tmp_path_factory.mktemp("story") / "l.db", f"{DAY}0Z", "story")
    tell(made)
    return made


def tell(made: Driver) -> None:
    made.do("warden: init")
    made.do("warden: body add bin bin-1 bin-2")
    made.do("warden: body add owner owner")
    made.do("warden: seat register bin-1 --actor alpha")
    made.do("warden: seat register bin-2 --actor beta")
    made.do("warden: seat register owner --actor warden")
    made.do("warden: policy set 'together bin; ratify by owner'")
    made.do("alpha: item new EVO 'Who may launch workers' --key EVO-1 --owner venus")
    made.env["LEDGER_NOW"] = f"{DAY}1Z"
    first = made.do("alpha: brainstorm open EVO-1 'Who launches?'")["id"]
    made.do(f"alpha: propose {first} -f -", FIRST)
    for who in ("alpha", "beta"):
        made.do(f"{who}: agree {first}")
    made.do(f"beta: decide {first}")
    made.do("warden: ratify D1")
    made.env["LEDGER_NOW"] = f"{DAY}2Z"
    made.do("venus: item comment EVO-1 -f -", "Then why:\n```\n# In force\n```\n")
    second = made.do("beta: brainstorm open EVO-1 'Nights'")["id"]
    made.do(f"beta: propose {second} -f -", SECOND)
    for who in ("alpha", "beta"):
        made.do(f"{who}: agree {second}")
    made.do(f"alpha: decide {second}")
    made.do("warden: ratify D2 --points 1")
    made.do("warden: ratify D2 --points 2 --refuse 'Not yet.'")
    third = made.do("alpha: brainstorm open EVO-1 'And now?'")["id"]
    made.do(f"alpha: propose {third} -f -", "## 1. Nobody launches\nReverses: D1.1\n")


FIRST = """# Who launches

## 1. Only the owner launches workers
PMs write briefs.

## 2. Nothing runs overnight

## Rejected
- keep spawning

## Actions
- venus: write the wrapper

## Sources
- https://example.org/notes
"""
SECOND = "## 1. Nights are for audits\nAmends: D1.2\n\n## 2. Two owners\nSupersedes: D1.1\n"


def golden() -> str:
    """The page of the story as it is committed; `--update` writes it anew."""
    return PAGE.read_bytes().decode()


def test_the_page_of_a_story(story: Driver, request: pytest.FixtureRequest) -> None:
    page = page_of(story)
    if request.config.getoption("--update"):
        PAGE.write_bytes(page.encode())
    assert page == golden()


def test_the_page_is_stable_under_mdformat(story: Driver) -> None:
    page = page_of(story)
    again = mdformat.text(page, extensions={"gfm"})
    assert without_backslashes(again) == without_backslashes(page)
    assert texts_of(again) == texts_of(page)
    assert mdformat.text(again, extensions={"gfm"}) == again


def test_every_text_that_was_typed_stands_in_the_activity(story: Driver) -> None:
    page = page_of(story)
    head, cut, activity = page.partition("\n## Activity\n")
    assert cut
    assert sorted(texts_of(activity)) == stored(story)
    assert len(texts_of(head)) == 2  # each point in force once more


def test_labels_and_effects_of_a_proposal_stand_before_its_texts(story: Driver) -> None:
    before = [one["before"] for one in untrusted.read(page_of(story))]
    assert "point 2 · supersedes D1.1" in before
    assert "action 1 · for venus" in before


def test_the_checkpoint_is_that_of_the_last_entry(story: Driver) -> None:
    from base64 import b64decode

    from ledger.core.tree import root_of

    note = page_of(story).split("```checkpoint\n")[1].split("```")[0]
    origin, size, root = note.removesuffix("\n").split("\n")
    with Store(str(story.path)).reading() as reader:
        rows = list(reader.entries())[: int(size)]
    assert origin == f"ledger/{rows[0]['id']}"
    assert b64decode(root).hex() == root_of([row["leaf"] for row in rows])


def test_lineage_has_a_node_a_point_and_an_edge_a_verb(story: Driver) -> None:
    chart = page_of(story).split("```mermaid\n")[1].split("```")[0]
    assert re.findall(r'^  (p\d)\["(D\d)#46;', chart, re.M) == [
        *(("p1", "D1"), ("p2", "D1"), ("p3", "D2"), ("p4", "D2"))
    ]
    assert re.findall(r'^  (p\d) (\S+)\|"([a-z]+)"\| (p\d)$', chart, re.M) == [
        ("p3", "-->", "amends", "p2")
    ]


# --- what does not change it


@pytest.fixture
def mine(story: Driver, tmp_path: Path) -> Driver:
    return story.copy(tmp_path / "l.db")


def test_a_page_is_the_same_in_any_zone_on_any_day(mine: Driver) -> None:
    pages = set()
    for zone, now in (("Asia/Kathmandu", f"{DAY}5Z"), ("America/St_Johns", "2031-01-01T00:00:00Z")):
        made = subprocess.run(
            [sys.executable, "-m", "ledger", "export", "EVO-1", "-o", "-"],
            env={**os.environ, **mine.env, "PYTHONPATH": str(ROOT), "TZ": zone, "LEDGER_NOW": now},
            capture_output=True,
            timeout=120,
            check=True,
        )
        pages.add(made.stdout)
    assert pages == {page_of(mine).encode()}


def test_a_page_is_utf8_on_any_terminal(mine: Driver) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "ledger", "export", "EVO-1", "-o", "-"],
        env={**os.environ, **mine.env, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "latin-1"},
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert made.stdout == page_of(mine).encode()


def test_only_entries_of_the_item_change_its_page(mine: Driver) -> None:
    before = page_of(mine)
    mine.do("warden: seat unregister bin-2")
    mine.do("warden: policy set 'together owner'")
    mine.do("alpha: item new EVO 'Another' --key EVO-2")
    mine.do("alpha: item comment EVO-2 'About EVO-1'")
    assert page_of(mine) == before
    mine.do("alpha: item comment EVO-1 'Now'")
    assert page_of(mine) != before
    assert "bin\\-2 is not registered" in page_of(mine)


def test_leases_are_judged_at_the_last_entry(mine: Driver) -> None:
    mine.do("warden: seat unregister bin-2")
    mine.do("warden: seat register bin-2 --actor beta --ttl 1h")
    mine.do("alpha: item comment EVO-1 'while it runs'")
    before = page_of(mine)
    assert "seat\\-unregistered" not in before
    mine.env["LEDGER_NOW"] = "2026-06-23T00:00:00Z"
    assert page_of(mine) == before
    mine.do("alpha: item comment EVO-1 'after its end'")
    assert "required seat bin\\-2 is not registered" in page_of(mine)


def test_a_fate_that_another_item_decided_is_told_when_the_item_moves(mine: Driver) -> None:
    """EVO-2's point refines one of EVO-1, and EVO-1 fells that: EVO-2 was told by an entry of its
    own. A point of EVO-2 that EVO-1 refines falls by EVO-2 alone."""
    mine.do("alpha: item new EVO 'Another' --key EVO-2")
    mine.do("warden: policy set 'together bin'")
    there = mine.decide("## 1. Base\n", by="alpha beta", item="EVO-2")
    here = mine.decide(f"## 1. On top\nRefines: {there}.1\n", by="alpha beta", item="EVO-1")
    before = page_of(mine)
    assert f"refines {there}.1" in before
    mine.decide(f"## 1. Off\nReverses: {there}.1\n", by="alpha beta", item="EVO-2")
    assert page_of(mine) == before
    mine.do("alpha: item comment EVO-1 'look'")
    assert f"### {here}.1" in page_of(mine)
    assert f"base-fell: {there}.1" in page_of(mine)
    mine.do(f"export --all -o {shlex.quote(str(mine.path.parent))}")
    for key in ("EVO-1", "EVO-2"):
        assert (mine.path.parent / f"{key}.md").read_text("utf-8") == page_of(mine, key)


def test_a_proposal_of_another_item_against_its_point(mine: Driver) -> None:
    mine.do("alpha: item new EVO 'Another' --key EVO-2")
    storm = mine.do("alpha: brainstorm open EVO-2 'Secret topic'")["id"]
    mine.do(f"alpha: propose {storm} -f -", "## 1. Off\nReverses: D1.1\n")
    page = page_of(mine)
    assert "point 1 · reverses D1.1" in page
    assert "Secret topic" not in page
    assert sorted(texts_of(page.partition("\n## Activity\n")[2])) == stored(mine)


def test_known_at_is_the_page_as_it_was(tmp_path: Path) -> None:
    """Each entry told one by one; then every page again, from the whole log."""
    made = Driver(tmp_path / "l.db", f"{DAY}0Z", "story")
    pages: dict[int, tuple[str | None, int]] = {}

    class Watched(Driver):
        def do(self, line: str, stdin: str = "") -> Any:
            data = super().do(line, stdin)
            seq = made.seq()
            code, shown = made.run("export EVO-1 -o -")
            assert code == (0 if seq >= 8 else 4)
            pages[seq] = (shown["data"]["files"][0]["text"] if code == 0 else None, code)
            return data

    tell(watched := Watched(made.path, f"{DAY}0Z", "story"))
    watched.env["LEDGER_NOW"] = f"{DAY}9Z"
    last = made.seq()
    assert set(pages) == set(range(1, last + 1))
    for seq, (text, code) in pages.items():
        got, shown = made.run(f"export EVO-1 -o - --known-at {seq}")
        assert got == code
        if text is not None:
            assert shown["data"]["files"][0]["text"] == text
            assert not re.search(rf"#({'|'.join(map(str, range(seq + 1, last + 9)))})\b", text)
    assert len({text for text, _ in pages.values()}) > 15


# --- files


Say = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(mine: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> Say:
    """Runs a command line in an empty folder: (exit code, standard output, standard error)."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")

    def run(line: str) -> tuple[int, str, str]:
        code = main(shlex.split(line), dict(mine.env))
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_a_page_is_written_whole_and_only_where_it_differs(say: Say) -> None:
    assert say("export EVO-1") == (0, "exports/EVO-1.md written\n", "")
    assert Path("exports/EVO-1.md").read_bytes() == golden().encode()
    assert os.listdir("exports") == ["EVO-1.md"]
    before = Path("exports/EVO-1.md").stat().st_mtime_ns
    assert say("export EVO-1 EVO-1") == (0, "exports/EVO-1.md unchanged\n", "")
    assert Path("exports/EVO-1.md").stat().st_mtime_ns == before
    Path("exports/EVO-1.md").write_bytes(golden().encode() + b"edited\n")
    said = "exports/EVO-1.md written\nexports/INDEX.md written\n"
    assert say("export --all") == (0, said, "")
    assert Path("exports/EVO-1.md").read_bytes() == golden().encode()


def test_standard_output_takes_one_page(say: Say) -> None:
    assert say("export EVO-1 -o -") == (0, golden(), "")
    assert os.listdir() == []
    code, out, _ = say("export EVO-1 -o - --json")
    assert code == 0
    assert json.loads(out)["data"]["files"] == [
        {"id": "EVO-1", "path": "-", "state": "written", "text": golden()}
    ]
    for line in ("export EVO-1 EVO-2 -o -", "export --all -o -", "export EVO-1 -o - --check"):
        assert say(line)[0] == 2


def test_all_writes_the_page_of_every_item(say: Say, mine: Driver) -> None:
    mine.do("alpha: item new EVO 'Child' --parent EVO-1")
    mine.do("alpha: item close EVO-2")
    code, out, _ = say("export --all -o out --json")
    assert code == 0
    assert json.loads(out)["data"]["files"] == [
        {"id": key, "path": f"out/{key}.md", "state": "written"}
        for key in ("EVO-1", "EVO-2", "INDEX")
    ]
    for key in ("EVO-1", "EVO-2"):
        assert Path(f"out/{key}.md").read_text("utf-8") == page_of(mine, key)
    assert "Sub-items: 1/1 done\n" in Path("out/EVO-1.md").read_text("utf-8")
    assert "parent EVO-1" in Path("out/EVO-2.md").read_text("utf-8")
    assert say("export --all -o out --check")[0] == 0
    said = "then/EVO-1.md written\nthen/INDEX.md written\n"
    assert say("export --all -o then --known-at 24") == (0, said, "")
    assert say("export --all -o never --known-at 7") == (0, "", "")


@pytest.mark.parametrize("line", ["export", "export EVO-1 --all", "export D1.1", "export B1"])
def test_what_is_not_asked_well_is_exit_2(say: Say, line: str) -> None:
    code, out, err = say(line)
    assert (code, out) == (2, "")
    assert err.startswith("error[usage]: ")
    assert os.listdir() == []


def test_unknown_items_are_exit_4_and_nothing_is_written(say: Say) -> None:
    code, _, err = say("export EVO-1 EVO-8 EVO-9")
    assert code == 4
    assert "there is no work item EVO-8, EVO-9" in err
    assert "no work item EVO-1 as known at #7" in say("export EVO-1 --known-at 7")[2]
    assert say("export EVO-1 --known-at 99")[0] == 4
    assert os.listdir() == []


def test_check_names_what_is_missing_or_differs_and_writes_nothing(say: Say) -> None:
    code, out, _ = say("export EVO-1 -o 'a b' --check --json")
    assert code == 3
    assert json.loads(out)["error"]["blocks"] == [
        {
            "code": "stale",
            "message": "a b/EVO-1.md is missing",
            "hint": "ledger export EVO-1 -o 'a b'",
            "id": "EVO-1",
            "path": "a b/EVO-1.md",
        }
    ]
    assert os.listdir() == []
    assert say("export EVO-1 -o 'a b'")[0] == 0  # the hint
    assert say("export EVO-1 -o 'a b' --check") == (0, "a b/EVO-1.md unchanged\n", "")
    Path("a b/EVO-1.md").write_bytes(golden().encode().replace(b"\n", b"\r\n"))
    code, _, err = say("export EVO-1 -o 'a b' --check")
    assert code == 3
    assert err.startswith("error[stale]: a b/EVO-1.md is not ")


def test_a_page_says_how_to_check_it_after_the_item_has_moved(say: Say, mine: Driver) -> None:
    say("export EVO-1")
    command = golden().split("```console\n")[1].split("\n")[0]
    mine.do("alpha: item comment EVO-1 more")
    assert say("export EVO-1 --check")[0] == 3
    assert say(command.removeprefix("ledger ")) == (0, "exports/EVO-1.md unchanged\n", "")


@pytest.mark.parametrize(
    "there",
    ["", "# My notes\n", "<!-- ledger export 1: EVO-1 of another -->\n", "\ufffd"],
)
def test_a_file_of_somebody_else_is_not_overwritten(say: Say, mine: Driver, there: str) -> None:
    mine.do("alpha: item new EVO 'Another' --key EVO-2")
    os.mkdir("exports")
    Path("exports/EVO-1.md").write_text(there, "utf-8")
    code, out, _ = say("export EVO-2 EVO-1 --json")
    assert code == 5
    error = json.loads(out)["error"]
    assert error["code"] == "conflict"
    assert error["hint"] == "ledger export EVO-1 --force"
    assert Path("exports/EVO-1.md").read_text("utf-8") == there
    assert os.listdir("exports") == ["EVO-1.md"]
    assert say("export EVO-1 --check")[0] == 3
    assert say("export EVO-1 --force") == (0, "exports/EVO-1.md written\n", "")
    assert Path("exports/EVO-1.md").read_bytes() == golden().encode()


def test_a_folder_that_cannot_be_written_is_exit_2(say: Say) -> None:
    Path("file").write_text("", "utf-8")
    assert say("export EVO-1 -o file")[0] == 2
    os.makedirs("exports/EVO-1.md")
    assert say("export EVO-1 --force")[0] == 2
    assert os.listdir("exports/EVO-1.md") == []


def test_a_write_that_fails_leaves_what_was_there(say: Say, monkeypatch: Any) -> None:
    import errno

    say("export EVO-1")
    Path("exports/EVO-1.md").write_bytes(golden().encode() + b"edited\n")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = say("export EVO-1")
    assert code == 8
    assert err.startswith("error[no-space]: exports/EVO-1.md: ")
    assert os.listdir("exports") == ["EVO-1.md"]
    assert Path("exports/EVO-1.md").read_bytes() == golden().encode() + b"edited\n"


def test_the_example_of_the_documentation_reads_a_page(say: Say, capsys: Any) -> None:
    say("export EVO-1")
    page = (ROOT / "docs" / "export.md").read_text("utf-8")
    code = page.split("```python\n")[1].split("```")[0].replace("EVO-26", "EVO-1")
    exec(compile(code, "docs/export.md", "exec"), {})
    said = capsys.readouterr().out
    assert said.count("\n") == len(texts_of(golden()))
    assert "point 2 · supersedes D1.1 'Two owners'\n" in said


def test_a_body_is_identified_by_its_own_bytes() -> None:
    text = "é\r\n"
    assert untrusted.mark(text) == f"sha256 {sha256(text.encode()).hexdigest()} · 4 bytes"
