"""What a command costs in a large ledger, against a small one; exits 1 where it costs more.

A command costs what its subject costs, not what the ledger holds: the figure is its CPU beyond
Python's own start, in a ledger with 2,000 other items, against that in one with 10; and that of a
comment on an item with 3,000 comments, against one with 10.

An export costs what it writes: the time and the memory beyond those of a ledger with next to
nothing in it may grow as the comments of an item, or the items, do. The figure is that growth over
theirs. `python bench/scale.py [PAIRS]`
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measuring import BARE, Line, cpu, fill, ledger, line, median, peak, report

PAIRS = 15
BUDGET = 1.5
SIZES = {"items": (10, 2_000), "comments": (10, 3_000)}
EXPORTS = (
    ("comments", "export OPS-1 -o out", 2_500, 10_000),
    ("comments", "export OPS-1 --format html -o out", 2_500, 10_000),
    ("comments", "export OPS-1 --format json -o out", 2_500, 10_000),
    ("comments", "export --all --format json -o out", 2_500, 10_000),
    ("comments", "import export out/ledger.json --db DB", 2_500, 10_000),
    ("items", "export --all -o out", 1_000, 4_000),
)
GROWTH = 1.6  # what is quadratic would be at 4


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


def grown(folders: list[Path], argv: str, factor: float, tries: int = 3) -> tuple[float, float]:
    """The growth of (time, memory) from the second folder to the third, over `factor`; what the
    command takes in the first, with next to nothing in it, is not counted."""
    costs = []
    for folder in folders:
        runs = []
        for n in range(tries):
            words = argv.replace("DB", f"restored-{n}.db").split()
            runs.append(peak(words, folder))
        costs.append((median(run[0] for run in runs), median(run[1] for run in runs)))
    none, less, more = costs
    time, memory = ((more[n] - none[n]) / (less[n] - none[n]) / factor for n in (0, 1))
    return time, memory


def exports(made: Path) -> list[bool]:
    """Measures how exports grow; returns which are within their budgets."""
    fits, folders = [], {}
    for what, argv, less, more in EXPORTS:
        for size in (10, less, more):
            if (what, size) not in folders:
                items, comments = (size, 10) if what == "items" else (10, size)
                folders[what, size] = make(made / f"{what}-{size}", items, comments)
        print(f"{argv}: {more:,} {what} against {less:,}: growth of time, of memory")
        figures = grown([folders[what, size] for size in (10, less, more)], argv, more / less)
        fits += [
            report(name, one, GROWTH) for name, one in zip(("time", "memory"), figures, strict=True)
        ]
    return fits


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
        fits += exports(Path(made))
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
