"""The naive model: what `concepts.md` says, as plainly as it can be said.

Nothing here imports the program. The model keeps a list of acts, and for every question folds
them all again. It is written from `concepts.md`, `policy.md`, `edge-cases.md` and the words of
`cli.md`; where those pages are silent and the program was asked, a comment says `Silent:`.

- `model.py`: what acts, answers and states are; the fold.
- `model_policy.py`, `model_needs.py`: the roll, positions that count, what is needed.
- `model_points.py`: effects, what is in force, what may be proposed, adopted, ratified.
- `model_rules.py`: for each act, who may, the same again, all other rules.
- `model_moments.py`, `model_windows.py`, `model_verdict.py`: what the clock does, verdicts.
- `model_casting.py`: casting votes.
- `model_views.py`: what `show` and `check` answer.
- `model_held.py`, `model_holds.py`: holds, and taking back what waits.
- `model_heard.py`, `model_objections.py`: objections, recused and excused seats.
- `model_acts.py`: all acts, of these and of `model_items.py`, `model_same_hand.py`,
  `model_once.py` and `model_ballots.py`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

# A reason for a refusal: its code, and the seat or point that it names.
Block = tuple[str, str | None]


class Refused(Exception):
    """An act is refused: the exit code and, where it is 3, every block."""

    def __init__(self, code: int, *blocks: Block) -> None:
        super().__init__(code, blocks)
        self.exit, self.blocks = code, frozenset(blocks)


class Unchanged(Exception):
    """The same again: exit 0, no entry."""


@dataclass
class Act:
    """Something that an actor does, at a minute of the clock."""

    kind: str
    actor: str
    at: int
    args: dict[str, Any] = field(default_factory=dict)
    typed: str = ""  # the name that was given, where `actor` is whom it stands for


@dataclass
class Answer:
    """What an act comes to. `entries` is how many it adds: a blocked ratification may add one."""

    exit: int = 0
    blocks: frozenset[Block] = frozenset()
    entries: int = 1
    changed: bool = True


@dataclass
class Seat:
    """A seat and who holds it; `last` is who held it last."""

    name: str
    body: str
    holder: str | None = None
    expires: int | None = None
    ttl: int | None = None
    last: str | None = None
    retired: bool = False
    since: int = 0  # the minute from which the holder holds it

    def by(self, now: int) -> str | None:
        """Its holder; a seat whose holder's lease ran out is unregistered."""
        ended = self.expires is not None and now >= self.expires
        return None if ended else self.holder


@dataclass
class Item:
    """A work item."""

    key: str
    title: str
    maker: str
    owner: str | None
    parent: str | None
    closed: bool = False


@dataclass
class Effect:
    """What a point does to earlier points: one line of it. `named` are the targets as typed, of
    which `targets` is the expansion; `taken` are the waiting points that it was taken over from."""

    verb: str
    named: tuple[str, ...]
    targets: tuple[str, ...]
    taken: tuple[str, ...] = ()


@dataclass
class Version:
    """A version of the text: by whom, what was typed, and the points with their effects and what
    they are held for."""

    by: str
    typed: Any
    points: dict[str, list[Effect]]
    actions: tuple[tuple[str | None, str], ...] = ()
    holds: dict[str, tuple[str, str]] = field(default_factory=dict)
    seq: int = 0


@dataclass(frozen=True)
class Hold:
    """A point is not to be carried out until a seat releases it; made by an entry."""

    seat: str
    reason: str | None
    seq: int


@dataclass
class Position:
    """A seat's stance on a version."""

    seat: str
    actor: str
    stance: str
    on: int
    reason: str | None
    seq: int
    name: str = ""  # under which the actor spoke
    dissent: bool = False
    late: bool = False  # not the first of its seat, where the policy hears only that


@dataclass
class Word:
    """Something said beside the positions: a seat's `concern`, or that its objections are cleared
    (`clear`), or that it is excused (`excuse`)."""

    what: str
    seat: str
    reason: str
    seq: int


