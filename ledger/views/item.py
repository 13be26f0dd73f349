"""A work item as it is shown: what is in force first (cli.md, `show KEY`)."""

from __future__ import annotations

from ledger.core import force, lookup
from ledger.core.clock import page
from ledger.core.names import is_ruling
from ledger.views import ballot, safe
from ledger.views import point as points
from ledger.views.brainstorm import brief
from ledger.views.decision import actions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def question(state: State, one: Doc) -> Doc:
    """`{id, text, by, entry, answer {text, by, entry}}`, the answer null while there is none."""
    made = one["answer"]
    answer = {**made, "text": state.text(made["text"])} if made else None
    return {**one, "text": state.text(one["text"]), "answer": answer}


def finding(state: State, one: Doc) -> Doc:
    """`{id, text, source, by, entry}`."""
    return {**one, "text": state.text(one["text"]), "source": state.text(one["source"])}


def head(state: State, doc: Doc) -> Doc:
    """`{key, title, state, owner, parent, sub_items}`."""
    children = list(doc["children"].values())
    return {
        "key": doc["id"],
        "title": state.text(doc["title"]),
        "state": doc["state"],
        "owner": doc["owner"],
        "parent": doc["parent"],
        "sub_items": {"done": children.count("closed"), "total": len(children)},
    }


def members(state: State, doc: Doc) -> list[tuple[Doc, Doc]]:
    """(decision, point) for all points of the item: those of its own decisions, and of others
    those that act on a point of it (concepts.md, "In force" 10), in the order of decisions."""
    found: list[tuple[Doc, Doc]] = []
    ids = [one for one in [*doc["decisions"], *doc["ballots"], *doc["visitors"]] if is_ruling(one)]
    for decision in sorted(state.many(ids), key=lambda one: int(one.get("made") or one["entry"])):
        found += [(decision, one) for one in decision["points"] if doc["id"] in one["items"]]
    return found


def item(state: State, key: str, when: Doc) -> Doc:
    """The item of that key, shown; NotFound otherwise."""
    doc = lookup.item(state, key)
    shown = [points.point(state, *pair) for pair in members(state, doc)]
    groups: Doc = {"in_force": [], "prospective": [], "contested": [], "replaced": []}
    names = {force.FORCE: "in_force", force.WAITS: "prospective", "contested": "contested"}
    for one in shown:
        groups[names.get(one["state"], "replaced")].append(one)
    decisions = state.many(doc["decisions"])
    return {
        "item": head(state, doc),
        "as_of": when,
        **groups,
        "questions": [question(state, one) for one in doc["questions"]],
        "brainstorms": [brief(state, one, when["at"]) for one in state.many(doc["brainstorms"])],
        "ballots": [ballot.brief(state, one, when["at"]) for one in state.many(doc["ballots"])],
        "actions": [one for decision in decisions for one in actions(state, decision)],
        "findings": [finding(state, one) for one in doc["findings"]],
        "links": [
            {"rel": link["rel"], "to": link.get("to"), "from": link.get("from")}
            for link in doc["links"]
        ],
    }


def render(shown: Doc) -> list[str]:
    """The item as text: one line a point in force or prospective; of the rest, the ids; and what
    is not shown."""
    made, when = shown["item"], shown["as_of"]
    done = made["sub_items"]
    lines = [f"{made['key']} {made['state']}: {safe.line(made['title'])}"]
    lines.append(
        f"as of {page(when['at'])} ({when['clock']} #{when['seq']}); "
        f"sub-items {done['done']}/{done['total']} done"
        + (f"; owner {made['owner']}" if made["owner"] else "")
        + (f"; parent {made['parent']}" if made["parent"] else "")
    )
    lines.append(f"in force: {len(shown['in_force'])}")
    lines += [points.row(one) for one in shown["in_force"]]
    for name in ("prospective", "contested"):
        if shown[name]:
            lines.append(f"{name}: {len(shown[name])}")
            lines += [points.row(one) for one in shown[name]]
    if shown["replaced"]:
        ids = " ".join(one["id"] for one in shown["replaced"])
        lines.append(f"no longer or never in force: {len(shown['replaced'])}: {ids}")
    storms = [one for one in shown["brainstorms"] if one["state"] == "open"]
    lines += [f"open brainstorm {one['id']}: {safe.line(one['topic'])}" for one in storms]
    for one in shown["ballots"]:
        if one["state"] in ("open", "closed"):
            lines.append(f"ballot {one['id']} {one['state']}, put to {one['to']}")
    for one in shown["questions"]:
        if one["answer"] is None:
            lines.append(f"open question {one['id']}: {safe.line(one['text'])}")
    todo = [one["id"] for one in shown["actions"] if one["state"] == "open"]
    if todo:
        lines.append(f"open actions: {len(todo)}: {' '.join(todo)}")
    return lines + left_out(shown)


def left_out(shown: Doc) -> list[str]:
    """The line that says what of the item the text does not show, and where it stands; none where
    it shows all."""
    points = [one for name in ("in_force", "prospective", "contested") for one in shown[name]]
    texts = sum("\n" in (one["text"] or "") for one in points) + len(shown["replaced"])
    texts += sum(one["state"] == "open" for one in shown["actions"])
    counts = {
        "text": texts,
        "ended brainstorm": sum(one["state"] != "open" for one in shown["brainstorms"]),
        "ended ballot": sum(one["state"] not in ("open", "closed") for one in shown["ballots"]),
        "answered question": sum(one["answer"] is not None for one in shown["questions"]),
        "done action": sum(one["state"] != "open" for one in shown["actions"]),
        "finding": len(shown["findings"]),
        "link": len(shown["links"]),
    }
    said = [f"{n} {what}{'s' if n > 1 else ''}" for what, n in counts.items() if n]
    show = f"ledger show {shown['item']['key']} --json"
    return [f"left out: {', '.join(said)}; more: {show}"] if said else []
