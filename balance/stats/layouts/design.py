"""Which piece lies on which place, as the columns of a linear model; sums over hundreds of thousands of layouts.

No array of layouts × columns is made: sums go place by place, and pair of places by pair of places.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import Array

Order = NDArray[np.int8]
Rows = NDArray[np.int64]

SMALLEST = 1e-9
"""Directions with less than this part of the largest one's variation among the layouts are taken for none."""


@dataclass(frozen=True)
class Design:
    """The additive model of some layouts: a share is a mean plus something for each piece on its place.

    Columns are pieces × places, piece by piece.

    Parameters
    ----------
    order
        Layouts × places: the number of the piece on each place. In a layout no piece lies twice.
    pieces
        How many pieces the box has.
    """

    order: Order
    pieces: int

    @property
    def layouts(self) -> int:
        """How many layouts there are."""
        return len(self.order)

    @property
    def places(self) -> int:
        """How many places a layout has."""
        return int(self.order.shape[1])

    def codes(self) -> Rows:
        """Return a number for each layout, another for each other one."""
        return codes(self.order, self.pieces)

    @cached_property
    def complete(self) -> bool:
        """Whether these are all layouts that can be made of the pieces, each once."""
        every = math.perm(self.pieces, self.places)
        return self.layouts == every and len(np.unique(self.codes())) == every

    @cached_property
    def counts(self) -> Array:
        """How many layouts have each piece on each place."""
        return self.sums(None)

    def sums(self, values: Array | None) -> Array:
        """Return the sum of values (None: of ones) over the layouts with each piece on each place."""
        found = [np.bincount(self._at(place), values, self.pieces) for place in range(self.places)]
        return np.stack(found, axis=1).reshape(-1).astype(np.float64)

    def products(self, values: Array | None = None) -> Array:
        """Return the same for two pieces on two places at once: columns × columns."""
        size, places = self.pieces, self.places
        table = np.zeros((size, places, size, places))
        for one in range(places):
            for other in range(one, places):
                both = np.bincount(self._at(one) * size + self._at(other), values, size * size)
                table[:, one, :, other] = both.reshape(size, size)
                table[:, other, :, one] = both.reshape(size, size).T
        return table.reshape(size * places, size * places)

    @cached_property
    def inverse(self) -> Array:
        """The pseudo-inverse of the columns' scatter around their means."""
        return self._directions[1]

    @cached_property
    def rank(self) -> int:
        """How many independent things the layouts tell of pieces and places."""
        return self._directions[0]

    @cached_property
    def _directions(self) -> tuple[int, Array]:
        scatter = self.products() - np.outer(self.counts, self.counts) / self.layouts
        values, vectors = np.linalg.eigh(scatter)
        kept = values > SMALLEST * max(values[-1], 1.0)
        return int(kept.sum()), (vectors[:, kept] / values[kept]) @ vectors[:, kept].T

    @cached_property
    def contrasts(self) -> Array:
        """One row for each piece on each place, in terms of the model's coefficients.

        The mean of all layouts of the box that have it there, less the mean of all.
        """
        same_piece = np.kron(np.eye(self.pieces), np.ones((self.places, self.places))) > 0
        same_place = np.kron(np.ones((self.pieces, self.pieces)), np.eye(self.places)) > 0
        elsewhere = np.where(same_piece | same_place, 0.0, 1 / max(self.pieces - 1, 1))
        return np.asarray(np.where(same_piece & same_place, 1.0, elsewhere) - 1 / self.pieces)

    @cached_property
    def estimable(self) -> NDArray[np.bool_]:
        """Which of the contrasts the layouts tell apart from all else."""
        scatter = self.products() - np.outer(self.counts, self.counts) / self.layouts
        told = self.contrasts @ self.inverse @ scatter
        return np.asarray(np.abs(told - self.contrasts).max(axis=1) < 1e-6)

    def coefficients(self, values: Array) -> Array:
        """Return the least squares coefficients of values, one per layout; of several, the smallest."""
        return np.asarray(self.inverse @ self.sums(values - values.mean()))

    def fitted(self, coefficients: Array) -> Array:
        """Return each layout's sum of coefficients, its mean over the layouts taken off."""
        table = coefficients.reshape(self.pieces, self.places)
        total = np.zeros(self.layouts)
        for place in range(self.places):
            total += table[self._at(place), place]
        return np.asarray(total - total.mean())

    @cached_property
    def leverages(self) -> Array:
        """How much of each layout's fit is its own value, 0–1."""
        if self.complete:  # all layouts are alike then
            return np.full(self.layouts, (self.rank + 1) / self.layouts)
        size, places = self.pieces, self.places
        middle = self.counts / self.layouts
        table = self.inverse.reshape(size, places, size, places)
        slopes = (self.inverse @ middle).reshape(size, places)
        found = np.full(self.layouts, 1 / self.layouts + middle @ self.inverse @ middle)
        for one in range(places):
            found += table[:, one, :, one].diagonal()[self._at(one)] - 2 * slopes[self._at(one), one]
            for other in range(one):
                found += 2 * table[:, one, :, other][self._at(one), self._at(other)]
        return np.asarray(np.clip(found, 0.0, 1.0))

    def _at(self, place: int) -> Rows:
        return self.order[:, place].astype(np.int64)


def codes(order: Order, pieces: int) -> Rows:
    """Return a number for each layout of `order`, another for each other one."""
    found = np.zeros(len(order), np.int64)
    for place in range(order.shape[1]):
        found = found * pieces + order[:, place]
    return found
