"""A pair's win share at every bid, with its uncertainty by draws; and whether it ever falls."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr
from scipy.stats import hypergeom

from balance.stats.auction.results import Monotonicity
from balance.stats.entries import entry
from balance.stats.intervals import LEVEL, Array, Counts, share_interval, variance

Indices = NDArray[np.int64]

ALONE = 1.0
"""The adjusted p-value of a pair whose p-value has not been adjusted over the run yet."""


def draws(bids: Sequence[int], counts: Counts, *, largest: int, number: int, seed: Sequence[int]) -> Array:
    """Return draws of the first seat's share at each signed bid from −`largest` to `largest`: shape (number, bids).

    At a bid that was played the share is drawn from its Beta distribution with half a win and half a loss added; each
    draw is sorted along the bids, since more cubes are taken to help (Chernozhukov, Fernández-Val and Galichon 2009,
    Biometrika 96, 559–575: sorting brings an estimate of a rising curve nearer to it). Between bids played the log
    odds follow straight lines; beyond them the line from the first to the last goes on.

    Parameters
    ----------
    bids, counts
        At least two bids played, ascending, and the first seat's counts.
    largest
        The last bid of the curve to either side.
    number
        Draws.
    seed
        Of the draws.
    """
    random = np.random.default_rng(list(seed))
    won = counts.wins + counts.halves / 2 + 0.5
    return _through(bids, random.beta(won, counts.games + 1 - won, (number, len(bids))), largest)


def centre(bids: Sequence[int], counts: Counts, *, largest: int) -> Array:
    """Return the curve through the shares observed (half a win and half a loss added), as `draws` draws its curves."""
    won = counts.wins + counts.halves / 2 + 0.5
    seen = np.asarray(won / (counts.games + 1), np.float64)
    return np.asarray(_through(bids, seen[None, :], largest)[0], np.float64)


def _through(bids: Sequence[int], shares: Array, largest: int) -> Array:
    """Return the sorted shares at the bids played, with straight lines in log odds between and beyond them."""
    odds = logit(np.clip(np.sort(shares, axis=-1), 1e-9, 1 - 1e-9))
    axis, at = np.arange(-largest, largest + 1), np.array(bids)
    line = np.stack([np.interp(axis, at, row) for row in np.eye(len(bids))])
    span = np.maximum(axis - at[-1], 0) + np.minimum(axis - at[0], 0)
    line[0] -= span / (at[-1] - at[0])
    line[-1] += span / (at[-1] - at[0])
    return np.asarray(expit(odds @ line), np.float64)


def rising(shares: Sequence[float], games: Sequence[float]) -> list[float]:
    """Return the curve nearest to the shares that never falls: isotonic regression by pooling adjacent violators.

    Ayer et al. 1955, Annals of Mathematical Statistics 26, 641–647.

    Parameters
    ----------
    shares, games
        Of the first seat, by ascending bids.

    Examples
    --------
    >>> rising([0.2, 0.6, 0.4, 0.7], [10, 10, 10, 10])
    [0.2, 0.5, 0.5, 0.7]
    """
    blocks: list[list[float]] = []  # share, games, bids
    for share, number in zip(shares, games, strict=True):
        blocks.append([float(share), float(number), 1])
        while len(blocks) > 1 and blocks[-2][0] >= blocks[-1][0]:
            last, before = blocks.pop(), blocks.pop()
            total = last[1] + before[1]
            blocks.append([(last[0] * last[1] + before[0] * before[1]) / total, total, last[2] + before[2]])
    return [share for share, _, bids in blocks for _ in range(int(bids))]


def falls(bids: Sequence[int], counts: Counts) -> Monotonicity:
    """Return whether some bid leaves the first seat better off than a larger one, over all comparisons of the pair.

    Fisher's exact test, since a bid may have ten games only; the smallest p-value times the number of comparisons
    (Bonferroni).

    Parameters
    ----------
    bids, counts
        Signed bids, ascending, and the first seat's counts.
    """
    low, high = np.triu_indices(len(bids), 1)
    if len(low) == 0:
        return Monotonicity(1.0, ALONE)
    share, error = counts.share, variance(counts) / counts.games
    drop = share[low] - share[high]
    clear = drop / np.sqrt(error[low] + error[high])
    worst = int(np.argmax(clear))
    if drop[worst] <= 0:
        return Monotonicity(1.0, ALONE)
    # a p-value of 1 is always right: the exact one is worked out only where a normal test sees anything at all
    seen = np.flatnonzero(ndtr(-clear) * len(low) < 1)
    exact = _fisher(counts, low[seen], high[seen])
    if len(seen):
        worst = int(seen[int(np.argmin(exact))])
    p_value = min(1.0, float(exact.min(initial=1.0)) * len(low))
    i, j = int(low[worst]), int(high[worst])
    two = counts.take([i, j])
    ends = share_interval(two, level=1 - (1 - LEVEL) / len(low))
    down = float(np.hypot(two.share[0] - ends[0][0], ends[1][1] - two.share[1]))
    up = float(np.hypot(ends[1][0] - two.share[0], two.share[1] - ends[0][1]))
    fall = float(drop[worst])
    return Monotonicity(
        p_value,
        ALONE,
        (int(bids[i]), int(bids[j])),
        entry(fall, fall - down, fall + up, float(two.games.sum())),
    )


def _fisher(counts: Counts, small: Indices, large: Indices) -> Array:
    """Return Fisher's exact one-sided p-values of "the share at the larger bid is at least that at the smaller".

    A halved game counts as half a game won: a score of halves spreads less than one of wins with the same mean. Halves
    left over are rounded against a fall.
    """
    score = counts.wins + counts.halves / 2
    before, after = np.floor(score[small]), np.ceil(score[large])
    games, others = counts.games[small], counts.games[large]
    return np.asarray(hypergeom.sf(before - 1, games + others, before + after, games), np.float64)
