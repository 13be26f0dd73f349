"""Canonical JSON against RFC 8785's reference package, with `_json` and without it."""

from __future__ import annotations

import _json
import doctest
import hashlib
import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import rfc8785
from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.core import canon

ROOT = Path(__file__).resolve().parents[1]


def load(monkeypatch: pytest.MonkeyPatch, **modules: ModuleType | None) -> ModuleType:
    """A fresh copy of canon.py that sees `modules` in place of the real ones."""
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location("canon_copy", canon.__file__)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def imitation(**changes: Any) -> ModuleType:
    """A module like `_json` in which some functions have changed."""
    made = ModuleType("_json")
    for name in ("make_encoder", "make_scanner", "encode_basestring", "encode_basestring_ascii"):
        setattr(made, name, changes.get(name, getattr(_json, name)))
    return made


def with_python_json() -> ModuleType:
    """canon.py where `_json` is missing, on a `json` that is Python alone."""
    with pytest.MonkeyPatch.context() as patch:
        for name in [name for name in sys.modules if name.split(".")[0] == "json"]:
            patch.delitem(sys.modules, name)
        made = load(patch, _json=None)
        assert sys.modules["json.encoder"].c_make_encoder is None
        for name in [name for name in sys.modules if name.split(".")[0] == "json"]:
            del sys.modules[name]
    return made


def other_signature(markers: Any, default: Any, encoder: Any) -> Any:
    raise AssertionError("not called with three arguments")


def other_order(*arguments: Any) -> Any:
    *first, sort_keys, skipkeys, allow_nan = arguments
    make: Any = _json.make_encoder
    return make(*first, not sort_keys, skipkeys, allow_nan)


def other_reading(context: Any) -> Any:
    scan = _json.make_scanner(context)
    return lambda text, at: (scan(text, at)[0], at)


def with_json(**changes: Any) -> ModuleType:
    with pytest.MonkeyPatch.context() as patch:
        return load(patch, _json=imitation(**changes))


CHANGED = {
    "other-signature": with_json(make_encoder=other_signature),
    "other-meaning": with_json(make_encoder=other_order),
    "other-reading": with_json(make_scanner=other_reading),
}
COPIES = {"accelerated": canon, "python": with_python_json(), **CHANGED}
KINDS = ["accelerated", "python", "other-signature"]
every = pytest.mark.parametrize("module", [COPIES[kind] for kind in KINDS], ids=KINDS)

ascii_keys = st.text(st.characters(min_codepoint=1, max_codepoint=127), max_size=6)
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
safe = st.integers(-(2**53) + 1, 2**53 - 1)
values = st.recursive(
    st.none() | st.booleans() | safe | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(ascii_keys, inner, max_size=5),
    max_leaves=20,
)


def nested(depth: int) -> Any:
    made: Any = 0
    for level in range(depth):
        made = {"a": made} if level % 2 else [made]
    return made


def test_the_worked_example_of_the_module_runs() -> None:
    result = doctest.testmod(canon)
    assert result.attempted >= 4
    assert result.failed == 0


def test_which_copy_uses_which_json() -> None:
    for name, module in COPIES.items():
        fast = isinstance(module._scan_strict, _json.make_scanner)
        portable = module._write_canonical.__name__ == "encode"
        assert (fast, portable) == {
            "accelerated": (True, False),
            "python": (False, True),
        }.get(name, (True, True)), name


# Writing


@every
@given(value=values)
def test_encode_is_what_rfc8785_writes_and_decode_gives_it_back(
    module: ModuleType, value: Any
) -> None:
    text = module.encode(value)
    assert text.encode() == rfc8785.dumps(value)
    assert module.decode(text) == module.decode_canonical(text) == module.loads(text) == value
    assert repr(module.decode(text)) == repr(json.loads(text))


CHARACTERS = [chr(n) for n in range(1, 0x100)] + [
    *("\u2028", "\u2029", "\ufeff", "\ufffe", "\uffff", "\ud7ff", "\ue000", "\U0001f600"),
    *("\U00010000", "\U0010ffff", "e\u0301", "\u00e9", "\u202e", "</script>", "\\u0041", "\\u0000"),
]


@every
@pytest.mark.parametrize("text", CHARACTERS, ids=ascii)
def test_each_character_as_rfc8785_writes_it(module: ModuleType, text: str) -> None:
    assert module.encode(text).encode() == rfc8785.dumps(text)
    assert module.decode_canonical(module.encode(text)) == text
    if text.isascii():
        assert module.encode({text: text}).encode() == rfc8785.dumps({text: text})


