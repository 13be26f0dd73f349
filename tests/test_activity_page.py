"""The activity importer on a real page, compared with what was read out of it by hand.

Both lie beside the project, in `../shared/data/activity-page`; where they do not, nothing is
compared. A relation is found where the plan has it between a point that holds the source's words
and one that holds the target's, or what replaced that; with the verb that the ledger has for it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from activity_plans import Line, did, draft, plan, run, sound

from ledger.ingest.activity import read_activity

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "activity-page"
REPLACING = ("amends", "corrects", "supersedes")
VERBS = {
    "replaces": REPLACING,
    "corrects": ("corrects",),
    "retracts": ("corrects", "supersedes"),
    "resolves": ("supersedes", "corrects"),
    "supersedes": ("supersedes", "amends"),  # what waits cannot be superseded
    "amends": ("amends",),
    "reverses": ("reverses",),
    "stands down": ("stands-down",),
    "upholds": ("upholds",),
    "proves": ("upholds",),
    "fulfils": ("upholds",),
    "refines": ("refines",),
    "defers": ("refines",),
    "restates": ("upholds", "refines"),
    "adds to": ("refines", "amends"),
    "ratifies": ("ratifies",),
}


class Read:
    """The page, what was read out of it by hand, and the plan: its points and relations."""

    def __init__(self) -> None:
        self.text = (FOLDER / "page.txt").read_bytes().decode("utf-8")
        self.gold: dict[str, Any] = json.loads((FOLDER / "gold.json").read_text("utf-8"))
        self.lines: list[Line] = read_activity(
            self.text, key=self.gold["item"]["key"], project=None, captured="2026-08-14"
        )
        self.points: dict[str, str] = {}
        self.found: list[tuple[str, str, str, bool]] = []  # source, verb, target, inferred
        homes = {
            line["argv"][1]: f"D{n}"
            for n, line in enumerate(self.lines, 1)
            if line["argv"][0] == "decide"
        }
        for line in did(self.lines, "propose"):
            self._proposed(homes[line["argv"][1]], line)
        for line in did(self.lines, "ratify"):
            home = line["argv"][1].replace("$", "D")
            labels = line["argv"][3].split(",") if len(line["argv"]) > 2 else None
            for ident in self.points:
                decision, _, label = ident.partition(".")
                if decision == home and (labels is None or label in labels):
                    self.found.append(("", "ratifies", ident, bool(line.get("inferred"))))

    def _proposed(self, home: str, line: Line) -> None:
        for point in draft(line)["points"]:
            ident = f"{home}.{point['label']}"
            self.points[ident] = point["text"]
            for effect in point["effects"]:
                for target in effect["targets"]:
                    self.found.append((ident, effect["verb"], target, bool(line.get("inferred"))))

    def _within(self, ident: str, start: int, end: int) -> bool:
        """Has a point most of the words between two places, or they most of its?"""
        text = self.points[ident]
        at = self.text.find(text)
        shared = min(end, at + len(text)) - max(start, at)
        return at >= 0 and 2 * shared > min(len(text), end - start)

    def points_of(self, name: str, whole: bool = False) -> set[str]:
        """The plan's points that hold the words of a point read by hand, or of a decision."""
        made: set[str] = set()
        for point in self.gold["points"]:
            if name in (point["id"], point["decision"]):
                span = point["span"]
                made |= {p for p in self.points if self._within(p, span["start"], span["end"])}
        homes = {ident.partition(".")[0] for ident in made}
        return {p for p in self.points if p.partition(".")[0] in homes} if whole else made

    def heirs(self, idents: set[str]) -> set[str]:
        """These and whatever replaced them."""
        made, queue = set(idents), list(idents)
        while queue:
            one = queue.pop()
            after = {s for s, verb, target, _ in self.found if target == one and verb in REPLACING}
            queue += after - made
            made |= after
        return made

    def relation(self, one: dict[str, Any]) -> list[bool]:
        """For each time that the plan has the relation: is it inferred?"""
        if one["target"].startswith("external"):
            gone = one["span"]["text"].split(" ", 1)[1]
            drafts = [draft(line) for line in did(self.lines, "propose")]
            return [False for made in drafts for text in made["rejected"] if gone in text]
        decision = one["source"].partition(".")[0]
        # A decision's own statements, as a whole, are what retracts and corrects.
        broad = "." not in one["source"] or one["verb"] == "retracts"
        sources = self.points_of(decision if broad else one["source"], whole=broad)
        targets = self.heirs(self.points_of(one["target"]))
        verbs = VERBS.get(one["verb"], ())
        return [
            inferred
            for source, verb, target, inferred in self.found
            if verb in verbs and target in targets and (source in sources or verb == "ratifies")
        ]


@pytest.fixture(scope="module")
def read() -> Read:
    if not (FOLDER / "gold.json").is_file():
        pytest.skip(f"no page to compare with: {FOLDER} is not there")
    return Read()


