"""A simulated run and played games together: the run's log odds as prior, and how far people lie from them.

For an ordered pair in a setting the log odds among people are those of the run, plus a shift that all pairs have,
plus the difference of two contestants' shifts, plus one of the pair's own. Shifts are normal; their spreads are
estimated, and averaged over rather than fixed: a few games say little of a spread. Formulas: `docs/statistics.md`,
"Results of played games".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import expit, logit, ndtr

from balance.stats.entries import entry
from balance.stats.intervals import LEVEL, Array
from balance.stats.pairings.design import Games, read
from balance.stats.pairings.model import dispersion
from balance.stats.pairings.results import PairingsFit
from balance.stats.played.people import Table, fit, told_of
from balance.stats.results import Interval

Index = NDArray[np.int64]

SCALES = {"side": 0.6, "contestants": 0.8, "pairs": 0.4}
"""Scales of the half-Cauchy priors of the spreads, log odds; the side's is that of the shift that all pairs have."""

SIDES = np.array([0.15, 0.6, 2.4])
GRID = np.exp(np.linspace(np.log(0.02), np.log(2.0), 8))
"""Spreads that are averaged over: of the shift that all pairs have, of the others."""
NO_SIDE = np.array([1e-4])

STEPS = 60


@dataclass(frozen=True)
class Shift:
    """How far people lie from the run, log odds; its standard deviation; the chance of the other sign."""

    value: Interval
    error: float
    tail: float


@dataclass(frozen=True)
class Combined:
    """A run and played games together.

    Parameters
    ----------
    side
        The shift that all pairs have: how much better people do on the first side than the run does.
    contestants
        Each contestant's shift, against the mean of all.
    pairs
        First side's win share of every ordered pair, both together.
    simulated
        Each contestant's mean log odds in the run, in the settings that people played.
    contestant_spread, pair_spread
        Standard deviations of the shifts, log odds.
    games
        Games that people played.
    """

    side: Shift
    contestants: Mapping[str, Shift]
    pairs: Mapping[tuple[str, str], Interval]
    simulated: Mapping[str, float]
    contestant_spread: Interval
    pair_spread: Interval
    games: int


def combine(counts: pl.DataFrame, run: PairingsFit, *, side: bool = True, level: float = LEVEL) -> Combined:
    """Combine played games with a simulated run.

    Parameters
    ----------
    counts
        Played games as in `balance.stats.pairings.fitting.fit_pairings`; mirrors are left out. All names are the run's.
        With players their skills are taken into account, known no better than the games tell.
    run
        The pooled fit of the run.
    side
        Whether people may like one side better than the run does.
    level
        Of the intervals.
    """
    everything = read(counts, run.contestants)
    games = everything.take(everything.first != everything.second)
    return _Posterior(_Design(games, run), side=side).combined(level)


