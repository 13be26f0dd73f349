"""A ballot is closed: with every question decided it waits to be ratified, else it is aborted, and
its points are free (cli.md, `ballot close`). Body: `{}`."""

from __future__ import annotations

from ledger.core import ballots, lookup, roster
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
    """Will a point not bear its answer any more, since it is dead, has fallen or was ratified?"""
    blocks = ratify_ballot.unfit(act.state, doc)
    return any(one["code"] != "pending-amendment" for one in blocks)


def items(act: Act) -> list[str]:
    """The ballot's."""
    reach: list[str] = lookup.ballot(act.state, act.subject)["reach"]
    return reach


def outcome(act: Act) -> Doc:
    """The state it ends in, and the verdict on each question."""
    doc = {**lookup.ballot(act.state, act.subject), "state": "closed"}
    said = {
        q["label"]: ballots.verdict(act.state, doc, q["label"], act.at) for q in doc["questions"]
    }
    ended = lookup.ballot(act.state, act.subject)["state"] == "closed"
    decided = not ended and all(one["verdict"] == "decided" for one in said.values())
    return {
        "state": "closed" if decided else "aborted",
        "questions": [
            {"label": label, "verdict": one["verdict"], "winners": one["winners"]}
            for label, one in said.items()
        ],
    }


def apply(act: Act) -> None:
    """It has ended, for good."""
    doc = act.state.touch(act.subject)
    doc["state"], doc["ended"] = act.outcome["state"], act.seq
    doc["said"] = {
        one["label"]: {"verdict": one["verdict"], "winners": one["winners"]}
        for one in act.outcome["questions"]
    }
    if doc["state"] == "aborted":
        act.state.touch("open")["ids"].remove(doc["id"])


def notes(act: Act) -> list[str]:
    """What was not decided, or what comes next."""
    doc = lookup.ballot(act.state, act.subject)
    open_ = [one for one in act.outcome["questions"] if one["verdict"] != "decided"]
    if act.outcome["state"] == "aborted" and not open_:
        return ["aborted, its points are free: one that it ruled on waits no more"]
    if not open_:
        return [
            f"to be ratified by {doc['ratifier']}: ledger ratify {doc['decision']} "
            f"--ballot {doc['id']}"
        ]
    said = ", ".join(f"{one['label']} ({one['verdict']})" for one in open_)
    return [f"aborted, its points are free: undecided {said}"]


def headline(act: Act) -> str:
    """What was done, in one line."""
    how = "closed" if act.outcome["state"] == "closed" else "aborted"
    return f"{how} ballot {act.subject}"


def ids(act: Act) -> list[str]:
    """The ballot."""
    return act.subjects
