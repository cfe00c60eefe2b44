"""Facts of the headline games as arrays: one row a pair, one column a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.engine.system import Columns

CARDS, TAKEN, SCORES, LEADS, SPLITS, TOKEN = (
    "cards_played",
    "cards_taken",
    "score_after_round",
    "lead_after_round",
    "split",
    "token",
)
LEAD_AFTER = "margin_after_round_"
"""How the facts begin that count games by their lead after one round."""

Whole = NDArray[np.int64]


@dataclass(frozen=True)
class Counted:
    """One fact, summed over settings.

    Parameters
    ----------
    keys
        What the columns are of, sorted.
    games, wins, total
        Games in which the fact took the key, those that the first seat won, and the sum of the fact's own quantity;
        shape (pairs, keys).
    """

    keys: tuple[str, ...]
    games: Whole
    wins: Whole
    total: Whole


def counted(
    facts: pl.DataFrame, columns: Columns, headline: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> dict[str, Counted]:
    """Return every fact that tells of pairs by themselves, by name; those that the run did not count are left out.

    Parameters
    ----------
    facts
        Rows of ``facts.parquet``.
    columns
        The system's column names.
    headline
        The policies, one per seat.
    pairs
        What the rows are of; facts of other pairs are passed over.
    """
    seats = list(columns.seats)
    rows = pl.DataFrame(pairs, schema=dict.fromkeys(seats, pl.String), orient="row").with_row_index("row")
    known = pl.col("fact").is_in([CARDS, TAKEN, SCORES, LEADS, SPLITS, TOKEN]) | pl.col(
        "fact"
    ).str.starts_with(LEAD_AFTER)
    policies = [pl.col(name) == policy for name, policy in zip(columns.policies, headline, strict=True)]
    summed = (
        facts.filter(known, pl.col("bid") == 0, *policies)
        .group_by([*seats, "fact", "key"])
        .agg(pl.col("games", "wins", "sum").sum())
        .join(rows, on=seats)
    )
    return {
        str(name): _arrays(own, len(pairs))
        for (name,), own in summed.partition_by("fact", as_dict=True).items()
    }


def _arrays(own: pl.DataFrame, pairs: int) -> Counted:
    keys = own["key"].unique().sort()
    place = own["row"].to_numpy(), keys.search_sorted(own["key"]).to_numpy()

    def filled(name: str) -> Whole:
        array = np.zeros((pairs, len(keys)), np.int64)
        array[place] = own[name].to_numpy()
        return array

    return Counted(tuple(keys), filled("games"), filled("wins"), filled("sum"))
