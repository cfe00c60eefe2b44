"""Which ruling or assumption matters most: the same games with each of them changed in turn.

Formulas and coverage: `docs/statistics.md`, "Which ruling or assumption matters most".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.engine.system import Cell, Change, Columns
from balance.stats.comparisons.counts import normalise
from balance.stats.comparisons.rulings_results import (
    PolicyRulings,
    RulingEffect,
    RulingStudy,
    StrengthChange,
)
from balance.stats.intervals import LEVEL, Array, quantile
from balance.stats.paired import mean_variances, moments
from balance.stats.pooling import policy_pairs_of, with_policies
from balance.stats.results import Interval
from balance.stats.sensitivity import headlines as h
from balance.stats.sensitivity.conclusions import Means, judged_effects
from balance.stats.sensitivity.picks import Arm, discordant
from balance.stats.sensitivity.results import Conclusion, Effect
from balance.stats.unfairness import mean_distance_of_mixes
from balance.sweep.paired import RESULTS, SHARES, Paired

RULES = "rulings"
GAIN: Array = SHARES[None, :] - SHARES[:, None]
"""What the first seat gains by the change, by its result before and after."""
RULEBOOK = "rulebook"

Mixes = tuple[NDArray[np.int64], Array]
"""Several means of the same strata: which strata each is of, and with what weights."""


def study(
    comparisons: pl.DataFrame,
    *,
    columns: Columns,
    contestants: Sequence[str],
    changes: Sequence[Change],
    least_fair: tuple[str, str] | None = None,
) -> RulingStudy | None:
    """Return what every change does under every pair of policies that played it; None where none was played.

    Parameters
    ----------
    comparisons
        Rows of ``comparisons.parquet``.
    columns
        The system's column names.
    contestants
        Names in the order in which to list them.
    changes
        What was changed. Those that leave a contestant out were not played.
    least_fair
        The pair whose favour is among the conclusions, picked beforehand.
    """
    frame = normalise(comparisons, columns, RULES)
    if frame.is_empty() or not changes:
        return None
    found = [
        _of_policies(with_policies(frame, policies), policies, contestants, changes, least_fair)
        for policies in sorted(policy_pairs_of(frame))
    ]
    return RulingStudy(tuple(changes), tuple(found), least_fair)


def mean_shift(
    change: Array, variances: Array, mixes: Mixes, *, level: float = LEVEL
) -> tuple[float, float, float]:
    """Return the mean size of several means of changes, corrected for what chance alone gives, with its interval.

    Parameters
    ----------
    change, variances
        Of each stratum: its estimated change, and the variance of that; 0 where nothing can change.
    mixes
        The means. One whose strata cannot change counts with exactly 0.
    level
        Two-sided coverage.
    """
    cells, weights = mixes
    touched = (weights**2 * variances[cells]).sum(axis=1) > 0
    if not touched.any():
        return 0.0, 0.0, 0.0
    part = float(touched.mean())
    own = mean_distance_of_mixes(
        change, variances, cells[touched], weights[touched], target=0.0, most=1.0, level=level
    )
    middle, low, high = (part * value for value in own)
    return middle, low, high


def mixes_of(weights: Iterable[Array]) -> Mixes:
    """Return weighted means of strata in the form that `mean_shift` takes.

    Parameters
    ----------
    weights
        Of each mean, one weight per stratum.
    """
    rows = [(np.flatnonzero(row), row[row != 0]) for row in weights]
    longest = max(len(own) for own, _ in rows)
    cells = np.zeros((len(rows), longest), np.int64)
    values = np.zeros((len(rows), longest))
    for place, (own, parts) in enumerate(rows):
        cells[place, : len(own)], values[place, : len(own)] = own, parts
    return cells, values


@dataclass(frozen=True)
class _Played:
    """Paired games of some changes, and the means that are asked for."""

    paired: Paired
    arms: list[Arm]
    strengths: Mixes
    pairs: Mixes
    pool: tuple[str, ...]


def _of_policies(
    frame: pl.DataFrame,
    policies: tuple[str, ...],
    contestants: Sequence[str],
    changes: Sequence[Change],
    least_fair: tuple[str, str] | None,
) -> PolicyRulings:
    names = set(frame["ability"].unique())
    touched = [change for change in changes if change.name in names]
    played = _played(frame, policies, [change.name for change in touched], contestants)
    effects = _effects(played, least_fair)
    open_ones = [effect for effect, change in zip(effects, touched, strict=True) if change.source != RULEBOOK]
    return PolicyRulings(
        policies=policies,
        settings=tuple(sorted(frame["setting"].unique())),
        games=int(played.paired.base.sum()) // max(1, len(played.pairs[0])),
        effects=tuple(sorted(effects, key=lambda effect: -effect.shift.estimate)),
        untouched=tuple(c.name for c in changes if not c.absent and c.name not in names),
        most_shift=_may_be_most(
            open_ones, lambda effect: sizes(effect.shift_among), lambda effect: effect.shift.estimate
        ),
        most_side=_may_be_most(
            open_ones, lambda effect: sizes(effect.side_among), lambda effect: abs(effect.side.estimate)
        ),
    )


def _played(
    frame: pl.DataFrame, policies: tuple[str, ...], names: Sequence[str], contestants: Sequence[str]
) -> _Played:
    strata = ["first", "second", "setting"]
    keys = frame.filter(pl.col("ability") == "").select(strata).unique().sort(strata)
    arm = {name: place for place, name in enumerate(["", *names])}
    placed = frame.filter(pl.col("ability").is_in(list(arm))).join(keys.with_row_index("place"), on=strata)
    counts = np.zeros((len(arm), keys.height, RESULTS, RESULTS), np.int64)
    margins = np.zeros((len(arm), keys.height, 2), np.int64)
    which = np.array([arm[name] for name in placed["ability"]], np.int64)
    place, base, result = (placed[name].to_numpy() for name in ("place", "base_result", "result"))
    np.add.at(counts, (which, place, base, result), placed["games"].to_numpy())
    np.add.at(margins, (which, place), placed.select("margin_sum", "margin_squares").to_numpy())
    pairs = [(first, second) for first, second, _ in keys.iter_rows()]
    pool = tuple(name for name in contestants if any(name in pair for pair in pairs))
    each = list(dict.fromkeys(pairs))
    weights = [h.weights(h.Headline(h.Kind.STRENGTH, name), pairs, pool) for name in pool]
    alone = [np.array([pair == one for pair in pairs], np.float64) for one in each]
    return _Played(
        paired=Paired(
            cells=tuple(
                Cell((first, second), setting, policies) for first, second, setting in keys.iter_rows()
            ),
            base=counts[0].sum(axis=2),
            joint=counts[1:],
            margins=margins[1:],
        ),
        arms=[
            Arm(name, pool, counts[place].sum(axis=(1, 2)) > 0) for place, name in enumerate(names, start=1)
        ],
        strengths=mixes_of(row for row in weights if row is not None),
        pairs=mixes_of(row / row.sum() for row in alone),
        pool=pool,
    )


def _effects(played: _Played, least_fair: tuple[str, str] | None) -> list[RulingEffect]:
    """Return the effects of all changes, in their order."""
    pairs = [(cell.contestants[0], cell.contestants[1]) for cell in played.paired.cells]
    means = Means(played.paired, played.arms, pairs, least_fair)
    asked = [*h.headlines(played.pool), *([h.PAIR] if least_fair in pairs else [])]
    bases = {one: means.base(one) for one in asked}
    found = [
        replace(means.effect(one, place), variant=arm.name)
        for place, arm in enumerate(played.arms)
        for one in asked
    ]
    judged = judged_effects(found, bases)
    own = [judged[place : place + len(asked)] for place in range(0, len(judged), len(asked))]
    return [_effect(played, place, effects) for place, effects in enumerate(own)]


def _effect(played: _Played, place: int, effects: Sequence[Effect]) -> RulingEffect:
    arm, joint = played.arms[place], played.paired.joint[place]
    games, change, spread = moments(joint, GAIN)
    variances = mean_variances(games, spread, arm.changed)
    level = 1 - (1 - LEVEL) / (2 * len(played.arms))  # two sizes of each change
    total = int(joint.sum())
    shift, reach = (
        Interval(*mean_shift(change, variances, mixes), total) for mixes in (played.strengths, played.pairs)
    )
    among = Interval(*mean_shift(change, variances, played.strengths, level=level), total)
    side = next(effect.change for effect in effects if effect.headline == h.SIDE)
    wide = _widened(side, level)
    strengths = [effect for effect in effects if effect.headline.kind is h.Kind.STRENGTH]
    most = max(strengths, key=lambda effect: abs(effect.change.estimate))
    touched = {cell.contestants for cell, own in zip(played.paired.cells, arm.changed, strict=True) if own}
    return RulingEffect(
        name=arm.name,
        side=side,
        largest=StrengthChange(
            most.headline.contestant, _widened(most.change, LEVEL ** (1 / len(strengths)))
        ),
        shift=shift,
        reach=reach,
        shift_among=among,
        side_among=wide,
        pairs=len(played.pairs[0]),
        pairs_changed=len(touched),
        games=total,
        differing=int(discordant(joint)),
        sure=max(sizes(among)[0], sizes(wide)[0]) > 0,
        turns=_under(effects, Conclusion.CHANGES),
        fades=_under(effects, Conclusion.FADES),
    )


def _widened(interval: Interval, level: float) -> Interval:
    """Return a normal estimate with its interval at another level than 95%."""
    half = (interval.high - interval.estimate) * quantile(level) / quantile()
    return replace(interval, low=interval.estimate - half, high=interval.estimate + half)


def sizes(interval: Interval) -> tuple[float, float]:
    """Return the least and the largest distance from 0 that an interval allows."""
    ends = abs(interval.low), abs(interval.high)
    return (0.0 if interval.low <= 0 <= interval.high else min(ends)), max(ends)


def _under(effects: Sequence[Effect], conclusion: Conclusion) -> tuple[str, ...]:
    return tuple(effect.headline.key for effect in effects if effect.conclusion is conclusion)


def _may_be_most(
    effects: Sequence[RulingEffect],
    ends: Callable[[RulingEffect], tuple[float, float]],
    size: Callable[[RulingEffect], float],
) -> tuple[str, ...]:
    """Return the changes that may be the largest: those that reach as far as any surely does.

    The ends hold for all changes at once, so at 95% the one that is truly the largest is among them.
    """
    surely = max((ends(effect)[0] for effect in effects), default=0.0)
    if surely <= 0:
        return ()
    ordered = sorted(effects, key=lambda effect: -size(effect))
    return tuple(effect.name for effect in ordered if ends(effect)[1] >= surely)
