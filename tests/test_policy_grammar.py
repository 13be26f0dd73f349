"""The policy language: what parses, what is refused and where, and the long form (policy.md)."""

from __future__ import annotations

import ast
import doctest
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.errors import Usage
from ledger.core.policy import checks, grammar, longform
from ledger.core.policy.checks import NOT_YET
from ledger.core.policy.grammar import CLAUSES, LANGUAGE, long_form, not_yet, parse

ROOT = Path(__file__).parent.parent

WORKED = """\
together bin; ratify by owner
electorate pm; quorum >= all of cast; pass for > 0 of cast; veto against cleared-by author; \
ratify by owner
electorate team; revote first; pass for >= all-but 2 of electorate; pass for > 1/2 of electorate; \
veto concern cleared-by author; final 10d reopened-by concern
electorate team; pass for >= 3/4 of electorate; veto concern cleared-by any; \
final 5d reopened-by concern
electorate developers; quorum >= 3*sqrt(n)/2 of over-default; pass for > 1 times against; \
method schulze unranked last; default further-discussion; tie casting leader; open 2w
electorate tc; quorum >= 2 of over-default; pass for > 1 times against; \
method schulze unranked last; default further-discussion; tie casting a
electorate pmc as-of live; quorum >= 3 of for; pass for > 1 times against; open 72h
electorate pmc as-of live; veto against cleared-by author; quorum >= 3 of for; \
pass for > 1 times against; open 72h
electorate committers as-of live; silence consents; veto against cleared-by author; \
pass for > 0 of cast; open 72h
electorate tsc as-of live; pass for > 1/2 of electorate-abstain
electorate council as-of live leavers drop; quorum >= all of cast; pass for > 1/2 of decided
electorate group as-of live leavers drop; pass for >= 3 of electorate capped; revote refuse; \
open 7d; policy-change abort
electorate holders; quorum >= 2/5 of for+abstain; pass for > 1 times against; revote refuse; open 7d
electorate writers as-of live leavers drop; require 1 from {e} for; veto against cleared-by any; \
pass for >= 2 of electorate
electorate circle; quorum >= all of cast; veto against cleared-by any; pass for > 0 of cast
electorate group; pass for >= 1/2 of electorate; revote refuse; open 7d early certain
electorate SET; quorum >= all of cast; method plurality""".splitlines()

# Every clause and every optional word, not in grammar order, in the shape the evaluator reads.
WHOLE = """\
ratify by owner independent signed within 36h   # the last clause first
policy-change abort; final 5d reopened-by against; default none

open 2w max 090m early certain;; option b needs 3/1 times against
option c needs > 2/3 times against; tie casting a; method approval unranked invalid; revote first
recuse x, y shrinks; recuse z; silence consents; require 2 from bin + {a,b} - c-1 for
require all from pm; veto against cleared-by any; pass for > 1 times against
pass for>=3/4 of electorate-abstain capped; quorum >= all-but 2 of over-default
electorate bin as-of close leavers abort
"""
WHOLE_POLICY: dict[str, Any] = {
    "electorate": {"set": [["+", ["bin"], False]], "as_of": "close", "leavers": "abort"},
    "quorum": {"cmp": ">=", "amount": {"kind": "all-but", "n": 2}, "of": "over-default"},
    "pass": [
        {"cmp": ">", "times": [1, 1]},
        {
            "cmp": ">=",
            "amount": {"kind": "ratio", "n": 3, "d": 4},
            "of": "electorate-abstain",
            "capped": True,
        },
    ],
    "veto": {"on": "against", "cleared_by": "any"},
    "require": [
        {
            "count": 2,
            "set": [["+", ["bin"], False], ["+", ["a", "b"], True], ["-", ["c-1"], False]],
            "how": "for",
        },
        {"count": "all", "set": [["+", ["pm"], False]], "how": "registered"},
    ],
    "silence": "consents",
    "recuse": [{"seats": ["x", "y"], "mode": "shrinks"}, {"seats": ["z"], "mode": "counts"}],
    "revote": "first",
    "method": {"name": "approval", "unranked": "invalid"},
    "tie": {"how": "casting", "seat": "a"},
    "default": "none",
    "option": [
        {"name": "b", "cmp": ">=", "times": [3, 1]},
        {"name": "c", "cmp": ">", "times": [2, 3]},
    ],
    "open": {
        "seconds": 1209600,
        "text": "2w",
        "max": {"seconds": 5400, "text": "90m"},
        "early": "certain",
    },
    "final": {"seconds": 432000, "text": "5d", "reopened_by": "against"},
    "change": "abort",
    "ratify": {
        "by": "owner",
        "independent": True,
        "signed": True,
        "within": {"seconds": 129600, "text": "36h"},
    },
}

