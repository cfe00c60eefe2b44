"""What is asked of a tweak, and the counts of games from which it is answered."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.stats.intervals import Array
from balance.stats.paired import Flags
from balance.sweep.paired import SHARES

Table = NDArray[np.int64] | NDArray[np.float64]
"""Whole numbers of games."""

HALVES: Array = np.unique(SHARES)
"""Shares that a game can give: 0, 1/2 and 1."""

CHANGES: Array = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])
"""Changes of share that a game can show."""

_OF_SHARE = (SHARES[:, None] == HALVES).astype(np.float64)
_OLD, _NEW = HALVES[:, None], HALVES[None, :]
_BY_CHANGE = (CHANGES[:, None, None] == _NEW - _OLD).astype(np.float64)
_BY_SUM = (CHANGES[:, None, None] == _NEW + _OLD - 1).astype(np.float64)


@dataclass(frozen=True)
class Goal:
    """What a designer wants to know.

    Parameters
    ----------
    target
        Share that each pair should have (first seat's), one per pair, or one for all.
    band
        Lowest and highest share that is acceptable, each one per pair, or one for all.
    material
        Change of the distance from the target that matters (share: 0.01 is one point).
    alpha
        Error rate, however often it was looked at: of false verdicts among a run's pairs (false discovery rate), of the
        overall verdicts, and of each interval; each of these by itself.
    max_games
        Paired games of a pair after which no more are wanted.
    tweaks
        How many tweaks are compared in the same run: each is judged at `alpha` / `tweaks`.
    """

    target: Array | float = 0.5
    band: tuple[Array | float, Array | float] = (0.45, 0.55)
    material: float = 0.01
    alpha: float = 0.05
    max_games: int = 50_000
    tweaks: int = 1

    @property
    def error(self) -> float:
        """Error rate of one tweak."""
        return self.alpha / self.tweaks

    def targets(self, pairs: int) -> Array:
        """Return the target of each pair."""
        return np.broadcast_to(np.asarray(self.target, np.float64), (pairs,))

    def bands(self, pairs: int) -> tuple[Array, Array]:
        """Return the lowest and the highest acceptable share of each pair."""
        low, high = (np.broadcast_to(np.asarray(end, np.float64), (pairs,)) for end in self.band)
        return low, high


@dataclass(frozen=True)
class TweakCounts:
    """Games of one tweak and its base, one entry per ordered pair; results as `balance.sweep.paired` codes them.

    Layouts are pooled: every look comes after as many games on each layout (whole rounds), in every pair.

    Parameters
    ----------
    pairs
        First and second contestant. All pairs of the base, no mirrors.
    touched
        Whether the pair's rules differ.
    joint
        Games by old and new result, shape (pairs, results, results); those of pairs that are not touched are ignored.
    common
        Those of `joint` from the rounds that all touched pairs played: every touched pair has as many. The overall
        figures rest on them, since pairs that stopped early, each when it looked best, would bias a mean.
    base
        Games under the old rules of untouched pairs, by result, shape (pairs, results). Games of touched pairs are
        ignored, as `joint` has them. All zero if only changes are asked for. A fixed number: not looked at.
    """

    pairs: tuple[tuple[str, str], ...]
    touched: Flags
    joint: Table
    common: Table
    base: Table


@dataclass(frozen=True)
class PairShares:
    """Paired games of some pairs by the shares that they gave, as counts of the values that matter.

    Parameters
    ----------
    old, new
        Games by share, shape (…, `HALVES`).
    change
        Games by new − old share, shape (…, `CHANGES`).
    total
        Games by new + old share − 1, shape (…, `CHANGES`).
    """

    old: Array
    new: Array
    change: Array
    total: Array

    @classmethod
    def of(cls, joint: Array) -> PairShares:
        """Make it from games by old and new result, shape (…, results, results); may be fractional."""
        table = np.einsum("...ij,ia,jb->...ab", np.asarray(joint, np.float64), _OF_SHARE, _OF_SHARE)
        return cls(
            old=table.sum(axis=-1),
            new=table.sum(axis=-2),
            change=np.einsum("...ab,cab->...c", table, _BY_CHANGE),
            total=np.einsum("...ab,cab->...c", table, _BY_SUM),
        )

    def times(self, factor: Array | float) -> PairShares:
        """Return what as many times the games would be, if they went alike; `factor` has leading axes."""
        many = np.asarray(factor, np.float64)[..., None]
        return PairShares(self.old * many, self.new * many, self.change * many, self.total * many)

    @property
    def games(self) -> Array:
        """Paired games."""
        return np.asarray(self.change.sum(axis=-1))


def mean_of(counts: Array, values: Array) -> Array:
    """Return the mean value of a game, nan without games."""
    games = counts.sum(axis=-1)
    return np.where(games > 0, counts @ values / np.where(games > 0, games, 1.0), np.nan)


def variance_of(counts: Array, values: Array) -> Array:
    """Return the variance of the values of the games seen; 0 without games."""
    mean = np.nan_to_num(mean_of(counts, values))
    return np.maximum(np.nan_to_num(mean_of(counts, values**2)) - mean**2, 0.0)
