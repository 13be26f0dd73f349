"""What stops an adoption whatever the count: steps 3 and 4 of "Evaluation" (policy.md).

A reason is `{code, message}` and whom it is about, as a refusal's block is, without its hint.
"""

from __future__ import annotations

from ledger.core.policy.roll import bodies, resolve

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
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
        seats = [name for name in named if name not in roll.excused]
        lacking = [name for name in seats if not _is_so(rule["how"], name, roll, favours)]
        wanted = len(seats) if rule["count"] == "all" else rule["count"]
        if len(seats) - len(lacking) < wanted:
            for name in lacking:
                made = _lack(rule["how"], name, roll)
                found.setdefault(f"{made['code']} {name}", made)
    return list(found.values())


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
