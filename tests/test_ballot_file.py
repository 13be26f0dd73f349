"""Ballot files and answers: what is read, what is refused and where, and that texts come back.

In the tables `¦` stands where a fault is, once a place, and is no part of the text.
"""

from __future__ import annotations

import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from typing import Any

import pytest
from driving import faults_of
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.errors import Usage
from ledger.ingest import answers as answers_module
from ledger.ingest import ballot
from ledger.ingest.answers import read_answers, read_answers_file
from ledger.ingest.ballot import EFFECTS, read_ballot


def examples(doc: str | None) -> list[str]:
    """The indented examples of a module's docstring."""
    found = re.findall(r"(?:^(?:    .*)?\n)+", doc or "", re.M)
    return [textwrap.dedent(one).strip("\n") for one in found if one.strip()]


def assert_refused(read: Callable[[str], object], marked: str, wanted: list[str]) -> None:
    """The text is refused with these faults, in order, where the marks stand."""
    pieces = marked.split("¦")
    text, marks = "".join(pieces), [len("".join(pieces[:n])) for n in range(1, len(pieces))]
    faults = faults_of(read, text)
    assert [fault[: len(want)] for (fault, _), want in zip(faults, wanted, strict=True)] == wanted
    assert sorted({offset for _, offset in faults}) == marks


def one(options: list[tuple[str, str, str]], text: str = "Who?", rules: str = "D4.1") -> Any:
    """A draft of one question."""
    made = [{"key": key, "text": said, "effect": effect} for key, said, effect in options]
    rules_on = rules.split()
    question = {"label": "1", "text": text, "rules_on": rules_on, "options": made}
    return {"title": None, "questions": [question]}


WHO = "## 1. Who? (rules on D4.1)\n"
YES = ("a", "yes", "ratifies")
TEXTS = {
    "a": "yes (as now)",
    "b": "(amends) first",
    "f": "stays (amends D4.1)",
    "h": "ratifies",
    "i": "(the owner refuses)",
    "k": "none)",
}
READ = {
    "least": (WHO + "- a: yes", one([YES])),
    "all effects": (
        WHO + "- a: A (ratifies)\n- b: B (amends)\n- c: C (refuses)\n- d: D (none)\n- e: E\n",
        one(
            [(e[0], e[0].upper(), e[1]) for e in zip("abcde", (*EFFECTS, "ratifies"), strict=True)]
        ),
    ),
    "body, several points": (
        "##\t1)  Who?  (Rules on\tD4.1 ,B3.1,D10.3a)  \n"
        "\n  So far\n\n### all\n1. one\n   - x\n\n> - q\n\n- a: yes",
        one([YES], "Who?\n  So far\n\n### all\n1. one\n   - x\n\n> - q", "D4.1 B3.1 D10.3a"),
    ),
    "closing hashes": ("  ## 1. Who? (rules on D4.1) ##\n* a: yes", one([YES])),
    "parentheses in the title": (
        "## 1. Who (or what) (rules on D4.1)\n- a: yes",
        one([YES], "Who (or what)"),
    ),
    "title with a label's digits": ("## 1. 1 (rules on D1.1)\n- a: yes", one([YES], "1", "D1.1")),
    "prose with the next line an option": (WHO + "prose\n- a: yes", one([YES], "Who?\nprose")),
    "several lines": (
        WHO
        + "- a: one\n  two (here)\n\n      code\n\n  > q\n\n  end (amends)\n- b: x\nlazy (none)\n",
        one(
            [("a", "one\ntwo (here)\n\n    code\n\n> q\n\nend", "amends"), ("b", "x\nlazy", "none")]
        ),
    ),
    "text on the next line": (
        WHO + "- a:\n  one\n-\n  b: two\n- c:\n\n      code\n",
        one(
            [
                ("a", "one", "ratifies"),
                ("b", "two", "ratifies"),
                ("c", "    code", "ratifies"),
            ]
        ),
    ),
    "marker on its own line": (
        WHO + "- a: f(none)\n  (ratifies)\n- b: > x (amends)\n\n  (REFUSES)\n\n",
        one([("a", "f(none)", "ratifies"), ("b", "> x (amends)", "refuses")]),
    ),
    "fence at the end": (
        WHO + "- a: one\n  ```\n  x (amends)\n  ```\n",
        one([("a", "one\n```\nx (amends)\n```", "ratifies")]),
    ),
    "parentheses are text": (
        WHO + "".join(f"- {key}: {said}\n" for key, said in TEXTS.items()),
        one([(key, said, "ratifies") for key, said in TEXTS.items()]),
    ),
    "keys": (
        WHO + "- a: A\n- 1: B\n- later.on_x-2: C\n" + f"- {'k' * 64}: D\n",
        one(
            [
                ("a", "A", "ratifies"),
                ("1", "B", "ratifies"),
                ("later.on_x-2", "C", "ratifies"),
                ("k" * 64, "D", "ratifies"),
            ]
        ),
    ),
    "two lists by their bullets, an indent": (
        WHO + " - a: yes\n\n+ b: no: never\n",
        one([YES, ("b", "no: never", "ratifies")]),
    ),
    "CRLF": (
        WHO.replace("\n", "\r\n")
        + "body\r\n\r\n- a: one\r\n  two (amends)\r\n- b: x  \r\n  (none)\r\n",
        one([("a", "one\r\ntwo", "amends"), ("b", "x", "none")], "Who?\nbody"),
    ),
}


