"""`rules.md` says which test holds which sentence of the contract, and which mutants that test is
seen to catch: both are there, no row is without them or a reason, and no sentence of the three
sections is left out.

A row quotes words of its sentence. Rows stand in the order of the page, so each row belongs to
the sentence of the row before it or to the next one.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from mutants import MUTANTS
from mutants.others import OTHERS

TESTS = Path(__file__).resolve().parent
PAGE = TESTS.parents[1] / "shared" / "design" / "concepts.md"
SECTIONS = ("Effects: what a point does to earlier points", "In force", "Identity, and who may act")
# What this release does not have.
LATER = {"signatures", "redaction"}
NODE = re.compile(r"`(test_\w+\.py)::(test_\w+)(?:\[[^`]*\])?`")
# A sentence ends at `. ` or `; `, but not within backticks.
END = re.compile(r"(?<=[.;]) (?=(?:[^`]*`[^`]*`)*[^`]*$)")


@cache
def functions(name: str) -> frozenset[str]:
    """The tests of a file, read from its syntax tree; a parametrised one by its base name."""
    path = TESTS / name
    body = ast.parse(path.read_text("utf-8")).body if path.is_file() else []
    defs = (node.name for node in body if isinstance(node, ast.FunctionDef))
    return frozenset(one for one in defs if one.startswith("test_"))


def section(page: str, head: str) -> str:
    """The text of a section of a page, without its heading."""
    assert f"\n## {head}\n" in page, f"there is no section {head}"
    return page.split(f"\n## {head}\n", 1)[1].split("\n## ", 1)[0]


def rows(head: str) -> list[tuple[str, str, str]]:
    """(quote, tests or reason, mutants or reason) of each row of a section of `rules.md`."""
    table = section((TESTS / "rules.md").read_text("utf-8"), head)
    cells = [line.strip("|").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    assert all(len(row) == 3 for row in cells), "a row has three cells"
    return [(row[0].strip(), row[1].strip(), row[2].strip()) for row in cells[1:]]


def sentences(text: str) -> list[str]:
    """The sentences of a section in order, white space made one; a row of a table is one."""
    blocks: list[str] = []
    for line in text.splitlines():
        started = re.match(r"(?:- |\d+\. |\|)", line)
        if started or not line.strip() or not blocks:
            blocks.append(re.sub(r"^(?:- |\d+\. )", "", line))
        else:
            blocks[-1] += f" {line}"
    told = [" ".join(block.split()) for block in blocks]
    tables = [one for one in told if one.startswith("|")]
    heads = set(tables[:2])  # a table begins with its header and a rule
    return [
        part
        for one in told
        if one and one not in heads
        for part in ([one] if one.startswith("|") else END.split(one))
    ]


def test_a_page_is_split_into_its_sentences() -> None:
    """`. ` and `; ` end a sentence, but within backticks; a row of a table is one."""
    text = (
        "\n| a | b |\n|---|---|\n| c | d; e |\n\n"
        "- One. Two\n  goes on; three (`1=b; 2=c`).\n3. Four\n"
    )
    assert sentences(text) == [
        "| c | d; e |",
        "One.",
        "Two goes on;",
        "three (`1=b; 2=c`).",
        "Four",
    ]


@pytest.mark.parametrize("head", SECTIONS)
def test_every_row_names_tests_that_are_there_or_a_reason(head: str) -> None:
    wrong = []
    for quote, cell, _ in rows(head):
        named = NODE.findall(cell)
        if cell.startswith("later: "):
            wrong += [] if cell.removeprefix("later: ") in LATER else [f"{quote}: {cell}"]
        elif not named or NODE.sub("", cell).strip(", "):
            wrong.append(f"{quote}: no list of tests: {cell}")
        wrong += [
            f"{quote}: no {file}::{name}" for file, name in named if name not in functions(file)
        ]
        if not quote or len(quote.split()) > 12:
            wrong.append(f"{quote}: 1 to 12 words")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("head", SECTIONS)
def test_every_row_names_mutants_that_its_tests_catch_or_a_reason(head: str) -> None:
    """By their rules. That a test does catch a mutant is seen by `make mutants`."""
    by_rule = {one.rule: one.test for one in MUTANTS}
    wrong = []
    for quote, cell, said in rows(head):
        if said.startswith("no check: ") or (cell.startswith("later: ") and not said):
            continue
        tests = [f"{file}::{name}" for file, name in NODE.findall(cell)]
        for rule in said.split("; "):
            if rule not in by_rule:
                wrong.append(f"{quote}: no mutant {rule!r}")
            elif by_rule[rule] not in tests:
                wrong.append(f"{quote}: {rule}: {by_rule[rule]} is none of the row's tests")
    assert not wrong, "\n".join(wrong)


def test_every_mutant_is_of_a_row_or_of_another_chapter() -> None:
    """And no two are of one name, nor of one that `rules.md` could not hold."""
    said = {rule for head in SECTIONS for row in rows(head) for rule in row[2].split("; ")}
    others = {one.rule for one in OTHERS}
    rules = [one.rule for one in MUTANTS]
    assert len(set(rules)) == len(rules)
    assert not [rule for rule in rules if "; " in rule or "|" in rule]
    assert set(rules) - said == others
    assert not others & said


@pytest.mark.parametrize("head", SECTIONS)
def test_every_sentence_has_its_row_in_order(head: str) -> None:
    if not PAGE.is_file():
        pytest.skip(f"the contract is no part of this checkout: there is no {PAGE}")
    wanted = sentences(section(PAGE.read_text("utf-8"), head))
    held = [0] * len(wanted)
    place, wrong = 0, []
    for quote, *_ in rows(head):
        found = [at for at in (place, place + 1) if at < len(wanted) and quote in wanted[at]]
        if held[place] == 0 and place not in found:
            found = []
        if not found:
            wrong.append(f"row {quote!r} is neither of {wanted[place : place + 2]}")
            continue
        place = found[0]
        held[place] += 1
    wrong += [f"no row: {one}" for one, count in zip(wanted, held, strict=True) if not count]
    assert not wrong, "\n".join(wrong)
