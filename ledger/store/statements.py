"""The SQL of the store, written in SQLAlchemy Core against the schema, so that it cannot drift.

`compiled.py` is made from it, ahead of time and for both dialects (`make fmt`), so that no command
pays SQLAlchemy's import; a test fails when it is stale.
"""

from __future__ import annotations

from sqlalchemy import (
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.sql.expression import Executable

from ledger.store import schema as s

ENTRY = tuple(s.entry.c[name] for name in s.entry.c.keys())  # noqa: SIM118


def _is(column: ColumnElement[str], name: str) -> ColumnElement[bool]:
    """The column equals the parameter, where the parameter is given."""
    return or_(cast(bindparam(name), Text).is_(None), column == bindparam(name))


def statements() -> dict[str, Executable]:
    """Every statement of the store, by name."""
    made: dict[str, Executable] = {
        "triggers": _triggers(),
        "schema": select(_version()),
        "head": select(*ENTRY).where(
            s.entry.c.seq == select(func.max(s.entry.c.seq)).scalar_subquery()
        ),
        "entry": select(*ENTRY).where(s.entry.c.seq == bindparam("seq")),
        "entry_by_id": select(*ENTRY).where(s.entry.c.id == bindparam("id")),
        "entries": select(*ENTRY).where(s.entry.c.seq > bindparam("after")).order_by(s.entry.c.seq),
        "seq_at": select(func.max(s.entry.c.seq)).where(s.entry.c.at <= bindparam("at")),
        "of_subject": select(*ENTRY)
        .join(s.subject, s.subject.c.seq == s.entry.c.seq)
        .where(
            s.subject.c.subject == bindparam("subject"),
            s.subject.c.seq > bindparam("after"),
            s.subject.c.seq <= bindparam("upto"),
        )
        .order_by(s.entry.c.seq),
        "subjects": select(s.subject.c.subject, s.subject.c.seq).order_by(
            s.subject.c.seq, s.subject.c.subject
        ),
        "text": select(s.text.c.salt, s.text.c.text).where(s.text.c.hash == bindparam("hash")),
        "texts": select(s.text.c.hash, s.text.c.salt, s.text.c.text).order_by(s.text.c.hash),
        "tree": select(s.tree.c.size, s.tree.c.hashes),
        "clear_tree": delete(s.tree),
        "record": select(s.record.c.doc).where(s.record.c.id == bindparam("id")),
        "records": select(s.record.c.id, s.record.c.doc)
        .where(s.record.c.id >= bindparam("low"), s.record.c.id < bindparam("high"))
        .order_by(s.record.c.id),
        "drop_record": delete(s.record).where(s.record.c.id == bindparam("id")),
        **_found(),
        **_searched(),
    }
    for table in (*s.KEPT, *s.READ_TABLES):
        made[f"add_{table.name}"] = insert(table).values(
            {column.name: bindparam(column.name) for column in table.c}
        )
    for table in s.READ_TABLES:
        column = table.c[s.OWNER[table.name]]
        made[f"drop_{table.name}"] = delete(table).where(column == bindparam("owner"))
        made[f"all_{table.name}"] = select(table).order_by(*table.primary_key.columns)
        made[f"clear_{table.name}"] = delete(table)
    for table in (s.record, s.subject, s.passage, s.word):
        made[f"clear_{table.name}"] = delete(table)
    return made


def _found() -> dict[str, Executable]:
    """What is looked for in the read tables."""
    return {
        "items": select(s.item.c.key)
        .where(
            _is(s.item.c.project, "project"),
            _is(s.item.c.state, "state"),
            _is(s.item.c.owner, "owner"),
            _is(s.item.c.parent, "parent"),
        )
        .order_by(s.item.c.entry),
        "seats": select(s.seat.c.seat)
        .where(_is(s.seat.c.body, "body"))
        .order_by(s.seat.c.entry, s.seat.c.seat),
        "decisions": select(s.decision.c.id).order_by(s.decision.c.entry),
        "brainstorms": select(s.brainstorm.c.id).order_by(s.brainstorm.c.entry),
        "held": select(s.point.c.id).where(s.point.c.held == bindparam("held")),
        "actions": select(s.action.c.id).where(
            s.action.c.owner == bindparam("owner"), s.action.c.state == bindparam("state")
        ),
        "asked": select(s.question.c.id).where(
            s.question.c.item == s.item.c.key,
            s.question.c.answered_by.is_(None),
            s.item.c.owner == bindparam("owner"),
            s.item.c.state == bindparam("state"),
        ),
    }


def _searched() -> dict[str, Executable]:
    """What is looked for in the passages and their words."""
    passage, word = s.passage.c, s.word.c
    one = and_(passage.entry == bindparam("entry"), passage.place == bindparam("place"))
    its = and_(word.entry == bindparam("entry"), word.place == bindparam("place"))
    return {
        "word": select(word.entry, word.place).where(word.word == bindparam("word")),
        "passage": select(s.passage).where(one),
        "passages_of": select(s.passage).where(passage.hash == bindparam("hash")),
        "all_passage": select(s.passage).order_by(passage.entry, passage.place),
        "all_word": select(word.entry, word.place, word.word).order_by(
            word.entry, word.place, word.word
        ),
        "drop_passage": delete(s.passage).where(one),
        "drop_word": delete(s.word).where(its),
    }


def _version() -> ColumnElement[str]:
    from sqlalchemy import column, table

    name: ColumnElement[str] = table("alembic_version", column("version_num")).c.version_num
    return name


def _triggers() -> Executable:
    from sqlalchemy import column, table

    found = table("sqlite_schema", column("type"), column("name"), column("sql"))
    kind: ColumnElement[str] = literal_column("'trigger'")
    return select(found.c.name, found.c.sql).where(found.c.type == kind)


def compile_all() -> str:
    """The text of `compiled.py`."""
    dialects = {"SQLITE": sqlite.dialect, "POSTGRESQL": postgresql.dialect}
    styles = {"SQLITE": "named", "POSTGRESQL": "pyformat"}
    lines = [
        '"""The SQL of `statements.py`, compiled: do not edit, run `make fmt`."""',
        "",
        "# ruff: noqa: E501",
        "",
    ]
    for name, dialect in dialects.items():
        lines.append(f"{name} = {{")
        for key, statement in sorted(statements().items()):
            made = statement.compile(dialect=dialect(paramstyle=styles[name]))  # type: ignore
            text = " ".join(str(made).split())
            quoted = repr(text) if '"' in text else f'"{text}"'
            lines.append(f'    "{key}": {quoted},')
        lines += ["}", ""]
    return "\n".join(lines)
