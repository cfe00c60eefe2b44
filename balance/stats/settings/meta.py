"""Estimates with known errors that scatter around a line by more than their errors: random effects.

Pure functions of arrays. Formulas and sources: `docs/statistics.md`, "Layouts compared".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq
from scipy.special import chdtrc, chdtri, stdtr, stdtrit

from balance.stats.intervals import LEVEL, Array


def heterogeneity(values: Array, variances: Array) -> float:
    """Return the p-value of "all true values are the same": Cochran's Q against chi-square.

    Examples
    --------
    >>> round(heterogeneity(np.array([0.0, 2.0]), np.array([1.0, 1.0])), 4)
    0.1573
    """
    freedom = len(values) - 1
    return float(chdtrc(freedom, _scatter(values, variances, np.ones((len(values), 1)))(0.0)))


def spread(values: Array, variances: Array, *, level: float = LEVEL) -> tuple[float, float, float]:
    """Return the standard deviation of the true values, with its interval.

    Paule and Mandel's estimate; the interval is that of the Q profile: every spread at which the weighted scatter is
    no surprise.
    """
    line = np.ones((len(values), 1))
    scatter = _scatter(values, variances, line)
    freedom = len(values) - 1
    tail = (1 - level) / 2
    low, high = (_reaching(scatter, float(chdtri(freedom, p)), variances) for p in (tail, 1 - tail))
    return _reaching(scatter, float(freedom), variances) ** 0.5, low**0.5, high**0.5


def pulled(values: Array, variances: Array, between: float) -> Array:
    """Return each value pulled to the mean by its luck's part of the variance: empirical Bayes.

    Parameters
    ----------
    values, variances
        Estimates and what luck makes their variances.
    between
        Standard deviation of the true values.

    Examples
    --------
    >>> pulled(np.array([0.0, 2.0]), np.array([1.0, 1.0]), 1.0).tolist()
    [0.5, 1.5]
    """
    weights = 1 / (between**2 + variances)
    mean = float(weights @ values / weights.sum())
    return np.asarray(mean + between**2 * weights * (values - mean))


def _scatter(values: Array, variances: Array, design: Array) -> Callable[[float], float]:
    """Return the weighted sum of squared residuals as a function of the variance between the true values."""

    def at(between: float) -> float:
        weights = 1 / (variances + between)
        return float(weights @ _residuals(values, design, weights)[0] ** 2)

    return at


def _residuals(values: Array, design: Array, weights: Array) -> tuple[Array, Array, Array]:
    """Return residuals, coefficients and the inverse of the information of a weighted least squares fit."""
    information: Array = np.linalg.inv((design * weights[:, None]).T @ design).astype(np.float64)
    coefficients = information @ (design.T @ (weights * values))
    return values - design @ coefficients, coefficients, information


def _reaching(scatter: Callable[[float], float], target: float, variances: Array) -> float:
    """Return the variance between true values at which the scatter, which falls with it, is a target; 0 if below."""
    if scatter(0.0) <= target:
        return 0.0
    high = float(variances.max())
    while scatter(high) > target:
        high *= 4
    return float(brentq(lambda between: scatter(between) - target, 0.0, high, xtol=1e-14))


@dataclass(frozen=True)
class Slope:
    """A slope with its interval, and the p-value of "no slope"."""

    value: float
    low: float
    high: float
    p_value: float


def slope(values: Array, variances: Array, feature: Array, *, level: float = LEVEL) -> Slope:
    """Return how the values change with a feature, what else differs between them being luck of its own.

    Random effects by Paule and Mandel, errors by Knapp and Hartung, never smaller than without their factor; Student's
    t with as many degrees of freedom as there are values, less two.

    Raises
    ------
    ValueError
        Fewer than three values, or a feature that is the same for all.
    """
    freedom = len(values) - 2
    if freedom < 1 or np.ptp(feature) == 0:
        msg = "a slope needs three values and a feature that varies"
        raise ValueError(msg)
    design = np.stack([np.ones(len(values)), feature - feature.mean()], axis=1)
    between = _reaching(_scatter(values, variances, design), float(freedom), variances)
    weights = 1 / (variances + between)
    left, coefficients, information = _residuals(values, design, weights)
    factor = max(1.0, float(weights @ left**2) / freedom)
    error = float(np.sqrt(factor * information[1, 1]))
    value = float(coefficients[1])
    half = float(stdtrit(freedom, 0.5 + level / 2)) * error
    return Slope(value, value - half, value + half, float(2 * stdtr(freedom, -abs(value) / error)))
