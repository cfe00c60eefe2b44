"""One number for a matrix of pairs: the mean distance of their shares from one half, or from another target."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from balance.stats.intervals import LEVEL, Array, Counts, quantile, variance, weighted_share


def mean_unfairness(
    counts: Counts,
    weights: ArrayLike | None = None,
    *,
    target: ArrayLike = 0.5,
    level: float = LEVEL,
) -> tuple[Array, Array, Array]:
    """Return the mean of |share − target| over pairs, corrected for the upward bias of noise, with its interval.

    Every pair must have at least one game. Approximate below some 20 games a pair.

    Parameters
    ----------
    counts
        One pair per entry of the last axis.
    weights
        Positive, summing to 1; equal by default.
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
    pairs = counts.games.shape[-1]
    w = np.full(pairs, 1 / pairs) if weights is None else np.asarray(weights, np.float64)
    aim = np.broadcast_to(np.asarray(target, np.float64), counts.games.shape)
    distance = counts.share - aim
    noise = np.sqrt(variance(counts) / counts.games)
    bump, slope = shortfall(distance, noise)
    z = quantile(level)
    below = np.sum(w * (np.abs(distance) - bump), axis=-1)
    above = np.sum(w * np.abs(distance), axis=-1)
    # Near 0 and 1 shares are skewed: Wilson's low end, each share as its winner sees it, is lower there.
    ahead = distance >= 0
    leaders = Counts(np.where(ahead, counts.wins, counts.losses), counts.halves, counts.games)
    _, skewed, _ = weighted_share(leaders, w, level=level)
    own = np.sum(w * np.where(ahead, aim, 1 - aim), axis=-1)
    low = np.minimum(below - z * np.sqrt(np.sum((w * noise * slope) ** 2, axis=-1)), skewed - own)
    high = above + z * np.sqrt(np.sum((w * noise) ** 2, axis=-1))
    most = np.sum(w * np.maximum(aim, 1 - aim), axis=-1)
    low, high = np.clip(low, 0.0, most), np.clip(high, 0.0, most)
    return np.clip(_patterned(distance, noise, w, most), low, high), low, high


def mean_distance_change(
    old: Counts, new: Counts, target: ArrayLike = 0.5, *, level: float = LEVEL, related: bool = False
) -> tuple[Array, Array, Array]:
    """Return by how much the mean distance of the same pairs from their targets differs between two runs.

    Parameters
    ----------
    old, new
        One pair per entry of the last axis, the same pairs in both; at least one game each.
    target
        Of each pair, or of all.
    level
        Two-sided coverage.
    related
        Whether games of the two runs may have had the same decks: then nothing is won by their independence.

    Returns
    -------
    tuple of arrays
        Estimate, low and high end, win share, without the last axis.

    Notes
    -----
    The two bounds of `mean_unfairness`: the low end takes the new distance too small on average and the old one too
    large, the high end the other way round.
    """
    aim = np.broadcast_to(np.asarray(target, np.float64), old.games.shape)
    before, after = old.share - aim, new.share - aim
    noise = [np.sqrt(variance(counts) / counts.games) for counts in (old, new)]
    (bump_old, slope_old), (bump_new, slope_new) = (
        shortfall(distance, width) for distance, width in zip((before, after), noise, strict=True)
    )
    side_old, side_new = (np.where(distance < 0, -1.0, 1.0) for distance in (before, after))
    z = quantile(level)

    def end(centre: Array, by_old: Array, by_new: Array, sign: float) -> Array:
        square = (by_old * noise[0]) ** 2 + (by_new * noise[1]) ** 2
        if related:  # equal luck moves both shares alike, and distances on different sides apart
            square = square + 2 * np.maximum(-by_old * by_new, 0.0) * noise[0] * noise[1]
        return np.asarray(centre.mean(axis=-1) + sign * z * np.sqrt(square.sum(axis=-1)) / aim.shape[-1])

    low = end(np.abs(after) - bump_new - np.abs(before), side_old, slope_new, -1.0)
    high = end(np.abs(after) - np.abs(before) + bump_old, slope_old, side_new, 1.0)
    moved = mean_unfairness(new, target=aim)[0] - mean_unfairness(old, target=aim)[0]
    return np.clip(moved, low, high), low, high


