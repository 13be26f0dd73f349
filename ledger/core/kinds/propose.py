"""A new version of the text put to a brainstorm. Subject: the brainstorm.

Body: `{title?, points: [{label, text, effects: [{verb, targets}], hold?: {seat, reason?}}],
rejected, actions: [{owner?, text}], sources}`. The outcome holds its number and each point's
effects, with targets expanded to points and what was taken over from waiting ones: that is part
of what is agreed to.
"""

from __future__ import annotations

from ledger.core import count, force, imports, lookup, window
from ledger.core.effects import effect_faults
from ledger.core.entry import alike, digest
from ledger.core.errors import Usage, block
from ledger.core.kinds.brainstorm_close import deciders_only, may_decide
from ledger.core.names import is_point
from ledger.core.roster import same_actor, seats_of
from ledger.core.tenure import reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = (
    "title",
    "points/*/text",
    "points/*/hold/reason",
    "rejected/*",
    "actions/*/text",
    "sources/*",
)


def aim(state: State, draft: Doc) -> list[Doc]:
    """What its effects act on: the statement that holds each point, and its label."""
    typed = [
        (point["label"], target)
        for point in draft["body"]["points"]
        for effect in point["effects"]
        for target in effect["targets"]
    ]
    targets, unknown = [], []
    for label, target in typed:
        home, _, part = target.partition(".")
        doc = state.get(home)
        if doc is None or (part and force.in_decision(doc, part) is None):
            unknown.append(f"point {label} names {target}, which does not exist")
        else:
            targets.append({"statement": doc["statement"], **({"point": part} if part else {})})
    if unknown:
        raise Usage("; ".join(unknown))
    return targets


def expanded(state: State, points: list[Doc]) -> list[Doc]:
    """`[{label, effects}]` with each target expanded and the effects of waiting points taken
    over (concepts.md, "Effects"); Usage where two effects of it contradict each other."""
    made: list[Doc] = [
        {"label": p["label"], "effects": [{**one, "targets": []} for one in p["effects"]]}
        for p in points
    ]
    _expand(state, points, made, [], restoring=False)
    _expand(state, points, made, force.felled(state, made), restoring=True)
    named = {t for out in made for effect in out["effects"] for t in effect["targets"]}
    for out in made:
        out["effects"] += force.inherit(state, out["effects"], named)
    # What falls, by what is taken over too, must be known before what may be restored.
    _expand(state, points, made, force.felled(state, made), restoring=True)
    own = [
        {**out, "effects": out["effects"][: len(point["effects"])]}
        for out, point in zip(made, points, strict=True)
    ]
    faults = effect_faults(own)
    if faults:
        raise Usage("; ".join(message for message, *_ in faults))
    return made


def _expand(
    state: State, points: list[Doc], made: list[Doc], falling: list[str], restoring: bool
) -> None:
    """Sets the targets of the effects that restore, or of the others, while some points fall."""
    for out, point in zip(made, points, strict=True):
        for place, effect in enumerate(point["effects"]):
            verb = effect["verb"]
            if (verb == "restores") is restoring:
                found = [force.expand(state, t, verb, falling) for t in effect["targets"]]
                targets = list(dict.fromkeys(t for group in found for t in group))
                out["effects"][place] = {"verb": verb, "targets": targets}


def who(act: Act) -> Blocks:
    """A registered seat of the electorate, the opener, or the ratifier."""
    doc = lookup.brainstorm(act.state, act.subject)
    held = [point["hold"]["seat"] for point in act.body["points"] if "hold" in point]
    absent = [n for n in dict.fromkeys(held) if act.state.get(f"seat:{n}") is None]
    if absent and not act.imported:
        raise Usage(f"Held for: there is no seat {', '.join(absent)}", "ledger seat roster")
    expanded(act.state, act.body["points"])  # what contradicts itself is said before who may
    return deciders_only(act, doc, may_decide(act, doc))


def same(act: Act) -> Doc | None:
    """The current version's text again, by the same actor."""
    now = lookup.current(lookup.brainstorm(act.state, act.subject))
    if now is None or not same_actor(act.state, now["by"]["actor"], act.actor):
        return None
    if not alike(now["body"], act.body, act.state.text):
        return None
    return {"entry": now["entry"], "ids": [act.subject]}


