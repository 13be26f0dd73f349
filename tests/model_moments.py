"""The naive model: moments. A moment is a minute and how many entries there were by then; what the
clock does at a minute it does before the entries of that minute.

A seat leaves where it is held at one moment and not at the next (`policy.md`, "Roll"): by an entry,
or as its lease ends. A handover is one entry.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from dataclasses import replace

from model import State

ROSTER = {"init", "body add", "seat sync"}


def changes_seats(kind: str) -> bool:
    """May such an act change the roster?"""
    return kind in ROSTER or (kind.startswith("seat ") and kind != "seat excuse")


def tick(state: State, minute: int) -> None:
    """Time passes up to a minute: leases end, and what waits too long lapses, for good."""
    if minute == state.now:
        return
    for seat in state.seats.values():
        if seat.holder and seat.expires is not None and state.now < seat.expires <= minute:
            state.leavings.append((seat.name, seat.expires, state.seq))
    for decision in state.decisions.values():
        if decision.lapses is not None and decision.lapses <= minute:
            for ident in decision.points:
                if state.points[ident].state == "awaiting-ratification":
                    state.points[ident].state = "lapsed"


def held(state: State) -> set[str]:
    """The seats that somebody holds now."""
    return {name for name, seat in state.seats.items() if seat.by(state.now)}


def note(state: State, kind: str, before: set[str]) -> None:
    """Keeps the roster that an entry made, and who left by it."""
    if not changes_seats(kind):
        return
    gone = before - held(state)
    state.leavings += [(name, state.now, state.seq) for name in state.seats if name in gone]
    seats = {name: copy(seat) for name, seat in state.seats.items()}
    bodies = {name: list(names) for name, names in state.bodies.items()}
    state.rosters.append((state.seq, seats, bodies))


def left(state: State, seat: str, since: int) -> bool:
    """Did a seat leave since an entry?"""
    now = (state.now, state.seq)
    return any(
        name == seat and seq >= since and (minute, seq) <= now
        for name, minute, seq in state.leavings
    )


def then(state: State, minute: int, seq: int) -> State:
    """The roster as it was at a moment."""
    if (minute, seq) == (state.now, state.seq):
        return state
    known = [one for one in state.rosters if one[0] <= seq]
    _, seats, bodies = known[-1]
    return replace(state, now=minute, seq=seq, seats=seats, bodies=bodies)


def moments(
    state: State, since: int, about: Collection[int], stops: Collection[int]
) -> list[tuple[int, int]]:
    """The moments from an entry to now: after each entry that is `about` it or changed a seat, at
    each minute at which a lease may have ended, at each of some other minutes, and now."""
    known = {*about, since, *(seq for seq, _, _ in state.rosters)}
    leases = {seat.expires for _, seats, _ in state.rosters for seat in seats.values()}
    minutes = sorted({*stops, *(one for one in leases if one is not None), state.now})
    found = []
    for seq in range(since, state.seq + 1):
        start = state.times[seq - 1]
        end = state.times[seq] if seq < state.seq else state.now
        found += [(start, seq)] if seq in known else []
        found += [(one, seq) for one in minutes if start < one <= end]
    return found
