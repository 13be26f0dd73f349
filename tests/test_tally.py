"""`ledger tally`: the vectors of the project, those that lie beside it, and the command.

`tests/vectors/policies/*.json` are `{policy, cases: [{name, input, expect}]}`; only the keys of
`expect` are compared, `reasons` by their codes. The public votes (`../shared/data/votes`) are read
where they are there.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from ledger.cli.common import Call
from ledger.cli.main import main
from ledger.cli.schema import document
from ledger.cli.table import group
from ledger.core.errors import Usage
from ledger.core.policy.grammar import parse
from ledger.core.policy.methods import METHODS
from ledger.core.policy.whole import evaluate, tally

Doc = dict[str, Any]
ROOT = Path(__file__).parent.parent
FILES = sorted((ROOT / "tests/vectors/policies").glob("*.json"))
PUBLIC = ROOT.parent / "shared/data/votes"
OWN = [
    pytest.param(made["policy"], case, id=f"{path.stem}: {case['name']}")
    for path in FILES
    for made in [json.loads(path.read_text("utf-8"))]
    for case in made["cases"]
]
VOTES = [
    pytest.param(vote["policy"], vote, id=vote["name"])
    for name in ("votes.jsonl", "edge-cases.jsonl")
    if (PUBLIC / name).is_file()
    for vote in map(json.loads, (PUBLIC / name).read_text("utf-8").splitlines())
]
KEYS = ["verdict", "passes", "final", "default_won", "winners", "ranking", "beats", "dropped"]
KEYS += ["tally", "quorum", "needs", "reasons"]
MAJORITY = "electorate e; pass for > 1/2 of cast"


def compare(policy: str, case: Doc, told: Doc) -> None:
    """Whether the answer is as expected, in the keys that are."""
    assert list(told) == KEYS
    found = {**told, "reasons": [one["code"] for one in told["reasons"]]}
    assert {key: found[key] for key in case["expect"]} == case["expect"], (policy, told)


@pytest.mark.parametrize(("policy", "case"), OWN)
def test_a_vector(policy: str, case: Doc) -> None:
    compare(policy, case, tally(parse(policy).policy, case["input"]))


@pytest.mark.parametrize(("policy", "case"), VOTES)
def test_a_public_vote_comes_out_as_published(policy: str, case: Doc) -> None:
    told = tally(parse(policy).policy, case["input"])
    if "dropped" in case["expect"]:  # there it lists the options only
        told["dropped"] = [one["option"] for one in told["dropped"]]
    compare(policy, case, told)


def test_the_public_votes_are_all_there() -> None:
    if not VOTES:
        pytest.skip(f"no public votes at {PUBLIC}: only the project's own vectors are run")
    assert len(VOTES) == 43 + 98


def test_the_vectors_know_every_method_and_mode() -> None:
    policies = [parse(json.loads(path.read_text("utf-8"))["policy"]).policy for path in FILES]
    assert {one["method"]["name"] for one in policies} == set(METHODS)
    unranked = {one["method"]["unranked"] for one in policies}
    assert unranked == {None, "last", "no-opinion", "invalid"}
    hows = {rule["how"] for one in policies for rule in one.get("require", ())}
    assert hows == {"registered", "cast", "for"}
    assert {one["electorate"]["leavers"] for one in policies} == {"keep", "drop", "abort"}
    assert {one["electorate"]["as_of"] for one in policies} == {"open", "close", "live"}
    assert {one["silence"] for one in policies} == {"abstains", "consents", "against"}
    assert {one["revote"] for one in policies} == {"last", "first", "refuse"}
    ties = {one["tie"]["how"] for one in policies if "tie" in one}
    assert ties == {"reject", "default", "casting"}


def test_every_answer_fits_the_schema() -> None:
    check = Draft202012Validator(document("tally", group("tally")["tally"]))
    for path in FILES:
        made = json.loads(path.read_text("utf-8"))
        for case in made["cases"]:
            told = tally(parse(made["policy"]).policy, case["input"])
            answer = {"schema": 1, "ok": True, "data": told, "head": None}
            assert list(check.iter_errors(answer)) == []


# --- what the ledger says besides


def test_the_ledger_says_what_a_file_cannot() -> None:
    policy = parse(
        "electorate e; pass for >= 1 of cast; require 1 from leads for; veto against; final 5d"
    ).policy
    given: Doc = {
        "electorate": ["a", "b", "c"],
        "ballots": [{"seat": "a", "stance": "for"}, {"seat": "b", "stance": "against"}],
        "required": [["a", "x"]],
    }
    assert evaluate(policy, given)["verdict"] == "blocked"
    given["objections"] = []
    assert evaluate(policy, given)["verdict"] == "final-period"
    assert evaluate(policy, {**given, "window": True})["verdict"] == "open"
    assert evaluate(policy, {**given, "closed": True})["verdict"] == "decided"
    over = {**given, "closed": True, "commented": False}
    assert evaluate(policy, over)["verdict"] == "final-period"
    assert evaluate(policy, {**given, "recused": ["a"]})["verdict"] == "blocked"
    for ended in ("withdrawn", "aborted", "lapsed"):
        assert evaluate(policy, {**given, "ended": ended})["verdict"] == ended


def test_an_input_is_left_as_it_was() -> None:
    for path in FILES:
        made = json.loads(path.read_text("utf-8"))
        read, given = parse(made["policy"]).policy, made["cases"][0]["input"]
        before = json.dumps([read, given])
        tally(read, given)
        assert json.dumps([read, given]) == before


# --- names


@pytest.mark.parametrize(
    ("clause", "n"),
    [("bin", 3), ("bin - {a}", 2), ("{a, b}", 2), ("a", 3), ("b + c + x", 3), ("bin - x", 3)],
)
def test_the_body_stands_for_the_list(clause: str, n: int) -> None:
    policy = parse(f"electorate {clause}; quorum >= all of cast; pass for > 0 of cast").policy
    told = tally(policy, {"electorate": ["a", "b", "c"]})
    assert told["quorum"]["required"] == str(n)


def test_a_required_name_is_the_body_or_a_seat() -> None:
    given = {"electorate": ["a", "b", "c"]}
    for set_, names in (("bin", 3), ("{a, b}", 2), ("bin - c", 2), ("c", 1)):
        policy = parse(f"electorate bin; pass for > 0 of cast; require all from {set_} cast").policy
        assert len(tally(policy, given)["reasons"]) == names + 1
    policy = parse("electorate bin; pass for > 0 of cast; require all from leads").policy
    with pytest.raises(Usage, match="no seat leads"):
        tally(policy, given)
    tally(policy, {"electorate": {"size": 3}})


# --- what is no ballots file


PLURALITY = "electorate e; method plurality"
TWO = {"electorate": {"size": 3}, "options": ["A", "B"]}
FAULTY: list[tuple[str, Any, str]] = [
    (MAJORITY, [], "not a JSON object"),
    (MAJORITY, {}, "no electorate"),
    (MAJORITY, {"electorate": 3}, "electorate is not"),
    (MAJORITY, {"electorate": {"size": -1}}, "electorate is not"),
    (MAJORITY, {"electorate": {"size": True}}, "electorate is not"),
    (MAJORITY, {"electorate": ["a", "a"]}, "electorate is not"),
    (MAJORITY, {"electorate": [], "vote": 1}, "no key 'vote'"),
    (MAJORITY, {"electorate": [], "required": []}, "no key 'required'"),
    (MAJORITY, {"electorate": [], "closed": 1}, "closed is not"),
    (MAJORITY, {"electorate": [], "left": "a"}, "left is not"),
    (MAJORITY, {"electorate": ["a"], "left": ["b"]}, "no seat b"),
    (MAJORITY, {"electorate": {"size": 3}, "stances": {"yes": 1}}, "stances is not"),
    (MAJORITY, {"electorate": {"size": 3}, "stances": {"for": 4}}, "4 of 3"),
    (MAJORITY, {"electorate": {"size": 3}, "ballots": [{"stance": "yes"}]}, "no stance 'yes'"),
    (MAJORITY, {"electorate": {"size": 3}, "ballots": [{"vote": "for"}]}, "no key 'vote'"),
    (MAJORITY, {"electorate": {"size": 3}, "ballots": [{"seat": "a"}]}, "none of stance"),
    (MAJORITY, {"electorate": {"size": 3}, "ballots": [3]}, "no object"),
    (MAJORITY, {"electorate": {"size": 3}, "casting": "maybe"}, "no option maybe"),
    (
        MAJORITY,
        {"electorate": {"size": 3}, "ballots": [{"stance": "for", "count": 0}]},
        "count is 0",
    ),
    (
        MAJORITY,
        {"electorate": {"size": 3}, "ballots": [{"seat": "a", "stance": "for", "count": 2}]},
        "count is 2",
    ),
    (PLURALITY, {"electorate": {"size": 3}}, "needs options"),
    (PLURALITY, {**TWO, "ballots": [{"rank": "A>C"}]}, "no option 'C'"),
    (PLURALITY, {**TWO, "ballots": [{"rank": "A>"}]}, "no option ''"),
    (PLURALITY, {**TWO, "ballots": [{"rank": "A>A"}]}, "stands twice"),
    (PLURALITY, {**TWO, "ballots": [{"approve": ["A"]}]}, "says `rank`"),
    (PLURALITY, {**TWO, "ballots": [{"stance": "for"}]}, "needs a default"),
    (f"{PLURALITY}; default C", TWO, "option C is not among"),
    ("electorate e; method approval", {**TWO, "ballots": [{"rank": "A"}]}, "says `approve`"),
    ("electorate e; method approval", {**TWO, "ballots": [{"approve": "A"}]}, "no list"),
    (MAJORITY, {**TWO}, "takes no options"),
]


@pytest.mark.parametrize(("policy", "given", "message"), FAULTY)
def test_what_is_no_ballots_file(policy: str, given: Any, message: str) -> None:
    with pytest.raises(Usage, match=message):
        tally(parse(policy).policy, given)


def test_all_faults_are_told_at_once() -> None:
    given = {"electorate": {"size": 99}, "ballots": [{"stance": s} for s in "abcdefg"]}
    with pytest.raises(Usage) as caught:
        tally(parse(MAJORITY).policy, given)
    assert "ballots[0]: there is no stance 'a'" in caught.value.message
    assert caught.value.message.endswith("and 2 more")


# --- the command


def run(line: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """(exit code, output, errors) of a command line, in a folder without a ledger."""
    code = main(shlex.split(line), {})
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without a ledger, with ballots."""
    monkeypatch.chdir(tmp_path)
    votes = {"electorate": {"size": 9}, "stances": {"for": 3, "against": 1}, "closed": True}
    (tmp_path / "votes.json").write_text(json.dumps(votes, indent=1) + "\n", "utf-8")
    return tmp_path


