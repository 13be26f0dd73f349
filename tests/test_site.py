"""The documentation as a site, as `make docs` makes it: whole, without a link that leads nowhere,
and with a search that works from the file system."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, find

ROOT = Path(__file__).resolve().parents[1]
INDEX = (ROOT / "docs" / "README.md").read_text("utf-8")
LINKS = dict.fromkeys(re.findall(r"\]\((\S+?)\.md[#)]", INDEX))
PAGES = [(ROOT / "docs" / one).resolve().relative_to(ROOT).as_posix() for one in LINKS]
if not importlib.util.find_spec("sphinx"):
    pytest.skip("Sphinx is not installed: `make docs` installs it", allow_module_level=True)


def build(source: Path, out: Path) -> str:
    """What Sphinx says of the pages under a folder; nothing where all is well."""
    flags = ("-q", "-W", "--keep-going", "-E", "-d", str(out / "trees"), "-c", str(source / "docs"))
    made = subprocess.run(
        [sys.executable, "-m", "sphinx", *flags, str(source), str(out / "site")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (made.returncode == 0) == (made.stderr == ""), made.stderr
    return made.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, with every warning an error."""
    out = tmp_path_factory.mktemp("docs")
    assert build(ROOT, out) == ""
    return out / "site"


def test_every_page_of_the_index_is_in_it(site: Path) -> None:
    assert len(PAGES) > 20
    made = {one.relative_to(site).as_posix() for one in site.rglob("*.html")}
    assert made - {f"{one}.html" for one in PAGES} == {
        *("docs/README.html", "index.html", "genindex.html", "search.html"),
    }
    assert {f"{one}.html" for one in PAGES} <= made


def test_the_folder_leads_to_the_first_page(site: Path) -> None:
    (to,) = re.findall(r"url=([^\"]+)", (site / "index.html").read_text("utf-8"))
    assert "<h1>Documentation" in (site / to).read_text("utf-8")


def test_what_is_no_page_is_in_it_too(site: Path) -> None:
    text = (site / "docs" / "README.html").read_text("utf-8")
    for name in ("ledger.1", "evo-26.jsonl"):
        (to,) = re.findall(rf'href="([^"]*/{name})"', text)
        assert (site / "docs" / to).is_file()


def test_the_search_has_words_of_each_page(site: Path) -> None:
    raw = (site / "searchindex.js").read_text("utf-8")
    index: dict[str, Any] = json.loads(raw.removeprefix("Search.setIndex(").removesuffix(")"))
    names = index["docnames"]
    terms: dict[str, set[str]] = {one: set() for one in names}
    for term, at in index["terms"].items():
        for number in [at] if isinstance(at, int) else at:
            terms[names[number]].add(term)
    assert set(names) == {*PAGES, "docs/README"}
    for page in PAGES:
        words = set(re.findall(r"\w+", (ROOT / f"{page}.md").read_text("utf-8").lower()))
        assert len(words & terms[page]) > 20, page


@pytest.mark.parametrize(
    ("words", "page"),
    [
        ("meter greenhouse", "docs/tutorial.html"),
        ("schulze committee", "docs/policies.html"),
        ("restore backup machine", "docs/operators.html"),
    ],
)
def test_it_is_searched_without_a_server(words: str, page: str, site: Path, tmp_path: Path) -> None:
    program = find()
    if not program:
        pytest.skip("no chromium is installed")
    browser = Browser(program, tmp_path)
    browser.open(site / "search.html", query=f"?q={words.replace(' ', '+')}")
    found: list[str] = []
    until = time.monotonic() + 30
    while page not in found and time.monotonic() < until:
        found = browser.run(
            "[...document.querySelectorAll('#search-results a')].map(a => a.getAttribute('href'))"
        )
    asked = [one for one in browser.requests() if not one.startswith(("file:", "data:"))]
    browser.end()
    assert page in found
    assert asked == []


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    """On a small copy: the index and two pages, one of which the index forgets."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "conf.py").write_text((ROOT / "docs" / "conf.py").read_text("utf-8"), "utf-8")
    (docs / "README.md").write_text("# Index\n\n## Begin\n\n[Concepts](concepts.md)\n", "utf-8")
    (docs / "concepts.md").write_text("# Concepts\n\n[here](README.md#begin)\n", "utf-8")
    assert build(tmp_path, tmp_path / "good") == ""
    links = ("no-page.md", "README.md#no-heading", "../no-file.txt", "../tests/")
    text = "".join(f"- [there]({one})\n" for one in links)
    (docs / "concepts.md").write_text(f"# Concepts\n\n{text}", "utf-8")
    (docs / "lost.md").write_text("# Lost\n", "utf-8")
    said = build(tmp_path, tmp_path / "bad").splitlines()
    wrong = ("no-page", "no-heading", "no-file", "../tests/", "lost.md")
    assert [one for one in wrong if not any(one in line for line in said)] == []
    assert len(said) == len(wrong)
