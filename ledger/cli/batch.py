"""`ledger batch`: many commands, one JSON line each, in one process (exchange.md, "Batch lines").

A line is `{"argv": […], "as"?, "stdin"?, "id"?, "now"?, "exit"?}`; `$4` at the start of an
argument stands for the first id that line 4 made. A result line is that command's document. The
first line that ends otherwise than its `exit` (0 where not given) stops the batch.
"""

from __future__ import annotations

import re

from ledger.cli.common import Answer, Call, document, failure, put_json
from ledger.cli.parse import Help, parse
from ledger.core.canon import decode, dumps
from ledger.core.clock import moment
from ledger.core.errors import LedgerError, Refused, Usage
from ledger.store.store import Store, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Doc = dict[str, Any]

KEYS = {
    "argv": list,
    "as": str,
    "stdin": str,
    "id": str,
    "now": str,
    "exit": int,
    "said_at": str,
    "reported": dict,
    "ratifier": str,
    "inferred": bool,
    "replaces": int,
}
REPORTED = ("actor", "source", "import")
# Targets of effect lines in a proposal that an import makes: `Amends: $12.3a, D4`.
EFFECT = re.compile(
    r"^(?:Amends|Corrects|Supersedes|Reverses|Stands[ -]down|Refines|Restores|Upholds):"
)
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
TARGET = re.compile(r"\$[1-9][0-9]*(?:\.[1-9][0-9]*[a-z]?)?")


class Stopped(Exception):
    """A line ended otherwise than it was to; `exit` is the batch's."""

    def __init__(self, exit_code: int) -> None:
        super().__init__(exit_code)
        self.exit = exit_code


def batch(call: Call) -> Answer:
    """Runs the lines; the answer has none of its own beside theirs."""
    lines = _lines(call)
    code = _atomic(call, lines) if call.get("--atomic") else _run(call, lines, None)
    answer = Answer({"lines": len(lines)}, [], None, code)
    answer.silent = True
    return answer


def _atomic(call: Call, lines: list[tuple[int, Doc]]) -> int:
    """Runs the lines in one transaction, and prints the results when it is durable, or the one
    that stopped it; returns the exit code."""
    from ledger.cli.main import head

    held: list[Doc] = []
    try:
        with call.store.writing() as writer:
            code = _run(call, lines, joined(call.store, writer), held)
            if code:
                raise Stopped(code)
    except Stopped as stopped:
        held[-1]["head"] = head(call)  # nothing of it was written
        put_json(held[-1])
        return stopped.exit
    for made in held:
        put_json(made)
    return 0


def run_plan(call: Call, lines: list[tuple[int, Doc]], keep: bool) -> list[Doc]:
    """The results of the lines of an import, all done in one transaction, or none: where `keep` is
    false, and where one fails, whose error is raised with the number of its line."""
    from ledger.cli.progress import progress

    held: list[Doc] = []
    checked = [(number, _checked(number, dict(line))) for number, line in lines]
    watched = progress(call, checked, len(checked), "acts")
    try:
        with call.store.writing() as writer:
            code = _run(call, watched, joined(call.store, writer), held)
            if code or not keep:
                raise Stopped(code)
    except Stopped as stopped:
        if stopped.exit:
            raise _failed(held[-1], stopped.exit) from None
    return held


def _failed(made: Doc, code: int) -> LedgerError:
    """The error of a line, as that of the whole."""
    said = dict(made["error"])
    line = said.pop("line", None)
    message = f"line {line} of the plan: {said.pop('message')}; nothing was added"
    if "blocks" in said:
        return Refused(
            [
                {**one, "message": f"line {line} of the plan: {one['message']}", "line": line}
                for one in said["blocks"]
            ]
        )
    return LedgerError(said.pop("code"), message, said.pop("hint", ""), **said)


def _lines(call: Call) -> list[tuple[int, Doc]]:
    """(number, line) of each line of the file, read and checked before any is run."""
    found: list[tuple[int, Doc]] = []
    for number, text in enumerate(call.read(call.get("FILE")).split("\n"), 1):
        if not text.strip():
            continue
        try:
            line = decode(text.strip())
        except ValueError as error:
            raise Usage(f"line {number}: {error}") from error
        found.append((number, _checked(number, line)))
    return found


