"""A ballot is put to seats, on points that wait. Subject: the decision; body: `{to, policy?,
deadline?, title?, questions: [{label, text, rules_on, options: [{key, text, effect}]}]}`
(concepts.md, "ballot")."""

from __future__ import annotations

from ledger.core import ballots, count, force, lookup, roster
from ledger.core.entry import digest
from ledger.core.errors import Usage, block
from ledger.core.kinds import ratify
from ledger.core.kinds.brainstorm_close import deciders_only, may_decide
from ledger.core.kinds.brainstorm_open import deadline
from ledger.core.policy.adopt import read_ballot
from ledger.core.policy.grammar import LANGUAGE, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ("title", "questions/*/text", "questions/*/options/*/text")


def _points(draft: Doc) -> list[str]:
    return [ident for one in draft["body"]["questions"] for ident in one["rules_on"]]


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that proposed each point, and its label."""
    lookup.decision(state, draft["subjects"][0])
    absent = [ident for ident in _points(draft) if force.find(state, ident) is None]
    if absent:
        raise Usage(f"{', '.join(absent)} does not exist")
    homes = [(lookup.ruling(state, i.split(".")[0]), i.split(".")[1]) for i in _points(draft)]
    return [{"statement": doc["statement"], "point": label} for doc, label in homes]


def _policy(act: Act) -> tuple[Doc, str]:
    typed = act.body.get("policy") or ballots.default_policy(act.body["to"])
    rule, long = read_ballot(act.state, typed)
    own, _ = read_ballot(act.state, ballots.default_policy(act.body["to"]))
    wanted = set(roster.resolve(act.state, own["electorate"]["set"]))
    if set(roster.resolve(act.state, rule["electorate"]["set"])) != wanted:
        raise Usage(f"the policy's electorate is not --to {act.body['to']}")
    return rule, long


def who(act: Act) -> Blocks:
    """Whoever may decide the decision, or proposed it."""
    doc = lookup.decision(act.state, act.subject)
    rule, _ = _policy(act)
    deadline(act, rule)
    _keys(act, rule)
    if not any(ident.startswith(f"{doc['id']}.") for ident in _points(act.statement)):
        raise Usage(f"the ballot rules on no point of {doc['id']}")
    if roster.same_actor(act.state, act.actor, doc["proposed_by"]["actor"]):
        return []
    storm = lookup.brainstorm(act.state, doc["brainstorm"])
    return deciders_only(act, storm, may_decide(act, storm))


def _keys(act: Act, rule: Doc) -> None:
    """Usage where what the policy calls an option is none of a question (policy.md, "Methods")."""
    named = [*([rule["default"]] if "default" in rule else [])]
    named += [one["name"] for one in rule.get("option", ())]
    for one in act.body["questions"]:
        absent = [key for key in named if key not in [o["key"] for o in one["options"]]]
        if absent:
            raise Usage(
                f"question {one['label']} has no option {', '.join(absent)}, which the policy names"
            )


def check(act: Act) -> Blocks:
    """Every point waits, for the same ratifier, in the same items, in no other ballot, with no
    amendment pending, and with its partners in its question."""
    doc = lookup.decision(act.state, act.subject)
    if doc["ratifier"] is None:
        message = f"{doc['id']} asks for no ratification"
        return [block("not-the-ratifier", message, f"ledger show {doc['id']}")]
    blocks, asked = [], ballots.in_ballots(act.state, act.at)
    for one in act.body["questions"]:
        for ident in one["rules_on"]:
            blocks += _point(act, doc, ident, asked.get(ident))
        blocks += _split(act, one)
    return blocks


def _point(act: Act, doc: Doc, ident: str, other: str | None) -> Blocks:
    state, show = act.state, f"ledger show {ident}"
    home, point = lookup.ruling(state, ident.split(".")[0]), lookup.point(state, ident)
    ratified = point["ratification"]["state"] == "ratified"
    if point["state"] != force.WAITS:
        if ratified:
            why = f"{ident} was ratified (#{point['ratification']['entry']})"
            return [block("already-ratified", why, show, point=ident)]
        if point["ratification"]["state"] == "not-required":
            message = f"{ident} asks for no ratification: it is in force by its policy"
            return [block("not-the-ratifier", message, show, point=ident)]
        return [ratify.dead(ident, point)]
    blocks = []
    if home["ratifier"] != doc["ratifier"] or not set(home["items"]) & set(doc["items"]):
        message = f"{ident} is of other items or another ratifier than {doc['id']}"
        blocks.append(block("not-allowed", message, show, point=ident))
    if point["pending"]:
        blocks += ratify.amendments(home, [point])
    if other:
        message = f"{ident} stands in {other} already, which is not ratified yet"
        blocks.append(block("not-allowed", message, f"ledger ballot show {other}", point=ident))
    return blocks


def _split(act: Act, asked: Doc) -> Blocks:
    blocks = []
    by_home: dict[str, list[str]] = {}
    for ident in asked["rules_on"]:
        by_home.setdefault(ident.split(".")[0], []).append(ident.split(".")[1])
    for home, labels in by_home.items():
        doc = lookup.ruling(act.state, home)
        chosen = [p for p in doc["points"] if p["label"] in labels]
        blocks += ratify.split(doc, chosen, f"ledger show {home}")
    return blocks


def _homes(act: Act) -> list[Doc]:
    ids = dict.fromkeys([act.subject, *(i.split(".")[0] for i in _points(act.statement))])
    return [lookup.ruling(act.state, ident) for ident in ids]


def items(act: Act) -> list[str]:
    """Those of the decisions it rules on."""
    return list(dict.fromkeys(key for doc in _homes(act) for key in doc["reach"]))


def outcome(act: Act) -> Doc:
    """Its number, what it lives under, and what each answer that amends would do."""
    rule, long = _policy(act)
    numbers = act.state.get("numbers") or {"ballots": 0}
    return {
        "number": f"B{numbers['ballots'] + 1}",
        "policy": long,
        "language": LANGUAGE,
        "electorate": roster.resolve(act.state, rule["electorate"]["set"]),
        "require": [
            roster.resolve(act.state, one["set"], named=True) for one in rule.get("require", ())
        ],
        "questions": [
            {
                "label": one["label"],
                "effects": ballots.effects_of(act.state, one["rules_on"], "amends"),
            }
            for one in act.body["questions"]
            if any(o["effect"] == "amends" for o in one["options"])
        ],
    }


def apply(act: Act) -> None:
    """The ballot's document; its items know of it."""
    state, made = act.state, act.outcome
    rule = parse(made["policy"]).policy
    decision = lookup.decision(state, act.subject)
    homes = _homes(act)
    doc = state.put(made["number"], _doc(act, rule, decision))
    doc["items"] = list(dict.fromkeys(key for one in homes for key in one["items"]))
    doc["reach"] = list(dict.fromkeys(key for one in homes for key in one["reach"]))
    state.touch("numbers")["ballots"] = int(made["number"][1:])
    state.touch("open")["ids"].append(doc["id"])
    for item in state.known(*doc["reach"]):
        item["ballots" if item["id"] in doc["items"] else "visitors"].append(doc["id"])


