"""The policy that new brainstorms take. Subject: `ledger`, a project or an item's key.

Body: `{policy}`, as typed; the outcome holds its long form and the version of the language.
"""

from __future__ import annotations

from ledger.core import lookup, names, roster
from ledger.core.policy.adopt import read
from ledger.core.policy.grammar import LANGUAGE, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """A steward; the policy must be one, and an item that is named must be there."""
    if names.is_key(act.subject):
        lookup.item(act.state, act.subject)
    read(act.state, act.body["policy"])
    return roster.stewards_only(act)


def same(act: Act) -> Doc | None:
    """The same policy is set, however it was typed."""
    doc = act.state.get(f"policy:{act.subject}")
    if doc and doc["policy"] == read(act.state, act.body["policy"])[1]:
        return {"entry": doc["entry"], "ids": [act.subject]}
    return None


def items(act: Act) -> list[str]:
    """The item it is set for, where it is one."""
    return act.subjects if names.is_key(act.subject) else []


def outcome(act: Act) -> Doc:
    """The long form, and the version of the language."""
    return {"policy": read(act.state, act.body["policy"])[1], "language": LANGUAGE}


def apply(act: Act) -> None:
    """The policy of that scope; the seats it names as ratifier know of it."""
    state, scope = act.state, act.subject
    label = f"the policy of {scope}"
    old = state.get(f"policy:{scope}")
    if old and old["ratifier"]:
        state.touch(f"seat:{old['ratifier']}")["ratifies"].remove(label)
    rule = parse(act.outcome["policy"]).policy.get("ratify")
    ratifier = rule["by"] if rule else None
    if ratifier:
        state.touch(f"seat:{ratifier}")["ratifies"].append(label)
    doc = {
        "scope": scope,
        "policy": act.outcome["policy"],
        "typed": act.body["policy"],
        "ratifier": ratifier,
        "entry": act.seq,
        "times": [*(old["times"] if old else []), [act.at, act.seq]],
    }
    state.put(f"policy:{scope}", doc)


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"set the policy of {act.subject}"


def ids(act: Act) -> list[str]:
    """The scope."""
    return [act.subject]
