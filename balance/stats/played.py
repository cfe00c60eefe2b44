"""From files of played games to counts: every row is checked, and rows of one kind are added up before Python sees them.

Works for the results of any game between two sides.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np
import polars as pl
from numpy.typing import NDArray

from balance.errors import ResultsError, nearest
from balance.stats.played_columns import SIDES, Chosen, Columns, Kind, Sides, find_columns
from balance.stats.played_files import Source, opened
from balance.stats.played_names import alike

Codes = NDArray[np.int64]
Numbers = NDArray[np.float64]

MOST = 10**12
"""The largest count of games in one row."""

MOST_CONTESTANTS = 300
EXACT_COPIES = 1_000_000  # rows up to which exact copies of rows are looked for

TIE_WORDS = ("tie", "tied", "draw", "drawn", "½-½", "1/2-1/2", "0.5-0.5")
FIRST_WORDS = ("first", "1-0")
SECOND_WORDS = ("second", "0-1")
_LETTERS = {("home", "away"): ("h", "a", "d"), ("home", "visitor"): ("h", "v", "d")}
_RESULT_WORDS = (("win", "won", "w", "1", "1.0"), ("loss", "lost", "l", "0", "0.0"), ("t", "d", "½", "0.5", "1/2"))

_KEYS = ("first", "second", "setting", "first_player", "second_player")
_NOBODY = 9
_FINE, _BLANK, _MIRROR, _WINNER = 0, 1, 2, 3
_EMPTY = 10  # + place of the column: first, second
_NUMBER = 20  # + place of the column: scores or counts
_SUM = 30  # wins and ties are more than the games, or not as many as they with losses
_NOT_NAMES = ("nan", "null", "none", "n/a", "na", "#n/a")


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
    """

    path: Path
    columns: Columns
    counts: pl.DataFrame
    rows: int
    notes: tuple[str, ...]

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
        _one_kind(source, columns)
        rows = _rows(source, columns)
        if not rows.height:
            _nothing_there(path)
        kinds = _kinds(rows, columns)
        bad = kinds.filter(~pl.col("odd").is_in([_FINE, _BLANK, *([_MIRROR] if mirrors else [])]))
        if bad.height:
            _refuse(source, columns, bad)
        played = kinds.filter(pl.col("odd") != _BLANK)
        blank = int(kinds.filter(pl.col("odd") == _BLANK)["rows"].sum())
        if not played.height:
            _nothing_there(path)
        number = int(played["rows"].sum())
        copies = _copies(source, columns, number)
    sums = ("games", "wins", "ties")
    counts = played.select(*_KEYS, pl.col(sums).cast(pl.Int64)).filter(pl.col("games") > 0)
    _check_totals(path, columns, played, counts)
    notes = [*source.notes, *_notes(path, columns, counts, blank), *copies]
    return Played(path, columns, counts, number, tuple(notes))


def _stripped(column: str) -> pl.Expr:
    """Return a column as text without spaces around it, an empty field as nothing."""
    text = _text(column).str.strip_chars()
    return pl.when(text != "").then(text)


def _text(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.String)


