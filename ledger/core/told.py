"""Which texts an entry tells, and of what: the passages that `ledger search` looks through.

A passage is `{entry, place, id, field, hash, ids}`: `place` is its number in the entry, `id` what
the text is of, `field` what it is there, `ids` other ids that it is found by, with a space between
them. A decision tells again the texts of the version that was adopted, under its own ids.
"""

from __future__ import annotations

from ledger.core.kinds import kind as module
from ledger.core.names import is_brainstorm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Place = tuple[str, str, str]  # (label of what it stands in, field, hash)

# What a text is, by its path in a body; of other paths it is the last word.
FIELDS = {
    "refuse": "reason",
    "points/*/text": "point",
    "points/*/hold/reason": "hold",
    "actions/*/text": "action",
    "sources/*": "source",
    "questions/*/text": "question",
    "questions/*/options/*/text": "option",
}
# And by the kind of an act, whose one text it is.
KINDS = {
    "comment": "comment",
    "say": "said",
    "item-ask": "question",
    "item-answer": "answer",
    "item-find": "finding",
}
VERSION = ("title", "points/*/text", "points/*/hold/reason", "rejected/*", "actions/*/text")


def told(state: State, entry: Doc) -> list[Doc]:
    """The passages of an entry that has been applied; a text that was removed tells nothing."""
    said, made = entry["statement"], entry["outcome"]
    others = [*said["subjects"], *([made["number"]] if "number" in made else [])]
    others += made.get("items", ())
    passages: list[Doc] = []
    for ident, label, field, text in _found(state, said, made):
        if state.text(text) is None:
            continue
        ids = {*others, *([label] if label else [])} - {ident}
        passages.append(
            {
                "entry": entry["seq"],
                "place": len(passages),
                "id": ident,
                "field": field,
                "hash": text,
                "ids": " ".join(sorted(ids)),
            }
        )
    return passages


def _found(state: State, said: Doc, made: Doc) -> Iterator[tuple[str, str, str, str]]:
    """(what it is of, its label there, field, hash) of each text."""
    home = made.get("number") or said["subjects"][-1 if said["kind"] == "ratify-ballot" else 0]
    for path in module(said["kind"]).TEXTS:
        field = KINDS.get(said["kind"], "") if path == "text" else FIELDS.get(path, "")
        for label, text in at(said["body"], path):
            ident = home if not label or is_brainstorm(home) else f"{home}.{label}"
            yield ident, label, field or _last(path), text
    if "reported" in said:
        yield home, "", "source", said["reported"]["source"]
    if said["kind"] == "decide":
        yield from _adopted(state, said["subjects"][0], made)
    if said["kind"] == "action-to-item":
        yield home, "", "title", made["title"]


def _adopted(state: State, storm: str, made: Doc) -> Iterator[tuple[str, str, str, str]]:
    """The texts of the version that a decision adopted."""
    home = made["number"]
    body = (state.get(storm) or {"versions": ()})["versions"][made["version"] - 1]["body"]
    for path in (*VERSION, "sources/*"):
        for number, (label, text) in enumerate(at(body, path), 1):
            label = f"A{number}" if path == "actions/*/text" else label
            ident = f"{home}.{label}" if label else home
            yield ident, label, FIELDS.get(path) or _last(path), text


def _last(path: str) -> str:
    return path.removesuffix("/*").rpartition("/")[2]


def at(body: Doc, path: str) -> Iterator[tuple[str, str]]:
    """(label, hash) of the texts of a body at a path; the label is that of the point or question
    that it stands in, or empty."""
    yield from _at(body, path.split("/"), "")


def _at(value: Any, path: list[str], label: str) -> Iterator[tuple[str, str]]:
    if not path:
        if isinstance(value, str):
            yield label, value
    elif path[0] == "*":
        for one in value or ():
            own = (one.get("label") or one.get("question")) if isinstance(one, dict) else None
            yield from _at(one, path[1:], label or own or "")
    elif value is not None and path[0] in value:
        yield from _at(value[path[0]], path[1:], label)