TOGETHER = (
    "electorate bin as-of open leavers keep; quorum >= all of cast; pass for >= all of cast; "
    "require all from bin registered"
)
DEFAULTS = "silence abstains; revote last; method yes-no; tie reject; policy-change pin"
ROLL = "as-of open leavers keep"
REST = "silence abstains; revote last"
GOLDEN = [
    ("together bin; ratify by owner", f"{TOGETHER}; {DEFAULTS}; ratify by owner"),
    (f"{TOGETHER}; ratify by owner", f"{TOGETHER}; {DEFAULTS}; ratify by owner"),
    (
        "pass for > 1/2 of cast; require 1 from a; together bin",
        "electorate bin as-of open leavers keep; quorum >= all of cast; pass for > 1/2 of cast; "
        "pass for >= all of cast; require 1 from a registered; require all from bin registered; "
        f"{DEFAULTS}",
    ),
    (
        "electorate {a,b} - {b} + c; method irv unranked invalid",
        f"electorate {{a, b}} - {{b}} + c {ROLL}; {REST}; method irv unranked invalid; "
        "policy-change pin",
    ),
    (
        "electorate b; pass for > 4/2 times against; quorum > 1/1 of for; veto concern; open 07d; "
        "final 1w; recuse a,c",
        f"electorate b {ROLL}; quorum > 1/1 of for; pass for > 4/2 times against; "
        "veto concern cleared-by author; silence abstains; recuse a, c counts; revote last; "
        "method yes-no; tie reject; open 7d early never; final 1w reopened-by concern; "
        "policy-change pin",
    ),
    (
        "electorate b; method plurality; default n; tie default; option x needs 3/1 times against",
        f"electorate b {ROLL}; {REST}; method plurality; tie default; default n; "
        "option x needs >= 3 times against; policy-change pin",
    ),
    ("electorate b; method yes-no", f"electorate b {ROLL}; {DEFAULTS}"),
    (
        "electorate b; pass for >= 3*sqrt(n)/2 of present; ratify by a signed within 1d",
        f"electorate b {ROLL}; pass for >= 3*sqrt(n)/2 of present; {DEFAULTS}; "
        "ratify by a signed within 1d",
    ),
]

