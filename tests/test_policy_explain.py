"""Policies in plain words: of each worked policy all of them, of each word of the grammar its own,
and every warning (policy.md, "`policy explain`")."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from test_policy_grammar import WHOLE, WORKED, allowed, drafts

from ledger.core.policy import explain as module
from ledger.core.policy import hazards
from ledger.core.policy.explain import explain
from ledger.core.policy.grammar import long_form, parse

ROOT = Path(__file__).resolve().parents[1]

# The worked policies of policy.md, in its order; `WORKED` has them in the same.
GOLDEN = """\
# three bins and the owner
Who decides: bin, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
For any result, all the seats must have voted (abstaining is voting, stepping aside is not).
To pass, all the votes, abstentions included, must be for it.
Of bin, every seat must be filled, or have voted while it was.
There is no veto: a vote against is only counted.
No time is set, unless by a deadline: it is decided once the rules above are met.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
owner makes it final; until then it is not in force.
When it is made final, the required seats must be filled.
warning: `require all from bin registered`: while a seat is empty, owner cannot make it final

# all PMs, owner rules
Who decides: pm, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
For any result, all the seats must have voted (abstaining is voting, stepping aside is not).
To pass, at least 1 vote must be for it.
A vote against, if not marked as dissent, stops it until the seat that raised it clears it.
Once cleared, it still counts as a vote against.
No time is set, unless by a deadline: it is decided once the rules above are met.
A tie that the rules above do not pass is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
owner makes it final; until then it is not in force.
warning: `pass for > 0 of cast`: one vote for it decides where nobody objects

# all but two, then ten days
Who decides: team, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
The first vote of a seat counts; a later one changes nothing.
No minimum of voters is set.
To pass, all but at most 2 of the seats must be for it.
Also, more than half of the seats must be for it.
A concern stops it until the seat that raised it clears it.
No time is set, unless by a deadline: it is decided once the rules above are met.
Then 10 days more must pass without a concern.
A concern ends that time; it starts anew, whole, once the rules are met again.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.

# three quarters, five days
Who decides: team, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
No minimum of voters is set.
To pass, at least 3/4 of the seats must be for it.
A concern stops it until any seat of the vote clears it.
No time is set, unless by a deadline: it is decided once the rules above are met.
Then 5 days more must pass without a concern.
A concern ends that time; it starts anew, whole, once the rules are met again.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.

# general resolution
Who decides: developers, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
A seat that steps aside is still counted among the seats.
Ballots rank the options; head-to-head wins decide, by Schulze's method where they go in circles.
An option that a ballot leaves out stands below all that it ranks.
A seat may change its vote: its last one counts.
To stay in the race, at least one and a half times the square root of the number of seats must \
prefer an option to further-discussion.
To win, more ballots must prefer an option to further-discussion than the reverse.
Option further-discussion means none of these: it wins where no other is left.
There is no veto: a vote against is only counted.
It is open for 2 weeks from the opening or the last new version.
Nothing is decided sooner.
A tie is broken by leader's casting vote, whether or not it has voted.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.
warning: `tie casting leader`: if leader votes too, it has a second say in a tie

# technical committee
Who decides: tc, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
Ballots rank the options; head-to-head wins decide, by Schulze's method where they go in circles.
An option that a ballot leaves out stands below all that it ranks.
A seat may change its vote: its last one counts.
To stay in the race, at least 2 seats must prefer an option to further-discussion.
To win, more ballots must prefer an option to further-discussion than the reverse.
Option further-discussion means none of these: it wins where no other is left.
There is no veto: a vote against is only counted.
No time is set, unless by a deadline: it is decided once the rules above are met.
A tie is broken by a's casting vote, whether or not it has voted.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.
warning: `tie casting a`: if a votes too, it has a second say in a tie

# release vote
Who decides: pmc, with the seats that are filled at the time.
When a seat is left empty, its vote still counts; a silent seat goes.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
For any result, at least 3 seats must be for it.
To pass, more must be for it than against it.
There is no veto: a vote against is only counted.
It is open for 72 hours from the opening or the last new version.
Nothing is decided sooner.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.

