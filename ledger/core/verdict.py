"""The verdict on a brainstorm: an answer, not an act (concepts.md, "The life of a decision").

The policy is evaluated by `policy/whole.py` on what `count.py` makes of the documents; here its
reasons become blocks, each with a hint.
"""

from __future__ import annotations

from ledger.core import count, ending, lookup, tenure, window
from ledger.core.clock import page
from ledger.core.errors import block
from ledger.core.force import WAITS
from ledger.core.policy.stops import asked, few
from ledger.core.roster import registered, same_actor, seat, unregistered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def recused(doc: Doc) -> set[str]:
    """The seats that the policy recuses."""
    return {name for clause in doc["rule"].get("recuse", ()) for name in clause["seats"]}


def counted(state: State, doc: Doc, at: str) -> Doc:
    """seat -> position, of those that count: on the current version (older ones are stale), of
    seats neither recused nor excused."""
    when = ending.by_then(state, doc, tenure.reading(at))
    said, out = count.counted(state, doc, when), recused(doc)
    return {
        name: one for name, one in said.items() if name not in out and one["stance"] != "recuse"
    }


def hint_for(state: State, doc: Doc, reason: Doc, show: str, label: str = "") -> Doc:
    """A reason of the evaluator as a block: with a command that helps, and who holds the seat;
    `label` is the question's, of a ballot."""
    code, more = reason["code"], {k: v for k, v in reason.items() if k not in ("code", "message")}
    if "seat" in reason and code in ("seat-unregistered", "required-not-for"):
        return _lack(state, doc, seat(state, reason["seat"]), code, reason["message"], show)
    hint = {
        "seat-unregistered": ROSTER,
        "tied": casting(doc, f"{doc['id']}{label and '.'}{label}", show),
    }.get(code, show)
    return block(code, reason["message"], hint, **more)


def broken(state: State, doc: Doc, at: str, label: str = "") -> Doc | None:
    """`{seat, actor, option, entry}` of the casting vote without which a brainstorm, or a question
    of a ballot, would be tied at that time or was at its end; None where no such vote counts."""
    cast = doc["casting"].get(label)
    if cast is None:
        return None
    when = ending.by_then(state, doc, tenure.reading(at))
    time = window.of(state, doc, when)
    told = count.evaluate(state, {**doc, "casting": {}}, when, time, label or None)
    if not _tied(told):
        return None
    return {key: cast[key] for key in ("seat", "actor", "option", "entry")}


def spent(state: State, doc: Doc, at: str) -> bool:
    """Has the window of an open brainstorm passed, so that nothing is proposed or cast any more,
    and what there is does not pass? Its roll is taken as it stands; what only waits for an
    objection to be cleared, a seat or a casting vote is not spent."""
    time = window.of(state, doc, tenure.reading(at))
    if not time["passed"] or window.over(state, doc, at):
        return False
    if lookup.current(doc) is None:
        return True
    told = count.evaluate(state, doc, tenure.reading(at), time)
    if told["verdict"] == "blocked":
        return not (told["passes"] or doc["casting"] or _tied(told))
    return told["verdict"] in ("rejected", "no-quorum") or told["default_won"]


def closing(ident: str) -> str:
    """The command that ends a brainstorm which nothing can pass any more."""
    return f"ledger brainstorm close {ident} --no-decision REASON"


def _tied(told: Doc) -> bool:
    return any(one["code"] == "tied" for one in told["reasons"])


ROSTER = "ledger seat roster"


def casting(doc: Doc, ident: str, show: str) -> str:
    """The hint where it is tied: whose vote can break it, if anybody's."""
    breaks = (doc["rule"].get("tie") or {}).get("how") == "casting"
    return f"ledger casting-vote {ident} OPTION" if breaks else show


def _lack(state: State, doc: Doc, found: Doc, code: str, message: str, show: str) -> Doc:
    if code == "seat-unregistered":
        return lacking(found, doc["id"], message)
    held = message.replace(found["seat"], f"{found['seat']} ({found['actor']})", 1)
    return block(code, held, show, seat=found["seat"])


def lacking(found: Doc, ident: str, message: str = "") -> Doc:
    """The block for a required seat that is not registered; a retired one can only be excused."""
    made = unregistered(found, "")
    if found["retired"] is not None:
        made["hint"] = f"ledger seat excuse {ident} {found['seat']} REASON"
    return made


