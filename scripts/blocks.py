"""Reads a batch and its result lines, and prints the ratifications: what was typed, and the
answer. `blocks.py BATCH RESULTS`."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from typing import Any


def told(line: dict[str, Any], result: dict[str, Any]) -> Iterator[str]:
    """The lines that tell of one command, as a terminal would have shown it."""
    yield f"$ ledger {shlex.join(line['argv'])} --as {line['as']}        # {line['now']}"
    if result["ok"]:
        data = result["data"]
        what = f"ratified {' '.join(data['points'])}" if "points" in data else "recorded as said"
        yield f"  #{data['entry']} {what}"
        yield from (f"  {note}" for note in data["notes"])
        return
    for block in result["error"].get("blocks", [result["error"]]):
        yield f"  error[{block['code']}]: {block['message']}"
        if "hint" in block:
            yield f"  hint: {block['hint']}"
    yield f"  exit {line['exit']}"


def main(batch: str, results: str) -> None:
    """Prints them, in their order."""
    with open(batch, encoding="utf-8") as lines, open(results, encoding="utf-8") as answers:
        for line, result in zip(map(json.loads, lines), map(json.loads, answers), strict=True):
            if line["argv"][0] == "ratify":
                print("\n".join(told(line, result)))


if __name__ == "__main__":
    main(*sys.argv[1:])
