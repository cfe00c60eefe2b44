"""A table of numbers shaded by how far they lie from a mark, with a choice between views of it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from balance.reports import wording as w
from balance.reports.templating import environment

STEPS = 5  # shades on each side of the mark
MANY = 12  # more columns have narrow cells and upright headings
LEAST_REACH = 0.1  # the deepest shade of a map of shares on which nothing strays far
REACH_STEP = 0.05


@dataclass(frozen=True)
class Cell:
    """What one cell shows.

    Parameters
    ----------
    text
        The number, or an empty string.
    shade
        Class in the style sheet: ``first-1`` to ``first-5``, ``second-1`` to ``second-5``, ``even`` or ``empty``.
    strong
        Told apart from the mark.
    tip
        Which cell it is, the number, its interval and its games; why there is no number.
    link
        Where it leads; empty for nowhere.
    """

    text: str
    shade: str
    strong: bool
    tip: str
    link: str = ""


@dataclass(frozen=True)
class View:
    """One table.

    Parameters
    ----------
    key, name
        Its value among the choices, and what the choice is called.
    caption
        What a number means.
    corner
        What rows and columns are.
    rows
        Name → cells, in the order of the columns.
    more_first, more_second
        What orange and blue mean.
    reach
        How far from the mark the deepest shade begins, in words.
    bold
        What bold means.
    columns
        Names; empty where they are those of the rows.
    """

    key: str
    name: str
    caption: str
    corner: str
    rows: Mapping[str, tuple[Cell, ...]]
    more_first: str
    more_second: str
    reach: str
    bold: str
    columns: tuple[str, ...] = ()


def to_html(views: Sequence[View], *, group: str, closing: str = "", linked: bool = True) -> Markup:
    """Return views with a choice between them.

    Parameters
    ----------
    group
        The name of the choice, once a page.
    closing
        What else is said below each.
    linked
        Whether cells lead where they can.
    """
    template = environment().get_template("shaded_table.html")
    told = {"views": views, "group": group, "closing": closing, "linked": linked}
    return Markup(template.render(**told, many=MANY, steps=STEPS))  # escapes all


def in_100(value: float, *, told: bool, mark: float = w.EVEN, signed: bool = False, least: int = 0) -> str:
    """Return a value in 100; with more decimals where it would else stand on the mark that it is told apart from."""
    decimals = least
    while told and decimals < 2 and round(100 * value, decimals) == 100 * mark:
        decimals += 1
    return w.number(100 * value, decimals, signed=signed)


def reach(distances: Iterable[float], *, least: float = LEAST_REACH, step: float = REACH_STEP) -> float:
    """Return how far the scale goes on each side, a multiple of `step`."""
    farthest = max((abs(distance) for distance in distances if math.isfinite(distance)), default=0.0)
    return max(least, step * math.ceil(farthest / step - 1e-9))


def reach_words(mark: float, farthest: float) -> str:
    """Say where the deepest shades begin, `mark` in 100."""
    away = 100 * farthest * (STEPS - 1) / STEPS
    return f"from {w.number(mark + away)}, and up to {w.number(mark - away)}"


def shade(distance: float, farthest: float) -> str:
    """Return the class of a distance from the mark: the farther, the deeper."""
    step = min(STEPS, math.ceil(STEPS * abs(distance) / farthest - 1e-9))
    return "even" if step == 0 else f"{'first' if distance > 0 else 'second'}-{step}"
