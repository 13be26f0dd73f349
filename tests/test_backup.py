"""`ledger.json`, the whole log as one file, and the ledger that is restored from it; and one
subject as JSON (exchange.md, "Markdown export" and "Imports")."""

from __future__ import annotations

import doctest
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from driving import Driver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from ledger import backup, restore
from ledger.cli.main import main
from ledger.cli.parse import TYPES
from ledger.cli.schema import schemas
from ledger.core import checkpoint
from ledger.core.canon import encode, loads
from ledger.core.entry import leaf, text_hash
from ledger.core.tree import root_of
from ledger.export import FORMATS, document, form, subject
from ledger.store.store import Store
from ledger.store.upgrade import create

ROOT = Path(__file__).resolve().parents[1]
LINES = ROOT / "exports" / "evo-26.jsonl"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    """The example ledger: every verb, ballots, holds, refusals."""
    made = Driver(tmp_path_factory.mktemp("told") / "l.db", seed="evo-26")
    made.env["LEDGER_NOW"] = "script"
    assert made.run("batch -", LINES.read_text("utf-8"))[0] == 0
    del made.env["LEDGER_NOW"], made.env["LEDGER_SEED"]
    made.do(
        "sam: item comment EVO-26 -", 'é⟦\u2028\u202e\u200b\r\n\t\x1b決🎉 ]}",\n],"checkpoint":'
    )
    return made


@pytest.fixture(scope="module")
def whole(told: Driver) -> str:
    return dump(told)


def dump(made: Driver, *more: str) -> str:
    """The backup, as it goes to standard output."""
    line = " ".join(["export --all --format json -o -", *more])
    text: str = made.do(line)["files"][0]["text"]
    return text


def rows(path: Path) -> tuple[list[Any], list[Any], Any]:
    """All that a log is: entries, texts and the tree, as they are stored."""
    with Store(str(path)).reading() as reader:
        session = reader.session
        return session.rows("entries", after=0), session.rows("texts"), session.rows("tree")


def restored(text: str, folder: Path, name: str = "new.db") -> tuple[int, Any, Driver]:
    """(exit code, document, the ledger) of an import into a folder where there is none."""
    folder.mkdir(exist_ok=True)
    (folder / "in.json").write_bytes(text.encode())
    made = Driver(folder / name)
    code, said = made.run(f"import export {shlex.quote(str(folder / 'in.json'))}")
    return code, said, made