def _doc(act: Act, rule: Doc, decision: Doc) -> Doc:
    made = act.outcome
    requires = zip(rule.get("require", ()), made["require"], strict=True)
    return {
        "id": made["number"],
        "decision": decision["id"],
        "statement": digest(act.statement),
        "title": act.body.get("title"),
        "to": act.body["to"],
        "opener": act.actor,
        "policy": made["policy"],
        "rule": rule,
        "electorate": made["electorate"],
        "require": [{"count": one["count"], "seats": seats} for one, seats in requires],
        "how": [one["how"] for one in rule.get("require", ())],
        "excused": {},
        "ratifier": decision["ratifier"],
        "state": "open",
        "ended": None,
        "questions": act.body["questions"],
        "said": {},
        "cast": {},
        "opened": act.seq,
        "opened_at": act.at,
        "deadline": act.body.get("deadline"),
        "under": count.under(act.state, decision["items"]),
        "casting": {},
        "end": None,
        "points": [],
        "entry": act.seq,
        "made": None,
        "moved": act.seq,
        "released": act.seq,
    }


def notes(act: Act) -> list[str]:
    """What each option would do, and what the answers that amend would take over."""
    lines = []
    for one in act.body["questions"]:
        does = ", ".join(f"{o['key']} {o['effect']}" for o in one["options"])
        lines.append(f"question {one['label']} on {', '.join(one['rules_on'])}: {does}")
    for one in act.outcome["questions"]:
        for effect in one["effects"]:
            if "from" in effect:
                targets = ", ".join(effect["targets"])
                taken = f"taken over from {effect['from'][-1]}"
                lines.append(f"question {one['label']}: {effect['verb']} {targets} ({taken})")
    return lines


def headline(act: Act) -> str:
    """What was done, in one line."""
    number = act.outcome["number"]
    return f"opened ballot {number} on {', '.join(_points(act.statement))} to {act.body['to']}"


def ids(act: Act) -> list[str]:
    """The ballot."""
    return [act.outcome["number"]]
