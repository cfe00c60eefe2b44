"""One function per figure: results in, `Figure` out; nothing is shown and no display is needed."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from balance.reports import bids as bids_words
from balance.reports import wording as w
from balance.reports.svg import FIRST, INK, LINE, MUTED, PAPER, SECOND
from balance.stats.results import Estimates, Interval, PairEstimate, SettingEstimate, Verdict

BOTH = INK
SHARES = LinearSegmentedColormap.from_list("shares", [SECOND, "#8dbbe0", "#f6f3ec", "#f2b27d", FIRST])
UNPLAYED = "#9a9a9e26"
MOST_SETTINGS = 30  # a figure with more rows cannot be read; the table has them all
LONGEST = 22
MOST_TICKS = 17


def short(name: str) -> str:
    """Return a name as a figure prints it: cut where it would not fit, without what SVG cannot hold."""
    shown = "".join(letter if letter.isprintable() else " " for letter in w.name_of(name))
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def _bare(axes: Axes) -> None:
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0)


def heat_map(estimates: Estimates) -> Figure:
    """Draw the first seat's win share for every pair: rows its contestants, columns the second seat's.

    Strongest contestants come first. Bold numbers are told apart from even; cells not played are empty.
    """
    order = [strength.name for strength in estimates.strengths]
    order += [name for name in estimates.contestants if name not in order]
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
    reach = min(50, max(10, 5 * math.ceil(farthest / 5)))
    cell = 0.62 if size <= 12 else 0.5
    figure = Figure(figsize=(cell * size + 2.6, cell * size + 1.9), layout="constrained")
    axes = figure.add_subplot()
    axes.set_facecolor(UNPLAYED)
    sns.heatmap(
        shares,
        ax=axes,
        mask=np.isnan(shares),
        vmin=50 - reach,
        vmax=50 + reach,
        cmap=SHARES,
        annot=True,
        fmt=".0f",
        square=True,
        linewidths=1.5,
        linecolor="none",
        xticklabels=[short(name) for name in order],
        yticklabels=[short(name) for name in order],
        cbar_kws={"shrink": 0.6, "pad": 0.02},
    )
    for text in axes.texts:
        column, row = (int(position) for position in text.get_position())
        text.set_color(_legible(SHARES((shares[row, column] - 50 + reach) / (2 * reach))))
        text.set_fontweight("bold" if decided[row, column] else "normal")
        text.set_fontsize(12 if size <= 12 else 10)
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    axes.set_ylabel(f"{first} plays …", fontsize=11)
    axes.set_xlabel(f"{second} plays …", fontsize=11)
    axes.xaxis.set_label_position("top")
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.tick_params(axis="x", rotation=40 if size > 2 else 0)
    for label in axes.get_xticklabels():
        label.set_horizontalalignment("left" if size > 2 else "center")
        label.set_rotation_mode("anchor")
    axes.tick_params(axis="y", rotation=0)
    bar = axes.collections[0].colorbar
    if bar is not None:
        bar.outline.set_visible(False)
        bar.ax.tick_params(length=0)
        bar.set_label(f"{first} wins in 100")
    return figure


def _legible(ground: tuple[float, float, float, float]) -> str:
    """Return black or white, whichever contrasts more with the ground (WCAG's relative luminance)."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in ground[:3]]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#000000" if luminance > 0.179 else "#ffffff"


def _dots(
    axes: Axes, rows: Sequence[Interval], offset: float, colour: str, marker: str, label: str, size: float = 6
) -> None:
    for index, interval in enumerate(rows):
        if not w.known(interval):
            continue
        axes.plot(
            [100 * interval.low, 100 * interval.high],
            [index + offset] * 2,
            color=colour,
            linewidth=1.8,
            solid_capstyle="round",
        )
    shown = [(100 * row.estimate, index + offset) for index, row in enumerate(rows) if w.known(row)]
    axes.plot(
        [x for x, _ in shown],
        [y for _, y in shown],
        linestyle="none",
        marker=marker,
        markersize=size,
        color=colour,
        label=label,
    )


def _share_axis(axes: Axes, names: Sequence[str], label: str) -> None:
    _bare(axes)
    axes.axvline(50, color=MUTED, linewidth=1, linestyle=(0, (4, 3)), zorder=0)
    axes.grid(axis="x", color=LINE, linewidth=0.7, zorder=0)
    axes.set_axisbelow(True)
    axes.set_yticks(range(len(names)), [short(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.set_xlabel(label)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, steps=[1, 2, 5, 10]))


def strengths(estimates: Estimates) -> Figure:
    """Draw each contestant's win share against all others: both sides, and in each seat."""
    rows = estimates.strengths
    figure = Figure(figsize=(7.6, 0.52 * len(rows) + 1.3), layout="constrained")
    axes = figure.add_subplot()
    first, second = (w.name_of(seat) for seat in estimates.seats[:2])
    _share_axis(axes, [row.name for row in rows], "wins in 100 games against all others")
    _dots(axes, [row.strength for row in rows], -0.22, BOTH, "o", "both sides", 7)
    _dots(axes, [row.as_first for row in rows], 0.02, FIRST, "^", f"as {first}")
    _dots(axes, [row.as_second for row in rows], 0.24, SECOND, "s", f"as {second}", 5)
    for index in range(1, len(rows), 2):
        axes.axhspan(index - 0.5, index + 0.5, color=UNPLAYED, linewidth=0, zorder=-1)
    figure.legend(loc="outside upper center", ncols=3, frameon=False)
    return figure


def extremes(rows: Sequence[SettingEstimate]) -> tuple[SettingEstimate, ...]:
    """Return the settings by the first seat's share; only the outermost where there are too many to draw."""
    ordered = sorted((row for row in rows if w.known(row.share)), key=lambda row: -row.share.estimate)
    if len(ordered) <= MOST_SETTINGS:
        return tuple(ordered)
    half = MOST_SETTINGS // 2
    return (*ordered[:half], *ordered[-half:])


def settings(estimates: Estimates) -> Figure:
    """Draw the first seat's win share in each setting, all pairs pooled."""
    rows = extremes(estimates.settings)
    figure = Figure(figsize=(7.6, 0.36 * len(rows) + 0.9), layout="constrained")
    axes = figure.add_subplot()
    first = w.name_of(estimates.seats[0])
    _share_axis(axes, [row.name for row in rows], f"{first} wins in 100 games, all pairings together")
    _dots(axes, [row.share for row in rows], 0.0, FIRST, "o", first)
    return figure


def bid_curve(pair: PairEstimate, seats: Sequence[str]) -> Figure:
    """Draw the first seat's win share at each bid that was played; bids that may be even are filled dots."""
    points = [
        (point.bid, point.share, point.excluded) for point in pair.fair_bid.curve if w.known(point.share)
    ]
    return share_curve(points, seats, bids_words.UNIT, "before play")


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
    points = sorted(points, key=lambda point: point[0])
    figure = Figure(figsize=(7.6, 3.6), layout="constrained")
    axes = figure.add_subplot()
    _bare(axes)
    axes.grid(axis="y", color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    axes.axhline(50, color=MUTED, linewidth=1, linestyle=(0, (4, 3)))
    amounts = [amount for amount, _, _ in points]
    axes.plot(amounts, [100 * share.estimate for _, share, _ in points], color=LINE, linewidth=1.5)
    for amount, share, excluded in points:
        axes.plot(
            [amount] * 2,
            [100 * share.low, 100 * share.high],
            color=INK,
            linewidth=1.8,
            solid_capstyle="round",
        )
        axes.plot(
            [amount],
            [100 * share.estimate],
            marker="o",
            markersize=8,
            linestyle="none",
            markeredgecolor=INK,
            markeredgewidth=1.5,
            markerfacecolor=PAPER if excluded else FIRST,
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
