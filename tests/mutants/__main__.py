"""Breaks one rule at a time, and sees that the test named for it turns red: `make mutants`.

    python -m mutants [WORD]...    (with `tests` on the path; only the rules that hold a word)

A test that stays green is told as GREEN, one that fails of a crash, in what it begins with or
after a minute as BROKEN, which says nothing of the rule; exits 1 for either, and where a named test
is red with nothing broken. Each worker has a copy of the sources, and has loaded what the tests
need of other packages; each run is a child of it: a mutant costs its test and little more.
"""

from __future__ import annotations

import compileall
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from mutants import MUTANTS
from mutants.mutant import Mutant

ROOT = Path(__file__).resolve().parents[2]
RED, GREEN, BROKEN = "red", "GREEN", "BROKEN"
NO_RUN = {"SyntaxError", "NameError", "ImportError"}
SECONDS = 60  # a mutant may wait for ever
LOADED = ("alembic", "faker", "hypothesis", "markdown_it", "mdformat", "sqlalchemy", "typer")


class Watch:
    """Whether a failure speaks of the rule: not where the program crashed, nor where that with
    which the test begins is not there."""

    def __init__(self) -> None:
        self.broken = False

    def pytest_exception_interact(self, call: pytest.CallInfo[Any]) -> None:
        """Called for each failure."""
        if call.excinfo is None or call.when != "call":
            self.broken = True
            return
        names = {one.__name__ for one in type(call.excinfo.value).__mro__}
        inside = Path(call.excinfo.traceback[-1].path).is_relative_to(Path.cwd() / "ledger")
        crash = inside and "LedgerError" not in names
        self.broken = self.broken or crash or bool(names & NO_RUN)


def copy(root: Path) -> None:
    """The sources and the tests, as they are; what does not change is compiled."""
    for name in ("ledger", "tests", "migrations", "exports", "docs", "bin"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, root)
    compileall.compile_dir(root / "ledger", quiet=1)
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    names = sorted({f"tests/{one.test.partition('::')[0]}" for one in MUTANTS})
    env = {**os.environ, "PYTHONPATH": str(root)}
    subprocess.run([*command, *names], cwd=root, env=env, capture_output=True, check=True)


def child(root: Path, tests: list[str]) -> int:
    """The exit code of pytest on those tests, in a child: 0 green, 1 red, 3 broken."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    signal.alarm(SECONDS)
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    watch = Watch()
    options = ["-x", "-q", "-p", "no:cacheprovider", f"--basetemp={root.parent / 'tmp'}"]
    code = 3
    try:
        code = pytest.main([*options, *tests], plugins=[watch])
    finally:
        os._exit(3 if watch.broken else code)


@contextmanager
def broken(mutant: Mutant) -> Iterator[None]:
    """The rule is broken in this folder's sources. The file gets a time of its own, else what was
    compiled of it before would be taken."""
    target = Path("ledger") / mutant.file
    text, at = target.read_text("utf-8"), target.stat().st_mtime
    assert text.count(mutant.old) == 1, mutant
    target.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    os.utime(target, (at + 100, at + 100))
    yield
    target.write_text(text, "utf-8")
    os.utime(target, (at, at))


def begin(roots: Any) -> None:
    """A worker takes a copy, and loads what is not ours. What it runs writes nothing compiled."""
    root = Path(roots.get())
    os.chdir(root)
    os.environ.update(PYTHONPATH=str(root), PYTHONDONTWRITEBYTECODE="1")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    sys.dont_write_bytecode = True
    ours = ("", str(ROOT), str(ROOT / "tests"))
    sys.path[:] = [str(root), *(one for one in sys.path if one not in ours)]
    for name in LOADED:
        __import__(name)


def judge(mutant: Mutant) -> str:
    """What the named test says of one broken rule."""
    with broken(mutant):
        code = child(Path.cwd(), [f"tests/{mutant.test}"])
    return {0: GREEN, 1: RED}.get(code, BROKEN)


def green(tests: list[str]) -> bool:
    """Do these tests pass where nothing is broken? Else a red one says nothing."""
    return child(Path.cwd(), tests) == 0


def main(words: list[str]) -> int:
    """0 where every mutant is seen, else 1."""
    chosen = [one for one in MUTANTS if not words or any(word in one.rule for word in words)]
    files: dict[str, list[str]] = {}
    for test in dict.fromkeys(one.test for one in chosen):
        files.setdefault(test.partition("::")[0], []).append(f"tests/{test}")
    context, jobs = multiprocessing.get_context("fork"), os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        roots = context.SimpleQueue()
        for number in range(jobs):
            root = Path(folder).resolve() / str(number) / "copy"
            copy(root) if number == 0 else shutil.copytree(root.parents[1] / "0" / "copy", root)
            roots.put(str(root))
        with context.Pool(jobs, begin, [roots]) as pool:
            whole = pool.map_async(green, files.values(), chunksize=1)
            seen = True
            for mutant, said in zip(chosen, pool.imap(judge, chosen), strict=True):
                print(f"{said:6}  {mutant.rule}: {mutant.test}", flush=True)
                seen = seen and said == RED
            if not all(whole.get()):
                print("a test fails where nothing is broken")
                return 1
    return 0 if seen else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
