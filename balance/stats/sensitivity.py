"""What the conclusions rest on: paired games of a base and its variants → changes, conclusions, verdicts.

Changes of side advantage, tie-break advantage and strengths come from all pairs; what is said of the least fair pair
comes from games of its own, played after it was picked. Methods: `docs/statistics.md`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.stats import headlines as h
from balance.stats.headlines import Headline, Kind
from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.paired import Flags, holm, moments, normal, two_sided, weighted_mean
from balance.stats.results import Interval
from balance.stats.sensitivity_results import (
    Conclusion,
    Effect,
    HeadlineResult,
    Sensitivity,
    TieBreak,
    VariantResult,
    Verdict,
)
from balance.sweep.paired import RESULTS, SHARES, TIED, Paired

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


def sensitivity(
    first: Paired, fresh: Paired, arms: Sequence[Arm], contestants: Sequence[str], picks: Picks
) -> Sensitivity:
    """Return every change, conclusion and verdict.

    Parameters
    ----------
    first
        Games of all ordered pairs.
    fresh
        Other games of the pairs in `picks`, for what is said of the least fair pair.
    arms
        The variants, in the order of the counts.
    contestants
        Names in the order in which to list them.
    picks
        As `least_fair` returns them for `first`.
    """
    pairs = [(cell.contestants[0], cell.contestants[1]) for cell in first.cells]
    listed = h.headlines(contestants)
    means = _Means(first, arms, pairs)
    worst = _Worst(first, fresh, arms, picks)
    bases = {one: means.base(one) for one in listed}
    bases[h.PAIR], bases[h.UNFAIRNESS] = worst.base_share(), worst.base_unfairness()
    effects: list[Effect] = []
    for n, arm in enumerate(arms):
        effects += [means.effect(one, n) for one in listed]
        effects += [worst.share_effect(n), worst.unfairness_effect(n)]
        effects[-len(listed) - 2 :] = [replace(e, variant=arm.name) for e in effects[-len(listed) - 2 :]]
    judged = _judged(effects, bases)
    return Sensitivity(
        contestants=tuple(contestants),
        headlines=tuple(_verdict(one, bases[one], judged) for one in (*listed, h.PAIR, h.UNFAIRNESS)),
        variants=tuple(worst.variant(n, pairs) for n in range(len(arms))),
        effects=tuple(judged),
        worst=worst.pair(picks.base),
        tie_breaks=tuple(found for n, arm in enumerate(arms) for found in _tie_break(first, n, arm)),
    )


class _Means:
    """Headlines that are means over pairs."""

    def __init__(self, first: Paired, arms: Sequence[Arm], pairs: Sequence[tuple[str, str]]) -> None:
        self._first, self._arms, self._pairs = first, arms, pairs
        self._pool = tuple(dict.fromkeys(name for pair in pairs for name in pair))

    def base(self, one: Headline) -> Interval:
        """Return the headline under the base."""
        weights = h.weights(one, self._pairs, self._pool)
        assert weights is not None
        return h.level(one, self._first.base.astype(np.float64), weights)

    def effect(self, one: Headline, arm: int) -> Effect:
        """Return the headline under an arm, and how it changes."""
        first, changed = self._first, self._arms[arm].changed
        before = h.weights(one, self._pairs, self._pool)
        after = h.weights(one, self._pairs, self._arms[arm].pool)
        assert before is not None
        base = self.base(one)
        if after is None:
            return Effect("", one, base, UNKNOWN, UNKNOWN)
        played = changed & (after != 0)
        games = int(first.games[arm][played].sum())
        new = h.level(one, new_counts(first, arm, changed), after)
        if not played.any() and np.array_equal(before, after):
            return Effect("", one, base, new, KNOWN)
        value = h.values(one)
        change, square = 0.0, 0.0
        own = moments(first.joint[arm], value[None, :] - value[:, None])
        same = moments(first.base, value)
        for parts, weights in (
            (own, np.where(played, after, 0.0)),
            (same, np.where(played, 0.0, after - before)),
        ):
            mean, spread = weighted_mean(*parts, weights, largest=h.largest(one))
            change, square = change + float(mean), square + float(spread) ** 2
        note = "" if np.array_equal(before, after) else "over the pairs of a smaller pool"
        interval = normal(change, math.sqrt(square), games or base.games, note)
        discordant = int(_discordant(first.joint[arm][played]))
        return Effect("", one, base, new, interval, paired=games, discordant=discordant)


class _Worst:
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
        return self._share(self._picks.base, None)

    def base_unfairness(self) -> Interval:
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
        return Effect("", one, base, new, change, paired=games, discordant=int(_discordant(joint)))

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
        surely = False
        if place != self._picks.base and set(self.pair(self._picks.base)) <= set(mine.pool):
            signs = [
                self._direction(new_counts(self._first, arm, mine.changed)[n])
                for n in (place, self._picks.base)
            ]
            surely = self._difference(place, arm, signs[0], self._picks.base, arm, signs[1]).low > 0
        fresh = [n for at, n in self._place.items() if mine.changed[at]]
        return VariantResult(
            name=mine.name,
            pairs=inside,
            changed=int(mine.changed.sum()),
            games=int(joint.sum()) + int(self._fresh.joint[arm, fresh].sum()),
            games_per_pair=int(joint.sum(axis=(1, 2)).max(initial=0)),
            discordant=int(_discordant(joint)),
            margins_changed=bool(self._first.margins[arm, :, 1].any()),
            worst=self.pair(place),
            worst_share=self._share(place, arm),
            another_surely=surely,
        )


def _discordant(joint: Array) -> float:
    """Return in how many paired games the first seat's share of the win differs."""
    differs = SHARES[:, None] != SHARES[None, :]
    return float(joint.reshape(-1, RESULTS, RESULTS).sum(axis=0)[differs].sum())


