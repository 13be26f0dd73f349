"""The importer of an activity page: its text becomes plan lines (`ledger import activity`).

In the order of the page, every line `reported` by whom the page says:

- the item, from the title; a comment for each bullet, with its whole body, byte for byte;
- of a body whose leading words say that it is an act (`activity_head.py`): a brainstorm, whose
  topic is those words (they name the page's own brainstorm, who took part, and when it was
  closed); its proposal; and an imported decision, said on the day that the words name, else on the
  bullet's;
- `FINAL ratified`: a decision whose points are the answers of the ballot, and its ratification. A
  decision whose brainstorm a later bullet ratifies waits for the owner until then;
- findings, questions and their answers; at the end the sub-tickets, and the item's closing.

Every hold is for the seat `owner`; its reason says in the page's words what is waited for.

**What is inferred.** A relation that needs judgement never stands in a line that is run without
`--accept-inferred`. A brainstorm takes versions, so that needs no rule of its own: the proposal
without such relations is one line, the same with them is the next (`"inferred": true`), and
`decide` adopts whichever came last. A line that is not inferred never names one that is. Inferred
as a whole are: what a ballot's answers ratify of other decisions (they are joined by wording,
never by number), and decisions made of reports (`PILOT PASSED`) that bear on earlier points.
What the ledger would refuse at that place of the plan is left out (`activity_fold.py`).

Silent: the pages do not say what follows. A time without a zone is UTC. Whoever the page lets
ratify is the seat `owner`. A name that is none of ours is folded to one, and stands as written in
the source. What stands at the head of the page is said by whoever made the item. The closing of
the item comes last, since a closed item would take no more brainstorms.

Source: exchange.md, "Imports".
"""

from __future__ import annotations

import re

from ledger.core import names
from ledger.core.errors import Usage
from ledger.ingest.activity_act import Said, read_body
from ledger.ingest.activity_dates import day
from ledger.ingest.activity_decisions import Decisions
from ledger.ingest.activity_lines import Line, Lines
from ledger.ingest.activity_page import Bullet, Page, read_page

_NUMBER = re.compile(r"#[0-9]{1,6}\b")
_SILENT = ("deleted", "removed", "quoted", "asked", "answered")
_KNOWN = ("created", "commented", "closed")


def read_activity(
    text: str, *, key: str | None, project: str | None, captured: str | None
) -> list[Line]:
    """The plan lines that an activity page says; pure.

    `key` is the item's, or `project` the one in which it gets the next number; `captured` is the
    day (`2026-08-12`) from which relative dates count. Raises `Usage` (exit 2) with `faults`, each
    with its position, for what cannot be read, and where neither key nor project is given.
    Source: exchange.md, "Imports", `activity`.
    """
    if key is None and project is None:
        raise Usage("the page names no key: give --key KEY or --project P")
    if key is not None and project not in (None, names.key(key).partition("-")[0]):
        raise Usage(f"{key} is no key of the project {project}")
    if project is not None and not names.is_project(project):
        raise Usage(f"{project!r} is not a project: A-Z and digits, such as EVO")
    if captured is not None and day(captured) is None:
        raise Usage(f"--captured {captured!r} is not a day, such as 2026-08-12")
    return _Plan(read_page(text, captured), key, project, captured).read()


class _Plan:
    def __init__(
        self, page: Page, key: str | None, project: str | None, captured: str | None
    ) -> None:
        self.page, self.key = page, key or "$1"
        self.project = project or self.key.partition("-")[0]
        self.captured = f"{captured}T00:00:00.000Z" if captured else ""
        self.lines = Lines()
        self.bodies = [_body(bullet) for bullet in page.bullets]
        self.open: dict[str, str] = {}
        created = [bullet for bullet in page.bullets if bullet.verb == "created"]
        self.who = next(iter([*created, *page.bullets]), None)

    def read(self) -> list[Line]:
        """All of the lines."""
        self._item()
        for bullet in self.page.questions:
            self._question(bullet)
        decisions = Decisions(self.lines, self.key, self.page.title, self.bodies)
        for place, bullet in enumerate(self.page.bullets):
            self._bullet(bullet, self.bodies[place])
            decisions.add(bullet, place)
        self._foot()
        return self.lines.made

    def _at(self, line: int) -> Bullet | None:
        """Who is said to have written a line outside the bullets: whoever made the item."""
        return self.who and self.who._replace(line=line, at=None)

    def _item(self) -> None:
        argv = ["item", "new", self.project, *([] if self.key == "$1" else ["--key", self.key])]
        who = self.who
        if who and who.verb != "created":
            dates = [bullet.at for bullet in self.page.bullets if bullet.at]
            who = who._replace(line=1, at=min(dates, default=None))
        self.lines.with_text(argv, self.page.title, who)

    def _question(self, bullet: Bullet) -> None:
        whom = bullet if bullet.actor else self._at(bullet.line)
        last, text = self.open.get(""), bullet.body or bullet.said
        if bullet.verb.startswith("answer") and last:
            self.lines.add(["item", "answer", last, "-"], whom, stdin=text)
            return
        made = self.lines.add(["item", "ask", self.key, "-"], whom, stdin=text)
        self.open.update(dict.fromkeys(["", *_NUMBER.findall(text)], made))

    def _bullet(self, bullet: Bullet, said: Said) -> None:
        """What was written, and what of it are findings, questions and answers."""
        add, known = self.lines.add, bullet.verb in _KNOWN
        if bullet.body or not known or bullet.verb == "commented":
            text = bullet.body if known and bullet.body else bullet.said
            text += f"\n{bullet.body}" if bullet.body and not known else ""
            add(["item", "comment", self.key, "-"], bullet, stdin=text)
        for finding in said.findings:
            found = [one for one in said.sources if "/" in one and one[0] not in "-$"]
            source = ", ".join(found) or f"line {bullet.line}"
            add(["item", "find", self.key, "-", "--source", source], bullet, stdin=finding)
        for asked in said.asked:
            made = add(["item", "ask", self.key, "-"], bullet, stdin=asked)
            self.open.update(dict.fromkeys(_NUMBER.findall(asked), made))
        number = said.head.number if said.head else ""
        if said.act == "resolve" and number in self.open:
            add(["item", "answer", self.open[number], "-"], bullet, stdin=said.text)

    def _foot(self) -> None:
        """What the head of the page says as of its capture."""
        add, page, at = self.lines.add, self.page, self.captured
        if page.counted:
            number, said = page.counted
            argv = ["item", "find", self.key, "-", "--source", f"line {number}"]
            add(argv, self._at(number), stdin=said, at=at)
        seen = {self.key}
        for sub in page.sub_tickets:
            if sub.key not in seen:
                argv = ["item", "new", sub.key.partition("-")[0], "--key", sub.key]
                argv += ["--parent", self.key]
                self.lines.with_text(argv, sub.title, self._at(sub.line), at=at)
                if sub.done:
                    add(["item", "close", sub.key], self._at(sub.line), at=at)
            seen.add(sub.key)
        if page.rest:
            text = "\n".join(said for _, said in page.rest)
            argv = ["item", "comment", self.key, "-"]
            add(argv, self._at(page.rest[0][0]), stdin=text, at=at)
        ends = [one for one in page.bullets if one.verb in ("closed", "reopened")]
        if ends and ends[-1].verb == "closed":
            add(["item", "close", self.key], ends[-1])


def _body(bullet: Bullet) -> Said:
    return read_body("" if bullet.verb in _SILENT else bullet.body)
