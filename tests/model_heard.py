"""The naive model: which positions are heard, who is recused or excused, which objections stand.

A seat's last position counts, or its first on a version where the policy has `revote first`. An
objection blocks until it is cleared, whatever the version.
"""

from __future__ import annotations

from dataclasses import replace

from model import Position, State, Storm, Word
from model_moments import left


def heard(storm: Storm) -> list[Position]:
    """The positions that are heard: all, or the first of each seat on each version. Silent: where
    the first went with its seat, the next one is the first."""
    return [one for one in storm.positions if not one.late]


def gone(state: State, storm: Storm, one: Position) -> bool:
    """Did a position go with its seat, which left since (`leavers drop`)?"""
    return storm.policy.leavers == "drop" and left(state, one.seat, one.seq)


def stays(state: State, storm: Storm) -> dict[str, Position]:
    """The position of each seat that did not go with it."""
    return {seat: one for seat, one in spoken(storm).items() if not gone(state, storm, one)}


def spoken(storm: Storm) -> dict[str, Position]:
    """The position of each seat."""
    return {one.seat: one for one in heard(storm)}


def recused(state: State, storm: Storm) -> set[str]:
    """The seats that the policy recuses, and those that recused themselves on this version."""
    now = len(storm.versions)
    said = stays(state, storm)
    own = {s for s, one in said.items() if (one.stance, one.on) == ("recuse", now)}
    return own | set(storm.policy.recuse)


def excused(storm: Storm) -> set[str]:
    """The seats that are excused from it."""
    return {one.seat for one in storm.words if one.what == "excuse"}


def standing(storm: Storm) -> list[Word]:
    """The objections that stand. A position against is one where the policy has `veto against` and
    it does not dissent. A concern is one, where it has `veto concern`; no position gives it up.
    What an excused seat said or says stops nothing. Silent: a seat's next position gives an
    objection up, whatever the version; that of a seat that left stands."""
    found: list[Word] = []
    gone: set[str] = set()
    said: list[Position | Word] = [*heard(storm), *storm.words]
    for one in sorted(said, key=lambda one: one.seq):
        if isinstance(one, Position):
            found = [other for other in found if (other.what, other.seat) != ("against", one.seat)]
            vetoes = storm.policy.veto == "against" and one.stance == "against"
            if vetoes and not one.dissent and one.seat not in gone:
                found.append(Word("against", one.seat, one.reason or "", one.seq))
        elif one.what == "concern":
            stops = storm.policy.veto == "concern" and one.seat not in gone
            found += [one] if stops else []
        else:
            found = [other for other in found if other.seat != one.seat]
            gone |= {one.seat} if one.what == "excuse" else set()
    return found


def objected(storm: Storm, seat: str) -> bool:
    """Did a seat ever object? As it stood at each moment."""
    moments = [one.seq for one in storm.positions] + [one.seq for one in storm.words]
    return any(one.seat == seat for seq in moments for one in standing(until(storm, seq)))


def until(storm: Storm, seq: int) -> Storm:
    """A brainstorm as it was after an entry."""
    positions = [one for one in storm.positions if one.seq <= seq]
    words = [one for one in storm.words if one.seq <= seq]
    versions = [one for one in storm.versions if one.seq <= seq]
    votes = [one for one in storm.votes if one.seq <= seq]
    made = replace(storm, positions=positions, words=words)
    return replace(made, versions=versions, votes=votes)
