"""The verdict on a brainstorm: an answer, not an act (concepts.md, "The life of a decision")."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.errors import block
from ledger.core.force import WAITS
from ledger.core.policy import evaluate
from ledger.core.roster import registered, seat, unregistered
from ledger.core.state import State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]


def recused(doc: Doc) -> set[str]:
    """The seats that are recused: by the policy, or by their stance on the current version."""
    named = {name for clause in doc["rule"].get("recuse", ()) for name in clause["seats"]}
    n = len(doc["versions"])
    by_stance = {
        name
        for name, one in doc["positions"].items()
        if one["on"] == n and one["stance"] == "recuse"
    }
    return (named | by_stance) & set(doc["electorate"])


def counted(doc: Doc) -> Doc:
    """seat -> position, of those on the current version; older ones are stale, and recused and
    excused seats have none."""
    n = len(doc["versions"])
    aside = recused(doc) | set(doc["excused"])
    return {
        name: one for name, one in doc["positions"].items() if one["on"] == n and name not in aside
    }


def count(state: State, doc: Doc, at: str) -> Doc:
    """What has been cast on the current version (`evaluate.Count`)."""
    out = recused(doc)
    shrinks = any(clause["mode"] == "shrinks" for clause in doc["rule"].get("recuse", ()))
    roll = [
        name
        for name in doc["electorate"]
        if name not in doc["excused"] and not (shrinks and name in out)
    ]
    cast = counted(doc)
    made = {"n": len(roll), "present": 0, "for": 0, "against": 0, "abstain": 0}
    made["present"] = sum(registered(seat(state, name), at) for name in roll)
    made["silent"] = sum(name not in cast and name not in out for name in roll)
    for one in cast.values():
        made[one["stance"]] += 1
    return made


def missing(state: State, doc: Doc, at: str) -> list[Doc]:
    """Step 3: a block for each required seat that is not as its `require` asks."""
    cast = counted(doc)
    blocks: dict[str, Doc] = {}
    for rule, named in zip(doc["rule"].get("require", ()), doc["require"], strict=True):
        seats = [name for name in named if name not in doc["excused"]]
        lacking = [name for name in seats if not _is_so(state, rule["how"], name, cast, at)]
        wanted = len(seats) if rule["count"] == "all" else rule["count"]
        if len(seats) - len(lacking) < wanted:
            for name in lacking:
                made = _lack(state, rule["how"], name, doc, at)
                blocks.setdefault(f"{made['code']} {name}", made)
            if not lacking:
                blocks.setdefault("few", _few(wanted, seats))
    return list(blocks.values())


def _few(wanted: int, seats: list[str]) -> Doc:
    """The block for a `require` of more seats than there are."""
    message = f"{wanted} seats are required, and there are only {len(seats)}: {', '.join(seats)}"
    return block("seat-unregistered", message, "ledger seat roster")


def _is_so(state: State, how: str, name: str, cast: Doc, at: str) -> bool:
    if how == "registered":
        return name in cast or registered(seat(state, name), at)
    return name in cast and (how == "cast" or cast[name]["stance"] == "for")


def _lack(state: State, how: str, name: str, doc: Doc, at: str) -> Doc:
    found = seat(state, name)
    if not registered(found, at):
        made = unregistered(found, at)
        if found["retired"] is not None:
            made["hint"] = f"ledger seat excuse {doc['id']} {name} REASON"
        return made
    what = "has not cast" if how == "cast" else "is not for it"
    message = f"required seat {name} ({found['actor']}) {what}"
    return block("required-not-for", message, f"ledger brainstorm show {doc['id']}", seat=name)


def unfilled(state: State, doc: Doc, at: str) -> list[Doc]:
    """Step 10, of a decision or a ballot: a block for each seat that some `require` asks to be
    registered when it is ratified, whatever its word, and that nobody excused."""
    blocks: dict[str, Doc] = {}
    for rule in doc["require"]:
        docs = [seat(state, name) for name in rule["seats"] if name not in doc["excused"]]
        gone = [one for one in docs if not registered(one, at)]
        wanted = len(docs) if rule["count"] == "all" else rule["count"]
        if len(docs) - len(gone) < wanted:
            for one in gone:
                made = unregistered(one, at)
                if one["retired"] is not None:
                    made["hint"] = f"ledger seat excuse {doc['id']} {one['seat']} REASON"
                blocks[one["seat"]] = made
            if not gone:
                blocks["few"] = _few(wanted, [one["seat"] for one in docs])
    return list(blocks.values())


def standing(doc: Doc) -> list[Doc]:
    """The objections that were neither cleared nor given up, and whose seat nobody excused."""
    return [one for one in doc["objections"] if one["ended"] is None]


def objections(state: State, doc: Doc) -> list[Doc]:
    """Step 4: a block for each objection that stands: the seat, the version, who may clear it."""
    blocks = []
    veto = doc["rule"].get("veto")
    for one in standing(doc):
        who = f"by {one['seat']}" if veto["cleared_by"] == "author" else "by any elector"
        what = "a concern of" if one["kind"] == "concern" else "the objection of"
        message = f"{what} {one['seat']} to version {one['version']} stands; cleared {who}"
        gone = seat(state, one["seat"])["retired"] is not None and veto["cleared_by"] == "author"
        verb = "seat excuse" if gone else "clear"
        hint = f"ledger {verb} {doc['id']} {one['seat']} REASON"
        blocks.append(block("objection-open", message, hint, seat=one["seat"], entry=one["entry"]))
    return blocks


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
    rule, adopted = doc["rule"], doc["state"] == "adopted"
    stops = [] if adopted else [*missing(state, doc, at), *objections(state, doc)]
    said = evaluate.verdict(rule, made, bool(stops), doc["state"] in ("closed", "withdrawn"))
    if doc["state"] == "withdrawn":
        said = "withdrawn"
    if adopted:
        said = _adopted(lookup.decision(state, doc["decision"]))
    return {
        "verdict": said,
        "passes": evaluate.passes(rule, made),
        "final": evaluate.final(rule, made),
        "reasons": [] if adopted else [*stops, *shortfalls(doc, made)],
        "needs": _needs(state, doc, made, stops) if said in ("open", "blocked") else {},
        "tally": tally(made),
    }


def _needs(state: State, doc: Doc, made: Doc, stops: list[Doc]) -> Doc:
    wants: Doc = {}
    if lookup.current(doc) is not None and doc["state"] == "open":
        stances, fewest = _wanted(doc)
        wants = evaluate.needs(doc["rule"], made, fewest)
        wants = {key: n for key, n in wants.items() if n and key in stances}  # 0: it passes already
    gone = [one["seat"] for one in stops if one["code"] == "seat-unregistered" and "seat" in one]
    seats = [name for name in gone if seat(state, name)["retired"] is None]  # or it is excused
    clear = list(dict.fromkeys(one["seat"] for one in standing(doc)))
    return {
        **wants,
        **({"register": seats} if seats else {}),
        **({"clear": clear} if clear else {}),
    }


def _wanted(doc: Doc) -> tuple[tuple[str, ...], int]:
    """The stances that each required seat which must have cast, or be for it, may take, and how
    many of them must take one: a stance that no required seat may take does not suffice, nor does
    any where one has spoken otherwise. A seat that is not of the electorate is wanted besides
    (`register`)."""
    cast, out = counted(doc), recused(doc)
    stances: tuple[str, ...] = ("for", "against", "abstain")
    wants: list[tuple[int, list[str]]] = []
    for rule, named in zip(doc["rule"].get("require", ()), doc["require"], strict=True):
        if rule["how"] == "registered":
            continue
        seats = [name for name in named if name not in doc["excused"]]
        wanted = len(seats) if rule["count"] == "all" else rule["count"]
        left = [n for n in seats if not _is_so(State(), rule["how"], n, cast, "")]
        asked = [n for n in left if n in doc["electorate"]]
        lacking = min(wanted - (len(seats) - len(left)), len(asked))
        able = [n for n in asked if n not in cast and n not in out]
        if lacking > len(able):
            return (), 0
        if lacking > 0:
            wants.append((lacking, able))
            stances = ("for",) if rule["how"] == "for" else stances
    return stances, _fewest(wants)


def _fewest(wants: list[tuple[int, list[str]]]) -> int:
    """The least number of seats of which enough are in each list; one seat may serve several."""
    best = {tuple(lacking for lacking, _ in wants): 0}  # what is lacking still: by how many seats
    for name in dict.fromkeys(name for _, able in wants for name in able):
        served = [name in able for _, able in wants]
        for lacking, n in list(best.items()):
            left = tuple(max(0, one - by) for one, by in zip(lacking, served, strict=True))
            best[left] = min(best.get(left, n + 1), n + 1)
    return best[(0,) * len(wants)]


def _adopted(decision: Doc) -> str:
    states = {point["ratification"]["state"] for point in decision["points"]}
    if any(point["state"] == WAITS for point in decision["points"]):
        return "awaiting-ratification"
    return "ratified" if "ratified" in states else "decided"


def tally(made: Doc) -> Doc:
    """The figures of a count as they are stored and shown."""
    return {key: made[key] for key in ("for", "against", "abstain", "silent")}
