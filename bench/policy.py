"""What a count costs, against the plain loop over the same ballots; exits 1 where it costs more.

A Schulze count of 40 options and 10,000 different ballots, against the loop that compares every
pair of options of every ballot; the verdict on 10,000 seats by name, against the loop that keeps
the last stance of each seat and adds them up. The figure is CPU time, the median over the pairs.
`python bench/policy.py [PAIRS]`
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from typing import Any

from measuring import median, report

from ledger.core.policy.grammar import parse
from ledger.core.policy.whole import evaluate

PAIRS = 5
BUDGET = 3.0
OPTIONS, BALLOTS, SEATS = 40, 10_000, 10_000
Doc = dict[str, Any]


def ranks() -> Doc:
    """The input of a question with so many options and different ballots."""
    drawn = random.Random(20)
    keys = [f"o{n}" for n in range(OPTIONS)]
    orders: dict[str, None] = {}
    while len(orders) < BALLOTS:
        orders[">".join(drawn.sample(keys, OPTIONS))] = None
    ballots = [{"rank": one} for one in orders]
    return {"electorate": {"size": BALLOTS}, "options": keys, "ballots": ballots, "closed": True}


def every_pair(given: Doc) -> Doc:
    """The plain loop: each ballot, each pair of options."""
    keys = given["options"]
    beats = {one: dict.fromkeys(keys, 0) for one in keys}
    for ballot in given["ballots"]:
        order = ballot["rank"].split(">")
        for place, one in enumerate(order):
            row = beats[one]
            for other in order[place + 1 :]:
                row[other] += 1
    return beats


def stances() -> Doc:
    """The input of a vote of so many seats by name."""
    drawn = random.Random(21)
    names = [f"seat-{n}" for n in range(SEATS)]
    ballots = [
        {"seat": name, "stance": drawn.choice(("for", "for", "against", "abstain"))}
        for name in names
    ]
    return {"electorate": names, "ballots": ballots}


def every_seat(given: Doc) -> Doc:
    """The plain loop: the last stance of each seat, and how many of each."""
    last = {}
    for ballot in given["ballots"]:
        last[ballot["seat"]] = ballot["stance"]
    count = {"for": 0, "against": 0, "abstain": 0, "silent": 0}
    for name in given["electorate"]:
        count[last.get(name, "silent")] += 1
    return count


def took(work: Callable[[Doc], Doc], given: Doc, times: int) -> float:
    """The CPU seconds of doing it so often."""
    before = time.process_time()
    for _ in range(times):
        work(given)
    return time.process_time() - before


def measure(policy: str, given: Doc, plain: Callable[[Doc], Doc], pairs: int, times: int) -> float:
    """The ratio of the verdict to the plain loop: the median over the pairs."""
    read = parse(policy).policy
    return median(
        took(lambda one: evaluate(read, one), given, times) / took(plain, given, times)
        for _ in range(pairs)
    )


def main(pairs: int = PAIRS) -> int:
    """Measures both; returns the exit code."""
    print(f"CPU as a multiple of the plain loop over the same ballots, median of {pairs} pairs")
    seats = (
        "electorate e as-of live leavers drop; quorum >= 1/2 of cast; pass for > 1/2 of electorate"
    )
    schulze = measure("electorate e; method schulze unranked last", ranks(), every_pair, pairs, 1)
    verdict = measure(seats, stances(), every_seat, pairs, 20)
    fits = [
        report("schulze, 40 options", schulze, BUDGET),
        report("verdict, 10,000 seats", verdict, BUDGET),
    ]
    return 0 if all(fits) else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
