"""The naive model: ballots, from their opening to their close (`concepts.md`, "In force" 7 to 9;
`policy.md`, "Methods"). `model_polls.py` counts, `model_ballot_ratify.py` has what answers do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from model import Act, Block, Decision, Refused, State, Word
from model_points import amendments, running, waiting
from model_policy import Policy, opened
from model_polls import (
    Ballot,
    Cast,
    Poll,
    Question,
    default_won,
    excused,
    members,
    past,
    seen,
    standing_of,
    verdict,
)
from model_ratify import dead, meant, split
from model_roster import lost_by, voice
from model_rules import deciders, named_well
from model_windows import ending, ends, over, under
from model_words import allowed, found, refuse, same


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
    deadline, default = a.get("deadline"), poll.policy.default
    if deadline is not None and (poll.policy.open or deadline <= act.at):
        raise Refused(2)
    if default and any(default not in one.options for one in questions):
        raise Refused(2)
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
        keys = key.split(",")
        if not set(keys) <= set(options.get(label, {})) or len(set(keys)) < len(keys):
            raise Refused(2)
        if len(keys) > 1 and (ballot.policy.method != "approval" or refinement):
            raise Refused(2)
        if refinement and (len(ballot.seats) != 1 or options[label][key] == "none"):
            raise Refused(2)
    seat = act.args["speaks"] = voice(state, members(state, ballot), act) or ""
    allowed(bool(seat), "not-in-electorate")
    had, last = standing_of(state, ballot, seat), ballot.casts.get(seat)
    again = [had.get(label) == (key, more) for label, key, more in given]
    same(all(again) and last is not None and last.actor == act.actor)
    refuse(ended(state, ballot))
    refuse([("closed", None)] if past(state, ballot) else [])
    blocks: list[Block] = []
    others = [name for name in ballot.casts if name != seat and standing_of(state, ballot, name)]
    others = [name for name in others if name not in excused(state, ballot)]
    if any(ballot.casts[name].actor == act.actor for name in others):
        blocks.append(("same-hand", seat))
    if ballot.poll.revote == "refuse" and any(label in had for label, _, _ in given):
        blocks.append(("already-cast", seat))
    refuse(blocks)


def ended(state: State, ballot: Ballot) -> list[Block]:
    """Why nothing can be answered in it any more, its window left aside."""
    if ballot.state == "aborted":
        return [("aborted", None)]
    return over(state, ballot)


def close(state: State, act: Act) -> None:
    """Who opened it, or the ratifier; once, when its window has passed. Silent: again where a point
    that it rules on will never bear its answer, which frees the others; or the default won, or a
    tie stands."""
    from model_ballot_ratify import unfit

    found(state.ballots, act.args["id"])
    ballot = state.ballots[act.args["id"]]
    ratifier = state.decisions[ballot.decision].storm.policy.ratifier
    if not state.is_any(act.actor, ballot.opener, state.holder(ratifier)):
        refuse(lost_by(state, [ratifier], act.actor))
        allowed(False)
    if ballot.state != "open":
        stuck = any(code != "pending-amendment" for code, _ in unfit(state, ballot))
        stuck = stuck or any(default_won(ballot, label) for label in ballot.said)
        stuck = stuck or any(word != "decided" for word, _ in ballot.said.values())
        same(ballot.state != "closed" or not stuck)
        return
    said = [verdict(state, ballot, one)[0] for one in ballot.questions]
    runs = ends(ballot, ballot.at) is not None and not past(state, ballot)
    if runs and not ending(state, ballot) and any(one != "decided" for one in said):
        raise Refused(3, ("window-open", None))


def casting(state: State, act: Act) -> None:
    """The seat that the policy names breaks a tie, also of a ballot that was closed so."""
    home, label = act.args["id"].split(".")
    found(state.ballots, home)
    ballot: Ballot = state.ballots[home]
    asked = {one.label: one for one in ballot.questions}
    found(asked, label)
    option = act.args["option"]
    if option not in asked[label].options:
        raise Refused(2)
    allowed(ballot.policy.casting is not None)
    allowed(voice(state, [ballot.policy.casting or ""], act) is not None)
    same(ballot.votes.get(label) == option)
    refuse([] if ballot.state == "closed" else ended(state, ballot))
    word, tied = verdict(state, ballot, asked[label])
    allowed(word == "tied" and option in tied)


def apply_casting(state: State, act: Act, seq: int) -> None:
    """It counts where the votes are equal."""
    home, label = act.args["id"].split(".")
    ballot: Ballot = state.ballots[home]
    ballot.votes[label] = act.args["option"]
    if label in ballot.said:
        asked = next(one for one in ballot.questions if one.label == label)
        ballot.said.pop(label)
        ballot.said[label] = verdict(seen(state, ballot), ballot, asked)


def excuse(state: State, act: Act) -> None:
    """The ratifier, while it is open or waits to be ratified."""
    ballot: Ballot = state.ballots[act.args["id"]]
    required = [one for _, seats, _ in ballot.required for one in seats]
    found({*ballot.seats, *members(state, ballot), *required}, act.args["whose"])
    ratifier = state.decisions[ballot.decision].storm.policy.ratifier
    allowed(voice(state, [ratifier], act) is not None)
    same(act.args["whose"] in {one.seat for one in ballot.words})
    if ballot.state == "closed":
        return
    refuse(ended(state, ballot))


def let_off(state: State, act: Act, seq: int) -> None:
    """A seat is excused from a ballot."""
    ballot: Ballot = state.ballots[act.args["id"]]
    ballot.words.append(Word("excuse", act.args["whose"], act.args["reason"], seq))


def apply_open(state: State, act: Act, seq: int) -> None:
    """Its electorate and policy are fixed now. It lives under the items of all it rules on."""
    a, ident = act.args, f"B{len(state.ballots) + 1}"
    decision = meant(state, Act(act.kind, act.actor, act.at, {"id": a["decision"]})).id
    seats, required = opened(state, a["poll"].policy)
    questions = [Question(*one) for one in a["questions"]]
    points = [point for one in questions for point in one.rules_on]
    homes = dict.fromkeys([decision, *(state.points[one].decision for one in points)])
    items = dict.fromkeys(key for home in homes for key in state.decisions[home].storm.items)
    its = state.decisions[decision].storm.items
    state.ballots[ident] = Ballot(
        ident,
        decision,
        a["to"],
        a["poll"],
        act.actor,
        seats,
        required,
        questions,
        list(items),
        seq,
        act.at,
        a.get("deadline"),
        under(state, its, state.set_by),
    )


def apply_cast(state: State, act: Act, seq: int) -> None:
    """These answers count; with `revote first` those that were given first."""
    ballot: Ballot = state.ballots[act.args["id"]]
    had = standing_of(state, ballot, act.args["speaks"])
    mine = ballot.casts.setdefault(act.args["speaks"], Cast("", ""))
    mine.actor, mine.name = act.actor, act.typed
    for label, key, refinement in act.args["answers"]:
        if ballot.poll.revote != "first" or label not in had:
            mine.answers[label] = (key, refinement, seq)


def apply_close(state: State, act: Act, seq: int) -> None:
    """With a question undecided, but for a tie that a casting vote can break, it is aborted, and
    its points are free."""
    ballot: Ballot = state.ballots[act.args["id"]]
    again = ballot.state == "closed"
    if not again:
        said = {one.label: verdict(state, ballot, one) for one in ballot.questions}
        if not ending(state, ballot):
            ballot.state = "closed"
            said = {one.label: verdict(state, ballot, one) for one in ballot.questions}
        ballot.end, ballot.said = (act.at, seq), said
    ballot.state = "closed"
    fine = {"decided", "tied"} if ballot.policy.casting else {"decided"}
    if again or any(word not in fine for word, _ in ballot.said.values()):
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
