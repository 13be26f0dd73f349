"""Who may take a position, and what counts: steps 1 and 2 of "Evaluation" (policy.md, "Roll").

A roll of names is the seats of the electorate's set; where only a size is known, it is the seats
that are named anywhere and so many others, all registered, whose votes come without a seat.

| the seat | as-of open, close | as-of live |
|---|---|---|
| never registered | on the roll, silent | not on the roll |
| came later | on it at close | on it |
| left, `keep` | stays, its position counts | stays with a position, else goes |
| left, `drop` | stays, silent | goes |
| excused | not on the roll, nowhere | likewise |
| recused | on it, not cast; `shrinks`: not on it | likewise |
"""

from __future__ import annotations

from ledger.core.errors import Usage
from ledger.core.policy.votes import Spoilt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.policy.votes import Read

    Doc = dict[str, Any]
    Set = list[list[Any]]


FEW = 5


class Roll:
    """The roll and what was cast: `n`, `present`, `silent`, `idle` of the silent not registered;
    `by` maps seats to votes, `votes` votes to how many; `aside` are the recused seats, `refused`
    the reasons of step 2, `aborted` the seats whose leaving aborts."""

    __slots__ = (
        "aborted",
        "absent",
        "aside",
        "by",
        "excused",
        "idle",
        "members",
        "n",
        "present",
        "refused",
        "seats",
        "silent",
        "votes",
    )

    def __init__(self) -> None:
        self.n = self.present = self.silent = self.idle = 0
        self.members: list[str] = []
        self.seats: list[str] | None = []
        self.by: Doc = {}
        self.votes: dict[Any, int] = {}
        self.refused: list[Doc] = []
        self.aborted: list[str] = []
        self.absent: set[str] = set()
        self.aside: set[str] = set()
        self.excused: set[str] = set()

    @property
    def cast(self) -> int:
        """How many positions count."""
        return sum(self.votes.values())


def bodies(policy: Doc, seats: list[str]) -> list[str]:
    """The names that stand for the list of seats given: that which the electorate clause begins
    with, unless in braces, and what else it adds that is no seat of the list."""
    terms = policy["electorate"]["set"]
    if len(terms) == 1 and not terms[0][2]:
        return list(terms[0][1])
    known = set(seats)
    first = [] if terms[0][2] else terms[0][1]
    added = [name for sign, names, _ in terms if sign == "+" for name in names]
    return [*first, *(name for name in added if name not in known)]


def resolve(terms: Set, seats: list[str], body: list[str]) -> list[str]:
    """The seats of a set, left to right: a name of `body` is all the seats, another is a seat.
    Usage where a name is added that is neither; what is taken away need not be there."""
    if len(terms) == 1 and terms[0][1] == body:
        return list(seats)
    known, found = dict.fromkeys(seats), dict[str, None]()
    for sign, names, _ in terms:
        for name in names:
            if sign == "+" and name not in known and name not in body:
                raise Usage(f"there is no seat {name} in the electorate given")
            meant = known if name in body else {name: None}
            if sign == "+":
                found.update(meant)
            else:
                found = {one: None for one in found if one not in meant}
    return list(found)


def read(policy: Doc, given: Doc, vote: Read) -> Roll:
    """The roll of an input (`whole.py`); Usage where more is cast than there are seats."""
    roll = Roll()
    rule, others = policy["electorate"], _members(policy, given, roll)
    roll.absent = {*given.get("unregistered", ()), *given.get("left", ())}
    spare = _admit(policy, given, roll, vote)
    _leave(policy, given, roll)
    members, absent, live = roll.members, roll.absent, rule["as_of"] == "live"
    if live and absent:
        members = [name for name in members if name not in absent or name in roll.by]
    aside = _recused(policy, given, roll, members)
    off = {name for name, shrinks in aside.items() if shrinks}
    roll.aside = set(aside)
    if off:
        members = [name for name in members if name not in off]
    gone = [name for name in members if name in absent] if absent else []
    roll.idle = sum(name not in roll.by and name not in aside for name in gone)
    roll.members, roll.n, roll.votes = members, len(members) + others, _counted(roll.by, spare)
    unnamed = roll.votes.pop("recuse", 0)
    if _shrinks(policy):
        roll.n, unnamed = roll.n - unnamed, 0
    roll.silent = roll.n - roll.cast - (len(aside) - len(off) + unnamed)
    _presence(given, roll, len(gone))
    return roll


def _presence(given: Doc, roll: Roll, gone: int) -> None:
    if roll.silent < 0:
        raise Usage(f"more is cast than there are seats: {roll.n - roll.silent} of {roll.n}")
    roll.present, roll.idle = roll.n - gone, min(roll.idle, roll.silent)
    if "present" in given:
        roll.present = given["present"]
        roll.idle = max(0, min(roll.silent, roll.n - roll.present))


