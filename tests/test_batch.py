"""`ledger batch`: many commands in one process (exchange.md, "Batch lines")."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
INIT = {"argv": ["init"], "as": "warden", "now": "2026-06-22T08:00:00Z"}
ITEM = {"argv": ["item", "new", "EVO", "Title"], "as": "alpha"}


def batch(
    folder: Path, lines: list[Any], *argv: str, **env: str
) -> tuple[int, list[dict[str, Any]], str]:
    """(exit code, result lines, standard error)."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    env = env or {"LEDGER_NOW": "script", "LEDGER_SEED": "batch"}
    made = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "ledger"), "batch", "-", *argv],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT), **{k: v for k, v in env.items() if v}},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    return made.returncode, [json.loads(x) for x in made.stdout.splitlines()], made.stderr


def test_a_result_line_each(tmp_path: Path) -> None:
    comment = {"argv": ["item", "comment", "$2", "-f", "-"], "as": "alpha", "stdin": "Hi\n"}
    code, said, _ = batch(tmp_path, [INIT, "", {**ITEM}, comment, {"argv": ["item", "list"]}])
    assert code == 2  # line 2 is empty: it made nothing, and `$2` says so
    assert "$2" in said[-1]["error"]["message"]
    code, said, _ = batch(tmp_path, [ITEM, {**comment, "argv": ["item", "comment", "$1", "-"]}])
    assert code == 2  # LEDGER_NOW=script, and no line said when
    code, said, _ = batch(
        tmp_path,
        [
            {**ITEM, "now": "2026-06-22T09:00:00Z"},
            {**comment, "argv": ["item", "comment", "$1", "-"]},
        ],
    )
    assert (code, [one["ok"] for one in said]) == (0, [True, True])
    assert said[0]["data"]["key"] == "EVO-2"


def test_it_stops_where_a_line_ends_otherwise(tmp_path: Path) -> None:
    wrong = {"argv": ["item", "close", "EVO-9"], "as": "alpha"}
    code, said, _ = batch(tmp_path, [INIT, ITEM, wrong, ITEM])
    assert (code, len(said), said[-1]["error"]["code"]) == (4, 3, "not-found")
    code, said, _ = batch(tmp_path, [{**wrong, "exit": 4, "now": "2026-06-22T09:00:00Z"}, ITEM])
    assert (code, len(said)) == (0, 2)
    fine = {**ITEM, "exit": 3}
    code, said, _ = batch(tmp_path, [{**fine, "now": "2026-06-22T10:00:00Z"}, ITEM])
    assert (code, len(said)) == (3, 1)


def test_the_clock_stands_until_a_line_moves_it(tmp_path: Path) -> None:
    later = {**ITEM, "now": "2026-06-22T09:30:00Z"}
    code, said, _ = batch(tmp_path, [INIT, ITEM, later, ITEM, {"argv": ["log"]}])
    assert code == 0
    assert [row["at"][11:16] for row in said[-1]["data"]["rows"]] == [
        "08:00",
        "08:00",
        "09:30",
        "09:30",
    ]


def test_now_needs_the_script(tmp_path: Path) -> None:
    code, _, said = batch(tmp_path, [INIT], LEDGER_NOW="", LEDGER_SEED="x")
    assert code == 2
    assert "LEDGER_NOW=script" in said


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[]",
        '{"as": "alpha"}',
        '{"argv": "item"}',
        '{"argv": ["item", 3]}',
        '{"argv": [], "extra": 1}',
        '{"argv": ["log"], "exit": "3"}',
        '{"argv": ["log"], "argv": ["log"]}',
    ],
)
def test_a_bad_line_is_found_before_any_runs(tmp_path: Path, line: str) -> None:
    code, said, error = batch(tmp_path, [INIT, line])
    assert (code, said) == (2, [])
    assert "line 2" in error
    assert not (tmp_path / ".ledger").exists()


def test_atomic_is_all_or_nothing(tmp_path: Path) -> None:
    batch(tmp_path, [INIT])
    now = {"now": "2026-06-22T09:00:00Z"}
    bad = {"argv": ["item", "close", "EVO-9"], "as": "alpha"}
    code, said, _ = batch(tmp_path, [{**ITEM, **now}, ITEM, bad], "--atomic")
    assert (code, len(said), said[0]["ok"]) == (4, 1, False)
    code, said, _ = batch(tmp_path, [{"argv": ["log"], **now}])
    assert said[0]["data"]["total"] == 1
    code, said, _ = batch(
        tmp_path, [{**ITEM, **now}, {"argv": ["item", "close", "$1"], "as": "alpha"}], "--atomic"
    )
    assert (code, [one["ok"] for one in said]) == (0, [True, True])
    code, said, _ = batch(tmp_path, [{"argv": ["verify"], **now}])
    assert said[0]["data"] == {
        "consistent": True,
        "complete_since": None,
        "entries": 3,
        "reported": 0,
        "faults": [],
    }


def test_ids_make_a_batch_safe_to_repeat(tmp_path: Path) -> None:
    lines = [INIT, {**ITEM, "id": "0197aaaa-0000-7000-8000-000000000001"}]
    first = batch(tmp_path, lines)[1]
    again = batch(tmp_path, lines)[1]
    assert first[1]["data"]["key"] == again[1]["data"]["key"] == "EVO-1"
    assert [one["data"]["changed"] for one in again] == [False, False]
    assert again[1]["data"]["replayed"] is True


def test_the_same_lines_give_the_same_leaves(tmp_path: Path) -> None:
    leaves = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        leaves.append(batch(tmp_path / name, [INIT, ITEM, ITEM])[1][-1]["head"])
    assert leaves[0] == leaves[1]
