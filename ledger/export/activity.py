"""The activity of an item: every entry, oldest first, with every text that was typed in it.

One line an entry, `- ACTOR HEADLINE · TIME · #SEQ`, the time that at which it was recorded. A text
that is all that its entry says is marked in the entry's line; otherwise a line says what each text
is before its mark: `title`, `point 3a · amends D1.3`, `rejected 1`, `action 2`, `source 1`,
`question 1 · rules on D1.1`, `question 1 option b · refuses`, `answer 1 refinement`, `reported
source`. Texts stand as `untrusted.py` says, each in its own fence. With an action stands for whom
it is, with a point for whom it is held.

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
    """(what it is, hash) of each text in an act's statement: in its body, in the order of its
    kind's `TEXTS`, then the source of what it reports (`entry.texts_of`)."""
    more = _MORE.get(act.statement["kind"], _nothing)(act)
    for path in kind(act.statement["kind"]).TEXTS:
        for name, ident in _at(act.body, path.split("/"), ""):
            yield name + (f" · {more[name]}" if more.get(name) else ""), ident
    yield from _at(act.statement.get("reported"), ["source"], "reported")


def _nothing(_: Act) -> dict[str, str]:
    return {}


def _proposed(act: Act) -> dict[str, str]:
    """What a proposal says of its points and actions beside their texts."""
    made = {f"point {one['label']}": effects(one["effects"]) for one in act.outcome["points"]}
    for one in act.body["points"]:
        if "hold" in one:
            name = f"point {one['label']}"
            held = f"held for {field(one['hold']['seat'])}"
            made[name] = f"{made[name]} · {held}" if made[name] else held
    for number, one in enumerate(act.body["actions"], 1):
        made[f"action {number}"] = f"for {field(one['owner'])}" if "owner" in one else ""
    return made


def _asked(act: Act) -> dict[str, str]:
    """What a ballot's questions rule on, and what each option does."""
    does = {one["label"]: effects(one["effects"]) for one in act.outcome["questions"]}
    made = {}
    for one in act.body["questions"]:
        made[f"question {one['label']}"] = f"rules on {', '.join(one['rules_on'])}"
        for option in one["options"]:
            said = does[one["label"]] if option["effect"] == "amends" else option["effect"]
            made[f"question {one['label']} option {option['key']}"] = said
    return made


def _ruled(act: Act) -> dict[str, str]:
    """What the points do that a ballot's answers made."""
    answers = act.outcome["answers"]
    return {f"point {one['label']}": effects(one.get("effects", [])) for one in answers}


_MORE = {"propose": _proposed, "ballot-open": _asked, "ratify-ballot": _ruled}
_LABELS = ("label", "question", "key")  # what names a part of a body; its place does otherwise


def _label(one: Any, number: int) -> str:
    found = [one[key] for key in _LABELS if key in one] if isinstance(one, dict) else []
    return str(found[0] if found else number)


def _at(value: Any, path: list[str], name: str) -> Iterator[tuple[str, str]]:
    if not path:
        if isinstance(value, str):
            yield name, value
    elif path[0] == "*":
        for number, one in enumerate(value or (), 1):
            yield from _at(one, path[1:], f"{name} {_label(one, number)}")
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
