"""Side, strengths and skills from very many kinds of games, each game's effects found by number, not by a matrix.

Formulas: `docs/statistics.md`, "Results of played games".
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.special import expit

from balance.errors import FitError
from balance.stats.intervals import Array

Index = NDArray[np.int64]
MOST_PLAYERS = 3_000
START = 200_000  # kinds of games on which a first answer is found
STEPS = 60
CLOSE = 1e-5  # log odds
LOOSE = 0.25  # precision of effects that are not pooled: keeps a few one-sided games finite
FEW = 2.0  # people of usual spread who are thought to be there too: a spread is never estimated as 0
USUAL = 0.5  # variance of skill, log odds, where the games say nothing of it
KEYS = ("first", "second", "setting")
PLAYERS = ("first_player", "second_player")


@dataclass
class Table:
    """Kinds of games as numbers: for each row the columns of its effects, all with a sign.

    Columns: side, settings, contestants, players.
    """

    names: tuple[list[str], list[str], list[str]]  # settings, contestants, players
    columns: list[NDArray[np.int32]]  # setting, first, second, first player, second player
    games: Array
    score: Array
    offset: Array | None = None  # log odds known beforehand
    signs: tuple[int, ...] = (1, 1, -1, 1, -1)
    starts: tuple[int, int, int, int] = field(init=False)

    def __post_init__(self) -> None:
        settings, contestants, players = (len(n) for n in self.names)
        self.starts = (1, 1 + settings, 1 + settings + contestants, 1 + settings + contestants + players)

    @classmethod
    def of(cls, counts: pl.DataFrame) -> Table:
        """Return counts with the columns `KEYS`, `PLAYERS`, `games`, `wins`, `ties` and, optionally, `offset`."""
        settings, contestants, players = (_names(counts, c) for c in (KEYS[2:], KEYS[:2], PLAYERS))
        start = (1, 1 + len(settings), 1 + len(settings) + len(contestants))
        wanted = [
            (KEYS[2], settings, start[0]),
            (KEYS[0], contestants, start[1]),
            (KEYS[1], contestants, start[1]),
        ]
        wanted += [(name, players, start[2]) for name in PLAYERS]
        return cls(
            (settings, contestants, players),
            [_codes(counts[name], names) + np.int32(begin) for name, names, begin in wanted],
            counts["games"].to_numpy().astype(np.float64),
            (counts["wins"] + counts["ties"] / 2).to_numpy().astype(np.float64),
            counts["offset"].to_numpy() if "offset" in counts.columns else None,
        )

    def part(self, step: int) -> Table:
        """Return every so many rows."""
        columns = [np.ascontiguousarray(c[::step]) for c in self.columns]
        offset = None if self.offset is None else self.offset[::step]
        return replace(
            self, columns=columns, games=self.games[::step], score=self.score[::step], offset=offset
        )

    @property
    def size(self) -> int:
        """Return the number of columns."""
        return self.starts[3]

    def log_odds(self, effects: Array) -> Array:
        """Return each row's expected log odds."""
        found = np.full(len(self.games), effects[0])
        found += 0 if self.offset is None else self.offset
        for column, sign in zip(self.columns, self.signs, strict=True):
            found += effects[column] if sign > 0 else -effects[column]
        return found

    def slope(self, residual: Array) -> Array:
        """Return Xᵀ residual."""
        found = np.zeros(self.size)
        found[0] = residual.sum()
        for column, sign in zip(self.columns, self.signs, strict=True):
            found += sign * np.bincount(column, residual, self.size)
        return found

    def gram(self, weights: Array) -> Array:
        """Return Xᵀ diag(weights) X."""
        size = self.size
        found = np.zeros((size, size))
        found[0] = self.slope(weights)
        for i, (one, sign) in enumerate(zip(self.columns, self.signs, strict=True)):
            found[np.diag_indices(size)] += np.bincount(one, weights, size)
            for two, other in zip(self.columns[:i], self.signs[:i], strict=True):
                both = np.bincount(one.astype(np.int64) * size + two, weights, size * size).reshape(
                    size, size
                )
                found += sign * other * (both + both.T)
        found[1:, 0] = found[0, 1:]
        return found

    def habits(self) -> Array:
        """Players × contestants: which part of a player's games each contestant is, less the players' mean."""
        contestants, players = len(self.names[1]), len(self.names[2])
        found = np.zeros((players, contestants))
        for hand, who in zip(self.columns[1:3], self.columns[3:], strict=True):
            place = (who.astype(np.int64) - self.starts[2]) * contestants + (hand - self.starts[1])
            found += np.bincount(place, self.games, found.size).reshape(found.shape)
        known = ~self.nobody
        found[known] /= np.maximum(found[known].sum(axis=1, keepdims=True), 1e-12)
        found[known] -= found[known].mean(axis=0) if known.any() else 0.0
        found[~known] = 0.0
        return found

    @property
    def nobody(self) -> NDArray[np.bool_]:
        """Which player stands for those who were not written down: of mean skill."""
        return np.array([name == "" for name in self.names[2]], np.bool_)


