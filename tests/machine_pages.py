"""What the exports say is in force: the pages, the JSON documents and the records in MADR, held
against what `show` says at their subject's last entry, and now (`machine_same.py`)."""

from __future__ import annotations

import json
import re
from pathlib import Path

from driving import Doc, Driver

GROUPS = ("in_force", "prospective", "contested", "replaced")
LIVE = {"In force": "in-force", "Pending and contested": "awaiting-ratification"}
FALLEN = ("amended", "corrected", "superseded", "reversed", "stood-down")


def pages(ledger: Driver, folder: Path, shown: dict[str, Doc], points: dict[str, Doc]) -> None:
    """Every page of an item, and the same as JSON."""
    for form in ("markdown", "json"):
        ledger.do(f"export {' '.join(shown)} --format {form} -o {folder}")
    for key, data in shown.items():
        told = on_page((folder / f"{key}.md").read_text())
        made = json.loads((folder / f"{key}.json").read_text())
        then, seq = in_document(made["data"]), made["data"]["as_of"]["seq"]
        assert made["data"] == ledger.do(f"show {key} --known-at {seq}"), key
        assert list(told) == list(then), key
        assert told == {ident: fact(one) for ident, one in then.items()}, key
        assert set(told) == set(in_document(data)), key
        listed = [one for ruling in made["decisions"] for one in ruling["points"]]
        assert listed == [then[one["id"]] for one in listed], key
        for ident, said in told.items():
            is_now(said, fact(points[ident]), f"the page of {key}, {ident}")


def decisions(ledger: Driver, folder: Path, shown: dict[str, Doc], points: dict[str, Doc]) -> None:
    """Of every decision its page, its JSON or its record in MADR: another one each time."""
    form = ("markdown", "json", "madr")[ledger.seq() % 3]
    asked: dict[str, str] = {}
    for data in shown.values():
        asked |= {one["id"]: one["decision"] for one in data["ballots"]}
    own: dict[str, list[Doc]] = {}
    for one in points.values():
        home: str = one["decision"]
        own.setdefault(asked.get(home, home), []).append(one)
    line = f"export {' '.join(own)} --format {form} -o {folder}"
    for file in ledger.do(line)["files"] if own else ():
        ident, text = file["id"], Path(file["path"]).read_text()
        if form == "madr":
            said = re.findall(r'^status: "([a-z]+)', text, re.M)
            lapsed = "lapsed" in {one["state"] for one in own[ident]}
            assert lapsed or said == [status(own[ident], ident, asked)], ident
            continue
        wanted = {one["id"] for one in own[ident] if form == "markdown" or one["decision"] == ident}
        told = on_page(text) if form == "markdown" else in_json(text)
        assert set(told) == wanted, f"{form} of {ident}"
        for point in told:
            is_now(told[point], fact(points[point]), f"{form} of {ident}, {point}")


def in_json(text: str) -> dict[str, Doc]:
    """The points of a decision as its JSON has them."""
    return {ident: fact(one) for ident, one in in_document(json.loads(text)["data"]).items()}


def status(own: list[Doc], ident: str, asked: dict[str, str]) -> str:
    """The first word of a record's status."""
    states = {one["state"] for one in own}
    if "awaiting-ratification" in states:
        return "proposed"
    if states & {"in-force", "contested"}:
        return "accepted"
    took = [by.split(".")[0] for p in own if p["state"] in FALLEN[:3] for by in p["replaced_by"]]
    if {asked.get(by, by) for by in took} - {ident}:
        return "superseded"
    return "deprecated" if states & set(FALLEN) else "rejected"


def in_document(data: Doc) -> dict[str, Doc]:
    """The points of an item or a decision, by id."""
    found = data["points"] if "points" in data else [p for name in GROUPS for p in data[name]]
    return {one["id"]: one for one in found}


def fact(point: Doc) -> Doc:
    """What a page must say of a point that is shown so."""
    state = point["state"]
    if state not in (*LIVE.values(), "contested"):
        return {"state": state, "entry": f"#{point['entry']}", "by": point["replaced_by"]}
    marks = {name: point[name] for name in ("pending", "base_fell")}
    marks |= {"since": point["since"], "held": point["held"] and point["held"]["for"]}
    return {"state": state, **marks, "replaces": point["replaces"] if point["since"] else []}


def on_page(page: str) -> dict[str, Doc]:
    """The points of a page as its tables and its lines have them, in their order."""
    found: dict[str, Doc] = {}
    section, head = "", [""]
    for line in page.split("\n"):
        if line.startswith("## "):
            section, head = line.removeprefix("## "), []
        elif line.startswith("| ") and section in (*LIVE, "Replaced, fallen or never in force"):
            cells = [one.strip().replace("\\", "") for one in line[2:-2].split(" | ")]
            head = head or cells
            if cells[0][0] in "BD":
                found[cells[0]] = row(section, dict(zip(head, cells, strict=True)))
        elif line.startswith("### ") and section in LIVE:
            last = line.removeprefix("### ")
        elif " · sha256 " in line and section in LIVE:
            parts = [one.replace("\\", "") for one in line.split(" · ")]
            marks = dict(one.split(": ", 1) for one in parts if ": " in one)
            found[last] |= {"pending": ids(marks.get("pending"))}
            found[last] |= {"base_fell": ids(marks.get("base-fell"))}
            held = [one.removeprefix("held for ") for one in parts if one.startswith("held for ")]
            assert held == [one for one in [found[last]["held"]] if one], line
    return found


def row(section: str, cells: dict[str, str]) -> Doc:
    """What a row of a table says."""
    if section not in LIVE:
        by = [one for one in ids(cells["by"]) if re.fullmatch(r"[BD]\d+\.\w+", one)]
        return {"state": cells["became"], "entry": cells["entry"], "by": by}
    held = re.search(r"; held for ([\w-]+)", cells.get("ratified by", cells.get("state", "")))
    since = cells.get("since")
    return {
        "state": cells["state"].split(";")[0] if since is None else LIVE[section],
        "since": since and since.replace("Z", ".000Z"),
        "held": held and held[1],
        "replaces": ids(cells["replaces"]) if since else [],
    }


def ids(said: str | None) -> list[str]:
    """The ids that stand with commas in between; `-` is none."""
    return said.split(", ") if said and said != "-" else []


def is_now(told: Doc, wanted: Doc, what: str) -> None:
    """What a page says holds now, but for what lapsed since, and for what others' acts did to what
    it acts on: those are no entries of its subject."""
    if told["state"] == "awaiting-ratification" and wanted["state"] == "lapsed":
        return
    keys = ("state", "entry", "by", "since", "held")
    assert [told.get(key) for key in keys] == [wanted.get(key) for key in keys], what
