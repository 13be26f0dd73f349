"""What waits and what takes its place; restoring (concepts.md, "Effects")."""

from __future__ import annotations

from mutants.mutant import Mutant

WAITING = [
    Mutant(
        "an amendment takes over the effects of what waits",
        "core/force.py",
        "taken.append(",
        "list().append(",
        "test_effects.py::test_amendment_takes_over_the_effects_of_a_waiting_point",
    ),
    Mutant(
        "what it names itself an amendment does not take over",
        "core/force.py",
        'left = [t for t in theirs["targets"] if t not in named]',
        'left = list(theirs["targets"])',
        "test_effects.py::test_amendment_takes_over_the_effects_of_a_waiting_point",
    ),
    Mutant(
        "effects taken over happen once",
        "core/force.py",
        'if not any((find(state, ident) or {})["since"] for ident in effect.get("from", ())):',
        "if True:",
        "test_effects.py::test_taken_over_effects_do_not_happen_twice",
    ),
    Mutant(
        "what is taken over is printed at propose",
        "core/kinds/propose.py",
        'taken = f" (taken over from {effect[\'from\'][-1]})" if "from" in effect else ""',
        'taken = ""',
        "test_effects.py::test_amendment_takes_over_the_effects_of_a_waiting_point",
    ),
    Mutant(
        "what is taken over is printed at the opening of a ballot",
        "core/kinds/ballot_open.py",
        "lines.append(f\"question {one['label']}: {effect['verb']} {targets} ({taken})\")",
        "pass",
        "test_ballot_points.py::test_effects_are_taken_over_and_printed",
    ),
    Mutant(
        "what is taken over is pending",
        "core/enter.py",
        "for target in felled(state, [point] if point else []):",
        'own = [e for e in (point or {"effects": []})["effects"] if "from" not '
        "in e]\n"
        '        for target in felled(state, [{"effects": own}]):',
        "test_rules_more.py::test_effects_are_taken_over_from_what_waits",
    ),
    Mutant(
        "what is taken over is told of what would fall",
        "core/kinds/ratify.py",
        '"fall": [] if "refuse" in act.body else force.felled(act.state, chosen),',
        '"fall": force.felled(act.state, [{"effects": [e for e in p["effects"] '
        'if "from" not in e]} for p in chosen]),',
        "test_effects.py::test_amendment_takes_over_the_effects_of_a_waiting_point",
    ),
    Mutant(
        "targets that are taken over are checked",
        "core/force.py",
        "        for verb, target in live(state, point):\n            why",
        '        own = [e for e in point["effects"] if "from" not in e]\n'
        '        for verb, target in live(state, {"effects": own}):\n'
        "            why",
        "test_rules_more.py::test_targets_taken_over_are_checked",
    ),
    Mutant(
        "an answer that amends takes over the effects of what waits",
        "core/ballots.py",
        "return own + force.inherit(state, own, set(rules_on))",
        "return own",
        "test_ballot_points.py::test_effects_are_taken_over_and_printed",
    ),
    Mutant(
        "what waits may be amended",
        "core/force.py",
        'if point["state"] == FORCE or (verb in ("amends", "corrects") and '
        'point["state"] == WAITS):',
        'if point["state"] == FORCE:',
        "test_effects.py::test_pending_amendment_is_left_out",
    ),
    Mutant(
        "what waits may be withdrawn",
        "core/kinds/withdraw.py",
        'enter.end(act.state, ident, "withdrawn", act.seq)',
        "pass",
        "test_identity.py::test_one_point_is_withdrawn",
    ),
    Mutant(
        "an amendment in force displaces what waited",
        "core/enter.py",
        '    waited = other["state"] == WAITS\n',
        '    waited = other["state"] == WAITS\n    if waited:\n        return\n',
        "test_effects.py::test_pending_amendment_is_left_out",
    ),
    Mutant(
        "what was displaced while it waited is not ratified",
        "core/kinds/ratify.py",
        "    return [dead(ident, point)]\n",
        "    return []\n",
        "test_effects.py::test_pending_amendment_is_left_out",
    ),
    Mutant(
        "a plain ratify leaves out what is about to be amended",
        "core/kinds/ratify.py",
        'if p["pending"] or ',
        "if ",
        "test_effects.py::test_pending_amendment_is_left_out",
    ),
    Mutant(
        "where all is about to be amended a plain ratify is refused",
        "core/kinds/ratify.py",
        "[] if chosen else reasons(act, doc, left_out)",
        "[]",
        "test_effects.py::test_pending_amendment_is_left_out",
    ),
    Mutant(
        "naming a point ratifies its old text",
        "core/kinds/ratify.py",
        '    if act.body.get("points") is not None or "refuse" in act.body or not waiting:',
        '    if "refuse" in act.body or not waiting:',
        "test_effects.py::test_naming_the_old_text_ratifies_it_knowingly",
    ),
    Mutant(
        "what is about to be amended stands in no question",
        "core/kinds/ballot_open.py",
        '    if point["pending"]:\n',
        "    if False:\n",
        "test_ballots.py::test_a_pending_amendment_is_to_be_named_instead",
    ),
    Mutant(
        "what was ratified counts so, whatever befell it",
        "core/kinds/ratify.py",
        'if not asked or any(p["ratification"]["state"] != want for p in asked):',
        'if not asked or any(p["ratification"]["state"] != want or p["state"] '
        "in force.FALLEN for p in asked):",
        "test_effects.py::test_ratified_counts_whatever_befell_it_since",
    ),
    Mutant(
        "a plain ratify again changes nothing",
        "core/kinds/ratify.py",
        '            p for p in asked if p["state"] == force.WAITS or '
        'p["ratification"]["state"] == want\n',
        "            p for p in asked\n",
        "test_effects.py::test_partial_ratification_and_refusal",
    ),
    Mutant(
        "ratifying what was displaced says that it is not in force",
        "core/kinds/ratify.py",
        '    if point["state"] in force.FALLEN:\n',
        "    if False:\n",
        "test_effects.py::test_pending_amendment_is_left_out",
    ),
    Mutant(
        "ratifying what was refused or withdrawn says that it is closed",
        "core/kinds/ratify.py",
        'code = "lapsed" if point["state"] == "lapsed" else "closed"',
        'code = "target-not-in-force"',
        "test_rules_more.py::test_ratifying_what_was_withdrawn_or_refused",
    ),
    Mutant(
        "decisions without ratification are ratified by nobody",
        "core/kinds/ratify.py",
        '    if doc["ratifier"] is None:\n        message',
        "    if False:\n        message",
        "test_effects.py::test_no_ratification_asked_for",
    ),
    Mutant(
        "what never was in force is not restored",
        "core/force.py",
        '    if not point["since"]:\n',
        "    if False:\n",
        "test_effects.py::test_what_never_was_in_force_is_not_restored",
    ),
    Mutant(
        "a point is not restored beside what replaced it",
        "core/force.py",
        'if other and other["state"] == FORCE and ident not in falling:',
        "if False:",
        "test_effects.py::test_restores_refused",
    ),
    Mutant(
        "a point is not restored beside what it displaced itself",
        "core/force.py",
        'for ident in [*above, *point["replaces"]]:',
        "for ident in above:",
        "test_effects.py::test_restores_refused",
    ),
    Mutant(
        "a point may be restored beside what reversed it",
        "core/force.py",
        ' if one["verb"] in REPLACES]',
        "]",
        "test_rules_more.py::test_whatever_displaces_it_it_has_fallen",
    ),
    Mutant(
        "what falls by the same decision hinders no restoration",
        "core/force.py",
        'if other and other["state"] == FORCE and ident not in falling:',
        'if other and other["state"] == FORCE:',
        "test_effects.py::test_restores_refused",
    ),
    Mutant(
        "a corrected point cannot be restored",
        "core/force.py",
        'if point["state"] == "corrected":',
        "if False:",
        "test_effects.py::test_restores_refused",
    ),
    Mutant(
        "reversing a reversal restores nothing",
        "core/enter.py",
        "    if waited:\n        _wait_no_more(state, target)\n",
        '    if verb == "reverses":\n'
        '        for back in other["replaces"]:\n'
        '            _restore(state, target, back, seq, "")\n',
        "test_effects.py::test_reversing_a_reversal_restores_nothing_and_says_so",
    ),
    Mutant(
        "decide says how to restore what a reversal had felled",
        "core/kinds/decide.py",
        "        if gone:\n",
        "        if False:\n",
        "test_effects.py::test_reversing_a_reversal_restores_nothing_and_says_so",
    ),
    Mutant(
        "what refines a fallen point stays in force",
        "core/enter.py",
        "    _become(state, target, FELLS[verb], seq)\n",
        '    for one in [target, *other["built"]]:\n'
        "        _become(state, one, FELLS[verb], seq)\n",
        "test_effects.py::test_base_fell",
    ),
    Mutant(
        "a point that refines a fallen one says base-fell",
        "core/force.py",
        'return [t for t in refined if (find(state, t) or {}).get("state") in FALLEN]',
        "return []",
        "test_effects.py::test_base_fell",
    ),
    Mutant(
        "every list says that the base fell",
        "views/point.py",
        '    if shown["base_fell"]:\n',
        "    if False:\n",
        "test_rules_more.py::test_every_view_says_that_the_base_fell",
    ),
    Mutant(
        "the page says that the base fell",
        "export/points.py",
        "return made + ([f\"base-fell: {', '.join(one['base_fell'])}\"] if "
        'one["base_fell"] else [])',
        "return made",
        "test_rules_more.py::test_every_view_says_that_the_base_fell",
    ),
    Mutant(
        "check says that the base fell",
        "views/check.py",
        "    if fallen:\n",
        "    if False:\n",
        "test_effects.py::test_base_fell",
    ),
]
