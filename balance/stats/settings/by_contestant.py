"""How strong each contestant is in every setting, and whose strength a setting changes most."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations

import polars as pl

from balance.stats.intervals import LEVEL, quantile
from balance.stats.matrix import PAIR, Matrix
from balance.stats.pooling import pool
from balance.stats.results import Interval
from balance.stats.settings.results import SettingMove, StrengthsBySetting
from balance.stats.strengths import strengths

MOST_SETTINGS = 30
"""Of more settings than this nothing is said contestant by contestant."""


def strengths_by_setting(
    head: pl.DataFrame, *, tie_break: str, names: Sequence[str], order: Sequence[str]
) -> StrengthsBySetting | None:
    """Return each contestant's strength in every setting; None with fewer than two settings, or too many to tell.

    Parameters
    ----------
    head
        The headline policies' games at bid 0, without mirrors.
    tie_break
        The tie-break in force.
    names
        All contestants.
    order
        The settings, in the order in which to list them.
    """
    played = [name for name in order if not head.filter(pl.col("setting") == name).is_empty()]
    if not 2 <= len(played) <= MOST_SETTINGS:
        return None
    found: dict[str, dict[str, Interval]] = {name: {} for name in names}
    for setting in played:
        matrix = Matrix(pool(head.filter(pl.col("setting") == setting), PAIR), tie_break)
        for one in strengths(matrix, names):
            found[one.name][setting] = one.strength
    known = {name: row for name, row in found.items() if all(one.games for one in row.values())}
    return StrengthsBySetting(tuple(played), known, tuple(_moves(known, len(played))))


def _moves(found: dict[str, dict[str, Interval]], settings: int) -> Iterator[SettingMove]:
    """Yield for each contestant the two settings that part it most; all its comparisons are allowed for."""
    comparisons = len(found) * math.comb(settings, 2)
    widened = quantile(1 - (1 - LEVEL) / max(1, comparisons)) / quantile()  # Bonferroni
    moves = []
    for name, row in found.items():
        changes = [
            SettingMove(name, *_ordered(one, other, row), _change(row[one], row[other], widened))
            for one, other in combinations(row, 2)
        ]
        moves.append(max(changes, key=lambda move: move.change.low))
    yield from sorted(moves, key=lambda move: -move.change.low)


def _ordered(one: str, other: str, row: dict[str, Interval]) -> tuple[str, str]:
    return (one, other) if row[one].estimate >= row[other].estimate else (other, one)


def _change(one: Interval, other: Interval, widened: float) -> Interval:
    """Return the higher less the lower of two shares of games of their own (Newcombe's interval, widened)."""
    high, low = (one, other) if one.estimate >= other.estimate else (other, one)
    change = high.estimate - low.estimate
    down = widened * math.hypot(high.estimate - high.low, low.high - low.estimate)
    up = widened * math.hypot(high.high - high.estimate, low.estimate - low.low)
    return Interval(change, max(-1.0, change - down), min(1.0, change + up), high.games + low.games)
