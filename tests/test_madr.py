"""Decisions as MADR 4 files: names, status, links both ways, and typed text (exchange.md)."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from driving import Driver, bins
from hypothesis import given
from hypothesis import strategies as st

from ledger.export import madr


def files(made: Driver, folder: Path, what: str = "--all") -> dict[str, str]:
    """The records, by their files' names."""
    done = made.do(f"export {what} --format madr -o {shlex.quote(str(folder))}")["files"]
    return {Path(one["path"]).name: Path(one["path"]).read_bytes().decode() for one in done}


def front(page: str) -> dict[str, str]:
    """The front matter of a record."""
    lines = page.split("\n---\n")[0].split("\n")
    assert lines[0] == "---"
    pairs = [line.partition(": ") for line in lines[2:]]
    return {key: value.strip('"') for key, _, value in pairs}


@pytest.fixture
def owned(tmp_path: Path) -> Driver:
    return bins(tmp_path / "l.db")


def test_the_worked_example_of_the_module_runs() -> None:
    result = doctest.testmod(madr)
    assert result.attempted > 0
    assert result.failed == 0


@given(st.text(max_size=200))
def test_a_file_has_a_plain_short_name(title: str) -> None:
    made = madr.words(title, "D7")
    assert re.fullmatch("D7(-[a-z0-9]+)*", made)
    assert len(made) <= madr.LIMIT


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("", "D7"),
        ("決定", "D7"),
        ("../../etc/passwd", "D7-etc-passwd"),
        ("word " * 30, "D7-word-word-word-word-word-word-word-word-word-word-word"),
        ("x" * 90, "D7"),
    ],
)
def test_names(title: str, name: str) -> None:
    assert madr.words(title, "D7") == name


def test_a_decision_that_waits_is_proposed_until_no_point_does(
    owned: Driver, tmp_path: Path
) -> None:
    owned.decide("# Launch\n\n## 1. One\n\n## 2. Two\n")

    def status() -> str:
        [page] = files(owned, tmp_path / "out").values()
        return front(page)["status"]

    assert status() == "proposed"
    owned.do("warden: ratify D1 --points 1")
    assert status() == "proposed"
    owned.do("warden: ratify D1 --refuse 'Not now'")
    assert status() == "accepted"


@pytest.mark.parametrize("how", ["--refuse 'No'", "withdraw"])
def test_what_never_came_in_force_is_rejected(how: str, owned: Driver, tmp_path: Path) -> None:
    owned.decide("## 1. One\n")
    owned.do("alpha: withdraw D1 'No'" if how == "withdraw" else f"warden: ratify D1 {how}")
    [page] = files(owned, tmp_path / "out").values()
    assert front(page)["status"] == "rejected"


@pytest.mark.parametrize(
    ("verb", "status"),
    [
        ("Amends", "superseded by [D2](D2-new.md)"),
        ("Corrects", "superseded by [D2](D2-new.md)"),
        ("Supersedes", "superseded by [D2](D2-new.md)"),
        ("Reverses", "deprecated"),
        ("Stands down", "deprecated"),
        ("Refines", "accepted"),
        ("Upholds", "accepted"),
    ],
)
def test_supersession_is_told_both_ways(
    verb: str, status: str, free: Driver, tmp_path: Path
) -> None:
    free.decide(f"# New!\n\n## 1. Other\n{verb}: D1\n")
    made = files(free, tmp_path / "out")
    assert list(made) == ["D1-one.md", "D2-new.md"]
    assert front(made["D1-one.md"])["status"] == status
    assert front(made["D2-new.md"])["status"] == "accepted"
    said = {"Stands down": "stands-down"}.get(verb, verb.lower())
    assert f"\n- {said} [D1](D1-one.md)\n" in made["D2-new.md"]
    back = "replaced, wholly or in part, by [D2](D2-new.md)\n" in made["D1-one.md"]
    assert back == (verb not in ("Refines", "Upholds"))
    for name, page in made.items():
        for target in re.findall(r"\]\(([^)]*)\)", page):
            assert target in made, name


