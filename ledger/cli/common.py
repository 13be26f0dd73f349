"""The only outside: clock, randomness, actor, files, and the printer."""

from __future__ import annotations

import os
import sys
import time

from ledger.cli.place import find
from ledger.core import names
from ledger.core.canon import dumps, sha256
from ledger.core.clock import moment, to_ms
from ledger.core.errors import LedgerError, Refused, Usage
from ledger.store.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ledger.cli.parse import Parsed
    from ledger.core.act import Act
    from ledger.core.entry import Text
    from ledger.draft import Draft, Result

    Doc = dict[str, Any]


class Outside:
    """The clock and the randomness. LEDGER_NOW and LEDGER_SEED fix them (architecture.md)."""

    __slots__ = ("_count", "_mark", "_now", "fixed", "seeded")

    def __init__(self, now: str | None, seed: str | None, mark: str) -> None:
        if now == "script":
            raise Usage("LEDGER_NOW=script is for `ledger batch`, whose lines say `now`")
        self.fixed = now is not None
        self.seeded = seed is not None
        self._now = to_ms(moment(now)) if now is not None else 0
        self._mark = f"{seed}\x00{mark}"
        self._count = 0

    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        return self._now if self.fixed else time.time_ns() // 1_000_000

    def noise(self, size: int, seq: int) -> bytes:
        """Random bytes; under a seed those of the seed, the head's number and the command."""
        if not self.seeded:
            return os.urandom(size)
        self._count += 1
        return sha256(f"{self._mark}\x00{seq}\x00{self._count}".encode())[:size]


class Answer:
    """What a command says: the data of its JSON, its lines, its exit code, and the head."""

    __slots__ = ("data", "exit", "head", "lines", "silent")

    def __init__(self, data: Doc, lines: list[str], head: Doc | None, code: int = 0) -> None:
        self.data = data
        self.lines = lines
        self.head = head
        self.exit = code
        self.silent = False  # it has said all that it says already


class Call:
    """One command being run: its values, and what it may ask of the outside."""

    __slots__ = ("_actor", "_store", "env", "line", "outside", "parsed", "stdin", "values")

    def __init__(
        self,
        parsed: Parsed,
        env: dict[str, str],
        mark: str,
        stdin: bytes | None = None,
        store: Store | None = None,
    ) -> None:
        self.parsed = parsed
        self.values = parsed.values
        self.env = env
        self.stdin = stdin
        now = env.get("LEDGER_NOW")
        if now == "script" and not parsed.command.get("write") and parsed.words != "init":
            now = None  # a batch's lines say when; what only reads goes by the real clock
        self.outside = Outside(now, env.get("LEDGER_SEED"), mark)
        self._store = store
        self.line: Doc = {}  # what a line of an import says besides its words

    def get(self, name: str) -> Any:
        """A value of the command line, or None."""
        return self.values.get(name)

    @property
    def actor(self) -> str:
        """Who acts: `--as` or LEDGER_ACTOR; Usage where neither says (concepts.md)."""
        given = self.values.get("--as") or self.env.get("LEDGER_ACTOR")
        if not given:
            from ledger.cli.recase import again

            said = "no actor: say who acts with --as ACTOR or LEDGER_ACTOR"
            raise Usage(said, again(self.parsed.argv, "--as", "ACTOR"))
        return names.name(given, "actor")

    @property
    def when(self) -> str | None:
        """What `--known-at` says, or `--as-of` with that word before it; None for now."""
        known, decided = self.values.get("--known-at"), self.values.get("--as-of")
        if known is not None and decided is not None:
            raise Usage("--known-at and --as-of are two clocks: give one of them")
        return f"as-of {decided}" if decided is not None else known

    @property
    def clock(self) -> str:
        """The words that ask by the same clock again: ` --known-at 41`; none for now."""
        asked = [name for name in ("--known-at", "--as-of") if self.values.get(name) is not None]
        return "".join(f" {name} {self.values[name]}" for name in asked)

    @property
    def store(self) -> Store:
        """The ledger's database; LedgerError `no-ledger` where there is none."""
        if self._store is None:
            self._store = Store(find(self.values.get("--db"), self.env))
        return self._store

    def knows(self, ident: str) -> bool:
        """Is there an item, brainstorm, decision or ballot of that id? False without a ledger."""
        try:
            with self.store.reading() as reader:
                return reader.doc(ident) is not None
        except LedgerError:
            return False

    def text(self, name: str) -> Text:
        """A text: the value itself, or from `-f FILE`, or `-` for standard input."""
        from ledger.draft import text as checked

        value = self.values.get(name)
        source = self.values.get("-f")
        if value is not None and source is not None and value != "-":
            raise Usage(f"{name} is given twice: as an argument and with -f")
        if value is None or value == "-":
            return checked(self.read(source or "-"))
        return checked(value)

    def read(self, source: str) -> str:
        """What stands in a file, or on standard input for `-`, as text."""
        if source == "-":
            if self.stdin is None and sys.stdin is None:
                raise Usage("standard input is closed")
            raw = sys.stdin.buffer.read() if self.stdin is None else self.stdin
            return decode(raw, "standard input")
        try:
            with open(source, "rb") as file:
                return decode(file.read(), source)
        except OSError as error:
            raise Usage(f"{source}: {error.strerror}") from error

    def draft(self, kind: str, subjects: list[str], body: Doc | None = None) -> Draft:
        """The act that the command line asks for."""
        from ledger.draft import Draft

        made = Draft(kind, subjects, self.actor, body)
        made.id, made.expect = self.values.get("--id"), self.values.get("--expect")
        made.seat = self.values.get("--seat")
        if "reported" in self.line:
            from ledger.draft import text

            said = self.line["reported"]
            made.reported = {**said, "source": text(said["source"])}
            made.said_at = self.line.get("said_at")
        return made

    def write(
        self,
        draft: Draft,
        view: Callable[[Act], Doc] | None = None,
        line: Callable[[Act], str] | None = None,
    ) -> Answer:
        """Does it, and says so: one line, then one for each thing it must say."""
        from ledger.core.fold import ask
        from ledger.service import submit

        result = submit(self.store, draft, self.outside, view)
        act = result.act
        data = {**wrote(result), **result.data}
        said = line(act) if line else f"#{act.seq} {ask(act, 'headline', '')}"
        if not result.changed:
            said += f" (no change: #{act.seq} stands)" if not line else ""
        elif result.replayed and not line:
            said += " (replayed)"
        return Answer(data, [said, *result.notes], head_of(result.head))