# Policy, then where it is refused (offset, line, column) and what is said behind "expected"; of a
# long message only the end, after "…".
REFUSED = r"""
 ¦ 0 1 1 an `electorate` or a `together`, found neither
\n \n ¦ 3 3 1 an `electorate` or a `together`, found neither
quorum >= 1 of cast; pass for > 1/2 of cast ¦ 43 1 44 …or a `together`, found neither
electorate b ¦ 12 1 13 a `pass` or a `method`, found neither
electorate b; ratify by owner\n ¦ 30 2 1 a `pass` or a `method`, found neither
electorate b; method schulze ¦ 28 1 29 `unranked`, found the end of the policy
electorate b; method irv; revote first ¦ 24 1 25 `unranked`, found `;`
electorate b; method irv unranked first ¦ 34 1 35 `last`, `no-opinion` or `invalid`, found `first`
electorate b; quorum >= 0.5 of cast ¦ 24 1 25 …as `3` or `2/3` (9 digits at most), found `0.5`
electorate b; quorum >= -1 of cast ¦ 24 1 25 …such as `3` or `2/3` (9 digits at most), found `-1`
electorate b; quorum >= 1/ of cast ¦ 24 1 25 …such as `3` or `2/3` (9 digits at most), found `1/`
electorate b; quorum >= /2 of cast ¦ 24 1 25 …such as `3` or `2/3` (9 digits at most), found `/2`
electorate b; quorum >= ² of cast ¦ 24 1 25 …`3` or `2/3` (9 digits at most), found `²` (U+00B2)
electorate b; quorum >= 1234567890 of cast ¦ 24 1 25 …(9 digits at most), found `1234567890`
electorate b; pass for > 1/2/3 of cast ¦ 25 1 26 …`3` or `2/3` (9 digits at most), found `1/2/3`
electorate b; pass for > 1/12345678901 of cast ¦ 25 1 26 …digits at most), found `1/12345678901`
electorate b; pass for > 2/0 of cast ¦ 27 1 28 a ratio over more than 0, found `2/0`
electorate b; pass for > 1 /2 of cast ¦ 27 1 28 `times` or `of`, found `/2`
electorate b; pass for >= all-but 1/2 of cast ¦ 34 1 35 an integer (9 digits at most), found `1/2`
electorate b; option a needs 1/0 times against ¦ 31 1 32 a ratio over more than 0, found `1/0`
electorate b; require 1/2 from b ¦ 22 1 23 `all` or an integer (9 digits at most), found `1/2`
electorate b; pass for > 0 of cast; electorate c ¦ 36 1 37 …once, found a second `electorate`
together b; together b ¦ 12 1 13 `electorate` once, found `together`, which stands for a second
together b\nquorum >= 1 of cast ¦ 11 2 1 …found `quorum` beside `together`, which stands for one
together b; electorate c ¦ 12 1 13 …found `electorate` beside `together`, which stands for one
electorate b; together c ¦ 14 1 15 `electorate` once, found `together`, which stands for a second
quorum > 1 of cast; together b ¦ 20 1 21 …once, found `together`, which stands for a second
electorate b\nquorum > 1 of cast\nquorum > 1 of cast ¦ 32 3 1 …once, found a second `quorum`
veto concern; veto concern ¦ 14 1 15 `veto` once, found a second `veto`
silence abstains; silence consents ¦ 18 1 19 `silence` once, found a second `silence`
revote last; revote last ¦ 13 1 14 `revote` once, found a second `revote`
method plurality; method plurality ¦ 18 1 19 `method` once, found a second `method`
tie reject; tie reject ¦ 12 1 13 `tie` once, found a second `tie`
default x; default x ¦ 11 1 12 `default` once, found a second `default`
open 1d; open 1d ¦ 9 1 10 `open` once, found a second `open`
final 1d; final 1d ¦ 10 1 11 `final` once, found a second `final`
policy-change pin; policy-change pin ¦ 19 1 20 …once, found a second `policy-change`
ratify by owner; ratify by owner ¦ 17 1 18 `ratify` once, found a second `ratify`
electorate b; pass for > 0 of cast; tie default ¦ 36 1 37 …for `tie default`, found none
recuse a shrinks; together b ¦ 9 1 10 `counts` beside `together`, found `shrinks`
together b; recuse a; recuse c, d shrinks ¦ 34 1 35 `counts` beside `together`, found `shrinks`
electorate b; foo ¦ 14 1 15 …`option`, `open`, `final`, `policy-change` or `ratify`, found `foo`
Electorate b ¦ 0 1 1 …`option`, `open`, `final`, `policy-change` or `ratify`, found `Electorate`
elеctorate b ¦ 0 1 1 …`open`, `final`, `policy-change` or `ratify`, found `elеctorate` (U+0435)
electorate ¦ 10 1 11 `{` or a name, found the end of the policy
electorate; ¦ 10 1 11 `{` or a name, found `;`
electorate {} ¦ 12 1 13 a name, found `}`
electorate {a,} ¦ 14 1 15 a name, found `}`
electorate {a b} ¦ 14 1 15 `,` or `}`, found `b`
electorate {a, b\n} ¦ 16 1 17 `,` or `}`, found the end of the line
electorate {{a}} ¦ 12 1 13 a name, found `{`
electorate a, b ¦ 12 1 13 ` + `, ` - `, `as-of`, `leavers`, `;` or a new line, found `,`
electorate bin+pm ¦ 14 1 15 a space before and after `+`, found `bin+pm`
electorate bin +pm ¦ 15 1 16 a space before and after `+`, found `+pm`
electorate bin+ pm ¦ 14 1 15 a space before and after `+`, found `bin+`
electorate {a}- b ¦ 14 1 15 a space before and after `-`, found `-`
electorate a -{b} ¦ 13 1 14 a space before and after `-`, found `-`
electorate bin -p ¦ 15 1 16 a space before and after `-`, found `-p`
electorate bin -pm ¦ 15 1 16 a space before and after `-`, found `-pm`
electorate bin- pm ¦ 16 1 17 ` + `, ` - `, `as-of`, `leavers`, `;` or a new line, found `pm`
electorate a + ¦ 14 1 15 `{` or a name, found the end of the policy
electorate -a ¦ 11 1 12 `{` or a name, found `-a`
electorate a~ ¦ 12 1 13 only letters, digits, `-`, `_` and `.` in a name, found `a~`
electorate a/b ¦ 12 1 13 only letters, digits, `-`, `_` and `.` in a name, found `a/b`
electorate bеn ¦ 12 1 13 only letters, digits, `-`, `_` and `.` in a name, found `bеn` (U+0435)
electorate a\x1b[2J ¦ 12 1 13 …digits, `-`, `_` and `.` in a name, found `a?[2J` (U+001B)
electorate b as-of now ¦ 19 1 20 `open`, `close` or `live`, found `now`
electorate b leavers keep as-of open ¦ 26 1 27 `;` or a new line, found `as-of`
electorate b leavers go ¦ 21 1 22 `keep`, `drop` or `abort`, found `go`
electorate b; quorum 3 of cast ¦ 21 1 22 `>` or `>=`, found `3`
electorate b; quorum => 3 of cast ¦ 21 1 22 `>` or `>=`, found `=`
electorate b; quorum >= 3 of decided ¦ 29 1 30 …`for+abstain` or `over-default`, found `decided`
electorate b; quorum >= 2 times against ¦ 26 1 27 `of`, found `times`
electorate b; pass > 1 of cast ¦ 19 1 20 `for`, found `>`
electorate b; pass for > 1 of for ¦ 30 1 31 …`present`, `cast` or `decided`, found `for`
electorate b; pass for > 1 of cast caped ¦ 35 1 36 `capped`, `;` or a new line, found `caped`
electorate b; pass for > 1 times ¦ 32 1 33 `against`, found the end of the policy
electorate b; pass for >= 3*sqrt(n) of cast ¦ 26 1 27 …(9 digits at most), found `3*sqrt(n)`
electorate b; pass for >= 3*sqrt(n)/2 times against ¦ 38 1 39 `of`, found `times`
electorate b; pass for >= all-but 2 times against ¦ 36 1 37 `of`, found `times`
electorate b; pass for > 1 times against capped ¦ 41 1 42 `;` or a new line, found `capped`
electorate b; pass for > 0 of cast ratify by owner ¦ 35 1 36 …`;` or a new line, found `ratify`
electorate b; veto ¦ 18 1 19 `concern` or `against`, found the end of the policy
electorate b; veto concern by any ¦ 27 1 28 `cleared-by`, `;` or a new line, found `by`
electorate b; veto concern cleared-by all ¦ 38 1 39 `author` or `any`, found `all`
electorate b; require 1 b ¦ 24 1 25 `from`, found `b`
electorate b; require all from b present ¦ 33 1 34 …`for`, `;` or a new line, found `present`
electorate b; silence agrees ¦ 22 1 23 `abstains`, `consents` or `against`, found `agrees`
electorate b; recuse a, ¦ 23 1 24 a name, found the end of the policy
electorate b; recuse a b ¦ 23 1 24 `,`, `shrinks`, `counts`, `;` or a new line, found `b`
electorate b; revote never ¦ 21 1 22 `last`, `first` or `refuse`, found `never`
electorate b; method borda ¦ 21 1 22 …`plurality`, `approval`, `schulze` or `irv`, found `borda`
electorate b; tie casting ¦ 25 1 26 a name, found the end of the policy
electorate b; tie break ¦ 18 1 19 `reject`, `default` or `casting`, found `break`
electorate b; default ¦ 21 1 22 a name, found the end of the policy
electorate b; option x 3 times against ¦ 23 1 24 `needs`, found `3`
electorate b; option x needs > 3 ¦ 32 1 33 `times`, found the end of the policy
electorate b; option x needs all times against ¦ 29 1 30 …`2/3` (9 digits at most), found `all`
electorate b; open 3y ¦ 19 1 20 …such as `30m`, `72h`, `2w` (9 digits at most), found `3y`
electorate b; open h ¦ 19 1 20 a duration such as `30m`, `72h`, `2w` (9 digits at most), found `h`
electorate b; open 1.5h ¦ 19 1 20 …such as `30m`, `72h`, `2w` (9 digits at most), found `1.5h`
electorate b; open 1d 2d ¦ 22 1 23 `max`, `early`, `;` or a new line, found `2d`
electorate b; open 1d max ¦ 25 1 26 …`72h`, `2w` (9 digits at most), found the end of the policy
electorate b; open 1d early yes ¦ 28 1 29 `never` or `certain`, found `yes`
electorate b; final 1d reopened-by veto ¦ 35 1 36 `concern` or `against`, found `veto`
electorate b; policy-change keep ¦ 28 1 29 `pin` or `abort`, found `keep`
electorate b; ratify owner ¦ 21 1 22 `by`, found `owner`
electorate b; ratify by owner signed independent ¦ 37 1 38 …or a new line, found `independent`
electorate b; ratify by owner within ¦ 36 1 37 …(9 digits at most), found the end of the policy
electorate b # roll\n; quorum >= # three\n3 of cast ¦ 32 2 13 …most), found the end of the line
""".strip("\n").splitlines()


