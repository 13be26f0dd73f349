r"""The reader of ballot files (`ballot open -f`).

    # Who runs what

    ## 1. Who may launch workers? (rules on D4.1, D4.2)
    Until now each PM may.

    - a: the owner alone
    - b: the owner alone, on demand;
      at the end of the work all is shut down (amends)
    - later: asked again at the next launch (none)

Blocks and lines are read and cut as in `proposal.py`.

- `## NUMBER. Title (rules on POINT, …)` is a question, `)` for `.` counts alike. Its text is the
  title, and a newline and what stands before its options where there is that.
- The first bullet list outside quotes and lists begins the options, and only options follow: items
  `KEY: text`, whose further lines lose the item's indent.
- An option's last line may end in ` (ratifies)`, ` (amends)`, ` (refuses)` or ` (none)`, in any
  case; without, it ratifies. One of these words, or nearly one, in parentheses at the end but not
  so, or in a list, quote or code, is a fault; all else is text.

Source: exchange.md, "The proposal file"; concepts.md, "In force" 8, 9; policy.md, "Methods".
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypedDict

from ledger.core import names
from ledger.core.effects import VERBS
from ledger.ingest.proposal_draft import Reading, Where, compose, is_target, shown, trim

if TYPE_CHECKING:
    from ledger.ingest.proposal import _Block, _Line, _Part

EFFECTS = ("ratifies", "amends", "refuses", "none")
_MARKERS = "legal are `(ratifies)`, `(amends)`, `(refuses)`, `(none)`, after a space, at the end"
_MARKERS += " of the option's own text, not of a list, a quote or code in it"
_WHITE = " \t\r\n"
_NEAR = {"ratify", "ratified", "ratifying", "amend", "amended", "amending", "refuse", "refused"}
_WORDS = {*EFFECTS, *VERBS, *_NEAR, "refusing", "reject", "rejects", "nothing"}
_RULES = re.compile(r"((?:(?!\(rules on\b).)*)\(rules on(?![^ \t)])([^()]*)\)", re.IGNORECASE)
_KEY = re.compile(r"([^\s:]+):(?=[ \t\r]|\Z)")
_MARKER = re.compile(r"[(\[][ \t]*([A-Za-z-]+)[ \t]*[)\]]?[ \t\r.,;:!]*\Z")


class Option(TypedDict):
    """One of the choices; `effect` is one of `EFFECTS`."""

    key: str
    text: str
    effect: str


class Question(TypedDict):
    """One question, and the points it rules on."""

    label: str
    text: str
    rules_on: list[str]
    options: list[Option]


class BallotDraft(TypedDict):
    """What a ballot file says; JSON-able."""

    title: str | None
    questions: list[Question]


def read_ballot(text: str) -> BallotDraft:
    """The draft that a ballot file says; pure.

    Raises `Usage` (exit 2) with all faults, each `{"message", "position"}`, in the order of the
    text. Source: exchange.md, "A ballot file".
    """
    file = _File(text)
    file.storable(0, text)
    questions = [file.question(part) for part in file.page.parts if part.label]
    draft: BallotDraft = {"title": file.opening(), "questions": questions}
    if not questions:
        file.fault(0, "no question")
    return draft if not file.faulty else file.refuse()


class _File(Reading):
    """A ballot file while it is read."""

    def __init__(self, text: str) -> None:
        # Here, so that to cast answers does not load the parser of Markdown.
        from ledger.ingest.proposal import _outside, _Page, _title

        super().__init__(text)
        self._outside, self._title = _outside, _title
        self.page = _Page(text)
        self._bullets = self.page.covered("bullet_list_open", 0)
        items = self.page.items(0, len(self.page.lines))
        self._items = {block.first: block for block in items if block.first in self._bullets}
        self._ruled: dict[str, str] = {}

    def opening(self) -> str | None:
        """The title; faults of text before the first question, and of other headings."""
        legal = "a question is `## 1. Title (rules on D4.1)`"
        for part in self.page.parts:
            if part.tag == "h2" and not part.label:
                self.fault(part.at, f"another heading {shown(part.title)}: {legal}")
        heads = {n for part in self.page.parts for n in range(part.head.first, part.head.end)}
        self._outside(self.page, range(self.page.opening), heads, "before the first question", self)
        return self._title(self.page, None, self)

    def question(self, part: _Part) -> Question:
        """The question of a heading, and of what follows up to the next one."""
        label = part.label
        at = self.text.index(label, self.page.starts[part.head.first])
        if not names.number(label):
            self.fault(at, f"{shown(label)} is not the number of a question, like `1`")
        elif label in self._labels:
            self.fault(at, f"question `{label}` twice")
        self._labels.add(label)
        title, rules_on = self._heading(at, part)
        start = next((n for n in range(part.first, part.end) if n in self._bullets), part.end)
        body = trim(self.page.lines[part.first : start])
        options = self._options(at, label, range(start, part.end))
        text = compose(self.line(at, title, f"title of question `{label}`"), body)
        return {"label": label, "text": text, "rules_on": rules_on, "options": options}

    def _heading(self, at: int, part: _Part) -> tuple[str, list[str]]:
        """A question's title, without `(rules on …)`, and the points that this names."""
        found = _RULES.fullmatch(part.title)
        if not found:
            self.fault(at, f"question `{part.label}` needs one `(rules on D4.1)`, after its title")
            return part.title, []
        spot = self.text.index(part.title, at + len(part.label) + 1)
        targets = self.targets(spot, found)
        if not targets:
            self.fault(spot + found.end(1), f"question `{part.label}` rules on no point")
        for place, target in targets:
            self._rules(place, target, part.label)
        return found[1], [target for _, target in targets]

    def _rules(self, at: Where, target: str, label: str) -> None:
        """A fault where it is no point, or stands in a question already."""
        before = self._ruled.get(target)
        if names.is_decision(target) or not is_target(target):
            what = "a decision" if names.is_decision(target) else "no point"
            self.fault(at, f"{shown(target)} is {what}: legal are points (`D4.1`, `B3.1`)")
        elif before == label:
            self.fault(at, f"`{target}` twice in question `{label}`")
        elif before:
            self.fault(at, f"`{target}` in two questions, `{before}` and `{label}`")
        self._ruled.setdefault(target, label)

    def _options(self, at: int, label: str, lines: range) -> list[Option]:
        self._outside(self.page, lines, self._bullets, f"after the options of `{label}`", self)
        blocks = [self._items[n] for n in lines if n in self._items]
        if not blocks:
            self.fault(at, f"question `{label}` without options, like `- a: text (amends)`")
        keys: set[str] = set()
        return [self._option(block, label, keys) for block in blocks]

    def _option(self, block: _Block, label: str, keys: set[str]) -> Option:
        """The option that a list item says; `keys` are those of the question so far."""
        lines = self.page.item(block)
        ends = [start - 1 for start in self.page.starts[block.first + 1 : block.end + 1]]
        full = [n for n, line in enumerate(lines) if line.text.strip(" \t\r")] or [0]
        first, last = full[0], full[-1]
        said = lines[first].text.lstrip(" \t")
        at = ends[first] - len(said)
        begins = _KEY.match(said) if lines[first].own else None
        if not begins:
            self.fault(at, f"not an option like `a: text`: {shown(said.strip(_WHITE))}")
            return {"key": "", "text": "", "effect": ""}
        key = self.name(at, begins[1], "option", upper=True)
        if key in keys:
            self.fault(at, f"option `{key}` twice in question `{label}`")
        keys.add(key)
        texts = [line.text for line in lines]
        texts[last], effect = self._effect(ends[last], lines[last])
        texts[first] = texts[first].lstrip(" \t")[begins.end() :].lstrip(" \t")
        text = trim(texts[first:]).rstrip(" \t")
        if not text.strip():
            self.fault(at, f"option {shown(key)} of question `{label}` without text")
        return {"key": key, "text": text, "effect": effect}

    def _effect(self, end: int, line: _Line) -> tuple[str, str]:
        """A line that ends at an offset without its marker, and the effect which that names."""
        found = _MARKER.search(line.text)
        if not found:
            return line.text, "ratifies"
        word = found[1].lower()
        before, bare = line.text[: found.start()], found[0].rstrip(" \t\r")
        spaced = before[-1:] in ("", " ", "\t")
        if word in EFFECTS and line.own and spaced and bare == f"({found[1]})":
            return before, word
        self.fault(end - len(line.text) + len(before), f"{shown(bare)} is no marker: {_MARKERS}")
        return line.text, word
