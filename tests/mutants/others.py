"""Rules of the other chapters: whether a policy is met, and what stops a decision (policy.md)."""

from __future__ import annotations

from mutants.mutant import Mutant
from mutants.windows import WINDOWS

OTHERS = [
    *WINDOWS,
    Mutant(
        "a position on an older version is stale",
        "core/count.py",
        'if one["on"] == n and tenure',
        "if tenure",
        "test_bins.py::test_a_new_version_makes_positions_stale",
    ),
    Mutant(
        "a seat that the policy recuses counts for nothing",
        "core/policy/roll.py",
        'for clause in policy.get("recuse", ()):\n',
        "for clause in ():\n",
        "test_objections.py::test_recused_by_the_policy",
    ),
    Mutant(
        "an objection that stands stops the decision",
        "core/policy/stops.py",
        "    standing = given.get(kind)\n",
        "    standing = []\n",
        "test_objections.py::test_an_objection_blocks_until_its_author_clears_it",
    ),
    Mutant(
        "a required seat that is unregistered stops the decision",
        "core/policy/stops.py",
        "        if len(seats) - len(lacking) < wanted:\n",
        "        if False:\n",
        "test_bins.py::test_a_third_that_was_never_registered",
    ),
    Mutant(
        "the objections of an excused seat have ended",
        "core/kinds/excuse.py",
        'if one["seat"] == name:',
        "if False:",
        "test_objections.py::test_the_objection_of_an_excused_seat_has_ended",
    ),
    Mutant(
        "nothing for it never passes",
        "core/policy/evaluate.py",
        '    if count["for"] == 0:\n        return False\n',
        "",
        "test_tally_exact.py::test_nothing_for_it_never_passes",
    ),
    Mutant(
        "more than is not at least",
        "core/policy/evaluate.py",
        'return left > right if cmp == ">" else left >= right',
        "return left >= right",
        "test_objections.py::test_more_than_half_is_not_half",
    ),
    Mutant(
        "a decision needs its quorum",
        "core/policy/measure.py",
        'return evaluate.reaches(rule["cmp"], counted(count, rule["of"]), '
        'rule["amount"], count["n"])',
        "return True",
        "test_objections.py::test_the_figures_after_an_excuse",
    ),
    Mutant(
        "agreeing names the version where there are several",
        "core/kinds/position.py",
        'if on == n or (on is None and (n == 1 or kind != "agree")):',
        "if on == n or on is None:",
        "test_bins.py::test_a_new_version_makes_positions_stale",
    ),
    Mutant(
        "only the holder of the ratifier's seat ratifies",
        "core/kinds/ratify.py",
        '    seat, blocks = roster.voice(act, [doc["ratifier"]])\n    if seat or blocks:\n',
        "    blocks: Blocks = []\n    if True:\n",
        "test_ballot_points.py::test_only_the_ratifier_ratifies_it",
    ),
    Mutant(
        "ratifying is refused while a required seat is unregistered",
        "core/kinds/ratify.py",
        "    blocks += unfilled(state, doc, act.at)\n",
        "",
        "test_bins.py::test_one_that_agreed_and_left_blocks_ratification_only",
    ),
    Mutant(
        "a plain ratify leaves out what a ballot asks of",
        "core/kinds/ratify.py",
        'if p["pending"] or ',
        'if p["pending"] or False and ',
        "test_ballots.py::test_closed_undecided_is_aborted_and_its_points_are_free",
    ),
    Mutant(
        "a held seat is taken over only by --replace",
        "core/kinds/seat_register.py",
        'not act.body.get("replace"):',
        "False:",
        "test_identity.py::test_sync_leaves_positions_of_leavers",
    ),
    Mutant(
        "refusing an amendment frees its target",
        "core/enter.py",
        '    _become(state, ident, how, seq)["holds"] = []\n    _wait_no_more(state, ident)\n',
        '    _become(state, ident, how, seq)["holds"] = []\n',
        "test_effects.py::test_refused_amendment_frees_its_target",
    ),
    Mutant(
        "the ballot of one actor counts once",
        "core/kinds/ballot_cast.py",
        'message = f"{act.actor} has answered for {name} already: one actor counts once"',
        "continue",
        "test_ballots.py::test_two_seats_of_one_actor",
    ),
]