def mean_distance_of_mixes(
    share: Array,
    variances: Array,
    cells: Array,
    chances: Array,
    *,
    target: float = 0.5,
    most: float = 0.5,
    level: float = LEVEL,
) -> tuple[float, float, float]:
    """Return the mean distance from a target of several mixes of the same independent shares, with its interval.

    Parameters
    ----------
    share, variances
        Estimated shares and the variances of these estimates.
    cells, chances
        Mixes × parts: which shares a mix is of, and with what weights, of any sign. All mixes count alike, and each has
        a variance above 0.
    target, most
        What distances are from, and how large one can be: by default those of a share from an even one.
    level
        Two-sided coverage.

    Returns
    -------
    tuple of float
        Estimate, low and high end (0 to `most`), by the two bounds of `mean_unfairness`; the mixes are correlated, so
        slopes are added up share by share.
    """
    mixes = len(cells)
    distance = np.sum(chances * share[cells], axis=1) - target
    noise = np.sqrt(np.sum(chances**2 * variances[cells], axis=1))
    bump, slope = shortfall(distance, noise)

    def error(slopes: Array) -> float:
        each = np.bincount(cells.ravel(), slopes.ravel(), share.size) / mixes
        return quantile(level) * float(np.sqrt(np.sum(each**2 * variances)))

    low = np.clip((np.abs(distance) - bump).mean() - error(slope[:, None] * chances), 0.0, most)
    high = np.clip(np.abs(distance).mean() + error(np.abs(chances)), low, most)
    estimate = np.clip(_patterned(distance, noise, np.full(mixes, 1 / mixes), np.array(most)), low, high)
    return float(estimate), float(low), float(high)


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


def _patterned(distance: Array, noise: Array, weights: Array, most: Array) -> Array:
    """Return the mean true distance at which one expects the mean distance observed, given the pattern."""
    shape = _shape(distance, noise, weights)
    observed = np.sum(weights * np.abs(distance), axis=-1)
    low, high = np.zeros_like(observed), np.broadcast_to(most, observed.shape)
    for _ in range(40):
        middle = (low + high) / 2
        over = np.sum(weights * _folded_mean(middle[..., None] * shape, noise), axis=-1) > observed
        low, high = np.where(over, low, middle), np.where(over, middle, high)
    return np.asarray((low + high) / 2)


def _folded_mean(distance: Array, noise: Array) -> Array:
    """Return E|X| of a normal X (Leone, Nelson and Nottingham 1961, Technometrics 3, 543–550)."""
    ratio = distance / noise
    density = np.exp(-(ratio**2) / 2) * np.sqrt(2 / np.pi)
    return np.asarray(noise * density + distance * (1 - 2 * ndtr(-ratio)))


def _shape(distance: Array, noise: Array, weights: Array) -> Array:
    """Return the pattern of true distances, mean 1: the observed ones pulled to their mean by the noise."""
    centre = np.sum(weights * distance, axis=-1, keepdims=True)
    spread = distance - centre
    free = max(1 - float(np.sum(weights**2)), 1e-12)
    observed = np.sum(weights * spread**2, axis=-1, keepdims=True) / free
    true = np.maximum(observed - np.sum(weights * noise**2, axis=-1, keepdims=True), 0.0)
    pulled = np.abs(centre + spread * np.sqrt(true / np.where(observed > 0, observed, 1.0)))
    scale = np.sum(weights * pulled, axis=-1, keepdims=True)
    return np.where(scale > 1e-12, pulled / np.where(scale > 1e-12, scale, 1.0), 1.0)
