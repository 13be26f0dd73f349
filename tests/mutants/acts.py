"""Whose act it is, a steward's acts, the order of the answers (concepts.md, "Identity")."""

from __future__ import annotations

from mutants.mutant import Mutant

ACTS = [
    Mutant(
        "the actor comes from LEDGER_ACTOR too",
        "cli/common.py",
        'self.values.get("--as") or self.env.get("LEDGER_ACTOR")',
        'self.values.get("--as")',
        "test_commands.py::test_the_actor_has_two_sources_and_no_other",
    ),
    Mutant(
        "the actor has no other source",
        "cli/common.py",
        'or self.env.get("LEDGER_ACTOR")',
        'or self.env.get("LEDGER_ACTOR") or self.env.get("USER")',
        "test_commands.py::test_the_actor_has_two_sources_and_no_other",
    ),
    Mutant(
        "without an actor it is a usage error",
        "cli/common.py",
        '        if not given:\n            raise Usage("no actor',
        '        given = given or "nobody"\n'
        "        if not given:\n"
        '            raise Usage("no actor',
        "test_commands.py::test_the_actor_has_two_sources_and_no_other",
    ),
    Mutant(
        "a lease ends",
        "core/roster.py",
        "and (expires is None or bool(at < expires))",
        "and True",
        "test_bins.py::test_a_lease_that_ends_between_decide_and_ratify",
    ),
    Mutant(
        "an act is judged at its own time",
        "service.py",
        'at, clock = believed(head["at"], outside.now(), outside.fixed)\n    act',
        'at, clock = head["at"], None\n    act',
        "test_bins.py::test_a_lease_that_ends_between_decide_and_ratify",
    ),
    Mutant(
        "what was recorded is judged at its own time",
        "core/fold.py",
        'entry["recorded_at"], entry["seq"]',
        '"2999-01-01T00:00:00.000Z", entry["seq"]',
        "test_rules_more.py::test_acts_are_judged_at_their_own_time",
    ),
    Mutant(
        "a change of policy changes nothing that is open",
        "core/kinds/policy_set.py",
        '    label = f"the policy',
        '    for ident in (state.get("open") or {"ids": []})["ids"]:\n'
        "        was = state.touch(ident)\n"
        '        was["rule"] = {**parse(act.outcome["policy"]).policy, '
        '"require": was["rule"]["require"]}\n'
        '    label = f"the policy',
        "test_bins.py::test_a_policy_change_after_opening_changes_nothing",
    ),
    Mutant(
        "a steward's act is a steward's",
        "core/roster.py",
        "    if steward(act.state, act.actor, act.at):\n        return []\n",
        "    if True:\n        return []\n",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "bodies are made by a steward",
        "core/kinds/body_add.py",
        "    return stewards_only(act)\n",
        "    return []\n",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "seats are added by a steward",
        "core/kinds/seat_add.py",
        "    return stewards_only(act)\n",
        "    return []\n",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "seats are registered by a steward",
        "core/kinds/seat_register.py",
        "    return roster.stewards_only(act)\n",
        "    return []\n",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "seats are retired by a steward",
        "core/kinds/seat_leave.py",
        "return roster.stewards_only(act) if _retires(act) else",
        "return [] if _retires(act) else",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "the roster is synchronised by a steward",
        "core/kinds/seat_sync.py",
        "    return roster.stewards_only(act)\n",
        "    return []\n",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "aliases are made by a steward",
        "core/kinds/actor_alias.py",
        "    return roster.stewards_only(act)\n",
        "    return []\n",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "policies are set by a steward",
        "core/kinds/policy_set.py",
        "    return roster.stewards_only(act)\n",
        "    return []\n",
        "test_rules_more.py::test_stewards_acts",
    ),
    Mutant(
        "a policy that is not the set one is given by a steward",
        "core/kinds/brainstorm_open.py",
        "            return roster.stewards_only(act)\n",
        "            return []\n",
        "test_bins.py::test_policy_not_the_set_one",
    ),
    Mutant(
        "where no policy is set anybody gives one",
        "core/kinds/brainstorm_open.py",
        'if any(doc is not None and doc["policy"] != long for doc in there):',
        'if any(doc is None or doc["policy"] != long for doc in there):',
        "test_rules_more.py::test_anybody_gives_a_policy_where_none_is_set",
    ),
    Mutant(
        "a policy that is not the set one is known",
        "core/kinds/brainstorm_open.py",
        '"set": all(doc is not None and doc["policy"] == long for doc in there),',
        '"set": True,',
        "test_rules_more.py::test_every_view_says_that_it_is_not_the_set_policy",
    ),
    Mutant(
        "a decision says that its policy is not the set one",
        "views/decision.py",
        '    lines += [] if shown["policy_set"] else ["its policy is not the set policy"]\n',
        "",
        "test_rules_more.py::test_every_view_says_that_it_is_not_the_set_policy",
    ),
    Mutant(
        "a brainstorm says that its policy is not the set one",
        "views/brainstorm.py",
        '    lines += [] if shown["policy_set"] else ["its policy is not the set policy"]\n',
        "",
        "test_rules_more.py::test_every_view_says_that_it_is_not_the_set_policy",
    ),
    Mutant(
        "why says that the policy is not the set one",
        "views/why.py",
        '        lines += [] if made["policy_set"] else ["its policy is not the set policy"]\n',
        "",
        "test_rules_more.py::test_every_view_says_that_it_is_not_the_set_policy",
    ),
    Mutant(
        "the page says that the policy is not the set one",
        "export/markdown.py",
        '    lines += [] if shown["policy_set"] else ["- its policy is not the set policy"]\n',
        "",
        "test_rules_more.py::test_every_view_says_that_it_is_not_the_set_policy",
    ),
    Mutant(
        "nobody renews another's seat",
        "core/kinds/seat_renew.py",
        "    return own_or_steward(act, docs)\n",
        "    return []\n",
        "test_rules_more.py::test_who_may_renew_and_unregister",
    ),
    Mutant(
        "an actor may renew its own seat, after the lease's end too",
        "core/kinds/seat_renew.py",
        'doc["actor"] or doc["last"], act.actor)',
        "roster.holder(doc, act.at), act.actor)",
        "test_rules_more.py::test_who_may_renew_and_unregister",
    ),
    Mutant(
        "an actor may unregister itself",
        "core/kinds/seat_leave.py",
        "else own_or_steward(act, docs)",
        "else roster.stewards_only(act)",
        "test_rules_more.py::test_who_may_renew_and_unregister",
    ),
    Mutant(
        "a seat that is named as ratifier is not retired",
        "core/kinds/seat_leave.py",
        "        if ratifies:\n",
        "        if False:\n",
        "test_rules_more.py::test_a_seat_that_is_named_as_ratifier_is_not_retired",
    ),
    Mutant(
        "the first entry makes its actor the steward",
        "core/kinds/init.py",
        "    hold(act, STEWARD, act.actor, None)\n",
        "",
        "test_rules_more.py::test_the_first_entry_names_the_steward",
    ),
    Mutant(
        "nobody else makes the ledger again",
        "service.py",
        "        if made.actor != draft.actor:\n",
        "        if False:\n",
        "test_rules_more.py::test_the_first_entry_names_the_steward",
    ),
    Mutant(
        "the replay of an id comes first",
        "service.py",
        "row = reader.entry_by_id(draft.id) if draft.id else None",
        "row = None",
        "test_rules_more.py::test_the_replay_of_an_id_comes_first",
    ),
    Mutant(
        "what is not found is said before who may",
        "core/kinds/ratify.py",
        "    if unknown:\n",
        "    if unknown and not ratifier_only(act, doc):\n",
        "test_rules_more.py::test_usage_and_not_found_come_before_who_may",
    ),
    Mutant(
        "a contradiction is said before who may",
        "core/kinds/propose.py",
        '    expanded(act.state, act.body["points"])  # what',
        "    pass  # what",
        "test_rules_more.py::test_a_contradiction_after_expansion_comes_before_who_may",
    ),
    Mutant(
        "who may is said before the same again",
        "core/fold.py",
        '    blocks = ask(act, "who", [])\n    if blocks:\n        raise',
        '    blocks = ask(act, "who", [])\n'
        '    if blocks and ask(act, "same", None) is None:\n'
        "        raise",
        "test_rules_more.py::test_who_may_comes_before_the_same_again",
    ),
    Mutant(
        "the same again is said before all other rules",
        "core/fold.py",
        "    if same is not None:\n        return same\n",
        '    if same is not None and not ask(act, "check", []):\n        return same\n',
        "test_rules_more.py::test_the_same_again_comes_before_all_other_rules",
    ),
    Mutant(
        "who may not learns of no other rule",
        "core/fold.py",
        "        raise Refused(blocks)\n    same",
        '        raise Refused(blocks + ask(act, "check", []))\n    same',
        "test_bins.py::test_the_wrong_actor_learns_that_alone",
    ),
]
