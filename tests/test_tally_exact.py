"""`needs`, `final` and the methods, against what is computed by trying everything (policy.md).

The references here are naive on purpose: seat by seat, pair by pair, fractions for ratios.
"""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.policy import evaluate as evaluate_module
from ledger.core.policy import measure, needs, pairwise, votes, whole
from ledger.core.policy.grammar import parse
from ledger.core.policy.methods import METHODS, schulze
from ledger.core.policy.whole import evaluate, tally

ROOT = Path(__file__).parent.parent
Doc = dict[str, Any]
STANCES = ("for", "against", "abstain")
SEATS = list("abcdef")


# --- yes-no: needs, final, rejected


def bound(amount: Doc, base: int) -> Any:
    """The amount of a base, but for the square root: then its square."""
    kind = amount["kind"]
    if kind == "ratio":
        return Fraction(amount["n"], amount["d"]) * base
    return {"count": amount.get("n"), "all": base, "all-but": base - amount.get("n", 0)}[kind]


def meets(cmp: str, value: int, amount: Doc, base: int, cap: int | None = None) -> bool:
    """The comparison as it is written."""
    if amount["kind"] == "sqrt":
        left, right = Fraction(4 * value * value), Fraction(9 * base)
        right = min(right, Fraction(4 * cap * cap)) if cap is not None else right
    else:
        left, right = Fraction(value), Fraction(bound(amount, base))
        right = min(right, Fraction(cap)) if cap is not None else right
    return left > right if cmp == ">" else left >= right


def passing(policy: Doc, roll: dict[str, tuple[bool, str | None]]) -> bool:
    """Do the quorum and every `pass` hold on seats as (registered, stance)?"""
    return outcome(policy, roll) == "passes"


def outcome(policy: Doc, roll: dict[str, tuple[bool, str | None]]) -> str:
    """`passes`, `fails`, or `tied` where a casting vote is to break it."""
    said = [stance for _, stance in roll.values()]
    f, a, b = (said.count(stance) for stance in STANCES)
    n, present = len(roll), sum(registered for registered, _ in roll.values())
    words = {
        "electorate": n,
        "electorate-abstain": n - b,
        "present": present,
        "cast": f + a + b,
        "decided": f + a,
        "for": f,
        "for+abstain": f + b,
        "over-default": f,
    }
    quorum = policy.get("quorum")
    if quorum and not meets(quorum["cmp"], words[quorum["of"]], quorum["amount"], n):
        return "fails"
    less = "tied" if f == a > 0 and policy["tie"]["how"] == "casting" else "fails"
    for rule in policy.get("pass") or [{"cmp": ">", "times": [1, 1]}]:
        if f == 0:
            return less
        if "times" in rule:
            right = Fraction(*rule["times"]) * a
            if not (f > right if rule["cmp"] == ">" else f >= right):
                return less
        elif not meets(
            rule["cmp"], f, rule["amount"], words[rule["of"]], n if rule["capped"] else None
        ):
            return less
    return "passes"


def completions(
    policy: Doc, roll: dict[str, tuple[bool, str | None]]
) -> Iterator[dict[str, tuple[bool, str | None]]]:
    """Every way in which the silent may speak or not; then silence counts as the policy says."""
    silent = [name for name, (_, stance) in roll.items() if stance is None]
    counts = {"consents": "for", "against": "against", "abstains": None}[policy["silence"]]
    for chosen in product((*STANCES, None), repeat=len(silent)):
        made = dict(roll)
        for name, stance in zip(silent, chosen, strict=True):
            made[name] = (True, stance) if stance else (roll[name][0], counts)
        yield made


def wanted(policy: Doc, roll: dict[str, tuple[bool, str | None]]) -> dict[str, int]:
    """`needs`: the least number of the silent of each stance, whoever they are."""
    if passing(policy, roll):
        return {}
    silent = [name for name, (_, stance) in roll.items() if stance is None]
    found: dict[str, int] = {}
    for stance in STANCES:
        for speaks in product((False, True), repeat=len(silent)):
            made = {**roll, **{n: (True, stance) for n, s in zip(silent, speaks, strict=True) if s}}
            if passing(policy, made):
                found[stance] = min(found.get(stance, 99), sum(speaks))
    return found


