"""What every page of Markdown begins and ends with, and how its blocks stand.

A page is blocks, each the lines that stand together; they are one empty line apart, as mdformat
would write them. The first line is the header by which our own files are known; at the foot stand
the unsigned checkpoint at the last entry of the subject, and how to verify.

>>> header("EVO-26", "019eeec5-c900-7be0-bbec-7f30b99d927b")
'<!-- ledger export 1: EVO-26 of 019eeec5-c900-7be0-bbec-7f30b99d927b -->'

Source: exchange.md, "Markdown export".
"""

from __future__ import annotations

from ledger.export.subject import mark, marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ledger.export.subject import Subject

    Blocks = list[list[str]]


def header(ident: str, ledger: str) -> str:
    """The first line of a page; `ledger` is the ledger's id."""
    return f"<!-- {mark(ident, ledger)} -->"


def ours(page: str, ledger: str) -> bool:
    """Did this ledger write the page, by its first line?"""
    found = marked(page.split("\n", 1)[0])
    return found is not None and page.startswith(header(found, ledger) + "\n")


def join(made: Blocks) -> str:
    """The text of some blocks."""
    return "\n\n".join("\n".join(lines) for lines in made) + "\n"


def foot(subject: Subject, form: str = "") -> Blocks:
    """The checkpoint, and how to verify."""
    key, last, asked = subject.id, subject.last, subject.asked
    only = [f"Only what claims no later date than {asked} is on it."] if asked else []
    return [
        ["## Checkpoint"],
        [
            f"This page says what the log held at #{last.seq}, the last entry of {key}. Its "
            "clock is",
            f"`recorded_at` of that entry, {last.at}: seats and leases are judged at it.",
            "Acts are unsigned where nothing else is said: a name is then its caller's claim.",
            *only,
        ],
        *witness(subject.note, f"{key}{form}", last.seq, asked),
    ]


def witness(note: str, what: str, seq: int, asked: str | None) -> Blocks:
    """A checkpoint, and the command that compares the page; `what` is what it exports."""
    then = f"--as-of {asked}" if asked else f"--known-at {seq}"
    return [
        ["```checkpoint", *note.removesuffix("\n").split("\n"), "```"],
        [
            "The checkpoint is unsigned: its lines are the log's origin, the number of its entries",
            "and the root over them (RFC 6962, base64). Whoever keeps this page keeps a witness.",
            "To compare the page with what the ledger writes, and to derive the log again:",
        ],
        [
            "```console",
            f"ledger export {what} {then} --check",
            "ledger verify",
            "```",
        ],
    ]
