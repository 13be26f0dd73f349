"""The ballots of an item: what each question rules on, its options with what they do and how many
chose them, what was answered, and the point that the answer made.

    - question 1, rules on D1.1, D1.2: Who may launch workers?
      - a, ratifies, 0: the owner alone
      - b, amends, 1: the owner, and the rail on demand
      - decided b, made B1.1
      - refined: no agents that stay

What somebody typed ends its line, behind backslashes. A ballot belongs to the page where it belongs
to the item, or rules on, or made, a point that stands on it.

Source: exchange.md, "Markdown export"; concepts.md, "In force" 8 to 10.
"""

from __future__ import annotations

from ledger.core import lookup, names
from ledger.export.untrusted import field
from ledger.views import ballot
from ledger.views.decision import by_casting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Blocks = list[list[str]]


def ballots(state: State, doc: Doc, members: list[tuple[Doc, Doc]], at: str) -> list[Doc]:
    """The ballots of an item, as the view shows them at that time, with `opener`, `entry`, `ended`
    and `made` of their documents besides; `members` are the points on its page."""
    points = {f"{one['id']}.{point['label']}" for one, point in members}
    homes = {one["id"] for one, _ in members}
    found = list(doc["ballots"])
    for ident in filter(names.is_ballot, doc["visitors"]):
        asked = lookup.ballot(state, ident)["questions"]
        if ident in homes or any(points & set(one["rules_on"]) for one in asked):
            found.append(ident)
    return of(state, found, at)


def of(state: State, found: list[str], at: str) -> list[Doc]:
    """Some ballots, shown like that, in the order they were opened."""
    return [_shown(state, ident, at) for ident in sorted(found, key=lambda one: int(one[1:]))]


def _shown(state: State, ident: str, at: str) -> Doc:
    doc = lookup.ballot(state, ident)
    kept = {key: doc[key] for key in ("opener", "entry", "ended", "made")}
    return {**ballot.ballot(state, ident, at), **kept}


def section(shown: list[Doc]) -> Blocks:
    """The section; absent where there is none."""
    blocks: Blocks = [["## Ballots"]] if shown else []
    for one in shown:
        title = f" · {field(one['title'])}" if one["title"] else ""
        blocks += [[f"### {one['id']}{title}"], _ballot(one)]
    return blocks


def excused(one: Doc) -> str:
    """Who was excused, by whom, why."""
    return f"excused: {field(one['seat'])} by {field(one['by'])}: {field(one['reason'])}"


def _ballot(shown: Doc) -> list[str]:
    ends = [f"closed #{shown['ended']}"] if shown["ended"] else []
    ends += [f"ratified #{shown['made']}"] if shown["made"] else []
    said = [f"opened by {field(shown['opener'])}, #{shown['entry']}", *ends]
    lines = [
        f"- {shown['state']}: on {shown['decision']}, put to {field(shown['to'])}, "
        + "; ".join(said),
        f"- seats: {', '.join(map(_seat, shown['electorate']))}",
        f"- policy: {field(shown['policy'])}",
        *(f"- {excused(one)}" for one in shown["excused"]),
    ]
    return lines + [line for one in shown["questions"] for line in _question(one)]


def _seat(one: Doc) -> str:
    who = one["by"] or one["actor"]
    said = f"answered {' '.join(one['answered'])}" if one["answered"] else "silent"
    return f"{field(one['seat'])} {field(who) if who else '(nobody)'} {said}"


def _question(one: Doc) -> list[str]:
    made, tally = one["verdict"], one["verdict"]["tally"]
    lines = [f"- question {one['label']}, rules on {', '.join(one['rules_on'])}: "]
    lines[0] += field(one["text"])
    for option in one["options"]:
        count = tally[option["key"]]
        said = f"{field(option['key'])}, {option['effect']}, {count}: {field(option['text'])}"
        lines.append(f"  - {said}")
    answer = f" {field(one['answer'])}" if one["answer"] else ""
    answer += by_casting(one["casting"])
    point = f", made {one['point']}" if one["point"] else ""
    lines.append(f"  - {made['verdict']}{answer}{point}")
    return lines + ([f"  - refined: {field(one['refinement'])}"] if one["refinement"] else [])
