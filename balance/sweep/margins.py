"""Final margins of single games, where games take turns (on the layouts of a set): ``margins.parquet``.

Game `i` of a cell is played on row `i` modulo the size of its setting's order (`balance.engine.system.SettingTurns`),
so the margins by game say how each row went.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.io.plugins import register_io_source

from balance.engine.system import Cell, CellTally, Columns, SettingTurns
from balance.errors import RunFolderError
from balance.sweep.files import file_digest, writing
from balance.sweep.pieces import scanned
from balance.sweep.store import cell_of, key_schema, key_values

MARGINS: Final = "margins.parquet"

ROW_GAMES: Final = 65_536
"""Games of a row, but of a cell's last: always the same rows, however the games were played."""

_GROUP = 16  # rows that are written and read together: 2 MiB
_SIZE = np.dtype(np.int16).itemsize


def margin_schema(columns: Columns) -> pl.Schema:
    """Return the schema of ``margins.parquet``: a row for each 65,536 games of a cell, by cell and `first_game`.

    `margins` has the first seat's points less the second's for games `first_game`, `first_game` + 1 …
    """
    return pl.Schema({**key_schema(columns), "first_game": pl.Int64, "margins": pl.List(pl.Int16)})


def write_margins(path: Path, tallies: Sequence[CellTally], where: pl.DataFrame, columns: Columns) -> None:
    """Write the margins of some cells from the files of finished chunks, cell by cell.

    Parameters
    ----------
    path
        The file to write.
    tallies
        The cells, in the order of their names.
    where
        Where their games stand; see `balance.sweep.pieces.Pieces.of`.

    Raises
    ------
    RunFolderError
        It cannot be written, or a chunk's file is damaged.
    """
    starts = np.cumsum([0, *(tally.games for tally in tallies)])
    with writing(path), tempfile.TemporaryFile(dir=path.parent) as scratch:  # every margin at its own place
        for part in scanned(where, "margins"):
            margins = part["margins"].explode().to_numpy()
            ends = part["margins"].list.len().cum_sum()
            for cell, first_game, end, games in zip(
                part["cell"], part["first_game"], ends, part["margins"].list.len(), strict=True
            ):
                scratch.seek(int(starts[cell] + first_game) * _SIZE)
                scratch.write(margins[end - games : end].tobytes())

        def frames(*_: object) -> Iterator[pl.DataFrame]:
            scratch.seek(0)
            for tally in tallies:
                for first_game in range(0, tally.games, ROW_GAMES):
                    games = min(ROW_GAMES, tally.games - first_game)
                    margins = np.frombuffer(scratch.read(games * _SIZE), np.int16)
                    yield _row(tally.cell, first_game, margins, columns)

        _stream(frames, path, columns)


def check(path: Path, columns: Columns, *, sha256: str) -> None:
    """Refuse a file of margins that is not the one of a run.

    Raises
    ------
    RunFolderError
        If it is missing, is not the one whose digest begins with `sha256`, or has another schema.
    """
    if not file_digest(path).startswith(sha256):
        msg = f"{path} is damaged: it is not the file that was written with the run"
        raise RunFolderError(msg)
    try:
        schema = pl.read_parquet_schema(path)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        msg = f"{path} is damaged: not a Parquet file ({str(error).splitlines()[0]})"
        raise RunFolderError(msg) from error
    if schema != margin_schema(columns):
        msg = f"{path} is damaged or of another version: columns not as expected"
        raise RunFolderError(msg)


def cell_margins(
    path: Path, columns: Columns, *, sha256: str = ""
) -> Iterator[tuple[Cell, NDArray[np.int16]]]:
    """Yield each cell of ``margins.parquet`` with its margins by game; never more than a few are in memory.

    Raises
    ------
    RunFolderError
        If the file is missing, is not the one whose digest begins with `sha256`, or has another schema.
    """
    check(path, columns, sha256=sha256)
    last: Cell | None = None
    found: list[NDArray[np.int16]] = []
    for row in _rows(path):
        cell = cell_of(row, columns)
        if last is not None and cell != last:
            yield last, np.concatenate(found)
            found = []
        last = cell
        found.append(row["margins"])
    if last is not None:
        yield last, np.concatenate(found)


