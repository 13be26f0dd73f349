"""The subject of a page: what is known of it at its last entry, and the mark of our own files.

Every file begins with the mark, in a line of its format's own:

>>> mark("EVO-26", "019eeec9-5800-7be0-8fbb-8a5ebd5ccf63")
'ledger export 1: EVO-26 of 019eeec9-5800-7be0-8fbb-8a5ebd5ccf63'
>>> marked("<!-- ledger export 1: EVO-26 of 019eeec9 -->")
'EVO-26'
"""

from __future__ import annotations

import re

from ledger.core.checkpoint import checkpoint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.act import Act
    from ledger.core.state import State

    Doc = dict[str, Any]

VERSION = 1
_MARK = re.compile(r"ledger export 1: (\S+) of \S+")


def mark(ident: str, ledger: str) -> str:
    """What says of which subject of which ledger (its id) a file is."""
    return f"ledger export {VERSION}: {ident} of {ledger}"


def marked(line: str) -> str | None:
    """The subject that a mark in a line names."""
    found = _MARK.search(line)
    return found[1] if found else None


class Subject:
    """An item, decision, brainstorm or ballot as it stood at its last entry.

    `state` is the fold of all that bears on it up to that entry and no further, `acts` are those of
    its own entries, `ledger` is the ledger's id, `root` the root (hex) beside the last of them,
    `asked` the date where both hold only what claims none later (`--as-of`).
    """

    __slots__ = ("acts", "asked", "id", "ledger", "root", "state")

    def __init__(self, made: Doc) -> None:
        self.id: str = made["id"]
        self.state: State = made["state"]
        self.acts: list[Act] = made["acts"]
        self.ledger: str = made["ledger"]
        self.root: str = made["root"]
        self.asked: str | None = made["asked"]

    @property
    def last(self) -> Act:
        """Its last entry, at whose time all is judged."""
        return self.acts[-1]

    @property
    def when(self) -> Doc:
        """`{clock, at, seq}` of its last entry."""
        return {"clock": "known-at", "at": self.last.at, "seq": self.last.seq}

    @property
    def note(self) -> str:
        """The unsigned checkpoint at its last entry."""
        return checkpoint(self.ledger, self.last.seq, self.root)