def unfilled(state: State, doc: Doc, at: str) -> list[Doc]:
    """Step 10, of a decision or a ballot: a block for each seat that some `require` asks to be
    registered when it is ratified, whatever its word, and that nobody excused."""
    blocks: dict[str, Doc] = {}
    for rule in doc["require"]:
        names, wanted = asked(rule["count"], rule["seats"], doc["excused"])
        gone = [one for one in (seat(state, n) for n in names) if not registered(one, at)]
        if len(names) - len(gone) < wanted:
            blocks.update({one["seat"]: lacking(one, doc["id"]) for one in gone})
            if not gone:
                blocks["few"] = block(**few(wanted, names), hint=ROSTER)
    return list(blocks.values())


def dependent(state: State, doc: Doc, actor: str) -> list[Doc]:
    """The block for a ratifier of a decision that must be independent, and is not."""
    if not doc["independent"]:
        return []
    hands = {doc["proposed_by"]["actor"]: "proposed it"}
    hands.update({one: f"was counted for {name}" for name, one in doc["counted"].items()})
    said = " and ".join(what for one, what in hands.items() if same_actor(state, one, actor))
    if not said:
        return []
    message = f"{doc['ratifier']} must be independent, and {actor} {said}"
    return [block("same-hand", message, f"ledger show {doc['id']}", seat=doc["ratifier"])]


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


def of(state: State, doc: Doc, at: str) -> Doc:
    """`{verdict, passes, final, reasons, needs, tally, until}` at that time (policy.md), or, once
    it has ended, as of its end; `until` is when the window, or else the final period, ends."""
    when = ending.by_then(state, doc, tenure.reading(at))
    time = window.of(state, doc, when)
    told = count.evaluate(state, doc, when, time)
    adopted = doc["state"] == "adopted"
    said = _adopted(lookup.decision(state, doc["decision"])) if adopted else told["verdict"]
    runs = time["until"] if time["until"] and not time["passed"] else time["final_until"]
    return {
        "verdict": said,
        "passes": told["passes"],
        "final": told["final"],
        "reasons": [] if adopted else reasons(state, doc, at, told, time),
        "needs": _needs(state, doc, told, time) if said in ("open", "blocked") else {},
        "tally": told["tally"],
        "until": None if adopted or doc["state"] != "open" else runs,
    }


def reasons(state: State, doc: Doc, at: str, told: Doc, time: Doc) -> list[Doc]:
    """Every step that fails, in order, as blocks: what stops it, what it lacks, what it waits
    for."""
    show = f"ledger brainstorm show {doc['id']}"
    late = ("window-open", "final-period", "aborted")
    found = [
        hint_for(state, doc, one, show)
        for one in told["reasons"]
        if one["code"] not in (*late, "objection-open")
        and (one["code"] != "tied" or told["verdict"] == "tied")
    ]
    stops = [one for one in found if one["code"] in ("seat-unregistered", "required-not-for")]
    rest = [one for one in found if one not in stops]
    if doc["state"] == "open":
        gone = time["aborted"]
        stops = [block("aborted", f"{doc['id']} is aborted: {gone}", show)] if gone else stops
        rest += window.running(doc, time, told)
        if time["lapsed"]:
            rest.append(block("lapsed", f"it ran until {page(time['lapses'])}", show))
    if told["verdict"] == "decided" and told["default_won"]:
        default = told["winners"][0]
        rest.append(block("default-won", f"{default} wins: none of these", show))
    return stops + objections(state, doc) + rest


def _needs(state: State, doc: Doc, told: Doc, time: Doc) -> Doc:
    """What would pass it: votes, while they can be cast; seats registered (a retired one can only
    be excused), objections cleared."""
    votes = ("for", "against", "abstain")
    open_ = doc["state"] == "open" and not time["passed"] and lookup.current(doc) is not None
    clear = list(dict.fromkeys(one["seat"] for one in standing(doc)))
    made = {key: told["needs"][key] for key in votes if open_ and key in told["needs"]}
    gone = told["needs"].get("register", [])
    register = [name for name in gone if seat(state, name)["retired"] is None]
    return {
        **made,
        **({"register": register} if register else {}),
        **({"clear": clear} if clear else {}),
    }


def _adopted(decision: Doc) -> str:
    states = {point["ratification"]["state"] for point in decision["points"]}
    if all(point["state"] == "lapsed" for point in decision["points"]):
        return "lapsed"
    if any(point["state"] == WAITS for point in decision["points"]):
        return "awaiting-ratification"
    return "ratified" if "ratified" in states else "decided"
