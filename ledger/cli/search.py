"""`ledger search`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core.errors import Usage
from ledger.store.passages import find
from ledger.store.words import asked, fold, holds
from ledger.views import safe
from ledger.views.fit import clip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]

SHOWN = 160  # bytes of a text that a line shows


def search(call: Call) -> Answer:
    """Finds every text that holds all words of the query."""
    words = asked(call.text("TEXT"))
    if not words:
        raise Usage("the query has no word: give letters or digits to search for")
    with call.store.reading() as reader:
        found = find(reader, words)
        head = head_of(reader.head())
    rows = [{key: one[key] for key in ("id", "entry", "field", "text")} for one in found]
    data = {"rows": rows, "total": len(rows), "returned": len(rows), "truncated": False}
    lines = [_line(one, words) for one in rows]
    return Answer(data, lines or [f"no text holds {' and '.join(map(safe.line, words))}"], head)


def _line(one: Doc, words: list[str]) -> str:
    """A passage in one line: the first line of its text that holds a word, else its first."""
    lines = one["text"].split("\n")
    there = [line for line in lines if any(holds(fold(line), word) for word in words)]
    shown = (there or lines)[0]
    more = f" (line {lines.index(shown) + 1} of {len(lines)})" if len(lines) > 1 else ""
    return f"#{one['entry']} {one['id']} {one['field']}: {clip(shown, SHOWN)}{more}"
