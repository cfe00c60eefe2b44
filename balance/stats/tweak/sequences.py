"""Confidence sequences: intervals of bounded means that hold at every look at once, from counts of values alone.

Arrays may have leading axes (pairs, data sets); values lie on the last axis. Formulas, sources and measured coverage:
`docs/statistics.md`, section "Tweaks".
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.intervals import Array

BETS: Array = np.geomspace(0.001, 0.98, 24)
"""Parts of its capital that each bettor stakes on every game."""

SCALE = 0.1
"""Of the half-Cauchy distribution by which the capital is divided: narrowest from some 500 to 50,000 games."""

_DENSITY = BETS / (1 + (BETS / SCALE) ** 2)  # times BETS, since the grid is even in their logarithm
_CAPITAL: Array = np.log(_DENSITY / _DENSITY.sum())

HALVINGS = 34
"""Of the range in which an end is searched: it is found to 1e-10 of it."""

TUNED_ROUNDS = 1000
"""Rounds at which the sequences of overall figures are about as narrow as they can be."""


def evidence_above(counts: ArrayLike, values: ArrayLike, mean: ArrayLike, lowest: float) -> Array:
    """Return the logarithm of an e-value against "the true mean is at most `mean`".

    A bettor at fair odds, if the mean were `mean`; whatever smaller mean is true, no strategy of looking and stopping
    makes the expected capital exceed 1. It grows as `mean` falls. 0 without games.

    Parameters
    ----------
    counts
        Games by value, shape (…, values); may be fractional, for projections.
    values
        What each is worth.
    mean
        The largest mean of the null hypothesis, shape (…).
    lowest
        The smallest value that a game can have.
    """
    n, v = np.asarray(counts, np.float64), np.asarray(values, np.float64)
    seen = n.reshape(-1, v.size).any(axis=0)
    n, v = n[..., seen], v[seen]
    room = np.maximum(np.asarray(mean, np.float64) - lowest, 1e-12)[..., None]
    gain = (v - lowest) / room - 1
    capital = np.broadcast_to(_CAPITAL, (*np.broadcast_shapes(n.shape[:-1], gain.shape[:-1]), BETS.size))
    for place in range(v.size):
        capital = capital + n[..., place, None] * np.log1p(BETS * gain[..., place, None])
    # as scipy.special.logsumexp, whose checks take most of the time of a search
    most = capital.max(axis=-1, keepdims=True)
    return np.asarray(most[..., 0] + np.log(np.exp(capital - most).sum(axis=-1)))


def evidence_below(counts: ArrayLike, values: ArrayLike, mean: ArrayLike, highest: float) -> Array:
    """Return the logarithm of an e-value against "the true mean is at least `mean`": see `evidence_above`."""
    return evidence_above(counts, -np.asarray(values), -np.asarray(mean), -highest)


def lower_end(counts: ArrayLike, values: ArrayLike, lowest: float, error: ArrayLike) -> Array:
    """Return a lower end that, over all looks at once, lies above the true mean with a chance of at most `error`.

    Parameters
    ----------
    counts, values, lowest
        As in `evidence_above`.
    error
        One-sided, shape (…) or a number.
    """
    n, v = np.asarray(counts, np.float64), np.asarray(values, np.float64)
    games = n.sum(axis=-1)
    played = games > 0
    need = -np.log(np.asarray(error, np.float64))
    low = np.full(games.shape, float(lowest))
    high = np.where(played, n @ v / np.where(played, games, 1.0), lowest)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        out = evidence_above(n, v, middle, lowest) >= need
        low, high = np.where(out, middle, low), np.where(out, high, middle)
    return low


def upper_end(counts: ArrayLike, values: ArrayLike, highest: float, error: ArrayLike) -> Array:
    """Return an upper end that, over all looks at once, lies below the true mean with a chance of at most `error`."""
    return -lower_end(counts, -np.asarray(values), -highest, error)


def sequence(
    counts: ArrayLike, values: ArrayLike, bounds: tuple[float, float], level_error: ArrayLike
) -> tuple[Array, Array]:
    """Return both ends of an interval that holds at all looks with a chance of at least 1 − `level_error`.

    Without games it is all that is possible.

    Parameters
    ----------
    counts, values
        As in `evidence_above`.
    bounds
        The smallest and the largest value that a game can have.
    level_error
        Two-sided: half of it at either end.

    Examples
    --------
    >>> low, high = sequence([500, 500], [0.0, 1.0], (0.0, 1.0), 0.05)
    >>> round(float(low), 3), round(float(high), 3)
    (0.45, 0.55)
    """
    half = np.asarray(level_error, np.float64) / 2
    return lower_end(counts, values, bounds[0], half), upper_end(counts, values, bounds[1], half)


def stretch(rounds: float, error: float) -> float:
    """Return by how many standard errors an estimate may be off, at all looks at once, where one look has 1.96.

    Asymptotic: for means of many games, by their estimated variance. A round is one game of every pair.

    Parameters
    ----------
    rounds
        So far; infinite where there are none.
    error
        Two-sided.

    Examples
    --------
    >>> round(stretch(1000, 0.05), 3)
    3.035
    """
    if rounds <= 0:
        return math.inf
    time = 8 * rounds / TUNED_ROUNDS  # the mixture's variance, in units of the rounds' own
    return math.sqrt((1 + 1 / time) * (math.log1p(time) - 2 * math.log(error)))