@pytest.mark.parametrize("row", REFUSED)
def test_refused_with_the_position_of_the_fault(row: str) -> None:
    typed, told = row.split("¦ ")
    text = typed.removesuffix(" ").replace("\\n", "\n").replace("\\x1b", "\x1b")
    offset, line, column, message = told.split(" ", 3)
    with pytest.raises(Usage) as caught:
        parse(text)
    where = {"offset": int(offset), "line": int(line), "column": int(column)}
    assert caught.value.more["position"] == where
    said = caught.value.message
    if message.startswith("…"):
        assert said.startswith("expected ")
        assert said.endswith(message[1:])
    else:
        assert said == "expected " + message


def test_a_long_word_is_cut_in_the_message() -> None:
    with pytest.raises(Usage) as caught:
        parse("default " + "x" * 60 + "!")
    assert caught.value.more["position"]["offset"] == 68
    assert caught.value.message.endswith("found `" + "x" * 39 + "…`")
    with pytest.raises(Usage) as caught:
        parse("default " + "x" * 39 + "!")
    assert caught.value.message.endswith("found `" + "x" * 39 + "!`")


REVOTE = "`revote first` or `revote refuse`"
EARLY = [
    ("method plurality", 40, REVOTE, "`revote last`, the default"),
    ("method plurality; revote last", 53, REVOTE, "`revote last`"),
    (
        "revote first; method schulze unranked last",
        66,
        "a method that ranks no options",
        "`schulze`",
    ),
    ("revote refuse; method irv unranked last", 63, "a method that ranks no options", "`irv`"),
]


