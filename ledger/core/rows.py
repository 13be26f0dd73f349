"""The read tables: what a document says, as rows for lists, dashboards and people's own SQL.

They are made from the state alone, rewritten with it, and hold nothing that it does not
(architecture.md, "Read tables"). `docs/read-tables.md` documents each column.
"""

from __future__ import annotations

from ledger.core import force, names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Doc = dict[str, Any]
    Row = tuple[str, Doc]
    Read = Callable[[str], str | None]

TABLES = (
    "item",
    "seat",
    "brainstorm",
    "decision",
    "point",
    "ratification",
    "ballot",
    "action",
    "question",
)


def rows(ident: str, doc: Doc, text: Read) -> Iterator[Row]:
    """(table, row) for each row of a document; `owner` in a row is the document's id."""
    if names.is_key(ident):
        yield "item", _item(doc, text)
        for asked in doc["questions"]:
            yield "question", _question(doc, asked, text)
    elif ident.startswith("seat:"):
        yield "seat", _seat(doc)
    elif names.is_brainstorm(ident):
        yield "brainstorm", _brainstorm(doc, text)
    elif names.is_ruling(ident):
        ballot = names.is_ballot(ident)
        yield ("ballot", _ballot(doc)) if ballot else ("decision", _decision(doc, text))
        for number, action in enumerate(doc.get("actions", ()), 1):
            yield "action", _action(doc, number, action, text)
        for point in doc["points"]:
            yield "point", _point(doc, point, text)
            if point["ratification"]["entry"]:
                yield "ratification", _ratification(doc, point)


def _title(ident: str | None, text: Read) -> str | None:
    whole = text(ident) if ident else None
    return None if whole is None else whole.split("\n", 1)[0]


def _item(doc: Doc, text: Read) -> Doc:
    project, _, number = doc["id"].partition("-")
    return {
        "key": doc["id"],
        "project": project,
        "number": int(number),
        "title": _title(doc["title"], text),
        "state": doc["state"],
        "owner": doc["owner"],
        "maker": doc["maker"],
        "parent": doc["parent"],
        "entry": doc["opened"],
        "moved": doc["moved"],
    }


def _seat(doc: Doc) -> Doc:
    return {
        "seat": doc["seat"],
        "body": doc["body"],
        "actor": doc["actor"],
        "since": doc["at"] if doc["actor"] else None,
        "expires": doc["expires"],
        "retired": doc["retired"],
        "last": doc["last"],
        "entry": doc["made"],
        "moved": doc["moved"],
    }


def _brainstorm(doc: Doc, text: Read) -> Doc:
    return {
        "id": doc["id"],
        "topic": _title(doc["topic"], text),
        "items": " ".join(doc["items"]),
        "state": doc["state"],
        "versions": len(doc["versions"]),
        "policy": doc["policy"],
        "decision": doc["decision"],
        "opener": doc["opener"],
        "entry": doc["opened"],
    }


def _decision(doc: Doc, text: Read) -> Doc:
    return {
        "id": doc["id"],
        "number": int(doc["id"][1:]),
        "title": _title(doc["title"], text),
        "items": " ".join(doc["items"]),
        "brainstorm": doc["brainstorm"],
        "state": state_of(doc),
        "policy": doc["policy"],
        "ratifier": doc["ratifier"],
        "decided_by": doc["decided_by"]["actor"],
        "entry": doc["entry"],
        "moved": doc["moved"],
        "lapses": doc["lapses"],
    }


def state_of(doc: Doc) -> str:
    """The state of a decision: its points' common state, else `mixed` (cli.md)."""
    states = {point["state"] for point in doc["points"]}
    return states.pop() if len(states) == 1 else "mixed"


def _point(doc: Doc, point: Doc, text: Read) -> Doc:
    since = point["since"] if point["state"] == force.FORCE else None
    return {
        "id": f"{doc['id']}.{point['label']}",
        "decision": doc["id"],
        "label": point["label"],
        "title": _title(point["text"], text),
        "items": " ".join(point["items"]),
        "state": point["state"],
        "since": since["at"] if since else None,
        "entry": point["by"],
        "ratification": point["ratification"]["state"],
        "replaced_by": " ".join(one["point"] for one in point["replaced_by"]) or None,
        "held": point["holds"][0]["for"] if point["holds"] else None,
    }


def _ratification(doc: Doc, point: Doc) -> Doc:
    made = point["ratification"]
    return {
        "point": f"{doc['id']}.{point['label']}",
        "decision": doc["id"],
        "state": made["state"],
        "seat": made["by"]["seat"] or "",  # who is reported spoke for no seat here
        "actor": made["by"]["actor"],
        "attestation": made["attestation"],
        "entry": made["entry"],
    }


def _ballot(doc: Doc) -> Doc:
    return {
        "id": doc["id"],
        "number": int(doc["id"][1:]),
        "decision": doc["decision"],
        "items": " ".join(doc["items"]),
        "to_set": doc["to"],
        "state": doc["state"],
        "policy": doc["policy"],
        "opener": doc["opener"],
        "entry": doc["entry"],
    }


def _action(doc: Doc, number: int, action: Doc, text: Read) -> Doc:
    return {
        "id": f"{doc['id']}.A{number}",
        "decision": doc["id"],
        "owner": action["owner"],
        "text": _title(action["text"], text),
        "state": action["state"],
        "item": action["item"],
        "entry": action["entry"],
    }


def _question(doc: Doc, asked: Doc, text: Read) -> Doc:
    answer = asked["answer"] or {"text": None, "by": None}
    return {
        "id": asked["id"],
        "item": doc["id"],
        "text": _title(asked["text"], text),
        "actor": asked["by"],
        "answer": _title(answer["text"], text),
        "answered_by": answer["by"],
        "entry": asked["entry"],
    }
