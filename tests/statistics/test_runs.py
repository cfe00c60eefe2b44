"""Two runs as independent samples: published intervals, distances by brute force, coverage, false verdicts."""

from __future__ import annotations

import numpy as np
import pytest

from balance.stats.intervals import Counts
from balance.stats.results import BidStatus, FairBid
from balance.stats.runs import coverage
from balance.stats.runs.changes import Shares, Shift, family_level
from balance.stats.runs.compared import bid_change
from balance.stats.runs.results import BidDifference
from balance.stats.unfairness import mean_distance_change


def shift(old: tuple[int, int], new: tuple[int, int], target: float = 0.5, *, related: bool = False) -> Shift:
    sides = [Shares.of(Counts.of([wins], [games])) for wins, games in (old, new)]
    return Shift(sides[0], sides[1], target, related)


@pytest.mark.parametrize(
    ("new", "old", "low", "high"),
    [  # Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_changes_have_newcombes_published_intervals(
    new: tuple[int, int], old: tuple[int, int], low: float, high: float
) -> None:
    ends = shift(old, new).change(0.95)
    assert [float(end[0]) for end in ends] == pytest.approx([low, high], abs=0.00005)


@pytest.mark.parametrize("related", [False, True])
@pytest.mark.parametrize("wins", [(60, 52), (48, 55), (50, 50), (30, 20)])
def test_distances_are_all_that_change_and_sum_allow(wins: tuple[int, int], *, related: bool) -> None:
    made = shift((wins[0], 100), (wins[1], 100), related=related)
    change, total = (
        np.linspace(float(low[0]), float(high[0]), 401) for low, high in (made.change(0.9), made.total(0.9))
    )
    d, s = np.meshgrid(change, total)
    distance = np.abs((s + d) / 2) - np.abs(
        (s - d) / 2
    )  # new = (s + d) / 2, old = (s − d) / 2 from the target
    low, high = (float(end[0]) for end in made.distance_ends(0.9))
    assert (distance.min(), distance.max()) == pytest.approx((low, high), abs=0.002)


def test_a_shared_seed_widens_sums_and_leaves_changes() -> None:
    alone, tied = (shift((60, 100), (50, 100), related=related) for related in (False, True))
    assert [float(end[0]) for end in alone.change(0.95)] == [float(end[0]) for end in tied.change(0.95)]
    widths = [float(high[0] - low[0]) for low, high in (alone.total(0.95), tied.total(0.95))]
    assert widths[1] == pytest.approx(widths[0] * np.sqrt(2), rel=0.01)  # both shares' ends are about as far


def test_intervals_of_a_family_leave_out_nothing_exactly_where_there_is_a_verdict() -> None:
    # of five pairs two move by 20 in 100; they reach level 1 − 2 × 0.05 / 5, none of the others does
    old = Shares.of(Counts.of([500, 500, 800, 500, 510], [1000] * 5))
    new = Shares.of(Counts.of([700, 510, 600, 505, 500], [1000] * 5))
    made = Shift(old, new, 0.5)
    level = family_level(made, 0.001, 0.05)
    assert level == pytest.approx(0.98)
    low, high = made.distance_ends(level)
    assert ((low > 0) | (high < 0)).tolist() == [True, False, True, False, False]
    assert family_level(Shift(old, old, 0.5), 0.001, 0.05) == pytest.approx(
        0.99
    )  # no verdict: as for one of five


def test_intervals_hold_the_truth_however_the_games_are_tied() -> None:
    for old, new, games, tied in (
        (0.55, 0.55, (1800, 1800), 0.0),
        (0.92, 0.95, (200, 200), 0.0),
        (0.45, 0.55, (900, 900), 0.9),
    ):
        rates = coverage.shares(coverage.pair(old, new, games, tied), 0.5, 4000)
        assert rates["change"] >= 0.94  # standard error 0.0035
        assert rates["distance"] >= 0.94
        assert rates["wrong direction"] <= 0.06


def test_few_verdicts_of_many_pairs_are_wrong() -> None:
    rates = coverage.family(coverage.many(0.1, 0.12, (1800, 1800)), data_sets=60)
    assert rates["directions"] > 10
    assert rates["wrong among verdicts"] <= 0.06
    assert rates["intervals that miss"] <= 0.07


def test_the_change_of_the_mean_distance_holds_the_truth() -> None:
    for games, tied in (((260, 260), 0.0), ((200, 4000), 0.8)):
        rates = coverage.means(coverage.many(0.1, 0.12, games, tied), data_sets=300)
        assert rates["mean distance"] >= 0.95
        assert abs(rates["bias"]) < 0.002


def test_the_mean_distance_of_two_certain_pairs_changes_as_they_do() -> None:
    games = 1_000_000
    old, new = (Counts.of(np.array(shares) * games, [games] * 2) for shares in ((0.6, 0.3), (0.5, 0.35)))
    estimate, low, high = mean_distance_change(old, new)
    assert float(estimate) == pytest.approx((0.0 - 0.1 + 0.15 - 0.2) / 2, abs=0.001)
    assert float(low) < -0.075 < float(high)
    assert float(high - low) < 0.005


def test_a_bid_moved_only_if_those_that_may_be_even_lie_two_cubes_apart() -> None:
    def found(*bids: int, open_: bool = False) -> FairBid:
        return FairBid(BidStatus.FOUND, None, bids, None, (), other_side_open=open_)

    assert bid_change(found(2, 3, 4), found(4, 5)) == (0, 3)
    assert bid_change(found(2, 3), found(-1)) == (-4, -3)
    assert bid_change(found(0, 1, open_=True), found(4)) is None
    apart = [
        BidDifference("a", "b", found(2), found(bid), (bid - 2, bid - 2)).apart for bid in (0, 1, 2, 3, 4)
    ]
    assert apart == [True, False, False, False, True]
