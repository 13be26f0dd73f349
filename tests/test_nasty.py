"""Whatever somebody typed, wherever: every page is made of what its writer meant and of nothing
else, by three renderers of other people, and gives each text back byte for byte (exchange.md,
"Untrusted text")."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import mdformat
import pytest
from driving import Driver
from everywhere import Lot, everywhere, filled, share
from hypothesis import given, settings
from hypothesis import strategies as st
from nasty import bodies, generated
from readers import PLAIN, READERS, Made, meant
from test_export import without_backslashes
from test_html import OURS, Parts

from ledger.core.canon import loads
from ledger.core.entry import texts_of
from ledger.core.errors import Usage
from ledger.core.kinds import KINDS, kind
from ledger.export import readback, untrusted
from ledger.store.store import Store

ROOT = Path(__file__).resolve().parents[1]
Doc = dict[str, Any]


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """Each of the bodies in every place."""
    path = tmp_path_factory.mktemp("every") / "l.db"
    return filled(path, everywhere(bodies()), "2026-06-22T10:04:10Z")


def others(ledger: Driver) -> str:
    """The ids of the decisions and brainstorms."""
    with Store(str(ledger.path)).reading() as reader:
        return " ".join([*reader.decisions(), *reader.brainstorms()])


def pages(ledger: Driver, what: str, form: str = "markdown") -> dict[str, str]:
    """The pages by their ids."""
    folder = ledger.path.parent / form
    done = ledger.do(f"export {what} --format {form} -o {folder}")["files"]
    return {one["id"]: Path(one["path"]).read_bytes().decode() for one in done}


@pytest.fixture(scope="module")
def written(every: Driver) -> dict[str, str]:
    """The page of every item, decision and brainstorm, and the index."""
    return {**pages(every, "--all"), **pages(every, others(every))}


# --- that every place is there


def test_every_body_stands_in_every_place_of_every_kind(every: Driver) -> None:
    """So a new kind of act, or a new text of one, must come to `everywhere.py`."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    with Store(str(every.path)).reading() as reader:
        for row in reader.entries():
            said = loads(row["bytes"])["statement"]
            reported = said.pop("reported", None)
            for path in kind(said["kind"]).TEXTS:
                texts = [reader.text(one) or "" for one in texts_of(said, (path,))]
                found[KINDS[said["kind"]], path] += texts
            if reported:
                found["reported", "source"].append(reader.text(reported["source"]) or "")
                found["reported", "actor"].append(reported["actor"])
    places = {(KINDS[name], path) for name in KINDS for path in kind(name).TEXTS}
    assert set(found) == places | {("reported", "source"), ("reported", "actor")}
    for place, texts in found.items():
        there = "\n".join(dict.fromkeys("".join(text.split()) for text in texts))
        for body in bodies():
            assert "".join(body.split()) in there, (place, body)


NAMED = (
    ("item comment EVO-1 hello", "--as"),
    ("item new EVO Title --as alpha", "--owner"),
    ("item list", "--owner"),
    ("actor alias NAME alpha --as warden", ""),
    ("actor alias other NAME --as warden", ""),
    ("body add NAME seat --as warden", ""),
    ("body add other NAME --as warden", ""),
    ("seat add bin NAME --as warden", ""),
    ("seat register bin-1 --as warden", "--actor"),
    ("item new NAME Title --as alpha", ""),
    ("item new EVO Title --as alpha", "--key"),
    ("agree bs-00000000000 --as alpha", "--seat"),
)


@pytest.mark.parametrize(("line", "flag"), NAMED)
def test_a_name_has_a_grammar(line: str, flag: str, every: Driver) -> None:
    """So no hostile one comes in, but where an import reports somebody."""
    for text in [*bodies(), *generated(100, 1)]:
        if re.fullmatch("-.*|[a-z0-9][a-z0-9._-]*", text, re.DOTALL):
            continue  # it is an option, or a name
        argv = [text if word == "NAME" else word for word in line.split(" ")]
        argv += [f"{flag}={text}"] if flag else []
        code, answer = every.run(shlex.join(argv))
        assert code == 2, (argv, answer)


# --- pages of Markdown


def recovered(ledger: Driver, ident: str, page: str) -> list[Doc]:
    """The drafts that are read back from a page, after a check that they are the log's entries."""
    found = readback.read(page)
    rows = ledger.do(f"log {ident} --texts")["rows"]
    drafts: list[Doc] = found["drafts"]
    assert found["subject"] == ident
    assert [(one["seq"], one["actor"], one["said"]) for one in drafts] == [
        (row["seq"], row["actor"], " ".join(filter(None, row["headline"].split(" "))))
        for row in rows
    ]
    assert [[one["text"] for one in draft["texts"]] for draft in drafts] == [
        row["texts"] for row in rows
    ]
    return drafts


