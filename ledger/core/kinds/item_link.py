"""Two work items are linked. Subjects: from, to; body: `{rel}` (cli.md, `REL`)."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.errors import Usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """Any actor; both must be there, and be two."""
    lookup.items(act.state, act.subjects)
    if act.subjects[0] == act.subjects[1]:
        raise Usage(f"{act.subject} cannot be linked to itself")
    return []


def same(act: Act) -> Doc | None:
    """The link is there."""
    rel, there = act.body["rel"], act.subjects[1]
    for link in lookup.item(act.state, act.subject)["links"]:
        if (link["rel"], link.get("to")) == (rel, there):
            return {"entry": link["entry"], "ids": list(act.subjects)}
    return None


def items(act: Act) -> list[str]:
    """Both."""
    return act.subjects


def apply(act: Act) -> None:
    """Both know of it, each from its own side."""
    here, there = act.subjects
    rel = act.body["rel"]
    for doc in act.state.known(here):
        doc["links"].append({"rel": rel, "to": there, "entry": act.seq})
    for doc in act.state.known(there):
        doc["links"].append({"rel": rel, "from": here, "entry": act.seq})


def headline(act: Act) -> str:
    """What was done, in one line."""
    here, there = act.subjects
    return f"linked {here} {act.body['rel']} {there}"