integers = st.integers(0, 7)
amounts = st.one_of(
    integers.map(str),
    st.tuples(integers, st.integers(1, 5)).map(lambda t: f"{t[0]}/{t[1]}"),
    st.sampled_from(["all", "3*sqrt(n)/2"]),
    st.integers(0, 3).map(lambda n: f"all-but {n}"),
)
cmps = st.sampled_from([">", ">="])
quorums = st.builds(
    "quorum {} {} of {}; ".format,
    cmps,
    amounts,
    st.sampled_from(["cast", "present", "for", "for+abstain", "over-default"]),
)
bases = ["electorate", "electorate-abstain", "present", "cast", "decided"]
passes = st.one_of(
    st.builds(
        "pass for {} {} of {}{}; ".format,
        cmps,
        amounts,
        st.sampled_from(bases),
        st.sampled_from(["", " capped"]),
    ),
    st.builds("pass for {} {}/{} times against; ".format, cmps, integers, st.integers(1, 4)),
)
policies = st.builds(
    "electorate e as-of {}; {}{}silence {}; method yes-no; tie {}".format,
    st.sampled_from(["open", "close", "live"]),
    st.just("") | quorums,
    st.lists(passes, max_size=3).map("".join),
    st.sampled_from(["abstains", "abstains", "consents", "against"]),
    st.sampled_from(["reject", "reject", "casting a"]),
)
ROLLS = st.lists(
    st.tuples(
        st.sampled_from(["in", "in", "never", "left"]),
        st.sampled_from([None, None, *STANCES]),
    ),
    max_size=5,
)


def put(policy: Doc, seats: list[tuple[str, str | None]]) -> tuple[Doc, Doc]:
    """An input, and the roll that it should come to."""
    given: Doc = {"electorate": SEATS[: len(seats)], "ballots": [], "unregistered": [], "left": []}
    roll: Doc = {}
    live = policy["electorate"]["as_of"] == "live"
    for name, (where, stance) in zip(SEATS, seats, strict=False):
        if where != "in":
            given["unregistered" if where == "never" else "left"].append(name)
        stance = None if where == "never" else stance
        if stance:
            given["ballots"].append({"seat": name, "stance": stance})
        if not live or where == "in" or (where == "left" and stance):
            roll[name] = (where == "in", stance)
    return given, roll


@settings(max_examples=1500, deadline=None)
@given(policies, ROLLS)
def test_yes_no_agrees_with_trying_everything(
    text: str, seats: list[tuple[str, str | None]]
) -> None:
    policy = parse(text).policy
    given, roll = put(policy, seats)
    told = evaluate(policy, given)
    ends = {outcome(policy, made) for made in completions(policy, roll)}
    now = passing(policy, roll)
    possible = bool({"passes", "tied"} & ends)
    assert told["passes"] == now
    assert told["final"] == (len(ends) == 1)
    assert told["verdict"] == ("decided" if now else "open" if possible else "rejected")
    assert told["needs"] == (wanted(policy, roll) if told["verdict"] == "open" else {})
    counts = [sum(stance == s for _, stance in roll.values()) for s in (*STANCES, None)]
    assert told["tally"] == dict(zip((*STANCES, "silent"), counts, strict=True))


@settings(max_examples=300, deadline=None)
@given(policies, ROLLS)
def test_at_the_end_silence_counts_as_it_should(
    text: str, seats: list[tuple[str, str | None]]
) -> None:
    policy = parse(text).policy
    given, roll = put(policy, seats)
    counts = {"consents": "for", "against": "against", "abstains": None}[policy["silence"]]
    ended = {name: (there, stance or counts) for name, (there, stance) in roll.items()}
    told = evaluate(policy, {**given, "closed": True})
    assert told["passes"] == passing(policy, ended)
    assert told["final"]
    assert (told["verdict"] == "decided") == told["passes"]
    assert (told["verdict"] == "tied") == (outcome(policy, ended) == "tied")
    assert told["verdict"] in ("decided", "rejected", "no-quorum", "tied")


# --- several options


KEYS = ["A", "B", "D"]


def rank(order: tuple[int, ...]) -> str:
    """A rank of some of the options; 9 leaves one out."""
    levels = sorted({level for level in order if level < 9})
    return ">".join(
        "=".join(key for key, at in zip(KEYS, order, strict=True) if at == level)
        for level in levels
    )


RANKS = sorted({rank(order) for order in product((0, 1, 2, 9), repeat=3)})
APPROVED = [[k for k, yes in zip(KEYS, t, strict=True) if yes] for t in product((0, 1), repeat=3)]
question = st.builds(
    "electorate e; {}{}method {}{}".format,
    st.just("")
    | st.builds(
        "quorum {} {} of {}; ".format,
        cmps,
        st.sampled_from(["2", "3", "1/2", "all", "3*sqrt(n)/2"]),
        st.sampled_from(["cast", "for", "over-default"]),
    ),
    st.just("")
    | st.builds(
        "pass for {} {}; ".format,
        cmps,
        st.sampled_from(["1 times against", "2 times against", "1/2 of cast", "2 of electorate"]),
    ),
    st.sampled_from(["plurality", "approval"]),
    st.sampled_from(["", "", "; default D", "; default D; tie default"]),
)


