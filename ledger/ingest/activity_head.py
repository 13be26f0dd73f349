"""The leading words of a body: which act it says it is, by whom, and when.

    DECISION (fleet brainstorm bs-0123456789a, all three, closed 2026-02-01): …
    LAUNCH-MECHANISM decided (…). …        #9 RESOLVED via brainstorm bs-… (…). …
    CORRECTION (…): …     REVERSAL (…). …     Decision amendment (…): …
    FINAL ratified (owner's ballot, bs-…). 1=b refined: …      PROPOSAL: …

A word counts where it is in capitals among the first six, or where `(`, `:` or a brainstorm's id
follows at once. `NO DECISION`, `decision pending`, `DECISION?` and the like are no act.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ledger.ingest.activity_dates import day

ACTS = ("ratify", "amend", "reverse", "correct", "resolve", "decide", "propose")  # strongest first
_WORDS = {
    "ratified": "ratify",
    "ratification": "ratify",
    "amendment": "amend",
    "amended": "amend",
    "reversal": "reverse",
    "reversed": "reverse",
    "correction": "correct",
    "corrected": "correct",
    "resolved": "resolve",
    "resolution": "resolve",
    "decision": "decide",
    "decided": "decide",
    "proposal": "propose",
    "proposed": "propose",
}
_NOT_WORDS = (
    "no not never without un pending needed need needs awaiting await awaits draft if before until "
    "unless maybe question isn't wasn't nothing undecided open todo why what when who how"
)
_ABOUT_WORDS = "the this that these those his her my our your their a an its it which i he she"
_NOT, _ABOUT = set(_NOT_WORDS.split()), set(_ABOUT_WORDS.split())
_WORD = re.compile(r"[A-Za-z0-9#][\w#'’/&+-]*")
_STOP = re.compile(r"[(:.,;?!\n\0]|\s[—–-]\s")
STORM = re.compile(r"(?<![\w-])bs-[a-z0-9]{4,20}(?![\w-])")
_CLOSED = re.compile(r"\bclosed\b(?: on)?(?: ([0-9]{4}-[0-9]{2}-[0-9]{2}))?")
_DAY = re.compile(r"(?<![\w-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w-])")
_NUMBER = re.compile(r"#[0-9]{1,6}\b")
_FIRST = 400


class Head(NamedTuple):
    """What a body says that it is; `text` is its beginning as written, `end` where it ends."""

    act: str
    text: str
    end: int
    subject: str
    storm: str
    day: str
    number: str


def read_head(text: str, masked: str) -> Head | None:
    """The head of a body that says it is an act, else None; pure."""
    start = len(masked) - len(masked.lstrip(" \t\r\n*_"))
    first = masked[start : start + _FIRST]
    stop = _STOP.search(first)
    words = first[: stop.start() if stop else len(first)]
    sign = stop[0].strip() if stop else ""
    found = list(_WORD.finditer(words))[:8]
    said = [one[0].lower() for one in found]
    if sign == "?" or not found or not _NOT.isdisjoint(said) or _asked(first, stop):
        return None
    named = STORM.search(words)
    hits = []
    for n, word in enumerate(said):
        loud = found[n][0].isupper() and n < 6
        last = n == len(said) - 1 and sign in ("(", ":")
        last = last or bool(named and n + 1 < len(said) and named.start() < found[n].end() + 24)
        if word in _WORDS and (loud or (last and n < 4 and said[0] not in _ABOUT)):
            hits.append((ACTS.index(_WORDS[word]), n))
    if not hits:
        return None
    act = ACTS[min(hits)[0]]
    subject = " ".join(one[0] for n, one in enumerate(found) if said[n] not in _WORDS)
    end = start + _end(first, found[max(n for _, n in hits)].end(), sign, stop)
    return _head(act, text, masked, start, end, subject)


def _asked(first: str, stop: re.Match[str] | None) -> bool:
    """Does the first sentence end in a question mark right after its parenthesis?"""
    close = first.find(")") if stop and stop[0] == "(" else -1
    return close > 0 and first[close + 1 : close + 2] == "?"


def _end(first: str, word: int, sign: str, stop: re.Match[str] | None) -> int:
    """Where the head ends: after its parenthesis, its colon, or the word itself."""
    at = word
    if stop and sign == "(":
        deep = 0
        for place in range(stop.start(), len(first)):
            deep += {"(": 1, ")": -1}.get(first[place], 0)
            if not deep:
                at = place + 1
                break
    elif stop and sign == ":":
        at = stop.start()
    if at == word and sign and stop and STORM.search(first[word : stop.start()]):
        at = stop.start()
    rest = first[at:]
    return (
        at + len(rest) - len(rest.lstrip(" *_")) + (rest.lstrip(" *_")[:1] in (":", ".", "—", "-"))
    )


def _head(act: str, text: str, masked: str, start: int, end: int, subject: str) -> Head:
    said = masked[start:end]
    storm, number = STORM.search(said), _NUMBER.search(said)
    days = [one for one in _DAY.findall(said) if day(one)]
    written = " ".join(text[start:end].strip(" .:—-*_\r\n").split())
    return Head(
        act,
        written,
        end,
        subject,
        storm[0] if storm else "",
        days[0] if days else "",
        number[0] if number else "",
    )


def storms(text: str) -> list[str]:
    """The brainstorm ids that a text names, each once."""
    return list(dict.fromkeys(STORM.findall(text)))


def closings(masked: str) -> list[tuple[str, str]]:
    """(brainstorm, day or "") of each that a masked body says is closed: `bs-… closed.`, or
    `(bs-…, …, closed 2026-02-01)`."""
    found: dict[str, str] = {}
    for storm in STORM.finditer(masked):
        rest = masked[storm.end() : storm.end() + 160]
        rest = rest[: min(end for end in (rest.find(")"), rest.find(". "), len(rest)) if end >= 0)]
        closed = _CLOSED.search(rest)
        if closed and not re.search(r"\b(?:not|never|re-?)\s*\Z", rest[: closed.start()]):
            found[storm[0]] = closed[1] or found.get(storm[0], "")
    return list(found.items())