@pytest.mark.parametrize("module", [backup, checkpoint, subject])
def test_the_worked_example_of_the_module_runs(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_formats_are_those_of_the_command_line() -> None:
    for name in FORMATS:
        assert TYPES["format"](name) == name
        assert callable(form(name).page)


# --- there and back


def test_a_restored_ledger_is_the_same(told: Driver, whole: str, tmp_path: Path) -> None:
    code, said, made = restored(whole, tmp_path / "in")
    assert code == 0, said
    assert rows(made.path) == rows(told.path)
    made.clean()
    head, texts = rows(told.path)[0][-1], rows(told.path)[1]
    assert said["data"] == {
        "ledger": rows(told.path)[0][0][1],
        "path": str(made.path),
        "entries": head[0],
        "texts": len(texts),
        "root": head[6],
    }
    assert said["head"] == {"seq": head[0], "leaf": head[2]}
    assert dump(made) == whole
    shown = f"show EVO-26 --known-at {head[0]}"
    assert restored(dump(made), tmp_path / "again")[2].do(shown) == told.do(shown)
    assert not [name for name in os.listdir(tmp_path / "in") if "restoring" in name]
    made.do("sam: item comment EVO-26 'and on it goes'")
    made.clean()


def test_it_is_one_json_document_of_which_each_entry_and_text_is_a_line(
    told: Driver, whole: str
) -> None:
    made = json.loads(whole)
    entries, texts, _ = rows(told.path)
    assert list(made) == ["ledger export", "ledger", "log", "checkpoint"]
    assert whole.count("\n") == len(made["log"]) + 2
    lines = [line.removesuffix(",") for line in whole.split("\n")[1:-2]]
    assert [line for line in lines if "statement" in loads(line)] == [one[7] for one in entries]
    kept = [loads(line) for line in lines if "hash" in loads(line)]
    assert sorted((one["hash"], one["salt"], one["text"]) for one in kept) == texts
    at = {one["hash"]: lines.index(encode(one)) for one in kept}
    for ident, place in at.items():
        first = min(n for n, line in enumerate(lines) if ident in line)
        assert first < place
        assert all("hash" in loads(line) for line in lines[first + 1 : place])


def test_an_act_adds_lines_and_changes_no_other(told: Driver, whole: str, tmp_path: Path) -> None:
    made = told.copy(tmp_path / "l.db")
    made.do("sam: item comment EVO-26 more")
    before, after = whole.split("\n")[:-2], dump(made).split("\n")[:-2]
    assert len(after) == len(before) + 2
    assert [line.removesuffix(",") for line in after[: len(before)]] == [
        line.removesuffix(",") for line in before
    ]


def test_the_same_bytes_in_any_zone_on_any_day(tmp_path: Path) -> None:
    made = Driver(tmp_path / "l.db", "2026-06-22T10:00:00Z", "zones")
    made.do("warden: init")
    made.do("alpha: item new EVO 'An item' --key EVO-1")
    for what in ("--all", "EVO-1"):
        found = set()
        for zone, now in (("Asia/Kathmandu", "2026-06-22T10:00:00Z"), ("UTC", "2031-01-01T00:00Z")):
            ran = subprocess.run(
                [sys.executable, "-m", "ledger", "export", what, "--format", "json", "-o", "-"],
                env={**os.environ, **made.env, "PYTHONPATH": str(ROOT), "TZ": zone}
                | {"LEDGER_NOW": now},
                capture_output=True,
                timeout=120,
                check=False,
            )
            assert ran.returncode == 0, ran.stderr
            found.add(ran.stdout)
        assert len(found) == 1


def test_a_beginning_of_the_log_is_a_backup_too(told: Driver, tmp_path: Path) -> None:
    code, said, made = restored(dump(told, "--known-at 20"), tmp_path / "in")
    assert (code, said["data"]["entries"]) == (0, 20)
    assert rows(made.path)[0] == rows(told.path)[0][:20]
    made.clean()
    assert told.fails("export --all --format json -o - --as-of 2999-01-01", 2)["code"] == "usage"


# --- where it is refused


def test_a_ledger_that_is_there_is_left_alone(told: Driver, whole: str, tmp_path: Path) -> None:
    file = tmp_path / "in.json"
    file.write_bytes(whole.encode())
    other = Driver(tmp_path / "other.db")
    other.do("warden: init")
    assert "another ledger" in other.fails(f"import export {file}", 5)["message"]
    twin = told.copy(tmp_path / "twin.db")
    assert "this very ledger" in twin.fails(f"import export {file}", 5)["message"]
    other.clean()
    twin.clean()
    assert not [name for name in os.listdir(tmp_path) if "restoring" in name]


def test_a_ledger_in_a_folder_above_is_one(
    whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "in.json").write_bytes(whole.encode())
    monkeypatch.chdir(tmp_path / "a" / "b")
    argv = ["import", "export", "../../in.json"]
    assert main(argv, {}) == 0
    assert os.listdir() == [".ledger"]
    assert sorted(os.listdir(".ledger")) == ["ledger.db", "ledger.db.lock"]
    (tmp_path / "a" / "b" / "c").mkdir()
    monkeypatch.chdir(tmp_path / "a" / "b" / "c")
    assert main(["import", "export", "../../../in.json"], {}) == 5
    assert os.listdir() == []
    assert main(["verify"], {}) == 0


def test_an_init_that_was_cut_short_is_filled(whole: str, tmp_path: Path) -> None:
    create(str(tmp_path / "new.db"))
    assert restored(whole.replace("spawn", "swarm"), tmp_path)[0] == 7
    with Store(str(tmp_path / "new.db")).reading() as reader:
        assert reader.head() is None
        assert reader.session.rows("texts") == []
    code, _, made = restored(whole, tmp_path)
    assert code == 0
    made.clean()


def test_what_was_made_meanwhile_is_not_overwritten(
    whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Driver(tmp_path / "in" / "new.db")

    def meanwhile(writer: Any) -> Any:
        other.do("warden: init")
        return {"faults": []}

    monkeypatch.setattr(restore, "verify", meanwhile)
    assert restored(whole, tmp_path / "in")[0] == 5
    assert other.seq() == 1
    assert not [name for name in os.listdir(tmp_path / "in") if "restoring" in name]


def test_a_restoring_that_is_stopped_leaves_nothing(
    whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    def stopped(writer: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(restore, "verify", stopped)
    (tmp_path / "in.json").write_bytes(whole.encode())
    monkeypatch.chdir(tmp_path)
    for env in ({}, {"LEDGER_DB": "deep/er/l.db"}):
        with pytest.raises(KeyboardInterrupt):
            main(["import", "export", "in.json"], env)
    assert os.listdir() == ["in.json"]


# --- faults


def lines_of(text: str) -> list[str]:
    return text.split("\n")


def moved(text: str, change: Callable[[list[str]], None]) -> str:
    """The file after a change to its rows, their commas put right."""
    lines = lines_of(text)
    rows = [line.removesuffix(",") for line in lines[1:-2]]
    change(rows)
    return "\n".join([lines[0], *(row + "," for row in rows[:-1]), *rows[-1:], *lines[-2:]])


def place(rows: list[str], word: str, number: int = 0) -> int:
    return [n for n, row in enumerate(rows) if row.startswith(word)][number]


def swap(rows: list[str]) -> None:
    one, other = place(rows, '{"outcome"', 3), place(rows, '{"outcome"', 4)
    rows[one], rows[other] = rows[other], rows[one]


ROWS: dict[str, Callable[[list[str]], None]] = {
    "an entry less": lambda rows: rows.__delitem__(place(rows, '{"outcome"', 5)),
    "the last entry less": lambda rows: rows.__delitem__(place(rows, '{"outcome"', -1)),
    "the first entry less": lambda rows: rows.__delitem__(0),
    "an entry twice": lambda rows: rows.insert(1, rows[0]),
    "the last entry twice": lambda rows: rows.append(rows[place(rows, '{"outcome"', -1)]),
    "two entries in another order": swap,
    "a text less": lambda rows: rows.__delitem__(place(rows, '{"hash"', 2)),
    "a text twice": lambda rows: rows.append(rows[place(rows, '{"hash"')]),
    "a text of no entry": lambda rows: rows.append(
        encode({"hash": text_hash(b"", "x"), "salt": "", "text": "x"})
    ),
    "a text that is no string": lambda rows: rows.append('{"hash":1,"salt":"","text":""}'),
    "a salt that is not hex": lambda rows: rows.append('{"hash":"00","salt":"zz","text":""}'),
    "a list": lambda rows: rows.append("[]"),
    "a string": lambda rows: rows.append('"hash"'),
    "null": lambda rows: rows.append("null"),
    "nothing": lambda rows: rows.append(""),
    "no rows": lambda rows: rows.clear(),
    "white space": lambda rows: rows.__setitem__(0, rows[0].replace(":", ": ", 1)),
    "NUL": lambda rows: rows.append('{"hash":"00","salt":"","text":"\\u0000"}'),
    "a lone surrogate": lambda rows: rows.append('{"hash":"00","salt":"","text":"\\ud800"}'),
}


@pytest.mark.parametrize("fault", ROWS)
def test_a_row_that_does_not_fit_is_found(fault: str, whole: str, tmp_path: Path) -> None:
    refused(moved(whole, ROWS[fault]), tmp_path)


def refused(text: str, folder: Path, code: int = 7) -> None:
    """It is refused, and nothing is left behind."""
    got, said, _ = restored(text, folder / "in")
    assert got == code, said
    assert said["error"]["code"] == {7: "tampered", 2: "usage", 6: "newer"}[code]
    assert os.listdir(folder / "in") == ["in.json"]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('],"checkpoint":', '],"checkpoints":', 7),
        ('\\n"}\n', '\\n"}', 7),
        ('\\n"}\n', '\\n"}\n\n', 7),
        ("\n]", ",\n]", 7),
        ("},\n", "}\n", 7),
        ("\n", "\r\n", 2),
        ('{"ledger export":1', '{"ledger export":2', 2),
        ('{"ledger export":1,"ledger":"0', '{"ledger export":1,"ledger":"1', 7),
    ],
)
def test_a_form_that_does_not_fit_is_found(
    old: str, new: str, code: int, whole: str, tmp_path: Path
) -> None:
    assert old in whole
    refused(whole.replace(old, new, 1), tmp_path, code)


@pytest.mark.parametrize(
    "text", ["", "x", "{}", "[]\n", "# EVO-26\n", "<!-- ledger export 1 -->\n"]
)
def test_what_is_no_backup_is_exit_2(text: str, tmp_path: Path) -> None:
    refused(text, tmp_path, 2)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 1, exclude_max=True), char=st.characters(codec="utf-8"))
