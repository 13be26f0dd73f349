"""Reported acts, as an import makes them (concepts.md, "In force" 5 and 11)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from driving import Doc, Driver

from ledger.cli.imports import _id
from ledger.cli.main import main
from ledger.core.entry import brainstorm_id, uuid5
from ledger.views import why

ONE, OTHER = "a" * 64, "b" * 64


class Importing:
    """A native ledger, and lines of plans that are done in it."""

    def __init__(self, path: Path) -> None:
        self.ledger = Driver(path / "l.db")
        self.path = path
        ledger = self.ledger
        ledger.do("warden: init")
        ledger.do("warden: body add bin bin-1")
        ledger.do("warden: body add owner owner")
        ledger.do("warden: seat register bin-1 --actor alpha")
        ledger.do("warden: seat register owner --actor warden")
        ledger.do("warden: policy set 'electorate bin; pass for > 0 of cast; ratify by owner'")
        ledger.do("alpha: item new EVO 'Native' --key EVO-1")

    def plan(self, *lines: Any, of: str = ONE, code: int = 0) -> None:
        """Does the lines, as `alpha` reports them: (argv), (argv, stdin) or whole lines."""
        made = []
        for number, one in enumerate(lines, 1):
            line = one if isinstance(one, dict) else {"argv": one}
            said = {"actor": "nw-venus", "source": f"page, line {number}", "import": of}
            ident = uuid5(of[:32], f"{len(lines)} {number}")
            made.append({"id": ident, "reported": said, **line})
        file = self.path / "plan.jsonl"
        file.write_text("".join(json.dumps(one) + "\n" for one in made))
        argv = ["batch", str(file), "--atomic", "--as", "alpha"]
        assert main(argv, {"LEDGER_DB": str(self.ledger.path)}) == code

    def point(self, ident: str) -> Doc:
        """A point as it is shown."""
        made: Doc = self.ledger.do(f"show {ident}")["point"]
        return made


def decide(text: str, key: str = "ADR-1", **more: str) -> Doc:
    """An imported decision of the year before."""
    line: Doc = {"argv": ["decide", key, "-f", "-"], "stdin": text}
    return {**line, "said_at": "2025-03-01T00:00:00.000Z", **more}


ITEM = ["item", "new", "ADR", "Records", "--key", "ADR-1"]


@pytest.fixture
def importing(tmp_path: Path) -> Importing:
    return Importing(tmp_path)


def test_an_imported_decision_has_a_page(importing: Importing) -> None:
    """Its policy is no policy in words."""
    importing.plan(ITEM, decide("# Use it\n\n## 1. We use SQLite\n"))
    storm = importing.ledger.do("show D1")["brainstorm"]
    for ident in ("D1", storm):
        [page] = importing.ledger.do(f"export {ident} -o -")["files"]
        assert "\nIt is reported: no policy of this ledger was applied.\n" in page["text"]


def test_an_imported_decision_is_in_force_by_report(importing: Importing) -> None:
    item = {"argv": ITEM, "said_at": "2025-02-01T00:00:00.000Z"}
    importing.plan(item, decide("# Use it\n\n## 1. We use SQLite\n"))
    ledger, made = importing.ledger, importing.point("D1.1")
    assert (made["state"], made["since"]) == ("in-force", "2025-03-01T00:00:00.000Z")
    assert made["adopted"] == {"attestation": "reported"}
    assert ledger.do("show D1")["policy"] == "reported"
    code, answer = ledger.run("check D1.1")
    assert (code, [one["code"] for one in answer["data"]["blocks"]]) == (3, ["reported-only"])
    assert ledger.run("check D1.1 --allow-reported")[0] == 0
    assert [row["attestation"] for row in ledger.do("log ADR-1")["rows"]] == ["reported"] * 4
    assert ledger.do("verify")["reported"] == 4
    for date, there in (("2025-02-02", []), ("2025-03-02", ["D1.1"])):
        seen = ledger.do(f"show ADR-1 --as-of {date}")["in_force"]
        assert [one["id"] for one in seen] == there
    ledger.clean()


def test_the_same_lines_again_add_nothing(importing: Importing) -> None:
    lines = (ITEM, decide("## 1. One\n"), ["item", "comment", "ADR-1", "Said"])
    importing.plan(*lines)
    before = importing.ledger.seq()
    importing.plan(*lines)
    assert importing.ledger.seq() == before


def test_a_reported_ratification_may_be_ratified_here_later(importing: Importing) -> None:
    ledger = importing.ledger
    waits = decide("## 1. One\n\n## 2. Two\n", ratifier="owner")
    ratify = {"argv": ["ratify", "$2", "--points", "1"], "said_at": "2025-04-01T00:00:00.000Z"}
    importing.plan(ITEM, waits, ratify)
    made = importing.point("D1.1")
    assert made["since"] == "2025-04-01T00:00:00.000Z"
    assert made["ratification"]["attestation"] == "reported"
    assert made["ratification"]["by"] == {"seat": None, "actor": "nw-venus"}
    assert importing.point("D1.2")["state"] == "awaiting-ratification"
    assert ledger.run("check D1.1")[1]["data"]["blocks"][0]["code"] == "reported-only"
    ledger.do("warden: ratify D1 --points 1")
    made = importing.point("D1.1")
    assert (made["ratification"]["attestation"], made["since"]) == (
        "unsigned",
        "2025-04-01T00:00:00.000Z",
    )
    assert ledger.run("check D1.1")[0] == 0
    assert ledger.do("warden: ratify D1 --points 1")["changed"] is False
    ledger.do("warden: ratify D1")
    assert ledger.states("D1.1", "D1.2") == "in-force in-force"
    ledger.clean()


def test_a_ratifier_that_is_no_seat_here(importing: Importing) -> None:
    importing.plan(ITEM, decide("## 1. One\n", ratifier="the-board"))
    importing.ledger.do("warden: ratify D1")  # by the steward, whose ledger it is
    assert importing.ledger.state("D1.1") == "in-force"
    importing.ledger.clean()


def test_a_report_does_not_ratify_what_is_native(importing: Importing) -> None:
    ledger = importing.ledger
    ledger.decide("## 1. Native\n", by="alpha")
    importing.plan(["ratify", "D1"], code=3)
    assert ledger.state("D1.1") == "awaiting-ratification"
    storm = ledger.do("alpha: brainstorm open EVO-1 T")["id"]
    for line in (
        ["brainstorm", "close", storm, "--no-decision", "Off"],
        ["brainstorm", "say", storm, "Hm"],
        ["withdraw", "D1", "Off"],
        ["hold", "D1.1", "--for", "owner", "Wait"],
        ["item", "close", "EVO-1"],
        ["policy", "set", "together bin"],
        ["agree", storm],
    ):
        importing.plan(line, code=3)
    importing.plan(["item", "comment", "EVO-1", "What was said then"])  # any actor may


def test_an_effect_on_a_native_point_is_claimed(importing: Importing) -> None:
    ledger = importing.ledger
    ledger.decide("## 1. Native\n", by="alpha")
    ledger.do("warden: ratify D1")
    importing.plan(ITEM, decide("## 1. Better\nAmends: D1.1\n"))
    assert ledger.states("D1.1", "D2.1") == "in-force in-force"
    assert importing.point("D1.1")["claimed"] == ["D2.1"]
    assert importing.point("D1.1")["replaced_by"] == []
    ledger.decide("## 1. Settled\nAmends: D1.1\nSupersedes: D2.1\n", by="alpha")
    ledger.do("warden: ratify D3")
    assert ledger.states("D1.1", "D2.1", "D3.1") == "amended superseded in-force"
    ledger.clean()


def test_another_import_does_not_bind_either(importing: Importing) -> None:
    importing.plan(ITEM, decide("## 1. One\n"))
    importing.plan(
        ["item", "new", "ADR", "More", "--key", "ADR-2"],
        decide("## 1. Two\nReverses: D1.1\n", "ADR-2"),
        of=OTHER,
    )
    assert importing.ledger.states("D1.1", "D2.1") == "in-force in-force"
    assert importing.point("D1.1")["claimed"] == ["D2.1"]


def test_within_an_import_effects_happen(importing: Importing) -> None:
    importing.plan(ITEM, decide("## 1. One\n\n## 2. Two\n"), decide("## 1. Off\nReverses: $2\n"))
    assert importing.ledger.states("D1.1", "D1.2", "D2.1") == "reversed reversed in-force"
    importing.ledger.clean()


def contested(importing: Importing) -> None:
    """Two imported points displace one."""
    importing.plan(
        ITEM,
        decide("## 1. One\n"),
        decide("## 1. Two\nSupersedes: $2.1\n"),
        decide("## 1. Three\nAmends: $2.1\n"),
    )


def test_two_imported_points_that_displace_one_are_contested(importing: Importing) -> None:
    contested(importing)
    ledger = importing.ledger
    assert ledger.states("D2.1", "D3.1") == "contested contested"
    assert ledger.state("D1.1") != "in-force"
    assert ledger.run("check D2.1")[1]["data"]["blocks"][0]["code"] == "contested"
    assert [one["id"] for one in ledger.do("show ADR-1")["contested"]] == ["D2.1", "D3.1"]
    ledger.clean()


def test_points_of_one_decision_that_displace_one_are_no_rivals(importing: Importing) -> None:
    importing.plan(
        ITEM,
        decide("## 1. One\n"),
        decide("## 1a. Here\nAmends: $2.1\n\n## 1b. There\nAmends: $2.1\n"),
    )
    ledger = importing.ledger
    assert ledger.states("D1.1", "D2.1a", "D2.1b") == "amended in-force in-force"
    ledger.clean()


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("Upholds: D2.1\nReverses: D3.1\n", "in-force reversed"),
        ("Supersedes: D2.1, D3.1\n", "superseded superseded"),
        ("Upholds: D2.1\n", "contested contested"),
        ("Reverses: D3.1\n", "contested reversed"),
    ],
)
def test_until_a_later_point_names_both(importing: Importing, text: str, states: str) -> None:
    contested(importing)
    ledger = importing.ledger
    ledger.decide(f"## 1. Settled\n{text}", by="alpha")
    ledger.do("warden: ratify D4")
    assert ledger.states("D2.1", "D3.1") == states
    ledger.clean()


def test_the_rest_of_what_an_import_reports(importing: Importing) -> None:
    ledger = importing.ledger
    importing.plan(
        ITEM,
        ["item", "new", "ADR", "Part", "--key", "ADR-2", "--parent", "ADR-1"],
        ["brainstorm", "open", "ADR-1", "What then?"],
        {"argv": ["propose", "$3", "-f", "-"], "stdin": "## 1. This\n"},
        ["brainstorm", "say", "$3", "Well"],
        ["brainstorm", "close", "$3", "--no-decision", "Rejected"],
        ["item", "ask", "ADR-1", "Who?"],
        ["item", "answer", "$7", "Nobody"],
        ["item", "find", "ADR-1", "It rains", "--source", "the window"],
        ["item", "link", "ADR-2", "relates", "EVO-1"],
        ["item", "close", "ADR-2"],
        ["brainstorm", "open", "ADR-1", "And now?"],
        {"argv": ["propose", "$12", "-f", "-"], "stdin": "## 1. One\n\n## 2. Two\n"},
        {"argv": ["decide", "$12"], "ratifier": "owner"},
        ["hold", "$14.1", "--for", "nobody-here", "Until then"],
        ["withdraw", "$14.2", "Overtaken"],
        ["release", "$14.1"],
        {"argv": ["ratify", "$14", "--points", "1", "--refuse", "No"]},
    )
    assert ledger.states("D1.1", "D1.2") == "refused withdrawn"
    made = ledger.do("show ADR-1")
    assert [one["state"] for one in made["brainstorms"]] == ["closed", "adopted"]
    assert made["questions"][0]["answer"]["text"] == "Nobody"
    ledger.clean()
    ledger.do("export ADR-1 -o -")


def test_who_is_reported_may_have_held_what_was_held(importing: Importing) -> None:
    text = "## 1. One\nHeld for: owner, until he says so\n"
    hold = ["hold", "$2.1", "--for", "owner", "Until the briefs are in"]
    importing.plan(ITEM, decide(text), hold)
    assert importing.point("D1.1")["held"] == {"for": "owner", "reason": "Until the briefs are in"}
    importing.ledger.clean()


def test_an_import_claims_no_later_time(importing: Importing) -> None:
    """A ledger with such an entry would not verify."""
    before = importing.ledger.seq()
    importing.plan({"argv": ITEM, "said_at": "2199-01-01T00:00:00Z"}, code=3)
    assert importing.ledger.seq() == before
    page = importing.path / "page.txt"
    page.write_text("Title\n\n• ann commented · 2199-01-01\n  Well\n")
    error = importing.ledger.fails(f"alpha: import activity {page} --key NEW-1", 3)
    assert [one["code"] for one in error["blocks"]] == ["clock"]
    assert error["message"].startswith(
        "line 1 of the plan: it is reported to have been said at 2199-01-01T00:00:00Z, and it is "
    )


@pytest.mark.parametrize(
    "line",
    [
        {"argv": ITEM, "reported": None, "said_at": "2025-01-01"},
        {"argv": ITEM, "reported": {"actor": "a", "source": "s"}},
        {"argv": ITEM, "reported": {"actor": "a", "source": "s", "import": "abc"}},
        {"argv": ITEM, "said_at": "once"},
    ],
)
def test_what_is_no_line_of_an_import(importing: Importing, line: Doc) -> None:
    if line.get("reported", 1) is None:
        del line["reported"]
        file = importing.path / "p.jsonl"
        file.write_text(json.dumps(line) + "\n")
        env = {"LEDGER_DB": str(importing.ledger.path)}
        assert main(["batch", str(file), "--as", "alpha"], env) == 2
        return
    importing.plan(line, code=2)


RECORD = (
    "# {0}. Use {1}\n\nDate: 2024-03-01\n\n## Status\n\nAccepted\n\n## Decision\n\nWe use {1}.\n"
)


def test_a_folder_beside_what_the_project_has(importing: Importing) -> None:
    ledger = importing.ledger
    ledger.do("alpha: item new ADR 'A native item' --key ADR-4")
    folder = importing.path / "records"
    folder.mkdir()
    for n, word in enumerate(("one", "two"), 1):
        (folder / f"000{n}-{word}.md").write_text(RECORD.format(n, word))
    line = f"alpha: import adr {folder} --project ADR"
    assert ledger.do(f"{line} --dry-run")["added"] == 9
    before = ledger.seq()
    made = ledger.do(line)
    assert (made["added"], ledger.seq()) == (9, before + 9)
    assert [row["key"] for row in ledger.do("item list --project ADR")["rows"]] == [
        "ADR-4",
        "ADR-5",
    ]
    ledger.do("alpha: item new ADR 'Another native item'")
    assert ledger.do(line)["added"] == 0
    assert ledger.states("D1.1", "D2.1") == "in-force in-force"
    ledger.clean()


def test_all_of_an_import_or_nothing(importing: Importing) -> None:
    """What one line cannot do undoes the lines before it, and is named."""
    before = importing.ledger.seq()
    importing.plan(ITEM, decide("## 1. One\n"), ["item", "close", "EVO-1"], code=3)
    assert importing.ledger.seq() == before
    importing.ledger.fails("alpha: import adr nowhere --project ADR", 2)
    page = importing.path / "page.txt"
    page.write_bytes(b"\xff")
    importing.ledger.fails(f"alpha: import activity {page} --key EVO-2", 2)
    importing.ledger.fails(f"alpha: import beads {page} --project OPS", 2)


def test_what_stands_in_a_fence_names_no_target(importing: Importing) -> None:
    text = "## 1. One\n```\nAmends: $2.1\n```\nUpholds: $2.1\n"
    importing.plan(ITEM, decide("## 1. First\n"), decide(text))
    assert "Amends: $2.1" in importing.point("D2.1")["text"]
    assert importing.point("D2.1")["effects"] == [{"verb": "upholds", "targets": ["D1.1"]}]


def test_brainstorms_of_one_day_have_an_id_each(importing: Importing) -> None:
    """A file that knows days only gives many of them one time, and 400 draws of 46,656 clash."""
    folder, ledger = importing.path / "adr", importing.ledger
    folder.mkdir()
    for n in range(400):
        text = f"# Rule {n}\n\nDate: 2024-03-02\n\n## Status\n\nProposed\n"
        (folder / f"{n:04}-rule.md").write_text(text)
    line = f"alpha: import adr {folder} --project ADR"
    assert ledger.do(line)["counts"]["brainstorm open"] == 400
    assert ledger.do(line)["added"] == 0
    assert len({row["id"] for row in ledger.do("brainstorm list")["rows"]}) == 400


def test_an_id_that_is_here_already_is_not_taken_again() -> None:
    class Here:
        """A ledger where one brainstorm is, made by an entry of another id or of this one."""

        mine = ""

        def doc(self, ident: str) -> Doc | None:
            return {} if ident == first else None

        def entry_by_id(self, ident: str) -> Doc | None:
            return {"id": ident} if ident == self.mine else None

    line: Doc = {
        "argv": ["brainstorm", "open", "ADR-1", "T"],
        "said_at": "2025-01-01T00:00:00.000Z",
    }
    here: Any = Here()
    plain = _id(None, set(), ONE, 7, line)
    first = brainstorm_id(plain, line["said_at"])
    other = _id(here, set(), ONE, 7, line)
    assert other != plain
    assert brainstorm_id(other, line["said_at"]) != first
    Here.mine = plain  # done before
    assert _id(here, set(), ONE, 7, line) == plain


def test_what_is_only_reported_is_told_as_such(importing: Importing) -> None:
    """Of whom nothing is known here, nothing is made up; a seat of elsewhere may hold a point."""
    held = decide(
        "# Use it\n\n## 1. SQLite\nHeld for: harbour-master, until he is back\n\n## 2. WAL\n"
    )
    ratified = {"argv": ["ratify", "$2", "--points", "2"]}
    importing.plan(ITEM, {**held, "ratifier": "harbour-master"}, ratified, decide("## 1. Vacuum\n"))
    ledger = importing.ledger
    lines = [one for one in ledger.do("brief ADR-1")["lines"] if one.startswith("D")]
    assert lines == [
        "D2.1 in force, by report: Vacuum",
        "D1.2 in force, ratified by nw-venus (reported): WAL",
        "D1.1 held for harbour-master (nobody): until he is back",
        "D1 awaits ratification by steward (warden)",
        "D1.1 not yet in force, held for harbour-master: SQLite",
    ]
    for ident in ("D1", "D1.1", "D1.2"):
        assert ledger.run(f"brief {ident}")[0] == 0
    ledger.do("warden: inbox")
    (block,) = ledger.run("warden: release D1.1")[1]["error"]["blocks"]
    assert block["hint"] == "ledger body add harbour-master harbour-master"
    ledger.do("warden: body add harbour-master harbour-master")
    ledger.do("warden: seat register harbour-master --actor hm")
    ledger.do("hm: release D1.1")
    assert importing.point("D1.1")["held"] is None
    assert importing.point("D1.2")["ratification"]["by"] == {"seat": None, "actor": "nw-venus"}
    told = "\n".join(why.render(ledger.do("why D1.2")))
    assert "adopted by report, decided by nw-venus (#" in told


def test_all_that_reads_knows_what_an_import_made(importing: Importing) -> None:
    """Nothing that can be asked of a whole imported page fails for what this ledger lacks."""
    page = Path(__file__).parent / "activity" / "ferries.txt"
    ledger, folder = importing.ledger, importing.path
    words = "--key BELL-9 --captured 2025-06-01 --accept-inferred"
    ledger.do(f"alpha: import activity {page} {words}")
    shown = ledger.do("show BELL-9")
    groups = ("in_force", "prospective", "contested", "replaced")
    points = [one["id"] for name in groups for one in shown[name]]
    decisions = list(dict.fromkeys(one.partition(".")[0] for one in points))
    assert len(points) > 20
    storms = [one["id"] for one in shown["brainstorms"]]
    for ident in ("BELL-9", *decisions, *points, *storms):
        for line in (f"show {ident}", f"brief {ident}", f"log {ident} --texts", f"check {ident}"):
            code, made = ledger.run(line)
            assert ident in storms or (code in (0, 3) and "data" in made), (line, made)
    for ident in points:
        ledger.do(f"why {ident}")
    for form in ("markdown", "html", "madr", "json"):
        ledger.do(f"export --all --format {form} -o {folder}/{form}")
    for who in ("alpha", "warden"):
        ledger.do(f"{who}: inbox")
    ledger.clean()


def test_what_is_inferred_is_accepted_at_once_or_not_at_all(importing: Importing) -> None:
    page = Path(__file__).parent / "activity" / "ferries.txt"
    line = f"alpha: import activity {page} --key BELL-9 --captured 2025-06-01"
    plain, guessed = importing.ledger.copy(importing.path / "g.db"), importing.ledger
    made = guessed.do(f"{line} --accept-inferred")
    assert (made["added"] > 0, made["left_out"]) == (True, 0)
    for again in (line, f"{line} --accept-inferred"):
        assert guessed.do(again)["added"] == 0
    assert plain.do(line)["left_out"] > 0
    assert plain.do(line)["added"] == 0
    assert "without what is only inferred" in plain.fails(f"{line} --accept-inferred", 5)["message"]


def test_a_repeated_import_says_what_was_done_then(
    importing: Importing, capsys: pytest.CaptureFixture[str]
) -> None:
    page = Path(__file__).parent / "activity" / "ferries.txt"
    line = f"import activity {page} --key BELL-9 --captured 2025-06-01"
    ledger = importing.ledger
    before = ledger.seq()
    said = []
    for _ in range(2):
        main([*line.split(), "--as", "alpha"], ledger.env)
        said.append(capsys.readouterr().out.splitlines()[-1])
    first = f"(#{before + 1})"
    assert said[0].endswith("or --accept-inferred")
    assert said[1].endswith(f"only inferred, as when it was imported {first}")
    assert first in ledger.fails(f"alpha: {line} --accept-inferred", 5)["message"]
    error = ledger.fails(f"warden: {line}", 5)
    assert f"imported before, by alpha from #{before + 1} on" in error["message"]
    rows = ledger.do(error["hint"].removeprefix("ledger "))["rows"]
    assert (rows[0]["seq"], rows[0]["actor"]) == (before + 1, "alpha")