def _checked(number: int, line: Any) -> Doc:
    if not isinstance(line, dict) or not isinstance(line.get("argv"), list):
        raise Usage(f'line {number}: not a command: give {{"argv": [...]}}')
    for key, value in line.items():
        if key not in KEYS:
            raise Usage(f"line {number}: unknown key {key!r}; there are {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]) or isinstance(value, bool) is not (key == "inferred"):
            raise Usage(f"line {number}: {key} is no {KEYS[key].__name__}")
    if not all(isinstance(word, str) for word in line["argv"]):
        raise Usage(f"line {number}: argv holds something that is no string")
    _reported(number, line)
    return line


def _reported(number: int, line: Doc) -> None:
    """Usage where what an import says is not whole: who said it, where, of which file; a claimed
    time (said_at) and a ratifier have no place in what is native."""
    said = line.get("reported")
    if said is None:
        for key in ("said_at", "ratifier", "inferred", "replaces"):
            if key in line:
                raise Usage(f"line {number}: {key} goes with `reported`")
        return
    if sorted(said) != sorted(REPORTED) or not all(isinstance(one, str) for one in said.values()):
        raise Usage(f"line {number}: reported is no {{actor, source, import}}")
    if not said["actor"].strip():
        raise Usage(f"line {number}: reported of nobody: actor is blank")
    mark = said["import"]
    if len(mark) != 64 or set(mark) - set("0123456789abcdef"):
        raise Usage(f"line {number}: import is no SHA-256")
    if "said_at" in line:
        line["said_at"] = moment(line["said_at"])


def _run(
    call: Call, lines: Iterable[tuple[int, Doc]], store: Store | None, held: list[Doc] | None = None
) -> int:
    """Runs the lines; returns 0, or the exit code that stops the batch."""
    made: dict[int, str] = {}
    env = dict(call.env)
    script = env.get("LEDGER_NOW") == "script"
    for number, line in lines:
        result, code, ids = _one(number, line, made, env, store, script, call)
        if ids:
            made[number] = ids[0]
        if held is None:
            put_json(result)
        else:
            held.append(result)
        if code != line.get("exit", 0):
            return code or 3
    return 0


def _one(
    number: int,
    line: Doc,
    made: dict[int, str],
    env: dict[str, str],
    store: Store | None,
    script: bool,
    call: Call,
) -> tuple[Doc, int, list[str]]:
    """(document, exit code, ids made) of one line."""
    from ledger.cli.main import execute, head

    if "now" in line and not script:
        raise Usage(f"line {number}: `now` needs LEDGER_NOW=script")
    if "now" in line:
        env["LEDGER_NOW"] = line["now"]
    one: Call | None = None
    try:
        argv = [_resolve(word, made) for word in line["argv"]]
        actor = line.get("as") or call.get("--as")
        argv += [f"--as={actor}"] if actor else []
        argv += [f"--id={line['id']}"] if "id" in line else []
        parsed = parse(_before_texts(argv))
        if parsed.words in ("batch", "watch"):
            raise Usage(f"a batch cannot hold a {parsed.words}")
        for flag in ("--db",):
            if flag not in parsed.values and call.get(flag):
                parsed.values[flag] = call.get(flag)
        stdin = line.get("stdin", "")
        if "reported" in line:
            stdin = (_json_effects if "--json-input" in argv else _effects)(stdin, made)
        one = Call(parsed, env, "\x00".join(argv), stdin.encode(), store)
        one.line = line
        answer = execute(one)
        return document(answer), answer.exit, answer.data.get("ids", [])
    except Help:
        error: LedgerError = Usage(f"{' '.join(line['argv'])!r} asks for help: no line of a batch")
    except LedgerError as caught:
        error = caught
    error.more["line"] = number
    return failure(error, head(one)), error.exit, []


def _effects(text: str, made: dict[int, str]) -> str:
    """A proposal in which the targets of effect lines that are `$4.1` are replaced; what stands in
    a fence is text."""
    fence, lines = "", text.split("\n")
    for n, line in enumerate(lines):
        opens = FENCE.match(line)
        if fence:
            fence = "" if opens and opens[1].startswith(fence) else fence
        elif opens:
            fence = opens[1]
        elif EFFECT.match(line):
            lines[n] = TARGET.sub(lambda found: _resolve(found[0], made), line)
    return "\n".join(lines)


def _json_effects(text: str, made: dict[int, str]) -> str:
    """The same of a proposal in JSON; what is none is for its reader to refuse."""
    try:
        value = decode(text.strip())
    except ValueError:
        return text
    return dumps(_targets(value, made))


def _targets(value: Any, made: dict[int, str]) -> Any:
    if isinstance(value, list):
        return [_targets(one, made) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: [_resolve(t, made) if isinstance(t, str) else t for t in one]
        if key == "targets" and isinstance(one, list)
        else _targets(one, made)
        for key, one in value.items()
    }


def _before_texts(argv: list[str]) -> list[str]:
    """Options that were put last stand before a `--`, which would end them."""
    if "--" not in argv:
        return argv
    cut = argv.index("--")
    last = [word for word in argv[cut:] if word.startswith(("--as=", "--id="))]
    return argv[:cut] + last + [word for word in argv[cut:] if word not in last]


def _resolve(word: str, made: dict[int, str]) -> str:
    """The argument, with `$4` at its start replaced; Usage where line 4 made nothing."""
    digits, dot, rest = word[1:].partition(".")
    if word[:1] != "$" or not (digits.isascii() and digits.isdigit()):
        return word
    if int(digits) not in made:
        raise Usage(f"{word}: line {digits} made no id")
    return made[int(digits)] + dot + rest
