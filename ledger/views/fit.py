"""Lines within a budget of bytes (UTF-8, line feeds included): nothing is cut silently, and nothing
in the middle of a character (cli.md, `brief`).

A piece is `{kind, id, lead, text, command, entry, count}`, the most binding first; `text` and
`command` may be null, and it tells of `count` things. Whole it is `lead: ` and its text, further
lines indented, then `next: ` and the command; short it has the first words of the text and how many
bytes are missing. As many pieces as fit stand there, short, from the first on; then, in the same
order, each that fits whole is made whole. The last line says what is missing.

>>> clip("naïve worker", 6)
'naïve… [+7 bytes]'
>>> clip("naïve worker", 13)
'naïve worker'
"""

from __future__ import annotations

from ledger.core.errors import Usage
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]

SHORT = 120  # bytes of a text that a short piece shows
NAMES = {
    "in-force": "in force",
    "hold": "hold",
    "contested": "contested",
    "waiting": "waiting",
    "block": "block",
    "ballot": "ballot",
    "brainstorm": "brainstorm",
    "objection": "objection",
    "proposed": "proposed point",
    "question": "question",
    "action": "action",
    "finding": "finding",
    "fallen": "not in force",
    "entry": "entry",
}


def piece(
    kind: str, ident: str, lead: str, text: str | None, entry: int, command: str | None = None
) -> Doc:
    """A piece."""
    made = {"kind": kind, "id": ident, "lead": lead, "text": text, "entry": entry}
    return {**made, "command": command, "count": 1}


def clip(text: str, most: int) -> str:
    """The first line of a text, made safe, in at most so many bytes; where that is not all, then
    how many bytes are missing. It ends between words where it can, and never between a character
    and what combines with it."""
    full = "\n".join(safe.lines(text))
    line = full.split("\n", 1)[0]
    kept = line if size(line) <= most else _begin(text, line, most)
    return kept if kept == full else f"{kept}… [+{size(full) - size(kept)} bytes]"


def _begin(text: str, line: str, most: int) -> str:
    """The beginning of a line of a text, in at most so many bytes; `line` is it made safe."""
    kept, used, word = "", 0, 0
    for char in text:
        one = safe.lines(char)[0]
        used += size(one)
        if used > most:
            break
        word = len(kept) if char == " " else word
        kept += one
    if line[len(kept)] == " ":
        return kept
    if word > len(kept) // 2:
        return kept[:word]
    import unicodedata

    while kept and unicodedata.category(line[len(kept)])[0] == "M":
        kept = kept[:-1]
    return kept


def size(text: str) -> int:
    """The bytes of a text in UTF-8."""
    return len(text.encode())


def bytes_of(lines: list[str]) -> int:
    """The bytes of lines, as they are printed."""
    return sum(size(line) + 1 for line in lines)


def whole(one: Doc) -> list[str]:
    """The lines of a piece, with all its text."""
    first, *rest = safe.lines(one["text"]) if one["text"] is not None else [""]
    head = f"{one['lead']}: {first}" if one["text"] is not None else one["lead"]
    return [head, *(f"  {line}".rstrip() for line in rest), *_next(one)]


def short(one: Doc) -> list[str]:
    """The lines of a piece, its text clipped where that is shorter."""
    made = whole(one)
    if one["text"] is None:
        return made
    clipped = [f"{one['lead']}: {clip(one['text'], SHORT)}", *_next(one)]
    return clipped if bytes_of(clipped) < bytes_of(made) else made


def _next(one: Doc) -> list[str]:
    return [f"  next: {one['command']}"] if one["command"] else []


def fit(head: list[str], pieces: list[Doc], most: int, show: str) -> Doc:
    """`{lines, bytes, left_out, cut}` within `most` bytes; `show` is the command that leaves less
    out. Usage where the head and what is missing do not fit."""
    forms, wholes = [short(one) for one in pieces], [whole(one) for one in pieces]
    sizes = [bytes_of(form) for form in forms]
    kept, used = _kept(bytes_of(head), sizes, most)
    while True:
        cut = [at for at in range(kept) if forms[at] != wholes[at]]
        need = used + bytes_of(missing(pieces[kept:], len(cut), show))
        if need <= most or not kept:
            break
        kept -= 1
        used -= sizes[kept]
    if need > most:
        raise Usage(f"{most} bytes are too few: give --max-bytes {need} or more")
    out = pieces[kept:]
    for at in list(cut):
        more = bytes_of(wholes[at]) - sizes[at]
        if used + more + bytes_of(missing(out, len(cut) - 1, show)) <= most:
            forms[at], used = wholes[at], used + more
            cut.remove(at)
    lines = [*head, *(line for form in forms[:kept] for line in form)]
    lines += missing(out, len(cut), show)
    return {"lines": lines, "bytes": bytes_of(lines), "left_out": counts(out), "cut": len(cut)}


def _kept(used: int, sizes: list[int], most: int) -> tuple[int, int]:
    """(how many forms fit beside the head, the bytes used then), what is missing left aside."""
    for kept, more in enumerate(sizes):
        if used + more > most:
            return kept, used
        used += more
    return len(sizes), used


def counts(pieces: list[Doc]) -> dict[str, int]:
    """kind -> how many are told of in pieces."""
    found: dict[str, int] = {}
    for one in pieces:
        found[one["kind"]] = found.get(one["kind"], 0) + one["count"]
    return found


def missing(out: list[Doc], cut: int, show: str) -> list[str]:
    """The line that says what was left out and how many texts were cut; none where nothing was."""
    said = [f"{n} {NAMES[kind]}" for kind, n in counts(out).items()]
    parts = [f"left out: {', '.join(said)}"] if said else []
    parts += [f"cut: {cut} text{'s' if cut > 1 else ''}"] if cut else []
    return [f"{'; '.join(parts)}; more: {show}"] if parts else []
