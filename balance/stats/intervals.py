"""Intervals for shares and means, exact tests of an even share, and false discovery control.

Pure functions of counts. Arrays may have leading axes (many data sets at once); strata lie on the last axis.
Formulas and sources: `docs/statistics.md`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import bdtr, ndtr, ndtri, stdtrit

Array = NDArray[np.float64]

LEVEL = 0.95
"""Every interval is two-sided at this level unless told otherwise."""


@dataclass(frozen=True)
class Counts:
    """Games by result, one entry per stratum.

    Parameters
    ----------
    wins
        Games won.
    halves
        Games that count as half a win each: ties under the rule `shared`; zero under every other rule.
    games
        Games played, at least `wins + halves`.
    """

    wins: Array
    halves: Array
    games: Array

    @classmethod
    def of(cls, wins: ArrayLike, games: ArrayLike, halves: ArrayLike = 0.0) -> Counts:
        """Make counts from anything that numpy takes, all in one shape."""
        arrays = np.broadcast_arrays(*(np.asarray(a, np.float64) for a in (wins, halves, games)))
        return cls(*(np.array(a) for a in arrays))

    @property
    def losses(self) -> Array:
        """Games lost."""
        return self.games - self.wins - self.halves

    @property
    def share(self) -> Array:
        """Wins and half the halves, over games; nan where no game was played."""
        played = self.games > 0
        score = self.wins + self.halves / 2
        return np.where(played, score / np.where(played, self.games, 1.0), np.nan)

    def flipped(self) -> Counts:
        """Return the counts as the other seat sees them."""
        return Counts(self.losses, self.halves, self.games)

    def take(self, index: ArrayLike) -> Counts:
        """Return some of the strata."""
        i = np.asarray(index, np.int64)
        return Counts(self.wins[..., i], self.halves[..., i], self.games[..., i])

    def joined(self, other: Counts) -> Counts:
        """Return the strata of both."""
        return Counts(
            np.concatenate([self.wins, other.wins], axis=-1),
            np.concatenate([self.halves, other.halves], axis=-1),
            np.concatenate([self.games, other.games], axis=-1),
        )


def quantile(level: float = LEVEL) -> float:
    """Return the standard normal quantile of a two-sided level (0.95 → 1.96).

    Examples
    --------
    >>> round(quantile(), 4)
    1.96
    """
    return float(ndtri(0.5 + level / 2))


def wilson(share: ArrayLike, games: ArrayLike, *, level: float = LEVEL) -> tuple[Array, Array]:
    """Return the Wilson score interval of a share.

    The ends are exact: the low end is 0 at share 0 and the high end 1 at share 1. Without games the interval
    is 0 to 1.

    Parameters
    ----------
    share
        Observed share, 0–1 (wins over games).
    games
        Games it rests on; may be fractional, for an effective number of games.
    level
        Two-sided coverage.

    Returns
    -------
    tuple of arrays
        Low and high ends.

    Notes
    -----
    Wilson (1927); called method 3 by Newcombe (1998), Statistics in Medicine 17, 857–872.

    Examples
    --------
    >>> low, high = wilson(15 / 148, 148)
    >>> round(float(low), 4), round(float(high), 4)
    (0.0624, 0.1605)
    """
    p, n = np.broadcast_arrays(np.asarray(share, np.float64), np.asarray(games, np.float64))
    z2 = quantile(level) ** 2
    played = n > 0
    n = np.where(played, n, 1.0)
    p = np.where(played, p, 0.5)
    centre = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = np.sqrt(z2 * (p * (1 - p) / n + z2 / (4 * n**2))) / (1 + z2 / n)
    low = np.where(played & (p > 0), np.maximum(centre - half, 0.0), 0.0)
    high = np.where(played & (p < 1), np.minimum(centre + half, 1.0), 1.0)
    return low, high


def variance(counts: Counts) -> Array:
    """Return the variance of one game's score in each stratum, never 0 and never too small on average.

    One win and one loss are added to the counts, and the result is scaled so that it is unbiased at a true
    share of 1/2 without halves; elsewhere it is slightly too large. Unit: squared win share of one game.
    """
    n = counts.games + 2
    mean = (counts.wins + 1 + counts.halves / 2) / n
    raw = (counts.wins + 1 + counts.halves / 4) / n - mean**2
    return raw / (1 - counts.games / n**2)


def weighted_share(
    counts: Counts, weights: ArrayLike | None = None, *, level: float = LEVEL
) -> tuple[Array, Array, Array]:
    """Return the weighted mean of independent strata's shares, with its interval.

    Wilson's interval with an effective number of games, that at which a single binomial share would have the
    estimated variance of the weighted mean. One stratum without halves gives Wilson's interval itself. Every
    stratum must have at least one game.

    Parameters
    ----------
    counts
        One stratum per entry of the last axis.
    weights
        Non-negative, summing to 1; equal by default.
    level
        Two-sided coverage.

    Returns
    -------
    tuple of arrays
        Estimate, low and high end, without the last axis.

    Notes
    -----
    Effective sample sizes in Wilson's interval: Korn and Graubard (1998), Survey Methodology 24, 193–201;
    Dean and Pagano (2015), Journal of Survey Statistics and Methodology 3, 484–503. The smoothed variance is
    `variance`.
    """
    estimate, effective = _mean(counts, weights)
    low, high = wilson(estimate, effective, level=level)
    return estimate, low, high


def _mean(counts: Counts, weights: ArrayLike | None) -> tuple[Array, Array]:
    """Return the weighted mean of the strata's shares and its effective number of games."""
    k = counts.games.shape[-1]
    w = np.full(k, 1 / k) if weights is None else np.asarray(weights, np.float64)
    n = counts.games
    estimate = np.clip(np.sum(w * counts.share, axis=-1), 0.0, 1.0)
    smooth = np.sum(w * (counts.wins + 1 + counts.halves / 2) / (n + 2), axis=-1)
    pooled = smooth * (1 - smooth) / (1 - np.sum(w**2 * n / (n + 2) ** 2, axis=-1))
    return estimate, pooled / np.sum(w**2 * variance(counts) / n, axis=-1)


