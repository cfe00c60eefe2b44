"""From pooled counts to the `Interval` entries of the results, with their notes."""

from __future__ import annotations

import math

import numpy as np
import polars as pl

from balance.stats.intervals import LEVEL, Array, Counts, mean_interval, share_interval, weighted_share
from balance.stats.results import Interval

THIN = "not enough games to tell"
NOT_PLAYED = "not played"
UNREACHED = "wanted precision not reached"
UNEVEN = "settings unevenly played"
WIDEST = 0.2
"""A share's interval wider than this (win share) is marked as not enough games to tell."""

UNPLAYED = Interval(math.nan, 0.0, 1.0, 0, NOT_PLAYED)
UNPLAYED_MARGIN = Interval(math.nan, math.nan, math.nan, 0, NOT_PLAYED)


def entry(estimate: float, low: float, high: float, games: float, note: str = "") -> Interval:
    """Return an interval of a share; a wide one gets a note."""
    notes = [THIN] if high - low > WIDEST else []
    return Interval(
        float(estimate), float(low), float(high), int(games), "; ".join([*notes, note] if note else notes)
    )


def entries(counts: Counts, *, level: float = LEVEL, notes: list[str] | None = None) -> list[Interval]:
    """Return each stratum's own share."""
    low, high = share_interval(counts, level=level)
    rows = zip(counts.share, low, high, counts.games, notes or [""] * len(low), strict=True)
    return [entry(*row) for row in rows]


def mean_entry(counts: Counts, weights: Array | None = None, note: str = "") -> Interval:
    """Return the weighted mean of the strata's shares (equal weights by default); unplayed without strata."""
    if counts.games.size == 0:
        return UNPLAYED
    estimate, low, high = weighted_share(counts, weights)
    return entry(float(estimate), float(low), float(high), float(counts.games.sum()), note)


def tie_break_entry(tie_rate: Interval, tie_break: str) -> Interval:
    """Return the advantage of the seat that ties go to: half the tie rate, nothing where ties are shared."""
    if tie_break == "shared":
        note = "ties are shared: they would be worth half the tie rate to a seat that got them"
        return Interval(0.0, 0.0, 0.0, tie_rate.games, note)
    return Interval(tie_rate.estimate / 2, tie_rate.low / 2, tie_rate.high / 2, tie_rate.games, tie_rate.note)


def margin_entries(frame: pl.DataFrame) -> list[Interval]:
    """Return the mean margin (points, first seat minus second) of each row of pooled tallies."""
    rows = frame.select("games", "margin_sum", "margin_squares").iter_rows()
    return [
        Interval(*mean_interval(games, total, squares), games, THIN if games < 2 else "")
        for games, total, squares in rows
    ]


def least_fair(pairs: list[tuple[str, str]], counts: Counts) -> tuple[str, str, Interval] | None:
    """Return the pair whose share is farthest from 1/2, with an interval that allows for having been picked.

    The level is raised so that the intervals of all pairs hold together at 95% (Šidák 1967, Journal of the
    American Statistical Association 62, 626–633), hence that of whichever is picked. The estimate itself is
    likely to exaggerate.
    """
    if not pairs:
        return None
    pick = int(np.argmax(np.abs(counts.share - 0.5)))
    low, high = share_interval(counts.take([pick]), level=LEVEL ** (1 / len(pairs)))
    note = f"picked as the farthest from even of {len(pairs)} pairs" if len(pairs) > 1 else ""
    share = entry(float(counts.share[pick]), float(low[0]), float(high[0]), float(counts.games[pick]), note)
    return (*pairs[pick], share)
