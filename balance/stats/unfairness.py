"""One number for a matrix of pairs: the mean distance of their shares from one half."""

from __future__ import annotations

import numpy as np
from scipy.special import ndtr

from balance.stats.intervals import LEVEL, Array, Counts, quantile, variance, weighted_share


def mean_unfairness(counts: Counts, *, level: float = LEVEL) -> tuple[Array, Array, Array]:
    """Return the mean of |share − 1/2| over pairs, corrected for the upward bias of noise, with its interval.

    Every pair must have at least one game. Approximate below some 20 games a pair.

    Parameters
    ----------
    counts
        One pair per entry of the last axis.
    level
        Two-sided coverage.

    Returns
    -------
    tuple of arrays
        Estimate, low and high end, win share (0 to 0.5), without the last axis.

    Notes
    -----
    No estimator of |δ| is free of bias at δ = 0 (Cai and Low 2011, Annals of Statistics 39, 1012–1041), so
    the interval rests on two one-sided bounds instead: |d| is too large on average for every true δ, and
    |d| − (2/√π) s exp(−d²/2s²) is too small for every true δ (d observed, s its standard error). Their
    standard errors come from the Gaussian Poincaré inequality. The estimate inside it supposes that the true
    distances have the pattern of the observed ones with the noise taken out of their spread. Derivation and
    measured coverage: `docs/statistics.md`.
    """
    distance = counts.share - 0.5
    noise = np.sqrt(variance(counts) / counts.games)
    ratio = distance / noise
    bump = 2 / np.sqrt(np.pi) * np.exp(-(ratio**2) / 2)
    reach = quantile(level) / distance.shape[-1]
    below = np.mean(np.abs(distance) - noise * bump, axis=-1)
    above = np.mean(np.abs(distance), axis=-1)
    slope = np.sign(ratio) + ratio * bump
    # Near 0 and 1 shares are skewed: Wilson's low end, each share as its winner sees it, is lower there.
    winners = Counts(np.maximum(counts.wins, counts.losses), counts.halves, counts.games)
    _, skewed, _ = weighted_share(winners, level=level)
    low = np.minimum(below - reach * np.sqrt(np.sum((noise * slope) ** 2, axis=-1)), skewed - 0.5)
    high = above + reach * np.sqrt(np.sum(noise**2, axis=-1))
    low, high = np.clip(low, 0.0, 0.5), np.clip(high, 0.0, 0.5)
    return np.clip(_patterned(distance, noise), low, high), low, high


def _patterned(distance: Array, noise: Array) -> Array:
    """Return the mean true distance at which one expects the mean distance observed, given the pattern."""
    shape = _shape(distance, noise)
    observed = np.mean(np.abs(distance), axis=-1)
    low, high = np.zeros_like(observed), np.full_like(observed, 0.5)
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
