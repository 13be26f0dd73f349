r"""Lineage: the points of an item as a Mermaid flowchart, the verb of each effect on its edge.

One node a point, `p1`, `p2` … in the order of the points (so that no id is a word of Mermaid's);
a point of another item that is acted on is a node too, by its id alone. An edge goes from the
acting point to its target, drawn out where the effect has happened, dotted where it waits for
ratification; what never came in force has no edge. Labels are quoted, and every character but
ASCII letters, digits and spaces is an entity `#N;`, made in one pass.

>>> print(label('D1.1 "end" #9;'))
D1#46;1 #34;end#34; #35;9#59;

Source: exchange.md, "Markdown export", lineage and "Mermaid labels".
"""

from __future__ import annotations

from ledger.core import force
from ledger.core.names import point_order
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]

DOTTED = "An arrow goes from a point to what it acts on; a dotted one waits for ratification."
LIMIT = 40  # characters of a point's first line
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ")


def label(text: str) -> str:
    """The text as it may stand between the quotes of a label."""
    return "".join(c if c in _PLAIN else f"#{ord(c)};" for c in safe.coded(text))


def happened(state: State, point: Doc) -> list[tuple[str, str]]:
    """(verb, target) of a point's effects that have happened, or wait with it; none of a point
    that never came in force and will not (concepts.md, "In force" 2)."""
    if point["since"] is None and point["state"] != force.WAITS:
        return []
    return list(force.live(state, point))


def flowchart(state: State, members: list[tuple[Doc, Doc]]) -> list[str]:
    """The lines of the chart's fence; `members` are (decision, point) in their order."""
    nodes: dict[str, str] = {}
    edges: list[tuple[str, str, str]] = []
    for decision, point in members:
        ident = f"{decision['id']}.{point['label']}"
        first = (state.text(point["text"]) or "").split("\n", 1)[0]
        nodes[ident] = f"{ident} {first if len(first) <= LIMIT else first[:LIMIT] + '…'}".strip()
        arrow = "-->" if point["since"] else "-.->"
        edges += [(ident, f'{arrow}|"{label(verb)}"|', to) for verb, to in happened(state, point)]
    for target in sorted({to for _, _, to in edges} - set(nodes), key=point_order):
        nodes[target] = target
    names = {ident: f"p{number}" for number, ident in enumerate(nodes, 1)}
    made = [f'  {names[ident]}["{label(text)}"]' for ident, text in nodes.items()]
    made += [f"  {names[ident]} {arrow} {names[to]}" for ident, arrow, to in edges]
    return ["```mermaid", "flowchart LR", *made, "```"]
