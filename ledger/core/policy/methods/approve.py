"""Approval counts the ballots that approve of an option, as many options as each ballot likes.

A vote is `((approved…), (the others…))`: so `beats` and the default read it as a rank.
"""

from __future__ import annotations

from ledger.core.policy.methods.plurality import count, fault

__all__ = ["count", "fault"]
