r"""Canonical JSON and SHA-256: what is signed, hashed and stored (log.md, "Statement and entry").

The form is the subset of RFC 8785 that leaves no choice to the writer:

- objects with ASCII keys in ascending order, none repeated; arrays; strings; `true`, `false`,
  `null`; integers from -2^53 to 2^53, both included; no floats (`1.0`, `1e2`), no NaN;
- no white space outside strings;
- in strings `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`; U+0001 to U+001F otherwise as `\u001f`
  (hex in lower case); every other character as itself, in UTF-8 where it becomes bytes;
- NUL and lone surrogates are refused, in keys too; text is never normalised or trimmed;
- at most `DEPTH` arrays and objects inside each other, so that no reader's stack decides.

In Python `dict` (keys `str`), `list`, `str`, `int`, `bool` and `None` themselves: a tuple or a
subclass is refused, since it would not come back as what it was.

>>> text = encode({"seq": 1, "body": {"title": "Née\t\"x\"\x1f", "own": [True, None, -7]}})
>>> print(text)
{"body":{"own":[true,null,-7],"title":"Née\t\"x\"\u001f"},"seq":1}
>>> sha256_hex(text.encode())
'3128ff160eeff43d921faf283815e4268e91d0df7982a98a461dd2b9fe9dce02'
>>> encode({"body": {"own": [0.5]}})
Traceback (most recent call last):
ValueError: not canonical JSON: a float at $.body.own[0]

The package `json` is not imported where `_json` serves: it costs 1.7 times the start of Python,
`hashlib` 1.2 times (architecture.md, "Start").
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from hashlib import sha256 as _new_sha256
    from typing import Any, NoReturn

    Write = Callable[[Any], str]
    Scan = Callable[[str, int], tuple[Any, int]]
else:
    try:  # 3.12 and later
        from _sha2 import sha256 as _new_sha256
    except ImportError:
        try:  # 3.11
            from _sha256 import sha256 as _new_sha256
        except ImportError:
            from hashlib import sha256 as _new_sha256

INTEGER_LIMIT = 2**53
DEPTH = 64


def sha256(data: bytes) -> bytes:
    """The 32 bytes of SHA-256 (FIPS 180-4)."""
    return _new_sha256(data).digest()


def sha256_hex(data: bytes) -> str:
    """SHA-256 as 64 hex digits in lower case."""
    return _new_sha256(data).hexdigest()


def sha1(data: bytes) -> bytes:
    """The SHA-1 of some bytes, for UUIDv5 alone."""
    from hashlib import sha1 as made

    return made(data, usedforsecurity=False).digest()


def encode(value: Any) -> str:
    """The canonical text of `value`.

    ValueError names what is outside the subset and its path, `$` being `value` itself.
    """
    _require(value)
    return _write_canonical(value)


def decode(text: str) -> Any:
    """The value of a JSON text in the subset, in any key order and spacing.

    ValueError: not JSON, white space or anything else around it, or outside the subset (floats,
    repeated keys, lone surrogates, NUL, keys that are not ASCII, integers beyond ±2^53).
    """
    value = _scan(_scan_strict, text)
    _require(value)
    return value


def decode_canonical(text: str) -> Any:
    """The value of a text that is its own canonical form: `encode(result) == text`.

    ValueError as in `decode`, and where the text is not canonical, with the offset.
    """
    value = decode(text)
    canonical = _write_canonical(value)
    if canonical != text:
        at = _first_difference(canonical, text)
        raise ValueError(f"not canonical JSON: not in canonical form from offset {at}")
    return value


def loads(text: str) -> Any:
    """The value of any JSON text without white space around it; for texts we wrote ourselves.

    Floats are read, the last of repeated keys wins. ValueError: not JSON.
    """
    return _scan(_scan_trusted, text)


def dumps(value: Any) -> str:
    """JSON for programs' eyes: ASCII, keys as they come, `", "` and `": "` between.

    The same as `json.dumps(value, allow_nan=False)`. ValueError: not a JSON value.
    """
    return _write_ascii(value)


def _require(value: Any) -> None:
    fault = _fault(value, 0)
    if fault:
        reason, *steps = fault
        path = "".join(reversed(steps))
        raise ValueError(f"not canonical JSON: {reason} at ${path}")


def _fault(value: Any, depth: int) -> list[str] | None:
    """Nothing, or the reason and after it the steps of the path, the innermost first."""
    kind = type(value)
    if kind is str:
        return _string_fault(value)
    if value is None or kind is bool:
        return None
    if kind is int:
        return None if -INTEGER_LIMIT <= value <= INTEGER_LIMIT else ["an integer beyond ±2^53"]
    if kind is not dict and kind is not list:
        return [f"a {kind.__name__}"]
    if depth == DEPTH:
        return [f"nesting deeper than {DEPTH}"]
    return _object_fault(value, depth + 1) if kind is dict else _array_fault(value, depth + 1)


def _string_fault(text: str) -> list[str] | None:
    if "\0" in text:
        return ["NUL"]
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return ["a lone surrogate"]
    return None


def _object_fault(value: dict[Any, Any], depth: int) -> list[str] | None:
    for key, item in value.items():
        if type(key) is not str:
            return [f"a key of type {type(key).__name__}"]
        if not key.isascii():
            return [f"the key {key!a}, which is not ASCII,"]
        if "\0" in key:
            return [f"NUL in the key {key!a}"]
        fault = _fault(item, depth)
        if fault:
            fault.append(f".{key}" if key.isidentifier() else f"[{key!a}]")
            return fault
    return None


def _array_fault(value: list[Any], depth: int) -> list[str] | None:
    for index, item in enumerate(value):
        fault = _fault(item, depth)
        if fault:
            fault.append(f"[{index}]")
            return fault
    return None


def _scan(scan: Scan, text: str) -> Any:
    try:
        value, end = scan(text, 0)
    except SystemError:  # the C scanner finds no class to raise until `json.decoder` is imported
        from json import loads as parse

        parse(text)
        raise
    except StopIteration as stop:
        raise ValueError(f"not JSON: no value at offset {stop.value}") from None
    except RecursionError:
        raise ValueError("not JSON that can be read: nested too deep") from None
    if end != len(text):
        raise ValueError(f"not JSON: more text after the value, from offset {end}")
    return value


def _first_difference(one: str, other: str) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"not canonical JSON: the key {repeated!a} is repeated")
    return made


def _no_float(digits: str) -> NoReturn:
    raise ValueError(f"not canonical JSON: the float {digits}")


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"not JSON: {name}")


def _no_value(value: object) -> NoReturn:
    raise ValueError(f"not a JSON value: {type(value).__name__}")


class _Reading:
    """What `_json.make_scanner` reads from `json.JSONDecoder`; 3.15 asks for `array_hook` too."""

    def __init__(self, parse_float: Callable[[str], Any], object_pairs_hook: Any) -> None:
        self.strict = True
        self.object_hook = None
        self.object_pairs_hook = object_pairs_hook
        self.array_hook = None
        self.parse_float = parse_float
        self.parse_int = int
        self.parse_constant = _no_constant


def _accelerated() -> tuple[Write, Write, Scan, Scan]:
    """Writers and scanners of CPython's `_json`; raises where it is missing or has changed."""
    import _json

    make, plain, ascii_only = (
        _json.make_encoder,
        _json.encode_basestring,
        _json.encode_basestring_ascii,
    )
    canonical = make(None, _no_value, plain, None, ":", ",", True, False, False)
    spaced = make(None, _no_value, ascii_only, None, ": ", ", ", False, False, False)
    scanner: Callable[[Any], Scan] = _json.make_scanner
    made = (
        lambda value: "".join(canonical(value, 0)),
        lambda value: "".join(spaced(value, 0)),
        scanner(_Reading(_no_float, _unique)),
        scanner(_Reading(float, None)),
    )
    _probe(*made)
    return made


