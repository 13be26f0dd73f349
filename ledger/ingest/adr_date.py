"""Dates as decision records write them: `2020-09-26`, `26 September 2020`, `Sep 26, 2020`.

`26/09/2020` is one where the calendar leaves one reading; `02/09/2020` can be read in two ways, and
is none: a date is claimed, never guessed. `02.09.2020` has its day first wherever it is written.

>>> date_in("{2020-09-26}"), date_in("26th September 2020"), date_in("02/09/2020")
('2020-09-26', '2020-09-26', '')
"""

from __future__ import annotations

import re

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_ISO = re.compile(r"(?<![0-9])([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})(?![0-9])")
_LOCAL = re.compile(r"(?<![0-9])([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4})(?![0-9])")
_WORDED = re.compile(
    r"(?<![0-9])([0-9]{1,2})(?:st|nd|rd|th)?[ ,.-]{1,3}([a-z]{3,9})[ ,.-]{1,3}([0-9]{4})(?![0-9])"
    r"|([a-z]{3,9})[ .]{1,2}([0-9]{1,2})(?:st|nd|rd|th)?,?[ ]{1,2}([0-9]{4})(?![0-9])"
)


def date_in(text: str) -> str:
    """The first date in a text as `YYYY-MM-DD`; empty where there is none, or where day and month
    can be exchanged. Pure, raises nothing."""
    if found := _ISO.search(text):
        return day(*found.groups())
    if found := _LOCAL.search(text):
        first, sign, second, year = found.groups()
        dates = {day(year, second, first), day(year, first, second) if sign != "." else ""} - {""}
        return dates.pop() if len(dates) == 1 else ""
    found = _WORDED.search(text.lower())
    if not found:
        return ""
    number, word, year = found.groups()[:3] if found[1] else (found[5], found[4], found[6])
    month = _MONTHS.index(word[:3]) + 1 if word[:3] in _MONTHS else 0
    return day(year, str(month), number)


def day(year: str, month: str, number: str) -> str:
    """The day as `YYYY-MM-DD`; empty where the calendar has none such, or before 1900."""
    y, m, d = int(year), int(month), int(number)
    leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    longest = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    legal = y >= 1900 and 1 <= m <= 12 and 1 <= d <= longest[m - 1]
    return f"{y:04d}-{m:02d}-{d:02d}" if legal else ""