@dataclass
class Storm:
    """A brainstorm: its electorate and policy are fixed when it opens."""

    id: str
    items: list[str]
    policy: Any
    opener: str
    seats: list[str]  # of the electorate's set, not retired when it opened
    required: list[tuple[int | str, list[str], str]]
    seq: int
    versions: list[Version] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    state: str = "open"
    decision: str | None = None
    said: Any = None  # the verdict, once it was closed
    at: int = 0  # the minute of its opening
    deadline: int | None = None
    under: dict[str, int | None] = field(default_factory=dict)  # item -> the entry of its policy
    votes: list[Word] = field(default_factory=list)  # the casting votes
    end: tuple[int, int] | None = None  # the minute and the entry that ended it


@dataclass
class Point:
    """A point. `state` is as in `concepts.md`; `ratified` stays, whatever befalls it."""

    id: str
    decision: str
    effects: list[Effect]
    state: str
    ratification: str
    ever: bool = False  # was it ever in force?
    since: int | None = None
    reason: str | None = None

    @property
    def label(self) -> str:
        """`3a` of `D7.3a`."""
        return self.id.split(".")[1]


@dataclass
class Decision:
    """A proposal adopted."""

    id: str
    storm: Storm
    points: list[str]
    voices: dict[str, str]  # seat -> the name under which its position was counted
    at: int
    excused: set[str]
    seats: list[str]  # of its electorate, those that came on a live roll, too
    lapses: int | None = None  # the minute at which what still waits lapses


@dataclass
class Action:
    """`D7.A1`: something to do, with an owner; open or done; can become a sub-item."""

    decision: str
    owner: str | None
    text: str
    state: str = "open"
    item: str | None = None


@dataclass
class State:
    """What the acts so far have made."""

    now: int = 0
    seq: int = 0
    bodies: dict[str, list[str]] = field(default_factory=dict)
    seats: dict[str, Seat] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    links: set[tuple[str, str, str]] = field(default_factory=set)
    policies: dict[str, Any] = field(default_factory=dict)
    set_by: dict[str, int] = field(default_factory=dict)  # scope -> the entry of its policy
    settings: list[tuple[int, dict[str, int]]] = field(default_factory=list)  # and so after each
    storms: dict[str, Storm] = field(default_factory=dict)
    decisions: dict[str, Decision] = field(default_factory=dict)
    points: dict[str, Point] = field(default_factory=dict)
    ballots: dict[str, Any] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    # `EVO-26.Q1`: the question and its answer; `EVO-26.F1`: the finding and its source
    questions: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    findings: dict[str, tuple[str, str]] = field(default_factory=dict)
    # every effect that happened, in order: (verb, acting point, target)
    happened: list[tuple[str, str, str]] = field(default_factory=list)
    # the holds that stand on a point, the shown one first; and those with which it fell
    holds: dict[str, list[Hold]] = field(default_factory=dict)
    fell_with: dict[str, list[Hold]] = field(default_factory=dict)
    # the entry that last changed the points of a decision
    moved: dict[str, int] = field(default_factory=dict)
    # the blocks last recorded of a decision
    noted: dict[str, frozenset[Block]] = field(default_factory=dict)

    # the minute of each entry; the seats and bodies after each entry that changed one; and every
    # leaving: the seat, the minute, the last entry before it (or that did it)
    times: list[int] = field(default_factory=list)
    rosters: list[tuple[int, dict[str, Seat], dict[str, list[str]]]] = field(default_factory=list)
    leavings: list[tuple[str, int, int]] = field(default_factory=list)

    # the names that stand for other actors, and the entry that made them so
    aliases: dict[str, str] = field(default_factory=dict)
    since: dict[str, int] = field(default_factory=dict)

    def whole(self, name: str) -> str:
        """The actor that a name stands for."""
        return self.aliases.get(name, name)

    def was(self, name: str) -> str:
        """The actor that a name stood for at this place of the fold."""
        return self.aliases[name] if name in self.since else name

    def is_any(self, actor: str, *names: str | None) -> bool:
        """Is the actor one of these, by whatever name?"""
        return any(one and self.whole(one) == self.whole(actor) for one in names)

    def holder(self, seat: str) -> str | None:
        """The actor that holds a seat now."""
        name = self.seats[seat].by(self.now)
        return self.whole(name) if name else None

    def held_by(self, actor: str) -> list[str]:
        """The seats that an actor holds now."""
        return [name for name in self.seats if self.is_any(actor, self.holder(name))]

    def stewards(self) -> list[str]:
        """The steward seats that are registered."""
        return [seat for seat in self.bodies["steward"] if self.holder(seat)]

    def is_steward(self, actor: str) -> bool:
        """Does the actor hold a seat of the steward?"""
        return any(self.is_any(actor, self.holder(seat)) for seat in self.bodies["steward"])

    def touched(self, seats: Collection[str]) -> None:
        """A change of a seat named forgets the recorded blocks of a ratification."""
        for decision, blocks in list(self.noted.items()):
            if any(code == "seat-unregistered" and seat in seats for code, seat in blocks):
                del self.noted[decision]

    def seats_of(self, names: tuple[str, ...]) -> list[str]:
        """The seats of a set of bodies and seats, each once."""
        found: list[str] = []
        for name in names:
            found += [s for s in self.bodies.get(name, [name]) if s not in found]
        return found

    def policy_for(self, key: str) -> Any:
        """The item's policy before the project's before the ledger's."""
        scope = self.scope_for(key)
        return self.policies[scope] if scope else None

    def scope_for(self, key: str, places: Collection[str] | None = None) -> str | None:
        """Where the policy of an item is set, now or of some places."""
        scopes = (key, key.split("-")[0], "ledger")
        there = self.policies if places is None else places
        return next((one for one in scopes if one in there), None)


