"""Values in sentences and cells, always with their interval; a system's sentences are made with these."""

from __future__ import annotations

import math

from balance.stats.entries import THIN
from balance.stats.questions.results import IN_100, Value

NOTHING = "–"


def cell(value: Value | None) -> str:
    """Return a value for a table, without its unit.

    Examples
    --------
    >>> from balance.stats.questions import IN_100, exact, mean_of, value
    >>> hits = mean_of({2: 30, 3: 50, 4: 20}, ["a cell"])
    >>> cell(value(hits, "hits")), cell(value(hits - 2, "hits", signed=True)), cell(exact(3, "hits"))
    ('2.90 (2.76–3.04)', '+0.90 (+0.76 to +1.04)', '3 (exact)')
    >>> cell(value(mean_of({2: 3}, ["a cell"]), "hits")), cell(None)
    ('not enough games to tell', '–')
    """
    if value is None:
        return NOTHING
    found, scale = value.interval, 100.0 if value.unit == IN_100 else 1.0
    if not math.isfinite(found.estimate):
        return found.note or THIN
    ends = [scale * end for end in (found.estimate, found.low, found.high)]
    if found.low == found.high:
        return f"{_text(ends[0], 2, signed=value.signed, plain=True)} (exact)"
    signed = value.signed or ends[1] < 0
    places = _decimals(ends[1], ends[2], mark=value.signed)
    middle, low, high = (_text(end, places, signed=value.signed) for end in ends)
    return f"{middle} ({low}{' to ' if signed else '–'}{high})"


def told(value: Value) -> str:
    """Return a value for a sentence, with its unit.

    Examples
    --------
    >>> from balance.stats.questions import IN_100, exact, mean_of, value
    >>> told(value(mean_of({2: 30, 3: 50, 4: 20}, ["a cell"]), "hits")), told(exact(0.25, IN_100))
    ('2.90 (2.76–3.04) hits', '25 in 100')
    """
    text = cell(value)
    if not math.isfinite(value.interval.estimate):
        return text
    return f"{text.removesuffix(' (exact)')} {value.unit}"
