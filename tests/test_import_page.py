"""Our own page of a work item, brought into another ledger (exchange.md, "Imports", `export`)."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from driving import Doc, Driver, bins
from nasty import generated
from test_export import page_of, stored

from ledger.cli.main import main
from ledger.core.names import point_order
from ledger.export import readback
from ledger.ingest.page import read_page

EXPORTS = Path(__file__).resolve().parents[1] / "exports"
EXAMPLE = EXPORTS / "EVO-26.md"
HEADLINE = re.compile(r"(- \S+ )(.+?)( · \S+Z · #.*)")
NOW = "2099-09-01T09:00:00Z"  # later than whatever a page says


def told(path: Path, bodies: list[str]) -> Driver:
    """A ledger in which a quarter each of the texts are comments, titles, the reasons of
    objections, and points (fifty a proposal)."""
    made = bins(path)
    storm = made.do("alpha: brainstorm open EVO-1 Topic")["id"]
    quarter = -(-len(bodies) // 4)
    parts = [bodies[n : n + quarter] for n in range(0, len(bodies), quarter)]
    lines: list[dict[str, Any]] = []
    for argv, texts in zip(
        ("item comment EVO-1 -", "item edit EVO-1 --title -", f"object {storm} -"),
        parts,
        strict=False,
    ):
        lines += [{"argv": argv.split(" "), "as": "alpha", "stdin": text} for text in texts]
    for n in range(0, len(parts[-1]), 50):
        points = [
            {"label": str(m), "title": "T", "body": text}
            for m, text in enumerate(parts[-1][n : n + 50], 1)
        ]
        said = json.dumps({"title": "P", "points": points})
        argv = f"propose {storm} -f - --json-input"
        lines.insert(
            0 if not n else len(lines), {"argv": argv.split(" "), "as": "beta", "stdin": said}
        )
    code, answer = made.run("batch - --atomic", "\n".join(map(json.dumps, lines)))
    assert code == 0, answer
    return made


@pytest.fixture
def here(tmp_path: Path) -> Driver:
    """A ledger in which nothing is, but its first entry."""
    made = Driver(tmp_path / "here.db", NOW, "page")
    made.do("importer: init")
    return made


@pytest.fixture
def there(tmp_path: Path) -> Driver:
    """A ledger with three bins, the owner, and EVO-1."""
    return bins(tmp_path / "there.db")


def bring(here: Driver, page: str, *more: str) -> Doc:
    """What an import of a page answers."""
    return here.do(" ".join(["importer: import export -", *more]), page)


def texts_of(page: str) -> list[str]:
    """Every text of a page's entries."""
    drafts = readback.read(page)["drafts"]
    return [one["text"] for draft in drafts for one in draft["texts"] if one["text"] is not None]


def points(ledger: Driver, key: str) -> dict[str, Doc]:
    """The points of an item by their ids, as they are shown."""
    made = ledger.do(f"show {key}")
    ids = [one["id"] for name in ("in_force", "prospective", "contested") for one in made[name]]
    ids += [one["id"] for one in made["replaced"]]
    return {ident: ledger.do(f"show {ident}")["point"] for ident in ids}


def kept(here: Driver, page: str, key: str) -> list[str]:
    """The texts of a page that are no text of their own here, but each whole within another."""
    have = stored(here, key)
    within = [text for text in texts_of(page) if text not in have]
    for text in within:
        assert any(text in one for one in have), text
    return within


# --- the example


def same(ident: str) -> str:
    """The id here of a point of the example: its ballot is a decision of its own here."""
    return ident.replace("B1.", "D8.")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    made = Driver(tmp_path_factory.mktemp("original") / "l.db")
    assert made.run(f"import export {EXPORTS / 'ledger.json'}")[0] == 0
    return made


