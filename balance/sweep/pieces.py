"""What the files of finished chunks hold: pieces of cells, added up at the end without being all in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from balance.engine.system import Cell, CellTally, FactRow
from balance.errors import RunFolderError
from balance.sweep.files import digest, read_bytes
from balance.sweep.store import CHUNK_FACT, FACT

BATCH = 32
"""Files that are looked at together."""

_SUMS = ("games", "wins", "sum")


@dataclass(frozen=True, order=True)
class Piece:
    """Games `first_game` … `end` − 1 of a cell: which row of which file holds them."""

    first_game: int
    end: int
    file: Path
    row: int


class Pieces:
    """Which files hold the games of which cells."""

    def __init__(self) -> None:
        self._by_cell: dict[Cell, list[Piece]] = {}

    def add(self, file: Path, tallies: Iterable[tuple[int, CellTally]]) -> None:
        """Take in a file's rows in their order, each with its first game."""
        for row, (first_game, tally) in enumerate(tallies):
            piece = Piece(first_game, first_game + tally.games, file, row)
            self._by_cell.setdefault(tally.cell, []).append(piece)

    def of(self, tallies: Sequence[CellTally]) -> pl.DataFrame:
        """Return where games of some tallies stand: `file`, `row`, `first_game`, and `cell`, its place in `tallies`.

        What is there of other games, or twice, is left out.

        Raises
        ------
        KeyError
            A game is in no file.
        """
        found = [
            (str(piece.file), piece.row, place, piece.first_game)
            for place, tally in enumerate(tallies)
            for piece in _chain(self._by_cell[tally.cell], tally.games)
        ]
        schema = {"file": pl.String, "row": pl.Int64, "cell": pl.Int64, "first_game": pl.Int64}
        return pl.DataFrame(found, schema=schema, orient="row")


def _chain(pieces: Iterable[Piece], games: int) -> list[Piece]:
    """Return pieces that follow one another from the first game to the last; a game is the same in every piece."""
    leading_to: dict[int, Piece] = {}
    for piece in sorted(pieces):
        if piece.end <= games and (piece.first_game == 0 or piece.first_game in leading_to):
            leading_to.setdefault(piece.end, piece)
    chain = []
    at = games
    while at:
        chain.append(leading_to[at])
        at = chain[-1].first_game
    return chain[::-1]


def scanned(where: pl.DataFrame, *names: str) -> Iterator[pl.DataFrame]:
    """Yield columns of some rows of the chunks' files, some files at a time, each with its `cell` and `first_game`.

    Parameters
    ----------
    where
        As `Pieces.of` returns it.
    names
        The columns.

    Raises
    ------
    RunFolderError
        A file cannot be read, or is not the one that was written.
    """
    every = where["file"].unique(maintain_order=True).to_list()
    for start in range(0, len(every), BATCH):
        files = every[start : start + BATCH]
        for file in files:
            _check(Path(file))
        rows = pl.scan_parquet(files, glob=False, include_file_paths="file").select("file", "row", *names)
        yield rows.join(where.lazy(), on=["file", "row"]).drop("file", "row").collect()


def facts(where: pl.DataFrame) -> pl.DataFrame:
    """Return the facts of each cell: its number as `cell`, then the columns of `FACT`.

    Raises
    ------
    RunFolderError
        A file cannot be read, or is not the one that was written.
    """
    names = ["cell", "fact", "key"]
    total = pl.DataFrame(schema={"cell": pl.Int64, **FACT})
    for part in scanned(where, *CHUNK_FACT):
        rows = part.select("cell", *CHUNK_FACT).explode(*CHUNK_FACT).drop_nulls().rename(CHUNK_FACT)
        total = pl.concat([total, rows]).group_by(names).agg(pl.col(*_SUMS).sum())
    return total.sort(names)


def fact_rows(found: pl.DataFrame) -> Mapping[int, tuple[FactRow, ...]]:
    """Return facts, as `facts` returns them, by the number of their cell."""
    return {
        number: tuple(FactRow(*row) for row in part.select(*FACT).iter_rows())
        for (number,), part in found.group_by("cell", maintain_order=True)
    }


def _check(file: Path) -> None:
    """Look at a file's digest once more: polars may end the process over a damaged one."""
    if not digest(read_bytes(file)).startswith(file.stem.partition("-")[2]):
        msg = (
            f"{file} is damaged: it is not the file that was written; the same command plays its games again"
        )
        raise RunFolderError(msg)
