"""Lineage as inline SVG: the points of an item down the page, the verbs below each, and at the left
an arrow from each point to what it acts on, dotted where it waits for ratification.

The layout is of its own and small: a row a point, in the order of the points; the arrows of a point
leave its row together, run along one lane up and one down, and each ends in the row of its target.
A lane is taken again by the next arrows that it is free for. The drawing is never wider than a
phone's screen: the more lanes, the nearer they lie. It is cut between rows into pieces that fit on
a sheet of paper, over whose edges the lanes go on.

>>> lanes([(0, 2), (3, 5), (1, 4)])
[0, 0, 1]

Source: exchange.md, "Markdown export", `--format html`.
"""

from __future__ import annotations

from html import escape

from ledger.core.names import point_order
from ledger.export.mermaid import happened
from ledger.export.table import width
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Edge = tuple[int, bool, list[int]]  # the row from, whether it waits, the rows to: one way

LINE, GAP = 17, 9  # pixels: a line of text, and between rows
COLUMNS = 31  # of text in a line
LEFT, LANE, WIDTH = 104, 12, 350  # pixels: room for lanes, at most so wide each; the whole
SHEET = 620  # pixels of height that a piece may have


def lanes(spans: list[tuple[int, int]]) -> list[int]:
    """The lane of each span (rows, the lower first): the first that no span before it, in the order
    of their beginnings, overlaps."""
    free: list[int] = []  # the row after which each lane is free
    made = [0] * len(spans)
    for place in sorted(range(len(spans)), key=lambda one: spans[one]):
        low, high = spans[place]
        found = [lane for lane, end in enumerate(free) if end < low]
        lane = found[0] if found else len(free)
        free[lane : lane + 1] = [high]
        made[place] = lane
    return made


def lineage(state: State, members: list[tuple[Doc, Doc]]) -> str:
    """The drawing, as SVG elements one below the other; `members` are (decision, point)."""
    names: dict[str, list[str]] = {}
    found: list[tuple[str, str, bool]] = []
    for decision, point in members:
        ident = f"{decision['id']}.{point['label']}"
        first = (state.text(point["text"]) or "").split("\n", 1)[0]
        acts = list(happened(state, point))
        names[ident] = [_cut(f"{ident} {safe.coded(first)}"), *_verbs(acts)]
        found += [(ident, to, point["since"] is None) for _, to in acts]
    for target in sorted({to for _, to, _ in found} - set(names), key=point_order):
        names[target] = [target]
    row = {ident: number for number, ident in enumerate(names)}
    edges: dict[tuple[int, bool, bool], list[int]] = {}
    for one, to, waits in found:
        edges.setdefault((row[one], waits, row[to] < row[one]), []).append(row[to])
    return _drawn(list(names.values()), [(one, w, to) for (one, w, _), to in edges.items()])


def _cut(text: str) -> str:
    """The text in one line, cut to its columns."""
    if width(text) <= COLUMNS:
        return text
    while width(text) >= COLUMNS:
        text = text[: min(len(text) - 1, COLUMNS)]
    return text + "…"


def _verbs(acts: list[tuple[str, str]]) -> list[str]:
    """What a point does, in lines: `amends D1.2, D1.3`."""
    made: dict[str, list[str]] = {}
    for verb, target in acts:
        made.setdefault(verb, []).append(target)
    lines = []
    for verb, targets in made.items():
        line = verb
        for number, target in enumerate(targets):
            part = f" {target}" + ("," if number + 1 < len(targets) else "")
            if len(line + part) > COLUMNS:
                lines.append(line)
                line = " "
            line += part
        lines.append(line)
    return lines


def _drawn(rows: list[list[str]], edges: list[Edge]) -> str:
    """The pieces; each holds whatever reaches into it."""
    tops, at = [], 0
    for lines in rows:
        tops.append(at)
        at += len(lines) * LINE + GAP
    tops.append(at)
    arrows = _arrows([top + LINE * 0.65 for top in tops], edges)
    texts = [
        (top, top + len(lines) * LINE + GAP, _text(top, lines))
        for top, lines in zip(tops[:-1], rows, strict=True)
    ]
    pieces, first = [], 0
    for number in range(1, len(tops)):
        last = number + 1 == len(tops)
        if last or tops[number + 1] - tops[first] > SHEET:
            low, high = tops[first], tops[number]
            inside = [made for top, end, made in [*arrows, *texts] if top < high and end > low]
            pieces.append(_piece(low, high, inside))
            first = number
    return "\n".join(pieces)


def _piece(low: int, high: int, inside: list[str]) -> str:
    size = f'width="{WIDTH}" height="{high - low}" viewBox="0 {low} {WIDTH} {high - low}"'
    return f'<svg {size} role="img" aria-label="Lineage">\n' + "\n".join(inside) + "\n</svg>"


def _text(top: int, lines: list[str]) -> str:
    made = []
    for number, line in enumerate(lines):
        y = top + LINE * number + LINE * 0.85
        kind = "verb" if number else "point"
        made.append(f'<text class="{kind}" x="{LEFT + 16}" y="{y:g}">{escape(line)}</text>')
    return "\n".join([f'<circle cx="{LEFT + 4}" cy="{top + LINE * 0.65:g}" r="4"/>', *made])


def _arrows(middles: list[float], edges: list[Edge]) -> list[tuple[float, float, str]]:
    """(top, bottom, element) of each arrow."""
    spans = [(min(one, *to), max(one, *to)) for one, _, to in edges]
    placed = lanes(spans)
    step = min(LANE, (LEFT - 16) / (max(placed, default=0) + 1))
    made = []
    for (one, waits, to), (low, high), lane in zip(edges, spans, placed, strict=True):
        x = round(LEFT - 14 - step * lane, 1)
        trunk = f"M{LEFT - 1} {middles[one]:g}H{x:g}M{x:g} {middles[low]:g}V{middles[high]:g}"
        tips = "".join(f"M{x:g} {middles[n]:g}H{LEFT - 2}m-5 -4l5 4l-5 4" for n in sorted(to))
        waiting = ' class="waits"' if waits else ""
        path = f'<path{waiting} d="{trunk}{tips}"/>'
        made.append((middles[low] - 5, middles[high] + 5, path))
    return made
