"""How many games a comparison needs for intervals of a wanted half width, from a pilot's variances."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from balance.stats import headlines as h
from balance.stats.intervals import Array
from balance.stats.paired import games_for, moments
from balance.stats.picks import Arm, Picks, new_counts
from balance.sweep.paired import SHARES, Paired

RESERVE = 1.1
"""Times the games that the pilot's variances ask for, since these are estimates too."""
MOST_GAMES = 10_000_000


def games_per_pair(
    pilot: Paired, arms: Sequence[Arm], contestants: Sequence[str], half_width: float
) -> list[int]:
    """Return how many games each pair needs under the base (first entry) and under each arm.

    Enough for the interval of every headline that is a mean over pairs: its value and, for an arm, its change. An
    arm without changed pairs needs none.

    Parameters
    ----------
    pilot
        Games of all ordered pairs.
    arms
        The variants, in the order of the counts.
    contestants
        Whose strengths are asked for.
    half_width
        Of the intervals, in win shares: 0.01 is one win in 100 games.
    """
    pairs = [(cell.contestants[0], cell.contestants[1]) for cell in pilot.cells]
    listed = [(one, h.weights(one, pairs, contestants), h.values(one)) for one in h.headlines(contestants)]

    def levels(counts: Array) -> list[float]:
        return [_variance(counts, value, weights) for _, weights, value in listed]

    base = _rounded(max(levels(pilot.base.astype(np.float64))), half_width)
    found = []
    for n, arm in enumerate(arms):
        if not arm.changed.any():
            found.append(0)
            continue
        changes = [
            _variance(pilot.joint[n], value[None, :] - value[:, None], weights)
            for _, weights, value in listed
        ]
        found.append(_rounded(max(*levels(new_counts(pilot, n, arm.changed)), *changes), half_width))
    return [max(base, *found, 0), *found]


def games_of_picks(first: Paired, arms: Sequence[Arm], picks: Picks, half_width: float) -> list[int]:
    """Return how many further games the least fair pairs need under the base (first entry) and for each arm.

    Enough for the share of the base's least fair pair, for its change under the arm, and for the change of the
    largest distance from even, whichever pair has it.
    """
    value = SHARES - 0.5
    base = _one(first.base[picks.base], value)
    found = []
    for n, arm in enumerate(arms):
        counts = new_counts(first, n, arm.changed)
        same = picks.arms[n] == picks.base
        if same and not arm.changed[picks.base]:
            found.append(0)
            continue
        paired = _one(first.joint[n, picks.base], value[None, :] - value[:, None])
        apart = 0.0 if same else base + _one(counts[picks.arms[n]], value)
        found.append(_rounded(max(base, paired, apart, _one(counts[picks.base], value)), half_width))
    return [max(_rounded(base, half_width), *found, 0), *found]


def _variance(counts: Array, values: Array, weights: Array | None) -> float:
    """Return the variance of a headline if each pair had one game."""
    assert weights is not None
    _, _, spread = moments(counts, values)
    return float((weights**2 * spread).sum())


def _one(counts: Array, values: Array) -> float:
    """Return the variance of one game's value in one pair."""
    return float(moments(counts[None], values)[2][0])


def _rounded(variance: float, half_width: float) -> int:
    return min(MOST_GAMES, games_for(RESERVE * variance, half_width))
