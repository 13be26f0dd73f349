"""The catalogue of errors: whole, and each example is what the program says."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from test_transcripts import TRANSCRIPTS, codes

from ledger.cli.codes import BLOCKS
from ledger.cli.errors import ABOUT, UNSHOWN, catalogue, examples
from ledger.cli.reference import MEANINGS
from ledger.core.errors import EXITS

ROOT = Path(__file__).resolve().parents[1]
TEXTS = {page.name: page.read_text() for page in TRANSCRIPTS}


def test_the_catalogue_is_of_what_the_program_says() -> None:
    assert codes() <= set(BLOCKS)
    # The codes that are not written beside `block(`: they come from a table or a verdict.
    others = {"closed", "lapsed", "aborted", "timed-out", "tied"}
    others |= {"quorum-unmet", "threshold-unmet", "required-not-for"}
    assert set(BLOCKS) - codes() <= others
    assert set(ABOUT) == set(EXITS)


def test_every_code_has_an_example_or_a_reason() -> None:
    known = list(examples(TEXTS))
    shown = {code for one in known for code in one.codes}
    assert set(UNSHOWN) <= set(BLOCKS) | set(EXITS)
    assert shown & set(UNSHOWN) == set(), "there is an example now"
    assert {*BLOCKS, *EXITS} - shown - set(UNSHOWN) == {"blocked"}
    assert {one.exit for one in known} == set(MEANINGS)
    for one in known:
        exits = {EXITS.get(code, 3) for code in one.codes}
        assert not exits or one.exit in (exits | {0}), one.text  # 0: a view that says blocked[…]


def test_every_code_has_a_heading() -> None:
    text = catalogue(TEXTS)
    assert re.findall(r"^### `([a-z-]+)`$", text, re.M) == list(BLOCKS)
    assert [int(code) for code in re.findall(r"^### (\d):", text, re.M)] == list(MEANINGS)
    assert set(re.findall(r"^`([a-z-]+)`: ", text, re.M)) == set(EXITS)
    assert text.count("```console\n") == len(BLOCKS) + len(EXITS) - len(UNSHOWN) + 1


IMPATIENT = """
import sys
from ledger.store import embedded, store
for kind in (embedded.Locked, embedded.Writing, store.Store):
    kind.__init__.__defaults__ = (0.3,)
from ledger.cli.main import run
run()
"""


def test_the_example_that_takes_a_minute(tmp_path: Path) -> None:
    """Run with a lock that is given up after 0.3 s."""
    if not shutil.which("flock"):
        pytest.skip("flock is not installed here")
    (wanted,) = (one for one in examples(TEXTS) if "busy" in one.codes)
    line, _, said = wanted.text.partition("\n")
    patient = [sys.executable, str(ROOT / "bin" / "ledger")]
    for argv in (["init", "--as", "warden"], ["item", "new", "EVO", "Alerts", "--as", "venus"]):
        subprocess.run([*patient, *argv], cwd=tmp_path, check=True, capture_output=True)
    script = f"ledger() {{ {sys.executable} -c '{IMPATIENT}' \"$@\"; }}\n{line[2:]}\n"
    script += 'echo "[exit $?]"; kill %1'
    made = subprocess.run(
        ["bash", "-c", script.replace("sleep 90", "sleep 20")],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=60,
        check=False,
    )
    assert made.stdout.splitlines()[:2] == said.replace("60 s", "0.3 s").splitlines()
