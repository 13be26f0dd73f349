"""The naive model: `decide KEY -f FILE`, which opens, proposes, agrees and decides, or nothing."""

from __future__ import annotations

from model import Act, Answer, Model, Refused
from model_points import as_typed, contradictions


def answer(model: Model, act: Act) -> Answer:
    """What the four come to: four entries, or what the first refused one of them says, and none.
    What they found out is kept in the act."""
    try:
        contradictions(as_typed(act.args["draft"]))
    except Refused as no:
        return Answer(no.exit, no.blocks, 0, False)
    twin = Model()
    twin.acts = list(model.acts)
    act.args["parts"] = parts(act)
    for one in act.args["parts"]:
        made = twin.answer(one)
        if made.exit:
            return Answer(made.exit, made.blocks, 0, False)
        twin.record(one, made)
    return Answer(entries=len(act.args["parts"]))


def parts(act: Act) -> list[Act]:
    """The four acts. `--seat` is of those that a seat does."""
    a = act.args
    text = {"title": a["title"], "draft": a["draft"], "actions": a.get("actions", ())}
    stance = {"stance": "for", "on": None, "reason": None, "seat": a.get("seat")}
    made: list[tuple[str, dict[str, object]]] = [
        ("brainstorm open", {"items": [a["key"]]}),
        ("propose", text),
        ("position", stance),
        ("decide", {}),
    ]
    return [Act(kind, act.actor, act.at, {"id": "bs-at-once", **args}) for kind, args in made]


def record(model: Model, act: Act) -> None:
    """Keeps the four, under the brainstorm's id as it was given."""
    for one in act.args["parts"]:
        one.args["id"] = act.args["id"]
        model.acts.append(one)