def _score(interval: Interval, mark: float) -> float:
    """Return how far an interval's estimate lies from a mark, in standard errors towards the mark."""
    distance = interval.estimate - mark
    half = interval.estimate - interval.low if distance > 0 else interval.high - interval.estimate
    if half <= 0:
        return math.copysign(math.inf, distance) if distance else 0.0
    return quantile() * distance / half


def _judged(effects: Sequence[Effect], bases: dict[Headline, Interval]) -> list[Effect]:
    """Return the effects with their conclusions; what is claimed is adjusted over all of them (Holm)."""
    against = np.array([_against(effect, bases[effect.headline]) for effect in effects])
    asked = np.isfinite(against)
    adjusted = np.full(len(effects), math.inf)
    adjusted[asked] = holm(against[asked])
    moved = np.array([e.change.games > 0 for e in effects], np.bool_)
    errors = [(e.change.high - e.change.low) / (2 * quantile()) for e in effects]
    changes = np.full(len(effects), math.inf)
    changes[moved] = holm(
        two_sided([e.change.estimate for e in effects], np.array(errors))[moved] if moved.any() else []
    )
    return [
        replace(
            effect,
            conclusion=_conclusion(
                effect, bases[effect.headline], float(adjusted[n]), moved=bool(changes[n] <= 1 - LEVEL)
            ),
            moved=bool(changes[n] <= 1 - LEVEL),
            p_change=float(min(changes[n], 1.0)),
        )
        for n, effect in enumerate(effects)
    ]


def _gone(effect: Effect, base: Interval) -> bool:
    """Tell whether a variant does away with what is concluded by its rule alone: ties that nobody gets."""
    new = effect.new
    return effect.headline.kind is Kind.TIE and new.low == new.high == 0.0 != base.estimate


def _against(effect: Effect, base: Interval) -> float:
    """Return the p-value of "the variant does not turn the base's conclusion"; infinite where that is not asked."""
    mark = effect.headline.mark
    if mark is None or not effect.new.games or effect.change is KNOWN:
        return math.inf
    before, after = _score(base, mark), _score(effect.new, mark)
    own = float(two_sided(before, 1.0))
    if _gone(effect, base):
        return own
    if before * after >= 0:
        return 1.0
    return max(own, float(two_sided(after, 1.0)))


def _conclusion(effect: Effect, base: Interval, adjusted: float, *, moved: bool) -> Conclusion:
    """Return what becomes of a conclusion, from the adjusted p-value of its turning and whether the change is sure."""
    mark = effect.headline.mark
    if mark is None:
        return Conclusion.NONE
    if not effect.new.games:
        return Conclusion.ABSENT
    before, after = _score(base, mark), _score(effect.new, mark)
    if abs(before) <= quantile():
        return Conclusion.NONE
    if adjusted <= 1 - LEVEL:
        return Conclusion.CHANGES
    if abs(after) > quantile() and before * after > 0:
        return Conclusion.HOLDS
    # turned, but not surely so among all that was compared, or not told apart from the mark
    towards = effect.change.estimate * before < 0
    return Conclusion.FADES if moved and towards else Conclusion.OPEN


def _verdict(one: Headline, base: Interval, effects: Sequence[Effect]) -> HeadlineResult:
    """Return a headline's verdict over all variants."""
    own = [effect for effect in effects if effect.headline == one]
    movers = sorted(
        (e for e in own if e.change.games > 0), key=lambda e: (-abs(e.change.estimate), e.variant)
    )
    depends, fades, unsettled = (
        tuple(e.variant for e in own if e.conclusion is kind)
        for kind in (Conclusion.CHANGES, Conclusion.FADES, Conclusion.OPEN)
    )
    if one.mark is None:
        verdict = Verdict.NONE
    elif abs(_score(base, one.mark)) <= quantile():
        verdict = Verdict.UNDECIDED
    elif depends:
        verdict = Verdict.DEPENDS
    elif fades:
        verdict = Verdict.FADES
    else:
        verdict = Verdict.OPEN if unsettled else Verdict.STANDS
    return HeadlineResult(one, base, verdict, depends, fades, unsettled, tuple(movers))


def _tie_break(first: Paired, arm: int, mine: Arm) -> list[TieBreak]:
    """Return the tie-break's advantage in full, where base and arm give ties to different seats."""
    old, new = first.base.sum(axis=0)[TIED == 1], first.joint[arm].sum(axis=(0, 1))[TIED == 1]
    seats = [
        np.flatnonzero(counts).tolist() for counts in (old, new)
    ]  # 2: ties go to the first, 0: to the second
    if not mine.changed.all() or sorted(seats) != [[0], [2]]:
        return []
    sign = 1.0 if seats[0] == [2] else -1.0
    total_of = sign * (SHARES[:, None] - SHARES[None, :]) / 2
    mechanical_of = (TIED[:, None] + TIED[None, :]) / 4
    weights = np.full(len(first.cells), 1 / len(first.cells))
    parts = []
    for values in (total_of, mechanical_of, total_of - mechanical_of):
        mean, error = weighted_mean(
            *moments(first.joint[arm], values), weights, largest=float(np.abs(values).max())
        )
        parts.append(normal(mean, error, first.joint[arm].sum()))
    total, mechanical, behavioural = parts
    moved = bool(first.margins[arm, :, 1].any())
    return [TieBreak(mine.name, total, mechanical, behavioural, margins_changed=moved)]