@pytest.mark.parametrize(("text", "draft"), READ.values(), ids=READ)
def test_read(text: str, draft: Any) -> None:
    assert read_ballot(text) == draft


def test_questions_in_their_order_and_a_title() -> None:
    draft = read_ballot(
        f"# Who\n\n{WHO}- a: x\n## 10) Then?(rules on D4.3a)\n- a: y\n"
        "## 2. Z (RULES ON B1.1)\n- b: z"
    )
    assert draft["title"] == "Who"
    assert [question["label"] for question in draft["questions"]] == ["1", "10", "2"]
    assert [question["text"] for question in draft["questions"]] == ["Who?", "Then?", "Z"]
    assert [question["rules_on"] for question in draft["questions"]] == [
        ["D4.1"],
        ["D4.3a"],
        ["B1.1"],
    ]


NEEDS = "question `1` needs one `(rules on D4.1)`"
NOT_OPTIONS = ("a text", "a) b", "a:b", "a : b", ": b", "- a: b", "> a: b", "# a: b")
NEAR = ("ratify", "amend", "Refuse", "ratified", "amended", "refused", "nothing", "reverses")
OTHERWISE = ("x ¦(amends).", "x¦(amends)", "x ¦( none )", "¦(refuses) ; ", "x¦(amend) !")
REFUSED: dict[str, tuple[str, list[str]]] = {
    "nothing": ("¦", ["no question"]),
    "blank": ("¦\n\n  \t\n", ["no question"]),
    "a title alone": ("¦# Who", ["no question"]),
    "prose": ("¦- a: yes", ["text before the first question: `- a: yes`", "no question"]),
    "text before": (
        "# T\n  ¦intro\n\nmore\n" + WHO + "- a: yes",
        ["text before the first question: `intro`"],
    ),
    "other headings, titles": (
        "# T\n¦# T\n¦## Rejected\n- x\n¦##\n¦## 0. Zero\n"
        "## ¦1a. One (rules on D4.1)\n- a: yes\n¦# End",
        [
            "a `#` heading that is not the first: `T`",
            "another heading `Rejected`: a question is `## 1. Title (rules on D4.1)`",
            "another heading ``",
            "another heading `0. Zero`",
            "`1a` is not the number of a question, like `1`",
            "a `#` heading that is not the first: `End`",
        ],
    ),
    "ten digits": ("## ¦1234567890. A (rules on D1.1)\n- a: A", ["`1234567890` is not the number"]),
    "a question twice": (
        WHO
        + "- a: A\n## ¦1) Again (rules on D4.2)\n- a: A\n"
        + "##   ¦1. More (rules on D4.3)\n- a: A\n",
        ["question `1` twice", "question `1` twice"],
    ),
    "no title": (
        "## ¦1. (rules on D1.1)\n- a: A\n## ¦2.\n- a: A",
        [
            "an empty title of question `1`",
            "question `2` needs one `(rules on D4.1)`",
            "an empty title of question `2`",
        ],
    ),
    "no rules": ("## ¦1. Who?\n(rules on D4.1)\n- a: A", [NEEDS]),
    "rules elsewhere": ("## ¦1. Who (rules on D4.1)?\n- a: A", [NEEDS]),
    "rules in other words": ("## ¦1. Who? (rules on: D4.1)\n- a: A", [NEEDS]),
    "rules in one word": ("## ¦1. Who? (rules onD4.1)\n- a: A", [NEEDS]),
    "rules twice": ("## ¦1. Who? (rules on D4.1) (rules on D4.2)\n- a: A", [NEEDS]),
    "no target": ("## 1. 1 ¦(rules on )\n- a: A", ["question `1` rules on no point"]),
    "targets": (
        "## 1. D4 (rules on ¦D4, D4.1,¦, ¦EVO-26 , ¦B3,¦D4.1 and D4.2, ¦d4.2,¦)\n- a: A",
        [
            "`D4` is a decision: legal are points (`D4.1`, `B3.1`)",
            "`` is no point",
            "`EVO-26` is no point: legal are points",
            "`B3` is no point",
            "`D4.1 and D4.2` is no point",
            "`d4.2` is no point",
            "`` is no point",
        ],
    ),
    "a point twice": (
        "## 1. W (rules on D4.1, ¦D4.1)\n- a: A\n## 2. W (rules on D4.2, ¦D4.1)\n- a: A",
        ["`D4.1` twice in question `1`", "`D4.1` in two questions, `1` and `2`"],
    ),
    "no options": (
        "## ¦1. W (rules on D4.1)\n1. a: A\n\n> - a: A\n## ¦2. W (rules on D4.2)",
        ["question `1` without options, like", "question `2` without options"],
    ),
    "text after the options": (
        WHO + "- a: A\n\n¦prose (amends)\n\nmore\n\n- b: B",
        ["text after the options of `1`: `prose (amends)`"],
    ),
    "a list in the prose": (
        WHO + "- ¦as now\n\n¦or\n\n- a: A",
        ["not an option like `a: text`: `as now`", "text after the options of `1`: `or`"],
    ),
    "not options": (
        WHO + "".join(f"- ¦{said}\n" for said in NOT_OPTIONS) + "-¦\n-      ¦a: b\n",
        [f"not an option like `a: text`: `{said}`" for said in (*NOT_OPTIONS, "", "a: b")],
    ),
    "keys": (
        WHO + "- A: A\n- ¦**b**: B\n- ¦é: E\n- ¦-x: X\n- a: A\n- ¦a: A\n- ¦" + "k" * 65 + ": K\n",
        [
            "option '**b**': U+002A is not allowed at place 1",
            "option 'é': U+00E9",
            "option '-x': U+002D",
            "option `a` twice in question `1`",
            "option 'kkkkkkkkkkkkkkkkkkkk'… is longer",
        ],
    ),
    "no text": (
        WHO + "- ¦a:\n- ¦b:  \n- ¦c: (amends)\n- ¦d:\n  (none)\n- ¦e: \u00a0\n",
        [f"option `{key}` of question `1` without text" for key in "abcde"],
    ),
    "near markers": (
        WHO + "".join(f"- {n}: x ¦({word})\n" for n, word in enumerate(NEAR)),
        [f"`({word})` is no marker: legal are `(ratifies)`, `(amends)`" for word in NEAR],
    ),
    "markers written otherwise": (
        WHO + "".join(f"- {n}: x\n  {said}\n" for n, said in enumerate(OTHERWISE)),
        [f"`{said.strip('x ¦')}` is no marker" for said in OTHERWISE],
    ),
    "markers in what is not the option's own text": (
        WHO
        + "- a: x\n  - y ¦(amends)\n- b: x\n\n  > y\n  z ¦(none)\n"
        + "- c: x\n\n      y ¦(refuses)\n- d: x\n  ```\n  y ¦(ratifies)\n",
        [f"`({word})` is no marker" for word in ("amends", "none", "refuses", "ratifies")],
    ),
    "tabs after the bullets": (
        WHO + "-\t¦a text\n-\tA: x ¦(amend)\n*\t\t¦a: code\n",
        ["not an option", "`(amend)`", "not an option"],
    ),
    "NUL, CRLF": (
        WHO.replace("\n", "\r\n") + "- a: ¦\0\r\n- ¦b\r\n",
        ["U+0000 at offset", "not an option like `a: text`: `b`"],
    ),
}


