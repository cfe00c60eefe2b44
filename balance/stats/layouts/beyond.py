"""How much true values vary, where what is seen of them varies by luck as well."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import chdtri, fdtri

from balance.stats.intervals import LEVEL, Array, quantile

GRID = 400
"""Points at which a variance is weighed."""
TAIL = 1e-4
"""Variances that would make the scatter seen as rare as this are not weighed."""


@dataclass(frozen=True)
class Variance:
    """A variance of true values with its interval; all at least 0."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Variance:
        """Return it multiplied."""
        return Variance(self.value * factor, self.low * factor, self.high * factor)


def fixed_variance(
    squares: float, freedom: int, luck: float, cases: int, *, known: float = math.inf, level: float = LEVEL
) -> Variance:
    """Return the variance of true values all of which were played: they are what they are, only luck is random.

    Parameters
    ----------
    squares
        Sum of squares of what was seen, around a mean or a fit, or of a fit around its mean.
    freedom
        Its degrees of freedom.
    luck
        Variance of one value that luck alone gives.
    cases
        How many true values there are: the variance is their mean square.
    known
        Degrees of freedom of `luck`.
    level
        Of the interval.

    Notes
    -----
    ``squares / luck`` is noncentral chi-square; its noncentrality λ is bounded where it lies one normal quantile from
    its mean ``freedom + λ`` in units of its standard deviation √(2 ``freedom`` + 4 λ + 2 (``freedom`` + λ)² /
    ``known``), the last of which is what is not known of luck.
    """
    z, excess = quantile(level), squares / luck - freedom
    unknown = min(2 * z**2 / known, 0.9)  # with hardly anything known, no more than ten times as wide

    def ends(seen: float) -> tuple[float, float]:
        # (seen - λ)² = z² (2 freedom + 4 λ) + unknown (freedom + λ)²
        middle = seen + 2 * z**2 + unknown * freedom
        rest = seen**2 - 2 * z**2 * freedom - unknown * freedom**2
        reach = math.sqrt(max(middle**2 - (1 - unknown) * rest, 0.0))
        return (middle - reach) / (1 - unknown), (middle + reach) / (1 - unknown)

    unexpectedly_even = max(excess, 0.0)  # less scatter than luck makes says no more than as much
    low, high = ends(excess)[0], ends(unexpectedly_even)[1]
    value, low, high = (max(0.0, noncentral) * luck / cases for noncentral in (excess, low, high))
    return Variance(value, low, high)


def drawn_variance(
    squares: float, freedom: int, luck: float, *, known: float = math.inf, level: float = LEVEL
) -> Variance:
    """Return the variance of true values of which these are a sample; parameters as of `fixed_variance`."""
    tail, seen = (1 - level) / 2, squares / freedom
    # the ends of what is seen over luck: of two chi-squares, or of one where luck is known
    ends = (float(chdtri(freedom, at)) / freedom for at in (tail, 1 - tail))
    if math.isfinite(known):
        ends = (float(fdtri(freedom, known, 1 - at)) for at in (tail, 1 - tail))
    most, least = ends
    return Variance(max(0.0, seen - luck), max(0.0, seen / most - luck), max(seen, luck) / least - luck)


@dataclass(frozen=True)
class Pull:
    """How far what was seen is to be believed: a mean over what the variance of the true values may be.

    Parameters
    ----------
    weight
        Of each value, 0–1.
    wobble
        Variance of that weight.
    """

    weight: Array
    wobble: Array


def pull(squares: float, freedom: float, luck: Array, known: float) -> Pull:
    """Return how far values that scatter around 0, by luck and by what is true, are to be believed.

    The standard deviation of the true values is as likely to be any as any other before the scatter is seen (Gelman
    2006, Bayesian Analysis 1, 515–534): where luck hides it, it is not taken for 0.

    Parameters
    ----------
    squares, freedom
        Sum of their squares, and in how many directions they vary.
    luck
        Variance of each value that luck gives; few different ones.
    known
        Degrees of freedom of `luck`. The logarithm of scatter over luck varies by 2/`freedom` + 2/`known`.
    """
    mean = float(luck.mean())
    both = 1 / (1 / freedom + 1 / known)
    squares, freedom = squares * both / freedom, both
    most = max(squares / float(chdtri(freedom, 1 - TAIL)) - mean, 1e-6 * mean)
    least = max(squares / float(chdtri(freedom, TAIL)) - mean, 0.0)
    spreads = np.linspace(np.sqrt(least), np.sqrt(most), GRID)
    total = spreads**2 + mean
    likely = -freedom / 2 * np.log(total) - squares / (2 * total)
    weights = np.exp(likely - likely.max())
    weights /= weights.sum()
    levels, which = np.unique(luck, return_inverse=True)
    seen = spreads[:, None] ** 2 / (spreads[:, None] ** 2 + levels)
    weight = weights @ seen
    return Pull(weight[which], (weights @ (seen - weight) ** 2)[which])
