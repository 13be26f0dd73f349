"""What the status of a decision record says.

| read | as |
|---|---|
| accepted, approved, decided, implemented, active, adopted, agreed; amended | `accepted` |
| proposed, draft, pending, in review, on hold, incomplete, open and the like; none | `proposed` |
| rejected, declined, abandoned, withdrawn, cancelled | `rejected` |
| deprecated, obsolete, retired, no longer in force | `deprecated` |
| superseded, in all its spellings; replaced by | `superseded` |
| superseded in part, partly superseded | `accepted`, in part |
| anything else | `unknown`, which is imported as `proposed` |

Case, emoji, emphasis and braces around a word do not count. A word after a negation ("not yet
accepted") does not count; nor does a template's list of words (`proposed | rejected | accepted`),
unless one of them is in bold. What begins the text counts; "superseded by" counts anywhere.

Source: exchange.md, "Imports", `adr`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_GROUPS = {
    "accepted": "accepted|approved|decided|implemented|active|adopted|agreed|amended",
    "proposed": "proposed|proposal|draft|pending|review|on hold|incomplete|open|wip|rfc|tbd|tbc"
    "|in progress|work in progress|in discussion|under discussion|request for comments|todo|idea",
    "rejected": "rejected|declined|abandoned|withdrawn|cancelled|canceled",
    "deprecated": "deprecated|obsolete|retired",
    "superseded": "super[sc]ee?ded|super[sc]eeded|replaced(?=[ _-]+by\\b)|obsoleted(?=[ _-]+by\\b)",
}
_WORD = re.compile(
    "(?<![a-z-])(?:" + "|".join(f"(?P<{k}>{v})" for k, v in _GROUPS.items()) + ")(?![a-z])"
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|without|awaiting|waiting|before|until|unless|if|will|may|might|to be"
    r"|[a-z]+n['’]t|previously|formerly|originally|initially)\b"
)
_PARTLY = re.compile(r"\b(?:partly|partially|in part)\b")
_NO_LONGER = re.compile(r"\bno longer (?:active|valid|in force|in use|used|applicable|applies)\b")
_ARROW = re.compile("→|⇒|->|=>")
_LINK = re.compile(r"\[([^\[\]]*)\](?:\([^()]*\))?")
_BY = re.compile(r"[ \w:/.-]{0,40}?\bby\b")
_GOES_ON = re.compile(r"[*_]*[ \t]*(?:\Z|[(,.;:0-9—–-]|(?:by|on|in|as|with)\b)")
_BOLD = re.compile(r"\*\*([^*|/]+)\*\*|__([^_|/]+)__")


class Status(NamedTuple):
    """`kind` is a word of the table above; `part` is true where it is superseded in part."""

    kind: str
    part: bool = False


def status_of(text: str) -> Status | None:
    """The status that a text says, whole or at its beginning; None where it says none (empty, or a
    template's choice). Source: exchange.md, "Imports", `adr`."""
    said = text.strip(" \t\r\"'").lower()
    if "|" in said or said.count("/") >= 2:
        words = list(_WORD.finditer(_LINK.sub(" ", said[:500])))
        if len(words) > 1:
            bold = _BOLD.findall(said[:500])
            return status_of("".join(bold[0])) if len(bold) == 1 else None
    for bare in (_LINK.sub(" ", said), _LINK.sub(r"\1", said)):
        if re.search(r"\w", bare):
            now = _ARROW.split(bare)[-1]
            return Status("deprecated") if _NO_LONGER.search(now) else _first(now)
    return None


def _first(said: str) -> Status:
    """By the first word that no negation precedes in its clause, or a later `superseded by`."""
    first: Status | None = None
    denied = False
    for found in _WORD.finditer(said):
        kind = str(found.lastgroup)
        before = re.split(r"[.,;!?]", said[max(0, found.start() - 60) : found.start()])[-1]
        after = said[found.end() : found.end() + 60]
        if _NEGATION.search(before):
            denied = True
        elif kind == "superseded" and _PARTLY.search(f"{before[-20:]} | {after[:20]}"):
            first = Status(first.kind if first else "accepted", True)
        elif kind == "superseded" and first and _BY.match(after):
            return first if first.kind == "rejected" else Status(kind)
        else:
            first = first or Status(kind)
    return first or Status("proposed" if denied else "unknown")


def status_of_section(units: list[str]) -> Status | None:
    """The status that a section says: its first line's, or that of a later line which begins with
    accepted, rejected, deprecated or superseded and goes on as a status does."""
    said = [one for text in units[:1] if (one := status_of(text))]
    for text in units[1:]:
        bare = re.sub(r"\A[\W_]+", "", text.lower())
        bare = bare[found.end() :].lstrip() if (found := _PARTLY.match(bare)) else bare
        begins = _WORD.match(bare)
        if not begins or begins.lastgroup == "proposed" or begins[0] == "amended":
            continue
        one = status_of(text) if _GOES_ON.match(bare[begins.end() :]) else None
        if one:
            said.append(Status(said[0].kind, True) if one.part and said else one)
    return strongest(said[::-1])


def strongest(said: list[Status]) -> Status | None:
    """Of all that a file says in its several places: superseded before deprecated, where nothing
    was rejected; else the first that is known; None where nothing is said."""
    part = any(one.part for one in said)
    kinds = {one.kind for one in said}
    for kind in ("superseded", "deprecated"):
        if kind in kinds:
            return Status("rejected" if "rejected" in kinds else kind)
    known = [one for one in said if one.kind != "unknown"] or said
    return Status(known[0].kind, part) if known else None
