"""The difference of two shares, and an exact test that there is none."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from scipy.stats import hypergeom

from balance.stats.intervals import LEVEL, Array, wilson


def newcombe(
    wins: ArrayLike, games: ArrayLike, other_wins: ArrayLike, other_games: ArrayLike, *, level: float = LEVEL
) -> tuple[Array, Array, Array]:
    """Return the difference of two independent shares with its interval, from the Wilson intervals of both.

    nan without games on either side.

    Parameters
    ----------
    wins, games
        Of the first share.
    other_wins, other_games
        Of the share that is taken away.
    level
        Two-sided coverage.

    Notes
    -----
    Method 10 of Newcombe (1998), Statistics in Medicine 17, 873–890.

    Examples
    --------
    >>> [round(float(x), 4) for x in newcombe(56, 70, 48, 80)]  # the paper's table II, (a)
    [0.2, 0.0524, 0.3339]
    """
    n, m = np.asarray(games, np.float64), np.asarray(other_games, np.float64)
    both = (n > 0) & (m > 0)
    p = np.asarray(wins, np.float64) / np.where(n > 0, n, 1)
    q = np.asarray(other_wins, np.float64) / np.where(m > 0, m, 1)
    (low, high), (other_low, other_high) = wilson(p, n, level=level), wilson(q, m, level=level)
    difference = p - q
    below = difference - np.hypot(p - low, other_high - q)
    above = difference + np.hypot(high - p, q - other_low)
    found = np.where(both, [difference, below, above], np.nan)
    return found[0], found[1], found[2]


def same_share_p_value(
    wins: ArrayLike, games: ArrayLike, other_wins: ArrayLike, other_games: ArrayLike
) -> Array:
    """Return the exact two-sided p-value of "both shares are the same": twice the smaller tail of Fisher's test.

    1 without games on either side.

    Notes
    -----
    Fisher (1935), Journal of the Royal Statistical Society 98, 39–82.

    Examples
    --------
    >>> round(float(same_share_p_value(3, 3, 0, 3)), 6)  # one arrangement of 20 in each tail
    0.1
    """
    won, n, lost, m = (np.asarray(a, np.int64) for a in (wins, games, other_wins, other_games))
    drawn = hypergeom(n + m, won + lost, n)
    tail = np.minimum(drawn.cdf(won), drawn.sf(won - 1))
    return np.asarray(np.where((n > 0) & (m > 0), np.minimum(1.0, 2 * tail), 1.0))