def _members(policy: Doc, given: Doc, roll: Roll) -> int:
    """Sets the seats by name of a roll that nobody has left yet; returns how many others are."""
    electorate, joined = given["electorate"], given.get("joined", ())
    late = [] if policy["electorate"]["as_of"] == "open" else list(joined)
    roll.excused = set(given.get("excused", ()))
    if isinstance(electorate, dict):
        roll.seats = None
        named = [one["seat"] for one in given.get("ballots", ()) if "seat" in one]
        named += [
            name for key in ("unregistered", "left", "excused") for name in given.get(key, ())
        ]
        apart = set(joined)
        members = [name for name in dict.fromkeys(named) if name not in apart]
        others: int = electorate["size"] - len(members)
        if others < 0:
            raise Usage(f"{len(members)} seats are named, of an electorate of {electorate['size']}")
    elif given.get("resolved"):
        roll.seats, others, members = electorate, 0, electorate
    else:
        roll.seats, others = electorate, 0
        members = resolve(policy["electorate"]["set"], electorate, bodies(policy, electorate))
    if late:
        members = list(dict.fromkeys([*members, *late]))
    if roll.excused:
        members = [name for name in members if name not in roll.excused]
    roll.members = members
    return others


def _admit(policy: Doc, given: Doc, roll: Roll, vote: Read) -> dict[Any, int]:
    """Takes the positions that count, in order; returns the votes that come without a seat."""
    admitted = set(roll.members)
    barred = admitted.intersection(given.get("unregistered", ()))
    admitted -= barred
    by, later = roll.by, policy["revote"] == "last"
    spare: dict[Any, int] = {}
    for stance, times in given.get("stances", {}).items():
        if times:
            made = vote({"stance": stance})
            spare[made] = spare.get(made, 0) + times
    known: tuple[str, ...] = ("abstain", "recuse")
    if policy["method"]["name"] == "yes-no":
        known += ("for", "against")
    plain = {one: vote({"stance": one}) for one in known}
    for one in given.get("ballots", ()):
        made, seat = plain.get(one.get("stance")), one.get("seat")
        if made is None:
            try:
                made = vote(one)
            except Spoilt as spoilt:
                _refuse(roll, "ballot-refused", seat, f"is refused: {spoilt}")
                continue
        if seat in admitted:
            if later or seat not in by:
                by[seat] = made
            elif policy["revote"] == "refuse" and by[seat] != made:
                _refuse(roll, "already-cast", seat, "had been cast, and stands")
        elif seat is None:
            spare[made] = spare.get(made, 0) + one.get("count", 1)
        elif seat in barred:
            _refuse(roll, "seat-unregistered", seat, "is of a seat that is not registered")
        elif seat not in roll.excused:
            _refuse(roll, "not-in-electorate", seat, "is of no seat of the roll")
    return spare


def _refuse(roll: Roll, code: str, seat: str | None, what: str) -> None:
    whose = f"the ballot of {seat}" if seat is not None else "a ballot"
    made = {"code": code, "message": f"{whose} {what}"}
    roll.refused.append({**made, "seat": seat} if seat is not None else made)


def _leave(policy: Doc, given: Doc, roll: Roll) -> None:
    """What becomes of the positions of those that left, or of it all."""
    left = [name for name in given.get("left", ()) if name not in roll.excused]
    how = policy["electorate"]["leavers"]
    if how == "abort" and left:
        members = set(roll.members)
        roll.aborted = [name for name in left if name in members]
    if how == "drop":
        for name in left:
            roll.by.pop(name, None)


def _shrinks(policy: Doc) -> bool:
    return any(clause["mode"] == "shrinks" for clause in policy.get("recuse", ()))


def _recused(policy: Doc, given: Doc, roll: Roll, members: list[str]) -> dict[str, bool]:
    """The recused seats of the roll, and whether each leaves it; their positions do not count. A
    seat that recused itself leaves where any clause says `shrinks`."""
    said = roll.by.items() if "recuse" in set(roll.by.values()) else ()
    modes = dict.fromkeys([name for name, made in said if made == "recuse"], False)
    modes.update(dict.fromkeys(given.get("recused", ()), False))
    if _shrinks(policy):
        modes = dict.fromkeys(modes, True)
    if roll.seats is not None:
        for clause in policy.get("recuse", ()):
            modes.update(dict.fromkeys(clause["seats"], clause["mode"] == "shrinks"))
    for name in modes:
        roll.by.pop(name, None)
    on = set(members) if modes else set()
    return {name: shrinks for name, shrinks in modes.items() if name in on}


def _counted(by: Doc, spare: dict[Any, int]) -> dict[Any, int]:
    made = list(by.values())
    different = set(made)
    if len(different) <= FEW:  # counting each is quicker than a loop over all
        return {one: spare.get(one, 0) + made.count(one) for one in different | spare.keys()}
    found = dict(spare)
    for one in made:
        found[one] = found.get(one, 0) + 1
    return found