# code change
Who decides: pmc, with the seats that are filled at the time.
When a seat is left empty, its vote still counts; a silent seat goes.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
For any result, at least 3 seats must be for it.
To pass, more must be for it than against it.
A vote against, if not marked as dissent, stops it until the seat that raised it clears it.
Once cleared, it still counts as a vote against.
It is open for 72 hours from the opening or the last new version.
Nothing is decided sooner.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.

# lazy consensus
Who decides: committers, with the seats that are filled at the time.
When a seat is left empty, its vote still counts; a silent seat goes.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
No minimum of voters is set.
To pass, at least 1 vote must be for it.
A vote against, if not marked as dissent, stops it until the seat that raised it clears it.
Once cleared, it still counts as a vote against.
It is open for 72 hours from the opening or the last new version.
Nothing is decided sooner.
A tie that the rules above do not pass is rejected.
At the end, a seat that stayed silent counts as for it.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.
warning: `pass for > 0 of cast`: one vote for it, or one silent seat, decides where nobody objects

# majority of members not abstaining
Who decides: tsc, with the seats that are filled at the time.
When a seat is left empty, its vote still counts; a silent seat goes.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
No minimum of voters is set.
To pass, more than half of the seats that do not abstain must be for it.
There is no veto: a vote against is only counted.
No time is set, unless by a deadline: it is decided once the rules above are met.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.
warning: `pass for > 1/2 of electorate-abstain` is of the seats filled at the time: each silent \
seat whose lease ends lowers it

# council
Who decides: council, with the seats that are filled at the time.
When a seat is left empty, its vote goes, and the seat with it.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
For any result, all the seats must have voted (abstaining is voting, stepping aside is not).
To pass, more than half of the votes for and against must be for it.
There is no veto: a vote against is only counted.
No time is set, unless by a deadline: it is decided once the rules above are met.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.
warning: `quorum >= all of cast` is of the seats filled at the time: each lease that ends lowers it

# group threshold 3
Who decides: group, with the seats that are filled at the time.
When a seat is left empty, its vote goes, and the seat with it.
A vote is for, against or abstaining.
A seat votes once: a second vote is refused.
No minimum of voters is set.
To pass, at least 3 votes must be for it, or all where there are fewer seats.
There is no veto: a vote against is only counted.
It is open for 7 days from the opening or the last new version.
Nothing is decided sooner.
A tie that the rules above do not pass is rejected.
Silence is no vote, neither for nor against.
A change of the policy while the vote is open ends it without a decision.
Once decided it is in force: nobody has to make it final.
warning: `pass for >= 3 of electorate capped`: as leases end, all that are left are enough, even one
warning: `policy-change abort`: whoever sets the policy can end any vote that is open

# token governor
Who decides: holders, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
A seat votes once: a second vote is refused.
For any result, at least 2/5 of the seats must be for it or abstain.
To pass, more must be for it than against it.
There is no veto: a vote against is only counted.
It is open for 7 days from the opening or the last new version.
Nothing is decided sooner.
A tie, as many for as against, is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.

# review by owners
Who decides: writers, with the seats that are filled at the time.
When a seat is left empty, its vote goes, and the seat with it.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
No minimum of voters is set.
To pass, at least 2 votes must be for it.
Of e, at least 1 seat must be for it.
A vote against, if not marked as dissent, stops it until any seat of the vote clears it.
Once cleared, it still counts as a vote against.
No time is set, unless by a deadline: it is decided once the rules above are met.
A tie that the rules above do not pass is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.
warning: `require 1 from {e} for`: if e is one seat, it has a veto, by silence too

