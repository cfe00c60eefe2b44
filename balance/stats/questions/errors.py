"""How far weighted sums of means may be off: the one place where the intervals of questions come from."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import stdtrit

from balance.stats.entries import WIDEST
from balance.stats.intervals import LEVEL, Array, Counts, variance, weighted_games, wilson

FEWEST = 30
"""A mean of fewer games than this is not printed."""

MOST_SKEW = 0.2
"""A mean whose own distribution is more skew than this is not printed: it needs n > 25 skewness² games."""


@dataclass(frozen=True, eq=False)
class Sample:
    """Independent games by a number that is averaged over them.

    Parameters
    ----------
    values
        The numbers that occurred.
    games
        Games with each.
    cells
        Names of the cells that the games are of: samples of other cells are independent of this one.
    keys
        Fact and keys that picked the games out of their cells; None for all games. Samples of one cell with keys of
        one fact that have none in common share no game.
    share
        Whether every value is 0, 1/2 or 1: a share of a game.
    """

    values: Array
    games: Array
    cells: frozenset[str]
    keys: tuple[str, frozenset[str]] | None = None
    share: bool = False

    @classmethod
    def of(
        cls,
        games: Mapping[float, int],
        cells: Iterable[str],
        keys: tuple[str, frozenset[str]] | None = None,
        *,
        share: bool = False,
    ) -> Sample:
        """Make a sample from numbers of games by value."""
        values = sorted(value for value, count in games.items() if count > 0)
        counts = np.array([games[value] for value in values], np.float64)
        return cls(np.array(values, np.float64), counts, frozenset(cells), keys, share)

    @cached_property
    def size(self) -> float:
        """How many games it has."""
        return float(self.games.sum())

    @cached_property
    def mean(self) -> float:
        """Mean value of its games."""
        return float(self.values @ self.games) / self.size

    @cached_property
    def variance(self) -> float:
        """Variance of the mean, never 0.

        Of a share as `balance.stats.intervals.variance` has it. Another spread is at least that of one game being off
        by one, as values that are all alike do not prove that every other game's would be.
        """
        n = self.size
        if self.share:
            return float(variance(self.counts)) / n
        return max(self._moment(2) * n / max(n - 1, 1), 1 / n) / n

    @cached_property
    def skew(self) -> float:
        """Third central moment of the mean."""
        return self._moment(3) / self.size**2

    @property
    def counts(self) -> Counts:
        """A share's games as wins and halves."""
        won, halved = (float(self.games[self.values == score].sum()) for score in (1.0, 0.5))
        return Counts.of(won, self.size, halved)

    def apart(self, other: Sample) -> bool:
        """Tell whether the two surely share no game."""
        if not self.cells & other.cells:
            return True
        mine, theirs = self.keys, other.keys
        return mine is not None and theirs is not None and mine[0] == theirs[0] and not mine[1] & theirs[1]

    def _moment(self, power: int) -> float:
        return float((self.values - self.mean) ** power @ self.games) / self.size


Part = tuple[float, Sample]
"""A weight and the sample whose mean it weighs."""


def mean_ends(parts: Sequence[Part], level: float) -> tuple[float, float] | None:
    """Return the ends of the interval of a weighted sum of means; None where there are too few games to tell.

    Student's t with the degrees of freedom of Satterthwaite (1946), Biometrics Bulletin 2, 110–114. Too few: fewer
    than `FEWEST` games, a sample of one, or games so skew that the mean is (Cochran 1977, Sampling Techniques, 2.15).
    """
    every = [sample for _, sample in parts]
    if sum(sample.size for sample in every) < FEWEST or min(sample.size for sample in every) < 2:
        return None
    spreads, freedom = [], []
    for group in clusters(parts):
        spreads.append(sum(abs(weight) * math.sqrt(sample.variance) for weight, sample in group) ** 2)
        freedom.append(min(sample.size for _, sample in group) - 1)
    whole = sum(spreads)
    if abs(sum(weight**3 * sample.skew for weight, sample in parts)) > MOST_SKEW * whole**1.5:
        return None
    degrees = whole**2 / sum(spread**2 / free for spread, free in zip(spreads, freedom, strict=True))
    half = float(stdtrit(degrees, 0.5 + level / 2)) * math.sqrt(whole)
    middle = sum(weight * sample.mean for weight, sample in parts)
    return middle - half, middle + half


def share_ends(parts: Sequence[Part], level: float) -> tuple[float, float] | None:
    """Return the ends of the interval of a weighted sum of shares; None where there are too few games to tell.

    The shares that are added have Wilson's interval at their effective number of games, and so have those that are
    taken away; the two are put together as Newcombe (1998, Statistics in Medicine 17, 873–890, method 10) does for
    two shares. Too few: an interval wider than `WIDEST`, for a difference √2 times that.
    """
    sides = [[part for part in parts if sign * part[0] > 0] for sign in (1, -1)]
    allowed = WIDEST * math.hypot(*(_weight(side) for side in sides))
    low, high = _newcombe(sides, LEVEL)
    if high - low > allowed:
        return None
    return _newcombe(sides, level)


def clusters(parts: Sequence[Part]) -> list[list[Part]]:
    """Return the parts in groups: those of different groups share no game."""
    if len(frozenset().union(*(sample.cells for _, sample in parts))) == sum(
        len(sample.cells) for _, sample in parts
    ):
        return [[part] for part in parts]
    groups: list[list[Part]] = []
    for part in parts:
        joined = [group for group in groups if not all(part[1].apart(sample) for _, sample in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([part, *(other for group in joined for other in group)])
    return groups


def _weight(side: Sequence[Part]) -> float:
    return sum(abs(weight) for weight, _ in side)


def _newcombe(sides: Sequence[Sequence[Part]], level: float) -> tuple[float, float]:
    """Return the ends for shares that are added and shares that are taken away; either may be none."""
    (added, below, above), (taken, under, over) = (_side(side, level) for side in sides)
    every = [part for side in sides for part in side]
    together = len(clusters(every)) < sum(len(clusters(side)) for side in sides if side)
    down, up = (below, over), (above, under)
    reach = [sum(pair) if together else math.hypot(*pair) for pair in (down, up)]
    return added - taken - reach[0], added - taken + reach[1]


def _side(side: Sequence[Part], level: float) -> tuple[float, float, float]:
    """Return a weighted sum of shares, and how far its interval reaches down and up."""
    if not side:
        return 0.0, 0.0, 0.0
    whole = _weight(side)
    weights = np.array([abs(weight) / whole for weight, _ in side])
    each = [sample.counts for _, sample in side]
    counts = Counts.of([c.wins for c in each], [c.games for c in each], [c.halves for c in each])
    mean, effective = weighted_games(counts, weights)
    low, high = wilson(mean, effective / _dependence(side), level=level)
    return whole * float(mean), whole * float(mean - low), whole * float(high - mean)


def _dependence(side: Sequence[Part]) -> float:
    """Return by how much the variance is larger than that of independent shares, at the most."""
    groups = clusters(side)
    if len(groups) == len(side):
        return 1.0
    apart = sum(weight**2 * sample.variance for weight, sample in side)
    together = sum(
        sum(abs(weight) * math.sqrt(sample.variance) for weight, sample in group) ** 2 for group in groups
    )
    return together / apart
