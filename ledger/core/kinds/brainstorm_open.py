"""A brainstorm is opened under work items. Subjects: their keys; body: `{topic, policy?,
deadline?}`.

The outcome fixes what it lives under: the policy in its long form, whether that is the set one,
the electorate, and the seats that each `require` names.
"""

from __future__ import annotations

from ledger.core import count, lookup, roster
from ledger.core.clock import require_later
from ledger.core.entry import brainstorm_id
from ledger.core.errors import Conflict, Usage, block
from ledger.core.policy.adopt import read, scope_of
from ledger.core.policy.grammar import LANGUAGE, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("topic",)


def _set(act: Act) -> list[Doc | None]:
    found = {}
    for key in act.subjects:
        doc = scope_of(act.state, key)
        found[doc["policy"] if doc else None] = doc
    return list(found.values())


def who(act: Act) -> Blocks:
    """Any actor; with a policy that is not the set one a steward, or anybody where none is."""
    lookup.items(act.state, act.subjects)
    deadline(act, _rule(act))
    if len(set(act.subjects)) < len(act.subjects):
        raise Usage("an item is named twice")
    there = _set(act)
    if "policy" in act.body:
        long = read(act.state, act.body["policy"])[1]
        if any(doc is not None and doc["policy"] != long for doc in there):
            return roster.stewards_only(act)
    elif len(there) > 1:
        names = " and ".join(f"{d['scope']}: {d['policy']}" if d else "none" for d in there)
        keys = " ".join(act.subjects)
        hint = f"ledger brainstorm open {keys} TOPIC --policy POLICY"
        raise Usage(f"the items' policies differ ({names}): say which with --policy", hint)
    return []


def _rule(act: Act) -> Doc:
    there = _set(act)[0]
    typed = act.body.get("policy") or (there["typed"] if there else None)
    return read(act.state, typed)[0] if typed else {}


def deadline(act: Act, rule: Doc) -> None:
    """Usage where it has passed, or stands beside an `open` (policy.md, "open, final")."""
    if "deadline" not in act.body:
        return
    if "open" in rule:
        raise Usage("--deadline stands for `open`, which the policy has: take one of the two")
    require_later(act.body["deadline"], act.at)


def check(act: Act) -> Blocks:
    """Every item is open, and some policy is set."""
    blocks = [
        block("closed", f"{doc['id']} is closed (#{doc['stated']})", f"ledger item reopen {key}")
        for key in act.subjects
        if (doc := lookup.item(act.state, key))["state"] == "closed"
    ]
    if "policy" not in act.body and _set(act) == [None]:
        project = act.subject.partition("-")[0]
        hint = f"ledger policy set POLICY --project {project}"
        blocks.append(block("no-policy", f"no policy is set for {act.subject}", hint))
    ident = brainstorm_id(act.statement["id"], act.statement["said_at"])
    if act.state.get(ident):
        raise Conflict(f"{ident} exists already", hint=f"ledger brainstorm show {ident}")
    return blocks


def items(act: Act) -> list[str]:
    """The items it is opened under."""
    return act.subjects


def outcome(act: Act) -> Doc:
    """Its id, and what it lives under."""
    there = _set(act)
    typed = act.body.get("policy") or (there[0] or {})["typed"]
    rule, long = read(act.state, typed)
    return {
        "number": brainstorm_id(act.statement["id"], act.statement["said_at"]),
        "policy": long,
        "language": LANGUAGE,
        "set": all(doc is not None and doc["policy"] == long for doc in there),
        "electorate": roster.resolve(act.state, rule["electorate"]["set"]),
        "require": [
            roster.resolve(act.state, one["set"], named=True) for one in rule.get("require", ())
        ],
    }


def apply(act: Act) -> None:
    """The brainstorm's document; its items know of it."""
    made = act.outcome
    doc = {
        "id": made["number"],
        "topic": act.body["topic"],
        "items": list(act.subjects),
        "reach": list(act.subjects),
        "opener": act.actor,
        "opened": act.seq,
        "opened_at": act.at,
        "deadline": act.body.get("deadline"),
        "under": count.under(act.state, act.subjects),
        "policy": made["policy"],
        "set": made["set"],
        "rule": parse(made["policy"]).policy,
        "electorate": made["electorate"],
        "require": made["require"],
        "state": "open",
        "versions": [],
        "positions": {},
        "spoken": [],
        "objections": [],
        "concerns": [],
        "casting": {},
        "excused": {},
        "decision": None,
        "ended": None,
        "end": None,
    }
    act.state.put(doc["id"], doc)
    act.state.touch("open")["ids"].append(doc["id"])
    for key in act.subjects:
        act.state.touch(key)["brainstorms"].append(doc["id"])


def notes(act: Act) -> list[str]:
    """A policy that is not the set one is said so."""
    return [] if act.outcome["set"] else ["its policy is not the set policy"]


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"opened brainstorm {act.outcome['number']}"


def ids(act: Act) -> list[str]:
    """The brainstorm's id."""
    return [act.outcome["number"]]
