"""Padded tables of GitHub's Markdown, as a formatter would write them.

A column is as wide as its widest cell, at least three; what counts is columns of a terminal, so
wide characters count two and combining ones none. The lists are fixed here, so that the same log
gives the same page under any Python; they hold what is common, not every script.

>>> print("\\n".join(table(["point", "by"], [["D1.1", "決定"], ["D1.2", ""]])))
| point | by   |
| ----- | ---- |
| D1.1  | 決定 |
| D1.2  |      |
"""

from __future__ import annotations

_WIDE = (
    (0x1100, 0x115F),
    (0x2E80, 0x303E),
    (0x3041, 0x33FF),
    (0x3400, 0xA4C6),
    (0xA960, 0xA97C),
    (0xAC00, 0xD7A3),
    (0xF900, 0xFAFF),
    (0xFE30, 0xFE6B),
    (0xFF01, 0xFF60),
    (0xFFE0, 0xFFE6),
    (0x1F300, 0x1F320),
    (0x1F32D, 0x1F335),
    (0x1F337, 0x1F37C),
    (0x1F37E, 0x1F393),
    (0x1F3A0, 0x1F3CA),
    (0x1F3CF, 0x1F3D3),
    (0x1F3E0, 0x1F3F0),
    (0x1F3F8, 0x1F43E),
    (0x1F442, 0x1F4FC),
    (0x1F4FF, 0x1F53D),
    (0x1F54B, 0x1F54E),
    (0x1F550, 0x1F567),
    (0x1F5FB, 0x1F64F),
    (0x1F680, 0x1F6C5),
    (0x1F6EB, 0x1F6EC),
    (0x1F6F4, 0x1F6FC),
    (0x1F7E0, 0x1F7EB),
    (0x1F90C, 0x1F93A),
    (0x1F93C, 0x1F945),
    (0x1F947, 0x1F9FF),
    (0x1FA70, 0x1FA7C),
    (0x1FA80, 0x1FAC5),
    (0x20000, 0x3FFFD),
)
_WIDE_SIGNS = frozenset(
    "⌚⌛⏩⏪⏫⏬⏰⏳☔☕⚓⚡⚪⚫⚽⚾⛄⛅⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗➕➖➗➰⬛⬜⭐⭕🏴👀"
)
_COMBINING = ((0x0300, 0x036F), (0x0483, 0x0489), (0x0591, 0x05BD), (0x064B, 0x065F))


def width(text: str) -> int:
    """The columns that a terminal needs for one line of text."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    code = ord(char)
    if any(low <= code <= high for low, high in _COMBINING):
        return 0
    wide = char in _WIDE_SIGNS or any(low <= code <= high for low, high in _WIDE)
    return 2 if wide else 1


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """The lines of a table; cells are Markdown already, and hold no `|` but an escaped one."""
    wide = [max(3, *map(width, column)) for column in zip(head, *rows, strict=True)]
    rule = ["-" * size for size in wide]
    return ["| " + " | ".join(map(_pad, row, wide)) + " |" for row in [head, rule, *rows]]


def _pad(text: str, size: int) -> str:
    return text + " " * (size - width(text))
