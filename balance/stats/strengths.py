"""How strong each contestant is, how much of it is the seat, and which ranks are compatible with the data."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from balance.stats.entries import mean_entry
from balance.stats.intervals import LEVEL, Array, Counts, quantile, variance
from balance.stats.matrix import Matrix
from balance.stats.results import ContestantEstimate, Interval


def strengths(
    matrix: Matrix, names: Sequence[str], *, level: float = LEVEL
) -> tuple[ContestantEstimate, ...]:
    """Return every contestant's strength, strongest first, those without both-ways pairs last.

    Parameters
    ----------
    matrix
        Counts by pair.
    names
        All contestants.
    level
        Of the ranges of ranks, all of which hold together.
    """
    answers = []
    for name in names:
        first, second = seat_counts(matrix, name, names)
        rivals = len(names) - 1
        missing = rivals - first.games.size
        note = f"{missing} of {rivals} opponents not played both ways round" if 0 < missing < rivals else ""
        as_first, as_second = mean_entry(first, note=note), mean_entry(second, note=note)
        answers.append(
            ContestantEstimate(
                name=name,
                strength=mean_entry(first.joined(second), note=note),
                as_first=as_first,
                as_second=as_second,
                difference=_difference(as_first, as_second),
            )
        )
    met = [one for one in answers if one.strength.games > 0]
    ranks = dict(
        zip((one.name for one in met), _ranks(matrix, [one.name for one in met], level), strict=True)
    )
    answers = [replace(one, ranks=ranks.get(one.name)) for one in answers]
    return tuple(sorted(answers, key=lambda c: math.inf if c.strength.games == 0 else -c.strength.estimate))


def seat_counts(matrix: Matrix, name: str, names: Sequence[str]) -> tuple[Counts, Counts]:
    """Return a contestant's own results in either seat, over opponents met both ways round."""
    rivals = [other for other in names if other != name]
    first = matrix.counts.take(matrix.both_ways([(name, rival) for rival in rivals]))
    return first, matrix.counts.take(matrix.both_ways([(rival, name) for rival in rivals])).flipped()


def _difference(one: Interval, other: Interval) -> Interval:
    """Return one share less another on other games, by Newcombe's method 10."""
    if one.games == 0:
        return Interval(math.nan, -1.0, 1.0, 0, one.note)
    value = one.estimate - other.estimate
    return Interval(
        value,
        value - math.hypot(one.estimate - one.low, other.high - other.estimate),
        value + math.hypot(one.high - one.estimate, other.estimate - other.low),
        one.games + other.games,
        one.note,
    )


def _ranks(matrix: Matrix, names: Sequence[str], level: float) -> list[tuple[int, int]]:
    """Return the best and the worst rank of each contestant that the data leave open.

    Those that are surely stronger stand above, those that are surely weaker below; "surely" holds for all
    comparisons together.
    """
    if not names:
        return []
    weights = _weights(matrix, names)
    with np.errstate(invalid="ignore"):
        values = weights @ np.nan_to_num(matrix.counts.share)
    errors = weights * np.sqrt(variance(matrix.counts) / matrix.counts.games)
    common = errors @ errors.T
    own = np.diag(common)
    spread = np.sqrt(np.maximum(own[:, None] + own[None, :] - 2 * common, 0.0))
    comparisons = max(1, len(names) * (len(names) - 1) // 2)
    ahead = values[:, None] - values[None, :] > quantile(level ** (1 / comparisons)) * spread
    np.fill_diagonal(ahead, val=False)
    above, below = ahead.sum(axis=0), ahead.sum(axis=1)
    return [(1 + int(a), len(names) - int(b)) for a, b in zip(above, below, strict=True)]


def _weights(matrix: Matrix, names: Sequence[str]) -> Array:
    """Return strengths as weighted sums of the pairs' shares, but for a constant: contestants × pairs."""
    weights = np.zeros((len(names), len(matrix.pairs)))
    for row, name in enumerate(names):
        rivals = [other for other in names if other != name]
        for sign, pairs in (
            (1, [(name, rival) for rival in rivals]),
            (-1, [(rival, name) for rival in rivals]),
        ):
            found = matrix.both_ways(pairs)
            weights[row, found] = sign / (2 * max(1, len(found)))
    return weights
