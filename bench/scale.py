"""What a command costs in a large ledger, against a small one; exits 1 where it costs more.

A command costs what its subject costs, not what the ledger holds: the figure is its CPU beyond
Python's own start, in a ledger with 2,000 other items, against that in one with 10; and that of a
comment on an item with 3,000 comments, against one with 10. `python bench/scale.py [PAIRS]`
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measuring import BARE, Line, cpu, fill, ledger, line, median, report

PAIRS = 15
BUDGET = 1.5
SIZES = {"items": (10, 2_000), "comments": (10, 3_000)}


def story(items: int, comments: int) -> Iterator[Line]:
    """A ledger with a decision, a brainstorm, and so many other items and comments."""
    yield line("ada", "item", "new", "NET", "Who may open the wall", "--key", "NET-1")
    yield line("ada", "body", "add", "ops", "ops-1", "ops-2")
    yield line("ada", "seat", "register", "ops-1", "--actor", "ada")
    yield line("ada", "policy", "set", "electorate ops; pass for > 1/3 of cast")
    yield line("ada", "brainstorm", "open", "NET-1", "Who may open the wall?")  # 5
    yield line("ada", "propose", "$5", "-f", "-", stdin="## 1. Only ops opens it\n")
    yield line("ada", "agree", "$5")
    yield line("ada", "decide", "$5")
    yield line("ada", "brainstorm", "open", "NET-1", "And who may close it?")  # 9
    yield line("ada", "propose", "$9", "-f", "-", stdin="## 1. Nobody\n")
    yield line("ada", "item", "new", "OPS", "What is said a lot", "--key", "OPS-1")
    for n in range(items):
        yield line("ada", "item", "new", "NET", f"Gate {n}", "--key", f"NET-{n + 2}")
    for n in range(comments):
        yield line("ada", "item", "comment", "OPS-1", f"Measured again, {n} times by now")


def beyond(folders: list[Path], pairs: int, before: str, argv: str) -> float:
    """The median CPU beyond Python's start in the second folder, against that in the first."""
    costs: list[list[float]] = [[], []]
    bare = []
    for n in range(pairs):
        bare.append(cpu(BARE, folders[0]))
        for folder, found in zip(folders, costs, strict=True):
            storm = (folder / "storm").read_text("utf-8")
            if before:
                ledger(folder, *before.format(storm=storm, n=n).split())
            found.append(ledger(folder, *argv.format(storm=storm, n=n).split()))
    small, large = (median(found) - median(bare) for found in costs)
    return large / small


def make(folder: Path, items: int, comments: int) -> Path:
    """A ledger of that size."""
    results = fill(folder, story(items, comments))
    (folder / "storm").write_text(results[8]["data"]["id"], "utf-8")
    return folder


def main(pairs: int = PAIRS) -> int:
    """Measures; returns the exit code."""
    (few, many), (quiet, loud) = SIZES["items"], SIZES["comments"]
    with tempfile.TemporaryDirectory() as made:
        small = make(Path(made) / "small", few, quiet)
        wide = make(Path(made) / "wide", many, quiet)
        deep = make(Path(made) / "deep", few, loud)
        print(f"CPU beyond Python's start, {many:,} other items against {few}, {pairs} pairs")
        fits = [
            report(argv.split()[0], beyond([small, wide], pairs, before, argv), BUDGET)
            for before, argv in (
                ("", "show NET-1"),
                ("", "check D1"),
                ("abstain {storm}", "agree {storm}"),
            )
        ]
        print(f"and {loud:,} comments on the item against {quiet}")
        comment = beyond([small, deep], pairs, "", "item comment OPS-1 measured-{n}")
        fits.append(report("item comment", comment, BUDGET))
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