def fenced(text: str) -> str:
    """What must stand in a text's fence."""
    return "\n".join(untrusted.fence(text)[1:-1]) + "\n"


def seen(page: str, wanted: Made, what: str) -> None:
    """All readers find on the page what was meant, and no more."""
    for name, reader in READERS.items():
        found = reader(page)
        tables = [] if name == "commonmark" else wanted.cells
        assert found.kinds <= PLAIN, (name, what)
        assert found._replace(kinds=set()) == wanted._replace(cells=tables), (name, what)


def holds(ledger: Driver, ident: str, page: str) -> list[Doc]:
    """The page is what was meant, to all readers, and what was meant are the log's entries, which
    are returned."""
    drafts, wanted = recovered(ledger, ident, page), meant(page)
    assert len(page.split("\n")) == len(page.splitlines()) + 1
    entries = [f"{d['actor']} {d['said']} · {d['at']} · #{d['seq']}" for d in drafts]
    lines = [text.split(" · sha256 ")[0] for _, text in wanted.items]
    assert [untrusted.uncoded(one, ident) for one in lines[-len(entries) :]] == entries
    texts = [one["text"] for one in untrusted.read(page)]
    assert [text for info, text in wanted.fences if info == "text"] == [*map(fenced, texts)]
    seen(page, wanted, ident)
    return drafts


def test_every_page_is_what_was_meant(every: Driver, written: dict[str, str]) -> None:
    for ident, page in written.items():
        if ident != "INDEX":
            holds(every, ident, page)


def test_the_index_is_a_table(every: Driver, written: dict[str, str]) -> None:
    """Its only links are those to the pages."""
    page = written["INDEX"]
    keys = [one["key"] for one in every.do("item list")["rows"]]
    for key in keys:
        page = page.replace(f"[{key}]({key}.md)", key, 1)
    seen(page, meant(page), "INDEX")
    titles = [one["title"] for one in every.do("item list")["rows"]]
    assert [body for body in bodies() if body not in titles] == []


def test_the_readers_see_what_breaks_out(every: Driver, written: dict[str, str]) -> None:
    """So that the tests above can fail."""
    page = written["EVO-2"]
    for old, new in (
        ("\n````text\n", "\n```text\n"),
        ("\\*", "*"),
        ("\\<", "<"),
        ("\\|", "|"),
        ("\\[", "["),
        ("⟦U+27E6⟧", "⟦"),
        ("⟦U+000A⟧", "\n"),
        ("- alpha commented", "- beta commented"),
    ):
        assert old in page
        with pytest.raises((AssertionError, Usage)):
            holds(every, "EVO-2", page.replace(old, new))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_two_thousand_bodies(part: int, soak: int, tmp_path: Path) -> None:
    """Each as a comment, a point, a title, a reason and a name, and of every fifth lot in one of
    the ten places more; the soak puts each in all of them, and reads the pages of decisions and
    brainstorms too."""
    texts = generated(2_000, 0)[part * 500 :][:500]
    ledger = filled(tmp_path / "l.db", share(texts) if soak == 1 else everywhere(texts))
    if soak > 1:
        for ident, page in pages(ledger, others(ledger)).items():
            holds(ledger, ident, page)
    typed = []
    for ident, page in pages(ledger, "--all").items():
        drafts = holds(ledger, ident, page) if ident != "INDEX" else []
        told = [one["texts"] for one in drafts if f"commented on {ident}, 20" in one["said"]]
        typed += [said["text"] for said, source in told if source["name"] == "reported source"]
    assert typed == texts


BODY = st.text(
    st.one_of(
        st.sampled_from("`~#>-*+_[](){}<>!|\\:&;$=.@^\"' \t\n\r\u2028\u202e\u200b⟦⟧0aé決🎉"),
        st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
    ),
    min_size=1,
).filter(lambda text: bool(text.strip()))


