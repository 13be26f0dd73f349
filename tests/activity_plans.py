"""What the tests of the activity importer share: plans read, checked, and run on a real ledger."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

from driving import Driver

from ledger.core.effects import VERBS
from ledger.ingest.activity import read_activity
from ledger.ingest.proposal import Draft, read_markdown

Line = dict[str, Any]
FERRIES = Path(__file__).parent / "activity" / "ferries.txt"
_ACT = re.compile(rf"(?mi)^((?:{'|'.join(VERBS)}): )(\$.*)$")


def page(*bodies: str, head: str = "Night ferries\n\nActivity\n\n") -> str:
    """A page with a comment by ann for each body, the first on 2025-01-01."""
    made = head
    for n, body in enumerate(bodies, 1):
        lines = "".join(f"  {line}\n" if line else "\n" for line in body.split("\n"))
        made += f"• ann commented · 2025-01-{n:02d}\n{lines}"
    return made


def plan(text: str, captured: str | None = "2025-05-01") -> list[Line]:
    """The plan lines of a page, for HAR-9."""
    return read_activity(text, key="HAR-9", project=None, captured=captured)


def did(lines: list[Line], *words: str) -> list[Line]:
    """The lines that begin with these words."""
    return [line for line in lines if line["argv"][: len(words)] == list(words)]


def named(line: Line) -> list[int]:
    """The lines that a line names."""
    found = [int(n) for word in line["argv"] for n in re.findall(r"\A\$([0-9]+)", word)]
    if line["argv"][0] == "propose":
        acts = [act[2] for act in _ACT.finditer(line["stdin"])]
        found += [int(n) for act in acts for n in re.findall(r"\$([0-9]+)\.", act)]
    return found


def draft(line: Line) -> Draft:
    """The proposal of a line, with `$12.3` read as `D12.3`."""
    return read_markdown(_ACT.sub(lambda act: act[1] + act[2].replace("$", "D"), line["stdin"]))


def drafts(text: str, inferred: bool = False) -> list[Draft]:
    """The proposals of a page, those that are inferred or those that are not."""
    proposed = did(plan(text), "propose")
    return [draft(line) for line in proposed if line.get("inferred", False) is inferred]


def effects(text: str, inferred: bool) -> list[str]:
    """`D5.1 amends D3.2`, of every point of every proposal that is inferred, or that is not."""
    lines, made = plan(text), []
    homes = {line["argv"][1]: n for n, line in enumerate(lines, 1) if line["argv"][0] == "decide"}
    for line in did(lines, "propose"):
        if line.get("inferred", False) is inferred:
            home = homes.get(line["argv"][1], 0)
            for point in draft(line)["points"]:
                for effect in point["effects"]:
                    for target in effect["targets"]:
                        made.append(f"D{home}.{point['label']} {effect['verb']} {target}")
    return made


def sound(lines: list[Line]) -> None:
    """Every line names earlier ones only, a line that is not inferred none that is, and every
    proposal can be read."""
    for n, line in enumerate(lines, 1):
        for other in named(line):
            assert other < n
            assert line.get("inferred") or not lines[other - 1].get("inferred"), (n, other)
        if line["argv"][0] == "propose":
            draft(line)


def run(path: Path, lines: list[Line], accept: bool) -> tuple[Driver, dict[int, str]]:
    """The plan as native acts of one actor, with its inferred lines or without, on a new ledger:
    what its law refuses there, an import may not propose. And the ids made, by line."""
    ledger = Driver(path)
    for words in (
        "init",
        "body add crew crew-1",
        "body add owner owner",
        "seat register crew-1 --actor imp",
        "seat register owner --actor imp",
        "policy set 'together crew'",
    ):
        ledger.do(f"imp: {words}")
    made: dict[int, str] = {}
    versions: dict[str, int] = {}
    waits = {one["argv"][1] for one in did(lines, "decide") if "ratifier" in one}

    def ids(word: str) -> str:
        return re.sub(r"\A\$([0-9]+)", lambda found: made[int(found[1])], word)

    for n, line in enumerate(lines, 1):
        if line.get("inferred") and not accept:
            continue
        argv, stdin = [ids(word) for word in line["argv"]], line.get("stdin", "")
        if argv[0] == "propose":
            versions[argv[1]] = versions.get(argv[1], 0) + 1
            stdin = _ACT.sub(
                lambda act: act[1] + ", ".join(ids(word) for word in act[2].split(", ")), stdin
            )
        elif argv[0] == "decide":
            argv = argv[:2]
            ledger.do(f"imp: agree {argv[1]} --on {versions[argv[1]]} --seat crew-1")
        elif argv[:2] == ["brainstorm", "open"] and f"${n}" in waits:
            argv[2:2] = ["--policy", "together crew; ratify by owner"]
        made[n] = next(iter(ledger.do(f"imp: {shlex.join(argv)}", stdin)["ids"]), "")
    return ledger, made