@dataclass(frozen=True)
class _Design:
    """Played games beside what the run expects of them.

    Columns: the common shift, contestants, ordered pairs without mirrors.
    """

    games: Games
    run: PairingsFit

    @property
    def count(self) -> int:
        return len(self.run.contestants)

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """All ordered pairs."""
        return [(a, b) for a, b in product(range(self.count), repeat=2) if a != b]

    @cached_property
    def matrix(self) -> Array:
        """Pairs × columns."""
        found = np.zeros((len(self.pairs), 1 + self.count + len(self.pairs)))
        for i, (a, b) in enumerate(self.pairs):
            found[i, [0, 1 + a, 1 + self.count + i]] = 1
            found[i, 1 + b] = -1
        return found

    @cached_property
    def place(self) -> Index:
        """The pair of each row of games."""
        where = {pair: i for i, pair in enumerate(self.pairs)}
        seats = zip(self.games.first.tolist(), self.games.second.tolist(), strict=True)
        return np.array([where[pair] for pair in seats], np.int64)

    @cached_property
    def known(self) -> tuple[Array, Array, Array]:
        """Of the run: log odds of each row of games; log odds of each pair and their variance, in these settings."""
        names, settings = self.run.contestants, self.games.settings
        cells = {(p.first, p.second, p.setting): p for p in (*self.run.pairs, *self.run.cells)}

        def found(pair: tuple[int, int], setting: str) -> tuple[float, float]:
            one = names[pair[0]], names[pair[1]]
            cell = cells.get((*one, setting)) or cells[*one, ""]
            return cell.log_odds, cell.error**2

        each = np.array([[found(pair, setting) for setting in settings] for pair in self.pairs])
        shares = expit(each[:, :, 0]).mean(axis=1)
        rows = each[self.place, self.games.setting, 0]
        return rows, np.asarray(logit(shares)), each[:, :, 1].mean(axis=1)

    @cached_property
    def counts(self) -> tuple[Array, Array]:
        """Games and score of each row, weighing what they tell."""
        shrink = dispersion(self.games)
        return self.games.games / shrink, self.games.score / shrink

    def told(self) -> tuple[Array, Array]:
        """Return what the games tell of each pair's shift if nobody's skill is known (`people.told_of`)."""
        g, (games, score) = self.games, self.counts
        hands = {"first": (g.first, g.contestants), "second": (g.second, g.contestants)}
        people = {"first_player": (g.first_player, g.players), "second_player": (g.second_player, g.players)}
        names = {key: pl.Series(list(text)).gather(at) for key, (at, text) in (hands | people).items()}
        rows = pl.DataFrame({**names, "games": games, "wins": score, "offset": self.known[0] + g.offset})
        table = Table.of(rows.with_columns(setting=pl.lit(""), ties=pl.lit(0)))
        return told_of(table, fit(table), self.place, len(self.pairs))


