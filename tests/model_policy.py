"""The naive model: policies, and what a brainstorm has come to under one, by `policy.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from model import Block, Position, State, Storm
from model_heard import excused, recused, spoken, stays


@dataclass(frozen=True)
class Need:
    """`>= 1/2 of electorate`: a whole number is itself, a ratio is of the base, `all` all of it.
    `> 1 times against` is written as `> 1/1 of against`."""

    cmp: str
    amount: str
    of: str

    capped: bool = False

    def met(self, have: int, base: int, n: int | None = None) -> bool:
        """Is it enough? `capped`: an amount above n counts as n."""
        if self.amount == "all":
            wanted = Fraction(base)
        elif self.amount.startswith("all-but "):
            wanted = Fraction(base - int(self.amount.removeprefix("all-but ")))
        elif "/" in self.amount:
            wanted = Fraction(self.amount) * base
        else:
            wanted = Fraction(self.amount)
        if self.capped and n is not None:
            wanted = min(wanted, Fraction(n))
        return have > wanted if self.cmp == ">" else have >= wanted


@dataclass(frozen=True)
class Policy:
    """A policy: the text that the program gets, and what it means."""

    text: str
    electorate: tuple[str, ...]
    passes: tuple[Need, ...]
    quorum: Need | None = None
    require: tuple[tuple[int | str, tuple[str, ...], str], ...] = ()
    as_of: str = "open"
    leavers: str = "keep"
    ratifier: str | None = None
    independent: bool = False
    veto: str | None = None
    cleared_by: str = "author"
    recuse: tuple[str, ...] = ()
    shrinks: bool = False
    revote: str = "last"
    silence: str = "abstains"
    method: str = "yes-no"
    default: str | None = None
    tie: str | None = None  # `reject` or `default`, of a ballot
    casting: str | None = None  # whose vote breaks a tie
    open: int | None = None  # minutes
    most: int | None = None
    certain: bool = False
    final: int | None = None
    reopened_by: str = "concern"
    aborts: bool = False  # `policy-change abort`
    within: int | None = None


WORDS = ("registered", "cast", "for")
STANCES = ("for", "against", "abstain")
ALL = Need(">=", "all", "cast")


def together(body: str, ratifier: str | None = None, independent: bool = False) -> Policy:
    """`together bin`, which stands for its long form."""
    tail = f"; ratify by {ratifier}" if ratifier else ""
    tail += " independent" if independent else ""
    require = (("all", (body,), "registered"),)
    return Policy(
        f"together {body}{tail}",
        (body,),
        (ALL,),
        ALL,
        require,
        ratifier=ratifier,
        independent=independent,
    )


Required = tuple[int | str, list[str], str]  # how many (or "all"), from which seats, how


def opened(state: State, policy: Policy) -> tuple[list[str], list[Required]]:
    """The seats of the electorate, and the required ones, as a brainstorm opens."""
    here = [s for s in state.seats_of(policy.electorate) if not state.seats[s].retired]
    required: list[Required] = []
    for number, names, word in policy.require:
        # Silent: a retired seat is asked for where it is itself named, and not by its body.
        own = [name for name in names if name not in state.bodies]
        seats = [s for s in state.seats_of(names) if s in own or not state.seats[s].retired]
        required.append((number, seats, word))
    return here, required


def demands(required: list[Required], excused: set[str]) -> Iterator[tuple[int, list[str], str]]:
    """How many seats of which each `require` asks for: an excused one is required no more,
    so of a number of seats no more are asked for than are left of those that there were."""
    for number, names, word in required:
        seats = [seat for seat in names if seat not in excused]
        wanted = len(names) if number == "all" else int(number)
        yield min(wanted, len(seats)) if wanted <= len(names) else wanted, seats, word


@dataclass
class Count:
    """What a brainstorm has come to at some moment, or would come to: the roll, the positions that
    count, the registered seats of the roll, and those that are recused."""

    roll: list[str]
    counted: dict[str, Position]
    present: set[str]
    aside: set[str]

    def tally(self) -> dict[str, int]:
        """For, against, abstain and silent."""
        stances = [p.stance for p in self.counted.values()]
        made = {word: stances.count(word) for word in STANCES}
        return {**made, "silent": len(self.silent())}

    def silent(self) -> list[str]:
        """The seats without a counted position; a recused one is none."""
        return [seat for seat in self.roll if seat not in {*self.counted, *self.aside}]

    def then(self, stances: dict[str, str]) -> Count:
        """What it would be if silent seats spoke; who speaks is registered."""
        taken = {seat: Position(seat, "", it, 0, None, 0) for seat, it in stances.items()}
        return Count(self.roll, {**self.counted, **taken}, self.present | set(taken), self.aside)

    def settled(self, silence: str) -> Count:
        """What it is at the end, where silence may count for something. Silent: in the quorum,
        too; whoever is not registered is not present by it."""
        stance = {"consents": "for", "against": "against"}.get(silence)
        if stance is None:
            return self
        made = self.then(dict.fromkeys(self.silent(), stance))
        return Count(self.roll, made.counted, self.present, self.aside)

    def completions(self) -> Iterator[Count]:
        """All that the silent seats can bring about."""
        silent = self.silent()
        for stances in product((*STANCES, None), repeat=len(silent)):
            spoken = {seat: it for seat, it in zip(silent, stances, strict=True) if it}
            yield self.then(spoken)


def members(state: State, storm: Storm) -> list[str]:
    """The seats that may be on the roll: those at the opening; those of the set now, under `close`
    without the retired ones, but for one that has spoken and stays (`keep`)."""
    policy: Policy = storm.policy
    if policy.as_of == "open":
        return storm.seats
    here = state.seats_of(policy.electorate)
    if policy.as_of == "live":
        return here
    now = len(storm.versions)
    said = [s for s, one in spoken(storm).items() if one.on == now and policy.leavers == "keep"]
    return [seat for seat in here if not state.seats[seat].retired or seat in said]


def count(state: State, storm: Storm) -> Count:
    """The roll, and each seat's last position, where it is on the current version."""
    policy: Policy = storm.policy
    now = len(storm.versions)
    out, gone = recused(state, storm), excused(storm)
    good = {seat: one for seat, one in stays(state, storm).items() if one.on == now}
    roll = members(state, storm)
    if policy.as_of == "live":
        roll = [seat for seat in roll if state.holder(seat) or seat in good]
    roll = [seat for seat in roll if seat not in gone]
    out &= set(roll)
    roll = [seat for seat in roll if not (policy.shrinks and seat in out)]
    good = {seat: one for seat, one in good.items() if seat in roll and seat not in out}
    return Count(roll, good, {seat for seat in roll if state.holder(seat)}, out)


