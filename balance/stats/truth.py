"""What is true of a game, planted or learnt from very many games, and which estimates hold it.

Used by `balance.stats.coverage` and by tests; no real run passes through here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from balance.stats.intervals import Array
from balance.stats.results import BidStatus, Estimates, FairBid, Interval

SLACK = 1e-9


@dataclass(frozen=True)
class Truth:
    """The true figures at bid 0; matrices are contestants × contestants, their diagonals in no use.

    Parameters
    ----------
    names
        The contestants.
    share, tie
        First seat's win share and tie rate, settings equally weighted (0–1).
    margin
        Mean margin, points.
    by_setting
        First seat's win share in each setting, pairs equally weighted.
    tie_break
        The rule in force.
    """

    names: tuple[str, ...]
    share: Array
    tie: Array
    margin: Array
    by_setting: dict[str, float]
    tie_break: str


def judged(found: Estimates, truth: Truth) -> Iterator[tuple[str, bool]]:
    """Yield, for every estimate at bid 0, its kind and whether its interval holds the truth."""
    for name, interval, true in _beside(found, truth):
        yield name, interval.low - SLACK <= true <= interval.high + SLACK


def _beside(found: Estimates, truth: Truth) -> Iterator[tuple[str, Interval, float]]:
    """Yield the estimates' kinds, intervals and truths."""
    names, share = truth.names, truth.share
    place = {name: i for i, name in enumerate(names)}
    off = ~np.eye(len(names), dtype=bool)
    worth = 0.0 if truth.tie_break == "shared" else 0.5
    for (a, b), pair in zip(permutations(range(len(names)), 2), found.pairs, strict=True):
        yield "pair", pair.share, share[a, b]
        yield "tie rate", pair.tie_rate, truth.tie[a, b]
        yield "tie-break", pair.tie_break, worth * truth.tie[a, b]
        yield "margin", pair.margin_mean, truth.margin[a, b]
    for one in found.strengths:
        i = place[one.name]
        rivals = [j for j in range(len(names)) if j != i]
        as_first, as_second = share[i, rivals].mean(), 1 - share[rivals, i].mean()
        yield "strength", one.strength, (as_first + as_second) / 2
        yield "as first", one.as_first, as_first
        yield "as second", one.as_second, as_second
    for setting in found.settings:
        yield "setting", setting.share, truth.by_setting[setting.name]
    yield "overall", found.overall, share[off].mean()
    yield "side advantage", found.side_advantage, share[off].mean() - 0.5
    yield "overall tie rate", found.tie_rate, truth.tie[off].mean()
    yield "overall tie-break", found.tie_break, worth * truth.tie[off].mean()
    yield "unfairness", found.unfairness, np.abs(share[off] - 0.5).mean()
    if found.least_fair is not None:
        first, second, interval = found.least_fair
        yield "least fair", interval, share[place[first], place[second]]


def covers(fair: FairBid, bids: Sequence[int], crossing: float) -> bool:
    """Return whether what is said of the fair bid is true.

    Parameters
    ----------
    fair
        What is said.
    bids
        The bids played, signed, to one seat.
    crossing
        The bid at which the game is even, in cubes, whole or not.
    """
    sign = 1 if max(bids) > 0 else -1
    point, largest = sign * crossing, max(abs(b) for b in bids)
    if fair.status is BidStatus.OUT_OF_REACH:
        return point > largest
    reached = sorted(abs(b) for b in fair.bids or fair.bracket or ())
    if not reached:
        return False
    low, high = (reached[0] - 1, reached[-1] + 1) if fair.bids else (reached[0], reached[-1])
    if low < point < high:
        return True
    return (point <= low and fair.other_side_open) or (
        point >= high and largest in reached and bool(fair.bids)
    )
