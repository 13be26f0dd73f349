"""The naive model: what the answers of a ballot do, and when they cannot (`concepts.md`, "In force"
8 and 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from model import Act, Block, Decision, Effect, Point, Refused, State
from model_points import (
    amendments,
    felled,
    forced,
    order,
    taken_over,
    target_blocks,
    waiting,
)
from model_policy import demands
from model_polls import (
    Ballot,
    Question,
    counted,
    default_won,
    excused,
    members,
    names,
    seen,
    verdict,
)
from model_ratify import dead, hands, ratifier
from model_windows import state_of
from model_words import found, refuse, same

Answer = tuple[str, str | None]  # what the winning option does, and the refinement


def answer(state: State, ballot: Ballot, question: Question) -> tuple[str, str, str | None]:
    """The option that won, what it does, and the refinement of the one seat that was asked."""
    key = verdict(state, ballot, question)[1][0]
    only = ballot.casts.get(ballot.seats[0]) if len(ballot.seats) == 1 else None
    given = only.answers.get(question.label) if only else None
    refinement = given[1] if given else None
    return key, question.options[key], refinement


def answers(state: State, ballot: Ballot) -> list[tuple[Question, str, str | None]]:
    """(question, what is done, refinement), of those that have an answer."""
    decided = [one for one in ballot.questions if verdict(state, ballot, one)[0] == "decided"]
    return [(one, *answer(state, ballot, one)[1:]) for one in decided]


def ratify(state: State, act: Act) -> None:
    """By the seat that ratifies the ballot's decision: all that it rules on, or nothing."""
    found(state.ballots, act.args["ballot"])
    ballot: Ballot = state.ballots[act.args["ballot"]]
    if ballot.decision != act.args["id"]:
        raise Refused(2)
    decision = state.decisions[ballot.decision]
    ratifier(state, act, decision)
    same(ballot.state == "adopted")
    refuse([("aborted", None)] if ballot.state == "aborted" else [])
    refuse([("ballot-open", None)] if ballot.state == "open" else [])
    refuse(list(standing(state, act, ballot)))


def standing(state: State, act: Act, ballot: Ballot) -> Iterator[Block]:
    """Points that will not bear their answer; the required seats of every decision it rules on,
    and its own; an independent ratifier; the targets of what would come in force."""
    for label, (word, _) in ballot.said.items():
        if default_won(ballot, label):
            yield "default-won", None
        elif word != "decided":
            yield ("tied" if word == "tied" else "ballot-open"), None
    yield from unfit(state, ballot)
    homes = homes_of(state, ballot)
    rules = [demands(one.storm.required, one.excused) for one in homes]
    for required in [*rules, demands(ballot.required, {one.seat for one in ballot.words})]:
        for wanted, seats, _ in required:
            fine = [seat for seat in seats if state.holder(seat)]
            if len(fine) < wanted:
                yield from (("seat-unregistered", seat) for seat in seats if seat not in fine)
    for home in homes:
        if home.storm.policy.independent and act.actor in hands(state, home):
            yield "same-hand", home.storm.policy.ratifier
    coming = {one: state.points[one].effects for one in ratified(state, ballot)}
    coming.update(made(state, ballot))
    falling = felled(state, coming.items())
    first: dict[str, str] = {}
    for label, effects in coming.items():
        # natively the second of two decisions that displace one point is refused
        for target in felled(state, [(label, effects)]):
            if first.setdefault(target, label).split(".")[0] != label.split(".")[0]:
                yield "target-not-in-force", label
        # that an amendment's own targets bear it was asked above
        own = [one for one in effects if one.taken] if label[0] == "B" else effects
        yield from target_blocks(state, {label: own}, falling, later=True)


def homes_of(state: State, ballot: Ballot) -> list[Decision]:
    """The decisions that it rules on."""
    homes = dict.fromkeys(state.points[one].decision for one in ballot.points())
    return [state.decisions[one] for one in homes]


