"""`ledger search`: every text of the ledger, by words that are plain text, and by ids."""

from __future__ import annotations

import doctest
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from driving import Doc, Driver, bins
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.kinds import KINDS, kind
from ledger.store import passages, words
from ledger.store.store import Store

PROPOSAL = """\
# The launch rule

## 3a. No zebra starts a worker
Held for: owner, until the quokka is there
The start script refuses.

## 4. A badger hands over briefs

## Rejected
- Solo walrus sessions

## Actions
- beta: tell the ferret

## Sources
- the minutes of the lemur
"""
ASKED = """\
# The panda ballot

## 1. What of the heron? (rules on D1.4)
- a: the stork stays
- b: the ibis goes (amends)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """A ledger in which every animal is told once, but for what a decision tells again."""
    ledger = bins(tmp_path_factory.mktemp("search") / "l.db")
    ledger.do("alpha: item edit EVO-1 --title 'An otter item'")
    ledger.do("alpha: item comment EVO-1 'A weasel comment'")
    ledger.do("alpha: item ask EVO-1 'Who feeds the marmot?'")
    ledger.do("alpha: item answer EVO-1.Q1 'The beaver does'")
    ledger.do("alpha: item find EVO-1 'A lynx leaks' --source 'issue gecko'")
    storm = ledger.do("alpha: brainstorm open EVO-1 'The puma topic'")["id"]
    ledger.do(f"alpha: brainstorm say {storm} 'I say civet'")
    ledger.do(f"alpha: propose {storm} -f -", "## 1. The dodo point\n")
    ledger.do(f"alpha: object {storm} 'No dingo'")
    ledger.do(f"alpha: propose {storm} -f -", PROPOSAL)
    for who in ("alpha", "beta", "gamma"):
        ledger.do(f"{who}: agree {storm} --on 2")
    ledger.do(f"alpha: decide {storm}")
    ledger.do("warden: hold D1.4 --for owner 'Until the koala'")
    ledger.do("alpha: ballot open D1 --to owner -f -", ASKED)
    ledger.do("warden: ballot cast B1 '1=b: but the egret'")
    ledger.do("alpha: ballot close B1")
    ledger.do("warden: ratify D1 --reported 'chat with the osprey' --points 3a")
    ledger.do("warden: ratify D1 --ballot B1")
    ledger.do("warden: ratify D1 --points 3a --refuse 'The raven said no'")
    ledger.do("warden: action to-item D1.A1")
    policy = "electorate bin; veto concern cleared-by any; pass for >= 1 of electorate"
    other = ledger.do(f"warden: brainstorm open EVO-1 'Another' --policy '{policy}'")["id"]
    ledger.do(f"alpha: propose {other} -f -", "## 1. Nothing\n")
    ledger.do(f"beta: concern {other} 'Which jackal?'")
    ledger.do(f"alpha: clear {other} bin-2 'That hyena'")
    ledger.do(f"warden: seat excuse {other} bin-3 'With the narwhal'")
    ledger.do(f"warden: brainstorm close {other} --no-decision 'The tapir left'")
    ledger.decide("## 1. More\n")
    ledger.do("alpha: withdraw D2 'The manatee said it'")
    ledger.clean()
    return ledger


@pytest.fixture
def ledger(made: Driver, tmp_path: Path) -> Driver:
    return made.copy(tmp_path / "l.db")


def rows(ledger: Driver, query: str) -> list[Doc]:
    data = ledger.do("search -", query)
    found: list[Doc] = data["rows"]
    assert (data["total"], data["returned"], data["truncated"]) == (len(found), len(found), False)
    assert [one["entry"] for one in found] == sorted(one["entry"] for one in found)
    return found


def hits(ledger: Driver, query: str) -> list[str]:
    return [f"{one['id']} {one['field']}" for one in rows(ledger, query)]


# --- which texts


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("otter", "EVO-1 title"),
        ("weasel", "EVO-1 comment"),
        ("marmot", "EVO-1.Q1 question"),
        ("beaver", "EVO-1.Q1 answer"),
        ("lynx", "EVO-1.F1 finding"),
        ("gecko", "EVO-1.F1 source"),
        ("puma", "BS topic"),
        ("civet", "BS said"),
        ("dodo", "BS point"),
        ("dingo", "BS reason"),
        ("launch rule", "D1 title"),
        ("zebra", "D1.3a point"),
        ("quokka", "D1.3a hold"),
        ("badger", "D1.4 point"),
        ("walrus", "D1 rejected"),
        ("ferret", "D1.A1 action, EVO-2 title"),
        ("lemur", "D1 source"),
        ("koala", "D1 reason"),
        ("panda", "B1 title"),
        ("heron", "B1.1 question"),
        ("stork", "B1.1 option"),
        ("ibis", "B1.1 option, B1.1 point"),
        ("egret", "B1.1 refinement, B1.1 point"),
        ("osprey", "D1 source"),
        ("raven", "D1 reason"),
        ("jackal", "BS reason"),
        ("hyena", "BS reason"),
        ("narwhal", "BS reason"),
        ("tapir", "BS reason"),
        ("manatee", "D2 reason"),
        ("unicorn", ""),
    ],
)
def test_every_text_is_found_under_what_it_is_of(made: Driver, word: str, found: str) -> None:
    storms = [one["id"] for one in made.do("brainstorm list")["rows"]]
    said = ", ".join(hits(made, word))
    for storm in storms:
        said = said.replace(storm, "BS")
    assert said == found


def test_every_text_of_every_kind_is_told(made: Driver) -> None:
    """The ledger has an act of every kind that holds texts, and each of its texts a passage."""
    done = {row["kind"] for row in made.do("log")["rows"]}
    assert {name for name in KINDS if kind(name).TEXTS} - done <= {"agree", "abstain", "recuse"}
    with closing(sqlite3.connect(made.path)) as base:
        untold = "SELECT text FROM text WHERE hash NOT IN (SELECT hash FROM passage)"
        assert base.execute(untold).fetchall() == []


def test_the_rows_of_a_passage(made: Driver) -> None:
    entry = next(r["seq"] for r in made.do("log")["rows"] if r["headline"].startswith("commented"))
    assert rows(made, "weasel") == [
        {"id": "EVO-1", "entry": entry, "field": "comment", "text": "A weasel comment"}
    ]


# --- which words


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("script start", 1),  # any order
        ("START Script", 1),  # any case
        ("start -script", 1),  # no operator
        ('"script start"', 1),  # no phrase
        ("start OR unicorn", 0),  # `or` is a word
        ("start AND script", 0),
        ("start NOT script", 0),
        ("star", 0),  # a word is whole
        ("star*", 0),  # no wildcard
        ("start*", 1),
        ("st_rt", 0),
        ("st%t", 0),
        ("field:start", 0),
        ("(start)", 1),
        ("start; DROP TABLE word", 0),
        ("'start'", 1),
        ("^start", 1),
        ("start NEAR(script)", 0),
        ("start start start", 1),
    ],
)
def test_a_query_is_plain_words(made: Driver, query: str, count: int) -> None:
    assert len(rows(made, query)) == count, hits(made, query)


def test_ids_are_found(made: Driver) -> None:
    storm = made.do("brainstorm list")["rows"][0]["id"]
    assert hits(made, "3a") == ["D1.3a point", "D1.3a hold"]
    assert hits(made, "D1.3a zebra") == hits(made, "d1 zebra") == ["D1.3a point"]
    assert "D1.3a point" in hits(made, "EVO-1")  # all that belongs to the item
    assert "EVO-1 comment" in hits(made, "evo-1")
    assert hits(made, "EVO-1 weasel") == ["EVO-1 comment"]
    assert hits(made, f"{storm} civet") == [f"{storm} said"]
    assert hits(made, "EVO-11") == hits(made, "VO-1") == []
    assert hits(made, "EVO-1.Q1 marmot") == ["EVO-1.Q1 question"]
    assert "B1.1 question" in hits(made, "B1")


@pytest.mark.parametrize("query", ["", "  ", "\n\t", "-- * \"'", "()", "\u200b"])
def test_an_empty_query_is_a_mistake(made: Driver, query: str) -> None:
    made.fails("search -", 2, stdin=query)


def test_words_of_other_scripts(ledger: Driver) -> None:
    ledger.do(
        "alpha: item comment EVO-1 -f -", "Cafe\u0301 Stra\u00dfe la\u00adunch 启动工作 🚀 go"
    )
    for query in ("café", "CAFE", "strasse", "launch", "启动", "工作 动工", "🚀", "ｇｏ"):
        assert "EVO-1 comment" in hits(ledger, query), query
    assert "EVO-1 comment" not in hits(ledger, "动启")
    ledger.clean()


def test_a_long_word_is_found_whole(ledger: Driver) -> None:
    blob = "x" * 70_000
    ledger.do("alpha: item comment EVO-1 -f -", f"see {blob} there")
    assert len(rows(ledger, blob)) == 1
    assert rows(ledger, blob[:-1]) == []
    ledger.clean()


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=60))
def test_what_is_typed_finds_itself(text: str) -> None:
    """Every word of a text finds it, by its parts and whole; folding twice changes nothing."""
    folded, index = words.fold(text), set(words.parts(text))
    assert words.fold(folded) == folded
    for word in words.asked(text):
        assert words.holds(folded, word), word
        assert set(words.parts(word)) <= index, word
        assert words.parts(word)


def test_the_examples_of_the_module() -> None:
    assert doctest.testmod(words) == doctest.TestResults(0, 3)


# --- the index


def test_nothing_is_found_in_a_new_ledger(tmp_path: Path) -> None:
    new = Driver(tmp_path / "l.db")
    new.do("warden: init")
    assert rows(new, "anything") == []


def test_what_is_of_several_items_is_found_by_each(ledger: Driver) -> None:
    """In whatever order they were named: an entry's bytes are sorted."""
    ledger.do("alpha: item new EVO 'A third' --key EVO-9")
    storm = ledger.do("alpha: brainstorm open EVO-9 EVO-1 'The okapi'")["id"]
    for query in ("okapi EVO-9", "okapi EVO-1"):
        assert hits(ledger, query) == [f"{storm} topic"]
    ledger.clean()


