"""Logistic regression with kinds of effects that are pooled: estimates, their covariance, spreads of the kinds.

The posterior mode of the effects at given spreads is found by Newton's method; spreads by the marginal likelihood
of the counts, effects integrated out by Laplace's method. One kind of effect may have an effect of its own per row;
it is eliminated from the equations, so that its many effects cost next to nothing. Formulas and sources:
`docs/statistics.md`, "Pairings model".
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import expit

from balance.stats.intervals import Array

Index = NDArray[np.int64]

BOUNDS = (-7.0, 3.0)
"""Log of the smallest and the largest spread (log odds)."""

FIXED, WEAK = -1, -2
"""Kinds that are not pooled: flat, and with a normal prior so wide that only a handful of games feels it."""

WIDE = 2.5
"""Standard deviation of the weak prior, log odds (Gelman, Jakulin, Pittau and Su 2008 have this scale)."""

LOOSEST = 2.0
"""The standard error of a log spread is taken to be at most this: beyond it the quadratic form means nothing."""


@dataclass(frozen=True)
class Problem:
    """Counts and the effects behind them.

    Parameters
    ----------
    wins, games
        Per row; wins may hold halves.
    offset
        Log odds known beforehand, per row.
    matrix
        Rows × effects.
    kind
        Which kind of effect each column is: `FIXED`, `WEAK`, else the place of its spread.
    scales
        Scale of the half-Cauchy prior of each spread, log odds; the last is that of the rows' own effects if
        `own` is set.
    own
        Whether each row has a pooled effect of its own.
    """

    wins: Array
    games: Array
    offset: Array
    matrix: csr_array
    kind: Index
    scales: Array
    own: bool = False

    @cached_property
    def products(self) -> tuple[Index, Index, Array]:
        """Every product of two entries of one row: the row, the flat place in effects × effects, the value."""
        m = self.matrix
        ends, size = np.diff(m.indptr), m.shape[1]
        rows = np.repeat(np.arange(m.shape[0]), ends**2)
        left = np.repeat(np.arange(m.nnz), np.repeat(ends, ends))
        starts = np.repeat(m.indptr[:-1], ends**2)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(ends**2) - ends**2, ends**2)
        right = starts + within % np.repeat(ends, ends**2)
        flat = m.indices[left].astype(np.int64) * size + m.indices[right]
        return rows, flat, m.data[left] * m.data[right]

    def gram(self, weights: Array) -> Array:
        """Return the matrix Xᵀ diag(weights) X."""
        size = self.matrix.shape[1]
        rows, flat, values = self.products
        return np.bincount(flat, weights[rows] * values, size * size).reshape(size, size).astype(np.float64)

    def quadratic(self, covariance: Array) -> Array:
        """Return each row's variance x Vᵀ x."""
        rows, flat, values = self.products
        return np.bincount(rows, covariance.ravel()[flat] * values, self.matrix.shape[0]).astype(np.float64)


