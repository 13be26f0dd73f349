"""`ledger export`: pages to review, as files, on standard output, or compared with the files."""

from __future__ import annotations

import errno
import os
import shlex
import sys

from ledger.cli.common import Answer, Call, head_of
from ledger.core import names
from ledger.core.canon import loads
from ledger.core.errors import Conflict, LedgerError, NotFound, Refused, Usage, block
from ledger.core.fold import act_of, apply
from ledger.core.state import State
from ledger.export.markdown import ours, page
from ledger.recall import acts, home, judged, moment
from ledger.store.store import ROSTER, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]

FOLDER = "exports/"
FULL = (errno.ENOSPC, errno.EDQUOT)


def export(call: Call) -> Answer:
    """Writes the pages, or compares them (`--check`). Usage, NotFound; Conflict where a file is
    not ours; Refused `stale` (cli.md, "Block codes")."""
    keys, folder = _asked(call), call.get("-o")
    with call.store.reading() as reader:
        when = moment(reader, call.when, call.outside)
        ledger, head = _ledger(reader), head_of(reader.head())
        made = pages(reader, keys, when)
    if folder == "-":
        return _printed(made, head)
    files = [_file(call, key, text, ledger) for key, text in made.items()]
    (_compare if call.get("--check") else _write)(files, bool(call.get("--force")))
    return _answer(files, head)


def _asked(call: Call) -> list[str]:
    """The keys that are asked for; none for `--all`. Usage where it is neither or both, or cannot
    go to standard output."""
    given: list[str] = list(dict.fromkeys(call.get("ID")))
    if bool(given) == bool(call.get("--all")):
        raise Usage("say what to export: the keys of items, or --all", "ledger export --all")
    for ident in given:
        if not names.is_key(ident):
            raise Usage(
                f"{ident!r} is not the key of a work item, such as EVO-26: items are exported, "
                "with their brainstorms and decisions",
                "ledger item list",
            )
    if call.get("-o") == "-" and (len(given) != 1 or call.get("--check")):
        raise Usage("-o - writes the page of one item to standard output: give one key alone")
    return given


def _ledger(reader: Reader) -> str:
    first = reader.entry(1)
    if first is None:
        raise LedgerError("no-ledger", "the ledger here is not finished", "ledger init")
    return str(first["id"])


def pages(reader: Reader, keys: list[str], when: Doc) -> dict[str, str]:
    """key -> the page of each item (without keys: of every one) as it stands at its last entry up
    to that moment. NotFound naming those that are not known by then.

    Each is made in one fold of all that bears on them, when it comes by the item's last entry: what
    came later in the log, to a seat say, is not on the page (exchange.md, "An export changes only
    when its subject does").
    """
    as_of = when["clock"] == "as-of"
    claimed = judged(reader.entries(), when["at"], reader.text)[1] if as_of else None
    own = _own(reader, keys, when, claimed)
    ends: dict[int, list[str]] = {}
    for key, rows in own.items():
        ends.setdefault(rows[-1]["seq"], []).append(key)
    last, asked = max(ends, default=0), when["at"] if claimed is not None else None
    if claimed is None:
        near = {one for key in own for one in home(reader, key)}
        fold = reader.of([*sorted(near), ROSTER], 0, last)
    else:
        fold = [row for row in claimed if row["seq"] <= last]
    ledger, state = _ledger(reader), State(text=reader.text)
    made: dict[str, str] = {}
    for row in fold:
        apply(act_of(state, loads(row["bytes"])), row["leaf"])
        for key in ends.get(row["seq"], ()):
            said = list(acts(state, own[key]))
            made[key] = page(state, key, said, ledger, row["root"], asked)
    return {key: made[key] for key in own}


