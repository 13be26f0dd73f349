"""The naive model: what a brainstorm still needs (`policy.md`, `needs`), found by trying it all."""

from __future__ import annotations

from itertools import combinations

from model import State, Storm
from model_heard import standing
from model_policy import STANCES, Count, count, holds, required_blocks
from model_verdict import verdict
from model_windows import window


def least(state: State, storm: Storm, got: Count, stance: str) -> int | None:
    """How many of the silent seats must take a stance, the right ones, so that it suffices.
    Silent: a required seat that is not on the roll is left aside, and so is one that needs to be
    registered only; they are wanted besides."""
    for more in range(len(got.silent()) + 1):
        for some in combinations(got.silent(), more):
            then = got.then(dict.fromkeys(some, stance))
            lacking = required_blocks(state, storm, then, ("cast", "for"))
            there = [s for _, s in lacking if s in got.roll or s in got.aside]
            if not there and all(holds(storm.policy, then)):
                return more
    return None


def needs(state: State, storm: Storm) -> dict[str, object]:
    """While open or blocked: the least number of each stance that alone suffices; and the seats
    that must be registered."""
    made: dict[str, object] = {}
    if verdict(state, storm) not in ("open", "blocked"):
        return made
    got = count(state, storm)
    speakable = storm.versions and storm.state == "open" and not window(state, storm).passed
    for stance in STANCES if speakable else ():
        enough = least(state, storm, got, stance)
        if enough:
            made[stance] = enough
    missing = [
        seat
        for code, seat in required_blocks(state, storm, got)
        if code == "seat-unregistered" and seat and not state.seats[seat].retired
    ]
    if missing:
        made["register"] = list(dict.fromkeys(missing))
    if standing(storm):
        made["clear"] = list(dict.fromkeys(one.seat for one in standing(storm)))
    return made
