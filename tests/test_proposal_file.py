"""Proposal files: what is read, what is refused and where, and that texts come back as written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from driving import faults_of
from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.core.effects import DISPLACING, VERBS, effect_faults
from ledger.core.errors import Usage
from ledger.ingest import proposal, proposal_json
from ledger.ingest.nearly import EFFECT
from ledger.ingest.proposal import read_json, read_markdown
from ledger.ingest.proposal_draft import Draft, compose, trim

PAGES = Path(__file__).parent / "proposals"
NASTY = Path(__file__).resolve().parents[2] / "shared" / "data" / "nasty-bodies"
NASTY_BODIES = sorted(NASTY.glob("[0-9]*.md")) or [NASTY / "absent.md"]
NASTY_REFUSED = ("01-", "02-", "03-", "13-", "14-", "17-")  # own headings, or NUL
NASTY_OPEN = ("04-", "05-", "06-", "25-")  # a fence or comment that takes the rest of the file
NO_ACTS: dict[str, Any] = {"effects": [], "hold": None}
FAULTS = r"(?:- [^\n]*\n)+"
SIGNS = str.maketrans({"␍": "\r", "␀": "\0", "→": "\t", "·": " ", "⟦": "\ufeff"})


def cases(page: str, after: str) -> list[Any]:
    """The cases of a page: name, file, and what follows it."""
    text = (PAGES / page).read_text(encoding="utf-8")
    found = re.findall(rf"^## ([^\n]+)\n\n`{{5}}\n(.*?)`{{5}}\n({after})", text, re.M | re.S)
    assert len(found) == len(re.findall(r"`{5}\n", text)) // 2
    return [pytest.param(body.translate(SIGNS), said, id=name) for name, body, said in found]


def example(doc: str | None) -> str:
    """The indented example of a module's docstring."""
    lines = (doc or "").split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("    "))
    end = next(i for i in range(start, len(lines)) if lines[i][:1] not in ("", " "))
    return "\n".join(line[4:] for line in lines[start:end])


def as_json(draft: Draft) -> str:
    """The JSON form of a draft."""
    points = []
    for point in draft["points"]:
        title, _, body = point["text"].partition("\n")
        more = {"effects": point["effects"], "hold": point["hold"]}
        points.append({"label": point["label"], "title": title, "body": body, **more})
    return json.dumps({**draft, "points": points})


@pytest.mark.parametrize(("text", "said"), cases("read.md", r"```json\n.*?\n```\n"))
def test_read(text: str, said: str) -> None:
    draft = read_markdown(text)
    wanted: dict[str, Any] = {"title": None, "rejected": [], "actions": [], "sources": []}
    wanted |= json.loads(said.removeprefix("```json").removesuffix("```\n"))
    wanted["points"] = [NO_ACTS | point for point in wanted["points"]]
    assert draft == wanted
    assert read_json(as_json(draft)) == draft


def marked(text: str) -> tuple[str, list[int]]:
    """The text without its `¦`, and where they stood."""
    pieces = text.split("¦")
    return "".join(pieces), [len("".join(pieces[:n])) for n in range(1, len(pieces))]


def assert_refused(read: Callable[[str], Draft], text: str, wanted: list[str]) -> None:
    plain, marks = marked(text)
    faults = faults_of(read, plain)
    assert [fault[: len(want)] for (fault, _), want in zip(faults, wanted, strict=True)] == wanted
    assert sorted({offset for _, offset in faults}) == marks


@pytest.mark.parametrize(("text", "said"), cases("refused.md", FAULTS))
def test_refused(text: str, said: str) -> None:
    assert_refused(read_markdown, text, [line[2:] for line in said.splitlines()])


@pytest.mark.parametrize(("text", "said"), cases("refused-json.md", FAULTS))
def test_refused_json(text: str, said: str) -> None:
    assert_refused(read_json, text, [line[2:] for line in said.splitlines()])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{"points": ¦' + "9" * 5000 + "}", "`$.points`: needs an array, not a number"),
        ('{"points": [¦' + "[" * 900 + "]" * 900 + "]}", "`$.points[0]`: needs an object"),
        ("¦" + "[" * 100_000, "not JSON: nested too deeply"),
    ],
    ids=["digits", "deep", "deeper"],
)
def test_refused_json_at_length(text: str, wanted: str) -> None:
    assert_refused(read_json, text, [wanted])


MEANT = {
    "Amend": "Amends",
    "correcting": "Corrects",
    "Supersede": "Supersedes",
    "Superceding": "Supersedes",
    "Reverse": "Reverses",
    "reversing": "Reverses",
    "Stand down": "Stands down",
    "stand-down": "Stands down",
    "Refine": "Refines",
    "RESTORE": "Restores",
    "Upheld": "Upholds",
}


def missed(body: str) -> str:
    """What is said of a point with that body, whose one fault is nearly an effect."""
    with pytest.raises(Usage) as refused:
        read_markdown(f"## 1. One\n{body}\n")
    (fault,) = refused.value.more["faults"]
    return str(fault["message"])