WRITTEN = [
    ('\b\t\n\f\r"\\/', r'"\b\t\n\f\r\"\\/"'),
    ("\x01\x0b\x1a\x1f\x7f\x80", '"\\u0001\\u000b\\u001a\\u001f\x7f\x80"'),
    ("\u2028\u2029\U0001f600", '"\u2028\u2029\U0001f600"'),
    ({"b": 1, "a": 2, "B": 3, "": 4, "aa": 5, "~": 6}, '{"":4,"B":3,"a":2,"aa":5,"b":1,"~":6}'),
    (2**53, "9007199254740992"),
    (-(2**53), "-9007199254740992"),
    ([True, False, None, 0, -1, [], {}, ""], '[true,false,null,0,-1,[],{},""]'),
    ({"1": [1], "10": 1, "2": {"a": None}}, '{"1":[1],"10":1,"2":{"a":null}}'),
]


@every
@pytest.mark.parametrize(("value", "text"), WRITTEN, ids=lambda each: ascii(each)[:30])
def test_written_bytes_are_pinned(module: ModuleType, value: Any, text: str) -> None:
    assert module.encode(value) == text
    assert module.decode_canonical(text) == value


class Text(str):
    __slots__ = ()


class Number(int):
    pass


class Table(dict[str, Any]):
    pass


CYCLE: list[Any] = []
CYCLE.append(CYCLE)

OUTSIDE = [
    (0.5, "a float at $"),
    ({"a": [1, {"b c": 1.0}]}, "a float at $.a[1]['b c']"),
    (float("nan"), "a float at $"),
    ([2**53 + 1], "an integer beyond ±2^53 at $[0]"),
    ({"n": -(2**53) - 1}, "an integer beyond ±2^53 at $.n"),
    (10**5000, "an integer beyond ±2^53 at $"),
    ({"t": "a\0b"}, "NUL at $.t"),
    ({"a": {"k\0": 1}}, r"NUL in the key 'k\x00' at $.a"),
    (["a", "\ud800"], "a lone surrogate at $[1]"),
    ({"s": "\udc00\ud800"}, "a lone surrogate at $.s"),
    ({"s": "\ud83d\ude00"}, "a lone surrogate at $.s"),
    ({"a": {"\u00e9": 1}}, r"the key '\xe9', which is not ASCII, at $.a"),
    ({"\ud800": 1}, r"the key '\ud800', which is not ASCII, at $"),
    ({1: 1}, "a key of type int at $"),
    ({True: 1}, "a key of type bool at $"),
    ({None: 1}, "a key of type NoneType at $"),
    ({Text("a"): 1}, "a key of type Text at $"),
    ((1, 2), "a tuple at $"),
    (Text("a"), "a Text at $"),
    (Number(1), "a Number at $"),
    ([Table()], "a Table at $[0]"),
    ({"b": b"bytes"}, "a bytes at $.b"),
    ({"a": {1, 2}}, "a set at $.a"),
    (nested(65), "nesting deeper than 64 at $" + "[0].a" * 32),
    (CYCLE, "nesting deeper than 64 at $" + "[0]" * 64),
]


@every
@pytest.mark.parametrize(("value", "message"), OUTSIDE, ids=[m[:40] for _, m in OUTSIDE])
def test_encode_refuses_what_is_outside_and_names_the_path(
    module: ModuleType, value: Any, message: str
) -> None:
    with pytest.raises(ValueError, match=r"^not canonical JSON: ") as raised:
        module.encode(value)
    assert str(raised.value) == f"not canonical JSON: {message}"


@every
def test_the_deepest_nesting_is_read_and_written(module: ModuleType) -> None:
    text = module.encode(nested(canon.DEPTH))
    assert module.decode_canonical(text) == nested(canon.DEPTH)


# Reading

NEVER = [
    ("", "no value at offset 0"),
    (" 1", "no value at offset 0"),
    ("\ufeff1", "no value at offset 0"),
    ("nul", "no value at offset 0"),
    ("[1]\n", "more text after the value, from offset 3"),
    ("{}{}", "more text after the value, from offset 2"),
    ("01", "more text after the value, from offset 1"),
    ("1.", "more text after the value, from offset 1"),
    ("[1,]", ""),
    ('{"a":1,}', ""),
    ("{a:1}", ""),
    ("['a']", ""),
    ('"a', ""),
    ('"a\nb"', ""),
    ('"\\x41"', ""),
    ('"\\ud8"', ""),
    ("[NaN]", "NaN"),
    ("-Infinity", "-Infinity"),
    ("[" * 200_000, "nested too deep"),
    ('{"a":' * 200_000, "nested too deep"),
]
NOT_STRICTLY = [
    ("1.0", "the float 1.0"),
    ('{"a":1e2}', "the float 1e2"),
    ("-0.0", "the float -0.0"),
    ('{"a":1,"b":2,"a":1}', "the key 'a' is repeated"),
    ('[{"x":{"a":1,"\\u0061":2}}]', "the key 'a' is repeated"),
    ('"\\ud800"', "a lone surrogate at $"),
    ('["\\udc00\\ud800"]', "a lone surrogate at $[0]"),
    ('"\udcff"', "a lone surrogate at $"),
    ('{"a":"\\u0000"}', "NUL at $.a"),
    ('{"\\u0000":1}', "NUL in the key"),
    ('{"\\u00e9":1}', "not ASCII"),
    ("9007199254740993", "an integer beyond ±2^53 at $"),
    ("[-9007199254740993]", "an integer beyond ±2^53 at $[0]"),
    ("[" * 65 + "]" * 65, "nesting deeper than 64"),
]
NOT_CANONICAL = [
    ('{"a": 1}', 5),
    ('{"a":1, "b":2}', 7),
    ('{"b":1,"a":2}', 2),
    ("[ ]", 1),
    ("-0", 0),
    ('"\\u0041"', 1),
    ('"\\/"', 1),
    ('"\\u001F"', 6),
    ('"\\u000a"', 2),
    ('"\\u007f"', 1),
    ('"\\u00e9"', 1),
    ('"\\ud83d\\ude00"', 1),
]


