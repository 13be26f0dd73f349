"""The naive model: the words in which its rules are written."""

from __future__ import annotations

from model import Block, Refused, Unchanged


def refuse(blocks: list[Block]) -> None:
    """Refuses with every block, where there is one."""
    if blocks:
        raise Refused(3, *blocks)


def same(is_so: bool) -> None:
    """The same again changes nothing."""
    if is_so:
        raise Unchanged


def found(known: object, *ids: str) -> None:
    """Exit 4 for what is not there."""
    if any(one not in known for one in ids):  # type: ignore[operator]
        raise Refused(4)


def allowed(yes: bool, code: str = "not-allowed") -> None:
    """Who may."""
    if not yes:
        raise Refused(3, (code, None))
