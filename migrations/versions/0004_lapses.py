"""For people's own SQL: when what waits lapses. Where a point stands comes of its decision's items
and of what it acts on, and is made anew with all that is computed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Adds the column, empty until the tables are made anew."""
    kind: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("decision", sa.Column("lapses", kind, nullable=True))
