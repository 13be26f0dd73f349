"""One act done in both, the program and the naive model, and everything compared.

After every act: the exit code, the blocks and the number of entries; the points of every item, the
brainstorms, the roster and answers of `check`. In the middle, where something has lapsed, and at
the end every face gives one answer (`machine_same.py`). At the end `verify` is clean, and what
`show` said at some moments is what `--known-at` says of them.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import model_views as views
from driving import Doc, Driver
from hypothesis import note
from machine_back import coming_back
from machine_ballots import compare_ballots
from machine_same import same
from machine_words import clock, line_of
from model import Act, Answer, Block, Model, State
from model_same_hand import same_hand
from model_windows import state_of

START = [
    Act("body add", "warden", 0, {"body": "bin", "seats": ["bin-1", "bin-2", "bin-3"]}),
    Act("body add", "warden", 0, {"body": "pm", "seats": ["pm-1", "pm-2"]}),
    Act("body add", "warden", 0, {"body": "owner", "seats": ["owner"]}),
    Act("seat register", "warden", 0, {"seats": ["bin-1"], "who": "alpha"}),
    Act("seat register", "warden", 0, {"seats": ["bin-2"], "who": "beta"}),
    Act("seat register", "warden", 0, {"seats": ["bin-3"], "who": "gamma"}),
    Act("seat register", "warden", 0, {"seats": ["pm-1"], "who": "alpha"}),
    Act("seat register", "warden", 0, {"seats": ["pm-2"], "who": "delta"}),
    Act("seat register", "warden", 0, {"seats": ["owner"], "who": "warden"}),
    Act("item new", "alpha", 0, {"key": "EVO-1", "title": "One"}),
    Act("item new", "beta", 0, {"key": "EVO-2", "title": "Two", "owner": "gamma"}),
]
GROUPS = ("in_force", "prospective", "replaced", "contested")
UNCHANGED = Answer(entries=0, changed=False)
MOMENTS = 6  # how many moments `--known-at` is asked about at the end of a run


@cache
def template() -> tuple[Path, tuple[Act, ...]]:
    """A ledger with bodies, seats and two items, made once; and the acts that made it."""
    path = Path(tempfile.mkdtemp(prefix="ledger-machine-")) / "template.db"
    ledger = Driver(path, now=clock(0), seed="machine")
    ledger.do("warden: init")
    model = Model()
    model.record(Act("init", "warden", 0), Answer())
    for act in START:
        ledger.do(*line_of(act))
        model.record(act, model.answer(act))
    return path, tuple(model.acts)


class Pair:
    """A ledger and its model, at a minute of the clock."""

    def __init__(self) -> None:
        source, acts = template()
        self.folder = Path(tempfile.mkdtemp(prefix="ledger-machine-"))
        self.ledger = Driver(self.folder / "l.db", now=clock(0), seed="machine")
        shutil.copy(source, self.ledger.path)
        self.model = Model()
        self.model.acts = list(acts)
        self.now = 0
        self.seq = len(acts)
        self.shown: dict[int, dict[str, Doc]] = {}
        self.lapsed = 0  # how many points had lapsed when every face was looked at

    @property
    def state(self) -> State:
        """The model's state now."""
        return self.model.state(self.now)

    def do(self, kind: str, actor: str, **args: Any) -> Answer:
        """Does an act in both, and compares."""
        if kind in (
            "brainstorm open",
            "decide at once",
        ):  # an id is made of the time and a little chance
            self.now += 1
            self.ledger.env["LEDGER_NOW"] = clock(self.now)
        act = Act(kind, actor, self.now, args)
        line, stdin = line_of(act)
        note(line if not stdin else f"{line} <<< {stdin!r}")
        wanted = self.model.answer(act)
        code, made = self.ledger.run(line, stdin)
        entries = made["head"]["seq"] - self.seq
        codes = sorted({one["code"] for one in made.get("error", {}).get("blocks", ())})
        said = (code, codes, entries)
        mine = (wanted.exit, sorted({one for one, _ in wanted.blocks}), wanted.entries)
        assert said == mine, f"{line}\n{stdin}\nprogram {said}\nmodel {mine}: {wanted}\n{made}"
        theirs, own = named(made), by_code(wanted.blocks)
        for each in theirs:  # where both know what a block is about
            if None not in (*theirs[each], *own[each]):
                assert theirs[each] == own[each], f"{line}\n{stdin}\n{each}: {made}\n{wanted}"
        if code == 0:
            assert made["data"]["changed"] == wanted.changed, (line, made)
            if "id" in made["data"]:
                act.args["id"] = made["data"]["id"]
            if kind == "decide at once":
                act.args["id"] = made["data"]["ids"][-1]
        self.model.record(act, wanted)
        self.seq += entries
        assert self.seq == len(self.model.acts)
        if entries:
            self.compare(line)
        return wanted

    def wait(self, minutes: int) -> None:
        """Time passes: leases end."""
        note(f"{minutes} minutes pass")
        self.now += minutes
        self.ledger.env["LEDGER_NOW"] = clock(self.now)
        self.compare(f"{minutes} minutes")
        lapsed = sum(one.state == "lapsed" for one in self.state.points.values())
        if lapsed > self.lapsed:  # by the clock alone: the read tables do not know of it
            self.lapsed = lapsed
            self.faces()

    def faces(self, whole: bool = False) -> None:
        """Every face gives one answer; `whole`: the pages of decisions, too."""
        same(self.ledger, self.folder, whole)

    # --- what is compared

    def compare(self, line: str) -> None:
        """All that is shown now."""
        state, seen = self.state, {}
        for key, item in state.items.items():
            data = seen[key] = self.ledger.do(f"show {key}")
            mine = {**views.groups(state, key), "contested": {}}
            theirs = {name: {one["id"]: plain(one) for one in data[name]} for name in GROUPS}
            assert theirs == mine, f"after {line}: {key}: {differences(theirs, mine)}"
            assert [list(theirs[name]) for name in mine] == [list(mine[name]) for name in mine]
            assert data["item"]["state"] == ("closed" if item.closed else "open")
            assert told(data) == views.told(state, key), f"after {line}: {key}"
            assert (data["item"]["owner"], data["item"]["parent"]) == (item.owner, item.parent)
        if state.now == state.times[-1]:  # the time that `--known-at` has of it
            self.shown[self.seq] = seen
        self.compare_storms(state, line)
        self.compare_roster(state)
        self.compare_check(state, line)
        compare_ballots(self.ledger, state, line)

    def compare_storms(self, state: State, line: str) -> None:
        """The state of every brainstorm; verdict, tally and needs of those not adopted."""
        listed = {row["id"]: row["state"] for row in self.ledger.do("brainstorm list")["rows"]}
        assert listed == {one.id: state_of(state, one) for one in state.storms.values()}
        ended = [one for one in state.storms.values() if listed[one.id] != "open"]
        turn = ended[len(self.model.acts) % len(ended)] if ended else None
        for storm in state.storms.values():
            if storm.state == "adopted" or (listed[storm.id] != "open" and storm is not turn):
                continue
            data = self.ledger.do(f"brainstorm show {storm.id}")
            mine = views.verdict(state, storm)
            theirs = {name: data["verdict"][name] for name in mine}
            theirs, mine = {**theirs, **heard(data)}, {**mine, **views.heard(state, storm)}
            if listed[storm.id] == "open":
                mine |= views.by_the_clock(state, storm)
                theirs |= by_the_clock(data["verdict"])
            assert theirs == mine, (
                f"after {line}: {storm.id} {storm.policy.text}: program {theirs}, model {mine}"
            )

    def compare_roster(self, state: State) -> None:
        """Who holds which seat now."""
        seats = self.ledger.do("seat roster")["seats"]
        theirs = {
            one["seat"]: (one["actor"], one["since"][:19] + "Z")
            for one in seats
            if one["registered"]
        }
        mine = {seat: (who, clock(at)) for seat, (who, at) in views.roster(state).items()}
        assert theirs == mine, f"program {theirs}, model {mine}"

    def compare_check(self, state: State, line: str) -> None:
        """`check` of one point, of one decision, and of an item; another one each time."""
        wanted: dict[str, set[str]] = {}
        if state.points:
            point = list(state.points)[self.seq % len(state.points)]
            wanted[point] = views.check_point(state, point)
            decision = list(state.decisions)[self.seq % len(state.decisions)]
            wanted[decision] = views.check_decision(state, decision)
            shown = self.ledger.do(f"show {decision}")
            assert shown["state"] == views.decision_state(state, decision)
            assert shown["on"] == state.moved[decision]
            mine = same_hand(state, state.decisions[decision])
            assert shown["same_hand"] == mine, f"after {line}: {decision}: {shown}, model {mine}"
        key = list(state.items)[self.seq % len(state.items)]
        wanted[key] = views.check_item(state, key)
        for ident, codes in wanted.items():
            for flag, left in (("", codes), (" --allow-held", codes - {"held"})):
                code, made = self.ledger.run(f"check {ident}{flag}")
                said = {one["code"] for one in made["data"]["blocks"]}
                assert (code, said) == (3 if left else 0, left), f"after {line}: check {ident}"

    def end(self) -> None:
        """`verify` is clean; what was shown then is what is known at then."""
        self.ledger.clean()
        self.faces(whole=True)
        coming_back(self.ledger, self.folder)
        for seq, seen in list(self.shown.items())[:: 1 + len(self.shown) // MOMENTS]:
            for key, data in seen.items():
                known = self.ledger.do(f"show {key} --known-at {seq}")
                assert {**known, "as_of": 0} == {**data, "as_of": 0}, f"{key} at {seq}"


def plain(point: Doc) -> Doc:
    """A point of the program, in the words of the model."""
    return {
        "state": point["state"],
        "decision": point["decision"],
        "in force since": point["since"] is not None and point["state"] == "in-force",
        "ratification": point["ratification"]["state"],
        **{name: sorted(point[name]) for name in views.LISTS},
        "held": point["held"] and (point["held"]["for"], point["held"]["reason"]),
    }


def named(made: Doc) -> dict[str, set[str | None]]:
    """The seats or points that the blocks of a refusal name, by code (of a proposal `point 1`)."""
    found: set[Block] = set()
    for one in made.get("error", {}).get("blocks", ()):
        name = one.get("seat") or one.get("point")
        found.add((one["code"], name and name.removeprefix("point ")))
    return by_code(found)


def by_code(blocks: Iterable[Block]) -> dict[str, set[str | None]]:
    """What blocks name, by code."""
    found: dict[str, set[str | None]] = {}
    for code, name in blocks:
        found.setdefault(code, set()).add(name)
    return found


def heard(data: Doc) -> Doc:
    """The seats that spoke, whose objections stand, and who is excused, of the program."""
    spoke = [one for one in data["electorate"] if one["stance"]]
    return {
        "spoke": {one["seat"]: (one["stance"], one["on"], one["by"]) for one in spoke},
        "objections": [one["seat"] for one in data["objections"] if not one["ended"]],
        "excused": sorted(one["seat"] for one in data["excused"]),
    }


def by_the_clock(said: Doc) -> Doc:
    """Until when something runs, in minutes, of the program; what passes, and what is final."""
    until = said["until"] and datetime.fromisoformat(said["until"])
    return {
        "until": until and int((until - datetime.fromisoformat(clock(0))).total_seconds() // 60),
        "passes": said["passes"],
        "final": said["final"],
    }


def told(data: Doc) -> Doc:
    """What is asked, found and to be done of an item of the program, in the words of the model."""
    answers = {one["id"]: one["answer"] and one["answer"]["text"] for one in data["questions"]}
    return {
        "questions": [(one["id"], one["text"], answers[one["id"]]) for one in data["questions"]],
        "findings": [(one["id"], one["text"], one["source"]) for one in data["findings"]],
        "ballots": [
            tuple(one[name] for name in ("id", "decision", "to", "state"))
            for one in data["ballots"]
        ],
        "actions": [
            tuple(one[name] for name in ("id", "owner", "text", "state", "item"))
            for one in data["actions"]
        ],
    }


def differences(theirs: Doc, mine: Doc) -> list[str]:
    """Where the points of an item differ."""
    found = []
    for name in mine:
        for ident in sorted({*theirs[name], *mine[name]}):
            one, other = theirs[name].get(ident), mine[name].get(ident)
            if one != other:
                found.append(f"{name} {ident}: program {one}, model {other}")
    return found
