"""The index that `ledger search` looks in: the passages of the entries (`core/told.py`), and which
parts of words stand in which (`words.py`).

Two plain tables and not FTS5, since they can be compared with the log row by row by whoever may
only read (FTS5's own check is a write), since a word that was removed is gone from the file (a
deleted row of FTS5 leaves its words in older segments), and since they are the same on every
database.
"""

from __future__ import annotations

from ledger.store.words import fold, holds, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ledger.store.store import Reader, Writer

    Doc = dict[str, Any]

COLUMNS = ("entry", "place", "id", "field", "hash", "ids")


def words_of(passage: Doc, text: str) -> list[str]:
    """The parts by which a passage is found: those of its text and of its ids."""
    return parts(f"{text} {passage['id']} {passage['ids']}")


def add(writer: Writer, passages: Iterable[Doc]) -> None:
    """Adds passages, whose texts are there."""
    for one in passages:
        writer.session.rows("add_passage", **one)
        for word in words_of(one, writer.text(one["hash"]) or ""):
            writer.session.rows("add_word", word=word, entry=one["entry"], place=one["place"])


def forget(writer: Writer, text: str) -> None:
    """Removes whatever tells of a text, by its hash: the text is to be removed (log.md,
    `redact`)."""
    for entry, place, *_ in writer.session.rows("passages_of", hash=text):
        writer.session.rows("drop_passage", entry=entry, place=place)
        writer.session.rows("drop_word", entry=entry, place=place)


def find(reader: Reader, words: list[str]) -> list[Doc]:
    """The passages that hold every word, in the order of the log, each with its `text`. The texts
    of a version that was adopted are found as the decision's, once."""
    found = []
    for entry, place in sorted(_places(reader, words)):
        row = reader.session.rows("passage", entry=entry, place=place)[0]
        one = dict(zip(COLUMNS, row, strict=True))
        one["text"] = reader.text(one["hash"])
        told = fold(f"{one['text']}\n{one['id']} {one['ids']}")
        if one["text"] is not None and all(holds(told, word) for word in words):
            found.append(one)
    decided = {one["hash"] for one in found if one["id"][0] == "D"}
    return [one for one in found if one["id"][:3] != "bs-" or one["hash"] not in decided]


def _places(reader: Reader, words: list[str]) -> set[tuple[int, int]]:
    """(entry, place) of the passages that hold every part of the words."""
    left: set[tuple[int, int]] | None = None
    for part in sorted({part for word in words for part in parts(word)}, key=len, reverse=True):
        rows = {(row[0], row[1]) for row in reader.session.rows("word", word=part)}
        left = rows if left is None else left & rows
        if not left:
            break
    return left or set()


def differing(reader: Reader, passages: list[Doc]) -> tuple[Doc, Doc]:
    """What is kept and what should be: the row and the words of each passage, by where it is."""
    kept: Doc = {f"#{row[0]}/{row[1]}": list(row[2:]) for row in reader.session.rows("all_passage")}
    for entry, place, word in reader.session.rows("all_word"):
        kept.setdefault(f"#{entry}/{place}", []).append(word)
    made: Doc = {}
    for one in passages:
        words = words_of(one, reader.text(one["hash"]) or "")
        row = [one[key] for key in COLUMNS[2:]]
        made[f"#{one['entry']}/{one['place']}"] = [*row, *words]
    return kept, made
