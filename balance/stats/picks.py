"""Which pairs are least fair under a base and its variants, and what further games say of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.stats import headlines as h
from balance.stats.headlines import Headline
from balance.stats.intervals import Array
from balance.stats.paired import Flags, moments, normal, weighted_mean
from balance.stats.results import Interval
from balance.stats.sensitivity_results import Effect, VariantResult
from balance.sweep.paired import RESULTS, SHARES, Paired

KNOWN = Interval(0.0, 0.0, 0.0, 0)
"""A change that needs no game: none."""
UNKNOWN = Interval(math.nan, math.nan, math.nan, 0, "not in the pool")


@dataclass(frozen=True)
class Arm:
    """A variant as the statistics see it: other rules for some pairs, or another pool, not both.

    Parameters
    ----------
    name
        The variant's name.
    pool
        The contestants that its rules admit.
    changed
        Per pair, whether its rules differ from the base's; other pairs are not played.
    """

    name: str
    pool: tuple[str, ...]
    changed: Flags


@dataclass(frozen=True)
class Picks:
    """The least fair pair of the base and of each arm, by the games of all pairs; places in `Paired.cells`."""

    base: int
    arms: tuple[int, ...]


def new_counts(paired: Paired, arm: int, changed: Flags) -> Array:
    """Return an arm's games by result, per cell: its own, or the base's where the rules are the same."""
    own = paired.joint[arm].sum(axis=1)
    return np.where(changed[:, None], own, paired.base).astype(np.float64)


def least_fair(first: Paired, arms: Sequence[Arm]) -> Picks:
    """Return which pair is farthest from even, under the base and under each arm (within its pool)."""
    pairs = [cell.contestants for cell in first.cells]

    def pick(counts: Array, pool: Sequence[str]) -> int:
        _, mean, _ = moments(counts, SHARES - 0.5)
        inside = np.array([set(pair) <= set(pool) for pair in pairs])
        return int(np.argmax(np.where(inside, np.abs(mean), -1.0)))

    everybody = {name for pair in pairs for name in pair}
    return Picks(
        pick(first.base.astype(np.float64), tuple(everybody)),
        tuple(pick(new_counts(first, n, arm.changed), arm.pool) for n, arm in enumerate(arms)),
    )


def discordant(joint: Array) -> float:
    """Return in how many paired games the first seat's share of the win differs."""
    differs = SHARES[:, None] != SHARES[None, :]
    return float(joint.reshape(-1, RESULTS, RESULTS).sum(axis=0)[differs].sum())


