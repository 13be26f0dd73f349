"""One answer on every face: what is in force, waits, is contested or held is the same in `show`,
`check`, `brief`, `inbox`, the exports and the read tables.

`show KEY` now is what the others are held against. A page and a JSON document judge at their
subject's last entry, so of them it is `show --known-at` that entry; and now, too, but for what the
clock alone has done since: what waited past its `within` has lapsed. The read tables are rewritten
by acts, so a row that waits and is due has lapsed (docs/read-tables.md).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from driving import Doc, Driver
from machine_pages import decisions, pages

GROUPS = ("in_force", "prospective", "contested", "replaced")
REPLACED = ("amended", "corrected", "superseded")
IDS = r"((?:[BD][0-9]+\.[0-9a-z]+(?:, )?)+)"
WORDS = {"in force": "in-force", "not yet in force": "awaiting-ratification"}
FIRST = {"pending-amendment", "ballot-open"}  # a ratification that waits for these is not asked for
TABLES = """
SELECT p.id, p.items, p.since, p.held, p.ratification, p.replaced_by, CASE
    WHEN p.state = 'awaiting-ratification' AND d.lapses <= :now THEN 'lapsed' ELSE p.state END
FROM point AS p LEFT JOIN decision AS d ON d.id = p.decision ORDER BY p.entry, p.id
"""


def same(ledger: Driver, folder: Path, whole: bool) -> None:
    """Every face says what `show` says; `whole`: the pages of decisions, which take long, too."""
    shown = {row["key"]: ledger.do(f"show {row['key']}") for row in ledger.do("item list")["rows"]}
    points: dict[str, Doc] = {}
    for data in shown.values():
        for one in (one for name in GROUPS for one in data[name]):
            assert points.setdefault(one["id"], one) == one
    homes = sorted({one["decision"] for one in points.values()})
    rulings = {home: ledger.do(f"show {home}") for home in homes}
    for home in (one for one in homes if one[0] == "D"):
        assert rulings[home]["points"] == [points[one["id"]] for one in rulings[home]["points"]]
    checks(ledger, shown, points)
    briefs(ledger, shown, points)
    inboxes(ledger, points, rulings)
    tables(ledger, shown, points)
    pages(ledger, folder / "pages", shown, points)
    if whole:
        decisions(ledger, folder / "pages", shown, points)


def codes(point: Doc) -> set[str]:
    """Why `check` says no to a point that is shown so."""
    held = {"held"} if point["held"] else set()
    if point["state"] == "in-force":
        return held | ({"base-fell"} if point["base_fell"] else set())
    if point["state"] == "awaiting-ratification":
        return {"awaiting-ratification", *held}
    return {"contested" if point["state"] == "contested" else "not-in-force"}


def followed(points: dict[str, Doc], ident: str) -> set[str]:
    """Why `check` says no to a point of a decision: of itself, or of what replaced it."""
    one = points[ident]
    if one["state"] not in REPLACED:
        return codes(one)
    return set().union(*(followed(points, by) for by in one["replaced_by"]))


def checks(ledger: Driver, shown: dict[str, Doc], points: dict[str, Doc]) -> None:
    """`check` of every point, decision and item."""
    wanted = {ident: codes(one) for ident, one in points.items()}
    for ident, one in points.items():
        home = one["decision"]
        wanted[home] = wanted.get(home, set()) | followed(points, ident)
    for key, data in shown.items():
        said = [one for name in GROUPS[:3] for one in data[name]]
        wanted[key] = {one for point in said for one in codes(point) if one != "base-fell"}
        wanted[key] |= set() if data["in_force"] else {"not-in-force"}
    for ident, why in wanted.items():
        code, made = ledger.run(f"check {ident}")
        data = made["data"]
        assert {one["code"] for one in data["blocks"]} == why, f"check {ident}: {data}, {why}"
        assert code == (3 if why else 0)
        if ident in points:
            assert data["held"] == points[ident]["held"], ident
            assert data["in_force"] is (points[ident]["state"] == "in-force"), ident


def briefs(ledger: Driver, shown: dict[str, Doc], points: dict[str, Doc]) -> None:
    """What is told in brief of every item and decision: each of its points, as it is shown."""
    own = {key: [one["id"] for name in GROUPS for one in data[name]] for key, data in shown.items()}
    for ident, one in points.items():
        if one["decision"][0] == "D":
            own.setdefault(one["decision"], []).append(ident)
    for ident, mine in own.items():
        lines = ledger.do(f"brief {ident} --max-bytes 1000000")["lines"]
        told = dict(found for line in lines if (found := told_of(line)))
        wanted = {one: in_brief(points[one]) for one in told}
        assert told == wanted, f"brief {ident}: {told}, {wanted}"
        assert set(mine) <= set(told), f"brief {ident} leaves out {set(mine) - set(told)}"
        held = {m[1]: m[2] for line in lines if (m := re.match(r"(\S+) held for (\S+) \(", line))}
        assert held == {one: points[one]["held"]["for"] for one in told if points[one]["held"]}


def told_of(line: str) -> tuple[str, Doc] | None:
    """The point that a line of a brief tells of, and what it says."""
    fell = re.match(r"(\S+\.\S+) (?:is|was) ([a-z ]+?)(?: by (.*))? \(#([0-9]+)\)$", line)
    if fell:
        state = fell[2].replace(" ", "-")
        return fell[1], {"state": state, "by": fell[3] or "", "entry": int(fell[4])}
    said = re.match(r"([BD][0-9]+\.\w+) (in force|not yet in force|contested)\b", line)
    if not said:
        return None
    found = {mark: re.search(f"{mark}: {IDS}", line) for mark in ("pending", "base-fell")}
    held = re.search(r"held for ([\w-]+)", line)
    marks: Doc = {mark: one and one[1].removesuffix(", ") for mark, one in found.items()}
    return said[1], {"state": WORDS.get(said[2], said[2]), **marks, "held": held and held[1]}


def in_brief(point: Doc) -> Doc:
    """What a brief must say of a point."""
    if point["state"] not in ("in-force", "awaiting-ratification", "contested"):
        by = ", ".join(point["replaced_by"])
        return {"state": point["state"], "by": by, "entry": point["entry"]}
    marks = {"pending": point["pending"], "base-fell": point["base_fell"]}
    return {
        "state": point["state"],
        **{mark: ", ".join(found) or None for mark, found in marks.items()},
        "held": point["held"] and point["held"]["for"],
    }


def inboxes(ledger: Driver, points: dict[str, Doc], rulings: dict[str, Doc]) -> None:
    """What waits for a seat, and what is held for it, stands in its holder's inbox, and no more;
    what stops a ratification is the same in the inbox, in `show` and in the act itself."""
    seats = ledger.do("seat roster")["seats"]
    holders = {one["seat"]: one["actor"] for one in seats if one["registered"]}
    rows = {who: ledger.do(f"{who}: inbox")["rows"] for who in sorted(set(holders.values()))}
    found = {
        who: {(row["kind"], row["id"]): row["text"] for row in mine} for who, mine in rows.items()
    }
    held = {ident: holders.get(one["held"]["for"]) for ident, one in points.items() if one["held"]}
    assert {i for mine in found.values() for k, i in mine if k == "hold"} == {
        ident for ident, who in held.items() if who
    }
    assert all(("hold", ident) in found[who] for ident, who in held.items() if who), held
    asked = set()
    for home, ruling in rulings.items():
        waits = [one for one in ruling.get("points", ()) if one["state"] == "awaiting-ratification"]
        if not waits:
            assert not ruling.get("blocks"), ruling
            continue
        who = holders.get(re.findall(r"ratify by ([\w-]+)", ruling["policy"])[0])
        if who and ratification(ledger, ruling, waits, who, found[who].get(("ratification", home))):
            asked.add(home)
    assert {i for m in found.values() for k, i in m if k == "ratification" and i[0] == "D"} == asked


def ratification(ledger: Driver, ruling: Doc, waits: list[Doc], who: str, text: str | None) -> bool:
    """Is the ratifier asked to ratify a decision? What its inbox and `show` say stops it is what
    stops it."""
    code, made = ledger.run(f"{who}: ratify {ruling['id']} --dry-run")
    blocks = made["error"]["blocks"] if code else []
    stops = named(blocks)
    first = {one["code"] for one in blocks} & FIRST
    assert (text is None) == bool(first), (ruling["id"], text, made)
    if text is None:
        return False
    ids = ", ".join(one["id"] for one in waits)
    assert re.match(rf"{re.escape(ids)} waits? for ", text), (text, ids)
    said = re.search(r"; blocked: (.*?)(?:; lapses .*)?$", text)
    assert set(said[1].split(", ") if said else ()) == stops, (text, blocks)
    if code or len(made["data"]["points"]) == len(waits):
        assert named(ruling["blocks"]) == stops, (ruling["id"], ruling["blocks"], blocks)
    return True


def named(blocks: Iterable[Doc]) -> set[str]:
    """What stops it, in the words of an inbox."""
    return {" ".join([one["code"], *([one["seat"]] if one.get("seat") else [])]) for one in blocks}


def tables(ledger: Driver, shown: dict[str, Doc], points: dict[str, Doc]) -> None:
    """The read tables, as people's own SQL reads them."""
    base = sqlite3.connect(f"file:{ledger.path}?mode=ro", uri=True)
    now = ledger.env["LEDGER_NOW"].replace("Z", ".000Z")
    rows = base.execute(TABLES, {"now": now}).fetchall()
    base.close()
    found = {row[0]: row for row in rows}
    assert set(found) == set(points)
    for ident, one in points.items():
        _, items, since, held, ratified, by, state = found[ident]
        held = None if state == "lapsed" else held
        said: list[Any] = [state, since, held, ratified, by]
        wanted = [one["state"], one["since"], one["held"] and one["held"]["for"]]
        wanted += [one["ratification"]["state"], " ".join(one["replaced_by"]) or None]
        assert said == wanted, f"{ident}: {said}, {wanted}"
        stands = [
            key for key, d in shown.items() if any(ident == p["id"] for g in GROUPS for p in d[g])
        ]
        assert set(items.split(" ")) == set(stands), f"{ident}: {items}, {stands}"
