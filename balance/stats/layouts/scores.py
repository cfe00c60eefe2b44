"""Margins by game number → each layout's share, and what luck makes of it; pair by pair, as they are read."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import Array

ENOUGH = 1.5
"""With fewer games of a pair on a layout than this, on average, their scatter within layouts says too little of
luck."""


@dataclass(frozen=True)
class PairShares:
    """One pair on each layout.

    Parameters
    ----------
    shares
        The first seat's share on each layout; nan where no game was played.
    games
        How many games each rests on.
    luck
        Variance of the share of one game that luck alone makes, mean over the layouts.
    within
        Whether `luck` is from games on the same layout; else what differs between layouts is in it.
    """

    shares: Array
    games: NDArray[np.int64]
    luck: float
    within: bool
    freedom: int
    """Degrees of freedom of `luck`."""


def pair_shares(margins: NDArray[np.int16], size: int, tie_to: int | None) -> PairShares:
    """Return a pair's shares by layout; game *i* was played on layout *i* modulo `size`.

    Parameters
    ----------
    margins
        First seat's points less second's, by game number.
    size
        Layouts of the set.
    tie_to
        The seat that wins where scores are equal; None: half a win each.
    """
    level = {None: 1, 0: 2, 1: 0}[tie_to]
    doubled = 2 * (margins > 0).astype(np.int8) + level * (margins == 0).astype(np.int8)
    passes, rest = divmod(len(margins), size)
    sums = doubled[: passes * size].reshape(passes, size).sum(axis=0, dtype=np.int64)
    sums[:rest] += doubled[passes * size :]
    games = np.full(size, passes, np.int64)
    games[:rest] += 1
    played = games > 0
    shares = np.where(played, sums / 2 / np.maximum(games, 1), np.nan)
    total, rows = len(margins), int(played.sum())
    squares = float((doubled.astype(np.int64) ** 2).sum()) / 4
    within = total >= ENOUGH * rows
    if within:
        own = float((games * np.square(shares, where=played, out=np.zeros(size))).sum())
        variance = (squares - own) / (total - rows)
    else:
        mean = float(sums.sum()) / 2 / total
        variance = (squares / total - mean**2) * total / max(total - 1, 1)
    luck = variance + 1 / (total + 2)  # a game more: no luck is never certain
    return PairShares(shares, games, luck, within, max(1, total - (rows if within else 1)))


@dataclass
class LayoutShares:
    """Shares by layout, pairs weighted equally: of the first seat, or of one contestant in both seats.

    Parameters
    ----------
    size
        Layouts of the set.
    """

    size: int
    pairs: int = 0
    games: int = 0
    rows: int = 0
    """How many layouts, from the first on, every pair has played."""
    within: bool = True
    _games: NDArray[np.int64] = field(init=False, repr=False)
    _sum: Array = field(init=False, repr=False)
    _luck: Array = field(init=False, repr=False)
    _mixed: Array = field(init=False, repr=False)
    _wobble: float = 0.0

    def __post_init__(self) -> None:
        self._sum, self._luck, self._mixed = (np.zeros(self.size) for _ in range(3))
        self._games = np.zeros(self.size, np.int64)
        self.rows = self.size

    def add(self, pair: PairShares, *, turned: bool = False) -> None:
        """Add a pair; `turned`, as the second seat sees it."""
        self._sum += 1 - pair.shares if turned else pair.shares
        each = 1 / np.maximum(pair.games, 1)
        self._luck += pair.luck * each
        self._mixed += 0.0 if pair.within else each
        self._wobble += 2 * float(pair.luck * each.mean()) ** 2 / pair.freedom
        self._games += pair.games
        self.pairs += 1
        self.games += int(pair.games.sum())
        self.rows = min(self.rows, int((pair.games > 0).sum()))
        self.within &= pair.within

    def means(self, rows: int) -> tuple[Array, Array]:
        """Return the first `rows` layouts' mean shares and the variances that luck gives them."""
        return self._sum[:rows] / self.pairs, self._luck[:rows] / self.pairs**2

    def games_on(self, row: int) -> int:
        """Return the games on a layout."""
        return int(self._games[row])

    def luck_alone(self, rows: int) -> tuple[Array, float]:
        """Return the first `rows` layouts' variances without what their differences add to them, and their freedom.

        Where a pair has but a game on each layout, all scatter of its games is taken for luck, and with it what all
        pairs have in common on a layout. How much that is follows from the layouts' means: they hold it whole.
        """
        shares, luck = self.means(rows)
        mean, mixed = float(luck.mean()), float(self._mixed[:rows].mean()) / self.pairs**2
        freedom = 2 * float(self._luck[:rows].mean()) ** 2 / self._wobble
        if mixed == 0 or mixed >= 1:
            return luck, freedom
        common = (float(shares.var(ddof=1)) - mean) / (1 - mixed)
        left = max(1 - mixed * common / mean, 1 / (rows + 2))
        return luck * left, float(min(freedom, max(self.pairs - 1, 1) * (rows - 1)))

    @property
    def tells_luck(self) -> bool:
        """Whether luck and layouts can be told apart: not from one pair's single games."""
        return self.within or self.pairs > 1