def _probe(canonical: Write, spaced: Write, strict: Scan, trusted: Scan) -> None:
    """ValueError where an argument of the private module has come to mean something else."""
    value = {"b": ["é\n"], "a": 1}
    texts = '{"a":1,"b":["é\\n"]}', '{"b": ["\\u00e9\\n"], "a": 1}'
    if (canonical(value), spaced(value)) != texts:
        raise ValueError("_json writes otherwise")
    if any(scan(text, 0) != (value, len(text)) for scan in (strict, trusted) for text in texts):
        raise ValueError("_json reads otherwise")


def _portable() -> tuple[Write, Write, Scan, Scan]:
    """The same by the package `json`, which every Python has."""
    import json

    canonical = json.JSONEncoder(
        ensure_ascii=False,
        check_circular=False,
        allow_nan=False,
        sort_keys=True,
        separators=(",", ":"),
        default=_no_value,
    )
    spaced = json.JSONEncoder(check_circular=False, allow_nan=False, default=_no_value)
    strict: Any = json.JSONDecoder(
        parse_float=_no_float, parse_constant=_no_constant, object_pairs_hook=_unique
    )
    trusted: Any = json.JSONDecoder(parse_constant=_no_constant)
    return canonical.encode, spaced.encode, strict.scan_once, trusted.scan_once


try:
    _made = _accelerated()
except (ImportError, AttributeError, TypeError, ValueError):
    _made = _portable()
_write_canonical, _write_ascii, _scan_strict, _scan_trusted = _made
