"""A seat answers questions of a ballot. Body: `{answers: [{question, choice, refinement?}]}`. The
last answer to a question counts; a later cast may answer some only (cli.md, ballots)."""

from __future__ import annotations

from ledger.core import ballots, count, lookup, roster, tenure, window
from ledger.core.errors import block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ("answers/*/refinement",)


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that opened the ballot."""
    return [{"statement": lookup.ballot(state, draft["subjects"][0])["statement"]}]


def _seat(act: Act) -> tuple[str | None, Blocks]:
    return roster.voice(act, _roll(act))


def _roll(act: Act) -> list[str]:
    return count.roll(act.state, lookup.ballot(act.state, act.subject), tenure.reading(act.at))


def who(act: Act) -> Blocks:
    """A registered seat of the electorate; the answers are to questions that are asked."""
    doc = lookup.ballot(act.state, act.subject)
    ballots.require(doc, act.body["answers"])
    seat, blocks = _seat(act)
    if seat or blocks:
        return blocks
    docs = act.state.many(f"seat:{name}" for name in _roll(act))
    who = ", ".join(f"{d['seat']} ({roster.holder(d, act.at) or 'nobody'})" for d in docs)
    message = f"{act.actor} has no seat in the electorate of {act.subject}: {who}"
    return [block("not-in-electorate", message, f"ledger ballot show {act.subject}")]


def _answers(act: Act, doc: Doc, seat: str | None) -> Doc:
    """The seat's last answers, but those that went with the seat when it left."""
    when, cast = tenure.reading(act.at), doc["cast"].get(seat) or {"answers": {}}
    return {
        label: one
        for label, one in cast["answers"].items()
        if not count.gone(act.state, doc, str(seat), one, when)
    }


def same(act: Act) -> Doc | None:
    """Each of these answers is the one that counts already."""
    doc, text = lookup.ballot(act.state, act.subject), act.state.text
    now = doc["cast"].get(_seat(act)[0])
    if now is None or not roster.same_actor(act.state, now["actor"], act.actor):
        return None
    last, before = 0, _answers(act, doc, _seat(act)[0])
    for one in act.body["answers"]:
        had = before.get(one["question"])
        if had is None or had["choice"] != one["choice"]:
            return None
        if text(had["refinement"] or "") != text(one.get("refinement") or ""):
            return None
        last = max(last, had["entry"])
    return {"entry": last, "ids": [act.subject]}


def check(act: Act) -> Blocks:
    """The ballot is open; one actor speaks once; no second answer where the policy takes none."""
    doc, mine = lookup.ballot(act.state, act.subject), _seat(act)[0]
    show = f"ledger ballot show {act.subject}"
    ended = window.over(act.state, doc, act.at, "cast")
    if ended:
        return ended
    blocks = []
    for name, cast in doc["cast"].items():
        counts = name not in doc["excused"] and _answers(act, doc, name)
        if name != mine and counts and roster.same_actor(act.state, cast["actor"], act.actor):
            message = f"{act.actor} has answered for {name} already: one actor counts once"
            blocks.append(block("same-hand", message, show, seat=mine))
    had = _answers(act, doc, mine)
    again = [one["question"] for one in act.body["answers"] if one["question"] in had]
    if again and doc["rule"]["revote"] == "refuse":
        message = f"{mine} has answered {', '.join(again)}, and the policy takes no other answer"
        blocks.append(block("already-cast", message, show, seat=mine))
    return blocks


def items(act: Act) -> list[str]:
    """The ballot's."""
    reach: list[str] = lookup.ballot(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The seat, and who holds it."""
    return {"seat": _seat(act)[0], "holder": act.actor}


def apply(act: Act) -> None:
    """These answers count (the first ones, where the policy says so)."""
    doc = act.state.touch(act.subject)
    before = _answers(act, doc, act.outcome["seat"])
    cast = doc["cast"].setdefault(act.outcome["seat"], {"actor": act.actor, "answers": {}})
    cast["actor"] = act.actor
    for one in act.body["answers"]:
        if doc["rule"]["revote"] == "first" and one["question"] in before:
            continue
        cast["answers"][one["question"]] = {
            "choice": one["choice"],
            "refinement": one.get("refinement"),
            "at": act.at,
            "entry": act.seq,
        }


def headline(act: Act) -> str:
    """What was done, in one line."""
    said = ", ".join(
        f"{one['question']}={one['choice']}{' refined' if 'refinement' in one else ''}"
        for one in act.body["answers"]
    )
    return f"answered {act.subject} as {act.outcome['seat']}: {said}"


def ids(act: Act) -> list[str]:
    """The ballot."""
    return act.subjects
