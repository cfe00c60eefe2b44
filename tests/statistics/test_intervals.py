"""Intervals, tests and false discovery control against published values and scipy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from balance.stats.intervals import (
    Counts,
    benjamini_hochberg,
    even_p_value,
    mean_interval,
    quantile,
    share_interval,
    variance,
    weighted_share,
    wilson,
)
from balance.stats.unfairness import mean_unfairness

NEWCOMBE = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
]
"""Newcombe (1998), Statistics in Medicine 17, 857–872, table I, method 3."""

BENJAMINI_HOCHBERG = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
]
"""The example of Benjamini and Hochberg (1995): fifteen end points of a trial of thrombolysis."""

results = st.tuples(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400)).filter(
    lambda r: sum(r) > 0
)


@pytest.mark.parametrize(("wins", "games", "low", "high"), NEWCOMBE)
def test_wilson_gives_the_published_ends(wins: int, games: int, low: float, high: float) -> None:
    ends = wilson(wins / games, games)
    assert [round(float(x), 4) for x in ends] == [low, high]


@pytest.mark.parametrize("games", [1, 2, 3, 7, 20, 1560])
def test_wilson_ends_are_exact_at_no_wins_and_at_all_wins(games: int) -> None:
    assert wilson(0.0, games)[0] == 0.0
    assert wilson(1.0, games)[1] == 1.0
    assert 0 < wilson(0.0, games)[1] < 1


def test_wilson_without_games_says_nothing() -> None:
    assert [float(x) for x in wilson(np.nan, 0)] == [0.0, 1.0]


def test_quantile_is_that_of_the_normal() -> None:
    assert quantile(0.99) == pytest.approx(stats.norm.ppf(0.995))


@given(results)
def test_a_share_lies_in_its_interval_and_the_other_seat_sees_the_mirror_image(
    result: tuple[int, int, int],
) -> None:
    wins, ties, _ = result
    counts = Counts.of([wins], [sum(result)], [ties])
    (low,), (high,) = share_interval(counts)
    (other_low,), (other_high,) = share_interval(counts.flipped())
    assert 0 <= low <= counts.share[0] <= high <= 1
    assert other_low == pytest.approx(1 - high, abs=1e-9)
    assert other_high == pytest.approx(1 - low, abs=1e-9)


@given(results)
def test_shared_ties_carry_less_spread_than_wins_and_losses(result: tuple[int, int, int]) -> None:
    wins, ties, _ = result
    if ties < 8:
        return
    with_ties = share_interval(Counts.of([wins], [sum(result)], [ties]))
    decided = wilson((wins + ties / 2) / sum(result), sum(result))
    assert with_ties[1][0] - with_ties[0][0] < decided[1] - decided[0]


def test_three_shared_ties_and_nothing_else_still_leave_doubt() -> None:
    low, high = share_interval(Counts.of([0], [3], [3]))
    assert low[0] < 0.3
    assert high[0] > 0.7


@given(st.integers(0, 300), st.integers(0, 300))
def test_one_stratum_gives_wilson_itself(wins: int, losses: int) -> None:
    if wins + losses == 0:
        return
    estimate, low, high = weighted_share(Counts.of([wins], [wins + losses]))
    expected = wilson(wins / (wins + losses), wins + losses)
    assert float(estimate) == pytest.approx(wins / (wins + losses))
    assert (float(low), float(high)) == pytest.approx((float(expected[0]), float(expected[1])))


def test_equal_strata_give_nearly_the_interval_of_their_sum() -> None:
    estimate, low, high = weighted_share(Counts.of([60] * 10, 100))
    expected = wilson(0.6, 1000)
    assert float(estimate) == pytest.approx(0.6)
    assert (float(low), float(high)) == pytest.approx((float(expected[0]), float(expected[1])), abs=4e-4)


def test_strata_far_apart_give_a_narrower_interval_than_their_sum() -> None:
    # By hand: two strata of 1,000 games at 0.1 and 0.9, variance 0.09 / 1,000 each: the mean has SE 0.00671.
    _, low, high = weighted_share(Counts.of([100, 900], 1000))
    assert float(high - low) == pytest.approx(2 * 1.96 * 0.00671, rel=0.02)


def test_weights_count() -> None:
    estimate, _, _ = weighted_share(Counts.of([10, 90], 100), [0.75, 0.25])
    assert float(estimate) == pytest.approx(0.3)


def test_pairs_without_a_win_still_give_a_high_end() -> None:
    _, low, high = weighted_share(Counts.of([0] * 72, 5))
    assert float(low) == 0.0
    assert 0.005 < float(high) < 0.03


def test_half_the_pairs_always_won_and_half_always_lost_are_not_certain() -> None:
    _, low, high = weighted_share(Counts.of([0, 5] * 5, 5))
    assert float(high - low) > 0.1


def test_the_variance_is_unbiased_at_one_half() -> None:
    for games in (1, 2, 5, 40):
        wins = np.arange(games + 1)
        chance = stats.binom.pmf(wins, games, 0.5)
        assert chance @ variance(Counts.of(wins, games)) == pytest.approx(0.25)


def test_the_variance_of_shared_ties_is_the_trinomials() -> None:
    # wins 0.3, ties 0.4: 0.3 + 0.4 / 4 − 0.5² = 0.15
    assert float(variance(Counts.of(300_000, 1_000_000, 400_000))) == pytest.approx(0.15, abs=1e-5)


@given(st.integers(0, 500), st.integers(0, 500))
def test_the_p_value_is_that_of_the_binomial_test(wins: int, losses: int) -> None:
    expected = stats.binomtest(wins, wins + losses, 0.5).pvalue if wins + losses else 1.0
    assert float(even_p_value(wins, losses)) == pytest.approx(expected, rel=1e-9)


def test_benjamini_hochberg_rejects_the_four_published_hypotheses() -> None:
    assert int(np.sum(benjamini_hochberg(BENJAMINI_HOCHBERG) <= 0.05)) == 4


@given(st.lists(st.floats(0, 1), max_size=80))
def test_benjamini_hochberg_agrees_with_scipy(p_values: list[float]) -> None:
    expected = stats.false_discovery_control(p_values) if p_values else np.array([])
    assert benjamini_hochberg(p_values) == pytest.approx(expected)


def test_a_mean_has_students_interval() -> None:
    values = np.array([3.0, -1.0, 4.0, 1.0, -5.0])
    expected = stats.ttest_1samp(values, 0).confidence_interval()
    mean, low, high = mean_interval(5, values.sum(), (values**2).sum())
    assert (mean, low, high) == pytest.approx((values.mean(), expected.low, expected.high))


def test_a_mean_of_one_game_has_no_interval_and_of_none_no_value() -> None:
    mean, low, high = mean_interval(1, 4, 16)
    assert mean == 4
    assert np.isnan([low, high]).all()
    assert np.isnan(mean_interval(0, 0, 0)).all()


def test_margins_all_alike_are_no_proof() -> None:
    # as if one of the games had been off by a point
    assert mean_interval(2, -8, 32) == pytest.approx((-4, -4 - 6.3531, -4 + 6.3531), abs=1e-4)
    assert mean_interval(20, 60, 180) == pytest.approx((3, 3 - 0.10465, 3 + 0.10465), abs=1e-4)


def test_mean_margins_of_few_games_hold_the_truth() -> None:
    random = np.random.default_rng(6)
    margins = np.round(random.normal(0.0, 9.0, (4000, 2)))
    held = []
    for x in margins:
        _, low, high = mean_interval(2, float(x.sum()), float((x**2).sum()))
        held.append(low <= 0 <= high)
    assert np.mean(held) >= 0.945


def test_unfairness_of_even_pairs_is_near_zero_where_the_plain_mean_is_not() -> None:
    random = np.random.default_rng(3)
    counts = Counts.of(random.binomial(100, 0.5, (400, 72)), np.full((400, 72), 100))
    estimate, low, _ = mean_unfairness(counts)
    plain = np.mean(np.abs(counts.share - 0.5))
    assert plain > 0.039
    assert float(np.mean(estimate)) < 0.01
    assert float(np.mean(low > 0)) < 0.025


def test_unfairness_of_exact_data_is_their_mean_distance() -> None:
    estimate, low, high = mean_unfairness(Counts.of([400_000, 700_000], 1_000_000))
    assert float(estimate) == pytest.approx(0.15, abs=1e-4)
    assert 0.149 < float(low) < float(estimate) < float(high) < 0.151