@pytest.mark.parametrize(("text", "faults"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, faults: list[str]) -> None:
    assert_refused(read_ballot, text, faults)


def said(question: str, choice: str, refinement: str | None = None) -> dict[str, str | None]:
    """One answer."""
    return {"question": question, "choice": choice, "refinement": refinement}


ANSWERS = {
    "1=b": [said("1", "b")],
    "1=b: no always-on agents at all; 2=c": [
        said("1", "b", "no always-on agents at all"),
        said("2", "c"),
    ],
    " 1 = b ;2=c;\n 10\t=later.on_x-2\n": [
        said("1", "b"),
        said("2", "c"),
        said("10", "later.on_x-2"),
    ],
    "2=a;1=b:x": [said("2", "a"), said("1", "b", "x")],
    "1=b: a; b = c; 02=x; 2a=y; 2: z;; =; 3": [said("1", "b", "a; b = c; 02=x; 2a=y; 2: z;; =; 3")],
    "1=b: x=1; 2 = c: y: z ": [said("1", "b", "x=1"), said("2", "c", "y: z")],
    "1=b : é\u00a0": [said("1", "b", "é\u00a0")],
    "1=b: one\n": [said("1", "b", "one")],
    "1=b:\n  one\n;2=c\r\n": [said("1", "b", "one"), said("2", "c")],
    "1=b: one\n  two \n": [said("1", "b", " one\n  two ")],
    "1=b:one\r\ntwo\r\n": [said("1", "b", "one\r\ntwo")],
    "1=b:one\n\n;2=c:\ntwo\nthree\n\n": [said("1", "b", "one"), said("2", "c", "\ntwo\nthree\n")],
    "1=1;2=2": [said("1", "1"), said("2", "2")],
    "1=b>a=c; 2= b > A = c": [said("1", "b>a=c"), said("2", "b>A=c")],
    "1=a,b; 2=c , a; 3=b>a: x": [said("1", "a,b"), said("2", "c,a"), said("3", "b>a", "x")],
}


@pytest.mark.parametrize("text", ANSWERS)
def test_answers(text: str) -> None:
    assert read_answers(text) == ANSWERS[text]


STRAY = "not an answer like `1=b`"


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("¦", ["no answer"]),
        ("¦ \n", ["no answer"]),
        ("¦b", [f"{STRAY}: `b`"]),
        ("¦1", ["question `1` without a choice"]),
        (" ¦1 : x; y", ["question `1` without a choice"]),
        ("¦1=", ["question `1` without a choice"]),
        ("¦1=: x", ["question `1` without a choice"]),
        ("¦1= ; 2=c; ¦3", ["question `1` without a choice", "question `3` without a choice"]),
        ("1=b; ¦2: x", ["question `2` without a choice"]),
        ("1=b;¦2; ¦", ["question `2` without a choice", f"{STRAY}: ``"]),
        ("1=b;¦", [f"{STRAY}: ``"]),
        ("¦;1=b", [f"{STRAY}: ``"]),
        ("¦so: x; 1=b", [f"{STRAY}: `so`"]),
        ("¦a=b; ¦1; 2=c", [f"{STRAY}: `a=b`", "question `1` without a choice"]),
        ("¦01=b", [f"{STRAY}: `01=b`"]),
        ("¦0=b;¦Q1=b;¦1.=b", [f"{STRAY}: `0=b`", f"{STRAY}: `Q1=b`", f"{STRAY}: `1.=b`"]),
        ("1=b; ¦x=c; 2=d", [f"{STRAY}: `x=c`"]),
        ("1=B; 2= ¦b c", ["choice 'b c': U+0020"]),
        ("3=¦é: x", ["choice 'é': U+00E9"]),
        ("1=b¦:; 2=c ¦:  \n", [f"an empty refinement of question `{n}`" for n in "12"]),
        ("1=a,b; 2=¦a,b>c", ["`a,b>c` both ranks (`b>a=c`) and approves (`a,b`)"]),
        ("1=¦=b; 2=¦a,", ["`=b` lacks an option beside a sign", "`a,` lacks an option"]),
        ("1=¦é>b", ["choice 'é': U+00E9"]),
        ("1=b: x ¦\0", ["U+0000 at offset 7"]),
    ],
)
def test_answers_refused(text: str, faults: list[str]) -> None:
    assert_refused(read_answers, text, faults)


