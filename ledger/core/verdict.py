"""The verdict on a brainstorm: an answer, not an act (concepts.md, "The life of a decision")."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.errors import block
from ledger.core.force import WAITS
from ledger.core.policy import evaluate
from ledger.core.roster import registered, seat, unregistered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def counted(doc: Doc) -> Doc:
    """seat -> position, for those on the current version; older ones are stale."""
    n = len(doc["versions"])
    return {name: one for name, one in doc["positions"].items() if one["on"] == n}


def count(state: State, doc: Doc, at: str) -> Doc:
    """What has been cast on the current version (`evaluate.Count`)."""
    roll = doc["electorate"]
    made = {"n": len(roll), "present": 0, "for": 0, "against": 0, "abstain": 0}
    made["present"] = sum(registered(seat(state, name), at) for name in roll)
    for one in counted(doc).values():
        made[one["stance"]] += 1
    return made


def missing(state: State, doc: Doc, at: str) -> list[Doc]:
    """Step 3: a block for each required seat that is not as its `require` asks."""
    cast = counted(doc)
    blocks: dict[str, Doc] = {}
    for rule, seats in zip(doc["rule"].get("require", ()), doc["require"], strict=True):
        lacking = [name for name in seats if not _is_so(state, rule["how"], name, cast, at)]
        wanted = len(seats) if rule["count"] == "all" else rule["count"]
        if len(seats) - len(lacking) < wanted:
            for name in lacking:
                made = _lack(state, rule["how"], name, doc, at)
                blocks.setdefault(f"{made['code']} {name}", made)
    return list(blocks.values())


def _is_so(state: State, how: str, name: str, cast: Doc, at: str) -> bool:
    if how == "registered":
        return name in cast or registered(seat(state, name), at)
    return name in cast and (how == "cast" or cast[name]["stance"] == "for")


def _lack(state: State, how: str, name: str, doc: Doc, at: str) -> Doc:
    found = seat(state, name)
    if not registered(found, at):
        return unregistered(found, at)
    what = "has not cast" if how == "cast" else "is not for it"
    return block(
        "required-not-for",
        f"required seat {name} ({found['actor']}) {what}",
        f"ledger brainstorm show {doc['id']}",
        seat=name,
    )


def unfilled(state: State, required: Iterable[Doc], at: str) -> list[Doc]:
    """Step 10: a block for each seat that some `require` asks to be registered when it is
    ratified, whatever its word; `required` are `{count, seats}`."""
    blocks: dict[str, Doc] = {}
    for rule in required:
        docs = [seat(state, name) for name in rule["seats"]]
        gone = [doc for doc in docs if not registered(doc, at)]
        if len(docs) - len(gone) < rule["count"]:
            blocks.update({doc["seat"]: unregistered(doc, at) for doc in gone})
    return list(blocks.values())


def shortfalls(doc: Doc, made: Doc) -> list[Doc]:
    """Steps 5 and 7: a block for the quorum and one for each `pass` that does not hold."""
    rule, blocks, hint = doc["rule"], [], f"ledger brainstorm show {doc['id']}"
    if not evaluate.quorum_met(rule, made):
        quorum = rule["quorum"]
        have = evaluate.counted(made, quorum["of"])
        want = evaluate.required(quorum["amount"], made["n"])
        more = "more than " if quorum["cmp"] == ">" else ""
        message = f"quorum is {have} of {more}{want} {quorum['of']}"
        blocks.append(block("quorum-unmet", message, hint, have=have, required=want))
    for clause in evaluate.rules(rule):
        if not evaluate.pass_met(clause, made):
            figures = evaluate.in_words(clause, made)
            blocks.append(block("threshold-unmet", f"not passed: {figures}", hint))
    return blocks


def of(state: State, doc: Doc, at: str) -> Doc:
    """`{verdict, passes, final, reasons, needs, tally}` at that time (policy.md)."""
    made = count(state, doc, at)
    lacking = missing(state, doc, at)
    proposed = lookup.current(doc) is not None
    rule, ended = doc["rule"], doc["state"] in ("closed", "withdrawn")
    said = evaluate.verdict(rule, made, bool(lacking), ended)
    if doc["state"] == "withdrawn":
        said = "withdrawn"
    if doc["state"] == "adopted":
        said = _adopted(lookup.decision(state, doc["decision"]))
        lacking = []
    wants: Doc = evaluate.needs(rule, made) if proposed and said in ("open", "blocked") else {}
    if lacking and said == "blocked":
        wants["register"] = [b["seat"] for b in lacking if b["code"] == "seat-unregistered"]
    return {
        "verdict": said,
        "passes": evaluate.passes(rule, made),
        "final": evaluate.final(rule, made),
        "reasons": [*lacking, *([] if doc["state"] == "adopted" else shortfalls(doc, made))],
        "needs": wants,
        "tally": tally(made),
    }


def _adopted(decision: Doc) -> str:
    states = {point["ratification"]["state"] for point in decision["points"]}
    if any(point["state"] == WAITS for point in decision["points"]):
        return "awaiting-ratification"
    return "ratified" if "ratified" in states else "decided"


def tally(made: Doc) -> Doc:
    """The figures of a count as they are stored and shown."""
    return {
        "for": made["for"],
        "against": made["against"],
        "abstain": made["abstain"],
        "silent": evaluate.silent(made),
    }
