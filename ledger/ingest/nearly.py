"""What in a proposal looks like a point or an effect and is not read as one: it is refused, since
a reader who took it for one would lose it without a word.

- a line such as `- amends: D1.1`, `**Amends:** D1.1`, `Effect: amends D1.1` or `Amend: D1.1`, and
  an effect line right under a list or a quote, which CommonMark reads as a part of that;
- a heading such as `### 3a. Title`, and a `## 2. Title` that an unclosed fence or comment swallows.

Text in fences, indented code and quotes is left alone.
"""

from __future__ import annotations

import re

from ledger.ingest.proposal_draft import ACT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

_MEANT = {
    "Amends": "amend",
    "Corrects": "correct",
    "Supersedes": "super[sc]ed",
    "Reverses": "revers",
    "Stands down": "stand(?:s|ing)?[ -]?down",
    "Refines": "refin",
    "Restores": "restor",
    "Upholds": "uph[eo]ld",
}
_STEMS = "|".join(_MEANT.values())
_STEMS += "|replace|revoke|repeal|overrule|cancel|withdraw|remove|change"
_TARGET = r"[DB][1-9][0-9]*(?:\.[1-9][0-9]*[a-z]?)?"
_MARK = r"[*_`]{0,3}"
EFFECT = re.compile(
    rf"[ \t]*(?:[-*+][ \t]+)?{_MARK}(?:effects?{_MARK}[ \t]*:{_MARK}[ \t]*)?"
    rf"{_MARK}(?P<word>{_STEMS})[a-z]*{_MARK}(?:[ \t]*:{_MARK}[ \t]*|[ \t]+)"
    rf"(?P<targets>{_TARGET}(?:[ \t]*,[ \t]*{_TARGET})*)[ \t]*\.?[ \t\r]*",
    re.IGNORECASE | re.ASCII,
)
HELD = re.compile(
    rf"[ \t]*(?:[-*+][ \t]+)?{_MARK}h[eo]ld{_MARK}[ \t]*(?:for\b[ \t]*{_MARK}[ \t]*[^:\s]|:).*",
    re.IGNORECASE | re.ASCII,
)
POINT = re.compile(r"[1-9][0-9]*[a-z]?[.)][ \t]+\S.*")
SWALLOWED = re.compile(r"##[ \t]+[1-9][0-9]*[a-z]?[.)][ \t]+\S")

CLOSING = re.compile(r" {0,3}(?:`{3,}|~{3,})[ \t\r]*|.*-->.*")

Found = tuple[int, str]


def effects(lines: list[str], aside: set[int], read: set[int], nested: set[int]) -> Iterator[Found]:
    """(line, message) of each line that is nearly an effect; `aside` are the lines of code and
    quotes, `read` those that were read as effects, `nested` those of paragraphs in lists and
    quotes, which take in the line below them. Yields in order; raises nothing."""
    for n, line in enumerate(lines):
        if n in aside or n in read:
            continue
        start = "at the start of a line of its own"
        where = f"{start}, after a blank line" if n - 1 in nested else start
        if HELD.fullmatch(line.rstrip("\r")):
            yield (
                n,
                "this looks like a hold, and is not read as one: write `Held for: SEAT, REASON` "
                f"{where}",
            )
        elif found := EFFECT.fullmatch(line):
            yield n, f"this looks like an effect, and is not read as one: {_meant(found)} {where}"


def _meant(found: re.Match[str]) -> str:
    """What to write: the verb that the word is nearly, never another; where it is none, all."""
    targets = ", ".join(one.strip() for one in found["targets"].split(","))
    for verb, stem in _MEANT.items():
        if re.match(stem, found["word"], re.IGNORECASE):
            return f"write `{verb}: {targets}`"
    known = ", ".join(f"`{verb}:`" for verb in _MEANT)
    return f"write the verb that is meant ({known}) and {targets}"


def headings(found: Iterable[tuple[int, str, str]]) -> Iterator[Found]:
    """(line, message) of each deeper heading that looks like a point; `found` are (line, tag,
    title)."""
    for n, tag, title in found:
        if tag not in ("h1", "h2") and POINT.fullmatch(title):
            yield n, f"a point is a `##` heading, not `{'#' * int(tag[1])}`: {title[:40]}"


def swallowed(lines: list[str], blocks: Iterable[tuple[int, int]]) -> Iterator[Found]:
    """(line, message) of each `## 2. Title` inside a fence or comment that is never closed;
    `blocks` are the (first, end) of those that reach the end of the file."""
    for first, end in blocks:
        closed = end - first > 1 and CLOSING.fullmatch(lines[end - 1])
        for n in range(first + 1, end if not closed else first):
            if SWALLOWED.match(lines[n]):
                yield n, f"a fence or comment opened on line {first + 1} swallows this point"
                break


def misses(page: Any, level: int) -> Iterator[Found]:
    """(line, message) of whatever in a page (`proposal._Page`) looks like a point or an effect and
    was not read as one; its own paragraphs lie on that level."""
    code = ("fence", "code_block", "blockquote_open", "html_block")
    spans = [b for b in page.blocks if b.kind in code]
    aside = {n for b in spans for n in range(b.first, b.end)}
    aside |= {n for p in page.parts if not p.label for n in range(p.first, p.end)}
    acts = {n for n, line in enumerate(page.lines) if ACT.match(line.lstrip(" \t"))}
    own = page.own(level)
    inner = {n for b in page.blocks if b.kind == "paragraph_open" for n in range(b.first, b.end)}
    yield from effects(page.lines, aside, acts & own, inner - own)
    heads = (b for b in page.blocks if b.kind == "heading_open" and b.level == 0)
    yield from headings((b.first, b.tag, page.heading(b)) for b in heads)
    last = [b for b in spans if b.level == 0 and b.end >= len(page.lines) - 1]
    opened = [(b.first, min(b.end, len(page.lines))) for b in last if b.kind != "code_block"]
    yield from swallowed(page.lines, opened)
