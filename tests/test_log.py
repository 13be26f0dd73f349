"""The log: its bytes, what is stored, and that no change of it goes unseen (log.md)."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from driving import Driver

from ledger.core.canon import loads
from ledger.core.entry import digest, leaf, make
from ledger.core.kinds import KINDS
from ledger.store.store import Store, subjects_of

ROOT = Path(__file__).resolve().parents[1]
VECTORS = ROOT / "tests" / "vectors" / "entries.json"

# One act of every kind, so that the bytes of each are pinned.
LINES = [
    ("warden: init", ""),
    ("alpha: item new EVO 'Who may launch' --key EVO-26 --owner alpha", ""),
    ("alpha: item new EVO 'Née \"part\"\tof it' --parent EVO-26", ""),
    ("alpha: item edit EVO-27 --title 'A part' --owner beta", ""),
    ("alpha: item link EVO-27 blocks EVO-26", ""),
    ("alpha: item comment EVO-26 -", "Line one\nline two ⟦\u202e⟧\n"),
    ("alpha: item close EVO-27", ""),
    ("alpha: item reopen EVO-27", ""),
    ("warden: body add bin bin-1 bin-2", ""),
    ("warden: body add owner owner", ""),
    ("warden: seat add bin bin-3", ""),
    ("warden: seat register bin-1 --actor alpha", ""),
    ("warden: seat register bin-2 --actor beta --ttl 8h", ""),
    ("warden: seat register owner --actor warden", ""),
    ("beta: seat renew bin-2", ""),
    ("warden: seat retire bin-3", ""),
    ("warden: policy set 'together bin; ratify by owner # ünd so' --project EVO", ""),
    ("alpha: brainstorm open EVO-26 'Who?'", ""),
    ("beta: brainstorm say {bs} 'What of the audit?'", ""),
    ("alpha: propose {bs} -f -", "# T\n\n## 1. One\nbody\n\n## 2. Two\n\n## Rejected\n- no\n"),
    ("alpha: object {bs} 'Not yet'", ""),
    ("alpha: agree {bs}", ""),
    ("beta: abstain {bs}", ""),
    ("beta: agree {bs}", ""),
    ("alpha: decide {bs}", ""),
    ("beta: seat unregister bin-2", ""),
    ("warden: ratify D1", ""),
    ("warden: seat register bin-2 --actor beta", ""),
    ("warden: ratify D1 --points 1", ""),
    ("warden: ratify D1 --points 2 --refuse 'No'", ""),
    ("alpha: brainstorm open EVO-26 EVO-27 'More?'", ""),
    ("alpha: propose {bs} -f -", "## 1. Better\nAmends: D1.1\n\n## Actions\n- beta: tell them\n"),
    ("alpha: brainstorm close {bs} --no-decision 'Enough'", ""),
]


def tell(path: Path) -> Driver:
    """The ledger of LINES, minute by minute."""
    made = Driver(path, seed="vectors")
    storm = ""
    for minute, (line, stdin) in enumerate(LINES):
        made.env["LEDGER_NOW"] = f"2026-06-22T08:{minute:02d}:00Z"
        code, document = made.run(line.replace("{bs}", storm), stdin)
        assert code == (3 if minute == 26 else 0), (line, document)
        if "brainstorm open" in line:
            storm = document["data"]["id"]
    return made


def rows(path: Path) -> list[tuple[Any, ...]]:
    with sqlite3.connect(path) as base:
        return base.execute("SELECT seq, bytes, leaf, root FROM entry ORDER BY seq").fetchall()


@pytest.fixture(scope="session")
def told(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    return tell(tmp_path_factory.mktemp("told") / "l.db")


def test_the_bytes_of_every_kind_are_pinned(told: Driver, request: pytest.FixtureRequest) -> None:
    now = [{"bytes": text, "leaf": mine, "root": root} for _, text, mine, root in rows(told.path)]
    if request.config.getoption("--update"):
        VECTORS.write_text(json.dumps(now, indent=1, ensure_ascii=False) + "\n")
    assert now == json.loads(VECTORS.read_text())


def test_every_kind_is_there(told: Driver) -> None:
    kinds = {json.loads(text)["statement"]["kind"] for _, text, _, _ in rows(told.path)}
    assert kinds == set(KINDS)


def test_the_bytes_are_those_of_rfc_8785(told: Driver) -> None:
    for _, text, _, _ in rows(told.path):
        assert rfc8785.dumps(json.loads(text)) == text.encode()
        statement = json.loads(text)["statement"]
        assert rfc8785.dumps(statement).decode() in text


def test_chain_leaf_and_root_by_other_means(told: Driver) -> None:
    def top(leaves: list[bytes]) -> bytes:
        if len(leaves) == 1:
            return leaves[0]
        split = 1 << (len(leaves) - 1).bit_length() - 1
        return hashlib.sha256(b"\x01" + top(leaves[:split]) + top(leaves[split:])).digest()

    leaves: list[bytes] = []
    for seq, text, stored, root in rows(told.path):
        entry = json.loads(text)
        assert entry["seq"] == seq
        assert entry["prev"] == (leaves[-1].hex() if leaves else None)
        leaves.append(hashlib.sha256(b"\x00" + text.encode()).digest())
        assert leaves[-1].hex() == stored
        assert top(leaves).hex() == root


def test_texts_are_salted_and_never_in_the_bytes(told: Driver) -> None:
    with sqlite3.connect(told.path) as base:
        texts = base.execute("SELECT hash, salt, text FROM text").fetchall()
    everything = "".join(text for _, text, _, _ in rows(told.path))
    assert len(texts) > 15
    for ident, salt, text in texts:
        assert len(bytes.fromhex(salt)) == 16
        assert hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest() == ident
        assert ident in everything
        if len(text) > 4:
            assert json.dumps(text, ensure_ascii=False)[1:-1] not in everything


def test_a_text_is_kept_byte_for_byte(told: Driver) -> None:
    with sqlite3.connect(told.path) as base:
        texts = {row[0] for row in base.execute("SELECT text FROM text")}
    assert "Line one\nline two ⟦\u202e⟧\n" in texts


def test_targets_are_the_statement_and_the_label(told: Driver) -> None:
    made = {json.loads(t)["seq"]: json.loads(t) for _, t, _, _ in rows(told.path)}
    by_kind = {entry["statement"]["kind"]: entry for entry in made.values()}
    proposed = digest(made[20]["statement"])
    assert by_kind["agree"]["statement"]["targets"] == [{"statement": proposed}]
    assert by_kind["ratify"]["statement"]["targets"] == [{"statement": proposed, "point": "2"}]
    assert by_kind["propose"]["statement"]["targets"] == [{"statement": proposed, "point": "1"}]


def test_items_of_an_entry_link_to_their_entry_before(told: Driver) -> None:
    last: dict[str, str | None] = {}
    for _, text, mine, _ in rows(told.path):
        for key, before in json.loads(text)["outcome"].get("items", {}).items():
            assert before == last.get(key)
            last[key] = mine
    assert set(last) == {"EVO-26", "EVO-27"}


def test_it_verifies(told: Driver) -> None:
    told.clean()


def tamper(path: Path, statement: str, *values: Any) -> None:
    base = sqlite3.connect(path)
    for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        base.execute(f"DROP TRIGGER {name}")
    base.execute(statement, values)
    base.commit()
    base.close()


def other(value: Any) -> Any:
    """Another value of the same type."""
    if value is None:
        return "0" * 64
    if isinstance(value, int):
        return value + 1000
    text = str(value)
    at = len(text) // 2
    return text[:at] + ("1" if text[at] != "1" else "2") + text[at + 1 :]


def cells(path: Path, table: str, key: str) -> list[tuple[Any, str, Any]]:
    base = sqlite3.connect(path)
    base.row_factory = sqlite3.Row
    found = base.execute(f"SELECT * FROM {table}").fetchall()
    base.close()
    return [(row[key], name, row[name]) for row in found for name in row.keys()]  # noqa: SIM118


def test_any_changed_value_of_an_entry_is_found(told: Driver, tmp_path: Path) -> None:
    copy = told.copy(tmp_path / "l.db")
    for seq, column, value in cells(told.path, "entry", "seq"):
        shutil.copy(told.path, copy.path)
        tamper(copy.path, f"UPDATE entry SET {column} = ? WHERE seq = ?", other(value), seq)
        code, made = copy.run("verify")
        assert code == 7, (seq, column)
        assert made["error"]["code"] == "tampered"
        named = {one["entry"] for one in made["data"]["faults"]}
        assert named & {seq, other(value) if column == "seq" else seq}, (seq, column, made)


def test_any_changed_text_or_salt_is_found(told: Driver, tmp_path: Path) -> None:
    copy = told.copy(tmp_path / "l.db")
    for ident, column, value in cells(told.path, "text", "hash"):
        shutil.copy(told.path, copy.path)
        tamper(copy.path, f"UPDATE text SET {column} = ? WHERE hash = ?", other(value), ident)
        code, made = copy.run("verify")
        assert (code, made["error"]["code"]) == (7, "tampered")
        faults = [one for one in made["data"]["faults"] if one["code"] == "text"]
        assert any(one["entry"] for one in faults)


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM text WHERE text = 'Not yet'", "text"),
        ("INSERT INTO text VALUES ('ab', 'cd', 'smuggled')", "text"),
        ("DELETE FROM entry WHERE seq = 7", "seq"),
        ("UPDATE tree SET size = size + 1", "root"),
        ("UPDATE tree SET hashes = '[]'", "root"),
    ],
)
def test_missing_and_added(told: Driver, tmp_path: Path, statement: str, code: str) -> None:
    copy = told.copy(tmp_path / "l.db")
    tamper(copy.path, statement)
    exit_code, made = copy.run("verify")
    assert exit_code == 7
    assert code in {one["code"] for one in made["data"]["faults"]}


@pytest.mark.parametrize(
    "table",
    ["item", "seat", "brainstorm", "decision", "point", "ratification", "record", "subject"],
)
def test_read_tables_unlike_the_fold_are_stale_and_mended(
    told: Driver, tmp_path: Path, table: str
) -> None:
    copy = told.copy(tmp_path / "l.db")
    column = COLUMN.get(table, "state")
    for change in (
        f"DELETE FROM {table}",
        f"UPDATE {table} SET {column} = 'x' WHERE rowid = (SELECT min(rowid) FROM {table})",
    ):
        tamper(copy.path, change)
        code, made = copy.run("verify")
        assert code == 3, made
        assert {one["code"] for one in made["data"]["faults"]} == {"stale"}
        assert made["data"]["consistent"] is True
        block = made["error"]["blocks"][0]
        assert (block["code"], block["hint"]) == ("stale", "ledger rebuild")
        copy.do("rebuild")
        copy.clean()


COLUMN = {"seat": "body", "record": "doc", "subject": "subject"}


def test_the_guards_refuse_what_is_not_an_append(told: Driver, tmp_path: Path) -> None:
    copy = told.copy(tmp_path / "l.db")
    base = sqlite3.connect(copy.path)
    row = base.execute("SELECT * FROM entry WHERE seq = 5").fetchone()
    marks = ",".join("?" * len(row))
    for statement, values in [
        ("UPDATE entry SET at = '' WHERE seq = 5", ()),
        ("DELETE FROM entry WHERE seq = 5", ()),
        (f"INSERT OR REPLACE INTO entry VALUES ({marks})", row),
        (f"INSERT INTO entry VALUES ({marks})", (999, *row[1:])),
        (f"REPLACE INTO entry VALUES ({marks})", (len(LINES) + 1, *row[1:])),
        ("UPDATE text SET text = ''", ()),
    ]:
        with pytest.raises(sqlite3.DatabaseError, match="append-only"):
            base.execute(statement, values)
    base.close()
    copy.clean()


def forge(
    ledger: Driver, kind: str, subjects: list[str], actor: str, body: Any, **more: Any
) -> None:
    """Appends an entry as a writer of the file could: bytes, chain and root all fit."""
    with Store(str(ledger.path)).writing() as writer:
        head = writer.head()
        assert head is not None
        first = writer.entry(1)
        assert first is not None
        statement = {
            "v": 1,
            "ledger": first["id"],
            "id": "0197aaaa-0000-7000-8000-00000000000f",
            "kind": kind,
            "subjects": subjects,
            "actor": actor,
            "said_at": head["at"],
            "body": body,
            **more.get("statement", {}),
        }
        outcome = more.get("outcome", {})
        text = make(head["seq"] + 1, head["leaf"], head["at"], statement, outcome)
        row = {
            "seq": head["seq"] + 1,
            "id": statement["id"],
            "leaf": leaf(text),
            "prev": head["leaf"],
            "digest": digest(statement),
            "at": head["at"],
            "bytes": text,
        }
        writer.append(row, subjects_of(loads(text)), {})


@pytest.mark.parametrize(
    ("kind", "subjects", "actor", "body", "code"),
    [
        ("seat-retire", ["bin-1"], "mallory", {}, "not-allowed"),
        ("seat-retire", ["bin-1"], "warden", {}, "outcome"),
        ("item-close", ["EVO-26"], "mallory", {}, "not-allowed"),
        ("item-close", ["EVO-99"], "warden", {}, "not-allowed"),
        ("seat-register", ["bin-3"], "warden", {"actor": "gamma"}, "not-allowed"),
        ("body-add", ["bin"], "warden", {"seats": ["bin-1", "bin-2", "bin-3"]}, "not-allowed"),
        ("no-such-kind", ["EVO-26"], "warden", {}, "not-allowed"),
    ],
)
def test_a_forged_act_is_judged_again(
    told: Driver, tmp_path: Path, kind: str, subjects: list[str], actor: str, body: Any, code: str
) -> None:
    copy = told.copy(tmp_path / "l.db")
    forge(copy, kind, subjects, actor, body, outcome={"lie": True} if code == "outcome" else {})
    exit_code, made = copy.run("verify")
    assert exit_code == 7
    faults = [one for one in made["data"]["faults"] if one["code"] != "stale"]
    assert (code, len(LINES) + 1) in {(one["code"], one["entry"]) for one in faults}, faults


def test_a_newer_entry_is_named_and_not_skipped(told: Driver, tmp_path: Path) -> None:
    copy = told.copy(tmp_path / "l.db")
    forge(copy, "no-such-kind", ["EVO-26"], "warden", {}, outcome={"items": {"EVO-26": None}})
    code, made = copy.run("show EVO-26 --known-at 34")
    assert (code, made["error"]["code"]) == (6, "newer")
    assert f"#{len(LINES) + 1}" in made["error"]["message"]
