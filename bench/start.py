"""What a command costs, as a multiple of Python's own start; exits 1 where a budget is exceeded.

Every run stands beside one of `python -c pass`, so that what else the machine does falls on both;
the figure is the median over the pairs. `python bench/start.py [PAIRS]`
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from measuring import BARE, Line, cpu, fill, ledger, line, median, report

PAIRS = 15
PROPOSAL = "# The wall\n\n## 1. Only ops opens it\nTwo of three.\n\n## 2. It closes by itself\n"

# name: (budget, command line). `{n}` is the number of the run; `{open}` a brainstorm that stays
# open; `{free}` and `{ready}` brainstorms made for this run, without a proposal and agreed to;
# `{decided}` the decision that the run of `decide` made.
COMMANDS = {
    "check": (2.0, "check D1"),
    "show": (2.5, "show NET-1"),
    "log": (2.5, "log NET-1"),
    "brainstorm show": (2.5, "brainstorm show {open}"),
    "item list": (2.5, "item list"),
    "inbox": (3.0, "inbox"),
    "brief": (3.0, "brief NET-1"),
    "search": (3.0, "search wall"),
    "agree": (3.0, "agree {open}"),
    "item comment": (3.0, "item comment NET-1 measured-{n}"),
    "seat register": (3.0, "seat register spare --actor actor-{n} --replace"),
    "propose": (4.0, "propose {free} -f proposal.md"),
    "decide": (4.0, "decide {ready}"),
    "ratify": (4.0, "ratify {decided}"),
    "export": (8.0, "export NET-1 -o pages-{n}"),
    "verify": (8.0, "verify"),
    "batch, 1 line": (8.0, "batch one.jsonl"),
    "--help": (8.0, "--help"),
    "agree --help": (8.0, "agree --help"),
}
BEFORE = {"agree": "abstain {open}"}  # runs first, so that `agree` changes something


def story(pairs: int) -> Iterator[Line]:
    """A ledger with an item under decision, and for each run an item of its own."""
    yield line("ada", "item", "new", "NET", "Who may open the wall", "--key", "NET-1")
    yield line("ada", "body", "add", "ops", "ops-1", "ops-2", "ops-3")
    yield line("ada", "body", "add", "others", "spare")
    yield line("ada", "body", "add", "owner", "owner")
    yield line("ada", "seat", "register", "ops-1", "owner", "--actor", "ada")
    yield line("ada", "policy", "set", "electorate ops; pass for > 1/3 of cast; ratify by owner")
    yield line("ada", "brainstorm", "open", "NET-1", "Who may open the wall?")  # 7
    yield from agreed(7)
    yield line("ada", "decide", "$7")
    yield line("ada", "ratify", "D1")
    yield line("ada", "brainstorm", "open", "NET-1", "And who may close it?")  # 12
    yield from agreed(12)
    for n in range(pairs):
        yield line("ada", "item", "new", "NET", f"Gate {n}", "--key", f"NET-{n + 2}")
        yield line("ada", "brainstorm", "open", f"NET-{n + 2}", "Whether to widen it")
        yield line("ada", "brainstorm", "open", f"NET-{n + 2}", "Whether to paint it")
        yield from agreed(17 + n * 5)


def agreed(number: int) -> Iterator[Line]:
    """A proposal to the brainstorm of a line, and an agreement."""
    yield line("ada", "propose", f"${number}", "-f", "-", stdin=PROPOSAL)
    yield line("ada", "agree", f"${number}")


def measure(name: str, folder: Path, names: list[dict[str, str]]) -> float:
    """The ratio of a command: the median over the pairs."""
    ratios = []
    for known in names:
        if name in BEFORE:
            ledger(folder, *BEFORE[name].format(**known).split())
        bare = cpu(BARE, folder)
        ratios.append(ledger(folder, *COMMANDS[name][1].format(**known).split()) / bare)
    return median(ratios)


def main(pairs: int = PAIRS) -> int:
    """Measures every command; returns the exit code."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / "ledger"
        results = fill(folder, story(pairs))
        (folder / "proposal.md").write_text(PROPOSAL, "utf-8")
        (folder / "one.jsonl").write_text('{"argv": ["check", "D1"]}\n', "utf-8")
        ids = [result["data"].get("id", "") for result in results]
        names = [
            {
                "n": str(n),
                "open": ids[11],
                "free": ids[15 + n * 5],
                "ready": ids[16 + n * 5],
                "decided": f"D{n + 2}",
            }
            for n in range(pairs)
        ]
        print(f"CPU as a multiple of Python's own start, median of {pairs} pairs")
        fits = [report(name, measure(name, folder, names), COMMANDS[name][0]) for name in COMMANDS]
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