def json_asked(env: dict[str, str]) -> bool:
    """Does LEDGER_JSON ask for JSON: is it set, and not to 0?"""
    return env.get("LEDGER_JSON", "") not in ("", "0")


def wrote(result: Result) -> Doc:
    """What every write answers (cli.md, "JSON that others build on")."""
    return {
        "entry": result.act.seq,
        "ids": result.ids,
        "changed": result.changed and not result.replayed,
        "replayed": result.replayed,
        "notes": result.notes,
    }


def head_of(row: Doc | None) -> Doc | None:
    """`{seq, leaf}` of an entry's row."""
    return {"seq": row["seq"], "leaf": row["leaf"]} if row else None


def decode(raw: bytes, what: str) -> str:
    """Bytes as UTF-8; Usage with the offset of the first that is not."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Usage(
            f"{what}: byte 0x{raw[error.start]:02x} at offset {error.start} is not UTF-8",
            offset=error.start,
        ) from error


def document(answer: Answer) -> Doc:
    """The JSON document of an answer."""
    return {"schema": 1, "ok": True, "data": answer.data, "head": answer.head}


def failure(error: LedgerError, head: Doc | None) -> Doc:
    """The JSON document of a refusal or a fault (cli.md, "Rules for every command")."""
    more = dict(error.more)
    data = more.pop("data", None)
    said: Doc = {"code": error.code, "message": error.message, **more}
    if error.hint:
        said["hint"] = error.hint
    if isinstance(error, Refused):
        said["blocks"] = error.blocks
    made: Doc = {"schema": 1, "ok": False, "error": said}
    if data is not None:
        made["data"] = data
    made["head"] = head
    return made


def complaint(error: LedgerError) -> list[str]:
    """The lines on standard error for a refusal or a fault."""
    from ledger.views.safe import line

    if isinstance(error, Refused):
        lines = []
        for one in error.blocks:
            lines.append(f"error[{one['code']}]: {line(one['message'])}")
            lines.append(f"hint: {one['hint']}")
        return lines
    place = error.more.get("position")
    where = f" (line {place['line']}, column {place['column']})" if place else ""
    return [f"error[{error.code}]: {line(error.message)}{where}"] + (
        [f"hint: {error.hint}"] if error.hint else []
    )


def put(lines: list[str], stream: Any) -> None:
    """Prints lines; their control characters are made visible."""
    from ledger.views.safe import printed

    put_lit([printed(line) for line in lines], stream)


def put_lit(lines: list[str], stream: Any) -> None:
    """Prints lines as they are, with the codes that light them; what the stream's encoding lacks is
    escaped."""
    if stream is None:  # it was closed before we began
        return
    text = "".join(f"{line}\n" for line in lines)
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
    stream.flush()


def put_json(made: Doc) -> None:
    """Prints one JSON document, ASCII only, on one line."""
    put([dumps(made)], sys.stdout)
