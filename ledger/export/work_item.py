"""A work item as a page of Markdown, in this order; a section of which there is nothing is absent,
but `In force`:

1. the header
2. `# KEY · title`; state, owner, parent, clock; `Sub-items: 3/3 done`; links
3. `## In force`: a padded table, then each point whole, one fence a point (`points.py`)
4. `## Pending and contested`: the same, with what each would do
5. `## Open`: brainstorms and what stands in their way; questions, ballots, actions and holds
   (`open.py`), then `## Ballots`: each with its questions and what came of them (`ballots.py`)
6. `## Decisions`: tally, policy in its long form, who held which seat, who was excused, what turned
   out to be one hand, rejected options, sources
7. `## Lineage`: a Mermaid flowchart (`mermaid.py`)
8. `## Replaced, fallen or never in force`: and by what
9. `## Findings`: each whole, with its source
10. `## Activity`: every entry and every text that was typed in it (`activity.py`)
11. `## Checkpoint`: the unsigned checkpoint at the item's last entry, and how to verify

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.clock import page as moment
from ledger.core.names import is_decision
from ledger.export import ballots, points
from ledger.export.activity import activity
from ledger.export.frame import foot, header
from ledger.export.mermaid import DOTTED, flowchart
from ledger.export.open import block, opened
from ledger.export.untrusted import body, field
from ledger.views import decision, item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State
    from ledger.export.subject import Subject

    Doc = dict[str, Any]
    Blocks = list[list[str]]


def members(subject: Subject) -> list[tuple[Doc, Doc]]:
    """(decision, point) for all points on an item's page, in their order."""
    return item.members(subject.state, lookup.item(subject.state, subject.id))


def blocks(subject: Subject, form: str = "") -> Blocks:
    """The blocks of an item's page; `form` as in `markdown.blocks`."""
    state, key, last = subject.state, subject.id, subject.last
    doc, shown = lookup.item(state, key), item.item(state, key, subject.when)
    held = members(subject)
    votes = ballots.ballots(state, doc, held, last.at)
    rulings = dict.fromkeys(one["id"] for one, _ in held if is_decision(one["id"]))
    return [
        [header(key, subject.ledger)],
        *_head(shown),
        *points.in_force(state, shown["in_force"]),
        *points.pending(state, [*shown["prospective"], *shown["contested"]]),
        *opened(state, shown, votes),
        *ballots.section(votes),
        *_decisions(state, key, [*rulings], last.at),
        *([["## Lineage"], [DOTTED], flowchart(state, held)] if held else []),
        *points.replaced(state, shown["replaced"]),
        *_findings(shown["findings"]),
        *activity(subject.acts),
        *foot(subject, form),
    ]


def _head(shown: Doc) -> Blocks:
    made, when = shown["item"], shown["as_of"]
    said = [made["state"]]
    said += [f"owner {field(made['owner'])}"] if made["owner"] else []
    said += [f"parent {made['parent']}"] if made["parent"] else []
    said.append(f"as of {moment(when['at'])}, #{when['seq']}")
    lines = [" · ".join(said)]
    done = made["sub_items"]
    lines += [f"Sub-items: {done['done']}/{done['total']} done"] if done["total"] else []
    links = [
        f"{one['rel']} {one['to']}" if one["to"] else f"{one['from']} {one['rel']} it"
        for one in shown["links"]
    ]
    lines += [f"Links: {', '.join(links)}"] if links else []
    return [[f"# {made['key']} · {field(made['title'])}"], *([line] for line in lines)]


def _decisions(state: State, key: str, idents: list[str], at: str) -> Blocks:
    blocks: Blocks = [["## Decisions"]] if idents else []
    for ident in idents:
        shown = decision.decision(state, ident, at)
        title = f" · {field(shown['title'])}" if shown["title"] else ""
        blocks += [[f"### {ident}{title}"], ruled(shown, key)]
    return blocks


def ruled(shown: Doc, key: str) -> list[str]:
    """How a decision came about, its figures, and what blocks it; `key` is the item whose page it
    is, which goes without saying."""
    held = [f"{seat} {actor or '(nobody)'}" for seat, actor in shown["holders"].items()]
    lines = [
        f"- {shown['state']}: "
        + ", ".join(f"{one['id']} {one['state']}" for one in shown["points"]),
        f"- decided by {points.voice(shown['decided_by'])} in {shown['brainstorm']}, "
        f"#{shown['entry']}, {shown['adopted']['attestation']}; "
        f"proposed by {points.voice(shown['proposed_by'])}",
        f"- tally: {decision.votes(shown)}",
        *([f"- seats: {', '.join(map(field, held))}"] if held else []),
        f"- policy: {field(shown['policy'])}",
    ]
    lines += [] if shown["policy_set"] else ["- its policy is not the set policy"]
    lines += [f"- {ballots.excused(one)}" for one in shown["excused"]]
    for one in shown["same_hand"]:
        lines.append(f"- same hand since #{one['since']}: {', '.join(map(field, one['seats']))}")
    lines += [f"- items: {', '.join(shown['items'])}"] if shown["items"] != [key] else []
    lines += [f"- rejected: {field(one)}" for one in shown["rejected"]]
    lines += [f"- source: {field(one)}" for one in shown["sources"]]
    for one in shown["actions"]:
        if one["state"] != "open":
            made = f" as {one['item']}" if one["item"] else ""
            lines.append(f"- action {one['id']}, {one['state']}{made}: {field(one['text'])}")
    return lines + [f"- {block(one)}" for one in shown["blocks"]]


def _findings(shown: list[Doc]) -> Blocks:
    blocks: Blocks = [["## Findings"]] if shown else []
    for one in shown:
        said = f"{field(one['by'])}, #{one['entry']} · source: {field(one['source'])}"
        blocks += [[f"### {one['id']}"], *body(said, one["text"])]
    return blocks
