"""One subject as JSON: its fold, `EVO-26.json`, for programs.

    {"export": 1, "ledger": "019eeec9-…", "id": "EVO-26",
     "data": {…}, "decisions": [{…}], "brainstorms": [{…}], "ballots": [{…}],
     "activity": [{…}], "checkpoint": "ledger/019eeec9-…\\n41\\n…=\\n"
    }

`data` is what `ledger show --json` answers for the subject as known at its last entry, so its
schema is that of `show`; `decisions`, `brainstorms` and `ballots` are the same of those that belong
to it, in the order they were made; `activity` has its entries as `ledger log --texts` gives them.
The first line is as above, by which our own files are known; the text is ASCII only.

Source: exchange.md, "Markdown export", `--format json` and file names.
"""

from __future__ import annotations

import json

from ledger.core import lookup, names
from ledger.core.canon import dumps
from ledger.views import ballot, brainstorm, decision, item, log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.export.subject import Subject

    Doc = dict[str, Any]

SUFFIX = ".json"
TAKES = (names.is_key, names.is_decision, names.is_ballot, names.is_brainstorm)
WHAT = "items, decisions, ballots and brainstorms are exported"


def ours(text: str, ledger: str) -> bool:
    """Did this ledger write the file, by its first line?"""
    return text.startswith(f'{{"export": 1, "ledger": {dumps(ledger)}, ')


def page(subject: Subject) -> str:
    """The document of a subject."""
    opens = dumps({"export": 1, "ledger": subject.ledger, "id": subject.id})
    made = {
        "data": _shown(subject, subject.id),
        **{name: [_shown(subject, one) for one in found] for name, found in _of(subject).items()},
        "activity": [log.row(act, whole=True) for act in subject.acts],
        "checkpoint": subject.note,
    }
    return f"{opens[:-1]},\n{json.dumps(made, indent=1, allow_nan=False)[2:]}\n"


def _of(subject: Subject) -> dict[str, list[str]]:
    """What belongs to the subject, by kind."""
    state, ident = subject.state, subject.id
    if names.is_key(ident):
        doc = lookup.item(state, ident)
        return {name: list(doc[name]) for name in ("decisions", "brainstorms", "ballots")}
    found: dict[str, list[str]] = {"decisions": [], "brainstorms": [], "ballots": []}
    if names.is_decision(ident):
        opened = [act for act in subject.acts if act.statement["kind"] == "ballot-open"]
        found["ballots"] = [act.outcome["number"] for act in opened]
        found["brainstorms"] = [lookup.decision(state, ident)["brainstorm"]]
    elif names.is_ballot(ident):
        found["decisions"] = [lookup.ballot(state, ident)["decision"]]
    else:
        adopted = lookup.brainstorm(state, ident)["decision"]
        found["decisions"] = [adopted] if adopted else []
    return found


def _shown(subject: Subject, ident: str) -> Doc:
    """What `show` answers for an id."""
    state, when = subject.state, subject.when
    if names.is_key(ident):
        return item.item(state, ident, when)
    if names.is_decision(ident):
        return {**decision.decision(state, ident, when["at"]), "as_of": when}
    if names.is_ballot(ident):
        return {**ballot.ballot(state, ident, when["at"]), "as_of": when}
    return {**brainstorm.brainstorm(state, ident, when["at"]), "as_of": when}
