"""`ledger wait` and `watch`: reading until something comes.

Nothing is held open in between: every look is a read of its own, made when the database's files
have changed (`store/changes.py`) or when the clock alone may have ended what is waited for.
"""

from __future__ import annotations

import sys
import time

from ledger.cli.common import Answer, Call, document, head_of, put_json
from ledger.core.clock import to_ms
from ledger.core.errors import Refused, Usage, block
from ledger.core.names import is_brainstorm
from ledger.store.changes import Changes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Doc = dict[str, Any]

PAUSE = 0.05  # seconds between two looks at the files
CLOSED = 0x008 | 0x010  # POLLERR, POLLHUP: the reader of a pipe, or the terminal, is gone


def wait(call: Call) -> Answer:
    """Waits until it is so, or Refused: `closed` where it cannot come any more, `timed-out`."""
    limit = call.get("--timeout")
    until = time.monotonic() + limit if limit else None
    changed, made, head = Changes(call.store.path), None, None
    while True:
        if made is None or changed() or _due(call, made):
            made, head = _look(call)
        if made["come"]:
            return Answer(_data(made), [_line(made)], head)
        if made["over"]:
            raise _refused("closed", made, f"{_ended(made)}, and that cannot come")
        if until is not None and time.monotonic() >= until:
            raise _refused("timed-out", made, f"still {made['state']} after {limit} s")
        time.sleep(_pause(call, made, until))


def _look(call: Call) -> tuple[Doc, Doc | None]:
    """(what is so now, the head), in one read."""
    from ledger.recall import recall
    from ledger.views.fact import fact

    ident = call.get("ID")
    with call.store.reading() as reader:
        state, when = recall(reader, ident, None, call.outside)
        made = {**fact(state, ident, call.get("--until"), when["at"]), "as_of": when}
        return made, head_of(reader.head())


def _due(call: Call, made: Doc) -> bool:
    """Has the clock reached a moment at which it may change the answer?"""
    return made["next"] is not None and call.outside.now() >= to_ms(made["next"])


def _pause(call: Call, made: Doc, until: float | None) -> float:
    """Seconds until the next look at the files."""
    ends = [PAUSE]
    if until is not None:
        ends.append(until - time.monotonic())
    if made["next"] is not None:
        ends.append((to_ms(made["next"]) - call.outside.now()) / 1000)
    return max(min(ends), 0.001)


def _data(made: Doc) -> Doc:
    return {key: made[key] for key in ("id", "until", "state", "points", "as_of")}


def _line(made: Doc) -> str:
    points = "".join(f"; {one['id']} {one['state']}" for one in made["points"])
    return f"{made['id']} {made['until']}: {made['state']}{points}"


def _ended(made: Doc) -> str:
    if made["state"] == "open" and is_brainstorm(made["id"]):
        return "its window has passed"
    return f"it is {made['state']}"


def _refused(code: str, made: Doc, said: str) -> Refused:
    message = f"{made['id']} is not {made['until']}: {said}"
    one = block(code, message, f"ledger show {made['id']}", state=made["state"])
    return Refused([one])


def watch(call: Call) -> Answer:
    """Prints each entry that comes, a JSON line each, until it is interrupted."""
    ident, after = call.get("ID"), call.get("--since")
    if sys.stdout is None:
        raise Usage("standard output is closed: there is nowhere to print to")
    changed = Changes(call.store.path)
    _told_of_pipes()
    while not _nobody_reads():
        try:
            if after is None or changed():
                after = _print_since(call, ident, after)
        except BrokenPipeError:
            break
        time.sleep(PAUSE)
    answer = Answer({}, [], None)
    answer.silent = True
    return answer


def _print_since(call: Call, ident: str | None, after: int | None) -> int:
    """Prints the entries after a number (None: those to come); returns the head's number.
    NotFound where the log knows nothing of the id."""
    from ledger.cli.show import rows_of
    from ledger.recall import acts, moment, state_of
    from ledger.views import log

    with call.store.reading() as reader:
        when = moment(reader, None, call.outside)
        rows = rows_of(reader, ident, when["seq"] if after is None else after, when)
        for act in acts(state_of(reader), rows):
            head = {"seq": act.seq, "leaf": act.leaf}
            put_json(document(Answer(log.row(act, call.get("--texts")), [], head)))
        last: int = when["seq"]
    return last


def _told_of_pipes() -> None:
    """A pipe whose reader is gone is an error of the write, not a signal that ends us: for a stream
    it is the end, and exit 0."""
    import _signal  # type: ignore[import-not-found]

    if hasattr(_signal, "SIGPIPE"):
        _signal.signal(_signal.SIGPIPE, _signal.SIG_IGN)


def _nobody_reads() -> bool:
    """Is the reader of standard output gone? A write would tell, but nothing may ever come."""
    from select import poll

    asked = poll()
    try:
        asked.register(sys.stdout.fileno(), 0)
        return any(what & CLOSED for _, what in asked.poll(0))
    except (OSError, ValueError):
        return False
