"""Statement and entry: what stands in the log, byte for byte (log.md, "Statement and entry").

A statement is the canonical JSON of `{v, ledger, id, kind, subjects, actor, seat?, said_at,
expect?, targets?, body}`; an entry that of `{v, seq, prev, recorded_at, statement, outcome}`.
Keys are sorted, so a statement's bytes are a substring of its entry's. Texts are not in it: the
body holds SHA-256(salt ‖ text) for each (hex), the texts stand beside.

>>> text_hash(bytes(16), 'never ship on a Friday')[:16]
'b0b16ad63b4d7d87'
>>> brainstorm_id('019078c5-0000-7000-8000-000000000000', '2026-06-23T01:51:56.230Z')[:11]
'bs-mqpzo3ly'
"""

from __future__ import annotations

from ledger.core.canon import encode, sha256_hex
from ledger.core.clock import to_ms
from ledger.core.errors import LedgerError, Usage
from ledger.core.tree import leaf_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Doc = dict[str, Any]

VERSION = 1
HEX = frozenset("0123456789abcdef")
BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"


class Text(str):
    """A text an actor typed, in a draft's body: it is stored beside the entry, under its hash."""

    __slots__ = ()


def text_hash(salt: bytes, text: str) -> str:
    """SHA-256(salt ‖ text as UTF-8), lower-case hex (log.md, 3)."""
    return sha256_hex(salt + text.encode())


def seal(body: Any, salt: Callable[[], bytes], texts: dict[str, tuple[str, str]]) -> Any:
    """The body with each `Text` replaced by its hash; `texts` gets hash -> (salt in hex, text)."""
    if isinstance(body, Text):
        if "\x00" in body:
            raise Usage("the text holds NUL (U+0000), which is refused", offset=body.index("\x00"))
        grain = salt()
        ident = text_hash(grain, body)
        texts[ident] = (grain.hex(), str(body))
        return ident
    if isinstance(body, dict):
        return {key: seal(value, salt, texts) for key, value in body.items()}
    if isinstance(body, list):
        return [seal(value, salt, texts) for value in body]
    return body


def same_body(draft: Any, stored: Any, text: Callable[[str], str | None]) -> bool:
    """Does a stored body say what the draft says, its texts compared as texts?"""
    if isinstance(draft, Text):
        return isinstance(stored, str) and text(stored) == draft
    if isinstance(draft, dict):
        return (
            isinstance(stored, dict)
            and draft.keys() == stored.keys()
            and all(same_body(draft[key], stored[key], text) for key in draft)
        )
    if isinstance(draft, list):
        return (
            isinstance(stored, list)
            and len(draft) == len(stored)
            and all(same_body(a, b, text) for a, b in zip(draft, stored, strict=True))
        )
    return bool(draft == stored)


def alike(one: Any, other: Any, text: Callable[[str], str | None]) -> bool:
    """Do two stored bodies say the same, their texts compared as texts?"""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[k], other[k], text) for k in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other, [text] * len(one)))
    if one == other:
        return True
    return isinstance(one, str) and isinstance(other, str) and (text(one) or "") == text(other)


def texts_of(statement: Doc, paths: tuple[str, ...]) -> Iterator[str]:
    """The hashes in a statement: in its body at the given paths (`reason`, `points/*/text`; absent
    ones are none), and the source of what it reports."""
    for path in paths:
        yield from _at(statement["body"], path.split("/"))
    if "reported" in statement:
        yield from _at(statement["reported"], ["source"])


def _at(value: Any, path: list[str]) -> Iterator[str]:
    if not path:
        if isinstance(value, str):
            yield value
    elif path[0] == "*":
        for one in value or ():
            yield from _at(one, path[1:])
    elif value is not None and path[0] in value:
        yield from _at(value[path[0]], path[1:])


def digest(statement: Doc) -> str:
    """SHA-256 of a statement's canonical bytes, lower-case hex: what `targets` point at."""
    return sha256_hex(encode(statement).encode())


def make(seq: int, prev: str | None, at: str, statement: Doc, outcome: Doc) -> str:
    """The canonical bytes of an entry, as text."""
    return encode(
        {
            "v": VERSION,
            "seq": seq,
            "prev": prev,
            "recorded_at": at,
            "statement": statement,
            "outcome": outcome,
        }
    )


def leaf(text: str) -> str:
    """The leaf hash of an entry's bytes, lower-case hex."""
    return leaf_hash(text.encode())


PARTS = {"v": int, "seq": int, "recorded_at": str, "statement": dict, "outcome": dict}
WORDS = {
    "v": int,
    "ledger": str,
    "id": str,
    "kind": str,
    "subjects": list,
    "actor": str,
    "said_at": str,
    "body": dict,
}


def require_shape(entry: Any) -> Any:
    """The entry itself; ValueError where a part of it, or of its statement, is missing or of
    another type (log.md, "Statement and entry")."""
    for whole, parts in ((entry, PARTS), (entry.get("statement"), WORDS)):
        for key, kind in parts.items():
            if not isinstance(whole, dict) or not isinstance(whole.get(key), kind):
                raise ValueError(f"no {key}, or not of its type")
    subjects = entry["statement"]["subjects"]
    if "prev" not in entry or not all(isinstance(one, str) for one in subjects):
        raise ValueError("no prev, or a subject that is no id")
    return entry


def require_version(entry: Doc) -> Doc:
    """The entry itself; LedgerError `newer` (exit 6) when a newer version wrote it."""
    statement = entry.get("statement")
    if entry.get("v") != VERSION or not isinstance(statement, dict) or statement["v"] != VERSION:
        raise LedgerError(
            "newer", f"entry #{entry.get('seq')} was made by a newer version of ledger"
        )
    return entry


def is_uuid(text: str) -> bool:
    """Is it a UUID in its lower-case text form?"""
    parts = text.split("-")
    return [len(part) for part in parts] == [8, 4, 4, 4, 12] and set("".join(parts)) <= HEX


def uuid7(ms: int, noise: bytes) -> str:
    """The UUIDv7 of a time (milliseconds since 1970) and ten bytes of noise (RFC 9562)."""
    value = (ms & (2**48 - 1)) << 80 | int.from_bytes(noise[:10], "big")
    value = value & ~(0xF << 76) | 0x7 << 76
    value = value & ~(0x3 << 62) | 0x2 << 62
    text = f"{value:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def uuid5(namespace: str, name: str) -> str:
    """The UUIDv5 of a name in a namespace (RFC 9562): the ids of a command's several entries."""
    from ledger.core.canon import sha1

    made = sha1(bytes.fromhex(namespace.replace("-", "")) + name.encode())[:16]
    value = int.from_bytes(made, "big") & ~(0xF << 76) | 0x5 << 76
    text = f"{value & ~(0x3 << 62) | 0x2 << 62:032x}"
    return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


def base36(number: int, width: int) -> str:
    """The last `width` base-36 digits of a number."""
    digits = ""
    for _ in range(width):
        number, last = divmod(number, 36)
        digits = BASE36[last] + digits
    return digits


def brainstorm_id(ident: str, said_at: str) -> str:
    """`bs-`, 8 base-36 digits of the milliseconds of `said_at` and 3 of the SHA-256 of the
    statement's id, read as one number (log.md, "Statement and entry")."""
    mark = int(sha256_hex(ident.encode()), 16)
    return "bs-" + base36(to_ms(said_at), 8) + base36(mark, 3)
