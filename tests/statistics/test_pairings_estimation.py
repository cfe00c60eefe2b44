"""How the pairings model is estimated: eliminated rows, its marginal likelihood, the spread of each kind of effect."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.sparse import csr_array
from scipy.special import expit, logit
from scipy.stats import binom, norm

from balance.stats.pairings.fitting import fit_pairings
from balance.stats.pairings.logistic import FIXED, Problem, mode
from balance.stats.pairings.results import Term
from tests.statistics.test_pairings import STRENGTH, counts, prediction, ranked


def problem(own: bool) -> Problem:
    random = np.random.default_rng(6)
    matrix = np.hstack([np.ones((12, 1)), np.repeat(np.eye(4), 3, axis=0)])
    games = random.integers(1, 30, 12).astype(float)
    return Problem(
        wins=np.floor(games * random.random(12)),
        games=games,
        offset=random.normal(0, 0.2, 12),
        matrix=csr_array(matrix),
        kind=np.array([FIXED, 0, 0, 0, 0]),
        scales=np.array([0.5, 0.3]) if own else np.array([0.5]),
        own=own,
    )


@pytest.mark.parametrize("own", [False, True])
def test_the_slope_of_the_marginal_likelihood_is_that_of_its_differences(own: bool) -> None:
    given = problem(own)
    at = np.log([0.4, 0.6])[: 1 + own]
    slope = mode(given, at).value()[1]
    for i in range(1 + own):
        step = 1e-4 * (np.arange(1 + own) == i)
        rise = mode(given, at + step).value()[0] - mode(given, at - step).value()[0]
        assert slope[i] == pytest.approx(rise / 2e-4, abs=1e-4)


def test_effects_of_rows_that_are_eliminated_are_those_of_columns() -> None:
    given = problem(own=True)
    matrix = csr_array(np.hstack([given.matrix.toarray(), np.eye(12)]))
    kinds = np.append(given.kind, np.ones(12, np.int64))
    plain = Problem(given.wins, given.games, given.offset, matrix, kinds, given.scales)
    at = np.log([0.4, 0.6])
    short, long = mode(given, at), mode(plain, at)
    assert short.own == pytest.approx(long.effects[5:], abs=1e-6)
    assert short.value()[0] == pytest.approx(long.value()[0], abs=1e-6)
    assert short.value()[1] == pytest.approx(long.value()[1], abs=1e-5)
    assert short.row_variance == pytest.approx(long.row_variance, abs=1e-8)


def test_laplaces_marginal_likelihood_is_near_the_integral() -> None:
    # One pooled effect per row and nothing else: the marginal likelihood is a product of integrals
    games, wins = np.array([20.0, 35.0, 12.0]), np.array([14.0, 11.0, 7.0])
    given = Problem(
        wins, games, np.zeros(3), csr_array((3, 1)), np.array([0]), np.array([1.0, 0.5]), own=True
    )

    def exact(spread: float) -> float:
        parts = [
            quad(lambda x, w=w, n=n: binom.pmf(w, n, expit(x)) * norm.pdf(x, scale=spread), -8, 8)[0]
            for w, n in zip(wins, games, strict=True)
        ]
        return float(np.sum(np.log(parts)))

    def laplace(spread: float) -> float:
        prior = np.log(spread) - np.log1p((spread / 0.5) ** 2)
        return float(mode(given, np.array([0.0, np.log(spread)])).value()[0] - prior)

    assert laplace(0.8) - laplace(0.2) == pytest.approx(exact(0.8) - exact(0.2), abs=0.03)


def test_every_kind_of_effect_has_its_spread() -> None:
    fit = fit_pairings(counts(ranked(STRENGTH), 30, {"x": 0.3, "y": -0.3}))
    assert [s.term for s in fit.spreads] == [
        Term.STRENGTH,
        Term.SEAT,
        Term.INTERACTION,
        Term.SETTING,
        Term.CONTESTANT_SETTING,
        Term.CELL,
    ]
    assert [s.levels for s in fit.spreads] == [4, 4, 12, 2, 8, 24]
    assert all(0 < s.deviation.low < s.deviation.estimate < s.deviation.high for s in fit.spreads)
    assert logit(prediction(fit, "a", "b").share.estimate) == pytest.approx(
        prediction(fit, "a", "b").log_odds
    )