def test_the_points_of_the_example_are_what_they_were(original: Driver, here: Driver) -> None:
    bring(here, EXAMPLE.read_bytes().decode())
    was, made = points(original, "EVO-26"), points(here, "EVO-26")
    assert {same(ident) for ident in was} == set(made)
    for ident, one in was.items():
        now = made[same(ident)]
        for key in ("label", "text", "state", "since"):
            assert now[key] == one[key], (ident, key)
        assert (now["held"] or {}) == (one["held"] or {}), ident
        for key in ("replaces", "replaced_by", "pending", "base_fell"):
            assert sorted(now[key]) == sorted(map(same, one[key])), (ident, key)
        acts = [(e["verb"], [same(t) for t in e["targets"]]) for e in one["effects"]]
        assert [(e["verb"], e["targets"]) for e in now["effects"]] == acts, ident
        # What is not the same, by the law of reported acts: nothing was cast, nothing is native.
        assert now["adopted"] == {"attestation": "reported"}
        ratified = one["ratification"]["state"]
        assert now["ratification"]["state"] == ratified, ident
        if ratified == "ratified":
            assert now["ratification"]["by"] == {"seat": None, "actor": "warden"}
    here.clean()


def test_every_text_of_the_example_is_here(here: Driver) -> None:
    page = EXAMPLE.read_bytes().decode()
    bring(here, page)
    within = kept(here, page, "EVO-26")
    # What is no act of its own here: reasons of positions and excuses, a source, a ballot and
    # what was answered to it, a new title.
    drafts = readback.read(page)["drafts"]
    said = [d["said"] for d in drafts for one in d["texts"] if one["text"] in within]
    verbs = "(objected|excused|reported|opened ballot|answered B1|gave EVO-26)"
    assert [one for one in said if not re.match(verbs, one)] == []
    assert len(within) == 34
    for ident in ("D1", "D2", "D3", "D4", "D5", "D6", "D7"):
        texts = [one for one in drafts if one["said"].startswith(f"decided {ident}:")]
        assert len(texts) == 1
    assert here.do("show EVO-26")["item"]["title"] == "Always-on PMs, workers spawned on demand"


def test_who_and_when_and_where(here: Driver) -> None:
    bring(here, EXAMPLE.read_bytes().decode())
    rows = here.do("log EVO-26")["rows"]
    assert {row["attestation"] for row in rows} == {"reported"}
    said = [row["headline"] for row in rows]
    assert "reported that venus decided D1: adopted" in said[5]
    assert said[5].endswith(", 2026-06-22T09:33:00Z")
    assert said[4] == "reported that unnamed commented on EVO-26, 2026-06-22T09:31:00Z"
    comments = [text for text in stored(here, "EVO-26") if text.startswith("On the page of")]
    run = next(text for text in comments if "EVO-26 #16: " in text)
    assert run.split("\n")[1] == (
        "- EVO-26 #16: venus agreed to version 1 of bs-mqoyg5s07bo as pm-venus, "
        "2026-06-22T09:01:00Z"
    )
    assert len(run.split("\n")) == 7
    found = here.do("search 'EVO-26 #21'")["rows"]
    assert any(one["id"] == "D1" for one in found)
    made = here.do("show EVO-26")
    assert made["item"]["sub_items"] == {"done": 3, "total": 3}
    assert here.do("show EVO-35")["item"]["title"] == "count the push guards on disk"
    for date, count in (("2026-06-22T09:32:00Z", 0), ("2026-06-22T09:34:00Z", 12)):
        assert len(here.do(f"show EVO-26 --as-of {date}")["in_force"]) == count


def test_the_same_page_twice_adds_nothing(here: Driver) -> None:
    page = EXAMPLE.read_bytes().decode()
    added = bring(here, page, "--dry-run")["added"]
    assert here.seq() == 1
    assert bring(here, page)["added"] == added == here.seq() - 1
    assert bring(here, page)["added"] == 0
    assert here.seq() == added + 1


