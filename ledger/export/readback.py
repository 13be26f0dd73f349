r"""Reading a page back: the twin of `markdown.py`, for `ledger import export FILE.md`.

Only our own pages are read: the first line is the header, every text stands in a fence below a line
with its sha256 and length and is what these say, every line of the activity is one that
`activity.py` writes, and the checkpoint is of the last entry. Lines are split at U+000A only.

What comes of it are drafts, an entry each, in the order of the page:

    {"seq": 15, "at": "2026-06-22T10:04:11Z", "actor": "alpha", "said": "commented on EVO-26",
     "texts": [{"name": "", "label": "", "more": "", "text": "Then why?\n", "line": 42}]}

`name` is what a text is (`point`, `rejected`, `question 1 option`; nothing where it is all that its
entry says), `label` names it among its like (`3a`), `more` is what the page says of it besides
(`amends D1.3`); `text` is byte for byte what was typed, None where it was removed; `line` is where
its fence opens.

>>> page = "<!-- ledger export 1: EVO-1 of 019e -->\n\n## Activity\n\n- ada did it · T · #2\n"
>>> read(page + "\n## Checkpoint\n\n```checkpoint\nledger/019e\n2\nAAAA\n```\n")["drafts"]
[{'seq': 2, 'at': 'T', 'actor': 'ada', 'said': 'did it', 'texts': []}]

Source: exchange.md, "Markdown export" (read back) and "Imports", `export`.
"""

from __future__ import annotations

import re

from ledger.core.errors import Usage
from ledger.export import untrusted
from ledger.export.frame import header
from ledger.export.subject import marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]

_OWNER = re.compile(r"<!-- ledger export 1: \S+ of (\S+) -->")
_ENTRY = re.compile(r"- (\S+) (.+) · (\S+) · #([1-9][0-9]*)(?: · (.*))?")
_NAME = re.compile(r"(?P<name>.+?)(?: (?P<label>[0-9]+[a-z]?|(?<=option )[A-Za-z0-9_.-]+))?")
_RULING = re.compile(r"### (D[1-9][0-9]*)(?: ·|$)")
_NOTE = re.compile(r"```checkpoint\nledger/(\S+)\n([0-9]+)\n\S+\n```\n")


def read(page: str) -> Doc:
    """`{subject, ledger, drafts}` of a page. Usage, naming the line, where it is not ours, or not
    as it was written."""
    lines = page.split("\n")
    subject, owner = marked(lines[0]), _OWNER.fullmatch(lines[0])
    if subject is None or owner is None or lines[0] != header(subject, owner[1]):
        raise Usage("line 1: not a page of ours: it does not begin with `<!-- ledger export 1: `")
    texts = {one["line"]: one for one in untrusted.read(page)}
    first, last = _section(lines, texts)
    drafts = _drafts(lines, texts, first, last)
    note = _NOTE.search("\n".join(lines[last:]) + "\n")
    if note is None or (note[1], int(note[2])) != (owner[1], drafts[-1]["seq"] if drafts else 0):
        raise Usage(f"line {last + 1}: the checkpoint is not that of the last entry on the page")
    return {"subject": subject, "ledger": owner[1], "drafts": drafts}


def head(page: str) -> Doc:
    """`{title, items, ratifiers, lapsed}` of a page that `read` has read: the subject's title; of a
    decision or a brainstorm, its items; for whose ratification each decision waits or has waited,
    by its policy, or by what waits of it where it was reported; the decisions that lapsed."""
    lines = page.split("\n")
    inside = _within(lines, {one["line"]: one for one in untrusted.read(page)})
    ratifiers: dict[str, str] = {}
    lapsed: dict[str, None] = {}
    ruling = ""
    for n, line in enumerate(lines):
        row = line.split(" | ")
        if n in inside:
            continue
        if line.startswith("#"):
            found = _RULING.match(line)
            ruling = found[1] if found else ""
        elif ruling and line.startswith("- policy: "):
            said = re.search("; ratify by ([^ ;]+)", _plain(line, n))
            ratifiers |= {ruling: said[1]} if said else {}
        elif len(row) == 6 and row[2].startswith(("awaiting-ratification", "lapsed")):
            home = row[0].removeprefix("| ").partition(".")[0]
            if row[2].startswith("lapsed"):
                lapsed[home] = None
            else:
                ratifiers.setdefault(home, _plain(row[4].strip(), n))
    of = re.search(" · items ([^·]+) · ", "\n".join(lines[4:5]))
    title = _plain("\n".join(lines[2:3]).partition(" · ")[2], 2)
    return {
        "title": title,
        "items": of[1] if of else "",
        "ratifiers": ratifiers,
        "lapsed": [*lapsed],
    }


def _within(lines: list[str], texts: dict[int, Doc]) -> set[int]:
    """The lines, from 0, that are of a text's fence."""
    found: set[int] = set()
    for line in texts:
        end = lines.index(lines[line - 1].removesuffix("text"), line)
        found.update(range(line - 1, end + 1))
    return found


def _section(lines: list[str], texts: dict[int, Doc]) -> tuple[int, int]:
    """The lines, from 0, of the two headings that the activity stands between."""
    inside = _within(lines, texts)
    found = {}
    for name in ("## Activity", "## Checkpoint"):
        at = [n for n, line in enumerate(lines) if line == name and n not in inside]
        if len(at) != 1:
            raise Usage(f"line 1: the page has {len(at)} headings `{name}`, not one")
        found[name] = at[0]
    return found["## Activity"], found["## Checkpoint"]


def _drafts(lines: list[str], texts: dict[int, Doc], first: int, last: int) -> list[Doc]:
    inside = _within(lines, texts)
    drafts: list[Doc] = []
    for n in range(first + 1, last):
        line = lines[n]
        if not line or n in inside:
            continue
        made = _ENTRY.fullmatch(line)
        text = texts.get(n + 3)
        if made:
            drafts.append(_draft(made, n, drafts))
            if made[5]:
                drafts[-1]["texts"].append(_text("", made[5], text, n))
        elif drafts and not line.startswith("- "):
            name, _, rest = line.partition(" · ")
            drafts[-1]["texts"].append(_text(name, rest, text, n))
        else:
            raise Usage(f"line {n + 1}: neither an entry nor what a text is")
    return drafts


def _draft(made: re.Match[str], n: int, before: list[Doc]) -> Doc:
    seq = int(made[4])
    if before and seq <= before[-1]["seq"]:
        raise Usage(f"line {n + 1}: #{seq} stands after #{before[-1]['seq']}")
    actor, said = (_plain(part, n) for part in (made[1], made[2]))
    return {"seq": seq, "at": made[3], "actor": actor, "said": said, "texts": []}


def _text(name: str, rest: str, text: Doc | None, n: int) -> Doc:
    """One text of an entry, by the line above it; `text` is what stands in the fence below."""
    removed = rest == "removed" or rest.endswith(" · removed")
    if (text is None) != removed:
        raise Usage(f"line {n + 1}: no text stands below this line")
    more = "" if removed else str(text and text["before"]).partition(f"{name} · ")[2]
    found = _NAME.fullmatch(name)
    return {
        "name": found["name"] if found else "",
        "label": (found and found["label"]) or "",
        "more": (rest.removesuffix("removed").removesuffix(" · ") if removed else more)
        if name
        else "",
        "text": None if text is None else text["text"],
        "line": n + 3,
    }


def _plain(field: str, n: int) -> str:
    """The words of a field, its backslashes and codes undone."""
    return untrusted.uncoded(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", field), f"line {n + 1}")
