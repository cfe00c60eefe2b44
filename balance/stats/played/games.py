"""From files of played games to counts: every row is checked, rows of one kind are added up by polars.

Works for the results of any game between two sides.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.errors import ResultsError
from balance.stats.played.checks import (
    BLANK,
    EMPTY,
    FINE,
    MIRROR,
    MOST,
    NOT_NAMES,
    NUMBER,
    SUM,
    TWO_MEANINGS,
    WINNER,
    as_text,
    check_readable,
    check_totals,
    copies,
    notes,
    nothing_there,
    one_kind,
    refuse,
    winner_words,
)
from balance.stats.played.columns import SIDES, Chosen, Columns, Kind, Sides, find_columns
from balance.stats.played.files import Source, opened

Codes = NDArray[np.int64]
Numbers = NDArray[np.float64]

KEYS = ("first", "second", "setting", "first_player", "second_player")
_NOBODY, _TWO = 9, 8


@dataclass(frozen=True)
class Played:
    """What a file of results says.

    Parameters
    ----------
    path
        The file.
    columns
        What was read from which column.
    counts
        One row per kind of game: `first`, `second`, `setting`, `first_player`, `second_player` (the last three
        empty where the file does not have them), `games`, `wins` (the first side's), `ties` (in nobody's wins).
    rows
        Rows read, empty ones left out.
    notes
        What should be known of the file, in sentences.
    keys
        What the file says of the rules, the same in all rows, by column: "version" → "1.1".
    """

    path: Path
    columns: Columns
    counts: pl.DataFrame
    rows: int
    notes: tuple[str, ...]
    keys: Mapping[str, str]

    @property
    def games(self) -> int:
        """Games in the file."""
        return int(self.counts["games"].sum())


def read_played(
    path: Path, chosen: Chosen | None = None, *, sides: Sequence[Sides] = SIDES, mirrors: bool = False
) -> Played:
    """Read a CSV or Parquet file of played games, or of counts of games.

    Parameters
    ----------
    path
        The file. Text may be UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons, tabs or bars.
    chosen
        Columns as told; others are found by their names.
    sides
        Words that may tell the sides apart.
    mirrors
        Whether a contestant may play itself.

    Raises
    ------
    ResultsError
        With the file, line, field, what was wrong and what is allowed.
    """
    with opened(path) as source:
        columns = find_columns(str(path), source.header, chosen, sides)
        check_readable(source, columns)
        keys = one_kind(source, columns)
        rows = _rows(source, columns)
        if not rows.height:
            nothing_there(path)
        kinds = _kinds(rows, columns, source.notes)
        bad = kinds.filter(~pl.col("odd").is_in([FINE, BLANK, *([MIRROR] if mirrors else [])]))
        if bad.height:
            refuse(source, columns, bad)
        played = kinds.filter(pl.col("odd") != BLANK)
        blank = int(kinds.filter(pl.col("odd") == BLANK)["rows"].sum())
        if not played.height:
            nothing_there(path)
        number = int(played["rows"].sum())
        twice = copies(source, columns, number)
    sums = ("games", "wins", "ties")
    counts = played.select(*KEYS, pl.col(sums).cast(pl.Int64)).filter(pl.col("games") > 0)
    check_totals(path, columns, played, counts)
    said = [*source.notes, *notes(path, columns, counts, blank), *twice]
    return Played(path, columns, counts, number, tuple(said), keys)


def _rows(source: Source, columns: Columns) -> pl.DataFrame:
    """Return the rows added up by the very texts of their names, with the number of the first row of each kind."""
    names = columns.names
    games, wins, ties, odd = _numbers(columns)
    # every other column is touched too: polars tells of rows that are too long only if it reads them whole
    rest = [pl.col(c).is_null().cast(pl.UInt8) for c in source.header if c not in names]
    rows = source.frame.with_row_index("#").select(
        pl.col("#"),
        *(as_text(c).cast(pl.Categorical).alias(f"name {i}") for i, c in enumerate(names)),
        games=games.cast(pl.Float64),
        wins=wins.cast(pl.Float64),
        ties=ties.cast(pl.Float64),
        odd=odd.cast(pl.UInt8),
        rest=pl.max_horizontal(*rest) if rest else pl.lit(0, pl.UInt8),
    )
    sums = ("games",) if columns.kind is Kind.WINNER else ("games", "wins", "ties")
    kinds = rows.group_by(*(f"name {i}" for i in range(len(names))), "odd").agg(
        pl.col(*sums).sum(), pl.len().alias("rows"), pl.col("#").min(), pl.col("rest").max()
    )
    return source.collect(kinds).drop("rest")


def _numbers(columns: Columns) -> tuple[pl.Expr, pl.Expr, pl.Expr, pl.Expr]:
    """Return games, wins, ties and what is odd of every row, as far as its numbers tell; sums of odd rows are 0."""
    if columns.kind is Kind.WINNER:
        return pl.lit(1), pl.lit(0), pl.lit(0), pl.lit(FINE)
    texts = [as_text(c).str.strip_chars() for c in columns.numbers]
    numbers = [text.cast(pl.Float64, strict=False) for text in texts]
    odd = pl.lit(FINE)
    for place, number in reversed(list(enumerate(numbers))):
        fine = number.is_finite()
        if columns.kind is Kind.COUNTS:
            fine = fine & (number >= 0) & (number <= MOST) & (number == number.floor())
        odd = pl.when(fine.fill_null(value=False)).then(odd).otherwise(NUMBER + place)
    blank = pl.all_horizontal(text.is_null() | (text == "") for text in texts)
    odd = pl.when(blank).then(BLANK).otherwise(odd)
    if columns.kind is Kind.SCORES:
        one, two = numbers
        games, wins, ties = pl.lit(1), one > two, one == two
    else:
        games, wins, ties, fits = _counted(columns, numbers)
        odd = pl.when((odd == FINE) & ~fits).then(SUM).otherwise(odd)
    fine = odd == FINE
    return pl.when(fine).then(games), pl.when(fine).then(wins), pl.when(fine).then(ties), odd


def _counted(columns: Columns, numbers: Sequence[pl.Expr]) -> tuple[pl.Expr, pl.Expr, pl.Expr, pl.Expr]:
    """Return games, wins and ties of a row of counts, and whether they add up."""
    given = dict(zip(columns.numbers, numbers, strict=True))
    wins = given[columns.wins or ""]
    losses, ties, games = (given.get(c or "") for c in (columns.losses, columns.ties, columns.games))
    if games is None:
        assert losses is not None
        ties = pl.lit(0.0) if ties is None else ties
        return wins + losses + ties, wins, ties, pl.lit(value=True)
    if losses is None:
        ties = pl.lit(0.0) if ties is None else ties
        return games, wins, ties, wins + ties <= games
    if ties is None:
        ties = games - wins - losses
    return games, wins, ties, (wins + losses + ties == games) & (ties >= 0)


@dataclass(frozen=True)
class _Names:
    """All texts that stand in the columns of names, and what each of them means as a word.

    Parameters
    ----------
    names
        Different names, without spaces around them, sorted; the first is the empty one.
    codes
        For each column of names, the name's place in `names`, one entry per row of kinds.
    """

    names: list[str]
    codes: list[Codes]

    @classmethod
    def of(cls, kinds: pl.DataFrame) -> _Names:
        columns = [c for c in kinds.columns if c.startswith("name ")]
        texts = sorted(
            {t for c in columns for t in kinds[c].unique().cast(pl.String).to_list() if t is not None}
        )
        names = sorted({"", *(text.strip() for text in texts)})
        place = {name: i for i, name in enumerate(names)}
        meaning = np.array([*(place[text.strip()] for text in texts), 0], np.int64)  # the last: nothing there
        kind = pl.Enum(texts)
        codes = [
            meaning[kinds[c].cast(kind).to_physical().cast(pl.Int64).fill_null(len(texts)).to_numpy()]
            for c in columns
        ]
        return cls(names, codes)

    def among(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Return which names are one of some words, in whatever case."""
        wanted = set(words)
        return np.array([name.lower() in wanted for name in self.names])