def test_the_plan_does_the_same(
    here: Driver, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = here.copy(tmp_path / "other.db")
    env = {**here.env, "LEDGER_DB": str(tmp_path / "nowhere.db")}
    assert main(["import", "export", str(EXAMPLE), "--plan"], env) == 0
    plan = capsys.readouterr().out
    bring(here, EXAMPLE.read_bytes().decode())
    assert other.run("importer: batch - --atomic", plan)[0] == 0
    for line in ("log EVO-26 --texts", "show EVO-26", "show D6", "show D8"):
        assert other.do(line) == here.do(line), line
    assert other.do("verify")["consistent"]
    assert bring(other, EXAMPLE.read_bytes().decode())["added"] == 0


def test_main_imports_a_page(here: Driver, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["import", "export", str(EXAMPLE), "--as", "importer"]
    assert main(argv, here.env) == 0
    assert capsys.readouterr().out.startswith("added 105 acts: 4 item new, 9 brainstorm open, ")


def test_a_page_that_was_changed_is_refused_whole(here: Driver, tmp_path: Path) -> None:
    raw = EXAMPLE.read_bytes()
    at = raw.index(b"Measured overnight")
    for changed in (raw[:at] + b"x" + raw[at + 1 :], raw.replace(b"\n", b"\r\n"), raw[:-900]):
        file = tmp_path / "page.md"
        file.write_bytes(changed)
        here.fails(f"importer: import export {file}", 2)
        here.fails(f"importer: import export {file} --plan", 2)


# --- keys, and where a page has no place


def test_a_key_of_its_own(here: Driver) -> None:
    page = EXAMPLE.read_bytes().decode()
    bring(here, page, "--key OLD-7")
    made = here.do("show OLD-7")
    assert (len(made["in_force"]), made["item"]["sub_items"]["total"]) == (27, 3)
    assert made["questions"][2]["id"] == "OLD-7.Q3"
    assert here.run("show EVO-26")[0] == 4


def test_a_key_that_is_here_already(here: Driver) -> None:
    here.do("alpha: item new EVO 'Another matter' --key EVO-26")
    error = here.fails(f"importer: import export {EXAMPLE}", 5)
    assert error["message"].startswith(
        "line 1 of the plan: EVO-26 exists already, with another title"
    )
    assert error["hint"] == "ledger show EVO-26"


def test_the_ledger_that_wrote_it_has_it(there: Driver, tmp_path: Path) -> None:
    file = tmp_path / "page.md"
    file.write_bytes(page_of(there).encode())
    error = there.fails(f"importer: import export {file}", 5)
    assert error["message"].startswith("this ledger wrote the page")
    assert there.run(f"import export {file} --plan")[0] == 0


def test_only_the_page_of_an_item_is_taken(here: Driver) -> None:
    for name, keys in (("D7", "EVO-26, EVO-29"), ("bs-mqqfob9cvlr", "EVO-26, EVO-29")):
        error = here.fails(f"importer: import export {EXPORTS / name}.md", 2)
        assert error["message"] == (
            f"this is the page of {name}: import that of its work item, {keys}"
        )
    for name in ("EVO-26.html", "EVO-26.json", "D7-both-rails-not-one.md"):
        here.fails(f"importer: import export {EXPORTS / name} --plan", 2)


# --- what a page may hold besides


def adopt(ledger: Driver, text: str, item: str = "EVO-1") -> str:
    """A decision on a file, ratified whole."""
    made = ledger.decide(text, item=item)
    ledger.do(f"warden: ratify {made}")
    return made


def both(there: Driver, here: Driver, key: str = "EVO-1") -> tuple[str, dict[str, str]]:
    """(the page of an item, the states of its points here), after an import."""
    page = page_of(there, key)
    bring(here, page)
    here.clean()
    return page, {ident: one["state"] for ident, one in points(here, key).items()}


def said(states: dict[str, str]) -> str:
    """States of points in one line, by their ids."""
    return ", ".join(f"{ident} {states[ident]}" for ident in sorted(states, key=point_order))


def test_what_waits_waits_here_too(there: Driver, here: Driver) -> None:
    there.decide("## 1. One\n\n## 2. Two\n")
    there.do("warden: policy set 'together bin'")
    there.decide("## 1. At once\n")
    assert both(there, here)[1] == {
        "D1.1": "awaiting-ratification",
        "D1.2": "awaiting-ratification",
        "D2.1": "in-force",
    }
    assert here.run("importer: ratify D1")[0] == 0  # the steward, where there is no such seat


def test_whom_it_waited_for_though_it_never_was_ratified(there: Driver, here: Driver) -> None:
    adopt(there, "## 1. Zero\n")
    there.decide("## 1. Off\nReverses: D1.1\n")
    adopt(there, "## 1. Softer\nAmends: D2.1\n")
    assert said(both(there, here)[1]) == "D1.1 reversed, D2.1 amended, D3.1 in-force"
    assert points(here, "EVO-1")["D1.1"]["replaced_by"] == ["D3.1"]  # it took that over


def test_a_page_of_a_page(there: Driver, here: Driver, tmp_path: Path) -> None:
    """What is told there of an import names no policy that asks for a ratification."""
    adopt(there, "## 1. One\n\n## 2. Two\n")
    two = there.decide("## 1. A\nAmends: D1.1\n\n## 2. B\n\n## 3. C\n\n## 4. D\n")
    there.do(f"warden: ratify {two} --points 1")
    there.do(f"warden: ratify {two} --points 2 --refuse No")
    there.do(f"alpha: withdraw {two}.3 Off")
    there.decide("## 1. Yet to come\n")
    there.do("warden: policy set 'together bin'")
    there.decide("## 1. At once\n")
    states = both(there, here)[1]
    third = Driver(tmp_path / "third.db", NOW)
    third.do("importer: init")
    assert both(here, third)[1] == states
    assert said(states) == (
        "D1.1 amended, D1.2 in-force, D2.1 in-force, D2.2 refused, D2.3 withdrawn, "
        "D2.4 awaiting-ratification, D3.1 awaiting-ratification, D4.1 in-force"
    )
    rows = third.do("log EVO-1 --texts")["rows"]
    assert "EVO-1 #2: EVO-1 #9" in rows[0]["texts"]


def test_what_stands_in_a_text_is_no_table(there: Driver, here: Driver) -> None:
    there.do("warden: policy set 'together bin'")
    there.decide("## 1. One\n")
    text = "### D1\n- policy: together bin; ratify by owner\n"
    text += "| D1.1 | One | lapsed | x | y | z |\n"
    there.do("alpha: item comment EVO-1 -f -", text)
    assert both(there, here)[1] == {"D1.1": "in-force"}


def test_refused_withdrawn_and_split(there: Driver, here: Driver) -> None:
    adopt(there, "## 1. One\n\n## 2. Two\n\n## 3. Three\n")
    two = there.decide("## 1a. A\nAmends: D1.1\n\n## 1b. B\nAmends: D1.1\n\n## 2. C\n\n## 3. D\n")
    there.do(f"warden: ratify {two} --points 2 --refuse -", "No.\n\n  Never.\n")
    there.do(f"alpha: withdraw {two}.3 Overtaken")
    there.do(f"warden: ratify {two}")
    there.do("warden: hold D2.1a --for owner 'First the briefs'")
    there.do("warden: hold D2.1a --for owner 'And then the tests'")
    there.do("warden: hold D1 --for owner 'All of it'")
    there.do("warden: release D1.2")
    three = there.decide("## 1. Off\n")
    there.do(f"alpha: withdraw {three} 'All off'")
    page, states = both(there, here)
    assert said(states) == (
        "D1.1 amended, D1.2 in-force, D1.3 in-force, D2.1a in-force, D2.1b in-force, "
        "D2.2 refused, D2.3 withdrawn, D3.1 withdrawn"
    )
    assert kept(here, page, "EVO-1") == []
    for ident in ("D1.2", "D1.3", "D2.1a", "D2.1b", "D2.2"):
        was, now = (one.do(f"show {ident}")["point"] for one in (there, here))
        assert now["held"] == was["held"], ident
        assert now["ratification"].get("reason") == was["ratification"].get("reason"), ident


BALLOT = """# What then?

## 1. First? (rules on D1.1, D1.2)
- a: as they are
- b: otherwise
  in two lines (amends)

## 2. Second? (rules on D1.3)
- a: yes
- b: no, and why (refuses)

## 3. Third? (rules on D1.4)
- a: yes
- b: no (refuses)

## 4. Fourth? (rules on D1.5)
- a: yes
- b: later (none)
"""


def test_a_ballot(there: Driver, here: Driver) -> None:
    adopt(there, "## 1. Before\n", "EVO-1")  # D1 is another, and the ballot's is D2
    text = "".join(f"## {n}. Point {n}\n\n" for n in range(1, 6))
    two = there.decide(text.replace("## 1. Point 1\n", "## 1. Point 1\nSupersedes: D1.1\n"))
    ballot = there.do(f"alpha: ballot open {two} --to owner -f -", BALLOT.replace("D1.", "D2."))
    answers = "2=b: too dear\n3=b\n4=b\n1=b:\n\n  not one\nat all\n\n\n"
    there.do(f"warden: ballot cast {ballot['ids'][0]} -f -", answers)
    there.do("warden: ballot close B1")
    there.do("warden: ratify D2 --ballot B1")
    page, states = both(there, here)
    assert said(states) == (
        "D1.1 superseded, D2.1 amended, D2.2 amended, D2.3 refused, D2.4 refused, "
        "D2.5 awaiting-ratification, D3.1 in-force"
    )
    assert points(here, "EVO-1")["D3.1"]["replaces"] == points(there, "EVO-1")["B1.1"]["replaces"]
    reasons = [here.do(f"show D2.{n}")["point"]["ratification"]["reason"] for n in (3, 4)]
    assert reasons == ["too dear", "no"]
    # The answer has blank lines at its ends, which no proposal has: it stands in a comment too.
    text = there.do("show B1.1")["point"]["text"]
    assert text.endswith("lines\n\n\n  not one\nat all\n\n")
    assert here.do("show D3.1")["point"]["text"] == text.removesuffix("\n\n")
    assert text in kept(here, page, "EVO-1")


def test_an_effect_on_what_the_page_did_not_make_hits_nothing(there: Driver, here: Driver) -> None:
    there.do("alpha: item new EVO Other --key EVO-2")
    adopt(there, "## 1. Of EVO-1\n")
    adopt(there, "## 1. Off with it\nReverses: D1.1\n\n## 2. Kept\n", "EVO-2")
    here.do("importer: item new OWN Ours --key OWN-1")
    here.do("importer: policy set 'electorate steward; pass for > 0 of cast'")
    ours = here.do("importer: decide OWN-1 -f -", "## 1. A decision of ours\n")["decision"]
    assert ours == "D1"
    states = both(there, here, "EVO-2")[1]
    assert states == {"D2.1": "in-force", "D2.2": "in-force"}
    shown = here.do("show D1.1")["point"]
    assert (shown["state"], shown["replaced_by"], shown["claimed"]) == ("in-force", [], [])
    [note] = [text for text in stored(here, "EVO-2") if "left out" in text]
    assert "point 1 reverses D1.1: left out" in note
    # The page of EVO-1 has both: what EVO-2 put to a vote is a brainstorm of EVO-1 there.
    bring(here, page_of(there), "--key OLD-1")
    assert {one: made["state"] for one, made in points(here, "OLD-1").items()} == {
        "D3.1": "reversed",
        "D4.1": "in-force",
        "D4.2": "in-force",
    }
    assert here.state("D1.1") == "in-force"
    here.clean()


def test_items_links_and_ends(there: Driver, here: Driver) -> None:
    there.do("alpha: item new EVO Part --key EVO-2 --parent EVO-1 --owner alpha")
    there.do("alpha: item new EVO Other --key EVO-3")
    there.do("alpha: item link EVO-1 relates EVO-2")
    there.do("alpha: item link EVO-3 blocks EVO-1")
    there.do("alpha: item close EVO-2")
    there.do("alpha: item reopen EVO-2")
    there.do("alpha: item close EVO-1")
    there.do("alpha: item reopen EVO-1")
    storm = there.do("alpha: brainstorm open EVO-1 Later")["id"]
    there.do(f"warden: brainstorm close {storm} --withdraw '-$3 no'")
    there.do("alpha: item find EVO-1 -f - --source='$4.1 \n-'", "--plan\n")
    there.do("alpha: item close EVO-1")
    page, _ = both(there, here)
    made = here.do("show EVO-1")
    assert made["item"]["state"] == "closed"
    assert made["item"]["sub_items"] == {"done": 0, "total": 1}
    assert [(one["rel"], one["to"]) for one in made["links"]] == [("relates", "EVO-2")]
    assert (made["findings"][0]["text"], made["findings"][0]["source"]) == ("--plan\n", "$4.1 \n-")
    assert kept(here, page, "EVO-1") == []


def test_an_action_that_was_made_an_item(there: Driver, here: Driver) -> None:
    there.do("warden: policy set 'together bin'")
    there.decide("## 1. One\n\n## Actions\n- alpha: a wrapper\n")
    assert there.do("alpha: action to-item D1.A1")["key"] == "EVO-2"
    both(there, here)
    made = here.do("show EVO-2")["item"]
    assert (made["title"], made["owner"], made["parent"]) == ("a wrapper", "alpha", "EVO-1")
    bring(here, page_of(there, "EVO-2"), "--key OLD-2")  # where it begins as an action
    assert here.do("show OLD-2")["item"]["title"] == "a wrapper"


def test_a_parent_that_is_not_on_the_page(there: Driver, here: Driver) -> None:
    there.do("alpha: item new EVO Part --key EVO-2 --parent EVO-1")
    both(there, here, "EVO-2")
    assert here.do("show EVO-2")["item"]["parent"] is None
    assert any("alpha opened EVO-2 under EVO-1" in text for text in stored(here, "EVO-2"))


def test_what_lapsed_is_dead(tmp_path: Path, here: Driver) -> None:
    there = Driver(tmp_path / "timed.db", "2026-06-01T00:00:00Z")
    there.do("warden: init")
    there.do("warden: body add owner owner")
    there.do("warden: seat register owner --actor warden")
    there.do(
        "warden: policy set 'electorate owner; pass for > 0 of cast; ratify by owner within 7d'"
    )
    there.do("warden: item new EVO 'An item' --key EVO-1")
    there.do("warden: decide EVO-1 -f -", "## 1. One\n\n## 2. Two\n")
    there.do("warden: ratify D1 --points 1")
    there.env["LEDGER_NOW"] = "2026-06-20T00:00:00Z"
    there.do("warden: item comment EVO-1 Late")
    assert there.states("D1.1", "D1.2") == "in-force lapsed"
    assert both(there, here)[1] == {"D1.1": "in-force", "D1.2": "withdrawn"}


# --- a page of what was imported


RECORD = "# {0}. Use {1}\n\nDate: 2024-03-0{0}\n\n## Status\n\nAccepted\n{2}\n## Decision\n\n{1}.\n"


def test_a_page_of_an_import(there: Driver, here: Driver, tmp_path: Path) -> None:
    folder = tmp_path / "adr"
    folder.mkdir()
    for n, (word, more) in enumerate((("one", ""), ("two", "\nSupersedes 0001-one.md\n")), 1):
        (folder / f"000{n}-{word}.md").write_text(RECORD.format(n, word, more))
    there.do(f"alpha: import adr {folder} --project ADR")
    page, states = both(there, here, "ADR-1")
    assert states == {"D1.1": "superseded", "D2.1": "in-force"}
    assert points(here, "ADR-1")["D2.1"]["since"] == "2024-03-02T00:00:00.000Z"
    headlines = [
        [row["headline"] for row in ledger.do("log ADR-1")["rows"]] for ledger in (there, here)
    ]
    assert [re.sub(r"bs-\w+", "bs", one) for one in headlines[1]] == [
        re.sub(r"bs-\w+", "bs", one) for one in headlines[0]
    ]
    texts = [text for row in here.do("log ADR-1 --texts")["rows"] for text in row["texts"]]
    cited = {one.partition(": ")[2].partition(": ")[0] for one in texts if one[:7] == "ADR-1 #"}
    assert cited == {one for one in texts_of(page) if re.search("line [0-9]$", one)} - {""}
    assert {one for one in texts_of(page) if one not in texts} == cited


WHO = "eve proposed version 1 to bs-aaaaaaaaaaa: points 1"  # a name that looks like an act


def test_what_was_only_claimed_there_does_not_happen_here(there: Driver, here: Driver) -> None:
    adopt(there, "## 1. Native\n")
    line = {"argv": ["decide", "EVO-1", "-f", "-"], "stdin": "## 1. New\nAmends: D1.1\n"}
    for number, argv in enumerate((["brainstorm", "open", "EVO-1", "T"], None), 1):
        one: Doc = {"argv": argv} if argv else line
        one["reported"] = {"actor": WHO, "source": "s", "import": "a" * 64}
        one["id"] = f"00000000-0000-4000-8000-00000000000{number}"
        assert there.run("alpha: batch -", json.dumps(one))[0] == 0
    assert there.states("D1.1", "D2.1") == "in-force in-force"
    assert said(both(there, here)[1]) == "D1.1 in-force, D2.1 in-force"
    assert any("point 1 amends D1.1: left out" in text for text in stored(here, "EVO-1"))
    by = [
        row["headline"] for row in here.do("log EVO-1")["rows"] if "decided D2" in row["headline"]
    ]
    assert by[0].startswith(f"reported that {WHO} decided D2: adopted")


# --- any life of an item


VERBS = ("Amends", "Corrects", "Supersedes", "Reverses", "Stands down", "Refines", "Restores")


def lived(path: Path, seed: int) -> Driver:
    """A ledger in which three actors did what came to their minds, where they might."""
    chance, made = random.Random(seed), bins(path)
    made.do("warden: item new EVO Other --key EVO-2")
    ids: list[str] = []
    storms: list[str] = []
    for _ in range(60):
        what, home = chance.randrange(11), chance.choice(["D1", *ids[-3:]])
        label = chance.choice(("1", "2", "3a", "3b"))
        if what < 3:
            acts = []
            for _ in range(4):
                one = f"{chance.choice(['D1', *ids])}.{chance.choice(('1', '2', '3a', '3b'))}"
                verb, target = chance.choice(VERBS), one if chance.random() < 0.8 else home
                acts.append(f"{verb}: {target}\n" if ids and chance.random() < 0.4 else "")
                acts[-1] += "Held for: owner, yet\n" if chance.random() < 0.2 else ""
            acts[3] = acts[2] if chance.random() < 0.5 else acts[3]
            text = "".join(f"## {n}. P\n{act}\n" for n, act in zip(LABELS, acts, strict=True))
            key = chance.choice(("EVO-1", "EVO-1", "EVO-2")) if seed % 2 else "EVO-1"
            policy = chance.choice(("", "--policy 'together bin'"))
            made.run(f"warden: item reopen {key}")
            storm = made.do(f"warden: brainstorm open {key} T {policy}")["id"]
            storms.append(storm)
            if made.run(f"warden: propose {storm} -f -", text)[0] == 0:
                for who in ("alpha", "beta", "gamma")[: chance.choice((2, 3, 3, 3))]:
                    made.do(f"{who}: agree {storm}")
                code, done = made.run(f"warden: decide {storm}")
                ids += [done["data"]["decision"]] if code == 0 else []
        elif what == 3:
            some = f"--points {','.join(chance.sample(LABELS, 2))}" if chance.random() < 0.5 else ""
            made.run(f"warden: ratify {home} {some}")
        elif what == 5:
            made.run(f"warden: ratify {home} --points {label} --refuse No")
        elif what == 6:
            made.run(f"warden: withdraw {chance.choice((home, f'{home}.{label}'))} Off")
        elif what == 7:
            target = chance.choice((home, f"{home}.{label}"))
            made.run(
                f"warden: {chance.choice((f'hold {target} --for owner X', f'release {target}'))}"
            )
        elif what in (4, 8, 9):
            text = f"## 1. Q (rules on {home}.1)\n- a: y\n- b: n ({chance.choice(EFFECTS)})\n\n"
            text += f"## 2. R (rules on {home}.3a, {home}.3b)\n- a: y\n- b: n (refuses)\n"
            code, done = made.run(f"warden: ballot open {home} --to owner -f -", text)
            if code == 0:
                vote = done["data"]["ids"][0]
                more = chance.choice(("", ": but"))
                made.run(f"warden: ballot cast {vote} '1={chance.choice('ab')}; 2=a{more}'")
                made.run(f"warden: ballot close {vote}")
                if made.run(f"warden: ratify {home} --ballot {vote}")[0] == 0:
                    ids.append(vote)
        elif storms:
            storm = chance.choice(storms)
            made.run(f"warden: brainstorm close {storm} --no-decision Enough")
            made.run(f"warden: item {chance.choice(('close', 'reopen'))} EVO-1")
    return made


LABELS = ("1", "2", "3a", "3b")
EFFECTS = ("amends", "refuses", "none")


def test_whatever_an_item_lived_through(tmp_path: Path, soak: int) -> None:
    seen: dict[str, int] = {}
    for seed in (106, 107) if soak == 1 else range(60):
        there = lived(tmp_path / f"{seed}.db", seed)
        here = Driver(tmp_path / f"{seed}-here.db", NOW)
        here.do("importer: init")
        bring(here, page_of(there))
        ids = {}
        for row in here.do("log EVO-1 --texts")["rows"]:
            found = re.fullmatch(r"EVO-1 #[0-9]+: ([DB][0-9]+)", row["texts"][-1] or "")
            if found:
                ids[found[1]] = re.search("decided (D[0-9]+):", row["headline"])
        was, now = points(there, "EVO-1"), points(here, "EVO-1")
        for ident, one in was.items():
            home, _, label = ident.partition(".")
            made = ids.get(home)
            assert made, (seed, ident)
            twin = now[f"{made[1]}.{label}"]
            assert twin["state"] == one["state"], (seed, ident, one, twin)
            if seed % 2 == 0:  # what is held for what another item decided is not on the page
                assert twin["held"] == one["held"], (seed, ident)
            assert twin["text"] == one["text"]
            seen[one["state"]] = seen.get(one["state"], 0) + 1
        assert here.do("show EVO-1")["item"]["state"] == there.do("show EVO-1")["item"]["state"]
        here.clean()
    assert {"in-force", "awaiting-ratification", "withdrawn"} <= set(seen)


# --- whatever somebody typed


def test_hostile_texts_are_kept(tmp_path: Path, here: Driver, soak: int) -> None:
    for seed in range(1 if soak == 1 else 5):
        bodies = generated(400, seed)
        there = told(tmp_path / f"{seed}.db", bodies)
        page = page_of(there)
        bring(here, page, f"--key OLD-{seed + 1}")
        within = kept(here, page, f"OLD-{seed + 1}")
        assert set(within) <= set(bodies[100:300])  # titles and the reasons of objections
    here.clean()


def test_what_was_removed_is_said_so() -> None:
    made = readback.read(EXAMPLE.read_bytes().decode())
    made |= readback.head(EXAMPLE.read_bytes().decode())
    for draft in made["drafts"]:
        for one in draft["texts"]:
            one["text"] = None
    lines = read_page(made)
    assert len(lines) == 105
    said = [one["stdin"] for one in lines if "stdin" in one]
    runs = [text for text in said if text.startswith("On the page of EVO-26, by its ids:\n- ")]
    assert [text for text in said if "[removed]" not in text] == runs
    proposals = [json.loads(one["stdin"]) for one in lines if "--json-input" in one["argv"]]
    assert {point["title"] for one in proposals for point in one["points"]} == {"[removed]"}


def forged(page: str, seed: int, count: int) -> Iterator[str]:
    """Pages that somebody made by hand: headlines are not under their texts' hashes."""
    chance, lines = random.Random(seed), page.split("\n")
    at = [n for n, line in enumerate(lines) if HEADLINE.match(line)]
    for _ in range(count):
        made = list(lines)
        for n in chance.sample(at, 3):
            said = HEADLINE.match(lines[chance.choice(at)])
            here = HEADLINE.match(lines[n])
            assert said
            assert here
            number = chance.choice(("0", "1", "7", "1" * 12, "9" * 5000))
            head = re.sub("[0-9]+", number, said[2]) if chance.random() < 0.5 else said[2]
            made[n] = f"{here[1]}{head}{here[3]}"
        yield "\n".join(made)


def test_a_forged_page_is_refused_or_taken_but_nothing_breaks(here: Driver, soak: int) -> None:
    page = EXAMPLE.read_bytes().decode()
    for text in forged(page, 26, 200):
        assert read_page({**readback.read(text), **readback.head(text)})
    codes = {
        here.run("importer: import export - --dry-run", text)[0]
        for text in forged(page, 7, 4 if soak == 1 else 100)
    }
    assert codes <= {0, 2, 3, 4, 5}
    assert len(codes) > 1
    assert here.seq() == 1


def test_no_id_of_the_page_stands_in_a_line() -> None:
    text = EXAMPLE.read_bytes().decode()
    lines: list[Any] = read_page({**readback.read(text), **readback.head(text)}, key="OLD-1")
    named = [word for one in lines for word in one["argv"]]
    named += [
        target
        for one in lines
        if "--json-input" in one["argv"]
        for point in json.loads(one["stdin"])["points"]
        for effect in point["effects"]
        for target in effect["targets"]
    ]
    assert not [word for word in named if re.match(r"[DB][0-9]|bs-|EVO-26", word)]
    assert sum(word.startswith("$") for word in named) > 100
