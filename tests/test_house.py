"""The rules of the house, read from the sources: purity, layers, sizes, docstrings, words, files.

Nothing here runs the program; every rule reads the syntax trees or the tracked files.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from mutants import MUTANTS
from mutants.mutant import Mutant
from test_transcripts import TRANSCRIPTS

import ledger
from ledger.cli import table

ROOT = Path(__file__).resolve().parents[1]
GENERATED = {"ledger/store/compiled.py"}

# What `ledger.core` may import of the standard library. The underscored ones are the C halves of
# json and hashlib, which start faster; datetime is used for calendar arithmetic, never for `now`.
C_HALVES = {"_json", "_sha2", "_sha256"}
PURE = C_HALVES | {"__future__", "binascii", "datetime", "hashlib", "json"}
# What would reach outside, by whatever name it comes in.
IMPURE = {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__"}
CLOCKS = {"now", "utcnow", "today"}
KINDS = "ledger/core/kinds/__init__.py"  # imports a kind by its name, and nothing else

# Who may import whom; a layer may import itself.
SERVICE = {"service", "draft", "recall", "verify", "expect", "doctor", "computed"}
SERVICE |= {"gather", "backup", "restore"}
LAYERS: dict[str, set[str]] = {
    "core": set(),
    "store": {"core"},
    **{name: {"core", "store"} | SERVICE for name in SERVICE},
    "views": {"core"},
    "export": {"core", "views"},
    "ingest": {"core", "views"},
    "cli": {"core", "store", "views", "export", "ingest"} | SERVICE,
    "__main__": {"cli"},
}
# And what else than the standard library a layer may import.
FOREIGN = {
    "store": {"sqlalchemy", "alembic"},
    "cli": {"rich", "typer"},
    "ingest": {"markdown_it"},
    "export": {"markdown_it", "nh3"},
}
WORDS = {"event", "approval", "manager", "helper", "util"}


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def sources(*folders: str) -> list[Path]:
    """The Python files under folders of the checkout, in order."""
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def name(path: Path) -> str:
    """A path as it is told."""
    return path.relative_to(ROOT).as_posix()


def running(node: ast.AST) -> Iterator[ast.AST]:
    """Every node that can run: all but those under `if TYPE_CHECKING`."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from running(other)
        else:
            yield from running(child)


def imports(path: Path) -> Iterator[str]:
    """The dotted names of the modules that a file imports, anywhere in it."""
    for node in running(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(path)}:{node.lineno}: write imports in full"
            module = node.module or ""
            if module == "ledger":
                yield from (f"ledger.{alias.name}" for alias in node.names)
            else:
                yield module


def layer(path: Path) -> str:
    """The layer that a file of `ledger/` is of."""
    return path.relative_to(ROOT / "ledger").parts[0].removesuffix(".py")


