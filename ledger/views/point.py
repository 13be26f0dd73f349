"""A point as it is shown (cli.md, "JSON that others build on")."""

from __future__ import annotations

from ledger.core import force
from ledger.core.clock import page
from ledger.core.names import split_point
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def title(text: str | None) -> str | None:
    """The first line of a text."""
    return None if text is None else text.split("\n", 1)[0]


def point(state: State, decision: Doc, doc: Doc) -> Doc:
    """The point of that document, in its decision's."""
    text = state.text(doc["text"])
    ident = f"{decision['id']}.{doc['label']}"
    made = doc["ratification"]
    in_force = doc["state"] == force.FORCE
    shown = {
        "id": ident,
        "label": doc["label"],
        "title": title(text),
        "text": text,
        "state": doc["state"],
        "decision": decision["id"],
        "since": doc["since"]["at"] if in_force else None,
        "entry": doc["by"],
        "ratification": {key: made[key] for key in ("state", "by", "entry", "attestation")},
        "adopted": {"attestation": "reported" if decision.get("import") else "unsigned"},
        "held": _held(state, doc),
        "effects": doc["effects"],
        "replaces": [t for t in dict.fromkeys(doc["replaces"]) if _replaced(state, t, ident)],
        "replaced_by": list(dict.fromkeys(one["point"] for one in doc["replaced_by"])),
        "pending": doc["pending"],
        "claimed": doc["claimed"],
        "base_fell": force.base_fell(state, doc) if in_force else [],
    }
    shown["ratification"]["ballot"] = made.get("ballot")
    if "reason" in made:
        reason = state.text(made["reason"]) if made["reason"] else None
        shown["ratification"]["reason"] = reason
    if "withdrawn" in doc:
        shown["withdrawn"] = state.text(doc["withdrawn"])
    return shown


def _held(state: State, doc: Doc) -> Doc | None:
    """`{for, reason}` of the hold that stands first, or None."""
    if not doc["holds"]:
        return None
    first = doc["holds"][0]
    return {"for": first["for"], "reason": state.text(first["reason"]) if first["reason"] else None}


def _replaced(state: State, target: str, by: str) -> bool:
    """Does the target stand replaced by that point: it was, and nothing restored it since?"""
    other = force.find(state, target) or {"replaced_by": ()}
    return any(one["point"] == by for one in other["replaced_by"])


def find(state: State, ident: str) -> Doc:
    """The point of that id, shown; NotFound otherwise."""
    from ledger.core import lookup

    decision = lookup.ruling(state, split_point(ident)[0])
    return point(state, decision, lookup.point(state, ident))


def ratified(shown: Doc) -> str:
    """By whom it was ratified and how attested, in a few words."""
    made = shown["ratification"]
    if made["by"] and made["by"]["seat"] is None:
        return f"{made['state']} by {made['by']['actor']}, reported"
    if made["by"]:
        return f"{made['state']} {made['by']['seat']}:{made['by']['actor']} {made['attestation']}"
    if made["state"] == "awaiting" and shown["state"] != "awaiting-ratification":
        return "never ratified"
    if made["state"] == "awaiting":
        return "awaits ratification"
    how = shown["adopted"]["attestation"]
    return "by report" if how == "reported" else f"by policy {how}"


def marks(shown: Doc) -> list[str]:
    """What a reader must know besides: what is pending against it, and a base that fell."""
    made = [f"pending: {', '.join(shown['pending'])}"] if shown["pending"] else []
    if shown["held"]:
        made.append(f"held for {shown['held']['for']}")
    if shown["claimed"]:
        made.append(f"claimed by report: {', '.join(shown['claimed'])}")
    if shown["base_fell"]:
        made.append(f"base-fell: {', '.join(shown['base_fell'])}")
    return made


def row(shown: Doc) -> str:
    """One line for a list: id, title, since, ratified by whom and how attested."""
    when = page(shown["since"]) if shown["since"] else shown["state"]
    return "  ".join([shown["id"], safe.line(shown["title"]), when, ratified(shown), *marks(shown)])


def render(shown: Doc) -> list[str]:
    """The point whole, as text."""
    when = f" since {page(shown['since'])}" if shown["since"] else ""
    lines = [f"{shown['id']} {shown['state']}{when} (#{shown['entry']}), {ratified(shown)}"]
    lines += [one for one in marks(shown) if not one.startswith("held ")]
    if shown["held"]:
        reason = f": {safe.line(shown['held']['reason'])}" if shown["held"]["reason"] else ""
        lines.append(f"held for {shown['held']['for']}{reason}")
    for effect in shown["effects"]:
        taken = f" (taken over from {effect['from'][-1]})" if "from" in effect else ""
        lines.append(f"{effect['verb']}: {', '.join(effect['targets'])}{taken}")
    lines += [f"replaces: {', '.join(shown['replaces'])}"] if shown["replaces"] else []
    lines += [f"replaced by: {', '.join(shown['replaced_by'])}"] if shown["replaced_by"] else []
    ballot = shown["ratification"]["ballot"]
    if ballot and shown["ratification"]["state"] == "refused":
        lines.append(f"refused by ballot {ballot['id']}, question {ballot['question']}")
    if shown["ratification"].get("reason"):
        lines.append(f"reason: {safe.line(shown['ratification']['reason'])}")
    if "withdrawn" in shown:
        lines.append(f"reason: {safe.line(shown['withdrawn'])}")
    return lines + [f"  {part}".rstrip() for part in safe.lines(shown["text"])]
