"""The naive model: the verdict on a brainstorm, step by step (`policy.md`, "Evaluation")."""

from __future__ import annotations

from model import Block, State, Storm
from model_heard import standing
from model_policy import Count, Policy, count, holds, required_blocks
from model_windows import Window, ending, window


def verdict(state: State, storm: Storm) -> str:
    """The first step that ends it."""
    if storm.state == "withdrawn":
        return "withdrawn"
    ended = ending(state, storm) if storm.state == "open" else None
    return ended[0] if ended else judged(state, storm, window(state, storm))


def met(state: State, storm: Storm, end: int | None) -> bool:
    """Is the policy met at a moment, the final period left aside?"""
    if ending(state, storm):
        return False
    time = Window(end, end is not None and state.now >= end, None, True)
    return judged(state, storm, time) == "decided"


def judged(state: State, storm: Storm, time: Window) -> str:
    """The verdict on what is cast, before or at the end."""
    policy: Policy = storm.policy
    got = count(state, storm)
    if any(required_blocks(state, storm, got)) or standing(storm):
        return "blocked"
    if time.passed:
        said = outcome(storm, got.settled(policy.silence))
    elif time.until is not None and not (policy.certain and is_certain(storm, got)):
        return "open"
    else:
        said = early(storm, got)
    return "final-period" if said == "decided" and not time.commented else said


def outcome(storm: Storm, got: Count) -> str:
    """What it is at the end. A casting vote counts where it is tied."""
    policy: Policy = storm.policy
    quorum, passed = holds(policy, got)
    if not quorum:
        return "no-quorum"
    if passed:
        return "decided"
    if not tied(policy, got):
        return "rejected"
    if storm.votes:
        return "decided" if storm.votes[-1].what == "for" else "rejected"
    return "tied"


def tied(policy: Policy, got: Count) -> bool:
    """For = against, both above zero, and somebody to break it."""
    tally = got.tally()
    return policy.casting is not None and tally["for"] == tally["against"] > 0


def early(storm: Storm, got: Count) -> str:
    """Before the end, without a window: can it still pass, or be tied? Silent: silence counts as it
    would at a close."""
    policy: Policy = storm.policy
    if all(holds(policy, got)):
        return "decided"
    for one in got.completions():
        last = one.settled(policy.silence)
        quorum, passed = holds(policy, last)
        if (quorum and (passed or tied(policy, last))) or all(holds(policy, one)):
            return "open"
    return "rejected"


def is_certain(storm: Storm, got: Count) -> bool:
    """Do all completions come to the same: passed, tied, or neither?"""
    policy, found = storm.policy, set()
    for one in got.completions():
        last = one.settled(policy.silence)
        quorum, passed = holds(policy, last)
        found.add("passed" if quorum and passed else str(quorum and tied(policy, last)))
        if len(found) > 1:
            return False
    return True


def running(state: State, storm: Storm) -> list[Block]:
    """Why it can be neither decided nor closed yet. Silent: where it is certain that it will be
    rejected, it waits for the end of its window all the same."""
    time, said = window(state, storm), verdict(state, storm)
    if said == "final-period":
        return [("final-period", None)]
    waits = time.until is not None and not time.passed and said != "decided"
    return [("window-open", None)] if waits else []


def decide_blocks(state: State, storm: Storm) -> list[Block]:
    """Every reason of the policy why it cannot be adopted now."""
    said = verdict(state, storm)
    if said == "decided":
        return []
    if said == "final-period":
        return running(state, storm)
    got = count(state, storm)
    if window(state, storm).passed:
        got = got.settled(storm.policy.silence)
    quorum, carries = holds(storm.policy, got)
    found: list[Block] = list(required_blocks(state, storm, count(state, storm)))
    found += [("objection-open", one.seat) for one in standing(storm)]
    found += [] if quorum else [("quorum-unmet", None)]
    found += [] if carries else [("threshold-unmet", None)]
    found += [("tied", None)] if said == "tied" else []
    return found + running(state, storm)
