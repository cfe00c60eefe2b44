"""Points instead of cubes: the first seat's share if points were added to its score, from the margins of games.

Formulas and coverage: `docs/statistics.md`, "Tie-break under both rules".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.stats.comparisons.tie_break_results import Handicap, HandicapPoint, HandicapStatus
from balance.stats.entries import NOT_PLAYED, THIN, entry
from balance.stats.intervals import LEVEL, Counts, even_p_value, share_interval, weighted_share

REACH = 10
"""Points of the overall curve, to either side of 0."""

UNPLAYED = Handicap(HandicapStatus.NOT_PLAYED, (), None, None, (), NOT_PLAYED)


@dataclass(frozen=True)
class Margins:
    """Games by final margin (first seat minus second), one stratum per key.

    Parameters
    ----------
    keys
        What each stratum is of.
    counts
        Games, shape (strata, margins).
    low
        The margin that the first column counts, in points.
    """

    keys: list[tuple[str, ...]]
    counts: NDArray[np.int64]
    low: int

    def at(self, points: Sequence[int], tie_to: int | None) -> Counts:
        """Return the first seat's counts if points were added to its score, shape (points, strata).

        Parameters
        ----------
        points
            Whole numbers; negative ones are taken away.
        tie_to
            The seat (0 or 1) that wins where scores are equal then; None where the win is shared.
        """
        margins = self.low + np.arange(self.counts.shape[1])
        after = margins[None, :] + np.asarray(points)[:, None]
        ahead, level = (after > 0) @ self.counts.T, (after == 0) @ self.counts.T
        games = np.broadcast_to(self.counts.sum(axis=1), ahead.shape)
        return Counts.of(ahead + level * (tie_to == 0), games, level * (tie_to is None))

    def ends(self) -> tuple[int, int]:
        """Return points so few that the first seat loses every game, and so many that it wins every game."""
        return -(self.low + self.counts.shape[1]), 1 - self.low


def margins_by(tallies: pl.DataFrame, by: Sequence[str]) -> Margins:
    """Return the margins of tallies, summed over cells, one stratum per key, sorted.

    Parameters
    ----------
    tallies
        Rows of ``tallies.parquet``.
    by
        Columns that make a key.
    """
    played = tallies.filter(pl.col("games") > 0)
    keys = sorted(set(played.select(by).iter_rows()))
    if not keys:
        return Margins([], np.zeros((0, 1), np.int64), 0)
    offsets, lengths = played["margin_offset"], played["margin_counts"].list.len()
    low, high = int(offsets.min()), int((offsets + lengths).max())  # type: ignore[arg-type]
    counts = np.zeros((len(keys), high - low), np.int64)
    place = {key: n for n, key in enumerate(keys)}
    for *key, offset, own in played.select(*by, "margin_offset", "margin_counts").iter_rows():
        counts[place[tuple(key)], offset - low : offset - low + len(own)] += own
    return Margins(keys, counts, low)


def pair_handicaps(margins: Margins, tie_to: int | None) -> list[Handicap]:
    """Return the handicap of each stratum by itself, from exact tests of an even share."""
    if not margins.keys:
        return []
    points = _axis(margins)
    counts = margins.at(points, tie_to)
    low, high = share_interval(counts)
    excluded = even_p_value(counts.wins, counts.losses) <= 1 - LEVEL
    sides = np.where(excluded, np.sign(counts.share - 0.5), 0.0)
    return [
        _handicap(
            points, sides[:, n], (counts.share[:, n], low[:, n], high[:, n]), counts.games[0, n], reach=0
        )
        for n in range(len(margins.keys))
    ]


def mean_handicap(margins: Margins, tie_to: int | None, *, reach: int = REACH) -> Handicap:
    """Return the handicap of the mean of the strata, which weigh the same."""
    if not margins.keys:
        return UNPLAYED
    points = _axis(margins)
    counts = margins.at(points, tie_to)
    share, low, high = weighted_share(counts)
    sides = np.where(low > 0.5, 1.0, np.where(high < 0.5, -1.0, 0.0))
    return _handicap(points, sides, (share, low, high), counts.games[0].sum(), reach=reach)


def _axis(margins: Margins) -> list[int]:
    low, high = margins.ends()
    return list(range(min(low, -REACH), max(high, REACH) + 1))


def _handicap(
    points: list[int],
    sides: NDArray[np.float64],
    shares: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    games: float,
    *,
    reach: int,
) -> Handicap:
    """Return the handicap from the sides that points surely favour (−1: the second seat, 1: the first, 0: open).

    More points never hurt, so the search goes from both ends to the first that is not excluded.
    """
    behind = int(np.argmax(np.append(sides, 0.0) >= 0))  # how many from the lower end
    ahead = int(np.argmax(np.append(sides[::-1], 0.0) <= 0))
    share, lows, highs = shares
    left = list(range(behind, len(points) - ahead))
    status = HandicapStatus.FOUND if left else HandicapStatus.BETWEEN
    if behind == 0 or ahead == 0:
        status = HandicapStatus.OPEN
    kept = left if status is HandicapStatus.FOUND else []
    neighbours = [behind - 1, behind] if status is HandicapStatus.BETWEEN else []
    candidates = kept or neighbours
    best = min(candidates, key=lambda n: (abs(share[n] - 0.5), abs(points[n]), points[n]), default=None)
    near = [n for n, value in enumerate(points) if abs(value) <= reach]
    edge = [candidates[0] - 1, *candidates, candidates[-1] + 1] if candidates else []
    shown = sorted({*near, *(n for n in edge if 0 <= n < len(points))})
    return Handicap(
        status=status,
        points=tuple(points[n] for n in kept),
        bracket=(points[neighbours[0]], points[neighbours[1]]) if neighbours else None,
        best=None if best is None else points[best],
        curve=tuple(
            HandicapPoint(points[n], entry(share[n], lows[n], highs[n], games), excluded=n not in left)
            for n in shown
        ),
        note=THIN if status is HandicapStatus.OPEN else "",
    )
