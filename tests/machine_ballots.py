"""Ballots: what to do next with them, and what is compared of them."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import machine_choices as choices
from driving import Doc, Driver
from machine_choices import ACTORS, Act, elector, mostly, some
from machine_policies import polls as timed
from model import State
from model_ballot_ratify import shown
from model_points import amendments, partners, running, waiting
from model_polls import Ballot, Poll, drawn
from model_windows import state_of

if TYPE_CHECKING:
    from machine import Pair

SETS = [
    ("owner", ("owner",)),
    ("owner", ("owner",)),
    ("bin-1", ("bin-1",)),
    ("bin", ("bin",)),
    ("pm", ("pm",)),
    ("bin + pm", ("bin", "pm")),
]
EFFECTS = ["ratifies"] * 3 + ["amends"] * 3 + ["refuses", "none"]


def opens(chance: Random, state: State) -> Act:
    """A ballot on points of a waiting decision, and of others."""
    free = [one for one in state.points if waiting(state, one) and not running(state, one)]
    asked = sorted({state.points[one].decision for one in free if not amendments(state, one)})
    if not any(waiting(state, one) for one in state.points) and chance.random() < 0.97:
        return choices.proposes(chance, state)
    asked += [state.points[one].decision for one in free if state.points[one].effects] * 2
    ident = mostly(chance, asked, [*state.decisions][-3:] or ["D9"], 0.93)
    if chance.random() < 0.03:
        ident = chance.choice([*state.storms, "D99"])
    to, names = chance.choice(SETS)
    poll = some_poll(chance, to, names)
    args = {"decision": ident, "to": to, "names": names, "poll": poll}
    if chance.random() < (0.3 if poll.policy.casting else 0.03):
        args["deadline"] = state.now + chance.choice([31, 61, 61, 0])
    args["questions"] = questions(chance, state, ident, free)
    actor = mostly(chance, ["alpha"], ACTORS, 0.5)
    if ident in state.decisions:
        actor = elector(chance, state, state.decisions[ident].storm)
    return "ballot open", actor, args


def some_poll(chance: Random, to: str, names: tuple[str, ...]) -> Poll:
    """Mostly one of the list; now and then one with windows, leavers, approval, a default."""
    if chance.random() < 0.25:
        return timed(chance, to, names)
    usual = drawn(to, names)
    if chance.random() < 0.03:
        return drawn(*chance.choice(SETS))[-1]
    return chance.choice(usual if chance.random() < 0.5 or to == "bin + pm" else usual[:3])


def questions(chance: Random, state: State, ident: str, free: list[str]) -> list[Any]:
    """Questions on some points, partners mostly together; now and then on what they may not."""
    groups: list[set[str]] = []
    others = [one for one in state.points if one not in free]
    others = [one for one in others if one.startswith(f"{ident}.")] or others
    anyhow = chance.random() < 0.15
    for point in free:
        home = state.decisions[state.points[point].decision]
        group = partners(state, home, point) if chance.random() < 0.8 else {point}
        good = alike(state, home.id, ident) and not amendments(state, point)
        if not any(group & one for one in groups) and (good or anyhow):
            groups.append(group)
    mine = [one for one in groups if any(point.startswith(f"{ident}.") for point in one)]
    rest = [one for one in groups if one not in mine]
    chosen = chance.sample(mine, chance.randint(1, len(mine))) if mine else []
    chosen += some(chance, rest, 3) if rest and chance.random() < 0.6 else []
    if not chosen or (others and anyhow and chance.random() < 0.5):
        chosen.append({chance.choice(others or ["D1.1"])})
    numbers: dict[str, list[str]] = {}
    for number, group in enumerate(chosen, 1):
        label = number if chance.random() < 0.7 else chance.randint(1, 3)
        numbers.setdefault(str(label), []).extend(sorted(group))
    return [(label, points, options(chance)) for label, points in sorted(numbers.items())]


def alike(state: State, home: str, ident: str) -> bool:
    """May points of both stand in one ballot?"""
    if ident not in state.decisions:
        return True
    one, other = state.decisions[home].storm, state.decisions[ident].storm
    return one.policy.ratifier == other.policy.ratifier and bool({*one.items} & {*other.items})


def options(chance: Random) -> dict[str, str]:
    """The options of a question, and what they do."""
    keys = ["a", "b", "c", "later"][: chance.choice([2, 2, 3, 4])]
    return {key: chance.choice(EFFECTS) for key in keys}


def ballot(chance: Random, state: State, *states: str) -> str:
    """A ballot, mostly one in these states."""
    good = [one.id for one in state.ballots.values() if one.state in states]
    chosen: str = mostly(chance, good[-3:], [*state.ballots] or ["B9"], 0.93)
    return chosen if chance.random() < 0.98 else "B99"


def casts(chance: Random, state: State) -> Act:
    """A seat answers some questions, or answers again."""
    if not any(one.state == "open" for one in state.ballots.values()) and chance.random() < 0.95:
        return opens(chance, state)
    ident = ballot(chance, state, "open")
    it = state.ballots.get(ident)
    actor = elector(chance, state, it)
    args = {"id": ident, "answers": answers(chance, it), "seat": None}
    held = [one for one in state.held_by(actor) if it and one in it.seats]
    if len(held) > 1 or chance.random() < 0.05:
        args["seat"] = mostly(chance, held, ["bin-1", "pm-1", "owner"], 0.9)
    if it and actor in [one.actor for one in it.casts.values()] and chance.random() < 0.3:
        mine = next(one for one in it.casts.values() if one.actor == actor)
        args["answers"] = [(label, key, more) for label, (key, more, _) in mine.answers.items()]
    return "ballot cast", actor, args


def answers(chance: Random, it: Ballot | None) -> list[tuple[str, str, str | None]]:
    """Answers to a ballot, mostly to all of its questions, and mostly the first option."""
    made: list[tuple[str, str, str | None]] = []
    for one in it.questions if it else ():
        if made and chance.random() < 0.15:
            continue
        keys = [*one.options] if chance.random() < 0.98 else ["z"]
        key = keys[0] if chance.random() < 0.5 else chance.choice(keys)
        if it and chance.random() < (0.4 if it.policy.method == "approval" else 0.01):
            key = ",".join(chance.sample(keys, min(2, len(keys))))
        fits = it and len(it.seats) == 1 and one.options.get(key) != "none"
        refined = chance.random() < (0.6 if fits else 0.03)
        made.append((one.label, key, "but later" if refined else None))
    return made or [("1", "a", None)]


def closes(chance: Random, state: State) -> Act:
    """A ballot is closed, decided or not."""
    if not any(one.state == "open" for one in state.ballots.values()) and chance.random() < 0.93:
        return opens(chance, state)
    ident = ballot(chance, state, "open", "closed")
    it = state.ballots.get(ident)
    likely = [it.opener, state.holder("owner") or "warden"] if it else []
    return "ballot close", mostly(chance, likely, ACTORS, 0.9), {"id": ident}


def ratifies(chance: Random, state: State) -> Act:
    """The ratifier makes final what a ballot answered."""
    if not any(one.state == "closed" for one in state.ballots.values()) and chance.random() < 0.93:
        return casts(chance, state)
    ident = ballot(chance, state, "closed")
    decision = state.ballots[ident].decision if ident in state.ballots else "D1"
    if chance.random() < 0.03:
        decision = chance.choice([*state.decisions] or ["D1"])
    owner = state.holder("owner") or "warden"
    return "ratify ballot", mostly(chance, [owner], ACTORS, 0.9), {"id": decision, "ballot": ident}


def rules(chance: Random, pair: Pair) -> None:
    """A ballot from its opening to its close, all answering; mostly ratified at once, too."""
    kind, actor, args = opens(chance, pair.state)
    if pair.do(kind, actor, **args).exit or kind != "ballot open":
        return
    it: Ballot = list(pair.state.ballots.values())[-1]
    said = answers(chance, it)
    for seat in it.seats:
        who = pair.state.holder(seat)
        if who:
            alone = said if chance.random() < 0.9 else answers(chance, it)
            pair.do("ballot cast", who, id=it.id, answers=alone, seat=seat)
    if chance.random() < 0.9:
        pair.do("ballot close", it.opener, id=it.id)
    if chance.random() < 0.3:
        meanwhile(chance, pair, it)
    if chance.random() < 0.75:
        owner = pair.state.holder("owner") or "warden"
        pair.do("ratify ballot", owner, id=it.decision, ballot=it.id)


def meanwhile(chance: Random, pair: Pair, it: Ballot) -> None:
    """Something befalls a point that a ballot asks of: an amendment is adopted, or it is ruled on
    without the ballot."""
    point = chance.choice(it.points())
    home, label = point.split(".")
    if chance.random() < 0.6:
        verb = chance.choice(["Amends", "Corrects"])
        choices.adopts(chance, pair, {"1": [(verb, [point])]})
        return
    refuse = "No" if chance.random() < 0.4 else None
    owner = pair.state.holder("owner") or "warden"
    pair.do("ratify", owner, id=home, labels=[label], refuse=refuse)


def compare_ballots(ledger: Driver, state: State, line: str) -> None:
    """What `ballot show` says of the ballots that may still move, and of the last one."""
    for it in list(state.ballots.values()):
        if state_of(state, it) in ("open", "closed") or it.id == f"B{len(state.ballots)}":
            mine, theirs = shown(state, it), plain(ledger.do(f"ballot show {it.id}"))
            assert theirs == mine, f"after {line}: {it.id}: program {theirs}, model {mine}"
            for one in mine["questions"]:
                if one["point"]:  # the option's text, a newline and the refinement
                    text = ledger.do(f"show {one['point']}")["point"]["text"]
                    said = [f"Option {one['answer']}", one["refinement"]]
                    assert text == "\n".join(part for part in said if part)


def plain(said: Doc) -> Doc:
    """A ballot of the program, in the words of the model."""
    return {
        **{key: said[key] for key in ("id", "decision", "to", "state")},
        "electorate": [
            (one["seat"], one["actor"], one["by"], one["answered"]) for one in said["electorate"]
        ],
        "excused": sorted(one["seat"] for one in said["excused"]),
        "questions": [
            {
                **{key: one[key] for key in ("label", "rules_on", "answer", "refinement", "point")},
                **{key: one["verdict"][key] for key in ("verdict", "winners", "tally")},
                "options": {o["key"]: o["effect"] for o in one["options"]},
            }
            for one in said["questions"]
        ],
    }


WEIGHTS: dict[Any, int] = {opens: 4, casts: 6, closes: 3, ratifies: 4, rules: 13}
