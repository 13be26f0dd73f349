"""`ledger show`, `check` and `log`."""

from __future__ import annotations

from ledger.cli.common import Answer, Call, head_of
from ledger.core import names
from ledger.core.clock import page
from ledger.core.errors import NotFound, Usage
from ledger.core.lookup import parts
from ledger.recall import acts, moment, recall, said_by, state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ledger.core.state import State
    from ledger.store.store import Reader

    Doc = dict[str, Any]


def show(call: Call) -> Answer:
    """Shows whatever an id names."""
    ident = call.get("ID")
    view, render = _views(ident)
    with call.store.reading() as reader:
        home = ident.partition(".")[0] if names.is_part(ident) else ident
        state, when = recall(reader, home, call.when, call.outside)
        data = view(state, ident, when)
        head = head_of(reader.head())
    lines = [one + call.clock if one.startswith("left out: ") else one for one in render(data)]
    return Answer(data, _clocked(lines, when), head)


def _clocked(lines: list[str], when: Doc) -> list[str]:
    """The lines, and the clock they answer by where that is not now (concepts.md, "In force" 4)."""
    said = f"as of {page(when['at'])} ({when['clock']} #{when['seq']})"
    told = when["clock"] == "head" or any(line.startswith(said) for line in lines)
    return lines if told else [*lines, said]


def _views(ident: str) -> tuple[Callable[[State, str, Doc], Doc], Callable[[Doc], list[str]]]:
    """What makes an answer about an id, and what writes it as text; NotFound for no id at all."""
    if names.is_key(ident):
        from ledger.views import item

        return item.item, item.render
    if names.is_decision(ident):
        from ledger.views import decision

        return lambda s, i, w: {**decision.decision(s, i, w["at"]), "as_of": w}, decision.render
    if names.is_ballot(ident):
        from ledger.views import ballot

        return lambda s, i, w: {**ballot.ballot(s, i, w["at"]), "as_of": w}, ballot.render
    if names.is_point(ident):
        from ledger.views import point

        return lambda s, i, w: {"point": point.find(s, i), "as_of": w}, _render_point
    if names.is_part(ident):
        from ledger.views import part

        return lambda s, i, w: {**part.part(s, i), "as_of": w}, part.render
    if names.is_brainstorm(ident):
        from ledger.views import brainstorm

        return lambda s, i, w: {
            **brainstorm.brainstorm(s, i, w["at"]),
            "as_of": w,
        }, brainstorm.render
    if set(ident) <= names.NAME:
        from ledger.views import roster

        return _seat, lambda d: [roster.render(d)]
    raise NotFound(f"{ident!r} is no id: give EVO-26, D7, D7.3a, a brainstorm's or a seat's")


def _seat(state: State, ident: str, when: Doc) -> Doc:
    from ledger.views import roster

    return {**roster.seat(state, ident, when["at"]), "as_of": when}


def _render_point(data: Doc) -> list[str]:
    from ledger.views import point

    return point.render(data["point"])


def why(call: Call) -> Answer:
    """How a point came about."""
    from ledger.views import why as view

    ident = call.get("POINT")
    if not names.is_point(ident):
        raise Usage(f"{ident!r} is no point, such as D7.3a", _shows(ident))
    with call.store.reading() as reader:
        state, when = recall(reader, ident, call.when, call.outside)
        data = {**view.why(state, ident, when["at"]), "as_of": when}
        head = head_of(reader.head())
    return Answer(data, _clocked(view.render(data), when), head)


def _shows(ident: str) -> str:
    """The command that shows what was given in place of another kind of id."""
    if names.is_brainstorm(ident):
        return f"ledger brainstorm show {ident}"
    known = names.is_key(ident) or names.is_ruling(ident)
    return f"ledger show {ident}" if known else "ledger show --help"


def check(call: Call) -> Answer:
    """May one act on it? Exit 0 or 3."""
    from ledger.views.check import WAIVED
    from ledger.views.check import check as answer

    ident = call.get("ID")
    if not (names.is_key(ident) or names.is_ruling(ident) or names.is_point(ident)):
        if names.is_brainstorm(ident):
            said = f"{ident} is a brainstorm: check a decision, a point or an item"
            raise Usage(said, _shows(ident))
        raise NotFound(f"{ident!r} is no decision, point or item", "ledger item list")
    with call.store.reading() as reader:
        state, when = recall(reader, ident, call.when, call.outside)
        waived = tuple(code for code, flag in WAIVED.items() if call.get(flag))
        data = {**answer(state, ident, waived), "as_of": when}
        head = head_of(reader.head())
    return Answer(data, _clocked(_said(data), when), head, 3 if data["blocks"] else 0)


def _said(data: Doc) -> list[str]:
    if not data["blocks"]:
        by = f", by {' '.join(data['replaced_by'])}" if data["replaced_by"] else ""
        return [f"{data['id']} yes: in force{by}"]
    lines = [f"{data['id']} no"]
    for one in data["blocks"]:
        lines.append(f"blocked[{one['code']}]: {one['message']}")
        lines.append(f"hint: {one['hint']}")
    return lines


def log(call: Call) -> Answer:
    """Lists entries, of everything or of one id."""
    from ledger.views import log as view

    ident, since = call.get("ID"), call.get("--since") or 0
    with call.store.reading() as reader:
        when = moment(reader, call.when, call.outside)
        rows = rows_of(reader, ident, since, when)
        found = [view.row(act, call.get("--texts")) for act in acts(state_of(reader), rows)]
        head = head_of(reader.head())
    data = {"rows": found, "total": len(found), "returned": len(found), "truncated": False}
    lines = [line for one in found for line in view.render(one)]
    return Answer(data, _clocked(lines, when), head)


def rows_of(reader: Reader, ident: str | None, since: int, when: Doc) -> list[Doc]:
    """The rows of the entries after `since` that were known then, of everything or of one id;
    NotFound where no entry is about that."""
    if ident is None:
        rows = [row for row in reader.entries(since) if row["seq"] <= when["seq"]]
    else:
        about = parts(state_of(reader), _subject(ident))
        rows = reader.of(about, since, when["seq"])
        if not rows and not reader.of(about):
            raise NotFound(f"no entry is about {ident!r}", "ledger log")
    return [row for row in rows if said_by(row, when)]


def _subject(ident: str) -> str:
    return ident.split(".")[0] if names.is_point(ident) else ident
