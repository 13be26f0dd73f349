"""Policies with windows, leavers and casting votes, drawn clause by clause; what they mean and
their text come of one draw."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from model_policy import Need, Policy
from model_polls import Poll

SETS = [("bin",), ("bin",), ("pm",), ("bin", "pm")]
PASSES = [
    (Need(">", "1/2", "electorate"),),
    (Need(">", "1/1", "against"),),
    (Need(">=", "2", "electorate", capped=True),),
    (Need(">", "1/2", "decided"),),
    (Need(">", "1/2", "decided"), Need(">=", "1/2", "present")),
    (Need(">", "0", "cast"),),
    (Need(">=", "all-but 1", "electorate"),),
]
QUORUMS = [None, None, Need(">=", "2", "cast"), Need(">=", "1/2", "for+abstain")]
QUORUMS += [Need(">=", "2", "for")]
REQUIRES: list[tuple[int | str, tuple[str, ...], str]] = [
    ("all", ("bin",), "registered"),
    (1, ("bin-1", "pm-1"), "cast"),
    (1, ("bin-2",), "for"),
    (2, ("bin",), "registered"),
]


def draws(chance: Random) -> Policy:
    """A policy in which the clock does something."""
    made = Policy("", chance.choice(SETS), chance.choice(PASSES), chance.choice(QUORUMS))
    made = replace(
        made,
        as_of=chance.choice(["open", "open", "live", "close"]),
        leavers=chance.choice(["keep", "drop", "abort"]),
        ratifier=chance.choice([None, "owner", "owner"]),
        revote=chance.choice(["last", "last", "first", "refuse"]),
        open=chance.choice([None, 30, 60]),
        casting=chance.choice([None, None, "owner", "pm-1", "bin-1"]),
    )
    if chance.random() < 0.3:
        made = replace(made, require=(chance.choice(REQUIRES),))
    if chance.random() < 0.45:
        reopened = chance.choice(["concern", "concern", "against"])
        made = replace(made, final=chance.choice([30, 60]), reopened_by=reopened)
    if chance.random() < 0.45:
        made = replace(made, veto=chance.choice(["concern", "against"]))
        made = replace(made, cleared_by=chance.choice(["author", "any"]))
    if chance.random() < 0.2:
        made = replace(made, recuse=("pm-2",), shrinks=chance.random() < 0.5)
    if chance.random() < 0.25:
        made = replace(made, silence=chance.choice(["consents", "against"]))
    made = replace(made, aborts=chance.random() < 0.15)
    made = timed(chance, made)
    return replace(made, text=said(made))


def timed(chance: Random, made: Policy) -> Policy:
    """With `max`, `early certain` and `within`, where they may stand."""
    if made.open and chance.random() < 0.35:
        made = replace(made, most=chance.choice([90, 150]))
    fixed = made.revote != "last" and made.as_of != "live"
    if made.open and fixed and chance.random() < 0.5:
        made = replace(made, certain=True)
    if made.ratifier and chance.random() < 0.4:
        made = replace(made, within=chance.choice([60, 120]))
    if made.ratifier and chance.random() < 0.1:
        made = replace(made, independent=True)
    return made


def need(one: Need) -> str:
    """The words of `>= 1/2 of electorate`."""
    if one.of == "against":
        return f"{one.cmp} {one.amount.removesuffix('/1')} times against"
    return f"{one.cmp} {one.amount} of {one.of}{' capped' if one.capped else ''}"


def said(p: Policy) -> str:
    """The text of a policy."""
    clauses = [f"electorate {' + '.join(p.electorate)} as-of {p.as_of} leavers {p.leavers}"]
    clauses += [f"quorum {need(p.quorum)}"] if p.quorum else []
    clauses += [f"pass for {need(one)}" for one in p.passes]
    clauses += [f"veto {p.veto} cleared-by {p.cleared_by}"] if p.veto else []
    for number, names, word in p.require:
        inner = names[0] if names == ("bin",) else "{" + ",".join(names) + "}"
        clauses.append(f"require {number} from {inner} {word}")
    clauses += [f"silence {p.silence}", f"revote {p.revote}"]
    clauses += [f"recuse {', '.join(p.recuse)}{' shrinks' * p.shrinks}"] if p.recuse else []
    clauses += [f"method {p.method}"] if p.method != "yes-no" else []
    clauses += [f"tie casting {p.casting}"] if p.casting else []
    clauses += [f"tie {p.tie}"] if p.tie else []
    clauses += [f"default {p.default}"] if p.default else []
    if p.open:
        most = f" max {p.most}m" if p.most else ""
        clauses.append(f"open {p.open}m{most}{' early certain' * p.certain}")
    clauses += [f"final {p.final}m reopened-by {p.reopened_by}"] if p.final else []
    clauses += ["policy-change abort"] if p.aborts else []
    if p.ratifier:
        within = f" within {p.within}m" if p.within else ""
        clauses.append(f"ratify by {p.ratifier}{' independent' * p.independent}{within}")
    return "; ".join(clauses)


def polls(chance: Random, to: str, names: tuple[str, ...]) -> Poll:
    """A policy of a ballot, drawn so."""
    passes = chance.choice([(), (), (Need(">", "1/2", "cast"),), (Need(">=", "2", "electorate"),)])
    quorum = chance.choice([None, None, Need(">=", "all", "cast"), Need(">=", "2", "cast")])
    made = Policy("", names, passes, quorum, method=chance.choice(["plurality", "approval"]))
    made = replace(
        made,
        as_of=chance.choice(["open", "open", "live", "close"]),
        leavers=chance.choice(["keep", "drop", "abort"]),
        revote=chance.choice(["last", "last", "first", "refuse"]),
        open=chance.choice([None, 30, 60]),
        casting=chance.choice([None, "owner", "owner", "pm-1"]),
        aborts=chance.random() < 0.15,
    )
    if not made.casting and chance.random() < 0.5:
        made = replace(made, tie="reject")
    if chance.random() < 0.35:
        over = chance.choice([(Need(">", "1/1", "against"),), (Need(">=", "2/1", "against"),)])
        made = replace(made, default=chance.choice(["a", "b", "b", "c"]), passes=(*over, *passes))
        if chance.random() < 0.4:
            made = replace(made, quorum=Need(">=", chance.choice(["1", "2"]), "over-default"))
        if not made.casting and chance.random() < 0.5:
            made = replace(made, tie="default")
    if chance.random() < 0.2:
        made = replace(made, require=(chance.choice(REQUIRES[:2]),))
    made = timed(chance, made)
    return Poll(said(made), made)
