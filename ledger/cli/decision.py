"""`ledger decide`, `ratify`, `withdraw`, `hold` and `release`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call
from ledger.core.errors import Usage
from ledger.core.names import is_brainstorm, is_key, is_point, is_ruling, split_point
from ledger.views import written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.act import Act
    from ledger.draft import Draft

    Doc = dict[str, Any]


def decide(call: Call) -> Answer:
    """Adopts the current version, or at once what a file proposes for a work item."""
    ident = call.get("BS")
    if is_key(ident):
        from ledger.cli.at_once import decide as at_once

        return at_once(call, ident)
    if call.get("-f"):
        raise Usage("-f goes with a work item: ledger decide EVO-26 -f FILE")
    body = {"ratifier": call.line["ratifier"]} if "ratifier" in call.line else {}
    return call.write(call.draft("decide", [ident], body), written.decide)


def ratify(call: Call) -> Answer:
    """Makes points final, refuses them, or records what somebody else ruled."""
    ident = decision_of(call, call.get("D7"))
    if call.get("--ballot"):
        return _by_ballot(call, ident)
    draft = call.draft("ratify", [ident], _ruling(call))
    for flag in ("--dry-run", "--on") if call.get("--reported") else ():
        if call.get(flag) is not None:
            raise Usage(f"--reported records what somebody else ruled: not with {flag}")
    if call.get("--reported"):
        return _reported(call, draft)
    if call.get("--dry-run"):
        return _foretell(call, draft)
    return call.write(draft, lambda act: written.ratify(act, ident))


def _ruling(call: Call) -> Doc:
    body: Doc = {}
    if call.get("--points"):
        body["points"] = call.get("--points")
    if call.get("--on") is not None:
        body["on"] = call.get("--on")
    if call.get("--refuse"):
        body["refuse"] = call.text("--refuse")
    return body


def _foretell(call: Call, draft: Draft) -> Answer:
    from ledger.cli.main import head
    from ledger.service import foresee

    data = foresee(call.store, draft, call.outside, written.foreseen)
    verb = "refuse" if call.get("--refuse") else "ratify"
    return Answer(data, _would(verb, data), head(call))


def _would(verb: str, data: Doc) -> list[str]:
    """What it would do, a line for each; what it would leave waiting too."""
    lines = [f"would {verb}: {' '.join(data['points']) or 'nothing'}"]
    lines.append(f"in force then: {' '.join(data['in_force']) or 'nothing'}")
    lines.append(f"would fall: {' '.join(data['fall']) or 'nothing'}")
    if verb == "ratify" and data["refused"]:
        lines.append(f"would be refused: {' '.join(data['refused'])}")
    if data["waits"]:
        lines.append(f"would still wait: {' '.join(data['waits'])}")
    return lines


def _reported(call: Call, draft: Draft) -> Answer:
    """Records a ruling of the ratifier that somebody else made known."""
    from ledger.draft import text
    from ledger.recall import state_of

    with call.store.reading() as reader:
        from ledger.core import lookup, roster

        state = state_of(reader)
        ratifier = lookup.decision(state, draft.subjects[0])["ratifier"]
        said_of = roster.seat(state, ratifier)["last"] if ratifier else None
    draft.kind = "report"
    draft.body.pop("on", None)
    draft.reported = {"actor": said_of or call.actor, "source": text(call.get("--reported"))}
    return call.write(draft, written.report)


def _by_ballot(call: Call, ident: str) -> Answer:
    for flag in ("--points", "--refuse", "--reported", "--on"):
        if call.get(flag):
            raise Usage(f"--ballot rules on what the ballot asked: not with {flag}")
    ballot = call.get("--ballot")
    body = {"points": _texts(call, ballot)}
    draft = call.draft("ratify-ballot", [ident, ballot], body)
    if not call.get("--dry-run"):
        return call.write(draft, written.ratify_ballot)
    from ledger.cli.main import head
    from ledger.service import foresee

    data = foresee(call.store, draft, call.outside, written.foreseen_ballot)
    return Answer(data, _would("ratify", data), head(call))


def _texts(call: Call, ballot: str) -> list[Doc]:
    """The texts of the points that the ballot's answers make."""
    from ledger.core import ballots, lookup
    from ledger.core.entry import Text
    from ledger.core.kinds.ratify_ballot import made_by
    from ledger.recall import state_of

    with call.store.reading() as reader:
        state = state_of(reader)
        found = made_by(state, lookup.ballot(state, ballot))
        return [
            {"question": asked["label"], "text": Text(ballots.text_of(state, made))}
            for asked, made in found
            if ballots.makes_point(made)
        ]


def _points(call: Call) -> tuple[str, Doc]:
    """The decision that an id names, and its one point where it names that."""
    ident = call.get("ID")
    if is_point(ident):
        home, label = split_point(ident)
        return home, {"points": [label]}
    return (ident if is_ruling(ident) else decision_of(call, ident)), {}


def withdraw(call: Call) -> Answer:
    """Takes back what still waits."""
    home, body = _points(call)
    return call.write(call.draft("withdraw", [home], {**body, "reason": call.text("REASON")}))


def hold(call: Call) -> Answer:
    """Holds points for a seat."""
    home, body = _points(call)
    body = {**body, "for": call.get("--for"), "reason": call.text("REASON")}
    return call.write(call.draft("hold", [home], body))


def release(call: Call) -> Answer:
    """Lifts a hold."""
    home, body = _points(call)

    def said(act: Act) -> str:
        made = act.statement["kind"] == "release"
        return f"#{act.seq} {headline(act)}" if made else f"nothing of {home} is held"

    from ledger.core.kinds.release import headline

    return call.write(call.draft("release", [home], body), line=said)


def decision_of(call: Call, ident: str) -> str:
    """The decision that an id names: a brainstorm's is that of the decision it was adopted as;
    Refused `not-adopted` where it was not (cli.md, "Block codes")."""
    from ledger.core.errors import Refused, block
    from ledger.core.lookup import brainstorm
    from ledger.recall import state_of

    if is_point(ident):
        home, label = split_point(ident)
        raise Usage(f"{ident} is a point of {home}", f"ledger ratify {home} --points {label}")
    if not is_brainstorm(ident):
        return ident
    with call.store.reading() as reader:
        doc = brainstorm(state_of(reader), ident)
    if doc["decision"] is None:
        message = f"{ident} has not been adopted ({doc['state']}): there is no decision to ratify"
        raise Refused([block("not-adopted", message, f"ledger brainstorm show {ident}")])
    return str(doc["decision"])
