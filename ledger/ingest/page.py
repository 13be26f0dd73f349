"""The importer of our own page of a work item: its entries, as `export/readback.py` reads them,
become plan lines (`ledger import export EVO-26.md`).

In the order of the page, each line `reported` by its entry's actor, said at its time; its source is
its place, and what the page calls that which the line makes here (`EVO-26 #21: D1`). What an import
had reported on the page is told as that import told it.

| entry | lines |
|---|---|
| an item opened, an action made an item | a new item, under its parent if that is on the page |
| comments, questions, findings, brainstorms, decisions, holds: `page_entry.SAME` | the same |
| a version proposed | the same; a brainstorm of another item is opened here |
| points released | the same, a line each |
| a ballot ratified | what it ratified and refused; a decision whose points its answers made |
| items closed | the last closing of each, at the end: a closed item takes no brainstorms |
| all else: positions, ballots and answers to them, attempts, new titles, actions done | a comment \
each where it has texts, else one for each run of them |

- An id of the page stands in no line, but as text: only what the page itself made is named, by
  `$21.3a`. An effect on anything else is left out, and a comment says so. What was taken over is
  left out: the ledger does that.
- A text that was removed is `[removed]`. One that a proposal would trim (an answer to a ballot may
  have blank lines at its ends) stands whole in a comment besides.

Source: exchange.md, "Imports", `export`; concepts.md, "In force" 11; `core/imports.py`.
"""

from __future__ import annotations

from typing import Any

from ledger.core import names
from ledger.core.canon import dumps
from ledger.core.errors import Usage
from ledger.ingest.page_entry import GONE, OWN, proposal, told
from ledger.ingest.plan_line import NOBODY

Doc = dict[str, Any]


def read_page(made: Doc, *, key: str | None = None) -> list[Doc]:
    """The plan lines of a page that `readback.read` and `readback.head` have read; pure.

    `key` is the item's here, where it is not to be that of the page. Raises `Usage` (exit 2) for
    the page of a decision or a brainstorm, naming the items whose page to take.
    Source: exchange.md, "Imports", `export`.
    """
    subject = made["subject"]
    if not names.is_key(subject):
        raise Usage(f"this is the page of {subject}: import that of its work item, {made['items']}")
    return _Plan(made, key or subject).read()