def _own(
    reader: Reader, keys: list[str], when: Doc, claimed: list[Doc] | None
) -> dict[str, list[Doc]]:
    """key -> the rows of an item's own entries that its page shows."""
    wanted = keys or reader.items(project=None, state=None, owner=None, parent=None)
    own = {key: reader.of([key], 0, when["seq"]) for key in wanted}
    if claimed is not None:
        told = {row["seq"] for row in claimed}
        own = {key: [row for row in rows if row["seq"] in told] for key, rows in own.items()}
    unknown = [key for key, rows in own.items() if not rows]
    if unknown and keys:
        then = "" if when["clock"] == "head" else f" as known at #{when['seq']}"
        then = f" as of {when['at']}" if claimed is not None else then
        raise NotFound(f"there is no work item {', '.join(unknown)}{then}", "ledger item list")
    return {key: rows for key, rows in own.items() if rows}


def _file(call: Call, key: str, text: str, ledger: str) -> Doc:
    """What stands in an item's file, and what should: `{id, path, text, there, ours, flags}`."""
    folder = FOLDER if call.get("-o") is None else call.get("-o")
    path = os.path.join(folder, f"{key}.md")
    try:
        with open(path, "rb") as file:
            there = file.read()
    except FileNotFoundError:
        there = None
    except OSError as error:
        raise Usage(f"{path}: {error.strerror}") from error
    known = there is not None and ours(there.split(b"\n", 1)[0].decode("utf-8", "replace"), ledger)
    flags = [flag for flag in ("-o", "--as-of", "--known-at") if call.get(flag) is not None]
    return {
        "id": key,
        "path": path,
        "text": text.encode(),
        "there": there,
        "ours": known,
        "flags": "".join(f" {flag} {shlex.quote(call.get(flag))}" for flag in flags),
        "state": "unchanged" if there == text.encode() else "written",
    }


def _compare(files: list[Doc], _: bool) -> None:
    """Refused with a `stale` block for each file that is not what the ledger would write."""
    blocks = []
    for one in files:
        if one["there"] != one["text"]:
            said = "is not what the ledger would write"
            if one["there"] is None:
                said = "is missing"
            elif not one["ours"]:
                said = "is not written by this ledger"
            message = f"{one['path']} {said}"
            hint = f"ledger export {one['id']}{one['flags']}"
            blocks.append(block("stale", message, hint, id=one["id"], path=one["path"]))
    if blocks:
        raise Refused(blocks)


def _write(files: list[Doc], forced: bool) -> None:
    """Writes what is not there yet; Conflict, and nothing is written, where a file is not ours."""
    foreign = [one for one in files if one["there"] not in (None, one["text"]) and not one["ours"]]
    if foreign and not forced:
        paths = ", ".join(one["path"] for one in foreign)
        keys = " ".join(one["id"] for one in foreign)
        raise Conflict(
            f"{paths}: not written by this ledger, and not overwritten without --force",
            f"ledger export {keys}{foreign[0]['flags']} --force",
        )
    for one in files:
        if one["there"] != one["text"]:
            try:
                replace(one["path"], one["text"])
            except OSError as error:
                said = f"{one['path']}: {error.strerror}"
                if error.errno in FULL:
                    raise LedgerError("no-space", said) from error
                raise Usage(said) from error


def replace(path: str, content: bytes) -> None:
    """Puts the content in a file, whole or not at all: a temporary file beside it is renamed.
    OSError where that fails; the temporary file is gone then."""
    folder, name = os.path.split(path)
    if folder:
        os.makedirs(folder, exist_ok=True)
    draft = os.path.join(folder, f".{name}.{os.getpid()}.tmp")
    try:
        with open(draft, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        if os.path.exists(draft):
            os.unlink(draft)
        raise


def _answer(files: list[Doc], head: Doc | None) -> Answer:
    data = {"files": [{name: one[name] for name in ("id", "path", "state")} for one in files]}
    return Answer(data, [f"{one['path']} {one['state']}" for one in files], head)


def _printed(made: dict[str, str], head: Doc | None) -> Answer:
    """The page itself; it is UTF-8 wherever it goes."""
    ((key, text),) = made.items()
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    data = {"files": [{"id": key, "path": "-", "state": "written", "text": text}]}
    return Answer(data, text.removesuffix("\n").split("\n"), head)
