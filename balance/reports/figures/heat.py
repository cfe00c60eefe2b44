"""The heat map of win shares: rows what the first seat plays, columns what the second does."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import seaborn as sns
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from numpy.typing import NDArray

from balance.reports import wording as w
from balance.reports.figures.style import FIRST, SECOND, SHADE, short
from balance.stats.results import Estimates, Verdict

SHARES = LinearSegmentedColormap.from_list("shares", [SECOND, "#8dbbe0", "#f6f3ec", "#f2b27d", FIRST])
MOST_NUMBERS = 20
"""Contestants up to which each cell has its number and a generous size."""


def heat_order(estimates: Estimates) -> list[str]:
    """Return the contestants as the heat map lists them: strongest first, then those of unknown strength."""
    order = [strength.name for strength in estimates.strengths]
    return order + [name for name in estimates.contestants if name not in order]


def heat_map(estimates: Estimates) -> Figure:
    """Draw the first seat's win share for every pair: rows its contestants, columns the second seat's.

    Strongest contestants come first. Bold numbers are told apart from even; cells not played are empty.
    """
    order = heat_order(estimates)
    place = {name: index for index, name in enumerate(order)}
    size = len(order)
    shares = np.full((size, size), np.nan)
    decided = np.zeros((size, size), bool)
    for pair in estimates.pairs:
        if w.known(pair.share):
            where = place[pair.first], place[pair.second]
            shares[where] = 100 * pair.share.estimate
            decided[where] = pair.verdict is not Verdict.UNDECIDED
    farthest = float(np.nanmax(np.abs(shares - 50), initial=0.0)) if size else 0.0
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    names = [short(name) for name in order]
    figure = shaded(
        shares,
        decided,
        names=(names, names),
        middle=50,
        reach=min(50, max(10, 5 * math.ceil(farthest / 5))),
        form=".0f",
        bar=f"{first} wins in 100",
    )
    axes = figure.axes[0]
    axes.set_ylabel(f"{first} plays …", fontsize=11)
    axes.set_xlabel(f"{second} plays …", fontsize=11)
    return figure


def shaded(
    values: NDArray[np.float64],
    strong: NDArray[np.bool_],
    *,
    names: tuple[Sequence[str], Sequence[str]],
    middle: float,
    reach: float,
    form: str,
    bar: str,
) -> Figure:
    """Draw a table of numbers, shaded by how far each lies from `middle`.

    Parameters
    ----------
    values, strong
        Shape (rows, columns); nan is left empty. Numbers that are `strong` are bold.
    names
        Of rows and columns.
    reach
        How far the deepest shades lie from `middle`.
    form
        Of the numbers, as in a format string.
    bar
        What a number means.
    """
    rows, columns = values.shape
    size = max(rows, columns)
    cell = 0.62 if size <= 12 else 0.5 if size <= MOST_NUMBERS else 0.4
    figure = Figure(figsize=(max(cell * columns, 2.4) + 2.6, cell * rows + 1.9), layout="constrained")
    axes = figure.add_subplot()
    axes.set_facecolor(SHADE)
    sns.heatmap(
        values,
        ax=axes,
        mask=np.isnan(values),
        vmin=middle - reach,
        vmax=middle + reach,
        cmap=SHARES,
        annot=True,
        fmt=form,
        square=True,
        linewidths=1.5,
        linecolor="none",
        xticklabels=list(names[1]),
        yticklabels=list(names[0]),
        cbar_kws={"shrink": 0.6, "pad": 0.02},
    )
    for text in axes.texts:
        column, row = (int(position) for position in text.get_position())
        text.set_color(_legible(SHARES((values[row, column] - middle + reach) / (2 * reach))))
        text.set_fontweight("bold" if strong[row, column] else "normal")
        text.set_fontsize(12 if size <= 12 else 10 if size <= MOST_NUMBERS else 8)
    axes.xaxis.set_label_position("top")
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.tick_params(axis="x", rotation=40)
    for label in axes.get_xticklabels():
        label.set_horizontalalignment("left")
        label.set_rotation_mode("anchor")
    axes.tick_params(axis="y", rotation=0)
    drawn = axes.collections[0].colorbar
    if drawn is not None:
        drawn.outline.set_visible(False)
        drawn.ax.tick_params(length=0)
        drawn.set_label(bar)
    return figure


def _legible(ground: Sequence[float]) -> str:
    """Return black or white, whichever contrasts more with the ground (WCAG's relative luminance)."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in ground[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"
