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
GRAMMAR = """\
together SET
electorate SET [as-of open|close|live] [leavers keep|drop|abort]
quorum >|>= AMOUNT of cast|present|for|for+abstain|over-default
pass for >|>= AMOUNT of electorate|electorate-abstain|present|cast|decided [capped]
pass for >|>= NUMBER times against
veto concern|against [cleared-by author|any]
require all|NUMBER from SET [registered|cast|for]
silence abstains|consents|against
recuse SEAT [counts|shrinks]
revote last|first|refuse
method yes-no|plurality|approval|schulze|irv [unranked last|no-opinion|invalid]
tie reject|default
tie casting SEAT
default OPTION
option OPTION needs NUMBER times against
open TIME [max TIME] [early never|certain]
final TIME [reopened-by concern|against]
policy-change pin|abort
ratify by SEAT [independent] [within TIME]

SET: bodies and seats, as in pm + {owner} - {pm-mars}. AMOUNT: 2, 2/3, all, all-but 1, 3*sqrt(n)/2.
TIME: 30m, 72h, 10d or 2w; it has no seconds. What | parts is either, what stands in [ ] may be left
out: of several words there the first is then meant, but schulze and irv must have their unranked.
"""
BALLOTS = """\
{"electorate": ["bin-1", "bin-2", "bin-3"],
 "ballots": [{"seat": "bin-1", "stance": "for"}, {"seat": "bin-2", "stance": "against"}]}
"""
COMMANDS = {
    "policy set": {
        "help": "Set the policy that new brainstorms take (a steward): of the ledger, a project "
        "or an item. It is clauses with `;` between; `ledger policy explain` says one in words.",
        "form": ("The clauses", "text", GRAMMAR),
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
        "form": ("A file of ballots", "json", BALLOTS),
        "example": 'ledger tally "electorate bin; pass for > 1/2 of cast" -f ballots.json',
        "run": "tally:tally",
        "data": TALLY,
    },
}
