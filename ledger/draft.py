"""What a command wants to do, before it is a statement, and what came of it."""

from __future__ import annotations

from ledger.core.entry import Text
from ledger.core.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.act import Act

    Doc = dict[str, Any]


class Draft:
    """What a command wants to do, before it is a statement."""

    __slots__ = ("actor", "body", "expect", "id", "kind", "reported", "said_at", "seat", "subjects")

    def __init__(self, kind: str, subjects: list[str], actor: str, body: Doc | None = None) -> None:
        self.kind = kind
        self.subjects = subjects
        self.actor = actor
        self.body: Doc = body or {}
        self.seat: str | None = None
        self.id: str | None = None
        self.expect: int | None = None
        self.reported: Doc | None = None
        self.said_at: str | None = None  # what an import claims


class Result:
    """What came of a write: the act that stands now, and whether this call made it."""

    __slots__ = ("act", "changed", "data", "head", "ids", "notes", "replayed")

    def __init__(self, act: Act, ids: list[str], changed: bool, replayed: bool = False) -> None:
        self.act = act
        self.ids = ids
        self.changed = changed
        self.replayed = replayed
        self.head: Doc | None = None
        self.notes: list[str] = []
        self.data: Doc = {}


def text(value: str) -> Text:
    """A text that an actor typed, in a draft's body; Usage where it is empty or blank."""
    if not value.strip():
        raise Usage("the text is empty")
    if "\x00" in value:
        raise Usage("the text holds NUL (U+0000), which is refused", offset=value.index("\x00"))
    return Text(value)
