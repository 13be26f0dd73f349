"""The words of a text, for searching: what is typed is plain text, whatever signs it has.

Case, accents and compatibility forms do not matter, and what nobody sees is dropped. A word of a
query is what stands between spaces, without signs at its ends; it is found where it stands whole:
`EVO-26` in `EVO-26.Q1`, not in `EVO-261`. The index holds parts, which are runs of letters and
digits (the first 64 characters of one), and each sign of a script without spaces by itself.

>>> asked('"EVO-26" AND Caf\u00e9* --')
['evo-26', 'and', 'cafe']
>>> parts("EVO-26: Caf\u00e9")
['26', 'cafe', 'evo']
>>> holds(fold("see D1.3a"), "3a"), holds(fold("EVO-261"), "evo-26")
(True, False)
"""

from __future__ import annotations

LONG = 64  # characters of a part that the index holds
# Scripts that are written without spaces: each sign is a part of its own.
SIGNS = ((0x2E80, 0x312F), (0x31A0, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF))


def fold(text: str) -> str:
    """The text as it is compared."""
    if text.isascii():
        return text.lower()
    from unicodedata import category, combining, normalize

    plain = normalize("NFKD", normalize("NFKD", text).casefold())
    return "".join(c for c in plain if c.isascii() or (not combining(c) and category(c) != "Cf"))


def _kind(char: str) -> str:
    """`run` of a letter or digit, `sign` of what is a part by itself, else nothing."""
    if char.isascii():
        return "run" if char.isalnum() else ""
    from unicodedata import category

    what = category(char)
    if what == "So" or any(low <= ord(char) <= high for low, high in SIGNS):
        return "sign" if what[0] in "LNMS" else ""
    return "run" if what[0] in "LNM" else ""


def parts(text: str) -> list[str]:
    """The parts of a text, each once, sorted."""
    folded = fold(text)
    spaced: dict[int, str] = {}
    for char in set(folded):
        kind = _kind(char)
        if kind != "run":
            spaced[ord(char)] = f" {char} " if kind else " "
    return sorted({part[:LONG] for part in folded.translate(spaced).split()})


def asked(query: str) -> list[str]:
    """The words of a query, each once, in the order they were typed."""
    found: dict[str, None] = {}
    for word in fold(query).split():
        begin, end = 0, len(word)
        while begin < end and not _kind(word[begin]):
            begin += 1
        while end > begin and not _kind(word[end - 1]):
            end -= 1
        if begin < end:
            found[word[begin:end]] = None
    return list(found)


def holds(folded: str, word: str) -> bool:
    """Does a folded text hold a word of a query, whole?"""
    at = folded.find(word)
    while at >= 0:
        end = at + len(word)
        before = at > 0 and _kind(folded[at - 1]) == _kind(word[0]) == "run"
        after = end < len(folded) and _kind(folded[end]) == _kind(word[-1]) == "run"
        if not before and not after:
            return True
        at = folded.find(word, at + 1)
    return False
