"""A ballot is closed: with every question decided it waits to be ratified, else it is aborted, and
its points are free (cli.md, `ballot close`). Body: `{}`."""

from __future__ import annotations

from ledger.core import ballots, lookup, roster, tenure, window
from ledger.core.errors import block
from ledger.core.kinds import ratify_ballot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.core.act import Act, Blocks, Doc

TEXTS = ()


def who(act: Act) -> Blocks:
    """Who opened it, or the ratifier."""
    doc = lookup.ballot(act.state, act.subject)
    if roster.same_actor(act.state, act.actor, doc["opener"]):
        return []
    seat, blocks = roster.voice(act, [doc["ratifier"]])
    if seat or blocks:
        return blocks
    message = f"{doc['id']} is closed by {doc['opener']} or seat {doc['ratifier']}"
    return [block("not-allowed", message, f"ledger ballot show {doc['id']}")]


def same(act: Act) -> Doc | None:
    """It has ended; one that cannot be ratified any more is ended once more, and is aborted then:
    else its other points would never be free."""
    doc = lookup.ballot(act.state, act.subject)
    if not doc["ended"] or (doc["state"] == "closed" and _stuck(act, doc)):
        return None
    return {"entry": doc["ended"], "ids": [doc["id"]]}


def _stuck(act: Act, doc: Doc) -> bool:
    """Can it not be ratified as it is: a point will not bear its answer any more, since it is dead,
    has fallen or was ratified; the default won, or a tie stands?"""
    blocks = ratify_ballot.unfit(act.state, doc)
    if any(one["code"] != "pending-amendment" for one in blocks):
        return True
    said = doc["said"].values()
    return any(ballots.default_won(doc, one) or one["verdict"] != "decided" for one in said)


def check(act: Act) -> Blocks:
    """Its window has passed."""
    doc = lookup.ballot(act.state, act.subject)
    if doc["state"] != "open" or window.over(act.state, doc, act.at):
        return []
    time = window.of(act.state, doc, tenure.reading(act.at))
    if all(one["verdict"] == "decided" for one in _said(act, doc).values()):
        return []
    return window.running(doc, time, {"verdict": "open"})


def _said(act: Act, doc: Doc) -> dict[str, Doc]:
    labels = [one["label"] for one in doc["questions"]]
    return {label: ballots.ended(act.state, doc, label, act.at) for label in labels}


def items(act: Act) -> list[str]:
    """The ballot's."""
    reach: list[str] = lookup.ballot(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The state it ends in, and the verdict on each question."""
    doc = {**lookup.ballot(act.state, act.subject), "state": "closed"}
    said = _said(act, doc)
    ended = lookup.ballot(act.state, act.subject)["state"] == "closed"
    decided = not ended and all(
        one["verdict"] == "decided" or ballots.waits_for_casting(doc, one) for one in said.values()
    )
    return {
        "state": "closed" if decided else "aborted",
        "questions": [{"label": label, **one} for label, one in said.items()],
    }


def apply(act: Act) -> None:
    """It has ended, for good."""
    doc = act.state.touch(act.subject)
    doc["state"], doc["ended"] = act.outcome["state"], act.seq
    doc["end"] = doc["end"] or [act.at, act.seq]
    doc["said"] = {
        one["label"]: {key: one[key] for key in ("verdict", "winners")}
        for one in act.outcome["questions"]
    }
    if doc["state"] == "aborted":
        act.state.touch("open")["ids"].remove(doc["id"])


def notes(act: Act) -> list[str]:
    """What was not decided, or what comes next."""
    doc = lookup.ballot(act.state, act.subject)
    open_ = [one for one in act.outcome["questions"] if one["verdict"] != "decided"]
    if act.outcome["state"] == "closed":
        return _next(doc)
    if act.outcome["state"] == "aborted" and not open_:
        return ["aborted, its points are free: one that it ruled on waits no more"]
    said = ", ".join(f"{one['label']} ({one['verdict']})" for one in open_)
    return [f"aborted, its points are free: undecided {said}"]


def _next(doc: Doc) -> list[str]:
    """What comes next: a casting vote, another close, or the ratification."""
    lines = []
    for label, one in doc["said"].items():
        if one["verdict"] == "tied":
            seat, tied = doc["rule"]["tie"]["seat"], " and ".join(one["winners"])
            how = f"ledger casting-vote {doc['id']}.{label} OPTION"
            lines.append(f"question {label} is tied between {tied}; {seat} breaks it: {how}")
        elif ballots.default_won(doc, one):
            lines.append(
                f"question {label}: {one['winners'][0]} wins, which is none of these, so it "
                f"cannot be ratified; to free its points: ledger ballot close {doc['id']}"
            )
    ratify = f"ledger ratify {doc['decision']} --ballot {doc['id']}"
    return lines or [f"to be ratified by {doc['ratifier']}: {ratify}"]


def headline(act: Act) -> str:
    """What was done, in one line."""
    how = "closed" if act.outcome["state"] == "closed" else "aborted"
    return f"{how} ballot {act.subject}"


def ids(act: Act) -> list[str]:
    """The ballot."""
    return act.subjects
