"""What each piece on each place does: least squares over layouts, with intervals that hold together."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy.special import stdtr, stdtrit

from balance.stats.intervals import LEVEL, Array
from balance.stats.layouts.design import Design
from balance.stats.layouts.results import PieceEffect
from balance.stats.results import Interval

LEFT_OVER = 8
"""With fewer layouts than this beyond what the model itself takes up, nothing is said of pieces and places."""
TOO_FEW = "too few layouts to tell pieces and places apart"
NOT_TOLD = "the layouts played do not tell this from other pieces and places"
NOT_THERE = "on none of the layouts played"
LARGE = 1e6
"""Degrees of freedom of an error that is known: luck alone."""


def enough(design: Design) -> bool:
    """Return whether something can be said of pieces and places."""
    return design.rank > 0 and design.layouts - 1 - design.rank >= LEFT_OVER


def errors(design: Design, values: Array, luck: float) -> tuple[Array, float]:
    """Return the standard error of each contrast of `design`, and its degrees of freedom.

    All layouts of the box: luck alone. Else layouts are a sample, each a case of its own: what is special about one
    beyond its pieces and places counts as scatter. Errors are then robust to scatter that differs between layouts (HC3:
    MacKinnon and
    White 1985, Journal of Econometrics 29, 305–325), and never smaller than with the same scatter everywhere.
    """
    own = np.einsum("ij,jk,ik->i", design.contrasts, design.inverse, design.contrasts)
    if design.complete:
        return np.sqrt(np.maximum(luck * own, 0.0)), LARGE
    freedom = design.layouts - 1 - design.rank
    left = values - values.mean() - design.fitted(design.coefficients(values))
    alike = max(float(left @ left) / freedom, luck)
    free = 1 - design.leverages
    squares = np.where(free > 1e-6, (left / np.maximum(free, 1e-6)) ** 2, alike)
    middle = design.counts / design.layouts
    first = design.sums(squares)
    meat = design.products(squares) - np.outer(first, middle) - np.outer(middle, first)
    meat += squares.sum() * np.outer(middle, middle)
    half = design.contrasts @ design.inverse
    robust = np.einsum("ij,jk,ik->i", half, meat, half)
    return np.sqrt(np.maximum(np.maximum(robust, alike * own), 0.0)), float(freedom)


def effects(
    design: Design,
    values: Array,
    luck: float,
    *,
    names: tuple[Sequence[str], Sequence[str]],
    tables: int,
    games: int,
) -> tuple[PieceEffect, ...]:
    """Return the effect of every piece on every place on the shares of layouts.

    Parameters
    ----------
    design, values, luck
        The layouts, their shares, and the mean variance that luck gives these.
    names
        Pieces and places.
    tables
        How many such tables the intervals are to hold together with, this one included.
    games
        That the shares rest on.
    """
    estimates = design.contrasts @ design.coefficients(values)
    if enough(design):  # of a few layouts nothing is left to see errors by
        told, (error, freedom) = design.estimable, errors(design, values, luck)
    else:
        told, (error, freedom) = np.zeros(len(estimates), bool), (np.zeros(len(estimates)), LARGE)
    number = max(1, tables * int(told.sum()))
    reach = float(stdtrit(freedom, 0.5 + LEVEL ** (1 / number) / 2))
    found = []
    for column, (piece, place) in enumerate((piece, place) for piece in names[0] for place in names[1]):
        layouts = int(design.counts[column])
        if not told[column]:
            note = NOT_THERE if layouts == 0 else NOT_TOLD if enough(design) else TOO_FEW
            unknown = Interval(math.nan, math.nan, math.nan, games, note)
            found.append(PieceEffect(piece, place, unknown, 1.0, layouts))
            continue
        value, half = 100 * float(estimates[column]), 100 * reach * float(error[column])
        interval = Interval(value, value - half, value + half, games)
        p_value = _together(value, half / reach, freedom, number)
        found.append(PieceEffect(piece, place, interval, p_value, layouts))
    return tuple(found)


def _together(value: float, error: float, freedom: float, number: int) -> float:
    """Return the two-sided p-value of "0", adjusted for a number of tests (Šidák, in one step)."""
    if error == 0:
        return 1.0 if value == 0 else 0.0
    own = 2 * float(stdtr(freedom, -abs(value) / error))
    return -math.expm1(number * math.log1p(-own)) if own < 1 else 1.0
