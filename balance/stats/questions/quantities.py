"""What can be asked of games: means and shares, their sums, differences and pools, each with an interval.

A quantity is a weighted sum of means of samples. Whatever is done to it, its interval comes from one place,
`balance.stats.questions.errors`. Formulas and measured coverage: `docs/statistics.md`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from balance.stats.entries import NOT_PLAYED, THIN
from balance.stats.intervals import LEVEL
from balance.stats.questions.errors import Part, Sample, ends
from balance.stats.questions.results import IN_100, Value
from balance.stats.results import Interval


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

    parts: tuple[Part, ...] = ()
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
        """How many games it rests on; those of one cell count once, however much is asked of them."""
        sizes: dict[frozenset[str], float] = {}
        for _, sample in self.parts:
            sizes[sample.cells] = max(sample.size, sizes.get(sample.cells, 0))
        return int(sum(sizes.values()))

    @property
    def estimate(self) -> float:
        """Its value; nan where it is unknown."""
        if not self.known:
            return math.nan
        return self.shift + sum(weight * sample.mean for weight, sample in self.parts)

    def interval(self, *, level: float = LEVEL) -> Interval:
        """Return it with its interval; without numbers, and with a note, where there are too few games to tell.

        Samples that may share games are taken to err together, which makes the interval wider than it need be, never
        narrower. See `balance.stats.questions.errors.ends`.

        Parameters
        ----------
        level
            Two-sided coverage; see `family_level`.
        """
        if not self.known:
            return Interval(math.nan, math.nan, math.nan, 0, NOT_PLAYED)
        parts = self._together()
        if not parts:
            return Interval(self.shift, self.shift, self.shift, self.games, "exact")
        found = ends(parts, level)
        if found is None:
            return Interval(math.nan, math.nan, math.nan, self.games, THIN)
        low, high = found
        return Interval(self.estimate, low + self.shift, high + self.shift, self.games)

    def _together(self) -> list[Part]:
        """Return the parts, each sample once and those that weigh nothing left out."""
        samples = {sample.identity: sample for _, sample in self.parts}
        weights = dict.fromkeys(samples, 0.0)
        for weight, sample in self.parts:
            weights[sample.identity] += weight
        return [(weights[key], sample) for key, sample in samples.items() if abs(weights[key]) > 1e-12]


UNKNOWN = Quantity(known=False)
"""A quantity of which no game tells."""


def mean_of(
    games: Mapping[float, float], cells: Iterable[str], *, between: tuple[float, float] | None = None
) -> Quantity:
    """Return the mean of a number over games.

    Parameters
    ----------
    games
        Value → games.
    cells
        Names of the cells that the games are of.
    between
        Limits of the number in any game; by default the smallest and largest that occurred.
    """
    return sampled(Sample.of(games, cells, between=between))


def sampled(sample: Sample) -> Quantity:
    """Return the mean of a sample; unknown where it is empty."""
    return Quantity(((1.0, sample),)) if sample.size else UNKNOWN


def pooled(quantities: Iterable[Quantity]) -> Quantity:
    """Return the mean of quantities, each weighted alike; those that are unknown are left out."""
    known = [one for one in quantities if one.known]
    if not known:
        return UNKNOWN
    parts = tuple(part for one in known for part in one.parts)
    return Quantity(parts, sum(one.shift for one in known)) * (1 / len(known))


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
    return Value(quantity.interval(level=family_level(family)), unit, signed=signed, family=family)


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
    old = given.interval
    middle, *both = (function(x) if math.isfinite(x) else x for x in (old.estimate, old.low, old.high))
    return replace(given, interval=Interval(middle, min(both), max(both), old.games, old.note), unit=unit)


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
    return transformed(gain, lambda won: cost / (cost + max(won, 0.0)), IN_100)
