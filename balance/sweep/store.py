"""The frames that a run is stored as, with one named schema each, and their Parquet bytes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from balance.config.document import shown_text
from balance.engine.system import Cell, CellTally, Columns, FactRow
from balance.errors import RunFolderError
from balance.sweep.files import digest, read_bytes

TALLIES = "tallies.parquet"
FACTS = "facts.parquet"
COMPARISONS = "comparisons.parquet"

LARGEST_MARGIN = 2**15
"""Points; a file that says more of a game is damaged."""
_MAGIC = b"PAR1"

FACT = {"fact": pl.String(), "key": pl.String(), "games": pl.Int64(), "wins": pl.Int64(), "sum": pl.Int64()}
"""The columns of ``facts.parquet`` after those that name a cell."""

CHUNK_FACT = {"fact": "fact", "key": "key", "fact_games": "games", "fact_wins": "wins", "fact_sum": "sum"}
"""A chunk's lists of facts, and the columns of `FACT` that they become."""

CHUNK_LISTS = {
    **{name: pl.List(FACT[column]) for name, column in CHUNK_FACT.items()},
    "margins": pl.List(pl.Int16()),
}


def key_names(columns: Columns) -> list[str]:
    """Return the columns that name a cell."""
    return [*columns.seats, columns.setting, *columns.policies, "bid_to", "bid"]


def tally_schema(columns: Columns) -> pl.Schema:
    """Return the schema of ``tallies.parquet``: one row a cell, sorted by the columns that name it."""
    return pl.Schema(
        {
            **key_schema(columns),
            "games": pl.Int64,
            columns.wins: pl.Int64,
            "ties": pl.Int64,
            "margin_mean": pl.Float64,
            "margin_counts": pl.List(pl.Int64),
            "margin_offset": pl.Int64,
            "stage": pl.Int64,
        }
    )


def fact_schema(columns: Columns) -> pl.Schema:
    """Return the schema of ``facts.parquet``: one row for each value of each fact in each cell."""
    return pl.Schema({**key_schema(columns), **FACT})


def tally_frame(tallies: Iterable[CellTally], columns: Columns) -> pl.DataFrame:
    """Return tallies as the frame that is stored; the order of `tallies` does not matter."""
    rows = [
        [
            *key_values(tally.cell, columns),
            tally.games,
            tally.wins,
            tally.ties,
            tally.margin_mean,
            *_trimmed(tally),
            1 if tally.cell.bid == 0 else 2,
        ]
        for tally in tallies
    ]
    return pl.DataFrame(rows, schema=tally_schema(columns), orient="row").sort(key_names(columns))


def fact_frame(tallies: Iterable[CellTally], columns: Columns) -> pl.DataFrame:
    """Return the facts of tallies as the frame that is stored; the order of `tallies` does not matter."""
    every = list(tallies)
    owners = np.repeat(np.arange(len(every)), [len(tally.facts) for tally in every])
    rows = [_fact_values(row) for tally in every for row in tally.facts]
    facts = pl.DataFrame(rows, schema=FACT, orient="row").with_columns(cell=owners)
    return named_facts(facts, [tally.cell for tally in every], columns)


def named_facts(facts: pl.DataFrame, cells: Sequence[Cell], columns: Columns) -> pl.DataFrame:
    """Return facts as the frame that is stored; `cell` says by its place in `cells` whose each is."""
    keys = pl.DataFrame([key_values(c, columns) for c in cells], schema=key_schema(columns), orient="row")
    frame = pl.concat([keys[facts["cell"]], facts.select(*FACT)], how="horizontal")
    return frame.sort([*key_names(columns), "fact", "key"])


