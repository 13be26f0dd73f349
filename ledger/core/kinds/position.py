"""A seat's stance on the current version (kinds `agree`, `object`, `abstain`).

Body: `{on?, reason?}`; `on` is a guard: another current version is refused (cli.md, positions).
"""

from __future__ import annotations

from ledger.core import lookup, roster
from ledger.core.errors import block
from ledger.core.verdict import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ("reason",)
STANCES = {"agree": "for", "object": "against", "abstain": "abstain"}


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that proposed the current version."""
    now = lookup.current(lookup.brainstorm(state, draft["subjects"][0]))
    return [{"statement": now["statement"]}] if now else []


def _seat(act: Act) -> tuple[str | None, Blocks]:
    return roster.voice(act, lookup.brainstorm(act.state, act.subject)["electorate"])


def who(act: Act) -> Blocks:
    """A registered seat of the electorate."""
    seat, blocks = _seat(act)
    if seat or blocks:
        return blocks
    electorate = lookup.brainstorm(act.state, act.subject)["electorate"]
    docs = act.state.many(f"seat:{name}" for name in electorate)
    who = ", ".join(f"{d['seat']} ({roster.holder(d, act.at) or 'nobody'})" for d in docs)
    message = f"{act.actor} has no seat in the electorate of {act.subject}: {who}"
    return [block("not-in-electorate", message, f"ledger brainstorm show {act.subject}")]


def _guard(act: Act) -> Blocks:
    doc = lookup.brainstorm(act.state, act.subject)
    n, on = len(doc["versions"]), act.body.get("on")
    if on == n or (on is None and n == 1):
        return []
    kind = act.statement["kind"]
    reason = " REASON" if kind == "object" else ""
    was = f"not {on}" if on else "say which you mean"
    message = f"the current version of {act.subject} is {n}, {was}"
    hint = f"ledger {kind} {act.subject}{reason} --on {n}"
    return [block("text-changed", message, hint, version=n)]


def same(act: Act) -> Doc | None:
    """The seat's counted position by this actor is that one."""
    doc = lookup.brainstorm(act.state, act.subject)
    now = counted(doc).get(_seat(act)[0] or "")
    if now is None or _guard(act):
        return None
    stance = STANCES[act.statement["kind"]]
    if (now["stance"], now["actor"]) != (stance, act.actor):
        return None
    if act.read("reason") != (act.state.text(now["reason"] or "") or ""):
        return None
    return {"entry": now["entry"], "ids": [act.subject]}


def check(act: Act) -> Blocks:
    """The brainstorm is open, the version is the current one, one actor speaks once."""
    doc = lookup.brainstorm(act.state, act.subject)
    ended = lookup.ended(doc)
    if ended:
        return ended
    now = lookup.current(doc)
    if now is None:
        hint = f"ledger propose {act.subject} -f FILE"
        return [block("no-proposal", f"nothing is proposed in {act.subject} yet", hint)]
    blocks = _guard(act)
    if not blocks and act.statement.get("targets") != aim(act.state, act.statement):
        hint = f"ledger brainstorm show {act.subject}"
        blocks = [block("text-changed", f"{act.subject} has a new version", hint)]
    mine = _seat(act)[0]
    for name, one in counted(doc).items():
        if name != mine and one["actor"] == act.actor:
            message = f"{act.actor} has spoken for {name} already: one actor counts once"
            hint = f"ledger brainstorm show {act.subject}"
            blocks.append(block("same-hand", message, hint, seat=mine))
    return blocks


def items(act: Act) -> list[str]:
    """The brainstorm's."""
    reach: list[str] = lookup.brainstorm(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The seat, who holds it, and the version."""
    doc = lookup.brainstorm(act.state, act.subject)
    return {"seat": _seat(act)[0], "holder": act.actor, "version": len(doc["versions"])}


def apply(act: Act) -> None:
    """The seat's last position is this one."""
    act.state.touch(act.subject)["positions"][act.outcome["seat"]] = {
        "stance": STANCES[act.statement["kind"]],
        "on": act.outcome["version"],
        "actor": act.actor,
        "entry": act.seq,
        "reason": act.body.get("reason"),
    }


def headline(act: Act) -> str:
    """What was done, in one line."""
    verb = {"agree": "agreed to", "object": "objected to", "abstain": "abstained on"}
    n = act.outcome["version"]
    return f"{verb[act.statement['kind']]} version {n} of {act.subject} as {act.outcome['seat']}"


def ids(act: Act) -> list[str]:
    """The brainstorm."""
    return act.subjects
