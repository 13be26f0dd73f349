"""The points of an item, by what has become of them: in force, pending or contested, replaced.

In force and pending begin with a padded table and go on with each point whole, one fence a point.
Of what was replaced, refused or withdrawn there is a table; its texts stand in the activity, at the
entry that the column `proposed` names.

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core import force
from ledger.core.clock import page
from ledger.export.activity import effects
from ledger.export.mermaid import happened
from ledger.export.table import table
from ledger.export.untrusted import body, field
from ledger.views.point import marks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Blocks = list[list[str]]

LIMIT = 100  # characters of a text's first line in a table: the whole stands below


def voice(by: Doc) -> str:
    """Who did it: `bin-1:alpha`, or the actor alone where no seat spoke."""
    return ":".join(field(name) for name in (by["seat"], by["actor"]) if name)


def in_force(state: State, shown: list[Doc]) -> Blocks:
    """The section of the points in force; it says so where there is none."""
    if not shown:
        return [["## In force"], ["No point is in force."]]
    head = ["point", "text", "since", "decided by", "ratified by", "replaces"]
    rows = [
        [*_first(one), page(one["since"]), _decided(state, one), _ratified(one), _replaces(one)]
        for one in shown
    ]
    blocks = [["## In force"], table(head, rows)]
    for one in shown:
        acts = effects(_doc(state, one)["effects"])
        said = [f"in force since {page(one['since'])}, #{one['entry']}", *([acts] if acts else [])]
        blocks += _whole(one, [*said, *marks(one)])
    return blocks


def pending(state: State, shown: list[Doc]) -> Blocks:
    """The section of the points that wait or are contested, and what each would do; absent where
    there is none."""
    if not shown:
        return []
    head = ["point", "text", "state", "decided by", "waits for", "once in force"]
    rows = [
        [
            *_first(one),
            one["state"],
            _decided(state, one),
            field(_decision(state, one)["ratifier"] or "nobody"),
            _would(state, one) or "-",
        ]
        for one in shown
    ]
    blocks = [["## Pending and contested"], table(head, rows)]
    for one in shown:
        would = _would(state, one)
        blocks += _whole(
            one, [one["state"], *([f"once in force: {would}"] if would else []), *marks(one)]
        )
    return blocks


def replaced(state: State, shown: list[Doc]) -> Blocks:
    """The section of the points that are in force no more or never were, and what did it; absent
    where there is none."""
    if not shown:
        return []
    head = ["point", "text", "became", "by", "entry", "proposed"]
    rows = [
        [
            *_first(one),
            one["state"],
            _felled_by(one),
            f"#{one['entry']}",
            f"#{_decision(state, one)['proposed']}",
        ]
        for one in shown
    ]
    return [["## Replaced, fallen or never in force"], table(head, rows)]


def _decision(state: State, one: Doc) -> Doc:
    doc = state.get(one["decision"])
    assert doc is not None, one["decision"]
    return doc


def _doc(state: State, one: Doc) -> Doc:
    doc = force.in_decision(_decision(state, one), one["label"])
    assert doc is not None, one["id"]
    return doc


def _first(one: Doc) -> list[str]:
    return [one["id"], field(one["title"], LIMIT)]


def _decided(state: State, one: Doc) -> str:
    made = _decision(state, one)
    return f"{voice(made['decided_by'])}, #{made['entry']}"


def _ratified(one: Doc) -> str:
    made = one["ratification"]
    if made["by"] is None:
        return "by policy"
    return f"{voice(made['by'])}, {made['attestation']}, #{made['entry']}"


def _replaces(one: Doc) -> str:
    return ", ".join(one["replaces"]) or "-"


def _would(state: State, one: Doc) -> str:
    made: dict[str, list[str]] = {}
    for verb, target in happened(state, _doc(state, one)):
        made.setdefault(verb, []).append(target)
    return "; ".join(f"{verb} {', '.join(targets)}" for verb, targets in made.items())


def _felled_by(one: Doc) -> str:
    made = one["ratification"]
    if one["replaced_by"]:
        return ", ".join(one["replaced_by"])
    if made["state"] != "refused":
        return "-"
    return f"{voice(made['by'])}: {field(made.get('reason'), LIMIT)}"


def _whole(one: Doc, said: list[str]) -> Blocks:
    return [[f"### {one['id']}"], *body(" · ".join(said), one["text"])]