ALONE = "only a ballot put to one seat takes one"
ASKED = one(
    [("a", "A", "ratifies"), ("b", "B", "amends"), ("c", "C", "refuses"), ("d", "D", "none")]
)
QUESTIONS = [*ASKED["questions"], {"label": "2", "options": [{"key": "x", "effect": "none"}]}]


def test_examples() -> None:
    (file,), (cast,) = examples(ballot.__doc__), examples(answers_module.__doc__)
    draft = read_ballot(file)
    assert draft["title"] == "Who runs what"
    (question,) = draft["questions"]
    assert question["text"] == "Who may launch workers?\nUntil now each PM may."
    assert question["rules_on"] == ["D4.1", "D4.2"]
    assert [(option["key"], option["effect"]) for option in question["options"]] == [
        ("a", "ratifies"),
        ("b", "amends"),
        ("later", "none"),
    ]
    text = "the owner alone, on demand;\nat the end of the work all is shut down"
    assert question["options"][1]["text"] == text
    answers = read_answers(cast)
    assert answers == [said("1", "b", "no always-on agents; not one = none"), said("2", "later")]


def test_answers_need_no_parser_of_markdown() -> None:
    code = "import sys; from ledger.ingest.answers import read_answers; read_answers('1=b')"
    code += "; print('markdown_it' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


