"""What an agent needs to know of an id after it has forgotten everything, or what changed since it
looked: pieces, the most binding first (cli.md, `brief`; `fit.py` makes them fit).

The order: what is in force; what is held, for whom; what is contested; what waits, for whom, and
what stops it; ballots; open brainstorms, and what they need; open questions; open actions;
findings; what is not in force any more. Since an entry: the same, of what that entry did not know
yet, then the entries themselves.
"""

from __future__ import annotations

from ledger.core import force, lookup, names, window
from ledger.core.clock import page
from ledger.core.names import split_point
from ledger.views import item as items
from ledger.views import point as points
from ledger.views import safe
from ledger.views.decision import blocks as blocks_of
from ledger.views.fit import clip, piece
from ledger.views.moot import ballot, brainstorm, held_for, proposed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]
    Member = tuple[Doc, Doc]

TITLE = 120  # bytes of a title in the head
FEW = 4  # of what a point replaces are named


def head(
    state: State, ident: str, when: Doc, last: Doc | None, entry: int | None, found: list[Doc]
) -> list[str]:
    """What it is, as of when, the head of the log, for `--expect`, and since which entry it is
    told."""
    at = f"as of {page(when['at'])}"
    at += f" ({when['clock']} #{when['seq']})" if when["clock"] != "head" else ""
    log = f", head #{last['seq']} {last['leaf']}" if last else ""
    lines = [_what(state, ident, when["at"]), at + log]
    if entry is not None:
        lines.append(f"since #{entry}:" if found else f"nothing changed since #{entry}")
    return lines


def _what(state: State, ident: str, at: str) -> str:
    if names.is_key(ident):
        doc = lookup.item(state, ident)
        owner = f", owner {doc['owner']}" if doc["owner"] else ""
        return f"{ident} {doc['state']}{owner}: {_title(state, doc['title'])}"
    if names.is_brainstorm(ident):
        doc = lookup.brainstorm(state, ident)
        how = window.state_of(state, doc, at)
        how += f" as {doc['decision']}" if doc["decision"] else ""
        return f"{ident} {how}, under {_under(doc)}: {_title(state, doc['topic'])}"
    if names.is_point(ident):
        doc, one = lookup.ruling(state, split_point(ident)[0]), lookup.point(state, ident)
        return f"{ident} {one['state']}, under {_under(doc)}"
    doc = lookup.decision(state, ident)
    title = f": {_title(state, doc['title'])}" if doc["title"] else ""
    return f"{ident} of {doc['brainstorm']}, under {_under(doc)}, on #{doc['moved']}{title}"


def _title(state: State, ident: str) -> str:
    text = state.text(ident)
    return "[removed]" if text is None else clip(text, TITLE)


def _under(doc: Doc) -> str:
    """Its work items, the first few of them by name."""
    more = len(doc["items"]) - 3
    return " ".join(doc["items"][:3]) + (f" and {more} more" if more > 0 else "")


def pieces(state: State, ident: str, at: str) -> list[Doc]:
    """All that there is to say of an item, a decision, a brainstorm or a point, the most binding
    first; NotFound for an id that is not there."""
    if names.is_key(ident):
        doc = lookup.item(state, ident)
        found = list(_rulings(state, _binding(items.members(state, doc)), at))
        found += [p for one in state.many(doc["ballots"]) for p in ballot(state, one, at)]
        storms = [one for one in state.many(doc["brainstorms"]) if one["decision"] is None]
        open_ = [one for one in storms if not window.over(state, one, at)]
        found += [p for one in open_ for p in brainstorm(state, one, at)]
        found += [*_questions(state, doc), *_actions(state, state.many(doc["decisions"]))]
        found += _findings(state, doc)
    elif names.is_brainstorm(ident):
        found = list(_storm(state, lookup.brainstorm(state, ident), at))
    else:
        home, label = split_point(ident)
        doc = lookup.ruling(state, home)
        own = [lookup.point(state, ident)] if label else doc["points"]
        found = list(_rulings(state, _beside(state, doc, own), at))
        asked = lookup.ballots_on(state, doc, label)
        found += [p for one in asked for p in ballot(state, one, at)]
        found += _actions(state, [doc]) if not label else []
    return sorted(found, key=lambda one: _ORDER.index(one["kind"]))


