"""Two contestants over both seats, so that the side cancels out: who is ahead of whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from balance.stats.entries import mean_entry
from balance.stats.intervals import LEVEL, Counts, benjamini_hochberg, mean_p_value
from balance.stats.results import BothWays


def both_ways(
    counts: Counts, pairs: Sequence[tuple[str, str]], contestants: Sequence[str]
) -> tuple[BothWays, ...]:
    """Return who is ahead over both seats, for every two contestants that met both ways round.

    Parameters
    ----------
    counts
        The first seat's, one stratum per ordered pair.
    pairs
        First and second, in the order of the strata.
    contestants
        Names in the order in which to list them.
    """
    place = {pair: index for index, pair in enumerate(pairs)}
    met = [
        (one, other)
        for one, other in combinations(contestants, 2)
        if (one, other) in place and (other, one) in place
    ]
    # The two orders are separate cells, so their counts are independent.
    own = [
        counts.take([place[one, other]]).joined(counts.take([place[other, one]]).flipped())
        for one, other in met
    ]
    q_values = benjamini_hochberg([float(mean_p_value(each)) for each in own])
    answers = []
    for (one, other), each, q in zip(met, own, q_values, strict=True):
        share = mean_entry(each)
        ahead = one if share.estimate > 0.5 else other
        answers.append(BothWays(one, other, share, float(q), ahead if q <= 1 - LEVEL else None))
    return tuple(answers)