def unfit(state: State, ballot: Ballot) -> Iterator[Block]:
    """Points that will not bear their answer. What was ratified in the meantime needs it no more,
    and can be amended still."""
    for question, does, _ in answers(state, ballot):
        for ident in question.rules_on if does != "none" else ():
            point = state.points[ident]
            if waiting(state, ident):
                if amendments(state, ident):
                    yield "pending-amendment", ident
            elif point.ratification != "ratified":
                yield from dead(state, ident)
            elif does != "ratifies" and (does, point.state) != ("amends", "in-force"):
                yield "already-ratified", ident


def ratified(state: State, ballot: Ballot, what: str = "ratifies") -> list[str]:
    """The waiting points that are ratified (or refused) as they stand."""
    found = [one for q, does, _ in answers(state, ballot) if does == what for one in q.rules_on]
    return [one for one in found if waiting(state, one)]


def made(state: State, ballot: Ballot) -> dict[str, list[Effect]]:
    """The points that the answers make: every one that amends, and those that ratify with a
    refinement, which refine. An amendment takes over the effects of what it amends."""
    points = {}
    for question, does, refinement in answers(state, ballot):
        on = order(state, question.rules_on)
        if does == "amends":
            own = [Effect("Amends", on, on)]
            effects = [*own, *taken_over(state, own, set(on))]
        elif does == "ratifies" and refinement:
            effects = [Effect("Refines", on, on)]
        else:
            continue
        points[f"{ballot.id}.{question.label}"] = effects
    return points


def apply(state: State, act: Act, seq: int) -> None:
    """All at once: what is refused is dead, what is ratified is in force, then what was made."""
    ballot: Ballot = state.ballots[act.args["ballot"]]
    new, said = made(state, ballot), answers(state, ballot)
    for question, does, refinement in said:
        for one in question.rules_on if does == "refuses" else ():
            if waiting(state, one):
                point = state.points[one]
                point.state = point.ratification = "refused"
                point.reason = refinement
    coming = ratified(state, ballot)
    for one in coming:
        state.points[one].ratification = "ratified"
    forced(state, coming)
    for ident, effects in new.items():
        state.points[ident] = Point(ident, ballot.id, effects, "in-force", "ratified")
        forced(state, [ident])
    for home in homes_of(state, ballot):
        state.noted.pop(home.id, None)
    ballot.state = "adopted"


def shown(state: State, ballot: Ballot) -> dict[str, Any]:
    """What `ballot show` says of it."""
    seats, then = [], seen(state, ballot)
    for name in roll(then, ballot):
        cast = ballot.casts.get(name)
        by, given = (cast.name, cast.answers) if cast else (None, {})
        said = [one.label for one in ballot.questions if one.label in given]
        seats.append((name, state.seats[name].by(state.now), by, said))
    return {
        "id": ballot.id,
        "decision": ballot.decision,
        "to": ballot.to,
        "state": state_of(state, ballot),
        "electorate": seats,
        "excused": sorted({one.seat for one in ballot.words}),
        "questions": [asked(then, ballot, one) for one in ballot.questions],
    }


def roll(state: State, ballot: Ballot) -> list[str]:
    """The seats that are shown: of a live roll those that are registered or have answered."""
    here, out = members(state, ballot), excused(state, ballot)
    if ballot.policy.as_of != "live":
        return here
    labels = [one.label for one in ballot.questions]
    said = {seat for label in labels for seat in counted(state, ballot, label)[0]} - out
    return [seat for seat in here if seat in said or state.holder(seat)]


def asked(state: State, ballot: Ballot, question: Question) -> dict[str, Any]:
    """What it says of a question."""
    said = list(counted(state, ballot, question.label)[0].values())
    word, winners = verdict(state, ballot, question)
    key, _, refinement = (
        answer(state, ballot, question) if word == "decided" else (None, None, None)
    )
    ident = f"{ballot.id}.{question.label}"
    return {
        "label": question.label,
        "rules_on": question.rules_on,
        "options": question.options,
        "verdict": word,
        "winners": winners,
        "tally": {one: sum(one in names(vote) for vote in said) for one in question.options},
        "answer": key,
        "refinement": refinement,
        "point": ident if ident in state.points else None,
    }


JUDGE: dict[str, Callable[[State, Act], None]] = {"ratify ballot": ratify}
APPLY: dict[str, Callable[[State, Act, int], None]] = {"ratify ballot": apply}