def _rows(source: Source, columns: Columns) -> pl.DataFrame:
    """Return the rows added up by the very texts of their names, with the number of the first row of each kind."""
    names = columns.names
    games, wins, ties, odd = _numbers(columns)
    # every other column is touched too: polars tells of rows that are too long only if it reads them whole
    rest = [pl.col(c).is_null().cast(pl.UInt8) for c in source.header if c not in names]
    rows = source.frame.with_row_index("#").select(
        pl.col("#"),
        *(_text(c).cast(pl.Categorical).alias(f"name {i}") for i, c in enumerate(names)),
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
        return pl.lit(1), pl.lit(0), pl.lit(0), pl.lit(_FINE)
    texts = [_text(c).str.strip_chars() for c in columns.numbers]
    numbers = [text.cast(pl.Float64, strict=False) for text in texts]
    odd = pl.lit(_FINE)
    for place, number in reversed(list(enumerate(numbers))):
        fine = number.is_finite()
        if columns.kind is Kind.COUNTS:
            fine = fine & (number >= 0) & (number <= MOST) & (number == number.floor())
        odd = pl.when(fine.fill_null(value=False)).then(odd).otherwise(_NUMBER + place)
    blank = pl.all_horizontal(text.is_null() | (text == "") for text in texts)
    odd = pl.when(blank).then(_BLANK).otherwise(odd)
    if columns.kind is Kind.SCORES:
        one, two = numbers
        games, wins, ties = pl.lit(1), one > two, one == two
    else:
        games, wins, ties, fits = _counted(columns, numbers)
        odd = pl.when((odd == _FINE) & ~fits).then(_SUM).otherwise(odd)
    fine = odd == _FINE
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
        texts = sorted({t for c in columns for t in kinds[c].unique().cast(pl.String).to_list() if t is not None})
        names = sorted({"", *(text.strip() for text in texts)})
        place = {name: i for i, name in enumerate(names)}
        meaning = np.array([*(place[text.strip()] for text in texts), 0], np.int64)  # the last: nothing there
        kind = pl.Enum(texts)
        codes = [
            meaning[kinds[c].cast(kind).to_physical().cast(pl.Int64).fill_null(len(texts)).to_numpy()] for c in columns
        ]
        return cls(names, codes)

    def among(self, words: Sequence[str]) -> NDArray[np.bool_]:
        """Return which names are one of some words, in whatever case."""
        wanted = set(words)
        return np.array([name.lower() in wanted for name in self.names])


def _kinds(rows: pl.DataFrame, columns: Columns) -> pl.DataFrame:
    """Return who met whom by which names, what came of it, and what is odd."""
    names = _Names.of(rows)
    code = dict(zip(columns.names, names.codes, strict=True))
    first, second = code[columns.first], code[columns.second]
    numbers = rows["odd"].cast(pl.Int64).to_numpy()
    blank = np.logical_and.reduce([c == 0 for c in names.codes]) & np.isin(numbers, [_FINE, _BLANK])
    if columns.kind is not Kind.WINNER:
        blank &= numbers == _BLANK
        numbers = np.where(numbers == _BLANK, _NUMBER, numbers)
        wins, ties = rows["wins"].to_numpy(), rows["ties"].to_numpy()
    else:
        who = _winner(names, code, columns)
        numbers = np.where(who == _NOBODY, _WINNER, _FINE)
        games = rows["games"].to_numpy()
        wins, ties = np.where(who == 1, games, 0.0), np.where(who == 0, games, 0.0)
    missing = names.among(["", *_NOT_NAMES])
    odd = np.select(
        [blank, missing[first], missing[second], numbers != _FINE, first == second],
        [_BLANK, _EMPTY, _EMPTY + 1, numbers, _MIRROR],
        _FINE,
    )
    nothing = np.zeros(len(first), np.int64)
    keys = [code.get(c or "", nothing) for c in (columns.first, columns.second, columns.setting, *(columns.players or ("", "")))]
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
        *(texts.gather(place).alias(name) for name, place in zip(_KEYS, places, strict=True)),
        odd=pl.Series(kinds.astype(np.uint8)),
    )


def _winner(names: _Names, code: Mapping[str, Codes], columns: Columns) -> Codes:
    """Return 1 where the first side won, −1 where the second did, 0 for a tie, `_NOBODY` where it does not say."""
    assert columns.winner is not None
    winner = code[columns.winner]
    tests, answers = [], []
    for pair in ((columns.first, columns.second), *([columns.players] if columns.players else [])):
        one, two = (code[c] for c in pair)
        told = (one != two) & (winner != 0)
        tests += [told & (winner == one), told & (winner == two)]
        answers += [1, -1]
    tests.append(winner == code[columns.first])  # a contestant against itself: its name does not tell
    answers.append(_NOBODY)
    for words, answer in zip(winner_words(columns), (1, -1, 0), strict=True):
        tests.append(names.among(words)[winner])
        answers.append(answer)
    return np.select(tests, answers, _NOBODY)


def winner_words(columns: Columns) -> tuple[list[str], list[str], list[str]]:
    """Return the words that say that the first side won, that the second did, and that nobody did."""
    one, two = ([side.lower(), name.lower()] for side, name in zip(columns.sides, (columns.first, columns.second), strict=True))
    one, two, tie = [*one, *FIRST_WORDS], [*two, *SECOND_WORDS], [*TIE_WORDS]
    letters = _LETTERS.get(columns.sides)
    if letters:
        for words, letter in zip((one, two, tie), letters, strict=True):
            words.append(letter)
    if columns.winner is not None and columns.winner.casefold() in {"result", "outcome"}:
        for words, more in zip((one, two, tie), _RESULT_WORDS, strict=True):
            words.extend(more)
    return one, two, tie


def _one_kind(source: Source, columns: Columns) -> None:
    """Refuse games under different rules, where a column says so."""
    for key in columns.keys:
        found = source.frame.with_row_index("#").group_by(_stripped(key).alias("value")).agg(pl.col("#").min())
        values = source.collect(found.filter(pl.col("value").is_not_null())).sort("#")
        if values.height > 1:
            (a, row), (b, other) = values.rows()[:2]
            msg = (
                f"{source.where(other)}: {key}: games that are not comparable are in one file: {a!r} "
                f"and {b!r} (the former first at {source.where(row)}); fit them apart, or remove the column if "
                "it does not matter"
            )
            raise ResultsError(msg)


def _refuse(source: Source, columns: Columns, bad: pl.DataFrame) -> None:
    """Raise what is wrong with the first row that is odd."""
    row, odd = bad.sort("#").select("#", "odd").row(0)
    others = int(bad.filter(pl.col("odd") == odd)["rows"].sum()) - 1
    values = {name: (value or "").strip() for name, value in source.values(row).items()}
    more = f" ({others:,} more such {'row' if others == 1 else 'rows'})" if others else ""
    msg = f"{source.where(row)}: {_wrong(columns, odd, values)}{source.missing(row)}{more}"
    raise ResultsError(msg)


