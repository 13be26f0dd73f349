"""The ratifier makes final what a ballot answered, whatever decision the points are of. Subjects:
the decision, the ballot; body: `{points: [{question, text}]}`, the texts of the points that the
answers make (concepts.md, "In force" 8 and 9)."""

from __future__ import annotations

from ledger.core import ballots, enter, force, lookup
from ledger.core.errors import Usage, block
from ledger.core.kinds import ratify
from ledger.core.verdict import dependent, unfilled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ("points/*/text",)


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that opened the ballot."""
    return [{"statement": lookup.ballot(state, draft["subjects"][1])["statement"]}]


def _ballot(act: Act) -> Doc:
    return lookup.ballot(act.state, act.subjects[1])


def made_by(state: State, doc: Doc) -> list[tuple[Doc, Doc]]:
    """(question, answer) of each question of a closed ballot."""
    won = {
        label: said["winners"][0]
        for label, said in doc["said"].items()
        if len(said["winners"]) == 1
    }
    return [
        (one, ballots.answer(doc, one["label"], won[one["label"]]))
        for one in doc["questions"]
        if one["label"] in won
    ]


def who(act: Act) -> Blocks:
    """The registered holder of the seat that ratifies the ballot's decision."""
    doc = _ballot(act)
    if doc["decision"] != act.subject:
        raise Usage(f"{doc['id']} is a ballot of {doc['decision']}, not of {act.subject}")
    return ratify.ratifier_only(act, lookup.decision(act.state, act.subject))


def same(act: Act) -> Doc | None:
    """It is ratified."""
    doc = _ballot(act)
    if doc["state"] != "adopted":
        return None
    return {"entry": doc["made"], "ids": None}


def check(act: Act) -> Blocks:
    """It was closed with every question decided, each point still bears its answer, and the texts
    are those of the answers."""
    blocks = standing(act)
    return blocks if _ballot(act)["state"] != "closed" else blocks + _texts(act, _ballot(act))


def standing(act: Act) -> Blocks:
    """All of that but the texts."""
    doc, state = _ballot(act), act.state
    show = f"ledger ballot show {doc['id']}"
    if doc["state"] == "aborted":
        return [block("aborted", f"{doc['id']} was aborted (#{doc['ended']})", show)]
    if doc["state"] == "open":
        open_ = ballots.undecided(state, doc, act.at)
        why = f"unanswered: {', '.join(open_)}" if open_ else "not closed"
        hint = f"ledger ballot {'show' if open_ else 'close'} {doc['id']}"
        return [block("ballot-open", f"{doc['id']} is open ({why})", hint)]
    blocks = _undone(doc, show) + unfit(state, doc)
    points = [ident for one in doc["questions"] for ident in one["rules_on"]]
    homes = {ident.split(".")[0]: lookup.ruling(state, ident.split(".")[0]) for ident in points}
    for home in [*homes.values(), doc]:
        blocks += [one for one in unfilled(state, home, act.at) if one not in blocks]
    for home in homes.values():
        blocks += dependent(state, home, act.actor)
    return blocks + _targets(act, doc)


def _undone(doc: Doc, show: str) -> Blocks:
    """A block for each question that is tied still, that the default won, or that has no answer:
    by a casting vote for what the policy does not pass."""
    blocks = []
    for label, said in doc["said"].items():
        if ballots.default_won(doc, said):
            won = said["winners"][0]
            message = f"question {label} of {doc['id']}: {won} wins, which is none of these"
            blocks.append(block("default-won", message, show, question=label))
        elif said["verdict"] == "tied":
            tied = " and ".join(said["winners"])
            message = f"question {label} of {doc['id']} is tied between {tied}"
            hint = f"ledger casting-vote {doc['id']}.{label} OPTION"
            blocks.append(block("tied", message, hint, question=label))
        elif said["verdict"] != "decided":
            message = f"question {label} of {doc['id']} has no answer: {said['verdict']}"
            again = f"ledger ballot close {doc['id']}"
            blocks.append(block("ballot-open", message, again, question=label))
    return blocks


def unfit(state: State, doc: Doc) -> Blocks:
    """The blocks for points that will not bear the answers of a closed ballot."""
    return [
        one
        for asked, made in made_by(state, doc)
        for ident in asked["rules_on"]
        for one in _point(state, doc, ident, made["option"]["effect"])
    ]


def _point(state: State, doc: Doc, ident: str, effect: str) -> Blocks:
    """Why a point will not bear its answer. One that was ratified in the meantime needs no more,
    and can still be amended."""
    point = lookup.point(state, ident)
    ratified = point["ratification"]["state"] == "ratified"
    again = f"ledger ballot close {doc['id']}"
    if effect == "none" or (ratified and effect == "ratifies"):
        return []
    if effect == "amends" and point["state"] == force.FORCE:
        return []
    if point["pending"] and point["state"] == force.WAITS:
        return ratify.amendments(lookup.ruling(state, ident.split(".")[0]), [point])
    if point["state"] == force.WAITS:
        return []
    if ratified:
        why = f"{ident} was ratified (#{point['ratification']['entry']})"
        return [block("already-ratified", why, again, point=ident)]
    made = ratify.dead(ident, point)
    made["hint"] = again
    return [made]


def _texts(act: Act, doc: Doc) -> Blocks:
    wanted = {
        asked["label"]: ballots.text_of(act.state, made)
        for asked, made in made_by(act.state, doc)
        if ballots.makes_point(made)
    }
    given = {one["question"]: act.state.text(one["text"]) for one in act.body["points"]}
    if wanted == given:
        return []
    message = f"the answers of {doc['id']} make other points"
    return [block("text-changed", message, f"ledger ballot show {doc['id']}")]


