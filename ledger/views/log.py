"""Entries as they are shown (cli.md, `log`)."""

from __future__ import annotations

from ledger.core.clock import page
from ledger.core.fold import ask
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.act import Act

    Doc = dict[str, Any]


def row(act: Act) -> Doc:
    """`{seq, at, actor, seat, kind, subjects, headline, attestation}`."""
    return {
        "seq": act.seq,
        "at": act.at,
        "actor": act.actor,
        "seat": act.outcome.get("seat"),
        "kind": act.statement["kind"],
        "subjects": act.subjects,
        "headline": ask(act, "headline", ""),
        "attestation": "unsigned",
    }


def render(shown: Doc) -> str:
    """The entry in one line."""
    return f"#{shown['seq']} {page(shown['at'])} {shown['actor']} {safe.line(shown['headline'])}"
