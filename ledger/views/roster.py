"""Seats and bodies as they are shown (cli.md, `seat roster`)."""

from __future__ import annotations

from ledger.core import roster
from ledger.core.clock import page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def row(doc: Doc, at: str) -> Doc:
    """A seat at that time: `{seat, body, actor, registered, since, expires, retired}`."""
    there = roster.registered(doc, at)
    return {
        "seat": doc["seat"],
        "body": doc["body"],
        "actor": doc["actor"] if there else None,
        "registered": there,
        "since": doc["at"] if there else None,
        "expires": doc["expires"] if there else None,
        "retired": doc["retired"] is not None,
    }


def seat(state: State, name: str, at: str) -> Doc:
    """The seat of that name, shown; NotFound otherwise."""
    return row(roster.seat(state, name), at)


def render(shown: Doc) -> str:
    """The seat in one line."""
    if shown["retired"]:
        said = "retired"
    elif shown["registered"]:
        until = f" until {page(shown['expires'])}" if shown["expires"] else ""
        said = f"{shown['actor']} since {page(shown['since'])}{until}"
    else:
        said = "not registered"
    return f"{shown['seat']} ({shown['body']}): {said}"
