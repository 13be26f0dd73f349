"""What plan lines have in common, whatever they are made from.

Source: exchange.md, "Imports".
"""

from __future__ import annotations

import re

NOBODY = "unnamed"  # who said it, where the source does not say


def one_line(text: str) -> str:
    """The text with what is unprintable escaped, so that it stands on one line."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def plain(text: str, before: str) -> str:
    """The text as an argument that is neither an option nor `$4`, which stands for an id: where it
    looks like one, `before` and a colon stand before it."""
    text = one_line(text)
    if text.strip() and not re.match(r"\s*(?:-|\$[0-9])", text):
        return text
    named = re.sub(r"\A[\s$-]+", "", one_line(before)) or "untitled"
    return f"{named}: {text}" if text.strip() else named
