"""The main job of README.md, run as it is typed there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_main_job_runs_as_typed(tmp_path: Path) -> None:
    page = (ROOT / "README.md").read_text("utf-8")
    (block,) = re.findall(r"## The main job.*?```console\n(.*?)```", page, re.S)
    typed = [line.removeprefix("$ ") for line in block.splitlines()]
    said = [re.search(r"# exit (\d)", line) for line in typed]
    wanted = [int(one[1]) if one else 0 for one in said]
    script = [f'ledger() {{ "{sys.executable}" -m ledger "$@"; }}']
    script += [f'{line}\necho "exit $?"' for line in typed]
    env = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    made = subprocess.run(
        ["sh", "-c", "\n".join(script)],
        cwd=tmp_path,
        env={**env, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    exits = re.findall(r"^exit (\d+)$", made.stdout, re.M)
    assert list(map(int, exits)) == wanted, made.stdout + made.stderr
    assert "move the crane" in made.stdout
    assert (tmp_path / "exports" / "DOCK-7.md").is_file()
