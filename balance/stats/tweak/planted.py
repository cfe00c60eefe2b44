"""Paired games drawn from a known truth, looked at again and again: for `balance.stats.tweak.coverage`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import betaincinv

from balance.stats.intervals import Array
from balance.stats.paired_coverage import joint_chances
from balance.stats.tweak.claims import Claims, claims
from balance.stats.tweak.counts import PairShares


@dataclass(frozen=True)
class Truth:
    """One pair's true shares, and how far the same decks tie the two results (see `joint_chances`)."""

    old: float
    new: float
    together: float

    @property
    def chances(self) -> Array:
        """Chances of (lost, won) before × (lost, won) after, as four numbers."""
        both = joint_chances(np.array([self.old]), np.array([self.new]), self.together)
        return np.asarray(both.reshape(4))

    @property
    def spreads(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Variances of one game's change and sum: paired, and were the games of the two rules independent."""
        lost, gained, dropped, won = (float(x) for x in self.chances)
        change = gained + dropped - (self.new - self.old) ** 2
        total = lost + won - (self.old + self.new - 1) ** 2
        apart = self.old * (1 - self.old) + self.new * (1 - self.new)
        return (change, total), (apart, apart)

    def distance(self, target: float) -> float:
        """Change of the distance from the target."""
        return abs(self.new - target) - abs(self.old - target)


def shares_of(counts: ArrayLike) -> PairShares:
    """Return paired games, as four numbers on the last axis, by their shares."""
    lost, gained, dropped, won = np.moveaxis(np.asarray(counts, np.float64), -1, 0)
    none = np.zeros_like(lost)
    return PairShares(
        old=np.stack([lost + gained, none, dropped + won], axis=-1),
        new=np.stack([lost + dropped, none, gained + won], axis=-1),
        change=np.stack([dropped, none, lost + won, none, gained], axis=-1),
        total=np.stack([lost, none, gained + dropped, none, won], axis=-1),
    )


def paths(truth: Truth, data_sets: int, looks: int, batch: int, seed: int) -> Array:
    """Return the paired games at every look, shape (data sets, looks, 4)."""
    random = np.random.default_rng(seed)
    drawn: Array = random.multinomial(batch, truth.chances, (data_sets, looks)).cumsum(axis=1)
    return drawn


def at_most(events: int, trials: int, level: float = 0.99) -> float:
    """Return the one-sided upper bound of a chance (Clopper and Pearson).

    Examples
    --------
    >>> round(at_most(0, 2000), 4)
    0.0023
    """
    return float(betaincinv(events + 1, trials - events, level)) if events < trials else 1.0


def claims_of(drawn: Array, target: float, material: float) -> Claims:
    """Return the claims at every look, one look after the other to spare memory."""
    looks = [
        claims(shares_of(drawn[:, look]), np.asarray(target), material) for look in range(drawn.shape[1])
    ]
    return Claims(
        *(
            np.stack(parts, axis=1)
            for parts in zip(*((c.better, c.worse, c.same) for c in looks), strict=True)
        )
    )


def stops(found: Claims, level: float) -> tuple[Array, Array]:
    """Return at which look each data set's verdict falls (the number of looks: never), and which it is.

    Verdicts are 0 for none, 1 for no material change, 2 for better and 3 for worse.
    """
    need = -np.log(level)
    which = np.select([found.same >= need, found.better >= need, found.worse >= need], [1, 2, 3], default=0)
    looks = which.shape[1]
    first = np.where((which > 0).any(axis=1), (which > 0).argmax(axis=1), looks)
    last = which[np.arange(which.shape[0]), np.minimum(first, looks - 1)]
    return first, last