@settings(max_examples=150, deadline=None)
@given(question, st.lists(st.integers(0, 999), max_size=4), st.integers(0, 2))
def test_plurality_and_approving_agree_with_trying_everything(
    text: str, cast: list[int], silent: int
) -> None:
    policy = parse(text).policy
    ways: list[Doc] = [{"rank": one} for one in RANKS]
    if policy["method"]["name"] == "approval":
        ways = [{"approve": one} for one in APPROVED]
    ballots = [ways[i % len(ways)] for i in cast]
    given = {"electorate": {"size": len(cast) + silent}, "options": KEYS, "ballots": ballots}
    told = evaluate(policy, given)
    ends, enough = set(), {0} if told["passes"] else set()
    for more in product([*ways, None], repeat=silent):
        spoken = [one for one in more if one is not None]
        made = evaluate(policy, {**given, "ballots": ballots + spoken, "closed": True})
        winner = tuple(made["winners"]) if made["verdict"] == "decided" else None
        ends.add((made["passes"], winner))
        if made["passes"]:
            enough.add(len(spoken))
    assert told["final"] == (len(ends) == 1)
    assert (told["verdict"] in ("open", "decided")) == any(passed for passed, _ in ends)
    if told["verdict"] == "open":
        assert min(told["needs"].values()) == told["needs"]["for"] == min(enough)


def naive(keys: list[str], ballots: list[Doc], unranked: str) -> dict[str, dict[str, int]]:
    """Pair by pair, ballot by ballot."""
    beats = {a: {b: 0 for b in keys if b != a} for a in keys}
    for one in ballots:
        place = {k: i for i, g in enumerate(one["rank"].split(">")) for k in g.split("=") if k}
        for a, b in product(keys, keys):
            if unranked == "no-opinion" and not {a, b} <= place.keys():
                continue
            if place.get(a, 99) < place.get(b, 99):
                beats[a][b] += one["count"]
    return beats


def strongest(keys: list[str], beats: dict[str, dict[str, int]]) -> dict[tuple[str, str], int]:
    """The strongest paths, by trying every one without repeats."""

    def best(a: str, b: str, seen: frozenset[str]) -> int:
        found = 0
        for c in keys:
            if c in seen or c == a or beats[a][c] <= beats[c][a]:
                continue
            onward = beats[a][c] if c == b else min(beats[a][c], best(c, b, seen | {c}))
            found = max(found, onward)
        return found

    return {(a, b): best(a, b, frozenset(a)) for a in keys for b in keys if a != b}


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.permutations("ABCD"),
            st.lists(st.sampled_from(">=|"), min_size=3, max_size=3),
            st.integers(1, 9),
        ),
        max_size=8,
    ),
    st.sampled_from(["last", "no-opinion", "invalid"]),
)
def test_schulze_and_beats_agree_with_trying_every_path(
    drawn: list[tuple[list[str], list[str], int]], unranked: str
) -> None:
    keys = list("ABCD")
    ballots: list[Doc] = [
        {
            "rank": "".join(o + s for o, s in zip(order, [*signs, ""], strict=True)).split("|")[0],
            "count": count,
        }
        for order, signs, count in drawn
    ]
    kept = [b for b in ballots if unranked != "invalid" or len(b["rank"]) == 7]
    size = sum(one["count"] for one in ballots)
    told = tally(
        parse(f"electorate e; method schulze unranked {unranked}").policy,
        {"electorate": {"size": size}, "options": keys, "ballots": ballots, "closed": True},
    )
    beats = naive(keys, kept, unranked)
    assert told["beats"] == beats
    path = strongest(keys, beats)
    defeats = {a: sum(path[b, a] > path[a, b] for b in keys if b != a) for a in keys}
    assert [sorted(g) for g in told["ranking"]] == [
        [k for k in keys if defeats[k] == d] for d in sorted(set(defeats.values()))
    ]
    winners = [k for k in keys if not defeats[k]]
    if kept:
        assert sorted(told["winners"]) == winners
    assert told["verdict"] == (
        "rejected" if not kept else "decided" if len(winners) == 1 else "tied"
    )


