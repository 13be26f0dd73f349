"""JSON Schemas (draft 2020-12) of what each command prints under `--json`: the whole document,
refusals too (cli.md, "Rules for every command"). Made from the shapes of the table.

The shape `{"n": "int", "by?": "@voice", "*": "any"}` becomes an object that must have an integer
`n`, may have a `by`, defined under `$defs`, and any other key.
"""

from __future__ import annotations

from ledger.cli.table import every
from ledger.cli.table.shapes import SHAPES
from ledger.core.errors import EXITS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Command = dict[str, Any]
    Schema = dict[str, Any]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
TYPES = {"str": "string", "int": "integer", "bool": "boolean"}
HEAD: Schema = {
    "type": ["object", "null"],
    "properties": {"seq": {"type": "integer"}, "leaf": {"type": "string"}},
    "required": ["seq", "leaf"],
    "additionalProperties": False,
}
ERROR: Schema = {
    "type": "object",
    "properties": {
        "code": {"enum": list(EXITS)},
        "message": {"type": "string"},
        "hint": {"type": "string"},
        "blocks": {"type": "array", "items": {"$ref": "#/$defs/block"}, "minItems": 1},
    },
    "required": ["code", "message"],
    "if": {"properties": {"code": {"const": "blocked"}}},
    "then": {"required": ["blocks"]},
    "else": {"not": {"required": ["blocks"]}},
}


def schemas() -> dict[str, Schema]:
    """The schema of every command's document, by the command's words with dashes: `item-new`."""
    return {words.replace(" ", "-"): document(words, command) for words, command in every()}


def document(words: str, command: Command) -> Schema:
    """The schema of a command's document: its answer, or an error."""
    made: Schema = {
        "$schema": DRAFT,
        "title": f"ledger {words}",
        "description": command["help"],
    }
    data = of(command["data"])
    refusal = _closed({"ok": {"const": False}, "error": {"$ref": "#/$defs/error"}})
    if command.get("beside"):
        refusal["properties"]["data"] = data
    made["oneOf"] = [_closed({"ok": {"const": True}, "data": data}), refusal]
    names = sorted(_named(command["data"]) | {"block"})
    made["$defs"] = {"head": HEAD, "error": ERROR, **{name: of(SHAPES[name]) for name in names}}
    return made


def _closed(own: Schema) -> Schema:
    """A document with those keys, besides the two that every one has."""
    properties = {"schema": {"const": 1}, **own, "head": {"$ref": "#/$defs/head"}}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def of(shape: Any) -> Schema:
    """The schema of a shape (`shapes.py` has the notation)."""
    if isinstance(shape, list):
        return {"type": "array", "items": of(shape[0])}
    if isinstance(shape, str):
        return _word(shape)
    if "|" in shape:
        return {"anyOf": [of(one) for one in shape["|"]]}
    return _object(shape)


def _word(shape: str) -> Schema:
    word = shape.removesuffix("?")
    if word == "any":
        return {}
    if word.startswith("@"):
        ref: Schema = {"$ref": f"#/$defs/{word[1:]}"}
        return {"anyOf": [ref, {"type": "null"}]} if word != shape else ref
    return {"type": [TYPES[word], "null"] if word != shape else TYPES[word]}


def _object(shape: dict[str, Any]) -> Schema:
    keys = [key for key in shape if key != "*"]
    return {
        "type": "object",
        "properties": {key.removesuffix("?"): of(shape[key]) for key in keys},
        "required": [key for key in keys if not key.endswith("?")],
        "additionalProperties": of(shape["*"]) or True if "*" in shape else False,
    }


def _named(shape: Any) -> set[str]:
    """The names of SHAPES that a shape mentions, and that these mention."""
    if isinstance(shape, str):
        name = shape.removeprefix("@").removesuffix("?")
        return {name} | _named(SHAPES[name]) if shape.startswith("@") else set()
    parts = shape.values() if isinstance(shape, dict) else shape
    return set().union(*(_named(one) for one in parts))
