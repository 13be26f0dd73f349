"""The grammar of names and ids (concepts.md, "Words"; policy.md, `name`; cli.md, keys).

| what | form |
|---|---|
| actor, seat, body | `a-z`, `0-9`, `-`, `_`, `.`; begins with a letter or digit |
| option of a question | the same, and capitals |
| project | `[A-Z][A-Z0-9]*` |
| item | project, `-`, a number without leading zeros: `EVO-26` |
| brainstorm | `bs-` and 11 base-36 characters |
| decision, ballot, point | `D7`; `B3`; `D7.3a`, `B3.1` |
| question, finding, action | `EVO-26.Q1`, `EVO-26.F1`, `D7.A1` |

A name in another spelling is refused with the offending code point, never folded.
"""

from __future__ import annotations

from ledger.core.errors import Usage

LOWER = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
NAME = LOWER | frozenset("-_.")
UPPER = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
DIGITS = frozenset("0123456789")
LINKS = ("blocks", "relates", "duplicates", "descends-to")


def name(text: str, what: str = "name", upper: bool = False) -> str:
    """The name itself, when it is one; Usage with the first offending code point otherwise.
    `upper`: as the key of an option, which may have capitals (policy.md, `name`)."""
    if not text:
        raise Usage(f"an empty {what} is not a name")
    more = UPPER if upper else frozenset()
    for place, char in enumerate(text):
        if char not in (NAME if place else LOWER) | more:
            raise Usage(
                f"{what} {text!r}: U+{ord(char):04X} is not allowed at place {place + 1}; names "
                f"are {'' if upper else 'lower-case '}ASCII letters, digits, '-', '_' and '.'",
                code_point=f"U+{ord(char):04X}",
            )
    if len(text) > 64:
        raise Usage(f"{what} {text[:20]!r}… is longer than 64 characters")
    return text


def number(text: str) -> bool:
    """Is it a positive integer without leading zeros (at most 9 digits)?"""
    return 0 < len(text) <= 9 and set(text) <= DIGITS and text[0] != "0"


def is_project(text: str) -> bool:
    """Is it a project's name?"""
    return text[:1] in UPPER and bool(text) and set(text) <= (UPPER | DIGITS)


def is_key(text: str) -> bool:
    """Is it a work item's key?"""
    head, dash, tail = text.partition("-")
    return bool(dash) and is_project(head) and number(tail)


def is_label(text: str) -> bool:
    """Is it a point's label: `1`, `3a`?"""
    if text[-1:] in LOWER - DIGITS:
        text = text[:-1]
    return number(text)


def is_decision(text: str) -> bool:
    """Is it a decision's id?"""
    return text[:1] == "D" and number(text[1:])


def is_ballot(text: str) -> bool:
    """Is it a ballot's id?"""
    return text[:1] == "B" and number(text[1:])


def is_ruling(text: str) -> bool:
    """Is it the id of what has points: a decision, or a ballot?"""
    return is_decision(text) or is_ballot(text)


def is_point(text: str) -> bool:
    """Is it a point's id?"""
    head, dot, tail = text.partition(".")
    return bool(dot) and is_ruling(head) and is_label(tail)


def is_part(text: str) -> bool:
    """Is it the id of a question or finding of an item, or of an action of a decision?"""
    head, dot, tail = text.partition(".")
    letters = ("Q", "F") if is_key(head) else ("A",) if is_decision(head) else ()
    return bool(dot) and tail[:1] in letters and number(tail[1:])


def is_brainstorm(text: str) -> bool:
    """Is it a brainstorm's id?"""
    return len(text) == 14 and text[:3] == "bs-" and set(text[3:]) <= LOWER


def key(text: str) -> str:
    """The item's key itself, when it is one; Usage otherwise."""
    if not is_key(text):
        raise Usage(f"{text!r} is not the key of a work item, such as EVO-26")
    return text


def order(label: str) -> tuple[int, str]:
    """The order of labels: by number, then by letter."""
    digits = label.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(digits), label[len(digits) :]


def split_point(point: str) -> tuple[str, str]:
    """A point's decision and label."""
    decision, _, label = point.partition(".")
    return decision, label


def point_order(point: str) -> tuple[bool, int, int, str]:
    """The order of points: of decisions before those of ballots, by number, then by label."""
    ruling, label = split_point(point)
    return (ruling[0] == "B", int(ruling[1:]), *order(label))