@dataclass(frozen=True)
class Found:
    """Estimates of the columns of a table, followed by one effect per contestant: how strong those are who play it.

    A player's skill is normal around the effects of the contestants played, weighted by how often. So skill
    that goes with a contestant is not taken for the contestant's (Mundlak 1978, Econometrica 46, 69–85).
    """

    effects: Array
    system: Array  # precision of all effects
    variance: float  # of skills around what the contestants played let expect
    following: float  # of the last effects


def _names(counts: pl.DataFrame, columns: tuple[str, ...]) -> list[str]:
    return sorted({str(name) for column in columns for name in counts[column].unique().to_list()})


def _codes(column: pl.Series, names: list[str]) -> NDArray[np.int32]:
    """Return each value's place among names; fast for columns of few different values."""
    kind = (
        column.cast(pl.Enum(names))
        if column.dtype == pl.String
        else column.cast(pl.Categorical).cast(pl.Enum(names))
    )
    return kind.to_physical().to_numpy().astype(np.int32)


def told_of(table: Table, found: Found, cell: Index, cells: int) -> tuple[Array, Array]:
    """Return what the games tell of the log odds of each cell, skills unknown: precision and linear term.

    The log likelihood of shifts θ of the cells from the table's offset, all skills integrated out, is about
    bᵀθ − θᵀAθ/2 (Laplace's method, around the table's own fit).

    Parameters
    ----------
    table, found
        The table and its estimates.
    cell
        Of each row.
    cells
        How many there are.

    Returns
    -------
    precision : array
        A.
    linear : array
        b.
    """
    start, people = table.starts[2], table.size - table.starts[2]
    share = expit(table.log_odds(found.effects))
    weights = table.games * share * (1 - share)
    offset = 0.0 if table.offset is None else table.offset
    target = weights * (table.log_odds(found.effects) - offset) + table.score - table.games * share
    cross, skills = np.zeros((cells, len(found.effects) - start)), np.zeros(people)
    for column, sign in zip(table.columns[3:], table.signs[3:], strict=True):
        who = column.astype(np.int64) - start
        cross[:, :people] += sign * np.bincount(cell * people + who, weights, cells * people).reshape(
            cells, people
        )
        skills += sign * np.bincount(who, target, people)
    factor = cho_factor(found.system[start:, start:])
    kept = cho_solve(factor, cross.T).T
    precision = np.diag(np.bincount(cell, weights, cells)) - kept @ cross.T
    linear = np.bincount(cell, target, cells) - kept[:, :people] @ skills
    return precision, np.asarray(linear)


def fit(table: Table) -> Found:
    """Fit side, settings, strengths and players; the variances of skills by EM (Laplace's method).

    Raises
    ------
    FitError
        Too many players.
    """
    players = len(table.names[2])
    if players > MOST_PLAYERS:
        msg = f"expected at most {MOST_PLAYERS:,} players; got {players:,}; --players none leaves them out"
        raise FitError(msg)
    step = max(1, len(table.games) // START)
    size = table.size + len(table.names[1])
    start = Found(np.zeros(size), np.eye(size), USUAL, USUAL)
    if step > 1:
        start = _climb(table.part(step), start)
    return _climb(table, start)


def _climb(table: Table, start: Found) -> Found:
    effects, variance, following = start.effects, start.variance, start.following
    people, last = slice(table.starts[2], table.size), slice(table.size, len(effects))
    nobody, habits = table.nobody, table.habits()
    system = start.system
    for _ in range(STEPS):
        share = expit(table.log_odds(effects))
        penalty = np.diag(np.r_[np.full(table.starts[2], LOOSE), np.where(nobody, 1e9, 1 / variance)])
        penalty = np.pad(penalty, (0, habits.shape[1]))
        penalty[people, last] = -habits / variance
        penalty[last, people] = -habits.T / variance
        penalty[last, last] = habits.T @ habits / variance + np.eye(habits.shape[1]) / following
        system = penalty.copy()
        system[: table.size, : table.size] += table.gram(table.games * share * (1 - share))
        slope = -penalty @ effects
        slope[: table.size] += table.slope(table.score - table.games * share)
        factor = cho_factor(system)
        move = cho_solve(factor, slope)
        effects = effects + np.clip(move, -2, 2)
        covariance = cho_solve(factor, np.eye(len(effects)))
        apart = effects[people] - habits @ effects[last]
        spread = np.diag(covariance)[people] - 2 * np.sum(covariance[people, last] * habits, axis=1)
        spread += np.sum(habits @ covariance[last, last] * habits, axis=1)
        before, variance = variance, _variance((apart**2 + spread)[~nobody])
        following = _variance(effects[last] ** 2 + np.diag(covariance)[last])
        if np.max(np.abs(move)) < CLOSE * 100 and abs(variance - before) < 0.001 * before:
            break
    return Found(effects, system, variance, following)


def _variance(squares: Array) -> float:
    return float((squares.sum() + FEW * USUAL) / (len(squares) + FEW))
