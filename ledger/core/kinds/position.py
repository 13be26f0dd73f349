"""A seat's stance on the current version (kinds `agree`, `object`, `abstain`, `recuse`), and a
`concern` raised beside any stance.

Body: `{on?, reason?, dissent?}`; `on` is a guard: another current version is refused (cli.md,
positions). A position against is an objection where the policy has `veto against`, unless it says
`dissent`; a concern is one where it has `veto concern`.
"""

from __future__ import annotations

from ledger.core import count, lookup, roster, tenure, window
from ledger.core.errors import block
from ledger.core.verdict import counted, standing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ("reason",)
STANCES = {"agree": "for", "object": "against", "abstain": "abstain", "recuse": "recuse"}


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that proposed the current version."""
    now = lookup.current(lookup.brainstorm(state, draft["subjects"][0]))
    return [{"statement": now["statement"]}] if now else []


def _doc(act: Act) -> Doc:
    return lookup.brainstorm(act.state, act.subject)


def _kind(act: Act) -> str:
    kind: str = act.statement["kind"]
    return kind


def _roll(act: Act) -> list[str]:
    return count.roll(act.state, _doc(act), tenure.reading(act.at))


def _seat(act: Act) -> tuple[str | None, Blocks]:
    return roster.voice(act, _roll(act))


def who(act: Act) -> Blocks:
    """A registered seat of the electorate."""
    seat, blocks = _seat(act)
    if seat or blocks:
        return blocks
    docs = act.state.many(f"seat:{name}" for name in _roll(act))
    who = ", ".join(f"{d['seat']} ({roster.holder(d, act.at) or 'nobody'})" for d in docs)
    message = f"{act.actor} has no seat in the electorate of {act.subject}: {who}"
    return [block("not-in-electorate", message, f"ledger brainstorm show {act.subject}")]


def _guard(act: Act) -> Blocks:
    n, on, kind = len(_doc(act)["versions"]), act.body.get("on"), _kind(act)
    if on == n or (on is None and (n == 1 or kind != "agree")):
        return []
    reason = " REASON" if kind in ("object", "concern") else ""
    was = f"not {on}" if on else "say which you mean"
    message = f"the current version of {act.subject} is {n}, {was}"
    hint = f"ledger {kind} {act.subject}{reason} --on {n}"
    return [block("text-changed", message, hint, version=n)]


def _position(act: Act, doc: Doc, seat: str | None) -> Doc | None:
    """The seat's last position, unless it went with the seat when that left."""
    now: Doc | None = doc["positions"].get(seat)
    when = tenure.reading(act.at)
    return None if now and count.gone(act.state, doc, now["seat"], now, when) else now


def same(act: Act) -> Doc | None:
    """The seat's counted position by this actor is that one; its concern of that reason stands."""
    doc, seat = _doc(act), _seat(act)[0]
    if _kind(act) == "concern":
        found = [one for one in standing(doc) if (one["kind"], one["seat"]) == ("concern", seat)]
        found = [one for one in found if act.state.text(one["reason"]) == act.read("reason")]
        return {"entry": found[-1]["entry"], "ids": [act.subject]} if found else None
    now = _position(act, doc, seat)
    n = len(doc["versions"])
    if now is None or now["on"] != n or act.body.get("on", n) != n:
        return None
    if not roster.same_actor(act.state, now["actor"], act.actor):
        return None
    if (now["stance"], now["dissent"]) != (STANCES[_kind(act)], act.body.get("dissent", False)):
        return None
    if act.read("reason") != (act.state.text(now["reason"] or "") or ""):
        return None
    return {"entry": now["entry"], "ids": [act.subject]}


def check(act: Act) -> Blocks:
    """The brainstorm is open, the version is the current one, one actor speaks once."""
    doc = _doc(act)
    ended = window.over(act.state, doc, act.at, _kind(act))
    if ended:
        return ended
    if lookup.current(doc) is None:
        hint = f"ledger propose {act.subject} -f FILE"
        return [block("no-proposal", f"nothing is proposed in {act.subject} yet", hint)]
    blocks = _guard(act)
    if not blocks and act.statement.get("targets") != aim(act.state, act.statement):
        hint = f"ledger brainstorm show {act.subject}"
        blocks = [block("text-changed", f"{act.subject} has a new version", hint)]
    return blocks + _may_speak(act, doc, _seat(act)[0] or "")


