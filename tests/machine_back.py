"""What an agent that comes back must find at the end of a run: every command of an inbox runs as it
is printed, and what is told in brief fits."""

from __future__ import annotations

from pathlib import Path

from driving import Doc, Driver
from machine_choices import ACTORS

VALUES = {"REASON": "Because", "KEY": "a", "OPTION": "for", "ACTOR": "alpha", "TEXT": "Yes"}


def coming_back(ledger: Driver, folder: Path) -> None:
    """Of each actor's inbox the first row of each kind, on a copy; of each subject a brief."""
    for who in ACTORS:
        rows = ledger.do(f"{who}: inbox")["rows"]
        for row in {one["kind"]: one for one in reversed(rows)}.values():
            _runs(ledger.copy(folder / "copy.db"), who, row)
    idents = [row["key"] for row in ledger.do("item list")["rows"]]
    idents += [row["id"] for row in ledger.do("brainstorm list")["rows"]]
    idents += {row["from"] for row in ledger.do("action list")["rows"]}
    for ident in idents:
        for words in ("", " --max-bytes 600", " --since 12"):
            made = ledger.do(f"brief {ident}{words}")
            assert made["bytes"] <= made["max_bytes"]


def _ratify(copy: Driver, ident: str) -> str:
    """The ratification that a row of a decision, or of a ballot, waits for."""
    if ident[0] == "D":
        return f"ratify {ident}"
    return f"ratify {copy.do(f'ballot show {ident}')['decision']} --ballot {ident}"


def _runs(copy: Driver, who: str, row: Doc) -> None:
    """The command does what it says and the row is gone, or is refused for what the row names."""
    line = row["command"].removeprefix("ledger ")
    for word, value in VALUES.items():
        line = line.replace(word, value)
    if row["kind"] == "casting-vote" and row["id"][0] == "B":
        line = line.replace(" for", " a")
    if "blocked: " in row["text"]:
        code, made = copy.run(f"{who}: {_ratify(copy, row['id'])}")
        assert code == 3, (row, made)
        assert {one["code"] for one in made["error"]["blocks"]} <= set(
            row["text"].replace(",", " ").replace(";", " ").split()
        ), (row, made)
        assert copy.run(f"{who}: {line}")[0] in (0, 3), row  # what helps may be another's act
        return
    code, made = copy.run(f"{who}: {line}")
    assert code == 0, (row, made)
    if row["kind"] == "stale" and line.startswith("brainstorm show "):
        return
    assert row not in copy.do(f"{who}: inbox")["rows"], row
