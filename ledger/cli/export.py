"""`ledger export`: pages to review, as files, on standard output, or compared with the files."""

from __future__ import annotations

import errno
import os
import sys
from shlex import quote

from ledger import backup
from ledger.cli.common import Answer, Call, head_of
from ledger.cli.progress import progress
from ledger.core.errors import Conflict, LedgerError, Refused, Usage, block
from ledger.export import form, index
from ledger.export.subject import Subject
from ledger.gather import decisions, every, gather, ledger_of
from ledger.recall import moment
from ledger.store.store import Reader
from ledger.views import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Doc = dict[str, Any]

FOLDER = "exports/"
FULL = (errno.ENOSPC, errno.EDQUOT)


def export(call: Call) -> Answer:
    """Writes the pages, or compares them (`--check`). Usage, NotFound; Conflict where a file is
    not ours; Refused `stale` (cli.md, "Block codes")."""
    idents = _asked(call)
    with call.store.reading() as reader:
        when = moment(reader, call.when, call.outside)
        ledger, head = ledger_of(reader), head_of(reader.head())
        made = list(_pages(call, reader, idents, when))
    if call.get("-o") == "-":
        return _printed(made, head)
    files = [_file(call, one, ledger) for one in made]
    (_compare if call.get("--check") else _write)(files, bool(call.get("--force")))
    return _answer(files, head)


def _form(call: Call) -> Any:
    return form(call.get("--format") or "markdown")


def _whole(call: Call) -> bool:
    """Is the one file with all entries and texts asked for?"""
    return call.get("--format") == "json" and bool(call.get("--all"))


def _asked(call: Call) -> list[str]:
    """The ids that are asked for; none for `--all`. Usage where it is neither or both, or cannot
    go to standard output."""
    given: list[str] = list(dict.fromkeys(call.get("ID")))
    if bool(given) == bool(call.get("--all")):
        raise Usage("say what to export: the keys of items, or --all", "ledger export --all")
    made = _form(call)
    for ident in given:
        if not any(test(ident) for test in made.TAKES):
            raise Usage(f"{ident!r} has no page in this format: {made.WHAT}", "ledger item list")
    one = len(given) == 1 or _whole(call)
    if call.get("-o") == "-" and (not one or call.get("--check")):
        raise Usage("-o - writes one page to standard output: give one id alone")
    if _whole(call) and call.get("--as-of"):
        raise Usage("a backup is of the whole log, or of its beginning with --known-at: no --as-of")
    return given


def _pages(call: Call, reader: Reader, idents: list[str], when: Doc) -> Iterator[Doc]:
    """`{id, what, name, text}` of each file as it is to be: `what` says in words of the command
    line what it is of."""
    if _whole(call):
        text = "".join(backup.dump(reader, when["seq"]))
        yield {"id": ledger_of(reader), "what": "--all", "name": backup.FILE, "text": text}
        return
    made = _form(call)
    wanted = idents or every(reader)
    if hasattr(made, "DECISIONS"):
        wanted = decisions(reader, idents)
    found: dict[str, Doc] = {}
    rows: dict[str, Doc] = {}
    strict = [ident for ident in idents if ident in wanted]
    for one in progress(call, gather(reader, wanted, when, strict), len(wanted), "pages"):
        subject = Subject(one)
        found[subject.id] = _made(made, subject)
        if hasattr(made, "INDEX") and not idents:
            rows[subject.id] = index.row(subject)
    yield from (found[ident] for ident in wanted if ident in found)
    if rows:
        text = index.page([rows[ident] for ident in wanted if ident in rows])
        yield {"id": "INDEX", "what": "--all", "name": made.INDEX, "text": text}


def _made(form: Any, subject: Subject) -> Doc:
    """The file of a subject."""
    name = form.name(subject) if hasattr(form, "name") else f"{subject.id}{form.SUFFIX}"
    return {"id": subject.id, "what": subject.id, "name": name, "text": form.page(subject)}


def _file(call: Call, made: Doc, ledger: str) -> Doc:
    """What stands in a file, and what should: `{id, what, path, text, there, ours, flags,
    state}`."""
    path = os.path.join(FOLDER if call.get("-o") is None else call.get("-o"), made["name"])
    try:
        with open(path, "rb") as file:
            there = file.read()
    except FileNotFoundError:
        there = None
    except OSError as error:
        raise Usage(f"{path}: {error.strerror}") from error
    return {
        **made,
        "path": path,
        "text": made["text"].encode(),
        "there": there,
        "ours": there is not None and _ours(call, there, ledger),
        "flags": _flags(call),
        "state": "unchanged" if there == made["text"].encode() else "written",
    }


def _ours(call: Call, there: bytes, ledger: str) -> bool:
    text = there.decode("utf-8", "replace")
    if _whole(call):
        return text.startswith(backup.header(ledger) + "\n")
    found: bool = _form(call).ours(text, ledger)
    return found


def _flags(call: Call) -> str:
    """The options of a hint; a folder whose name cannot be printed is the caller's to type."""
    flags = ("--format", "-o", "--as-of", "--known-at")
    given = [(flag, call.get(flag)) for flag in flags if call.get(flag) is not None]
    plain = {value for _, value in given if value.isprintable() and safe.line(value) == value}
    return "".join(f" {flag} {quote(v) if v in plain else 'FOLDER'}" for flag, v in given)


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
            hint = f"ledger export {one['what']}{one['flags']}"
            blocks.append(block("stale", message, hint, id=one["id"], path=one["path"]))
    if blocks:
        raise Refused(blocks)


def _write(files: list[Doc], forced: bool) -> None:
    """Writes what is not there yet; Conflict, and nothing is written, where a file is not ours."""
    foreign = [one for one in files if one["there"] not in (None, one["text"]) and not one["ours"]]
    if foreign and not forced:
        paths = ", ".join(one["path"] for one in foreign)
        asked = dict.fromkeys(one["what"] for one in foreign)
        keys = "--all" if "--all" in asked else " ".join(asked)
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


def _printed(made: list[Doc], head: Doc | None) -> Answer:
    """The page itself; it is UTF-8 wherever it goes."""
    if len(made) != 1:
        raise Usage(f"-o - writes one page to standard output, and there are {len(made)}")
    [one] = made
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    data = {"files": [{"id": one["id"], "path": "-", "state": "written", "text": one["text"]}]}
    return Answer(data, one["text"].removesuffix("\n").split("\n"), head)
