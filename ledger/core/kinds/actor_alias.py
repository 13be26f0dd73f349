"""One name is said to stand for another actor. Subject: the name; body: `{for}` (concepts.md,
"Identity": one actor with its aliases counts once)."""

from __future__ import annotations

from ledger.core import count, ending, roster, tenure, window
from ledger.core.errors import Conflict, Usage, block
from ledger.core.verdict import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """A steward."""
    if act.subject == act.body["for"]:
        raise Usage(f"{act.subject} is itself: an alias stands for another name")
    return roster.stewards_only(act)


def same(act: Act) -> Doc | None:
    """It stands for that actor; Conflict where either name is bound otherwise."""
    state, name, main = act.state, act.subject, act.body["for"]
    mine, theirs = state.get(f"actor:{name}"), state.get(f"actor:{main}")
    if mine and mine["alias"] == main:
        return {"entry": mine["entry"], "ids": [name]}
    if mine and mine["alias"]:
        raise Conflict(f"{name} stands for {mine['alias']} already (#{mine['entry']})")
    if mine and mine["aliases"]:
        raise Conflict(f"{', '.join(mine['aliases'])} stands for {name}: it cannot be an alias")
    if theirs and theirs["alias"]:
        raise Conflict(f"{main} is an alias itself, of {theirs['alias']} (#{theirs['entry']})")
    return None


def check(act: Act) -> Blocks:
    """Not while both hold seats of a body, or are both counted in something open."""
    one, other = act.subject, act.body["for"]
    blocks = []
    bodies = {
        name: {
            roster.seat(act.state, held)["body"]
            for held in roster.seats_of(act.state, name, act.at)
        }
        for name in (one, other)
    }
    for body in sorted(bodies[one] & bodies[other]):
        message = f"{one} and {other} both hold seats of {body}"
        blocks.append(block("same-hand", message, f"ledger seat roster {body}"))
    for ident in (act.state.get("open") or {"ids": []})["ids"]:
        if _speak(act, ident, one) and _speak(act, ident, other):
            message = f"{one} and {other} are both counted in {ident}, which is open"
            blocks.append(block("same-hand", message, f"ledger show {ident}"))
    return blocks


def _speak(act: Act, ident: str, actor: str) -> bool:
    doc = act.state.get(ident)
    if doc is None or (doc["state"] == "open" and window.over(act.state, doc, act.at)):
        return False
    spoke = counted(act.state, doc, act.at) if "versions" in doc else _answered(act, doc)
    return any(roster.same_actor(act.state, one["actor"], actor) for one in spoke.values())


def _answered(act: Act, doc: Doc) -> Doc:
    when = ending.by_then(act.state, doc, tenure.reading(act.at))
    said = count.counted(act.state, doc, when)
    return {name: doc["cast"][name] for name in said}


def apply(act: Act) -> None:
    """From this entry on the two names are one actor."""
    mine = roster.actor_doc(act.state, act.subject)
    mine["alias"], mine["entry"] = act.body["for"], act.seq
    roster.actor_doc(act.state, act.body["for"])["aliases"].append(act.subject)


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"made {act.subject} an alias of {act.body['for']}"


def ids(act: Act) -> list[str]:
    """The name."""
    return act.subjects
