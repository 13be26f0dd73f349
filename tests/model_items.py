"""The naive model: work items, and what is asked, found and to be done (`concepts.md`, "Any
actor" and the lines below it)."""

from __future__ import annotations

from collections.abc import Callable

from model import Act, Action, Item, Refused, State
from model_words import allowed, found, refuse, same


def item_new(state: State, act: Act) -> None:
    """Any actor. A key is made once."""
    key, args = act.args["key"], act.args
    if args.get("parent"):
        found(state.items, args["parent"])
    if key in state.items:
        it, asked = state.items[key], (args["title"], args.get("owner"), args.get("parent"))
        same((it.title, it.owner, it.parent) == asked)  # Silent: with how it is, whoever made it
        raise Refused(5)


def keeper(state: State, act: Act) -> None:
    """Who made it, its owner, a steward."""
    found(state.items, act.args["key"])
    item = state.items[act.args["key"]]
    allowed(state.is_any(act.actor, item.maker, item.owner) or state.is_steward(act.actor))


def item_close(state: State, act: Act) -> None:
    """Once."""
    keeper(state, act)
    same(state.items[act.args["key"]].closed)


def item_reopen(state: State, act: Act) -> None:
    """Once."""
    keeper(state, act)
    same(not state.items[act.args["key"]].closed)


def item_edit(state: State, act: Act) -> None:
    """A parent is another item, and not one that is below it."""
    key, parent = act.args["key"], act.args.get("parent")
    found(state.items, key)
    if parent:
        found(state.items, parent)
        above: str | None = parent
        while above:
            if above == key:
                raise Refused(2)
            above = state.items[above].parent
    keeper(state, act)
    wanted = {name: act.args[name] for name in ("title", "owner", "parent") if name in act.args}
    same(all(getattr(state.items[key], name) == value for name, value in wanted.items()))


def item_link(state: State, act: Act) -> None:
    """Any actor; two items."""
    found(state.items, act.args["key"], act.args["other"])
    if act.args["key"] == act.args["other"]:
        raise Refused(2)
    same((act.args["key"], act.args["rel"], act.args["other"]) in state.links)


def item_comment(state: State, act: Act) -> None:
    """Any actor; a closed item still takes comments."""
    found(state.items, act.args["key"])


def item_answer(state: State, act: Act) -> None:
    """Any actor; the last answer stands. Silent: the same answer again changes nothing."""
    found(state.questions, act.args["id"])
    same(state.questions[act.args["id"]][1] == act.args["text"])


def doer(state: State, act: Act) -> Action:
    """Its owner, the item's owner, a steward. Silent: an owner may be a seat, which speaks for
    whoever holds it."""
    found(state.actions, act.args["id"])
    action = state.actions[act.args["id"]]
    items = state.decisions[action.decision].storm.items
    owners = [action.owner, *(state.items[key].owner for key in items)]
    held = state.held_by(act.actor)
    mine = state.is_any(act.actor, *owners) or any(one in held for one in owners)
    allowed(mine or state.is_steward(act.actor))
    return action


def action_done(state: State, act: Act) -> None:
    """Once. Silent: also while its decision waits."""
    same(doer(state, act).state == "done")


def action_to_item(state: State, act: Act) -> None:
    """Once, while it is open."""
    action = doer(state, act)
    same(action.item is not None)
    refuse([("closed", None)] if action.state == "done" else [])


def apply_ask(state: State, act: Act, seq: int) -> None:
    """One question more of the item."""
    number = 1 + sum(one.startswith(f"{act.args['key']}.") for one in state.questions)
    state.questions[f"{act.args['key']}.Q{number}"] = (act.args["text"], None)


def apply_answer(state: State, act: Act, seq: int) -> None:
    """The question has this answer."""
    asked, _ = state.questions[act.args["id"]]
    state.questions[act.args["id"]] = (asked, act.args["text"])


def apply_find(state: State, act: Act, seq: int) -> None:
    """One finding more of the item."""
    number = 1 + sum(one.startswith(f"{act.args['key']}.") for one in state.findings)
    state.findings[f"{act.args['key']}.F{number}"] = (act.args["text"], act.args["source"])


def apply_new(state: State, act: Act, seq: int) -> None:
    """A work item."""
    a = act.args
    more = (a.get("owner"), a.get("parent"))
    state.items[a["key"]] = Item(a["key"], a["title"], act.actor, *more)


def apply_close(state: State, act: Act, seq: int) -> None:
    """A closed item."""
    state.items[act.args["key"]].closed = True


def apply_reopen(state: State, act: Act, seq: int) -> None:
    """An open one again."""
    state.items[act.args["key"]].closed = False


def apply_edit(state: State, act: Act, seq: int) -> None:
    """Another owner or parent."""
    item = state.items[act.args["key"]]
    for name in ("title", "owner", "parent"):
        if name in act.args:
            setattr(item, name, act.args[name])


def apply_link(state: State, act: Act, seq: int) -> None:
    """A link of two items."""
    state.links.add((act.args["key"], act.args["rel"], act.args["other"]))


def apply_done(state: State, act: Act, seq: int) -> None:
    """It is done."""
    state.actions[act.args["id"]].state = "done"


def apply_to_item(state: State, act: Act, seq: int) -> None:
    """A sub-item of the decision's (first) item, with the project's next number."""
    action = state.actions[act.args["id"]]
    parent = state.decisions[action.decision].storm.items[0]
    project = parent.split("-")[0]
    numbers = [int(key.split("-")[1]) for key in state.items if key.split("-")[0] == project]
    action.item = f"{project}-{max(numbers) + 1}"
    state.items[action.item] = Item(action.item, action.text, act.actor, action.owner, parent)


def nothing(state: State, act: Act, seq: int) -> None:
    """A comment changes nothing that is modelled."""


JUDGE: dict[str, Callable[[State, Act], None]] = {
    "item new": item_new,
    "item close": item_close,
    "item reopen": item_reopen,
    "item edit": item_edit,
    "item link": item_link,
    "item comment": item_comment,
    "item ask": item_comment,
    "item find": item_comment,
    "item answer": item_answer,
    "action done": action_done,
    "action to-item": action_to_item,
}
APPLY: dict[str, Callable[[State, Act, int], None]] = {
    "item new": apply_new,
    "item close": apply_close,
    "item reopen": apply_reopen,
    "item edit": apply_edit,
    "item link": apply_link,
    "item comment": nothing,
    "item ask": apply_ask,
    "item find": apply_find,
    "item answer": apply_answer,
    "action done": apply_done,
    "action to-item": apply_to_item,
}
