"""Are layouts alike that are mirror images of each other? They must be where the rules know no difference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy.special import betainc, gammaincc

from balance.stats.intervals import Array
from balance.stats.layouts.design import SMALLEST, Design, Rows, codes
from balance.stats.layouts.results import MirrorCheck

LEAST = 20
"""With fewer pairs of mirrored layouts than this beyond what is compared about them, nothing is said."""


@dataclass
class Mirror:
    """One symmetry, and what is summed of it while pairs are read.

    Parameters
    ----------
    design
        The layouts of the set.
    image
        Number of a place → number of the place on which its piece lies in the mirror image.
    """

    design: Design
    image: Sequence[int]
    _statistic: float = field(default=0.0, init=False)
    _tested: int = field(default=0, init=False)

    @cached_property
    def rows(self) -> tuple[Rows, Rows]:
        """Rows of layouts and of their images, each layout in one of these at most once; both are in the set."""
        order, size = self.design.order, self.design.layouts
        turned = np.empty_like(order)
        turned[:, list(self.image)] = order
        own = self.design.codes()
        sorting = np.argsort(own, kind="stable")
        found = np.searchsorted(own, codes(turned, self.design.pieces), sorter=sorting)
        at = np.append(sorting, size)[found]
        hit = np.append(own, -1)[at] == codes(turned, self.design.pieces)
        partner = np.append(np.where(hit, at, size), size)
        # a symmetry of order 2 parts layouts into pairs; of one of a higher order, a pair of each round is taken
        rows = np.arange(size)
        lowest, here = rows.copy(), partner[rows]
        for _ in range(self._rounds() - 1):
            lowest = np.minimum(lowest, here)
            whole = here < size
            lowest = np.where(whole, lowest, -1)
            here = partner[here]
        one = rows[(lowest == rows) & (partner[:size] != rows)]
        return one, partner[one]

    def add(self, shares: Array) -> None:
        """Take in one pair's shares, one per layout of the set; nan where it was not played."""
        squared, columns, size = self._squared(shares)
        if columns and size >= columns + LEAST:
            # of size numbers with random signs, columns of them have this mean and this variance of explained squares
            self._statistic += squared * size
            self._tested += 1

    def check(self, shares: Array, places: Sequence[str], *, symmetries: int) -> MirrorCheck:
        """Return the check of the pairs taken in, and of the mean `shares` over them.

        Parameters
        ----------
        shares
            One per layout of the set; nan where some pair was not played.
        places
            The places' names.
        symmetries
            How many such checks there are.
        """
        squared, columns, size = self._squared(shares)
        p_values = []
        if columns and size >= columns + LEAST:
            p_values.append(float(betainc((size - columns) / 2, columns / 2, 1 - squared)))
            if self._tested > 1:
                scale = 2 * (size - columns) / (size + 2)  # variance over mean
                p_values.append(float(gammaincc(self._tested * columns / scale, self._statistic / scale)))
        adjusted = min(1.0, min(p_values) * len(p_values) * symmetries) if p_values else math.nan
        moved = tuple((places[a], places[b]) for a, b in enumerate(self.image) if a != b)
        return MirrorCheck(moved, size, adjusted)

    def _squared(self, shares: Array) -> tuple[float, int, int]:
        """Return which part of squared differences piece × place explains, in how many columns, of how many."""
        one, other = self.rows
        difference = shares[one] - shares[other]
        if np.isnan(difference).any():
            difference = np.nan_to_num(difference)
        size = int(np.count_nonzero(~np.isnan(shares[one]) & ~np.isnan(shares[other])))
        squares = float(difference @ difference)
        if squares == 0:
            return 0.0, self._columns[0], size
        explained = self._turned(difference)
        return min(1.0, float(explained @ self._columns[1] @ explained) / squares), self._columns[0], size

    @cached_property
    def _columns(self) -> tuple[int, Array]:
        """How many independent columns the differences have, and the pseudo-inverse of their products."""
        one, other = self.rows
        if len(one) == 0:
            return 0, np.zeros((0, 0))
        order, size = self.design.order, self.design.pieces
        both = Design(np.concatenate([order[one], order[other]]), size)
        crossed = np.zeros((size, both.places, size, both.places))
        for a in range(both.places):
            for b in range(both.places):
                at = order[one, a].astype(np.int64) * size + order[other, b]
                crossed[:, a, :, b] = np.bincount(at, minlength=size * size).reshape(size, size)
        mixed = crossed.reshape(both.pieces * both.places, -1)
        values, vectors = np.linalg.eigh(both.products() - mixed - mixed.T)
        kept = values > SMALLEST * max(values[-1], 1.0)
        return int(kept.sum()), (vectors[:, kept] / values[kept]) @ vectors[:, kept].T

    def _turned(self, difference: Array) -> Array:
        """Return the sum of differences of layouts with each piece on each place, less that of their images."""
        one = Design(self.design.order[self.rows[0]], self.design.pieces)
        own = one.sums(difference).reshape(one.pieces, one.places)
        image = np.empty_like(own)
        image[:, list(self.image)] = own
        return (own - image).reshape(-1)

    def _rounds(self) -> int:
        """How often the symmetry is repeated until all lies as before."""
        here, count = list(self.image), 1
        while here != sorted(here):
            here, count = [self.image[place] for place in here], count + 1
        return count