def check(act: Act) -> Blocks:
    """The brainstorm is open, and every target in the state that its verb asks."""
    doc = lookup.brainstorm(act.state, act.subject)
    blocks = window.over(act.state, doc, act.at, "propose")
    made = expanded(act.state, act.body["points"])
    empty = []
    for out, point in zip(made, act.body["points"], strict=True):
        for effect in point["effects"]:
            empty += _expands_to_nothing(act.state, out, effect, made)
    pairs = [(f"point {out['label']}", out) for out in made]
    falling = force.felled(act.state, made)
    if act.imported:  # what it claims of others' points, it claims
        return blocks
    return blocks + empty + force.target_blocks(act.state, pairs, falling, since=False)


def _expands_to_nothing(state: State, out: Doc, effect: Doc, made: list[Doc]) -> Blocks:
    falling = force.felled(state, made)
    what = "fallen and restorable" if effect["verb"] == "restores" else "in force"
    return [
        block(
            "target-not-in-force",
            f"point {out['label']} {effect['verb']} {target}: no point of {target} is {what}",
            f"ledger show {target}",
            point=f"point {out['label']}",
            target=target,
        )
        for target in effect["targets"]
        if not is_point(target) and not force.expand(state, target, effect["verb"], falling)
    ]


def reach(act: Act) -> list[str]:
    """The brainstorm's items and those that hold a target (concepts.md, "In force" 10)."""
    keys = dict.fromkeys(lookup.brainstorm(act.state, act.subject)["reach"])
    typed = act.body["points"]
    named = [effect for point in typed for effect in point["effects"]]
    meant = [effect for point in expanded(act.state, typed) for effect in point["effects"]]
    homes = dict.fromkeys(t.split(".")[0] for effect in named + meant for t in effect["targets"])
    for home in homes:
        keys.update(dict.fromkeys(lookup.ruling(act.state, home)["reach"]))
    return list(keys)


def items(act: Act) -> list[str]:
    """The brainstorm's, and those that hold a point it targets."""
    return reach(act)


def outcome(act: Act) -> Doc:
    """The version's number, and what each point's effects mean."""
    doc = lookup.brainstorm(act.state, act.subject)
    return {
        "version": len(doc["versions"]) + 1,
        "points": [
            {**one, "effects": imports.claims(act.state, one["effects"], act.imported)}
            for one in expanded(act.state, act.body["points"])
        ],
        "reach": reach(act),
    }


def apply(act: Act) -> None:
    """One more version, which is now the current one."""
    doc = act.state.touch(act.subject)
    for other in act.state.known(*(key for key in act.outcome["reach"] if key not in doc["reach"])):
        other["visitors"].append(doc["id"])
    doc["reach"] = act.outcome["reach"]
    version = {
        "n": act.outcome["version"],
        "statement": digest(act.statement),
        "entry": act.seq,
        "at": act.at,
        "by": {"seat": _seat(act, doc), "actor": act.doer},
        "body": act.body,
        "points": act.outcome["points"],
    }
    doc["versions"].append(version)
    doc["spoken"] = []


def _seat(act: Act, doc: Doc) -> str | None:
    held, roll = seats_of(act.state, act.actor, act.at), count.roll(act.state, doc, reading(act.at))
    return next((name for name in held if name in roll), None)


def notes(act: Act) -> list[str]:
    """What each effect means, point by point: it is part of what is agreed to."""
    lines = []
    for point in act.outcome["points"]:
        for effect in point["effects"]:
            taken = f" (taken over from {effect['from'][-1]})" if "from" in effect else ""
            targets = ", ".join(effect["targets"])
            lines.append(f"point {point['label']} {effect['verb']} {targets}{taken}")
    return lines


def headline(act: Act) -> str:
    """What was done, in one line."""
    n = act.outcome["version"]
    labels = ", ".join(point["label"] for point in act.body["points"])
    return f"proposed version {n} to {act.subject}: points {labels}"


def ids(act: Act) -> list[str]:
    """The brainstorm."""
    return act.subjects
