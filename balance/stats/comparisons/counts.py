"""Rows of ``comparisons.parquet`` in one normal form: joint counts of the results of the same games under two rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.engine.system import Columns
from balance.sweep.paired import RESULTS

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Joint:
    """Paired games, one stratum per key.

    Parameters
    ----------
    keys
        What each stratum is of.
    counts
        Games by the result under the first rules and under the second, shape (strata, results, results).
    differing
        Games whose final margins differed.
    margins
        Sum of the margin under the second rules minus that under the first, and of its square (points), shape
        (strata, 2).
    """

    keys: list[tuple[str, ...]]
    counts: Whole
    differing: Whole
    margins: Whole

    @property
    def games(self) -> Whole:
        """Games of each stratum."""
        total: Whole = self.counts.sum(axis=(1, 2))
        return total


def normalise(comparisons: pl.DataFrame, columns: Columns, rules: str) -> pl.DataFrame:
    """Return the rows of one comparison under names that do not depend on the system; mirrors are left out."""
    first, second = columns.seats
    renamed = {
        first: "first",
        second: "second",
        columns.setting: "setting",
        columns.policies[0]: "first_policy",
        columns.policies[1]: "second_policy",
    }
    rows = comparisons.filter(pl.col("rules") == rules).rename(renamed)
    return rows.filter(pl.col("first") != pl.col("second"))


def joint(frame: pl.DataFrame, by: Sequence[str]) -> Joint:
    """Return the sums over cells, one stratum per key, sorted: cells never share games."""
    keys = frame.select(by).unique().sort(by)
    placed = frame.join(keys.with_row_index("place"), on=list(by))
    place, base, result = (placed[name].to_numpy() for name in ("place", "base_result", "result"))
    counts = np.zeros((keys.height, RESULTS, RESULTS), np.int64)
    differing = np.zeros(keys.height, np.int64)
    margins = np.zeros((keys.height, 2), np.int64)
    np.add.at(counts, (place, base, result), placed["games"].to_numpy())
    np.add.at(differing, place, placed["differing"].to_numpy())
    np.add.at(margins, place, placed.select("margin_sum", "margin_squares").to_numpy())
    return Joint(list(keys.iter_rows()), counts, differing, margins)
