"""What waits for an actor in what is open: brainstorms and ballots (`inbox.py` has the kinds)."""

from __future__ import annotations

from ledger.core import count, lookup, roster, tenure, verdict, window
from ledger.core.act import Act
from ledger.core.clock import page
from ledger.core.fold import ask
from ledger.core.kinds import kind as module
from ledger.views import ballot as ballots
from ledger.views.point import title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]

STANCE = {"for": "agreed to", "against": "objected to", "abstain": "abstained on"}


class Reader:
    """Whose inbox it is, and when: the state, the actor, its names and seats, the time."""

    __slots__ = ("actor", "at", "names", "seats", "state")

    def __init__(self, state: State, actor: str, at: str) -> None:
        self.state = state
        self.actor = actor
        self.at = at
        self.names = names_of(state, actor)
        self.seats = roster.seats_of(state, actor, at)

    def act(self, kind: str, subjects: list[str], body: Doc, seat: str | None = None) -> Act:
        """An act of the actor's, to be judged and not done."""
        said: Doc = {"kind": kind, "subjects": subjects, "actor": self.actor, "body": body}
        if seat is not None:
            said["seat"] = seat
        aim = getattr(module(kind), "aim", None)
        if aim:
            said["targets"] = aim(self.state, said)
        return Act(self.state, said, self.at, 0)

    def blocks(self, act: Act) -> list[Doc]:
        """Why it would be refused now."""
        found: list[Doc] = ask(act, "who", []) or ask(act, "check", [])
        return found

    def flag(self, seat: str, allowed: list[str]) -> str:
        """` --seat SEAT` where the actor holds another of the seats that may."""
        mine = [name for name in self.seats if name in allowed]
        return f" --seat {seat}" if len(mine) > 1 else ""


def names_of(state: State, actor: str) -> list[str]:
    """The names of an actor: its own, and its aliases."""
    main = roster.whole(state, actor) or actor
    doc = state.get(f"actor:{main}")
    return [main, *(doc["aliases"] if doc else [])]


def called(me: Reader, text: str) -> str:
    """The first line of a text, by its hash."""
    return title(me.state.text(text)) or "[removed]"


def row(kind: str, ident: str, text: str, command: str, since: int) -> Doc:
    """A row of the inbox."""
    return {"kind": kind, "id": ident, "text": text, "command": command, "since": since}


def _mine(me: Reader, doc: Doc) -> Iterator[str]:
    """The seats of the actor's that may speak on it: not excused, not recused by the policy."""
    out = verdict.recused(doc) | set(doc["excused"])
    there = count.roll(me.state, doc, tenure.reading(me.at))
    yield from (name for name in me.seats if name in there and name not in out)


def brainstorm(me: Reader, doc: Doc) -> list[Doc]:
    """What waits in a brainstorm that has not ended."""
    now = lookup.current(doc)
    if window.over(me.state, doc, me.at):
        return []
    topic = called(me, doc["topic"])
    drivers = [doc["opener"], *([now["by"]["actor"]] if now else [])]
    drives = any(roster.same_actor(me.state, name, me.actor) for name in drivers)
    if drives and verdict.spent(me.state, doc, me.at):
        return [*_objections(me, doc, f": {topic}"), *_close(me, doc, topic)]
    if now is None:
        return []
    found = [one for name in _mine(me, doc) for one in _position(me, doc, name, now, f": {topic}")]
    found += _objections(me, doc, f": {topic}")
    if drives and not me.blocks(me.act("decide", [doc["id"]], {})):
        said = f"the policy is met by version {now['n']}: {topic}"
        command = f"ledger decide {doc['id']}"
        found.append(row("decide", doc["id"], said, command, now["entry"]))
    return found + _casting(me, doc, f": {topic}")


def _close(me: Reader, doc: Doc, topic: str) -> Iterator[Doc]:
    """A brainstorm whose window has passed and that cannot be adopted any more."""
    body = {"how": "no-decision", "reason": ""}
    if me.blocks(me.act("brainstorm-close", [doc["id"]], body)):
        return
    until = page(window.of(me.state, doc, tenure.reading(me.at))["until"])
    what = "it does not pass" if doc["versions"] else "nothing is proposed"
    text = f"its window passed {until}, and {what}: {topic}"
    since = (lookup.current(doc) or {"entry": doc["opened"]})["entry"]
    yield row("close", doc["id"], text, verdict.closing(doc["id"]), since)


def _position(me: Reader, doc: Doc, name: str, now: Doc, topic: str) -> Iterator[Doc]:
    """A position that the seat has not taken, or took on an older version."""
    had, when = doc["positions"].get(name), tenure.reading(me.at)
    if had and count.gone(me.state, doc, name, had, when):
        had = None
    n = now["n"]
    if had and had["on"] == n:
        return
    if me.blocks(me.act("agree", [doc["id"]], {"on": n}, name)):
        return
    command = f"ledger agree {doc['id']} --on {n}"
    command += me.flag(name, count.roll(me.state, doc, when))
    if had:
        stance = STANCE.get(had["stance"], "recused itself from")
        said = f"{name} {stance} version {had['on']}, and {n} is the current one{topic}"
        if had["stance"] == "against":  # to agree would make a yes of it, unread
            command = f"ledger brainstorm show {doc['id']}"
        yield row("stale", doc["id"], said, command, now["entry"])
    else:
        said = f"{name} has no position on version {n}{topic}"
        yield row("position", doc["id"], said, command, now["entry"])


