"""The pairings model as columns and counts, and its estimates: pooled or by maximum likelihood, ties either way."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.sparse import csr_array
from scipy.special import expit, xlogy

from balance.stats.intervals import Array
from balance.stats.pairings.design import MANY, SCALES, Columns, Games, Grid
from balance.stats.pairings.logistic import FIXED, WEAK, Estimate, Index, Problem, estimate
from balance.stats.pairings.results import PairingsFit, Term, Ties
from balance.stats.pairings.ties import fit_ties


@dataclass(frozen=True)
class Model:
    """What is fitted to which games.

    Parameters
    ----------
    games
        Without mirrors; told one way round if there is no side term.
    pooled, side, ties
        As in `balance.stats.pairings.fitting.fit_pairings`.
    prior
        The run whose log odds are known beforehand, or None.
    """

    games: Games
    pooled: bool
    side: bool
    ties: Ties
    prior: PairingsFit | None

    @cached_property
    def grid(self) -> Grid:
        """The cells that are predicted."""
        return Grid.of(self.games, one_way=self.pooled and not self.side)

    @property
    def detailed(self) -> bool:
        """Whether contestants may differ by seat and setting: pooled, with three to a few of them."""
        return self.pooled and 2 < len(self.games.contestants) <= MANY

    @property
    def own(self) -> Term | None:
        """The kind of effect that each row of counts has to itself: it costs nothing to fit."""
        if not self.pooled or self.games.players or not self.games.alone:
            return None
        return Term.CELL if len(self.games.settings) > 1 else Term.INTERACTION

    @cached_property
    def columns(self) -> Columns:
        """The other kinds of effects."""
        several = len(self.games.settings) > 1
        wanted = {
            Term.SIDE: self.side,
            Term.STRENGTH: True,
            Term.SEAT: self.detailed and self.side,
            Term.INTERACTION: self.detailed and self.own is not Term.INTERACTION,
            Term.SETTING: several and self.side,
            Term.CONTESTANT_SETTING: self.detailed and several,
            Term.PLAYER: bool(self.games.players),
            Term.FOLLOWING: bool(self.games.players) and len(self.games.contestants) <= MANY,
        }
        sizes = len(self.games.contestants), len(self.games.settings), len(self.games.players)
        habits = self.games.habits if wanted[Term.FOLLOWING] else None
        return Columns(*sizes, tuple(term for term, there in wanted.items() if there), habits)

    @property
    def pooled_terms(self) -> list[Term]:
        """Kinds with a spread, in the order of their spreads, the rows' own last."""
        fixed = {Term.SIDE} if self.pooled else {Term.SIDE, Term.STRENGTH, Term.SETTING}
        return [t for t in self.columns.terms if t not in fixed] + ([self.own] if self.own else [])

    @cached_property
    def matrix(self) -> csr_array:
        """Rows of games × columns."""
        g = self.games
        players = (g.first_player, g.second_player) if g.players else None
        return self.columns.rows(g.first, g.second, g.setting, players)

    @cached_property
    def cell(self) -> Index:
        """The grid's cell of each row of games."""
        return self.grid.place(self.games.first, self.games.second, self.games.setting)

    @cached_property
    def kept(self) -> Index:
        """Columns that are fitted: by maximum likelihood one strength and one setting are 0."""
        keep = np.ones(self.columns.size, bool)
        if not self.pooled:
            for term in {Term.STRENGTH, Term.SETTING} & set(self.columns.terms):
                keep[self.columns.of(term).start] = False
        return np.flatnonzero(keep)

    @cached_property
    def known(self) -> tuple[Array, Array]:
        """The prior's log odds and their variance, per cell of the grid."""
        cells = self.grid.pairs * self.grid.settings
        odds, variance = np.zeros(cells), np.zeros(cells)
        if self.prior is None:
            return odds, variance
        found = {(p.first, p.second, p.setting): p for p in (*self.prior.pairs, *self.prior.cells)}
        names, places = self.games.contestants, self.games.settings
        for i, (a, b, k) in enumerate(zip(*self.grid.cells, strict=True)):
            pair = names[a], names[b]
            one = found.get((*pair, places[k])) or found.get((*pair, ""))
            if one is not None:
                odds[i], variance[i] = one.log_odds, one.error**2
        return odds, variance


