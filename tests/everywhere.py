"""A ledger in which hostile texts stand in every place where somebody can type one.

An item has LOT of the texts. Of a `main` lot each is a comment, the name of whom an import reports
to have made it, the item's title, the reason of a position, and the title and the text of a point.
Of a lot that has a `turn`, each stands in one of PLACES: ten turns put each text in each. Of a lot
that is both, it is a rejected option, an action, a source and the reason of the point's hold, and a
comment of somebody here besides.
"""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

from driving import Driver, bins
from nasty import one_line

from ledger.cli.common import Outside
from ledger.core.entry import Text
from ledger.draft import Draft
from ledger.service import submit
from ledger.store.store import Store

LOT = 40
POLICY = "together bin; veto concern; ratify by owner"
IMPORT = "0" * 64  # what the imported file hashes to
PLACES = (
    "question, answer, and title of a sub-item",
    "finding and its source",
    "said in the brainstorm",
    "concern and its clearing",
    "topic, title, excuse and end of a brainstorm",
    "hold",
    "reported refusal and its source",
    "withdrawal",
    "refusal",
    "question, option and answer of a ballot",
)


class Lot(NamedTuple):
    """Texts of one item; no turn: they stand in none of PLACES."""

    texts: list[str]
    turn: int | None = None
    main: bool = True

    @property
    def whole(self) -> bool:
        """Do they stand wherever an item of one lot has room for all?"""
        return self.main and self.turn is not None

    def at(self, place: int) -> list[tuple[str, str]]:
        """(label of its point, text) of those whose turn it is at a place."""
        turn = self.turn
        if turn is None:
            return []
        found = [(n, text) for n, text in enumerate(self.texts, 1)]
        return [(str(n), text) for n, text in found if (n + turn) % len(PLACES) == place]


def cut(texts: list[str]) -> list[list[str]]:
    """The texts in lots."""
    return [texts[at : at + LOT] for at in range(0, len(texts), LOT)]


def everywhere(texts: list[str]) -> list[Lot]:
    """Each text in every place."""
    return [Lot(lot, turn, not turn) for turn in range(len(PLACES)) for lot in cut(texts)]


def share(texts: list[str], every: int = 5) -> list[Lot]:
    """Each text in the main places, and one of so many lots in PLACES besides."""
    return [Lot(lot, None if n % every else n) for n, lot in enumerate(cut(texts))]


class Lines:
    """The lines of a batch."""

    def __init__(self) -> None:
        self.made: list[dict[str, Any]] = []
        self.ids: list[list[str]] = []

    def add(self, who: str, line: str, text: str = "", more: str = "", name: str = "") -> str:
        """One more line, done by `who`, or reported of `name`; what stands for its first id."""
        argv = [*line.split(" "), *([more] if more else [])]
        one: dict[str, Any] = {"argv": argv, "as": who, "stdin": text}
        if name:
            one["reported"] = {"actor": name, "source": name, "import": IMPORT}
        self.made.append(one)
        return f"${len(self.made)}"

    def run(self, ledger: Driver) -> None:
        """Does them all, in one transaction."""
        with redirect_stdout(StringIO()) as said:
            code, _ = ledger.run("batch - --atomic", "\n".join(map(json.dumps, self.made)))
        assert code == 0, said.getvalue()
        self.ids = [json.loads(one)["data"]["ids"] for one in said.getvalue().splitlines()]

    def ident(self, stand_in: str) -> str:
        """The first id of a line, once it was run."""
        return self.ids[int(stand_in[1:]) - 1][0]


def proposal(texts: list[str], title: str, main: bool = True, whole: bool = False) -> str:
    """A proposal of so many points; if `main`, they say the texts; if `whole`, so do its holds,
    rejected options, actions and sources."""
    points = [
        {
            "label": str(n),
            "title": one_line(text) if main else "x",
            "body": text if main else "",
            "hold": {"seat": "owner", "reason": one_line(text)} if whole else None,
        }
        for n, text in enumerate(texts, 1)
    ]
    more = {"rejected": texts, "actions": [{"text": one} for one in texts], "sources": texts}
    said = {"title": one_line(title), "points": points, **(more if whole else {})}
    return json.dumps(said)


def filled(path: Path, lots: list[Lot], now: str | None = None) -> Driver:
    """A new ledger, with an item for each lot; its clock stands still at `now`."""
    ledger, lines = bins(path, POLICY, now), Lines()
    homes = [_lot(lines, f"EVO-{n}", lot) for n, lot in enumerate(lots, 2)]
    lines.run(ledger)
    for home, lot in zip(homes, lots, strict=True):
        for label, text in lot.at(9):
            _voted(ledger, lines.ident(home), label, text)
    return ledger


