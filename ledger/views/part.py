"""A question or finding of a work item, or an action of a decision, shown by its own id."""

from __future__ import annotations

from ledger.core import lookup
from ledger.core.names import is_key
from ledger.views import item, safe
from ledger.views.decision import action_line, actions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def part(state: State, ident: str) -> Doc:
    """`{question}`, `{finding}` or `{action}`, as in the lists of `show KEY`; NotFound otherwise.
    The id is one by `names.is_part`."""
    home, _, tail = ident.partition(".")
    if not is_key(home):
        lookup.action(state, ident)
        return {"action": actions(state, lookup.decision(state, home))[int(tail[1:]) - 1]}
    if tail[0] == "Q":
        return {"question": item.question(state, lookup.question(state, ident))}
    return {"finding": item.finding(state, lookup.finding(state, ident))}


def render(shown: Doc) -> list[str]:
    """The whole of its texts, and who said them."""
    if "action" in shown:
        return [action_line(shown["action"]), f"of {shown['action']['from']}"]
    made = shown.get("question") or shown["finding"]
    word = "question" if "question" in shown else "finding"
    lines = [f"{word} {made['id']} by {made['by']} (#{made['entry']})", *_indented(made["text"])]
    if "finding" in shown:
        return [*lines, f"source: {safe.line(made['source'])}"]
    answer = made["answer"]
    if answer is None:
        return [*lines, "no answer yet", f"next: ledger item answer {made['id']} TEXT"]
    said = f"answered by {answer['by']} (#{answer['entry']}):"
    return [*lines, said, *_indented(answer["text"])]


def _indented(text: str | None) -> list[str]:
    return [f"  {line}".rstrip() for line in safe.lines(text)]