@pytest.mark.parametrize(("rest", "offset", "expected", "found"), EARLY)
def test_early_certain_refused(rest: str, offset: int, expected: str, found: str) -> None:
    with pytest.raises(Usage) as caught:
        parse(f"electorate b; {rest}; open 1d early certain")
    where = {"offset": offset, "line": 1, "column": offset + 1}
    assert caught.value.more["position"] == where
    said = f"expected {expected} beside `early certain`, found {found}"
    assert caught.value.message == said


def test_early_certain_refused_under_a_live_roll() -> None:
    text = "electorate b as-of live; revote first\nmethod approval; open 1d early certain"
    with pytest.raises(Usage) as caught:
        parse(text)
    assert caught.value.more["position"] == {"offset": 63, "line": 2, "column": 26}
    said = "expected `as-of open` or `as-of close` beside `early certain`, found `as-of live`"
    assert caught.value.message == said
    assert parse(text.replace("live", "close")).policy["open"]["early"] == "certain"


@pytest.mark.parametrize("text", WORKED)
def test_worked_policies_parse(text: str) -> None:
    parsed = parse(text)
    assert parsed.text == text
    assert parse(long_form(parsed.policy)).policy == parsed.policy


def test_every_clause_and_word_in_the_shape_that_is_evaluated() -> None:
    parsed = parse(WHOLE)
    assert parsed.policy == WHOLE_POLICY
    assert json.loads(json.dumps(parsed.policy)) == parsed.policy
    order = ["change" if word == "policy-change" else word for word in CLAUSES]
    assert list(parsed.policy) == order[1:]


