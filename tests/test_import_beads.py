"""The beads tracker's `issues.jsonl`: what becomes of issues, dependencies, comments and ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from carried import carried, formed
from driving import Doc, faults_of
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.errors import Usage
from ledger.ingest import beads
from ledger.ingest.beads import read_beads, time_of


def issue(ident: str, **more: Any) -> Doc:
    """An issue with a title."""
    return {"id": ident, "title": f"Do {ident}", **more}


def depends(kind: str, on: str, **more: Any) -> list[Doc]:
    """One dependency."""
    return [{"issue_id": "x", "depends_on_id": on, "type": kind, **more}]


def text_of(*docs: Any) -> str:
    """A file of these lines."""
    return "".join(json.dumps(doc) + "\n" for doc in docs)


def planned(*docs: Any) -> list[Doc]:
    """The plan of these lines, checked for form."""
    lines = read_beads(text_of(*docs), project="BD")
    formed(lines)
    return lines


def argvs(lines: list[Doc], *words: str) -> list[list[str]]:
    """The arguments of the lines that begin so, without these words."""
    count = len(words)
    return [one["argv"][count:] for one in lines if one["argv"][:count] == list(words)]


def comments(lines: list[Doc], key: str = "BD-1") -> list[str]:
    """What is said about an item."""
    return [one["stdin"] for one in lines if one["argv"][:3] == ["item", "comment", key]]


def test_the_example(tmp_path: Path) -> None:
    """That of the module's docstring, each issue on one line."""
    said = (beads.__doc__ or "").split("\n\n")[1]
    text = said.replace("\n     ", " ").replace("    {", "{") + "\n"
    lines = read_beads(text, project="P")
    ledger = carried(lines, tmp_path / "l.db")
    shown = [ledger.do(f"show P-{n}")["item"] for n in (1, 2)]
    assert [one["title"] for one in shown] == ["Retire the daemon", "Stop it"]
    assert [one["state"] for one in shown] == ["open", "closed"]
    assert [one["parent"] for one in shown] == [None, "P-1"]
    assert lines[-1] == {
        "argv": ["item", "close", "P-2"],
        "reported": {"actor": "unnamed", "source": "issues.jsonl, line 2"},
        "said_at": "2026-06-22T10:04:11.000Z",
    }


def test_numbers_follow_the_file_and_parents_come_first() -> None:
    lines = planned(
        issue("bd-9.1", dependencies=depends("parent-child", "bd-9")),
        issue("bd-1"),
        issue("bd-9"),
    )
    assert argvs(lines, "item", "new", "BD") == [
        ["Do bd-9", "--key", "BD-3"],
        ["Do bd-9.1", "--key", "BD-1", "--parent", "BD-3"],
        ["Do bd-1", "--key", "BD-2"],
    ]
    assert argvs(
        read_beads(text_of(issue("bd-1")), project="BD", first=7), "item", "new", "BD"
    ) == [["Do bd-1", "--key", "BD-7"]]


def test_what_an_issue_says_of_itself() -> None:
    lines = planned(
        issue(
            "bd-1",
            description="Why:\n\nSupersedes: D1\n",
            design="So.",
            acceptance_criteria="It runs.",
            notes="  ",
            status="in_progress",
            priority=0,
            issue_type="bug",
            assignee="venus",
            labels=["a", "b"],
            external_ref="gh-9",
            created_by="Ada",
            created_at="2026-06-22T12:04:11.5+02:00",
        )
    )
    facts = "beads: bd-1\nissue_type: bug\nstatus: in_progress\npriority: 0\nassignee: venus\n"
    assert comments(lines) == [
        facts + "external_ref: gh-9\nlabels: a, b\n",
        "Why:\n\nSupersedes: D1\n",  # byte for byte, and never an act
        "Design:\n\nSo.",
        "Acceptance criteria:\n\nIt runs.",
    ]
    assert {one["said_at"] for one in lines} == {"2026-06-22T10:04:11.500Z"}
    assert {one["reported"]["actor"] for one in lines} == {"Ada"}


@pytest.mark.parametrize(
    ("fields", "owner"),
    [
        ({"assignee": "venus", "owner": "ada"}, ["--owner", "venus"]),
        ({"assignee": "Ada L.", "owner": "ada"}, ["--owner", "ada"]),
        ({"assignee": 5, "owner": "ada@example.org!"}, []),
        ({}, []),
    ],
)
def test_an_issue_belongs_to_whom_it_is_assigned_to(
    fields: dict[str, Any], owner: list[str]
) -> None:
    argv = planned(issue("bd-1", **fields))[0]["argv"]
    assert argv[argv.index("--key") + 2 :] == owner


def test_comments_are_of_who_said_them_and_when() -> None:
    said = [
        {"id": 1, "author": "bo", "text": "Later.\n", "created_at": "2026-06-23T00:00:00Z"},
        {"id": "0198-uuid", "author": "cy", "text": "  ", "created_at": "2026-06-23T00:00:00Z"},
        {"author": None, "text": "So."},
    ]
    lines = planned(issue("bd-1", comments=said))[2:]
    assert [(one["stdin"], one["reported"]["actor"], one.get("said_at")) for one in lines] == [
        ("Later.\n", "bo", "2026-06-23T00:00:00.000Z"),
        ("So.", "unnamed", None),
    ]


