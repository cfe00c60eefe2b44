"""What may be wrong with a file of played games, and how it is said: file, line, field, what is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import polars as pl

from balance.errors import ResultsError, nearest
from balance.stats.played.columns import Columns, Kind
from balance.stats.played.files import Source
from balance.stats.played.names import alike

MOST = 10**12
"""The largest count of games in one row."""

MOST_CONTESTANTS = 300
LONGEST_NAME = 200
EXACT_COPIES = 1_000_000  # rows up to which exact copies of rows are looked for

TIE_WORDS = ("tie", "tied", "draw", "drawn", "½-½", "1/2-1/2", "0.5-0.5")
FIRST_WORDS = ("first", "1-0")
SECOND_WORDS = ("second", "0-1")
_LETTERS = {("home", "away"): ("h", "a", "d"), ("home", "visitor"): ("h", "v", "d")}
_RESULT_WORDS = (
    ("win", "won", "w", "1", "1.0"),
    ("loss", "lost", "l", "0", "0.0"),
    ("t", "d", "½", "0.5", "1/2"),
)

FINE, BLANK, MIRROR, WINNER, TWO_MEANINGS = 0, 1, 2, 3, 4
EMPTY = 10  # + place of the column: first, second
NUMBER = 20  # + place of the column: scores or counts
SUM = 30  # wins and ties are more than the games, or not as many as they with losses
NOT_NAMES = ("nan", "null", "none", "n/a", "na", "#n/a")


def stripped(column: str) -> pl.Expr:
    """Return a column as text without spaces around it, an empty field as nothing."""
    words = as_text(column).str.strip_chars()
    return pl.when(words != "").then(words)


def as_text(column: str) -> pl.Expr:
    """Return a column as text."""
    return pl.col(column).cast(pl.String)


def winner_words(columns: Columns) -> tuple[list[str], list[str], list[str]]:
    """Return the words that say that the first side won, that the second did, and that nobody did."""
    one, two = (
        [side.lower(), name.lower()]
        for side, name in zip(columns.sides, (columns.first, columns.second), strict=True)
    )
    one, two, tie = [*one, *FIRST_WORDS], [*two, *SECOND_WORDS], [*TIE_WORDS]
    letters = _LETTERS.get(columns.sides)
    if letters:
        for words, letter in zip((one, two, tie), letters, strict=True):
            words.append(letter)
    if columns.winner is not None and columns.winner.casefold() in {"result", "outcome"}:
        for words, more in zip((one, two, tie), _RESULT_WORDS, strict=True):
            words.extend(more)
    return one, two, tie


def check_readable(source: Source, columns: Columns) -> None:
    """Refuse columns that hold neither text nor numbers where they are needed."""
    for name in (*columns.names, *columns.numbers):
        if name in source.unread:
            msg = f"{source.path}: {name}: expected text or numbers; got values of kind {source.unread[name]}"
            raise ResultsError(msg)


def one_kind(source: Source, columns: Columns) -> dict[str, str]:
    """Return what columns say of the rules; refuse games under different ones."""
    said: dict[str, str] = {}
    for key in columns.keys:
        found = source.frame.with_row_index("#").group_by(stripped(key).alias("value")).agg(pl.col("#").min())
        values = source.collect(found.filter(pl.col("value").is_not_null())).sort("#")
        if values.height > 1:
            (a, row), (b, other) = values.rows()[:2]
            msg = (
                f"{source.where(other)}: {key}: games that are not comparable are in one file: {a!r} "
                f"and {b!r} (the former first at {source.where(row)}); fit them apart, or remove the column if "
                "it does not matter"
            )
            raise ResultsError(msg)
        if values.height:
            said[key] = values["value"][0]
    return said


def refuse(source: Source, columns: Columns, bad: pl.DataFrame) -> None:
    """Raise what is wrong with the first row that is odd."""
    row, odd = bad.sort("#").select("#", "odd").row(0)
    others = int(bad.filter(pl.col("odd") == odd)["rows"].sum()) - 1
    values = {name: (value or "").strip() for name, value in source.values(row).items()}
    more = f" ({others:,} more such {'row' if others == 1 else 'rows'})" if others else ""
    msg = f"{source.where(row)}: {_wrong(columns, odd, values)}{source.missing(row)}{more}"
    raise ResultsError(msg)


def _wrong(columns: Columns, odd: int, values: dict[str, str]) -> str:  # noqa: PLR0911 (one for each kind)
    first, second = values[columns.first], values[columns.second]
    if odd == MIRROR or (odd == WINNER and first == second):
        if odd == MIRROR:
            return (
                f"{columns.second}: {_shown(first)} plays against itself; such games say nothing of strength "
                "(--mirrors leaves them out of the fit and compares them with the side advantage)"
            )
        return _winner_words(columns, values, [])
    if odd == WINNER:
        names = [first, second, *([values[c] for c in columns.players] if columns.players else [])]
        return _winner_words(columns, values, [name for name in names if name])
    if odd == TWO_MEANINGS:
        return (
            f"{columns.winner}: {_shown(values[columns.winner or ''])} may mean either side here, as the name of a "
            "contestant or player and as a word for a side; write 'first', 'second' or 'tie'"
        )
    if odd == SUM:
        counted = ", ".join(f"{name} {values[name]}" for name in columns.numbers)
        return f"{columns.wins}: wins, losses and ties do not add up to the games; got {counted}"
    if odd >= NUMBER:
        column = columns.numbers[odd - NUMBER]
        wanted = "a number" if columns.kind is Kind.SCORES else f"a whole number from 0 to {MOST:,}"
        return f"{column}: expected {wanted}; got {_shown(values[column])}"
    column = (columns.first, columns.second)[odd - EMPTY]
    return f"{column}: expected the name of a contestant; got {_shown(values[column])}"


def _winner_words(columns: Columns, values: dict[str, str], names: list[str]) -> str:
    assert columns.winner is not None
    got = values[columns.winner]
    one, two, tie = winner_words(columns)
    allowed = list(dict.fromkeys([*names, one[0], two[0], tie[0]]))
    near = nearest(got, [*names, *one, *two, *tie]) if got else ""
    wanted = f"{', '.join(map(_shown, allowed[:-1]))} or {_shown(allowed[-1])}"
    return f"{columns.winner}: expected {wanted}; got {_shown(got)}{near}"


def _shown(value: str) -> str:
    return repr(value if len(value) <= 60 else f"{value[:60]}…") if value else "an empty field"


def copies(source: Source, columns: Columns, rows: int) -> list[str]:
    """Return a sentence if rows with a date are exact copies of other rows."""
    if columns.date is None or rows > EXACT_COPIES:
        return []
    names = list(source.header)
    text = source.frame.with_row_index("#").select("#", *(stripped(name).alias(name) for name in names))
    text = text.filter(~pl.all_horizontal(pl.col(names).is_null()))
    twice = source.collect(text.filter(~pl.struct(names).is_first_distinct()))
    if not twice.height:
        return []
    place = source.where(twice["#"].sort()[0])
    is_copy = "1 row is an exact copy" if twice.height == 1 else f"{twice.height:,} rows are exact copies"
    return [f"{is_copy} of a row before it (the first: {place}); each was counted as a game of its own"]


def nothing_there(path: Path) -> NoReturn:
    """Raise that there are no results."""
    msg = f"{path}: there is no row of results under the column names"
    raise ResultsError(msg)


def check_totals(path: Path, columns: Columns, played: pl.DataFrame, counts: pl.DataFrame) -> None:
    """Refuse a file without games, with too many of them, or with too many contestants."""
    if not counts.height:
        msg = f"{path}: {', '.join(columns.numbers)}: no game was played in any row"
        raise ResultsError(msg)
    total = float(played["games"].sum())
    if total > 2**53:
        msg = f"{path}: expected at most {2**53:,} games in all; got {total:.3g}"
        raise ResultsError(msg)
    names = contestants_of(counts)
    longest = max(names, key=len)
    if len(longest) > LONGEST_NAME:
        msg = (
            f"{path}: {columns.first}, {columns.second}: expected names of at most {LONGEST_NAME} characters; got one "
            f"of {len(longest):,}, {_shown(longest)}; name other columns with --first and --second"
        )
        raise ResultsError(msg)
    if len(names) > MOST_CONTESTANTS:
        msg = (
            f"{path}: {columns.first}, {columns.second}: expected at most {MOST_CONTESTANTS} contestants; got "
            f"{len(names):,}, such as {names[0]!r} and {names[1]!r}; name other columns with --first and --second"
        )
        raise ResultsError(msg)


def notes(path: Path, columns: Columns, counts: pl.DataFrame, blank: int) -> Iterator[str]:
    """Yield what should be known of a file, in sentences."""
    if blank:
        yield f"{path}: {blank:,} empty {'row was' if blank == 1 else 'rows were'} left out"
    for one, two in alike(contestants_of(counts)):
        yield f"{path}: {one!r} and {two!r} look like one name; they were counted as two contestants"
    if columns.players:
        people = sorted(
            {*counts["first_player"].unique().to_list(), *counts["second_player"].unique().to_list()}
        )
        for one, two in alike(people, close=False):
            yield f"{path}: {one!r} and {two!r} look like one name; they were counted as two players"
        nobody = int(
            counts.filter((pl.col("first_player") == "") | (pl.col("second_player") == ""))["games"].sum()
        )
        if nobody:
            yield f"{path}: {nobody:,} {'game does' if nobody == 1 else 'games do'} not name both players"


def contestants_of(counts: pl.DataFrame) -> list[str]:
    """Return the names of all contestants of some counts, sorted."""
    return sorted({*counts["first"].unique().to_list(), *counts["second"].unique().to_list()})
