"""Confidence sequences: capital of bettors at fair odds, and the intervals made from it."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from balance.stats.intervals import Array
from balance.stats.tweak.sequences import (
    evidence_above,
    evidence_below,
    lower_end,
    sequence,
    stretch,
    upper_end,
)

LOST_WON = np.array([0.0, 1.0])


def expected_capital(chances: list[Array], values: Array, mean: float, lowest: float) -> float:
    """Return the mean capital over every possible course of independent games, each with its chances by value."""
    total = 0.0
    for course in product(range(values.size), repeat=len(chances)):
        chance = float(np.prod([one[n] for one, n in zip(chances, course, strict=True)]))
        counts = np.bincount(course, minlength=values.size)
        total += chance * float(np.exp(evidence_above(counts, values, mean, lowest)))
    return total


@pytest.mark.parametrize("mean", [0.02, 0.5, 0.9])
def test_capital_is_one_on_average_where_the_mean_is_that_of_the_null_hypothesis(mean: float) -> None:
    chances = [np.array([1 - mean, mean])] * 6
    assert expected_capital(chances, LOST_WON, mean, 0.0) == pytest.approx(1.0, abs=1e-12)


def test_capital_is_less_than_one_on_average_where_the_mean_is_smaller_and_more_where_it_is_larger() -> None:
    values = np.array([-1.0, 0.0, 1.0])
    smaller, larger = np.array([0.3, 0.6, 0.1]), np.array([0.1, 0.6, 0.3])
    assert (
        expected_capital([smaller] * 4, values, 0.0, -1.0)
        < 1
        < expected_capital([larger] * 4, values, 0.0, -1.0)
    )


def test_rounds_over_layouts_of_unlike_chances_favour_no_bettor() -> None:
    one_round = [np.array([0.9, 0.1]), np.array([0.1, 0.9])]  # their mean is 1/2
    assert expected_capital(one_round * 3, LOST_WON, 0.5, 0.0) < 1


def test_evidence_falls_with_the_mean_of_the_null_hypothesis() -> None:
    means = np.linspace(0.01, 0.99, 50)
    counts = np.tile([400, 600], (50, 1))
    assert (np.diff(evidence_above(counts, LOST_WON, means, 0.0)) < 0).all()
    assert (np.diff(evidence_below(counts, LOST_WON, means, 1.0)) > 0).all()


def test_evidence_below_is_evidence_above_with_everything_turned_round() -> None:
    counts = [120, 30, 5]
    values = np.array([-1.0, 0.0, 1.0])
    below = evidence_below(counts, values, 0.1, 1.0)
    assert below == pytest.approx(float(evidence_above(counts[::-1], values, -0.1, -1.0)))


def test_ends_are_where_the_evidence_reaches_one_over_the_error() -> None:
    counts = np.array([[700, 300], [30, 970], [5, 5]])
    low = lower_end(counts, LOST_WON, 0.0, 0.025)
    high = upper_end(counts, LOST_WON, 1.0, 0.01)
    np.testing.assert_allclose(evidence_above(counts, LOST_WON, low, 0.0), np.log(40), atol=1e-4)
    np.testing.assert_allclose(evidence_below(counts, LOST_WON, high, 1.0), np.log(100), atol=1e-4)
    share = counts[:, 1] / counts.sum(axis=1)
    assert (low < share).all()
    assert (share < high).all()


def test_without_games_everything_is_possible() -> None:
    low, high = sequence([[0, 0], [3, 1]], LOST_WON, (0.0, 1.0), 0.05)
    assert (low[0], high[0]) == (0.0, 1.0)


def test_a_share_never_seen_otherwise_has_its_exact_end() -> None:
    low, high = sequence([[1000, 0], [0, 1000]], LOST_WON, (0.0, 1.0), 0.05)
    assert low[0] == pytest.approx(0.0, abs=1e-9)
    assert high[1] == pytest.approx(1.0, abs=1e-9)
    # a bettor who staked all would have 40 at the share q with (1 - q) ** -1000 = 40
    assert 1 - 40 ** (-1 / 1000) < high[0] < 0.012
    assert 1 - low[1] == pytest.approx(high[0])


def test_intervals_are_wider_than_those_of_a_single_look_but_not_twice_as_wide() -> None:
    for games in (500, 5000, 50_000):
        low, high = sequence([games // 2, games // 2], LOST_WON, (0.0, 1.0), 0.05)
        single = 1.96 * np.sqrt(0.25 / games)
        assert 1.5 < (high - low) / 2 / single < 1.95


def test_overall_intervals_reach_farther_than_those_of_one_look_by_a_factor_that_hardly_grows() -> None:
    reaches = [stretch(rounds, 0.05) for rounds in (200, 1000, 10_000, 100_000)]
    assert all(2.9 < reach < 3.7 for reach in reaches)
    assert min(reaches) == reaches[1]
    assert stretch(0, 0.05) == np.inf


def test_the_sequence_of_means_is_that_of_robbins() -> None:
    # the normal mixture: sqrt((V + r) log((V + r) / (r a^2))) for a sum of variance V; here V = 1000 r / 125
    variance, tuned, error = 1.0, 0.125, 0.05
    radius = np.sqrt((variance + tuned) * np.log((variance + tuned) / (tuned * error**2)))
    assert stretch(1000, error) == pytest.approx(radius / np.sqrt(variance))
