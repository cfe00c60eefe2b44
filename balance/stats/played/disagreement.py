"""Where played games and a simulated run disagree, pair by pair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy.stats import fisher_exact

from balance.stats.entries import THIN, entries
from balance.stats.intervals import LEVEL, Array, Counts, benjamini_hochberg
from balance.stats.results import Interval

FALSE_DISCOVERIES = 0.05
PAIR = ("first", "second")


@dataclass(frozen=True)
class Disagreement:
    """One ordered pair that people played, beside its simulated games.

    Parameters
    ----------
    first, second
        The pair.
    played, simulated
        First side's win share, each with its own interval.
    difference
        Played minus simulated share, with its interval; not corrected for the number of pairs.
    p_value
        Of "they are the same", exact.
    q_value
        The same after Benjamini–Hochberg over all pairs.
    differs
        `q_value` at most 5%: of the pairs so marked, at most 5% are expected to be marked by chance.
    combined
        The share from both.
    """

    first: str
    second: str
    played: Interval
    simulated: Interval
    difference: Interval
    p_value: float
    q_value: float
    differs: bool
    combined: Interval


def disagreements(
    played: pl.DataFrame,
    simulated: pl.DataFrame,
    combined: Mapping[tuple[str, str], Interval],
    *,
    level: float = LEVEL,
) -> tuple[Disagreement, ...]:
    """Return every pair that people played, the surest disagreement first.

    The settings of the simulated games should be those that people played.

    Parameters
    ----------
    played, simulated
        `first`, `second`, `games`, `wins`, `ties` (half a win each); rows of one pair are summed.
    combined
        Shares from both, by pair.
    level
        Of the intervals.

    Notes
    -----
    The difference's interval joins those of the two shares (Newcombe 1998, Statistics in Medicine 17, 873–890,
    method 10); the p-value is Fisher's, halves of a win rounded towards no difference.
    """
    rows = (
        _pairs(played)
        .join(_pairs(simulated), on=list(PAIR), suffix="_simulated")
        .filter(pl.col("first") != pl.col("second"))
        .sort(PAIR)
    )
    if not rows.height:
        return ()
    people, run = _counts(rows, ""), _counts(rows, "_simulated")
    one, two = entries(people, level=level), entries(run, level=level)
    p_values = np.array([_fisher(people, run, i) for i in range(rows.height)])
    q_values = benjamini_hochberg(p_values)
    found = []
    for i, (first, second) in enumerate(rows.select(PAIR).iter_rows()):
        found.append(
            Disagreement(
                first=first,
                second=second,
                played=one[i],
                simulated=two[i],
                difference=_difference(one[i], two[i]),
                p_value=float(p_values[i]),
                q_value=float(q_values[i]),
                differs=bool(q_values[i] <= FALSE_DISCOVERIES),
                combined=combined[first, second],
            )
        )
    return tuple(sorted(found, key=lambda d: (d.p_value, d.first, d.second)))


def differing(tails: Mapping[str, float]) -> frozenset[str]:
    """Return whose shift is not 0, at a false discovery rate of 5% over all.

    Parameters
    ----------
    tails
        By name: the posterior chance that the shift has the other sign.
    """
    q_values = benjamini_hochberg(2 * np.array(list(tails.values())))
    return frozenset(name for name, q in zip(tails, q_values, strict=True) if q <= FALSE_DISCOVERIES)


def _pairs(frame: pl.DataFrame) -> pl.DataFrame:
    names = frame.with_columns(pl.col(PAIR).cast(pl.String))
    return names.group_by(PAIR).agg(pl.col("games", "wins", "ties").sum())


def _counts(rows: pl.DataFrame, suffix: str) -> Counts:
    wins, games, ties = (rows[name + suffix].to_numpy() for name in ("wins", "games", "ties"))
    return Counts.of(wins, games, ties)


def _difference(one: Interval, two: Interval) -> Interval:
    """Return the difference of two independent shares from their intervals."""
    value = one.estimate - two.estimate
    low = value - float(np.hypot(one.estimate - one.low, two.high - two.estimate))
    high = value + float(np.hypot(one.high - one.estimate, two.estimate - two.low))
    return Interval(value, low, high, one.games, one.note if one.note == THIN else "")


def _fisher(people: Counts, run: Counts, i: int) -> float:
    """Return Fisher's exact two-sided p-value of one pair."""
    score, games = float(people.wins[i] + people.halves[i] / 2), float(people.games[i])
    other, total = float(run.wins[i] + run.halves[i] / 2), float(run.games[i])
    up = score / games < other / total
    won, lost = _whole(score, up=up), _whole(other, up=not up)
    table: Array = np.array([[won, games - won], [lost, total - lost]])
    return float(fisher_exact(table).pvalue)


def _whole(score: float, *, up: bool) -> float:
    return float(np.ceil(score) if up else np.floor(score))
