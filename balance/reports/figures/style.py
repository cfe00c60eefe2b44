"""What all figures share: axes of shares, dots with their intervals, names that fit, tips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from balance.reports import wording as w
from balance.reports.svg import PAGE, TIP, colours
from balance.stats.results import Interval

FIRST, SECOND = PAGE.first, PAGE.second
SHADE = "#9a9a9e26"
"""Behind what was not played, and behind every second row."""
LONGEST = 22
WIDTH = 7.6
"""Inches."""
_LOOKS = (("o", 6.5), ("^", 6.0), ("s", 5.0), ("D", 5.0))
"""Marker and size of each series of dots: told apart without their colours."""
MOST_ROWS = 30
"""A figure with more rows cannot be read; the tables have them all."""


@dataclass(frozen=True)
class Series:
    """One interval a row, drawn alike.

    Parameters
    ----------
    name
        In the legend and in the data.
    colour
        Of its dots.
    values
        One for each row of the figure; None or not played: nothing is drawn.
    """

    name: str
    colour: str
    values: Sequence[Interval | None]


def short(name: str, longest: int = LONGEST) -> str:
    """Return a name as a figure prints it: cut where it would not fit, without what SVG cannot hold."""
    shown = plain(w.name_of(name))
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def plain(text: str) -> str:
    """Return a text without what SVG cannot hold."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def tip(text: str) -> str:
    """Return the gid of a mark that says its value when pointed at."""
    return TIP + plain(text)


def bare(axes: Axes) -> None:
    """Take away the frame and the ticks."""
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0)


def dot_plot(
    names: Sequence[str],
    series: Sequence[Series],
    label: str,
    *,
    mark: float | None = w.EVEN,
    say: Callable[[Interval], str] = w.share_cell,
    height: float = 0.52,
    longest: int = LONGEST,
) -> Figure:
    """Draw rows of dots with their 95% intervals, one dot for each series.

    Parameters
    ----------
    names
        Of the rows, from above.
    series
        At most four.
    label
        Of the axis; values are drawn in 100.
    mark
        A value with a dashed line: an even game, or no change; None for none.
    say
        Puts a dot's interval into words.
    height
        Of a row, in inches.
    longest
        Letters of a row's name.
    """
    several = len(series) > 1
    figure = Figure(figsize=(WIDTH, height * len(names) + (1.3 if several else 0.9)), layout="constrained")
    axes = figure.add_subplot()
    bare(axes)
    if mark is not None:
        axes.axvline(100 * mark, color=colours().muted, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
    axes.grid(axis="x", color=colours().line, linewidth=0.7, zorder=0)
    axes.set_axisbelow(True)
    axes.set_yticks(range(len(names)), [short(name, longest) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))
    for place, one in enumerate(series):
        offset = 0.24 * (place - (len(series) - 1) / 2)
        axes.plot([], [], linestyle="none", marker=_LOOKS[place][0], color=one.colour, label=one.name)
        for row, (name, interval) in enumerate(zip(names, one.values, strict=True)):
            if interval is not None and w.known(interval):
                who = f"{w.name_of(name)}, {one.name}" if several else w.name_of(name)
                _dot(axes, interval, row + offset, one.colour, _LOOKS[place], f"{who}: {say(interval)}")
    if several:
        for index in range(1, len(names), 2):
            axes.axhspan(index - 0.5, index + 0.5, color=SHADE, linewidth=0, zorder=-1)
        axes.legend(
            loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(series), frameon=False, handletextpad=0.3
        )
    return figure


def _dot(axes: Axes, interval: Interval, row: float, colour: str, look: tuple[str, float], said: str) -> None:
    ends = [100 * interval.low, 100 * interval.high]
    axes.plot(ends, [row] * 2, color=colour, linewidth=1.8, solid_capstyle="round")
    marker, size = look
    axes.plot(
        [100 * interval.estimate],
        [row],
        linestyle="none",
        marker=marker,
        markersize=size,
        color=colour,
        gid=tip(said),
    )
