"""Looking more than once at a bid errs no more often than looking once."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from balance.stats.auction.looks import level_at, looks_of, nominal_levels


def test_a_single_look_has_the_level_of_a_single_test() -> None:
    assert nominal_levels((70,)) == pytest.approx((0.025,))
    assert level_at(12, ()) == pytest.approx(0.025)


def test_each_look_has_its_own_level_and_games_between_two_looks_that_of_the_earlier() -> None:
    levels = nominal_levels((10, 30, 60))
    assert list(levels) == sorted(levels)
    assert sum(levels) > 0.025 > levels[-1]  # the looks share games, so their levels may add up to more
    assert [level_at(n, (10, 30, 60)) for n in (10, 29, 30, 60, 90)] == [
        levels[0],
        levels[0],
        levels[1],
        levels[2],
        levels[2],
    ]


@pytest.mark.parametrize("games", [330, 60, 12])
def test_a_fair_coin_is_called_unfair_to_a_side_in_a_fortieth_of_walks_at_any_of_its_looks(
    games: int,
) -> None:
    looks = np.array(looks_of(games)) * 6
    random = np.random.default_rng(games)
    steps = np.diff(looks, prepend=0)
    wins = np.cumsum(random.binomial(steps, 0.5, (200_000, len(looks))), axis=1)
    ever = (binom.cdf(wins, looks, 0.5) <= nominal_levels(looks_of(games))).any(axis=1).mean()
    assert ever <= 0.025 + 3 * np.sqrt(0.025 / 200_000)
    assert ever >= 0.25 * 0.025


def test_looks_are_whole_numbers_of_games_that_two_bids_can_afford() -> None:
    for games in (1, 2, 7, 40, 330, 100_000):
        looks = looks_of(games)
        assert all(look >= 1 for look in looks)
        assert list(looks) == sorted(set(looks))
        assert looks[-1] <= max(1, games / 2)
