"""What the entries have made so far: one document an object, loaded by need.

A document is a JSON value that holds states, numbers and hashes, never a text (log.md,
"Statement and entry" 3), so that it can be stored beside the log as a snapshot and dropped at
any time. Ids of documents: an item's key, a brainstorm's and a decision's id, `seat:NAME`,
`body:NAME`, `actor:NAME`, `policy:SCOPE`, and `numbers` (the last numbers given).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Doc = dict[str, Any]


class State:
    """The documents, and the texts they name by hash. Owns what it holds: acts change it."""

    __slots__ = ("docs", "load", "text", "touched")

    def __init__(
        self,
        load: Callable[[str], Doc | None] | None = None,
        text: Callable[[str], str | None] | None = None,
    ) -> None:
        self.docs: dict[str, Doc | None] = {}
        self.touched: dict[str, None] = {}
        self.load = load
        self.text = text or _no_text

    def get(self, ident: str) -> Doc | None:
        """The document of that id, or None."""
        if ident not in self.docs:
            self.docs[ident] = self.load(ident) if self.load else None
        return self.docs[ident]

    def touch(self, ident: str) -> Doc:
        """The document of that id, to be changed: it must be there."""
        doc = self.get(ident)
        assert doc is not None, ident
        self.touched[ident] = None
        return doc

    def known(self, *idents: str | None) -> list[Doc]:
        """Those of the documents that are there, to be changed: the fold of one item meets others
        only by name."""
        return [self.touch(ident) for ident in idents if ident and self.get(ident) is not None]

    def put(self, ident: str, doc: Doc) -> Doc:
        """A new document."""
        self.docs[ident] = doc
        self.touched[ident] = None
        return doc

    def many(self, idents: Iterable[str]) -> list[Doc]:
        """The documents of those ids that are there, in the order given."""
        return [doc for doc in map(self.get, idents) if doc is not None]


def _no_text(ident: str) -> str | None:
    return None
