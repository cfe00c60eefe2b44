"""Best play in zero-sum games whose players each hold something secret: one linear programme, solved exactly.

A game is an array of payoffs to the first player, holdings × choices × holdings × choices, each already multiplied
by the chance that the two holdings are dealt. Nobody learns anything but the own holding before choosing. An ordinary
matrix game is the case of one holding each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse
from scipy.optimize import linprog

from balance.errors import BalanceError
from balance.stats.intervals import Array

SAME = 1e-7
"""Chances and payoffs closer than this count as equal; the solver is asked for much finer."""
_TOLERANCE = 1e-10
_SEED = 20260101


@dataclass(frozen=True)
class Solution:
    """An equilibrium.

    Parameters
    ----------
    payoff
        The game.
    value
        What the first player gets on average under best play of both.
    first, second
        Chance of each choice (second axis) with each holding (first axis).
    """

    payoff: Array
    value: float
    first: Array
    second: Array

    @cached_property
    def first_loss(self) -> Array:
        """What the first player's choices cost against the second's mix, holdings × choices; 0 is a best answer.

        Weighted by the chance of the holding, as the payoffs are.
        """
        worth = np.einsum("hagb,gb->ha", self.payoff, self.second)
        return np.asarray(worth.max(axis=1, keepdims=True) - worth)

    @cached_property
    def second_loss(self) -> Array:
        """The same of the second player's choices."""
        worth = np.einsum("hagb,ha->gb", self.payoff, self.first)
        return np.asarray(worth - worth.min(axis=1, keepdims=True))

    def swapped(self) -> Solution:
        """Return the same equilibrium with the players exchanged."""
        return Solution(-self.payoff.transpose(2, 3, 0, 1), -self.value, self.second, self.first)


def solve_matrix(matrix: ArrayLike) -> Solution:
    """Return an equilibrium of a matrix game: rows are the first player's choices.

    Examples
    --------
    >>> float(solve_matrix([[1, 0], [0, 1]]).value)
    0.5
    """
    return solve_matrices([matrix])[0]


def solve_matrices(matrices: Sequence[ArrayLike]) -> list[Solution]:
    """Return an equilibrium of each of several matrix games of one size.

    A pair of choices from which neither gains by changing is found by looking, without a linear programme.
    """
    games = [np.asarray(matrix, np.float64) for matrix in matrices]
    found = [_pure(game) for game in games]
    rest = iter(
        solve_all([game[None, :, None, :] for game, one in zip(games, found, strict=True) if one is None])
    )
    return [next(rest) if one is None else one for one in found]


def _pure(game: Array) -> Solution | None:
    """Return an equilibrium without mixed choices, if there is one."""
    row, column = int(game.min(axis=1).argmax()), int(game.max(axis=0).argmin())
    if game[row].min() < game[:, column].max():
        return None
    first, second = (np.eye(n)[[choice]] for n, choice in zip(game.shape, (row, column), strict=True))
    return Solution(game[None, :, None, :], float(game[row, column]), first, second)


def solve(payoff: Array) -> Solution:
    """Return an equilibrium of one game, as `solve_all` does."""
    return solve_all([payoff])[0]


def solve_all(payoffs: Sequence[Array]) -> list[Solution]:
    """Return an equilibrium of each of several games of one size: all in one linear programme, which saves time.

    Parameters
    ----------
    payoffs
        Of each game: holdings × choices × holdings × choices, weighted by the chance of the two holdings.

    Notes
    -----
    The first player's chances *x* and what each holding *g* of the second is worth at most, *v_g*: maximise Σ *v_g*
    with *v_g* ≤ Σ *x[h, a] payoff[h, a, g, b]* for each of its choices *b* (Ponssard and Sorin 1980, International
    Journal of Game Theory 9, 99–105). The second player's chances are the dual values.
    """
    if not payoffs:
        return []
    parts = [_Programme(payoff) for payoff in payoffs]
    upper = sparse.block_diag([part.upper for part in parts], format="csr")
    equal = sparse.block_diag([part.equal for part in parts], format="csr")
    bounds = np.concatenate([part.bounds for part in parts])
    aims = np.concatenate([part.worth for part in parts])
    chances, prices = _optimum(aims, upper, equal, np.ones(equal.shape[0]), bounds)
    found = []
    for payoff, part, own, price in zip(
        payoffs, parts, np.split(chances, len(parts)), np.split(prices, len(parts)), strict=True
    ):
        first = np.maximum(own[: part.choices], 0.0).reshape(part.shape)
        second = np.maximum(price, 0.0).reshape(payoff.shape[2:])
        found.append(Solution(payoff, float(part.worth @ own), first, second))
    return found


