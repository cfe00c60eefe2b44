"""Numbers, names and lists as plain words, for every sentence and cell of a run.

A number is rounded to what its interval supports, and an end is never rounded onto the mark that it does not touch.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from balance.stats.results import Interval

EVEN = 0.5
_PLAIN_NAME = re.compile(r"[a-z]+(?:[ _-][a-z]+)*")


def name_of(raw: str) -> str:
    """Return a name as a heading prints it; anything but plain lower-case words is left alone.

    Examples
    --------
    >>> name_of("cu sidhe"), name_of("as_written"), name_of("<b>x</b>")
    ('Cu Sidhe', 'As Written', '<b>x</b>')
    """
    return raw.replace("_", " ").title() if _PLAIN_NAME.fullmatch(raw) else raw


def listing(words: Sequence[str], last: str = "and") -> str:
    """Join words as a sentence does.

    Examples
    --------
    >>> listing(["a"]), listing(["a", "b"]), listing(["a", "b", "c"], "or")
    ('a', 'a and b', 'a, b or c')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def count(number: int, word: str, plural: str = "") -> str:
    """Return a number with its noun, thousands set apart.

    Examples
    --------
    >>> count(1, "cube"), count(2400, "game"), count(2, "ability", "abilities")
    ('1 cube', '2,400 games', '2 abilities')
    """
    return f"{number:,} {word if number == 1 else plural or f'{word}s'}"


def number(value: float, decimals: int = 0, *, signed: bool = False) -> str:
    """Return a number with a true minus sign and never a minus zero.

    Examples
    --------
    >>> number(-0.04, 1), number(-1.26, 1), number(1.26, 1, signed=True)
    ('0.0', '−1.3', '+1.3')
    """
    rounded = round(value, decimals) + 0.0
    text = f"{abs(rounded):.{decimals}f}"
    if rounded < 0:
        return f"−{text}"
    return f"+{text}" if signed and rounded > 0 else text


def decimals_for(interval: Interval, *, scale: float = 100.0, mark: float = EVEN) -> int:
    """Return how many decimals an interval supports (0 to 2).

    Whole numbers where its half width is one unit or more, else one decimal; more where rounding would make
    both ends the same or put one onto a mark that it does not touch.
    """
    ends = (scale * interval.low, scale * interval.high)
    decimals = 0 if ends[1] - ends[0] >= 2 or ends[0] == ends[1] else 1
    near = [end for end in ends if end != scale * mark]
    while decimals < 2 and (
        any(round(end, decimals) == round(scale * mark, decimals) for end in near)
        or (ends[0] != ends[1] and round(ends[0], decimals) == round(ends[1], decimals))
    ):
        decimals += 1
    return decimals


def ends(interval: Interval, *, scale: float = 100.0, mark: float = EVEN) -> tuple[str, str, str]:
    """Return the estimate and its two ends as text, in 100 unless another `scale` is given."""
    decimals = decimals_for(interval, scale=scale, mark=mark)
    return (
        number(scale * interval.estimate, decimals),
        number(scale * interval.low, decimals),
        number(scale * interval.high, decimals),
    )
