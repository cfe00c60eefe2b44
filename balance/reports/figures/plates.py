"""A figure with all that belongs to it: how to draw it, what it says in words, the numbers behind it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.figure import Figure

from balance.reports import wording as w
from balance.reports.figures.style import LONGEST, Series, dot_plot
from balance.stats.json_values import number
from balance.stats.results import Interval

MOST_TOLD = 12
"""Rows that the text of a figure tells one by one; of more it tells both ends."""
_ENDS = 3


@dataclass(frozen=True)
class Plate:
    """One figure of a run.

    Parameters
    ----------
    name
        In addresses and names of files.
    title
        What it shows, in a few words.
    text
        What stands for it where it cannot be seen, with its main numbers.
    key
        What its marks mean; may be empty.
    games, players
        What it rests on.
    rows
        Every number that is drawn: name of a column → value; shares and changes of shares in 0–1.
    draw
        Draws it, within `balance.reports.svg.house_style`.
    """

    name: str
    title: str
    text: str
    key: str
    games: int
    players: str
    rows: Sequence[Mapping[str, Any]]
    draw: Callable[[], Figure]


def players_of(policies: Sequence[str]) -> str:
    """Return who plays: one name where both seats are played alike."""
    return " v ".join(map(w.name_of, dict.fromkeys(policies)))


def numbers(interval: Interval) -> dict[str, Any]:
    """Return an interval as columns of data, rounded as the summary rounds it."""
    return {
        "estimate": number(interval.estimate),
        "low": number(interval.low),
        "high": number(interval.high),
        "games": interval.games,
    }


def dots(
    name: str,
    title: str,
    *,
    label: str,
    column: str,
    names: Sequence[str],
    series: Sequence[Series],
    games: int,
    players: str,
    key: str = "",
    mark: float | None = w.EVEN,
    say: Callable[[Interval], str] = w.share_cell,
    height: float = 0.52,
    longest: int = LONGEST,
    keys: Sequence[Mapping[str, Any]] = (),
    more: Callable[[int, Interval], Mapping[str, Any]] = lambda _row, _interval: {},
) -> Plate | None:
    """Return a figure of rows of dots, None where nothing of it was played.

    Parameters
    ----------
    name, title, key, games, players
        As in `Plate`.
    label, names, series, mark, say, height, longest
        As in `balance.reports.figures.style.dot_plot`.
    column
        What the rows are, in the data.
    keys
        For each row, the columns that name it in the data; by default `column` alone.
    more
        Further columns of a number, from its row and its interval.
    """
    drawn = [
        (row, one, interval)
        for row, _ in enumerate(names)
        for one in series
        if (interval := one.values[row]) is not None and w.known(interval)
    ]
    if not drawn:
        return None
    several = len(series) > 1
    own = keys or [{column: name} for name in names]
    return Plate(
        name=name,
        title=title,
        text=f"{title}: {label}. {_told(names, series, say)} In brackets 95% intervals.",
        key=" ".join(part for part in ("Dots are estimates, lines their 95% intervals.", key) if part),
        games=games,
        players=players,
        rows=[
            {
                **own[row],
                **({"series": one.name} if several else {}),
                **numbers(interval),
                **more(row, interval),
            }
            for row, one, interval in drawn
        ],
        draw=lambda: dot_plot(names, series, label, mark=mark, say=say, height=height, longest=longest),
    )


def _told(names: Sequence[str], series: Sequence[Series], say: Callable[[Interval], str]) -> str:
    """Tell all rows of a short figure, the first and the last of a long one."""
    rows = range(len(names))
    if len(names) <= MOST_TOLD:
        return "; ".join(_row(names, series, row, say) for row in rows) + "."
    ends = (
        "; ".join(_row(names, series, row, say) for row in part) for part in (rows[:_ENDS], rows[-_ENDS:])
    )
    return " Last: ".join(f"{end}." for end in ends)


def _row(names: Sequence[str], series: Sequence[Series], row: int, say: Callable[[Interval], str]) -> str:
    values = [(one.name, one.values[row]) for one in series]
    if len(series) == 1:
        value = values[0][1]
        return f"{w.name_of(names[row])} {w.NOTHING if value is None else say(value)}"
    cells = ", ".join(f"{name} {w.NOTHING if value is None else say(value)}" for name, value in values)
    return f"{w.name_of(names[row])}: {cells}"
