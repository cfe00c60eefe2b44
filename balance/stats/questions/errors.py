"""How far weighted sums of means may be off: the one place where the intervals of questions come from.

Every number that a game is counted by lies between two limits. A mean is thus a share of the way from one limit to the
other, and its interval is the one that shares of games have.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from balance.stats.entries import WIDEST
from balance.stats.intervals import LEVEL, Array, wilson

FEWEST = 30
"""What rests on fewer games than this is not printed."""


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
    low, high
        Limits of the number in any game; 0 and 1 for a share.
    what
        Which number it is: two samples of the same cells with the same are one. None: it is unlike any other.
    """

    values: Array
    games: Array
    cells: frozenset[str]
    keys: tuple[str, frozenset[str]] | None
    low: float
    high: float
    what: Hashable = None

    @classmethod
    def of(
        cls,
        games: Mapping[float, float],
        cells: Iterable[str],
        keys: tuple[str, frozenset[str]] | None = None,
        between: tuple[float, float] | None = None,
        what: Hashable = None,
    ) -> Sample:
        """Make a sample from numbers of games by value.

        Parameters
        ----------
        games, cells, keys, what
            See the class.
        between
            The limits, as far as they are known; moved out to what occurred. Where that leaves a single number, they
            are taken to be one less and one more.
        """
        values = sorted(value for value, count in games.items() if count > 0)
        ends = [*values, *(between or ())]
        low, high = (min(ends), max(ends)) if ends else (0.0, 0.0)
        if low == high:
            low, high = low - 1, high + 1
        counts = np.array([games[value] for value in values], np.float64)
        return cls(
            np.array(values, np.float64), counts, frozenset(cells), keys, float(low), float(high), what
        )

    @property
    def identity(self) -> Hashable:
        """What only the same sample has too."""
        return id(self) if self.what is None else (self.cells, self.what)

    @cached_property
    def size(self) -> float:
        """How many games it has."""
        return float(self.games.sum())

    @cached_property
    def mean(self) -> float:
        """Mean value of its games."""
        return float(self.values @ self.games) / self.size

    @cached_property
    def smoothed(self) -> float:
        """Mean value with one game more at each limit."""
        return (float(self.values @ self.games) + self.low + self.high) / (self.size + 2)

    @cached_property
    def variance(self) -> float:
        """Variance of the mean, never 0 and never too small on average.

        One game at each limit is added, and the result is scaled, as `balance.stats.intervals.variance` does it.
        """
        squares = float(self.values**2 @ self.games) + self.low**2 + self.high**2
        raw = squares / (self.size + 2) - self.smoothed**2
        return raw / (1 - self.added) / self.size

    @property
    def added(self) -> float:
        """By how much the added games make the variance too small, as a part of it."""
        return self.size / (self.size + 2) ** 2

    def apart(self, other: Sample) -> bool:
        """Tell whether the two surely share no game."""
        if not self.cells & other.cells:
            return True
        mine, theirs = self.keys, other.keys
        return mine is not None and theirs is not None and mine[0] == theirs[0] and not mine[1] & theirs[1]


Part = tuple[float, Sample]
"""A weight and the sample whose mean it weighs."""


def ends(parts: Sequence[Part], level: float) -> tuple[float, float] | None:
    """Return the ends of the interval of a weighted sum of means; None where there are too few games to tell.

    What is added has Wilson's interval at its effective number of games, and so has what is taken away; the two are put
    together as Newcombe (1998, Statistics in Medicine 17, 873–890, method 10) does for two shares. Too few: fewer than
    `FEWEST` games, or an interval over more than `WIDEST` of the way between the limits; √2 times that for a
    difference.
    """
    if sum(sample.size for _, sample in parts) < FEWEST:
        return None
    sides = [side for sign in (1, -1) if (side := [part for part in parts if sign * part[0] > 0])]
    low, high = _newcombe(sides, LEVEL)
    if high - low > WIDEST * math.hypot(*(_range(side) for side in sides)):
        return None
    return (low, high) if level == LEVEL else _newcombe(sides, level)


def clusters(parts: Sequence[Part]) -> list[list[Part]]:
    """Return the parts in groups: those of different groups share no game."""
    home = list(range(len(parts)))  # each part's way to the first of its group

    def first(place: int) -> int:
        while home[place] != place:
            home[place] = home[home[place]]
            place = home[place]
        return place

    at: dict[str, list[int]] = {}
    for place, (_, sample) in enumerate(parts):
        for name in sample.cells:
            neighbours = at.setdefault(name, [])
            for other in neighbours:
                if not sample.apart(parts[other][1]):
                    home[first(place)] = first(other)
            neighbours.append(place)
    groups: dict[int, list[Part]] = {}
    for place, part in enumerate(parts):
        groups.setdefault(first(place), []).append(part)
    return list(groups.values())


def _range(side: Sequence[Part]) -> float:
    """Return how far the limits of a weighted sum are from each other."""
    return sum(abs(weight) * (sample.high - sample.low) for weight, sample in side)


def _newcombe(sides: Sequence[Sequence[Part]], level: float) -> tuple[float, float]:
    """Return the ends for what is added and what is taken away; either may be all."""
    reaches = [_reach(side, level) for side in sides]
    together = len(clusters([part for side in sides for part in side])) < sum(
        len(clusters(side)) for side in sides
    )
    down, up = ([reach[place] for reach in reaches] for place in (0, 1))
    middle = sum(weight * sample.mean for side in sides for weight, sample in side)
    if together:
        return middle - sum(down), middle + sum(up)
    return middle - math.hypot(*down), middle + math.hypot(*up)


def _reach(side: Sequence[Part], level: float) -> tuple[float, float]:
    """Return how far the interval of a weighted sum reaches down and up; all its weights have one sign."""
    span, negative = _range(side), side[0][0] < 0
    lowest = sum(abs(weight) * sample.low for weight, sample in side)
    share = (sum(abs(weight) * sample.mean for weight, sample in side) - lowest) / span
    smooth = (sum(abs(weight) * sample.smoothed for weight, sample in side) - lowest) / span
    added = sum(((sample.high - sample.low) * weight / span) ** 2 * sample.added for weight, sample in side)
    spread = sum(
        sum(abs(weight) * math.sqrt(sample.variance) for weight, sample in group) ** 2
        for group in clusters(side)
    )
    effective = smooth * (1 - smooth) / (1 - added) / (spread / span**2)
    low, high = wilson(min(max(share, 0.0), 1.0), effective, level=level)
    down, up = span * (share - float(low)), span * (float(high) - share)
    return (up, down) if negative else (down, up)
