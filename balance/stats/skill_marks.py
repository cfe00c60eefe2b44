"""Same direction under every policy, surely opposite, or not settled: the tests behind the marks.

Method and sources: `docs/statistics.md`, "Other players".
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from balance.stats.intervals import LEVEL, Array
from balance.stats.results import Mark


def marks(estimates: Array, p_values: Array, adjust: Callable[[Array], Array] | None = None) -> list[Mark]:
    """Return the mark of each conclusion.

    Parameters
    ----------
    estimates
        Policies × conclusions: how far the value lies above its mark (such as even); nan where it was not played.
    p_values
        Two-sided, of "it lies on its mark".
    adjust
        Adjusts p-values over all conclusions; by default each is judged by itself.
    """
    if estimates.size == 0:
        return []
    agree, contradict = agreement_p_values(estimates, p_values)
    if adjust is not None:
        agree, contradict = adjust(agree), adjust(contradict)
    false = 1 - LEVEL
    return [
        Mark.AGREES if a <= false else Mark.DEPENDS if c <= false else Mark.OPEN
        for a, c in zip(agree, contradict, strict=True)
    ]


def agreement_p_values(estimates: Array, p_values: Array) -> tuple[Array, Array]:
    """Return p-values of "not all lie on the same side", and of "no two lie on opposite sides".

    Takes what `marks` takes. The first is that of an intersection–union test, the second the range test of Piantadosi
    and Gail.

    Examples
    --------
    >>> same, opposite = agreement_p_values(np.array([[0.1], [-0.1]]), np.array([[0.01], [0.04]]))
    >>> float(same[0]), round(float(opposite[0]), 4)
    (1.0, 0.02)
    """
    known = ~np.isnan(estimates)
    half = np.where(known, p_values, 1.0) / 2
    above = np.where(estimates > 0, half, np.where(estimates < 0, 1 - half, 0.5))
    below = np.where(estimates < 0, half, np.where(estimates > 0, 1 - half, 0.5))
    same = np.minimum(_largest(above, known), _largest(below, known))
    opposite = np.maximum(_smallest(above, known), _smallest(below, known))
    others = np.maximum(known.sum(axis=0) - 1, 0)
    several = others > 0
    return (
        np.where(several, np.minimum(1.0, 2 * same), 1.0),
        np.where(several & (opposite < 0.5), 1 - (1 - np.minimum(opposite, 0.5)) ** others, 1.0),
    )


def _largest(values: Array, known: Array) -> Array:
    return np.asarray(np.where(known, values, 0.0).max(axis=0))


def _smallest(values: Array, known: Array) -> Array:
    return np.asarray(np.where(known, values, 1.0).min(axis=0))
