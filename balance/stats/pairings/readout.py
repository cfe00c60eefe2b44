"""What is read off from a fitted model: effects over the contestants and settings played, and shares of pairs.

An effect is a weighted sum of the log odds of the grid's cells (every ordered pair, every setting, equally
weighted), not a parameter: the mean of all is the side's, what the best sum of strengths and seats leaves over is
interaction. So the true effects are defined by the true log odds alone, whatever was pooled to estimate them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.special import expit

from balance.stats.entries import entry
from balance.stats.intervals import Array, quantile
from balance.stats.pairings.design import MANY, Games, Grid, summed
from balance.stats.pairings.model import Solved
from balance.stats.pairings.results import Effect, Prediction, Spread, Term
from balance.stats.pairings.ties import MODELS
from balance.stats.results import Interval


@dataclass(frozen=True)
class Weights:
    """Weights of the grid's cells in each effect, one row per effect."""

    side: Array
    strengths: Array
    seats: Array
    interactions: Array
    settings: Array
    contestant_settings: Array
    edges: Array  # per unordered pair a < b: log odds of a over b, both seats averaged
    edge_pairs: tuple[tuple[int, int], ...]


def weights(contestants: int, grid: Grid, *, side: bool, seats: bool) -> Weights:
    """Return the weights of the least-squares effects on a full grid.

    Parameters
    ----------
    contestants
        How many.
    grid
        All pairs, one way round without a side term.
    side, seats
        Which effects the best sum holds beside strengths.
    """
    cells, pairs, levels = grid.pairs * grid.settings, grid.pairs, grid.settings
    cell = np.eye(cells).reshape(pairs, levels, cells)
    place = {(int(a), int(b)): i for i, (a, b) in enumerate(zip(grid.first, grid.second, strict=True))}

    def over(a: int, b: int) -> Array:
        """Log odds of a over b in each setting, both seats averaged where both are in the grid."""
        ways = [s * cell[place[pair]] for pair, s in (((a, b), 1.0), ((b, a), -1.0)) if pair in place]
        return np.asarray(np.sum(ways, axis=0) / len(ways))

    ranked = [[over(a, b) for b in range(contestants) if b != a] for a in range(contestants)]
    by_setting = np.sum(ranked, axis=1) / contestants  # contestants × settings × cells
    strengths = by_setting.mean(axis=1)
    pair = cell.mean(axis=1)
    mean = pair.mean(axis=0)
    seat = np.zeros_like(strengths)
    if seats and contestants > 2:
        for a in range(contestants):
            both = pair[(grid.first == a) | (grid.second == a)].sum(axis=0) / 2
            seat[a] = (both - (contestants - 1) * mean) / (contestants - 2)
    f, s = grid.first, grid.second
    main = (mean if side else 0) + strengths[f] - strengths[s] + seat[f] + seat[s]
    edge_pairs = tuple((a, b) for a in range(contestants) for b in range(a + 1, contestants))
    return Weights(
        side=mean,
        strengths=strengths,
        seats=seat,
        interactions=pair - main,
        settings=cell.mean(axis=0) - mean,
        contestant_settings=(by_setting - strengths[:, None]).reshape(-1, cells),
        edges=np.array([over(a, b).mean(axis=0) for a, b in edge_pairs]).reshape(-1, cells),
        edge_pairs=edge_pairs,
    )


