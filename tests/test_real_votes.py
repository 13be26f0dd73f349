"""Votes on real ledgers, with real seats, by `batch`: what `brainstorm show` or `ballot show` says
of each is what `ledger tally` says of it.

The project's own vectors, and the public ones (`../shared/data/votes`) where they are there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from real_votes import lines, unfit
from test_tally import OWN, VOTES

from ledger.cli.main import main
from ledger.core.policy.grammar import parse
from ledger.core.policy.whole import tally

Doc = dict[str, Any]
ALIKE = ("verdict", "passes", "final")
OF_BALLOTS = ("winners", "default_won", "ranking", "dropped", "quorum", "needs")


def fits(one: Any) -> bool:
    """Can it be done with seats?"""
    policy, case = one.values
    return not unfit(policy, case["input"])


def done(policy: str, given: Doc, folder: Path, capsys: pytest.CaptureFixture[str]) -> Doc:
    """What the last line of the batch shows, every line before it having been done."""
    made = lines(policy, given)
    (folder / "lines.jsonl").write_text("".join(json.dumps(one) + "\n" for one in made))
    env = {"LEDGER_NOW": "script", "LEDGER_SEED": "votes", "LEDGER_DB": str(folder / "l.db")}
    code = main(["batch", str(folder / "lines.jsonl")], env)
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert code == 0, (made[len(said) - 1], said[-1])
    shown: Doc = said[-1]["data"]
    return shown


def agrees(policy: str, given: Doc, shown: Doc) -> None:
    """Whether the ledger says what `tally` says."""
    told = tally(parse(policy).policy, given)
    ballot = "questions" in shown
    verdict = shown["questions"][0]["verdict"] if ballot else shown["verdict"]
    keys = (*ALIKE, *OF_BALLOTS) if ballot else (*ALIKE, "tally")
    assert {key: verdict[key] for key in keys} == {key: told[key] for key in keys}, verdict
    if ballot:
        return
    needs = dict(verdict["needs"])
    if "clear" in needs:  # by name here, by number there
        needs["clear"] = len(needs["clear"])
    assert needs == told["needs"]


CASES = [one for one in OWN if fits(one)]
PUBLIC = [one for one in VOTES if fits(one)]


@pytest.mark.parametrize(("policy", "case"), CASES)
def test_a_vector(
    policy: str, case: Doc, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agrees(policy, case["input"], done(policy, case["input"], tmp_path, capsys))


@pytest.mark.parametrize(("policy", "case"), PUBLIC)
def test_a_public_vote(
    policy: str, case: Doc, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    agrees(policy, case["input"], done(policy, case["input"], tmp_path, capsys))


def test_the_votes_are_all_there() -> None:
    cases: list[Any] = [one.values for one in OWN]
    methods = {parse(p).policy["method"]["name"] for p, c in cases if not unfit(p, c["input"])}
    assert methods == {"yes-no", "plurality", "approval", "schulze", "irv"}
    left = {unfit(policy, case["input"]) for policy, case in cases} - {""}
    assert left <= {
        "only numbers",
        "nobody",
        "a ballot of no seat",
        "a ballot without a seat",
        "a blank ballot",
        "a recusal in a ballot",
        "options in a brainstorm",
        *(f"it says {key}" for key in ("present", "stances")),
    }
    if not VOTES:
        pytest.skip("no public votes beside the project: only its own vectors are run")
    public: list[Any] = [one.values for one in VOTES]
    assert len(PUBLIC) == sum(isinstance(c["input"]["electorate"], list) for _, c in public)
    assert len(PUBLIC) == 98
