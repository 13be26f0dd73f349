"""What to do next: most of it meaningful, some wrong on purpose, from a source of chance."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from machine_policies import draws
from model import State, Storm
from model_points import DISPLACED, FALLEN, pending
from model_policies import POLICIES
from model_policy import Policy

if TYPE_CHECKING:
    from machine import Pair

ACTORS = ["alpha", "beta", "gamma", "delta", "warden", "mallory"]
KEYS = ["EVO-1", "EVO-2", "EVO-3"]
SEATS = ["bin-1", "bin-2", "bin-3", "pm-1", "pm-2", "owner", "steward"]
LABELS = ["1", "2", "3a", "3b"]
EDITS = [("parent", KEYS), ("owner", ACTORS)]
NO_STORM = "bs-00000000000"
Act = tuple[str, str, dict[str, Any]]  # kind, actor, arguments


def mostly(chance: Random, likely: list[Any], others: list[Any], odds: float = 0.85) -> Any:
    """One of the likely ones, or now and then one of the others."""
    pool = likely if likely and (not others or chance.random() < odds) else others or likely
    return chance.choice(pool)


def some(chance: Random, pool: list[Any], most: int = 2) -> list[Any]:
    """One or more of a pool, each once."""
    return chance.sample(pool, min(len(pool), chance.randint(1, most)))


def some_policy(chance: Random) -> Policy:
    """Mostly one of the list, now and then one with windows, leavers or casting votes."""
    return draws(chance) if chance.random() < 0.2 else chance.choice(POLICIES)


def storm(chance: Random, state: State) -> str:
    """A brainstorm: mostly one of the last open ones."""
    if chance.random() < 0.02:
        return NO_STORM
    openly = [one.id for one in state.storms.values() if one.state == "open"]
    chosen: str = mostly(chance, openly[-2:], [*state.storms] or [NO_STORM], 0.9)
    return chosen


def elector(chance: Random, state: State, it: Storm | None) -> str:
    """An actor that probably may speak."""
    held = [state.holder(seat) for seat in it.seats] if it else []
    chosen: str = mostly(chance, [one for one in held if one], ACTORS, 0.9)
    return chance.choice([chosen, *alias_of(state, chosen)])


def alias_of(state: State, actor: str) -> list[str]:
    """The names that stand for an actor."""
    return [name for name, main in state.aliases.items() if main == actor]


def targets(chance: Random, state: State, verb: str) -> list[str]:
    """What a verb may act on, mostly."""
    fits = {"in-force"}
    if verb in ("Amends", "Corrects"):
        fits.add("awaiting-ratification")
    if verb == "Restores":
        fits = FALLEN
    good = [one.id for one in state.points.values() if one.state in fits]
    rivals = [one for one in good if pending(state, one)] if chance.random() < 0.2 else []
    if rivals:
        return some(chance, rivals)
    good += [one for one in state.decisions if chance.random() < 0.3]
    others = [*state.decisions, *state.points]
    kept = [one for one in good if state.holds.get(one) or state.fell_with.get(one)]
    if kept and chance.random() < 0.4:
        return some(chance, kept[-8:])  # what is held, or fell so
    pool = good[-8:] if good and chance.random() < 0.95 else others or ["D9.1"]
    return some(chance, pool)


def draft(chance: Random, state: State) -> dict[str, list[tuple[str, list[str]]]]:
    """The points of a proposal, with effects."""
    made: dict[str, list[tuple[str, list[str]]]] = {}
    used: list[str] = []
    if state.points and chance.random() < 0.12:  # partners
        verb = chance.choice(list(DISPLACED))
        on = targets(chance, state, verb)[:1]
        return {label: [(verb, on)] for label in LABELS[: chance.choice([2, 2, 3])]}
    for label in LABELS[: chance.choice([1, 1, 2, 2, 3, 4])]:
        made[label] = []
        for _ in range(chance.choice([0, 1, 1, 1, 2]) if state.points else 0):
            verb = mostly(chance, list(DISPLACED), ["Refines", "Restores", "Upholds"], 0.65)
            if any(state.fell_with.values()) and chance.random() < 0.2:
                verb = "Restores"
            on = targets(chance, state, verb)
            if used and chance.random() < 0.2:
                on = [chance.choice(used)]  # two points on one target
            clean = chance.random() < 0.9
            if clean and any(one in on for _, others in made[label] for one in others):
                continue
            used += on
            made[label].append((verb, on))
    return made


def lines_held(chance: Random, draft: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """`Held for:` of some points: a seat and a reason."""
    seats = [*SEATS, "owner", "owner"] if chance.random() < 0.97 else ["nobody"]
    held, reason = [label for label in draft if chance.random() < 0.15], ["", "Until then"]
    why = chance.choice(reason)
    return {label: (chance.choice(seats), why) for label in held}


def to_do(chance: Random) -> list[tuple[str, str]]:
    """The actions of a proposal."""
    return [(chance.choice([*ACTORS, "pm-2"]), "Do it") for _ in range(chance.choice([0, 0, 1, 2]))]


def opens(chance: Random, state: State) -> Act:
    """A brainstorm, perhaps under another policy than the set one."""
    keys = some(chance, [*state.items] if chance.random() < 0.95 else ["EVO-9", "EVO-1"])
    args: dict[str, Any] = {"items": keys}
    if chance.random() < 0.3:
        args["policy"] = some_policy(chance)
    if chance.random() < 0.05:
        args["deadline"] = state.now + chance.choice([0, 2, 31, 61, 91])
    return "brainstorm open", chance.choice(ACTORS), args


def proposes(chance: Random, state: State) -> Act:
    """A version; now and then the same again."""
    ident = storm(chance, state)
    it = state.storms.get(ident)
    actor = elector(chance, state, it)
    title, typed, todo = chance.choice(["A title", "Another"]), draft(chance, state), to_do(chance)
    holds = lines_held(chance, typed)
    if it and it.versions and chance.random() < 0.1:
        actor, (title, typed, todo, holds) = it.versions[-1].by, it.versions[-1].typed
    text = {"title": title, "draft": typed, "actions": todo, "holds": holds}
    return "propose", actor, {"id": ident, **text}


def speaks(chance: Random, state: State) -> Act:
    """A position, perhaps with `--on` and `--seat`."""
    ident = storm(chance, state)
    it = state.storms.get(ident)
    stance = mostly(chance, ["for"], ["against", "against", "abstain", "recuse"], 0.65)
    args = {"id": ident, "stance": stance, "seat": None}
    if stance == "against" and chance.random() < 0.3:
        args["dissent"] = True
    args["on"] = mostly(chance, [len(it.versions) if it and it.versions else None], [None, 1, 3])
    args["reason"] = chance.choice(["No", "Not so"]) if stance == "against" else None
    actor = elector(chance, state, it)
    held = [one for one in state.held_by(actor) if it and one in it.seats]
    if len(held) > 1 or chance.random() < 0.1:
        args["seat"] = mostly(chance, held, [None, *SEATS], 0.9)
    return "position", actor, args


def decides(chance: Random, state: State) -> Act:
    """`decide`, ready or not."""
    ident = storm(chance, state)
    return "decide", elector(chance, state, state.storms.get(ident)), {"id": ident}


def closes(chance: Random, state: State) -> Act:
    """The end of a brainstorm without a decision."""
    ident = storm(chance, state)
    actor = elector(chance, state, state.storms.get(ident))
    return "brainstorm close", actor, {"id": ident, "withdraw": chance.random() < 0.5}


def ratifies(chance: Random, state: State) -> Act:
    """Ratifies or refuses a decision, or some of its points."""
    awaits = {p.decision for p in state.points.values() if p.state == "awaiting-ratification"}
    others = [*state.decisions] * 3 + [*state.storms][-1:] or ["D99"]
    if not state.decisions and chance.random() < 0.85:
        return proposes(chance, state)
    if not awaits:
        others += [one.id for one in state.decisions.values() if one.storm.policy.ratifier] * 3
    ident = mostly(chance, sorted(awaits), others, 0.85)
    args: dict[str, Any] = {"id": ident, "labels": None, "refuse": None}
    if ident in state.decisions and chance.random() < 0.5:
        own = [state.points[one].label for one in state.decisions[ident].points]
        args["labels"] = some(chance, own, 4) if chance.random() < 0.95 else ["9"]
    if chance.random() < 0.2:
        args["refuse"] = chance.choice(["No", "Never"])
    owner = state.holder("owner") or "warden"
    return "ratify", mostly(chance, [owner], ACTORS, 0.9), args


def registers(chance: Random, state: State) -> Act:
    """An actor takes a seat, for good or for a while."""
    empty = [seat for seat in SEATS if not state.holder(seat)]
    seats = [mostly(chance, empty, SEATS, 0.6)]
    if chance.random() < 0.1:
        seats = some(chance, SEATS)
    last = state.seats[seats[0]].last
    args = {
        "seats": seats,
        "who": mostly(chance, [last] if last else [], ACTORS, 0.5),
        "ttl": chance.choice([None, None, None, 60, 120]),
        "replace": chance.random() < 0.4,
    }
    return "seat register", mostly(chance, ["warden"], ACTORS), args


def leaves(chance: Random, state: State) -> Act:
    """A seat is left, renewed or, seldom, retired."""
    word = mostly(chance, ["unregister", "renew"], ["retire"])
    seats = some(chance, SEATS, 2) if chance.random() < 0.1 else [chance.choice(SEATS)]
    actor = mostly(chance, ["warden", state.seats[seats[0]].last or "warden"], ACTORS)
    return f"seat {word}", actor, {"seats": seats}


def grows(chance: Random, state: State) -> Act:
    """Another seat or body."""
    actor = mostly(chance, ["warden"], ACTORS)
    if chance.random() < 0.5:
        body, seat = chance.choice(["pm", "pm", "tc"]), chance.choice(["pm-3", "bin-1", "bin"])
        return "seat add", actor, {"body": body, "seat": seat}
    bodies = [("bin", ["bin-1", "bin-2", "bin-3"]), ("pm", ["x"]), ("x", ["pm"]), ("y", ["z"])]
    name, seats = chance.choice(bodies)
    return "body add", actor, {"body": name, "seats": seats}


def sets_policy(chance: Random, state: State) -> Act:
    """The policy of new brainstorms."""
    scope = chance.choice(["ledger", "EVO", "EVO-1", "EVO-2", "EVO-3"])
    args = {"scope": scope, "policy": some_policy(chance)}
    return "policy set", mostly(chance, ["warden"], ACTORS), args


def keeps_items(chance: Random, state: State) -> Act:
    """Work items."""
    missing = [key for key in KEYS if key not in state.items]
    word = chance.choice(["new", "close", "reopen", "reopen", "edit", "link", "comment"])
    args: dict[str, Any] = {"key": mostly(chance, missing if word == "new" else [], KEYS, 0.7)}
    if word == "new":
        args |= {"title": "Three", "parent": chance.choice([None, "EVO-1"])}
    elif word == "edit":
        name, pool = chance.choice(EDITS)
        args[name] = chance.choice(pool)
    elif word == "link":
        args |= {"rel": "blocks", "other": chance.choice(KEYS)}
    it = state.items.get(args["key"])
    return f"item {word}", mostly(chance, [it.maker] if it else [], ACTORS, 0.5), args


def waits(chance: Random) -> int:
    """How many minutes pass; leases end."""
    return chance.choice([1, 59, 60, 61, 120])


def adopts(chance: Random, pair: Pair, *first: Any) -> None:
    """A brainstorm from its opening to `decide`, everybody agreeing; on some text, if need be."""
    items = some(chance, [*pair.state.items])
    if pair.do("brainstorm open", "alpha", items=items).exit:
        return
    state = pair.state
    it = list(state.storms.values())[-1]
    todo = to_do(chance)
    plain: dict[str, Any] = {"1": []}
    for typed in [*first, *(draft(chance, state) for _ in range(3)), plain]:
        text = {"title": "All", "draft": typed, "actions": todo}
        if not pair.do("propose", "alpha", id=it.id, holds=lines_held(chance, typed), **text).exit:
            break
    for seat in it.seats:
        actor = state.holder(seat)
        if actor:
            pair.do("position", actor, id=it.id, stance="for", seat=seat)
    pair.do("decide", "alpha", id=it.id)


WEIGHTS: dict[Any, int] = {
    adopts: 11,
    ratifies: 12,
    opens: 4,
    proposes: 6,
    speaks: 14,
    decides: 6,
    closes: 2,
    registers: 5,
    leaves: 5,
    grows: 1,
    sets_policy: 3,
    keeps_items: 3,
    waits: 3,
}
