"""What the two readers of proposal files share: the draft, its checks, and the faults collected.

Source: exchange.md, "The proposal file"; concepts.md, "Words"; cli.md, "Rules for every command".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NoReturn, TypedDict

from ledger.core import names
from ledger.core.effects import VERBS, effect_faults
from ledger.core.errors import Usage, position

_WORDS = "|".join([*VERBS, "stands down", "held for"])
ACT = re.compile(rf"({_WORDS}):(.*)", re.ASCII | re.IGNORECASE)
_OWNER = re.compile(r"([^\s:]+):(?=[ \t\r\n]|\Z)")
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


class Effect(TypedDict):
    """What a point does to earlier ones."""

    verb: str
    targets: list[str]


class Hold(TypedDict):
    """Whom a held point waits for."""

    seat: str
    reason: str


class Point(TypedDict):
    """One numbered statement."""

    label: str
    text: str
    effects: list[Effect]
    hold: Hold | None


class Action(TypedDict):
    """Something to do."""

    owner: str | None
    text: str


class Draft(TypedDict):
    """What a proposal file says; JSON-able. A hold without a reason has the reason `""`."""

    title: str | None
    points: list[Point]
    rejected: list[str]
    actions: list[Action]
    sources: list[str]


Path = tuple[str | int, ...]
Where = int | Path  # an offset in the text from 0, or the path of a value in JSON


def trim(lines: Iterable[str]) -> str:
    r"""The lines (split at `\n` only) as one text, blank lines at both ends removed.

    The last line's ending (`\n`, `\r\n`, `\r`) is no part of it; all else is as given. A line of
    nothing but spaces, tabs and CR is blank. Source: exchange.md, "The proposal file".
    """
    kept = list(lines)
    first, end = 0, len(kept)
    while first < end and not kept[first].strip(" \t\r"):
        first += 1
    while first < end and not kept[end - 1].strip(" \t\r"):
        end -= 1
    return "\n".join(kept[first:end]).rstrip("\r")


def compose(title: str, body: str) -> str:
    """A point's text: its title and, where there is a body, a newline and the body."""
    return f"{title}\n{body}" if body else title


def shown(text: str) -> str:
    """The text's beginning for a message: at most 60 characters, what is unprintable escaped."""
    cut = text if len(text) <= 60 else text[:59] + "…"
    return f"`{repr(cut)[1:-1]}`"


def is_target(text: str) -> bool:
    """Is it a point (`D1.3a`, `B3.1`) or a decision (`D2`)? (concepts.md, "Effects")."""
    ballot, dot, answer = text.partition(".")
    if text[:1] == "B":
        return bool(dot) and names.number(ballot[1:]) and names.number(answer)
    return names.is_decision(text) or names.is_point(text)


def is_name(text: str) -> bool:
    """Is it a name as actors and seats have them? (concepts.md, "actor")."""
    try:
        return bool(names.name(text))
    except Usage:
        return False


