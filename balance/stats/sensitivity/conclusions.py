"""What the conclusions rest on: paired games of a base and its variants → changes, conclusions, verdicts.

Changes of side advantage, tie-break advantage and strengths come from all pairs; what is said of the least fair pair
comes from games of its own, played after it was picked. Methods: `docs/statistics.md`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from balance.stats.comparisons.tie_break import parts as tie_break_parts
from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.paired import holm, moments, normal, two_sided, weighted_mean
from balance.stats.results import Interval
from balance.stats.sensitivity import headlines as h
from balance.stats.sensitivity.headlines import Headline, Kind
from balance.stats.sensitivity.picks import KNOWN, UNKNOWN, Arm, Picks, Worst, discordant, new_counts
from balance.stats.sensitivity.results import (
    Conclusion,
    Effect,
    HeadlineResult,
    Sensitivity,
    TieBreak,
    VariantResult,
    Verdict,
)
from balance.sweep.paired import TIED, Paired


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
    means = Means(first, arms, pairs)
    worst = Worst(first, fresh, arms, picks)
    bases = {one: means.base(one) for one in listed}
    bases[h.PAIR], bases[h.UNFAIRNESS] = worst.base_share(), worst.base_unfairness()
    effects: list[Effect] = []
    for n, arm in enumerate(arms):
        own = [means.effect(one, n) for one in listed]
        own += [worst.share_effect(n), worst.unfairness_effect(n)]
        effects += [replace(effect, variant=arm.name) for effect in own]
    judged = judged_effects(effects, bases)
    return Sensitivity(
        contestants=tuple(contestants),
        headlines=tuple(_verdict(one, bases[one], judged) for one in (*listed, h.PAIR, h.UNFAIRNESS)),
        variants=_others([worst.variant(n, pairs) for n in range(len(arms))], worst),
        effects=tuple(judged),
        worst=worst.pair(picks.base),
        tie_breaks=tuple(found for n, arm in enumerate(arms) for found in _tie_break(first, n, arm)),
    )


class Means:
    """Headlines that are means over pairs.

    Parameters
    ----------
    first
        Games of all pairs, under the base and under each arm.
    arms
        The variants, in the order of the counts.
    pairs
        The contestants of each cell; a pair may have several cells.
    least_fair
        The pair that `headlines.PAIR` is of, where it was picked beforehand.
    """

    def __init__(
        self,
        first: Paired,
        arms: Sequence[Arm],
        pairs: Sequence[tuple[str, str]],
        least_fair: tuple[str, str] | None = None,
    ) -> None:
        self._first, self._arms, self._pairs, self._least_fair = first, arms, pairs, least_fair
        self._pool = tuple(dict.fromkeys(name for pair in pairs for name in pair))

    def _weights(self, one: Headline, pool: Sequence[str]) -> Array | None:
        if one.kind is not Kind.PAIR:
            return h.weights(one, self._pairs, pool)
        own = np.array([pair == self._least_fair and set(pair) <= set(pool) for pair in self._pairs], float)
        return own / own.sum() if own.any() else None

    def base(self, one: Headline) -> Interval:
        """Return the headline under the base."""
        weights = self._weights(one, self._pool)
        assert weights is not None
        return h.level(one, self._first.base.astype(np.float64), weights)

    def effect(self, one: Headline, arm: int) -> Effect:
        """Return the headline under an arm, and how it changes."""
        first, changed = self._first, self._arms[arm].changed
        before = self._weights(one, self._pool)
        after = self._weights(one, self._arms[arm].pool)
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
        differing = int(discordant(first.joint[arm][played]))
        return Effect("", one, base, new, interval, paired=games, discordant=differing)


def _others(variants: Sequence[VariantResult], worst: Worst) -> tuple[VariantResult, ...]:
    """Return the variants, those marked under which another pair is surely less fair (Holm over all variants)."""
    leads = [worst.lead(n) for n in range(len(variants))]
    asked = [n for n, lead in enumerate(leads) if lead is not None]
    ahead = [lead for lead in leads if lead is not None]
    errors = [_error(lead) for lead in ahead]
    p = holm(two_sided([max(lead.estimate, 0.0) for lead in ahead], errors))
    sure = {n for n, value in zip(asked, p, strict=True) if value <= 1 - LEVEL}
    return tuple(replace(one, another_surely=n in sure) for n, one in enumerate(variants))


def _error(interval: Interval) -> float:
    """Return the standard error that an interval's wider half stands for."""
    return max(interval.high - interval.estimate, interval.estimate - interval.low) / quantile()


def _score(interval: Interval, mark: float) -> float:
    """Return how far an interval's estimate lies from a mark, in standard errors towards the mark."""
    distance = interval.estimate - mark
    half = interval.estimate - interval.low if distance > 0 else interval.high - interval.estimate
    if half <= 0:
        return math.copysign(math.inf, distance) if distance else 0.0
    return quantile() * distance / half


def judged_effects(effects: Sequence[Effect], bases: dict[Headline, Interval]) -> list[Effect]:
    """Return the effects with their conclusions; what is claimed is adjusted over all of them (Holm)."""
    against = np.array([_against(effect, bases[effect.headline]) for effect in effects])
    asked = np.isfinite(against)
    adjusted = np.full(len(effects), math.inf)
    adjusted[asked] = holm(against[asked])
    moved = np.array([e.change.games > 0 for e in effects], np.bool_)
    errors = [_error(e.change) for e in effects]
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
    return Conclusion.FADES if moved and towards and _reaches(effect.new, base, mark) else Conclusion.OPEN


def _reaches(new: Interval, base: Interval, mark: float) -> bool:
    """Tell whether a value under a variant would reach the mark with the base's games too, which are more."""
    if base.estimate > mark:
        return new.estimate - mark <= base.estimate - base.low
    return mark - new.estimate <= base.high - base.estimate


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
    joint = first.joint[arm] if seats[0] == [2] else first.joint[arm].swapaxes(1, 2)
    total, mechanical, behavioural = tie_break_parts(joint)
    moved = bool(first.margins[arm, :, 1].any())
    return [TieBreak(mine.name, total, mechanical, behavioural, margins_changed=moved)]