@pytest.mark.parametrize(("word", "verb"), MEANT.items())
def test_a_word_that_is_nearly_a_verb_is_told_that_verb(word: str, verb: str) -> None:
    for line in (f"{word}: D1.1,D2", f"{word} D1.1, D2", f"- **{word}:** D1.1, D2."):
        said = missed(line)
        assert said.endswith(f"write `{verb}: D1.1, D2` at the start of a line of its own"), line
        [point] = read_markdown(f"## 1. One\n{verb}: D1.1, D2\n")["points"]
        assert point["effects"], "what it says to write is read"


def test_a_verb_of_no_effect_is_told_all_verbs() -> None:
    said = missed("Revoke: D1.1")
    assert "`Reverses:`" in said
    assert "`Stands down:`" in said
    assert "Reverses: D1.1" not in said


def test_a_blank_line_is_asked_for_where_one_is_needed() -> None:
    assert missed("- item\nAmends: D1.1").endswith(
        "`Amends: D1.1` at the start of a line of its own, after a blank line"
    )
    assert "blank" not in missed("- item\n\nAmend: D1.1")
    assert "blank" not in missed("a text\nAmend: D1.1")
    assert missed("- item\nHold: owner").endswith("after a blank line")


def test_examples() -> None:
    draft = read_markdown(example(proposal.__doc__))
    assert [point["label"] for point in draft["points"]] == ["1", "3a"]
    assert draft["points"][0]["effects"] == [{"verb": "reverses", "targets": ["D1.1", "D1.4"]}]
    assert draft["points"][1]["hold"] == {"seat": "owner", "reason": "until the next team launch"}
    twin = read_json(example(proposal_json.__doc__))
    assert {**twin, "points": []} == {**draft, "points": []}
    assert twin["points"][0]["text"] == "No PM spawns workers\nThe marker decides."


def test_json_of_any_depth_is_refused() -> None:
    for depth in range(1, 1200, 7):
        faults_of(read_json, '{"points": [' + "[" * depth + "]" * depth + "]}")


def test_json_bodies_are_texts_and_actions_may_be_strings() -> None:
    body = "\n \r\nReverses: D1\r\n## 2. Two\r\n\r\n"
    one = {"label": "1", "title": " t ", "body": body, "hold": None}
    draft = read_json(json.dumps({"points": [one], "title": None, "actions": ["a: x", "A: y"]}))
    assert draft["points"][0]["text"] == "t\nReverses: D1\r\n## 2. Two"
    assert draft["points"][0]["effects"] == []
    assert draft["actions"] == [{"owner": "a", "text": "x"}, {"owner": None, "text": "A: y"}]


@pytest.mark.parametrize("path", NASTY_BODIES, ids=lambda path: path.name)
@pytest.mark.parametrize("last", [True, False], ids=["last", "amid"])
def test_hostile_bodies(path: Path, last: bool) -> None:
    if not path.exists():
        pytest.skip(f"no hostile bodies at {NASTY}")
    body = path.read_bytes().decode()
    text = f"## 1. T\n{body}" + ("" if last else "\n## 2. U\n")
    if path.name.startswith(NASTY_REFUSED):
        faults_of(read_markdown, text)
        return
    if path.name.startswith(NASTY_OPEN) and not last:
        assert "swallows" in faults_of(read_markdown, text)[0][0]
        return
    draft = read_markdown(text)
    kept = trim(body.split("\n"))
    assert [point["label"] for point in draft["points"]] == (["1"] if last else ["1", "2"])
    assert draft["points"][0]["text"] == compose("T", kept)
    assert not any(point["effects"] or point["hold"] for point in draft["points"])
    assert read_json(as_json(draft)) == draft


@pytest.mark.parametrize("path", NASTY_BODIES, ids=lambda path: path.name)
def test_hostile_bodies_in_json(path: Path) -> None:
    if not path.exists():
        pytest.skip(f"no hostile bodies at {NASTY}")
    body = path.read_bytes().decode()
    text = json.dumps({"points": [{"label": "1", "title": "T", "body": body}]})
    if "\0" in body:
        ((said, _),) = faults_of(read_json, text)
        assert said.startswith("`$.points[0].body`: U+0000")
        return
    (point,) = read_json(text)["points"]
    assert point == {"label": "1", "text": compose("T", trim(body.split("\n")))} | NO_ACTS


# Lines of any characters but those that end lines; such as would be acts and headings among them.
SAID = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"), max_size=20)
LURES = ["Reverses: D1.1", "Held for: owner", "## 2. Forged", "# T", "---", "===", "```", "1. x"]
LINE = st.one_of(SAID, st.sampled_from([*LURES, ""]))
LINES = st.lists(LINE, min_size=1, max_size=5)
ANY = st.lists(st.one_of(LINE, st.sampled_from(["\r", "a\r## 3. b", "c\r"])), max_size=5)


