"""Values in sentences and cells, always with their interval; a system's sentences are made with these."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from balance.stats.entries import THIN
from balance.stats.printed import decimals_for, listing, number
from balance.stats.questions.results import IN_100, Answer, Value
from balance.stats.results import Interval

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

    What never happened, or always did, is told without a row of zeros:

    >>> from balance.stats.questions import Value
    >>> from balance.stats.results import Interval
    >>> (
    ...     told(Value(Interval(0.0, 0.0, 0.0036, 1000), IN_100)),
    ...     told(Value(Interval(1.0, 0.996, 1.0, 1000), IN_100)),
    ... )
    ('0 in 100 (at most 0.4)', '100 in 100 (at least 99.6)')
    """
    found = value.interval
    if not math.isfinite(found.estimate):
        return cell(value)
    if value.unit == IN_100 and not value.signed and found.low < found.high and found.estimate in (0.0, 1.0):
        return _none_or_all(found)
    text = cell(value).replace("< ", "less than ").replace("≥ ", "at least ")
    return f"{text} {value.unit}"


def ranked(found: Sequence[tuple[str, Value]], *, most: int = 3) -> str:
    """Return what is largest with its number, and how many more there are; a table beside it has those.

    Parameters
    ----------
    found
        What each value is of, and the value.
    most
        How many are named; one more is named rather than counted.

    Examples
    --------
    >>> from balance.stats.questions import exact
    >>> gains = [("a shield", exact(2, "wins")), ("1 HP", exact(9, "wins")), ("1 AP", exact(7, "wins"))]
    >>> ranked(gains), ranked(gains, most=1)
    ('1 HP (9 wins), 1 AP (7 wins) and a shield (2 wins)', '1 HP (9 wins) and 2 more')
    """
    sizes = {what: abs(value.interval.estimate) for what, value in found}
    ordered = sorted(found, key=lambda item: -sizes[item[0]] if math.isfinite(sizes[item[0]]) else math.inf)
    named = ordered if len(ordered) <= most + 1 else ordered[:most]
    rest = len(ordered) - len(named)
    return listing(
        [*(f"{what} ({told(value)})" for what, value in named), *([f"{rest} more"] if rest else [])]
    )


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


def _none_or_all(found: Interval) -> str:
    """Return a share of which not one game, or every game, is."""
    decimals = decimals_for(found, scale=100.0, mark=0.0)
    if found.estimate == 0.0:
        high = number(100.0 * found.high, decimals)
        return f"0 in 100 (at most {high})" if float(high) else "less than 0.01 in 100"
    low = number(100.0 * found.low, decimals)
    return f"100 in 100 (at least {low})" if float(low) < 100.0 else "at least 99.99 in 100"


def _plain(value: float, *, signed: bool) -> str:
    """Return an exact number with no more decimals than it needs, three at the most."""
    text = number(value, 3, signed=signed)
    return text.rstrip("0").removesuffix(".")
