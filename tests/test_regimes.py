"""Worked policies on real ledgers, row by row (policy.md, "Worked policies"; edge-cases.md): those
that need neither a window nor a live roll, or stand for the rest without them. Five seats a to e,
at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from driving import Driver

SITUATIONS = {
    "0 votes": "",
    "all abstain": "a=abstain b=abstain c=abstain d=abstain e=abstain",
    "tie 2:2, 1 abstains": "a=agree b=agree c=object d=object e=abstain",
    "3 for, one of the three leaves": "a=agree b=agree c=agree c=leave",
    "a for, then against; b, c for": "a=agree b=agree c=agree a=object",
    "e unregistered, 4 for": "a=agree b=agree c=agree d=agree",
    "3 for, then 2 seats join": "a=agree b=agree c=agree f=join g=join",
}
REGIMES = {
    "consent": (
        "electorate circle; quorum >= all of cast; veto against cleared-by any; pass for > 0 of "
        "cast",
        "no-quorum 0/5",
        "rejected",
        "blocked c d",
        "no-quorum 3/5",
        "blocked a",
        "no-quorum 4/5",
        "no-quorum 3/5",
    ),
    "code change": (
        "electorate circle; veto against cleared-by author; quorum >= 3 of for; pass for > 1 times "
        "against",
        "no-quorum 0/3",
        "no-quorum 0/3",
        "blocked c d",
        "decided",
        "blocked a",
        "decided",
        "decided",
    ),
    "all but two": (
        "electorate circle; revote first; pass for >= all-but 2 of electorate; pass for > 1/2 of "
        "electorate; veto concern cleared-by author",
        "rejected",
        "rejected",
        "rejected",
        "decided",
        "decided",
        "decided",
        "decided",
    ),
    "three quarters": (
        "electorate circle; pass for >= 3/4 of electorate; veto concern cleared-by any",
        "rejected",
        "rejected",
        "rejected",
        "rejected",
        "rejected",
        "decided",
        "rejected",
    ),
}
CELLS = [
    pytest.param(policy, situation, cell, id=f"{name}, {situation}")
    for name, (policy, *cells) in REGIMES.items()
    for situation, cell in zip(SITUATIONS, cells, strict=True)
]


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    ledger = Driver(tmp_path_factory.mktemp("regimes") / "l.db")
    ledger.do("warden: init")
    ledger.do("warden: body add circle a b c d e")
    for seat in "abcde":
        ledger.do(f"warden: seat register {seat} --actor actor-{seat}")
    ledger.do("warden: item new EVO Title --key EVO-1")
    return ledger


def happen(ledger: Driver, storm: str, seat: str, what: str) -> None:
    """One seat does something."""
    if what == "join":
        ledger.do(f"warden: seat add circle {seat}")
        ledger.do(f"warden: seat register {seat} --actor actor-{seat}")
    elif what == "leave":
        ledger.do(f"actor-{seat}: seat unregister {seat}")
    else:
        ledger.do(f"actor-{seat}: {what} {storm}" + (" Reason" if what == "object" else ""))


@pytest.mark.parametrize(("policy", "situation", "cell"), CELLS)
def test_row(made: Driver, tmp_path: Path, policy: str, situation: str, cell: str) -> None:
    ledger = made.copy(tmp_path / "l.db")
    ledger.do(f"warden: policy set '{policy}'")
    if situation.startswith("e unregistered"):
        ledger.do("actor-e: seat unregister e")
    storm = ledger.do("actor-a: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"actor-a: propose {storm} -f -", "## 1. A point\n")
    for one in SITUATIONS[situation].split():
        seat, _, what = one.partition("=")
        happen(ledger, storm, seat, what)
    twin = ledger.copy(tmp_path / "twin.db")
    ledger.do(f"actor-a: brainstorm close {storm} --no-decision End")
    seen = ledger.do(f"brainstorm show {storm}")["verdict"]
    wanted, *more = cell.split()
    assert seen["verdict"] == wanted
    if wanted == "blocked":
        found = [one["seat"] for one in seen["reasons"] if one["code"] == "objection-open"]
        assert found == more
    if wanted == "no-quorum":
        block = next(one for one in seen["reasons"] if one["code"] == "quorum-unmet")
        assert f"{block['have']}/{block['required']}" == more[0]
    code, made_ = twin.run(f"actor-a: decide {storm}")
    assert code == (0 if wanted == "decided" else 3), made_


def test_all_pms_and_the_owner_rules(made: Driver, tmp_path: Path) -> None:
    ledger = made.copy(tmp_path / "l.db")
    ledger.do("warden: body add owner owner")
    ledger.do("warden: seat register owner --actor warden")
    policy = "electorate circle; quorum >= all of cast; pass for > 0 of cast; "
    ledger.do(f"warden: policy set '{policy}veto against cleared-by author; ratify by owner'")
    storm = ledger.do("actor-a: brainstorm open EVO-1 Topic")["id"]
    ledger.do(f"actor-a: propose {storm} -f -", "## 1. A point\n")
    for seat in "abc":
        happen(ledger, storm, seat, "agree")
    happen(ledger, storm, "d", "object")
    ledger.refused(f"actor-a: decide {storm}", "objection-open", "quorum-unmet")
    happen(ledger, storm, "e", "abstain")
    ledger.refused(f"actor-a: decide {storm}", "objection-open")
    ledger.do(f"actor-d: clear {storm} d Seen")
    ledger.do(f"actor-a: decide {storm}")
    assert ledger.state("D1.1") == "awaiting-ratification"
    ledger.do("warden: ratify D1")
    ledger.clean()
