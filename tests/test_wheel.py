"""The wheel: what is in it, and that what it installs works in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(*argv: str | Path, cwd: Path, code: int = 0) -> str:
    """What a command prints."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LEDGER_", "PYTHON"))}
    made = subprocess.run(argv, cwd=cwd, env=kept, capture_output=True, text=True, check=False)
    assert made.returncode == code, made.stdout + made.stderr
    return made.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without a network."""
    out = tmp_path_factory.mktemp("wheel")
    build = ("-m", "build", "--wheel", "--no-isolation", "--outdir")
    run(sys.executable, *build, out, ROOT, cwd=out)
    (made,) = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the scripts of a fresh environment with the wheel in it. What the wheel
    depends on is borrowed from ours: `.pth` files in a borrowed folder are not read, so the
    checkout does not come with it."""
    made = tmp_path_factory.mktemp("env") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", made, cwd=made.parent)
    python = made / "bin" / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "-q")
    run(*pip, "--no-deps", "--no-index", wheel, cwd=made.parent)
    (packages,) = made.glob("lib/python*/site-packages")
    (packages / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return made / "bin"


def test_all_that_runs_is_in_it(wheel: Path) -> None:
    shipped = {one for one in zipfile.ZipFile(wheel).namelist() if "dist-info" not in one}
    ours = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "ledger").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    moved = {
        "ledger/_migrations/" + path.relative_to(ROOT / "migrations").as_posix()
        for path in (ROOT / "migrations").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "ledger/_migrations/env.py" in moved
    assert {one for one in shipped if ".data/" not in one} == ours | moved


def test_the_console_script_is_our_own_file(installed: Path) -> None:
    script = (installed / "ledger").read_text("utf-8")
    ours = (ROOT / "bin" / "ledger").read_text("utf-8")
    assert script.startswith(f"#!{installed}")
    assert script.split("\n")[1:] == ours.split("\n")[1:]
    assert "import re" not in script


def test_it_works_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    ledger = installed / "ledger"
    where = "import ledger.store.upgrade as u; print(u.__file__, u.migrations())"
    for path in run(installed / "python", "-c", where, cwd=tmp_path).split():
        assert Path(path).is_relative_to(installed.parent)
    run(ledger, "init", "--as", "ada", cwd=tmp_path)
    run(ledger, "item", "new", "NET", "Who may open the wall", "--as", "ada", cwd=tmp_path)
    assert "Who may open the wall" in run(ledger, "show", "NET-1", cwd=tmp_path)
    run(ledger, "check", "NET-1", cwd=tmp_path, code=3)