def _may_speak(act: Act, doc: Doc, mine: str) -> Blocks:
    show, blocks = f"ledger brainstorm show {act.subject}", []
    for name, one in counted(act.state, doc, act.at).items():
        if name != mine and roster.same_actor(act.state, one["actor"], act.actor):
            message = f"{act.actor} has spoken for {name} already: one actor counts once"
            blocks.append(block("same-hand", message, show, seat=mine))
    named = {name for clause in doc["rule"].get("recuse", ()) for name in clause["seats"]}
    if mine in named:
        blocks.append(block("not-allowed", f"the policy recuses {mine}", show, seat=mine))
    veto = doc["rule"].get("veto") or {"on": ""}
    if _kind(act) == "concern":
        reopens = doc["rule"].get("final", {}).get("reopened_by") == "concern"
        if veto["on"] != "concern" and not reopens:
            say = f"ledger brainstorm say {act.subject} TEXT"
            message = "the policy has no `veto concern`: a concern would block nothing"
            blocks.append(block("not-allowed", message, say))
        return blocks
    now = _position(act, doc, mine)
    if doc["rule"]["revote"] == "refuse" and now and now["on"] == len(doc["versions"]):
        message = f"{mine} has taken its position (#{now['entry']}), and the policy takes no other"
        blocks.append(block("already-cast", message, show, seat=mine))
    return blocks


def items(act: Act) -> list[str]:
    """The brainstorm's."""
    reach: list[str] = _doc(act)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The seat, who holds it, and the version."""
    return {"seat": _seat(act)[0], "holder": act.actor, "version": len(_doc(act)["versions"])}


def apply(act: Act) -> None:
    """The seat's last position is this one (its first, where the policy says so); what it objected
    to before it has given up. What an excused seat says stops nothing."""
    doc, seat = act.state.touch(act.subject), act.outcome["seat"]
    stops: list[Doc] = [] if seat in doc["excused"] else doc["objections"]
    veto = doc["rule"].get("veto") or {"on": ""}
    if _kind(act) == "concern":
        doc["concerns"].append({"at": act.at, "entry": act.seq})
        if veto["on"] == "concern":
            stops.append(_objection(act, "concern"))
        return
    now = _position(act, doc, seat)
    if doc["rule"]["revote"] == "first" and now and now["on"] == act.outcome["version"]:
        return
    doc["positions"][seat] = {
        "seat": seat,
        "stance": STANCES[_kind(act)],
        "on": act.outcome["version"],
        "actor": act.actor,
        "at": act.at,
        "entry": act.seq,
        "reason": act.body.get("reason"),
        "dissent": act.body.get("dissent", False),
    }
    if "final" in doc["rule"]:  # what was said when decides since when it has been met
        doc["spoken"].append(doc["positions"][seat])
    for one in standing(doc):
        if (one["kind"], one["seat"]) == ("against", seat):
            one["ended"] = {"how": "given-up", "by": act.actor, "reason": None, **_when(act)}
    if _kind(act) == "object" and veto["on"] == "against" and not act.body.get("dissent"):
        stops.append(_objection(act, "against"))


def _objection(act: Act, kind: str) -> Doc:
    return {
        "kind": kind,
        "seat": act.outcome["seat"],
        "actor": act.actor,
        "version": act.outcome["version"],
        "reason": act.body["reason"],
        "ended": None,
        **_when(act),
    }


def _when(act: Act) -> Doc:
    return {"at": act.at, "entry": act.seq}


def headline(act: Act) -> str:
    """What was done, in one line."""
    verb = {
        "agree": "agreed to",
        "object": "objected to",
        "abstain": "abstained on",
        "recuse": "recused itself from",
        "concern": "raised a concern about",
    }
    n, dissent = act.outcome["version"], ", dissenting" if act.body.get("dissent") else ""
    return f"{verb[_kind(act)]} version {n} of {act.subject} as {act.outcome['seat']}{dissent}"


def ids(act: Act) -> list[str]:
    """The brainstorm."""
    return act.subjects