def _binding(members: list[Member]) -> list[Member]:
    """The points of an item, the most binding first: what a ballot ruled, what else was ratified,
    what a policy let be decided, what is only reported; of each the newest acts first."""

    def rank(member: Member) -> tuple[int, int]:
        doc, point = member
        here = point["ratification"]["by"] and point["ratification"]["attestation"] != "reported"
        place = 0 if names.is_ballot(doc["id"]) else 1 if here else 2
        return (3 if doc.get("import") else place), -point["by"]

    return sorted(members, key=rank)


_ORDER = (
    *("in-force", "hold", "contested", "waiting", "block", "ballot", "brainstorm", "objection"),
    *("proposed", "question", "action", "finding", "fallen"),
)


def since(found: list[Doc], entry: int, lines: list[tuple[int, str]]) -> list[Doc]:
    """Those pieces that an entry did not know yet, then the later entries, as `(number, line)`."""
    fresh = [one for one in found if one["entry"] > entry]
    return fresh + [piece("entry", f"#{n}", line, None, n) for n, line in lines]


def subjects(state: State, ident: str) -> list[str]:
    """The ids whose entries tell what happened to it (of a point, to its decision), and to the
    decision it was adopted as."""
    home = split_point(ident)[0]
    doc = state.get(home) or {}
    adopted = [doc["decision"]] if names.is_brainstorm(home) and doc["decision"] else []
    return [one for each in (home, *adopted) for one in lookup.parts(state, each)]


def _storm(state: State, doc: Doc, at: str) -> Iterator[Doc]:
    """A brainstorm: the decision it was adopted as, or how it stands and what is proposed."""
    if doc["decision"] is not None:
        yield from pieces(state, doc["decision"], at)
        return
    if window.over(state, doc, at):
        ended = doc["ended"]
        if ended:
            yield piece(
                "brainstorm",
                doc["id"],
                f"{doc['id']} ended",
                state.text(ended["reason"]),
                ended["entry"],
            )
    else:
        yield from brainstorm(state, doc, at)
    yield from proposed(state, doc)


def _beside(state: State, doc: Doc, own: list[Doc]) -> list[Member]:
    """The points, and those of others that bear on them: what replaced them, what is pending
    against them, what was built on them and is in force."""
    mine = [f"{doc['id']}.{point['label']}" for point in own]
    found: dict[str, None] = {}
    for point in own:
        above = [one["point"] for one in point["replaced_by"]]
        built = [
            one for one in point["built"] if (force.find(state, one) or {})["state"] == force.FORCE
        ]
        found.update(dict.fromkeys([*above, *point["pending"], *built]))
    others = [one for one in found if one not in mine]
    pairs = [(lookup.ruling(state, split_point(i)[0]), lookup.point(state, i)) for i in others]
    return [*((doc, point) for point in own), *pairs]


def _rulings(state: State, members: list[Member], at: str) -> Iterator[Doc]:
    """What is in force, held, contested, waiting, fallen."""
    waiting: set[str] = set()
    held: dict[tuple[str, str, str | None, int], list[str]] = {}
    for decision, point in members:
        ident = f"{decision['id']}.{point['label']}"
        if point["state"] == force.WAITS and decision["id"] not in waiting:
            waiting.add(decision["id"])
            yield from _waits(state, decision, at)
        yield _ruling(points.point(state, decision, point), point)
        for one in point["holds"][:1]:
            reason = state.text(one["reason"]) if one["reason"] else None
            held.setdefault((decision["id"], one["for"], reason, one["entry"]), []).append(ident)
    for (home, seat, reason, entry), idents in held.items():
        ident = idents[0] if len(idents) == 1 else home
        lead = f"{', '.join(idents)} held for {held_for(state, seat, at)}"
        made = piece("hold", ident, lead, reason, entry, f"ledger release {ident}")
        yield {**made, "count": len(idents)}


