"""Ties and points together: both rules on the same decks, and handicaps from the margins of a run's own games."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from balance.engine.system import Columns
from balance.stats.comparisons import handicap, tie_break
from balance.stats.comparisons.tie_break_results import PairHandicap, SettingHandicap, TieBreakStudy


def study(
    tallies: pl.DataFrame,
    comparisons: pl.DataFrame | None,
    *,
    columns: Columns,
    headline: Sequence[str],
    tie_to: int | None,
    settings: Sequence[str],
) -> TieBreakStudy:
    """Return everything on ties and points.

    Parameters
    ----------
    tallies
        Rows of ``tallies.parquet``.
    comparisons
        Rows of ``comparisons.parquet``; None where there are none.
    columns
        The system's column names.
    headline
        The policies whose margins the handicaps rest on.
    tie_to
        The seat that ties go to under the rule in force; None where they are shared.
    settings
        Names in the order in which to list them.
    """
    pair = list(columns.seats)
    played = [pl.col(name) == policy for name, policy in zip(columns.policies, headline, strict=True)]
    even = tallies.filter(pl.col("bid") == 0, pl.col(pair[0]) != pl.col(pair[1]), *played)
    margins = handicap.margins_by(even, pair)
    by_setting = even.partition_by(columns.setting, as_dict=True)
    own = ((name, by_setting[name,]) for name in settings if (name,) in by_setting)
    return TieBreakStudy(
        policies=()
        if comparisons is None
        else tie_break.study(comparisons, columns=columns, settings=settings),
        handicap=handicap.mean_handicap(margins, tie_to),
        pair_handicaps=tuple(
            PairHandicap(first, second, found)
            for (first, second), found in zip(
                margins.keys, handicap.pair_handicaps(margins, tie_to), strict=True
            )
        ),
        setting_handicaps=tuple(
            SettingHandicap(name, handicap.mean_handicap(handicap.margins_by(rows, pair), tie_to, reach=0))
            for name, rows in own
        ),
    )
