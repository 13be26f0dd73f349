r"""The whole log as one file, `ledger.json`: the backup, which `restore.py` reads.

It is one JSON document (UTF-8) of which each entry and each text is a line, split at U+000A only:

    {"ledger export":1,"ledger":"019eeec9-…","log":[
    {"outcome":{…},"prev":null,…},
    {"hash":"b0b1…","salt":"0000…","text":"never ship on a Friday"}
    ],"checkpoint":"ledger/019eeec9-…\n1\nzC4…=\n"}

- an entry's line is its bytes as they are stored, a text's line canonical JSON (`core/canon.py`);
  all of them but the last end in a comma, which is no part of either;
- the texts of an entry follow the entry that names them first, in the order in which it does;
- the first line names the ledger by its id; the checkpoint is that of the last entry.

So an act adds lines before the last one and changes no other, and the same log gives the same
bytes anywhere.

>>> entry = '{"outcome":{},"prev":null}'
>>> made = "".join(written("019e", [entry], "ledger/019e\n1\nAAAA\n"))
>>> read(made)
('019e', ['{"outcome":{},"prev":null}'], 'ledger/019e\n1\nAAAA\n')

Source: exchange.md, "Markdown export", `--format json --all`.
"""

from __future__ import annotations

from ledger.core import entry as entries
from ledger.core.canon import decode_canonical, encode, loads
from ledger.core.checkpoint import checkpoint
from ledger.core.errors import LedgerError, Usage
from ledger.core.kinds import kind
from ledger.core.tree import append, root
from ledger.store.store import Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    Doc = dict[str, Any]

FILE = "ledger.json"
_OPENS = ('{"ledger export":1,"ledger":', ',"log":[')
_ENDS = ('],"checkpoint":', "}")


def header(ledger: str) -> str:
    """The first line of a ledger's backup, by which it is known."""
    return _OPENS[0] + encode(ledger) + _OPENS[1]


def dump(reader: Reader, upto: int) -> Iterator[str]:
    """The file in pieces, of the entries up to that number. LedgerError `tampered` where the log
    is not fit to be kept: a leaf, a link or a text that does not fit; nobody wants a backup of
    that in the place of a good one."""
    first, last = reader.entry(1), reader.entry(upto)
    if first is None or last is None:
        raise LedgerError("no-ledger", "the ledger here is not finished", "ledger init --as ACTOR")
    note = checkpoint(first["id"], last["seq"], last["root"])
    return written(first["id"], _rows(reader, upto), note)


def written(ledger: str, rows: Iterable[str], note: str) -> Iterator[str]:
    """The file in pieces: the header, a line for each row, the checkpoint."""
    yield header(ledger)
    ends = "\n"
    for row in rows:
        yield ends + row
        ends = ",\n"
    yield f"\n{_ENDS[0]}{encode(note)}{_ENDS[1]}\n"


def _rows(reader: Reader, upto: int) -> Iterator[str]:
    """The lines of entries and texts, each checked against its hash."""
    prev: str | None = None
    named: set[str] = set()
    compact: list[str] = []
    for size, row in enumerate(reader.entries()):
        if row["seq"] > upto:
            break
        leaf = entries.leaf(row["bytes"])
        compact = append(compact, size, leaf)
        if (leaf, prev, root(compact)) != (row["leaf"], row["prev"], row["root"]):
            raise _unfit(row["seq"], "its bytes, leaf, link and root do not fit")
        if "\n" in row["bytes"]:
            raise _unfit(row["seq"], "its bytes are not canonical")
        prev = leaf
        yield row["bytes"]
        for ident in _texts(row):
            if ident not in named:
                named.add(ident)
                yield from _text(reader, row["seq"], ident)


def _texts(row: Doc) -> list[str]:
    said = entries.require_version(loads(row["bytes"]))["statement"]
    return list(entries.texts_of(said, kind(said["kind"]).TEXTS))


def _text(reader: Reader, seq: int, ident: str) -> Iterator[str]:
    """The line of a text; none where the ledger has it no more."""
    for salt, text in reader.session.rows("text", hash=ident):
        if entries.text_hash(bytes.fromhex(salt), text) != ident:
            raise _unfit(seq, f"a text is not the one that was stored: {ident}")
        yield encode({"hash": ident, "salt": salt, "text": text})


def _unfit(seq: int, why: str) -> LedgerError:
    return LedgerError("tampered", f"no backup of this log is made: #{seq}: {why}", "ledger verify")


def read(text: str) -> tuple[str, list[str], str]:
    """(the ledger's id, the rows, the checkpoint) of a file, nothing of it judged but its form.
    Usage where it is no backup at all; LedgerError `tampered`, with the line, where it is one and
    something of its form is missing or was added."""
    lines = text.split("\n")
    opened = _inner(lines[0], *_OPENS)
    if opened is None:
        raise Usage("not an export of a whole ledger: its first line does not say so")
    ended = _inner(lines[-2], *_ENDS) if len(lines) > 2 and not lines[-1] else None
    if ended is None:
        raise LedgerError("tampered", "the export is cut short: it does not end in its checkpoint")
    rows = lines[1:-2]
    for number, row in enumerate(rows[:-1], 2):
        if not row.endswith(","):
            raise LedgerError("tampered", f"line {number} of the export does not end in a comma")
    return opened, [*(row[:-1] for row in rows[:-1]), *rows[-1:]], ended


def _inner(line: str, opens: str, ends: str) -> str | None:
    """The JSON string between two parts of a line."""
    if not (line.startswith(opens) and line.endswith(ends)):
        return None
    try:
        found = decode_canonical(line[len(opens) : len(line) - len(ends)])
    except ValueError:
        return None
    return found if isinstance(found, str) else None