# Any characters but those that end lines; what would be markers and headings among them.
SAID = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\n\r"), max_size=20)
LURES = ["x (amends)", "(none)", "- z: z", "# T", "## 2. F (rules on D9.1)", "; 2=c", ": x", "1. x"]
LINE = st.one_of(SAID, st.sampled_from(LURES)).map(lambda said: "x" + said.rstrip(" \t"))
KEY = st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,5}", fullmatch=True)
EFFECT = st.sampled_from(EFFECTS)
OPTION = st.tuples(KEY, st.lists(LINE, min_size=1, max_size=3), EFFECT)
OPTIONS = st.lists(OPTION, min_size=1, max_size=4, unique_by=lambda option: option[0])
ASKS = st.tuples(
    SAID.map(lambda said: "x" + said.strip(" \t")), st.lists(LINE, max_size=3), OPTIONS
)


@given(st.lists(ASKS, min_size=1, max_size=3), st.sampled_from(["\n", "\r\n"]))
def test_texts_come_back(asked: list[Any], end: str) -> None:
    lines, wanted = [], []
    for n, (title, body, options) in enumerate(asked, 1):
        lines += [f"## {n}. {title} (rules on D1.{n}, B1.{n})", *body, ""]
        made = []
        for key, text, effect in options:
            lines += [f"- {key}: {text[0]}", *("  " + line for line in text[1:]), f"  ({effect})"]
            made.append({"key": key, "text": end.join(text), "effect": effect})
        text = "\n".join([title, end.join(body)] if body else [title])
        points = [f"D1.{n}", f"B1.{n}"]
        wanted.append({"label": str(n), "text": text, "rules_on": points, "options": made})
    assert read_ballot(end.join(lines)) == {"title": None, "questions": wanted}


