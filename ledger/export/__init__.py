"""What the ledger writes for others. A format is a file of this folder with a line in FORMATS:

- `TAKES`, the tests of the ids whose pages it writes, and `WHAT`, which says so in words;
- `page(subject)`, the text of a page; `SUFFIX`, what its file's name ends in, and where that is not
  the id with it, `name(subject)`;
- `DECISIONS`, where each of its pages is of a decision, so that an item stands for its decisions;
- `INDEX`, the name of the file that leads to all its pages, where it has one (`--all`);
- `ours(text, ledger)`: did this ledger write that file?

Every page is a function of the subject (`subject.py`) and of nothing else.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FORMATS = {"markdown": "markdown", "json": "document", "html": "html", "madr": "madr"}


def form(name: str) -> Any:
    """The module of a format."""
    return __import__(f"{__name__}.{FORMATS[name]}", fromlist=("page",))
