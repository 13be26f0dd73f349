"""A decision as a page of Markdown: its points by what has become of them, what is open, its
ballots, how it came about with its policy in words, lineage, activity; as on the page of an item.

Its points are its own and those that ballots on it made. In the lineage stand besides, by their
ids, what it acts on, and whole, what acts on it.

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core import force, imports, lookup, names
from ledger.core.clock import page as moment
from ledger.core.policy.explain import explain
from ledger.core.policy.grammar import parse
from ledger.export import ballots, points
from ledger.export.activity import activity
from ledger.export.frame import foot, header
from ledger.export.mermaid import DOTTED, flowchart
from ledger.export.open import opened
from ledger.export.untrusted import field
from ledger.export.work_item import ruled
from ledger.views import decision
from ledger.views import point as view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.export.subject import Subject

    Doc = dict[str, Any]
    Blocks = list[list[str]]


def own(subject: Subject) -> list[tuple[Doc, Doc]]:
    """(decision or ballot, point) for the decision's points and those its ballots made."""
    state = subject.state
    homes = [lookup.decision(state, subject.id)]
    votes = [lookup.ballot(state, ident) for ident in asked(subject)]
    homes += [doc for doc in votes if doc["decision"] == subject.id]
    return [(home, one) for home in homes for one in home["points"]]


def asked(subject: Subject) -> list[str]:
    """The ballots that rule on the decision."""
    opened = [act for act in subject.acts if act.statement["kind"] == "ballot-open"]
    return [act.outcome["number"] for act in opened]


def members(subject: Subject) -> list[tuple[Doc, Doc]]:
    """(decision, point) for its points and those that act on them, in the order of ids."""
    state, found = subject.state, {}
    for home, one in own(subject):
        found[f"{home['id']}.{one['label']}"] = (home, one)
    by = [other["point"] for _, one in list(found.values()) for other in one["replaced_by"]]
    waits = [other for _, one in list(found.values()) for other in one["pending"]]
    for ident in (*by, *waits):
        ruling, point = state.get(ident.split(".")[0]), force.find(state, ident)
        if ruling is not None and point is not None:
            found[ident] = (ruling, point)
    return [found[ident] for ident in sorted(found, key=names.point_order)]


def blocks(subject: Subject, form: str = "") -> Blocks:
    """The blocks of a decision's page; `form` as in `markdown.blocks`."""
    state, at = subject.state, subject.last.at
    shown = decision.decision(state, subject.id, at)
    made = [view.point(state, home, one) for home, one in own(subject)]
    votes = ballots.of(state, asked(subject), at)
    groups = _groups(made)
    return [
        [header(subject.id, subject.ledger)],
        *_head(subject, shown),
        *points.in_force(state, groups["in_force"]),
        *points.pending(state, [*groups["prospective"], *groups["contested"]]),
        *opened(state, {"brainstorms": [], "questions": [], **groups, **shown}, votes),
        *ballots.section(votes),
        ["## Decision"],
        ruled(shown, ""),
        *in_words(shown["policy"]),
        ["## Lineage"],
        [DOTTED],
        flowchart(state, members(subject)),
        *points.replaced(state, groups["replaced"]),
        *activity(subject.acts),
        *foot(subject, form),
    ]


def _head(subject: Subject, shown: Doc) -> Blocks:
    when = subject.when
    title = f" · {field(shown['title'])}" if shown["title"] else ""
    said = [shown["state"], f"items {', '.join(shown['items'])}"]
    said.append(f"as of {moment(when['at'])}, #{when['seq']}")
    return [[f"# {subject.id}{title}"], [" · ".join(said)]]


def _groups(made: list[Doc]) -> dict[str, list[Doc]]:
    """The points by what has become of them."""
    names = {force.FORCE: "in_force", force.WAITS: "prospective", force.CONTESTED: "contested"}
    groups: dict[str, list[Doc]] = {
        name: [] for name in ("in_force", "prospective", "contested", "replaced")
    }
    for one in made:
        groups[names.get(one["state"], "replaced")].append(one)
    return groups


def in_words(policy: str) -> Blocks:
    """What a policy (its long form) says, a sentence a line, and what to beware of in it; that of
    an import says nothing."""
    if policy == imports.POLICY:
        return [["## Policy in words"], ["It is reported: no policy of this ledger was applied."]]
    said = explain(parse(policy).policy)
    lines = [f"- {field(one)}" for one in said["words"]]
    lines += [f"- beware: {field(one)}" for one in said["warnings"]]
    return [["## Policy in words"], lines]
