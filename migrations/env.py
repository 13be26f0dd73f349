"""Runs the migrations on the connection that the caller hands over, in its transaction."""

from alembic import context

from ledger.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
