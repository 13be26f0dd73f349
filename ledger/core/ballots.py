"""Ballots: what answers are well formed, and how a question stands (concepts.md, "In force" 7-9;
policy.md, "Methods")."""

from __future__ import annotations

from ledger.core import count, ending, force, tenure, window
from ledger.core.errors import Usage, block
from ledger.core.policy.methods import METHODS
from ledger.core.policy.votes import groups
from ledger.core.verdict import hint_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


SIGNS = frozenset(">=,")


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
        ranks = asked is not None and chosen is None and not SIGNS.isdisjoint(one["choice"])
        if asked is not None and ranks:
            faults += _ranks(doc["rule"], asked, one)
        elif asked is None:
            legal = ", ".join(q["label"] for q in doc["questions"])
            faults.append(f"there is no question {one['question']}; there are {legal}")
        elif chosen is not None and _unranked(doc["rule"], asked):
            faults.append(f"answer {one['question']}: it leaves options unranked")
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


def _unranked(rule: Doc, asked: Doc) -> bool:
    """Does a single option leave others unranked where the policy refuses that?"""
    return rule["method"]["unranked"] == "invalid" and len(asked["options"]) > 1


def _ranks(rule: Doc, asked: Doc, one: Doc) -> list[str]:
    """What is wrong with ranks or approvals."""
    label, named, method = asked["label"], keys(one["choice"]), rule["method"]["name"]
    legal = [o["key"] for o in asked["options"]]
    unknown = [key for key in named if key not in legal]
    if unknown:
        return [f"question {label} has no option {', '.join(unknown)}: {', '.join(legal)}"]
    if len(set(named)) < len(named):
        return [f"answer {label}: an option stands twice in {one['choice']}"]
    if ("," in one["choice"]) is not (method == "approval"):
        what = "approves" if "," in one["choice"] else "ranks"
        return [f"answer {label}: it {what}, and the method is {method}"]
    if "refinement" in one:
        return [f"answer {label}: a refinement goes with one option, not with several"]
    why = METHODS[method].fault(groups(one["choice"]), len(legal)) if method != "approval" else ""
    if rule["method"]["unranked"] == "invalid" and len(named) < len(legal):
        why = "it leaves options unranked, which the policy refuses"
    return [f"answer {label}: {why}"] if why else []


def verdict(state: State, doc: Doc, label: str, at: str) -> Doc:
    """`{verdict, winners, tally, quorum, ...}` of a question at that time, or, once the ballot has
    ended, as of its end: what `ledger tally` says of it, but that `tally` maps each option to the
    ballots that put it first, and `reasons` have hints."""
    when = ending.by_then(state, doc, tenure.reading(at))
    time = window.of(state, doc, when)
    told = count.evaluate(state, doc, when, time, label)
    asked = question(doc, label) or {"options": ()}
    tally = {one["key"]: 0 for one in asked["options"]}
    for one in count.counted(state, doc, when, label).values():
        for key in first(doc["rule"], one["choice"]):
            tally[key] += 1
    said = doc["said"].get(label) or told  # what was said when it was closed stands
    return {
        "verdict": said["verdict"],
        "winners": said["winners"],
        "default_won": default_won(doc, said),
        "tally": tally,
        "quorum": told["quorum"],
        "passes": told["passes"],
        "final": told["final"],
        "ranking": told["ranking"],
        "dropped": told["dropped"],
        "needs": told["needs"],
        "reasons": _reasons(state, doc, told, time, label),
        "until": time["until"] if doc["state"] == "open" and not time["passed"] else None,
    }


def ended(state: State, doc: Doc, label: str, at: str) -> Doc:
    """`{verdict, winners}` of a question as it is closed, or once a tie is broken."""
    said = verdict(state, {**doc, "said": {}}, label, at)
    return {key: said[key] for key in ("verdict", "winners")}


def default_won(doc: Doc, said: Doc) -> bool:
    """Has the option that means none of these won?"""
    winners: list[str] = said["winners"]
    return said["verdict"] == "decided" and winners == [doc["rule"].get("default")]


def waits_for_casting(doc: Doc, said: Doc) -> bool:
    """Can a casting vote still decide it?"""
    return said["verdict"] == "tied" and (doc["rule"].get("tie") or {}).get("how") == "casting"


def _reasons(state: State, doc: Doc, told: Doc, time: Doc, label: str) -> list[Doc]:
    show = f"ledger ballot show {doc['id']}"
    found = [hint_for(state, doc, one, show, label) for one in told["reasons"]]
    early = ("window-open",) if told["verdict"] == "tied" else ("window-open", "tied")
    found = [one for one in found if one["code"] not in early]
    if told["default_won"]:
        found.append(block("default-won", f"{told['winners'][0]} wins: none of these", show))
    return found + (window.running(doc, time, told) if doc["state"] == "open" else [])


def first(rule: Doc, choice: str) -> list[str]:
    """The options that an answer puts first, or approves."""
    if rule["method"]["name"] == "approval":
        return choice.split(",")
    return list(groups(choice)[0])


def keys(choice: str) -> list[str]:
    """The options that an answer names."""
    for sign in SIGNS:
        choice = choice.replace(sign, ",")
    return choice.split(",")


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


def point(label: str, text: str, effects: list[Doc], seq: int, items: list[str]) -> Doc:
    """The document of a point that has just been made, and is not yet anything; `items` are those
    where it stands."""
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
        "claimed": [],
        "built": [],
        "holds": [],
        "fell_with": [],
        "items": items,
    }


def undecided(state: State, doc: Doc, at: str) -> list[str]:
    """The labels of the questions that have no answer."""
    labels: Iterable[str] = (one["label"] for one in doc["questions"])
    return [one for one in labels if verdict(state, doc, one, at)["verdict"] != "decided"]


def in_ballots(state: State, at: str) -> dict[str, str]:
    """point -> the ballot, not yet ratified or aborted (nor lapsed), in one of whose questions it
    stands."""
    found = [doc for doc in state.many((state.get("open") or {"ids": []})["ids"]) if "cast" in doc]
    asked = [
        (one, doc["id"])
        for doc in found
        if doc["state"] == "closed" or not window.over(state, doc, at)
        for one in doc["questions"]
    ]
    return {ident: ballot for one, ballot in asked for ident in one["rules_on"]}