def _targets(act: Act, doc: Doc) -> Blocks:
    """The points that are to come in force, whose targets must bear their verbs."""
    pairs = []
    for asked, made in made_by(act.state, doc):
        if made["option"]["effect"] == "ratifies":
            found = [(ident, lookup.point(act.state, ident)) for ident in asked["rules_on"]]
            pairs += [(ident, point) for ident, point in found if point["state"] == force.WAITS]
        elif made["option"]["effect"] == "amends":
            effects = ballots.effects_of(act.state, asked["rules_on"], "amends")
            pairs.append((f"{doc['id']}.{asked['label']}", {"effects": effects[1:]}))
    falling = force.felled(act.state, [point for _, point in pairs])
    blocks = force.target_blocks(act.state, pairs, falling, since=True)
    return blocks + _twice(act.state, pairs)


def _twice(state: State, pairs: list[tuple[str, Doc]]) -> Blocks:
    """The blocks for points that displace what one of another decision displaces: refused, as the
    second of two ratifications is (concepts.md, "In force" 5)."""
    blocks, first = [], dict[str, str]()
    for ident, point in pairs:
        for target in force.felled(state, [point]):
            other = first.setdefault(target, ident)
            if other.split(".")[0] != ident.split(".")[0]:
                message = f"{ident} displaces {target}, and so does {other}, of another decision"
                hint = f"ledger show {target}"
                one = block("target-not-in-force", message, hint, point=ident, target=target)
                blocks.append(one)
    return blocks


def items(act: Act) -> list[str]:
    """The ballot's."""
    reach: list[str] = _ballot(act)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """What each answer does, and what falls."""
    doc, state = _ballot(act), act.state
    answers, coming = [], []
    for asked, made in made_by(state, doc):
        effect = made["option"]["effect"]
        one = {
            "label": asked["label"],
            "choice": made["option"]["key"],
            "effect": effect,
            "points": asked["rules_on"],
        }
        if ballots.makes_point(made):
            one["effects"] = ballots.effects_of(state, asked["rules_on"], effect)
            coming.append({"effects": one["effects"]})
        if effect == "ratifies":
            found = [lookup.point(state, ident) for ident in asked["rules_on"]]
            coming += [point for point in found if point["state"] == force.WAITS]
        answers.append(one)
    return {
        "seat": doc["ratifier"],
        "holder": act.actor,
        "answers": answers,
        "fall": force.felled(state, coming),
        "moves": sorted({t for p in coming for _, t in force.live(state, p)}),
    }


def apply(act: Act) -> None:
    """First what is ratified or refused as it stands, then the points that the answers make."""
    doc = act.state.touch(act.subjects[1])
    doc["state"], doc["made"] = "adopted", act.seq
    act.state.touch("open")["ids"].remove(doc["id"])
    for home in act.state.known(*_homes(act)):
        home["blocked"] = None
    for one in act.outcome["answers"]:
        if one["effect"] in ("ratifies", "refuses"):
            for ident in one["points"]:
                if lookup.point(act.state, ident)["state"] == force.WAITS:
                    _rule(act, doc, one, ident)
    texts = {one["question"]: one["text"] for one in act.body["points"]}
    for one in act.outcome["answers"]:
        if one["label"] in texts:
            text, effects = texts[one["label"]], one["effects"]
            stands = force.items(act.state, doc["items"], effects)
            point = ballots.point(one["label"], text, effects, act.seq, stands)
            point["ratification"] = _ratification(act, "ratified", one["label"])
            doc["points"].append(point)
            enter.enter(act.state, f"{doc['id']}.{one['label']}", act.seq, act.at)


def _homes(act: Act) -> list[str]:
    return [ident.split(".")[0] for one in act.outcome["answers"] for ident in one["points"]]


def _ratification(act: Act, state: str, label: str) -> Doc:
    by = {"seat": act.outcome["seat"], "actor": act.outcome["holder"]}
    made = {"state": state, "by": by, "entry": act.seq, "attestation": "unsigned"}
    return {**made, "ballot": {"id": act.subjects[1], "question": label}}


def _rule(act: Act, doc: Doc, one: Doc, ident: str) -> None:
    point = enter.edit(act.state, ident)
    if one["effect"] == "ratifies":
        point["ratification"] = _ratification(act, "ratified", one["label"])
        enter.enter(act.state, ident, act.seq, act.at)
        return
    refinement = ballots.answer(doc, one["label"], one["choice"])["refinement"]
    point["ratification"] = {**_ratification(act, "refused", one["label"]), "reason": refinement}
    enter.end(act.state, ident, "refused", act.seq)


def waits(act: Act) -> list[str]:
    """What still waits of the decisions that the ballot ruled on."""
    homes = dict.fromkeys([act.subject, *_homes(act)])
    return [
        f"{home}.{point['label']}"
        for home in homes
        for point in lookup.ruling(act.state, home)["points"]
        if point["state"] == force.WAITS
    ]


def notes(act: Act) -> list[str]:
    """What still waits."""
    left = waits(act)
    return [f"still waits: {', '.join(left)}"] if left else []


def headline(act: Act) -> str:
    """What was done, in one line."""
    said = ", ".join(f"{one['label']}={one['choice']}" for one in act.outcome["answers"])
    return f"ratified ballot {act.subjects[1]} as {act.outcome['seat']}: {said}"


def ids(act: Act) -> list[str]:
    """The points that the answers made, then those that were ratified or refused."""
    made = [f"{act.subjects[1]}.{one['question']}" for one in act.body["points"]]
    ruled = [
        ident
        for one in act.outcome["answers"]
        if one["effect"] in ("ratifies", "refuses")
        for ident in one["points"]
    ]
    return [*made, *ruled]
