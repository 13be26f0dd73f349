"""The naive model: work items, by `concepts.md`, "Any actor" and "Edit, close, reopen"."""

from __future__ import annotations

from collections.abc import Callable

from model import Act, Refused, State
from model_words import allowed, found, same


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


JUDGE: dict[str, Callable[[State, Act], None]] = {
    "item new": item_new,
    "item close": item_close,
    "item reopen": item_reopen,
    "item edit": item_edit,
    "item link": item_link,
    "item comment": item_comment,
}