def _kinds(rows: pl.DataFrame, columns: Columns, said: list[str]) -> pl.DataFrame:
    """Return who met whom by which names, what came of it, and what is odd; add to `said` what was assumed."""
    names = _Names.of(rows)
    code = dict(zip(columns.names, names.codes, strict=True))
    first, second = code[columns.first], code[columns.second]
    numbers = rows["odd"].cast(pl.Int64).to_numpy()
    blank = np.logical_and.reduce([c == 0 for c in names.codes]) & np.isin(numbers, [FINE, BLANK])
    if columns.kind is not Kind.WINNER:
        blank &= numbers == BLANK
        numbers = np.where(numbers == BLANK, NUMBER, numbers)
        wins, ties = rows["wins"].to_numpy(), rows["ties"].to_numpy()
    else:
        who = _winner(names, code, columns, said)
        numbers = np.select([who == _NOBODY, who == _TWO], [WINNER, TWO_MEANINGS], FINE)
        games = rows["games"].to_numpy()
        wins, ties = np.where(who == 1, games, 0.0), np.where(who == 0, games, 0.0)
    missing = names.among(["", *NOT_NAMES])
    odd = np.select(
        [blank, missing[first], missing[second], numbers != FINE, first == second],
        [BLANK, EMPTY, EMPTY + 1, numbers, MIRROR],
        FINE,
    )
    nothing = np.zeros(len(first), np.int64)
    keys = [
        code.get(c or "", nothing)
        for c in (columns.first, columns.second, columns.setting, *(columns.players or ("", "")))
    ]
    return _added_up(rows.select("#", "rows", "games"), keys, names.names, wins, ties, odd)


