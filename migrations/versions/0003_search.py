"""For the search: the passages of the entries, and which words stand in which."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _text(name: str) -> sa.Column[str]:
    kind: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    return sa.Column(name, kind, nullable=False)


def _int(name: str) -> sa.Column[int]:
    kind: sa.types.TypeEngine[int] = sa.Integer().with_variant(sa.BigInteger(), "postgresql")
    return sa.Column(name, kind, nullable=False, autoincrement=False)


def upgrade() -> None:
    """Makes the two tables, empty until all that is computed is made anew."""
    op.create_table(
        "passage",
        _int("entry"),
        _int("place"),
        _text("id"),
        _text("field"),
        _text("hash"),
        _text("ids"),
        sa.PrimaryKeyConstraint("entry", "place"),
        sqlite_strict=True,
    )
    op.create_index("passage_hash", "passage", ["hash"])
    op.create_table(
        "word",
        _text("word"),
        _int("entry"),
        _int("place"),
        sa.PrimaryKeyConstraint("word", "entry", "place"),
        sqlite_strict=True,
        sqlite_with_rowid=False,
    )