@settings(max_examples=8)
@given(texts=st.lists(BODY, min_size=1, max_size=4), turn=st.integers(0, 9))
def test_any_text(texts: list[str], turn: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    ledger = filled(tmp_path_factory.mktemp("any") / "l.db", [Lot(texts, turn)])
    for ident, page in pages(ledger, f"EVO-2 {others(ledger)}").items():
        holds(ledger, ident, page)


def test_every_page_is_stable_under_a_formatter(
    every: Driver, written: dict[str, str], tmp_path: Path
) -> None:
    """Of hostile texts those of items, the index and every third other, of plain ones all; of a
    MADR file what follows its front matter, which the formatter does not know."""
    plain = filled(tmp_path / "l.db", everywhere([f"text {n}" for n in range(12)]))
    rest = others(every).split(" ")
    checked = [page for ident, page in written.items() if ident not in rest or ident in rest[::3]]
    checked += [*pages(plain, "--all").values(), *pages(plain, others(plain)).values()]
    for ledger in (every, plain):
        files = pages(ledger, "--all", "madr").values()
        checked += [one.partition("\n---\n\n")[2] for one in files]
    for page in checked:
        again = mdformat.text(page, extensions={"gfm"})
        assert without_backslashes(again) == without_backslashes(page)
        assert [one["text"] for one in untrusted.read(again)] == [
            one["text"] for one in untrusted.read(page)
        ]


# --- the other formats


def test_every_page_of_html_has_our_elements_and_the_texts(
    every: Driver, written: dict[str, str]
) -> None:
    made = {**pages(every, "--all", "html"), **pages(every, others(every), "html")}
    assert set(made) == set(written) - {"INDEX"}
    for ident, page in made.items():
        parts = Parts(page)
        for tag, attributes in parts.tags:
            assert set(attributes) <= OURS[tag], (ident, tag, attributes)
        assert len(parts.comments) == 1
        wanted = meant(written[ident])
        said = [text for info, text in wanted.fences if info == "text"]
        assert [one for one in parts.pre if one in set(said)] == said
        tags = [tag for tag, _ in parts.tags]
        assert [tags.count(f"h{n}") for n in (1, 2, 3)] == [
            sum(level == n for level, _ in wanted.heads) for n in (1, 2, 3)
        ]
        assert tags.count("li") == len(wanted.items)
        assert tags.count("td") + tags.count("th") == len(wanted.cells)


def test_every_record_of_madr_is_what_was_meant(every: Driver) -> None:
    for ident, page in pages(every, "--all", "madr").items():
        front, _, body = page.partition("\n---\n\n")
        for line in front.split("\n")[2:]:
            assert re.fullmatch(r"status: \"[\w .,\[\]()-]+\"|[a-z-]+: [a-z0-9 .,()-]+", line), line
        linked = re.sub(r"\[(D\d+)\]\(D\d+[a-z0-9-]*\.md\)", r"\1", f"\n{body}")
        wanted = meant(linked)
        seen(linked, wanted._replace(html=[]), ident)
        texts = [one["text"] for one in untrusted.read(body)]
        assert [text for info, text in wanted.fences if info == "text"] == [*map(fenced, texts)]


def test_json_gives_the_entries(every: Driver) -> None:
    for ident, page in {
        **pages(every, "--all", "json"),
        **pages(every, f"EVO-2 {others(every)}", "json"),
    }.items():
        if len(ident) < 20:  # not the backup
            assert page.isascii()
            said = json.loads(page)["activity"]
            assert said == every.do(f"log {ident} --texts")["rows"]


# --- the same anywhere


def test_every_page_is_the_same_in_any_zone_on_any_day(every: Driver) -> None:
    """Of each kind and format, the index too; in a process of its own, as `batch` runs them."""
    storm = others(every).split(" ")[-1]
    asked = [
        *(f"export {one} -o -" for one in ("EVO-2", "D1", storm)),
        *(f"export {one} -o - --format html" for one in ("EVO-2", "D1", storm)),
        *(f"export {one} -o - --format json" for one in ("EVO-2", "D1", "B1", storm)),
        "export D1 -o - --format madr",
        "export --all -o - --format json",
    ]
    lines = [json.dumps({"argv": line.split(" ")}) for line in asked]
    found = []
    for zone, now in (("Asia/Kathmandu", "2026-01-01"), ("America/St_Johns", "2031-07-01")):
        folder = every.path.parent / now
        lines.append(json.dumps({"argv": ["export", "--all", "-o", str(folder)]}))
        env = {**os.environ, **every.env, "PYTHONPATH": str(ROOT), "TZ": zone}
        done = subprocess.run(
            [sys.executable, "-m", "ledger", "batch", "-"],
            env={**env, "LEDGER_NOW": f"{now}T00:00:00Z"},
            input="\n".join(lines).encode(),
            capture_output=True,
            timeout=300,
            check=True,
        )
        said = [json.loads(one)["data"]["files"] for one in done.stdout.splitlines()]
        assert [len(one) for one in said[:-1]] == [1] * len(asked)
        text = [one[0]["text"] for one in said[:-1]]
        found.append([*text, (folder / "INDEX.md").read_text("utf-8")])
        lines.pop()
    assert found[0] == found[1]
