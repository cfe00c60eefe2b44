"""A win share by what is given to one side: cubes before play, or points at the end."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from balance.reports import bids as bids_words
from balance.reports import wording as w
from balance.reports.figures.style import WIDTH, bare, tip
from balance.reports.svg import colours
from balance.stats.results import Interval

MOST_TICKS = 17


def share_curve(
    points: Sequence[tuple[int, Interval, bool]], seats: Sequence[str], unit: str, when: str
) -> Figure:
    """Draw the first seat's win share by a signed amount that is given; amounts that may be even are filled dots.

    Parameters
    ----------
    points
        Amount (positive: to the first seat), share, and whether an even game is excluded.
    seats
        Their names.
    unit, when
        What is given, in the singular, and when.
    """
    theme = colours()
    points = sorted(points, key=lambda point: point[0])
    figure = Figure(figsize=(WIDTH, 3.6), layout="constrained")
    axes = figure.add_subplot()
    bare(axes)
    axes.grid(axis="y", color=theme.line, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.axhline(50, color=theme.muted, linewidth=1, linestyle=(0, (4, 3)))
    amounts = [amount for amount, _, _ in points]
    axes.plot(amounts, [100 * share.estimate for _, share, _ in points], color=theme.line, linewidth=1.5)
    for amount, share, excluded in points:
        axes.plot(
            [amount] * 2,
            [100 * share.low, 100 * share.high],
            color=theme.ink,
            linewidth=1.8,
            solid_capstyle="round",
        )
        axes.plot(
            [amount],
            [100 * share.estimate],
            marker="o",
            markersize=8,
            linestyle="none",
            markeredgecolor=theme.ink,
            markeredgewidth=1.5,
            markerfacecolor=theme.paper if excluded else theme.first,
            gid=tip(f"{bids_words.cubes((amount,), seats, unit)}: {w.share_cell(share)}"),
        )
    _amount_axis(axes, amounts, seats, f"{unit}s given", when)
    axes.set_ylabel(f"{w.name_of(seats[0])} wins in 100")
    axes.margins(x=0.06, y=0.1)
    return figure


def _amount_axis(axes: Axes, amounts: Sequence[int], seats: Sequence[str], what: str, when: str) -> None:
    """Label signed amounts in words: to the one side that gets any, else a sign for each side."""
    first, second = (w.name_of(seat) for seat in seats[:2])
    shown = amounts if len(amounts) <= MOST_TICKS else [a for a in amounts if a % 2 == 0]
    if all(amount <= 0 for amount in amounts) or all(amount >= 0 for amount in amounts):
        axes.set_xticks(shown, [str(abs(amount)) for amount in shown])
        axes.set_xlabel(f"{what} to {second if min(amounts) < 0 else first} {when}")
        axes.xaxis.set_inverted(min(amounts) < 0)
    else:
        axes.set_xticks(shown, [w.number(amount, signed=True) for amount in shown])
        axes.set_xlabel(f"{what} {when}: + to {first}, − to {second}")
