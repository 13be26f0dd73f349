"""The current version is adopted, because its policy is met. Subject: the brainstorm; body: `{}`.

The outcome holds the decision's number, the policy again, the tally, who held which seat, whose
position was counted, and the expanded targets (log.md, "Statement and entry" 2).
"""

from __future__ import annotations

from ledger.core import ballots, count, enter, force, lapse, lookup, tenure, verdict, window
from ledger.core.errors import block
from ledger.core.kinds.brainstorm_close import deciders_only, may_decide
from ledger.core.kinds.position import aim  # the statement that proposed the current version
from ledger.core.names import is_point
from ledger.core.roster import STEWARD, holder, seat, seats_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()
__all__ = ["TEXTS", "aim", "apply", "check", "headline", "ids", "items", "outcome", "same", "who"]


def who(act: Act) -> Blocks:
    """A registered seat of the electorate, the opener, or the ratifier."""
    doc = lookup.brainstorm(act.state, act.subject)
    return deciders_only(act, doc, may_decide(act, doc))


def same(act: Act) -> Doc | None:
    """It is adopted."""
    doc = lookup.brainstorm(act.state, act.subject)
    if doc["state"] != "adopted":
        return None
    made = lookup.decision(act.state, doc["decision"])
    return {"entry": made["entry"], "ids": [made["id"], *force.ids(made)]}


def check(act: Act) -> Blocks:
    """Every step of the policy that fails, and every target that will not bear its verb."""
    doc = lookup.brainstorm(act.state, act.subject)
    ended = window.over(act.state, doc, act.at)
    if ended:
        return ended
    now = lookup.current(doc)
    if now is None:
        if verdict.spent(act.state, doc, act.at):
            message = f"nothing was proposed in {act.subject} before its window passed"
            return [block("no-proposal", message, verdict.closing(act.subject))]
        hint = f"ledger propose {act.subject} -f FILE"
        return [block("no-proposal", f"nothing is proposed in {act.subject} yet", hint)]
    if act.imported:
        return []
    said = verdict.of(act.state, doc, act.at)
    passed = said["verdict"] == "decided" and not any(
        one["code"] == "default-won" for one in said["reasons"]
    )
    blocks: Blocks = [] if passed else list(said["reasons"])
    return blocks + _targets(act, doc, now)


def _targets(act: Act, doc: Doc, now: Doc) -> Blocks:
    state, show = act.state, f"ledger brainstorm show {doc['id']}"
    if act.statement.get("targets") != aim(state, act.statement):
        return [block("text-changed", f"{doc['id']} has a new version", show)]
    moved = _moved(act, now)
    if moved:
        message = f"{', '.join(moved)} means other points than when it was proposed"
        hint = f"ledger propose {doc['id']} -f FILE"
        return [block("text-changed", message, hint)]
    pairs = [(f"point {point['label']}", point) for point in now["points"]]
    return force.target_blocks(state, pairs, force.felled(state, now["points"]), since=True)


def _moved(act: Act, now: Doc) -> list[str]:
    """The decisions among the typed targets whose expansion has changed."""
    moved = []
    falling = force.felled(act.state, now["points"])
    for typed, point in zip(now["body"]["points"], now["points"], strict=True):
        for said, meant in zip(typed["effects"], point["effects"], strict=False):
            named = [t for t in said["targets"] if not is_point(t)]
            if not named:
                continue
            verb, found = said["verb"], dict.fromkeys(t for t in said["targets"] if is_point(t))
            for target in named:
                found.update(dict.fromkeys(force.expand(act.state, target, verb, falling)))
            if set(found) != set(meant["targets"]):
                moved += named
    return moved


