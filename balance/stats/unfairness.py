"""One number for a matrix of pairs: the mean distance of their shares from one half, or from another target."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from balance.stats.intervals import LEVEL, Array, Counts, quantile, variance, weighted_share


def mean_unfairness(
    counts: Counts, *, target: ArrayLike = 0.5, level: float = LEVEL
) -> tuple[Array, Array, Array]:
    """Return the mean of |share − target| over pairs, corrected for the upward bias of noise, with its interval.

    Every pair must have at least one game. Approximate below some 20 games a pair.

    Parameters
    ----------
    counts
        One pair per entry of the last axis.
    target
        Of each pair, or of all.
    level
        Two-sided coverage.

    Returns
    -------
    tuple of arrays
        Estimate, low and high end, win share (0 to 0.5 for a target of 1/2), without the last axis.

    Notes
    -----
    No estimator of |δ| is free of bias at δ = 0 (Cai and Low 2011, Annals of Statistics 39, 1012–1041), so
    the interval rests on two one-sided bounds instead: |d| is too large on average for every true δ, and
    |d| − (2/√π) s exp(−d²/2s²) is too small for every true δ (d observed, s its standard error). Their
    standard errors come from the Gaussian Poincaré inequality. The estimate inside it supposes that the true
    distances have the pattern of the observed ones with the noise taken out of their spread. Derivation and
    measured coverage: `docs/statistics.md`.
    """
    aim = np.broadcast_to(np.asarray(target, np.float64), counts.games.shape)
    distance = counts.share - aim
    noise = np.sqrt(variance(counts) / counts.games)
    bump, slope = shortfall(distance, noise)
    reach = quantile(level) / distance.shape[-1]
    below = np.mean(np.abs(distance) - bump, axis=-1)
    above = np.mean(np.abs(distance), axis=-1)
    # Near 0 and 1 shares are skewed: Wilson's low end, each share as its winner sees it, is lower there.
    ahead = distance >= 0
    leaders = Counts(np.where(ahead, counts.wins, counts.losses), counts.halves, counts.games)
    _, skewed, _ = weighted_share(leaders, level=level)
    own = np.mean(np.where(ahead, aim, 1 - aim), axis=-1)
    low = np.minimum(below - reach * np.sqrt(np.sum((noise * slope) ** 2, axis=-1)), skewed - own)
    high = above + reach * np.sqrt(np.sum(noise**2, axis=-1))
    most = np.mean(np.maximum(aim, 1 - aim), axis=-1)
    low, high = np.clip(low, 0.0, most), np.clip(high, 0.0, most)
    return np.clip(_patterned(distance, noise, most), low, high), low, high


def shortfall(distance: Array, noise: Array) -> tuple[Array, Array]:
    """Return what |d| less makes a quantity that is too small on average for every true distance, and its slope in d.

    Parameters
    ----------
    distance
        Observed, of any sign.
    noise
        Its standard error.
    """
    ratio = distance / noise
    bump = 2 / np.sqrt(np.pi) * np.exp(-(ratio**2) / 2)
    return noise * bump, np.sign(ratio) + ratio * bump


def _patterned(distance: Array, noise: Array, most: Array) -> Array:
    """Return the mean true distance at which one expects the mean distance observed, given the pattern."""
    shape = _shape(distance, noise)
    observed = np.mean(np.abs(distance), axis=-1)
    low, high = np.zeros_like(observed), np.broadcast_to(most, observed.shape)
    for _ in range(40):
        middle = (low + high) / 2
        over = np.mean(_folded_mean(middle[..., None] * shape, noise), axis=-1) > observed
        low, high = np.where(over, low, middle), np.where(over, middle, high)
    return np.asarray((low + high) / 2)


def _folded_mean(distance: Array, noise: Array) -> Array:
    """Return E|X| of a normal X (Leone, Nelson and Nottingham 1961, Technometrics 3, 543–550)."""
    ratio = distance / noise
    density = np.exp(-(ratio**2) / 2) * np.sqrt(2 / np.pi)
    return np.asarray(noise * density + distance * (1 - 2 * ndtr(-ratio)))


def _shape(distance: Array, noise: Array) -> Array:
    """Return the pattern of true distances, mean 1: the observed ones pulled to their mean by the noise."""
    centre = np.mean(distance, axis=-1, keepdims=True)
    spread = distance - centre
    pairs = distance.shape[-1]
    observed = np.sum(spread**2, axis=-1, keepdims=True) / max(pairs - 1, 1)
    true = np.maximum(observed - np.mean(noise**2, axis=-1, keepdims=True), 0.0)
    pulled = np.abs(centre + spread * np.sqrt(true / np.where(observed > 0, observed, 1.0)))
    scale = np.mean(pulled, axis=-1, keepdims=True)
    return np.where(scale > 1e-12, pulled / np.where(scale > 1e-12, scale, 1.0), 1.0)
