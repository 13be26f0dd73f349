"""Entries as they are shown (cli.md, `log`)."""

from __future__ import annotations

from ledger.core.clock import page
from ledger.core.entry import texts_of
from ledger.core.fold import ask
from ledger.core.kinds import kind
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.act import Act

    Doc = dict[str, Any]


def texts(act: Act) -> list[str | None]:
    """What was said in the entry, in the order it stands there."""
    named = texts_of(act.statement, kind(act.statement["kind"]).TEXTS)
    return [act.state.text(ident) for ident in named]


def headline(act: Act) -> str:
    """What was done, in one line; of an import, whom it reports to have done it, and when."""
    said = str(ask(act, "headline", ""))
    if not act.imported:
        return said
    who = act.statement["reported"]["actor"]
    return f"reported that {who} {said}, {page(act.statement['said_at'])}"


def row(act: Act, whole: bool = False) -> Doc:
    """`{seq, at, actor, seat, kind, subjects, headline, attestation}`, and `texts` where asked."""
    return {
        **({"texts": texts(act)} if whole else {}),
        "seq": act.seq,
        "at": act.at,
        "actor": act.actor,
        "seat": act.outcome.get("seat"),
        "kind": act.statement["kind"],
        "subjects": act.subjects,
        "headline": headline(act),
        "attestation": "reported" if "reported" in act.statement else "unsigned",
    }


def render(shown: Doc) -> list[str]:
    """The entry in one line, and where they were asked for its texts, indented."""
    said = [f"  {line}".rstrip() for text in shown.get("texts", ()) for line in safe.lines(text)]
    head = f"#{shown['seq']} {page(shown['at'])} {shown['actor']} {safe.line(shown['headline'])}"
    return [head, *said]