def _lot(lines: Lines, key: str, lot: Lot) -> str:
    """An item, with a decision of those texts."""
    first, last = lot.texts[0], lot.texts[-1]
    lines.add("alpha", f"item new EVO Anew --key {key}")
    storm = lines.add("alpha", f"brainstorm open {key} -", last)
    said = proposal(lot.texts, first, lot.main, lot.whole)
    lines.add("alpha", f"propose {storm} -f - --json-input", said)
    for text in lot.texts if lot.main else ():
        lines.add("alpha", f"item comment {key} -", text, name=one_line(text))
        lines.add("alpha", f"item edit {key} --title -", text)
        lines.add("gamma", f"object {storm} -", text)
        if lot.whole:
            lines.add("alpha", f"item comment {key} -", text)
    _discussed(lines, key, storm, lot)
    for who in ("alpha", "beta", "gamma"):
        lines.add(who, f"agree {storm}")
    home = lines.add("alpha", f"decide {storm}")
    lines.add("warden", f"seat excuse {home} bin-2 -", last)
    _ruled(lines, home, lot)
    if lot.whole:
        _imported(lines, key, [one_line(text) for text in lot.texts])
    return home


def _discussed(lines: Lines, key: str, storm: str, lot: Lot) -> None:
    for number, (_, text) in enumerate(lot.at(0), 1):
        lines.add("alpha", f"item ask {key} -", text)
        lines.add("beta", f"item answer {key}.Q{number} -", text)
        lines.add("alpha", f"item new SUB - --parent {key}", text)
    for _, text in lot.at(1):
        lines.add("beta", f"item find {key} -", text, f"--source={text}")
    for _, text in lot.at(2):
        lines.add("beta", f"brainstorm say {storm} -", text)
    for _, text in lot.at(3):
        lines.add("alpha", f"concern {storm} -", text)
        lines.add("alpha", f"clear {storm} bin-1 -", text)
    for _, text in lot.at(4):
        short = lines.add("alpha", f"brainstorm open {key} -", text)
        lines.add("alpha", f"propose {short} -f - --json-input", proposal(["x"], text))
        lines.add("alpha", f"concern {short} -", text)
        lines.add("warden", f"seat excuse {short} bin-3 -", text)
        lines.add("alpha", f"brainstorm close {short} --no-decision -", text)


def _ruled(lines: Lines, home: str, lot: Lot) -> None:
    for label, text in lot.at(5):
        lines.add("warden", f"hold {home}.{label} --for owner -", text + "\n")
    for label, text in lot.at(6):
        lines.add("alpha", f"ratify {home} --points {label} --refuse -", text, f"--reported={text}")
    for label, text in lot.at(7):
        lines.add("alpha", f"withdraw {home}.{label} -", text)
    for label, text in lot.at(8):
        lines.add("warden", f"ratify {home} --points {label} --refuse -", text)


def _imported(lines: Lines, key: str, names: list[str]) -> None:
    """A decision that an import reports, with names of whom it reports in each place of one."""

    def add(line: str, text: str = "") -> str:
        names.append(names.pop(0))
        return lines.add("alpha", line, text, name=names[-1])

    storm = add(f"brainstorm open {key} Told")
    add(f"propose {storm} -f -", "## 1. One\nHeld for: owner\n\n## 2. Two\n")
    lines.made[-1]["reported"]["actor"] = names[0]
    home = add(f"decide {storm}")
    lines.made[-1]["ratifier"] = "owner"
    add(f"ratify {home} --points 1")
    add(f"hold {home}.2 --for owner Until")
    add(f"item ask {key} Who?")
    add(f"item find {key} Fact --source minutes")


def _voted(ledger: Driver, home: str, label: str, text: str) -> None:
    """A ballot on a point of the decision, whose title, question, options and answer say a text."""
    options = [
        {"key": "a", "text": Text(text), "effect": "amends"},
        {"key": "b", "text": Text(one_line(text)), "effect": "refuses"},
    ]
    asked = {"label": "1", "text": Text(text), "rules_on": [f"{home}.{label}"], "options": options}
    body = {"to": "owner", "title": Text(text), "questions": [asked]}
    ballot = _act(ledger, "ballot-open", home, body)
    answer = {"question": "1", "choice": "a", "refinement": Text(text)}
    _act(ledger, "ballot-cast", ballot, {"answers": [answer]})
    ledger.do(f"warden: ballot close {ballot}")
    ledger.do(f"warden: ratify {home} --ballot {ballot}")


def _act(ledger: Driver, kind: str, subject: str, body: dict[str, Any]) -> str:
    """Its first id. (A ballot's file is Markdown: not every text can stand in it.)"""
    draft = Draft(kind, [subject], "warden", body)
    outside = Outside(ledger.env.get("LEDGER_NOW"), None, "")
    return submit(Store(str(ledger.path)), draft, outside).ids[0]