def items(act: Act) -> list[str]:
    """The brainstorm's, and those that hold a point it targets."""
    reach: list[str] = lookup.brainstorm(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """What the decision is and what it rests on."""
    state, doc = act.state, lookup.brainstorm(act.state, act.subject)
    numbers = state.get("numbers") or {"decisions": 0}
    cast = verdict.counted(state, doc, act.at)
    seats = [*doc["electorate"], *count.roll(state, doc, tenure.reading(act.at))]
    held = {name: holder(seat(state, name), act.at) for name in seats}
    return {
        "number": f"D{numbers['decisions'] + 1}",
        "version": len(doc["versions"]),
        "policy": doc["policy"],
        "tally": verdict.of(state, doc, act.at)["tally"],
        "holders": held,
        "counted": {name: cast[name]["actor"] for name in held if name in cast},
        "points": doc["versions"][-1]["points"],
        "reach": doc["reach"],
        "moves": sorted(
            {t for p in doc["versions"][-1]["points"] for e in p["effects"] for t in e["targets"]}
        ),
    }


def apply(act: Act) -> None:
    """The decision's document; its points come in force, or wait for the ratifier."""
    state, made = act.state, act.outcome
    storm = state.touch(act.subject)
    storm["state"], storm["decision"] = "adopted", made["number"]
    storm["end"] = [act.at, act.seq]
    state.touch("open")["ids"].remove(act.subject)
    doc = state.put(made["number"], _decision(act, storm))
    state.touch("numbers")["decisions"] = int(made["number"][1:])
    for key in doc["reach"]:
        side = "decisions" if key in doc["items"] else "visitors"
        state.touch(key)[side].append(doc["id"])
    if doc["ratifier"] is None:
        for ident in force.ids(doc):
            enter.enter(state, ident, act.seq, act.since, act.imported is not None)
        return
    enter.begin_wait(state, doc)
    lapse.begin(state, doc, storm["rule"], act.at)


def _decision(act: Act, storm: Doc) -> Doc:
    made = act.outcome
    version = storm["versions"][made["version"] - 1]
    ratify = storm["rule"].get("ratify") or _reported(act)
    requires = zip(storm["rule"].get("require", ()), storm["require"], strict=True)
    return {
        "id": made["number"],
        "brainstorm": storm["id"],
        "items": storm["items"],
        "reach": made["reach"],
        "version": version["n"],
        "statement": version["statement"],
        "proposed": version["entry"],
        "title": version["body"].get("title"),
        "rejected": version["body"]["rejected"],
        "sources": version["body"]["sources"],
        "actions": [
            {
                "owner": one.get("owner"),
                "text": one["text"],
                "state": "open",
                "item": None,
                "entry": act.seq,
            }
            for one in version["body"]["actions"]
        ],
        "policy": made["policy"],
        "set": storm["set"],
        "ratifier": ratify["by"] if ratify else None,
        "lapses": None,
        "import": act.imported,
        "independent": bool(ratify and ratify["independent"]),
        "require": [{"count": rule["count"], "seats": seats} for rule, seats in requires],
        "electorate": _electorate(storm, made["holders"]),
        "excused": dict(storm["excused"]),
        "tally": made["tally"],
        "holders": made["holders"],
        "counted": made["counted"],
        "proposed_by": version["by"],
        "decided_by": {"seat": _own_seat(act, storm), "actor": act.doer},
        "entry": act.seq,
        "moved": act.seq,
        "released": act.seq,
        "blocked": None,
        "points": [_point(act, storm["items"], *pair, bool(ratify)) for pair in _pairs(version)],
    }


def _reported(act: Act) -> Doc | None:
    """Who is to ratify it, where an import says so: the seat of that name, else the steward's."""
    name = act.body.get("ratifier")
    if name is None:
        return None
    there = act.state.get(f"seat:{name}")
    return {"by": name if there else STEWARD, "independent": False, "within": None}


def _electorate(storm: Doc, holders: Doc) -> list[str]:
    """Its seats as it opened, and those that came on a live roll since."""
    return [*storm["electorate"], *sorted(set(holders) - set(storm["electorate"]))]


def _pairs(version: Doc) -> list[tuple[Doc, Doc]]:
    return list(zip(version["body"]["points"], version["points"], strict=True))


def _own_seat(act: Act, storm: Doc) -> str | None:
    allowed = may_decide(act, storm)
    return next((n for n in seats_of(act.state, act.actor, act.at) if n in allowed), None)


def _point(act: Act, items_of: list[str], typed: Doc, meant: Doc, waits: bool) -> Doc:
    stands = force.items(act.state, items_of, meant["effects"])
    made = ballots.point(typed["label"], typed["text"], meant["effects"], act.seq, stands)
    made["ratification"]["state"] = "awaiting" if waits else "not-required"
    made["holds"] = _hold(act, typed.get("hold"))
    return made


def _hold(act: Act, typed: Doc | None) -> list[Doc]:
    if typed is None:
        return []
    by = act.state.get(act.subject) or {"versions": [{"by": {"actor": None}}]}
    actor = by["versions"][-1]["by"]["actor"]
    return [{"for": typed["seat"], "reason": typed.get("reason"), "by": actor, "entry": act.seq}]


def notes(act: Act) -> list[str]:
    """Who must ratify it; a reversal of a reversal restores nothing, and says how to."""
    doc = lookup.decision(act.state, act.outcome["number"])
    lines = []
    if doc["ratifier"]:
        lines.append(f"awaits ratification by {doc['ratifier']}: ledger ratify {doc['id']}")
    if not doc["set"]:
        lines.append("its policy is not the set policy")
    for target in force.felled(act.state, doc["points"]):
        other = force.find(act.state, target) or {"effects": ()}
        gone = [t for e in other["effects"] if e["verb"] in force.FELLS for t in e["targets"]]
        gone = [t for t in gone if not force.unfit(act.state, "restores", t, [target], since=False)]
        if gone:
            names = ", ".join(gone)
            lines.append(f"{target} falls, and {names} stay fallen: to restore, Restores: {names}")
    return lines


def headline(act: Act) -> str:
    """What was done, in one line."""
    n, storm = act.outcome["version"], act.subject
    return f"decided {act.outcome['number']}: adopted version {n} of {storm}"


def ids(act: Act) -> list[str]:
    """The decision, then its points."""
    number = act.outcome["number"]
    return [number, *(f"{number}.{point['label']}" for point in act.outcome["points"])]