def test_a_refused_act_tells_nothing(ledger: Driver) -> None:
    ledger.refused("beta: ratify D1 --points 3a --refuse 'A mongoose'", "not-the-ratifier")
    assert rows(ledger, "mongoose") == []
    ledger.clean()


def test_rebuild_makes_the_same_index_and_verify_compares_it(ledger: Driver) -> None:
    def index() -> list[list[tuple[object, ...]]]:
        with closing(sqlite3.connect(ledger.path)) as base:
            return [
                base.execute(f"SELECT * FROM {table} ORDER BY 1, 2, 3").fetchall()
                for table in ("passage", "word")
            ]

    before = index()
    ledger.do("rebuild")
    assert index() == before
    for statement in (
        "DELETE FROM word WHERE word = 'zebra'",
        "INSERT INTO word VALUES ('unicorn', 11, 0)",
        "DELETE FROM passage WHERE field = 'comment'",
        "UPDATE passage SET id = 'EVO-9' WHERE field = 'comment'",
        "INSERT INTO passage VALUES (5, 0, 'EVO-1', 'comment', 'x', '')",
        "INSERT INTO word VALUES ('lost', 999, 0)",
    ):
        with closing(sqlite3.connect(ledger.path)) as base:
            assert base.execute(statement).rowcount > 0
            base.commit()
        (block,) = ledger.refused("verify", "stale")
        assert "passage" in block["message"], statement
        ledger.do("rebuild")
        ledger.clean()
    assert index() == before


