"""The naive model: how holds pass from point to point (`concepts.md`, "In force" 6)."""

from __future__ import annotations

from model import Act, Hold, State

REPLACES = {"Amends", "Corrects", "Supersedes"}
STANDS = ("in-force", "awaiting-ratification")


def held(state: State, point: str) -> Hold | None:
    """The hold that is shown of a point. Silent: of several that passed to it, the oldest is shown,
    and each is released in its turn. One that was refused or withdrawn shows none."""
    standing = state.holds.get(point)
    return standing[0] if standing and state.points[point].state in STANDS else None


def take(state: State, point: str, holds: list[Hold]) -> None:
    """A point is held as what it replaces or restores was, too; one hold only once."""
    both = {*holds, *state.holds.get(point, [])}
    state.holds[point] = sorted(both, key=lambda one: (one.seq, one.seat))


def fall(state: State, verb: str, by: str, target: str) -> None:
    """A hold passes to whatever amends, corrects or supersedes the point, which then itself
    shows none."""
    if state.points[target].state in STANDS:
        state.fell_with[target] = state.holds.pop(target, [])
    if verb in REPLACES:
        take(state, by, state.fell_with[target])


def rise(state: State, by: str, target: str) -> None:
    """A restored point is held as it was when it fell, and so is what restores it. Silent: not
    where it was restored already."""
    if state.points[target].state != "in-force":
        state.holds[target] = state.fell_with[target]
        take(state, by, state.holds[target])


def hold(state: State, act: Act, seq: int) -> None:
    """Points are held; another reason takes the place of the one before."""
    made = Hold(act.args["for"], act.args["reason"], seq)
    for point in act.args["points"]:
        state.holds[point] = [made, *state.holds.get(point, [])[1:]]


def release(state: State, act: Act, seq: int) -> None:
    """The hold is lifted."""
    for point in act.args["points"]:
        state.holds[point] = state.holds[point][1:]


def adopt(state: State, point: str, line: tuple[str, str] | None, seq: int) -> None:
    """`Held for:` of a proposal holds the point from its adoption."""
    if line:
        state.holds[point] = [Hold(line[0], line[1] or None, seq)]
