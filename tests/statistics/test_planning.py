"""Numbers of games against published ones, and what stopping at a wanted width does to intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from balance.stats.intervals import Array, Counts, wilson
from balance.stats.planning import (
    CHANGES,
    games_for_independent,
    games_for_mean,
    games_for_paired,
    games_for_share,
    games_wanted,
    half_widths,
    sequential_games,
)
from balance.stats.planning_coverage import stopped


@pytest.mark.parametrize(("half_width", "games"), [(0.05, 385), (0.03, 1068), (0.01, 9604)])
def test_textbook_sizes_for_a_share_of_one_half(half_width: float, games: int) -> None:
    assert math.ceil(games_for_mean(0.25, half_width)) == games


@pytest.mark.parametrize("share", [0.0, 0.003, 0.1, 0.5, 0.9])
@pytest.mark.parametrize("half_width", [0.01, 0.05, 0.2])
def test_so_many_games_narrow_wilsons_interval_and_one_less_does_not(share: float, half_width: float) -> None:
    games = math.ceil(games_for_share(share, half_width))
    for number, narrow in ((games, True), (games - 1, False)):
        low, high = wilson(share, number)
        assert bool((high - low) / 2 <= half_width) is narrow


@pytest.mark.parametrize(
    ("gained", "lost", "power", "pairs"),
    [
        (0.45, 0.05, 0.8, 23),
        (0.30, 0.15, 0.8, 155),
    ],  # calculators that cite Connor (1987), Biometrics 43, 207–211
)
def test_published_sizes_of_paired_samples(gained: float, lost: float, power: float, pairs: int) -> None:
    assert math.ceil(games_for_paired(gained - lost, gained + lost, power=power)) == pairs


def test_a_paired_sample_of_that_size_has_that_power() -> None:
    games = math.ceil(games_for_paired(0.05, 0.3))
    counts = np.random.default_rng(1).multinomial(games, [0.125, 0.7, 0.175], 20_000)
    gap, differing = counts @ CHANGES, counts[:, 0] + counts[:, 2]
    assert np.mean(np.abs(gap) > 1.959964 * np.sqrt(differing)) == pytest.approx(0.8, abs=0.01)


def test_independent_samples_of_that_size_have_that_power() -> None:
    games = math.ceil(games_for_independent(0.05, 0.475))
    random = np.random.default_rng(1)
    one, two = random.binomial(games, 0.475, 20_000) / games, random.binomial(games, 0.525, 20_000) / games
    error = np.sqrt(2 * (one + two) / 2 * (1 - (one + two) / 2) / games)
    assert np.mean(np.abs(two - one) > 1.959964 * error) == pytest.approx(0.8, abs=0.01)


def test_pairing_that_halves_the_variance_halves_the_games() -> None:
    paired = games_for_paired(0.02, 0.25 + 0.02**2)
    assert paired == pytest.approx(games_for_independent(0.02, 0.49) / 2, rel=0.01)


def test_looking_after_every_batch_costs_more_than_one_look_and_less_than_four() -> None:
    fixed = games_for_paired(0.02, 0.25)
    looked = sequential_games(0.02, 0.25)
    assert fixed < looked.mean < looked.enough < 4 * fixed


def test_a_large_change_is_told_at_the_first_look() -> None:
    assert sequential_games(0.4, 0.5).mean == 200


def counts(*pairs: tuple[int, int]) -> Counts:
    wins, games = zip(*pairs, strict=True)
    return Counts.of(wins, games)


def test_a_narrow_interval_gets_no_more_games_and_a_wide_one_at_most_twice() -> None:
    narrow, wide, nearly = (0, 1000), (50, 100), (4750, 9500)
    wanted = games_wanted(counts(narrow, wide, nearly), 0.01)
    assert wanted.tolist() == [1000, 200, math.ceil(1.05 * 9500)]


def test_games_are_whole_rounds_of_the_settings() -> None:
    assert games_wanted(counts((5, 12)), 0.01, step=6).tolist() == [24]
    assert games_wanted(counts((9000, 18_000)), 0.0073, step=7).tolist() == [18_000 + 7 * math.ceil(900 / 7)]


def test_a_limit_narrows_the_widest_first() -> None:
    wanted = games_wanted(counts((50, 100), (500, 1000)), 0.01, most=1150)
    assert wanted.tolist() == [150, 1000]
    assert games_wanted(counts((50, 100)), 0.01, most=50).tolist() == [100]


def test_ties_that_count_half_need_fewer_games() -> None:
    tied = Counts.of([200], [1000], [600])
    assert games_wanted(tied, 0.02)[0] < games_wanted(counts((500, 1000)), 0.02)[0]
    assert half_widths(tied)[0] < half_widths(counts((500, 1000)))[0]


def shares() -> Array:
    return np.array([0.5, 0.3, 0.02, 0.98])


def test_intervals_at_a_wanted_width_hold_the_truth_as_often_as_fixed_ones() -> None:
    found = stopped(shares(), pilot=60, half_width=0.03, data_sets=800)
    assert (found.coverage >= 0.93).all(), found.coverage
    assert (found.widest <= 0.03).all()
    assert found.games[2] < found.games[0] / 2


@pytest.mark.slow
@pytest.mark.parametrize("pilot", [6, 60, 600])
def test_stopping_costs_no_coverage(pilot: int) -> None:
    found = stopped(np.array([0.5, 0.3, 0.1, 0.01, 0.99]), pilot=pilot, half_width=0.02, data_sets=10_000)
    assert (found.coverage >= 0.935).all(), found.coverage
