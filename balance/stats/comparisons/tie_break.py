"""What the tie-break is worth: total, mechanical and behavioural, from both rules on the same decks.

Formulas and coverage: `docs/statistics.md`, "Tie-break under both rules".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from balance.engine.system import Columns
from balance.stats.comparisons.counts import Joint, joint, normalise
from balance.stats.comparisons.tie_break_results import (
    PairTieBreak,
    PolicyTieBreak,
    SettingTieBreak,
    TieBreakEffect,
)
from balance.stats.entries import THIN, WIDEST
from balance.stats.intervals import LEVEL, Array
from balance.stats.matrix import PAIR
from balance.stats.paired import moments, normal, weighted_mean
from balance.stats.pooling import policy_pairs_of, with_policies
from balance.stats.results import Interval
from balance.sweep.paired import SHARES, TIED

RULES = "tie_break"
LARGEST = 0.5  # no game moves total, mechanical or behavioural part by more
TOTAL: Array = (SHARES[:, None] - SHARES[None, :]) / 2
MECHANICAL: Array = (TIED[:, None] + TIED[None, :]) / 4
PARTS = (TOTAL, MECHANICAL, TOTAL - MECHANICAL)
"""The value of one game by its result with ties to the first seat, and with ties to the second."""


def parts(counts: ArrayLike) -> tuple[Interval, Interval, Interval]:
    """Return total, mechanical and behavioural advantage as means of strata that weigh the same.

    Parameters
    ----------
    counts
        Games by result with ties to the first seat and with ties to the second, shape (strata, results, results).
    """
    joint_counts = np.asarray(counts)
    weights = np.full(len(joint_counts), 1 / len(joint_counts))
    games = float(joint_counts.sum())
    found = []
    for values in PARTS:
        mean, error = weighted_mean(*moments(joint_counts, values), weights, largest=LARGEST)
        half = normal(mean, error, games)
        found.append(normal(mean, error, games, THIN if half.high - half.low > WIDEST else ""))
    total, mechanical, behavioural = found
    return total, replace(mechanical, low=max(mechanical.low, 0.0)), behavioural


def none_differing(games: int) -> float:
    """Return how large the behavioural part may be, at 95%, if none of so many games differs under the two rules.

    Examples
    --------
    >>> round(none_differing(28_800), 6)
    6.4e-05
    """
    return LARGEST * (1 - float(((1 - LEVEL) / 2) ** (1 / games)))


def study(
    comparisons: pl.DataFrame, *, columns: Columns, settings: Sequence[str]
) -> tuple[PolicyTieBreak, ...]:
    """Return what the tie-break is worth under every pair of policies that played both rules.

    Parameters
    ----------
    comparisons
        Rows of ``comparisons.parquet``.
    columns
        The system's column names.
    settings
        Names in the order in which to list them.
    """
    frame = normalise(comparisons, columns, RULES)
    return tuple(
        _of_policies(with_policies(frame, policies), policies, settings)
        for policies in sorted(policy_pairs_of(frame))
    )


def _of_policies(frame: pl.DataFrame, policies: tuple[str, ...], settings: Sequence[str]) -> PolicyTieBreak:
    pairs = joint(frame, PAIR)
    exact = not pairs.differing.any()
    played = frame.partition_by("setting", as_dict=True)
    return PolicyTieBreak(
        policies=policies,
        overall=_effect(pairs, slice(None), exact=exact),
        pairs=tuple(
            PairTieBreak(first, second, _effect(pairs, slice(n, n + 1), exact=exact))
            for n, (first, second) in enumerate(pairs.keys)
        ),
        settings=tuple(
            SettingTieBreak(name, _effect(joint(played[name,], PAIR), slice(None), exact=exact))
            for name in settings
            if (name,) in played
        ),
        exact=exact,
    )


def _effect(found: Joint, strata: slice, *, exact: bool) -> TieBreakEffect:
    """Return the parts of some strata that weigh the same; exactly none by play if no game at all differs."""
    total, mechanical, behavioural = parts(found.counts[strata])
    games = int(found.games[strata].sum())
    if exact:
        most = none_differing(int(found.games.sum()))
        note = "exact: every game was played alike under both rules"
        behavioural = Interval(0.0, -most, most, games, note)
    return TieBreakEffect(total, mechanical, behavioural, games, int(found.differing[strata].sum()))