def chunk_frame(first_game: int, tallies: Sequence[CellTally], columns: Columns) -> pl.DataFrame:
    """Return one finished chunk: tallies of games `first_game` …, each with its facts beside it."""
    rows = [
        [
            *key_values(tally.cell, columns),
            tally.cell.rules,
            number,
            first_game,
            tally.games,
            tally.wins,
            tally.ties,
            *_trimmed(tally),
        ]
        for number, tally in enumerate(tallies)
    ]
    lists: dict[str, list[Any]] = {
        "fact": [[row.fact for row in tally.facts] for tally in tallies],
        "key": [[row.key for row in tally.facts] for tally in tallies],
        "fact_games": [[row.games for row in tally.facts] for tally in tallies],
        "fact_wins": [[row.wins for row in tally.facts] for tally in tallies],
        "fact_sum": [[row.total for row in tally.facts] for tally in tallies],
        "margins": [
            pl.Series(tally.margins) for tally in tallies
        ],  # polars would make arrays of equal length one array
    }
    frame = pl.DataFrame(rows, schema=_count_schema(columns), orient="row")
    return frame.with_columns(pl.Series(name, lists[name], dtype) for name, dtype in CHUNK_LISTS.items())


def chunk_tallies(frame: pl.DataFrame, columns: Columns) -> list[tuple[int, CellTally]]:
    """Return what `chunk_frame` was given, but for facts and margins: the first game and the tally of each cell."""
    found = []
    for row in frame.select(_count_schema(columns).names()).iter_rows(named=True):
        tally = CellTally(
            cell=cell_of(row, columns),
            games=row["games"],
            wins=row["wins"],
            ties=row["ties"],
            margin_offset=row["margin_offset"],
            margin_counts=np.array(row["margin_counts"], np.int64),
        )
        found.append((int(row["first_game"]), tally))
    return found


def parquet_bytes(frame: pl.DataFrame) -> bytes:
    """Return a frame as Parquet; the same frame gives the same bytes under one version of polars."""
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression="zstd", compression_level=3, row_group_size=1 << 20)
    return buffer.getvalue()


def read_tallies(path: Path, columns: Columns, *, sha256: str = "") -> pl.DataFrame:
    """Return the tallies of a run, whose digest must begin with `sha256`.

    Raises
    ------
    RunFolderError
        If the file is missing, cannot be read, is another, has another schema or contradicts itself.
    """
    frame = read_frame(path, tally_schema(columns), sha256)
    wrong = frame.filter(_contradicting(columns.wins))
    if wrong.height:
        row = wrong.row(0, named=True)
        name = cell_of(row, columns).name
        msg = f"{path} is damaged: the counts of cell {name!r} contradict its {row['games']} games"
        raise RunFolderError(msg)
    return frame


def read_facts(path: Path, columns: Columns, *, sha256: str = "") -> pl.DataFrame:
    """Return the facts of a run, whose digest must begin with `sha256`.

    Raises
    ------
    RunFolderError
        If the file is missing, cannot be read, is another or has another schema.
    """
    return read_frame(path, fact_schema(columns), sha256)


def read_chunk(path: Path, columns: Columns, *, sha256: str = "") -> list[tuple[int, CellTally]]:
    """Return the tallies of one finished chunk without facts and margins; its digest must begin with `sha256`.

    Raises
    ------
    RunFolderError
        If the file is missing, cannot be read, is another or has another schema.
    """
    frame = read_frame(path, chunk_schema(columns), sha256)
    if frame.filter(_contradicting("wins")).height:
        msg = f"{path} is damaged: the counts of a cell contradict its games"
        raise RunFolderError(msg)
    return chunk_tallies(frame, columns)