def test_every_bullet(read: Read) -> None:
    bullets = read.gold["events"]
    made = [line for line in did(read.lines, "item") if line["argv"][1] in ("new", "comment")]
    assert len(made) == len(bullets) == 11
    for line, gold in zip(made, bullets, strict=True):
        assert line["reported"] == {"actor": gold["actor"], "source": f"line {gold['line']}"}
        if gold["date"]:
            assert line["said_at"] == f"{gold['date']}T00:00:00.000Z"
        if "body_span" in gold:
            start, end = gold["body_span"]
            assert line["stdin"] == read.text[start:end]
    assert made[0]["argv"][-1] == read.gold["item"]["title"]


def test_every_brainstorm(read: Read) -> None:
    topics = [line["argv"][3] for line in did(read.lines, "brainstorm")]
    for gold in read.gold["brainstorms"]:
        named = [topic for topic in topics if gold["id"] in topic]
        assert named
        assert gold["participants_text"].split(" (")[0] in named[0]
        if gold["closed_on"]:
            closed = f"closed {gold['closed_on'][:10]}"
            assert any(closed in topic for topic in named)


def test_sub_tickets(read: Read) -> None:
    found = [line["stdin"] for line in did(read.lines, "item", "find")]
    assert read.gold["item"]["sub_tickets"]["text"] in found


def test_every_numbered_point(read: Read) -> None:
    numbered = [p for p in read.gold["points"] if p.get("author_label", "").startswith("(")]
    labels = [p["author_label"].strip("()") for p in numbered]
    for label, gold in zip(labels, numbered, strict=True):
        if label[0].isdigit():
            held = read.points_of(gold["id"])
            assert [ident.partition(".")[2] for ident in held] == [label]
    assert [label for label in labels if label[0].isdigit()] == [*"12345678", "3a", "3b"]


def test_the_answers_of_the_ballot(read: Read) -> None:
    questions = read.gold["ballot"]["questions"]
    for question in questions:
        (ident,) = read.points_of(question["answer"])
        assert ident.partition(".")[2] == str(question["q"])
    found = [line["stdin"] for line in did(read.lines, "item", "find")]
    lacking = [f"answer {one['q']} names no option" for one in questions if not one["choice"]]
    assert [text.partition(":")[0] for text in found if "names no option" in text] == lacking
    (ratified,) = [line for line in did(read.lines, "ratify") if not line.get("inferred")]
    assert ratified["reported"]["actor"] == read.gold["ballot"]["recorded_by"]
    assert read.gold["ballot"]["voter"] in ratified["reported"]["source"]


def test_holds_actions_and_references(read: Read) -> None:
    proposed = [draft(line) for line in did(read.lines, "propose")]
    reasons = {
        point["hold"]["reason"] for made in proposed for point in made["points"] if point["hold"]
    }
    spans = [gold["span"]["text"] for gold in read.gold["holds"]]
    unseen = [s for s in spans if not any(r.split(":")[0] in s or s in r for r in reasons)]
    assert len(unseen) <= 1  # a gate that always stood is no hold
    actions = {(a["owner"], a["text"]) for made in proposed for a in made["actions"]}
    for gold in read.gold["actions"][:2]:
        owner, _, text = gold["span"]["text"].partition("=")
        assert (owner, text) in actions
    steps = read.gold["actions"][2]["span"]["text"].removeprefix("NEXT: ").split("; ")
    assert {(None, step) for step in steps} <= actions
    sources = {source for made in proposed for source in made["sources"]}
    wanted = ("brainstorm", "work item", "issue", "url without scheme", "sha", "work item list")
    texts = {gold["text"] for gold in read.gold["references"] if gold["kind"] in wanted}
    assert texts <= sources


def test_relations_that_the_text_states_are_proposed(read: Read) -> None:
    stated = [one for one in read.gold["relations"] if one["explicit"]]
    missed = [one for one in stated if not read.relation(one)]
    assert len(missed) <= len(stated) // 10, [
        (one["source"], one["verb"], one["target"]) for one in missed
    ]


def test_relations_that_are_readings_are_inferred_or_absent(read: Read) -> None:
    for one in read.gold["relations"]:
        if not one["explicit"]:
            assert all(read.relation(one)), one


@pytest.mark.parametrize("accept", [False, True], ids=["as it is", "with what is inferred"])
def test_a_real_ledger_bears_the_plan(read: Read, tmp_path: Path, accept: bool) -> None:
    sound(read.lines)
    ledger, _ = run(tmp_path / "l.db", read.lines, accept)
    ledger.clean()


def test_a_relative_date_needs_the_day_of_capture(read: Read) -> None:
    with pytest.raises(Exception, match="line 28: `7w ago` is relative: give --captured DATE"):
        plan(read.text, captured=None)
