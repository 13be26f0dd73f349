"""The gate for scripts: may one act on this now? (concepts.md, "In force", `check`)."""

from __future__ import annotations

from ledger.core import force, lookup, names
from ledger.core.errors import block
from ledger.views.item import members

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Blocks = list[Doc]


WAIVED = {"held": "--allow-held", "reported-only": "--allow-reported"}
OUT = {"awaiting-ratification", "not-in-force", "contested"}


def check(state: State, ident: str, waive: tuple[str, ...] = ()) -> Doc:
    """`{id, in_force, held, blocks, replaced_by}`: yes where `blocks` is empty. `in_force` is
    about force alone; `waive` are the codes that do not count. NotFound for an unknown id."""
    made = _of(state, ident)
    made["blocks"] = [one for one in made["blocks"] if one["code"] not in waive]
    return made


def _of(state: State, ident: str) -> Doc:
    if names.is_point(ident):
        point = lookup.point(state, ident)
        made = _answer(ident, point["state"] == force.FORCE, *of_point(state, ident, point))
        if point["holds"]:
            first = point["holds"][0]
            reason = state.text(first["reason"]) if first["reason"] else None
            made["held"] = {"for": first["for"], "reason": reason}
        return made
    if names.is_ruling(ident):
        return _decision(state, lookup.ruling(state, ident))
    return _item(state, lookup.item(state, ident))


def _answer(ident: str, in_force: bool, blocks: Blocks, by: list[str]) -> Doc:
    return {"id": ident, "in_force": in_force, "held": None, "blocks": blocks, "replaced_by": by}


def _held(ident: str, point: Doc) -> Blocks:
    if not point["holds"]:
        return []
    waits = point["holds"][0]["for"]
    message = f"{ident} is held for {waits}: not to be carried out until it releases it"
    return [block("held", message, f"ledger show {ident}", point=ident, seat=waits)]


def of_point(state: State, ident: str, point: Doc) -> tuple[Blocks, list[str]]:
    """The blocks of a point, and what stands in its place (nothing, for a point itself)."""
    if point["state"] != force.FORCE:
        if point["state"] not in (force.WAITS, force.CONTESTED):
            why = force.fate(ident, point)
            by = [one["point"] for one in point["replaced_by"]]
            return [block("not-in-force", why, f"ledger show {ident}", point=ident)], by
        if point["state"] == force.CONTESTED:
            why = f"{ident} is contested: another imported point displaces the same"
            return [block("contested", why, f"ledger show {ident}", point=ident)], []
        decision = lookup.ruling(state, names.split_point(ident)[0])
        why = f"{force.fate(ident, point)} by {decision['ratifier']}"
        hint = f"ledger show {decision['id']}"
        waits = block("awaiting-ratification", why, hint, point=ident)
        return [waits, *_held(ident, point)], []
    show = f"ledger show {ident}"
    blocks = _held(ident, point)
    fallen = force.base_fell(state, point)
    if fallen:
        message = f"{ident} refines {', '.join(fallen)}, which has fallen"
        blocks.append(block("base-fell", message, show, point=ident))
    if _reported(state, ident, point):
        message = f"{ident} is in force by report alone"
        blocks.append(block("reported-only", message, show, point=ident))
    return blocks, []


def _reported(state: State, ident: str, point: Doc) -> bool:
    """Does it rest on a report alone: imported, and never ratified here?"""
    home = lookup.ruling(state, names.split_point(ident)[0])
    attested = point["ratification"]["attestation"]
    return attested == "reported" or (bool(home.get("import")) and attested is None)


def _decision(state: State, doc: Doc) -> Doc:
    blocks: Blocks = []
    by: dict[str, None] = {}
    in_force = bool(doc["points"])
    if not in_force:
        message = f"{doc['id']} has no points yet"
        blocks.append(block("not-in-force", message, f"ledger show {doc['id']}"))
    for point in doc["points"]:
        ident = f"{doc['id']}.{point['label']}"
        found, others = _replaced(state, ident, point)
        blocks += found
        by.update(dict.fromkeys(others))
        codes = {one["code"] for one in found}
        in_force = in_force and not codes & OUT
    return _answer(doc["id"], in_force, _once(blocks), list(by))


def _replaced(state: State, ident: str, point: Doc) -> tuple[Blocks, list[str]]:
    """Of a decision's point: itself, or what replaced it, through any number of replacements."""
    if point["state"] not in force.REPLACED:
        return of_point(state, ident, point)
    blocks: Blocks = []
    found: list[str] = []
    for one in point["replaced_by"]:
        other = force.find(state, one["point"])
        assert other is not None
        more, deeper = _replaced(state, one["point"], other)
        blocks += more
        found += deeper if other["state"] in force.REPLACED else [one["point"]]
    return blocks, found


def _item(state: State, doc: Doc) -> Doc:
    blocks: Blocks = []
    in_force = False
    for decision, point in members(state, doc):
        ident = f"{decision['id']}.{point['label']}"
        in_force = in_force or point["state"] == force.FORCE
        if point["state"] in (force.WAITS, force.CONTESTED):
            blocks += of_point(state, ident, point)[0]
        elif point["state"] == force.FORCE:
            blocks += _held(ident, point)
    if not in_force:
        message = f"no point of {doc['id']} is in force"
        blocks.insert(0, block("not-in-force", message, f"ledger show {doc['id']}"))
    return _answer(doc["id"], in_force, blocks, [])


def _once(blocks: Blocks) -> Blocks:
    return list({(one["code"], one.get("point")): one for one in blocks}.values())
