"""`ledger ballot …`."""

from __future__ import annotations

from ledger.cli.brainstorm import deadline
from ledger.cli.common import Answer, Call, head_of
from ledger.recall import recall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]


def open_(call: Call) -> Answer:
    """Puts questions to seats, and prints the ballot's id alone."""
    from ledger.cli.decision import decision_of
    from ledger.views import written

    body = _asked(call.read(call.get("-f")).removeprefix("\ufeff"))
    body["to"] = call.get("--to")
    if call.get("--policy"):
        body["policy"] = call.get("--policy")
    body.update(deadline(call))
    draft = call.draft("ballot-open", [decision_of(call, call.get("D7"))], body)
    return call.write(draft, written.ballot_open, lambda act: str(act.outcome["number"]))


def _asked(text: str) -> Doc:
    """The questions of a ballot file, its texts marked as such."""
    from ledger.core.entry import Text
    from ledger.ingest.ballot import read_ballot

    made = read_ballot(text)
    body: Doc = {"title": Text(made["title"])} if made["title"] else {}
    body["questions"] = [
        {
            "label": one["label"],
            "text": Text(one["text"]),
            "rules_on": one["rules_on"],
            "options": [
                {"key": o["key"], "text": Text(o["text"]), "effect": o["effect"]}
                for o in one["options"]
            ],
        }
        for one in made["questions"]
    ]
    return body


def cast(call: Call) -> Answer:
    """Answers questions of a ballot."""
    from ledger.core.entry import Text
    from ledger.ingest.answers import read_answers, read_answers_file

    text = str(call.text("ANSWERS"))
    read = read_answers_file if call.get("-f") or call.get("ANSWERS") == "-" else read_answers
    answers = [
        {
            "question": one["question"],
            "choice": one["choice"],
            **({"refinement": Text(one["refinement"])} if one["refinement"] else {}),
        }
        for one in read(text)
    ]
    return call.write(call.draft("ballot-cast", [call.get("B3")], {"answers": answers}))


def show(call: Call) -> Answer:
    """Shows a ballot."""
    from ledger.views import ballot as view

    with call.store.reading() as reader:
        state, when = recall(reader, call.get("B3"), call.when, call.outside)
        data = {**view.ballot(state, call.get("B3"), when["at"]), "as_of": when}
        head = head_of(reader.head())
    return Answer(data, view.render(data), head)


def casting(call: Call) -> Answer:
    """Breaks a tie."""
    return call.write(call.draft("casting-vote", [call.get("ID")], {"option": call.get("OPTION")}))


def close(call: Call) -> Answer:
    """Ends a ballot."""
    return call.write(call.draft("ballot-close", [call.get("B3")]))
