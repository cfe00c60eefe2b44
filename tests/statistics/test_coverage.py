"""Planted truths: intervals hold them as often as they say. Quick here, in full under `slow`."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from balance.stats import coverage
from balance.stats.coverage import (
    TRUTHS,
    auctions,
    both_orders,
    false_discoveries,
    logistic_share,
    owners,
    pipeline,
    shares,
    walk_share,
)
from balance.stats.planted import example

CONSERVATIVE = ("unfairness", "least fair")
"""These hold the truth more often than nominal, by design."""


def test_planted_truths_are_found_again_from_tallies() -> None:
    found = pipeline(example(7, contestants=5, settings=2), 60, 60)
    for name, rate in found.items():
        # 60 data sets: three standard errors of a single rate are 0.085
        assert rate >= 0.865, name
    assert found["pair"] == pytest.approx(0.95, abs=0.02)
    assert found["tie rate"] == pytest.approx(0.95, abs=0.025)


@pytest.mark.parametrize("name", ["as in a real run", "all even", "all 0.02"])
@pytest.mark.parametrize("games", [20, 260])
def test_pooled_shares_hold_the_truth(name: str, games: int) -> None:
    found = shares(TRUTHS[name], games, 600)
    assert found["pair"] == pytest.approx(0.95, abs=0.015)
    assert found["mean"] == pytest.approx(0.95, abs=0.027)
    assert found["unfairness"] >= 0.93
    if name == "as in a real run":
        assert found["its bias"] == pytest.approx(0, abs=0.002 if games > 20 else 0.006)


def test_unfairness_of_pairs_that_are_all_alike_is_not_underrated() -> None:
    found = shares(np.full(72, 0.55), 100, 300)
    assert found["its bias"] == pytest.approx(0, abs=0.003)


def test_the_fair_bids_set_holds_a_known_even_bid() -> None:
    for even in (0, 2, 5):
        assert auctions(partial(walk_share, even), even, 250)["held"] >= 0.91


def test_owners_bids_hold_the_indifferent_bid() -> None:
    assert owners(0, 150) >= 0.92
    assert owners(2, 150) >= 0.92


def test_verdicts_keep_the_false_discovery_rate() -> None:
    found = false_discoveries(1560, 200)
    assert found["false discovery rate"] <= 0.05
    assert found["power"] > 0.6


@pytest.mark.parametrize("first", [0.5, 0.7, 0.9])
def test_the_mean_of_two_orders_holds_the_truth_and_calls_few_even_ones_uneven(first: float) -> None:
    found = both_orders(first, 1 - first, 260, 4000)
    assert found["held"] == pytest.approx(0.95, abs=0.014)
    assert found["told apart from even"] == pytest.approx(0.05, abs=0.014)


def test_the_walk_is_even_at_its_handicap() -> None:
    for behind in range(-3, 9):
        win, tie = walk_share(behind, behind)
        assert win + tie / 2 == pytest.approx(0.5)


def test_the_tables_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    text = coverage.table("title", [("row", {"held": 0.95})])
    assert text.splitlines()[-1] == "| row | 0.950 |"
    with pytest.raises(SystemExit):
        coverage.main(["--help"])
    assert "coverage tables" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("name", list(TRUTHS))
@pytest.mark.parametrize("games", [20, 100, 1560])
def test_shares_hold_the_truth_in_full(name: str, games: int) -> None:
    found = shares(TRUTHS[name], games, 4000)
    assert found["mean"] >= 0.935
    assert found["unfairness"] >= 0.935
    if len(TRUTHS[name]) > 1:
        assert 0.935 <= found["pair"] <= 0.985
        if "0.97" not in name:
            assert found["mean"] <= 0.965


@pytest.mark.slow
@pytest.mark.parametrize("ties", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("games", [20, 260])
def test_shared_ties_hold_the_truth_in_full(ties: float, games: int) -> None:
    for name in ("as in a real run", "all 0.02"):
        found = shares(TRUTHS[name], games, 4000, ties=ties)
        assert min(found["pair"], found["mean"], found["unfairness"]) >= 0.935


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "games"), [("seelie", 260), ("shared", 43), ("unseelie", 8)])
def test_planted_truths_are_found_again_in_full(rule: str, games: int) -> None:
    for name, rate in pipeline(example(7, tie_break=rule), games, 2000).items():
        assert rate >= 0.935, name
        if name not in CONSERVATIVE:
            assert rate <= 0.97, name


@pytest.mark.slow
@pytest.mark.parametrize("even", [0, 1, 2, 5, 8, 12])
def test_fair_bids_hold_a_known_even_bid_in_full(even: int) -> None:
    for games in ((120, 20), (1560, 258)):
        assert auctions(partial(walk_share, even), even, 2000, games=games)["held"] >= 0.94


@pytest.mark.slow
@pytest.mark.parametrize("crossing", np.linspace(-0.5, 3, 8).tolist())
def test_fair_bids_hold_a_crossing_between_bids_in_full(crossing: float) -> None:
    for games in (60, 258, 5000):
        chances = partial(logistic_share, crossing)
        assert auctions(chances, crossing, 2000, games=(6 * games, games))["held"] >= 0.94


@pytest.mark.slow
@pytest.mark.parametrize("crossing", [0, 1, 3, 6])
def test_owners_bids_hold_the_indifferent_bid_in_full(crossing: int) -> None:
    assert owners(crossing, 2000) >= 0.94


@pytest.mark.slow
@pytest.mark.parametrize("games", [50, 260, 1560])
def test_verdicts_keep_the_false_discovery_rate_in_full(games: int) -> None:
    for even in (36, 72):
        assert false_discoveries(games, 4000, even=even)["false discovery rate"] <= 0.055