def test_defaults_are_filled_in() -> None:
    assert parse("electorate b; pass for > 0 of cast").policy == {
        "electorate": {"set": [["+", ["b"], False]], "as_of": "open", "leavers": "keep"},
        "pass": [
            {"cmp": ">", "amount": {"kind": "count", "n": 0}, "of": "cast", "capped": False},
        ],
        "silence": "abstains",
        "revote": "last",
        "method": {"name": "yes-no", "unranked": None},
        "tie": {"how": "reject"},
        "change": "pin",
    }


def test_one_policy_does_not_reach_into_another() -> None:
    first = parse("electorate b; pass for > 0 of cast").policy
    first["method"]["name"] = first["tie"]["how"] = "changed"
    assert parse("electorate b; pass for > 0 of cast").policy["method"]["name"] == "yes-no"
    assert parse("electorate b; pass for > 0 of cast").policy["tie"]["how"] == "reject"


def test_names_with_role_and_offset() -> None:
    text = (
        "together a + {b,c}; recuse d, dd; tie casting e; default f\noption g needs 1 times against"
    )
    parsed = parse(f"{text}; ratify by h; require 1 from i")
    assert parsed.names == [
        ("set", "a", 9),
        ("set", "b", 14),
        ("set", "c", 16),
        ("seat", "d", 27),
        ("seat", "dd", 30),
        ("seat", "e", 46),
        ("option", "f", 57),
        ("option", "g", 66),
        ("seat", "h", 101),
        ("set", "i", 119),
    ]


def reads_as_one_name(name: str) -> bool:
    try:
        return parse(f"electorate {name}; method yes-no").names == [("set", name, 11)]
    except Usage:
        return False


def test_the_letters_of_names() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    chars = [chr(code) for code in range(0x250)]
    assert {c for c in chars if reads_as_one_name(f"{c}b")} == {*letters, *"0123456789"}
    assert {c for c in chars if reads_as_one_name(f"a{c}b")} == {*letters, *"0123456789-_."}


def test_words_may_be_names() -> None:
    parsed = parse("electorate as-of as-of live; pass for > 0 of cast; recuse counts, all counts")
    assert [name for _, name, _ in parsed.names] == ["as-of", "counts", "all"]
    assert parsed.policy["recuse"] == [{"seats": ["counts", "all"], "mode": "counts"}]


def test_at_says_where_clauses_and_words_first_stand() -> None:
    assert parse("together b; pass for > 0 of cast; silence consents; ratify by a signed").at == {
        **dict.fromkeys(["together", "electorate", "quorum", "pass", "require"], 0),
        "silence": 34,
        "silence consents": 34,
        "ratify": 52,
        "signed": 64,
    }


@pytest.mark.parametrize(("typed", "stored"), GOLDEN)
def test_long_form(typed: str, stored: str) -> None:
    assert long_form(parse(typed).policy) == stored
    assert long_form(parse(stored).policy) == stored


