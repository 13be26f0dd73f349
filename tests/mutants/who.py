"""Who may do what (concepts.md, "Identity, and who may act")."""

from __future__ import annotations

from mutants.mutant import Mutant

WHO = [
    Mutant(
        "the opener may propose, decide and close",
        "core/kinds/brainstorm_close.py",
        '    if roster.same_actor(act.state, act.actor, doc["opener"]):\n',
        "    if False:\n",
        "test_rules_more.py::test_who_proposes_decides_and_closes",
    ),
    Mutant(
        "the ratifier may propose, decide and close",
        "core/kinds/brainstorm_close.py",
        "dict.fromkeys(seats), any_one",
        "dict.fromkeys(seats[:-1]), any_one",
        "test_rules_more.py::test_who_proposes_decides_and_closes",
    ),
    Mutant(
        "nobody else proposes, decides and closes",
        "core/kinds/brainstorm_close.py",
        '    return [block("not-allowed", f"actor',
        '    return [] and [block("not-allowed", f"actor',
        "test_rules_more.py::test_who_proposes_decides_and_closes",
    ),
    Mutant(
        "an elector does not withdraw a brainstorm",
        "core/kinds/brainstorm_close.py",
        '    if act.body["how"] == "withdraw":\n',
        "    if False:\n",
        "test_rules_more.py::test_who_withdraws_a_brainstorm",
    ),
    Mutant(
        "a waiting decision is withdrawn by its proposer or the ratifier",
        "core/kinds/withdraw.py",
        '    return [block("not-allowed", message, f"ledger show {doc[\'id\']}")]\n',
        "    return []\n",
        "test_identity.py::test_who_may_withdraw",
    ),
    Mutant(
        "who proposed a decision may withdraw it",
        "core/kinds/withdraw.py",
        '    if roster.same_actor(act.state, act.actor, doc["proposed_by"]["actor"]):\n',
        "    if False:\n",
        "test_identity.py::test_who_may_withdraw",
    ),
    Mutant(
        "the ratifier may withdraw a decision",
        "core/kinds/withdraw.py",
        'allowed = [doc["ratifier"]] if doc["ratifier"] else []',
        "allowed: list[str] = []",
        "test_identity.py::test_who_may_withdraw",
    ),
    Mutant(
        "an objection is cleared by whom the policy names",
        "core/kinds/clear.py",
        "seat, blocks = roster.voice(act, _allowed(act))",
        'everybody = lookup.brainstorm(act.state, act.subject)["electorate"]\n'
        "    seat, blocks = roster.voice(act, everybody)",
        "test_objections.py::test_an_objection_blocks_until_its_author_clears_it",
    ),
    Mutant(
        "anybody of the electorate clears where the policy says so",
        "core/kinds/clear.py",
        "seat, blocks = roster.voice(act, _allowed(act))",
        'seat, blocks = roster.voice(act, [act.body["seat"]])',
        "test_objections.py::test_anybody_of_the_electorate_may_clear",
    ),
    Mutant(
        "a ballot is opened by whoever may decide",
        "core/kinds/ballot_open.py",
        "    return deciders_only(act, storm, ",
        "    return [] and deciders_only(act, storm, ",
        "test_ballots.py::test_others_may_not_open",
    ),
    Mutant(
        "a ballot is opened by whoever proposed the decision",
        "core/kinds/ballot_open.py",
        '    if roster.same_actor(act.state, act.actor, doc["proposed_by"]["actor"]):\n',
        "    if False:\n",
        "test_ballots.py::test_who_proposed_it_may_open_without_a_seat",
    ),
    Mutant(
        "a ballot is closed by its opener or the ratifier",
        "core/kinds/ballot_close.py",
        '    return [block("not-allowed", message,',
        '    return [] and [block("not-allowed", message,',
        "test_ballots.py::test_who_may_close",
    ),
    Mutant(
        "the ratifier may close a ballot",
        "core/kinds/ballot_close.py",
        'seat, blocks = roster.voice(act, [doc["ratifier"]])',
        "seat, blocks = roster.voice(act, [])",
        "test_ballots.py::test_who_may_close",
    ),
    Mutant(
        "a hold is placed by those that may",
        "core/kinds/hold.py",
        '    return [block("not-allowed", message, f',
        '    return [] and [block("not-allowed", message, f',
        "test_holds.py::test_who_may_not",
    ),
    Mutant(
        "an elector may place a hold",
        "core/kinds/hold.py",
        'seats = [name for one in homes for name in one["electorate"]]',
        "seats: list[str] = []",
        "test_holds.py::test_who_may_place_one",
    ),
    Mutant(
        "a steward may place a hold",
        "core/kinds/hold.py",
        "    if seat or roster.steward(act.state, act.actor, act.at):\n",
        "    if seat:\n",
        "test_holds.py::test_who_may_place_one",
    ),
    Mutant(
        "the seat that is waited for may place a hold",
        "core/kinds/hold.py",
        '*ratifier, act.body["for"]]',
        "*ratifier]",
        "test_holds.py::test_who_may_place_one",
    ),
    Mutant(
        "the ratifier may place a hold",
        "core/kinds/hold.py",
        'ratifier = [doc["ratifier"]] if doc["ratifier"] else []',
        "ratifier: list[str] = []",
        "test_holds.py::test_who_may_place_one",
    ),
    Mutant(
        "any actor links items",
        "core/kinds/item_link.py",
        'cannot be linked to itself")\n    return []\n',
        'cannot be linked to itself")\n'
        "    from ledger.core.roster import stewards_only\n"
        "\n"
        "    return stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor says something",
        "core/kinds/say.py",
        "    lookup.brainstorm(act.state, act.subject)\n    return []\n",
        "    lookup.brainstorm(act.state, act.subject)\n"
        "    from ledger.core.roster import stewards_only\n"
        "\n"
        "    return stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor comments",
        "core/kinds/comment.py",
        "    lookup.item(act.state, act.subject)\n    return []\n",
        "    lookup.item(act.state, act.subject)\n"
        "    from ledger.core.roster import stewards_only\n"
        "\n"
        "    return stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor asks",
        "core/kinds/item_ask.py",
        "    lookup.item(act.state, act.subject)\n    return []\n",
        "    lookup.item(act.state, act.subject)\n"
        "    from ledger.core.roster import stewards_only\n"
        "\n"
        "    return stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor answers",
        "core/kinds/item_answer.py",
        "    lookup.question(act.state, act.subject)\n    return []\n",
        "    lookup.question(act.state, act.subject)\n"
        "    from ledger.core.roster import stewards_only\n"
        "\n"
        "    return stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor finds",
        "core/kinds/item_find.py",
        "    lookup.item(act.state, act.subject)\n    return []\n",
        "    lookup.item(act.state, act.subject)\n"
        "    from ledger.core.roster import stewards_only\n"
        "\n"
        "    return stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor makes an item",
        "core/kinds/item_new.py",
        '        lookup.item(act.state, act.body["parent"])\n    return []\n',
        '        lookup.item(act.state, act.body["parent"])\n'
        "    from ledger.core.roster import seats_of, stewards_only\n"
        "\n"
        "    return [] if seats_of(act.state, act.actor, act.at) else stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor opens a brainstorm",
        "core/kinds/brainstorm_open.py",
        '{keys} TOPIC --policy POLICY"\n'
        "        raise Usage(f\"the items' policies differ ({names}): say which "
        'with --policy", hint)\n'
        "    return []\n",
        '{keys} TOPIC --policy POLICY"\n'
        "        raise Usage(f\"the items' policies differ ({names}): say which "
        'with --policy", hint)\n'
        "    return [] if roster.seats_of(act.state, act.actor, act.at) else "
        "roster.stewards_only(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "any actor records a ruling as reported",
        "core/kinds/report.py",
        "    chosen(act)\n    return []\n",
        "    chosen(act)\n    return ratify.who(act)\n",
        "test_rules_more.py::test_what_any_actor_may",
    ),
    Mutant(
        "an item is kept by its maker, its owner or a steward",
        "core/kinds/item_edit.py",
        '    return [block("not-allowed", message,',
        '    return [] and [block("not-allowed", message,',
        "test_rules_more.py::test_who_keeps_an_item",
    ),
    Mutant(
        "the owner of an item keeps it",
        "core/kinds/item_edit.py",
        'dict.fromkeys([doc["maker"], doc["owner"]])',
        'dict.fromkeys([doc["maker"]])',
        "test_rules_more.py::test_who_keeps_an_item",
    ),
    Mutant(
        "the maker of an item keeps it",
        "core/kinds/item_edit.py",
        'dict.fromkeys([doc["maker"], doc["owner"]])',
        'dict.fromkeys([doc["owner"]])',
        "test_rules_more.py::test_who_keeps_an_item",
    ),
    Mutant(
        "a steward keeps any item",
        "core/kinds/item_edit.py",
        "    if steward(act.state, act.actor, act.at):\n",
        "    if False:\n",
        "test_rules_more.py::test_who_keeps_an_item",
    ),
    Mutant(
        "an action is done by its owner, the item's or a steward",
        "core/kinds/action_done.py",
        '    return [block("not-allowed", message,',
        '    return [] and [block("not-allowed", message,',
        "test_record.py::test_who_may_say_that_an_action_is_done",
    ),
    Mutant(
        "the item's owner may say that an action is done",
        "core/kinds/action_done.py",
        'owners = [action["owner"], *(item["owner"] for item in act.state.many(doc["items"]))]',
        'owners = [action["owner"]]',
        "test_record.py::test_who_may_say_that_an_action_is_done",
    ),
    Mutant(
        "the owner of an action may say that it is done",
        "core/kinds/action_done.py",
        'owners = [action["owner"], *(item',
        "owners = [*(item",
        "test_record.py::test_who_may_say_that_an_action_is_done",
    ),
    Mutant(
        "a steward may say that an action is done",
        "core/kinds/action_done.py",
        "    if roster.steward(act.state, act.actor, act.at):\n",
        "    if False:\n",
        "test_record.py::test_who_may_say_that_an_action_is_done",
    ),
    Mutant(
        "reading needs no actor",
        "cli/main.py",
        "    answer: Answer = function(call)\n",
        "    assert call.actor\n    answer: Answer = function(call)\n",
        "test_rules_more.py::test_reading_needs_no_actor",
    ),
    Mutant(
        "the inbox needs an actor",
        "cli/inbox.py",
        "    actor = call.actor\n",
        '    actor = call.get("--as") or "nobody"\n',
        "test_inbox.py::test_the_inbox_needs_an_actor",
    ),
]
