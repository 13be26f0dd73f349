"""Policies."""

from __future__ import annotations

from ledger.cli.table.shapes import WROTE

SCOPE = [
    ("--project", "PROJECT", "project", "the policy of a project"),
    ("--item", "KEY", "key", "the policy of one work item"),
]
TALLY = {
    "verdict": "str",
    "passes": "bool",
    "final": "bool",
    "default_won": "bool",
    "winners": ["str"],
    "ranking": [["str"]],
    "beats": {"*": {"*": "int"}},
    "dropped": [{"option": "str", "reason": "str"}],
    "tally": "@tally",
    "quorum": {"required": "str?", "have": "int", "met": "bool"},
    "needs": "@wanted",
    "reasons": ["@block"],
}
COMMANDS = {
    "policy set": {
        "help": "Set the policy that new brainstorms take (a steward): of the ledger, a project "
        "or an item. It is clauses with `;` between: together SET; electorate SET; quorum >= 2 of "
        "cast; pass for > 1/2 of decided; veto against cleared-by any; require 1 from SET for; "
        "ratify by SEAT independent. `ledger policy explain` says one in words.",
        "arguments": [("POLICY", "text", "one")],
        "options": SCOPE,
        "example": 'ledger policy set "together bin; ratify by owner" --project EVO --as warden',
        "run": "policy:assign",
        "write": True,
        "data": WROTE,
    },
    "policy show": {
        "help": "Show the policy in its long form: of the ledger, a project or an item.",
        "arguments": [],
        "options": SCOPE,
        "example": "ledger policy show --project EVO",
        "run": "policy:show",
        "data": {"scope": "str", "policy": "str", "typed": "str", "entry": "int"},
    },
    "policy explain": {
        "help": "Say a policy in plain words, with what to beware of; no ledger is needed.",
        "arguments": [("POLICY", "text", "one")],
        "example": 'ledger policy explain "electorate pm; quorum >= 2 of cast; '
        'pass for > 1/2 of decided"',
        "run": "policy:explain",
        "data": {"policy": "str", "words": ["str"], "warnings": ["str"]},
    },
    "tally": {
        "help": "Try a policy on ballots: the verdict, and why; no ledger is read or written.",
        "arguments": [("POLICY", "text", "one")],
        "options": [("-f", "FILE", "file", "the ballots, a JSON object with the electorate")],
        "required": ["-f"],
        "example": 'ledger tally "electorate bin; pass for > 1/2 of cast" -f ballots.json',
        "run": "tally:tally",
        "data": TALLY,
    },
}
