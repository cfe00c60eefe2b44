"""The test that chess-engine testers run, against published figures and another way to find the same maxima."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from balance.stats.tweak.game_pairs import ELO_UNIT, UNSEEN, log_likelihood_ratio, normalised_elo_ratio, stops

PAIR_SCORE = np.linspace(0.0, 1.0, 5)


@pytest.mark.parametrize(
    ("counts", "null", "alternative", "published"),
    [
        ([39, 8843, 26675, 9240, 44], 0.5, 2.5, 2.94168),
        ([184, 15, 508, 17, 290], 0.0, 5.0, 2.950),
    ],
)
def test_testers_published_ratios_of_normalised_elo(
    counts: list[int], null: float, alternative: float, published: float
) -> None:
    digits = len(str(published).split(".")[1])
    assert normalised_elo_ratio(counts, null, alternative) == pytest.approx(published, abs=0.6 * 10**-digits)


def test_published_ratios_of_worse_same_and_better() -> None:
    exact, rough = log_likelihood_ratio([90, 820, 90], [-1, 0, 1], 0.0, 0.02)
    assert exact == pytest.approx(-1.1068, abs=5e-5)
    assert rough == pytest.approx(-1.1111, abs=5e-5)


def most_likely(counts: np.ndarray, constraint: object) -> float:
    """Return the largest log-likelihood of a distribution under a constraint, by a general optimiser."""
    found = minimize(
        lambda p: -float(counts @ np.log(p)) / counts.sum(),
        counts / counts.sum(),
        jac=lambda p: -counts / p / counts.sum(),
        constraints=[{"type": "eq", "fun": lambda p: p.sum() - 1}, {"type": "eq", "fun": constraint}],
        bounds=[(1e-9, 1)] * counts.size,
        method="SLSQP",
        options={"ftol": 1e-15, "maxiter": 1000},
    )
    return -float(found.fun) * float(counts.sum())


@pytest.mark.parametrize("counts", [[60, 800, 100], [5, 12, 30], [200, 10, 220]])
def test_the_exact_ratio_of_means_is_that_of_a_general_optimiser(counts: list[int]) -> None:
    n, values = np.array(counts, np.float64), np.array([-1.0, 0.0, 1.0])
    before, after = (most_likely(n, lambda p, mark=mark: p @ values - mark) for mark in (0.0, 0.05))
    assert log_likelihood_ratio(counts, values, 0.0, 0.05)[0] == pytest.approx(after - before, abs=2e-4)


def test_the_ratio_of_normalised_elo_is_that_of_a_general_optimiser() -> None:
    n = np.array([20, 90, 300, 120, 30], np.float64)

    def away(p: np.ndarray, elo: float) -> float:
        mean = p @ PAIR_SCORE
        deviation = math.sqrt(p @ (PAIR_SCORE - mean) ** 2)
        return float(mean - 0.5 - elo / ELO_UNIT * math.sqrt(2) * deviation)

    before, after = (most_likely(n, lambda p, elo=elo: away(p, elo)) for elo in (0.0, 10.0))
    assert normalised_elo_ratio([20, 90, 300, 120, 30], 0.0, 10.0) == pytest.approx(after - before, abs=2e-4)


def test_single_games_are_counted_without_the_root_of_two() -> None:
    # an even score lies as far from either hypothesis
    assert normalised_elo_ratio([100, 50, 100], -5.0, 5.0) == pytest.approx(0.0, abs=1e-9)
    better = normalised_elo_ratio([100, 50, 120], 0.0, 5.0)
    mean, spread = 145 / 270, (120 + 12.5) / 270 - (145 / 270) ** 2
    drift = (mean - 0.5) / math.sqrt(spread)
    step = 5 / ELO_UNIT
    assert better == pytest.approx(135 * (drift**2 - (drift - step) ** 2), rel=0.01)


def test_a_class_without_games_counts_as_a_thousandth_of_one() -> None:
    assert log_likelihood_ratio([0, 900, 100], [-1, 0, 1], 0.0, 0.02)[0] == pytest.approx(
        log_likelihood_ratio([UNSEEN, 900, 100], [-1, 0, 1], 0.0, 0.02)[0]
    )


def test_without_games_or_differences_nothing_is_said() -> None:
    assert all(math.isnan(x) for x in log_likelihood_ratio([0, 0, 0], [-1, 0, 1], 0.0, 0.02))
    exact, rough = log_likelihood_ratio([0, 500, 0], [-1, 0, 1], 0.0, 0.02)
    assert exact < 0
    assert math.isnan(rough)
    assert math.isnan(log_likelihood_ratio([1, 2, 3], [-1, 0, 1], 0.0, 1.0)[0])


def test_turning_the_results_round_turns_the_ratio_round() -> None:
    one = log_likelihood_ratio([80, 800, 120], [-1, 0, 1], -0.02, 0.02)
    other = log_likelihood_ratio([120, 800, 80], [-1, 0, 1], -0.02, 0.02)
    assert one == pytest.approx([-x for x in other])


@pytest.mark.parametrize("counts", [[1, 2, 3, 4], [0, 0, 0], [-1, 5, 5]])
def test_other_counts_are_refused(counts: list[int]) -> None:
    with pytest.raises(ValueError, match="three results or of five pair scores"):
        normalised_elo_ratio(counts, 0.0, 5.0)


def test_testers_stop_at_walds_limits() -> None:
    assert stops(0.05, 0.05) == pytest.approx((-math.log(19), math.log(19)))
