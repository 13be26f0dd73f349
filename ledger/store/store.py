"""The log in its database: entries, texts, snapshots, read tables."""

from __future__ import annotations

from ledger.core.canon import encode, loads
from ledger.core.errors import LedgerError, Refused, block
from ledger.store import embedded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from ledger.core.state import State

    Doc = dict[str, Any]

SCHEMA = "0004"
COLUMNS = ("seq", "id", "leaf", "prev", "digest", "at", "root", "bytes")
ROSTER = "roster"  # the subject of all acts on bodies, seats and policies
ROSTER_KINDS = ("init", "body-add", "policy-set", "actor-alias")


def subjects_of(entry: Doc) -> list[str]:
    """The ids that an entry bears on: what it names, the number it was given, its items."""
    statement, outcome = entry["statement"], entry["outcome"]
    found = dict.fromkeys([*statement["subjects"], *outcome.get("items", ())])
    if "number" in outcome:
        found[outcome["number"]] = None
    asked = statement["body"].get("questions", ())
    ruled = [ident for one in asked for ident in one["rules_on"]]
    for target in [*ruled, *outcome.get("moves", ())]:
        found[target.partition(".")[0]] = None
    if statement["kind"] in ROSTER_KINDS or statement["kind"].startswith("seat-"):
        found[ROSTER] = None
    return list(found)


class Reader:
    """What can be read in one transaction."""

    __slots__ = ("session",)

    def __init__(self, session: embedded.Session) -> None:
        self.session = session

    def head(self) -> Doc | None:
        """The last entry's row, or None in an empty ledger."""
        return self._one("head")

    def entry(self, seq: int) -> Doc | None:
        """The row of an entry, by its number."""
        return self._one("entry", seq=seq)

    def entry_by_id(self, ident: str) -> Doc | None:
        """The row of the entry whose statement has that id."""
        return self._one("entry_by_id", id=ident)

    def _one(self, statement: str, **params: Any) -> Doc | None:
        found = self.session.rows(statement, **params)
        return dict(zip(COLUMNS, found[0], strict=True)) if found else None

    def entries(self, after: int = 0) -> Iterator[Doc]:
        """Every entry's row after that number, in order."""
        for row in self.session.each("entries", after=after):
            yield dict(zip(COLUMNS, row, strict=True))

    def of(self, subjects: Iterable[str], after: int = 0, upto: int = 2**53) -> list[Doc]:
        """The rows of the entries that bear on any of the subjects, in order."""
        found: dict[int, Doc] = {}
        for subject in subjects:
            for row in self.session.rows("of_subject", subject=subject, after=after, upto=upto):
                found[row[0]] = dict(zip(COLUMNS, row, strict=True))
        return [found[seq] for seq in sorted(found)]

    def seq_at(self, at: str) -> int:
        """The number of the last entry recorded by that time; 0 where there is none."""
        return self.session.rows("seq_at", at=at)[0][0] or 0

    def doc(self, ident: str) -> Doc | None:
        """The snapshot of an object, by its id."""
        found = self.session.rows("record", id=ident)
        return _document(ident, found[0][0]) if found else None

    def docs(self, prefix: str) -> Iterator[tuple[str, Doc]]:
        """(id, snapshot) of every object whose id begins so."""
        high = prefix[:-1] + chr(ord(prefix[-1]) + 1) if prefix else "\uffff"
        for ident, doc in self.session.each("records", low=prefix, high=high):
            yield ident, _document(ident, doc)

    def items(self, **filters: str | None) -> list[str]:
        """The keys of work items, in the order they were opened; a filter of None takes all."""
        return [row[0] for row in self.session.rows("items", **filters)]

    def seats(self, body: str | None) -> list[str]:
        """The seats of a body, or all, in the order they were made."""
        return [row[0] for row in self.session.rows("seats", body=body)]

    def decisions(self) -> list[str]:
        """The ids of all decisions, in the order they were adopted."""
        return [row[0] for row in self.session.rows("decisions")]

    def brainstorms(self) -> list[str]:
        """The ids of all brainstorms, in the order they were opened."""
        return [row[0] for row in self.session.rows("brainstorms")]

    def held(self, seats: Iterable[str]) -> list[str]:
        """The ids of the points that are held for any of the seats."""
        return [row[0] for seat in seats for row in self.session.rows("held", held=seat)]

    def actions(self, owners: Iterable[str]) -> list[str]:
        """The ids of the open actions of any of the owners."""
        found = (self.session.rows("actions", owner=name, state="open") for name in owners)
        return [row[0] for rows in found for row in rows]

    def asked(self, owners: Iterable[str]) -> list[str]:
        """The ids of the open questions on open items of any of the owners."""
        found = (self.session.rows("asked", owner=name, state="open") for name in owners)
        return [row[0] for rows in found for row in rows]

    def text(self, ident: str) -> str | None:
        """A text, by its hash."""
        if len(ident) != 64:
            return None
        found = self.session.rows("text", hash=ident)
        return found[0][1] if found else None


def _document(ident: str, text: str) -> Doc:
    try:
        made: Doc = loads(text)
    except ValueError:
        why = f"the snapshot of {ident} is not what the log makes"
        raise Refused([block("stale", why, "ledger rebuild")]) from None
    return made