def test_language_version() -> None:
    assert LANGUAGE == 1


def test_not_yet_names_the_first_that_is_not_evaluated() -> None:
    text = "electorate b; pass for > 0 of cast; ratify by a signed within 1d"
    assert list(NOT_YET) == ["signed"]
    assert not_yet(parse(text)) == ("signed", text.index("signed"))


# What is evaluated: every clause and word that is no row of NOT_YET.
EVALUATED = [
    "together b; pass for > 1/2 of decided capped; pass for > 2 times against; "
    "require 1 from a for; silence abstains; revote last; method yes-no unranked last; "
    "tie reject; policy-change pin; ratify by o independent within 1d",
    "electorate b as-of live leavers drop; pass for > 0 of cast; veto against; "
    "recuse a shrinks; recuse c counts; revote first; open 72h max 2w; final 1d",
    "electorate b as-of close leavers abort; quorum >= all of for+abstain; "
    "pass for >= all-but 1 of electorate-abstain; veto concern cleared-by any; revote refuse; "
    "require all from b cast; silence consents; policy-change abort; tie casting a; "
    "open 1d early certain",
    "electorate b; quorum >= 3*sqrt(n)/2 of over-default; method schulze unranked last; "
    "tie default; default x; option y needs 2 times against",
]


@pytest.mark.parametrize("text", EVALUATED)
def test_not_yet_passes_the_rest(text: str) -> None:
    assert not_yet(parse(text)) is None


names = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9._-]{0,5}", fullmatch=True) | st.sampled_from(
    ["as-of", "for", "all", "counts", "of", "last", "max", "bin-"]
)
integers = st.integers(0, 999_999_999)
cmps = st.sampled_from([">", ">="])
times = st.tuples(integers, st.integers(1, 9)).map(list)
durations = st.tuples(integers, st.sampled_from("mhdw")).map(
    lambda t: (
        {"seconds": t[0] * {"m": 60, "h": 3600, "d": 86400, "w": 604800}[t[1]]}
        | {"text": f"{t[0]}{t[1]}"}
    )
)
terms = st.tuples(st.lists(names, min_size=1, max_size=3), st.booleans(), st.sampled_from("+-"))
sets = st.lists(terms, min_size=1, max_size=3).map(
    lambda found: [
        [sign if i else "+", some if braced else some[:1], braced]
        for i, (some, braced, sign) in enumerate(found)
    ]
)
amounts = st.one_of(
    st.fixed_dictionaries({"kind": st.sampled_from(["all", "sqrt"])}),
    st.fixed_dictionaries({"kind": st.sampled_from(["count", "all-but"]), "n": integers}),
    st.fixed_dictionaries({"kind": st.just("ratio"), "n": integers, "d": st.integers(1, 99)}),
)


def words(text: str) -> st.SearchStrategy[str]:
    return st.sampled_from(text.split())


