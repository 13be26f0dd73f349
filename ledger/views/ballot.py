"""A ballot as it is shown (cli.md, `ballot show`)."""

from __future__ import annotations

from ledger.core import ballots, count, lookup, roster, tenure, verdict, window
from ledger.core.clock import page
from ledger.views import safe
from ledger.views.brainstorm import needs, shown_roll
from ledger.views.decision import by_casting, excused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def brief(state: State, doc: Doc, at: str) -> Doc:
    """`{id, decision, to, state}`."""
    made = {key: doc[key] for key in ("id", "decision", "to")}
    return {**made, "state": window.state_of(state, doc, at)}


def ballot(state: State, ident: str, at: str) -> Doc:
    """The ballot of that id, shown; NotFound otherwise."""
    doc = lookup.ballot(state, ident)
    return {
        **brief(state, doc, at),
        "title": state.text(doc["title"]) if doc["title"] else None,
        "policy": doc["policy"],
        "ratifier": doc["ratifier"],
        "electorate": [_seat(state, doc, name, at) for name in shown_roll(state, doc, at)],
        "excused": excused(state, doc),
        "questions": [_question(state, doc, one, at) for one in doc["questions"]],
        "next": following(state, doc, at),
    }


def following(state: State, doc: Doc, at: str) -> list[str]:
    """The command that would be typed next while it is open: an answer to each question that some
    seat has not answered, or, where nothing more is answered, the close."""
    if window.over(state, doc, at):
        return []
    when = tenure.reading(at)
    time, out = window.of(state, doc, when), verdict.recused(doc) | set(doc["excused"])
    seats = {name for name in shown_roll(state, doc, at) if name not in out}
    labels = [one["label"] for one in doc["questions"]]
    open_ = [one for one in labels if seats - set(count.counted(state, doc, when, one))]
    if open_ and not time["passed"]:
        return [f"ledger ballot cast {doc['id']} '{'; '.join(f'{one}=KEY' for one in open_)}'"]
    if time["until"] and not time["passed"] and ballots.undecided(state, doc, at):
        return []
    return [f"ledger ballot close {doc['id']}"]


def _seat(state: State, doc: Doc, name: str, at: str) -> Doc:
    seat, cast = roster.seat(state, name), doc["cast"].get(name)
    said = cast["answers"] if cast else {}
    return {
        "seat": name,
        "actor": roster.holder(seat, at),
        "registered": roster.registered(seat, at),
        "by": cast["actor"] if cast else None,
        "answered": [one["label"] for one in doc["questions"] if one["label"] in said],
        "answers": {
            one["label"]: said[one["label"]]["choice"]
            for one in doc["questions"]
            if one["label"] in said
        },
    }


def _question(state: State, doc: Doc, asked: Doc, at: str) -> Doc:
    said = ballots.verdict(state, doc, asked["label"], at)
    won = said["winners"][0] if said["verdict"] == "decided" else None
    made = ballots.answer(doc, asked["label"], won) if won else {"refinement": None}
    point = f"{doc['id']}.{asked['label']}"
    there = any(one["label"] == asked["label"] for one in doc["points"])
    return {
        "label": asked["label"],
        "text": state.text(asked["text"]),
        "rules_on": asked["rules_on"],
        "options": [
            {"key": one["key"], "text": state.text(one["text"]), "effect": one["effect"]}
            for one in asked["options"]
        ],
        "verdict": said,
        "casting": verdict.broken(state, doc, at, asked["label"]),
        "answer": won,
        "refinement": state.text(made["refinement"]) if made["refinement"] else None,
        "point": point if there else None,
    }


def render(shown: Doc) -> list[str]:
    """The ballot as text."""
    name = f": {safe.line(shown['title'])}" if shown["title"] else ""
    lines = [f"{shown['id']} {shown['state']}, on {shown['decision']}, put to {shown['to']}{name}"]
    lines.append(f"policy: {shown['policy']}")
    for one in shown["electorate"]:
        standing = ", ".join(f"{label}={choice}" for label, choice in one["answers"].items())
        said = f"answered {standing}" if standing else "silent"
        there = "" if one["registered"] else ", unregistered"
        lines.append(f"  {one['seat']} ({one['actor'] or 'nobody'}{there}): {said}")
    for one in shown["excused"]:
        lines.append(f"  {one['seat']} excused by {one['by']}: {safe.line(one['reason'])}")
    for one in shown["questions"]:
        lines += _lines(one)
    return lines + [f"next: {command}" for command in shown["next"]]


def _lines(one: Doc) -> list[str]:
    first, *rest = safe.lines(one["text"])
    lines = [f"{one['label']}. {first} (rules on {', '.join(one['rules_on'])})"]
    lines += [f"   {part}".rstrip() for part in rest]
    tally = one["verdict"]["tally"]
    for option in one["options"]:
        said, *more = safe.lines(option["text"])
        count = tally[option["key"]]
        lines.append(f"   {option['key']}: {said} ({option['effect']}) {count}")
        lines += [f"      {part}".rstrip() for part in more]
    made = one["verdict"]
    answer = f", {one['answer']}" if one["answer"] else ""
    if made["verdict"] == "tied":
        answer = f" between {' and '.join(made['winners'])}"
    elif made["until"]:
        answer = f", until {page(made['until'])}"
    answer += by_casting(one["casting"])
    refined = f": {safe.line(one['refinement'])}" if one["refinement"] else ""
    point = f", made {one['point']}" if one["point"] else ""
    lines.append(f"   verdict {one['verdict']['verdict']}{answer}{refined}{point}")
    if one["verdict"]["needs"]:
        lines.append(f"   {needs(one['verdict']['needs'])}")
    return lines
