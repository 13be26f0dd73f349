"""Ballots: what answers are well formed, and how a question stands (concepts.md, "In force" 7-9;
policy.md, "Methods")."""

from __future__ import annotations

from ledger.core import force
from ledger.core.errors import Usage
from ledger.core.policy import evaluate
from ledger.core.roster import registered, seat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def default_policy(to: str) -> str:
    """The policy of a ballot that is opened without one (policy.md, "Methods")."""
    return f"electorate {to}; quorum >= all of cast; method plurality"


def question(doc: Doc, label: str) -> Doc | None:
    """The question of that label."""
    return next((one for one in doc["questions"] if one["label"] == label), None)


def option(asked: Doc, key: str) -> Doc | None:
    """The option of that key."""
    return next((one for one in asked["options"] if one["key"] == key), None)


def require(doc: Doc, answers: list[Doc]) -> None:
    """Usage that names every answer to no question, with no option, or with a refinement that has
    no place: put to several seats, or beside an option that does nothing."""
    labels = [one["question"] for one in answers]
    twice = sorted({label for label in labels if labels.count(label) > 1}, key=int)
    faults = [f"question {label} is answered twice" for label in twice]
    for one in answers:
        asked = question(doc, one["question"])
        chosen = option(asked, one["choice"]) if asked else None
        if asked is None:
            legal = ", ".join(q["label"] for q in doc["questions"])
            faults.append(f"there is no question {one['question']}; there are {legal}")
        elif chosen is None:
            legal = ", ".join(o["key"] for o in asked["options"])
            faults.append(f"question {one['question']} has no option {one['choice']}: {legal}")
        elif "refinement" in one and len(doc["electorate"]) > 1:
            faults.append(f"answer {one['question']}: a refinement only where one seat is asked")
        elif "refinement" in one and chosen["effect"] == "none":
            faults.append(
                f"answer {one['question']}: option {one['choice']} does nothing to refine"
            )
    if faults:
        raise Usage("; ".join(faults), f"ledger ballot show {doc['id']}")


def votes(doc: Doc, label: str) -> dict[str, str]:
    """seat -> option, of those whose answer counts."""
    return {
        name: cast["answers"][label]["choice"]
        for name, cast in doc["cast"].items()
        if label in cast["answers"] and name not in doc["excused"]
    }


def missing(state: State, doc: Doc, label: str, at: str) -> list[str]:
    """The required seats that are not as their `require` asks, for one question."""
    said, found = votes(doc, label), []
    for rule, how in zip(doc["require"], doc["how"], strict=True):
        seats = [name for name in rule["seats"] if name not in doc["excused"]]
        lacking = [
            name
            for name in seats
            if name not in said and (how != "registered" or not registered(seat(state, name), at))
        ]
        wanted = len(seats) if rule["count"] == "all" else rule["count"]
        if len(seats) - len(lacking) < wanted:
            found += lacking
    return list(dict.fromkeys(found))


def verdict(state: State, doc: Doc, label: str, at: str) -> Doc:
    """`{verdict, winners, tally, quorum}` of a question by plurality: before the end `decided` as
    soon as the quorum holds and one option leads, `rejected` as soon as none can be any more; at
    the end `no-quorum` or `tied` otherwise."""
    said = votes(doc, label)
    asked = question(doc, label) or {"options": ()}
    tally = {one["key"]: 0 for one in asked["options"]}
    for choice in said.values():
        tally[choice] += 1
    roll = [name for name in doc["electorate"] if name not in doc["excused"]]
    present = sum(registered(seat(state, name), at) for name in roll)
    best = max(tally.values(), default=0)
    winners = [key for key, count in tally.items() if count == best > 0]
    count = {
        "n": len(roll),
        "present": present,
        "for": best,
        "against": len(said) - best,
        "abstain": 0,
        "silent": len(roll) - len(said),
    }
    met = evaluate.quorum_met(doc["rule"], count)
    passed = all(evaluate.pass_met(rule, count) for rule in doc["rule"].get("pass", ()))
    named = _name(doc["state"] != "open", met, passed, winners)
    then = {**count, "present": sum(n not in said or registered(seat(state, n), at) for n in roll)}
    if named == "open" and not _possible(doc["rule"], then, tally):
        named = "rejected"
    if missing(state, doc, label, at):
        named = "blocked"
    ended = doc["said"].get(label)  # what was said when it was closed stands
    return {
        "verdict": ended["verdict"] if ended else named,
        "winners": ended["winners"] if ended else winners if named == "decided" else [],
        "tally": tally,
        "quorum": _quorum(doc["rule"], count, met),
    }