def test_in_part_it_is_still_accepted(free: Driver, tmp_path: Path) -> None:
    free.decide("# New\n\n## 1. Other\nSupersedes: D1.1\n")
    page = files(free, tmp_path / "out")["D1-one.md"]
    assert front(page)["status"] == "accepted"
    assert "superseded, #" in page
    assert "replaced by D2.1" in page
    assert "replaced, wholly or in part, by [D2](D2-new.md)" in page


def test_what_waits_to_replace_it_is_named(asked: Driver, tmp_path: Path) -> None:
    asked.decide("# New\n\n## 1. Other\nSupersedes: D1.1\n")
    made = files(asked, tmp_path / "out")
    assert front(made["D1-one.md"])["status"] == "accepted"
    assert front(made["D2-new.md"])["status"] == "proposed"
    assert "- pending: [D2](D2-new.md)" in made["D1-one.md"]


def test_decision_makers_and_date(asked: Driver, tmp_path: Path) -> None:
    made = front(files(asked, tmp_path / "out")["D1-one.md"])
    assert list(made) == ["status", "date", "decision-makers"]
    assert made["decision-makers"] == (
        "alpha (bin-1), beta (bin-2), gamma (bin-3), warden (owner, ratifier)"
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", made["date"])


def test_what_a_ballot_made_is_of_its_decision(tmp_path: Path) -> None:
    import json

    made = Driver(tmp_path / "l.db", seed="evo-26")
    made.env["LEDGER_NOW"] = "script"
    lines = Path(__file__).resolve().parents[1] / "exports" / "evo-26.jsonl"
    assert made.run("batch -", lines.read_text("utf-8"))[0] == 0
    del made.env["LEDGER_NOW"], made.env["LEDGER_SEED"]
    found = files(made, tmp_path / "out", "EVO-26")
    ids = [one["id"] for one in made.do("show EVO-26")["in_force"]]
    whole = "\n".join(found.values())
    for ident in ids:
        assert f"\n### {ident}\n" in whole
    assert json.dumps(sorted(found)) == json.dumps(sorted(files(made, tmp_path / "two")))
    one = made.do(f"export D6 --format madr -o {tmp_path / 'one'}")["files"]
    assert [item["id"] for item in one] == ["D6"]


def test_items_stand_for_their_decisions(free: Driver, tmp_path: Path) -> None:
    free.do("alpha: item new EVO 'Another' --key EVO-2")
    free.decide("# There\n\n## 1. X\n", item="EVO-2")
    assert list(files(free, tmp_path / "a", "EVO-1")) == ["D1-one.md"]
    assert list(files(free, tmp_path / "b", "EVO-2 D1 D2")) == ["D2-there.md", "D1-one.md"]
    assert list(files(free, tmp_path / "c")) == ["D1-one.md", "D2-there.md"]
    out = tmp_path / "d"
    assert free.fails(f"export EVO-9 --format madr -o {out}", 4)["code"] == "not-found"
    assert free.fails(f"export D9 --format madr -o {out}", 4)["code"] == "not-found"
    free.decide("# Here\n\n## 1. Y\n")
    assert free.fails("export EVO-1 --format madr -o -", 2)["code"] == "usage"
    assert free.do("export EVO-2 --format madr -o -")["files"][0]["id"] == "D2"
    assert free.run(f"export bs-00000000000 --format madr -o {out}")[0] == 2
    assert files(free, out, "--all --known-at 12") == {}


def test_its_files_are_compared_and_ours(free: Driver, tmp_path: Path) -> None:
    out = tmp_path / "out"
    line = f"export D1 --format madr -o {out}"
    [(name, page)] = files(free, out, "D1").items()
    assert free.do(f"{line} --check")["files"][0]["state"] == "unchanged"
    command = page.split("```console\n")[1].split("\n")[0].removeprefix("ledger ")
    free.decide("# New\n\n## 1. Other\nSupersedes: D1.1\n")
    [block] = free.refused(f"{line} --check", "stale")
    assert free.do(f"{command} -o {out}")["files"][0]["state"] == "unchanged"
    free.do(block["hint"].removeprefix("ledger "))
    (out / name).write_text("---\nstatus: mine\n---\n")
    assert free.fails(line, 5)["code"] == "conflict"