def _ruling(shown: Doc, point: Doc) -> Doc:
    ident, marks = shown["id"], points.marks(shown)
    gone = shown["replaces"]
    marks += [f"replaces {', '.join(gone[:FEW])}{_more(gone)}"] if gone else []
    refined = [t for e in shown["effects"] if e["verb"] == "refines" for t in e["targets"]]
    marks += [f"refines {', '.join(refined)}"] if refined else []
    kinds = {force.FORCE: "in-force", force.WAITS: "waiting", force.CONTESTED: "contested"}
    kind = kinds.get(shown["state"], "fallen")
    if kind == "fallen":
        return piece(kind, ident, force.fate(ident, point), None, point["by"])
    word = {"in-force": "in force", "waiting": "not yet in force"}.get(kind, kind)
    lead = ", ".join([f"{ident} {word}", *_by(shown, kind), *marks])
    return piece(kind, ident, lead, safe_text(shown["text"]), point["by"])


def _more(idents: list[str]) -> str:
    return f" and {len(idents) - FEW} more" if len(idents) > FEW else ""


def _by(shown: Doc, kind: str) -> list[str]:
    """By whom a point is in force."""
    made = shown["ratification"]
    if kind != "in-force":
        return []
    if made["by"] is None:
        return ["by report" if shown["adopted"]["attestation"] == "reported" else "by policy"]
    reported = " (reported)" if made["attestation"] == "reported" else ""
    who = made["by"]["seat"] or clip(made["by"]["actor"], TITLE)
    return [f"ratified by {who}{reported}"]


def safe_text(text: str | None) -> str:
    """A text, or what stands for one that was removed."""
    return "[removed]" if text is None else text


def _waits(state: State, decision: Doc, at: str) -> Iterator[Doc]:
    """A decision that waits for its ratifier, and what stops it now."""
    ident, seat = decision["id"], decision["ratifier"]
    lead = f"{ident} awaits ratification by {held_for(state, seat, at)}"
    lead += f", lapses {page(decision['lapses'])}" if decision["lapses"] else ""
    ratify = f"ledger ratify {ident} --on {decision['moved']}"
    yield piece("waiting", ident, lead, None, decision["moved"], ratify)
    for one in blocks_of(state, decision, at):
        lead = f"{ident} blocked[{one['code']}]: {safe.line(one['message'])}"
        yield piece("block", ident, lead, None, decision["moved"], one["hint"])


def _questions(state: State, doc: Doc) -> Iterator[Doc]:
    for one in doc["questions"]:
        if one["answer"] is None:
            lead, reply = (
                f"{one['id']} asked by {clip(one['by'], TITLE)}",
                f"ledger item answer {one['id']} TEXT",
            )
            yield piece(
                "question", one["id"], lead, safe_text(state.text(one["text"])), one["entry"], reply
            )


def _actions(state: State, decisions: list[Doc]) -> Iterator[Doc]:
    for doc in decisions:
        for number, one in enumerate(doc.get("actions", ()), 1):
            if one["state"] == "open":
                ident = f"{doc['id']}.A{number}"
                lead = f"{ident} open, for {one['owner'] or 'nobody yet'}"
                lead += f", as {one['item']}" if one["item"] else ""
                text = safe_text(state.text(one["text"]))
                yield piece("action", ident, lead, text, one["entry"])


def _findings(state: State, doc: Doc) -> Iterator[Doc]:
    for one in doc["findings"]:
        source = clip(safe_text(state.text(one["source"])), TITLE)
        lead = f"{one['id']} found by {clip(one['by'], TITLE)} ({source})"
        yield piece("finding", one["id"], lead, safe_text(state.text(one["text"])), one["entry"])
