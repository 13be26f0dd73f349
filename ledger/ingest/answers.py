r"""The reader of answers to a ballot (`ballot cast`).

Answers are one text:

    1=b: no always-on agents; not one = none; 2=later

- A new answer begins at `;` where a question's number and `=` follow, with or without spaces.
- A refinement follows `:`. It loses the white space around it where it is one line; of several
  lines it is kept as it is, but for the last line's ending at the end of the whole.
- In a file each answer begins a line instead, so that a refinement may hold `; 2=` as text.

Source: exchange.md, "Casting"; concepts.md, "In force" 8.
"""

from __future__ import annotations

import re
from typing import TypedDict

from ledger.ingest.proposal_draft import Reading, shown

_WHITE = " \t\r\n"
_IN_LINE = re.compile(r"(?:\A|;)[ \t\r\n]*([1-9][0-9]*)[ \t\r\n]*=")
_IN_FILE = re.compile(r"(?:\A|\n)[ \t\r\n]*([1-9][0-9]*)[ \t]*=")


class Answer(TypedDict):
    """One question's answer: an option's key, ranks (`b>a=c`) or approvals (`a,b`); and what
    refines it."""

    question: str
    choice: str
    refinement: str | None


def read_answers(text: str) -> list[Answer]:
    """The answers that an argument says, in its order; pure.

    Raises `Usage` (exit 2) with all faults, each with its position. Source: exchange.md, "Casting".
    """
    return _read(text, _IN_LINE)


def read_answers_file(text: str) -> list[Answer]:
    """The answers that a file says: each begins a line, and may hold anything else."""
    return _read(text, _IN_FILE)


def _read(text: str, begins: re.Pattern[str]) -> list[Answer]:
    reading = Reading(text)
    reading.storable(0, text)
    found = list(begins.finditer(text))
    first = found[0].start() if found else len(text)
    if not text.strip():
        reading.fault(0, "no answer: one is like `1=b`")
    elif not found or text[:first].strip(_WHITE) or text[first] == ";":
        _stray(reading, 0, text[:first].partition(":")[0])
    ends = [*(one.start() for one in found[1:]), len(text.removesuffix("\n").removesuffix("\r"))]
    answers = [_answer(reading, one, text[one.end() : ends[n]]) for n, one in enumerate(found)]
    return answers if not reading.faulty else reading.refuse()


def _answer(reading: Reading, begins: re.Match[str], text: str) -> Answer:
    """The answer of which what follows `N=` is given."""
    at, number = begins.end(), begins[1]
    head, colon, said = text.partition(":")
    choice, semicolon, rest = head.partition(";")
    if semicolon:
        _stray(reading, at + len(choice) + 1, rest)
    elif colon and not said.strip():
        reading.fault(at + len(head), f"an empty refinement of question {shown(number)}")
    at += len(choice) - len(choice.lstrip(_WHITE))
    choice = choice.strip(_WHITE)
    keys = [key.strip(_WHITE) for key in re.split("[>=,]", choice)]
    if not choice:
        reading.fault(begins.start(1), f"question {shown(number)} without a choice")
    elif len(keys) == 1:
        reading.name(at, choice, "choice", upper=True)
    elif "," in choice and not {">", "="}.isdisjoint(choice):
        reading.fault(at, f"{shown(choice)} both ranks (`b>a=c`) and approves (`a,b`)")
    elif not all(keys):
        reading.fault(at, f"{shown(choice)} lacks an option beside a sign; `;` parts answers")
    else:
        for key in keys:
            reading.name(at, key, "choice", upper=True)
        choice = re.sub(r"[ \t\r\n]+", "", choice)
    bare = said.strip(_WHITE)
    refinement = (said if "\n" in bare else bare) if colon else None
    return {"question": number, "choice": choice, "refinement": refinement}


def _stray(reading: Reading, at: int, text: str) -> None:
    """A fault for each piece between semicolons of a text at an offset that is no answer."""
    for piece in text.split(";"):
        said = shown(piece.strip(_WHITE))
        bare = re.fullmatch("[1-9][0-9]*", piece.strip(_WHITE))
        fault = f"question {said} without a choice" if bare else f"not an answer like `1=b`: {said}"
        reading.fault(at + len(piece) - len(piece.lstrip(_WHITE)), fault)
        at += len(piece) + 1
