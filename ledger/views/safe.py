"""Text that somebody typed, made safe to show: characters that nobody sees or that move others
about are written `⟦U+202E⟧` (exchange.md, "Untrusted text"; cli.md, "control characters are made
visible"). The list is fixed here, so that the same log gives the same page under any Python."""

from __future__ import annotations

_RANGES = (
    (0x00, 0x08),
    (0x0A, 0x1F),
    (0x7F, 0x9F),
    (0xAD, 0xAD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
_TABLE: dict[int, str] = {}


def _table() -> dict[int, str]:
    if not _TABLE:
        for low, high in _RANGES:
            _TABLE.update({code: f"⟦U+{code:04X}⟧" for code in range(low, high + 1)})
    return _TABLE


def printed(text: str) -> str:
    """One line of text, tabs left as they are: what the printer does to every line, whatever it was
    made of."""
    if text.isascii() and text.isprintable():
        return text
    return text.translate(_table())


def line(text: str | None) -> str:
    """One line of text: line breaks and tabs are made visible too; None is `[removed]`."""
    return "[removed]" if text is None else printed(text).replace("\t", "⟦U+0009⟧")


def lines(text: str | None) -> list[str]:
    """A text as lines, split at its line feeds only; tabs stay."""
    if text is None:
        return ["[removed]"]
    return [printed(part) for part in text.split("\n")]


def coded(text: str) -> str:
    """One line of text, so that it can be read back: a typed `⟦` is written `⟦U+27E6⟧`, so every
    `⟦` begins a code (exchange.md, "Untrusted text"); tabs stay."""
    return "⟦U+27E6⟧".join(printed(part) for part in text.split("⟦"))