def required_blocks(
    state: State, storm: Storm, got: Count, words: tuple[str, ...] = WORDS
) -> Iterator[Block]:
    """Step 3: the required seats that are missing, by some of the words."""
    for wanted, seats, word in demands(storm.required, excused(storm)):
        if word not in words:
            continue
        if word == "registered":
            fine = [s for s in seats if state.holder(s) or s in got.counted]
        elif word == "cast":
            fine = [s for s in seats if s in got.counted]
        else:
            fine = [s for s in seats if s in got.counted and got.counted[s].stance == "for"]
        if len(fine) < wanted:
            for seat in (one for one in seats if one not in fine):
                yield "required-not-for" if state.holder(seat) else "seat-unregistered", seat
            if len(fine) == len(seats):
                yield "seat-unregistered", None  # there are not so many


def holds(policy: Policy, got: Count) -> tuple[bool, bool]:
    """Do the quorum and every `pass` hold? n is the size of the roll."""
    tally, n = got.tally(), len(got.roll)
    yes, no, none = tally["for"], tally["against"], tally["abstain"]
    bases = {
        "electorate": n,
        "electorate-abstain": n - none,
        "present": len(got.present),
        "cast": yes + no + none,
        "decided": yes + no,
        "against": no,
    }
    haves = {**bases, "for": yes, "for+abstain": yes + none}
    quorum = policy.quorum is None or policy.quorum.met(haves[policy.quorum.of], n)
    passed = yes > 0 and all(one.met(yes, bases[one.of], n) for one in policy.passes)
    return quorum, passed


# The policies that the machine draws from.
POLICIES = [
    together("bin", "owner"),
    together("bin"),
    Policy(
        "electorate bin; pass for > 1/2 of electorate; ratify by owner independent",
        ("bin",),
        (Need(">", "1/2", "electorate"),),
        ratifier="owner",
        independent=True,
    ),
    Policy(
        "electorate bin + pm; quorum >= 2 of cast; pass for > 1 times against; "
        "require 1 from {bin-3,pm-1} cast; ratify by owner",
        ("bin", "pm"),
        (Need(">", "1/1", "against"),),
        Need(">=", "2", "cast"),
        ((1, ("bin-3", "pm-1"), "cast"),),
        ratifier="owner",
    ),
    Policy(
        "electorate bin; pass for >= 1/2 of present; pass for > 1/2 of electorate-abstain; "
        "require 1 from {bin-1} for; ratify by owner",
        ("bin",),
        (Need(">=", "1/2", "present"), Need(">", "1/2", "electorate-abstain")),
        require=((1, ("bin-1",), "for"),),
        ratifier="owner",
    ),
    Policy(
        "electorate bin; pass for >= 2/3 of decided; require 2 from bin registered; "
        "ratify by owner",
        ("bin",),
        (Need(">=", "2/3", "decided"),),
        require=((2, ("bin",), "registered"),),
        ratifier="owner",
    ),
    Policy(
        "electorate pm; quorum >= 1/2 of for+abstain; pass for >= 1 of cast",
        ("pm",),
        (Need(">=", "1", "cast"),),
        Need(">=", "1/2", "for+abstain"),
    ),
    Policy(
        "electorate owner + bin; pass for >= 1 of cast; ratify by owner",
        ("owner", "bin"),
        (Need(">=", "1", "cast"),),
        ratifier="owner",
    ),
]