@dataclass(frozen=True)
class State:
    """The mode of the effects at given log spreads, with what its curvature says.

    With own effects of variance v: D = W + 1/v, and the effects' covariance is that of the smaller system with
    weights W/(1 + vW).
    """

    problem: Problem
    log_spreads: Array
    effects: Array
    own: Array
    log_odds: Array
    covariance: Array
    log_determinant: float
    log_likelihood: float

    @cached_property
    def share(self) -> Array:
        """Expected share of each row."""
        return np.asarray(expit(self.log_odds))

    @cached_property
    def weights(self) -> Array:
        """Information of each row on its log odds."""
        return self.problem.games * self.share * (1 - self.share)

    @cached_property
    def variance(self) -> float:
        """Variance of the rows' own effects."""
        return float(np.exp(2 * self.log_spreads[-1])) if self.problem.own else 0.0

    @cached_property
    def penalty(self) -> Array:
        """One over the variance of each effect; 0 where fixed."""
        return _penalty(self.problem, self.log_spreads)

    @cached_property
    def row_variance(self) -> Array:
        """Posterior variance of each row's log odds."""
        shrink = 1 / (1 + self.variance * self.weights)
        return self.problem.quadratic(self.covariance) * shrink**2 + self.variance * shrink

    @cached_property
    def slopes(self) -> tuple[Array, Array]:
        """Derivatives of effects and of own effects by each log spread, one column each."""
        problem = self.problem
        names = np.arange(len(problem.scales) - problem.own)
        right = 2 * np.where(problem.kind[:, None] == names, (self.penalty * self.effects)[:, None], 0.0)
        effects = self.covariance @ right
        shrink = self.variance / (1 + self.variance * self.weights)
        own = -(shrink * self.weights)[:, None] * np.asarray(problem.matrix @ effects)
        if problem.own:
            push = 2 * self.own / self.variance
            more = -self.covariance @ (problem.matrix.T @ (shrink * self.weights * push))
            last = shrink * (push - self.weights * (problem.matrix @ more))
            effects = np.column_stack([effects, more])
            own = np.column_stack([own, last])
        return effects, own

    def value(self) -> tuple[float, Array]:
        """Return the log posterior of the log spreads (up to a constant) and its gradient."""
        problem = self.problem
        kinds = len(problem.scales) - problem.own
        spreads = np.exp(self.log_spreads)
        levels = np.array([np.sum(problem.kind == k) for k in range(kinds)], np.float64)
        squares = np.array([np.sum(self.effects[problem.kind == k] ** 2) for k in range(kinds)])
        traces = np.array([np.sum(np.diag(self.covariance)[problem.kind == k]) for k in range(kinds)])
        if problem.own:
            shrink = self.variance / (1 + self.variance * self.weights)
            spread_out = problem.quadratic(self.covariance) * (shrink * self.weights) ** 2
            levels = np.append(levels, len(self.own))
            squares = np.append(squares, np.sum(self.own**2))
            traces = np.append(traces, np.sum(shrink + spread_out))
        effects, own = self.slopes
        moved = np.asarray(problem.matrix @ effects) + own
        skew = self.weights * (1 - 2 * self.share) * self.row_variance
        ratio = spreads / problem.scales
        value = self.log_likelihood - np.sum(squares / (2 * spreads**2)) - levels @ self.log_spreads
        value += -self.log_determinant / 2 + np.sum(self.log_spreads - np.log1p(ratio**2))
        slope = (squares + traces) / spreads**2 - levels - skew @ moved / 2
        return float(value), slope + 1 - 2 * ratio**2 / (1 + ratio**2)


def _penalty(problem: Problem, log_spreads: Array) -> Array:
    padded = np.append(np.exp(-2 * log_spreads), [1 / WIDE**2, 0.0])  # read from the end: WEAK, FIXED
    return np.asarray(padded[problem.kind])


def likelihood(problem: Problem, log_odds: Array) -> float:
    """Return the log likelihood of the counts, binomial coefficients left out."""
    return float(problem.wins @ log_odds - problem.games @ np.logaddexp(0, log_odds))


