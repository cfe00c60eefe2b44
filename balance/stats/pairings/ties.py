"""Ties as a result of their own: the models of Davidson (1970) and of Rao and Kupper (1967), by maximum likelihood.

With the log odds η of the first seat: Davidson has chances of win, tie and loss in the proportion
exp(η/2) : ν : exp(−η/2); Rao and Kupper a win at logit η − log θ and a loss at logit −η − log θ, the rest ties.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, xlogy

from balance.errors import FitError
from balance.stats.intervals import Array
from balance.stats.pairings.results import Ties

Chances = tuple[Array, Array, Array]
"""Chances of win, tie and loss (last axis: rows); their derivatives by η; by the tie parameter."""


def davidson(log_odds: Array, parameter: float) -> Chances:
    """Return Davidson's chances; the parameter is log ν."""
    parts = np.stack([log_odds / 2, np.full_like(log_odds, parameter), -log_odds / 2])
    chance = np.exp(parts - np.logaddexp.reduce(parts, axis=0))
    win, tie, loss = chance
    by_odds = chance * (np.array([[0.5], [0.0], [-0.5]]) - (win - loss) / 2)
    by_tie = chance * (np.array([[0.0], [1.0], [0.0]]) - tie)
    return chance, by_odds, by_tie


def rao_kupper(log_odds: Array, parameter: float) -> Chances:
    """Return Rao and Kupper's chances; the parameter is log θ, which is positive."""
    win, loss = expit(log_odds - parameter), expit(-log_odds - parameter)
    up, down = win * (1 - win), loss * (1 - loss)
    tie = np.expm1(2 * parameter) * win * loss
    return np.stack([win, tie, loss]), np.stack([up, down - up, -down]), np.stack([-up, up + down, -down])


MODELS: dict[Ties, Callable[[Array, float], Chances]] = {Ties.DAVIDSON: davidson, Ties.RAO_KUPPER: rao_kupper}


@dataclass(frozen=True)
class TieFit:
    """Estimates, the tie parameter last.

    Parameters
    ----------
    effects
        Log odds; the tie parameter (log ν or log θ) is the last.
    covariance
        From the expected information.
    log_likelihood
        Multinomial coefficients left out.
    """

    effects: Array
    covariance: Array
    log_likelihood: float


def fit_ties(model: Ties, matrix: Array, results: Array) -> TieFit:
    """Fit a model with ties by Fisher scoring.

    Parameters
    ----------
    model
        Which.
    matrix
        Rows × effects.
    results
        Wins, ties and losses × rows.

    Raises
    ------
    FitError
        No game was tied, or all were.
    """
    ties, games = float(results[1].sum()), results.sum(axis=0)
    if ties == 0 or ties == games.sum():
        msg = f"{'no' if ties == 0 else 'every'} game was tied: a model with ties needs some of both"
        raise FitError(msg)
    chances = MODELS[model]
    rate = ties / float(games.sum())
    odds = 2 * rate / (1 - rate) if model is Ties.DAVIDSON else (1 + rate) / (1 - rate)  # right at η = 0
    effects = np.append(np.zeros(matrix.shape[1]), np.log(odds))

    def height(at: Array) -> float:
        if model is Ties.RAO_KUPPER and at[-1] <= 0:
            return -np.inf
        return float(np.sum(xlogy(results, chances(matrix @ at[:-1], at[-1])[0])))

    best, covariance = height(effects), np.zeros((len(effects),) * 2)
    for _ in range(200):
        chance, by_odds, by_tie = chances(matrix @ effects[:-1], effects[-1])
        score = np.append(
            matrix.T @ np.sum(results * by_odds / chance, axis=0), np.sum(results * by_tie / chance)
        )
        information = np.empty((len(effects),) * 2)
        information[:-1, :-1] = matrix.T @ (games * np.sum(by_odds**2 / chance, axis=0) * matrix.T).T
        information[:-1, -1] = matrix.T @ (games * np.sum(by_odds * by_tie / chance, axis=0))
        information[-1, :-1] = information[:-1, -1]
        information[-1, -1] = games @ np.sum(by_tie**2 / chance, axis=0)
        covariance = np.asarray(np.linalg.pinv(information, hermitian=True), np.float64)
        step = covariance @ score
        length = 1.0
        while (found := height(effects + length * step)) < best - 1e-10 * (1 + abs(best)) and length > 1e-6:
            length /= 2
        effects = effects + length * step
        best = found
        if np.max(np.abs(step)) < 1e-9:
            break
    return TieFit(effects, np.asarray(covariance, np.float64), best)