# consent
Who decides: circle, with the seats there are when the vote opens, empty ones too.
When a seat is left empty, its vote still counts.
A seat that steps aside is still counted among the seats.
A vote is for, against or abstaining.
A seat may change its vote: its last one counts.
For any result, all the seats must have voted (abstaining is voting, stepping aside is not).
To pass, at least 1 vote must be for it.
A vote against, if not marked as dissent, stops it until any seat of the vote clears it.
Once cleared, it still counts as a vote against.
No time is set, unless by a deadline: it is decided once the rules above are met.
A tie that the rules above do not pass is rejected.
Silence is no vote, neither for nor against.
A later change of the policy does not touch a vote that is open.
Once decided it is in force: nobody has to make it final.
warning: `pass for > 0 of cast`: one vote for it decides where nobody objects
"""
BLOCKS = [block.split("\n") for block in GOLDEN.strip().split("\n\n")]


def said(text: str) -> list[str]:
    """All that is said of a policy, as the command prints it."""
    made = explain(parse(text).policy)
    return [*made["words"], *(f"warning: {one}" for one in made["warnings"])]


@pytest.mark.parametrize(
    ("block", "text"),
    list(zip(BLOCKS, WORKED, strict=False)),
    ids=[block[0].removeprefix("# ") for block in BLOCKS],
)
def test_a_worked_policy_in_words(block: list[str], text: str) -> None:
    assert said(text) == block[1:]


def test_every_worked_policy_of_the_contract_is_there() -> None:
    assert len(BLOCKS) == 15


# A policy, or what stands beside `electorate b; pass for > 1/2 of cast`, and sentences of it.
CLAUSES = """\
electorate bin + {a, b, c} - c-1; method yes-no
= Who decides: bin plus a, b and c minus c-1, with the seats there are when the vote opens, \
empty ones too.
= To pass, more must be for it than against it.
electorate b as-of close leavers drop; pass for > 1/2 of cast
= Who decides: b, with the seats there are when the vote ends, empty ones too.
= When a seat is left empty, its vote goes, but the seat still counts.
electorate b as-of live leavers keep; pass for > 1/2 of cast
= Who decides: b, with the seats that are filled at the time.
= When a seat is left empty, its vote still counts; a silent seat goes.
electorate b as-of live leavers drop; pass for > 1/2 of cast
= When a seat is left empty, its vote goes, and the seat with it.
electorate b leavers abort; pass for > 1/2 of cast
= When a seat is left empty, the vote ends without a decision.
recuse a
= a takes no part, but is still counted among the seats.
= A seat that steps aside is still counted among the seats.
recuse a, b shrinks
= a and b take no part, and are not counted among the seats.
= A seat that steps aside is not counted among the seats.
quorum > 2 of cast
= For any result, at least 3 seats must have voted (abstaining is voting, stepping aside is not).
quorum >= 1/2 of present
= For any result, at least half of the seats must be filled.
quorum > all-but 1 of for
= For any result, all the seats must be for it.
quorum >= all-but 1 of for
= For any result, all but at most 1 of the seats must be for it.
quorum > all-but 3 of for+abstain
= For any result, all but at most 2 of the seats must be for it or abstain.
quorum > 1/1 of cast
= For any result, more than all the seats must have voted \
(abstaining is voting, stepping aside is not).
quorum > 3*sqrt(n)/2 of over-default; default none
= To stay in the race, more than one and a half times the square root of the number of seats \
must prefer it to none.
quorum >= 0/7 of cast
= No minimum of voters is set.
electorate b; pass for > 2/3 of electorate
= To pass, more than 2/3 of the seats must be for it.
electorate b; pass for >= 1/1 of electorate-abstain
= To pass, all the seats that do not abstain must be for it.
electorate b; pass for >= 3*sqrt(n)/2 of present
= To pass, at least one and a half times the square root of the number of filled seats \
must be for it.
electorate b; pass for > all-but 0 of cast
= To pass, more than all the votes, abstentions included, must be for it.
electorate b; pass for >= 1/2 of decided
= To pass, at least half of the votes for and against must be for it.
= With nobody for it, it never passes.
= A tie that the rules above do not pass is rejected.
electorate b; pass for >= 0 of cast
= To pass, at least 1 vote must be for it.
electorate b; pass for > 3 of electorate capped
= To pass, at least 4 votes must be for it.
electorate b; pass for >= 3 of electorate capped
= To pass, at least 3 votes must be for it, or all where there are fewer seats.
electorate b; pass for >= 2 times against; pass for > 3/2 times against
= To pass, at least 2 times as many must be for it as against it.
= Also, more than 3/2 times as many must be for it as against it.
electorate b; pass for >= 1 times against
= To pass, at least as many must be for it as against it.
= With nobody for it, it never passes.
electorate b; pass for > 0 times against
= To pass, at least 1 vote must be for it.
veto concern
= A concern stops it until the seat that raised it clears it.
veto against cleared-by any
= A vote against, if not marked as dissent, stops it until any seat of the vote clears it.
= Once cleared, it still counts as a vote against.
require all from bin
= Of bin, every seat must be filled, or have voted while it was.
= There is no veto: a vote against is only counted.
require 2 from bin - a registered
= Of bin minus a, at least 2 seats must be filled, or have voted while they were.
require 1 from {a, b} cast
= Of a and b, at least 1 seat must have voted.
require all from bin for
= Of bin, every seat must be for it.
silence abstains
= Silence is no vote, neither for nor against.
silence consents; veto against
= At the end, a seat that stayed silent counts as for it.
silence against
= At the end, a seat that stayed silent counts as against it.
revote last
= A seat may change its vote: its last one counts.
revote first
= The first vote of a seat counts; a later one changes nothing.
revote refuse
= A seat votes once: a second vote is refused.
method yes-no unranked last
= A vote is for, against or abstaining.
electorate b; method plurality; quorum >= 1/2 of cast
= Each ballot names one option first; the one that most put first wins.
= A tie stays a tie: nothing is decided.
electorate b; method plurality; quorum >= 2 of for+abstain; pass for > 1 times against
= For any result, at least 2 seats must be for an option or abstain.
= To win, more must be for an option than against it.
electorate b; method approval unranked invalid; pass for >= 2 of cast; tie reject
= A ballot approves as many options as it likes; the most approved one wins.
= A ballot that leaves an option out is refused.
= To win, at least 2 votes must be for an option.
= A tie is rejected.
electorate b; method schulze unranked no-opinion
= Ballots rank the options; head-to-head wins decide, by Schulze's method where they go in circles.
= Two options are compared only on the ballots that rank both.
electorate b; method irv unranked last
= Ballots rank the options; the one fewest have on top drops out, until one has more than half \
(instant runoff).
= An option that a ballot leaves out stands below all that it ranks.
tie reject
= A tie, as many for as against, is rejected.
tie default; default none
= Option none means none of these: it wins where no other is left.
= A tie, as many for as against, goes to option none.
tie casting a
= A tie, as many for as against, is broken by a's casting vote, whether or not it has voted.
electorate b; method approval; default d; pass for >= 1 times against; option x needs 3/1 times \
against; option y needs > 1 times against; option z needs 0 times against
= To win, at least as many ballots must prefer an option to d as the reverse.
= At least 3 times as many ballots must prefer option x to d as the reverse.
= More ballots must prefer option y to d than the reverse.
= At least 1 ballot must prefer option z to d.
open 1d
= It is open for 1 day from the opening or the last new version.
= Nothing is decided sooner.
open 90m max 2w early certain; revote first
= It is open for 90 minutes from the opening or the last new version.
= It is decided sooner only when no missing vote can change it.
= What is undecided 2 weeks after the opening lapses.
revote last; recuse x; recuse y shrinks
= x takes no part, but is still counted among the seats.
= y takes no part, and is not counted among the seats.
= A seat that steps aside is not counted among the seats.
= No time is set, unless by a deadline: it is decided once the rules above are met.
final 1w; veto concern
= Then 1 week more must pass without a concern.
= A concern ends that time; it starts anew, whole, once the rules are met again.
final 36h reopened-by against
= Then 36 hours more must pass without a vote against.
= A vote against ends that time; it starts anew, whole, once the rules are met again.
policy-change pin
= A later change of the policy does not touch a vote that is open.
= Once decided it is in force: nobody has to make it final.
policy-change abort
= A change of the policy while the vote is open ends it without a decision.
ratify by owner independent signed within 3d; require 1 from a
= owner makes it final; until then it is not in force.
= When it is made final, the required seats must be filled.
= Whoever makes it final may neither have proposed it nor have a vote that counted.
= Making it final takes a signature with the key of that seat.
= What is not made final within 3 days lapses.
"""


def whole(text: str) -> str:
    """A policy, of one or of a part of one."""
    return text if "electorate" in text else f"electorate b; pass for > 1/2 of cast; {text}"


def grouped(text: str, mark: str) -> list[tuple[str, list[str]]]:
    """(line, the lines below it that begin with the mark, without it)."""
    found: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith(mark):
            found[-1][1].append(line.removeprefix(mark))
        else:
            found.append((line, []))
    return found


@pytest.mark.parametrize(("text", "sentences"), grouped(CLAUSES, "= "))
def test_a_clause_in_words(text: str, sentences: list[str]) -> None:
    words = explain(parse(whole(text)).policy)["words"]
    assert sentences
    assert [one for one in words if one in sentences] == sentences


def test_every_word_of_the_grammar_stands_in_a_clause() -> None:
    """The words are those that the parser's own source looks for."""
    source = (ROOT / "ledger" / "core" / "policy" / "grammar.py").read_text("utf-8")
    code = source.partition("__all__")[2]
    looked_for = re.findall(r"c\.(?:choice|chosen|pair|flag|skip)\(([^)]*(?:\(n\)/2\"\))?)", code)
    sought = {word for found in looked_for for word in re.findall(r'"([a-z][a-z+-]*)"', found)}
    assert len(sought) > 50
    explained = "; ".join(long_form(parse(whole(text)).policy) for text, _ in grouped(CLAUSES, "="))
    assert sought - set(re.split(r"[ ;,]+", explained)) == set()


