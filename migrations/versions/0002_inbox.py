"""For the inbox: whom a point is held for; what is held for a seat, and whose an action is, are
found by an index."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the column, empty until the tables are made anew, and the indexes."""
    kind: sa.types.TypeEngine[str] = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.add_column("point", sa.Column("held", kind, nullable=True))
    op.create_index("point_held", "point", ["held"])
    op.create_index("action_owner", "action", ["owner"])
