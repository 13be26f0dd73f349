"""Plan lines, checked for form and carried out in a ledger whose one seat decides alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from driving import Doc, Driver

from ledger.cli.common import Call
from ledger.cli.main import execute
from ledger.cli.parse import parse
from ledger.ingest.proposal import read_markdown
from ledger.ingest.proposal_draft import Draft

Line = dict[str, Any]
KNOWN = {"argv", "stdin", "said_at", "reported", "inferred", "ratifier"}
# Effect lines stand right under the heading of the first point; the same words below are text.
ACTS = re.compile(
    r"(?m)\A(?:# .*\n\n)?## .*\n((?:(?:Supersedes|Amends|Refines|Reverses): \$.*\n)*)"
)
PLACE = re.compile(r"\$([1-9][0-9]*)")


def named(line: Line) -> set[int]:
    """The lines that a line names, by number from 1."""
    texts = [found[0] for word in line["argv"][1:] if (found := PLACE.match(word))]
    if "-f" in line["argv"]:
        texts.append(acts(line["stdin"]))
    return {int(number) for text in texts for number in PLACE.findall(text)}


def acts(text: str) -> str:
    """The effect lines of a proposal."""
    found = ACTS.match(text)
    assert found, text
    return found[1]


def placed(text: str, ids: Callable[[int], str]) -> str:
    """A proposal with ids for `$4` in its effect lines."""
    said = acts(text)
    return text.replace(said, PLACE.sub(lambda m: ids(int(m[1])), said), 1) if said else text


def proposal(line: Line) -> Draft:
    """The draft of a line's proposal, `$4` in it read as `D4`."""
    return read_markdown(placed(line["stdin"], "D{}".format))


def proposals(lines: list[Line]) -> list[Draft]:
    """All drafts, but those that need judgement."""
    return [proposal(one) for one in lines if "-f" in one["argv"] and not one.get("inferred")]


def formed(lines: list[Line]) -> None:
    """Every line is one that the runner knows, and names earlier lines that stand in any case."""
    assert json.loads(json.dumps(lines)) == lines
    inferred = {n for n, line in enumerate(lines, 1) if line.get("inferred")}
    for n, line in enumerate(lines, 1):
        assert set(line) <= KNOWN
        assert all(isinstance(word, str) and word.strip() for word in line["argv"])
        call = parse(line["argv"])
        assert ("stdin" in line) == ("-" in line["argv"]), call.words
        assert all(0 < one < n and one not in inferred for one in named(line)), line
        if "-f" in line["argv"]:
            proposal(line)
        if "said_at" in line:
            assert re.fullmatch(r"[0-9]{4}-[0-9-]{5}T[0-9:]{8}\.[0-9]{3}Z", line["said_at"])
        if "reported" in line:
            assert set(line["reported"]) == {"actor", "source"}
            assert all(line["reported"].values())


def carried(lines: list[Line], path: Path, accept: bool = False) -> Driver:
    """A ledger in which the lines were carried out, all by warden; `accept`: the inferred too."""
    formed(lines)
    ledger = Driver(path)
    ledger.do("warden: init")
    ledger.do("warden: body add owner owner")
    ledger.do("warden: seat register owner --actor warden")
    ledger.do("warden: policy set 'together owner'")
    made: dict[int, str] = {}
    versions: Counter[str] = Counter()
    for n, line in enumerate(lines, 1):
        if line.get("inferred") and not accept:
            continue
        argv = [PLACE.sub(lambda m: made[int(m[1])], word) if named(line) else word
                for word in line["argv"]]  # fmt: skip
        if argv[0] == "decide" and "-f" not in argv:
            ran(ledger, ["agree", argv[1], "--on", str(versions[argv[1]])], "")
            argv = argv[:2]
        text = line.get("stdin", "")
        if "-f" in argv:
            text = placed(text, made.__getitem__)
        versions[argv[1]] += argv[0] == "propose"
        ids = ran(ledger, argv, text)["ids"]
        made[n] = ids[0] if ids else ""
    ledger.clean()
    return ledger


def ran(ledger: Driver, argv: list[str], stdin: str) -> Doc:
    """The data of a command of warden's."""
    argv = [*argv, "--as", "warden"]
    call = Call(parse(argv), ledger.env, "\x00".join(argv), stdin.encode())
    data: Doc = execute(call).data
    return data
