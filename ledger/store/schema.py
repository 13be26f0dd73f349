"""The tables: the one description of the schema, for Alembic, for the generator and for people's
own programs.

`entry` and `text` are the log; all the rest is computed from it and can be rebuilt. `subject`
says which entries bear on an id; `tree` is the compact range after the last entry (one row);
`record` holds the snapshots; `passage` and `word` are what `search` looks in; the others are the
read tables.

Traps: STRICT knows INTEGER, TEXT, BLOB and REAL only (truth is 0 or 1); text columns are
`COLLATE "C"` on PostgreSQL; LIKE folds case only on SQLite; a parameter that may be null needs a
cast; no JSON functions, no `current_timestamp`, no division.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, MetaData, Table, Text
from sqlalchemy.types import TypeEngine

metadata = MetaData()

STR: TypeEngine[str] = Text().with_variant(Text(collation="C"), "postgresql")
INT: TypeEngine[int] = Integer().with_variant(BigInteger(), "postgresql")


def _int(name: str, null: bool = False, key: bool = False) -> Column[int]:
    return Column(name, INT, nullable=null, primary_key=key, autoincrement=False)


def _str(name: str, null: bool = False, key: bool = False, unique: bool = False) -> Column[str]:
    return Column(name, STR, nullable=null, primary_key=key, unique=unique or None)


def _table(name: str, *columns: Column[int] | Column[str] | Index) -> Table:
    return Table(name, metadata, *columns, sqlite_strict=True)


entry = _table(
    "entry",
    _int("seq", key=True),
    _str("id", unique=True),
    _str("leaf", unique=True),
    _str("prev", null=True, unique=True),
    _str("digest", unique=True),
    _str("at"),
    _str("root"),
    _str("bytes"),
    Index("entry_at", "at"),
)
text = _table("text", _str("hash", key=True), _str("salt"), _str("text"))
subject = _table("subject", _str("subject", key=True), _int("seq", key=True))
tree = _table("tree", _int("size", key=True), _str("hashes"))
record = _table("record", _str("id", key=True), _str("doc"))

passage = _table(
    "passage",
    _int("entry", key=True),
    _int("place", key=True),
    _str("id"),
    _str("field"),
    _str("hash"),
    _str("ids"),
    Index("passage_hash", "hash"),
)
word = Table(
    "word",
    metadata,
    _str("word", key=True),
    _int("entry", key=True),
    _int("place", key=True),
    sqlite_strict=True,
    sqlite_with_rowid=False,
)

item = _table(
    "item",
    _str("key", key=True),
    _str("project"),
    _int("number"),
    _str("title", null=True),
    _str("state"),
    _str("owner", null=True),
    _str("maker"),
    _str("parent", null=True),
    _int("entry"),
    _int("moved"),
)
seat = _table(
    "seat",
    _str("seat", key=True),
    _str("body"),
    _str("actor", null=True),
    _str("since", null=True),
    _str("expires", null=True),
    _int("retired", null=True),
    _str("last", null=True),
    _int("entry"),
    _int("moved"),
)
brainstorm = _table(
    "brainstorm",
    _str("id", key=True),
    _str("topic", null=True),
    _str("items"),
    _str("state"),
    _int("versions"),
    _str("policy"),
    _str("decision", null=True),
    _str("opener"),
    _int("entry"),
)
decision = _table(
    "decision",
    _str("id", key=True),
    _int("number"),
    _str("title", null=True),
    _str("items"),
    _str("brainstorm"),
    _str("state"),
    _str("policy"),
    _str("ratifier", null=True),
    _str("decided_by"),
    _int("entry"),
    _int("moved"),
    _str("lapses", null=True),
)
point = _table(
    "point",
    _str("id", key=True),
    _str("decision"),
    _str("label"),
    _str("title", null=True),
    _str("items"),
    _str("state"),
    _str("since", null=True),
    _int("entry"),
    _str("ratification"),
    _str("replaced_by", null=True),
    _str("held", null=True),
    Index("point_decision", "decision"),
    Index("point_held", "held"),
)
ratification = _table(
    "ratification",
    _str("point", key=True),
    _str("decision"),
    _str("state"),
    _str("seat"),
    _str("actor"),
    _str("attestation"),
    _int("entry"),
    Index("ratification_decision", "decision"),
)

ballot = _table(
    "ballot",
    _str("id", key=True),
    _int("number"),
    _str("decision"),
    _str("items"),
    _str("to_set"),
    _str("state"),
    _str("policy"),
    _str("opener"),
    _int("entry"),
)
action = _table(
    "action",
    _str("id", key=True),
    _str("decision"),
    _str("owner", null=True),
    _str("text", null=True),
    _str("state"),
    _str("item", null=True),
    _int("entry"),
    Index("action_decision", "decision"),
    Index("action_owner", "owner"),
)
question = _table(
    "question",
    _str("id", key=True),
    _str("item"),
    _str("text", null=True),
    _str("actor"),
    _str("answer", null=True),
    _str("answered_by", null=True),
    _int("entry"),
    Index("question_item", "item"),
)

KEPT = (entry, text, subject, tree, record, passage, word)
READ_TABLES = (
    item,
    seat,
    brainstorm,
    decision,
    point,
    ratification,
    ballot,
    action,
    question,
)
OWNER = {
    "item": "key",
    "seat": "seat",
    "brainstorm": "id",
    "decision": "id",
    "point": "decision",
    "ratification": "decision",
    "ballot": "id",
    "action": "decision",
    "question": "item",
}