def mean_p_value(counts: Counts) -> Array:
    """Return the two-sided p-value of "the equally weighted mean of the strata's shares is one half".

    At most 1 − level exactly where the interval of `weighted_share` at that level leaves one half out.

    Examples
    --------
    >>> strata = Counts.of([60, 50], [100, 100])
    >>> round(float(mean_p_value(strata)), 3)
    0.156
    """
    estimate, effective = _mean(counts, None)
    return np.asarray(2 * ndtr(-2 * np.abs(estimate - 0.5) * np.sqrt(effective)))


def share_interval(counts: Counts, *, level: float = LEVEL) -> tuple[Array, Array]:
    """Return each stratum's own interval: Wilson's; with halves, at the effective number of games."""
    return wilson(counts.share, effective_games(counts), level=level)


def effective_games(counts: Counts) -> Array:
    """Return how many win-or-lose games tell as much as each stratum's: more than its games where ties count half."""
    n = counts.games + 2
    smooth = (counts.wins + 1 + counts.halves / 2) / n
    raw = (counts.wins + 1 + counts.halves / 4) / n - smooth**2
    return np.asarray(np.where(counts.halves > 0, counts.games * smooth * (1 - smooth) / raw, counts.games))


def even_p_value(wins: ArrayLike, losses: ArrayLike) -> Array:
    """Return the exact two-sided p-value of "a decided game is won as often as lost".

    The binomial test at 1/2; with shared ties it is the sign test, which leaves ties out. 1 without decided
    games.

    Examples
    --------
    >>> round(float(even_p_value(8, 2)), 6)
    0.109375
    """
    won, lost = np.asarray(wins, np.float64), np.asarray(losses, np.float64)
    total = won + lost
    tail = bdtr(np.minimum(won, lost), np.maximum(total, 1).astype(np.int64), 0.5)
    return np.where(total > 0, np.minimum(1.0, 2 * tail), 1.0)


def mean_interval(
    games: float, total: float, squares: float, *, level: float = LEVEL
) -> tuple[float, float, float]:
    """Return a mean with Student's t interval, from the number of games, the sum and the sum of squares.

    For whole numbers, such as points. nan without games; the ends are nan with fewer than two games. Values
    that are all alike do not prove that every other game would be: the spread is taken to be at least that of
    one game of `games` being off by one.

    Examples
    --------
    >>> [round(x, 3) for x in mean_interval(4, 10, 30)]
    [2.5, 0.446, 4.554]
    >>> [round(x, 3) for x in mean_interval(20, 60, 180)]
    [3.0, 2.895, 3.105]
    """
    if games < 1:
        return float("nan"), float("nan"), float("nan")
    mean = total / games
    if games < 2:
        return mean, float("nan"), float("nan")
    spread = max((squares - total * mean) / (games - 1), 1 / games)
    half = float(stdtrit(games - 1, 0.5 + level / 2)) * float(np.sqrt(spread / games))
    return mean, mean - half, mean + half


def benjamini_hochberg(p_values: ArrayLike) -> Array:
    """Return adjusted p-values: rejecting those at most q keeps the false discovery rate at most q.

    For independent tests, which those of separate cells are.

    Notes
    -----
    Benjamini and Hochberg (1995), Journal of the Royal Statistical Society B 57, 289–300.

    Examples
    --------
    >>> [round(float(q), 6) for q in benjamini_hochberg([0.01, 0.04, 0.03])]
    [0.03, 0.04, 0.04]
    """
    p = np.asarray(p_values, np.float64)
    if p.size == 0:
        return p
    order = np.argsort(p)[::-1]
    scaled = p[order] * p.size / np.arange(p.size, 0, -1)
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(np.minimum.accumulate(scaled), 1.0)
    return adjusted
