"""`ledger tally`: a policy tried on ballots, without a ledger (policy.md)."""

from __future__ import annotations

import os

from ledger.cli.common import Answer, Call, decode
from ledger.core.canon import decode as read_json
from ledger.core.errors import Usage
from ledger.core.policy.grammar import parse
from ledger.core.policy.whole import tally as verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]


def tally(call: Call) -> Answer:
    """Counts the ballots of a file by a policy; whatever the answer, it is an answer."""
    typed, source = call.get("POLICY"), call.get("-f")
    if typed is None:
        raise Usage("the argument POLICY is missing: -f is the ballots", "ledger tally --help")
    if typed == "-" and source == "-":
        raise Usage("the policy and the ballots cannot both come from standard input")
    text = call.read("-") if typed == "-" else decode(os.fsencode(typed), "POLICY")
    policy = parse(text).policy
    data = verdict(policy, _ballots(call.read(source), source))
    return Answer(data, render(data), None)


def _ballots(text: str, source: str) -> Any:
    try:
        return read_json(text.strip())
    except ValueError as error:
        reason = str(error).removeprefix("not canonical JSON: ")
        raise Usage(f"{source}: no ballots in JSON: {reason}") from error


def render(data: Doc) -> list[str]:
    """The verdict as lines: what, the figures, what it needs, and why."""
    said = data["verdict"]
    if data["winners"] and data["winners"] != ["for"]:
        said += f": {', '.join(data['winners'])}"
    tally, quorum = data["tally"], data["quorum"]
    figures = ", ".join(f"{number} {stance}" for stance, number in tally.items())
    if quorum["required"] is not None:
        met = "met" if quorum["met"] else "not met"
        figures += f"; quorum {quorum['have']} of {quorum['required']}: {met}"
    lines = [said + (" (the default)" if data["default_won"] else ""), figures]
    if len(data["ranking"]) > 1:
        lines.append("ranking: " + " > ".join(" = ".join(tied) for tied in data["ranking"]))
    for one in data["dropped"]:
        lines.append(f"dropped: {one['option']} ({one['reason']})")
    return lines + _needs(data["needs"]) + [f"- {one['message']}" for one in _reasons(data)]


def _reasons(data: Doc) -> list[Doc]:
    """The reasons that the lines before have not told."""
    return [one for one in data["reasons"] if one["code"] != "option-dropped"]


def _needs(needs: Doc) -> list[str]:
    stances = [f"{needs[key]} {key}" for key in ("for", "against", "abstain") if key in needs]
    parts = [" or ".join(stances)] if stances else []
    if "clear" in needs:
        parts.append(f"{needs['clear']} cleared")
    if "register" in needs:
        parts.append(f"{', '.join(needs['register'])} registered")
    return [f"needs {'; '.join(parts)}"] if parts else []
