"""How games end: the margins, how many are close, and where the middle half lies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from balance.stats.details.results import FinalMargins, MarginBin
from balance.stats.entries import entry
from balance.stats.intervals import LEVEL, wilson
from balance.stats.results import Interval

CLOSE = 2
"""A game decided by at most so many points is called close."""

BINS = 10
"""Steps of a histogram to either side of level, at most."""

QUARTERS = (0.25, 0.5, 0.75)


def final_margins(counts: NDArray[np.int64], low: int) -> list[FinalMargins]:
    """Return the margins of each pair.

    Parameters
    ----------
    counts
        Games by margin, shape (pairs, margins); every pair has games.
    low
        The margin that the first column counts.
    """
    margins = low + np.arange(counts.shape[1])
    games = counts.sum(axis=1)
    near = counts[:, (np.abs(margins) <= CLOSE) & (margins != 0)].sum(axis=1)
    below, above = wilson(near / games, games)
    width = _width(margins[counts.any(axis=0)])
    found = []
    for row, total, few, bottom, top in zip(counts, games, near, below, above, strict=True):
        own = np.flatnonzero(row)
        kept = row[own[0] : own[-1] + 1]
        offset = int(margins[own[0]])
        found.append(
            FinalMargins(
                offset=offset,
                counts=tuple(kept.tolist()),
                bins=_bins(kept, offset, width),
                close=entry(few / total, bottom, top, total),
                quartiles=quartiles(kept, offset),
            )
        )
    return found


def _width(margins: NDArray[np.int64]) -> int:
    """Return the step at which all margins fit into the histogram."""
    return max(1, -(-int(np.abs(margins).max(initial=0)) // BINS))


def _bins(counts: NDArray[np.int64], offset: int, width: int) -> tuple[MarginBin, ...]:
    """Return the games in steps of `width` points, from the first that has games to the last."""
    margins = offset + np.arange(len(counts))
    step = np.sign(margins) * -(-np.abs(margins) // width)
    steps = np.arange(step[0], step[-1] + 1)
    games = np.bincount(step - step[0], weights=counts, minlength=len(steps))
    found = []
    for number, inside in zip(steps.tolist(), games.tolist(), strict=True):
        far, near = width * abs(number), width * (abs(number) - 1) + 1
        low, high = (0, 0) if number == 0 else (near, far) if number > 0 else (-far, -near)
        found.append(MarginBin(low, high, int(inside)))
    return tuple(found)


def quartiles(counts: NDArray[np.int64], offset: int) -> tuple[Interval, Interval, Interval]:
    """Return the quartiles of whole numbers from how often each occurred, the first of which is `offset`.

    The interval's ends are order statistics, so it holds whatever the shape: with `n` games the chance that the
    quantile lies below the k-th smallest is that of fewer than k successes in n trials.

    Notes
    -----
    Thompson (1936), Annals of Mathematical Statistics 7, 122–128.

    Examples
    --------
    >>> lower, middle, upper = quartiles(np.array([25, 50, 25]), -1)
    >>> (middle.estimate, middle.low, middle.high)
    (0.0, 0.0, 0.0)
    """
    games = int(counts.sum())
    upto = np.cumsum(counts)

    def ranked(rank: float) -> float:
        return float(offset + np.searchsorted(upto, rank)) if 1 <= rank <= games else float("nan")

    tail = (1 - LEVEL) / 2
    ranks = [
        (np.ceil(part * games), binom.ppf(tail, games, part), binom.ppf(1 - tail, games, part) + 1)
        for part in QUARTERS
    ]
    lower, middle, upper = (
        Interval(ranked(middle), ranked(low), ranked(high), games) for middle, low, high in ranks
    )
    return lower, middle, upper
