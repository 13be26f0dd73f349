"""The hot commands load nothing that is slow to load (architecture.md, "Start")."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SLOW = {
    *("sqlalchemy", "alembic", "typer", "markdown_it", "rich"),
    *("dataclasses", "re", "typing", "json", "pathlib"),
    *("datetime", "enum", "uuid", "hashlib"),
}
STORY = [
    ["init"],
    ["item", "new", "NET", "Who may open the wall", "--key", "NET-1"],
    ["body", "add", "ops", "ops-1", "ops-2"],
    ["seat", "register", "ops-1", "--actor", "ada"],
    ["policy", "set", "electorate ops; pass for > 1/3 of cast"],
    ["brainstorm", "open", "NET-1", "Who may open the wall?"],
    ["propose", "$6", "-f", "-"],
    ["agree", "$6"],
    ["decide", "$6"],
    ["brainstorm", "open", "NET-1", "And who may close it?"],
    ["propose", "$10", "-f", "-"],
]
PROBE = """
import sys
from ledger.cli.main import main
code = main(sys.argv[1:], {"LEDGER_ACTOR": "ada"})
sys.stderr.write(f"\\0{code}\\n" + "\\n".join(sys.modules))
"""


def modules(program: str, *argv: str, cwd: Path) -> list[str]:
    """The last lines that a program writes to standard error: its own."""
    made = subprocess.run(
        [sys.executable, "-c", program, *argv],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stderr.rpartition("\0")[2].split("\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a ledger, and its brainstorm that is open."""
    made = tmp_path_factory.mktemp("start")
    lines = [{"argv": argv, "as": "ada", "stdin": "## 1. Ops\n"} for argv in STORY]
    said = subprocess.run(
        [sys.executable, "-m", "ledger", "batch", "-"],
        input="".join(json.dumps(line) + "\n" for line in lines),
        cwd=made,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr
    return made, json.loads(said.stdout.split("\n")[9])["data"]["id"]


@pytest.mark.parametrize(
    "argv",
    [
        ["check", "D1"],
        ["check", "NET-1", "--json"],
        ["show", "NET-1"],
        ["show", "D1.1", "--json"],
        ["agree", "BS"],
        ["inbox"],
        ["search", "wall"],
        ["brief", "NET-1"],
        ["check", "D9"],
    ],
    ids=" ".join,
)
def test_what_is_slow_to_load_is_not_loaded(folder: tuple[Path, str], argv: list[str]) -> None:
    bare = modules("import sys; sys.stderr.write('\\n'.join(sys.modules))", cwd=folder[0])
    argv = [folder[1] if word == "BS" else word for word in argv]
    code, *loaded = modules(PROBE, *argv, cwd=folder[0])
    assert code == ("4" if "D9" in argv else "0")
    assert SLOW & (set(loaded) - set(bare)) == set()
