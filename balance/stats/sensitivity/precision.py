"""How many games a comparison needs for intervals of a wanted half width, from a pilot's variances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from balance.stats.intervals import Array
from balance.stats.paired import EXTRA, games_for, moments
from balance.stats.sensitivity import headlines as h
from balance.stats.sensitivity.picks import Arm, Picks, new_counts
from balance.sweep.paired import SHARES, Paired

RESERVE = 1.1
"""What the pilot's variances are multiplied by, since these are estimates too."""
MOST_GAMES = 10_000_000


def games_per_pair(
    pilot: Paired, arms: Sequence[Arm], contestants: Sequence[str], half_width: float
) -> list[int]:
    """Return how many games each pair needs under the base (first entry) and under each arm.

    Enough for the interval of every headline that is a mean over pairs: its value and, for an arm, its change. An
    arm without changed pairs needs none of its own; a smaller pool needs more of the base's, for it has fewer pairs.

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
    listed = h.headlines(contestants)
    everybody = {one: h.weights(one, pairs, contestants) for one in listed}
    plain = pilot.base.astype(np.float64)

    def needed(counts: Array, one: h.Headline, values: Array, weights: Array | None) -> int:
        if weights is None:
            return 0
        games, _, spread = moments(counts, values)
        used = (weights != 0) & (games > 0)
        square = weights[used] ** 2
        extra = EXTRA * h.largest(one) ** 2 * float(square.sum()) / max(int(used.sum()), 1)
        return _games(float(square @ spread[used]), half_width, extra)

    def levels(counts: Array, weights: Mapping[h.Headline, Array | None]) -> int:
        return max(needed(counts, one, h.values(one), weights[one]) for one in listed)

    base, found = levels(plain, everybody), []
    for n, arm in enumerate(arms):
        own = {one: h.weights(one, pairs, arm.pool) for one in listed}
        if not arm.changed.any():
            moved = {one: _less(own[one], everybody[one]) for one in listed}
            base = max(base, levels(plain, own), levels(plain, moved))
            found.append(0)
            continue
        changes = [
            needed(pilot.joint[n], one, h.values(one)[None, :] - h.values(one)[:, None], own[one])
            for one in listed
        ]
        found.append(max(levels(new_counts(pilot, n, arm.changed), own), *changes))
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
        both = sorted({picks.base, picks.arms[n]})
        paired = max(_one(first.joint[n, place], value[None, :] - value[:, None]) for place in both)
        apart = 0.0 if same else base + _one(counts[picks.arms[n]], value)
        found.append(_games(max(base, paired, apart, _one(counts[picks.base], value)), half_width))
    return [max(_games(base, half_width), *found, 0), *found]


def _less(after: Array | None, before: Array | None) -> Array | None:
    """Return by how much weights change; None where there are none to compare."""
    return None if after is None or before is None else after - before


def _one(counts: Array, values: Array) -> float:
    """Return the variance of one game's value in one pair."""
    return float(moments(counts[None], values)[2][0])


def _games(variance: float, half_width: float, extra: float = EXTRA) -> int:
    return min(MOST_GAMES, games_for(RESERVE * variance, half_width, extra=extra))
