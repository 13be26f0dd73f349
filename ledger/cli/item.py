"""`ledger item …`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core import lookup
from ledger.core.errors import Usage
from ledger.recall import state_of
from ledger.views import item as view
from ledger.views import safe


def new(call: Call) -> Answer:
    """Opens a work item."""
    body = {"project": call.get("PROJECT"), "title": call.text("TITLE")}
    for flag in ("--key", "--parent", "--owner"):
        if call.get(flag):
            body[flag[2:]] = call.get(flag)
    key = body.get("key", "")
    if key and key.partition("-")[0] != body["project"]:
        raise Usage(f"{key} is not a key of project {body['project']}")
    draft = call.draft("item-new", [key or body["project"]], body)
    return call.write(draft, lambda act: {"key": act.outcome["number"]})


def rows(call: Call) -> Answer:
    """Lists work items."""
    filters = {name: call.get(f"--{name}") for name in ("project", "state", "owner", "parent")}
    with call.store.reading() as reader:
        state = state_of(reader)
        projects = list((state.get("numbers") or {"projects": {}})["projects"])
        if filters["project"] and filters["project"] not in projects:
            legal = ", ".join(projects) or "none yet"
            raise Usage(f"there is no project {filters['project']}; there are {legal}")
        if filters["parent"]:
            lookup.item(state, filters["parent"])
        found = [view.head(state, lookup.item(state, key)) for key in reader.items(**filters)]
        head = head_of(reader.head())
    lines = [f"{one['key']} {one['state']}: {safe.line(one['title'])}" for one in found]
    data = {"rows": found, "total": len(found), "returned": len(found), "truncated": False}
    return Answer(data, lines, head)


def close(call: Call) -> Answer:
    """Closes a work item."""
    return call.write(call.draft("item-close", [call.get("KEY")]))


def reopen(call: Call) -> Answer:
    """Opens it again."""
    return call.write(call.draft("item-reopen", [call.get("KEY")]))


def edit(call: Call) -> Answer:
    """Changes title, owner or parent."""
    body = {name: call.get(f"--{name}") for name in ("owner", "parent") if call.get(f"--{name}")}
    if call.get("--title"):
        body["title"] = call.text("--title")
    if not body:
        raise Usage("nothing to change: give --title, --owner or --parent")
    return call.write(call.draft("item-edit", [call.get("KEY")], body))


def link(call: Call) -> Answer:
    """Links two work items."""
    subjects = [call.get("KEY"), call.get("OTHER")]
    return call.write(call.draft("item-link", subjects, {"rel": call.get("REL")}))


def comment(call: Call) -> Answer:
    """Says something about a work item."""
    return call.write(call.draft("comment", [call.get("KEY")], {"text": call.text("TEXT")}))


def ask(call: Call) -> Answer:
    """Asks a question about a work item."""
    return call.write(call.draft("item-ask", [call.get("KEY")], {"text": call.text("TEXT")}))


def answer(call: Call) -> Answer:
    """Answers a question."""
    body = {"text": call.text("TEXT")}
    return call.write(call.draft("item-answer", [call.get("QUESTION")], body))


def find(call: Call) -> Answer:
    """Records a finding with its source."""
    from ledger.draft import text

    body = {"text": call.text("TEXT"), "source": text(call.get("--source"))}
    return call.write(call.draft("item-find", [call.get("KEY")], body))


def actions(call: Call) -> Answer:
    """Lists what is to be done."""
    from ledger.views.decision import action_line
    from ledger.views.decision import actions as view_of

    with call.store.reading() as reader:
        state = state_of(reader)
        found = [one for doc in state.many(reader.decisions()) for one in view_of(state, doc)]
        head = head_of(reader.head())
    data = {"rows": found, "total": len(found), "returned": len(found), "truncated": False}
    return Answer(data, [action_line(one) for one in found], head)


def done(call: Call) -> Answer:
    """Says that an action has been done."""
    return call.write(call.draft("action-done", [call.get("ACTION")]))


def to_item(call: Call) -> Answer:
    """Makes an action a sub-item."""
    draft = call.draft("action-to-item", [call.get("ACTION")])
    return call.write(draft, lambda act: {"key": act.outcome["number"]})