# As CLAUSES; all the warnings of each.
WARNINGS = """\
quorum >= 3 of cast; silence abstains; tie reject; policy-change pin; final 1d reopened-by against
electorate b as-of live; quorum >= 1/2 of cast; pass for > 1/2 of decided
! `quorum >= 1/2 of cast` is of the seats filled at the time: each silent seat whose lease ends \
lowers it
electorate b as-of live leavers drop; quorum >= all-but 1 of for; pass for > 1/2 of electorate
! `quorum >= all-but 1 of for` is of the seats filled at the time: each lease that ends lowers it
! `pass for > 1/2 of electorate` is of the seats filled at the time: each lease that ends lowers it
electorate b as-of live; quorum >= 2 of cast; pass for > 1/2 of cast
electorate b as-of live; pass for >= 3 of electorate capped
! `pass for >= 3 of electorate capped`: as leases end, all that are left are enough, even one
electorate b as-of live; pass for > 3 of electorate capped
electorate b; pass for > 1/2 of present
! `pass for > 1/2 of present` is of the seats filled at the time: each lease that ends lowers it
electorate b leavers abort; pass for > 1/2 of electorate
! `leavers abort`: one seat left empty, if only by a lease that ends, ends the vote
policy-change abort; quorum >= 2 of cast
! `policy-change abort`: whoever sets the policy can end any vote that is open
silence consents
! `silence consents` without a `veto`: a proposal that nobody noticed passes
silence consents; veto against
silence abstains
! no quorum: one vote can decide while everybody else is silent
quorum >= 0 of cast
! no quorum: one vote can decide while everybody else is silent
electorate b; method plurality
! no quorum: one vote can decide while everybody else is silent
electorate b; pass for > 1 times against
! no quorum: one vote can decide while everybody else is silent
electorate b; pass for > 1 times against; require all from b cast
! `require all from b cast`: each of these seats can stop it by silence
electorate b; pass for > 1 times against; silence against
electorate b; pass for >= 2 of cast
electorate b; pass for >= 3/4 of electorate
electorate b; pass for >= 3*sqrt(n)/2 of cast
electorate b; pass for > 0 of cast
! no quorum: one vote can decide while everybody else is silent
! `pass for > 0 of cast`: one vote for it decides, however many are against
electorate b; quorum >= 2 of cast; pass for >= 0 of cast; pass for > 0 times against; veto concern
! `pass for >= 0 of cast`: one vote for it decides, however many are against
electorate b; quorum >= 2 of cast; pass for >= 1 of electorate; veto against
! `pass for >= 1 of electorate`: one vote for it decides where nobody objects
electorate b; silence consents; pass for > 0 of cast; veto against
! `pass for > 0 of cast`: one vote for it, or one silent seat, decides where nobody objects
electorate b; quorum >= 2 of for; pass for > 0 of cast
electorate b; quorum >= 2 of cast; pass for > 0 of cast; require all from b for
! `require all from b for`: each of these seats has a veto, by silence too
electorate b; quorum >= 2 of cast; pass for > 0 of cast; method plurality
electorate b; pass for > all of electorate
! `pass for > all of electorate`: can never be met, so nothing passes
electorate b; quorum >= 3/2 of cast; pass for > 1/1 of decided; pass for > all-but 0 of cast
! `quorum >= 3/2 of cast`: can never be met, so nothing passes
! `pass for > 1/1 of decided`: can never be met, so nothing passes
! `pass for > all-but 0 of cast`: can never be met, so nothing passes
electorate b; pass for >= 3/2 of electorate capped; pass for >= 1/1 of electorate
quorum >= 2 of over-default; option x needs 3 times against
! `quorum >= 2 of over-default` without a `default`: there is nothing to prefer an option to
! `option x needs >= 3 times against` without a `default`: there is nothing to prefer an option to
quorum >= 2 of cast; require 1 from {e} for
! `require 1 from {e} for`: if e is one seat, it has a veto, by silence too
quorum >= 2 of cast; require 2 from {d, e} cast; require 1 from {d, e} for; require 1 from d - e for
! `require 2 from {d, e} cast`: if each name is one seat, each can stop it by silence
quorum >= 2 of cast; require all from bin; require 2 from pm for; require 0 from x; ratify by owner
! `require all from bin registered`: while a seat is empty, owner cannot make it final
! `require 2 from pm for`: with fewer than 2 filled, owner cannot make it final
quorum >= 2 of cast; ratify by owner within 3d
! `ratify by owner within 3d`: if owner is away that long, it lapses
quorum >= 2 of cast; revote first; open 2d early certain
! `early certain`: it may end before its time, and later voices are not heard
quorum >= 2 of cast; open 2d max 47h
! `open 2d max 47h early never`: lapses before it can be decided
quorum >= 2 of cast; open 2d max 48h
quorum >= 2 of cast; final 3d
! `final 3d reopened-by concern` without `veto concern`: nobody can raise one
quorum >= 2 of cast; final 3d; veto concern
quorum >= 2 of cast; tie casting a
! `tie casting a`: if a votes too, it has a second say in a tie
quorum >= 2 of cast; tie casting a; recuse a
electorate b - a; quorum >= 2 of cast; pass for > 1/2 of cast; tie casting a
"""