class Reading:
    """One file while it is read: its faults so far, and where its labels and targets stand."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._found: list[tuple[int, str]] = []
        self._labels: set[str] = set()
        self._targets: dict[tuple[str, str], list[Where]] = {}

    @property
    def faulty(self) -> bool:
        """Has a fault been kept?"""
        return bool(self._found)

    def fault(self, where: Where, message: str) -> None:
        """Keep a fault for `done` or `refuse`."""
        offset, prefix = (where, "") if isinstance(where, int) else self.place(where)
        self._found.append((offset, prefix + message))

    def place(self, path: Path) -> tuple[int, str]:
        """Where the value at a path starts, and how a message about it begins; only for JSON."""
        raise NotImplementedError(path)

    def storable(self, where: Where, text: str) -> None:
        """A fault at the first NUL or lone surrogate (cli.md: text is UTF-8; NUL is refused)."""
        bad = _UNSTORABLE.search(text)
        if bad:
            spot = where + bad.start() if isinstance(where, int) else where
            self.fault(spot, f"U+{ord(bad[0]):04X} at offset {bad.start()} is refused in a text")

    def label(self, where: Where, label: str) -> None:
        """A fault where the label is none (`[1-9][0-9]*[a-z]?`) or was there before."""
        if not names.is_label(label):
            self.fault(where, f"{shown(label)} is not a label like `1`, `2`, `3a`")
        elif label in self._labels:
            self.fault(where, f"label `{label}` twice")
        self._labels.add(label)

    def line(self, where: Where, text: str, what: str) -> str:
        """The text without white space at its ends; a fault where it is empty or several lines."""
        text = text.strip(" \t\r\n")
        if not text.strip():
            self.fault(where, f"an empty {what}")
        elif "\n" in text:
            self.fault(where, f"a {what} of several lines: {shown(text)}")
        return text

    def effect(
        self, where: Where, label: str, verb: str, targets: list[tuple[Where, str]]
    ) -> Effect:
        """The effect with the targets that are points or decisions; a fault for each other."""
        if not targets:
            self.fault(where, f"`{verb}` names no target")
        kept: list[str] = []
        for spot, target in targets:
            if is_target(target):
                kept.append(target)
                self._targets.setdefault((label, target), []).append(spot)
            elif not target:
                self.fault(spot, "an empty target")
            else:
                legal = "a target is a point (`D1.3a`, `B3.1`) or a decision (`D2`)"
                self.fault(spot, f"unknown target {shown(target)}: {legal}")
        return {"verb": verb, "targets": kept}

    def targets(self, at: int, act: re.Match[str]) -> list[tuple[Where, str]]:
        """The targets that an effect line at an offset names, each with its own offset."""
        named: list[tuple[Where, str]] = []
        at += act.start(2)
        for part in act[2].split(",") if act[2].strip(" \t") else ():
            named.append((at + len(part) - len(part.lstrip(" \t")), part.strip(" \t")))
            at += len(part) + 1
        return named

    def hold(self, at: int, act: re.Match[str]) -> Hold:
        """What a line `Held for: SEAT[, REASON]` at an offset says."""
        seat, _, reason = act[2].partition(",")
        at += act.start(2) + len(seat) - len(seat.lstrip(" \t"))
        seat = self.name(at, seat.strip(" \t"), "seat")
        return {"seat": seat, "reason": reason.strip(" \t")}

    def name(self, where: Where, text: str, what: str, upper: bool = False) -> str:
        """The text; a fault where it is not a name (concepts.md, "actor"), or with `upper` not one
        as options have them."""
        try:
            return names.name(text, what, upper)
        except Usage as error:
            self.fault(where, error.message)
            return text

    def action(self, where: Where, text: str) -> Action:
        """`owner: text` as an action; without a valid name before the colon the owner is None."""
        found = _OWNER.match(text)
        if not found or not is_name(found[1]):
            return {"owner": None, "text": text}
        said = text[found.end() :].strip(" \t\r\n")
        if not said:
            self.fault(where, f"an action without text: {shown(text)}")
        return {"owner": found[1], "text": said}

    def done(self, draft: Draft) -> Draft:
        """The draft, when nothing is wrong with it; else all its faults (`Usage`, exit 2)."""
        for message, label, target in effect_faults(draft["points"]):
            self.fault(self._targets[label, target][:2][-1], message)
        return draft if not self._found else self.refuse()

    def refuse(self) -> NoReturn:
        """Raise `Usage`: `faults` in the order of the text, `position` that of the first."""
        found = sorted(self._found, key=lambda fault: fault[0])
        placed = [(message, position(self.text, offset)) for offset, message in found]
        raise Usage(
            "; ".join(f"line {place['line']}: {message}" for message, place in placed),
            faults=[{"message": message, "position": place} for message, place in placed],
            position=placed[0][1],
        )


def hold_position(source: str) -> dict[str, int]:
    """Where a file first says `Held for:`, or a JSON proposal `"hold"`; its start otherwise."""
    found = re.search(r'(?im)^held for:|"hold"', source)
    return position(source, found.start() if found else 0)
