"""The plan lines of what a page decides: brainstorms, proposals, decisions, ratifications.

Every decision is a brainstorm of the ledger, whose topic names the page's. What is inferred is a
second version of its proposal, before `decide`; see `activity.py`.
"""

from __future__ import annotations

import re

from ledger.ingest.activity_act import Said
from ledger.ingest.activity_ballot import ratified
from ledger.ingest.activity_file import line as one_line
from ledger.ingest.activity_file import proposal
from ledger.ingest.activity_fold import World
from ledger.ingest.activity_inferred import Inferred
from ledger.ingest.activity_likeness import Likeness
from ledger.ingest.activity_lines import Lines
from ledger.ingest.activity_page import Bullet
from ledger.ingest.activity_relations import Earlier, Effects, literal

_SUPERSEDES = re.compile(r"\bsupersede[sd]?\b", re.IGNORECASE)
_DEFERS = re.compile(r"\b(?:defer(?:s|red)?|postpone[sd]?)\b", re.IGNORECASE)
_TOPIC = 120


class Decisions:
    """The decisions of a page, in its order; `bodies` are those of all its bullets."""

    def __init__(self, lines: Lines, key: str, title: str, bodies: list[Said]) -> None:
        self.lines, self.key, self.title, self.bodies = lines, key, title, bodies
        self.like = Likeness(point.words for one in bodies for point in one.points)
        self.before: list[Said] = []
        self.full, self.base = World(), World()

    def add(self, bullet: Bullet, place: int) -> None:
        """The lines of the bullet at a place."""
        said = self.bodies[place]
        if said.act == "ratify":
            self._ratify(bullet, said)
        elif said.points:
            self._relate(said)
            later = [one.storm for one in self.bodies[place + 1 :] if one.act == "ratify"]
            self._decide(bullet, said, bool(said.storm) and said.storm in later)

    def _relate(self, said: Said) -> None:
        earlier, effects = Earlier(self.before, self.full), Effects(self.full)
        literal(said, earlier, effects)
        Inferred(said, earlier, effects, self.like).read(self.title)
        for point in said.points:
            # What is said must hold with the inferred lines and without; else it is inferred too.
            point.effects = [
                (verb, to, guess or not self.base.bears(verb, to))
                for verb, to, guess in point.effects
            ]

    def _decide(self, bullet: Bullet, said: Said, waits: bool) -> None:
        """A brainstorm, its proposal without and with what is inferred, and its decision. What is
        no act is inferred as a whole, and only where it bears on something."""
        report = not said.act
        inferred = any(guess for point in said.points for *_, guess in point.effects)
        if report and not inferred:
            return
        at, add = _decided(said, bullet), self.lines.add
        argv = ["brainstorm", "open", self.key]
        topic = _topic(said, bullet)
        storm = self.lines.with_text(argv, topic, bullet, at=at, inferred=report)
        argv = ["propose", storm, "-f", "-"]
        if not report:
            add(argv, bullet, stdin=_file(said, full=False), at=at)
        if inferred:
            add(argv, bullet, stdin=_file(said, full=True), at=at, inferred=True)
        if said.act != "propose":
            ratifier = "owner" if waits else ""
            home = add(["decide", storm], bullet, at=at, inferred=report, ratifier=ratifier)
            self._adopted(said, home, waits)

    def _adopted(self, said: Said, home: str, waits: bool) -> None:
        said.home = home
        for point in said.points:
            point.home = home
        self.before.append(said)
        every = [(p.ident, [(verb, to) for verb, to, _ in p.effects]) for p in said.points]
        plain = [
            (p.ident, [(v, to) for v, to, guess in p.effects if not guess]) for p in said.points
        ]
        self.full.adopt(every, waits)
        if said.act:
            self.base.adopt(plain, waits)

    # --- ballots

    def _ratify(self, bullet: Bullet, said: Said) -> None:
        """A ratification: with answers, a decision of its own; else of what its brainstorm
        decided, as a whole."""
        head = said.head.text if said.head else ""
        if not said.points:
            for one in self.before:
                if one.act and said.storm and one.storm == said.storm:
                    idents = [point.ident for point in one.points]
                    self._ratify_points(bullet, one, idents, head, inferred=False)
            return
        self._relate(said)
        gone = {to for p in said.points for _, to, _ in p.effects if _SUPERSEDES.search(p.mask)}
        dealt = ratified(said, self.before, self.full, self.like, gone)
        self._ratify_dealt(bullet, dealt, gone, head)
        effects = Effects(self.full)
        effects.taken = {to: verb for p in said.points for verb, to, _ in p.effects}
        for point in said.points:
            verb = "amends" if _DEFERS.search(point.mask) else "refines"
            effects.put(point, verb, dealt.get(point.label, ()), inferred=True)
        self._decide(bullet, said, waits=True)
        self.lines.add(["ratify", said.home], bullet, source=head)
        for world in (self.full, self.base):
            world.ratify(point.ident for point in said.points)
        for label, letter in said.answers:
            if not letter:
                text = next(one_line(p.text) for p in said.points if p.label == label)
                argv = ["item", "find", self.key, "-", "--source", f"line {bullet.line}"]
                self.lines.add(argv, bullet, stdin=f"answer {label} names no option: {text}")

    def _ratify_dealt(
        self, bullet: Bullet, dealt: dict[str, list[str]], gone: set[str], head: str
    ) -> None:
        """Inferred: what the answers ratify, of the same decisions their first statements, and of
        those of which no numbered point is left out all that waits."""
        idents = {ident for found in dealt.values() for ident in found}
        for one in self.before:
            own = [point.ident for point in one.points if point.ident in idents]
            if own and not one.points[0].written:
                own.append(one.points[0].ident)
            numbered = {point.ident for point in one.points if point.written}
            if own and numbered and numbered <= idents:
                own = [point.ident for point in one.points]
            own = [ident for ident in own if ident not in gone]
            self._ratify_points(bullet, one, own, head, inferred=True)

    def _ratify_points(
        self, bullet: Bullet, one: Said, idents: list[str], head: str, inferred: bool
    ) -> None:
        """A ratification of those that may be ratified, wherever the line is run, with their
        partners."""
        worlds = [self.full] if inferred else [self.full, self.base]
        left = {ident for ident in idents if all(world.may_ratify(ident) for world in worlds)}
        left = {i for i in left if all(world.partners(i) <= left for world in worlds)}
        labels = [point.label for point in one.points if point.ident in left]
        if labels:
            chosen = [] if len(labels) == len(one.points) else ["--points", ",".join(labels)]
            argv = ["ratify", one.home, *chosen]
            self.lines.add(argv, bullet, source=head, inferred=inferred)
            for world in worlds:
                world.ratify(point.ident for point in one.points if point.ident in left)


def _decided(said: Said, bullet: Bullet) -> str:
    """When it was decided: the day that its leading words name, unless the bullet is older."""
    stated = f"{said.head.day}T00:00:00.000Z" if said.head and said.head.day else ""
    return stated if stated and (not bullet.at or stated <= bullet.at) else ""


def _topic(said: Said, bullet: Bullet) -> str:
    """The leading words as written, and which brainstorm the body says is closed."""
    if not said.head:
        return one_line(said.points[0].text)[:_TOPIC]
    topic = said.head.text
    for storm, closed in said.closed:
        if not closed and storm == said.storm:
            when = f" {bullet.at[:10]}" if bullet.at else ""
            topic += f"; {storm} closed{when}" if storm not in topic else f"; closed{when}"
    return topic


def _file(said: Said, full: bool) -> str:
    """The proposal, with what is inferred or without."""
    points = [
        (
            point.label,
            point.text,
            [(verb, target) for verb, target, guess in point.effects if full or not guess],
            f"owner, {point.hold}" if point.hold else "",
        )
        for point in said.points
    ]
    title = said.head.text if said.head else ""
    return proposal(title, points, said.rejected, said.actions, said.sources)
