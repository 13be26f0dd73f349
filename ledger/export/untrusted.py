r"""Text that somebody typed, on a page of Markdown: how it stands there, and how it is read back.

A *body* stands whole in a fence at column 0, one fence a text, with nothing before it on a line:

- the fence is backticks, one more than the longest run of them in the body and at least three,
  and its info is `text`: no other fence of the page has that info;
- between its two lines stands the body, split at U+000A and nowhere else; the characters that
  `views/safe.py` lists are written `⟦U+202E⟧`, and `⟦` itself is (`⟦U+27E6⟧`), so that every `⟦`
  begins a code;
- two lines above the fence, after an empty one, a line ends in the body's *mark*:
  `sha256 HEX · N bytes`, both of its UTF-8, then ` · no-eol` where it ends without U+000A.

A *field* stands within a line of the page: each ASCII punctuation character after a backslash, the
same characters written as codes, U+000A and U+0009 too, runs of spaces as one. It is for the eye:
every typed text stands on the page as a body as well.

>>> text = "Ship it\n```\n\u202e[done](x)"
>>> print("\n".join([mark(text), "", *fence(text)]))
sha256 4daff6b5178889876dff993922380de7816685f9640dcb8054b70c0b0f7acbc0 · 24 bytes · no-eol
<BLANKLINE>
````text
Ship it
```
⟦U+202E⟧[done](x)
````
>>> print(field(text))
Ship it⟦U+000A⟧\`\`\`⟦U+000A⟧⟦U+202E⟧\[done\]\(x\)

Source: exchange.md, "Markdown export", "Untrusted text".
"""

from __future__ import annotations

import re

from ledger.core.canon import sha256_hex
from ledger.core.errors import Usage
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Doc = dict[str, Any]

NO_EOL = " · no-eol"
_PUNCTUATION = str.maketrans({char: "\\" + char for char in "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"})
_FENCE = re.compile(r"(`{3,})([a-z]*)")
_MARK = re.compile(r"sha256 ([0-9a-f]{64}) · ([0-9]+) bytes( · no-eol)?$")
_CODE = re.compile(r"⟦(?:U\+([0-9A-F]{4,6})⟧)?")


def field(text: str | None, limit: int = 0) -> str:
    """The text within a line, cut after `limit` characters where that is not 0; never empty."""
    if text is None:
        return r"\[removed\]"
    if limit and len(text) > limit:
        text = text[:limit] + "…"
    kept = safe.coded(" ".join(part for part in text.split(" ") if part).translate(_PUNCTUATION))
    return kept.replace("\t", "⟦U+0009⟧").strip() or r"\(blank\)"


def mark(text: str) -> str:
    """What identifies a body: its sha256 (hex), its length in bytes, and whether it ends a line."""
    raw = text.encode()
    return f"sha256 {sha256_hex(raw)} · {len(raw)} bytes{'' if text.endswith(chr(10)) else NO_EOL}"


def fence(text: str) -> list[str]:
    """The lines of a body's fence."""
    ticks = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    return [f"{ticks}text", *map(safe.coded, text.removesuffix("\n").split("\n")), ticks]


def body(before: str, text: str | None) -> list[list[str]]:
    """The blocks of a text: the line that says what it is, with its mark, and its fence."""
    if text is None:
        return [[f"{before} · removed"]]
    return [[f"{before} · {mark(text)}"], fence(text)]


def read(page: str) -> list[Doc]:
    """`[{line, before, text}]` of every body on a page: the number of the line that opens its
    fence, what its mark's line says before the mark, and the text as it was typed.

    Usage, naming the line, where a fence does not end, has no mark, or holds something else than
    its mark says.
    """
    lines = page.split("\n")
    return [_text(lines, *place) for place in _fences(lines)]


def _fences(lines: list[str]) -> Iterator[tuple[int, int]]:
    """(opening, closing) line, from 0, of each fence whose info is `text`."""
    at = 0
    while at < len(lines):
        found = _FENCE.fullmatch(lines[at])
        if found:
            try:
                end = lines.index(found[1], at + 1)
            except ValueError:
                raise Usage(f"line {at + 1}: a fence begins here and does not end") from None
            if found[2] == "text":
                yield at, end
            at = end
        at += 1


def _text(lines: list[str], opening: int, closing: int) -> Doc:
    where = f"line {opening + 1}"
    above = lines[opening - 2] if opening > 1 and not lines[opening - 1] else ""
    said = _MARK.search(above)
    if said is None:
        raise Usage(f"{where}: no line with sha256 and length stands above this text")
    written = "\n".join(lines[opening + 1 : closing]) + ("" if said[3] else "\n")
    text = uncoded(written, where)
    if mark(text) != said[0]:
        raise Usage(f"{where}: the text is not the one that was exported: {mark(text)}")
    return {"line": opening + 1, "before": above[: said.start()].removesuffix(" · "), "text": text}


def uncoded(written: str, where: str) -> str:
    """The text with its codes (`⟦U+202E⟧`) undone; Usage, naming the place, for what is none."""
    return _CODE.sub(lambda code: _char(code, where), written)


def _char(code: re.Match[str], where: str) -> str:
    number = int(code[1] or "D800", 16)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        raise Usage(f"{where}: a `⟦` begins no code of a character")
    return chr(number)
