"""A decision as a record in MADR 4, one file each: `D7-title-words.md`.

Front matter with status, date and decision-makers; then context, considered options, outcome with
its consequences and its confirmation, and more information. The second line, a comment of the front
matter, is the header by which our own files are known.

The status is made of the decision's points, those that its ballots made included:

| status | where |
|---|---|
| `proposed` | a point waits for ratification |
| `accepted` | else a point is in force, or contested |
| `superseded by [D9](D9-title-words.md)` | else another decision took the place of one |
| `deprecated` | else one was in force and is no more |
| `rejected` | else: refused, withdrawn, lapsed |

Whatever somebody typed stands as on the page of an item (`untrusted.py`), the words in a file's
name are ASCII letters and digits of the title.

>>> words("Who launches? - *only* the owner, Née", "D7")
'D7-who-launches-only-the-owner-n-e'

Source: exchange.md, "Markdown export", `--format madr`.
"""

from __future__ import annotations

import re

from ledger.core import force, lookup, names
from ledger.core.clock import page as moment
from ledger.export import ballots, points, ruling
from ledger.export.activity import effects
from ledger.export.frame import foot, join
from ledger.export.subject import mark
from ledger.export.untrusted import body, field
from ledger.views import decision
from ledger.views import point as view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ledger.core.state import State
    from ledger.export.subject import Subject

    Doc = dict[str, Any]
    Blocks = list[list[str]]

SUFFIX = ".md"
TAKES = (names.is_key, names.is_decision)
WHAT = "decisions are exported, those of an item or by themselves"
DECISIONS = True  # a page is of a decision: an item stands for those that it has
LIMIT = 60  # characters of a file's name


def ours(text: str, ledger: str) -> bool:
    """Did this ledger write the file, by its second line?"""
    first, _, rest = text.partition("\n")
    line = rest.partition("\n")[0]
    return first == "---" and re.fullmatch(f"# {mark('D[0-9]+', ledger)}", line) is not None


def words(title: str, ident: str) -> str:
    """The name of a decision's file, without what it ends in."""
    found = re.findall("[a-z0-9]+", title.lower())
    made = "-".join([ident, *found])
    return made if len(made) <= LIMIT else made[: LIMIT + 1].rpartition("-")[0]


def name(subject: Subject) -> str:
    """The name of a decision's file."""
    return _file(subject.state, subject.id)


def _file(state: State, ident: str) -> str:
    return words(_title(state, lookup.decision(state, ident)), ident) + SUFFIX


def _title(state: State, doc: Doc) -> str:
    """Its title, else the first line of its first point."""
    found = state.text(doc["title"] or doc["points"][0]["text"])
    return (found or "").split("\n", 1)[0]


def page(subject: Subject) -> str:
    """The record of a decision."""
    state, ident, at = subject.state, subject.id, subject.last.at
    shown = decision.decision(state, ident, at)
    made = [view.point(state, home, one) for home, one in ruling.own(subject)]
    title = field(_title(state, lookup.decision(state, ident)))
    return join(
        [
            _front(subject, shown, made),
            [f"# {title}"],
            *_context(subject, shown),
            ["## Considered Options"],
            [f"- {title} (chosen)", *(f"- {field(one)}" for one in shown["rejected"])],
            *_outcome(shown, made, title),
            *_more(state, shown, made),
            *foot(subject, " --format madr"),
        ]
    )


def _front(subject: Subject, shown: Doc, made: list[Doc]) -> list[str]:
    makers = [f"{actor or 'nobody'} ({seat})" for seat, actor in shown["holders"].items()]
    ruled = [one["ratification"]["by"] for one in made if one["ratification"]["by"]]
    makers += [f"{one['actor']} ({one['seat']}, ratifier)" for one in ruled if one["seat"]]
    return [
        "---",
        f"# {mark(subject.id, subject.ledger)}",
        f'status: "{status(subject.state, shown["id"], made)}"',
        f"date: {subject.last.at[:10]}",
        *([f"decision-makers: {', '.join(dict.fromkeys(makers))}"] if makers else []),
        "---",
    ]


