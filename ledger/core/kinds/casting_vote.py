"""The seat that the policy names breaks a tie (policy.md, `tie casting`): only while it is tied,
only for what is tied. Subject: a brainstorm, or a question of a ballot (`B3.1`); body:
`{option}`."""

from __future__ import annotations

from ledger.core import ballots, lookup, roster, verdict, window
from ledger.core.errors import NotFound, Usage, block
from ledger.core.names import is_brainstorm

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc
    from ledger.core.state import State

TEXTS = ()


def aim(state: State, draft: Doc) -> list[Doc]:
    """The statement that proposed the current version, or that opened the ballot."""
    home = draft["subjects"][0].partition(".")[0]
    if is_brainstorm(home):
        now = lookup.current(lookup.brainstorm(state, home))
        return [{"statement": now["statement"]}] if now else []
    return [{"statement": lookup.ballot(state, home)["statement"]}]


def _home(act: Act) -> tuple[Doc, str]:
    """The document, and the question's label (none in a brainstorm)."""
    home, _, label = act.subject.partition(".")
    if is_brainstorm(home):
        return lookup.brainstorm(act.state, home), ""
    doc = lookup.ballot(act.state, home)
    if not label:
        raise Usage(f"say which question of {home}: {home}.1", f"ledger ballot show {home}")
    if ballots.question(doc, label) is None:
        raise NotFound(f"{home} has no question {label}", f"ledger ballot show {home}")
    return doc, label


def _show(doc: Doc) -> str:
    return f"ledger {'brainstorm' if 'versions' in doc else 'ballot'} show {doc['id']}"


def _legal(doc: Doc, label: str) -> list[str]:
    asked = ballots.question(doc, label) if label else None
    return [one["key"] for one in asked["options"]] if asked else ["for", "against"]


def _seat(act: Act) -> tuple[str | None, Blocks]:
    tie = _home(act)[0]["rule"].get("tie") or {"how": ""}
    if tie["how"] != "casting":
        message = f"the policy of {act.subject} names nobody to break a tie"
        return None, [block("not-allowed", message, _show(_home(act)[0]))]
    return roster.voice(act, [tie["seat"]])


def who(act: Act) -> Blocks:
    """The registered holder of that seat, whether or not it voted."""
    doc, label = _home(act)
    legal = _legal(doc, label)
    if act.body["option"] not in legal:
        raise Usage(f"there is no option {act.body['option']}: {', '.join(legal)}", _show(doc))
    seat, blocks = _seat(act)
    if seat or blocks:
        return blocks
    name = doc["rule"]["tie"]["seat"]
    message = f"a tie in {act.subject} is broken by {name}, which {act.actor} does not hold"
    return [block("not-allowed", message, f"ledger show {name}")]


def same(act: Act) -> Doc | None:
    """It has been cast so."""
    doc, label = _home(act)
    cast = doc["casting"].get(label)
    if cast is None or cast["option"] != act.body["option"]:
        return None
    return {"entry": cast["entry"], "ids": [act.subject]}


def check(act: Act) -> Blocks:
    """It is tied, and between what is chosen and another."""
    doc, label = _home(act)
    ended = window.over(act.state, doc, act.at)
    if ended and not (label and doc["state"] == "closed"):
        return ended
    if act.statement.get("targets") != aim(act.state, act.statement):
        return [block("text-changed", f"{doc['id']} has a new version", _show(doc))]
    tied = _tied(act, doc, label)
    if act.body["option"] in tied:
        return []
    if tied:
        message = f"{act.subject} is tied between {' and '.join(tied)}"
    else:
        message = f"{act.subject} is not tied: its verdict is {_verdict(act, doc, label)}"
        message += ", and a tie is one at the end only"
    return [block("not-allowed", message, _show(doc))]


def _verdict(act: Act, doc: Doc, label: str) -> str:
    if label:
        return str(ballots.verdict(act.state, doc, label, act.at)["verdict"])
    return str(verdict.of(act.state, doc, act.at)["verdict"])


def _tied(act: Act, doc: Doc, label: str) -> list[str]:
    if _verdict(act, doc, label) != "tied":
        return []
    if not label:
        return ["for", "against"]
    return list(ballots.verdict(act.state, doc, label, act.at)["winners"])


def items(act: Act) -> list[str]:
    """The brainstorm's or the ballot's."""
    reach: list[str] = _home(act)[0]["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The seat, and who holds it."""
    return {"seat": _seat(act)[0], "holder": act.actor}


def apply(act: Act) -> None:
    """It counts where the votes are equal."""
    doc, label = _home(act)
    doc = act.state.touch(doc["id"])
    doc["casting"][label] = {
        "option": act.body["option"],
        "seat": act.outcome["seat"],
        "actor": act.doer,
        "entry": act.seq,
        "at": act.at,
    }
    if label in doc.get("said", ()):
        doc["said"][label] = ballots.ended(act.state, doc, label, act.at)


def headline(act: Act) -> str:
    """What was done, in one line."""
    return f"cast {act.outcome['seat']}'s casting vote in {act.subject} for {act.body['option']}"


def ids(act: Act) -> list[str]:
    """What was tied."""
    return act.subjects