def fence(lines: list[str], end: str) -> str:
    longest = max(map(len, re.findall("`+", "\n".join(lines))), default=0)
    ticks = "`" * max(3, longest + 1)
    return end.join([f"{ticks} text", *lines, ticks])


BLOCKS = st.one_of(
    LINES.map(lambda lines: "\n".join("x" + line for line in lines)),
    st.builds(fence, ANY, st.sampled_from(["\n", "\r\n"])),
    LINES.map(lambda lines: "\n".join("> " + line for line in lines)),
    LINES.map(lambda lines: "\r\n".join("    x" + line for line in lines)),
    LINES.map(lambda lines: "\n".join("- " + line for line in lines)),
    LINES.map(lambda lines: "<!--\n" + "\n".join(x.replace(">", "") for x in lines) + "\n-->"),
    LINE.map(lambda line: "### " + line.replace("\n", "")),
    st.sampled_from(["[a]: b", "* * *", "![x](y)", "a  \n\tb", "&amp; <b>\\"]),
)
BODY = st.lists(BLOCKS, max_size=4).map("\n\n".join)
TITLE = SAID.map(lambda said: said.strip(" \t")).filter(
    lambda said: said.strip() and not re.search(r"(?:^|[ \t])#+$", said)
)
DONE = [("", []), ("Upholds: D7, B3.1", [{"verb": "upholds", "targets": ["D7", "B3.1"]}])]


@given(st.lists(st.tuples(TITLE, BODY, st.sampled_from(DONE)), min_size=1, max_size=3), st.data())
def test_texts_come_back(points: list[Any], data: st.DataObject) -> None:
    end = data.draw(st.sampled_from(["\n", "\r\n"]))
    parts = [
        end.join([f"## {n}. {title}", body, "", act, ""])
        for n, (title, body, (act, _)) in enumerate(points, 1)
    ]
    draft = read_markdown(end.join(parts))
    assert [p["text"] for p in draft["points"]] == [compose(t, b) for t, b, _ in points]
    assert [p["effects"] for p in draft["points"]] == [effects for _, _, (_, effects) in points]
    assert read_json(as_json(draft)) == draft


@given(st.lists(st.tuples(TITLE, BODY), min_size=1, max_size=3))
def test_texts_of_a_list_come_back(points: list[tuple[str, str]]) -> None:
    assume(not any(EFFECT.fullmatch(line) for _, body in points for line in body.split("\n")))
    text = ""
    for title, body in points:
        inner = "\n".join("   " + line if line else "" for line in body.split("\n"))
        text += f"1. t{title}\n\n{inner}\n\n"
    draft = read_markdown(text)
    assert [p["text"] for p in draft["points"]] == [compose("t" + t, b) for t, b in points]
    assert not any(point["effects"] for point in draft["points"])


SCRAPS = [*LURES, *"\r\n\t\0\ufeff\u2028 :a", "\r\n", "## 1. a\n", "## Rejected\n", "## Actions\n"]
SCRAPS += ["- ", "> ", "Amends: D1", "D2,", "<!--", "12) ", "[a]: b", "~~~"]


@given(st.lists(st.one_of(st.sampled_from(SCRAPS), SAID), max_size=12).map("".join))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        draft = read_markdown(text)
    except Usage:
        faults_of(read_markdown, text)
        return
    labels = [point["label"] for point in draft["points"]]
    assert labels
    assert len(labels) == len(set(labels))
    assert read_json(as_json(draft)) == draft


KEYS = ["title", "points", "label", "body", "effects", "verb", "targets", "hold", "actions", "1"]
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.floats(), st.sampled_from(KEYS), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
)


@given(VALUES, st.sampled_from([None, 0, 1]), st.integers(0, 40))
def test_any_json_is_read_or_refused(value: Any, indent: int | None, cut: int) -> None:
    text = json.dumps({"points": [value], "title": value}, indent=indent)
    for given_text in (text, text[:cut], json.dumps(value, indent=indent)):
        try:
            read_json(given_text)
        except Usage:
            faults_of(read_json, given_text)


ACTS = st.lists(
    st.tuples(st.sampled_from(VERBS), st.sampled_from(["D1", "D1.1", "D2"])), max_size=4
)


@given(st.lists(ACTS, max_size=4))
def test_contradictions_are_those_of_every_pair(points: list[list[tuple[str, str]]]) -> None:
    acts = [(n, verb, target) for n, mine in enumerate(points) for verb, target in mine]
    wrong = set()
    for i, (m, one, target) in enumerate(acts):
        for n, two, other in acts[i + 1 :]:
            fells = [verb for verb in (one, two) if verb in DISPLACING]
            clash = one != two and (len(fells) == 2 or ({one, two} - {*fells} and fells))
            if target == other and (m == n or clash):
                wrong.add((str(n), target))
    given_points = [
        {"label": str(n), "effects": [{"verb": verb, "targets": [t]} for verb, t in mine]}
        for n, mine in enumerate(points)
    ]
    found = effect_faults(given_points)
    assert {(label, target) for _, label, target in found} == wrong
    assert len(found) == len(set(found))
