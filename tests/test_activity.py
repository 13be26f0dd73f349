"""The activity importer on a whole page (`tests/activity/ferries.txt`), and its rules one by one.

Source: exchange.md, "Imports", `activity`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from activity_plans import FERRIES, did, draft, drafts, effects, page, plan, run, sound
from driving import faults_of

from ledger.core.errors import Usage
from ledger.ingest.activity import read_activity

TEXT = FERRIES.read_text("utf-8")
STORM = "bs-0123456789a"


def bodies(text: str) -> list[str]:
    return [line[2:] for line in text.split("\n") if line.startswith("  ")]


# --- the whole page


def test_every_bullet_is_an_act_and_every_body_a_comment_byte_for_byte() -> None:
    lines = plan(TEXT)
    assert [line["argv"] for line in did(lines, "item", "new")] == [
        ["item", "new", "HAR", "--key", "HAR-9", TEXT.split("\n")[0]]
    ]
    comments = did(lines, "item", "comment")
    assert [line["stdin"] for line in comments] == bodies(TEXT)
    assert len(comments) == TEXT.count("•") - 1 == 10
    assert {line["reported"]["actor"] for line in lines} == {"clerk-anna"}
    assert [line["reported"]["source"] for line in comments[:2]] == ["line 10", "line 12"]


def test_brainstorms_are_named_with_who_took_part_and_when_they_closed() -> None:
    topics = [line["argv"][3] for line in did(plan(TEXT), "brainstorm") if not line.get("inferred")]
    assert topics == [
        "DECISION (council brainstorm bs-nightferry1, all 3 pilots + dock-east, closed 2025-03-03)",
        "BELL-SIGNAL decided (brainstorm bs-bellsignal2, all 3 pilots, closed 2025-03-03)",
        "CORRECTION (Harbourmaster-flagged + tried 2025-03-03)",
        "#4 RESOLVED via council brainstorm bs-berthchain3 (Harbourmaster challenged my framing; "
        "3/3 pilots)",
        "REVERSAL (Harbourmaster brainstorm bs-moorall0004, 2025-03-04, 3/3 pilots agreed)",
        "Decision amendment (south pre-close flag); bs-moorall0004 closed 2025-03-05",
        "FINAL ratified (Harbourmaster ballot, bs-moorall0004); closed 2025-03-05",
    ]


def test_a_decision_was_said_on_the_day_that_its_leading_words_name() -> None:
    lines = plan(TEXT)
    made = [line for line in did(lines, "decide") if "line 22" in line["reported"]["source"]]
    assert [line["said_at"] for line in made] == ["2025-03-04T00:00:00.000Z"]
    comment = next(line for line in lines if line.get("stdin", "").startswith("REVERSAL"))
    assert comment["said_at"] == "2025-03-05T00:00:00.000Z"


def test_points_keep_their_numbers_and_the_others_get_the_next_ones() -> None:
    labels = [[point["label"] for point in one["points"]] for one in drafts(TEXT)]
    assert labels[4] == ["6", "7", "1", "2", "3", "4", "5", "8", "9"]
    assert labels[5] == ["3", "2a", "2b", "4"]
    assert labels[6] == ["1", "2", "3", "4", "5", "6", "7"]
    texts = {point["label"]: point["text"] for point in drafts(TEXT)[4]["points"]}
    assert texts["3"] == "(3) quiet false alarms at source - gull screens; plus known-signal list"


def test_what_stands_beside_the_points_of_a_decision() -> None:
    first, second, *_ = drafts(TEXT)
    assert first["rejected"] == ["towing at night (rope fouls the screw)"]
    assert first["actions"] == [
        {"owner": "dock-east", "text": "call-boat.sh bell wrapper (~10 lines) + spare rope"},
        {"owner": "south", "text": "trial crossing (already manned)"},
        {"owner": None, "text": "dock-east hangs the bell"},
        {"owner": None, "text": "south runs the trial"},
        {"owner": None, "text": "then north follows"},
    ]
    assert second["rejected"] == ["Harbourmaster's timed-lantern sequence (3 flashes/pause)"]
    assert {str(point["hold"]) for point in second["points"]} == {
        "{'seat': 'owner', 'reason': 'HELD for Harbourmaster go + her OK on rope-replaces-lantern'}"
    }
    assert drafts(TEXT)[2]["sources"] == ["harbour.example.org/anchors", "ropeworks/anchors#12"]


def test_what_is_pending_is_a_point_that_is_held() -> None:
    pending = drafts(TEXT)[4]["points"][-2:]
    assert [point["text"] for point in pending] == [
        "pilots stay aboard all night as watch",
        "she calls oar crews off pilot notes",
    ]
    reasons = [point["hold"] and point["hold"]["reason"] for point in pending]
    assert reasons == ["Pending Harbourmaster confirms"] * 2


def test_findings_questions_and_their_answers() -> None:
    lines = plan(TEXT)
    found = [line["stdin"] for line in did(lines, "item", "find")]
    assert found[0].startswith("a boat CANNOT drop its own anchor.")
    assert [text[:3] for text in found[1:3]] == ["(a)", "(b)"]
    assert found[-1] == "Sub-tickets — 2/3 done"
    asked = next(n for n, line in enumerate(lines, 1) if line["argv"][:2] == ["item", "ask"])
    assert "#4 shared-berth chain" in lines[asked - 1]["stdin"]
    (answer,) = did(lines, "item", "answer")
    assert answer["argv"][2] == f"${asked}"
    assert answer["stdin"].startswith("#4 RESOLVED")


def test_a_ballot_is_a_decision_of_its_answers_ratified_by_report() -> None:
    lines = plan(TEXT)
    ballot = drafts(TEXT)[6]
    assert ballot["points"][0]["text"].startswith("1=b refined: NO night crews at all")
    assert ballot["points"][2]["text"].startswith("3: rowing inside a called crew")
    (ratified,) = [line for line in did(lines, "ratify") if not line.get("inferred")]
    assert lines[int(ratified["argv"][1][1:]) - 1]["ratifier"] == "owner"
    assert ratified["reported"] == {
        "actor": "clerk-anna",
        "source": "line 26: FINAL ratified (Harbourmaster ballot, bs-moorall0004)",
    }
    (letterless,) = [one for one in did(lines, "item", "find") if "names no" in one["stdin"]]
    assert letterless["stdin"].startswith("answer 3 names no option: 3: rowing inside")
    assert ballot["actions"] == [
        {"owner": None, "text": "Each pilot writes a note for the next crew"}
    ]


def test_answers_are_never_joined_to_points_by_their_number() -> None:
    ratified = [line["argv"] for line in did(plan(TEXT), "ratify") if line.get("inferred")]
    assert ratified == [["ratify", "$37", "--points", "6,1,3,4,5,9"], ["ratify", "$42"]]
    ballot = [one for one in effects(TEXT, inferred=True) if one.startswith("D49.")]
    assert "D49.2 refines D37.1" in ballot
    assert "D49.4 refines D37.3" in ballot
    assert "D49.6 refines D37.5" in ballot
    assert "D49.7 amends D37.4" in ballot


def test_what_needs_judgement_is_inferred_and_nothing_else_on_this_page_acts() -> None:
    assert effects(TEXT, inferred=False) == []
    found = effects(TEXT, inferred=True)
    for one in (
        "D15.1 corrects D9.2",  # `FIX:` after what is INVALID
        "D15.3 upholds D9.1",  # Rest of bell decision unchanged
        "D26.2 refines D9.7",  # deferred from the build
        "D32.1 corrects D26.3",  # WRONG: south is NOT single-boat
        "D32.4 supersedes D9.7",  # what #4 is about
        "D37.6 reverses D5.1",  # DISABLED
        "D37.7 reverses D9.4",  # RETIRE the bell: all that BELL-SIGNAL decided
        "D37.5 stands-down D32.4",  # no chain lock needed
        "D37.5 upholds D32.3",  # plates stay
        "D37.8 upholds D5.2",  # pilots stay aboard
        "D42.2a amends D37.2",  # (2a) of (2)
        "D42.2b amends D37.2",
        "D49.1 supersedes D5.2",  # no pilots aboard all night
        "D49.1 amends D37.8",  # waits, so it cannot be superseded
    ):
        assert one in found


@pytest.mark.parametrize("accept", [False, True], ids=["as it is", "with what is inferred"])
def test_a_real_ledger_bears_the_plan(tmp_path: Path, accept: bool) -> None:
    lines = plan(TEXT)
    sound(lines)
    ledger, made = run(tmp_path / "l.db", lines, accept)
    ledger.clean()
    reversal, ballot = made[37], made[49]
    want = "in-force amended" if accept else "awaiting-ratification awaiting-ratification"
    assert ledger.states(f"{reversal}.1", f"{reversal}.2") == want
    assert ledger.state(f"{ballot}.1") == "in-force"
    assert ledger.state(f"{made[5]}.2") == ("superseded" if accept else "in-force")
    assert ledger.state(f"{made[9]}.2") == ("corrected" if accept else "in-force")


# --- what a page must give

HEAD = "A title\n\nActivity\n\n"
BULLET = "• ann commented · 2025-01-01\n"


def test_the_page_names_no_key() -> None:
    with pytest.raises(Usage, match="--key KEY or --project P"):
        read_activity(HEAD, key=None, project=None, captured=None)


@pytest.mark.parametrize(
    ("key", "project", "captured"),
    [
        ("har-9", None, None),
        ("HAR-9", "EVO", None),
        (None, "har", None),
        ("HAR-9", None, "yesterday"),
        ("HAR-9", None, "2025-02-30"),
    ],
)
def test_keys_projects_and_days_are_checked(
    key: str | None, project: str | None, captured: str | None
) -> None:
    with pytest.raises(Usage):
        read_activity(HEAD + BULLET, key=key, project=project, captured=captured)


def test_with_a_project_the_first_line_makes_the_key() -> None:
    lines = read_activity(HEAD + BULLET + "  x\n", key=None, project="HAR", captured=None)
    assert lines[0]["argv"] == ["item", "new", "HAR", "A title"]
    assert lines[1]["argv"] == ["item", "comment", "$1", "-"]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("", [("no title: the first line of an activity page is the item's title", 0)]),
        (" \n\t\r\n", [("no title: the first line of an activity page is the item's title", 0)]),
        (
            "# A file\n\nof something else\n",
            [("no `Activity` and no bullet like `• ann commented · 2026-02-02`", 0)],
        ),
        ("T\0\n\nActivity\n", [("U+0000 at offset 1 is refused in a text", 1)]),
        (
            HEAD + "• ann commented · 7w ago\n",
            [("`7w ago` is relative: give --captured DATE", 37)],
        ),
        (
            HEAD + "• ann commented · 7w ago\n  x\n• bob closed · yesterday\r\n",
            [
                ("`7w ago` is relative: give --captured DATE", 37),
                ("`yesterday` is relative: give --captured DATE", 63),
            ],
        ),
        (HEAD + "• ann commented · 2025-02-30\n", [("not a date: `2025-02-30`", 37)]),
        (HEAD + "• ann commented · soon\n", [("not a date: `soon`", 37)]),
    ],
)
def test_faults_name_their_line(text: str, faults: list[tuple[str, int]]) -> None:
    assert faults_of(lambda one: plan(one, captured=None), text) == faults


def test_a_relative_date_too_far_back_is_a_fault() -> None:
    text = HEAD + "• ann commented · 999999w ago\n"
    assert faults_of(plan, text) == [("`999999w ago` is out of range", 37)]


@pytest.mark.parametrize(
    ("said", "at"),
    [
        ("2025-03-04", "2025-03-04T00:00:00.000Z"),
        ("2025-03-04 10:05", "2025-03-04T10:05:00.000Z"),
        ("2025-03-04T10:05:06.7Z", "2025-03-04T10:05:06.700Z"),
        ("2025-03-04 00:30 +02:00", "2025-03-03T22:30:00.000Z"),
        ("2025-03-04T10:05:06-0130", "2025-03-04T11:35:06.000Z"),
        ("Mar 4, 2025", "2025-03-04T00:00:00.000Z"),
        ("4 March 2025", "2025-03-04T00:00:00.000Z"),
        ("7w ago", "2025-03-13T00:00:00.000Z"),
        ("3 days ago", "2025-04-28T00:00:00.000Z"),
        ("a day ago", "2025-04-30T00:00:00.000Z"),
        ("yesterday", "2025-04-30T00:00:00.000Z"),
        ("today", "2025-05-01T00:00:00.000Z"),
        ("just now", "2025-05-01T00:00:00.000Z"),
        ("5h ago", "2025-05-01T00:00:00.000Z"),
        ("20m ago", "2025-05-01T00:00:00.000Z"),
        ("2mo ago", "2025-03-01T00:00:00.000Z"),
        ("last month", "2025-04-01T00:00:00.000Z"),
        ("2 years ago", "2023-05-01T00:00:00.000Z"),
    ],
)
def test_dates(said: str, at: str) -> None:
    (line,) = did(plan(f"{HEAD}• ann commented · {said}\n  x\n"), "item", "comment")
    assert line["said_at"] == at


def test_the_last_day_of_a_month_stays_one() -> None:
    lines = plan(f"{HEAD}• ann commented · 1 month ago\n  x\n", captured="2025-03-31")
    assert did(lines, "item", "comment")[0]["said_at"] == "2025-02-28T00:00:00.000Z"


# --- the layout


@pytest.mark.parametrize(
    ("line", "actor", "source"),
    [
        ("• ann commented · 2025-01-02", "ann", "line 5"),
        ("* ann commented · 2025-01-02", "ann", "line 5"),
        ("- ann commented — 2025-01-02", "ann", "line 5"),
        ("●  ann  commented | 2025-01-02", "ann", "line 5"),
        ("• ann · 2025-01-02", "ann", "line 5"),
        ("• Ann Lee commented · 2025-01-02", "ann-lee", "line 5: by Ann Lee"),
        ("• ЖЖ commented · 2025-01-02", "unknown", "line 5: by ЖЖ"),
        ("• nw.venus_2 changed the state · 2025-01-02", "nw.venus_2", "line 5"),
    ],
)
def test_bullets(line: str, actor: str, source: str) -> None:
    made = plan(f"{HEAD}{line}\n  x\n")[1]
    assert made["reported"] == {"actor": actor, "source": source}
    assert made["stdin"].endswith("x")


def test_an_unknown_verb_keeps_its_words() -> None:
    text = HEAD + "• ann pondered loudly · 2025-01-02\n  hm\n• bob left · 2025-01-03\n"
    comments = [line["stdin"] for line in did(plan(text), "item", "comment")]
    assert comments == ["ann pondered loudly · 2025-01-02\nhm", "bob left · 2025-01-03"]


def test_an_empty_body_is_its_bullet() -> None:
    text = HEAD + BULLET + "\n\n" + BULLET
    comments = [line["stdin"] for line in did(plan(text), "item", "comment")]
    assert comments == ["ann commented · 2025-01-01"] * 2


def test_a_body_keeps_its_inner_lines_and_loses_its_indent() -> None:
    text = HEAD + BULLET + "\r\n  one \r\n    two\r\n\r\n three\r\nfour\r\n  \r\n"
    (comment,) = did(plan(text), "item", "comment")
    assert comment["stdin"] == "one \r\n  two\r\n\r\nthree\r\nfour"


def test_a_page_with_crlf_says_the_same() -> None:
    crlf = plan(TEXT.replace("\n", "\r\n"))
    assert crlf == plan(TEXT)


def test_the_item_is_as_old_as_the_page_where_nobody_created_it() -> None:
    text = HEAD + "• bob commented · 2025-01-05\n• ann commented · 2025-01-03\n"
    assert plan(text)[0] == {
        "argv": ["item", "new", "HAR", "--key", "HAR-9", "A title"],
        "said_at": "2025-01-03T00:00:00.000Z",
        "reported": {"actor": "bob", "source": "line 1"},
    }


@pytest.mark.parametrize("title", ["-x", "$4.99 a night", "$4"])
def test_a_title_that_reads_as_something_else_comes_by_standard_input(title: str) -> None:
    line = plan(f"{title}\n\nActivity\n")[0]
    assert (line["argv"][-1], line["stdin"]) == ("-", title)


def test_sub_tickets_questions_and_other_lines_of_the_head() -> None:
    text = (
        "Title\nowner: ann\n\nSub-tickets — 1/2 done\n• HAR-10 Ropes — done\n• HAR-11: Bells\n"
        "• HAR-10 again\n\nQuestions (2)\n• Who rings #7?\n• bob asked · 2025-01-01\n  And when?\n"
        "• ann answered · 2025-01-02\n  At night.\n\nActivity\n• ann closed · 2025-01-03\n"
    )
    rows = [(line["argv"], line.get("stdin")) for line in plan(text)]
    assert rows == [
        (["item", "new", "HAR", "--key", "HAR-9", "Title"], None),
        (["item", "ask", "HAR-9", "-"], "Who rings #7?"),
        (["item", "ask", "HAR-9", "-"], "And when?"),
        (["item", "answer", "$3", "-"], "At night."),
        (["item", "find", "HAR-9", "-", "--source", "line 4"], "Sub-tickets — 1/2 done"),
        (["item", "new", "HAR", "--key", "HAR-10", "--parent", "HAR-9", "Ropes — done"], None),
        (["item", "close", "HAR-10"], None),
        (["item", "new", "HAR", "--key", "HAR-11", "--parent", "HAR-9", "Bells"], None),
        (["item", "comment", "HAR-9", "-"], "owner: ann"),
        (["item", "close", "HAR-9"], None),
    ]


def test_an_item_that_was_reopened_is_not_closed() -> None:
    text = HEAD + "• ann closed · 2025-01-03\n• bob reopened · 2025-01-04\n"
    assert did(plan(text), "item", "close") == []


# --- leading words


@pytest.mark.parametrize(
    "body",
    [
        "DECISION: ring twice",
        f"DECISION ({STORM}, all): ring twice",
        "Decision: ring twice",
        "We decided: ring twice",
        "BELLS decided (all 3). Ring twice.",
        f"Decided via {STORM} (3/3). Ring twice.",
        "**DECISION**: ring twice",
        "FINAL DECISION: ring twice",
        "CORRECTION: ring once",
        "REVERSAL: no bells",
        "Decision amendment (late): ring thrice",
        "#4 RESOLVED (3/3). Ring.",
        "DECISION (all 3",
    ],
)
def test_what_its_leading_words_call_an_act_is_one(body: str) -> None:
    assert len(did(plan(page(body)), "decide")) == 1


@pytest.mark.parametrize(
    "body",
    [
        "NO DECISION yet",
        "DECISION? I think not",
        "DECISION (bells)? I think not",
        "Decision pending: bells",
        "Decision needed: bells",
        "Not ratified: bells",
        "The decision (see above) was hard",
        "My correction: see below",
        "Bob resolved the merge conflict",
        "I reversed the car",
        "Good DAY. DECISION: ring",
        '"DECISION: ring twice" is what he wrote',
        "'DECISION (all): ring twice'",
        "`DECISION: ring twice`",
        "> DECISION: ring twice",
        "```\nDECISION: ring twice\n```",
        "~~~~text\nDECISION: ring\n~~~\nCORRECTION: x\n~~~~",
        "```\nDECISION: ring twice",
        "<!-- DECISION: ring twice -->",
        "<!--\nDECISION: ring twice",
        "“DECISION: ring twice”",
        "«DECISION: ring twice»",
    ],
)
def test_what_is_not_said_or_only_quoted_is_no_act(body: str) -> None:
    lines = plan(page(body))
    assert [line["argv"][:2] for line in lines] == [["item", "new"], ["item", "comment"]]


def test_a_proposal_is_not_decided() -> None:
    lines = plan(page("PROPOSAL: (1) ring twice. (2) or once."))
    assert [line["argv"][0] for line in lines] == ["item", "item", "brainstorm", "propose"]


def test_a_bullet_within_a_fence_is_no_bullet() -> None:
    text = page("See:\n```", "x")  # a bullet between the two marks
    text = text.replace("  x\n", "  DECISION: ring\n  ```\n")
    assert len(did(plan(text), "item", "comment")) == 1
    assert did(plan(text), "decide") == []
    opened = page("See:\n```text", "DECISION: ring")  # never closed: the next bullet is one
    assert len(did(plan(opened), "decide")) == 1


@pytest.mark.parametrize(
    ("body", "labels"),
    [
        ("DECISION: (1) a. (2) b.", "1 2"),
        ("DECISION: do (1) a, (2) b and (3) c.", "1"),
        ("DECISION: (1) a, (2) b, (3) c.", "1 2 3"),
        ("DECISION: see (1) of yesterday. So be it.", "1 2"),
        ("DECISION: x 'as in (1) a. (2) b' y.", "1"),
        ("DECISION: x ```(1) a. (2) b``` y.", "1"),
        ("DECISION: a; b; c", "1 2 3"),
        ("DECISION: a (b; c. d); e", "1 2"),
        ("DECISION:\n1. a\n2. b\n\nc", "1 2 3"),
        ("DECISION:\n- a\n- b", "1 2"),
        ("DECISION: (1) a. (1) b.", "1 2"),
        ("DECISION: 1. a\n2) b", "1 2"),
        ("DECISION: a.\n\n    (4) b. (5) c", "1 2"),
        ("DECISION: (3a) a. (3b) b. c.", "3a 3b 4"),
        ("DECISION: e.g. a. b.", "1 2"),
        ("DECISION: (1) a. more of it. (2) b. c.", "1 2 3"),
        ("DECISION: (1) a. OWNERS: ann=b. NEXT: c.", "1"),
        ("DECISION: a (unclosed. b", "1 2"),
        (f"DECISION ({STORM}).", "1"),
        ("DECISION: NEXT: a", "1"),
    ],
)
def test_labels(body: str, labels: str) -> None:
    (made,) = drafts(page(body))
    assert " ".join(point["label"] for point in made["points"]) == labels


@pytest.mark.parametrize(
    ("body", "labels", "letterless"),
    [
        ("FINAL ratified (ballot). 1=a. 2=b x. 3: y.", "1 2 3", "3"),
        ("FINAL ratified (ballot): 1=a; 2=b; 3=c", "1 2 3", ""),
        ("RATIFIED (ballot). 1=b refined: not 2=c at all. 2=a.", "1 2", ""),
        ("RATIFIED:\n1=a\n2=b, all of it\n3: none", "1 2 3", "3"),
        ("RATIFIED: 1=a, 2=b, 3=c", "1 2 3", ""),
        ("RATIFIED (ballot). 1=a 'so 2=b. 3=c'. 4=d. 1=b.", "1 4", ""),
    ],
)
def test_answers_of_a_ballot(body: str, labels: str, letterless: str) -> None:
    lines = plan(page(body))
    (made,) = drafts(page(body))
    assert " ".join(point["label"] for point in made["points"]) == labels
    found = [line["stdin"].split(" ")[1] for line in did(lines, "item", "find")]
    assert " ".join(found) == letterless


# --- what names its target, and what is ratified as a whole


FIRST = f"DECISION ({STORM}): (1) ring twice at night. (2) ring once by day."


@pytest.mark.parametrize(
    ("body", "want"),
    [
        (f"Amendment ({STORM}): this amends (2): ring never by day.", ["amends D5.2"]),
        (
            f"DECISION: it supersedes points 1 and 2 of {STORM}.",
            ["supersedes D5.1", "supersedes D5.2"],
        ),
        (
            f"DECISION: corrects (1), (2) ({STORM}).",
            ["corrects D5.1", "corrects D5.2"],
        ),
        (f"REVERSAL: reverses {STORM}.", ["reverses D5.1", "reverses D5.2"]),
        (f"DECISION ({STORM}): refines (1), and never amends (2).", ["refines D5.1"]),
        (f"DECISION ({STORM}): he wrote 'supersedes (1)' once.", []),
        ("DECISION: supersedes (1).", []),
        (f"DECISION ({STORM}): supersedes 2 of them and 100% of (9).", []),
    ],
)
def test_what_names_its_target_is_not_inferred(body: str, want: list[str]) -> None:
    found = effects(page(FIRST, body), inferred=False)
    assert [one.partition(" ")[2] for one in found] == want


@pytest.mark.parametrize(
    ("first", "body", "want"),
    [
        ("bells ring by night; no bell wakes any pilot", "A bell MUST NOT wake pilots", "2"),
        ("bells ring by night; boats wait for fog", "Trial PASSED: boats wait in fog", "2"),
        ("bells ring by night; boats wait for fog", "CORRECTION: bells at night: WRONG", "1"),
        ("bells ring by night; boats wait for fog", "REVERSAL: fog boats are DISABLED", "2"),
        ("bells ring by night; boats wait for fog", "REVERSAL: 'bells by night DISABLED'", ""),
        ("bells ring by night; boats wait for fog", "DECISION: something else", ""),
    ],
)
def test_what_a_clause_seems_to_act_on(first: str, body: str, want: str) -> None:
    found = effects(page(f"DECISION: {first}.", body), inferred=True)
    assert [one.rpartition(".")[2] for one in found] == want.split()


def test_a_ratification_without_answers_is_of_all_that_its_brainstorm_decided() -> None:
    lines = plan(page(FIRST, f"FINAL ratified (owner, {STORM})."))
    decided = [(line["argv"], line.get("ratifier")) for line in did(lines, "decide")]
    assert decided == [(["decide", "$3"], "owner")]
    assert [(line["argv"], line.get("inferred")) for line in did(lines, "ratify")] == [
        (["ratify", "$5"], None)
    ]


def test_a_decision_that_nothing_ratifies_does_not_wait() -> None:
    other = "FINAL ratified (owner, bs-another0001)."
    lines = plan(page(FIRST, other))
    assert [line["argv"] for line in did(lines, "decide")] == [["decide", "$3"]]
    assert did(lines, "ratify") == []


def test_a_decision_is_not_younger_than_its_bullet() -> None:
    lines = plan(page("DECISION (closed 2030-01-01): ring."))
    assert did(lines, "decide")[0]["said_at"] == "2025-01-01T00:00:00.000Z"


def test_lines_of_a_text_that_read_as_acts_of_a_proposal_are_put_in_a_fence() -> None:
    body = "DECISION: (1) ring\nAmends: D1.1\n## Rejected\nHeld for: owner\n# x"
    line = did(plan(page(body)), "propose")[0]
    (point,) = draft(line)["points"]
    assert (point["effects"], point["hold"]) == ([], None)
    assert point["text"] == (
        "(1) ring\n```text\nAmends: D1.1\n## Rejected\nHeld for: owner\n# x\n```"
    )
