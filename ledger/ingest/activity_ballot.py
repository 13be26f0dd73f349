"""What the answers of a ballot ratify: points of the same brainstorm that wait for the owner.

The page does not give the questions, and their numbers are not those of points: answers and points
are joined by their words. Each answer first takes the waiting point that it is most like, the most
alike pair first, and of points that the page numbers before the others; a point that is left goes
to an answer that it is much like. All of it is inferred.

Source: concepts.md, "In force" 7 and 9.
"""

from __future__ import annotations

import re

from ledger.ingest.activity_act import Point, Said
from ledger.ingest.activity_fold import World
from ledger.ingest.activity_likeness import Likeness, words

_ALIKE, _MUCH = 0.14, 0.5


def ratified(
    said: Said, before: list[Said], world: World, like: Likeness, gone: set[str]
) -> dict[str, list[str]]:
    """The ids that each answer ratifies, by its label; none of `gone`, which answers displace."""
    waiting = {
        point.ident: point
        for one in before
        if one.act and said.storm and one.storm == said.storm
        for point in one.points
        if world.may_ratify(point.ident) and point.ident not in gone
    }
    pairs = sorted(
        (
            (_score(answer, point, like), answer.label, ident)
            for answer in said.points
            for ident, point in waiting.items()
        ),
        key=lambda pair: (-pair[0], pair[1:]),
    )
    made: dict[str, list[str]] = {}
    dealt: set[str] = set()
    for numbered in (True, False):
        for score, label, ident in pairs:
            fits = score >= _ALIKE and waiting[ident].written is numbered
            if fits and label not in made and ident not in dealt:
                made[label] = [ident]
                dealt.add(ident)
    for score, label, ident in pairs:
        if score >= _MUCH and ident not in dealt:
            made.setdefault(label, []).append(ident)
            dealt.add(ident)
    return made


def _score(answer: Point, point: Point, like: Likeness) -> float:
    pieces = re.split(r"[;,:]\s|\s[-—–]\s", answer.text)
    return max(like.of(words(piece), answer.words, point.plain) for piece in pieces)
