"""What targets must be, and what goes together (concepts.md, "Effects")."""

from __future__ import annotations

from mutants.mutant import Mutant

TARGETS = [
    Mutant(
        "one target may fall to several points by one verb",
        "core/effects.py",
        'return "displaced by different verbs" if first != second else ""',
        'return "displaced by different verbs"',
        "test_effects.py::test_split_points_go_together",
    ),
    Mutant(
        "two points do not displace one target by different verbs",
        "core/effects.py",
        'return "displaced by different verbs" if first != second else ""',
        'return ""',
        "test_effects.py::test_contradictions_after_expansion",
    ),
    Mutant(
        "what displaces one target together goes together",
        "core/kinds/ratify.py",
        "    blocks += split(doc, chosen, again)\n    blocks += force",
        "    blocks += force",
        "test_effects.py::test_split_points_go_together",
    ),
    Mutant(
        "what displaces one target together is refused together",
        "core/kinds/ratify.py",
        "        return blocks + split(doc, chosen, again)\n",
        "        return blocks\n",
        "test_effects.py::test_split_points_go_together",
    ),
    Mutant(
        "what displaces one target together is withdrawn together",
        "core/kinds/withdraw.py",
        "return blocks + ratify.split(doc, waiting, f\"ledger withdraw {doc['id']}.LABEL REASON\")",
        "return blocks",
        "test_identity.py::test_partners_are_withdrawn_together",
    ),
    Mutant(
        "what displaces one target together stands in one question",
        "core/kinds/ballot_open.py",
        "        blocks += _split(act, one)\n",
        "",
        "test_ballots.py::test_points_that_fell_together_stand_in_one_question",
    ),
    Mutant(
        "what is left out takes its partners with it",
        "core/kinds/ratify.py",
        'if groups[p["label"]] & pending]',
        'if p["label"] in pending]',
        "test_effects.py::test_left_out_takes_its_partners_with_it",
    ),
    Mutant(
        "a target must be in force at propose",
        "core/kinds/propose.py",
        "return blocks + empty + force.target_blocks(act.state, pairs, falling, since=False)",
        "return blocks + empty",
        "test_effects.py::test_target_must_be_in_force_at_propose",
    ),
    Mutant(
        "only an amendment or a correction may be of what waits",
        "core/force.py",
        'if point["state"] == FORCE or (verb in ("amends", "corrects") and '
        'point["state"] == WAITS):',
        'if point["state"] in (FORCE, WAITS):',
        "test_effects.py::test_waiting_point_only_by_amends_or_corrects",
    ),
    Mutant(
        "only what has fallen is restored",
        "core/force.py",
        '    if point["state"] not in FALLEN:\n',
        "    if False:\n",
        "test_effects.py::test_restores_refused",
    ),
    Mutant(
        "a refusal of a target names what felled it",
        "core/force.py",
        'names = ", ".join(one["point"] for one in point["replaced_by"])',
        'names = ""',
        "test_effects.py::test_target_must_be_in_force_at_propose",
    ),
    Mutant(
        "a target must be in force",
        "core/kinds/decide.py",
        'return force.target_blocks(state, pairs, force.felled(state, now["points"]), since=True)',
        "return []",
        "test_effects.py::test_target_that_fell_before_decide_names_what_felled_it",
    ),
    Mutant(
        "targets are judged again at ratification",
        "core/kinds/ratify.py",
        "    blocks += force.target_blocks(state, pairs, falling, since=True)\n",
        "",
        "test_effects.py::test_target_that_fell_before_ratification",
    ),
    Mutant(
        "a target may have been restored since",
        "core/force.py",
        'if since and point["state"] == FORCE:',
        "if False:",
        "test_rules_more.py::test_a_target_that_was_restored_meanwhile",
    ),
    Mutant(
        "what a ballot amends may have been ratified since",
        "core/kinds/ratify_ballot.py",
        'if effect == "amends" and point["state"] == force.FORCE:',
        "if False:",
        "test_ballot_points.py::test_a_point_ratified_meanwhile_may_still_be_amended",
    ),
    Mutant(
        "a refusal of a target says why",
        "core/force.py",
        'message = f"{ident} {verb} {target}: {why}"',
        'message = f"{ident} {verb} {target}"',
        "test_effects.py::test_target_that_fell_before_decide_names_what_felled_it",
    ),
    Mutant(
        "one target that fell refuses the whole at decide",
        "core/kinds/decide.py",
        "    return blocks + _targets(act, doc, now)\n",
        "    found = _targets(act, doc, now)\n"
        '    return blocks + (found if len(found) == len(now["points"]) else [])\n',
        "test_rules_more.py::test_at_decide_the_whole_is_refused",
    ),
    Mutant(
        "only the targets of the points that are named are judged",
        "core/kinds/ratify.py",
        "for p in chosen or left_out]",
        'for p in doc["points"]]',
        "test_effects.py::test_target_that_fell_before_ratification",
    ),
]
