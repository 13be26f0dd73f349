"""What a point does to earlier points (concepts.md, "Effects", the table and the first rule)."""

from __future__ import annotations

from mutants.mutant import Mutant

EFFECTS = [
    Mutant(
        "a target that is displaced falls",
        "core/enter.py",
        "_become(state, target, FELLS[verb], seq)",
        "pass",
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "what is displaced says by what",
        "core/enter.py",
        'other["replaced_by"].append({"point": ident, "verb": verb})',
        "pass",
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "what displaces a point says so",
        "core/enter.py",
        '    point["replaces"].append(target)\n',
        "",
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "what corrects a point marks it as wrong",
        "core/force.py",
        '"corrects": "corrected",',
        '"corrects": "amended",',
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "what superseded a point is not built on it",
        "core/force.py",
        'BUILDS = ("amends", "corrects", "refines", "restores")',
        'BUILDS = ("amends", "corrects", "supersedes", "refines", "restores")',
        "test_effects.py::test_what_superseded_it_does_not_fall_with_it",
    ),
    Mutant(
        "what states a removal is in force itself",
        "core/enter.py",
        "    _stand(state, ident, seq, at)\n    _wait_no_more",
        '    if effects[:1] and effects[0][0] != "reverses":\n'
        "        _stand(state, ident, seq, at)\n"
        "    _wait_no_more",
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "what was planned and is stood down has fallen",
        "core/force.py",
        '"stands-down": "stood-down",\n',
        "",
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "what is refined stays in force",
        "core/force.py",
        '"stands-down": "stood-down",\n',
        '"stands-down": "stood-down",\n    "refines": "amended",\n',
        "test_effects.py::test_verbs_that_leave_the_target",
    ),
    Mutant(
        "a refined point names what refines it",
        "views/why.py",
        '"refined_by": _built(state, ident, point, "refines"),',
        '"refined_by": [],',
        "test_rules_more.py::test_what_refines_is_read_together_with_its_base",
    ),
    Mutant(
        "what is restored is in force again",
        "core/enter.py",
        "            _restore(state, ident, target, seq, at)",
        "            pass",
        "test_effects.py::test_restores",
    ),
    Mutant(
        "what is upheld is unchanged",
        "core/force.py",
        '"stands-down": "stood-down",\n',
        '"stands-down": "stood-down",\n    "upholds": "amended",\n',
        "test_effects.py::test_verbs_that_leave_the_target",
    ),
    Mutant(
        "whatever displaced a point, it has fallen",
        "core/force.py",
        "FALLEN = tuple(FELLS.values())",
        "FALLEN = REPLACED",
        "test_rules_more.py::test_whatever_displaces_it_it_has_fallen",
    ),
    Mutant(
        "a target may be a point",
        "core/force.py",
        "    if is_point(target):\n        return [target]\n",
        "",
        "test_effects.py::test_displacing_verbs",
    ),
    Mutant(
        "a target may be a decision",
        "core/force.py",
        "    decision = state.get(target)\n    if decision is None:\n        return []\n",
        "    decision = state.get(target)\n    if decision is not None:\n        return []\n",
        "test_effects.py::test_decision_as_target_takes_what_was_built_on_it",
    ),
    Mutant(
        "a decision as target means its points in force",
        "core/force.py",
        'found = [p for p in reached if (find(state, p) or {})["state"] == FORCE]',
        "found = list(reached)",
        "test_effects.py::test_decision_as_target_takes_what_was_built_on_it",
    ),
    Mutant(
        "a decision as target takes what was built on it",
        "core/force.py",
        'queue.extend((find(state, ident) or {"built": ()})["built"])',
        "pass",
        "test_effects.py::test_decision_as_target_takes_what_was_built_on_it",
    ),
    Mutant(
        "what was built on a decision is taken transitively",
        "core/force.py",
        '            queue.extend((find(state, ident) or {"built": ()})["built"])',
        '            reached.update(dict.fromkeys((find(state, ident) or {"built": ()})["built"]))',
        "test_effects.py::test_decision_as_target_takes_what_was_built_on_it",
    ),
    Mutant(
        "what restored a point falls with its decision",
        "core/force.py",
        'BUILDS = ("amends", "corrects", "refines", "restores")',
        'BUILDS = ("amends", "corrects", "refines")',
        "test_rules_more.py::test_what_restored_it_falls_with_the_decision",
    ),
    Mutant(
        "what refines a point falls with its decision",
        "core/force.py",
        'BUILDS = ("amends", "corrects", "refines", "restores")',
        'BUILDS = ("amends", "corrects", "restores")',
        "test_effects.py::test_decision_as_target_takes_what_was_built_on_it",
    ),
    Mutant(
        "what a decision means as target is printed",
        "core/kinds/propose.py",
        "lines.append(f\"point {point['label']} {effect['verb']} {targets}{taken}\")",
        "pass",
        "test_rules_more.py::test_the_expansion_is_printed",
    ),
    Mutant(
        "what a decision means as target must be the same at decide",
        "core/kinds/decide.py",
        'if set(found) != set(meant["targets"]):',
        "if False:",
        "test_effects.py::test_expansion_that_changed_is_text_changed",
    ),
    Mutant(
        "a target that expands to no point is refused",
        "core/kinds/propose.py",
        "return blocks + empty +",
        "return blocks +",
        "test_effects.py::test_decision_that_expands_to_nothing",
    ),
    Mutant(
        "restoring a decision takes what is restorable of it",
        "core/force.py",
        "return [p for p in own if not unfit(state, verb, p, falling, False)]",
        "return own",
        "test_effects.py::test_restoring_a_decision_takes_its_own_fallen_points",
    ),
    Mutant(
        "restoring a decision takes its own points only",
        "core/force.py",
        "        return [p for p in own if not unfit(",
        '        own += [one for p in own for one in (find(state, p) or {})["built"]]\n'
        "        return [p for p in own if not unfit(",
        "test_rules_more.py::test_restoring_a_decision_leaves_what_was_built_on_it",
    ),
    Mutant(
        "of a changed expansion only that is said",
        "core/kinds/decide.py",
        '        return [block("text-changed", message, hint)]\n'
        '    pairs = [(f"point {point[\'label\']}", point) for point in now["points"]]\n'
        "    return force",
        "        return [\n"
        '            block("text-changed", message, hint),\n'
        '            *force.target_blocks(state, [("", one) for one in '
        'now["points"]], [], since=True),\n'
        "        ]\n"
        '    pairs = [(f"point {point[\'label\']}", point) for point in now["points"]]\n'
        "    return force",
        "test_rules_more.py::test_of_a_changed_expansion_only_that_is_said",
    ),
    Mutant(
        "a work item is no target",
        "ingest/proposal_draft.py",
        "            if is_target(target):\n",
        '            target = "D1" if names.is_key(target) else target\n'
        "            if is_target(target):\n",
        "test_effects.py::test_item_or_unknown_decision_is_no_target",
    ),
]