def status(state: State, ident: str, made: list[Doc]) -> str:
    """The status of a decision whose points are shown so."""
    states = {one["state"] for one in made}
    if force.WAITS in states:
        return "proposed"
    if states & {force.FORCE, force.CONTESTED}:
        return "accepted"
    took = [one for one in made if one["state"] in force.REPLACED]
    by = dict.fromkeys(_home(state, to) for one in took for to in one["replaced_by"])
    by.pop(ident, None)
    if by:
        return "superseded by " + ", ".join(_link(state, one) for one in by)
    return "deprecated" if states & set(force.FALLEN) else "rejected"


def _home(state: State, point: str) -> str:
    """The decision that a point belongs to: of a ballot's, the one it was on."""
    ruling = point.split(".")[0]
    doc = state.get(ruling)
    return str(doc["decision"]) if doc and names.is_ballot(ruling) else ruling


def _link(state: State, ident: str) -> str:
    """An inline link to a decision's file; its id alone where it is not known here."""
    return f"[{ident}]({_file(state, ident)})" if state.get(ident) else ident


def _context(subject: Subject, shown: Doc) -> Blocks:
    doc = lookup.brainstorm(subject.state, shown["brainstorm"])
    said = f"Decided in {doc['id']} of {', '.join(shown['items'])}, which was opened with these"
    return [
        ["## Context and Problem Statement"],
        *body(f"{said} words", subject.state.text(doc["topic"])),
    ]


def _outcome(shown: Doc, made: list[Doc], title: str) -> Blocks:
    why = f"{points.voice(shown['decided_by'])} adopted it, #{shown['entry']}: "
    cast = decision.by_casting(shown["casting"])
    lines = [
        f"- tally: {decision.votes(shown)}",
        f"- policy: {field(shown['policy'])}",
        *(f"- {ballots.excused(one)}" for one in shown["excused"]),
    ]
    chosen = f"Chosen option: {title}, because {why}its policy is met{cast}."
    blocks = [["## Decision Outcome"], [chosen], lines]
    for one in made:
        since = f" since {moment(one['since'])}" if one["since"] else ""
        said = [f"{one['state']}{since}, #{one['entry']}", *points.held(one)]
        said += [f"replaced by {', '.join(one['replaced_by'])}"] if one["replaced_by"] else []
        blocks += [[f"### {one['id']}"], *body(" · ".join(said), one["text"])]
    does = [f"- {one['id']} {effects(one['effects'])}" for one in made if one["effects"]]
    blocks += [["### Consequences"], does] if does else []
    ruled = [f"- {one['id']}: {field(view.ratified(one))}" for one in made]
    return [*blocks, ["### Confirmation"], ruled]


def _more(state: State, shown: Doc, made: list[Doc]) -> Blocks:
    """Links both ways, actions and sources."""
    to: dict[tuple[str, str], None] = {}
    for one in made:
        for effect in one["effects"]:
            for target in effect["targets"]:
                to[effect["verb"], _home(state, target)] = None
    by = dict.fromkeys(_home(state, other) for one in made for other in one["replaced_by"])
    waits = dict.fromkeys(_home(state, other) for one in made for other in one["pending"])
    lines = [f"- {verb} {_link(state, home)}" for verb, home in to if home != shown["id"]]
    for word, homes in (("replaced, wholly or in part, by", by), ("pending:", waits)):
        lines += [f"- {word} {_link(state, one)}" for one in homes if one != shown["id"]]
    for one in shown["actions"]:
        owner = f"{field(one['owner'])}: " if one["owner"] else ""
        lines.append(f"- action {one['id']}, {one['state']}: {owner}{field(one['text'])}")
    lines += [f"- source: {field(one)}" for one in shown["sources"]]
    return [["## More Information"], lines] if lines else []