@dataclass(frozen=True)
class Solved:
    """Estimates of every column of a model.

    Parameters
    ----------
    model
        What was fitted.
    effects
        Per column; 0 where it is not fitted.
    own
        Per row of games: its own effect; zeros if there is none.
    row_shares
        The first seat's expected share per row of games.
    covariances
        From weights of columns (csr), of the rows' own effects (csr) and the sum of squared weights of own effects
        of cells never played, to the variances of the sums.
    log_spreads, doubt
        Of the kinds that are pooled, and their covariance.
    log_likelihood, deviance
        Multinomial coefficients left out; against a chance of its own for each row.
    tie
        The tie parameter and its standard error, where ties are a result of their own.
    share_slopes
        For tie models: per cell of the grid the share and its variance; None elsewhere.
    """

    model: Model
    effects: Array
    own: Array
    row_shares: Array
    covariances: Callable[[csr_array, csr_array | None, Array | None], Array]
    log_spreads: Array
    doubt: Array
    log_likelihood: float
    deviance: float
    tie: tuple[float, float] | None = None

    @property
    def freedom(self) -> float:
        """Degrees of freedom of the deviance; nan where effects are pooled."""
        if self.model.pooled_terms:
            return math.nan
        results = 1 if self.tie is None else 2
        return float(results * len(self.row_shares) - len(self.model.kept) - (self.tie is not None))

    @cached_property
    def cells(self) -> csr_array:
        """The grid's cells × columns."""
        return self.model.columns.rows(*self.model.grid.cells)

    @cached_property
    def log_odds(self) -> Array:
        """Per cell of the grid, without what was known beforehand."""
        found = np.asarray(self.cells @ self.effects)
        if self.model.own:
            found[self.model.cell] += self.own
        return found

    @cached_property
    def fresh(self) -> Array:
        """Which cells were never played."""
        cells = np.ones(self.model.grid.pairs * self.model.grid.settings)
        cells[self.model.cell] = 0
        return cells

    def variances(self, weights: csr_array) -> Array:
        """Return the variances of weighted sums of the cells' log odds (sums × cells)."""
        columns = csr_array(weights @ self.cells)
        if not self.model.own:
            return self.covariances(columns, None, None)
        own = csr_array(weights[:, self.model.cell])
        return self.covariances(columns, own, weights.power(2) @ self.fresh)


def solve(model: Model) -> Solved:
    """Fit a model whose ties are halves of a win."""
    g = model.games
    kind = np.full(model.columns.size, WEAK if model.pooled else FIXED)
    for place, term in enumerate(t for t in model.pooled_terms if t is not model.own):
        kind[model.columns.of(term)] = place
    shrink = dispersion(g) if model.pooled else 1.0
    problem = Problem(
        wins=g.score / shrink,
        games=g.games / shrink,
        offset=model.known[0][model.cell] + g.offset,
        matrix=csr_array(model.matrix[:, model.kept]),
        kind=kind[model.kept],
        scales=np.array([SCALES[t] for t in model.pooled_terms]),
        own=model.own is not None,
    )
    found = estimate(problem)
    share = found.state.share
    lost = g.games - g.score
    log_likelihood = float(np.sum(xlogy(g.score, share) + xlogy(lost, 1 - share)))
    best = float(np.sum(xlogy(g.score, g.score / g.games) + xlogy(lost, lost / g.games)))
    return Solved(
        model=model,
        effects=_spread_out(model, found.state.effects),
        own=found.state.own,
        row_shares=share,
        covariances=_covariances(model, found),
        log_spreads=found.state.log_spreads,
        doubt=found.doubt,
        log_likelihood=log_likelihood,
        deviance=2 * (best - log_likelihood),
    )


def _covariances(
    model: Model, found: Estimate
) -> Callable[[csr_array, csr_array | None, Array | None], Array]:
    def variances(columns: csr_array, own: csr_array | None, fresh: Array | None) -> Array:
        return found.variances(columns[:, model.kept].toarray(), own, fresh)

    return variances


def _spread_out(model: Model, effects: Array) -> Array:
    found = np.zeros(model.columns.size)
    found[model.kept] = effects
    return found


def solve_ties(model: Model) -> Solved:
    """Fit a model with ties as a result of their own, by maximum likelihood."""
    g = model.games
    results = np.stack([g.wins, g.ties, g.games - g.wins - g.ties])
    found = fit_ties(model.ties, model.matrix[:, model.kept].toarray(), results)
    covariance = found.covariance[:-1, :-1]

    def variances(columns: csr_array, _own: csr_array | None, _fresh: Array | None) -> Array:
        part = columns[:, model.kept].toarray()
        return np.asarray(np.einsum("ij,ij->i", part @ covariance, part))

    log_odds = model.matrix[:, model.kept] @ found.effects[:-1]
    best = float(np.sum(xlogy(results, results / g.games)))
    return Solved(
        model=model,
        effects=_spread_out(model, found.effects[:-1]),
        own=np.zeros(len(g.games)),
        row_shares=np.asarray(expit(log_odds)),
        covariances=variances,
        log_spreads=np.zeros(0),
        doubt=np.zeros((0, 0)),
        log_likelihood=found.log_likelihood,
        deviance=2 * (best - found.log_likelihood),
        tie=(float(found.effects[-1]), float(np.sqrt(found.covariance[-1, -1]))),
    )


def dispersion(games: Games) -> float:
    """Return the variance of a game's score over that of a game without ties, all rows together.

    A tie as half a win varies less than a win or a loss; counts divided by this weigh as much as they tell.
    """
    if not games.ties.any():
        return 1.0
    n = games.games + 2
    share = (games.wins + 1 + games.ties / 2) / n
    raw = (games.wins + 1 + games.ties / 4) / n - share**2
    full = float(games.games @ (share * (1 - share)))
    return max(float(games.games @ raw) / full, 0.05)
