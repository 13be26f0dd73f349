"""A proposal file made of texts that were written for something else.

Every text comes back as it was when the file is read (`proposal.py`): what would read as a heading
or an effect is put in a fence. Targets may be `$12.3a`, which the ledger's plan lines allow.

Source: exchange.md, "The proposal file".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ledger.core.errors import Usage
from ledger.ingest.proposal import Draft, read_markdown
from ledger.ingest.proposal_draft import is_name

PROBE = "Upholds: D1\nHeld for: owner, x"


def proposal(
    title: str,
    points: Iterable[tuple[str, str, Sequence[tuple[str, str]], str]],
    rejected: Iterable[str] = (),
    actions: Iterable[tuple[str, str]] = (),
    sources: Iterable[str] = (),
) -> str:
    """The file; points are `(label, text, [(verb, target)], "" or "SEAT, REASON")`. Raises
    nothing for any text without NUL and lone surrogates."""
    parts = [f"# {title}\n"] if _reads(title) else []
    for label, text, effects, hold in points:
        acts = [f"{verb.capitalize()}: {', '.join(to)}" for verb, to in _grouped(effects)]
        acts += [f"Held for: {line(hold)}"] if hold else []
        tail = "".join(f"{act}\n" for act in acts)
        parts.append(f"{_point(label, text)}\n" + (f"\n{tail}" if tail else ""))
    said = (_action(owner, text) for owner, text in actions)
    for name, items in (("Rejected", rejected), ("Actions", said), ("Sources", sources)):
        kept = [item for item in dict.fromkeys(map(line, items)) if _item(name, item)]
        if kept:
            parts.append(f"## {name}\n" + "".join(f"- {item}\n" for item in kept))
    return "\n".join(parts)


def line(text: str) -> str:
    """The text as one line."""
    return " ".join(text.split())


def _grouped(effects: Sequence[tuple[str, str]]) -> list[tuple[str, list[str]]]:
    made: dict[str, list[str]] = {}
    for verb, target in effects:
        made.setdefault(verb, []).append(target)
    return list(made.items())


def _action(owner: str, text: str) -> str:
    return f"{owner}: {text}" if is_name(owner) else f"{owner}={text}" if owner else text


def _point(label: str, text: str) -> str:
    """The heading and body of a point; the body in a fence where it does not come back as it is."""
    first, _, rest = text.partition("\n")
    for body in (rest, _fence(rest)):
        made = f"## {label}. {first}\n{body}".rstrip("\n")
        if _comes_back(made, f"{first}\n{body}" if body else first):
            return made
    return f"## {label}. As written\n{_fence(text)}"


def _fence(text: str) -> str:
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}text\n{text}\n{ticks}"


def _read(text: str) -> Draft | None:
    try:
        return read_markdown(text)
    except Usage:
        return None


def _comes_back(made: str, text: str) -> bool:
    """Does it read as one point with that text, and what follows as its acts?"""
    draft = _read(f"{made}\n\n{PROBE}\n\n## 999. x\n")
    if draft is None or len(draft["points"]) != 2:
        return False
    point = draft["points"][0]
    return point["text"] == text and len(point["effects"]) == 1 and point["hold"] is not None


def _reads(title: str) -> bool:
    draft = _read(f"# {title}\n\n## 1. x\n") if title and "\n" not in title else None
    return draft is not None and draft["title"] == title


def _item(name: str, item: str) -> bool:
    """Does it read as one item of a section?"""
    draft = _read(f"## 1. x\n\n## {name}\n- {item}\n- x\n") if item else None
    if draft is None:
        return False
    if name == "Actions":
        return len(draft["actions"]) == 2
    return (draft["rejected"] if name == "Rejected" else draft["sources"]) == [item, "x"]