def mode(problem: Problem, log_spreads: Array, start: State | None = None) -> State:
    """Return the mode of the effects at given log spreads (Newton's method with step halving)."""
    size = problem.matrix.shape[1]
    penalty = _penalty(problem, log_spreads)
    variance = float(np.exp(2 * log_spreads[-1])) if problem.own else 0.0
    effects = np.zeros(size) if start is None else start.effects
    own = np.zeros(len(problem.wins)) if start is None else start.own

    def at(effects: Array, own: Array) -> tuple[Array, float]:
        log_odds: Array = problem.offset + problem.matrix @ effects + own
        cost = float(penalty @ effects**2 / 2) + (float(own @ own) / (2 * variance) if problem.own else 0.0)
        return log_odds, likelihood(problem, log_odds) - cost

    log_odds, height = at(effects, own)
    for _ in range(100):
        share = expit(log_odds)
        weights = problem.games * share * (1 - share)
        residual = problem.wins - problem.games * share
        shrink = variance / (1 + variance * weights)
        push = residual - own / variance if problem.own else np.zeros_like(residual)
        system = problem.gram(weights / (1 + variance * weights))
        system[np.diag_indices(size)] += penalty + 1e-12
        factor = cho_factor(system, check_finite=False)
        gradient = problem.matrix.T @ residual - penalty * effects
        step = cho_solve(factor, gradient - problem.matrix.T @ (shrink * weights * push), check_finite=False)
        move = shrink * (push - weights * (problem.matrix @ step))
        length = 1.0
        while True:
            next_odds, next_height = at(effects + length * step, own + length * move)
            if next_height >= height - 1e-9 * (1 + abs(height)) or length < 1e-6:
                break
            length /= 2
        effects, own = effects + length * step, own + length * move
        gain = next_height - height
        log_odds, height = next_odds, next_height
        if np.max(np.abs(length * step), initial=0) < 1e-5 and abs(gain) < 1e-8 * (1 + abs(height)):
            break
    share = expit(log_odds)
    weights = problem.games * share * (1 - share)
    system = problem.gram(weights / (1 + variance * weights))
    system[np.diag_indices(size)] += penalty + 1e-12
    factor = cho_factor(system, check_finite=False)
    determinant = 2 * float(np.sum(np.log(np.diag(factor[0]))))
    if problem.own:
        determinant += float(np.sum(np.log(weights + 1 / variance)))
    covariance = np.asarray(cho_solve(factor, np.eye(size), check_finite=False))
    return State(
        problem, log_spreads, effects, own, log_odds, covariance, determinant, likelihood(problem, log_odds)
    )


@dataclass(frozen=True)
class Estimate:
    """Spreads at the mode of their posterior, effects there.

    Parameters
    ----------
    state
        The effects.
    doubt
        Covariance of the log spreads.
    """

    state: State
    doubt: Array

    def variances(self, effects: Array, own: csr_array | None = None, unplayed: Array | None = None) -> Array:
        """Return the variances of linear functions of the effects, doubt about the spreads included.

        Parameters
        ----------
        effects
            Functions × effects.
        own
            Functions × rows: weights of the rows' own effects.
        unplayed
            Functions: sum of squared weights of own effects of rows never played.
        """
        s, problem = self.state, self.state.problem
        slopes = effects @ s.slopes[0]
        reduced = effects
        extra = np.zeros(len(effects))
        if own is not None and problem.own:
            shrink = s.variance / (1 + s.variance * s.weights)
            reduced = effects - (own.multiply(shrink * s.weights) @ problem.matrix).toarray()
            extra = own.power(2) @ shrink
            slopes = slopes + own @ s.slopes[1]
        if unplayed is not None:
            extra = extra + s.variance * unplayed
        known = np.einsum("ij,ij->i", reduced @ s.covariance, reduced) + extra
        return np.asarray(known + np.einsum("ij,ij->i", slopes @ self.doubt, slopes))


def estimate(problem: Problem) -> Estimate:
    """Estimate spreads and effects."""
    if len(problem.scales) == 0:
        return Estimate(mode(problem, np.zeros(0)), np.zeros((0, 0)))
    last: list[State | None] = [None]

    def cost(log_spreads: Array) -> tuple[float, Array]:
        state = mode(problem, log_spreads, last[0])
        last[0] = state
        value, slope = state.value()
        return -value, -slope

    found = minimize(
        cost,
        np.log(problem.scales) - 0.5,
        jac=True,
        method="L-BFGS-B",
        bounds=[BOUNDS] * len(problem.scales),
        options={"ftol": 1e-10, "gtol": 1e-3, "maxiter": 200},
    )
    state = mode(problem, found.x, last[0])
    return Estimate(state, _doubt(problem, state))


def _doubt(problem: Problem, state: State) -> Array:
    """Return the covariance of the log spreads, from differences of the gradient around the mode."""
    step = 1e-2
    size = len(state.log_spreads)
    curvature = np.empty((size, size))
    here = state.value()[1]
    for j in range(size):
        moved = state.log_spreads + step * (np.arange(size) == j)
        curvature[j] = (here - mode(problem, moved, state).value()[1]) / step
    values, vectors = np.linalg.eigh((curvature + curvature.T) / 2)
    return np.asarray((vectors / np.maximum(values, 1 / LOOSEST**2)) @ vectors.T)