def _wrong(columns: Columns, odd: int, values: dict[str, str]) -> str:
    first, second = values[columns.first], values[columns.second]
    if odd == _MIRROR or (odd == _WINNER and first == second):
        if odd == _MIRROR:
            return (
                f"{columns.second}: {first!r} plays against itself; such games say nothing of strength "
                "(--mirrors leaves them out of the fit and compares them with the side advantage)"
            )
        return _winner_words(columns, values, [])
    if odd == _WINNER:
        names = [first, second, *([values[c] for c in columns.players] if columns.players else [])]
        return _winner_words(columns, values, [name for name in names if name])
    if odd == _SUM:
        counted = ", ".join(f"{name} {values[name]}" for name in columns.numbers)
        return f"{columns.wins}: wins, losses and ties do not add up to the games; got {counted}"
    if odd >= _NUMBER:
        column = columns.numbers[odd - _NUMBER]
        wanted = "a number" if columns.kind is Kind.SCORES else f"a whole number from 0 to {MOST:,}"
        return f"{column}: expected {wanted}; got {_shown(values[column])}"
    column = (columns.first, columns.second)[odd - _EMPTY]
    return f"{column}: expected the name of a contestant; got {_shown(values[column])}"


def _winner_words(columns: Columns, values: dict[str, str], names: list[str]) -> str:
    assert columns.winner is not None
    got = values[columns.winner]
    one, two, tie = winner_words(columns)
    allowed = list(dict.fromkeys([*names, one[0], two[0], tie[0]]))
    near = nearest(got, [*names, *one, *two, *tie]) if got else ""
    return f"{columns.winner}: expected {', '.join(map(repr, allowed[:-1]))} or {allowed[-1]!r}; got {_shown(got)}{near}"


def _shown(value: str) -> str:
    return repr(value if len(value) <= 60 else f"{value[:60]}…") if value else "an empty field"


def _copies(source: Source, columns: Columns, rows: int) -> list[str]:
    """Return a sentence if rows with a date are exact copies of other rows."""
    if columns.date is None or rows > EXACT_COPIES:
        return []
    names = list(source.header)
    text = source.frame.with_row_index("#").select("#", *(_stripped(name).alias(name) for name in names))
    text = text.filter(~pl.all_horizontal(pl.col(names).is_null()))
    twice = source.collect(text.filter(~pl.struct(names).is_first_distinct()))
    if not twice.height:
        return []
    place = source.where(int(twice["#"].min() or 0))  # type: ignore[call-overload]
    is_copy = "1 row is an exact copy" if twice.height == 1 else f"{twice.height:,} rows are exact copies"
    return [f"{is_copy} of a row before it (the first: {place}); each was counted as a game of its own"]


def _nothing_there(path: Path) -> NoReturn:
    msg = f"{path}: there is no row of results under the column names"
    raise ResultsError(msg)


def _check_totals(path: Path, columns: Columns, played: pl.DataFrame, counts: pl.DataFrame) -> None:
    if not counts.height:
        msg = f"{path}: {', '.join(columns.numbers)}: no game was played in any row"
        raise ResultsError(msg)
    total = float(played["games"].sum())
    if total > 2**53:
        msg = f"{path}: expected at most {2**53:,} games in all; got {total:.3g}"
        raise ResultsError(msg)
    names = contestants_of(counts)
    if len(names) > MOST_CONTESTANTS:
        msg = (
            f"{path}: {columns.first}, {columns.second}: expected at most {MOST_CONTESTANTS} contestants; got "
            f"{len(names):,}, such as {names[0]!r} and {names[1]!r}; name other columns with --first and --second"
        )
        raise ResultsError(msg)


def _notes(path: Path, columns: Columns, counts: pl.DataFrame, blank: int) -> Iterator[str]:
    if blank:
        yield f"{path}: {blank:,} empty {'row was' if blank == 1 else 'rows were'} left out"
    for one, two in alike(contestants_of(counts)):
        yield f"{path}: {one!r} and {two!r} look like one name; they were counted as two contestants"
    if columns.players:
        people = sorted({*counts["first_player"].unique().to_list(), *counts["second_player"].unique().to_list()})
        for one, two in alike(people, close=False):
            yield f"{path}: {one!r} and {two!r} look like one name; they were counted as two players"
        nobody = int(counts.filter((pl.col("first_player") == "") | (pl.col("second_player") == ""))["games"].sum())
        if nobody:
            yield f"{path}: {nobody:,} games do not name both players"


def contestants_of(counts: pl.DataFrame) -> list[str]:
    """Return the names of all contestants of some counts, sorted."""
    return sorted({*counts["first"].unique().to_list(), *counts["second"].unique().to_list()})
