"""What two runs both played: their tallies cut to the same pairs, settings and players, and pooled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from balance.engine.system import Columns
from balance.stats.intervals import Counts, weighted_games
from balance.stats.matrix import PAIR
from balance.stats.pooling import (
    counts_of,
    normalise,
    policy_pairs_of,
    pool,
    ties_of,
    with_policies,
    without_mirrors,
)

CELL = (*PAIR, "setting")

Pair = tuple[str, str]


@dataclass(frozen=True)
class Played:
    """One run's games: normalised tallies, the headline's policies, the tie-break in force, looks at adaptive bids."""

    frame: pl.DataFrame
    headline: tuple[str, ...]
    tie_break: str
    looks: tuple[int, ...] = ()

    @classmethod
    def of(
        cls,
        tallies: pl.DataFrame,
        columns: Columns,
        *,
        headline: Sequence[str],
        tie_break: str,
        looks: Sequence[int] = (),
    ) -> Played:
        """Return the games of tallies; mirrors are left out.

        Raises
        ------
        RunFolderError
            A column is missing.
        """
        frame = without_mirrors(normalise(tallies, columns))
        return cls(frame, tuple(headline), tie_break, tuple(looks))

    @property
    def even(self) -> pl.DataFrame:
        """Games without a bid."""
        return self.frame.filter(pl.col("bid") == 0)

    def policies(self) -> list[tuple[str, ...]]:
        """Return the policies that met without a bid, the headline's first."""
        there = policy_pairs_of(self.even)
        return sorted(there, key=lambda pair: pair != self.headline)


def common_policies(old: Played, new: Played) -> tuple[str, ...] | None:
    """Return the policies to compare: the new headline's, else the old one's, else the first that both have, if any."""
    before, after = old.policies(), new.policies()
    shared = [pair for pair in after if pair in before]
    if new.headline in shared:
        return new.headline
    return old.headline if old.headline in shared else next(iter(shared), None)


@dataclass(frozen=True)
class Pooled:
    """One run's games of the pairs and settings that both runs played.

    Parameters
    ----------
    frame
        Rows of the cells.
    pairs
        In the order of the counts.
    counts
        Of each pair, settings counted alike.
    ties
        Level games of each pair, settings counted alike.
    games
        Of each pair.
    uneven
        Pairs whose settings have unlike numbers of games.
    """

    frame: pl.DataFrame
    tie_break: str
    pairs: tuple[Pair, ...]
    counts: Counts
    ties: Counts
    games: tuple[int, ...]
    uneven: frozenset[Pair]

    @property
    def index(self) -> dict[Pair, int]:
        """Where each pair stands."""
        return {pair: place for place, pair in enumerate(self.pairs)}

    @cached_property
    def settings(self) -> dict[str, Counts]:
        """The counts of each setting, one stratum per pair."""
        cells = pool(self.frame, ("setting", *PAIR)).partition_by("setting", as_dict=True)
        return {name: counts_of(rows, self.tie_break) for (name,), rows in cells.items()}

    def both_ways(self, name: str, rivals: Sequence[str]) -> Counts:
        """Return one contestant's own counts, in both seats against every rival that it met both ways round."""
        met = [r for r in rivals if (name, r) in self.index and (r, name) in self.index]
        first = self.counts.take([self.index[name, rival] for rival in met])
        return first.joined(self.counts.take([self.index[rival, name] for rival in met]).flipped())


def pooled(one: Played, other: Played, policies: Sequence[str]) -> Pooled:
    """Return one run's games in those cells that the other run played too."""
    frame = with_policies(one.even, policies)
    there = with_policies(other.even, policies).select(CELL).unique()
    frame = frame.join(there, on=CELL, how="semi")
    cells, pairs = pool(frame, CELL), pool(frame, PAIR)
    spread = cells.group_by(PAIR).agg(uneven=pl.col("games").min() < pl.col("games").max())
    uneven = frozenset(
        (first, second) for first, second in spread.filter(pl.col("uneven")).select(PAIR).iter_rows()
    )
    counts, ties = counts_of(pairs, one.tie_break), ties_of(pairs)
    names = tuple(pairs.select(PAIR).iter_rows())
    for place, pair in enumerate(names):
        if pair in uneven:
            own = cells.filter((pl.col("first") == pair[0]) & (pl.col("second") == pair[1]))
            _put(counts, place, counts_of(own, one.tie_break))
            _put(ties, place, ties_of(own))
    return Pooled(frame, one.tie_break, names, counts, ties, tuple(pairs["games"].to_list()), uneven)


def _put(counts: Counts, place: int, strata: Counts) -> None:
    """Replace a pair's counts by those of win-or-lose games that tell as much of the plain mean over its strata."""
    share, effective = weighted_games(strata)
    counts.wins[place], counts.halves[place], counts.games[place] = share * effective, 0.0, effective


def equal_cells(old: Pooled, new: Pooled) -> frozenset[Pair]:
    """Return the pairs of which both runs counted the very same results in every setting, under one tie-break."""
    if old.tie_break != new.tie_break:
        return frozenset()
    cells = [pool(one.frame, CELL).rows() for one in (old, new)]
    both = set(cells[0]) & set(cells[1])
    changed = {row[:2] for rows in cells for row in rows if row not in both}
    return frozenset(pair for pair in old.pairs if pair not in changed)
