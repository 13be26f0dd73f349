"""The activity of an item: every entry, oldest first, with every text that was typed in it.

One line an entry, `- ACTOR HEADLINE · TIME · #SEQ`, the time that at which it was recorded. A text
that is all that its entry says is marked in the entry's line; otherwise a line says what each text
is before its mark: `title`, `point 3a · amends D1.3`, `rejected 1`, `action 2`, `source 1`. Texts
stand as `untrusted.py` says, each in its own fence. With an action stands for whom it is.

Source: exchange.md, "Markdown export", Activity.
"""

from __future__ import annotations

from ledger.core.clock import page
from ledger.core.kinds import kind
from ledger.export.untrusted import body, field
from ledger.views import log

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.act import Act

    Doc = dict[str, Any]
    Blocks = list[list[str]]


def activity(acts: list[Act]) -> Blocks:
    """The section: lists of entries, and after each entry that has texts their fences."""
    blocks: Blocks = [["## Activity"]]
    lines: list[str] = []
    for act in acts:
        shown = log.row(act)
        said = f"- {field(shown['actor'])} {field(shown['headline'])}"
        said += f" · {page(shown['at'])} · #{shown['seq']}"
        typed = list(named_texts(act))
        alone = len(typed) == 1 and typed[0][0] in kind(shown["kind"]).TEXTS
        texts = [body(said if alone else name, act.state.text(ident)) for name, ident in typed]
        lines += [] if alone else [said]
        if alone:
            lines += texts[0].pop(0)
        if typed:
            blocks += [lines, *(block for one in texts for block in one)]
            lines = []
    return blocks + ([lines] if lines else [])


def named_texts(act: Act) -> Iterator[tuple[str, str]]:
    """(what it is, hash) of each text in an act's body, in the order of its kind's `TEXTS`."""
    more = _proposed(act) if act.statement["kind"] == "propose" else {}
    for path in kind(act.statement["kind"]).TEXTS:
        for name, ident in _at(act.body, path.split("/"), ""):
            yield name + (f" · {more[name]}" if more.get(name) else ""), ident


def _proposed(act: Act) -> dict[str, str]:
    """What a proposal says of its points and actions beside their texts."""
    made = {f"point {one['label']}": effects(one["effects"]) for one in act.outcome["points"]}
    for number, one in enumerate(act.body["actions"], 1):
        made[f"action {number}"] = f"for {field(one['owner'])}" if "owner" in one else ""
    return made


def _at(value: Any, path: list[str], name: str) -> Iterator[tuple[str, str]]:
    if not path:
        if isinstance(value, str):
            yield name, value
    elif path[0] == "*":
        for number, one in enumerate(value or (), 1):
            label = one.get("label", number) if isinstance(one, dict) else number
            yield from _at(one, path[1:], f"{name} {label}")
    elif value is not None and path[0] in value:
        word = "" if name and path[0] == "text" else path[0]
        many = path[1:2] == ["*"]
        word = word.removesuffix("s") if many else word
        yield from _at(value[path[0]], path[1:], f"{name} {word}".strip())


def effects(made: list[Doc]) -> str:
    """What a point's effects are, in words: `amends D1.3; reverses D1.1 (taken over from D2.1)`."""
    return "; ".join(
        f"{one['verb']} {', '.join(one['targets'])}"
        + (f" (taken over from {one['from'][-1]})" if "from" in one else "")
        for one in made
    )
