"""The checks of a policy: token by token as it is read, then of the whole (policy.md).

`Cursor` walks the tokens of a text and refuses what cannot stand there. A token is one of
`{ } , ; > >=`, the end of a line, or a run of other characters without blanks:

>>> [word for word, _ in _tokens("recuse a,b  # both")]
['recuse', 'a', ',', 'b', '\\n', '']

`refuse` then carries out "Refused when set", and `NOT_YET` lists what this release reads but does
not evaluate.
"""

from __future__ import annotations

from ledger.core.errors import Usage, position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ledger.core.policy.grammar import Parsed

BLANK = " \t\r"
ENDS = (";", "\n", "")
DIGITS = 9  # the seconds of 999999999w stay an integer that every JSON reader keeps exact
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
SECONDS = {"m": 60, "h": 3600, "d": 86400, "w": 604800}
RANKED = ("schulze", "irv")

# What this release parses and does not evaluate: clauses, words, and clauses or words with one of
# their choices, as `Parsed.at` names them. A release that evaluates one deletes its row.
NOT_YET = ("signed",)


def _token_end(text: str, start: int) -> int:
    """The offset behind the token that begins at `start`."""
    if text[start] == ">":
        return start + 2 if text[start + 1 : start + 2] == "=" else start + 1
    if text[start] in "{},;\n":
        return start + 1
    end = start
    while end < len(text) and text[end] not in " \t\r\n{},;>#":
        end += 1
    return end


def _tokens(text: str) -> list[tuple[str, int]]:
    """The tokens with their offsets; a comment is the end of its line, the last token is empty."""
    found = []
    i = 0
    while i < len(text):
        if text[i] in BLANK:
            i += 1
            continue
        if text[i] == "#":
            found.append(("\n", i))
            i = (text.find("\n", i) + 1) or len(text)
            continue
        end = _token_end(text, i)
        found.append((text[i:end], i))
        i = end
    found.append(("", len(text)))
    return found


def _shown(word: str) -> str:
    """A token for a message: short, without what acts on a terminal, look-alikes unmasked."""
    if word in ("", "\n"):
        return "the end of the line" if word else "the end of the policy"
    short = word if len(word) <= 40 else word[:39] + "…"
    plain = "".join(c if c.isprintable() else "?" for c in short)
    odd = next((f" (U+{ord(c):04X})" for c in word if not " " <= c <= "~"), "")
    return f"`{plain}`{odd}"


