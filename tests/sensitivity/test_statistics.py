"""Paired statistics: by hand, against published values, and over simulated data sets whose truth is known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import poisson

from balance.stats.estimates import estimate
from balance.stats.paired import EXTRA, games_for, holm, moments, normal, two_sided, weighted_mean
from balance.stats.paired_coverage import CASES, false_claims, paired, picked
from balance.stats.planted import COLUMNS, POLICIES, example
from balance.stats.sensitivity import headlines as h
from balance.stats.sensitivity.headlines import Headline, Kind
from balance.sweep.paired import RESULTS

LOST, SHARED_LOSS, WON, TIE_LOST, TIE_SHARED, TIE_WON = range(RESULTS)


def test_moments_are_those_of_the_single_games() -> None:
    games = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2, 2])  # results whose values are −1, 0 and 5
    values = np.array([-1.0, 0.0, 5.0])
    counts = np.bincount(games)
    number, mean, spread = moments(counts[None], values)
    assert number.tolist() == [10]
    assert mean[0] == pytest.approx(values[games].mean())
    assert spread[0] == pytest.approx(values[games].var(ddof=1))


def test_moments_without_games_are_nothing() -> None:
    number, mean, spread = moments(np.zeros((1, 3)), np.array([1.0, 2.0, 3.0]))
    assert (number[0], mean[0], spread[0]) == (0, 0, 0)


def test_a_weighted_mean_and_its_error_by_hand() -> None:
    games, mean, spread = np.array([100.0, 400.0]), np.array([0.1, -0.2]), np.array([0.25, 0.16])
    estimate_, error = weighted_mean(games, mean, spread, np.array([0.5, -0.5]))
    assert float(estimate_) == pytest.approx(0.5 * 0.1 + 0.5 * 0.2)
    # two strata share the two extra games: one each
    variance = 0.25 * (0.25 + 1 / 100) / 100 + 0.25 * (0.16 + 1 / 400) / 400
    assert float(error) == pytest.approx(math.sqrt(variance))


def test_strata_without_weight_or_games_count_for_nothing() -> None:
    parts = np.array([100.0, 0.0, 50.0]), np.array([0.1, 9.0, 9.0]), np.array([0.25, 9.0, 9.0])
    alone = weighted_mean(parts[0][:1], parts[1][:1], parts[2][:1], np.array([1.0]))
    assert weighted_mean(*parts, np.array([1.0, 1.0, 0.0])) == pytest.approx(alone)
    assert [float(x) for x in weighted_mean(*parts, np.zeros(3))] == [0.0, 0.0]


def test_no_difference_in_any_game_still_has_a_width() -> None:
    _, error = weighted_mean(np.array([100.0]), np.array([0.0]), np.array([0.0]), np.ones(1))
    assert float(error) == pytest.approx(math.sqrt(2) / 100)  # as if one game had gone each way


def test_a_known_value_has_no_doubt() -> None:
    assert two_sided([0.0, 0.3], 0.0).tolist() == [1.0, 0.0]
    assert normal(0.1, 0.01, 7).high == pytest.approx(0.1196, abs=1e-5)


def test_holm_on_his_own_kind_of_example() -> None:
    # Holm's steps by hand: 4 × 0.005, 3 × 0.01, 2 × 0.03, then never less than before
    assert holm([0.03, 0.005, 0.04, 0.01]).tolist() == pytest.approx([0.06, 0.02, 0.06, 0.03])
    assert holm([0.9, 0.8]).tolist() == [1.0, 1.0]
    assert holm([]).tolist() == []


def test_games_for_a_half_width_of_one_point() -> None:
    assert games_for(0.25, 0.01) == 9604  # the textbook's 1.96² × 0.25 / 0.01²
    assert games_for(0.0, 0.01) == 1


@pytest.mark.parametrize("spread", [0.0, 0.01, 0.25])
def test_games_for_counts_the_games_that_every_interval_adds_to_its_variance(spread: float) -> None:
    def half_width(games: int) -> float:
        _, error = weighted_mean(np.array([float(games)]), np.zeros(1), np.array([spread]), np.ones(1))
        return 1.959964 * float(error)

    planned = games_for(spread, 0.01, extra=EXTRA)
    assert half_width(planned) <= 0.01 < half_width(planned - 1)


@pytest.mark.parametrize("tie_break", ["seelie", "unseelie", "shared"])
def test_headlines_are_those_of_a_sweep(tie_break: str) -> None:
    planted = example(5, contestants=4, settings=1, tie_break=tie_break)
    tallies = planted.draw(np.random.default_rng(1), 300)
    found = estimate(
        tallies, columns=COLUMNS, contestants=planted.names, headline=POLICIES, tie_break=tie_break
    )
    first, second = (tallies[name].to_list() for name in COLUMNS.seats)
    pairs = list(zip(first, second, strict=True))
    counts = np.zeros((len(pairs), RESULTS))
    wins, ties, games = (tallies[name].to_numpy() for name in (COLUMNS.wins, "ties", "games"))
    won = wins - ties if tie_break == "seelie" else wins
    counts[:, WON], counts[:, LOST] = won, games - won - ties
    counts[:, {"seelie": TIE_WON, "unseelie": TIE_LOST, "shared": TIE_SHARED}[tie_break]] = ties

    def level(one: Headline) -> tuple[float, float, float]:
        weights = h.weights(one, pairs, planted.names)
        assert weights is not None
        value = h.level(one, counts, weights)
        return value.estimate, value.low, value.high

    side, tie = found.side_advantage, found.tie_break
    assert level(h.SIDE) == pytest.approx((side.estimate, side.low, side.high))
    ends = (tie.estimate, tie.low, tie.high)
    assert level(h.TIE) == pytest.approx(
        ends if tie_break != "unseelie" else tuple(-x for x in (ends[0], ends[2], ends[1]))
    )
    for row in found.strengths:
        expected = row.strength.estimate, row.strength.low, row.strength.high
        assert level(Headline(Kind.STRENGTH, row.name)) == pytest.approx(expected)


def test_a_single_game_has_its_squared_value_for_a_variance() -> None:
    # E d² = variance + mean², so it is never too small on average; about its own mean one game does not scatter
    _, mean, spread = moments(np.eye(3), np.array([-1.0, 0.0, 0.5]))
    assert mean.tolist() == [-1.0, 0.0, 0.5]
    assert spread.tolist() == [1.0, 0.0, 0.25]


def test_a_few_differing_games_that_all_go_one_way_are_held_at_least_93_times_in_100() -> None:
    # Rare events in one large stratum are Poisson: the chance of k of them, and the interval that k gives, exactly
    games, most = 1_000_000, 200
    counts = np.array([[games - k, k] for k in range(most)])
    number, share, spread = (part[:, None] for part in moments(counts, np.array([0.0, 1.0])))
    mean, error = weighted_mean(number, share, spread, np.ones(1))
    expected = np.arange(0.25, 60, 0.25)[:, None]
    held = np.abs(mean - expected / games) <= 1.959964 * error
    chances = (poisson.pmf(np.arange(most), expected) * held).sum(axis=1)
    assert chances.min() >= 0.93


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("games", [1, 2, 5, 100, 1200])
def test_paired_intervals_hold_the_truth(case: str, games: int) -> None:
    rates = paired(*CASES[case], games, 2000)
    assert rates["held"] >= 0.95 - 0.015


def test_intervals_planned_from_a_pilot_hold_the_truth_and_are_as_narrow_as_wanted() -> None:
    rates = paired(*CASES["three points up, half together"], 100, 10_000, half_width=0.01)
    assert rates["held"] >= 0.95 - 0.015
    assert rates["as narrow as wanted"] > 0.99


def test_false_claims_over_all_variants_and_headlines_are_rare() -> None:
    rates = false_claims(variants=20, headlines=6, games=400, pairs=24, data_sets=1000)
    assert rates["a false change"] <= 0.05 + 0.015
    assert rates["a false depends"] <= 0.05 + 0.015
    assert rates["each change unadjusted"] > 0.03  # 120 of these: without adjusting, false claims are certain


def test_the_picked_pair_is_only_honest_on_fresh_games() -> None:
    rates = picked(data_sets=2000)
    assert rates["fresh games"] >= 0.95 - 0.015
    assert rates["same games"] < 0.8
