"""Looking at a bid's games more than once: when to look, and how sure to be at each look.

A bid gets games up to one of a few numbers fixed beforehand, the looks. Which of them is chosen from the data, so each
look has a level of its own, and all of them together err no more often than one test would. Formulas and source:
`docs/statistics.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from scipy.optimize import bisect
from scipy.special import bdtr
from scipy.stats import binom

from balance.stats.intervals import LEVEL, Array

PARTS = (1 / 32, 1 / 12, 1 / 5, 2 / 5)
"""Looks at one bid, as parts of the games that a pair may use on a setting over all its bids."""

_GAMES = 1000  # at the last look, where the levels are worked out: only the looks' ratios matter


def looks_of(games: int) -> tuple[int, ...]:
    """Return the numbers of games a cell at which a bid is looked at, for a budget of games a cell over all bids.

    Examples
    --------
    >>> looks_of(330), looks_of(5)
    ((10, 28, 66, 132), (1, 2))
    """
    return tuple(sorted({max(1, round(part * games)) for part in PARTS}))


@lru_cache
def nominal_levels(looks: tuple[int, ...], *, error: float = (1 - LEVEL) / 2) -> tuple[float, ...]:
    """Return, per look, the one-sided level at which to test there, so that all looks together err at most at `error`.

    Levels grow in proportion to the games. Exact for a fair coin (the chance of ever crossing, by recursion over the
    looks); lower chances of a win can only cross less often.

    Parameters
    ----------
    looks
        Games at each look, ascending.
    error
        The chance that a bid that is even is told apart, to one side, at any look.
    """
    games = np.maximum(1, np.round(np.array(looks) / looks[-1] * _GAMES).astype(int))
    parts = games / games[-1]

    def excess(scale: float) -> float:
        return _crossing(games, parts * scale) - error

    scale = bisect(excess, error / len(looks), error * 1.5, xtol=1e-6) if len(looks) > 1 else error
    return tuple(float(part * scale) for part in parts)


def _crossing(games: np.ndarray, levels: Array) -> float:
    """Return the chance that a fair coin is ever told to be unfair to one side."""
    alive, crossed, before = np.ones(1), 0.0, 0
    for n, level in zip(games, levels, strict=True):
        step = int(n) - before
        alive = np.convolve(alive, binom.pmf(np.arange(step + 1), step, 0.5))
        told = bdtr(np.arange(int(n) + 1), int(n), 0.5) <= level
        crossed += float(alive[told].sum())
        alive = np.where(told, 0.0, alive)
        before = int(n)
    return crossed


def level_at(games: float, looks: Sequence[int]) -> float:
    """Return the one-sided level of a test with so many games a cell: that of the last look reached.

    Without looks (the number of games was fixed beforehand) it is that of a single test.
    """
    if not looks:
        return (1 - LEVEL) / 2
    reached = sum(1 for look in looks if look <= games + 1e-9)
    return nominal_levels(tuple(looks))[max(reached - 1, 0)]
