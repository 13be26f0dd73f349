"""The example ledger: `exports/evo-26.jsonl`, its page, and what it says is in force.

`tests/vectors/evo-26.json` maps its points to those read by hand out of a real page; that reading
is compared where it is present.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from driving import Driver

ROOT = Path(__file__).resolve().parents[1]
LINES = ROOT / "exports" / "evo-26.jsonl"
PAGE = ROOT / "exports" / "EVO-26.md"
MAPPING: dict[str, str] = json.loads((ROOT / "tests" / "vectors" / "evo-26.json").read_text())
GOLD = ROOT.parent / "shared" / "data" / "activity-page" / "gold.json"


def ledger(folder: Path, *argv: str, code: int = 0, **env: str) -> str:
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    made = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "ledger"), *argv],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == code, made.stderr + made.stdout[-2000:]
    return made.stdout


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("story")
    said = ledger(folder, "batch", str(LINES), LEDGER_NOW="script", LEDGER_SEED="evo-26")
    return folder, [json.loads(line) for line in said.splitlines()]


@pytest.fixture(scope="module")
def driver(told: tuple[Path, list[dict[str, Any]]]) -> Driver:
    return Driver(told[0] / ".ledger" / "ledger.db")


def states(driver: Driver, *more: str) -> dict[str, dict[str, Any]]:
    shown = driver.do(" ".join(["show EVO-26", *more]))
    groups = ("in_force", "prospective", "contested", "replaced")
    return {one["id"]: one for group in groups for one in shown[group]}


def test_every_line_ends_as_it_says(told: tuple[Path, list[dict[str, Any]]]) -> None:
    lines = [json.loads(line) for line in LINES.read_text().splitlines()]
    assert lines[0]["argv"] == ["init"]
    assert len(told[1]) == len(lines)
    refused = [
        (line["argv"], made["error"]["blocks"][0]["code"])
        for line, made in zip(lines, told[1], strict=True)
        if not made["ok"]
    ]
    codes = {code for argv, code in refused if argv[0] == "ratify"}
    assert codes == {"seat-unregistered", "split", "ballot-open"}


def test_it_verifies(driver: Driver) -> None:
    driver.clean()


def test_the_mapping_is_of_its_points(driver: Driver) -> None:
    assert len(MAPPING) >= 50
    assert len(set(MAPPING.values())) == len(MAPPING)
    assert set(MAPPING) <= set(states(driver))


def same(points: dict[str, dict[str, Any]], ident: str, gold: dict[str, Any]) -> bool:
    """Is our point as the reading says? Its "in force as amended" is ours `amended`, with what
    replaced it in force."""
    point = points.get(ident)
    if point is None:
        return False
    if gold["status"] == "not_in_force":
        return bool(point["state"] != "in-force")
    if gold["state"] == "in force as amended":
        by = [points[one]["state"] for one in point["replaced_by"]]
        return point["state"] == "amended" and bool(by) and set(by) == {"in-force"}
    return bool(point["state"] == "in-force")


@pytest.mark.parametrize("when", ["the end", "2026-06-22"])
def test_in_force_as_read_by_hand(driver: Driver, when: str) -> None:
    if not GOLD.exists():
        pytest.skip(f"the reading is not here: {GOLD.name} beside the project's folder")
    gold = json.loads(GOLD.read_text())
    if when == "the end":
        points, read = states(driver), gold["in_force_after_last_entry"]
    else:
        points = states(driver, "--known-at", when)
        read = gold["as_of_2026_06_22_end_of_day"]["by_record_time"]["points"]
    by_id = {one["point"]: one for one in read}
    counts: Counter[str] = Counter()
    for ours, theirs in MAPPING.items():
        if theirs not in by_id or by_id[theirs]["status"] not in ("in_force", "not_in_force"):
            continue
        assert same(points, ours, by_id[theirs]), (ours, theirs, by_id[theirs])
        counts[by_id[theirs]["status"]] += 1
    if when == "the end":
        assert counts["in_force"] >= 15
        assert counts["not_in_force"] >= 15
        assert sum(counts.values()) >= 50
    assert sum(counts.values()) >= 40


def test_held_as_read_by_hand(driver: Driver) -> None:
    if not GOLD.exists():
        pytest.skip(f"the reading is not here: {GOLD.name} beside the project's folder")
    points = states(driver)
    read = json.loads(GOLD.read_text())["in_force_after_last_entry"]
    held = {one["point"] for one in read if one["held"]}
    ours = {i for i, one in points.items() if one["state"] == "in-force" and i in MAPPING}
    assert {i for i in ours if points[i]["held"]} == {i for i in ours if MAPPING[i] in held}


def test_the_ballot_is_answered_as_on_the_page(driver: Driver) -> None:
    shown = driver.do("ballot show B1")
    assert shown["state"] == "adopted"
    if not GOLD.exists():
        pytest.skip(f"the reading is not here: {GOLD.name} beside the project's folder")
    for ours, read in zip(
        shown["questions"], json.loads(GOLD.read_text())["ballot"]["questions"], strict=True
    ):
        assert ours["label"] == str(read["q"])
        assert ours["answer"] == (read["choice"] or "a")
        assert {MAPPING[one] for one in ours["rules_on"]} <= set(read["bears_on"])
        assert ours["point"] is None or MAPPING[ours["point"]] == read["answer"]


def test_one_short_answer(told: tuple[Path, list[dict[str, Any]]], driver: Driver) -> None:
    said = ledger(told[0], "show", "EVO-26")
    points = driver.do("show EVO-26")["in_force"]
    assert len(said.encode()) <= 100 * len(points) + 800
    lines = said.splitlines()
    for one in points:
        [line] = [x for x in lines if x.startswith(one["id"] + " ")]
        assert one["title"] in line
        assert one["since"][:19] + "Z" in line
        assert one["ratification"]["attestation"] or "by policy" in line


FILES = {
    "EVO-26.md": ("EVO-26",),
    "EVO-26.json": ("EVO-26", "--format", "json"),
    "EVO-26.html": ("EVO-26", "--format", "html"),
    "D7-both-rails-not-one.md": ("D7", "--format", "madr"),
    "D7.md": ("D7",),
    "bs-mqqfob9cvlr.md": ("bs-mqqfob9cvlr",),
    "ledger.json": ("--all", "--format", "json"),
}


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_what_the_ledger_would_write(
    name: str, told: tuple[Path, list[dict[str, Any]]], request: pytest.FixtureRequest
) -> None:
    now = ledger(told[0], "export", *FILES[name], "-o", "-")
    if request.config.getoption("--update"):
        (PAGE.parent / name).write_bytes(now.encode())
    assert now.encode() == (PAGE.parent / name).read_bytes()


def test_every_example_is_compared() -> None:
    assert {path.name for path in PAGE.parent.iterdir()} == {*FILES, LINES.name}


def test_the_table_of_the_page_is_what_show_says(driver: Driver) -> None:
    table = PAGE.read_text().split("## In force\n\n")[1].split("\n\n")[0]
    rows = [line.split("|")[1].strip() for line in table.splitlines()[2:]]
    assert rows == [one["id"] for one in driver.do("show EVO-26")["in_force"]]
    points = states(driver)
    assert set(rows) & set(MAPPING) == {i for i in MAPPING if points[i]["state"] == "in-force"}