class Writer(Reader):
    """What can be written in one transaction."""

    __slots__ = ()

    def append(self, row: Doc, subjects: Iterable[str], texts: dict[str, tuple[str, str]]) -> None:
        """Adds an entry's row (its root is filled in here), its subjects and its texts."""
        from ledger.core.tree import append, root

        head = self.head()
        found = self.session.rows("tree")
        size, hashes = (found[0][0], loads(found[0][1])) if found else (0, [])
        if (size, root(hashes) if size else None) != (
            (head and head["seq"]) or 0,
            head and head["root"],
        ):
            raise LedgerError("tampered", "the tree does not fit the last entry", "ledger verify")
        hashes = append(hashes, size, row["leaf"])
        self.session.rows("add_entry", **row, root=root(hashes))
        self.session.rows("clear_tree")
        self.session.rows("add_tree", size=size + 1, hashes=encode(hashes))
        for subject in subjects:
            self.session.rows("add_subject", subject=subject, seq=row["seq"])
        for ident, (salt, text) in texts.items():
            self.session.rows("add_text", hash=ident, salt=salt, text=text)

    def save(self, state: State) -> None:
        """Writes the touched documents, and the rows of the read tables that they make."""
        from ledger.core.rows import rows

        for ident in state.touched:
            doc = state.docs[ident]
            assert doc is not None
            self.session.rows("drop_record", id=ident)
            self.session.rows("add_record", id=ident, doc=encode(doc))
            for table in tables_of(ident):
                self.session.rows(f"drop_{table}", owner=ident.removeprefix("seat:"))
            for table, row in rows(ident, doc, state.text):
                self.session.rows(f"add_{table}", **row)
        state.touched.clear()

    def clear(self) -> None:
        """Drops all that is computed: snapshots, read tables, subjects, passages."""
        from ledger.core.rows import TABLES

        for table in ("record", "subject", "passage", "word", *TABLES):
            self.session.rows(f"clear_{table}")


def tables_of(ident: str) -> tuple[str, ...]:
    """The read tables that hold rows of a document."""
    if ident.startswith("seat:"):
        return ("seat",)
    if ident.startswith("bs-"):
        return ("brainstorm",)
    if ":" in ident or ident == "numbers":
        return ()
    if "-" in ident:
        return ("item", "question")
    own = ("ballot",) if ident[0] == "B" else ("decision", "action")
    return (*own, "point", "ratification")


class Opened:
    """A transaction on the tables of this version, as its reader or writer."""

    __slots__ = ("kind", "session")

    def __init__(self, session: embedded.Reading | embedded.Writing, kind: type[Reader]) -> None:
        self.session = session
        self.kind = kind

    def __enter__(self) -> Any:
        found = self.session.__enter__()
        try:
            require_schema(found)
        except BaseException as error:
            self.session.__exit__(type(error))
            raise
        return self.kind(found)

    def __exit__(self, *raised: object) -> None:
        self.session.__exit__(*raised)


class Store:
    """A ledger's database at a path."""

    __slots__ = ("path", "wait")

    def __init__(self, path: str, wait: float = embedded.WAIT) -> None:
        self.path = path
        self.wait = wait

    def reading(self) -> AbstractContextManager[Reader]:
        """One snapshot of the ledger; LedgerError `newer`, `cannot-open`, `needs-recovery`."""
        return Opened(embedded.Reading(self.path), Reader)

    def writing(self) -> AbstractContextManager[Writer]:
        """One durable transaction; LedgerError `busy`, `no-space`, `unknown-outcome` besides."""
        return Opened(embedded.Writing(self.path, self.wait), Writer)


class Same:
    """A transaction that is open already, and stays so."""

    __slots__ = ("writer",)

    def __init__(self, writer: Writer) -> None:
        self.writer = writer

    def __enter__(self) -> Writer:
        return self.writer

    def __exit__(self, *raised: object) -> None:
        pass


class Joined(Store):
    """A store whose every read and write is part of one transaction (`--atomic`)."""

    __slots__ = ("writer",)

    def __init__(self, path: str, writer: Writer) -> None:
        super().__init__(path)
        self.writer = writer

    def reading(self) -> AbstractContextManager[Reader]:
        """The transaction itself."""
        return Same(self.writer)

    def writing(self) -> AbstractContextManager[Writer]:
        """The transaction itself."""
        return Same(self.writer)


def joined(store: Store, writer: Writer) -> Store:
    """A store whose every read and write is part of the writer's transaction."""
    return Joined(store.path, writer)


def require_schema(session: embedded.Session) -> None:
    """LedgerError where the tables are not those of this version."""
    try:
        found = session.rows("schema")
    except LedgerError as error:
        if "no such table" not in error.message:
            raise
        raise LedgerError(
            "cannot-open",
            "this file is not a ledger, or its making was cut short",
            "ledger init --as ACTOR",
        ) from error
    version = found[0][0] if found else "none"
    if version < SCHEMA:
        message = f"the ledger's schema is {version}, which is older than {SCHEMA}"
        raise LedgerError("cannot-open", message, "ledger upgrade")
    if version != SCHEMA:
        raise LedgerError("newer", f"the ledger's schema is {version}, this version knows {SCHEMA}")
