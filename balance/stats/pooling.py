"""From rows of tallies to pooled counts: one normal form, then sums of independent cells."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from balance.engine.system import Columns
from balance.errors import RunFolderError
from balance.stats.intervals import Counts

SUMS = ("games", "wins", "ties", "margin_sum", "margin_squares")


def normalise(tallies: pl.DataFrame, columns: Columns) -> pl.DataFrame:
    """Return tallies under names that do not depend on the system, rows without games left out.

    Columns: `first`, `second`, `setting`, `first_policy`, `second_policy`, `bid` (signed: positive, cubes to
    the first seat), `games`, `wins` (the first seat's), `ties`, `margin_sum` and `margin_squares` (points).

    Raises
    ------
    RunFolderError
        A column is missing.
    """
    first, second = columns.seats
    needed = [
        *columns.seats,
        columns.setting,
        *columns.policies,
        "bid_to",
        "bid",
        "games",
        columns.wins,
        "ties",
    ]
    needed += ["margin_counts", "margin_offset"]
    missing = [name for name in needed if name not in tallies.columns]
    if missing:
        msg = f"tallies: expected a column {missing[0]!r}; got {', '.join(tallies.columns)}"
        raise RunFolderError(msg)
    step = pl.element().cast(pl.Int64) * pl.int_range(pl.len())
    square = step * pl.int_range(pl.len())
    counts = pl.col("margin_counts")
    sums = tallies.filter(pl.col("games") > 0).with_columns(
        total=counts.list.sum().cast(pl.Int64),
        steps=counts.list.eval(step).list.sum().fill_null(0),
        squares=counts.list.eval(square).list.sum().fill_null(0),
        offset=pl.col("margin_offset").cast(pl.Int64),
    )
    offset = pl.col("offset")
    sign = pl.when(pl.col("bid_to").cast(pl.String) == second).then(-1).otherwise(1)
    return sums.select(
        first=pl.col(first).cast(pl.String),
        second=pl.col(second).cast(pl.String),
        setting=pl.col(columns.setting).cast(pl.String),
        first_policy=pl.col(columns.policies[0]).cast(pl.String),
        second_policy=pl.col(columns.policies[1]).cast(pl.String),
        bid=pl.col("bid").cast(pl.Int64) * sign,
        games=pl.col("games").cast(pl.Int64),
        wins=pl.col(columns.wins).cast(pl.Int64),
        ties=pl.col("ties").cast(pl.Int64),
        margin_sum=offset * pl.col("total") + pl.col("steps"),
        margin_squares=offset**2 * pl.col("total") + 2 * offset * pl.col("steps") + pl.col("squares"),
    )


def pool(frame: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    """Return the sums over cells, one row per key, sorted: the order of the tallies changes no digit.

    Cells never share games, so their sums are sums of independent counts.
    """
    return frame.group_by(list(by)).agg(pl.col(*SUMS).sum()).sort(list(by))


def like_for_like(frame: pl.DataFrame) -> pl.DataFrame:
    """Return one row per pair, setting and bid, each pair's on those settings only where all its bids were played.

    A bid can only be compared with another on the same settings. Added columns: `dropped`, whether the pair
    lost settings by it, and `uneven`, whether its bids share out their games differently over settings, as
    they must where no setting had all of them and so all are kept.
    """
    pair, where = ["first", "second"], ["first", "second", "setting"]
    cells = pool(frame, (*where, "bid")).with_columns(
        full=pl.len().over(where) == pl.col("bid").n_unique().over(pair)
    )
    some = pl.col("full").any().over(pair)
    part = pl.col("games") / pl.col("games").sum().over(*pair, "bid")
    return (
        cells.with_columns(dropped=some & ~pl.col("full").all().over(pair), some=some)
        .filter(pl.col("full") | ~pl.col("some"))
        .with_columns(part=part)
        .with_columns(
            spread=pl.col("part").max().over(where) - pl.col("part").min().over(where),
        )
        .with_columns(uneven=~pl.col("some") | (pl.col("spread") > 1e-9).any().over(pair))
        .drop("full", "some", "part", "spread")
    )


def everywhere(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of those bids, pair by pair, that each of the pair's settings with bids played equally often.

    Bids chosen from the data may differ between settings; what all of them played is the pair's. Bid 0 stays, on
    the settings that played any bid where there are such.
    """
    pair = ["first", "second"]
    own = frame.with_columns(bids=(pl.col("bid") != 0).any().over(*pair, "setting"))
    own = own.filter(pl.col("bids") | ~pl.col("bids").any().over(pair))
    same = (pl.col("games").n_unique() == 1) & (pl.len() == pl.col("settings").max())
    return (
        own.with_columns(settings=pl.col("setting").n_unique().over(pair))
        .filter((pl.col("bid") == 0) | same.over(*pair, "bid"))
        .drop("bids", "settings")
    )


def counts_of(frame: pl.DataFrame, tie_break: str) -> Counts:
    """Return the first seat's counts, one stratum per row; ties count half only under the rule `shared`."""
    halves = frame["ties"].to_numpy() if tie_break == "shared" else 0.0
    return Counts.of(frame["wins"].to_numpy(), frame["games"].to_numpy(), halves)


def bids_by(
    frame: pl.DataFrame, by: Sequence[str], tie_break: str
) -> dict[tuple[str, ...], tuple[list[int], Counts]]:
    """Return key → bids, ascending, and the first seat's counts at them, cells of equal keys and bids summed."""
    rows = pool(frame, (*by, "bid"))
    counts, bids = counts_of(rows, tie_break), rows["bid"].to_list()
    keys = list(rows.select(by).iter_rows())
    starts = [i for i, key in enumerate(keys) if i == 0 or key != keys[i - 1]]
    ends = [*starts, len(keys)][1:]
    return {keys[i]: (bids[i:j], counts.take(range(i, j))) for i, j in zip(starts, ends, strict=True)}


def ties_of(frame: pl.DataFrame) -> Counts:
    """Return how many games were tied, one stratum per row."""
    return Counts.of(frame["ties"].to_numpy(), frame["games"].to_numpy())


def with_policies(frame: pl.DataFrame, policies: Sequence[str]) -> pl.DataFrame:
    """Return the rows of one pair of policies."""
    first, second = policies
    return frame.filter((pl.col("first_policy") == first) & (pl.col("second_policy") == second))


def without_mirrors(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows whose two contestants differ."""
    return frame.filter(pl.col("first") != pl.col("second"))


def policy_pairs_of(frame: pl.DataFrame) -> list[tuple[str, str]]:
    """Return the pairs of policies in the frame, in order of first appearance."""
    return list(frame.select("first_policy", "second_policy").unique(maintain_order=True).iter_rows())
