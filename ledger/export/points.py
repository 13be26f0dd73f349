"""The points of an item, by what has become of them: in force, pending or contested, replaced.

In force and pending begin with a padded table and go on with each point whole, one fence a point;
a point that is held says so in both, in a column that holds nothing typed. A point that a ballot
made (`B3.1`) was decided by that ballot, and its text stands at the ratification that made it.
Of what was replaced, refused or withdrawn there is a table; its texts stand in the activity, at the
entry that the column `proposed` names.

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core import force
from ledger.core.clock import page
from ledger.core.names import is_ballot
from ledger.export.activity import effects
from ledger.export.mermaid import happened
from ledger.export.table import table
from ledger.export.untrusted import body, field

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
    rows = []
    for one in shown:
        ratified = "; ".join([_ratified(one), *held(one)])
        rows.append([*_first(one), page(one["since"]), _decided(state, one), ratified])
        rows[-1].append(", ".join(one["replaces"]) or "-")
    blocks = [["## In force"], table(head, rows)]
    for one in shown:
        acts = effects(_doc(state, one)["effects"])
        said = [f"in force since {page(one['since'])}, #{one['entry']}", *([acts] if acts else [])]
        blocks += _whole(one, [*said, *_marks(one)])
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
            "; ".join([one["state"], *held(one)]),
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
            one, [one["state"], *([f"once in force: {would}"] if would else []), *_marks(one)]
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
            _felled_by(state, one),
            f"#{one['entry']}",
            f"#{_proposed(state, one)}",
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
    if is_ballot(made["id"]):
        return f"ballot {made['id']}, #{made['ended']}"
    return f"{voice(made['decided_by'])}, #{made['entry']}"


def _proposed(state: State, one: Doc) -> int:
    """The entry where its text was typed."""
    made = _decision(state, one)
    return int(made["made"] if is_ballot(made["id"]) else made["proposed"])


def held(one: Doc) -> list[str]:
    """That it is held, and for whom; nothing where it is not."""
    return [f"held for {field(one['held']['for'])}"] if one["held"] else []


def _marks(one: Doc) -> list[str]:
    """What a reader must know besides."""
    made = [f"pending: {', '.join(one['pending'])}"] if one["pending"] else []
    made += [f"claimed by report: {', '.join(one['claimed'])}"] if one["claimed"] else []
    made += held(one)
    return made + ([f"base-fell: {', '.join(one['base_fell'])}"] if one["base_fell"] else [])


def _ratified(one: Doc) -> str:
    made = one["ratification"]
    if made["by"] is None:
        return "by report" if one["adopted"]["attestation"] == "reported" else "by policy"
    if made["by"]["seat"] is None:
        return f"{field(made['by']['actor'])}, reported, #{made['entry']}"
    return f"{voice(made['by'])}, {made['attestation']}, #{made['entry']}"


def _would(state: State, one: Doc) -> str:
    made: dict[str, list[str]] = {}
    for verb, target in happened(state, _doc(state, one)):
        made.setdefault(verb, []).append(target)
    return "; ".join(f"{verb} {', '.join(targets)}" for verb, targets in made.items())


def _felled_by(state: State, one: Doc) -> str:
    made, doc = one["ratification"], _doc(state, one)
    if one["replaced_by"]:
        return ", ".join(one["replaced_by"])
    if doc.get("withdrawn"):
        return f"withdrawn: {field(state.text(doc['withdrawn']), LIMIT)}"
    if made["state"] != "refused":
        return "-"
    reason = doc["ratification"].get("reason")  # an answer of a ballot may refuse without one
    said = f": {field(state.text(reason), LIMIT)}" if reason else ""
    return f"{voice(made['by'])}{said}"


def _whole(one: Doc, said: list[str]) -> Blocks:
    return [[f"### {one['id']}"], *body(" · ".join(said), one["text"])]
