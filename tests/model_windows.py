"""The naive model: windows (`policy.md`, "open, final"; `docs/policies.md`, "What the clock does").

Of a brainstorm, or (`Any`) a ballot, too. Nothing ends one but the clock, so what it says of a
moment is tried at every moment up to it: after each entry, and at each minute at which a lease or a
window may end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from model import Block, Position, State, Storm, Word
from model_heard import heard, until
from model_moments import moments, then
from model_policy import Policy


@dataclass
class Window:
    """When it ends (in minutes, or never), whether it has passed, and the final period."""

    until: int | None
    passed: bool
    final_until: int | None
    commented: bool


def ending(state: State, storm: Any) -> tuple[str, int, int] | None:
    """`lapsed` or `aborted`, and the moment: what ended it first without an act on it, for good. At
    one moment it lapses first."""
    most = storm.policy.most
    found: list[tuple[int, int, str, int]] = []
    if most is not None and state.now >= storm.at + most:
        found.append((storm.at + most, 0, "lapsed", 0))
    for minute, seq in aborting(state, storm):
        by_act = state.times[seq - 1] == minute  # else the clock did it, before that minute's acts
        found.append((minute, seq if by_act else 0, "x aborted", seq))
    if not found:
        return None
    minute, seq, how, _ = min(found)
    seq = seq or sum(one < minute for one in state.times[: state.seq])
    return how.removeprefix("x "), minute, seq


def aborting(state: State, storm: Any) -> list[tuple[int, int]]:
    """The moments at which a seat of the roll left (Silent: one that is excused does not count), or
    another policy was set for its items, where the policy says so."""
    policy: Policy = storm.policy
    found = []
    if policy.aborts:
        later = [(seq, set_by) for seq, set_by in state.settings if storm.seq < seq <= state.seq]
        keys = list(storm.under)
        moved = [seq for seq, set_by in later if under(state, keys, set_by) != storm.under]
        found += [(state.times[seq - 1], seq) for seq in moved]
    if policy.leavers == "abort":
        seats = storm.seats if policy.as_of == "open" else state.seats_of(policy.electorate)
        found += [
            (minute, seq)
            for name, minute, seq in state.leavings
            if name in seats
            and storm.seq <= seq
            and (minute, seq) <= (state.now, state.seq)
            and name not in {w.seat for w in storm.words if w.what == "excuse" and w.seq <= seq}
        ]
    return found


def under(state: State, items: list[str], set_by: dict[str, int]) -> dict[str, int | None]:
    """item -> the entry that set its policy, as policies were set then."""
    scopes = {key: state.scope_for(key, set_by) for key in items}
    return {key: set_by[scope] if scope else None for key, scope in scopes.items()}


def as_it_ended(state: State, storm: Any) -> tuple[State, Any]:
    """What has ended is shown as it was then."""
    end = storm.end
    ended = ending(then(state, *end) if end else state, storm)  # a lapsed ballot can be closed
    end = ended[1:] if ended else end
    if not end:
        return state, storm
    return then(state, *end), until(storm, end[1]) if isinstance(storm, Storm) else storm


def window(state: State, storm: Storm) -> Window:
    """The window now."""
    policy: Policy = storm.policy
    begin, started = walk(state, storm)
    end = ends(storm, begin)
    passed = storm.state == "closed" or (end is not None and state.now >= end)
    final = started + policy.final if started is not None and policy.final else None
    commented = policy.final is None or (final is not None and state.now >= final)
    return Window(end, passed, final, commented)


def ends(storm: Any, begin: int) -> int | None:
    """The end of a window that began so: a deadline stands for `open`."""
    if storm.deadline is not None:
        return int(storm.deadline)
    policy: Policy = storm.policy
    return begin + policy.open if policy.open else None


def beginning(state: State, storm: Storm) -> int:
    """The entry of the opening, or of the current version."""
    return storm.versions[-1].seq if storm.versions else storm.seq


def walk(state: State, storm: Storm) -> tuple[int, int | None]:
    """When the window began, and since when the final period runs. A reopening ends that, and it
    begins again, whole, when the policy is met again."""
    from model_verdict import met

    policy: Policy = storm.policy
    first = beginning(state, storm)
    begin, started = state.times[first - 1], None
    if policy.final is None:
        return begin, None
    said: list[Position | Word] = [*storm.positions, *storm.words, *storm.votes]
    lengths = [one for one in (policy.open, policy.final) if one]
    stops = {state.times[seq - 1] + n for seq in [first, *(p.seq for p in said)] for n in lengths}
    stops |= {storm.deadline} if storm.deadline is not None else set()
    reopenings = {one.seq for one in heard(storm) if one.stance == "against"}
    if policy.reopened_by == "concern":
        reopenings = {one.seq for one in storm.words if one.what == "concern"}
    seen = 0
    for minute, seq in moments(state, first, {one.seq for one in said}, stops):
        runs = started is not None and minute < started + policy.final
        if runs and seq in reopenings and seq != seen:
            begin, started = minute, None
        seen = seq
        there = replace(until(storm, seq), state="open")
        if not met(then(state, minute, seq), there, ends(storm, begin)):
            started = None
        elif started is None:
            started = minute
    return begin, started


def over(state: State, storm: Any, speaks: str | None = None) -> list[Block]:
    """Why nothing can be done with it any more. `speaks`: what is said in it, which the window
    bounds; while the final period runs, what may reopen it is heard."""
    if storm.state != "open":
        return [("closed", None)]
    ended = ending(state, storm)
    if ended:
        return [(ended[0], None)]
    if speaks is None:
        return []
    time = window(state, storm)
    runs = time.final_until is not None and not time.commented
    reopens = runs and storm.policy.reopened_by == speaks
    return [("closed", None)] if time.passed and not reopens else []


def state_of(state: State, storm: Any) -> str:
    """Its state, as it is shown."""
    ended = ending(state, storm) if storm.state == "open" else None
    return ended[0] if ended else storm.state
