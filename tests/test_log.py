"""The log: its bytes, what is stored, and that no change of it goes unseen (log.md)."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from driving import Driver

from ledger.core.canon import loads
from ledger.core.entry import digest, leaf, make
from ledger.core.kinds import KINDS
from ledger.core.rows import TABLES
from ledger.store.store import Store, subjects_of

ROOT = Path(__file__).resolve().parents[1]
VECTORS = ROOT / "tests" / "vectors" / "entries.json"

# One act of every kind, so that the bytes of each are pinned. A line that begins with `!` is to be
# refused (exit 3). Each makes one entry: the refused one the note of a blocked ratification.
LINES = [
    ("warden: init", ""),
    ("alpha: item new EVO 'Who may launch' --key EVO-26 --owner alpha", ""),
    ("alpha: item new EVO 'Née \"part\"\tof it' --parent EVO-26", ""),
    ("alpha: item edit EVO-27 --title 'A part' --owner beta", ""),
    ("alpha: item link EVO-27 blocks EVO-26", ""),
    ("alpha: item comment EVO-26 -", "Line one\nline two ⟦\u202e⟧\n"),
    ("beta: item ask EVO-26 'Who wakes the owner?'", ""),
    ("alpha: item answer EVO-26.Q1 'The rail does'", ""),
    ("beta: item find EVO-26 'An agent cannot exit' --source 'issue 837'", ""),
    ("alpha: item close EVO-27", ""),
    ("alpha: item reopen EVO-27", ""),
    ("warden: body add bin bin-1 bin-2", ""),
    ("warden: body add owner owner", ""),
    ("warden: seat add bin bin-3", ""),
    ("warden: seat register bin-1 --actor alpha", ""),
    ("warden: seat register bin-2 --actor beta --ttl 8h", ""),
    ("warden: seat register owner --actor warden", ""),
    ("beta: seat renew bin-2", ""),
    ("warden: seat sync -", '{"bin-1": "alpha", "bin-3": "gamma"}\n'),
    ("warden: seat retire bin-3", ""),
    ("warden: actor alias venus-cc venus", ""),
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
    ("! warden: ratify D1", ""),
    ("warden: seat register bin-2 --actor beta", ""),
    ("warden: ratify D1 --points 1", ""),
    ("warden: ratify D1 --points 2 --refuse 'No'", ""),
    ("alpha: brainstorm open EVO-26 EVO-27 'More?'", ""),
    ("alpha: propose {bs} -f -", "## 1. Better\nAmends: D1.1\n\n## Actions\n- beta: tell them\n"),
    ("alpha: brainstorm close {bs} --no-decision 'Enough'", ""),
    ("warden: brainstorm open EVO-26 'At night?' --policy '{nights}'", ""),
    ("beta: propose {bs} -f -", "{proposal}"),
    ("beta: concern {bs} 'Who wakes them?'", ""),
    ("alpha: agree {bs}", ""),
    ("beta: clear {bs} bin-2 'The rail wakes them'", ""),
    ("beta: recuse {bs}", ""),
    ("warden: seat excuse {bs} bin-2 'It stood aside'", ""),
    ("alpha: decide {bs}", ""),
    ("alpha: hold D2.3 --for owner 'Until the launch'", ""),
    ("beta: withdraw D2.4 'Overtaken'", ""),
    ("beta: ratify D2 --points 1 --reported 'chat, 14:02'", ""),
    ("alpha: ballot open D2 --to owner -f -", "{ballot}"),
    ("warden: ballot cast B1 '1=b: on call only; 2=a'", ""),
    ("alpha: ballot close B1", ""),
    ("warden: ratify D2 --ballot B1", ""),
    ("warden: ratify D2 --points 3", ""),
    ("warden: release D2.3", ""),
    ("venus-cc: action done D2.A1", ""),
    ("warden: action to-item D2.A2", ""),
    ("warden: brainstorm open EVO-27 'Tied?' --policy '{tie}' --deadline 2026-06-22T09:01:00Z", ""),
    ("warden: propose {bs} -f -", "## 1. Both ways\n"),
    ("alpha: agree {bs}", ""),
    ("beta: object {bs} 'The other way'", ""),
    ("warden: casting-vote {bs} for", ""),
]
LONGER = {
    "{nights}": "electorate bin; pass for > 0 of cast; veto concern; ratify by owner",
    "{tie}": "electorate bin; pass for > 1/2 of decided; tie casting owner",
    "{proposal}": "# Nights\n\n## 1. All run\nRefines: D1.1\n\n## 2. The rail wakes the owner\n\n"
    "## 3. It is rewritten\n\n## 4. The old one is kept\n\n"
    "## Actions\n- venus: write it\n- beta: tell them\n\n## Sources\n- the minutes\n",
    "{ballot}": "# Nights\n\n## 1. Who runs? (rules on D2.1)\n- a: all\n- b: a few (amends)\n\n"
    "## 2. Who wakes the owner? (rules on D2.2)\nNow nobody does.\n\n- a: the rail\n"
    "- c: nobody (refuses)\n",
}


def tell(path: Path) -> Driver:
    """The ledger of LINES, minute by minute."""
    made = Driver(path, seed="vectors")
    named = {**LONGER, "{bs}": ""}
    for minute, (typed, stdin) in enumerate(LINES):
        made.env["LEDGER_NOW"] = f"2026-06-22T{8 + minute // 60:02d}:{minute % 60:02d}:00Z"
        line = typed.removeprefix("! ")
        for word, value in named.items():
            line, stdin = line.replace(word, value), stdin.replace(word, value)
        code, document = made.run(line, stdin)
        assert code == (3 if typed.startswith("! ") else 0), (line, document)
        assert document["head"]["seq"] == minute + 1, (line, document)
        if "brainstorm open" in line:
            named["{bs}"] = document["data"]["id"]
    return made


def rows(path: Path) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as base:
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
    with closing(sqlite3.connect(told.path)) as base:
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
    with closing(sqlite3.connect(told.path)) as base:
        texts = {row[0] for row in base.execute("SELECT text FROM text")}
    assert "Line one\nline two ⟦\u202e⟧\n" in texts


def test_targets_are_the_statement_and_the_label(told: Driver) -> None:
    said: dict[str, list[Any]] = {}
    for _, text, _, _ in rows(told.path):
        statement = json.loads(text)["statement"]
        said.setdefault(statement["kind"], []).append(statement)
    first, _, nights, tied = (digest(one) for one in said["propose"])
    asked = digest(said["ballot-open"][0])

    def targets(kind: str) -> list[Any]:
        return [one.get("targets") for one in said[kind]]

    amended = [{"statement": first, "point": "1"}]
    assert targets("propose") == [[], amended, amended, []]
    assert targets("agree") == [[{"statement": one}] for one in (first, first, nights, tied)]
    assert targets("casting-vote") == [[{"statement": tied}]]
    assert targets("decide") == [[{"statement": one}] for one in (first, nights)]
    assert targets("concern") == targets("recuse") == [[{"statement": nights}]]
    assert targets("ratification-blocked") == [[{"statement": first}]]
    ratified = [(first, "1"), (first, "2"), (nights, "3")]
    assert targets("ratify") == [[{"statement": one, "point": n}] for one, n in ratified]
    assert targets("withdraw") == [[{"statement": nights, "point": "4"}]]
    assert targets("report") == [[{"statement": nights, "point": "1"}]]
    assert targets("ballot-open") == [[{"statement": nights, "point": n} for n in ("1", "2")]]
    assert targets("ballot-cast") == targets("ratify-ballot") == [[{"statement": asked}]]


def test_items_of_an_entry_link_to_their_entry_before(told: Driver) -> None:
    last: dict[str, str | None] = {}
    for _, text, mine, _ in rows(told.path):
        for key, before in json.loads(text)["outcome"].get("items", {}).items():
            assert before == last.get(key)
            last[key] = mine
    assert set(last) == {"EVO-26", "EVO-27", "EVO-28"}


def test_it_verifies(told: Driver) -> None:
    told.clean()


def tamper(path: Path, statement: str, *values: Any) -> None:
    base = sqlite3.connect(path)
    for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
        base.execute(f"DROP TRIGGER {name}")
    base.execute(statement, values)
    base.commit()
    base.close()


def other(value: Any, quarter: int = 2) -> Any:
    """Another value of the same type; of a text, another character so many quarters into it."""
    if value is None:
        return "0" * 64
    if isinstance(value, int):
        return value + 1000
    text = str(value)
    at = len(text) * quarter // 4
    return text[:at] + ("1" if text[at] != "1" else "2") + text[at + 1 :]


def cells(path: Path, table: str, key: str) -> list[tuple[Any, str, Any]]:
    base = sqlite3.connect(path)
    base.row_factory = sqlite3.Row
    found = base.execute(f"SELECT * FROM {table}").fetchall()
    base.close()
    return [(row[key], name, row[name]) for row in found for name in row.keys()]  # noqa: SIM118


@pytest.mark.soak
def test_any_changed_value_of_an_entry_is_found(told: Driver, tmp_path: Path, soak: int) -> None:
    """The bytes of every entry; what stands beside them of every third, or (`make soak`) of all."""
    copy = told.copy(tmp_path / "l.db")
    for seq, column, value in cells(told.path, "entry", "seq"):
        if column != "bytes" and seq % 3 and soak == 1:
            continue
        for quarter in (1, 2, 3) if column == "bytes" else (2,):
            changed = other(value, quarter)
            shutil.copy(told.path, copy.path)
            tamper(copy.path, f"UPDATE entry SET {column} = ? WHERE seq = ?", changed, seq)
            code, made = copy.run("verify")
            assert code == 7, (seq, column)
            assert made["error"]["code"] == "tampered"
            named = {one["entry"] for one in made["data"]["faults"]}
            assert named & {seq, changed if column == "seq" else seq}, (seq, column, made)


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
    [*TABLES, "record", "subject"],
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


COLUMN = {"seat": "body", "question": "actor", "record": "doc", "subject": "subject"}


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
    code, made = copy.run(f"show EVO-26 --known-at {len(LINES) + 1}")
    assert (code, made["error"]["code"]) == (6, "newer")
    assert f"#{len(LINES) + 1}" in made["error"]["message"]
