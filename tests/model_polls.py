"""The naive model: how the answers to a question are counted (`policy.md`, "Methods"), under
windows and leavers as in a brainstorm. `model_ballots.py` has the acts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations_with_replacement

from model import State, Word
from model_moments import left
from model_policy import Need, Policy, Required, demands
from model_windows import as_it_ended, ending, ends


@dataclass(frozen=True)
class Poll:
    """The policy of a ballot: its text, `None` for what a ballot takes without `--policy`."""

    text: str | None
    policy: Policy

    @property
    def revote(self) -> str:
        """Which answer of a seat counts."""
        return self.policy.revote


@dataclass
class Question:
    """A numbered question, the points it rules on, and what its options do."""

    label: str
    rules_on: list[str]
    options: dict[str, str]


@dataclass
class Cast:
    """What a seat answered: question -> option (or those approved), refinement and entry; by the
    actor that spoke last."""

    actor: str
    name: str
    answers: dict[str, tuple[str, str | None, int]] = field(default_factory=dict)


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
    seq: int
    at: int
    deadline: int | None
    under: dict[str, int | None]
    state: str = "open"
    casts: dict[str, Cast] = field(default_factory=dict)
    # what was said of each question when it was closed: its verdict and winners
    said: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    words: list[Word] = field(default_factory=list)  # who is excused
    votes: dict[str, str] = field(default_factory=dict)  # question -> the casting vote
    end: tuple[int, int] | None = None

    @property
    def policy(self) -> Policy:
        """As a brainstorm has it."""
        return self.poll.policy

    def points(self) -> list[str]:
        """All that it rules on."""
        return [point for one in self.questions for point in one.rules_on]


def gone(state: State, ballot: Ballot, seat: str, label: str) -> bool:
    """Did an answer go with its seat, which left since (`leavers drop`)?"""
    seq = ballot.casts[seat].answers[label][2]
    return ballot.policy.leavers == "drop" and left(state, seat, seq)


def standing_of(state: State, ballot: Ballot, seat: str) -> dict[str, tuple[str, str | None]]:
    """The answers of a seat that stand: question -> option and refinement."""
    found = ballot.casts[seat].answers if seat in ballot.casts else {}
    return {label: one[:2] for label, one in found.items() if not gone(state, ballot, seat, label)}


def excused(state: State, ballot: Ballot) -> set[str]:
    """The seats that are excused from it by now."""
    return {one.seat for one in ballot.words if one.seq <= state.seq}


def members(state: State, ballot: Ballot) -> list[str]:
    """The seats that may be on the roll (`model_policy.members`). Silent: under `close` a retired
    seat that answered any question stays."""
    policy = ballot.policy
    if policy.as_of == "open":
        return ballot.seats
    here = state.seats_of(policy.electorate)
    if policy.as_of == "live":
        return here
    said = [one for one in ballot.casts if policy.leavers == "keep"]
    return [seat for seat in here if not state.seats[seat].retired or seat in said]


def counted(state: State, ballot: Ballot, label: str) -> tuple[dict[str, str], int]:
    """seat -> option, of those that count, and n."""
    votes = {
        seat: standing_of(state, ballot, seat)[label][0]
        for seat in ballot.casts
        if label in standing_of(state, ballot, seat)
    }
    roll = members(state, ballot)
    if ballot.policy.as_of == "live":
        roll = [seat for seat in roll if state.holder(seat) or seat in votes]
    roll = [seat for seat in roll if seat not in excused(state, ballot)]
    return {seat: key for seat, key in votes.items() if seat in roll}, len(roll)


def names(vote: str) -> list[str]:
    """The options that an answer names: one, or those that it approves."""
    return vote.split(",")


def against_default(ballot: Ballot, key: str, said: list[str]) -> tuple[int, int]:
    """Who prefers an option to the default, and the reverse; what is not named is below."""
    default = ballot.policy.default
    ahead = sum(key in names(one) and default not in names(one) for one in said)
    return ahead, sum(default in names(one) and key not in names(one) for one in said)


def dropped(ballot: Ballot, key: str, said: list[str], n: int) -> bool:
    """Does an option not hold against the default? Nothing for it never does."""
    ahead, behind = against_default(ballot, key, said)
    quorum = ballot.policy.quorum
    if quorum is not None and quorum.of == "over-default" and not quorum.met(ahead, n):
        return True
    rules = [one for one in ballot.policy.passes if one.of == "against"]
    return any(ahead == 0 or not one.met(ahead, behind) for one in rules)


def counts(ballot: Ballot, question: Question, said: list[str], n: int) -> tuple[str, list[str]]:
    """What comes of some votes at the end, and the options that win or lead: `passed`, `default`,
    `tied`, `failed` or `no-quorum`."""
    policy, keys = ballot.policy, list(question.options)
    if policy.default:
        keys = [k for k in keys if k == policy.default or not dropped(ballot, k, said, n)]
    tally = {key: sum(key in names(one) for one in said) for key in keys}
    best = max(tally.values())
    lead = [key for key in keys if tally[key] == best > 0]
    if keys == [policy.default]:
        lead = keys
    if not quorate(policy, len(said), n):
        return "no-quorum", []
    if len(lead) > 1:
        return "tied", lead
    if not lead:
        return "failed", []
    if lead == [policy.default]:
        return "default", lead
    return ("passed" if carries(ballot, lead[0], said, n) else "failed"), lead


def quorate(policy: Policy, cast: int, n: int) -> bool:
    """Is the quorum reached? That over the default is asked of each option."""
    quorum = policy.quorum
    return quorum is None or quorum.of == "over-default" or quorum.met(cast, n)


def carries(ballot: Ballot, key: str, said: list[str], n: int) -> bool:
    """Does every `pass` hold for an option? For is what names it, against all others; Silent, as
    is that without `pass` one vote is enough. Under a default those `against` were asked before."""
    ahead = sum(key in names(one) for one in said)
    bases = {"cast": len(said), "electorate": n}
    return all(one.met(ahead, bases[one.of]) for one in ballot.policy.passes if one.of in bases)


def missing(state: State, ballot: Ballot, votes: dict[str, str]) -> bool:
    """Is a required seat not as it must be, for one question?"""
    for wanted, seats, word in demands(ballot.required, excused(state, ballot)):
        there = [s for s in seats if word == "registered" and state.holder(s)]
        if len({*there, *(s for s in seats if s in votes)}) < wanted:
            return True
    return False


def verdict(state: State, ballot: Ballot, question: Question) -> tuple[str, list[str]]:
    """The verdict on a question, and what won or is tied. What was said at the end stands."""
    if question.label in ballot.said:
        return ballot.said[question.label]
    ended = ending(state, ballot)
    if ended:
        return ended[0], []
    votes, n = counted(state, ballot, question.label)
    if missing(state, ballot, votes):
        return "blocked", []
    said = list(votes.values())
    passed = ballot.state != "open" or past(state, ballot)
    if passed:
        return at_the_end(ballot, question, said, n)
    if ends(ballot, ballot.at) is not None and not certain(ballot, question, said, n):
        return "open", []
    how, best = counts(ballot, question, said, n)
    if how == "passed":
        return "decided", best
    casts = ("passed", "tied") if ballot.policy.casting else ("passed",)
    open_ = any(counts(ballot, question, one, n)[0] in casts for one in later(question, said, n))
    return ("open" if open_ else "rejected"), []


def past(state: State, ballot: Ballot) -> bool:
    """Has its window passed?"""
    end = ends(ballot, ballot.at)
    return end is not None and state.now >= end


def later(question: Question, said: list[str], n: int) -> Iterator[list[str]]:
    """All that the silent seats can bring about, each with one option, or none."""
    for more in combinations_with_replacement([*question.options, None], n - len(said)):
        yield [*said, *(one for one in more if one)]


def certain(ballot: Ballot, question: Question, said: list[str], n: int) -> bool:
    """`early certain`: do all completions come to the same? Silent: whatever does not pass, is
    tied or has the default win is the same, but that a tie may be broken."""
    if not ballot.policy.certain:
        return False
    found = {str(at_the_end(ballot, question, one, n)) for one in later(question, said, n)}
    return len(found) == 1 or all("decided" not in one and "tied" not in one for one in found)


def at_the_end(
    ballot: Ballot, question: Question, said: list[str], n: int
) -> tuple[str, list[str]]:
    """The verdict of the end. With a tie the options that are tied are named (Silent)."""
    policy = ballot.policy
    how, best = counts(ballot, question, said, n)
    if how == "tied":
        vote = ballot.votes.get(question.label)
        if policy.tie == "default" and policy.default:
            return "decided", [policy.default]
        if policy.tie == "reject":
            return "rejected", []
        if vote not in best:
            return "tied", best
        best = [vote]
        how = "passed" if vote == policy.default or carries(ballot, vote, said, n) else "failed"
    if how in ("passed", "default"):
        return "decided", best
    return ("no-quorum" if how == "no-quorum" else "rejected"), []


def default_won(ballot: Ballot, label: str) -> bool:
    """Has the option won that means none of these?"""
    word, winners = ballot.said[label]
    return word == "decided" and winners == [ballot.policy.default]


def seen(state: State, ballot: Ballot) -> State:
    """What has ended is shown as it was then."""
    made: State = as_it_ended(state, ballot)[0]
    return made


def drawn(to: str, names: tuple[str, ...]) -> list[Poll]:
    """The policies that a ballot to some seats is put under, mostly."""
    every, head = Need(">=", "all", "cast"), f"electorate {to}; "
    tail, two = "method plurality", Need(">=", "2", "cast")
    half = (Need(">", "1/2", "cast"),)
    one = ((1, ("bin-1", "pm-1"), "cast"),)
    there = (("all", ("bin",), "registered"),)

    def poll(
        text: str | None,
        passes: tuple[Need, ...],
        quorum: Need | None = None,
        require: tuple[tuple[int | str, tuple[str, ...], str], ...] = (),
        revote: str = "last",
    ) -> Poll:
        made = Policy("", names, passes, quorum, require, revote=revote, method="plurality")
        return Poll(text, made)

    return [
        poll(None, (), every),
        poll(None, (), every),
        poll(f"{head}{tail}", ()),
        poll(f"{head}quorum >= 2 of cast; {tail}", (), two),
        poll(f"{head}pass for > 1/2 of cast; {tail}; revote first", half, revote="first"),
        poll(f"{head}{tail}; revote refuse", (), revote="refuse"),
        poll(f"{head}{tail}; require 1 from {{bin-1,pm-1}} cast", (), None, one),
        poll(f"{head}{tail}; require all from bin", (), None, there),
    ]