class Worst:
    """What is said of the least fair pairs, from games played after they were picked."""

    def __init__(self, first: Paired, fresh: Paired, arms: Sequence[Arm], picks: Picks) -> None:
        self._fresh, self._arms, self._picks, self._first = fresh, arms, picks, first
        self._place = {first.cells.index(cell): n for n, cell in enumerate(fresh.cells)}
        self._sign = self._direction(first.base[picks.base])

    @staticmethod
    def _direction(counts: Array) -> int:
        _, mean, _ = moments(counts[None].astype(np.float64), SHARES - 0.5)
        return 1 if mean[0] >= 0 else -1

    def pair(self, place: int) -> tuple[str, str]:
        """Return the contestants of a pair."""
        first, second = self._first.cells[place].contestants
        return first, second

    def _counts(self, place: int, arm: int | None) -> Array:
        at = self._place[place]
        own = arm is not None and bool(self._arms[arm].changed[place])
        counts: Array = (self._fresh.joint[arm, at].sum(axis=0) if own else self._fresh.base[at]).astype(
            np.float64
        )
        return counts

    def _share(self, place: int, arm: int | None) -> Interval:
        return h.share(self._counts(place, arm))

    def base_share(self) -> Interval:
        """Return the first seat's share in the base's least fair pair."""
        return self._share(self._picks.base, None)

    def base_unfairness(self) -> Interval:
        """Return how far from even the base's least fair pair is."""
        return h.distance(self.base_share(), self._sign)

    def share_effect(self, arm: int) -> Effect:
        """Return how the base's least fair pair fares under an arm."""
        place = self._picks.base
        base = self.base_share()
        if not set(self.pair(place)) <= set(self._arms[arm].pool):
            return Effect("", h.PAIR, base, UNKNOWN, UNKNOWN)
        new = self._share(place, arm)
        if not self._arms[arm].changed[place]:
            return Effect("", h.PAIR, base, new, KNOWN)
        value = SHARES - 0.5
        return self._paired(h.PAIR, base, new, arm, value[None, :] - value[:, None])

    def _paired(self, one: Headline, base: Interval, new: Interval, arm: int, values: Array) -> Effect:
        """Return a change of the base's least fair pair, from its games in pairs."""
        joint = self._fresh.joint[arm, self._place[self._picks.base]][None]
        mean, error = weighted_mean(*moments(joint, values), np.ones(1))
        games = int(joint.sum())
        change = normal(mean, error, games)
        return Effect("", one, base, new, change, paired=games, discordant=int(discordant(joint)))

    def unfairness_effect(self, arm: int) -> Effect:
        """Return how the distance from even of the least fair pair changes, whichever pair that is."""
        place, base = self._picks.arms[arm], self.base_unfairness()
        counts = new_counts(self._first, arm, self._arms[arm].changed)
        sign = self._direction(counts[place])
        new = h.distance(self._share(place, arm), sign)
        same = place == self._picks.base
        if same and not self._arms[arm].changed[place]:
            return Effect("", h.UNFAIRNESS, base, new, KNOWN)
        if same:
            value = SHARES - 0.5
            return self._paired(
                h.UNFAIRNESS, base, new, arm, sign * value[None, :] - self._sign * value[:, None]
            )
        change = self._difference(place, arm, sign, self._picks.base, None, self._sign)
        return Effect("", h.UNFAIRNESS, base, new, change)

    def _difference(
        self, place: int, arm: int | None, sign: int, other: int, other_arm: int | None, other_sign: int
    ) -> Interval:
        """Return the difference of two pairs' distances from even: their games are independent."""
        counts = np.stack([self._counts(place, arm), self._counts(other, other_arm)])
        weights = np.array([sign, -other_sign], np.float64)
        mean, error = weighted_mean(*moments(counts, SHARES - 0.5), weights)
        return normal(mean, error, counts.sum())

    def variant(self, arm: int, pairs: Sequence[tuple[str, str]]) -> VariantResult:
        """Return what was played of a variant, and its least fair pair."""
        place, mine = self._picks.arms[arm], self._arms[arm]
        joint = self._first.joint[arm]
        inside = sum(set(pair) <= set(mine.pool) for pair in pairs)
        fresh = [n for at, n in self._place.items() if mine.changed[at]]
        return VariantResult(
            name=mine.name,
            pairs=inside,
            changed=int(mine.changed.sum()),
            games=int(joint.sum()) + int(self._fresh.joint[arm, fresh].sum()),
            games_per_pair=int(joint.sum(axis=(1, 2)).max(initial=0)),
            discordant=int(discordant(joint)),
            margins_changed=bool(self._first.margins[arm, :, 1].any()),
            worst=self.pair(place),
            worst_share=self._share(place, arm),
            another_surely=False,
        )

    def lead(self, arm: int) -> Interval | None:
        """Return how much farther from even an arm's least fair pair is than the base's, both under the arm.

        None where it is the same pair, or the base's is not in the pool.
        """
        place, other, mine = self._picks.arms[arm], self._picks.base, self._arms[arm]
        if place == other or not set(self.pair(other)) <= set(mine.pool):
            return None
        counts = new_counts(self._first, arm, mine.changed)
        signs = self._direction(counts[place]), self._direction(counts[other])
        return self._difference(place, arm, signs[0], other, arm, signs[1])
