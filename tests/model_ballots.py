"""The naive model: ballots, from their opening to their close (`concepts.md`, "In force" 7 to 9;
`policy.md`, "Methods"). `model_ballot_ratify.py` has what their answers do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from model import Act, Block, Decision, Refused, State
from model_points import amendments, running, waiting
from model_policy import Need, Policy, Required, demands, opened
from model_ratify import dead, meant, split
from model_roster import lost_by
from model_rules import deciders, named_well, speaker
from model_words import allowed, found, refuse, same


@dataclass(frozen=True)
class Poll:
    """The policy of a ballot: its text, `None` for what a ballot takes without `--policy`."""

    text: str | None
    policy: Policy
    revote: str = "last"


def polls(to: str, names: tuple[str, ...]) -> list[Poll]:
    """The policies that a ballot to some seats is put under."""
    every, head = Need(">=", "all", "cast"), f"electorate {to}; "
    tail, two = "method plurality", Need(">=", "2", "cast")
    half = (Need(">", "1/2", "cast"),)
    one = ((1, ("bin-1", "pm-1"), "cast"),)
    there = (("all", ("bin",), "registered"),)
    return [
        Poll(None, Policy("", names, (), every)),
        Poll(None, Policy("", names, (), every)),
        Poll(f"{head}{tail}", Policy("", names, ())),
        Poll(f"{head}quorum >= 2 of cast; {tail}", Policy("", names, (), two)),
        Poll(
            f"{head}pass for > 1/2 of cast; {tail}; revote first", Policy("", names, half), "first"
        ),
        Poll(f"{head}{tail}; revote refuse", Policy("", names, ()), "refuse"),
        Poll(f"{head}{tail}; require 1 from {{bin-1,pm-1}} cast", Policy("", names, (), None, one)),
        Poll(f"{head}{tail}; require all from bin", Policy("", names, (), None, there)),
    ]


@dataclass
class Question:
    """A numbered question, the points it rules on, and what its options do."""

    label: str
    rules_on: list[str]
    options: dict[str, str]


@dataclass
class Cast:
    """What a seat answered: question -> option and refinement; by the actor that spoke last."""

    actor: str
    name: str
    answers: dict[str, tuple[str, str | None]] = field(default_factory=dict)


@dataclass
class Ballot:
    """Questions put to seats; its electorate and policy are fixed when it opens."""

    id: str
    decision: str
    to: str
    poll: Poll
    opener: str
    seats: list[str]
    required: list[Required]
    questions: list[Question]
    items: list[str]
    state: str = "open"
    casts: dict[str, Cast] = field(default_factory=dict)
    # what was said of each question when it was closed: its verdict and winners
    said: dict[str, tuple[str, list[str]]] = field(default_factory=dict)

    @property
    def policy(self) -> Policy:
        """As a brainstorm has it."""
        return self.poll.policy

    def points(self) -> list[str]:
        """All that it rules on."""
        return [point for one in self.questions for point in one.rules_on]


def votes(ballot: Ballot, label: str) -> dict[str, str]:
    """seat -> option."""
    casts = ballot.casts.items()
    return {seat: cast.answers[label][0] for seat, cast in casts if label in cast.answers}


def leaders(ballot: Ballot, question: Question, said: list[str]) -> tuple[bool, bool, list[str]]:
    """Do the quorum and every `pass` hold of some votes, and which options lead? For is what
    leads, against all others; Silent, as is that without `pass` one vote is enough."""
    tally = [said.count(key) for key in question.options]
    best, n = max(tally), len(ballot.seats)
    bases = {"cast": len(said), "electorate": n}
    quorum = ballot.policy.quorum
    met = quorum is None or quorum.met(len(said), n)
    passed = best > 0 and all(one.met(best, bases[one.of]) for one in ballot.policy.passes)
    keys = zip(question.options, tally, strict=True)
    return met, passed, [key for key, votes in keys if votes == best > 0]


def missing(state: State, ballot: Ballot, label: str) -> bool:
    """Is a required seat not as it must be, for one question?"""
    said = votes(ballot, label)
    for wanted, seats, word in demands(ballot.required, set()):
        there = [s for s in seats if word == "registered" and state.holder(s)]
        if len({*there, *(s for s in seats if s in said)}) < wanted:
            return True
    return False


def verdict(state: State, ballot: Ballot, question: Question) -> tuple[str, list[str]]:
    """The verdict on a question, and what won or is tied. What was said at the end stands."""
    if question.label in ballot.said:
        return ballot.said[question.label]
    if missing(state, ballot, question.label):
        return "blocked", []
    said = list(votes(ballot, question.label).values())
    met, passed, best = leaders(ballot, question, said)
    if met and passed and len(best) == 1:
        return "decided", best
    if ballot.state != "open":
        tied = met and passed and len(best) > 1
        # Silent: with a tie the options that are tied are named
        return ("tied", best) if tied else ("rejected" if met else "no-quorum", [])
    silent = len(ballot.seats) - len(said)
    for more in combinations_with_replacement([*question.options, None], silent):
        met, passed, best = leaders(ballot, question, [*said, *(one for one in more if one)])
        if met and passed and len(best) == 1:
            return "open", []
    return "rejected", []


def ballot_open(state: State, act: Act) -> None:
    """Whoever may decide that decision, or proposed it. Every point waits, for the same ratifier,
    in the same items, in no other ballot, with no amendment pending; partners stand together."""
    a = act.args
    named = Act(act.kind, act.actor, act.at, {"id": a["decision"]})
    decision = meant(state, named)
    questions = [Question(*one) for one in a["questions"]]
    points = [point for one in questions for point in one.rules_on]
    poll: Poll = a["poll"]
    if any(point not in state.points for point in points):
        raise Refused(2)
    for names in (a["names"], poll.policy.electorate):
        named_well(state, Policy("", names, ()))
    if electorate(state, a["names"]) != electorate(state, poll.policy.electorate):
        raise Refused(2)
    named_well(state, poll.policy)
    if not any(point in decision.points for point in points):
        raise Refused(2)
    if not state.is_any(act.actor, decision.storm.versions[-1].by):
        deciders(state, decision.storm, act.actor)
    if decision.storm.policy.ratifier is None:
        raise Refused(3, ("not-the-ratifier", None))
    refuse([block for one in questions for block in faults(state, decision, one)])


def electorate(state: State, names: tuple[str, ...]) -> set[str]:
    """The seats of a set, that are not retired."""
    return {one for one in state.seats_of(names) if not state.seats[one].retired}


def faults(state: State, decision: Decision, question: Question) -> Iterator[Block]:
    """What is wrong with the points of a question."""
    for ident in question.rules_on:
        point = state.points[ident]
        if point.ratification == "ratified":
            yield "already-ratified", ident
        elif point.ratification == "not-required":
            yield "not-the-ratifier", ident
        elif not waiting(state, ident):
            yield from dead(state, ident)
        else:
            yield from misplaced(state, decision, ident)
    for home in state.decisions.values():
        yield from split(state, home, [one for one in question.rules_on if one in home.points])


def misplaced(state: State, decision: Decision, ident: str) -> Iterator[Block]:
    """What is wrong with a waiting point. Silent: one item in common is enough."""
    home = state.decisions[state.points[ident].decision].storm
    its = decision.storm
    if home.policy.ratifier != its.policy.ratifier or not set(home.items) & set(its.items):
        yield "not-allowed", ident
    if amendments(state, ident):
        yield "pending-amendment", ident
    if running(state, ident):
        yield "not-allowed", ident


def cast(state: State, act: Act) -> None:
    """A registered seat of the electorate answers; the last answer to a question counts."""
    found(state.ballots, act.args["id"])
    ballot, given = state.ballots[act.args["id"]], act.args["answers"]
    options = {one.label: one.options for one in ballot.questions}
    if len({label for label, _, _ in given}) < len(given):
        raise Refused(2)
    for label, key, refinement in given:
        if key not in options.get(label, {}):
            raise Refused(2)
        if refinement and (len(ballot.seats) != 1 or options[label][key] == "none"):
            raise Refused(2)
    seat = act.args["speaks"] = speaker(state, ballot, act)
    had = ballot.casts.get(seat, Cast("", ""))
    again = [had.answers.get(label) == (key, more) for label, key, more in given]
    same(all(again) and had.actor == act.actor)
    if ballot.state != "open":
        raise Refused(3, ("aborted" if ballot.state == "aborted" else "closed", None))
    blocks: list[Block] = []
    if any(one.actor == act.actor for name, one in ballot.casts.items() if name != seat):
        blocks.append(("same-hand", seat))
    if ballot.poll.revote == "refuse" and any(label in had.answers for label, _, _ in given):
        blocks.append(("already-cast", seat))
    refuse(blocks)


def close(state: State, act: Act) -> None:
    """Who opened it, or the ratifier; once. Silent: again where a point that it rules on will
    never bear its answer, which frees the others."""
    from model_ballot_ratify import unfit

    found(state.ballots, act.args["id"])
    ballot = state.ballots[act.args["id"]]
    ratifier = state.decisions[ballot.decision].storm.policy.ratifier
    if not state.is_any(act.actor, ballot.opener, state.holder(ratifier)):
        refuse(lost_by(state, [ratifier], act.actor))
        allowed(False)
    faults = unfit(state, ballot) if ballot.state == "closed" else ()
    stuck = any(code != "pending-amendment" for code, _ in faults)
    same(ballot.state != "open" and not stuck)


def apply_open(state: State, act: Act, seq: int) -> None:
    """Its electorate and policy are fixed now. It lives under the items of all it rules on."""
    a, ident = act.args, f"B{len(state.ballots) + 1}"
    decision = meant(state, Act(act.kind, act.actor, act.at, {"id": a["decision"]})).id
    seats, required = opened(state, a["poll"].policy)
    questions = [Question(*one) for one in a["questions"]]
    points = [point for one in questions for point in one.rules_on]
    homes = dict.fromkeys([decision, *(state.points[one].decision for one in points)])
    items = dict.fromkeys(key for home in homes for key in state.decisions[home].storm.items)
    state.ballots[ident] = Ballot(
        ident, decision, a["to"], a["poll"], act.actor, seats, required, questions, list(items)
    )


def apply_cast(state: State, act: Act, seq: int) -> None:
    """These answers count; with `revote first` those that were given first."""
    ballot: Ballot = state.ballots[act.args["id"]]
    mine = ballot.casts.setdefault(act.args["speaks"], Cast("", ""))
    mine.actor, mine.name = act.actor, act.typed
    for label, key, refinement in act.args["answers"]:
        if ballot.poll.revote != "first" or label not in mine.answers:
            mine.answers[label] = (key, refinement)


def apply_close(state: State, act: Act, seq: int) -> None:
    """With a question undecided it is aborted, and its points are free."""
    ballot: Ballot = state.ballots[act.args["id"]]
    again = ballot.state == "closed"
    ballot.state = "closed"
    ballot.said = {one.label: verdict(state, ballot, one) for one in ballot.questions}
    if again or any(said != "decided" for said, _ in ballot.said.values()):
        ballot.state = "aborted"


JUDGE: dict[str, Callable[[State, Act], None]] = {
    "ballot open": ballot_open,
    "ballot cast": cast,
    "ballot close": close,
}
APPLY: dict[str, Callable[[State, Act, int], None]] = {
    "ballot open": apply_open,
    "ballot cast": apply_cast,
    "ballot close": apply_close,
}
