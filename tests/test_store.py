"""The schema, its migrations and guards, and the pages that document it."""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from driving import Driver, bins
from sqlalchemy import create_engine

from ledger.store import embedded, schema, upgrade
from ledger.store.guards import SQLITE
from ledger.store.store import SCHEMA

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Driver:
    made = bins(tmp_path_factory.mktemp("store") / "l.db")
    made.decide("# T\n\n## 1. One\n\n## 2. Two\n")
    made.do("warden: ratify D1 --points 1")
    return made


def test_the_migrations_make_the_schema(ledger: Driver) -> None:
    engine = create_engine(f"sqlite:///{ledger.path}")
    with engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []
        assert context.get_current_revision() == SCHEMA
    engine.dispose()


def test_tables_are_strict_and_guarded(ledger: Driver) -> None:
    base = sqlite3.connect(ledger.path)
    tables = dict(base.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'table'"))
    for table in schema.metadata.tables:
        assert tables[table].rstrip().endswith("STRICT"), table
    found = {row[0] for row in base.execute("SELECT name FROM sqlite_schema WHERE type='trigger'")}
    assert found == set(SQLITE)
    assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    base.close()


def test_upgrade_again_changes_nothing_and_keeps_the_guards(ledger: Driver, tmp_path: Path) -> None:
    twin = ledger.copy(tmp_path / "l.db")
    upgrade.create(str(twin.path))
    twin.clean()
    base = sqlite3.connect(twin.path)
    assert base.execute("SELECT count(*) FROM sqlite_schema WHERE type='trigger'").fetchone() == (
        len(SQLITE),
    )
    base.close()


def test_a_newer_schema_is_refused(ledger: Driver, tmp_path: Path) -> None:
    twin = ledger.copy(tmp_path / "l.db")
    base = sqlite3.connect(twin.path)
    base.execute("UPDATE alembic_version SET version_num = '9999'")
    base.commit()
    base.close()
    code, made = twin.run("show EVO-1")
    assert (code, made["error"]["code"]) == (6, "newer")


def test_a_write_is_durable_by_its_settings(ledger: Driver) -> None:
    with embedded.Writing(str(ledger.path)) as session:
        connection = session.connection
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA secure_delete").fetchone() == (1,)
        assert connection.execute("PRAGMA mmap_size").fetchone() in ((0,), None)
        assert connection.execute("PRAGMA busy_timeout").fetchone() == (60_000,)


def test_the_newest_repaired_sqlite_is_used() -> None:
    assert tuple(map(int, embedded.module().sqlite_version.split("."))) >= (3, 40)
    pytest.importorskip("pysqlite3", reason="no wheel of pysqlite3 for this platform")
    assert tuple(map(int, embedded.module().sqlite_version.split("."))) >= embedded.REPAIRED


def test_network_file_systems_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrade, "file_system", lambda path: "nfs4")
    ledger = Driver(tmp_path / "l.db")
    code, made = ledger.run("warden: init")
    assert (code, made["error"]["code"]) == (6, "cannot-open")
    assert "nfs4" in made["error"]["message"]
    assert not ledger.path.exists()


def test_a_full_disk_writes_nothing(ledger: Driver, tmp_path: Path) -> None:
    twin = ledger.copy(tmp_path / "l.db")
    before = twin.seq()
    base = embedded.connect

    def small(path: str, mode: str) -> object:
        made = base(path, mode)
        pages = made.execute("PRAGMA page_count").fetchone()[0]
        made.execute(f"PRAGMA max_page_count = {pages}")
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(embedded, "connect", small)
        code, made = twin.run("alpha: item comment EVO-1 -", "x" * 100_000)
    assert (code, made["error"]["code"]) == (8, "no-space")
    assert twin.seq() == before
    twin.clean()


def test_a_commit_that_fails_is_unknown(ledger: Driver, tmp_path: Path) -> None:
    twin = ledger.copy(tmp_path / "l.db")

    class Broken:
        def execute(self, statement: str) -> None:
            raise embedded.module().OperationalError("disk I/O error")

    with pytest.raises(Exception, match="unknown") as caught:
        embedded.commit(Broken())
    assert caught.value.exit == 9  # type: ignore[attr-defined]
    twin.clean()


def test_every_column_of_the_read_tables_is_documented(ledger: Driver) -> None:
    page = (ROOT / "docs" / "read-tables.md").read_text()
    parts = dict(re.findall(r"^## `(\w+)`[^\n]*\n(.*?)(?=^## |\Z)", page, re.M | re.S))
    assert list(parts) == [table.name for table in schema.READ_TABLES]
    for table in schema.READ_TABLES:
        columns = re.findall(r"^\| `(\w+)` ", parts[table.name], re.M)
        assert columns == [column.name for column in table.columns], table.name


def test_the_examples_of_the_page_run(ledger: Driver) -> None:
    page = (ROOT / "docs" / "read-tables.md").read_text().replace("EVO-26", "EVO-1")
    base = sqlite3.connect(f"file:{ledger.path}?mode=ro", uri=True)
    one, two = (base.execute(sql).fetchall() for sql in re.findall(r"```sql\n(.*?)```", page, re.S))
    base.close()
    assert [row[:2] for row in one] == [("D1.1", "One")]
    assert two == [("owner", "D1.2", "Two")]


def test_the_policies_of_the_page_parse() -> None:
    from ledger.core.policy.checks import not_yet
    from ledger.core.policy.grammar import parse

    page = (ROOT / "docs" / "policies.md").read_text()
    clauses = re.findall(r"^\| `([^`]+)` \|", page, re.M)
    assert len(clauses) >= 7
    for clause in clauses:
        words = clause.split(" ")[0]
        whole = clause if words in ("together", "electorate") else f"electorate x; {clause}"
        if "pass" not in whole and words != "together":
            whole += "; pass for > 1/2 of cast"
        assert not_yet(parse(whole)) is None
