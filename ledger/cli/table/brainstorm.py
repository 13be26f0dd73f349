"""Brainstorms, proposals and positions."""

from __future__ import annotations

from ledger.cli.table.shapes import SHOWN_STORM, WROTE, listed

SEAT = ("--seat", "SEAT", "name", "which seat, where the actor holds more than one that may")
DEADLINE = (
    "--deadline",
    "T",
    "date",
    "it is open until then, in place of the policy's `open`: a date (its end, UTC) or a time",
)
ON = ("--on", "N", "seq", "only if version N is the current one")
ON_TWO = (*ON[:3], f"{ON[3]}; needed once there is a second version")
PROPOSAL = """\
# Launching workers

## 1. Only the owner launches workers
An agent asks in the brainstorm.
Amends: D1.1

## 2. Nothing runs at night
Held for: owner, until the next launch

## Rejected
- keep spawning: nobody can stop it

## Actions
- alpha: wrap the script

## Sources
- https://example.org/minutes
"""
COMMANDS = {
    "brainstorm open": {
        "help": "Open a brainstorm under work items; prints its id.",
        "arguments": [("KEY", "key", "many"), ("TOPIC", "text", "one")],
        "options": [
            ("--policy", "POLICY", "policy", "another policy than the set one (a steward)"),
            DEADLINE,
        ],
        "example": 'ledger brainstorm open EVO-26 "Who may launch workers?" --as alpha',
        "run": "brainstorm:open_",
        "write": True,
        "data": {**WROTE, "id": "str"},
    },
    "brainstorm say": {
        "help": "Say something in a brainstorm.",
        "arguments": [("BS", "brainstorm", "one"), ("TEXT", "text", "one")],
        "example": 'ledger brainstorm say bs-mqpzo3ly470 "What of the audit?" --as beta',
        "run": "brainstorm:say",
        "write": True,
        "data": WROTE,
    },
    "brainstorm show": {
        "help": "Show a brainstorm: versions, who said what, the verdict and what it needs.",
        "arguments": [("BS", "brainstorm", "one")],
        "example": "ledger brainstorm show bs-mqpzo3ly470",
        "run": "brainstorm:show",
        "data": SHOWN_STORM,
    },
    "brainstorm list": {
        "help": "List the brainstorms.",
        "arguments": [],
        "example": "ledger brainstorm list",
        "run": "brainstorm:rows",
        "data": listed("@storm"),
    },
    "brainstorm close": {
        "help": "End a brainstorm without a decision, or withdraw it.",
        "arguments": [("BS", "brainstorm", "one")],
        "options": [
            ("--no-decision", "REASON", "text", "it ends without a decision, because"),
            ("--withdraw", "REASON", "text", "it is withdrawn, because"),
            SEAT,
        ],
        "example": 'ledger brainstorm close bs-mqpzo3ly470 --no-decision "Moot" --as alpha',
        "run": "brainstorm:close",
        "write": True,
        "data": WROTE,
    },
    "propose": {
        "help": "Put a new version of the text to a brainstorm; it is no position: agree too. The "
        "file is markdown: `# Title`, which names the decision; `## 1. Title` for each point, its "
        "text below, and what it does to earlier points on lines of their own (`Amends: D1.3`, "
        "Corrects, Supersedes, Reverses, `Stands down`, Refines, Restores, Upholds; a point or a "
        "whole decision), or `Held for: owner, until the launch`; then, where wanted, "
        "`## Rejected`, `## Actions` (`- owner: text`) and `## Sources`, each a list.",
        "form": ("A proposal file", "markdown", PROPOSAL),
        "arguments": [("BS", "brainstorm", "one")],
        "options": [
            ("-f", "FILE", "file", "the proposal; - is standard input"),
            ("--json-input", None, "switch", "the proposal is JSON"),
            SEAT,
        ],
        "required": ["-f"],
        "example": "ledger propose bs-mqpzo3ly470 -f proposal.md --as alpha",
        "run": "brainstorm:propose",
        "write": True,
        "data": {
            **WROTE,
            "version": "int",
            "points": [{"label": "str", "title": "str?", "effects": ["@effect"]}],
        },
    },
    "agree": {
        "help": "Take a position for the current version.",
        "arguments": [("BS", "brainstorm", "one")],
        "options": [ON_TWO, SEAT],
        "example": "ledger agree bs-mqpzo3ly470 --as alpha",
        "run": "brainstorm:agree",
        "write": True,
        "data": WROTE,
    },
    "object": {
        "help": "Take a position against the current version; it blocks until it is cleared, where "
        "the policy has `veto against`.",
        "arguments": [("BS", "brainstorm", "one"), ("REASON", "text", "one")],
        "options": [ON, SEAT, ("--dissent", None, "switch", "against, and it never blocks")],
        "example": 'ledger object bs-mqpzo3ly470 "The audit is missing" --as beta',
        "run": "brainstorm:object_",
        "write": True,
        "data": WROTE,
    },
    "recuse": {
        "help": "Stand aside from the current version: the seat takes no side. Whether the "
        "electorate shrinks by it, the policy says (`recuse SEAT shrinks`).",
        "arguments": [("BS", "brainstorm", "one")],
        "options": [ON, SEAT],
        "example": "ledger recuse bs-mqpzo3ly470 --as beta",
        "run": "brainstorm:recuse",
        "write": True,
        "data": WROTE,
    },
    "concern": {
        "help": "Raise a concern beside any stance; it blocks until it is cleared (where the "
        "policy has `veto concern`).",
        "arguments": [("BS", "brainstorm", "one"), ("REASON", "text", "one")],
        "options": [ON, SEAT],
        "example": 'ledger concern bs-mqpzo3ly470 "Who wakes the owner?" --as beta',
        "run": "brainstorm:concern",
        "write": True,
        "data": WROTE,
    },
    "clear": {
        "help": "Clear the objections of a seat: its author, or any elector, as the policy says.",
        "arguments": [
            ("BS", "brainstorm", "one"),
            ("SEAT", "name", "one"),
            ("REASON", "text", "one"),
        ],
        "options": [SEAT],
        "example": 'ledger clear bs-mqpzo3ly470 bin-2 "The audit is in" --as beta',
        "run": "brainstorm:clear",
        "write": True,
        "data": WROTE,
    },
    "abstain": {
        "help": "Abstain on the current version.",
        "arguments": [("BS", "brainstorm", "one")],
        "options": [ON, SEAT],
        "example": "ledger abstain bs-mqpzo3ly470 --as beta",
        "run": "brainstorm:abstain",
        "write": True,
        "data": WROTE,
    },
}