def test_the_command_counts_without_a_ledger(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Call, "store", property(lambda self: pytest.fail("a ledger was opened")))
    line = "tally 'electorate e; quorum >= 1/3 of cast; pass for > 1/2 of cast' -f votes.json"
    assert run(line, capsys) == (
        0,
        "decided\n3 for, 1 against, 0 abstain, 5 silent; quorum 4 of 1/3*9: met\n",
        "",
    )
    code, out, _ = run(f"{line} --json", capsys)
    made = json.loads(out)
    assert (code, list(made["data"]), made["head"]) == (0, KEYS, None)
    assert [path.name for path in folder.iterdir()] == ["votes.json"]


@pytest.mark.parametrize(
    ("policy", "said"),
    [
        ("electorate e; pass for > 1/2 of electorate", "rejected"),
        ("electorate e; quorum >= 5 of cast; pass for > 0 of cast", "no-quorum"),
        ("electorate e; veto against; pass for > 0 of cast", "blocked"),
        ("electorate e as-of live; silence consents; final 2w; method yes-no", "decided"),
    ],
)
def test_whatever_the_answer_the_exit_code_is_0(
    policy: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(f"tally '{policy}' -f votes.json", capsys)
    assert (code, out.splitlines()[0], err) == (0, said, "")


def test_the_output_of_several_options(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = {
        "electorate": {"size": 16},
        "options": ["A", "B", "N"],
        "ballots": [{"rank": "A>N>B", "count": 4}, {"rank": "N>B"}],
        "closed": True,
    }
    (folder / "votes.json").write_text(json.dumps(given), "utf-8")
    policy = "electorate e; pass for > 1 times against; method schulze unranked last; default N"
    assert run(f"tally '{policy}' -f votes.json", capsys)[1].splitlines() == [
        "decided: A",
        "4 for, 1 against, 0 abstain, 11 silent",
        "ranking: A > N",
        "dropped: B (majority)",
    ]


def test_what_it_needs_is_said(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"electorate": ["a", "b", "c"], "unregistered": ["c"], "concerns": 2}
    (folder / "votes.json").write_text(json.dumps(given), "utf-8")
    line = "tally 'together e; veto concern; revote first' -f votes.json"
    assert run(line, capsys)[1].splitlines() == [
        "blocked",
        "0 for, 0 against, 0 abstain, 3 silent; quorum 0 of 3: not met",
        "needs 3 for; 2 cleared; c registered",
        "- required seat c is not registered",
        "- a concern stands; cleared by its author",
        "- a concern stands; cleared by its author",
        "- quorum is 0 of 3 cast",
        "- not passed: 0 for, and nothing for it never passes",
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tally 'electorate e' -f votes.json", "line 1, column 13"),
        ("tally -f votes.json", "POLICY is missing"),
        (f"tally '{MAJORITY}'", "needs -f"),
        ("tally - -f -", "cannot both"),
        (f"tally '{MAJORITY}' -f none.json", "none.json"),
        (f"tally '{MAJORITY}' -f bad.json", "no ballots in JSON"),
        (f"tally '{MAJORITY}' -f float.json", "the float 1.0"),
        (f"tally '{MAJORITY}' -f twice.json", "repeated|twice"),
        (f"tally '{MAJORITY}' -f empty.json", "no electorate"),
    ],
)
def test_what_is_a_usage_error(
    line: str, message: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.json").write_text("{", "utf-8")
    (folder / "float.json").write_text('{"electorate": {"size": 1.0}}', "utf-8")
    (folder / "twice.json").write_text('{"electorate": [], "electorate": ["a"]}', "utf-8")
    (folder / "empty.json").write_text("{}", "utf-8")
    code, out, err = run(line, capsys)
    assert (code, out) == (2, "")
    assert any(part in err for part in message.split("|")), err


def test_a_policy_comes_from_standard_input(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import io

    text = io.TextIOWrapper(io.BytesIO(MAJORITY.encode()))
    monkeypatch.setattr("sys.stdin", text)
    assert run("tally - -f votes.json", capsys)[1].startswith("decided\n")
