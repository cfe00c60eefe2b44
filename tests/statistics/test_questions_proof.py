"""Intervals of questions hold planted truths: small simulations always, those of docs/statistics.md as slow tests."""

from __future__ import annotations

import pytest

from balance.stats.questions import (
    Gain,
)
from balance.stats.questions.coverage import (
    LAWS,
    SHARES,
    average,
    break_evens,
    difference,
    families,
    mean,
    pool,
    rates,
    same_games,
    settled,
    share,
    tables,
)


@pytest.mark.parametrize("name", ["hits 3 to 7, most of them 5", "20 points with chance 0.005, else none"])
def test_means_hold_the_truth(name: str) -> None:
    found = rates(average(LAWS[name]), mean(LAWS[name]), 1000, 800)
    assert found["held"] == pytest.approx(0.955, abs=0.025)
    assert found["printed"] == 1


def test_pooled_means_and_differences_hold_the_truth() -> None:
    laws = list(LAWS.values())
    truth = sum(map(mean, laws)) / len(laws)
    assert rates(pool(laws), truth, 600, 400)["held"] == pytest.approx(0.955, abs=0.035)
    one, other = SHARES["0.02 and 0.05"]
    found = rates(difference(share(one), share(other, "b")), -0.03, 400, 800)
    assert found["held"] == pytest.approx(0.955, abs=0.025)


def test_facts_of_the_same_games_never_hold_the_truth_too_seldom() -> None:
    law = LAWS["hits 3 to 7, most of them 5"]
    assert rates(same_games(law, 1, 1.0), 10, 200, 300)["held"] >= 0.92
    assert rates(same_games(law, -1, 0.0), 0, 200, 300)["held"] >= 0.97


def test_other_ways_are_seldom_said_to_gain_or_not_to_gain_falsely() -> None:
    found = families(LAWS["hits 3 to 7, most of them 5"], 4, 200, 80)
    assert found["all hold"] >= 0.9
    assert found["a false gain"] <= 0.07
    assert found["one lost"] == 0
    assert found["a false none"] <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("games", [100, 400, 2000])
@pytest.mark.parametrize("name", LAWS)
def test_means_hold_the_truth_in_full(name: str, games: int) -> None:
    rare = "0.005" in name or "in 200" in name
    found = rates(average(LAWS[name]), mean(LAWS[name]), games, 4000, seed=2)
    assert found["held"] >= (0.89 if rare else 0.925 if games == 100 else 0.935)
    if games == 2000:
        assert found["held"] <= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARES)
def test_differences_of_shares_hold_the_truth_in_full(name: str) -> None:
    one, other = SHARES[name]
    for games in (100, 400, 2000):
        found = rates(difference(share(one), share(other, "b")), mean(one) - mean(other), games, 4000, seed=2)
        assert found["held"] >= 0.935


@pytest.mark.slow
def test_break_even_chances_and_families_hold_in_full() -> None:
    law = LAWS["hits 3 to 7, most of them 5"]
    assert break_evens(law, 3.0, 400, 4000)["held"] >= 0.94
    for size in (3, 12):
        found = families(law, size, 1000, 2000)
        assert found["all hold"] >= 0.94
        assert found["a false gain"] <= 0.05
        assert found["a false none"] <= 0.05
    assert settled(law, 3, 4000, 300)[Gain.NONE.value] > 0.85
    assert len(list(tables(20))) == 9
