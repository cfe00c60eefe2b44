"""Numbers of games multiplied by one factor, as `Configuration.scaled` does it."""

from __future__ import annotations

import math
from typing import Any, Final, TypeVar

from balance.config.played import MOST_GAMES
from balance.config.precision import Precision

SMALLEST_FACTOR: Final = 1e-7
LARGEST_FACTOR: Final = 1e4
_DIGITS: Final = 3
_TWICE: Final = 2.0  # from here on, times are easier to read than percent

_Entry = TypeVar("_Entry")


def scaled_games(games: int, factor: float) -> int:
    """Return a number of games multiplied by a factor: rounded, at least 1 and at most what a cell may have.

    Examples
    --------
    >>> scaled_games(260, 0.5), scaled_games(16, 0.01), scaled_games(100, 1e9)
    (130, 1, 10000000)
    """
    return min(MOST_GAMES, max(1, round(games * factor)))


def scaled_entry(entry: _Entry, factor: float, *, in_turns: bool = False) -> _Entry:
    """Return a policy pair or an auction with its games multiplied.

    Parameters
    ----------
    entry
        What is played by whom.
    factor
        By what its games are multiplied.
    in_turns
        Whether its games are those on each layout of a set. Less than one game on each of them is one game on a share
        of them.
    """
    model: Any = entry
    changes: dict[str, Any] = {"games": scaled_games(model.games, factor)}
    if in_turns and model.games * factor < 1:
        changes["set_share"] = (model.set_share or 1.0) * model.games * factor
    changed: _Entry = model.model_copy(update=changes)
    return changed


def scaled_precision(precision: Precision | None, factor: float, pairs: int) -> Precision | None:
    """Return a wanted precision with its largest number of games multiplied.

    Without a largest number, a factor below 1 is of the number that surely suffices for so many pairs.
    """
    if precision is None or (precision.max_games is None and factor >= 1):
        return precision
    most = precision.games_that_suffice(pairs) if precision.max_games is None else precision.max_games
    return precision.model_copy(update={"max_games": max(1, round(most * factor))})


def short_factor(factor: float) -> float:
    """Return a factor rounded down to three digits, so that it can be typed; the smallest is not rounded to nothing.

    Examples
    --------
    >>> short_factor(0.34567), short_factor(12.999), short_factor(1.0), short_factor(0.00062)
    (0.345, 12.9, 1.0, 0.00062)
    """
    unit = _DIGITS - 1 - math.floor(math.log10(factor))
    return float(f"{math.floor(round(factor * 10.0**unit, 6)) / 10.0**unit:.{_DIGITS}g}")


def effort_words(factor: float) -> str:
    """Say what part of the configured games a factor stands for.

    Examples
    --------
    >>> effort_words(0.345), effort_words(0.000625)
    ('34.5% of the configured games', '0.0625% of the configured games')
    >>> effort_words(1.0), effort_words(12.9)
    ('all configured games', '12.9 times the configured games')
    """
    if factor == 1.0:
        return "all configured games"
    if factor >= _TWICE:
        return f"{factor:,.12g} times the configured games"
    return f"{100 * factor:.12g}% of the configured games"