@pytest.mark.parametrize(("text", "warnings"), grouped(WARNINGS, "! "))
def test_warnings(text: str, warnings: list[str]) -> None:
    assert explain(parse(whole(text)).policy)["warnings"] == warnings


def is_plain(said: list[str]) -> bool:
    """Is each a sentence, of its own, without a word that only the grammar has?"""
    jargon = r"\b(quorum|electorate|as-of|leavers|over-default|cast|recuse|n)\b"
    ends = all(one.endswith(".") and one == one.strip() for one in said)
    return ends and len(set(said)) == len(said) and not re.search(jargon, " ".join(said))


@pytest.mark.parametrize("text", [*WORKED, WHOLE])
def test_words_are_plain_sentences(text: str) -> None:
    assert is_plain(explain(parse(text).policy)["words"])


@given(drafts.map(allowed))
def test_every_policy_that_parses_is_explained(policy: dict[str, Any]) -> None:
    before = json.dumps(policy)
    made = explain(parse(long_form(policy)).policy)
    assert list(made) == ["words", "warnings"]
    assert len(made["words"]) >= 10
    assert all(one.endswith(".") for one in made["words"])
    assert not any("None" in one for one in [*made["words"], *made["warnings"]]) or "None" in before
    assert all(one.isprintable() for one in [*made["words"], *made["warnings"]])
    assert explain(policy) == made
    assert json.dumps(policy) == before


