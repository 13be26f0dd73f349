"""What stops an adoption whatever the count: steps 3 and 4 of "Evaluation" (policy.md).

A reason is `{code, message}` and whom it is about, as a refusal's block is, without its hint.
"""

from __future__ import annotations

from ledger.core.policy.roll import bodies, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container
    from typing import Any

    from ledger.core.policy.roll import Roll

    Doc = dict[str, Any]
    Judge = Callable[[Any], bool]


def required(policy: Doc, given: Doc, roll: Roll) -> list[list[str]]:
    """The seats of each `require`, as they were at the opening: what the input says, else by the
    names in the policy; none where only a size is known. Usage for a name that is no seat."""
    said: list[list[str]] | None = given.get("required")
    rules = policy.get("require", ())
    if said is not None:
        return said
    seats = roll.seats
    if seats is None:
        return [[] for _ in rules]
    known = [*seats, *given.get("joined", ())]
    body = bodies(policy, seats)
    return [_of(rule["set"], seats, known, body) for rule in rules]


def _of(terms: list[list[Any]], seats: list[str], known: list[str], body: list[str]) -> list[str]:
    late = set(known) - set(seats)
    named = {name for _, names, _ in terms for name in names}
    return resolve(terms, [*seats, *(name for name in known if name in late & named)], body)


def missing(policy: Doc, given: Doc, roll: Roll, favours: Judge) -> list[Doc]:
    """Step 3: a reason for each required seat that is not as its `require` asks."""
    found: dict[str, Doc] = {}
    sets = required(policy, given, roll)
    for rule, named in zip(policy.get("require", ()), sets, strict=True):
        seats, wanted = asked(rule["count"], named, roll.excused)
        lacking = [name for name in seats if not _is_so(rule["how"], name, roll, favours)]
        if len(seats) - len(lacking) < wanted:
            for name in lacking:
                made = _lack(rule["how"], name, roll)
                found.setdefault(f"{made['code']} {name}", made)
            if not lacking and (roll.seats is not None or "required" in given):
                found.setdefault("few", few(wanted, seats))
    return list(found.values())


def asked(count: int | str, named: list[str], excused: Container[str]) -> tuple[list[str], int]:
    """The seats that a `require` may still ask, and how many of them: an excused seat is required
    no more, so of fewer than the number asked for all those that are left."""
    seats = [name for name in named if name not in excused]
    if count == "all" or count <= len(named):  # type: ignore[operator]
        return seats, len(seats) if count == "all" else min(int(count), len(seats))
    return seats, int(count)


def few(wanted: int, seats: list[str]) -> Doc:
    """The reason where a `require` asks for more seats than there are."""
    there = f"only {len(seats)}: {', '.join(seats)}" if seats else "none"
    return {
        "code": "seat-unregistered",
        "message": f"{wanted} seats are required, and there are {there}",
    }


def floors(policy: Doc, given: Doc, roll: Roll, favours: Judge) -> dict[str, tuple[int, int]]:
    """Of each stance the fewest silent seats that must take it so that every `require … cast` and
    `require … for` holds, and how many of those are not registered; a stance with which one cannot
    hold is absent. A seat that is not on the roll is wanted besides, and left aside here."""
    if all(rule["how"] == "registered" for rule in policy.get("require", ())):
        return dict.fromkeys(("for", "against", "abstain"), (0, 0))
    silent = {name for name in roll.members if name not in roll.by} - roll.aside
    lacks, pools, asks_for = list[int](), dict[str, list[int]](), False
    sets = required(policy, given, roll)
    for rule, named in zip(policy.get("require", ()), sets, strict=True):
        seats, wanted = asked(rule["count"], named, roll.excused)
        if rule["how"] == "registered":
            continue
        left = [name for name in seats if not _is_so(rule["how"], name, roll, favours)]
        there = [name for name in left if name in roll.members or name in roll.aside]
        lack = min(wanted - len(seats) + len(left), len(there))
        if lack > 0:
            asks_for = asks_for or rule["how"] == "for"
            for name in there:
                if name in silent:
                    pools.setdefault(name, []).append(len(lacks))
            lacks.append(lack)
    least = _cover(lacks, _kinds(pools, roll.absent))
    stances = ("for",) if asks_for else ("for", "against", "abstain")
    return dict.fromkeys(stances, least) if least is not None else {}


# The clauses that a seat counts for, how many such seats are registered, and how many are not.
Kind = tuple[tuple[int, ...], int, int]


def _kinds(pools: dict[str, list[int]], absent: set[str]) -> list[Kind]:
    """The kinds of seats; those that count for several clauses first."""
    found: dict[tuple[int, ...], list[int]] = {}
    for name, clauses in pools.items():
        found.setdefault(tuple(clauses), [0, 0])[name in absent] += 1
    order = sorted(found, key=len, reverse=True)
    return [(clauses, *found[clauses]) for clauses in order]  # type: ignore[misc]


def _cover(lacks: list[int], kinds: list[Kind]) -> tuple[int, int] | None:
    """The fewest seats that fill what each clause lacks, and how many of them are unregistered."""
    if not any(lack > 0 for lack in lacks):
        return 0, 0
    if not kinds:
        return None
    (clauses, there, gone), rest = kinds[0], kinds[1:]
    most = min(there + gone, max(0, *(lacks[i] for i in clauses)))
    best = None
    for taken in [most] if len(clauses) == 1 else range(most + 1):
        left = [lack - taken * (i in clauses) for i, lack in enumerate(lacks)]
        found = _cover(left, rest)
        if found is not None:
            made = (found[0] + taken, found[1] + max(0, taken - there))
            best = made if best is None else min(best, made)
    return best


def _is_so(how: str, name: str, roll: Roll, favours: Judge) -> bool:
    if how == "registered":
        return name in roll.by or name not in roll.absent
    return name in roll.by and (how == "cast" or favours(roll.by[name]))


def _lack(how: str, name: str, roll: Roll) -> Doc:
    if name in roll.absent:
        message = f"required seat {name} is not registered"
        return {"code": "seat-unregistered", "message": message, "seat": name}
    what = "has not cast" if how == "cast" else "is not for it"
    return {"code": "required-not-for", "message": f"required seat {name} {what}", "seat": name}


def objections(policy: Doc, given: Doc, roll: Roll, opposes: Judge) -> list[Doc]:
    """Step 4: a reason for each objection that stands. What the input lists, else each counted
    vote that is against where the policy has `veto against`."""
    veto = policy.get("veto")
    if veto is None:
        return []
    kind = "concerns" if veto["on"] == "concern" else "objections"
    standing = given.get(kind)
    if standing is None:
        standing = _opposed(roll, opposes) if veto["on"] == "against" else []
    if isinstance(standing, int):
        standing = [None] * standing
    who = "its author" if veto["cleared_by"] == "author" else "any elector"
    return [_objection(name, veto["on"], who) for name in standing]


def _opposed(roll: Roll, opposes: Judge) -> list[str | None]:
    votes = {made for made in roll.votes if opposes(made)}
    named: list[str | None] = [name for name, made in roll.by.items() if made in votes]
    return named + [None] * (sum(roll.votes[made] for made in votes) - len(named))


def _objection(name: str | None, on: str, who: str) -> Doc:
    what = "a concern" if on == "concern" else "an objection"
    of = f" of {name}" if name is not None else ""
    made = {"code": "objection-open", "message": f"{what}{of} stands; cleared by {who}"}
    return {**made, "seat": name} if name is not None else made