def _optimum(
    aim: Array, upper: sparse.csr_matrix, equal: sparse.csr_matrix, right: Array, bounds: Array
) -> tuple[Array, Array]:
    """Return where a sum of the variables is largest, and the prices of the inequalities."""
    found = linprog(
        -aim,
        A_ub=upper,
        b_ub=np.zeros(upper.shape[0]),
        A_eq=equal,
        b_eq=right,
        bounds=bounds,
        method="highs-ds",
        options={"primal_feasibility_tolerance": _TOLERANCE, "dual_feasibility_tolerance": _TOLERANCE},
    )
    if found.status != 0:
        msg = f"the equilibrium was not found: {found.message}"
        raise BalanceError(msg)
    return found.x, -found.ineqlin.marginals


def first_ranges(solution: Solution, shares: Array) -> tuple[Array, Array, bool]:
    """Return how low and how high weighted sums of the first player's chances are over all of its optimal mixes.

    Parameters
    ----------
    solution
        One equilibrium.
    shares
        Sums × holdings × choices: the weights of each sum.

    Returns
    -------
    lowest, highest : array
        One entry per sum.
    unique : bool
        Whether the mix found is the only optimal one.

    Notes
    -----
    Every optimal mix is a best answer to the second player's mix and makes every choice in it a best answer. These
    conditions, taken from the equilibrium found, describe all optimal mixes exactly, so no tolerance on the value is
    needed. Whether there is one only is told by maximising and minimising a sum with arbitrary weights.
    """
    programme = _Programme(solution.payoff)
    face = programme.face(solution)
    arbitrary = np.random.default_rng(_SEED).uniform(1, 2, programme.choices)
    ends = [face.optimum(np.r_[sign * arbitrary, np.zeros(programme.holdings)]) for sign in (1, -1)]
    if abs(arbitrary @ (ends[0] - ends[1]).ravel()) < SAME:
        exact = np.einsum("sha,ha->s", shares, solution.first)
        return exact, exact, True
    lowest, highest = [], []
    for one in shares.reshape(len(shares), -1):
        aim = np.r_[one, np.zeros(programme.holdings)]
        highest.append(one @ face.optimum(aim).ravel())
        lowest.append(one @ face.optimum(-aim).ravel())
    return _tidy(np.array(lowest)), _tidy(np.array(highest)), False


class _Programme:
    """The first player's linear programme; variables are its chances and the worth of the second's holdings."""

    def __init__(self, payoff: Array) -> None:
        rows, columns = payoff.shape[0] * payoff.shape[1], payoff.shape[2] * payoff.shape[3]
        self.choices, self.holdings, self.shape = rows, payoff.shape[2], payoff.shape[:2]
        owner = np.repeat(np.eye(payoff.shape[2]), payoff.shape[3], axis=0)
        self.upper = sparse.csr_matrix(np.hstack([-payoff.reshape(rows, columns).T, owner]))
        own = np.repeat(np.eye(payoff.shape[0]), payoff.shape[1], axis=1)
        self.equal = sparse.csr_matrix(np.hstack([own, np.zeros((payoff.shape[0], payoff.shape[2]))]))
        self.worth = np.r_[np.zeros(rows), np.ones(payoff.shape[2])]
        low = np.r_[np.zeros(rows), np.full(payoff.shape[2], -np.inf)]
        self.bounds = np.stack([low, np.full(low.size, np.inf)], axis=1)

    def face(self, solution: Solution) -> _Face:
        """Return the optimal mixes: only best answers, which keep the second's choices best answers too."""
        bounds = self.bounds.copy()
        bounds[: self.choices, 1] = np.where(solution.first_loss.ravel() > SAME, 0.0, np.inf)
        return _Face(self, bounds, solution.second.ravel() > SAME)

    def optimum(self, aim: Array, bounds: Array, tight: NDArray[np.bool_]) -> Array:
        """Return the chances that maximise a sum of the variables; `tight` marks inequalities that are equalities."""
        upper, equal = self.upper, self.equal
        right = np.r_[np.ones(equal.shape[0]), np.zeros(int(tight.sum()))]
        equal = sparse.vstack([equal, upper[tight]])
        upper = upper[~tight]
        chances, _ = _optimum(aim, upper, equal, right, bounds)
        return np.maximum(chances[: self.choices], 0.0).reshape(self.shape)


@dataclass(frozen=True)
class _Face:
    programme: _Programme
    bounds: Array
    tight: NDArray[np.bool_]

    def optimum(self, aim: Array) -> Array:
        """Maximise a sum over all optimal mixes."""
        return self.programme.optimum(aim, self.bounds, self.tight)


def _tidy(chances: Array) -> Array:
    """Return chances with the solver's rounding taken off at 0 and 1."""
    clipped = np.clip(chances, 0.0, 1.0)
    return np.where(clipped < SAME, 0.0, np.where(clipped > 1 - SAME, 1.0, clipped))
