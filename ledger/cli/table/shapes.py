"""The shapes of answers, named: a small notation from which the JSON Schemas are made.

`"str"`, `"int"`, `"bool"`, `"any"`; a trailing `?` allows null (`"str?"`); `[shape]` is a list;
`{key: shape}` an object with those keys, where `key?` may be absent and `*` stands for any key;
`"@name"` is a shape of SHAPES, `"@name?"` one or null.
"""

from __future__ import annotations

VOICE = {"seat": "str?", "actor": "str"}
WROTE = {"entry": "int", "ids": ["str"], "changed": "bool", "replayed": "bool", "notes": ["str"]}

SHAPES: dict[str, object] = {
    "voice": VOICE,
    "block": {"code": "str", "message": "str", "hint?": "str", "*": "any"},
    "when": {"clock": "str", "at": "str", "seq": "int"},
    "item": {
        "key": "str",
        "title": "str?",
        "state": "str",
        "owner": "str?",
        "parent": "str?",
        "sub_items": {"done": "int", "total": "int"},
    },
    "point": {
        "id": "str",
        "label": "str",
        "title": "str?",
        "text": "str?",
        "state": "str",
        "decision": "str",
        "since": "str?",
        "entry": "int",
        "ratification": {
            "state": "str",
            "by": "@voice?",
            "entry": "int?",
            "attestation": "str?",
            "ballot": "@ruled?",
            "reason?": "str?",
        },
        "adopted": {"attestation": "str"},
        "held": "@hold?",
        "effects": ["@effect"],
        "replaces": ["str"],
        "replaced_by": ["str"],
        "pending": ["str"],
        "claimed": ["str"],
        "base_fell": ["str"],
        "withdrawn?": "str?",
    },
    "effect": {"verb": "str", "targets": ["str"], "from?": ["str"], "claimed?": "bool"},
    "excuse": {"seat": "str", "by": "str", "reason": "str?"},
    "hold": {"for": "str", "reason": "str?"},
    "ruled": {"id": "str", "question": "str"},
    "casting": {"seat": "str", "actor": "str", "option": "str", "entry": "int"},
    "question": {"id": "str", "text": "str?", "by": "str", "entry": "int", "answer": "@answer?"},
    "ended": {"how": "str", "entry": "int", "by": "str", "reason": "str?"},
    "answer": {"text": "str?", "by": "str", "entry": "int"},
    "finding": {"id": "str", "text": "str?", "source": "str?", "by": "str", "entry": "int"},
    "ballot": {"id": "str", "decision": "str", "to": "str", "state": "str"},
    "adopted": {
        "id": "str",
        "brainstorm": "str",
        "items": ["str"],
        "policy": "str",
        "policy_set": "bool",
        "tally": "@tally",
        "casting": "@casting?",
        "proposed_by": "@voice",
        "decided_by": "@voice",
        "entry": "int",
        "excused": ["@excuse"],
        "adopted": {"attestation": "str"},
    },
    "asked": {
        "id": "str",
        "decision": "str",
        "to": "str",
        "policy": "str",
        "state": "str",
        "made": "int",
        "casting": "@casting?",
    },
    "action": {
        "id": "str",
        "owner": "str?",
        "text": "str?",
        "state": "str",
        "item": "str?",
        "from": "str",
    },
    "storm": {"id": "str", "topic": "str?", "state": "str"},
    "seat": {
        "seat": "str",
        "body": "str",
        "actor": "str?",
        "registered": "bool",
        "since": "str?",
        "expires": "str?",
        "retired": "bool",
    },
    "tally": {"for": "int", "against": "int", "abstain": "int", "silent": "int"},
    "wanted": {
        "for?": "int",
        "against?": "int",
        "abstain?": "int",
        "clear?": "int",
        "register?": ["str"],
    },
    "verdict": {
        "verdict": "str",
        "passes": "bool",
        "final": "bool",
        "reasons": ["@block"],
        "needs": {
            "for?": "int",
            "against?": "int",
            "abstain?": "int",
            "register?": ["str"],
            "clear?": ["str"],
        },
        "tally": "@tally",
        "until": "str?",
    },
    "row": {
        "seq": "int",
        "at": "str",
        "actor": "str",
        "seat": "str?",
        "kind": "str",
        "subjects": ["str"],
        "headline": "str",
        "attestation": "str",
        "texts?": ["str?"],
    },
}

