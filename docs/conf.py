"""The documentation as a site: `make docs` writes it to build/docs/.

The pages lie where a plain Markdown viewer finds them, so the source is the whole checkout; the
menu is the table of docs/README.md, so a page that is not named there fails the build.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ledger import __version__

project = "ledger"
version = release = __version__
root_doc = "docs/README"
include_patterns = ["*.md", "docs/*.md", "tests/transcripts/*.md"]
extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = f"ledger {version}"
html_show_copyright = False
html_copy_source = False
html_show_sphinx = False
smartquotes = False  # `--as` is two signs, also where no backticks stand
# What a program says is no shell, though it stands in a block of one.
suppress_warnings = ["misc.highlighting_failure"]
START = f"""<!doctype html><title>{project}</title>
<meta http-equiv="refresh" content="0; url={root_doc}.html">
"""


def _menu(app: Any, page: str, source: list[str]) -> None:
    """Makes the menu: each heading of docs/README.md, and the pages that stand below it."""
    if page != root_doc:
        return
    for part in source[0].split("\n## ")[1:]:
        links = "\n".join(dict.fromkeys(re.findall(r"\]\((\S+?\.md)[#)]", part)))
        caption = part.partition("\n")[0]
        source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{links}\n```\n"


def _start(app: Any, failed: Exception | None) -> None:
    """Leads from the folder itself to the first page."""
    Path(app.outdir, "index.html").write_text(START, "utf-8")


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", _menu)
    app.connect("build-finished", _start)
