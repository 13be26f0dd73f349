"""Plan lines, one after the other: what each does, when that was said, and by whom.

Source: exchange.md, "Imports", batch lines.
"""

from __future__ import annotations

import re
from typing import Any

from ledger.ingest.activity_page import Bullet
from ledger.ingest.proposal_draft import is_name

Line = dict[str, Any]


class Lines:
    """The lines so far; each new one gives the `$4` that stands for its first id."""

    def __init__(self) -> None:
        self.made: list[Line] = []

    def add(
        self,
        argv: list[str],
        bullet: Bullet | None,
        *,
        stdin: str | None = None,
        at: str = "",
        source: str = "",
        inferred: bool = False,
        ratifier: str = "",
    ) -> str:
        """One more line, reported by the bullet's actor; `at` is said in place of its date, and
        `source` beside its place; a decision waits for `ratifier`."""
        line: Line = {"argv": argv, **({"ratifier": ratifier} if ratifier else {})}
        if stdin is not None:
            line["stdin"] = stdin
        when = at or (bullet.at if bullet else None)
        if when:
            line["said_at"] = when
        if bullet:
            actor, written = _actor(bullet.actor)
            where = [f"line {bullet.line}", *([source] if source else []), *written]
            line["reported"] = {"actor": actor, "source": ": ".join(where)}
        if inferred:
            line["inferred"] = True
        self.made.append(line)
        return f"${len(self.made)}"

    def with_text(
        self,
        argv: list[str],
        text: str,
        bullet: Bullet | None,
        *,
        at: str = "",
        inferred: bool = False,
    ) -> str:
        """A line whose last argument is a text; what could be read as an option or as `$4` comes
        by standard input."""
        if text[:1] in ("-", "$"):
            return self.add([*argv, "-"], bullet, stdin=text, at=at, inferred=inferred)
        return self.add([*argv, text], bullet, at=at, inferred=inferred)


def _actor(said: str) -> tuple[str, list[str]]:
    """The actor's name, and what the page has where that is no name of ours."""
    if is_name(said):
        return said, []
    folded = re.sub(r"[^a-z0-9._-]+", "-", said.lower()).strip("-._")[:64]
    return (folded if is_name(folded) else "unknown"), [f"by {' '.join(said.split()) or 'nobody'}"]
