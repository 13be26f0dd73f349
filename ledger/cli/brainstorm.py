"""`ledger brainstorm …`, `propose` and the positions."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core.clock import to_iso
from ledger.core.errors import Usage
from ledger.recall import recall, state_of
from ledger.views import brainstorm as view
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]


def open_(call: Call) -> Answer:
    """Opens a brainstorm, and prints its id alone."""
    from ledger.views import written

    body = {"topic": call.text("TOPIC")}
    if call.get("--policy"):
        body["policy"] = call.get("--policy")
    body.update(deadline(call))
    draft = call.draft("brainstorm-open", call.get("KEY"), body)
    return call.write(draft, written.brainstorm_open, lambda act: str(act.outcome["number"]))


def deadline(call: Call) -> Doc:
    """What `--deadline` says, or nothing."""
    from ledger.core.clock import moment

    given = call.get("--deadline")
    return {"deadline": moment(given)} if given is not None else {}


def say(call: Call) -> Answer:
    """Says something in a brainstorm."""
    return call.write(call.draft("say", [call.get("BS")], {"text": call.text("TEXT")}))


def show(call: Call) -> Answer:
    """Shows a brainstorm."""
    with call.store.reading() as reader:
        state, when = recall(reader, call.get("BS"), call.when, call.outside)
        data = {**view.brainstorm(state, call.get("BS"), when["at"]), "as_of": when}
        head = head_of(reader.head())
    return Answer(data, view.render(data), head)


def rows(call: Call) -> Answer:
    """Lists the brainstorms."""
    with call.store.reading() as reader:
        state, at = state_of(reader), to_iso(call.outside.now())
        found = [view.brief(state, doc, at) for doc in state.many(reader.brainstorms())]
        head = head_of(reader.head())
    lines = [f"{one['id']} {one['state']}: {safe.line(one['topic'])}" for one in found]
    data = {"rows": found, "total": len(found), "returned": len(found), "truncated": False}
    return Answer(data, lines, head)


def close(call: Call) -> Answer:
    """Ends a brainstorm without a decision."""
    given = [how for how in ("no-decision", "withdraw") if call.get(f"--{how}")]
    if len(given) != 1:
        raise Usage("say how: --no-decision REASON or --withdraw REASON")
    body = {"how": given[0], "reason": call.text(f"--{given[0]}")}
    return call.write(call.draft("brainstorm-close", [call.get("BS")], body))


def propose(call: Call) -> Answer:
    """Puts a new version of the text to a brainstorm."""
    from ledger.views import written

    return call.write(call.draft("propose", [call.get("BS")], proposal(call)), written.propose)


def proposal(call: Call) -> Doc:
    """The body of a proposal, read from the file that the command names."""
    from ledger.ingest.proposal import read_json, read_markdown

    text = call.read(call.get("-f")).removeprefix("\ufeff")
    read = read_json if call.get("--json-input") else read_markdown
    return sealed(read(text))


def _held(hold: Any) -> Doc:
    from ledger.core.entry import Text

    return {"seat": hold["seat"], **({"reason": Text(hold["reason"])} if hold["reason"] else {})}


def sealed(made: Any) -> Doc:
    """The body of a proposal as read from a file, its texts marked as such."""
    from ledger.core.entry import Text

    body: Doc = {"title": Text(made["title"])} if made["title"] is not None else {}
    body["points"] = [
        {
            "label": one["label"],
            "text": Text(one["text"]),
            "effects": one["effects"],
            **({"hold": _held(one["hold"])} if one["hold"] else {}),
        }
        for one in made["points"]
    ]
    body["rejected"] = [Text(one) for one in made["rejected"]]
    body["sources"] = [Text(one) for one in made["sources"]]
    body["actions"] = [
        {**({"owner": one["owner"]} if one["owner"] else {}), "text": Text(one["text"])}
        for one in made["actions"]
    ]
    return body


def _position(call: Call, kind: str, body: Doc) -> Answer:
    if call.get("--on") is not None:
        body["on"] = call.get("--on")
    return call.write(call.draft(kind, [call.get("BS")], body))


def agree(call: Call) -> Answer:
    """Takes a position for the current version."""
    return _position(call, "agree", {})


def object_(call: Call) -> Answer:
    """Takes a position against it."""
    body: Doc = {"reason": call.text("REASON")}
    if call.get("--dissent"):
        body["dissent"] = True
    return _position(call, "object", body)


def abstain(call: Call) -> Answer:
    """Abstains on it."""
    return _position(call, "abstain", {})


def recuse(call: Call) -> Answer:
    """Stands aside from it."""
    return _position(call, "recuse", {})


def concern(call: Call) -> Answer:
    """Raises a concern beside any stance."""
    return _position(call, "concern", {"reason": call.text("REASON")})


def clear(call: Call) -> Answer:
    """Clears the objections of a seat."""
    body = {"seat": call.get("SEAT"), "reason": call.text("REASON")}
    return call.write(call.draft("clear", [call.get("BS")], body))
