"""A brainstorm as a page of Markdown: what is proposed now, each point whole; who took which
position; objections and concerns; what stands in its way; its policy in words; activity.

Earlier versions, and all that was said, stand in the activity.

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core.clock import page as moment
from ledger.export import ballots, points
from ledger.export.activity import activity, effects
from ledger.export.frame import foot, header
from ledger.export.open import block
from ledger.export.ruling import in_words
from ledger.export.table import table
from ledger.export.untrusted import body, field
from ledger.views import brainstorm, decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.export.subject import Subject

    Doc = dict[str, Any]
    Blocks = list[list[str]]


def members(subject: Subject) -> list[tuple[Doc, Doc]]:
    """None: a proposal's points are not a decision's yet."""
    return []


def blocks(subject: Subject, form: str = "") -> Blocks:
    """The blocks of a brainstorm's page; `form` as in `markdown.blocks`."""
    shown = brainstorm.brainstorm(subject.state, subject.id, subject.last.at)
    return [
        [header(subject.id, subject.ledger)],
        *_head(subject, shown),
        *_proposal(shown),
        *_positions(shown),
        *_against(shown),
        *_verdict(shown),
        *in_words(shown["policy"]),
        *activity(subject.acts),
        *foot(subject, form),
    ]


def _head(subject: Subject, shown: Doc) -> Blocks:
    when = subject.when
    said = [shown["state"], f"items {', '.join(shown['items'])}"]
    said += [f"adopted as {shown['decision']}"] if shown["decision"] else []
    said.append(f"as of {moment(when['at'])}, #{when['seq']}")
    ended = [[f"Ended: {field(shown['reason'])}"]] if shown["reason"] else []
    return [[f"# {subject.id} · {field(shown['topic'])}"], [" · ".join(said)], *ended]


def _proposal(shown: Doc) -> Blocks:
    """The version that is up, whole."""
    if not shown["proposals"]:
        return [["## Proposal"], ["Nothing is proposed."]]
    one = shown["proposals"][-1]
    title = f" · {field(one['title'])}" if one["title"] else ""
    blocks = [[f"## Proposal, version {one['n']}{title}"]]
    blocks.append([f"By {points.voice(one['by'])}, #{one['entry']}."])
    for point in one["points"]:
        said = [effects(point["effects"])] if point["effects"] else []
        if point["hold"]:
            reason = f": {field(point['hold']['reason'])}" if point["hold"]["reason"] else ""
            said.append(f"held for {field(point['hold']['for'])}{reason}")
        before = " · ".join([f"point {point['label']}", *said])
        blocks += [[f"### Point {point['label']}"], *body(before, point["text"])]
    lines = [f"- rejected: {field(text)}" for text in one["rejected"]]
    for action in one["actions"]:
        owner = f" for {field(action['owner'])}" if action["owner"] else ""
        lines.append(f"- action{owner}: {field(action['text'])}")
    lines += [f"- source: {field(text)}" for text in one["sources"]]
    return [*blocks, *([lines] if lines else [])]


def _positions(shown: Doc) -> Blocks:
    head = ["seat", "held by", "position", "version", "said by", "reason"]
    rows = [
        [
            field(one["seat"]),
            field(one["actor"]) if one["actor"] else "nobody",
            f"{one['stance']}{' (dissent)' if one['dissent'] else ''}" if one["stance"] else "-",
            f"{one['on']}{', stale' if one['stale'] else ''}" if one["stance"] else "-",
            field(one["by"]) if one["by"] else "-",
            field(one["reason"], points.LIMIT) if one["reason"] else "-",
        ]
        for one in shown["electorate"]
    ]
    return [["## Positions"], table(head, rows)] if rows else []


def _against(shown: Doc) -> Blocks:
    lines = []
    for one in shown["objections"]:
        ended = one["ended"]
        how = f"{ended['how']} by {field(ended['by'])}, #{ended['entry']}" if ended else "stands"
        said = f"{one['kind']} of {field(one['seat'])} to version {one['version']}, #{one['entry']}"
        lines.append(f"- {said}, {how}: {field(one['reason'])}")
    lines += [f"- {ballots.excused(one)}" for one in shown["excused"]]
    return [["## Objections, concerns and excuses"], lines] if lines else []


def _verdict(shown: Doc) -> Blocks:
    made = shown["verdict"]
    lines = [f"- {made['verdict']}: {decision.tally(made['tally'])}"]
    cast = shown["casting"]
    lines += [f"- {decision.casting(cast)}: {cast['option']}, #{cast['entry']}"] if cast else []
    lines += [f"- policy: {field(shown['policy'])}"]
    lines += [] if shown["policy_set"] else ["- its policy is not the set policy"]
    if shown["state"] == "open":
        lines += [f"- {block(one)}" for one in made["reasons"]]
        lines += [f"- {field(brainstorm.needs(made['needs']))}"] if made["needs"] else []
    return [["## Verdict"], lines]