def _name(ended: bool, met: bool, passed: bool, winners: list[str]) -> str:
    if met and passed and len(winners) == 1:
        return "decided"
    if not ended:
        return "open"
    if not met:
        return "no-quorum"
    return "tied" if passed and winners else "rejected"


def _possible(rule: Doc, count: Doc, tally: dict[str, int]) -> bool:
    """Can an option still win? Each is helped most where all the silent choose it."""
    cast = sum(tally.values()) + count["silent"]
    for key, votes in tally.items():
        best = votes + count["silent"]
        then = {**count, "for": best, "against": cast - best, "silent": 0}
        leads = best > max((n for other, n in tally.items() if other != key), default=0)
        passed = all(evaluate.pass_met(one, then) for one in rule.get("pass", ()))
        if leads and passed and evaluate.quorum_met(rule, then):
            return True
    return False


def _quorum(rule: Doc, count: Doc, met: bool) -> Doc:
    asked = rule.get("quorum")
    if asked is None:
        return {"required": None, "have": count["n"] - count["silent"], "met": True}
    required = evaluate.required(asked["amount"], count["n"])
    return {"required": required, "have": evaluate.counted(count, asked["of"]), "met": met}


def answer(doc: Doc, label: str, won: str) -> Doc:
    """What the winning option does, and the refinement of the one seat that was asked."""
    asked = question(doc, label) or {}
    chosen = option(asked, won) or {}
    refinement = None
    if len(doc["electorate"]) == 1:
        cast = doc["cast"].get(doc["electorate"][0], {"answers": {}})
        refinement = cast["answers"].get(label, {}).get("refinement")
    return {"option": chosen, "refinement": refinement}


def makes_point(made: Doc) -> bool:
    """Does the answer make a point: every one that amends, and one that ratifies with a refinement
    (concepts.md, "In force" 8)?"""
    effect = made["option"].get("effect")
    return bool(effect == "amends" or (effect == "ratifies" and made["refinement"]))


def text_of(state: State, made: Doc) -> str:
    """The text of the point that an answer makes: the option's, and the refinement below it."""
    parts = [state.text(made["option"]["text"]) or ""]
    if made["refinement"]:
        parts.append(state.text(made["refinement"]) or "")
    return "\n".join(parts)


def effects_of(state: State, rules_on: list[str], effect: str) -> list[Doc]:
    """The effects of the point that an answer makes on the points that its question rules on."""
    if effect == "ratifies":
        return [{"verb": "refines", "targets": rules_on}]
    own = [{"verb": "amends", "targets": rules_on}]
    return own + force.inherit(state, own, set(rules_on))


def point(label: str, text: str, effects: list[Doc], seq: int) -> Doc:
    """The document of a point that has just been made, and is not yet anything."""
    return {
        "label": label,
        "text": text,
        "state": force.WAITS,
        "by": seq,
        "since": None,
        "effects": effects,
        "ratification": {"state": "awaiting", "by": None, "entry": None, "attestation": None},
        "replaces": [],
        "replaced_by": [],
        "pending": [],
        "built": [],
        "holds": [],
        "fell_with": [],
    }


def undecided(state: State, doc: Doc, at: str) -> list[str]:
    """The labels of the questions that have no answer."""
    labels: Iterable[str] = (one["label"] for one in doc["questions"])
    return [one for one in labels if verdict(state, doc, one, at)["verdict"] != "decided"]