def shape(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(fields)


def some(each: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(each, min_size=1, max_size=3)


bases = words("electorate electorate-abstain present cast decided")
base_pass = shape(cmp=cmps, amount=amounts, of=bases, capped=st.booleans())
methods = st.one_of(
    shape(name=words("yes-no plurality approval"), unranked=st.none() | words("last invalid")),
    shape(name=words("schulze irv"), unranked=words("last no-opinion invalid")),
)
ties = shape(how=words("reject default")) | shape(how=st.just("casting"), seat=names)
ratifies = shape(
    by=names, independent=st.booleans(), signed=st.booleans(), within=st.none() | durations
)
opens = st.tuples(durations, shape(max=st.none() | durations, early=words("never certain"))).map(
    lambda t: t[0] | t[1]
)
finals = st.tuples(durations, words("concern against")).map(lambda t: t[0] | {"reopened_by": t[1]})
required = st.integers(0, 99) | st.just("all")
drafts = st.fixed_dictionaries(
    {
        "electorate": shape(
            set=sets, as_of=words("open close live"), leavers=words("keep drop abort")
        ),
        "silence": words("abstains consents against"),
        "revote": words("last first refuse"),
        "method": methods,
        "change": words("pin abort"),
    },
    optional={
        "quorum": shape(
            cmp=cmps, amount=amounts, of=words("cast present for for+abstain over-default")
        ),
        "pass": some(base_pass | shape(cmp=cmps, times=times)),
        "veto": shape(on=words("concern against"), cleared_by=words("author any")),
        "require": some(shape(count=required, set=sets, how=words("registered cast for"))),
        "recuse": some(shape(seats=some(names), mode=words("shrinks counts"))),
        "tie": ties,
        "default": names,
        "option": some(shape(name=names, cmp=cmps, times=times)),
        "open": opens,
        "final": finals,
        "ratify": ratifies,
    },
)


def allowed(draft: dict[str, Any]) -> dict[str, Any]:
    """The draft, changed where policy.md refuses it when set."""
    if draft["method"]["name"] == "yes-no":
        draft.setdefault("tie", {"how": "reject"})
    if draft.get("tie") == {"how": "default"}:
        draft.setdefault("default", "none")
    live = draft["electorate"]["as_of"] == "live"
    ranked = draft["method"]["name"] in ("schulze", "irv")
    if "open" in draft and (live or ranked or draft["revote"] == "last"):
        draft["open"]["early"] = "never"
    return draft


@given(drafts.map(allowed))
def test_the_long_form_reads_back_as_the_same_policy(policy: dict[str, Any]) -> None:
    text = long_form(policy)
    again = parse(text).policy
    assert again == policy
    assert long_form(again) == text


@given(
    drafts.map(allowed),
    st.sampled_from(["\n", " ;", "\n\n", ";;", " # ; quorum\n", "\r\n", "\t;\n ; "]),
)
def test_separators_comments_and_blanks_do_not_matter(policy: dict[str, Any], between: str) -> None:
    text = long_form(policy).replace("; ", between).replace(" of ", " \t of  ")
    assert parse(f"{between}{text}{between}# end").policy == policy


@given(
    st.sampled_from([*WORKED, WHOLE]),
    st.integers(0, 60),
    st.integers(0, 3),
    words("; , { } > >= + - # 0 1/0 3/4 all of for live shrinks together ж") | st.just("\n"),
)
def test_a_damaged_policy_is_read_or_refused_in_place(
    text: str, at: int, gone: int, put: str
) -> None:
    parts = text.split(" ")
    damaged = " ".join([*parts[:at], put, *parts[at + gone :]])
    fault = None
    try:
        policy = parse(damaged).policy
    except Usage as refused:
        fault = refused
    if fault is None:
        assert parse(long_form(policy)).policy == policy
        return
    assert 0 <= fault.more["position"]["offset"] <= len(damaged)
    assert fault.message.startswith("expected ")
    assert ", found " in fault.message


@pytest.mark.parametrize("module", [grammar, checks, longform])
def test_the_examples_of_the_docstrings(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_start_up_is_spared_the_slow_imports() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import ledger.core.policy.grammar; "
    code += "print(*{'re', 'typing', 'dataclasses', 'json', 'enum'} & set(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == []


def is_inexact(node: ast.AST) -> bool:
    """Whether it could make a float: a float, the name `float`, or a true division."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return isinstance(node.op, ast.Div)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, float | complex)
    return isinstance(node, ast.Name) and node.id == "float"


def inexact(source: str) -> list[str]:
    return [ast.unparse(node) for node in ast.walk(ast.parse(source)) if is_inexact(node)]


def test_no_floats_in_the_policy_code() -> None:
    faulty = "b = a / 2\nb /= 2\nc = 0.5\nd = float(a)\ne = a // 2"
    assert sorted(inexact(faulty)) == ["0.5", "a / 2", "b /= 2", "float"]
    files = sorted((ROOT / "ledger/core/policy").rglob("*.py"))
    assert "grammar.py" in [file.name for file in files]
    assert {file.name: found for file in files if (found := inexact(file.read_text()))} == {}