SHOWN_ITEM = {
    "item": "@item",
    "as_of": "@when",
    "in_force": ["@point"],
    "prospective": ["@point"],
    "contested": ["@point"],
    "replaced": ["@point"],
    "questions": ["@question"],
    "brainstorms": ["@storm"],
    "ballots": ["@ballot"],
    "actions": ["@action"],
    "findings": ["@finding"],
    "links": [{"rel": "str", "to": "str?", "from": "str?"}],
}
SHOWN_DECISION = {
    "id": "str",
    "title": "str?",
    "state": "str",
    "items": ["str"],
    "brainstorm": "str",
    "policy": "str",
    "policy_set": "bool",
    "tally": "@tally",
    "casting": "@casting?",
    "holders": {"*": "str?"},
    "excused": ["@excuse"],
    "same_hand": [{"seats": ["str"], "since": "int"}],
    "proposed_by": "@voice",
    "decided_by": "@voice",
    "entry": "int",
    "on": "int",
    "lapses": "str?",
    "adopted": {"attestation": "str"},
    "points": ["@point"],
    "rejected": ["str?"],
    "sources": ["str?"],
    "actions": ["@action"],
    "blocks": ["@block"],
    "as_of": "@when",
}
SHOWN_STORM = {
    "id": "str",
    "topic": "str?",
    "state": "str",
    "items": ["str"],
    "decision": "str?",
    "reason": "str?",
    "policy": "str",
    "policy_set": "bool",
    "proposals": [
        {
            "n": "int",
            "title": "str?",
            "by": "@voice",
            "entry": "int",
            "points": [
                {
                    "label": "str",
                    "text": "str?",
                    "effects": ["@effect"],
                    "hold": "@hold?",
                }
            ],
            "rejected": ["str?"],
            "actions": [{"owner": "str?", "text": "str?"}],
            "sources": ["str?"],
        }
    ],
    "objections": [
        {
            "seat": "str",
            "actor": "str",
            "kind": "str",
            "version": "int",
            "reason": "str?",
            "entry": "int",
            "ended": "@ended?",
        }
    ],
    "excused": ["@excuse"],
    "electorate": [
        {
            "seat": "str",
            "actor": "str?",
            "by": "str?",
            "registered": "bool",
            "stance": "str?",
            "on": "int?",
            "stale": "bool",
            "dissent": "bool",
            "reason": "str?",
        }
    ],
    "verdict": "@verdict",
    "casting": "@casting?",
    "passed": "str?",
    "next": ["str"],
    "as_of": "@when",
}

SHOWN_BALLOT = {
    "id": "str",
    "decision": "str",
    "title": "str?",
    "to": "str",
    "policy": "str",
    "state": "str",
    "ratifier": "str?",
    "electorate": [
        {
            "seat": "str",
            "actor": "str?",
            "registered": "bool",
            "by": "str?",
            "answered": ["str"],
            "answers": {"*": "str"},
        }
    ],
    "excused": ["@excuse"],
    "questions": [
        {
            "label": "str",
            "text": "str?",
            "rules_on": ["str"],
            "options": [{"key": "str", "text": "str?", "effect": "str"}],
            "verdict": {
                "verdict": "str",
                "winners": ["str"],
                "tally": {"*": "int"},
                "quorum": {"required": "str?", "have": "int", "met": "bool"},
                "default_won": "bool",
                "passes": "bool",
                "final": "bool",
                "ranking": [["str"]],
                "dropped": [{"option": "str", "reason": "str"}],
                "needs": "@wanted",
                "reasons": ["@block"],
                "until": "str?",
            },
            "casting": "@casting?",
            "answer": "str?",
            "refinement": "str?",
            "point": "str?",
        }
    ],
    "next": ["str"],
    "as_of": "@when",
}


def listed(row: object, name: str = "rows") -> dict[str, object]:
    """The shape of a list (cli.md, "Lists")."""
    return {name: [row], "total": "int", "returned": "int", "truncated": "bool"}


def one_of(*shapes: object) -> dict[str, object]:
    """An answer of one of several shapes."""
    return {"|": list(shapes)}
