"""The dates of an activity page, as times in the stored form.

A day is its first moment, UTC. A relative date (`7w ago`) is counted back from the day on which the
page was captured; what is shorter than a day is that day.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, timezone

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
    r"(?:[T ]+([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]{1,9}))?)?"
    r"[ ]?(Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})?)?"
)
_MONTH_FIRST = re.compile(r"([A-Za-z]{3,9})\.? ([0-9]{1,2}),? ([0-9]{4})")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\.? ([A-Za-z]{3,9})\.? ([0-9]{4})")
RELATIVE = re.compile(
    r"(?:about )?([0-9]{1,9}|an?)[ ]?"
    r"(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?"
    r"|y|yrs?|years?) ago|just now|now|today|yesterday|last (week|month|year)",
    re.IGNORECASE,
)
_DAYS = {"d": 1, "w": 7}


def day(text: str) -> date | None:
    """The day that `YYYY-MM-DD` says, or None."""
    found = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", text)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


def moment(text: str, captured: str | None) -> str | None:
    """The time that a page's date says, in the stored form; None where it is none, and where it
    is relative and no day is given from which to count."""
    try:
        relative = RELATIVE.fullmatch(text)
        start = day(captured) if captured else None
        if relative:
            return _stored(_ago(relative, start)) if start else None
        if found := _ISO.fullmatch(text):
            return _timed(found)
        found = _MONTH_FIRST.fullmatch(text)
        if found:
            return _stored(_spelled(found[3], found[1], found[2]))
        found = _DAY_FIRST.fullmatch(text)
        return _stored(_spelled(found[3], found[2], found[1])) if found else None
    except (ValueError, OverflowError):
        return None


def _stored(when: date) -> str:
    return f"{when.isoformat()}T00:00:00.000Z"


def _spelled(year: str, month: str, number: str) -> date:
    place = _MONTHS.index(month[:3].lower())
    return date(int(year), place + 1, int(number))


def _timed(found: re.Match[str]) -> str:
    year, month, number, hour, minute, second = (int(found[n] or 0) for n in range(1, 7))
    micro = int((found[7] or "0")[:6].ljust(6, "0"))
    zone = found[8] or "Z"
    if zone[0] in "+-":
        sign = -1 if zone[0] == "-" else 1
        ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:])) * sign
    else:
        ahead = timedelta()
    when = datetime(year, month, number, hour, minute, second, micro, timezone(ahead))
    text = when.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def _ago(found: re.Match[str], start: date) -> date:
    """The day so long before another."""
    said = found[0].lower()
    if said == "yesterday":
        return start - timedelta(days=1)
    number = found[1] or "1"
    count = 1 if number.lower() in ("a", "an") else int(number)
    unit = (found[2] or found[3] or "now").lower()
    if unit.startswith("mo") or unit[0] == "y":
        months = start.year * 12 + start.month - 1 - count * (12 if unit[0] == "y" else 1)
        first = date(months // 12, months % 12 + 1, 1)
        following = date((months + 1) // 12, (months + 1) % 12 + 1, 1)
        return first.replace(day=min(start.day, (following - first).days))
    return start - timedelta(days=count * _DAYS.get(unit[0], 0))
