"""${message}"""

from alembic import op

from ledger.store.guards import guards

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
    for statement in guards():
        op.execute(statement)
