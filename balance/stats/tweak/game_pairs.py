"""The sequential test that chess-engine testers run on pairs of games: generalised likelihood ratios.

Written from Van den Bergh's notes on maximum likelihood for multinomials and on normalised Elo; section numbers in
`docs/statistics.md`, "Tweaks".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike
from scipy.optimize import brentq

from balance.stats.intervals import Array

UNSEEN = 0.001
"""Games that a class without any is given, as testers do: else no distribution with another mean would be possible."""

ELO_UNIT = 800 / math.log(10)
"""Normalised Elo of one standard deviation of a single game."""

ROUNDS = 100
"""Most steps until a distribution with a given ratio of mean to deviation is found; some ten suffice."""


def log_likelihood_ratio(
    counts: ArrayLike, values: ArrayLike, null: float, alternative: float
) -> tuple[float, float]:
    """Return the log-likelihood ratio of two means, exactly and in its normal approximation.

    Exact: the largest likelihood of any distribution on the values with the alternative's mean, over that with the
    null hypothesis' mean. Nan where a mean is out of reach; the approximation is nan where all games are alike.

    Parameters
    ----------
    counts
        Games by value; a class without games counts as `UNSEEN` in the exact form.
    values
        Of the classes.
    null, alternative
        The two means.

    Examples
    --------
    >>> [round(x, 4) for x in log_likelihood_ratio([90, 820, 90], [-1, 0, 1], 0.0, 0.02)]
    [-1.1068, -1.1111]
    """
    n, v = np.asarray(counts, np.float64), np.asarray(values, np.float64)
    games = float(n.sum())
    mean = float(n @ v) / games if games else math.nan
    spread = float(n @ (v - mean) ** 2) / games if games else 0.0
    middle = (null + alternative) / 2
    rough = games * (alternative - null) * (mean - middle) / spread if spread > 0 else math.nan
    if not games or not (v.min() < min(null, alternative) and max(null, alternative) < v.max()):
        return math.nan, rough
    padded = np.where(n > 0, n, UNSEEN)
    before, after = (_tilted(padded, v - mark) for mark in (null, alternative))
    return float(padded @ (np.log(after) - np.log(before))), rough


def normalised_elo_ratio(counts: Sequence[float], null: float, alternative: float) -> float:
    """Return the log-likelihood ratio of two normalised Elo differences.

    Parameters
    ----------
    counts
        Pairs of games by score: LL, LD, WL or DD, WD, WW. Or single games by result: L, D, W.
    null, alternative
        Normalised Elo: `ELO_UNIT` × (mean score of a game − 1/2) / its standard deviation.

    Examples
    --------
    >>> round(normalised_elo_ratio([39, 8843, 26675, 9240, 44], 0.5, 2.5), 5)
    2.94168
    """
    n = np.asarray(counts, np.float64)
    if n.shape not in ((3,), (5,)) or (n < 0).any() or not n.any():
        msg = "counts must be those of three results or of five pair scores, with at least one game"
        raise ValueError(msg)
    padded = np.where(n > 0, n, UNSEEN)
    score = np.linspace(0.0, 1.0, n.size) - 0.5
    per_game = math.sqrt((n.size - 1) / 2) / ELO_UNIT  # a pair's mean deviates less by the root of two
    before, after = (_with_ratio(padded, score, elo * per_game) for elo in (null, alternative))
    return float(padded @ (np.log(after) - np.log(before)))


def stops(alpha: float, beta: float) -> tuple[float, float]:
    """Return the ratios at which testers stop (Wald): the null hypothesis is kept below the first, given up above.

    Examples
    --------
    >>> [round(x, 3) for x in stops(0.05, 0.05)]
    [-2.944, 2.944]
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def _tilted(counts: Array, deviations: Array) -> Array:
    """Return the most likely distribution whose mean deviation is 0: p / (1 + x d) with the x that makes it so."""
    share = counts / counts.sum()
    low, high = -1 / deviations.max(), -1 / deviations.min()
    slack = 1e-12 * (high - low)

    def mean(x: float) -> float:
        return float(np.sum(share * deviations / (1 + x * deviations)))

    return np.asarray(share / (1 + brentq(mean, low + slack, high - slack, xtol=1e-14) * deviations))


def _with_ratio(counts: Array, values: Array, ratio: float) -> Array:
    """Return the most likely distribution whose mean is `ratio` standard deviations.

    The deviation is a curved function of the distribution; it is replaced by its tangent at the last distribution found
    until that does not change.
    """
    found = np.full(counts.size, 1 / counts.size)
    for _ in range(ROUNDS):
        mean = found @ values
        spread = math.sqrt(found @ (values - mean) ** 2)
        tangent = (spread + (values - mean) ** 2 / spread) / 2
        last, found = found, _tilted(counts, values - ratio * tangent)
        if np.abs(found - last).max() < 1e-12:
            break
    return found
