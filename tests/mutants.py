"""Every rule has a test that fails where the rule is broken: each row breaks one, and its test
must turn red.

`make mutants` copies the sources, makes one change at a time and runs the test that is named; it
exits 1 where one stays green. `test_house.py` holds that every text stands where the row says.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from mutants_who import WHO

ROOT = Path(__file__).parents[1]


class Mutant(NamedTuple):
    """One rule, broken: in `ledger/core/`, `old` becomes `new`; `test` is in `tests/`."""

    rule: str
    file: str
    old: str
    new: str
    test: str


MUTANTS = [
    Mutant(
        "a position on an older version is stale",
        "verdict.py",
        'if one["on"] == n and name not in aside\n',
        "if name not in aside\n",
        "test_bins.py::test_a_new_version_makes_positions_stale",
    ),
    Mutant(
        "a recused seat counts for nothing",
        "verdict.py",
        'return (named | by_stance) & set(doc["electorate"])',
        "return set()",
        "test_objections.py::test_a_recusal_is_not_cast",
    ),
    Mutant(
        "an objection that stands stops the decision",
        "verdict.py",
        "[*missing(state, doc, at), *objections(state, doc)]",
        "[*missing(state, doc, at)]",
        "test_objections.py::test_an_objection_blocks_until_its_author_clears_it",
    ),
    Mutant(
        "a required seat that is unregistered stops the decision",
        "verdict.py",
        "[*missing(state, doc, at), *objections(state, doc)]",
        "[*objections(state, doc)]",
        "test_bins.py::test_a_third_that_was_never_registered",
    ),
    Mutant(
        "the objections of an excused seat have ended",
        "kinds/excuse.py",
        'if one["seat"] == name:',
        "if False:",
        "test_objections.py::test_the_objection_of_an_excused_seat_has_ended",
    ),
    Mutant(
        "nothing for it never passes",
        "policy/evaluate.py",
        'if count["for"] == 0:\n        return False\n',
        "",
        "test_rules_more.py::test_anybody_gives_a_policy_where_none_is_set",
    ),
    Mutant(
        "more than is not at least",
        "policy/evaluate.py",
        'return left > right if cmp == ">" else left >= right',
        "return left >= right",
        "test_objections.py::test_more_than_half_is_not_half",
    ),
    Mutant(
        "a decision needs its quorum",
        "policy/evaluate.py",
        "return quorum_met(policy, count) and all(",
        "return all(",
        "test_objections.py::test_the_figures_after_an_excuse",
    ),
    Mutant(
        "two votes of one actor are one",
        "kinds/position.py",
        'if name != mine and roster.same_actor(act.state, one["actor"], act.actor):',
        "if False:",
        "test_bins.py::test_one_actor_in_two_bodies_counts_once",
    ),
    Mutant(
        "an alias is the same actor",
        "roster.py",
        "return one is not None and whole(state, one) == whole(state, other)",
        "return one is not None and one == other",
        "test_identity.py::test_an_alias_counts_once_in_an_electorate",
    ),
    Mutant(
        "a lease ends",
        "roster.py",
        "and (expires is None or bool(at < expires))",
        "and True",
        "test_bins.py::test_a_lease_that_ends_between_decide_and_ratify",
    ),
    Mutant(
        "agreeing names the version where there are several",
        "kinds/position.py",
        'if on == n or (on is None and (n == 1 or kind != "agree")):',
        "if on == n or on is None:",
        "test_bins.py::test_a_new_version_makes_positions_stale",
    ),
    Mutant(
        "only the holder of the ratifier's seat ratifies",
        "kinds/ratify.py",
        '    seat, blocks = roster.voice(act, [doc["ratifier"]])\n    if seat or blocks:\n',
        "    blocks: Blocks = []\n    if True:\n",
        "test_ballot_points.py::test_only_the_ratifier_ratifies_it",
    ),
    Mutant(
        "ratifying is refused while a required seat is unregistered",
        "kinds/ratify.py",
        "    blocks += unfilled(state, doc, act.at)\n",
        "",
        "test_bins.py::test_one_that_agreed_and_left_blocks_ratification_only",
    ),
    Mutant(
        "an independent ratifier had no hand in it",
        "kinds/ratify.py",
        "    blocks += same_hand(act, doc)\n",
        "",
        "test_rules_more.py::test_an_independent_ratifier",
    ),
    Mutant(
        "what displaces one target together goes together",
        "kinds/ratify.py",
        "    blocks += split(doc, chosen, again)\n    blocks += force",
        "    blocks += force",
        "test_effects.py::test_split_points_go_together",
    ),
    Mutant(
        "a plain ratify leaves out what is about to be amended",
        "kinds/ratify.py",
        """if p["pending"] or f"{doc['id']}.{p['label']}" in asked}""",
        """if f"{doc['id']}.{p['label']}" in asked}""",
        "test_effects.py::test_pending_amendment_is_left_out",
    ),
    Mutant(
        "a plain ratify leaves out what a ballot asks of",
        "kinds/ratify.py",
        """if p["pending"] or f"{doc['id']}.{p['label']}" in asked}""",
        'if p["pending"]}',
        "test_ballots.py::test_closed_undecided_is_aborted_and_its_points_are_free",
    ),
    Mutant(
        "a target must be in force",
        "kinds/decide.py",
        'return force.target_blocks(state, pairs, force.felled(state, now["points"]), since=True)',
        "return []",
        "test_effects.py::test_target_that_fell_before_decide_names_what_felled_it",
    ),
    Mutant(
        "what a decision means as target must be the same at decide",
        "kinds/decide.py",
        'if set(found) != set(meant["targets"]):',
        "if False:",
        "test_effects.py::test_expansion_that_changed_is_text_changed",
    ),
    Mutant(
        "an amendment takes over the effects of what waits",
        "force.py",
        "taken.append(",
        "list().append(",
        "test_effects.py::test_amendment_takes_over_the_effects_of_a_waiting_point",
    ),
    Mutant(
        "effects taken over happen once",
        "force.py",
        'if not any((find(state, ident) or {})["since"] for ident in effect.get("from", ())):',
        "if True:",
        "test_effects.py::test_taken_over_effects_do_not_happen_twice",
    ),
    Mutant(
        "a corrected point cannot be restored",
        "force.py",
        'if point["state"] == "corrected":',
        "if False:",
        "test_effects.py::test_restores_refused",
    ),
    Mutant(
        "a point is not restored beside what replaced it",
        "force.py",
        'if other and other["state"] == FORCE and ident not in falling:',
        "if False:",
        "test_effects.py::test_restores_refused",
    ),
    Mutant(
        "a decision as target takes what was built on it",
        "force.py",
        'queue.extend((find(state, ident) or {"built": ()})["built"])',
        "pass",
        "test_effects.py::test_decision_as_target_takes_what_was_built_on_it",
    ),
    Mutant(
        "a target that is displaced falls",
        "enter.py",
        "_become(state, target, FELLS[verb], seq)",
        "pass",
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "what replaces a held point is held",
        "enter.py",
        'if verb in REPLACES:\n        _take_holds(point, other["fell_with"])',
        "if False:\n        pass",
        "test_holds.py::test_it_passes_to_what_takes_the_place",
    ),
    Mutant(
        "what is restored is held again",
        "enter.py",
        'other["holds"], other["fell_with"] = list(other["fell_with"]), []',
        'other["fell_with"] = []',
        "test_holds.py::test_a_restored_point_is_held_as_it_was_when_it_fell",
    ),
    *(Mutant(*row) for row in WHO),
]


def copy(root: Path) -> None:
    """The sources and the tests, as they are."""
    for name in ("ledger", "tests", "migrations", "exports", "docs"):
        if (ROOT / name).exists():
            shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.glob("*.*"):
        if file.is_file():
            shutil.copy(file, root)


def exit_code(root: Path, tests: Iterable[str]) -> int:
    """What pytest says of those tests: 0 green, 1 red, more: it did not get that far."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode


def red(mutant: Mutant) -> bool:
    """Does the named test fail where the rule is broken?"""
    with tempfile.TemporaryDirectory() as folder:
        copy(Path(folder))
        target = Path(folder) / "ledger" / "core" / mutant.file
        text = target.read_text()
        assert text.count(mutant.old) == 1, mutant
        target.write_text(text.replace(mutant.old, mutant.new))
        return exit_code(Path(folder), [f"tests/{mutant.test}"]) == 1


def green() -> bool:
    """Do all the named tests pass where nothing is broken? Else a red one says nothing."""
    with tempfile.TemporaryDirectory() as folder:
        copy(Path(folder))
        return exit_code(Path(folder), sorted({f"tests/{one.test}" for one in MUTANTS})) == 0


def main() -> int:
    """0 where every mutant is seen, else 1."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        whole, results = pool.submit(green), list(pool.map(red, MUTANTS))
    for mutant, seen in zip(MUTANTS, results, strict=True):
        print(f"{'red  ' if seen else 'GREEN'}  {mutant.rule}: {mutant.test}")
    if not whole.result():
        print("the tests fail where nothing is broken")
    return 0 if all(results) and whole.result() else 1


if __name__ == "__main__":
    sys.exit(main())
