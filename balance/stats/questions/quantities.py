"""What can be asked of games: means and shares, their sums, differences and pools, each with an interval.

A quantity is a weighted sum of means of samples. Whatever is done to it, its interval comes from one place.
Formulas and measured coverage: `docs/statistics.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.special import stdtrit

from balance.stats.entries import NOT_PLAYED, THIN, WIDEST
from balance.stats.intervals import LEVEL, Array, quantile, wilson
from balance.stats.questions.results import IN_100, Value
from balance.stats.results import Interval

FEWEST = 30
"""A mean of fewer games than this is not printed."""

MOST_SKEW = 0.2
"""A mean whose own distribution is more skew than this is not printed: n > 25 skewness² (Cochran 1977, 2.15)."""


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
        Whether every value lies between 0 and 1 because it is a share of a game.
    """

    values: Array
    games: Array
    cells: frozenset[str]
    keys: tuple[str, frozenset[str]] | None = None
    share: bool = False

    @classmethod
    def of(cls, games: Mapping[float, int], cells: Iterable[str], **how: object) -> Sample:
        """Make a sample from numbers of games by value."""
        values = sorted(value for value in games if games[value] > 0)
        counts = np.array([games[value] for value in values], np.float64)
        return cls(np.array(values, np.float64), counts, frozenset(cells), **how)  # type: ignore[arg-type]

    @property
    def size(self) -> float:
        """How many games it has."""
        return float(self.games.sum())

    @property
    def mean(self) -> float:
        """Mean value of its games."""
        return float(self.values @ self.games) / self.size

    def moment(self, power: int) -> float:
        """Return a central moment."""
        return float((self.values - self.mean) ** power @ self.games) / self.size

    @property
    def variance(self) -> float:
        """Variance of one game's value, never 0.

        A share's: one game at 0 and one at 1 are added. Another's is at least that of one game being off by one, as
        values that are all alike do not prove that every other game's would be.
        """
        n = self.size
        if self.share:
            mean = (self.values @ self.games + 1) / (n + 2)
            raw = (self.values**2 @ self.games + 1) / (n + 2) - mean**2
            return float(raw / (1 - n / (n + 2) ** 2))
        return max(self.moment(2) * n / max(n - 1, 1), 1 / n)

    def apart(self, other: Sample) -> bool:
        """Tell whether the two surely share no game."""
        if not self.cells & other.cells:
            return True
        mine, theirs = self.keys, other.keys
        return mine is not None and theirs is not None and mine[0] == theirs[0] and not mine[1] & theirs[1]


@dataclass(frozen=True, eq=False)
class Quantity:
    """A weighted sum of means: add, subtract and scale it as a number, then ask for its `interval`.

    Parameters
    ----------
    parts
        Weight and sample; no sample is empty.
    shift
        A number that is added.
    known
        False where a sample that it needs has no games: it stays unknown whatever is done to it.

    Examples
    --------
    >>> one = mean_of({2: 30, 3: 50, 4: 20}, ["a"])
    >>> other = mean_of({1: 50, 2: 50}, ["b"])
    >>> found = (one - other).interval()
    >>> round(found.estimate, 3), round(found.low, 2), round(found.high, 2), found.games
    (1.4, 1.23, 1.57, 200)
    """

    parts: tuple[tuple[float, Sample], ...] = ()
    shift: float = 0.0
    known: bool = True

    def __add__(self, other: Quantity | float) -> Quantity:
        """Return the sum."""
        if not isinstance(other, Quantity):
            return replace(self, shift=self.shift + other)
        return Quantity(self.parts + other.parts, self.shift + other.shift, self.known and other.known)

    def __mul__(self, factor: float) -> Quantity:
        """Return so many times it."""
        return Quantity(tuple((factor * w, s) for w, s in self.parts), factor * self.shift, self.known)

    def __neg__(self) -> Quantity:
        """Return it with the other sign."""
        return self * -1.0

    def __sub__(self, other: Quantity | float) -> Quantity:
        """Return the difference."""
        return self + -other

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: float) -> Quantity:
        """Return the difference from a number."""
        return -self + other

    @property
    def games(self) -> int:
        """How many games it rests on, each sample's counted once."""
        sizes = {id(sample): sample.size for _, sample in self.parts}
        return int(sum(sizes.values()))

    @property
    def estimate(self) -> float:
        """Its value; nan where it is unknown."""
        if not self.known:
            return math.nan
        return self.shift + sum(weight * sample.mean for weight, sample in self.parts)

    def interval(self, *, level: float = LEVEL) -> Interval:
        """Return it with its interval; without numbers, and with a note, where there are too few games to tell.

        Shares: Wilson's interval at the effective number of games, and Newcombe's for differences. Other means:
        Student's t with Satterthwaite's degrees of freedom. Samples that may share games are taken to err together,
        which makes the interval wider than it need be, never narrower.

        Parameters
        ----------
        level
            Two-sided coverage; see `family_level`.
        """
        raise NotImplementedError


UNKNOWN = Quantity(known=False)
"""A quantity of which no game tells."""


def mean_of(games: Mapping[float, int], cells: Iterable[str]) -> Quantity:
    """Return the mean of a number, from numbers of games by value; `cells` names the cells that they are of."""
    raise NotImplementedError


def pooled(quantities: Iterable[Quantity]) -> Quantity:
    """Return the mean of quantities, each weighted alike; those that are unknown are left out."""
    known = [one for one in quantities if one.known]
    if not known:
        return UNKNOWN
    return sum(known[1:], known[0]) * (1 / len(known))


def family_level(size: int, *, level: float = LEVEL) -> float:
    """Return the level at which each of a family's intervals is taken for all of them to hold together at `level`.

    Notes
    -----
    Šidák (1967), Journal of the American Statistical Association 62, 626–633: so for independent quantities, and no
    less for dependent ones whose errors are jointly normal.

    Examples
    --------
    >>> round(family_level(10), 5)
    0.99488
    """
    return float(level ** (1 / max(size, 1)))


def value(quantity: Quantity, unit: str, *, family: int = 1, signed: bool = False) -> Value:
    """Return a quantity as it is printed.

    Parameters
    ----------
    quantity
        What is printed.
    unit
        `IN_100` for shares of games and their differences, else what is counted.
    family
        Of how many quantities the reader will look at the largest, or draw one conclusion: their intervals hold
        together at 95%.
    signed
        Whether it is a change or a difference.
    """
    return Value(quantity.interval(level=family_level(family)), unit, signed=signed)


def exact(number: float, unit: str, *, signed: bool = False) -> Value:
    """Return what follows from the rules alone, without a game: it has no interval."""
    return Value(Interval(number, number, number, 0, "exact"), unit, exact=True, signed=signed)


def transformed(given: Value, function: Callable[[float], float], unit: str) -> Value:
    """Return a rising or falling function of a value: its interval's ends are those of the value, carried over.

    Examples
    --------
    >>> half = transformed(exact(4.0, "points"), lambda points: points / 8, IN_100)
    >>> half.interval.estimate
    0.5
    """
    raise NotImplementedError


def break_even(gain: Value, cost: float) -> Value:
    """Return with which chance of success it pays to try: success brings `gain`, failure costs `cost`.

    The chance p at which p · gain = (1 − p) · cost, so cost / (cost + gain). Where there is nothing to gain it is 1:
    no chance is good enough.

    Parameters
    ----------
    gain
        What success brings, in the unit of `cost`.
    cost
        What failure costs; positive.

    Examples
    --------
    >>> break_even(exact(9.0, "points"), 3.0).interval.estimate
    0.25
    """
    raise NotImplementedError
