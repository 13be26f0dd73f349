"""The ratifier makes points final, or refuses them. Subject: the decision.

Body: `{points?, refuse?, on?}`: the labels, all that wait where none are named; the reason of a
refusal; `on` is a guard, the entry that last changed the points. The outcome holds the labels that
were ratified or refused, those left out, and what
falls (concepts.md, "Effects" and "In force" 7).
"""

from __future__ import annotations

from ledger.core import ballots, enter, force, imports, lookup, names, roster
from ledger.core.errors import NotFound, block
from ledger.core.verdict import dependent, unfilled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ("refuse",)


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that proposed the points, and the labels that are named."""
    doc = lookup.decision(state, draft["subjects"][0])
    labels = draft["body"].get("points")
    if labels is None:
        return [{"statement": doc["statement"]}]
    return [{"statement": doc["statement"], "point": label} for label in labels]


def _doc(act: Act) -> Doc:
    return lookup.decision(act.state, act.subject)


def _named(act: Act) -> list[Doc]:
    """The points asked for: those named, else all."""
    doc = _doc(act)
    labels = act.body.get("points")
    return [p for p in doc["points"] if labels is None or p["label"] in labels]


def who(act: Act) -> Blocks:
    """The registered holder of the seat that the policy names; the points must be there."""
    doc = _doc(act)
    have = {point["label"] for point in doc["points"]}
    unknown = [label for label in act.body.get("points") or () if label not in have]
    if unknown:
        raise NotFound(f"{doc['id']} has no point {', '.join(unknown)}", f"ledger show {doc['id']}")
    return ratifier_only(act, doc)


def ratifier_only(act: Act, doc: Doc) -> Blocks:
    """The blocks for an actor that does not hold the seat that ratifies the decision."""
    if doc["ratifier"] is None:
        message = f"{doc['id']} asks for no ratification: it is in force by its policy"
        return [block("not-the-ratifier", message, f"ledger show {doc['id']}")]
    ratifier = roster.seat(act.state, doc["ratifier"])
    if not roster.registered(ratifier, act.at):
        return [roster.unregistered(ratifier, act.at, "ratifier's seat")]
    seat, blocks = roster.voice(act, [doc["ratifier"]])
    if seat or blocks:
        return blocks
    message = f"{doc['id']} is ratified by {doc['ratifier']} ({ratifier['actor']}), not {act.actor}"
    return [block("not-the-ratifier", message, _show(act), seat=doc["ratifier"])]


def same(act: Act) -> Doc | None:
    """All that is asked for is so already; what was ratified by report may still be ratified."""
    asked = _named(act)
    if not act.imported and "refuse" not in act.body and any(map(imports.by_report, asked)):
        return None
    want = "refused" if "refuse" in act.body else "ratified"
    if act.body.get("points") is None:
        asked = [
            p for p in asked if p["state"] == force.WAITS or p["ratification"]["state"] == want
        ]
    if not asked or any(p["ratification"]["state"] != want for p in asked):
        return None
    if want == "refused" and any(not _said(act, p) for p in asked):
        return None
    entry = max(p["ratification"]["entry"] for p in asked)
    return {"entry": entry, "ids": [f"{act.subject}.{p['label']}" for p in asked]}


def _said(act: Act, point: Doc) -> bool:
    reason = point["ratification"]["reason"]  # none, where a ballot refused it without a word
    return reason is not None and act.state.text(reason) == act.read("refuse")


def check(act: Act) -> Blocks:
    """Everything that stands in the way, all at once."""
    doc, state = _doc(act), act.state
    chosen, left_out, blocks = select(act)
    if act.statement.get("targets") != aim(state, act.statement):
        blocks.append(block("text-changed", f"{doc['id']} is not what it was", _show(act)))
    blocks += _guard(act, doc)
    again = f"ledger ratify {doc['id']} --points LABEL"
    if "refuse" in act.body:
        again += " --refuse REASON"
        return blocks + split(doc, chosen, again)
    if act.imported:
        return blocks
    falling = force.felled(state, chosen)
    pairs = [(f"{doc['id']}.{p['label']}", p) for p in chosen or left_out]
    blocks += unfilled(state, doc, act.at)
    blocks += dependent(state, doc, act.actor)
    blocks += split(doc, chosen, again)
    blocks += force.target_blocks(state, pairs, falling, since=True)
    return blocks


def _guard(act: Act, doc: Doc) -> Blocks:
    """The block where other points are meant than `--on` names (cli.md, `ratify`)."""
    on = act.body.get("on")
    if on is None or on == doc["moved"]:
        return []
    message = f"the points of {doc['id']} were last changed by #{doc['moved']}, not #{on}"
    return [block("text-changed", message, _show(act))]


def _show(act: Act) -> str:
    return f"ledger show {act.subject}"


def select(act: Act) -> tuple[list[Doc], list[Doc], Blocks]:
    """(points to act on, points left out, blocks for those that cannot be acted on)."""
    doc, named = _doc(act), _named(act)
    verb = "refuse" if "refuse" in act.body else "ratify"
    waiting = [p for p in named if p["state"] == force.WAITS or imports.raises(act, p)]
    others = [p for p in named if p not in waiting]
    if act.body.get("points") is not None or "refuse" in act.body or not waiting:
        if act.body.get("points") is None and waiting:
            others = []
        return waiting, [], [b for p in others for b in done(act, p, verb)]
    groups = force.partners(doc)
    asked = ballots.in_ballots(act.state, act.at)
    pending = {p["label"] for p in waiting if p["pending"] or f"{doc['id']}.{p['label']}" in asked}
    left_out = [p for p in waiting if groups[p["label"]] & pending]
    chosen = [p for p in waiting if p not in left_out]
    return chosen, left_out, [] if chosen else reasons(act, doc, left_out)


def reasons(act: Act, doc: Doc, points: list[Doc]) -> Blocks:
    """Why points are left out where none are named: an amendment is pending, or a ballot asks of
    them, whose answer they wait for."""
    blocks = []
    asked = ballots.in_ballots(act.state, act.at) if points else {}
    for point in points:
        ident = f"{doc['id']}.{point['label']}"
        if point["pending"] or ident not in asked:
            blocks += amendments(doc, [point])
            continue
        message = f"{ident} is left out, since ballot {asked[ident]} asks of it"
        hint = f"ledger ballot show {asked[ident]}"
        blocks.append(block("ballot-open", message, hint, point=ident))
    return blocks


def amendments(doc: Doc, points: list[Doc]) -> Blocks:
    """A `pending-amendment` block for each of the points: names the amendments."""
    blocks = []
    for point in points:
        ident = f"{doc['id']}.{point['label']}"
        others = ", ".join(point["pending"]) or "an amendment of its partner"
        message = f"{ident} is left out, since this is adopted against it: {others}"
        first = point["pending"][0].split(".")[0] if point["pending"] else doc["id"]
        blocks.append(block("pending-amendment", message, f"ledger show {first}", point=ident))
    return blocks


def done(act: Act, point: Doc, what: str) -> Blocks:
    """Why a point that does not wait cannot be ratified, refused or withdrawn."""
    ident = f"{act.subject}.{point['label']}"
    if point["ratification"]["state"] == "ratified":
        if what == "ratify":
            return []
        message = f"{ident} was ratified (#{point['ratification']['entry']})"
        return [block("already-ratified", message, _show(act), point=ident)]
    return [dead(ident, point)]


def dead(ident: str, point: Doc) -> Doc:
    """The block for a point that does not wait and never was ratified: what became of it
    (concepts.md, "Effects")."""
    show = f"ledger show {ident}"
    if point["state"] in force.FALLEN:
        return block("target-not-in-force", force.fate(ident, point), show, point=ident)
    code = "lapsed" if point["state"] == "lapsed" else "closed"
    return block(code, force.fate(ident, point), show, point=ident)


def split(doc: Doc, chosen: list[Doc], again: str) -> Blocks:
    """A `split` block for each chosen point whose partners are not: `again` is the command that
    would do, with LABEL for the labels (concepts.md, "Effects")."""
    groups = force.partners(doc)
    have = {p["label"] for p in chosen}
    waiting = {p["label"] for p in doc["points"] if p["state"] == force.WAITS}
    blocks = []
    for point in chosen:
        absent = sorted((groups[point["label"]] & waiting) - have, key=names.order)
        if absent:
            ident = f"{doc['id']}.{point['label']}"
            message = f"{ident} displaces a target together with {', '.join(absent)}: name them too"
            labels = ",".join(sorted(have | set(absent), key=names.order))
            hint = again.replace("LABEL", labels)
            blocks.append(block("split", message, hint, point=ident, labels=absent))
    return blocks


def items(act: Act) -> list[str]:
    """The decision's."""
    reach: list[str] = _doc(act)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The labels acted on and left out, what falls, and who holds the seat."""
    chosen, left_out, _ = select(act)
    return {
        "seat": None if act.imported else _doc(act)["ratifier"],
        "holder": act.doer,
        "points": [p["label"] for p in chosen],
        "left_out": [p["label"] for p in left_out],
        "fall": [] if "refuse" in act.body else force.felled(act.state, chosen),
        "moves": sorted({t for p in chosen for _, t in force.live(act.state, p)}),
    }


def apply(act: Act) -> None:
    """The points come in force, with their effects; or are dead, for good."""
    made = act.outcome
    doc = act.state.touch(act.subject)
    refused = "refuse" in act.body
    for label in made["points"]:
        point = force.in_decision(doc, label)
        assert point is not None
        raised = imports.by_report(point)
        point["ratification"] = {
            "state": "refused" if refused else "ratified",
            "by": {"seat": made["seat"], "actor": made["holder"]},
            "entry": act.seq,
            "attestation": "reported" if act.imported else "unsigned",
        }
        if refused:
            point["ratification"]["reason"] = act.body["refuse"]
            enter.end(act.state, f"{doc['id']}.{label}", "refused", act.seq)
        elif not raised:
            imported = act.imported is not None
            enter.enter(act.state, f"{doc['id']}.{label}", act.seq, act.since, imported)
    if not refused:  # a refusal stands beside what blocked the others
        doc["blocked"] = None


def notes(act: Act) -> list[str]:
    """What was left out, and what waits still."""
    doc = _doc(act)
    out = [p for p in doc["points"] if p["label"] in act.outcome["left_out"]]
    lines = [b["message"] for b in reasons(act, doc, out)]
    for ident in act.outcome["fall"]:
        fallen = force.find(act.state, ident) or {"since": True}
        if not fallen["since"]:
            lines.append(
                f"{ident} was waiting, and will not be ratified: {force.fate(ident, fallen)}"
            )
    waits = [p["label"] for p in doc["points"] if p["state"] == force.WAITS]
    if waits:
        lines.append("still waits: " + ", ".join(f"{doc['id']}.{label}" for label in waits))
    return lines


def headline(act: Act) -> str:
    """What was done, in one line."""
    verb = "refused" if "refuse" in act.body else "ratified"
    labels = ", ".join(f"{act.subject}.{label}" for label in act.outcome["points"])
    if act.imported:
        return f"{verb} {labels}"
    return f"{verb} {labels} as {act.outcome['seat']}"


def ids(act: Act) -> list[str]:
    """The points that were acted on."""
    return [f"{act.subject}.{label}" for label in act.outcome["points"]]