def run_off(ballots: list[Doc], left: list[str]) -> list[str]:
    """The winner, or those tied for elimination; ranks without shared places."""
    tops = dict.fromkeys(left, 0)
    for one in ballots:
        top = next((key for key in one["rank"].split(">") if key in left), None)
        if top:
            tops[top] += one["count"]
    most, fewest = max(tops.values()), min(tops.values())
    if 2 * most > sum(tops.values()):
        return [key for key in left if tops[key] == most]
    losers = [key for key in left if tops[key] == fewest]
    return losers if len(losers) > 1 else run_off(ballots, [k for k in left if k not in losers])


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.permutations("ABCD"), st.integers(1, 4), st.integers(1, 9)),
        min_size=1,
        max_size=8,
    )
)
def test_irv_agrees_with_counting_every_round_anew(
    drawn: list[tuple[list[str], int, int]],
) -> None:
    ballots: list[Doc] = [
        {"rank": ">".join(order[:to]), "count": count} for order, to, count in drawn
    ]
    size = sum(one["count"] for one in ballots)
    told = tally(
        parse("electorate e; method irv unranked last").policy,
        {"electorate": {"size": size}, "options": list("ABCD"), "ballots": ballots, "closed": True},
    )
    expected = run_off(ballots, list("ABCD"))
    assert sorted(told["winners"]) == sorted(expected)
    assert told["verdict"] == ("decided" if len(expected) == 1 else "tied")


# --- exactness


def said(policy: str, **given: Any) -> str:
    """The verdict at the end."""
    verdict: str = tally(parse(policy).policy, {"closed": True, **given})["verdict"]
    return verdict


@pytest.mark.parametrize(("votes", "verdict"), [(47, "no-quorum"), (48, "decided")])
def test_a_quorum_by_the_square_root_is_not_rounded(votes: int, verdict: str) -> None:
    policy = "electorate e; quorum >= 3*sqrt(n)/2 of for; pass for > 1 times against"
    assert said(policy, electorate={"size": 1000}, stances={"for": votes}) == verdict


@pytest.mark.parametrize(
    ("cmp", "amount", "n", "votes", "verdict"),
    [
        (">=", "2/3", 3, 2, "decided"),
        (">=", "2/3", 6, 4, "decided"),
        (">", "2/3", 6, 4, "rejected"),
        (">=", "2/3", 6, 3, "rejected"),
        (">=", "1/3", 3 * 10**15, 10**15, "decided"),
        (">=", "1/3", 3 * 10**15 + 1, 10**15, "rejected"),
        (">=", "3*sqrt(n)/2", 4 * 10**30, 3 * 10**15, "decided"),
        (">", "3*sqrt(n)/2", 4 * 10**30, 3 * 10**15, "rejected"),
        (">=", "3*sqrt(n)/2", 4 * 10**30 + 1, 3 * 10**15, "rejected"),
        (">=", "all", 4, 4, "decided"),
        (">", "all", 4, 4, "rejected"),
        (">=", "0", 4, 0, "rejected"),
    ],
)
def test_amounts_are_exact(cmp: str, amount: str, n: int, votes: int, verdict: str) -> None:
    policy = f"electorate e; pass for {cmp} {amount} of electorate"
    assert said(policy, electorate={"size": n}, stances={"for": votes}) == verdict


@pytest.mark.parametrize("rule", [">= 1 times against", ">= 0 of cast", ">= 1/2 of decided"])
def test_nothing_for_it_never_passes(rule: str) -> None:
    assert said(f"electorate e; pass for {rule}", electorate={"size": 3}) == "rejected"


def test_at_equal_numbers_the_two_comparisons_differ() -> None:
    for rule in ("1 times against", "1/2 of decided"):
        even = {"electorate": {"size": 4}, "stances": {"for": 2, "against": 2}}
        assert said(f"electorate e; pass for >= {rule}", **even) == "decided"
        assert said(f"electorate e; pass for > {rule}", **even) == "rejected"


def test_needs_takes_no_walk_through_the_seats() -> None:
    calls = 0
    real = evaluate_module.reaches

    def counting(*args: Any) -> bool:
        nonlocal calls
        calls += 1
        return bool(real(*args))

    policy = parse("electorate e; quorum >= 2/5 of cast; pass for > 1/2 of electorate").policy
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluate_module, "reaches", counting)
        told = evaluate(policy, {"electorate": {"size": 10_000_000}, "stances": {"for": 7}})
    assert told["needs"] == {"for": 4_999_994}
    assert calls < 400


def test_every_method_of_the_grammar_is_there() -> None:
    for name in METHODS:
        text = f"electorate e; method {name} unranked last"
        assert parse(text).policy["method"]["name"] == name
    assert len(METHODS) == 5


@pytest.mark.parametrize("module", [measure, needs, pairwise, votes, whole, schulze])
def test_the_examples_of_the_docstrings(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_no_float_can_be_made_in_the_policy_code() -> None:
    found = []
    for path in sorted((ROOT / "ledger/core/policy").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            bad = isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
            bad |= isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
            bad |= isinstance(node, ast.Name) and node.id in ("float", "math", "round")
            bad |= isinstance(node, ast.Attribute) and node.attr == "sqrt"
            if bad:
                found.append(f"{path}: {ast.unparse(node)}")
    assert found == []
