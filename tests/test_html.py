"""The HTML page: what it may hold, how it looks in a real browser, and the lineage that is drawn
(exchange.md, "Markdown export", `--format html`)."""

from __future__ import annotations

import doctest
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from browser import Browser, find
from driving import Driver
from everywhere import Lot, filled
from hypothesis import given
from hypothesis import strategies as st
from nasty import OWN, bodies
from test_export import DAY, tell

from ledger.export import html, lineage, untrusted

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = find()
needs_browser = pytest.mark.skipif(not CHROMIUM, reason="no chromium is installed")
if not CHROMIUM:
    print("tests of pages in a browser are skipped: no chromium is installed", file=sys.stderr)


class Parts(HTMLParser):
    """The elements of a page with their attributes, its comments, and the text of each `pre`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.pre: list[str] = []
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "pre":
            self.inside = True
            self.pre.append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "pre"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.pre[-1] += data

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    made = Driver(tmp_path_factory.mktemp("story") / "l.db", f"{DAY}0Z", "story")
    tell(made)
    return made


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """A ledger in which each hostile text stands on the page of one item."""
    return filled(tmp_path_factory.mktemp("hostile") / "l.db", [Lot(bodies(), 0)])


def page_of(made: Driver, form: str = "html") -> str:
    """The page of the last item."""
    key = made.do("item list --project EVO")["rows"][-1]["key"]
    text: str = made.do(f"export {key} --format {form} -o -")["files"][0]["text"]
    return text


# --- what it holds


@pytest.mark.parametrize("module", [html, lineage])
def test_the_worked_example_of_the_module_runs(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


OURS = {
    **{name: set[str]() for name in ("html", "head", "title", "style", "body", "main")},
    **html.ALLOWED,
    "html": {"lang"},
    "meta": {"charset", "http-equiv", "content", "name"},
    "div": {"class"},
    "svg": {"width", "height", "viewbox", "role", "aria-label"},
    "text": {"class", "x", "y"},
    "circle": {"cx", "cy", "r"},
    "path": {"class", "d"},
}


@pytest.mark.parametrize("which", ["story", "hostile"])
def test_it_holds_nothing_but_what_is_listed(which: str, request: pytest.FixtureRequest) -> None:
    made: Driver = request.getfixturevalue(which)
    page = page_of(made)
    parts = Parts(page)
    for tag, attributes in parts.tags:
        assert set(attributes) <= OURS[tag], (tag, attributes)
    tags = [tag for tag, _ in parts.tags]
    for once in ("html", "head", "title", "style", "body", "main", "h1"):
        assert tags.count(once) == 1
    assert page.index("Content-Security-Policy") < page.index("<title>")
    assert len(parts.comments) == 1
    outside = re.sub(r"<(pre|td|li|p|h[123]|title|text)\b.*?</\1>", "", page, flags=re.S)
    assert not re.search(r"https?:|//|url\(|@import|javascript", outside)


@pytest.mark.parametrize("which", ["story", "hostile"])
def test_it_has_the_blocks_and_texts_of_the_markdown_page(
    which: str, request: pytest.FixtureRequest
) -> None:
    made: Driver = request.getfixturevalue(which)
    page, text = page_of(made), page_of(made, "markdown")
    parts = Parts(page)
    fences = [one["text"] for one in untrusted.read(text)]
    written = ["\n".join(untrusted.fence(one)[1:-1]) + "\n" for one in fences]
    assert [one for one in parts.pre if one in set(written)] == written
    assert len(parts.pre) == len(written) + 2  # the checkpoint, and how to verify
    heads = re.sub(r"(?s)^(`{3,}).*?^\1$", "", text, flags=re.M).split("\n")
    for mark, tag in (("## ", "h2"), ("### ", "h3")):
        count = sum(line.startswith(mark) for line in heads)
        assert count == [one for one, _ in parts.tags].count(tag)


def test_it_changes_only_when_its_item_does_and_is_ours(story: Driver, tmp_path: Path) -> None:
    made = story.copy(tmp_path / "l.db")
    before = page_of(made)
    made.do("warden: seat unregister bin-2")
    assert page_of(made) == before
    line = f"export EVO-1 --format html -o {tmp_path}"
    file = tmp_path / "EVO-1.html"
    assert made.do(line)["files"][0]["state"] == "written"
    assert file.read_bytes() == before.encode()
    file.write_text(before.replace("</main>", "<p>edited</p></main>"))
    made.refused(f"{line} --check", "stale")
    made.do(line)
    file.write_text("<!doctype html>\n<title>Mine</title>\n")
    assert made.fails(line, 5)["hint"] == f"ledger export EVO-1 --format html -o {tmp_path} --force"


def test_without_its_package_it_says_what_is_missing(
    story: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "nh3", None)
    assert story.fails("export EVO-1 --format html -o -", 6)["code"] == "needs-extra"


@given(st.text())
def test_whatever_is_cleaned_has_only_what_is_allowed(text: str) -> None:
    for tag, attributes in Parts(html.cleaned(f"<p>{text}</p>")).tags:
        assert set(attributes) <= html.ALLOWED[tag]


# --- lineage


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=30))
def test_no_two_spans_of_a_lane_touch(ends: list[tuple[int, int]]) -> None:
    spans = [(min(one), max(one)) for one in ends]
    placed = lineage.lanes(spans)
    for one, mine in zip(spans, placed, strict=True):
        for other, theirs in zip(spans, placed, strict=True):
            if one is not other and mine == theirs and spans.index(one) != spans.index(other):
                assert one[1] < other[0] or other[1] < one[0]


def test_an_arrow_a_point_and_a_tip_a_target(story: Driver) -> None:
    page = page_of(story)
    drawn = page.partition('<div class="lineage">')[2].partition("</div>")[0]
    ids = re.findall(r'class="point"[^>]*>(D\d\.\d) ', drawn)
    assert ids == ["D1.1", "D1.2", "D2.1", "D2.2"]
    assert re.findall(r'class="verb"[^>]*>([^<]*)<', drawn) == ["amends D1.2"]
    [path] = re.findall(r"<path[^>]*/>", drawn)
    assert path.count("l5 4") == 1
    assert "waits" not in path
    chart = page_of(story, "markdown").split("```mermaid\n")[1].split("```")[0]
    assert chart.count("-->") == 1


# --- in a browser


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    assert CHROMIUM
    made = Browser(CHROMIUM, tmp_path_factory.mktemp("browser"))
    yield made
    made.end()


@pytest.fixture(scope="module")
def files(
    story: Driver, hostile: Driver, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    for name, made in (("story", story), ("hostile", hostile)):
        (folder / f"{name}.html").write_bytes(page_of(made).encode())
    return {
        "story": folder / "story.html",
        "hostile": folder / "hostile.html",
        "example": ROOT / "exports" / "EVO-26.html",
    }


WIDER = """[...document.querySelectorAll('body, body *')].filter(one => {
  const box = one.getBoundingClientRect(), wide = document.documentElement.clientWidth;
  return box.right > wide + 0.5 || box.left < -0.5 || one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).display != 'inline' && !(one instanceof SVGElement);
}).map(one => one.outerHTML.slice(0, 200))"""


@needs_browser
@pytest.mark.parametrize("width", [390, 320, 1000])
@pytest.mark.parametrize("which", ["story", "hostile", "example"])
def test_nothing_runs_leaves_or_is_wider_than_the_screen(
    which: str, width: int, files: dict[str, Path], browser: Browser
) -> None:
    browser.open(files[which], width)
    assert browser.run("document.compatMode") == "CSS1Compat"
    assert browser.requests() == [files[which].as_uri()]
    assert browser.run("performance.getEntriesByType('resource').length") == 0
    assert browser.run("document.scripts.length + document.images.length + frames.length") == 0
    assert browser.run("document.title").startswith("EVO-")
    assert browser.run("document.documentElement.scrollWidth") <= width
    assert browser.run(WIDER) == []
    said = [
        one["method"] for one in browser.heard if one["method"].startswith(("Log", "Runtime.c"))
    ]
    assert said == []


@needs_browser
def test_the_text_of_hostile_bodies_is_to_be_seen(
    hostile: Driver, files: dict[str, Path], browser: Browser
) -> None:
    browser.open(files["hostile"], 390)
    seen = browser.run("[...document.querySelectorAll('pre')].map(one => one.innerText)")
    hidden = browser.run(
        "[...document.querySelectorAll('main *')].filter(one => !one.closest('thead') && "
        "one.getClientRects().length == 0).map(one => one.outerHTML)"
    )
    assert hidden == []
    for one in untrusted.read(page_of(hostile, "markdown")):
        written = "\n".join(untrusted.fence(one["text"])[1:-1])
        assert any(text.rstrip("\n") == written.rstrip("\n") for text in seen), written


@needs_browser
def test_the_browser_would_tell_if_a_script_ran(browser: Browser, tmp_path: Path) -> None:
    """So that the test above can fail."""
    bad = tmp_path / "bad.html"
    wide = "<meta name=viewport content='width=device-width'><p style='width:900px'>x</p>"
    [ran, asked] = (text for text in OWN if text.startswith(("<script>", "<img")))
    bad.write_text(f"<title>EVO-</title>{wide}{ran}{asked}")
    browser.open(bad, 390)
    assert browser.run("document.title") == "ran"
    assert len(browser.requests()) > 1
    assert browser.run(WIDER) != []


@needs_browser
def test_light_and_dark(files: dict[str, Path], browser: Browser) -> None:
    for scheme in ("light", "dark"):
        browser.open(files["example"], 390, scheme)
        script = "(e => [e.backgroundColor, e.color])(getComputedStyle(document.body))"
        paper, ink = (sum(map(int, re.findall(r"\d+", one)[:3])) for one in browser.run(script))
        assert (paper > 600 > 200 > ink) if scheme == "light" else (paper < 200 < 600 < ink)


@needs_browser
@pytest.mark.parametrize("which", ["hostile", "example"])
def test_a_sheet_of_a4_loses_nothing(which: str, files: dict[str, Path], browser: Browser) -> None:
    """As wide as A4 between its margins at 96 dots an inch, by the style for paper."""
    browser.open(files[which], round((210 - 2 * 16) / 25.4 * 96), media="print")
    assert browser.run("matchMedia('print').matches") is True
    assert browser.run(WIDER) == []
    assert browser.run("getComputedStyle(document.querySelector('thead')).display") != "none"
    tall = "[...document.querySelectorAll('svg')].map(one => one.getBoundingClientRect().height)"
    assert max(browser.run(tall)) <= (297 - 2 * 16) / 25.4 * 96
    made = browser.ask("Page.printToPDF", preferCSSPageSize=True)["data"]
    assert made.startswith("JVBERi0")  # %PDF-