def _digits(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= DIGITS


class Cursor:
    """A place among the tokens of a text; `tried` is what could have stood there, for messages."""

    __slots__ = ("at", "i", "names", "text", "tokens", "tried")

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = _tokens(text)
        self.i = 0
        self.tried: list[str] = []
        self.names: list[tuple[str, str, int]] = []
        self.at: dict[str, int] = {}

    @property
    def word(self) -> str:
        """The token here; empty at the end of the text."""
        return self.tokens[self.i][0]

    @property
    def offset(self) -> int:
        """Where that token begins, from 0."""
        return self.tokens[self.i][1]

    def refusal(self, expected: str, found: str, offset: int) -> Usage:
        """The error for a fault at `offset`; every message says what was expected and found."""
        where = position(self.text, offset)
        return Usage(f"expected {expected}, found {found}", position=where)

    def fault(self, *expected: str) -> Usage:
        """The refusal of this token, where what was tried or `expected` should stand."""
        *most, last = [*self.tried, *expected]
        either = ", ".join(most) + " or " + last if most else last
        return self.refusal(either, _shown(self.word), self.offset)

    def inner_fault(self, expected: str, inside: int) -> Usage:
        """The refusal of the character `inside` this token."""
        return self.refusal(expected, _shown(self.word), self.offset + inside)

    def advance(self) -> str:
        """The token here, which is passed."""
        word = self.word
        self.i += 1
        self.tried = []
        return word

    def skip(self, word: str) -> bool:
        """Whether `word` stands here; it is then passed."""
        if self.word == word:
            self.advance()
            return True
        self.tried.append(f"`{word}`")
        return False

    def flag(self, word: str) -> bool:
        """As `skip`, and `at` keeps where it stands."""
        offset = self.offset
        if not self.skip(word):
            return False
        self.at.setdefault(word, offset)
        return True

    def choice(self, *words: str) -> str:
        """The one of `words` that stands here; refused when none does."""
        for word in words:
            if self.skip(word):
                return word
        raise self.fault()

    def chosen(self, lead: str, *words: str) -> str:
        """The choice behind the word `lead`, which was passed; `at` keeps both as one."""
        word = self.choice(*words)
        self.at.setdefault(f"{lead} {word}", self.at[lead])
        return word

    def pair(self, lead: str, *words: str) -> str:
        """The choice behind an optional `lead`; without it the first, the language's default."""
        return self.chosen(lead, *words) if self.flag(lead) else words[0]

    def name(self, role: str) -> str:
        """A name (policy.md, "Grammar"), kept in `names`; refused at its first wrong character."""
        word = self.word
        if word[:1] not in LETTERS or word in ENDS:
            raise self.fault("a name")
        for i, char in enumerate(word):
            if char == "+":
                raise self.inner_fault("a space before and after `+`", i)
            if char not in LETTERS and char not in "-_.":
                raise self.inner_fault("only letters, digits, `-`, `_` and `.` in a name", i)
        self.names.append((role, word, self.offset))
        return self.advance()

    def integer(self) -> int:
        """Plain digits; the grammar knows no sign and no point."""
        if not _digits(self.word):
            raise self.fault(f"an integer ({DIGITS} digits at most)")
        return int(self.advance())

    def number(self) -> list[int]:
        """An integer or a ratio, as `[n, d]`; refused when d is 0."""
        above, slash, below = self.word.partition("/")
        if not _digits(above) or (slash and not _digits(below)):
            raise self.fault(f"a number such as `3` or `2/3` ({DIGITS} digits at most)")
        if slash and not int(below):
            raise self.inner_fault("a ratio over more than 0", len(above) + 1)
        self.advance()
        return [int(above), int(below) if slash else 1]

    def duration(self) -> dict[str, Any]:
        """A time as `{seconds, text}`; refused without one of the four units."""
        count, unit = self.word[:-1], self.word[-1:]
        if unit not in SECONDS or not _digits(count):
            raise self.fault(f"a duration such as `30m`, `72h`, `2w` ({DIGITS} digits at most)")
        self.advance()
        return {"seconds": int(count) * SECONDS[unit], "text": f"{int(count)}{unit}"}


def refuse_second(word: str, given: dict[str, Any], cursor: Cursor, start: int) -> None:
    """Raises Usage when the clause `word` at `start` was given (policy.md, "Refused when set").

    `together` gives `electorate` and `quorum`, so beside it each is a second one.
    """
    stands_for = ("electorate", "quorum") if word == "together" else (word,)
    twice = next((clause for clause in stands_for if clause in given), None)
    if twice is None:
        return
    found = f"a second `{word}`"
    if word != twice:
        found = f"`{word}`, which stands for a second"
    elif "together" in cursor.at:
        found = f"`{word}` beside `together`, which stands for one"
    raise cursor.refusal(f"`{twice}` once", found, start)


def _missing(policy: dict[str, Any], at: dict[str, int]) -> Iterator[tuple[str, str]]:
    """What a policy must have, as (expected, found)."""
    if "electorate" not in policy:
        yield "an `electorate` or a `together`", "neither"
    if "pass" not in policy and "method" not in at:
        yield "a `pass` or a `method`", "neither"


def _clashing(policy: dict[str, Any], at: dict[str, int]) -> Iterator[tuple[str, str, str]]:
    """What cannot stand beside something else, as (expected, found, its key in `at`)."""
    if "early certain" in at:
        method = policy["method"]["name"]
        beside = " beside `early certain`"
        if policy["revote"] == "last":
            found = "`revote last`" if "revote" in at else "`revote last`, the default"
            yield f"`revote first` or `revote refuse`{beside}", found, "early certain"
        if policy["electorate"]["as_of"] == "live":
            yield f"`as-of open` or `as-of close`{beside}", "`as-of live`", "early certain"
        if method in RANKED:
            yield f"a method that ranks no options{beside}", f"`{method}`", "early certain"
    if "tie default" in at and "default" not in policy:
        yield "a `default` for `tie default`", "none", "tie default"
    if "shrinks" in at and "together" in at:
        yield "`counts` beside `together`", "`shrinks`", "shrinks"


def refuse(policy: dict[str, Any], cursor: Cursor) -> None:
    """Raises Usage at the first rule of policy.md, "Refused when set", that the whole breaks.

    What is missing is told at the end of the text, where it was looked for in vain. An unknown
    body or seat is not looked for here: that needs the roster.
    """
    for expected, found in _missing(policy, cursor.at):
        raise cursor.refusal(expected, found, len(cursor.text))
    for expected, found, key in _clashing(policy, cursor.at):
        raise cursor.refusal(expected, found, cursor.at[key])


def not_yet(parsed: Parsed) -> tuple[str, int] | None:
    """The first clause or word, as (name, offset), that this release does not evaluate, or None."""
    found = [(parsed.at[name], name) for name in NOT_YET if name in parsed.at]
    if not found:
        return None
    offset, name = min(found)
    return name, offset