# --- the command


def typed(folder: Path, *argv: str, stdin: str | None = None) -> subprocess.CompletedProcess[str]:
    """A command line, in a folder without a ledger."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("LEDGER_")}
    return subprocess.run(
        [sys.executable, "-m", "ledger", *argv],
        cwd=folder,
        env={**kept, "PYTHONPATH": str(ROOT)},
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_the_command_needs_no_ledger(tmp_path: Path) -> None:
    text = "electorate nobody-knows\npass for > 0 of cast  # whoever they are\n"
    (tmp_path / "a.policy").write_text(text)
    wanted = [*said(text), long_form(parse(text).policy)]
    for argv, stdin in ([text], None), (["-f", "a.policy"], None), (["-"], text):
        made = typed(tmp_path, "policy", "explain", *argv, stdin=stdin)
        assert (made.returncode, made.stderr) == (0, "")
        assert made.stdout.splitlines() == wanted
    assert [path.name for path in tmp_path.iterdir()] == ["a.policy"]


def test_the_command_in_json(tmp_path: Path) -> None:
    made = typed(tmp_path, "policy", "explain", WORKED[0], "--json")
    policy = parse(WORKED[0]).policy
    data = {"policy": long_form(policy), **explain(policy)}
    assert json.loads(made.stdout) == {"schema": 1, "ok": True, "data": data, "head": None}


def test_a_policy_that_does_not_parse_is_a_usage_error(tmp_path: Path) -> None:
    wrong = ("policy", "explain", "electorate b; pass for > 1/2 of cst")
    made = typed(tmp_path, *wrong)
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.endswith("found `cst` (line 1, column 33)\n")
    made = typed(tmp_path, *wrong, "--json")
    assert json.loads(made.stdout)["error"]["position"]["offset"] == 32
    assert typed(tmp_path, "policy", "explain", " ").returncode == 2


# --- the page


PAGE = (ROOT / "docs" / "policies.md").read_text("utf-8").partition("\n## Cookbook\n")[2]
BLOCK = r"```{}\n([^\n]+)\n```\n\n"
RECIPE = rf"^### ([^\n]+)\n\n{BLOCK.format('text')}[^`#]+\n\n{BLOCK.format('json')}((?:.+\n)+)"
RECIPES = re.findall(RECIPE, PAGE, re.M)


def test_the_cookbook_has_every_worked_policy() -> None:
    assert [name.lower() for name, *_ in RECIPES] == [b[0][2:].lower() for b in BLOCKS]
    assert [text for _, text, *_ in RECIPES] == WORKED[:15]


def stances(for_: int, against: int, abstain: int) -> dict[str, Any]:
    """Ballots of which only the figures are known."""
    return {"stances": {"for": for_, "against": against, "abstain": abstain}}


def cast(said: str) -> dict[str, Any]:
    """Ballots such as `a+ b0 c-`: for, abstaining, against."""
    words = {"+": "for", "0": "abstain", "-": "against"}
    return {"ballots": [{"seat": s[:-1], "stance": words[s[-1]]} for s in said.split(" ")]}


# What each recipe says besides, of ballots that differ in these.
RANKED = "X>further-discussion"
BESIDES: dict[str, list[dict[str, Any]]] = {
    "Three bins and the owner": [{**cast("bin-1+ bin-2+ bin-3+"), "unregistered": []}],
    "All PMs, owner rules": [cast("a+ b0 c0"), cast("a+ b0")],
    "All but two, then ten days": [stances(2, 0, 0)],
    "Three quarters, five days": [stances(4, 0, 0)],
    "General resolution": [{"ballots": [{"rank": RANKED, "count": 4}]}],
    "Technical committee": [{"ballots": [{"seat": "a", "rank": RANKED}]}],
    "Release vote": [stances(2, 2, 0)],
    "Code change": [cast("a+ b+ c+")],
    "Lazy consensus": [cast("a-"), cast("a0 b0 c0 d0 e0")],
    "Majority of members not abstaining": [stances(2, 0, 0)],
    "Council": [stances(2, 1, 1)],
    "Group threshold 3": [{"electorate": {"size": 5}}],
    "Token governor": [stances(300, 200, 99)],
    "Review by owners": [cast("a+ b+ e+")],
    "Consent": [cast("a+ b0 c-"), cast("a+ b0")],
}


@pytest.mark.parametrize(
    ("name", "text", "ballots", "said"), RECIPES, ids=[name for name, *_ in RECIPES]
)
def test_the_ballots_of_the_cookbook(
    tmp_path: Path, name: str, text: str, ballots: str, said: str
) -> None:
    wanted = ["".join(one) for one in re.findall(r"`([a-z-]+)`|(X|he default) wins", said)]
    assert len(wanted) == 1 + len(BESIDES[name])
    for word, other in zip(wanted, [{}, *BESIDES[name]], strict=True):
        (tmp_path / "ballots.json").write_text(json.dumps({**json.loads(ballots), **other}))
        made = typed(tmp_path, "tally", text, "-f", "ballots.json", "--json")
        data = json.loads(made.stdout)["data"]
        won = "he default" if data["default_won"] else "".join(data["winners"])
        assert word == (won if "method" in text else data["verdict"]), other


@pytest.mark.parametrize("one", [module, hazards])
def test_the_examples_of_the_docstrings(one: Any) -> None:
    result = doctest.testmod(one)
    assert result.attempted > 0
    assert result.failed == 0
