"""What a point does to earlier points, and which effects contradict each other in one proposal.

The verbs are those of concepts.md, "Effects"; the contradictions those of exchange.md, "The
proposal file". The reader of a file applies them to targets as written, the law to targets as
expanded to points.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

DISPLACING = ("amends", "corrects", "supersedes", "reverses", "stands-down")
VERBS = (*DISPLACING, "refines", "restores", "upholds")
_BESIDE = {
    "restores": "both felled and restored",
    "refines": "both displaced and refined",
    "upholds": "both displaced and upheld",
}


def verb_of(word: str) -> str | None:
    """The verb that a word means, in any case of its letters, `stands down` too; else None.

    Source: concepts.md, "Effects".
    """
    verb = word.lower().replace("stands down", "stands-down")
    return verb if word.isascii() and verb in VERBS else None


def effect_faults(points: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """What contradicts itself in the effects of one proposal: `(message, label, target)`, in order.

    A point is `{"label", "effects": [{"verb", "targets"}]}`. Faults are: two effects of one point
    on one target; two points that displace one target by different verbs; a target both felled and
    restored, or both displaced and refined or upheld, by any points. `label` is the point that
    comes second. Raises nothing. Source: exchange.md, "The proposal file".
    """
    faults: list[tuple[str, str, str]] = []
    earlier: dict[str, dict[str, str]] = {}
    for point in points:
        label = point["label"]
        mine: dict[str, list[str]] = {}
        for verb, target in _acts(point):
            mine.setdefault(target, []).append(verb)
        for target, verbs in mine.items():
            others = earlier.setdefault(target, {})
            faults += [(m, label, target) for m in _within(label, target, verbs)]
            faults += [(m, label, target) for m in _between(label, target, verbs, others)]
            for verb in verbs:
                others.setdefault(verb, label)
    return faults


def _acts(point: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for effect in point["effects"]:
        for target in effect["targets"]:
            yield effect["verb"], target


def _within(label: str, target: str, verbs: list[str]) -> Iterator[str]:
    if len(verbs) > 1:
        named = ", ".join(f"`{v}`" for v in verbs)
        yield f"point `{label}` acts on `{target}` {len(verbs)} times: {named}"


def _between(label: str, target: str, verbs: list[str], others: dict[str, str]) -> Iterator[str]:
    for verb in dict.fromkeys(verbs):
        for was, other in others.items():
            clash = _clash(was, verb)
            if clash:
                who = f"`{was}` by point `{other}`, `{verb}` by point `{label}`"
                yield f"`{target}` is {clash}: {who}"


def _clash(first: str, second: str) -> str:
    felling = [verb for verb in (first, second) if verb in DISPLACING]
    if len(felling) == 2:
        return "displaced by different verbs" if first != second else ""
    if len(felling) == 1:
        return _BESIDE.get(second if first in DISPLACING else first, "")
    return ""
