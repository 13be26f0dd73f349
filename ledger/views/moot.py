"""What is not settled, in pieces of a brief: brainstorms and what they need, ballots and who has
not answered (`brief.py`)."""

from __future__ import annotations

from ledger.core import roster
from ledger.core.clock import page
from ledger.core.verdict import standing
from ledger.views import ballot as ballots
from ledger.views import brainstorm as storms
from ledger.views.fit import piece

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def held_for(state: State, seat: str, at: str) -> str:
    """A seat, and who holds it now; an import may name one that is not here."""
    here = roster.find(state, seat)
    return f"{seat} ({(roster.holder(here, at) if here else None) or 'nobody'})"


def brainstorm(state: State, doc: Doc, at: str) -> Iterator[Doc]:
    """One that is open: its version, verdict and needs, who is silent or stale, and what stands in
    its way."""
    shown = storms.brainstorm(state, doc["id"], at)
    made, n = shown["verdict"], len(shown["proposals"])
    parts = [f"{doc['id']} {shown['state']}", f"version {n}" if n else "nothing proposed yet"]
    parts.append(f"verdict {made['verdict']}")
    parts += [f"until {page(made['until'])}"] if made["until"] else []
    parts += [storms.needs(made["needs"])] if made["needs"] else []
    for word, test in (("silent", "silent"), ("stale", "stale")):
        who = [_elector(one) for one in shown["electorate"] if _stance(one) == test]
        parts += [f"{word}: {', '.join(who)}"] if who and n else []
    command = (shown["next"] or [f"ledger brainstorm show {doc['id']}"])[-1]
    last = _last(doc)
    yield piece("brainstorm", doc["id"], "; ".join(parts), shown["topic"], last, command)
    for one in standing(doc):
        lead = f"{doc['id']}: {one['kind']} of {one['seat']} to version {one['version']} stands"
        text = state.text(one["reason"])
        clear = f"ledger clear {doc['id']} {one['seat']} REASON"
        yield piece("objection", doc["id"], lead, text, one["entry"], clear)


def _stance(one: Doc) -> str:
    if one["stance"] is None:
        return "silent"
    return "stale" if one["stale"] else "said"


def _elector(one: Doc) -> str:
    return f"{one['seat']} ({one['actor'] or 'nobody'})"


def _last(doc: Doc) -> int:
    """The last entry that moved a brainstorm."""
    said = [*doc["versions"], *doc["positions"].values(), *doc["objections"], *doc["concerns"]]
    return max([int(doc["opened"]), *(int(one["entry"]) for one in said)])


def proposed(state: State, doc: Doc) -> Iterator[Doc]:
    """The points of its current version."""
    shown = [storms.version(state, one) for one in doc["versions"][-1:]]
    for one in shown:
        for point in one["points"]:
            effects = [f"{e['verb']} {', '.join(e['targets'])}" for e in point["effects"]]
            hold = [f"held for {point['hold']['for']}"] if point["hold"] else []
            name = f"{doc['id']} version {one['n']} point {point['label']}"
            lead = ", ".join([name, *effects, *hold])
            yield piece("proposed", doc["id"], lead, point["text"], one["entry"])


def ballot(state: State, doc: Doc, at: str) -> Iterator[Doc]:
    """One that is open or closed and not yet ratified: who has not answered, what is asked."""
    shown = ballots.ballot(state, doc["id"], at)
    if shown["state"] not in ("open", "closed"):
        return
    ident, entry = doc["id"], _moved(doc)
    if shown["state"] == "open":
        all_ = len(shown["questions"])
        silent = [_elector(one) for one in shown["electorate"] if len(one["answered"]) < all_]
        lead = f"{ident} open, put to {shown['to']}"
        lead += f"; not all answered: {', '.join(silent)}" if silent else ""
        command = f"ledger ballot show {ident}"
    else:
        lead = f"{ident} closed, waits for {held_for(state, doc['ratifier'], at)}"
        command = f"ledger ratify {doc['decision']} --ballot {ident}"
    yield piece("ballot", ident, lead, shown["title"], entry, command)
    for one in shown["questions"]:
        answer = f", {one['verdict']['verdict']}" + (f" {one['answer']}" if one["answer"] else "")
        lead = f"{ident}.{one['label']} rules on {', '.join(one['rules_on'])}{answer}"
        yield piece("ballot", ident, lead, one["text"], entry)


def _moved(doc: Doc) -> int:
    """The last entry that moved a ballot."""
    answers = [one for cast in doc["cast"].values() for one in cast["answers"].values()]
    moments = [int(doc["entry"]), int(doc["ended"] or 0)]
    return max([*moments, *(int(one["entry"]) for one in answers)])