class _Posterior:
    """The posterior as a mixture of normal ones, one for each three spreads of the grid (Laplace's method at each).

    Parameters
    ----------
    design
        The games.
    side
        Whether there is a common shift.
    """

    def __init__(self, design: _Design, *, side: bool) -> None:
        self.design = design
        spreads = np.array(list(product(SIDES if side else NO_SIDE, GRID, GRID)))
        variance = design.known[2]
        self.precision = np.hstack(
            [
                spreads[:, :1] ** -2,
                np.repeat(spreads[:, 1:2] ** -2, design.count, axis=1),
                1 / (spreads[:, 2:] ** 2 + variance),
            ]
        )
        self.modes, self.covariances, heights = (
            self._among_people() if design.games.players else self._climb()
        )
        scales = np.array(list(SCALES.values()))
        heights = heights + np.log(spreads / (1 + (spreads / scales) ** 2)).sum(
            axis=1
        )  # on the scale of logarithms
        self.weights = np.exp(heights - heights.max())
        self.weights /= self.weights.sum()

    def _climb(self) -> tuple[Array, Array, Array]:
        """Return mode, covariance and log marginal likelihood at each point of the grid."""
        design, games = self.design, self.design.games
        n, score = design.counts
        matrix, offset = design.matrix[design.place], design.known[0] + games.offset
        effects = np.zeros_like(self.precision)
        pair_of = np.eye(len(design.pairs))[design.place]
        diagonal = np.arange(effects.shape[1])

        def system(log_odds: Array) -> Array:
            share = expit(log_odds)
            of_pair = (n * share * (1 - share)) @ pair_of
            found = np.einsum("gp,pi,pj->gij", of_pair, design.matrix, design.matrix, optimize=True)
            found[:, diagonal, diagonal] += self.precision
            return np.asarray(found)

        for _ in range(STEPS):
            log_odds = offset + effects @ matrix.T
            slope = (score - n * expit(log_odds)) @ matrix - self.precision * effects
            step = np.linalg.solve(system(log_odds), slope[..., None])[..., 0]
            effects = effects + np.clip(step, -1, 1)
            if np.abs(step).max() < 1e-8:
                break
        log_odds = offset + effects @ matrix.T
        hessian = system(log_odds)
        height = (
            log_odds @ score - np.logaddexp(0, log_odds) @ n - (self.precision * effects**2).sum(axis=1) / 2
        )
        height += np.log(self.precision).sum(axis=1) / 2 - np.linalg.slogdet(hessian)[1] / 2
        return effects, np.asarray(np.linalg.inv(hessian)), np.asarray(height)

    def _among_people(self) -> tuple[Array, Array, Array]:
        """Return the same with players: their skills are integrated out first, so that nothing is left to climb."""
        matrix = self.design.matrix
        precision, linear = self.design.told()
        hessian = np.repeat((matrix.T @ precision @ matrix)[None], len(self.precision), axis=0)
        diagonal = np.arange(matrix.shape[1])
        hessian[:, diagonal, diagonal] += self.precision
        covariance = np.linalg.inv(hessian)
        slope = matrix.T @ linear
        effects = covariance @ slope
        height = (
            effects @ slope / 2 + np.log(self.precision).sum(axis=1) / 2 - np.linalg.slogdet(hessian)[1] / 2
        )
        return effects, np.asarray(covariance), np.asarray(height)

    def shifts(self, rows: Array, level: float) -> tuple[Array, Array, Array, Array, Array]:
        """Return mean, standard deviation, low and high end, and the chance of the other sign, of sums of effects."""
        means = self.modes @ rows.T
        deviations = np.sqrt(np.einsum("ri,gij,rj->gr", rows, self.covariances, rows, optimize=True))
        mean = self.weights @ means
        error = np.sqrt(self.weights @ (deviations**2 + (means - mean) ** 2))
        low, high = (self._quantile(means, deviations, q) for q in ((1 - level) / 2, (1 + level) / 2))
        below = self.weights @ ndtr(-means / np.maximum(deviations, 1e-12))
        return mean, error, low, high, np.minimum(below, 1 - below)

    def _quantile(self, means: Array, deviations: Array, chance: float) -> Array:
        """Return a quantile of the mixture, by bisection."""
        low = (means - 8 * deviations).min(axis=0)
        high = (means + 8 * deviations).max(axis=0)
        for _ in range(50):
            middle = (low + high) / 2
            below = self.weights @ ndtr((middle - means) / np.maximum(deviations, 1e-12)) < chance
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        return np.asarray((low + high) / 2)

    def combined(self, level: float) -> Combined:
        """Return what is read off."""
        design, count = self.design, self.design.count
        games = design.games.games
        size = design.matrix.shape[1]
        common = np.eye(size)[:1]
        contestants = np.eye(size)[1 : 1 + count]
        contestants[:, 1 : 1 + count] -= 1 / count
        of_pair = np.bincount(design.place, games, len(design.pairs))
        of_each = sum(np.bincount(seat, games, count) for seat in (design.games.first, design.games.second))
        names, odds = design.run.contestants, design.known[1]
        pairs = self.shifts(design.matrix, level)
        shares = zip(*(expit(odds + x) for x in (pairs[0], pairs[2], pairs[3])), of_pair, strict=True)
        simulated = dict.fromkeys(names, 0.0)
        for (a, b), value in zip(design.pairs, odds, strict=True):
            simulated[names[a]] += float(value) / (2 * count)
            simulated[names[b]] -= float(value) / (2 * count)
        return Combined(
            side=_shifts(self.shifts(common, level), [games.sum()])[0],
            contestants=dict(
                zip(names, _shifts(self.shifts(contestants, level), list(np.asarray(of_each))), strict=True)
            ),
            pairs={
                (names[a], names[b]): entry(*share)
                for (a, b), share in zip(design.pairs, shares, strict=True)
            },
            simulated=simulated,
            contestant_spread=self._spread(1, level),
            pair_spread=self._spread(2, level),
            games=int(games.sum()),
        )

    def _spread(self, axis: int, level: float) -> Interval:
        """Return a spread's median and interval: points of the grid."""
        weights = self.weights.reshape(-1, len(GRID), len(GRID)).sum(axis=tuple({0, 1, 2} - {axis}))
        ends = np.interp([0.5, (1 - level) / 2, (1 + level) / 2], np.cumsum(weights), GRID)
        return Interval(float(ends[0]), float(ends[1]), float(ends[2]), int(self.design.games.games.sum()))


def _shifts(found: tuple[Array, Array, Array, Array, Array], games: list[float]) -> list[Shift]:
    return [
        Shift(Interval(float(mean), float(low), float(high), int(n)), float(error), float(tail))
        for mean, error, low, high, tail, n in zip(*found, games, strict=True)
    ]
