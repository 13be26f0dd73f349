"""Reported acts (concepts.md, "In force" 4, 5 and 11)."""

from __future__ import annotations

from mutants.mutant import Mutant

IMPORTS = [
    Mutant(
        "an import claims older times",
        "core/act.py",
        "        return said if self.imported else self.at\n",
        "        return self.at\n",
        "test_imports.py::test_an_imported_decision_is_in_force_by_report",
    ),
    Mutant(
        "what is native claims no older time",
        "cli/batch.py",
        '        for key in ("said_at", "ratifier", "inferred", "replaces"):\n',
        "        for key in ():\n",
        "test_imports.py::test_what_is_no_line_of_an_import",
    ),
    Mutant(
        "two imported points that displace one are contested",
        "core/enter.py",
        "    if rivals and all(of(state, rival) for rival in rivals):\n",
        "    if False:\n",
        "test_imports.py::test_two_imported_points_that_displace_one_are_contested",
    ),
    Mutant(
        "points of one imported decision that displace one are no rivals",
        "core/enter.py",
        "    rivals = [rival for rival in rivals if not rival.startswith(own)]\n",
        "",
        "test_imports.py::test_points_of_one_decision_that_displace_one_are_no_rivals",
    ),
    Mutant(
        "who is reported may have held what was held",
        "core/kinds/hold.py",
        '        elif point["holds"] and not act.imported:',
        '        elif point["holds"]:',
        "test_imports.py::test_who_is_reported_may_have_held_what_was_held",
    ),
    Mutant(
        "an import claims no later time",
        "service.py",
        "    if act.imported:\n        require_past",
        "    if False:\n        require_past",
        "test_imports.py::test_an_import_claims_no_later_time",
    ),
    Mutant(
        "a contested point comes in force when a later one names both",
        "core/enter.py",
        '        if edit(state, rival)["state"] == CONTESTED:\n',
        "        if False:\n",
        "test_imports.py::test_until_a_later_point_names_both",
    ),
    Mutant(
        "a later point that names one settles nothing",
        "core/enter.py",
        'for rival in one["replaced_by"]} <= named:\n',
        'for rival in one["replaced_by"]}:\n',
        "test_imports.py::test_until_a_later_point_names_both",
    ),
    Mutant(
        "a reported act binds only what the same import made",
        "core/imports.py",
        "    if of(act.state, act.subject) == act.imported:\n",
        "    if True:\n",
        "test_imports.py::test_a_report_does_not_ratify_what_is_native",
    ),
    Mutant(
        "the policy of an imported decision is the literal reported",
        "core/imports.py",
        'POLICY = "reported"',
        'POLICY = "imported"',
        "test_imports.py::test_an_imported_decision_is_in_force_by_report",
    ),
    Mutant(
        "an effect on a native point is claimed",
        "core/imports.py",
        '        own = [t for t in effect["targets"] if of(state, t) == made]\n',
        '        own = list(effect["targets"])\n',
        "test_imports.py::test_an_effect_on_a_native_point_is_claimed",
    ),
    Mutant(
        "a native ratification raises a reported one",
        "core/imports.py",
        '    return by_report(point) and not act.imported and "refuse" not in act.body\n',
        "    return False\n",
        "test_imports.py::test_a_reported_ratification_may_be_ratified_here_later",
    ),
    Mutant(
        "its since stays when a reported ratification is raised",
        "core/kinds/ratify.py",
        "        raised = imports.by_report(point)\n",
        "        raised = False\n",
        "test_imports.py::test_a_reported_ratification_may_be_ratified_here_later",
    ),
    Mutant(
        "what rests on a report alone is not checked off",
        "views/check.py",
        "    if _reported(state, ident, point):\n",
        "    if False:\n",
        "test_imports.py::test_an_imported_decision_is_in_force_by_report",
    ),
    Mutant(
        "a report alone will do where that is asked for",
        "views/check.py",
        '"reported-only": "--allow-reported"',
        '"reported-only": "--allow-held"',
        "test_imports.py::test_an_imported_decision_is_in_force_by_report",
    ),
]
