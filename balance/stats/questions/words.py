"""Values in sentences and cells, always with their interval; a system's sentences are made with these."""

from __future__ import annotations

import math
import re

from balance.stats.entries import THIN
from balance.stats.printed import decimals_for, number
from balance.stats.questions.results import IN_100, Answer, Value

NOTHING = "–"
LEAST, MOST = "< 0.01", "≥ 99.99"
"""Shares whose whole interval is rounded to none, or to all."""
_PRINTED = re.compile(r"[−+]?[\d.]+ \([^()]*\d(?:–| to )[−+]?\d[^()]*\)")


def cell(value: Value | None) -> str:
    """Return a value for a table, without its unit.

    Examples
    --------
    >>> from balance.stats.questions import exact, mean_of, value
    >>> hits = mean_of({2: 300, 3: 500, 4: 200}, ["a cell"])
    >>> cell(value(hits, "hits")), cell(value(hits - 3, "hits", signed=True)), cell(exact(3, "hits"))
    ('2.90 (2.86–2.94)', '−0.10 (−0.14 to −0.06)', '3')
    >>> cell(value(mean_of({2: 3}, ["a cell"]), "hits")), cell(None)
    ('not enough games to tell', '–')
    """
    if value is None:
        return NOTHING
    found, scale = value.interval, 100.0 if value.unit == IN_100 else 1.0
    if not math.isfinite(found.estimate):
        return found.note or THIN
    if found.low == found.high:
        return _plain(scale * found.estimate, signed=value.signed)
    decimals = decimals_for(found, scale=scale, mark=0.0)
    if value.signed or value.unit != IN_100:
        decimals = max(1, decimals)
    middle, low, high = (
        number(scale * end, decimals, signed=value.signed) for end in (found.estimate, found.low, found.high)
    )
    if value.unit == IN_100 and not value.signed and low == high:
        return {"0.00": LEAST, "100.00": MOST}.get(middle, f"{middle} ({low}–{high})")
    return f"{middle} ({low}{' to ' if value.signed or found.low < 0 else '–'}{high})"


def told(value: Value) -> str:
    """Return a value for a sentence, with its unit.

    Examples
    --------
    >>> from balance.stats.questions import IN_100, exact, mean_of, value
    >>> told(value(mean_of({2: 300, 3: 500, 4: 200}, ["a cell"]), "hits")), told(exact(0.25, IN_100))
    ('2.90 (2.86–2.94) hits', '25 in 100')
    >>> told(value(mean_of({2: 3}, ["a cell"]), "hits"))
    'not enough games to tell'
    """
    known = math.isfinite(value.interval.estimate)
    text = cell(value).replace("< ", "less than ").replace("≥ ", "at least ")
    return f"{text} {value.unit}" if known else text


def untold(answer: Answer) -> tuple[str, ...]:
    """Return the numbers with intervals in an answer's sentences that are none of its values: files lack them.

    Examples
    --------
    >>> untold(Answer("hits", "How many?", ("About 2.9 (2.8–3.0) hits.",)))
    ('2.9 (2.8–3.0)',)
    """
    values = [*answer.numbers, *(value for row in answer.rows for value in row.values)]
    known = {cell(value) for value in values}
    found = (text for sentence in answer.sentences for text in _PRINTED.findall(sentence))
    return tuple(text for text in found if text not in known)


def _plain(value: float, *, signed: bool) -> str:
    """Return an exact number with no more decimals than it needs, three at the most."""
    text = number(value, 3, signed=signed)
    return text.rstrip("0").removesuffix(".")
