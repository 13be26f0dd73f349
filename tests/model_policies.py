"""The policies that the machine draws from: those of `model_policy.py`, and those in which
objections block, seats are recused, or a position is taken once."""

from __future__ import annotations

import model_policy
from model_policy import Need, Policy

POLICIES = [
    *model_policy.POLICIES,
    Policy(
        "electorate bin + pm; pass for > 1/2 of cast; veto against cleared-by any; "
        "revote refuse; ratify by owner",
        ("bin", "pm"),
        (Need(">", "1/2", "cast"),),
        ratifier="owner",
        veto="against",
        cleared_by="any",
        revote="refuse",
    ),
    Policy(
        "electorate bin + pm; quorum >= 1/2 of cast; pass for > 1/2 of electorate; veto against; "
        "require all from bin registered; recuse pm-2 shrinks; ratify by owner",
        ("bin", "pm"),
        (Need(">", "1/2", "electorate"),),
        Need(">=", "1/2", "cast"),
        (("all", ("bin",), "registered"),),
        ratifier="owner",
        veto="against",
        recuse=("pm-2",),
        shrinks=True,
    ),
    Policy(
        "electorate bin; pass for > 1/2 of electorate; veto concern; revote refuse; "
        "require 2 from {bin-1,bin-3,pm-1} registered",
        ("bin",),
        (Need(">", "1/2", "electorate"),),
        require=((2, ("bin-1", "bin-3", "pm-1"), "registered"),),
        veto="concern",
        revote="refuse",
    ),
    Policy(
        "electorate bin + pm; pass for > 1/2 of decided; veto concern cleared-by any; "
        "require 1 from {bin-3,pm-1} for; revote first; ratify by owner",
        ("bin", "pm"),
        (Need(">", "1/2", "decided"),),
        require=((1, ("bin-3", "pm-1"), "for"),),
        ratifier="owner",
        veto="concern",
        cleared_by="any",
        revote="first",
    ),
    Policy(
        "electorate bin + pm; pass for >= 1/3 of cast; require 2 from {bin-1,bin-2,pm-1} cast; "
        "require 1 from {bin-2,bin-3} for; require all from {owner} registered; veto against",
        ("bin", "pm"),
        (Need(">=", "1/3", "cast"),),
        require=(
            (2, ("bin-1", "bin-2", "pm-1"), "cast"),
            (1, ("bin-2", "bin-3"), "for"),
            ("all", ("owner",), "registered"),
        ),
        veto="against",
    ),
    Policy(
        "electorate bin; quorum >= 2 of cast; pass for >= 1 of electorate; veto against; "
        "recuse bin-3; revote first; ratify by owner",
        ("bin",),
        (Need(">=", "1", "electorate"),),
        Need(">=", "2", "cast"),
        ratifier="owner",
        veto="against",
        recuse=("bin-3",),
        revote="first",
    ),
]