@cache
def tracked() -> tuple[Path, ...]:
    """The files of the project: tracked ones and those about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        pytest.skip("not a git checkout: there is no list of tracked files")
    paths = (ROOT / one for one in listed.stdout.split("\0") if one)
    return tuple(path for path in paths if path.is_file())


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """(name, text) of every tracked file that is text."""
    found = []
    for path in tracked():
        raw = path.read_bytes()
        if b"\0" not in raw:
            found.append((name(path), raw.decode("utf-8", "replace")))
    return tuple(found)


def none(wrong: Iterable[object]) -> None:
    """Fails with every one of them, in full."""
    said = "\n".join(map(str, wrong))
    assert not said, f"\n{said}"


# --- purity and layers


def test_core_imports_only_itself_and_a_list() -> None:
    wrong = [
        f"{name(path)} imports {module}"
        for path in sources("ledger/core")
        for module in imports(path)
        if module not in PURE and not f"{module}.".startswith("ledger.core.")
    ]
    none(wrong)


def test_core_reaches_nothing_outside() -> None:
    wrong = []
    for path in sources("ledger/core"):
        for node in running(tree(path)):
            used = node.id if isinstance(node, ast.Name) else None
            if used in IMPURE and (used, name(path)) != ("__import__", KINDS):
                wrong.append(f"{name(path)}:{node.lineno} uses {used}")  # type: ignore[attr-defined]
            if isinstance(node, ast.Attribute) and node.attr in CLOCKS:
                wrong.append(f"{name(path)}:{node.lineno} reads a clock: {node.attr}")
    none(wrong)


def test_layers_import_downwards() -> None:
    wrong = []
    for path in sources("ledger"):
        own = layer(path)
        for module in imports(path):
            parts = module.split(".")
            if parts[0] != "ledger" or len(parts) == 1 or parts[1] == "__version__":
                continue
            if parts[1] != own and parts[1] not in LAYERS.get(own, set()):
                wrong.append(f"{name(path)} imports {module}")
    none(wrong)


def test_every_layer_is_known() -> None:
    assert {layer(path) for path in sources("ledger")} - {"__init__"} == set(LAYERS)


def test_other_packages_stay_in_their_layer() -> None:
    wrong = []
    for path in sources("ledger"):
        for module in imports(path):
            first = module.split(".")[0]
            if first == "ledger" or first in sys.stdlib_module_names:
                continue
            if first not in FOREIGN.get(layer(path), set()) | C_HALVES:
                wrong.append(f"{name(path)} imports {module}")
    none(wrong)


def test_a_module_imported_by_name_is_one_of_ours() -> None:
    """`__import__` takes a literal that begins with a name of this package, or `__name__`."""
    wrong = []
    for path in sources("ledger"):
        for node in running(tree(path)):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "__import__"):
                continue
            said = ast.unparse(node.args[0])
            if said == "module" and name(path) == KINDS:
                continue
            if not said.startswith(("f'ledger.", "f'{__name__}.", "'ledger.")):
                wrong.append(f"{name(path)}:{node.lineno} imports {said}")
    none(wrong)


# --- sizes


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a file, nested ones and methods too."""
    for node in ast.walk(tree(path)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def lines(node: ast.stmt) -> int:
    """The lines a statement takes, decorators not counted."""
    assert node.end_lineno is not None
    return node.end_lineno - node.lineno + 1


def measured() -> list[Path]:
    """The files whose sizes count."""
    return [path for path in sources("ledger", "migrations") if name(path) not in GENERATED]


def test_functions_are_short() -> None:
    sizes = sorted(
        (lines(node), f"{name(path)}:{node.name}")
        for path in measured()
        for node in functions(path)
    )
    none(one for one in sizes if one[0] > 60)
    assert sizes[int(len(sizes) * 0.9)][0] <= 25


def test_files_are_short() -> None:
    sizes = [(len(path.read_text("utf-8").splitlines()), name(path)) for path in measured()]
    none(one for one in sizes if one[0] > 300)


COMMANDS = dict(table.every())


def command_body(words: str) -> ast.FunctionDef:
    """The function that a command's `run` names."""
    module, _, wanted = COMMANDS[words]["run"].partition(":")
    path = ROOT / "ledger" / "cli" / f"{module}.py"
    assert path.is_file(), f"ledger {words} runs {name(path)}, which is not there"
    for node in tree(path).body:
        if isinstance(node, ast.FunctionDef) and node.name == wanted:
            return node
    raise AssertionError(f"ledger {words} runs {wanted}, which {name(path)} has not")


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_is_short(words: str) -> None:
    body = command_body(words).body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    first, last = body[0].lineno, body[-1].end_lineno or 0
    assert last - first + 1 <= 15


# --- words and docstrings


def undocumented(parent: Any, where: str) -> Iterator[str]:
    """The public functions and classes under a module or class that say nothing of themselves."""
    for node in parent.body:
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if node.name.startswith("_"):
            continue
        if not ast.get_docstring(node):
            yield f"{where}:{node.lineno} {node.name}"
        if isinstance(node, ast.ClassDef):
            yield from undocumented(node, where)


def test_whatever_is_public_has_a_docstring() -> None:
    wrong = [one for path in sources("ledger") for one in undocumented(tree(path), name(path))]
    none(wrong)


def test_every_module_has_a_docstring() -> None:
    wrong = [
        name(path)
        for path in sources("ledger", "migrations", "bench", "tests")
        if tree(path).body and not ast.get_docstring(tree(path)) and path.name != "__main__.py"
    ]
    none(wrong)


def named(node: ast.AST) -> Iterator[str]:
    """The names that a node gives to something."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
        yield node.id if isinstance(node, ast.Name) else node.attr
    elif isinstance(node, ast.alias) and node.asname:
        yield node.asname


def parts(identifier: str) -> set[str]:
    """The words of an identifier or file name, in lower case, without a plural's s."""
    split = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", identifier).lower()
    found = set(re.split(r"[^a-z0-9]+", split))
    return found | {word.removesuffix("s") for word in found}


def test_names_are_those_of_the_field() -> None:
    wrong = [name(path) for path in tracked() if parts(name(path)) & WORDS]
    for path in sources("ledger", "migrations", "bench", "tests"):
        for node in ast.walk(tree(path)):
            wrong += [f"{name(path)}: {one}" for one in named(node) if parts(one) & WORDS]
    none(wrong)


# --- pages and files


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_stands_in_the_reference(words: str) -> None:
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    assert re.search(rf"\bledger {re.escape(words)}\b", page)


def test_every_link_of_a_page_leads_somewhere() -> None:
    wrong = []
    for path, text in texts():
        if not path.endswith(".md") or path.startswith(("exports/", "tests/")):
            continue
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if "://" in target or target.startswith(("#", "mailto:")):
                continue
            if not ((ROOT / path).parent / target.split("#")[0]).exists():
                wrong.append(f"{path} -> {target}")
    none(wrong)


def test_every_page_stands_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    pages = [path.name for path in tracked() if path.parent == ROOT / "docs"]
    pages = [page for page in pages if page not in ("README.md", "conf.py")]
    pages += [f"../tests/transcripts/{path.name}" for path in TRANSCRIPTS]
    none(page for page in pages if f"]({page}" not in index)


def test_the_release_is_named_in_the_changelog() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == ledger.__version__
    heading = re.compile(rf"^## \[?{re.escape(ledger.__version__)}\]?( |$)", re.M)
    assert heading.search((ROOT / "CHANGELOG.md").read_text("utf-8"))


# Written so that this file does not name them itself.
MACHINE = re.compile(r"(?<![\w.~$}/-])/(?:(?:work|home|root)(?![\w.-])|tmp(?=/))")
HOSTS = re.compile("|".join((r"pypi\.o" + "rg", r"pythonhos" + "ted", r"registry\.np" + "mjs")))


@pytest.mark.parametrize("pattern", [MACHINE, HOSTS], ids=["machine paths", "registry hosts"])
def test_no_file_names(pattern: re.Pattern[str]) -> None:
    wrong = []
    for path, text in texts():
        for found in pattern.finditer(text):
            wrong.append(f"{path}:{text.count(chr(10), 0, found.start()) + 1} {found.group()}")
    none(wrong)


def test_every_text_file_ends_in_a_newline() -> None:
    none(path for path, text in texts() if text and not text.endswith("\n"))


@pytest.mark.parametrize("mutant", MUTANTS, ids=[one.rule for one in MUTANTS])
def test_every_mutant_still_fits_the_sources(mutant: Mutant) -> None:
    """What `make mutants` breaks stands where its row says, and so does the test it names."""
    text = (ROOT / "ledger" / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.old) == 1
    file, _, name = mutant.test.partition("::")
    assert f"def {name}(" in (ROOT / "tests" / file).read_text(encoding="utf-8")
