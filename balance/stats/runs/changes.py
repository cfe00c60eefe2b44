"""The change of a share between two runs, and of its distance from a target: pure functions of counts.

The last axis holds the members of a family; arrays may have leading axes (many data sets at once). Formulas:
`docs/statistics.md`, section "Two runs".
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from balance.stats.intervals import Array, Counts, effective_games, wilson
from balance.stats.paired import Flags
from balance.stats.tweak.claims import Rectangle


@dataclass(frozen=True)
class Shares:
    """Figures that are shares, or straight lines of a share, with the games that they are worth.

    Parameters
    ----------
    share
        0–1.
    effective
        Games of a single win-or-lose share that would tell as much.
    scale, offset
        The figure is `offset` + `scale` × share.
    """

    share: Array
    effective: Array
    scale: float = 1.0
    offset: float = 0.0

    @classmethod
    def of(cls, counts: Counts) -> Shares:
        """Return each stratum's own share."""
        return cls(counts.share, effective_games(counts))

    @property
    def value(self) -> Array:
        """The figures."""
        return np.asarray(self.offset + self.scale * self.share)

    def ends(self, level: float) -> tuple[Array, Array]:
        """Return low and high ends of the figures' own intervals, Wilson's."""
        low, high = (
            self.offset + self.scale * end for end in wilson(self.share, self.effective, level=level)
        )
        return np.minimum(low, high), np.maximum(low, high)


@dataclass(frozen=True)
class Shift:
    """Two runs' figures, the same ones in both.

    Parameters
    ----------
    old, new
        The figures.
    target
        Of each, or of all.
    related
        Whether games of the two runs may have had the same decks.
    """

    old: Shares
    new: Shares
    target: Array | float
    related: bool = False

    def change(self, level: float) -> tuple[Array, Array]:
        """Return the ends of new less old.

        Notes
        -----
        Newcombe (1998), Statistics in Medicine 17, 873–890, method 10: the distances of Wilson's ends, added in
        squares. Two runs whose luck is partly the same differ less than this allows for.
        """
        (old_low, old_high), (new_low, new_high) = self.old.ends(level), self.new.ends(level)
        old, new = self.old.value, self.new.value
        low = new - old - np.hypot(new - new_low, old_high - old)
        high = new - old + np.hypot(new_high - new, old - old_low)
        return low, high

    def total(self, level: float) -> tuple[Array, Array]:
        """Return the ends of the sum of old and new, each less its target.

        The same way (Zou and Donner 2008, Statistics in Medicine 27, 1693–1702); where luck may be partly the same it
        adds up, and so do the distances of the ends.
        """
        (old_low, old_high), (new_low, new_high) = self.old.ends(level), self.new.ends(level)
        old, new = self.old.value, self.new.value
        middle = old + new - 2 * self.target
        if self.related:
            return middle - (old - old_low) - (new - new_low), middle + (old_high - old) + (new_high - new)
        low = middle - np.hypot(old - old_low, new - new_low)
        return low, middle + np.hypot(old_high - old, new_high - new)

    @property
    def distance(self) -> Array:
        """By how much the distance from the target changes; negative is nearer."""
        return np.asarray(np.abs(self.new.value - self.target) - np.abs(self.old.value - self.target))

    def distance_ends(self, level: float) -> tuple[Array, Array]:
        """Return the ends of the change of the distance: all that change and sum allow."""
        return Rectangle(self.change(level), self.total(level)).distance()

    def decided(self, level: float, material: float) -> Flags:
        """Return which figures have a verdict if every interval is taken at a level."""
        low, high = self.distance_ends(level)
        return np.asarray((low > 0) | (high < 0) | within(low, high, material))


def within(low: Array, high: Array, material: float) -> Flags:
    """Return where a change is surely smaller than what matters."""
    return np.asarray((low > -material) & (high < material))


def family_level(shift: Shift, material: float, alpha: float) -> float:
    """Return the level at which to take all intervals of a family so that few verdicts are wrong.

    The largest number R of figures that have a verdict at level 1 − R alpha / m of m figures decides (Benjamini and
    Hochberg 1995); intervals at that level agree with the verdicts and miss no more often among those with one
    (Benjamini and Yekutieli 2005, Journal of the American Statistical Association 100, 71–81). Without any verdict
    it is that of R = 1.

    Parameters
    ----------
    shift
        One data set: the figures lie on the only axis.
    material
        Change of a distance that matters, in the figures' unit.
    alpha
        Expected share of wrong verdicts among those given, at most.
    """
    members = int(shift.distance.size)
    number = members
    while number > 1:
        level = 1 - number * alpha / members
        found = int(np.count_nonzero(shift.decided(level, material)))
        if found >= number:
            return level
        number = found  # wider intervals decide no more
    return 1 - alpha / max(members, 1)
