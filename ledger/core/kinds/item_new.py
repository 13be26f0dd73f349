"""A work item is opened (cli.md, `item new`). Body: `{project, title, key?, parent?, owner?}`."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.errors import Conflict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ("title",)


def who(act: Act) -> Blocks:
    """Any actor; the parent must be there."""
    if "parent" in act.body:
        lookup.item(act.state, act.body["parent"])
    return []


def same(act: Act) -> Doc | None:
    """The same item again; Conflict where the key is another item's."""
    doc = act.state.get(act.body.get("key", ""))
    if doc is None:
        return None
    title = act.state.text(doc["title"])
    asked = (act.read("title"), act.body.get("parent"), act.body.get("owner"))
    if asked == (title, doc["parent"], doc["owner"]):
        return {"entry": doc["opened"], "ids": [doc["id"]]}
    raise Conflict(
        f"{doc['id']} exists already, with another title, owner or parent: {title} "
        f"(#{doc['opened']})",
        hint=f"ledger show {doc['id']}",
        observed=doc["opened"],
    )


def items(act: Act) -> list[str]:
    """Itself and its parent (concepts.md, "In force" 10)."""
    parent = act.body.get("parent")
    return [number(act), *([parent] if parent else [])]


def number(act: Act) -> str:
    """The key: the one asked for, or the project's next."""
    if "key" in act.body:
        key: str = act.body["key"]
        return key
    project = act.body["project"]
    numbers = act.state.get("numbers") or {"projects": {}}
    return f"{project}-{numbers['projects'].get(project, 0) + 1}"


def outcome(act: Act) -> Doc:
    """The key given."""
    return {"number": number(act)}


def apply(act: Act) -> None:
    """The item's document."""
    body = act.body
    open_item(act, act.outcome["number"], body["title"], body.get("parent"), body.get("owner"))


def open_item(act: Act, key: str, title: str, parent: str | None, owner: str | None) -> None:
    """An item's document; its project's numbers go on from the highest; its parent knows it."""
    doc: Doc = {
        "id": key,
        "title": title,
        "state": "open",
        "owner": owner,
        "maker": act.actor,
        "import": act.imported,
        "parent": parent,
        "children": {},
        "links": [],
        "questions": [],
        "findings": [],
        "brainstorms": [],
        "decisions": [],
        "ballots": [],
        "visitors": [],
        "opened": act.seq,
        "stated": act.seq,
    }
    act.state.put(key, doc)
    project, _, digits = key.partition("-")
    projects = act.state.touch("numbers")["projects"]
    projects[project] = max(projects.get(project, 0), int(digits))
    for above in act.state.known(parent):
        above["children"][key] = "open"


def headline(act: Act) -> str:
    """What was done, in one line."""
    parent = act.body.get("parent")
    return f"opened {act.outcome['number']}" + (f" under {parent}" if parent else "")


def ids(act: Act) -> list[str]:
    """The item's key."""
    return [act.outcome["number"]]
