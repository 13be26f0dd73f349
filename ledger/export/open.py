"""What is open in an item, one line each: brainstorms that have not ended and what stands in their
way, questions without an answer, ballots that are not ratified, actions that are not done, holds.

What somebody typed ends its line, behind backslashes, so that it cannot pass for a figure or a name
of ours.

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.core import lookup
from ledger.export.ballots import excused
from ledger.export.untrusted import field
from ledger.views import brainstorm, decision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Blocks = list[list[str]]


def opened(state: State, shown: Doc, ballots: list[Doc]) -> Blocks:
    """The section; absent where nothing is open. `shown` is the item, `ballots` its ballots."""
    lines = []
    for one in shown["brainstorms"]:
        if one["state"] == "open":
            lines += _storm(brainstorm.brainstorm(state, one["id"], shown["as_of"]["at"]))
    for one in shown["questions"]:
        if one["answer"] is None:
            said = f"{field(one['by'])}, #{one['entry']}: {field(one['text'])}"
            lines.append(f"- question {one['id']} · {said}")
    lines += [_ballot(one) for one in ballots if one["state"] in ("open", "closed")]
    lines += [_action(one) for one in shown["actions"] if one["state"] == "open"]
    for name in ("in_force", "prospective", "contested"):
        lines += [_hold(state, one) for one in shown[name] if one["held"]]
    return [["## Open"], lines] if lines else []


def block(one: Doc) -> str:
    """What blocks, in a line."""
    return f"blocked, {one['code']}: {field(one['message'])}"


def _storm(shown: Doc) -> list[str]:
    made, head = shown["verdict"], f"- brainstorm {shown['id']}"
    version = f"version {len(shown['proposals'])}" if shown["proposals"] else "nothing proposed"
    said = f"{head} · {field(shown['topic'])} · {version}"
    lines = [f"{said} · {decision.tally(made['tally'])} · {made['verdict']}"]
    for one in shown["objections"]:
        if one["ended"] is None:
            what = "concern" if one["kind"] == "concern" else "objection"
            to = f"of {field(one['seat'])} to version {one['version']}, #{one['entry']}"
            lines.append(f"{head} · {what} {to}: {field(one['reason'])}")
    lines += [f"{head} · {excused(one)}" for one in shown["excused"]]
    blocks = made["reasons"] if shown["proposals"] else []
    return lines + [f"{head} · {block(one)}" for one in blocks]


def _ballot(one: Doc) -> str:
    said = f"- ballot {one['id']} · on {one['decision']} · put to {field(one['to'])}"
    if one["state"] == "closed":
        return f"{said} · closed, waits for {field(one['ratifier'])}"
    left = [asked["label"] for asked in one["questions"] if asked["answer"] is None]
    return f"{said} · open, " + (f"undecided {', '.join(left)}" if left else "all decided")


def _action(one: Doc) -> str:
    item = f" · as {one['item']}" if one["item"] else ""
    owner = f"{field(one['owner'])}: " if one["owner"] else ""
    return f"- action {one['id']}{item} · {owner}{field(one['text'])}"


def _hold(state: State, one: Doc) -> str:
    made = lookup.point(state, one["id"])["holds"][0]
    reason = f": {field(one['held']['reason'])}" if made["reason"] else ""
    return f"- hold {one['id']} · for {field(made['for'])}, #{made['entry']}{reason}"
