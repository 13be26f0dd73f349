"""The proposal file as JSON (`propose --json-input`): the same as `proposal.py` reads.

    {"title": "Retire spawn on demand",
     "points": [{"label": "1", "title": "No PM spawns workers", "body": "The marker decides.",
                 "effects": [{"verb": "reverses", "targets": ["D1.1", "D1.4"]}],
                 "hold": {"seat": "owner", "reason": "until the next team launch"}}],
     "rejected": ["Solo at 300-400k tokens: kills the independent audit"],
     "actions": [{"owner": "nw-venus", "text": "spawn-agent.sh wrapper"}],
     "sources": ["https://example.org/notes"]}

Required are `points` (at least one), a point's `label` and `title`, an effect's `verb` and
`targets`, a hold's `seat`, an action's `text`; null counts as absent for all others. An action may
be a string too, read like an item of `## Actions`. Effects and holds come from their own keys only:
a body is stored as written, whatever its lines look like. An unknown key, or one key twice in an
object, is a fault. A fault names its JSON path (`$.points[0].label`); its position is where that
value starts (of what is missing: where the object starts).

Source: exchange.md, "The proposal file"; cli.md, "Rules for every command" (text).
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, NamedTuple

from ledger.core.effects import VERBS, verb_of
from ledger.ingest.proposal_draft import (
    Action,
    Draft,
    Effect,
    Hold,
    Path,
    Point,
    Reading,
    Where,
    compose,
    shown,
    trim,
)

_DEEPEST = len(("points", 0, "effects", 0, "targets", 0))
_SPACE = re.compile(r"[ \t\r\n]*")
_TYPES = {dict: "an object", list: "an array", str: "a string", bool: "a boolean"}


def read_json(text: str) -> Draft:
    """The draft that a proposal in JSON says; pure.

    Raises `Usage` (exit 2) with all faults, each `{"message", "position"}`: what is not JSON (that
    alone), a wrong type, an unknown, double or missing key, and what `read_markdown` refuses.
    Source: exchange.md, "The proposal file".
    """
    reading = _JsonReading(text)
    try:
        value = _DECODER.decode(text)
        _note_starts(text, _skip(text, 0), (), reading.starts)
    except json.JSONDecodeError as error:
        reading.fault(error.pos, f"not JSON: {error.msg}")
        reading.refuse()
    except RecursionError:
        reading.fault(0, "not JSON: nested too deeply")
        reading.refuse()
    top = _Value(reading, (), value).members("points", "title rejected actions sources")
    title = top["title"].line("title") if "title" in top else None
    draft: Draft = {
        "title": title,
        "points": [_point(each) for each in _items(top, "points")],
        "rejected": [_entry(each) for each in _items(top, "rejected")],
        "actions": [_action(each) for each in _items(top, "actions")],
        "sources": [_entry(each) for each in _items(top, "sources")],
    }
    if "points" in top and top["points"].value == []:
        top["points"].fault("no point")
    return reading.done(draft)


class _Members(dict[str, Any]):
    """A JSON object, with the keys that stood in it more than once."""

    twice: frozenset[str] = frozenset()


def _members(pairs: list[tuple[str, Any]]) -> _Members:
    made = _Members(pairs)
    if len(made) < len(pairs):
        made.twice = frozenset(k for k, n in Counter(key for key, _ in pairs).items() if n > 1)
    return made


# Integers are read as floats: no number is legal anywhere, and int() refuses 4,301 digits.
_DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_int=float)


class _JsonReading(Reading):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.starts: dict[Path, int] = {}

    def place(self, path: Path) -> tuple[int, str]:
        named = "".join(f"[{k}]" if isinstance(k, int) else f".{k}" for k in path)
        return self.starts[path], f"{shown('$' + named)}: "


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _note_starts(text: str, at: int, path: Path, found: dict[Path, int]) -> int:
    """Note where the value at `at` and those in it start; of a key twice, the last. Its end."""
    found[path] = at
    if text[at] not in "{[" or len(path) == _DEEPEST:
        return _DECODER.raw_decode(text, at)[1]
    keyed, count, at = text[at] == "{", 0, _skip(text, at + 1)
    while text[at] not in "}]":
        key: str | int = count
        if keyed:
            key, at = _DECODER.raw_decode(text, at)
            at = _skip(text, _skip(text, at) + 1)
        at = _skip(text, _note_starts(text, at, (*path, key), found))
        count += 1
        if text[at] == ",":
            at = _skip(text, at + 1)
    return at + 1


class _Value(NamedTuple):
    """A JSON value and its path; where it is not what it is asked for, that is a fault."""

    reading: _JsonReading
    path: Path
    value: Any

    def fault(self, message: str) -> None:
        self.reading.fault(self.path, message)

    def wrong(self, needed: str) -> None:
        found = "null" if self.value is None else "a number"
        found = next((name for kind, name in _TYPES.items() if isinstance(self.value, kind)), found)
        self.fault(f"needs {needed}, not {found}")

    def child(self, key: str | int) -> _Value:
        return _Value(self.reading, (*self.path, key), self.value[key])

    def members(self, required: str, optional: str = "") -> dict[str, _Value]:
        """The known members by key, without optional ones that are null."""
        if not isinstance(self.value, _Members):
            self.wrong("an object")
            return {}
        needed, known = required.split(), f"{required} {optional}".split()
        for key in self.value:
            if key not in known:
                self.child(key).fault(f"unknown key; known are {', '.join(known)}")
            elif key in self.value.twice:
                self.child(key).fault("this key twice in its object")
        for key in needed:
            if key not in self.value:
                self.fault(f"`{key}` is missing")
        given = [key for key in known if key in self.value]
        return {k: self.child(k) for k in given if k in needed or self.value[k] is not None}

    def items(self) -> list[_Value]:
        if not isinstance(self.value, list):
            self.wrong("an array")
            return []
        return [self.child(i) for i in range(len(self.value))]

    def string(self) -> str | None:
        if not isinstance(self.value, str):
            self.wrong("a string")
            return None
        self.reading.storable(self.path, self.value)
        return self.value

    def line(self, what: str) -> str:
        text = self.string()
        return "" if text is None else self.reading.line(self.path, text, what)


def _items(given: dict[str, _Value], key: str) -> list[_Value]:
    return given[key].items() if key in given else []


def _string(given: dict[str, _Value], key: str) -> str | None:
    return given[key].string() if key in given else None


def _point(value: _Value) -> Point:
    given = value.members("label title", "body effects hold")
    label = _string(given, "label")
    if label is not None:
        value.reading.label(given["label"].path, label)
    title = given["title"].line("title of a point") if "title" in given else ""
    body = trim((_string(given, "body") or "").split("\n"))
    return {
        "label": label or "",
        "text": compose(title, body),
        "effects": [e for each in _items(given, "effects") if (e := _effect(each, label or ""))],
        "hold": _hold(given["hold"]) if "hold" in given else None,
    }


def _effect(value: _Value, label: str) -> Effect | None:
    given = value.members("verb targets")
    word = _string(given, "verb")
    verb = verb_of(word or "")
    if word is not None and not verb:
        given["verb"].fault(f"unknown verb {shown(word)}; known are {', '.join(VERBS)}")
    listed = _items(given, "targets")
    named: list[tuple[Where, str]] = [
        (each.path, text) for each in listed if (text := each.string()) is not None
    ]
    if verb is None or not named:
        if "targets" in given and given["targets"].value == []:
            given["targets"].fault("names no target")
        return None
    return value.reading.effect(given["targets"].path, label, verb, named)


def _hold(value: _Value) -> Hold | None:
    given = value.members("seat", "reason")
    seat = _string(given, "seat")
    if seat is not None:
        value.reading.name(given["seat"].path, seat, "seat")
    reason = (_string(given, "reason") or "").strip(" \t\r\n")
    if reason:
        reason = value.reading.line(given["reason"].path, reason, "reason")
    return {"seat": seat or "", "reason": reason}


def _entry(value: _Value) -> str:
    text = value.string()
    entry = trim((text or "").split("\n")).strip(" \t")
    if text is not None and not entry.strip():
        value.fault("an empty item")
    return entry


def _action(value: _Value) -> Action:
    if isinstance(value.value, str):
        return value.reading.action(value.path, _entry(value))
    given = value.members("text", "owner")
    owner = _string(given, "owner")
    if owner is not None:
        value.reading.name(given["owner"].path, owner, "owner")
    return {"owner": owner, "text": _entry(given["text"]) if "text" in given else ""}