@pytest.mark.parametrize(
    ("kind", "link"),
    [
        ("blocks", ["BD-2", "blocks", "BD-1"]),  # what is depended on blocks
        ("related", ["BD-1", "relates", "BD-2"]),
        ("relates-to", ["BD-1", "relates", "BD-2"]),
        ("duplicates", ["BD-1", "duplicates", "BD-2"]),
        ("supersedes", None),
        ("approved-by", None),
        ("discovered-from", None),
        ("conditional-blocks", None),
        ("waits-for", None),
        ("replies-to", None),
        ("validates", None),
        ("our-own", None),
    ],
)
def test_a_dependency_is_a_link_of_ours_or_a_comment(
    kind: str, link: list[str] | None, tmp_path: Path
) -> None:
    row = depends(kind, "bd-2", created_by="ada", created_at="2026-01-02T03:04:05Z")
    lines = planned(issue("bd-1", dependencies=row), issue("bd-2"))
    assert argvs(lines, "item", "link") == ([link] if link else [])
    said = [] if link else [f"beads dependency: bd-1 {kind} bd-2 (BD-2)\n"]
    assert comments(lines)[1:] == said
    assert lines[-1]["reported"]["actor"] == "ada"
    assert lines[-1]["said_at"] == "2026-01-02T03:04:05.000Z"
    carried(lines, tmp_path / "l.db")


def test_approved_by_is_only_said() -> None:
    """Its target is somebody, not an issue; nothing is ratified by it."""
    row = depends("approved-by", "human:ada", metadata='{"note": "yes"}')
    lines = planned(issue("bd-1", dependencies=row))
    said = 'beads dependency: bd-1 approved-by human:ada\nmetadata: {"note": "yes"}\n'
    assert comments(lines)[1:] == [said]
    assert {words[0] for words in argvs(lines)} == {"item"}


@pytest.mark.parametrize("kind", ["blocks", "parent-child", "related"])
@pytest.mark.parametrize("target", ["bd-1", "bd-404", "external:web:login"])
def test_what_leads_nowhere_is_said(kind: str, target: str) -> None:
    lines = planned(issue("bd-1", dependencies=depends(kind, target)))
    assert argvs(lines, "item", "link") == []
    assert comments(lines)[1].startswith(f"beads dependency: bd-1 {kind} {target}")
    assert "--parent" not in lines[0]["argv"]


def test_a_second_parent_is_said() -> None:
    rows = depends("parent-child", "bd-2") + depends("parent-child", "bd-3")
    lines = planned(issue("bd-1", dependencies=rows), issue("bd-2"), issue("bd-3"))
    assert lines[1]["argv"][-2:] == ["--parent", "BD-2"]
    assert comments(lines)[1:] == ["beads dependency: bd-1 parent-child bd-3 (BD-3)\n"]


def test_a_row_of_another_writer_is_read_too() -> None:
    """`dep_type` for `type`, no `issue_id`, `id` for `depends_on_id`, no type."""
    rows = [{"depends_on_id": "bd-2", "dep_type": "related"}, {"id": "bd-2"}]
    lines = planned(issue("bd-1", dependencies=rows), issue("bd-2"))
    links = argvs(lines, "item", "link")
    assert links == [["BD-1", "relates", "BD-2"], ["BD-2", "blocks", "BD-1"]]


@pytest.mark.parametrize(
    ("status", "closed"),
    [("closed", True), ("open", False), ("blocked", False), ("deferred", False), ("qa", False)],
)
def test_closed_is_closed(status: str, closed: bool) -> None:
    more = {"closed_at": "2026-06-22T10:04:11Z", "close_reason": "Superseded by bd-7"}
    lines = planned(issue("bd-1", status=status, **more))
    assert argvs(lines, "item", "close") == ([["BD-1"]] if closed else [])
    assert ("Closed: Superseded by bd-7" in comments(lines)) is closed


def test_what_is_deleted_or_no_issue_is_named_and_takes_no_number() -> None:
    lines = planned(
        issue("bd-0", status="tombstone"),
        {"_type": "memory", "key": "k", "value": "v"},
        issue("bd-1", _type="issue", dependencies=depends("blocks", "bd-0")),
    )
    assert argvs(lines, "item", "new", "BD") == [["Do bd-1", "--key", "BD-1"]]
    assert argvs(lines, "item", "link") == []
    assert comments(lines)[-1] == (
        "Not imported from issues.jsonl:\n"
        "line 1: bd-0, which was deleted\n"
        "line 2: of type `memory`\n"
    )


