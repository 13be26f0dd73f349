"""What can go wrong, as values: every error carries its code, its exit code and its message.

A refusal carries blocks: each one reason (`code`, `message`, `hint`), all of them at once
(cli.md, "Exit codes" and "Block codes").
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

EXITS = {
    "fault": 1,
    "usage": 2,
    "blocked": 3,
    "not-found": 4,
    "conflict": 5,
    "no-ledger": 6,
    "cannot-open": 6,
    "needs-recovery": 6,
    "needs-extra": 6,
    "newer": 6,
    "tampered": 7,
    "busy": 8,
    "no-space": 8,
    "unknown-outcome": 9,
}


class LedgerError(Exception):
    """An answer that is not yes: `code` (a key of EXITS), `message`, and what else JSON shows."""

    def __init__(self, code: str, message: str, hint: str = "", **more: Any) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.more = more

    @property
    def exit(self) -> int:
        """The exit code (cli.md, "Exit codes")."""
        return EXITS[self.code]


class Usage(LedgerError):
    """Exit 2: a bad flag, value, policy or text; nothing was stored."""

    def __init__(self, message: str, hint: str = "", **more: Any) -> None:
        super().__init__("usage", message, hint, **more)


class NotFound(LedgerError):
    """Exit 4: no such thing."""

    def __init__(self, message: str, hint: str = "", **more: Any) -> None:
        super().__init__("not-found", message, hint, **more)


class Conflict(LedgerError):
    """Exit 5: says what was observed and what was expected."""

    def __init__(self, message: str, hint: str = "", **more: Any) -> None:
        super().__init__("conflict", message, hint, **more)


class Refused(LedgerError):
    """Exit 3: refused by a rule, with every reason in `blocks`."""

    def __init__(self, blocks: Sequence[dict[str, Any]]) -> None:
        self.blocks = list(blocks)
        super().__init__("blocked", "; ".join(b["message"] for b in self.blocks))


def position(text: str, offset: int) -> dict[str, int]:
    """Where a fault of a policy or a text stands: offset from 0, line and column from 1."""
    before = text[:offset]
    return {
        "offset": offset,
        "line": before.count("\n") + 1,
        "column": offset - (before.rfind("\n") + 1) + 1,
    }


def block(code: str, message: str, hint: str, **more: Any) -> dict[str, Any]:
    """One reason why an act is refused; `hint` is a command that runs as printed."""
    return {"code": code, "message": message, "hint": hint, **more}
