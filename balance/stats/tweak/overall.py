"""What is said of all pairs together, those that a tweak cannot touch among them.

Changes rest on rounds in which every touched pair played once, so that no pair's stopping bends a mean. Intervals hold
at all looks at once, by the standard errors of many games (asymptotic confidence sequences). Pairs that are not
touched change by exactly nothing. Formulas: `docs/statistics.md`, section "Tweaks".
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from scipy.special import ndtr

from balance.stats.intervals import Array, Counts
from balance.stats.paired import EXTRA, Flags, moments, weighted_mean
from balance.stats.results import Interval
from balance.stats.tweak.counts import HALVES, Goal, PairShares, TweakCounts, mean_of
from balance.stats.tweak.results import Overall, OverallChange, TweakVerdict, WorstPair
from balance.stats.tweak.sequences import sequence, stretch
from balance.stats.unfairness import mean_unfairness, shortfall
from balance.sweep.paired import SHARES, TIED

FEWEST_ROUNDS = 100
"""Below, standard errors say too little and nothing is concluded."""

PATIENCE = 4000
"""Rounds that the overall verdict may take before a projection may call it out of reach."""

_SIDE = SHARES - 0.5
_TIE = _SIDE * TIED
UNPLAYED = Interval(math.nan, math.nan, math.nan, 0, "not played")


def overall(counts: TweakCounts, goal: Goal) -> Overall:
    """Return the figures of all pairs.

    Raises
    ------
    ValueError
        If touched pairs have unlike numbers of games in `counts.common`.
    """
    rounds = _rounds(counts)
    untouched = counts.base[~counts.touched].sum(axis=1)
    distance, side, tie = mean_changes(counts, goal)
    material = goal.material * float(counts.touched.mean())
    return Overall(
        distance=distance,
        side_advantage=side,
        tie_break=tie,
        verdict=verdict(distance.change, material) if rounds >= FEWEST_ROUNDS else TweakVerdict.UNKNOWN,
        material=material,
        old_worst=_worst(counts, goal, 2),
        new_worst=_worst(counts, goal, 1),
        rounds=rounds,
        untouched_games=int(untouched.min()) if untouched.size else rounds,
    )


def _rounds(counts: TweakCounts) -> int:
    games = counts.common[counts.touched].sum(axis=(1, 2))
    if games.size and games.min() != games.max():
        msg = "every touched pair must have as many games in the common rounds"
        raise ValueError(msg)
    return int(games.max(initial=0))


def mean_changes(counts: TweakCounts, goal: Goal) -> tuple[OverallChange, OverallChange, OverallChange]:
    """Return the mean distance from the target, the side advantage and the mechanical tie-break advantage."""
    rounds, touched = _rounds(counts), counts.touched
    known = rounds > 0 and bool((counts.base[~touched].sum(axis=1) > 0).all())
    before, after = (  # games by result of every pair, under the old rules and the new
        np.where(touched[:, None], counts.common.sum(axis=axis), counts.base).astype(np.float64)
        for axis in (2, 1)
    )
    reach = stretch(rounds, goal.error)
    side, tie = (
        _linear(name, counts, value, before, after, reach, known=known)
        for name, value in (("side advantage", _SIDE), ("tie-break", _TIE))
    )
    return _distance(counts, goal, before, after, reach, known=known), side, tie


def verdict(change: Interval, material: float) -> TweakVerdict:
    """Return what is said of a change of the mean distance."""
    if -material < change.low and change.high < material:
        return TweakVerdict.SAME
    if change.high < 0:
        return TweakVerdict.BETTER
    return TweakVerdict.WORSE if change.low > 0 else TweakVerdict.UNKNOWN


def in_reach(found: Overall, goal: Goal) -> bool:
    """Return whether more rounds may settle the overall verdict, if the interval narrows as it should."""
    if found.verdict is not TweakVerdict.UNKNOWN or found.rounds >= goal.max_games:
        return False
    if found.rounds < PATIENCE:
        return True
    change = found.distance.change
    shrink = math.sqrt(found.rounds / goal.max_games)
    low, high = (change.estimate + shrink * (end - change.estimate) for end in (change.low, change.high))
    later = Interval(change.estimate, low, high, goal.max_games)
    return verdict(later, found.material) is not TweakVerdict.UNKNOWN


def _around(mean: float, error: float, reach: float, games: float) -> Interval:
    return Interval(mean, mean - reach * error, mean + reach * error, int(games))


def _linear(
    name: str, counts: TweakCounts, value: Array, before: Array, after: Array, reach: float, *, known: bool
) -> OverallChange:
    """Return the mean over pairs of a value of one game."""
    pairs = len(counts.pairs)
    weights = np.full(pairs, 1 / pairs)
    sides = []
    for side in (before, after):
        mean, error = weighted_mean(*moments(side, value), weights, largest=1.0)
        sides.append(_around(float(mean), float(error), reach, side.sum()) if known else UNPLAYED)
    table = counts.common[counts.touched]
    parts = moments(table, value[None, :] - value[:, None])
    mean, error = weighted_mean(*parts, weights[counts.touched], largest=1.0)
    change = _around(float(mean), float(error), reach, table.sum()) if table.any() else UNPLAYED
    return OverallChange(name, sides[0], sides[1], change)


def _scores(games: Array) -> Counts:
    """Return games by result as wins, halves and games."""
    return Counts.of(
        games[..., SHARES == 1].sum(axis=-1), games.sum(axis=-1), games[..., SHARES == 0.5].sum(axis=-1)
    )


def _distance(
    counts: TweakCounts, goal: Goal, before: Array, after: Array, reach: float, *, known: bool
) -> OverallChange:
    """Return the mean distance from the target, corrected for the upward bias of noise."""
    name, targets, touched = "mean distance from target", goal.targets(len(counts.pairs)), counts.touched
    if not counts.common[touched].any():
        return OverallChange(name, UNPLAYED, UNPLAYED, UNPLAYED)
    level = 1 - 2 * float(ndtr(-reach))

    def mean_distance(side: Array, among: Flags) -> tuple[float, float, float]:
        found = mean_unfairness(_scores(side[among]), target=targets[among], level=level)
        return float(found[0]), float(found[1]), float(found[2])

    change = _distance_change(counts, targets, reach)
    moved = mean_distance(after, touched)[0] - mean_distance(before, touched)[0]
    estimate = min(max(moved * float(touched.mean()), change[0]), change[1])
    changed = Interval(estimate, *change, int(counts.common[touched].sum()))
    if not known:
        return OverallChange(
            name, UNPLAYED, UNPLAYED, changed, "old and new: untouched pairs were not played"
        )
    everywhere = np.ones_like(touched)
    old, new = (Interval(*mean_distance(side, everywhere), int(side.sum())) for side in (before, after))
    # the touched pairs alone say how it changes; the new value is to agree with that
    agreed = min(max(old.estimate + estimate, new.low), new.high)
    new = replace(new, estimate=agreed)
    return OverallChange(name, old, new, changed)


def _distance_change(counts: TweakCounts, targets: Array, reach: float) -> tuple[float, float]:
    """Return the ends of the interval of the change of the mean distance.

    |d| is too large on average, |d| less its `shortfall` too small: the low end takes the new distance too small and
    the old one too large, the high end the other way round. Their standard errors are those of paired games.
    """
    joint = counts.common[counts.touched].astype(np.float64)
    shares = PairShares.of(joint)
    pairs, rounds = len(counts.pairs), shares.games
    aim = targets[counts.touched]
    old, new = mean_of(shares.old, HALVES) - aim, mean_of(shares.new, HALVES) - aim
    covariance = _covariances(joint)
    noise = [np.sqrt(covariance[k] / rounds) for k in (0, 1)]
    bump_old, slope_old = shortfall(_off(old), noise[0])
    bump_new, slope_new = shortfall(_off(new), noise[1])
    ends = []
    for centre, by_old, by_new, sign in (
        (np.abs(new) - bump_new - np.abs(old), np.sign(_off(old)), slope_new, -1.0),
        (np.abs(new) - np.abs(old) + bump_old, slope_old, np.sign(_off(new)), 1.0),
    ):
        square = by_new**2 * covariance[1] + by_old**2 * covariance[0] - 2 * by_old * by_new * covariance[2]
        error = math.sqrt(float(np.sum(np.maximum(square, 0.0) / rounds))) / pairs
        ends.append(float(centre.sum()) / pairs + sign * reach * error)
    return ends[0], ends[1]


def _off(distance: Array) -> Array:
    """Return distances with those of exactly nothing moved a hair: at the kink of |d| the slope is 1 still, not 0."""
    return np.where(distance == 0, 1e-12, distance)


def _covariances(joint: Array) -> tuple[Array, Array, Array]:
    """Return the variances of one game's old and new share, and their covariance, in each pair.

    As if two more games that differ had been played, one each way, over all pairs together: no interval has no width
    (see `balance.stats.paired.EXTRA`).
    """
    games = joint.sum(axis=(1, 2))
    old, new = SHARES[:, None], SHARES[None, :]

    def mean(value: Array) -> Array:
        return np.asarray((joint * value).sum(axis=(1, 2)) / games)

    unbiased = games / np.maximum(games - 1, 1)
    extra = EXTRA / (2 * joint.shape[0] * games)
    return (
        unbiased * (mean(old**2) - mean(old) ** 2) + extra,
        unbiased * (mean(new**2) - mean(new) ** 2) + extra,
        unbiased * (mean(old * new) - mean(old) * mean(new)),
    )


def _worst(counts: TweakCounts, goal: Goal, axis: int) -> WorstPair | None:
    """Return the pair farthest from its target, from all games of each pair: sequences hold whenever one stopped."""
    games = np.where(counts.touched[:, None], counts.joint.sum(axis=axis), counts.base).astype(np.float64)
    if not (games.sum(axis=1) > 0).all():
        return None
    shares = np.stack([games[:, share == SHARES].sum(axis=1) for share in HALVES], axis=-1)
    target = goal.targets(len(counts.pairs))
    low, high = largest_distance(shares, target, goal.error)
    observed = np.abs(mean_of(shares, HALVES) - target)
    place = int(np.argmax(observed))
    first, second = counts.pairs[place]
    distance = Interval(float(observed[place]), float(low), float(high), int(games[place].sum()))
    return WorstPair(first, second, distance)


def largest_distance(shares: Array, target: Array, error: float) -> tuple[Array, Array]:
    """Return the interval of the largest distance from the target of all pairs.

    Each pair's sequence holds at the error over all pairs, so all hold at once, and with them that of the largest.

    Parameters
    ----------
    shares
        Games by share, shape (…, pairs, `HALVES`).
    target
        Of each pair.
    error
        Two-sided.
    """
    low, high = sequence(shares, HALVES, (0.0, 1.0), error / target.size)
    nearest = np.maximum(np.maximum(low - target, target - high), 0.0)
    farthest = np.maximum(high - target, target - low)
    return nearest.max(axis=-1), farthest.max(axis=-1)