def read_frame(path: Path, schema: pl.Schema, sha256: str) -> pl.DataFrame:
    """Return a stored frame. The digest is looked at first: polars may end the process over a damaged file.

    Raises
    ------
    RunFolderError
        If the file is missing, cannot be read, is another or has another schema.
    """
    data = read_bytes(path)
    if len(data) < 12 or data[:4] != _MAGIC or data[-4:] != _MAGIC:
        msg = f"{path} is damaged: not a Parquet file, or cut off"
        raise RunFolderError(msg)
    if not digest(data).startswith(sha256):
        msg = f"{path} is damaged: it is not the file that was written with the run"
        raise RunFolderError(msg)
    try:
        frame = pl.read_parquet(io.BytesIO(data))
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        msg = f"{path} is damaged: not a Parquet file ({str(error).splitlines()[0]})"
        raise RunFolderError(msg) from error
    if frame.schema != schema:
        want, got = dict(schema), dict(frame.schema)
        names = [shown_text(name) for name in {**want, **got} if want.get(name) != got.get(name)]
        what = f"columns {', '.join(names)}" if names else "the order of columns"
        msg = f"{path} is damaged or of another version: {what} not as expected"
        raise RunFolderError(msg)
    if any(map(_has_gaps, frame.get_columns())):
        msg = f"{path} is damaged: empty values"
        raise RunFolderError(msg)
    return frame


def _contradicting(wins: str) -> pl.Expr:
    """Return whether a row's counts cannot be those of its games."""
    games, margins = pl.col("games"), pl.col("margin_counts").list
    return (
        (margins.sum() != games)
        | (pl.col("ties") > games)
        | ~pl.col(wins).is_between(0, games)
        | (pl.col("margin_offset") < -LARGEST_MARGIN)
        | (pl.col("margin_offset") > LARGEST_MARGIN)
        | (margins.len() > 2 * LARGEST_MARGIN)
    )


def _has_gaps(column: pl.Series) -> bool:
    """Tell whether a value is missing, at any depth."""
    if column.null_count():
        return True
    if isinstance(column.dtype, pl.List):
        return _has_gaps(column.filter(column.list.len() > 0).explode())
    if isinstance(column.dtype, pl.Struct):
        return any(_has_gaps(column.struct.field(part.name)) for part in column.dtype.fields)
    return False


def key_schema(columns: Columns) -> dict[str, Any]:
    """Return the types of the columns that name a cell."""
    return {**dict.fromkeys(key_names(columns), pl.String), "bid": pl.Int64}


def chunk_schema(columns: Columns) -> pl.Schema:
    """Return the schema of one finished chunk: one row a cell; its facts, and its games' margins, are lists."""
    return pl.Schema({**_count_schema(columns), **CHUNK_LISTS})


def _count_schema(columns: Columns) -> pl.Schema:
    numbers = dict.fromkeys(["row", "first_game", "games", "wins", "ties"], pl.Int64())
    counts = {"margin_counts": pl.List(pl.Int64), "margin_offset": pl.Int64()}
    return pl.Schema({**key_schema(columns), "rules": pl.String, **numbers, **counts})


def key_values(cell: Cell, columns: Columns) -> list[str | int]:
    """Return a cell's values of the columns that name it."""
    bid_to = columns.seats[0] if cell.bid > 0 else columns.seats[1] if cell.bid < 0 else ""
    return [*cell.contestants, cell.setting, *cell.policies, bid_to, abs(cell.bid)]


def cell_of(row: Mapping[str, Any], columns: Columns) -> Cell:
    """Return the cell of a row of tallies, facts or a chunk."""
    return Cell(
        contestants=tuple(row[seat] for seat in columns.seats),
        setting=row[columns.setting],
        policies=tuple(row[name] for name in columns.policies),
        bid=-row["bid"] if row["bid_to"] == columns.seats[1] else row["bid"],
        rules=row.get("rules", ""),
    )


def _fact_values(row: FactRow) -> list[str | int]:
    return [row.fact, row.key, int(row.games), int(row.wins), int(row.total)]


def _trimmed(tally: CellTally) -> tuple[list[int], int]:
    """Return the counts from the first margin that occurred to the last, and the first's margin."""
    at = np.flatnonzero(tally.margin_counts)
    if len(at) == 0:
        return [], 0
    first, last = int(at[0]), int(at[-1])
    return tally.margin_counts[first : last + 1].tolist(), tally.margin_offset + first
