"""A subject as a page of Markdown, for a person to review: a work item, a decision, a brainstorm.

The page is a function of the log up to the last entry of its subject and of nothing else: state,
seats and leases are those of that moment, its clock that entry's `recorded_at`. So it changes only
when its subject does, and is the same in any zone and on any day. What stands on it is told by
`work_item.py`, `ruling.py` and `storm.py`, what it begins and ends with by `frame.py`; the page of
all pages is `index.py`.

Whatever somebody typed stands in a fence or behind backslashes, as `untrusted.py` says. There are
inline links only, no reference definitions and no footnotes.

>>> page_of("bs-mqpzo3ly470")
'storm'

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core import names
from ledger.export import frame, ruling, storm, work_item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.export.subject import Subject

    Doc = dict[str, Any]
    Blocks = list[list[str]]

SUFFIX = ".md"
TAKES = (names.is_key, names.is_decision, names.is_brainstorm)
WHAT = "items, decisions and brainstorms are exported"
INDEX = "INDEX.md"
ours = frame.ours
join = frame.join


def page_of(ident: str) -> str:
    """The name of the module that makes the page of an id."""
    return "work_item" if names.is_key(ident) else "ruling" if names.is_decision(ident) else "storm"


_MODULES: dict[str, Any] = {"work_item": work_item, "ruling": ruling, "storm": storm}


def page(subject: Subject) -> str:
    """The page of a subject."""
    return join(blocks(subject))


def blocks(subject: Subject, form: str = "") -> Blocks:
    """The blocks of a page, each the lines that stand together; `form` is what the command says of
    the format, with a space before it."""
    made: Blocks = _MODULES[page_of(subject.id)].blocks(subject, form)
    return made


def members(subject: Subject) -> list[tuple[Doc, Doc]]:
    """(decision, point) for all points in the lineage of the page, in their order."""
    found: list[tuple[Doc, Doc]] = _MODULES[page_of(subject.id)].members(subject)
    return found