@every
@pytest.mark.parametrize("reader", ["loads", "decode", "decode_canonical"])
@pytest.mark.parametrize(("text", "message"), NEVER, ids=lambda each: ascii(each)[:20])
def test_no_reader_takes_what_is_not_json(
    module: ModuleType, reader: str, text: str, message: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(message) or "."):
        getattr(module, reader)(text)


@every
@pytest.mark.parametrize(("text", "message"), NOT_STRICTLY, ids=lambda each: ascii(each)[:30])
def test_decode_refuses_what_is_outside_the_subset_and_loads_does_not(
    module: ModuleType, text: str, message: str
) -> None:
    for reader in (module.decode, module.decode_canonical):
        with pytest.raises(ValueError, match=r"^not canonical JSON: ") as raised:
            reader(text)
        assert message in str(raised.value)
    assert module.loads(text) == json.loads(text)


@every
@pytest.mark.parametrize(("text", "offset"), NOT_CANONICAL, ids=lambda each: ascii(each)[:30])
def test_only_decode_canonical_wants_the_one_form(
    module: ModuleType, text: str, offset: int
) -> None:
    assert module.decode(text) == json.loads(text)
    with pytest.raises(ValueError, match=f"not in canonical form from offset {offset}$"):
        module.decode_canonical(text)


@every
@given(value=values, data=st.data())
def test_a_changed_character_never_reads_as_the_same_value(
    module: ModuleType, value: Any, data: st.DataObject
) -> None:
    text = module.encode(value)
    at = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.characters(exclude_categories=["Cs"]))
    changed = text[:at] + character + text[at + 1 :]
    assume(changed != text)
    try:
        read = module.decode_canonical(changed)
    except ValueError:
        return
    assert module.encode(read) == changed
    assert rfc8785.dumps(read) != rfc8785.dumps(value)


# Output of the program

printed = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@every
@given(value=printed)
def test_dumps_is_what_json_prints(module: ModuleType, value: Any) -> None:
    text = module.dumps(value)
    assert text == json.dumps(value)
    assert text.isascii()
    assert module.loads(text) == value


@every
def test_dumps_keeps_the_order_of_keys(module: ModuleType) -> None:
    assert module.dumps({"b": 1, "a": "é\U0001f600\0\ud800", "c": (1, 0.5)}) == (
        r'{"b": 1, "a": "\u00e9\ud83d\ude00\u0000\ud800", "c": [1, 0.5]}'
    )


@every
@pytest.mark.parametrize("value", [b"a", {1, 2}, float("nan"), [float("inf")], object()])
def test_dumps_refuses_what_is_no_json(module: ModuleType, value: Any) -> None:
    with pytest.raises(ValueError, match=r"not a JSON value: |not JSON compliant"):
        module.dumps(value)


# SHA-256


@given(st.binary(max_size=300))
def test_sha256_is_that_of_hashlib(data: bytes) -> None:
    assert canon.sha256(data) == hashlib.sha256(data).digest()
    assert canon.sha256_hex(data) == hashlib.sha256(data).hexdigest()


def test_sha256_without_the_small_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    module = load(monkeypatch, _sha2=None, _sha256=None)
    assert module._new_sha256 is hashlib.sha256
    assert module.sha256_hex(b"abc").startswith("ba7816bf8f01cfea")
    assert module.sha256(b"abc").hex() == module.sha256_hex(b"abc")


def test_importing_costs_no_large_module() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); old = set(sys.modules)\n"
        "from ledger.core import canon, tree\n"
        "canon.decode_canonical(canon.encode({'a': [1]})), canon.dumps([1]), tree.leaf_hash(b'')\n"
        "print(*sorted(set(sys.modules) - old))"
    )
    command = [sys.executable, "-I", "-S", "-c", program, str(ROOT)]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    ours = {"ledger", "ledger.core", "ledger.core.canon", "ledger.core.tree"}
    assert ours <= set(loaded)
    assert set(loaded) - ours <= {"__future__", "_json", "_sha2", "_sha256"}