def fold(acts: list[Act], now: int | None = None) -> State:
    """The state after some acts, seen at a minute (that of the last act, where not given)."""
    import model_moments
    from model_acts import APPLY

    state = State()
    state.aliases = {one.args["name"]: one.args["for"] for one in acts if one.kind == "actor alias"}
    for seq, act in enumerate(acts, 1):
        model_moments.tick(state, act.at)
        state.now, state.seq = act.at, seq
        state.times.append(act.at)
        held = model_moments.held(state) if model_moments.changes_seats(act.kind) else set()
        who = state.whole(act.actor)
        before = {ident: point.state for ident, point in state.points.items()}
        APPLY[act.kind](state, Act(act.kind, who, act.at, act.args, act.actor), seq)
        for ident, point in state.points.items():
            if before.get(ident) != point.state:
                state.moved[point.decision] = seq
        model_moments.note(state, act.kind, held)
    if now is not None:
        model_moments.tick(state, now)
        state.now = now
    return state


class Model:
    """A ledger, as the pages describe it."""

    def __init__(self) -> None:
        self.acts: list[Act] = []

    def state(self, now: int) -> State:
        """The state now."""
        return fold(self.acts, now)

    def answer(self, act: Act) -> Answer:
        """What the act must come to. Nothing is recorded yet."""
        import model_once
        from model_acts import JUDGE

        if act.kind == "decide at once":
            return model_once.answer(self, act)
        state = self.state(act.at)
        try:
            who = state.whole(act.actor)
            JUDGE[act.kind](state, Act(act.kind, who, act.at, act.args))
        except Unchanged:
            return Answer(entries=0, changed=False)
        except Refused as no:
            noted = no.exit == 3 and self.is_noted(state, act, no)
            return Answer(no.exit, no.blocks, int(noted), False)
        return Answer()

    def is_noted(self, state: State, act: Act, no: Refused) -> bool:
        """A blocked ratification is recorded when the ratifier tries it, where its pairs differ
        from the last recorded ones of that decision."""
        if act.kind not in ("ratify", "ratify ballot") or act.args.get("refuse"):
            return False
        decision = state.decisions.get(act.args["id"])
        ratifier = decision.storm.policy.ratifier if decision else None
        if ratifier is None or not state.is_any(act.actor, state.holder(ratifier)):
            return False
        return state.noted.get(act.args["id"]) != no.blocks

    def record(self, act: Act, answer: Answer) -> None:
        """Keeps an act that was done, or the note of a blocked ratification."""
        import model_once

        if answer.exit == 0 and act.kind == "decide at once":
            model_once.record(self, act)
        elif answer.exit == 0 and answer.changed:
            self.acts.append(act)
        elif answer.entries:
            note = {"id": act.args["id"], "blocks": answer.blocks}
            self.acts.append(Act("note", act.actor, act.at, note))
