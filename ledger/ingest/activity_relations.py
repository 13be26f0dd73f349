"""What the points of a body do to earlier points, where the text names them in so many letters.

- `amends (3)`, `supersedes points 4 and 5`, where the brainstorm is named or is the body's own;
- `reverses bs-0123456789a`: all that this brainstorm decided.

All else needs judgement, and is inferred (`activity_inferred.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.ingest.activity_act import Point, Said
from ledger.ingest.activity_fold import World
from ledger.ingest.activity_head import STORM

_VERB = re.compile(
    r"\b(amend|correct|supersede|replace|reverse|refine|restore|uphold)(?:s|es|ed|ing)?\b"
    r"|\b(stands?[ -]down)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:\b(?:not|never|no longer|without|nor)|n't)\s+(?:\w+\s+)?\Z", re.IGNORECASE)
_LABELS = re.compile(
    r"\s+(?:points?\s+)?"
    r"(?>(\(?[1-9][0-9]?[a-z]?\)?(?:(?:,| and| &| \+|, and)\s+\(?[1-9][0-9]?[a-z]?\)?)*))"
    r"(?![\w/%=]|\s+(?:of (?!bs-)|days?\b|weeks?\b|hours?\b|times?\b))"
)
_STORM = re.compile(r"\s+(?:all of )?(bs-[a-z0-9]{4,20})(?![\w-])")
_VERBS = {
    "amend": "amends",
    "correct": "corrects",
    "supersede": "supersedes",
    "replace": "supersedes",
    "reverse": "reverses",
    "refine": "refines",
    "restore": "restores",
    "uphold": "upholds",
}


class Earlier:
    """The bodies that became decisions before, and what holds of their points in a world."""

    def __init__(self, before: list[Said], world: World) -> None:
        self.before, self.world = before, world
        self.points = [point for one in before for point in one.points]
        self.by_id = {point.ident: point for point in self.points}

    def of_storm(self, storm: str, labels: list[str] | None) -> list[str]:
        """The points that a brainstorm has decided: all, or those of which it wrote the labels."""
        homes = [one for one in self.before if storm and one.act and one.storm == storm]
        points = [point for one in homes for point in one.points]
        if labels is None:
            return [point.ident for point in points]
        written = {point.label: point.ident for point in points if point.written}
        return [written[label] for label in labels if label in written]


class Effects:
    """The effects of one body's points: on each target one, and only what the world bears."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.taken: dict[str, str] = {}

    def put(
        self, point: Point, verb: str, targets: Iterable[str], inferred: bool, shared: bool = False
    ) -> bool:
        """The effect, on each target that bears it and on which nothing here acts yet; with
        `shared`, on one that falls to a fellow by the same verb too. Was there one?"""
        before = len(point.effects)
        for target in dict.fromkeys(targets):
            free = target not in self.taken
            if shared and not free and self.taken[target] == verb:
                free = all(target != named for _, named, _ in point.effects)
            if free and self.world.bears(verb, target):
                self.taken[target] = verb
                point.effects.append((verb, target, inferred))
        return len(point.effects) > before


def literal(said: Said, earlier: Earlier, effects: Effects) -> None:
    """Gives the points of a body the effects that their text names."""
    for point in said.points:
        other = STORM.search(point.mask)
        home = other[0] if other else said.storm
        for found in _VERB.finditer(point.mask):
            if _NOT.search(point.mask[max(0, found.start() - 24) : found.start()]):
                continue
            verb = _VERBS[found[1].lower()] if found[1] else "stands-down"
            targets = _named(home, point.mask[found.end() : found.end() + 90], earlier)
            effects.put(point, verb, targets, inferred=False)


def _named(home: str, rest: str, earlier: Earlier) -> list[str]:
    """The points that are named right after a verb; labels are those of the brainstorm `home`."""
    storm = _STORM.match(rest)
    if storm:
        return earlier.of_storm(storm[1], None)
    labels = _LABELS.match(rest)
    if not labels:
        return []
    return earlier.of_storm(home, re.findall(r"[1-9][0-9]?[a-z]?", labels[1]))