class _Plan:
    """The lines, while they are made; `ids` are the page's ids, and what stands for them here."""

    def __init__(self, made: Doc, key: str) -> None:
        self.subject, self.key, self.title = made["subject"], key, made["title"]
        self.entries = [told(one, self.subject) for one in made["drafts"]]
        self.waits: dict[str, str] = {**made["ratifiers"]}
        for one in self.entries:  # of an imported decision the page need not name the ratifier
            if one["act"].startswith(("ratify", "withdraw")):
                self.waits.setdefault(one["found"]["points"].partition(".")[0], "owner")
        ends = [one for one in self.entries if one["act"] == "state"]
        self.ends = {one["found"]["ident"]: one for one in ends}
        own = [one["found"] for one in self.entries if not one["reported"]]
        self.native = {one.get("name", one.get("ident")) for one in own}
        self.lapsed: list[str] = made["lapsed"]
        self.lines: list[Doc] = []
        self.entry: Doc = {}
        self.run: list[Doc] = []
        self.ids: dict[str, str] = {}
        self.actions: dict[str, list[Doc]] = {}
        self.asked: dict[str, Doc] = {}
        self.reasons: dict[str, str] = {}

    def read(self) -> list[Doc]:
        """All of the lines."""
        opened = [one["found"]["ident"] for one in self.entries if one["act"] == "item"]
        for one in self.entries:
            self.entry = one
            if not self.ids and self.subject not in opened:  # it was an action of another item
                self._new(self.subject, self.title)
            if one["act"] in OWN.values():
                done = getattr(self, f"_{one['act']}")(**one["found"])
            else:
                done = bool(one["act"]) and self._same(one["act"], one["found"])
            if not done:
                self._other()
        self._end()
        return self.lines

    def _end(self) -> None:
        """What lapsed there waits for nobody here; what is closed takes no more brainstorms."""
        self._gather()
        self.entry = {**self.entry, "actor": NOBODY, "source": self.subject}
        for home in self.lapsed:
            if home in self.ids:
                said = f"It has lapsed, by the page of {self.subject}."
                self.add(["withdraw", self.ids[home], "-"], said)
        for key, one in self.ends.items():
            self.entry = one
            if one["found"]["how"] == "closed" and key in self.ids:
                self.add(["item", "close", self.ids[key]])

    def add(self, argv: list[str], stdin: str = "", name: str = "", **more: str) -> str:
        """One more line, of the entry's actor and time; `name` is what the page calls that which it
        makes. Returns the `$4` that stands for it."""
        self._gather()
        one = self.entry
        source = f"{one['source']}: {name}" if name else one["source"]
        line = {"argv": argv, "said_at": one["at"], **more}
        line["reported"] = {"actor": one["actor"], "source": source}
        self.lines.append({**line, **({"stdin": stdin} if stdin else {})})
        made = f"${len(self.lines)}"
        if name:
            self.ids[name] = made
        return made

    def _same(self, act: str, found: Doc) -> bool:
        """The line that does the same, where all that it is about is on the page."""
        known = {**found, "key": self.key, "source": ""}
        known |= {word: self.ids.get(found[word], "") for word in ("on", "to") if word in found}
        if "points" in found:
            known["home"], labels = self._points(found["points"])
            known["labels"] = ",".join(labels)
            # One point was named, or all of a decision of which that could be said.
            known["whole"] = f"{known['home']}.{labels[0]}" if len(labels) == 1 else known["home"]
        if not all(known.get(word, "-") for word in ("on", "to", "home")):
            return False
        if "{source}" in act:
            known["source"] = next((t["text"] for t in self.entry["texts"][1:]), None) or GONE
        argv = [word.format_map(known) for word in act.split(" ")]
        name = found.get("name", "")
        waits = {"ratifier": self.waits[name]} if name in self.waits else {}
        self.add(argv, self.entry["text"], name, **waits)
        self.actions[name] = self.actions.get(found.get("on", ""), [])
        return True

    def _points(self, points: str) -> tuple[str, list[str]]:
        """What stands for the decision of some points, empty where it is not here; their labels."""
        parts = [point.partition(".") for point in points.split(", ")]
        return self.ids.get(parts[0][0], ""), [label for *_, label in parts]

    def _release(self, points: str) -> bool:
        home, labels = self._points(points)
        for label in labels if home else ():
            self.add(["release", f"{home}.{label}"])
        return bool(home)

    # --- what becomes a comment

    def _note(self, text: str, **said: str) -> None:
        """A comment, of the entry but for what is `said` otherwise."""
        entry, self.entry = self.entry, {**self.entry, **said}
        text = f"On the page of {self.subject}, by its ids:\n{text}"
        self.add(["item", "comment", self.key, "-"], text)
        self.entry = entry

    def _other(self) -> None:
        """What an import does not report: a comment with its texts, or one more of a run."""
        one = self.entry
        if not one["texts"]:
            self.run.append(one)
            return
        text = f"{one['actor']} {one['said']}\n"
        for each in one["texts"]:
            named = f"{each['name']} {each['label']}".strip()
            more = each["more"].replace("\\", "")
            text += f"\n{named}{f' · {more}' if more else ''}:\n" if named else ""
            text += f"\n{each['text'] or GONE}\n"
        self._note(text)

    def _gather(self) -> None:
        """The entries of a run, in a comment that nobody in particular said."""
        run, self.run = self.run, []
        if run:
            source = " to ".join(dict.fromkeys((run[0]["source"], run[-1]["source"])))
            said = [f"- {one['source']}: {one['actor']} {one['said']}, {one['at']}" for one in run]
            self._note("\n".join([*said, ""]), actor=NOBODY, source=source, at=run[-1]["at"])

    # --- items

    def _new(self, name: str, title: str, parent: str = "", owner: str = "") -> None:
        key = self.key if name == self.subject else name
        argv = ["item", "new", key.partition("-")[0], "-", f"--key={key}"]
        argv += [f"--parent={parent}"] if parent else []
        self.add([*argv, *([f"--owner={owner}"] if owner else [])], title)
        self.ids[name] = key

    def _item(self, ident: str, above: str | None) -> bool:
        parent = self.ids.get(above or "", "")
        self._new(ident, self.entry["text"], parent)
        if above and not parent:
            self.run.append(self.entry)  # that it has a parent, which is not here
        return True

    def _action(self, home: str, n: str, ident: str) -> bool:
        made = self.actions.get(home, [])[int(n) - 1 : int(n)]
        if made and ident != self.subject:
            self._new(ident, made[0]["text"], self.key, made[0].get("owner", ""))
        return bool(made) and ident != self.subject

    def _state(self, how: str, ident: str) -> bool:
        return how == "closed" and self.ends[ident] is self.entry and ident in self.ids

    # --- proposals and ballots

    def _propose(self, storm: str, title: str = "") -> bool:
        native = self.native if self.entry["reported"] else ()  # of these a report only claims
        ids = {name: here for name, here in self.ids.items() if name not in native}
        made, notes = proposal(self.entry["texts"], ids)
        made["title"] = made["title"] or title or None
        if storm not in self.ids:
            self.add(["brainstorm", "open", self.key, "-"], made["title"] or storm, storm)
        self.add(["propose", self.ids[storm], "-f", "-", "--json-input"], dumps(made))
        self.actions[storm] = made["actions"]
        for note in notes:
            said = self.entry["said"].partition(": points ")[0]
            self._note(f"{said}: {note}", actor=NOBODY)
        return True

    def _ballot(self, ident: str) -> bool:
        """What it asks, for when it is ratified; its texts stand in a comment."""
        made = self.asked[ident] = {}
        for one in self.entry["texts"]:  # `title`, `question 1`, `question 1 option b`
            words = one["name"].split(" ")
            made["=".join([*words[1:2], one["label"]]) or "title"] = one
        return False

    def _cast(self, ident: str, said: str) -> bool:
        """The reasons of what may be refused, as given last; its texts stand in a comment."""
        texts = {one["name"]: one["text"] or GONE for one in self.entry["texts"]}
        for answer in said.split(", "):
            label = answer.partition("=")[0]
            self.reasons[f"{ident}.{label}"] = texts.get(f"answer {label} refinement", "")
        return False

    def _ruled(self, ident: str, seat: str, said: str) -> bool:
        """The decision that its answers make waits until what they ratify and refuse of others has
        happened (concepts.md, "In force" 8 and 9)."""
        asked, before = self.asked.get(ident, {}), len(self.lines)
        if self.entry["texts"]:
            title = asked.get("title", {"text": f"Ballot {ident}"})["text"] or GONE
            self._propose(ident, title)
            self.add(["decide", self.ids[ident]], name=ident, ratifier=seat)
        for answer in said.split(", "):
            option, label = asked.get(answer, {"more": ""}), answer.partition("=")[0]
            argv = {"ratifies": [], "refuses": ["--refuse=-"]}.get(option["more"])
            if argv is not None:
                reason = self.reasons.get(f"{ident}.{label}") or option["text"] or GONE
                asks = asked.get(label, {"more": ""})["more"]
                self._rule(asks.partition("rules on ")[2], argv, reason)
        if self.entry["texts"]:
            self.add(["ratify", self.ids[ident]])
        return len(self.lines) > before

    def _rule(self, points: str, argv: list[str], reason: str) -> None:
        """What an answer does to the points of its question, decision by decision."""
        homes: dict[str, list[str]] = {}
        for point in points.split(", "):
            home, labels = self._points(point)
            homes.setdefault(home, []).extend(labels)
        for home, labels in homes.items():
            if home:
                text = reason if argv else ""
                self.add(["ratify", home, f"--points={','.join(labels)}", *argv], text)