class Readout:
    """Reads effects and predictions off a solved model.

    Parameters
    ----------
    solved
        The model.
    level
        Of the intervals.
    reference
        The contestant at strength 0, or None.
    """

    def __init__(self, solved: Solved, level: float, reference: str | None) -> None:
        self.solved, self.level = solved, level
        model = solved.model
        self.games, self.few = model.games, len(model.games.contestants) <= MANY
        self.reference = None if reference is None else model.games.contestants.index(reference)
        self.seated = Term.SEAT in model.columns.terms

    @cached_property
    def weights(self) -> Weights:
        """Weights of the cells in each effect; only for few contestants."""
        return weights(
            len(self.games.contestants),
            self.solved.model.grid,
            side=self.solved.model.side,
            seats=self.seated,
        )

    # Effects

    def side(self) -> Effect | None:
        """Return the first seat's advantage."""
        model = self.solved.model
        if not model.side:
            return None
        if self.few:
            return self._by_cell(Term.SIDE, [()], self.weights.side[None], self._all())[0]
        row = np.zeros((1, model.columns.size))
        row[0, model.columns.of(Term.SIDE)] = 1
        if Term.SETTING in model.columns.terms:
            row[0, model.columns.of(Term.SETTING)] = 1 / len(self.games.settings)
        return self._by_column(Term.SIDE, [()], row, self._all())[0]

    def strengths(self) -> tuple[Effect, ...]:
        """Return every contestant's strength, seats averaged."""
        names = [(name,) for name in self.games.contestants]
        if self.few:
            return self._by_cell(
                Term.STRENGTH, names, self._referred(self.weights.strengths), self._of_each()
            )
        columns = self.solved.model.columns
        rows = np.zeros((len(names), columns.size))
        rows[:, columns.of(Term.STRENGTH)] = np.eye(len(names)) - 1 / len(names)
        return self._by_column(Term.STRENGTH, names, self._referred(rows), self._of_each())

    def seats(self, sign: int) -> tuple[Effect, ...]:
        """Return every contestant's strength in the first (1) or the second (−1) seat."""
        if not self.seated:
            return ()
        w = self.weights
        seat = self.games.first if sign > 0 else self.games.second
        games = summed(seat, self.games.games, len(self.games.contestants))
        names = [(name,) for name in self.games.contestants]
        return self._by_cell(Term.STRENGTH, names, self._referred(w.strengths + sign * w.seats), games)

    def interactions(self) -> tuple[Effect, ...]:
        """Return what each pair has beyond its contestants, the largest first."""
        model = self.solved.model
        if not model.detailed:
            return ()
        names = [self._pair(i) for i in range(model.grid.pairs)]
        found = self._by_cell(Term.INTERACTION, names, self.weights.interactions, self._of_pairs())
        return tuple(sorted(found, key=lambda e: (-abs(e.value.estimate), e.names)))

    def settings(self) -> tuple[Effect, ...]:
        """Return how each setting moves the first seat."""
        columns = self.solved.model.columns
        if Term.SETTING not in columns.terms:
            return ()
        names = [(name,) for name in self.games.settings]
        games = summed(self.games.setting, self.games.games, len(names))
        if self.few:
            return self._by_cell(Term.SETTING, names, self.weights.settings, games)
        rows = np.zeros((len(names), columns.size))
        rows[:, columns.of(Term.SETTING)] = np.eye(len(names)) - 1 / len(names)
        return self._by_column(Term.SETTING, names, rows, games)

    def contestant_settings(self) -> tuple[Effect, ...]:
        """Return how each setting moves each contestant."""
        if Term.CONTESTANT_SETTING not in self.solved.model.columns.terms:
            return ()
        g = self.games
        names = [(name, place) for name in g.contestants for place in g.settings]
        shape = len(g.contestants), len(g.settings)
        games = np.zeros(shape)
        for seat in (g.first, g.second):
            np.add.at(games, (seat, g.setting), g.games)
        return self._by_cell(Term.CONTESTANT_SETTING, names, self.weights.contestant_settings, games.ravel())

    def players(self) -> tuple[Effect, ...]:
        """Return every player's skill, best first."""
        if not self.games.players:
            return ()
        columns = self.solved.model.columns
        part = columns.of(Term.PLAYER)
        count = len(self.games.players)
        rows = csr_array(
            (np.ones(count), (np.arange(count), np.arange(part.start, part.stop))),
            shape=(count, columns.size),
        )
        if columns.habits is not None:
            following = np.zeros((count, columns.size))
            following[:, columns.of(Term.FOLLOWING)] = columns.habits
            rows = rows + csr_array(following)
        games = np.zeros(count)
        for seat in (self.games.first_player, self.games.second_player):
            np.add.at(games, seat, self.games.games)
        found = self._by_column(Term.PLAYER, [(name,) for name in self.games.players], rows, games)
        return tuple(sorted(found, key=lambda e: (-e.value.estimate, e.names)))

    def tie(self) -> Effect | None:
        """Return the tie parameter."""
        if self.solved.tie is None:
            return None
        value, error = self.solved.tie
        reach = quantile(self.level) * error
        games = int(self.games.games.sum())
        return Effect(Term.TIE, (), Interval(value, value - reach, value + reach, games), error)

    def spreads(self) -> tuple[Spread, ...]:
        """Return how far effects of each pooled kind lie apart."""
        model, found = self.solved.model, []
        reach = quantile(self.level) * np.sqrt(np.diag(self.solved.doubt))
        for i, term in enumerate(model.pooled_terms):
            at = self.solved.log_spreads[i]
            low, middle, high = (float(np.exp(at + sign * reach[i])) for sign in (-1, 0, 1))
            levels = len(model.cell) if term is model.own else model.columns.levels(term)
            found.append(Spread(term, Interval(middle, low, high, int(self.games.games.sum())), levels))
        return tuple(found)

    # Shares

    def predictions(self, *, cells: bool) -> tuple[Prediction, ...]:
        """Return the shares of cells, or of pairs over all settings equally weighted.

        The interval is that of the log odds of the mean share (delta method). With ties as a result of their own
        the share holds half the ties.
        """
        grid = self.solved.model.grid
        levels = 1 if cells else grid.settings
        offset, offset_variance = self.solved.model.known
        odds = self.solved.log_odds + offset
        chance, slope = _shares(odds, self.solved)
        mean = chance.reshape(-1, levels).mean(axis=1)
        scale = np.repeat(mean * (1 - mean) * levels, levels)
        rows = np.repeat(np.arange(len(mean)), levels)
        by_cell = csr_array((slope / scale, (rows, np.arange(odds.size))), shape=(len(mean), odds.size))
        variance = self.solved.variances(by_cell) + by_cell.power(2) @ offset_variance
        logit = np.log(mean) - np.log1p(-mean)
        error = np.sqrt(np.maximum(variance, 0))
        low, high = (expit(logit + sign * quantile(self.level) * error) for sign in (-1, 1))
        games, score = (x.reshape(-1, levels).sum(axis=1) for x in self._of_cells())
        setting = grid.cells[2] if cells else None
        return tuple(
            Prediction(
                *self._pair(i // grid.settings if cells else i),
                setting="" if setting is None else self.games.settings[setting[i]],
                share=entry(mean[i], low[i], high[i], games[i]),
                log_odds=float(logit[i]),
                error=float(error[i]),
                observed=float(score[i] / games[i]) if games[i] else float("nan"),
            )
            for i in range(len(mean))
        )

    def edges(self) -> tuple[tuple[tuple[int, int], ...], Array, Array, Array]:
        """Return unordered pairs, log odds of the first over the second with standard errors, and games."""
        w = self.weights
        offset, offset_variance = self.solved.model.known
        values = w.edges @ (self.solved.log_odds + offset)
        errors = np.sqrt(self.solved.variances(csr_array(w.edges)) + w.edges**2 @ offset_variance)
        grid, games = self.solved.model.grid, self._of_pairs()
        ordered = {(int(a), int(b)): n for a, b, n in zip(grid.first, grid.second, games, strict=True)}
        both = np.array([ordered.get((a, b), 0) + ordered.get((b, a), 0) for a, b in w.edge_pairs])
        return w.edge_pairs, values, errors, both

    def mirrors(self, mirrors: Games, share: csr_array) -> tuple[Array, Array]:
        """Return the log odds that the model expects of mirrors, and their standard errors.

        Parameters
        ----------
        mirrors
            Rows of mirrors.
        share
            Weights of the rows in each contestant's mean.
        """
        model, solved = self.solved.model, self.solved
        rows = csr_array(share @ model.columns.rows(mirrors.first, mirrors.second, mirrors.setting))
        none = csr_array((rows.shape[0], len(model.cell))) if model.own else None
        variance = solved.covariances(rows, none, share.power(2).sum(axis=1) if model.own else None)
        return np.asarray(rows @ solved.effects), np.sqrt(variance)

    # Helpers

    def _referred(self, rows: Array) -> Array:
        return rows if self.reference is None else rows - rows[self.reference]

    def _pair(self, place: int) -> tuple[str, str]:
        grid = self.solved.model.grid
        return self.games.contestants[grid.first[place]], self.games.contestants[grid.second[place]]

    def _all(self) -> Array:
        return np.array([self.games.games.sum()])

    def _of_each(self) -> Array:
        count = len(self.games.contestants)
        seats = (self.games.first, self.games.second)
        return np.asarray(sum(summed(seat, self.games.games, count) for seat in seats))

    def _of_cells(self) -> tuple[Array, Array]:
        model = self.solved.model
        cells = model.grid.pairs * model.grid.settings
        games, score = (summed(model.cell, x, cells) for x in (self.games.games, self.games.score))
        return games, score

    def _of_pairs(self) -> Array:
        return np.asarray(self._of_cells()[0].reshape(self.solved.model.grid.pairs, -1).sum(axis=1))

    def _by_cell(
        self, term: Term, names: Sequence[tuple[str, ...]], rows: Array, games: Array
    ) -> tuple[Effect, ...]:
        variance = self.solved.variances(csr_array(rows)) + rows**2 @ self.solved.model.known[1]
        return self._made(term, names, rows @ self.solved.log_odds, variance, games)

    def _by_column(
        self, term: Term, names: Sequence[tuple[str, ...]], rows: Array | csr_array, games: Array
    ) -> tuple[Effect, ...]:
        variance = self.solved.covariances(csr_array(rows), None, None)
        return self._made(term, names, rows @ self.solved.effects, variance, games)

    def _made(
        self, term: Term, names: Sequence[tuple[str, ...]], values: Array, variance: Array, games: Array
    ) -> tuple[Effect, ...]:
        errors = np.sqrt(np.maximum(variance, 0))
        reach = quantile(self.level) * errors
        rows = zip(names, values, reach, errors, games, strict=True)
        return tuple(
            Effect(term, n, Interval(float(v), float(v - r), float(v + r), int(g)), float(e))
            for n, v, r, e, g in rows
        )


def _shares(log_odds: Array, solved: Solved) -> tuple[Array, Array]:
    """Return the share at each log odds and its slope."""
    if solved.tie is None:
        share = expit(log_odds)
        return share, share * (1 - share)
    chance, slope, _ = MODELS[solved.model.ties](log_odds, solved.tie[0])
    return chance[0] + chance[1] / 2, slope[0] + slope[1] / 2
