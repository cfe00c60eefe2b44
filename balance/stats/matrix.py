"""Counts of every pair, settings pooled: what figures over pairs are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from balance.stats.intervals import Counts
from balance.stats.pooling import counts_of, ties_of

PAIR = ("first", "second")


@dataclass(frozen=True)
class Matrix:
    """Pooled counts of every pair played, one stratum per pair.

    Parameters
    ----------
    frame
        Tallies pooled by `PAIR`.
    tie_break
        The rule in force.
    """

    frame: pl.DataFrame
    tie_break: str

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs, in the order of the strata."""
        return list(self.frame.select(PAIR).iter_rows())

    @cached_property
    def index(self) -> dict[tuple[str, str], int]:
        """The stratum of each pair."""
        return {pair: i for i, pair in enumerate(self.pairs)}

    @cached_property
    def counts(self) -> Counts:
        """The first seat's results."""
        return counts_of(self.frame, self.tie_break)

    @cached_property
    def ties(self) -> Counts:
        """Games that ended level."""
        return ties_of(self.frame)

    def both_ways(self, pairs: Sequence[tuple[str, str]]) -> list[int]:
        """Return the strata of those pairs that were played both ways round."""
        return [self.index[f, s] for f, s in pairs if (f, s) in self.index and (s, f) in self.index]
