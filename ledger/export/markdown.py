"""A work item as a page of Markdown, for a person to review.

The page is a function of the log up to the last entry of the item and of nothing else: state,
seats and leases are those of that moment, its clock that entry's `recorded_at`. So it changes only
when its item does, and is the same in any zone and on any day. In this order; a section of which
there is nothing is absent, but `In force`:

1. the header, by which our own files are known
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

Whatever somebody typed stands in a fence or behind backslashes, as `untrusted.py` says. There are
inline links only, no reference definitions and no footnotes; blocks stand one empty line apart, as
mdformat would write them.

>>> header("EVO-26", "019eeec5-c900-7be0-bbec-7f30b99d927b")
'<!-- ledger export 1: EVO-26 of 019eeec5-c900-7be0-bbec-7f30b99d927b -->'

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.clock import page as moment
from ledger.core.names import is_decision, is_key
from ledger.export import ballots, points
from ledger.export.activity import activity
from ledger.export.mermaid import flowchart
from ledger.export.open import block, opened
from ledger.export.subject import mark, marked
from ledger.export.untrusted import body, field
from ledger.views import decision, item

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State
    from ledger.export.subject import Subject

    Doc = dict[str, Any]
    Blocks = list[list[str]]

SUFFIX = ".md"
TAKES = (is_key,)
WHAT = "items are exported, with their brainstorms and decisions"


def header(ident: str, ledger: str) -> str:
    """The first line of a page; `ledger` is the ledger's id."""
    return f"<!-- {mark(ident, ledger)} -->"


def ours(page: str, ledger: str) -> bool:
    """Did this ledger write the page, by its first line?"""
    found = marked(page.split("\n", 1)[0])
    return found is not None and page.startswith(header(found, ledger) + "\n")


def page(subject: Subject) -> str:
    """The page of an item."""
    return join(blocks(subject))


def join(made: Blocks) -> str:
    """The text of some blocks of a page, one empty line apart."""
    return "\n\n".join("\n".join(lines) for lines in made) + "\n"


def members(subject: Subject) -> list[tuple[Doc, Doc]]:
    """(decision, point) for all points on the page, in their order."""
    return item.members(subject.state, lookup.item(subject.state, subject.id))


def blocks(subject: Subject, form: str = "") -> Blocks:
    """The blocks of an item's page, each the lines that stand together; `form` is what the command
    says of the format, with a space before it."""
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


DOTTED = "An arrow goes from a point to what it acts on; a dotted one waits for ratification."


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
        blocks += [[f"### {ident}{title}"], _decision(shown, key)]
    return blocks


def _decision(shown: Doc, key: str) -> list[str]:
    held = [f"{seat} {actor or '(nobody)'}" for seat, actor in shown["holders"].items()]
    lines = [
        f"- {shown['state']}: "
        + ", ".join(f"{one['id']} {one['state']}" for one in shown["points"]),
        f"- decided by {points.voice(shown['decided_by'])} in {shown['brainstorm']}, "
        f"#{shown['entry']}, {shown['adopted']['attestation']}; "
        f"proposed by {points.voice(shown['proposed_by'])}",
        f"- tally: {decision.tally(shown['tally'])}",
        f"- seats: {', '.join(map(field, held))}",
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


def foot(subject: Subject, form: str = "") -> Blocks:
    """The checkpoint, and how to verify."""
    key, last, asked = subject.id, subject.last, subject.asked
    upto, then = f"#{last.seq}", f"--as-of {asked}" if asked else f"--known-at {last.seq}"
    only = [f"Only what claims no later date than {asked} is on it."] if asked else []
    return [
        ["## Checkpoint"],
        [
            f"This page says what the log held at {upto}, the last entry of {key}. Its clock is",
            f"`recorded_at` of that entry, {last.at}: seats and leases are judged at it.",
            "Acts are unsigned where nothing else is said: a name is then its caller's claim.",
            *only,
        ],
        ["```checkpoint", *subject.note.removesuffix("\n").split("\n"), "```"],
        [
            "The checkpoint is unsigned: its lines are the log's origin, the number of its entries",
            "and the root over them (RFC 6962, base64). Whoever keeps this page keeps a witness.",
            "To compare the page with what the ledger writes, and to derive the log again:",
        ],
        [
            "```console",
            f"ledger export {key}{form} {then} --check",
            "ledger verify",
            "```",
        ],
    ]