def scan_layouts(folder: Path, turns: Callable[[str], SettingTurns | None], columns: Columns) -> pl.LazyFrame:
    """Return how each cell of a run went on each row of its setting's order, as a frame that is made when collected.

    One row for each cell and row of its setting (Pacts: layout of its set): the columns that name the cell, `row`, its
    pieces in words (`pieces`), `games`, the first seat's wins by margin (`won`), `ties` and `margin_sum`.

    Parameters
    ----------
    folder
        A finished run's.
    turns
        A rule system's `turns`.
    columns
        What the run calls its seats and its setting.
    """
    path = folder / MARGINS
    sums = {
        "row": pl.Int64,
        "pieces": pl.String,
        **dict.fromkeys(("games", "won", "ties", "margin_sum"), pl.Int64),
    }

    def frames(
        with_columns: list[str] | None, predicate: pl.Expr | None, *_: object
    ) -> Iterator[pl.DataFrame]:
        names: dict[str, list[str]] = {}
        for cell, margins in cell_margins(path, columns):
            told = turns(cell.setting)
            if told is None:
                continue
            if cell.setting not in names:
                names[cell.setting] = [told.name(row) for row in range(told.size)]
            frame = _by_row(cell, margins, names[cell.setting], columns)
            chosen = frame if predicate is None else frame.filter(predicate)
            yield chosen if with_columns is None else chosen.select(with_columns)

    return register_io_source(frames, schema=pl.Schema({**key_schema(columns), **sums}))


def by_row(margins: NDArray[np.int16], size: int) -> NDArray[np.int64]:
    """Return games, first seat's wins by margin, ties and the sum of margins on each row, shape (4, rows).

    >>> by_row(np.array([3, 0, -2, 5], np.int16), 3).tolist()
    [[2, 1, 1], [2, 0, 0], [0, 1, 0], [8, 0, -2]]
    """
    rows = np.arange(len(margins)) % size
    counted = (np.ones(len(margins)), margins > 0, margins == 0, margins)
    return np.stack([np.bincount(rows, values, size) for values in counted]).astype(np.int64)


def _by_row(cell: Cell, margins: NDArray[np.int16], names: list[str], columns: Columns) -> pl.DataFrame:
    games, won, ties, total = by_row(margins, len(names))
    keys = [
        pl.lit(v, t).alias(n)
        for (n, t), v in zip(key_schema(columns).items(), key_values(cell, columns), strict=True)
    ]
    counts = {
        "row": np.arange(len(names)),
        "pieces": names,
        "games": games,
        "won": won,
        "ties": ties,
        "margin_sum": total,
    }
    return pl.DataFrame(counts).select(*keys, *counts).filter(pl.col("games") > 0)


def _row(cell: Cell, first_game: int, margins: NDArray[np.int16], columns: Columns) -> pl.DataFrame:
    keys = pl.DataFrame([key_values(cell, columns)], schema=key_schema(columns), orient="row")
    listed = pl.Series("margins", [pl.Series(margins)], pl.List(pl.Int16))
    return keys.with_columns(pl.lit(first_game, pl.Int64).alias("first_game"), listed)


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    scan = pl.scan_parquet(path, glob=False)
    for start in range(0, scan.select(pl.len()).collect().item(), _GROUP):
        frame = scan.slice(start, _GROUP).collect()
        margins = frame["margins"]
        for place, row in enumerate(frame.drop("margins").iter_rows(named=True)):
            yield {**row, "margins": margins[place].to_numpy()}


def _stream(frames: Callable[..., Iterator[pl.DataFrame]], path: Path, columns: Columns) -> None:
    """Write frames one after the other."""
    try:
        register_io_source(frames, schema=margin_schema(columns)).sink_parquet(
            path, compression="zstd", compression_level=3, row_group_size=_GROUP, maintain_order=True
        )
    except pl.exceptions.PolarsError as error:  # polars' own name for a full disk
        msg = f"cannot write {path}: {str(error).splitlines()[0]}"
        raise RunFolderError(msg) from error