def test_a_text_that_is_removed_is_found_no_more(ledger: Driver) -> None:
    """What a redaction asks of the index: no row of it is left, nor a byte in the file."""
    assert len(rows(ledger, "ferret")) == 2
    store = Store(str(ledger.path))
    with store.writing() as writer:
        ident = next(row[0] for row in writer.session.rows("texts") if row[2] == "tell the ferret")
        passages.forget(writer, ident)
    assert rows(ledger, "ferret") == []
    with closing(sqlite3.connect(ledger.path)) as base:
        assert base.execute("SELECT * FROM word WHERE word = 'ferret'").fetchall() == []
        base.execute("DELETE FROM text WHERE hash = ?", (ident,))
        base.commit()
    ledger.do("rebuild")
    assert rows(ledger, "ferret") == []


def test_an_older_ledger_is_upgraded_with_its_index(ledger: Driver, tmp_path: Path) -> None:
    with closing(sqlite3.connect(ledger.path)) as base:
        base.execute("DROP TABLE passage")
        base.execute("DROP TABLE word")
        base.execute("ALTER TABLE decision DROP COLUMN lapses")  # of the version after
        base.execute("UPDATE alembic_version SET version_num = '0002'")
        base.commit()
    assert ledger.do("upgrade")["changed"] is True
    assert hits(ledger, "weasel") == ["EVO-1 comment"]
    ledger.clean()


def test_the_text_is_one_line_a_passage(ledger: Driver, capsys: pytest.CaptureFixture[str]) -> None:
    from ledger.cli.main import main

    def said(query: str) -> str:
        assert main(["search", query], ledger.env) == 0
        return capsys.readouterr().out

    ledger.do("alpha: item comment EVO-1 -f -", "one\nthe \x1bgnu\u202e here\n" + "w " * 200)
    seq = ledger.seq()
    assert said("gnu") == f"#{seq} EVO-1 comment: the ⟦U+001B⟧gnu⟦U+202E⟧ here (line 2 of 3)\n"
    assert said("unicorn Pegasus") == "no text holds unicorn and pegasus\n"
    assert said("w").endswith("… [+241 bytes] (line 3 of 3)\n")
    assert main(["search", "gnu", "one"], ledger.env) == 2
    assert "quote" in capsys.readouterr().err
