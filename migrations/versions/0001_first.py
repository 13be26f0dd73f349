"""The first schema: the log, what is computed from it, and the guards."""

import sqlalchemy as sa
from alembic import op

from ledger.store.guards import guards

revision = "0001"
down_revision = None


def _text(name: str, null: bool = False) -> sa.Column[str]:
    kind: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    return sa.Column(name, kind, nullable=null)


def _int(name: str, null: bool = False) -> sa.Column[int]:
    kind: sa.types.TypeEngine[int] = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
    return sa.Column(name, kind, nullable=null, autoincrement=False)


def upgrade() -> None:
    """Makes every table, then the guards."""
    _log()
    _read_tables()
    _decisions()
    _ballots()
    for statement in guards():
        op.execute(statement)


def _log() -> None:
    op.create_table(
        "entry",
        _int("seq"),
        _text("id"),
        _text("leaf"),
        _text("prev", null=True),
        _text("digest"),
        _text("at"),
        _text("root"),
        _text("bytes"),
        sa.PrimaryKeyConstraint("seq"),
        sa.UniqueConstraint("id"),
        sa.UniqueConstraint("leaf"),
        sa.UniqueConstraint("prev"),
        sa.UniqueConstraint("digest"),
        sqlite_strict=True,
    )
    op.create_index("entry_at", "entry", ["at"])
    op.create_table(
        "text",
        _text("hash"),
        _text("salt"),
        _text("text"),
        sa.PrimaryKeyConstraint("hash"),
        sqlite_strict=True,
    )
    op.create_table(
        "subject",
        _text("subject"),
        _int("seq"),
        sa.PrimaryKeyConstraint("subject", "seq"),
        sqlite_strict=True,
    )
    op.create_table(
        "tree",
        _int("size"),
        _text("hashes"),
        sa.PrimaryKeyConstraint("size"),
        sqlite_strict=True,
    )
    op.create_table(
        "record",
        _text("id"),
        _text("doc"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )


def _read_tables() -> None:
    op.create_table(
        "item",
        _text("key"),
        _text("project"),
        _int("number"),
        _text("title", null=True),
        _text("state"),
        _text("owner", null=True),
        _text("maker"),
        _text("parent", null=True),
        _int("entry"),
        _int("moved"),
        sa.PrimaryKeyConstraint("key"),
        sqlite_strict=True,
    )
    op.create_table(
        "seat",
        _text("seat"),
        _text("body"),
        _text("actor", null=True),
        _text("since", null=True),
        _text("expires", null=True),
        _int("retired", null=True),
        _text("last", null=True),
        _int("entry"),
        _int("moved"),
        sa.PrimaryKeyConstraint("seat"),
        sqlite_strict=True,
    )
    op.create_table(
        "brainstorm",
        _text("id"),
        _text("topic", null=True),
        _text("items"),
        _text("state"),
        _int("versions"),
        _text("policy"),
        _text("decision", null=True),
        _text("opener"),
        _int("entry"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )


def _decisions() -> None:
    op.create_table(
        "decision",
        _text("id"),
        _int("number"),
        _text("title", null=True),
        _text("items"),
        _text("brainstorm"),
        _text("state"),
        _text("policy"),
        _text("ratifier", null=True),
        _text("decided_by"),
        _int("entry"),
        _int("moved"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_table(
        "point",
        _text("id"),
        _text("decision"),
        _text("label"),
        _text("title", null=True),
        _text("items"),
        _text("state"),
        _text("since", null=True),
        _int("entry"),
        _text("ratification"),
        _text("replaced_by", null=True),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_index("point_decision", "point", ["decision"])
    op.create_table(
        "ratification",
        _text("point"),
        _text("decision"),
        _text("state"),
        _text("seat"),
        _text("actor"),
        _text("attestation"),
        _int("entry"),
        sa.PrimaryKeyConstraint("point"),
        sqlite_strict=True,
    )
    op.create_index("ratification_decision", "ratification", ["decision"])


def _ballots() -> None:
    op.create_table(
        "ballot",
        _text("id"),
        _int("number"),
        _text("decision"),
        _text("items"),
        _text("to_set"),
        _text("state"),
        _text("policy"),
        _text("opener"),
        _int("entry"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_table(
        "action",
        _text("id"),
        _text("decision"),
        _text("owner", null=True),
        _text("text", null=True),
        _text("state"),
        _text("item", null=True),
        _int("entry"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_index("action_decision", "action", ["decision"])
    op.create_table(
        "question",
        _text("id"),
        _text("item"),
        _text("text", null=True),
        _text("actor"),
        _text("answer", null=True),
        _text("answered_by", null=True),
        _int("entry"),
        sa.PrimaryKeyConstraint("id"),
        sqlite_strict=True,
    )
    op.create_index("question_item", "question", ["item"])