def test_any_character_that_was_changed_is_found(
    where: float, char: str, whole: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    at = int(where * len(whole))
    changed = whole[:at] + char + whole[at + 1 :]
    code, _, made = restored(changed, tmp_path_factory.mktemp("flip"))
    if changed == whole:
        assert code == 0
    else:
        assert code == (2 if at < whole.index("\n") + 1 and code == 2 else 7)
        assert not made.path.exists()


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 1, exclude_max=True))
def test_any_cut_is_found(
    where: float, whole: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    code, _, made = restored(whole[: int(where * len(whole))], tmp_path_factory.mktemp("cut"))
    assert code in (2, 7)
    assert not made.path.exists()


def forged(whole: str, change: Callable[[list[Any]], None]) -> str:
    """A backup whose chain, leaves and checkpoint fit, after a change to its entries: what only
    the law, derived again, can find."""
    found = [loads(line.removesuffix(",")) for line in lines_of(whole)[1:-2]]
    change(found)
    lines: list[str] = []
    leaves: list[str] = []
    texts: list[str] = []
    for one in found:
        if "hash" in one:
            texts.append(encode(one))
            continue
        one |= {"seq": len(leaves) + 1, "prev": leaves[-1] if leaves else None}
        lines.append(encode(one))
        leaves.append(leaf(lines[-1]))
    ledger = found[0]["statement"]["id"]
    note = checkpoint.checkpoint(ledger, len(leaves), root_of(leaves))
    return "".join(backup.written(ledger, [*lines, *texts], note))


def kind(found: list[Any], name: str) -> Any:
    return next(one for one in found if one.get("statement", {}).get("kind") == name)


LAW: dict[str, Callable[[list[Any]], None]] = {
    "an act by somebody else": lambda found: kind(found, "ratify")["statement"].update(
        actor="mallory"
    ),
    "an outcome": lambda found: kind(found, "decide")["outcome"].update(number="D99"),
    "a vote less": lambda found: found.remove(kind(found, "agree")),
    "a kind less": lambda found: kind(found, "comment")["statement"].update(subjects=[7]),
    "a time": lambda found: kind(found, "comment").update(recorded_at="2020-01-01T00:00:00.000Z"),
}


@pytest.mark.parametrize("fault", LAW)
def test_what_only_the_law_finds_is_found(fault: str, whole: str, tmp_path: Path) -> None:
    refused(forged(whole, LAW[fault]), tmp_path)


def test_what_a_newer_version_made_is_not_judged(whole: str, tmp_path: Path) -> None:
    def newer(found: list[Any]) -> None:
        kind(found, "comment")["statement"]["kind"] = "later"

    refused(forged(whole, newer), tmp_path, 6)


def test_a_ledger_that_does_not_verify_is_not_kept(told: Driver, tmp_path: Path) -> None:
    import sqlite3
    from contextlib import closing

    for sql in (
        "UPDATE text SET text = text || 'x' WHERE hash = (SELECT min(hash) FROM text)",
        "UPDATE entry SET bytes = replace(bytes, 'warden', 'wardem') WHERE seq = 3",
        "UPDATE entry SET root = leaf WHERE seq = 5",
        "DELETE FROM entry WHERE seq = 7",
    ):
        made = told.copy(tmp_path / "l.db")
        with closing(sqlite3.connect(made.path)) as connection, connection:
            for name in ("entry_no_update", "entry_no_delete", "text_no_update"):
                connection.execute(f"DROP TRIGGER {name}")
            connection.execute(sql)
        code, said = made.run(f"export --all --format json -o {tmp_path}")
        assert (code, said["error"]["code"]) == (7, "tampered"), sql
        assert not (tmp_path / "ledger.json").exists()


# --- files


def test_the_backup_is_a_file_like_any_other(told: Driver, whole: str, tmp_path: Path) -> None:
    line = f"export --all --format json -o {tmp_path}"
    ledger = rows(told.path)[0][0][1]
    path = str(tmp_path / "ledger.json")
    assert told.do(line)["files"] == [{"id": ledger, "path": path, "state": "written"}]
    assert Path(path).read_bytes() == whole.encode()
    assert told.do(f"{line} --check")["files"][0]["state"] == "unchanged"
    Path(path).write_bytes(whole.encode() + b"more\n")
    [block] = told.refused(f"{line} --check", "stale")
    assert told.do(block["hint"].removeprefix("ledger "))["files"][0]["state"] == "written"
    Path(path).write_text("{}\n")
    hint = told.fails(line, 5)["hint"]
    assert told.do(hint.removeprefix("ledger "))["files"][0]["state"] == "written"
    assert told.run("export EVO-26 --all --format json")[0] == 2


# --- one subject


SUBJECTS = ["EVO-26", "D1", "B1"]


@pytest.mark.parametrize("ident", [*SUBJECTS, "bs"])
def test_a_subject_is_what_show_says_of_it(ident: str, told: Driver, tmp_path: Path) -> None:
    storm = told.do("show D1")["brainstorm"]
    ident = storm if ident == "bs" else ident
    told.do(f"export {ident} --format json -o {tmp_path}")
    text = (tmp_path / f"{ident}.json").read_bytes().decode("ascii")
    made = json.loads(text)
    acts = told.do(f"log {ident} --texts")["rows"]
    assert made["activity"] == acts
    last = acts[-1]["seq"]
    shown = told.do(f"show {ident} --known-at {last}")
    assert made["data"] == shown
    whole = {"schema": 1, "ok": True, "data": made["data"], "head": {"seq": 1, "leaf": ""}}
    assert list(Draft202012Validator(schemas()["show"]).iter_errors(whole)) == []
    for name in ("decisions", "brainstorms", "ballots"):
        for one in made[name]:
            assert one == told.do(f"show {one['id']} --known-at {last}")
    root = rows(told.path)[0][last - 1][6]
    ledger = rows(told.path)[0][0][1]
    assert made["checkpoint"] == checkpoint.checkpoint(ledger, last, root)
    assert document.ours(text, ledger)
    assert not document.ours(text, ledger[::-1])


def test_what_belongs_to_a_subject(told: Driver, tmp_path: Path) -> None:
    shown = told.do("show EVO-26")
    storm = told.do("show D1")["brainstorm"]
    ballot = told.do("show B1")["decision"]
    wanted = {
        "EVO-26": (
            sorted({one["decision"] for one in shown["in_force"] if one["decision"][0] == "D"}),
            [one["id"] for one in shown["brainstorms"]],
            ["B1"],
        ),
        "B1": ([ballot], [], []),
        ballot: ([], [told.do(f"show {ballot}")["brainstorm"]], ["B1"]),
        storm: (["D1"], [], []),
    }
    for ident, (decisions, storms, ballots) in wanted.items():
        made = json.loads(told.do(f"export {ident} --format json -o -")["files"][0]["text"])
        found = {one["id"] for one in made["decisions"]}
        assert found >= set(decisions) if ident == "EVO-26" else found == set(decisions)
        assert [one["id"] for one in made["brainstorms"]] == storms
        assert [one["id"] for one in made["ballots"]] == ballots


def test_a_subject_changes_with_its_own_entries_only(told: Driver, tmp_path: Path) -> None:
    made = told.copy(tmp_path / "l.db")

    def said() -> list[str]:
        line = "export {} --format json -o -"
        return [made.do(line.format(one))["files"][0]["text"] for one in SUBJECTS]

    before = said()
    made.do("sam: item new OTH 'Another' --key OTH-1")
    assert said() == before
    made.do("sam: item comment EVO-26 more")
    assert said()[1:] == before[1:]
    assert said()[0] != before[0]


def test_unknown_subjects_are_named_by_their_kinds(told: Driver) -> None:
    error = told.fails("export EVO-26 D98 D99 B9 EVO-9 bs-00000000000 --format json", 4)
    assert error["message"] == (
        "there is no work item EVO-9; there is no decision D98, D99; there is no ballot B9; "
        "there is no brainstorm bs-00000000000"
    )
