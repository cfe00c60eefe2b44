"""The tornado chart: how far each variant moves one headline, the largest first."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from balance.reports.svg import FIRST, INK, LINE, MUTED, SECOND
from balance.stats.sensitivity.results import Conclusion, Effect

MOST_BARS = 15
LONGEST = 34
MARKS = {Conclusion.CHANGES: " ◆", Conclusion.FADES: " ◇"}
"""What stands behind the name of a variant that turns a conclusion, or lets it fade."""


def shortened(name: str) -> str:
    """Return a variant's name as the chart prints it."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def tornado(movers: Sequence[Effect], label: str) -> Figure:
    """Draw the largest changes as bars from 0 with their 95% intervals.

    Bars are hollow where the change is not told apart from none. Orange is more, blue is less; a variant that turns
    the conclusion has a full diamond behind its name, one under which it fades a hollow one.

    Parameters
    ----------
    movers
        The largest first; at most 15 are drawn.
    label
        What the axis measures.
    """
    drawn = list(movers[:MOST_BARS])
    figure = Figure(figsize=(7.6, 0.34 * len(drawn) + 1.0), layout="constrained")
    axes = figure.add_subplot()
    for side in axes.spines.values():
        side.set_visible(False)
    axes.tick_params(length=0)
    axes.grid(axis="x", color=LINE, linewidth=0.7)
    axes.set_axisbelow(True)
    for place, effect in enumerate(drawn):
        change = effect.change
        colour = FIRST if change.estimate > 0 else SECOND
        axes.barh(
            place,
            100 * change.estimate,
            height=0.62,
            color=colour if effect.moved else "none",
            edgecolor=colour,
            linewidth=1.2,
        )
        axes.plot(
            [100 * change.low, 100 * change.high],
            [place, place],
            color=INK,
            linewidth=1.6,
            solid_capstyle="butt",
        )
    axes.axvline(0, color=MUTED, linewidth=1.2)
    names = [shortened(effect.variant) + MARKS.get(effect.conclusion, "") for effect in drawn]
    axes.set_yticks(range(len(drawn)), names)
    axes.set_ylim(len(drawn) - 0.4, -0.6)
    axes.set_xlabel(label)
    axes.xaxis.set_major_locator(MaxNLocator(steps=[1, 2, 5, 10]))
    axes.margins(x=0.04)
    return figure