def _objections(me: Reader, doc: Doc, topic: str) -> Iterator[Doc]:
    """The objections of the actor's seats that stand."""
    for one in verdict.standing(doc):
        if one["seat"] in me.seats:
            what = "a concern" if one["kind"] == "concern" else "the objection"
            said = f"{what} of {one['seat']} to version {one['version']} stands{topic}"
            command = f"ledger clear {doc['id']} {one['seat']} REASON"
            veto = doc["rule"].get("veto") or {"cleared_by": "author"}
            if veto["cleared_by"] == "any":
                command += me.flag(one["seat"], count.roll(me.state, doc, tenure.reading(me.at)))
            yield row("objection", doc["id"], said, command, one["entry"])


def _casting(me: Reader, doc: Doc, topic: str) -> list[Doc]:
    """The ties that a seat of the actor's breaks."""
    tie = doc["rule"].get("tie") or {"how": ""}
    if tie["how"] != "casting" or tie["seat"] not in me.seats:
        return []
    if "versions" in doc:
        tied = verdict.of(me.state, doc, me.at)["verdict"] == "tied"
        idents = [doc["id"]] if tied else []
    else:
        said = doc["said"].items()
        idents = [f"{doc['id']}.{label}" for label, one in said if one["verdict"] == "tied"]
    return [
        row(
            "casting-vote",
            ident,
            f"it is tied, and {tie['seat']} breaks the tie{topic}",
            f"ledger casting-vote {ident} OPTION",
            doc["end"][1] if doc["end"] else (lookup.current(doc) or doc)["entry"],
        )
        for ident in idents
    ]


def ballot(me: Reader, doc: Doc) -> list[Doc]:
    """What waits in a ballot that is open or closed, and not yet ratified."""
    said = f": {called(me, doc['title'])}" if doc["title"] else ""
    if doc["state"] == "closed":
        return _by_ballot(me, doc, said) + _casting(me, doc, said)
    rows = [one for seat in _mine(me, doc) for one in _answers(me, doc, seat, said)]
    return rows + _all_said(me, doc, said)


def _all_said(me: Reader, doc: Doc, name: str) -> list[Doc]:
    """An open ballot that waits for its opener to close it: all is answered, or none can be."""
    close = f"ledger ballot close {doc['id']}"
    mine = roster.same_actor(me.state, doc["opener"], me.actor)
    if not mine or ballots.following(me.state, doc, me.at) != [close]:
        return []
    if me.blocks(me.act("ballot-close", [doc["id"]], {})):
        return []
    given = [one["entry"] for cast in doc["cast"].values() for one in cast["answers"].values()]
    text = f"nothing more is answered in {doc['id']}{name}"
    return [row("close", doc["id"], text, close, max([doc["entry"], *given]))]


def _answers(me: Reader, doc: Doc, seat: str, name: str) -> Iterator[Doc]:
    """The questions of an open ballot that the seat has not answered."""
    when = tenure.reading(me.at)
    had = (doc["cast"].get(seat) or {"answers": {}})["answers"]
    gone = [key for key, one in had.items() if count.gone(me.state, doc, seat, one, when)]
    labels = [one["label"] for one in doc["questions"]]
    open_ = [label for label in labels if label not in had or label in gone]
    if not open_ or me.blocks(me.act("ballot-cast", [doc["id"]], {"answers": []}, seat)):
        return
    form = "; ".join(f"{label}=KEY" for label in open_)
    flag = me.flag(seat, count.roll(me.state, doc, when))
    text = f"{seat} has not answered {', '.join(open_)} of {len(labels)}{name}"
    command = f"ledger ballot cast {doc['id']} '{form}'{flag}"
    yield row("ballot", doc["id"], text, command, doc["entry"])


def _by_ballot(me: Reader, doc: Doc, name: str) -> list[Doc]:
    """A closed ballot whose answers wait for the ratifier."""
    if doc["ratifier"] not in me.seats:
        return []
    from ledger.core.kinds.ratify_ballot import standing

    subjects = [doc["decision"], doc["id"]]
    found = standing(me.act("ratify-ballot", subjects, {"points": []}))
    if any(one["code"] == "tied" for one in found):
        return []
    text = f"the answers of {doc['id']} wait for {doc['ratifier']}{name}{stopped(found)}"
    command = f"ledger ratify {doc['decision']} --ballot {doc['id']}"
    command = found[0]["hint"] if found else command
    return [row("ratification", doc["id"], text, command, doc["ended"])]


def stopped(blocks: list[Doc]) -> str:
    """What stops it now, in a few words."""
    said = dict.fromkeys(
        " ".join([one["code"], *([one["seat"]] if one.get("seat") else [])]) for one in blocks
    )
    return f"; blocked: {', '.join(said)}" if said else ""
