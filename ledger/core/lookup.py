"""Finding what an id names; NotFound (exit 4) says what there is instead."""

from __future__ import annotations

from ledger.core import names
from ledger.core.errors import NotFound, block
from ledger.core.force import in_decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def item(state: State, key: str) -> Doc:
    """The document of a work item."""
    found = state.get(key) if names.is_key(key) else None
    if found is None:
        raise NotFound(f"there is no work item {key}", hint="ledger item list")
    return found


def items(state: State, keys: list[str]) -> list[Doc]:
    """The documents of work items; NotFound that names every one that is not there."""
    absent = [key for key in keys if state.get(key) is None]
    if absent:
        raise NotFound(f"there is no work item {', '.join(absent)}", hint="ledger item list")
    return [item(state, key) for key in keys]


def brainstorm(state: State, ident: str) -> Doc:
    """The document of a brainstorm."""
    found = state.get(ident) if names.is_brainstorm(ident) else None
    if found is None:
        raise NotFound(f"there is no brainstorm {ident}", hint="ledger brainstorm list")
    return found


def decision(state: State, ident: str) -> Doc:
    """The document of a decision."""
    found = state.get(ident) if names.is_decision(ident) else None
    if found is None:
        raise NotFound(f"there is no decision {ident}", hint="ledger item list")
    return found


def ballot(state: State, ident: str) -> Doc:
    """The document of a ballot."""
    found = state.get(ident) if names.is_ballot(ident) else None
    if found is None:
        raise NotFound(f"there is no ballot {ident}", hint="ledger item list")
    return found


def ruling(state: State, ident: str) -> Doc:
    """The document of a decision or a ballot: what has points."""
    return ballot(state, ident) if ident[:1] == "B" else decision(state, ident)


def point(state: State, ident: str) -> Doc:
    """The document of a point."""
    home, label = names.split_point(ident)
    found = in_decision(ruling(state, home), label)
    if found is None:
        raise NotFound(f"{home} has no point {label}", hint=f"ledger show {home}")
    return found


def question(state: State, ident: str) -> Doc:
    """The question of an item: `EVO-26.Q1`."""
    return _listed(state, ident, "question")


def finding(state: State, ident: str) -> Doc:
    """The finding of an item: `EVO-26.F1`."""
    return _listed(state, ident, "finding")


def _listed(state: State, ident: str, what: str) -> Doc:
    key = ident.partition(".")[0]
    found: list[Doc] = [one for one in item(state, key)[f"{what}s"] if one["id"] == ident]
    if not found:
        raise NotFound(f"there is no {what} {ident}", hint=f"ledger show {key}")
    return found[0]


def action(state: State, ident: str) -> Doc:
    """The action of a decision: `D7.A1`."""
    home, _, part = ident.partition(".")
    doc = decision(state, home)
    if part[:1] != "A" or not names.number(part[1:]) or int(part[1:]) > len(doc["actions"]):
        raise NotFound(f"there is no action {ident}", hint="ledger action list")
    found: Doc = doc["actions"][int(part[1:]) - 1]
    return found


def ballots_on(state: State, doc: Doc, label: str = "") -> list[Doc]:
    """The ballots that rule on a point of a decision, or on the one of that label."""
    mine = [f"{doc['id']}.{one['label']}" for one in doc["points"] if label in ("", one["label"])]
    asked = dict.fromkeys(b for one in state.many(doc["items"]) for b in one["ballots"])
    return [
        one
        for one in state.many(asked)
        if any(ident in mine for each in one["questions"] for ident in each["rules_on"])
    ]


def parts(state: State, ident: str) -> list[str]:
    """The ids whose entries are those of an id: itself; of a decision its actions, too, and the
    ballots that rule on it."""
    doc = state.get(ident) if names.is_decision(ident) else None
    if doc is None:
        return [ident]
    actions = [f"{ident}.A{n}" for n, _ in enumerate(doc["actions"], 1)]
    return [ident, *actions, *(one["id"] for one in ballots_on(state, doc))]


def current(doc: Doc) -> Doc | None:
    """The current version of a brainstorm, or None while nothing is proposed."""
    return doc["versions"][-1] if doc["versions"] else None


def ended(doc: Doc) -> list[Doc]:
    """The block for an act on a brainstorm or ballot that was ended: says how."""
    if doc["state"] == "open":
        return []
    if names.is_ballot(doc["id"]):
        code = "aborted" if doc["state"] == "aborted" else "closed"
        message = f"{doc['id']} has ended: {doc['state']}"
        return [block(code, message, f"ledger ballot show {doc['id']}")]
    if doc["state"] == "adopted":
        message = f"{doc['id']} has ended: adopted as {doc['decision']}"
        return [block("closed", message, f"ledger show {doc['decision']}")]
    how = {"closed": "closed without decision"}.get(doc["state"], "withdrawn")
    message = f"{doc['id']} has ended: {how} (#{doc['ended']['entry']})"
    return [block("closed", message, f"ledger brainstorm show {doc['id']}")]


def ratifiers(doc: Doc) -> list[str]:
    """The seat that the policy of a brainstorm names to ratify, or none."""
    rule = doc["rule"].get("ratify")
    return [rule["by"]] if rule else []