@pytest.mark.parametrize("title", ["-f", "--key BD-9", "$1 a day", "-", "a\nb", " $2"])
def test_a_title_is_never_an_argument_of_another_kind(title: str, tmp_path: Path) -> None:
    lines = planned({"id": "bd-1", "title": title})
    ledger = carried(lines, tmp_path / "l.db")
    assert ledger.do("show BD-1")["item"]["title"].endswith(title.replace("\n", "\\n"))


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("2026-06-22T10:04:11Z", "2026-06-22T10:04:11.000Z"),
        ("2026-06-22T10:04:11.123456789Z", "2026-06-22T10:04:11.123Z"),
        ("2026-06-22T00:30:00+02:00", "2026-06-21T22:30:00.000Z"),
        ("2026-06-22T23:30:00-0200", "2026-06-23T01:30:00.000Z"),
        ("0001-01-01T00:00:00Z", None),  # what Go writes for no time
        ("2026-02-30T00:00:00Z", None),
        ("2026-06-22", None),
        ("soon", None),
        (None, None),
        (17, None),
    ],
)
def test_a_time(said: Any, read: str | None) -> None:
    assert time_of(said) == read


FAULTS: list[tuple[str, list[str]]] = [
    ("", ["line 1: no issue"]),
    ("\n \n", ["line 1: no issue"]),
    ('{"id": "a", "title": "A"}{"id": "b"}\n', ["line 1: not JSON: Extra data"]),
    ('{"id": "a", "title": "A"}\n<<<<<<< HEAD\n', ["line 2: not JSON: Expecting value"]),
    ("[1]\n", ["line 1: not an issue, which is a JSON object"]),
    (
        '{"id": "a"}\n{"title": "A"}\n',
        ["line 1: an issue without title", "line 2: an issue without id"],
    ),
    ('{"id": "a", "title": "A"}\n' * 2, ["line 2: id `a` is that of line 1 too"]),
    (
        '{"id": "a", "title": 4, "labels": {}}\n',
        ["an issue without title", "title is no string", "labels"],
    ),
    ('{"id": "a", "title": "A", "comments": [4]}\n', ["line 1: comments: `4` is no object"]),
    ('{"id": "a", "title": "A", "comments": {}}\n', ["line 1: comments: no array"]),
    ('{"id": "a", "title": "A", "comments": [{"text": 4}]}\n', ["comments: text is no string"]),
    ('{"id": "a", "title": "A", "dependencies": [{}]}\n', ["dependencies: one without"]),
    ('\n{"id": "a", "title": "A\\u0000"}\n', ["line 2: U+0000 is refused in a text"]),
    ('{"id": "a", "title": "A", "notes": "\\ud800"}\n', ["line 1: U+D800 is refused in a text"]),
    (f'{{"id": "a", "title": "A", "priority": {"9" * 5000}}}\n', ["not JSON: a number too long"]),
    ("[" * 100_000 + "\n", ["line 1: not JSON: nested too deeply"]),
    (
        text_of(
            issue("a", dependencies=depends("parent-child", "b")),
            issue("b", dependencies=depends("parent-child", "a")),
        ),
        ["line 1: parents in a circle: a, b"],
    ),
]


@pytest.mark.parametrize(("text", "messages"), FAULTS, ids=range(len(FAULTS)))
def test_faults_name_file_and_line(text: str, messages: list[str]) -> None:
    found = faults_of(lambda text: read_beads(text, project="P"), text)
    assert len(found) == len(messages)
    for (message, _), wanted in zip(found, messages, strict=True):
        assert message.startswith("issues.jsonl, line ")
        assert wanted in message


def test_a_project_is_one() -> None:
    with pytest.raises(Usage, match="is not a project"):
        read_beads(text_of(issue("a")), project="p-1")


# --- whatever comes

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)
IDS = st.sampled_from(["a", "b", "c", "a.1", "$1", "-"])
ROW = st.fixed_dictionaries(
    {
        "depends_on_id": IDS,
        "type": st.sampled_from(["blocks", "parent-child", "related", "supersedes"]),
    }
)
WORDS = st.none() | st.text(max_size=10)
ISSUE = st.fixed_dictionaries(
    {"id": IDS, "title": st.text(min_size=1, max_size=10)},
    optional={
        "description": WORDS,
        "status": st.sampled_from(["open", "closed", "tombstone"]),
        "dependencies": st.lists(ROW, max_size=3),
        "comments": st.lists(st.fixed_dictionaries({"text": WORDS, "author": WORDS}), max_size=2),
        "created_at": WORDS | st.just("2026-06-22T10:04:11Z"),
        "priority": JSON,
        "labels": st.lists(JSON, max_size=2),
    },
)
LINE = ISSUE.map(json.dumps) | JSON.map(json.dumps) | st.text(max_size=12)


@given(
    st.lists(LINE, max_size=6).map("\n".join)
    | st.lists(ISSUE, max_size=4).map(lambda d: text_of(*d))
)
def test_no_text_breaks_the_reader(text: str) -> None:
    """A plan of the known form, or faults that name a line of the file."""
    try:
        lines = read_beads(text, project="P")
    except Usage as error:
        faulty = [one["position"]["line"] for one in error.more["faults"]]
    else:
        faulty = [1]
        formed(lines)
        assert lines == read_beads(text, project="P")
    assert faulty
    assert all(1 <= line <= text.count("\n") + 1 for line in faulty)
