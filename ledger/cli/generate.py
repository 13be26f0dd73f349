"""Writes what is made from the sources and committed: `docs/reference.md`, `docs/errors.md`,
`docs/ledger.1`, `ledger/schemas/`, `ledger/completions/`, `ledger/store/compiled.py`.

`python -m ledger.cli.generate`; with `--check` nothing is written, and the exit code is 1 where a
file is stale.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCHEMAS = "ledger/schemas"
PAGES = "tests/transcripts"


def files() -> dict[str, str]:
    """The text of every generated file, by its path in the project."""
    from ledger.cli.completion import scripts
    from ledger.cli.errors import catalogue
    from ledger.cli.man import page
    from ledger.cli.reference import reference
    from ledger.cli.schema import schemas
    from ledger.store.statements import compile_all

    made = {"docs/reference.md": reference(), "ledger/store/compiled.py": compile_all()}
    pages = {one.name: one.read_text("utf-8") for one in (ROOT / PAGES).glob("*.md")}
    made["docs/errors.md"] = catalogue(pages)
    made["docs/ledger.1"] = page()
    made |= {f"ledger/completions/ledger.{shell}": text for shell, text in scripts().items()}
    for name, schema in schemas().items():
        made[f"{SCHEMAS}/{name}.json"] = json.dumps(schema, indent=1) + "\n"
    return made


def stale(made: dict[str, str], root: Path = ROOT) -> list[str]:
    """The paths, sorted, of the files that are not as they would be made, or that no command has
    any more."""
    old = {path.relative_to(root).as_posix() for path in (root / SCHEMAS).glob("*.json")}
    found = [path for path, text in made.items() if not _is(root / path, text.encode())] + [
        path for path in old if path not in made
    ]
    return sorted(found)


def _is(path: Path, wanted: bytes) -> bool:
    return path.is_file() and path.read_bytes() == wanted


def main(argv: list[str]) -> int:
    """Writes the files, or with `--check` names the stale ones; returns the exit code."""
    if argv not in ([], ["--check"]):
        print("usage: python -m ledger.cli.generate [--check]", file=sys.stderr)
        return 2
    made = files()
    found = stale(made)
    if argv:
        for path in found:
            print(f"stale: {path}: run python -m ledger.cli.generate", file=sys.stderr)
        return 1 if found else 0
    for path in found:
        if path in made:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_bytes(made[path].encode())
        else:
            (ROOT / path).unlink()
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
