"""Where a policy puts the cubes that the auction gave it: shares by region, from a run's facts."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from balance.engine.system import Columns
from balance.stats.auction.results import Placement
from balance.stats.entries import entry
from balance.stats.intervals import wilson

FACT = "auction_cubes"
"""The fact's name; its key is the seat that places and the place, with a space between; its sum counts cubes."""

GROUPS: tuple[tuple[str, ...], ...] = ((), ("setting",), ("first", "second"), ("first", "second", "setting"))
"""What placements are summed over: everything, by setting, by pair, by both."""


def placements(facts: pl.DataFrame, columns: Columns, policies: Sequence[str]) -> tuple[Placement, ...]:
    """Return where cubes were placed: over everything, by setting, by pair, and by pair and setting.

    Parameters
    ----------
    facts
        The frame of ``facts.parquet``.
    columns
        The system's column names.
    policies
        Whose cubes, one policy per seat.
    """
    first, second = columns.seats
    key = pl.col("key").str.splitn(" ", 2).struct
    mine = facts.filter(
        (pl.col("fact") == FACT)
        & (pl.col(columns.policies[0]) == policies[0])
        & (pl.col(columns.policies[1]) == policies[1])
    ).select(
        first=pl.col(first),
        second=pl.col(second),
        setting=pl.col(columns.setting),
        bid=pl.col("bid"),
        seat=(key.field("field_0") == second).cast(pl.Int64),
        place=key.field("field_1"),
        cubes=pl.col("sum"),
    )
    found = []
    for group in GROUPS:
        found += _placed(mine, group)
    return tuple(found)


def _placed(mine: pl.DataFrame, group: Sequence[str]) -> list[Placement]:
    """Return the shares of one grouping, in sorted order, the favourite place first.

    The interval is Wilson's at the number of games that would tell as much if each game put all its cubes in one place:
    (sum of cubes)² / sum over games of (cubes of the game)².
    """
    by = [*group, "seat"]
    rows = mine.group_by([*by, "place"]).agg(pl.col("cubes").sum())
    # a cell's games each placed `bid` cubes, so its cubes / bid is its games
    totals = mine.group_by(by).agg(
        all=pl.col("cubes").sum(),
        squares=(pl.col("cubes") * pl.col("bid")).sum(),
        games=(pl.col("cubes") / pl.col("bid")).sum(),
    )
    table = rows.join(totals, on=by).sort(
        [*by, "cubes", "place"], descending=[False] * len(by) + [True, False]
    )
    share = (table["cubes"] / table["all"]).to_numpy()
    low, high = wilson(share, (table["all"].cast(pl.Float64) ** 2 / table["squares"]).to_numpy())
    return [
        Placement(
            first=row.get("first", ""),
            second=row.get("second", ""),
            setting=row.get("setting", ""),
            seat=row["seat"],
            place=row["place"],
            share=entry(estimate, bottom, top, round(row["games"])),
            cubes=row["cubes"],
        )
        for row, estimate, bottom, top in zip(table.iter_rows(named=True), share, low, high, strict=True)
    ]
