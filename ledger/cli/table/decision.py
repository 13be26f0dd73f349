"""Deciding and ratifying."""

from __future__ import annotations

from ledger.cli.table.brainstorm import DEADLINE, SEAT
from ledger.cli.table.shapes import SHOWN_BALLOT, WROTE, one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

QUESTIONS = """\
# Who runs what

## 1. Who may launch workers? (rules on D1.1)
- a: the owner alone (ratifies)
- b: nobody (refuses)

## 2. Who wakes the owner? (rules on D1.2, D1.3)
- a: the rail
- b: the rail, in daylight alone (amends)
- c: asked again later (none)
"""
COMMANDS: dict[str, Any] = {
    "decide": {
        "help": "Adopt the current version if the policy is met; else say everything that is not. "
        "With a work item and -f: open, propose, agree and decide at once, or nothing, where the "
        "policy lets that one seat decide.",
        "arguments": [("BS", "decidable", "one")],
        "options": [
            ("-f", "FILE", "file", "the proposal, for a work item; - is standard input"),
            ("--json-input", None, "switch", "the proposal is JSON"),
            SEAT,
        ],
        "example": "ledger decide bs-mqpzo3ly470 --as alpha",
        "run": "decision:decide",
        "write": True,
        "data": {**WROTE, "decision": "str", "points": ["str"], "verdict": "@verdict"},
    },
    "ratify": {
        "help": "Make points final, or say everything that stands in the way; or refuse them.",
        "arguments": [("D7", "decision", "one")],
        "options": [
            ("--points", "1,3a", "labels", "only these points"),
            ("--ballot", "B3", "ballot", "what this ballot answered, whatever it rules on"),
            ("--on", "SEQ", "seq", "only if that entry last changed the points, as show prints it"),
            ("--refuse", "REASON", "text", "refuse them, for good, because"),
            ("--reported", "SOURCE", "text", "record a ruling of somebody else: it binds nobody"),
            ("--dry-run", None, "switch", "write nothing: what would come in force and fall"),
            SEAT,
        ],
        "example": "ledger ratify D1 --as warden",
        "run": "decision:ratify",
        "write": True,
        "data": one_of(
            {
                **WROTE,
                "decision": "str",
                "points": ["str"],
                "attestation": "str",
                "left_out": ["@block"],
                "refused": ["str"],
                "waits": ["str"],
            },
            {**WROTE, "decision": "str", "attestation": "str"},
            {
                "decision": "str",
                "points": ["str"],
                "in_force": ["str"],
                "fall": ["str"],
                "refused": ["str"],
                "waits": ["str"],
            },
        ),
    },
    "withdraw": {
        "help": "Take back what still waits for ratification (who proposed it, or the ratifier).",
        "arguments": [("ID", "points", "one"), ("REASON", "text", "one")],
        "options": [SEAT],
        "example": 'ledger withdraw D1.2 "Overtaken by events" --as alpha',
        "run": "decision:withdraw",
        "write": True,
        "data": WROTE,
    },
    "hold": {
        "help": "Hold points: in force or not, they must not be carried out yet.",
        "arguments": [("ID", "points", "one"), ("REASON", "text", "one")],
        "options": [("--for", "SEAT", "name", "the seat that it waits for"), SEAT],
        "required": ["--for"],
        "example": 'ledger hold D1.2 --for owner "Until the next launch" --as alpha',
        "run": "decision:hold",
        "write": True,
        "data": WROTE,
    },
    "release": {
        "help": "Lift a hold (the seat that it waits for).",
        "arguments": [("ID", "points", "one")],
        "options": [SEAT],
        "example": "ledger release D1.2 --as warden",
        "run": "decision:release",
        "write": True,
        "data": WROTE,
    },
    "ballot open": {
        "help": "Put numbered questions with lettered options to seats, on points that wait. Each "
        "question of the file says in its heading which points it rules on; an option ends in "
        "`(ratifies)`, `(amends)`, `(refuses)` or `(none)`, and ratifies where it says nothing.",
        "form": ("A file of questions", "markdown", QUESTIONS),
        "arguments": [("D7", "decision", "one")],
        "options": [
            ("--to", "SET", "policy", "the body or seat that answers"),
            ("--policy", "POLICY", "policy", "another than: all must answer, most votes win"),
            DEADLINE,
            ("-f", "FILE", "file", "the questions; - is standard input"),
        ],
        "required": ["--to", "-f"],
        "example": "ledger ballot open D1 --to owner -f ballot.md --as alpha",
        "run": "ballot:open_",
        "write": True,
        "data": {**WROTE, "id": "str", "questions": [{"label": "str", "effects": ["@effect"]}]},
    },
    "ballot cast": {
        "help": "Answer questions of a ballot: `1=b: refinement; 2=c` (a refinement only where one "
        "seat is asked); `1=b>a=c` ranks, `1=a,b` approves. In a file each answer begins a line.",
        "arguments": [("B3", "ballot", "one"), ("ANSWERS", "text", "one")],
        "options": [SEAT],
        "example": "ledger ballot cast B1 '1=b: no always-on agents at all; 2=c' --as warden",
        "run": "ballot:cast",
        "write": True,
        "data": WROTE,
    },
    "ballot show": {
        "help": "Show a ballot: its questions, who answered, and the verdicts.",
        "arguments": [("B3", "ballot", "one")],
        "example": "ledger ballot show B1",
        "run": "ballot:show",
        "data": SHOWN_BALLOT,
    },
    "casting-vote": {
        "help": "Break a tie, as the seat that the policy names: for or against in a brainstorm, "
        "an option in a question of a ballot.",
        "arguments": [("ID", "tied", "one"), ("OPTION", "option", "one")],
        "options": [SEAT],
        "example": "ledger casting-vote B1.1 b --as alpha",
        "run": "ballot:casting",
        "write": True,
        "data": WROTE,
    },
    "ballot close": {
        "help": "End a ballot: with every question decided it can be ratified, else it is aborted "
        "(a tie may still be broken by `ledger casting-vote`).",
        "arguments": [("B3", "ballot", "one")],
        "example": "ledger ballot close B1 --as warden",
        "run": "ballot:close",
        "write": True,
        "data": WROTE,
    },
}
