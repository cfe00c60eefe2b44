"""Differences between two rules, from counts of games played in pairs, and the control of many claims at once.

Strata lie on the axis before the results; arrays may have leading axes (many data sets at once). Formulas and
sources: `docs/statistics.md`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.results import Interval

Flags = NDArray[np.bool_]

EXTRA = 2.0
"""Games added to the variance, over all strata together, as if one had gone each way: no interval has no width."""


def moments(counts: ArrayLike, values: Array) -> tuple[Array, Array, Array]:
    """Return games, mean and variance (unbiased, of one game) of a value, in each stratum.

    Parameters
    ----------
    counts
        Games by result, shape (…, strata, *results).
    values
        The value of each result, shape of the results. Mean and variance are 0 without games. One game alone has
        its squared value for a variance: too large on average, never too small.
    """
    flat = np.asarray(counts, np.float64)
    flat = flat.reshape(*flat.shape[: flat.ndim - values.ndim], values.size)
    value = values.ravel()
    games = flat.sum(axis=-1)
    many = np.maximum(games, 1.0)
    mean = flat @ value / many
    squares = flat @ value**2 / many
    around = np.maximum(squares - mean**2, 0.0) * many / np.maximum(many - 1, 1.0)
    spread = np.where(games == 1, squares, around)
    return games, mean, spread


def weighted_mean(
    games: Array, mean: Array, spread: Array, weights: Array, *, largest: float = 1.0
) -> tuple[Array, Array]:
    """Return Σ weight × mean over independent strata, and its standard error.

    Strata without weight or games count for nothing; without any the standard error is 0.

    Parameters
    ----------
    games, mean, spread
        As `moments` returns them.
    weights
        One per stratum, of any sign.
    largest
        The largest value that a game can have, the scale of the games that are added to the variance.
    """
    used = (weights != 0) & (games > 0)
    square = (weights**2 * mean_variances(games, spread, used, largest=largest)).sum(axis=-1)
    return np.where(used, weights * mean, 0.0).sum(axis=-1), np.sqrt(square)


def mean_variances(games: Array, spread: Array, used: Flags, *, largest: float = 1.0) -> Array:
    """Return the variance of each stratum's mean, 0 for strata that are not used.

    Parameters
    ----------
    games, spread
        As `moments` returns them.
    used
        Which strata are used: the games that are added to the variance are added over all of them together.
    largest
        As in `weighted_mean`.
    """
    number = np.maximum(used.sum(axis=-1, keepdims=True), 1)
    many = np.where(used, np.maximum(games, 1.0), 1.0)
    smooth = spread + EXTRA * largest**2 / (number * many)
    return np.where(used, smooth / many, 0.0)


def two_sided(estimate: ArrayLike, error: ArrayLike) -> Array:
    """Return the two-sided p-value of "the true value is 0" from an estimate and its standard error.

    Where there is no error, the value is known: 1 if it is 0, else 0.

    Examples
    --------
    >>> round(float(two_sided(1.96, 1.0)), 3)
    0.05
    """
    value, width = np.broadcast_arrays(np.asarray(estimate, np.float64), np.asarray(error, np.float64))
    z = np.abs(value) / np.where(width > 0, width, 1.0)
    return np.where(width > 0, 2 * ndtr(-z), np.where(value == 0, 1.0, 0.0))


def normal(estimate: float | Array, error: float | Array, games: float, note: str = "") -> Interval:
    """Return a normal estimate with its 95% interval."""
    value, half = float(estimate), quantile() * float(error)
    return Interval(value, value - half, value + half, int(games), note)


def holm(p_values: ArrayLike) -> Array:
    """Return adjusted p-values: rejecting those at most q keeps the chance of any false rejection at most q.

    Whatever the dependence between the tests.

    Notes
    -----
    Holm (1979), Scandinavian Journal of Statistics 6, 65–70.

    Examples
    --------
    >>> [round(float(p), 6) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, np.float64)
    if p.size == 0:
        return p
    order = np.argsort(p, kind="stable")
    scaled = p[order] * np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.maximum.accumulate(scaled), 1.0)
    return adjusted


def games_for(variance: float, half_width: float, *, extra: float = 0.0, level: float = LEVEL) -> int:
    """Return how many games give an interval of a half width, if one game has a variance; at least 1.

    Parameters
    ----------
    variance
        Of one game.
    half_width
        Of the interval.
    extra
        What one game's variance is raised by, times the games (see `EXTRA`): with n games the interval's half width
        is z √((variance + extra / n) / n).
    level
        Of the interval.

    Examples
    --------
    >>> games_for(0.25, 0.01), games_for(0.0, 0.01, extra=EXTRA)
    (9604, 278)
    """
    ratio = (quantile(level) / half_width) ** 2
    games = ratio * (variance + math.sqrt(variance**2 + 4 * extra / ratio)) / 2
    return max(1, math.ceil(games - 1e-9))