REFINED = st.lists(LINE.filter(lambda line: "; 2=c" not in line), min_size=1, max_size=3)
CAST = st.lists(
    st.tuples(st.integers(1, 99).map(str), KEY, st.one_of(st.none(), REFINED.map("\n".join))),
    min_size=1,
    max_size=4,
    unique_by=lambda answer: answer[0],
)


@given(CAST, st.sampled_from([";", "; ", ";\n"]), st.sampled_from(["", "\n", "\r\n"]))
def test_answers_come_back(cast: list[Any], between: str, end: str) -> None:
    text = between.join(f"{n}={key}" + (f":{more}" if more else "") for n, key, more in cast) + end
    assert read_answers(text) == [said(*answer) for answer in cast]


SCRAPS = [
    *LURES,
    *"\r\n\t\0\ufeff :=;>(",
    WHO,
    "## 2. b (rules on B1.1)\n",
    "- a: ",
    "\n- b: x",
    "> ",
]
SCRAPS += ["1=b", "2=", "(amends)", "(ratify)", "(rules on ", "D1.1,", "D2)", "\n  ", "```", "<!--"]
PIECES = st.lists(st.one_of(st.sampled_from(SCRAPS), SAID), max_size=12).map("".join)


@given(st.one_of(PIECES, PIECES.map(lambda text: f"{WHO}- a: yes{text}")))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        draft = read_ballot(text)
    except Usage:
        faults_of(read_ballot, text)
        return
    assert draft["questions"]
    points = [point for question in draft["questions"] for point in question["rules_on"]]
    assert len(points) == len(set(points))
    for question in draft["questions"]:
        assert question["rules_on"]
        assert question["options"]
        assert all(option["text"].strip() for option in question["options"])
        assert {option["effect"] for option in question["options"]} <= set(EFFECTS)


@given(st.one_of(PIECES, PIECES.map(lambda text: f"1=b{text}")))
def test_any_answers_are_read_or_refused(text: str) -> None:
    try:
        answers = read_answers(text)
    except Usage:
        faults_of(read_answers, text)
        return
    questions = [answer["question"] for answer in answers]
    assert len(questions) == len(set(questions)) > 0
    assert all(answer["refinement"] is None or answer["refinement"].strip() for answer in answers)


def test_in_a_file_each_answer_begins_a_line() -> None:
    assert read_answers_file("1=b: one; 2=c is text\n2=c\n") == [
        said("1", "b", "one; 2=c is text"),
        said("2", "c"),
    ]
    assert read_answers("1=b: one; 2=c") == [said("1", "b", "one"), said("2", "c")]
    with pytest.raises(Usage):
        read_answers_file("hello\n1=b\n")


@pytest.mark.parametrize(
    "option", ["no (rejected)", "no (refses)", "no [refuses]", "no (refuses", "f(x)", "no (nope)."]
)
def test_what_is_nearly_a_marker_is_refused(option: str) -> None:
    """An option that says no must not ratify because of a slip of the pen."""
    with pytest.raises(Usage, match="is no marker"):
        read_ballot(f"{WHO}- a: yes\n- b: {option}\n")
