"""Times as text: `YYYY-MM-DDTHH:MM:SS.mmmZ`, UTC, which sorts as it reads (log.md).

No clock is read here: a time always comes in as an argument.

>>> to_iso(1782122651234)
'2026-06-22T10:04:11.234Z'
>>> to_ms('2026-06-22T10:04:11.234Z')
1782122651234
"""

from __future__ import annotations

from ledger.core.errors import Refused, Usage, block

DAY = 86_400_000
DRIFT = 600_000  # ten minutes, in milliseconds: how far two clocks may differ (log.md, "Clock")
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def _days(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 in the proleptic Gregorian calendar (the year begins in March)."""
    year -= month <= 2
    era = year // 400
    of_era = year - era * 400
    of_year = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    return era * 146_097 + of_era * 365 + of_era // 4 - of_era // 100 + of_year - 719_468


def _date(days: int) -> tuple[int, int, int]:
    days += 719_468
    era = days // 146_097
    of_era = days - era * 146_097
    year = (of_era - of_era // 1460 + of_era // 36_524 - of_era // 146_096) // 365
    of_year = of_era - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    day = of_year - (153 * month + 2) // 5 + 1
    month += 3 if month < 10 else -9
    return year + era * 400 + (month <= 2), month, day


def to_iso(ms: int) -> str:
    """The stored form of a time given in milliseconds since 1970 (UTC)."""
    days, rest = divmod(ms, DAY)
    year, month, day = _date(days)
    seconds, milli = divmod(rest, 1000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    return f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}.{milli:03d}Z"


def to_ms(iso: str) -> int:
    """Milliseconds since 1970 of a time in the stored form; ValueError on any other text."""
    ms = (
        _days(int(iso[0:4]), int(iso[5:7]), int(iso[8:10])) * DAY
        + int(iso[11:13]) * 3_600_000
        + int(iso[14:16]) * 60_000
        + int(iso[17:19]) * 1000
        + int(iso[20:23])
    )
    if to_iso(ms) != iso:
        raise ValueError(f"not a time in the stored form: {iso}")
    return ms


def add(iso: str, seconds: int) -> str:
    """The time so many seconds later, in the stored form."""
    return to_iso(to_ms(iso) + seconds * 1000)


def seconds(duration: str) -> int:
    """Seconds of a duration: an integer and s, m, h, d or w (cli.md); Usage otherwise."""
    number, unit = duration[:-1], duration[-1:]
    if unit not in UNITS or not (number.isascii() and number.isdigit()) or int(number) == 0:
        raise Usage(f"{duration!r} is not a duration: an integer and s, m, h, d or w, such as 8h")
    if len(number) > 6:
        raise Usage(f"{duration!r} is too long a duration")
    return int(number) * UNITS[unit]


def require_later(moment: str, at: str) -> None:
    """Usage where a deadline, in the stored form, is not after a time."""
    if moment <= at:
        raise Usage(f"the deadline {page(moment)} has passed: it is {page(at)}")


def page(iso: str) -> str:
    """A time as pages show it: whole seconds, UTC."""
    return iso[:19] + "Z"


def moment(text: str) -> str:
    """A moment as a person types it, in the stored form: an ISO date (the end of that day, UTC)
    or an ISO date and time with a zone (concepts.md, In force 4); Usage otherwise."""
    from datetime import UTC, datetime  # only where a date is typed: it costs start-up

    try:
        if len(text) == 10:
            datetime.fromisoformat(text)
            return text + "T23:59:59.999Z"
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise Usage(
            f"{text!r} is not a date: give 2026-06-22, or a time with its zone such as "
            "2026-06-22T10:00:00Z"
        )
    at = at.astimezone(UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def believed(head: str, now: int, fixed: bool) -> tuple[str, str | None]:
    """(the time to record, why the clock was not used): `head` where the clock is up to ten
    minutes behind the last entry, `fixed` under LEDGER_NOW; Refused `clock` further behind
    (log.md, "Clock"). `head` is the last entry's time, `now` in milliseconds."""
    behind = to_ms(head) - now
    if behind > DRIFT:
        message = (
            f"this machine's clock says {to_iso(now)}, which is more than 10 minutes behind the "
            f"last entry: {head}"
        )
        raise Refused([block("clock", message, "ledger log")])
    if behind > 0:
        return head, "head"
    return to_iso(now), "fixed" if fixed else None


def require_past(said: str, at: str) -> None:
    """Refused `clock` where an import claims a time more than ten minutes after the one at which it
    is recorded (concepts.md, "In force" 4: it may claim older ones), both in the stored form."""
    if to_ms(said) - to_ms(at) > DRIFT:
        message = f"it is reported to have been said at {page(said)}, and it is {page(at)}"
        raise Refused([block("clock", message, "ledger log")])
