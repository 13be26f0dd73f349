"""All that is computed from the log: compared with the fold, and made anew."""

from __future__ import annotations

from ledger.core.canon import encode, loads
from ledger.core.errors import LedgerError
from ledger.core.fold import UNFOLDABLE, fold
from ledger.core.rows import TABLES, rows
from ledger.core.told import told
from ledger.store import passages
from ledger.store.store import Reader, Writer, subjects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]


def differences(
    reader: Reader, state: State, subjects: set[tuple[str, int]], tells: list[Doc]
) -> Iterator[str]:
    """What of the snapshots, subjects, read tables and passages is not what the fold makes."""
    kept = dict(reader.session.rows("records", low="", high="\uffff"))
    made = {ident: encode(doc) for ident, doc in state.docs.items() if doc is not None}
    yield from _differ("snapshot", kept, made)
    found = dict.fromkeys(reader.session.rows("subjects"), "")
    yield from _differ("subject", found, dict.fromkeys(subjects, ""))
    want = dict(_tables(state))
    for table in TABLES:
        stored = {row[0]: row for row in reader.session.rows(f"all_{table}")}
        yield from _differ(f"row of {table}", stored, want.get(table, {}))
    yield from _differ("passage", *passages.differing(reader, tells))


def _tables(state: State) -> Iterator[tuple[str, Doc]]:
    made: dict[str, Doc] = {}
    for ident, doc in state.docs.items():
        for table, row in rows(ident, doc, state.text) if doc is not None else ():
            values = tuple(row.values())
            made.setdefault(table, {})[values[0]] = values
    yield from made.items()


def _differ(what: str, kept: dict[Any, Any], made: dict[Any, Any]) -> Iterator[str]:
    for key in sorted({**kept, **made}, key=str):
        if key not in made:
            yield (f"a {what} that the log does not make: {key}")
        elif key not in kept:
            yield (f"the {what} of {key} is missing")
        elif kept[key] != made[key]:
            yield (f"the {what} of {key} is not what the log makes")


def rebuild(writer: Writer) -> Doc:
    """Makes all that is computed anew: `{entries, records}`. LedgerError `tampered` where the log
    cannot be folded, and nothing is changed."""
    try:
        all_rows = list(writer.entries())
        state = fold(all_rows, writer.text)
    except (LedgerError, *UNFOLDABLE) as error:
        raise LedgerError(
            "tampered", f"the log cannot be folded: {error}", "ledger verify"
        ) from error
    writer.clear()
    for row in all_rows:
        for subject in subjects_of(loads(row["bytes"])):
            writer.session.rows("add_subject", subject=subject, seq=row["seq"])
    writer.save(state)
    for row in all_rows:
        passages.add(writer, told(state, loads(row["bytes"])))
    return {"entries": len(all_rows), "records": len(state.docs)}