def _added_up(
    rows: pl.DataFrame, keys: list[Codes], names: list[str], wins: Numbers, ties: Numbers, odd: Codes
) -> pl.DataFrame:
    """Return the rows added up by keys that are places in `names`, and by what is odd.

    One number for all keys of a row is looked up several times faster than five.
    """
    sizes = [int(key.max()) + 1 for key in (*keys, odd)]
    if math.prod(sizes) >= 2**63:
        msg = f"expected fewer different names; got {len(names):,}"
        raise ResultsError(msg)
    whole = np.ravel_multi_index((*keys, odd), sizes)
    found = (
        rows.with_columns(key=pl.Series(whole), wins=pl.Series(wins), ties=pl.Series(ties))
        .group_by("key")
        .agg(pl.col("games", "wins", "ties", "rows").sum(), pl.col("#").min())
        .sort("key")
    )
    *places, kinds = np.unravel_index(found["key"].to_numpy(), sizes)
    texts = pl.Series(names, dtype=pl.Enum(names))
    return found.drop("key").with_columns(
        *(texts.gather(place).alias(name) for name, place in zip(KEYS, places, strict=True)),
        odd=pl.Series(kinds.astype(np.uint8)),
    )


def _winner(names: _Names, code: Mapping[str, Codes], columns: Columns, said: list[str]) -> Codes:
    """Return 1 where the first side won, −1 where the second did, 0 for a tie, `_NOBODY` where it does not say.

    A word may be the name of a contestant or player and a side, such as 1. The names of contestants are believed if
    they explain every row, else what does; a row of which two such readings differ is `_TWO`.
    """
    assert columns.winner is not None
    winner = code[columns.winner]
    itself = winner == code[columns.first]  # a contestant against itself: its name does not tell
    itself &= code[columns.first] == code[columns.second]
    wordy = [names.among(words)[winner] & ~itself for words in winner_words(columns)]
    words = np.select(wordy, (1, -1, 0), _NOBODY)
    readings = [words]
    for pair in (columns.players, (columns.first, columns.second)):
        if pair is not None:
            one, two = (code[c] for c in pair)
            told = (one != two) & (winner != 0)
            found = [told & (winner == one), told & (winner == two), words == 0]
            readings.insert(0, np.select(found, (1, -1, 0), _NOBODY))
    complete = [r for r in readings if (r[winner != 0] != _NOBODY).all()] or readings
    believed = complete[0].copy()
    for other in complete[1:]:
        believed = np.where(believed == _NOBODY, other, believed)
        differ = (other != _NOBODY) & (believed != other)
        if complete is readings or complete[0] is not readings[0]:
            believed[differ] = _TWO
        elif differ.any():
            said.append(
                f"{columns.winner}: taken for names of contestants, though it may name a side or player too"
            )
    return believed
