"""Reported acts that an import makes: what others are said to have done, before or elsewhere
(concepts.md, "In force" 5 and 11).

Their statement's `reported` is `{actor, source, import}`, `import` the SHA-256 of the imported
file. They bind only what the same import made: so anybody may record them, by no seat and no
policy, and they move nothing that was decided here.
"""

from __future__ import annotations

from ledger.core import names
from ledger.core.errors import block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.act import Act, Blocks
    from ledger.core.state import State

    Doc = dict[str, Any]

POLICY = "reported"  # the policy of an imported decision, literally
RULE: Doc = {
    "electorate": {"set": [], "as_of": "open", "leavers": "keep"},
    "silence": "abstains",
    "revote": "last",
    "method": {"name": "yes-no", "unranked": None},
    "tie": {"how": "reject"},
    "change": "pin",
}
# What an import may report, and which of it may be about what is native.
ANYBODYS = ("item-new", "comment", "item-ask", "item-find", "item-link", "brainstorm-open")
OWN = (
    *("item-close", "item-answer", "say", "propose", "brainstorm-close", "decide", "ratify"),
    *("hold", "release", "withdraw"),
)


def of(state: State, ident: str) -> str | None:
    """The import that made what an id names, or None: it is native, or not there."""
    doc = state.get(ident.split(".")[0])
    made: str | None = doc.get("import") if doc else None
    return made


def who(act: Act) -> Blocks:
    """Any actor, about what the same import made (any item takes comments, questions, findings,
    links and brainstorms)."""
    kind = act.statement["kind"]
    if kind in ANYBODYS:
        return []
    if kind not in OWN:
        return [block("not-allowed", f"an import does not report {kind}", "ledger import --help")]
    if of(act.state, act.subject) == act.imported:
        return []
    if names.is_key(act.subject.split(".")[0]) and kind == "item-answer":
        return []
    message = f"a reported act binds only what the same import made, which {act.subject} is not"
    return [block("not-allowed", message, f"ledger show {act.subject}")]


def claims(state: State, effects: list[Doc], made: str | None) -> list[Doc]:
    """The effects of an imported point, those on what the import did not make marked `claimed`:
    they wait for a native decision."""
    if made is None:
        return effects
    found = []
    for effect in effects:
        own = [t for t in effect["targets"] if of(state, t) == made]
        others = [t for t in effect["targets"] if t not in own]
        found += [{**effect, "targets": own}] if own or not others else []
        found += [{**effect, "targets": others, "claimed": True}] if others else []
    return found


def by_report(point: Doc) -> bool:
    """Was a point ratified by report alone?"""
    return bool(point["ratification"]["attestation"] == "reported")


def raises(act: Act, point: Doc) -> bool:
    """Does a native ratification raise the attestation of one that was reported?"""
    return by_report(point) and not act.imported and "refuse" not in act.body
