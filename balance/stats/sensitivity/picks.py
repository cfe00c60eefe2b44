"""Which pairs are least fair under a base and its variants, and what further games say of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from balance.stats.intervals import Array
from balance.stats.paired import Flags, moments, normal, weighted_mean
from balance.stats.results import Interval
from balance.stats.sensitivity import headlines as h
from balance.stats.sensitivity.results import Effect, VariantResult
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
    """Return which pair is farthest from even, under the base and under each arm (within its pool).

    A pair's share under an arm is taken as its share in all of the base's games and the change in those that the arm
    played too: so an arm that changes next to nothing has the base's pair, though it played fewer games.
    """
    pairs = [cell.contestants for cell in first.cells]
    value = SHARES - 0.5
    _, base, _ = moments(first.base, value)

    def pick(means: Array, pool: Sequence[str]) -> int:
        inside = np.array([set(pair) <= set(pool) for pair in pairs])
        return int(np.argmax(np.where(inside, np.abs(means), -1.0)))

    changes = [moments(first.joint[n], value[None, :] - value[:, None])[1] for n in range(len(arms))]
    everybody = tuple({name: None for pair in pairs for name in pair})
    return Picks(
        pick(base, everybody),
        tuple(
            pick(base + np.where(arm.changed, change, 0.0), arm.pool)
            for arm, change in zip(arms, changes, strict=True)
        ),
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
        return self._distance(self._picks.base, None)

    def share_effect(self, arm: int) -> Effect:
        """Return how the base's least fair pair fares under an arm."""
        place = self._picks.base
        base = self.base_share()
        if not set(self.pair(place)) <= set(self._arms[arm].pool):
            return Effect("", h.PAIR, base, UNKNOWN, UNKNOWN)
        new = self._share(place, arm)
        change = self._change(place, arm, 1, 1)
        return Effect("", h.PAIR, base, new, change, change.games, self._discordant(place, arm))

    def _change(self, place: int, arm: int, sign: int, before: int) -> Interval:
        """Return how a pair's distance from even changes, from its games in pairs; none where no rule differs."""
        if not self._arms[arm].changed[place]:
            return KNOWN
        value = SHARES - 0.5
        joint = self._fresh.joint[arm, self._place[place]][None]
        parts = moments(joint, sign * value[None, :] - before * value[:, None])
        return normal(*weighted_mean(*parts, np.ones(1)), games=int(joint.sum()))

    def _discordant(self, place: int, arm: int) -> int:
        return int(discordant(self._fresh.joint[arm, self._place[place]]))

    def unfairness_effect(self, arm: int) -> Effect:
        """Return how the distance from even of the least fair pair changes, whichever pair that is.

        Both picks are candidates, under the arm and under the base, and the further games tell which is farther from
        even. Where they leave that open, the interval holds those of all pairs that it may be.
        """
        after, before = self._candidates(arm), self._candidates(None, self._picks.arms[arm])
        found = [self._between(one, arm, other) for one in after for other in before]
        estimate = found[0].estimate
        low, high = min(one.low for one in found), max(one.high for one in found)
        games = max(one.games for one in found)
        change = Interval(estimate, low, high, games) if games else KNOWN
        base, new = self.base_unfairness(), self._distance(after[0], arm)
        if after[0] != before[0] or not found[0].games:
            return Effect("", h.UNFAIRNESS, base, new, change)
        paired, differing = found[0].games, self._discordant(after[0], arm)
        return Effect("", h.UNFAIRNESS, base, new, change, paired, differing)

    def _signed(self, place: int, arm: int | None) -> int:
        """Return towards which seat a pair's distance counts, by the games of all pairs: 1 for the first, else −1."""
        if arm is None:
            return self._direction(self._first.base[place])
        return self._direction(new_counts(self._first, arm, self._arms[arm].changed)[place])

    def _distance(self, place: int, arm: int | None) -> Interval:
        return h.distance(self._share(place, arm), self._signed(place, arm))

    def _candidates(self, arm: int | None, other: int | None = None) -> list[int]:
        """Return the picks that may be farthest from even under the base or an arm, by further games; best first."""
        places = [self._picks.arms[arm] if arm is not None else self._picks.base]
        second = self._picks.base if arm is not None else other
        if second is None or second == places[0]:
            return places
        if arm is not None and not set(self.pair(second)) <= set(self._arms[arm].pool):
            return places
        signs = self._signed(places[0], arm), self._signed(second, arm)
        lead = self._difference(places[0], arm, signs[0], second, arm, signs[1])
        ordered = [places[0], second] if lead.estimate >= 0 else [second, places[0]]
        return ordered if lead.low <= 0 <= lead.high else ordered[:1]

    def _between(self, place: int, arm: int, other: int) -> Interval:
        """Return a pair's distance from even under an arm, less another's (or its own) under the base."""
        sign, before = self._signed(place, arm), self._signed(other, None)
        if place == other:
            return self._change(place, arm, sign, before)
        return self._difference(place, arm, sign, other, None, before)

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
        place, mine = self._candidates(arm)[0], self._arms[arm]
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
        signs = self._signed(place, arm), self._signed(other, arm)
        return self._difference(place, arm, signs[0], other, arm, signs[1])
