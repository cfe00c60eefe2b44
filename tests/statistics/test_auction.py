"""Fair bids: which whole-cube bids are not excluded, on either side and in odd circumstances."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
import pytest

from balance.stats.auction.bids import fair_bid, second_stage
from balance.stats.coverage import walk_share
from balance.stats.entries import THIN, UNEVEN
from balance.stats.intervals import Counts
from balance.stats.planted import COLUMNS, POLICIES
from balance.stats.results import BidStatus, FairBid
from tests.statistics.rows import estimated, row


def fair(shares: Mapping[int, float], games: int = 1000) -> FairBid:
    return fair_bid(list(shares), Counts.of([round(s * games) for s in shares.values()], games))


def test_bids_at_which_the_trailing_side_is_neither_behind_nor_ahead_are_the_set() -> None:
    found = fair({0: 0.40, 1: 0.44, 2: 0.49, 3: 0.51, 4: 0.56, 6: 0.6, 8: 0.7})
    assert found.status is BidStatus.FOUND
    assert found.trailing == 0
    assert found.bids == (2, 3)
    assert found.bracket is None
    assert not found.other_side_open
    assert [p.bid for p in found.curve] == [0, 1, 2, 3, 4, 6, 8]
    assert [p.excluded for p in found.curve] == [True, True, False, False, True, True, True]


def test_the_second_seats_bids_mirror_the_first_seats() -> None:
    first = fair({0: 0.40, 1: 0.44, 2: 0.49, 3: 0.52, 4: 0.56})
    second = fair({0: 0.60, -1: 0.56, -2: 0.51, -3: 0.48, -4: 0.44})
    assert second.trailing == 1
    assert second.bids == tuple(-b for b in first.bids)
    assert second.best == -2
    assert first.best == 2


def test_a_bid_between_two_played_ones_is_not_excluded_unless_they_exclude_it() -> None:
    found = fair({0: 0.2, 2: 0.3, 4: 0.42, 6: 0.58, 8: 0.8})
    assert found.bids == (5,)
    assert found.bracket == (4, 6)
    assert "5" in found.note


def test_neighbours_behind_and_ahead_leave_no_whole_bid() -> None:
    found = fair({0: 0.2, 1: 0.3, 2: 0.44, 3: 0.57, 4: 0.8})
    assert found.status is BidStatus.BETWEEN
    assert found.bids == ()
    assert found.bracket == (2, 3)
    assert found.best == 2


def test_the_second_seats_bracket_goes_outwards_from_zero() -> None:
    assert fair({0: 0.8, -1: 0.7, -2: 0.56, -3: 0.43, -4: 0.2}).bracket == (-2, -3)


def test_one_cube_may_already_overshoot() -> None:
    found = fair({0: 0.45, 1: 0.56, 2: 0.7})
    assert found.status is BidStatus.BETWEEN
    assert found.bracket == (0, 1)


def test_out_of_reach_when_the_largest_bid_leaves_the_side_behind() -> None:
    found = fair({0: 0.1, 4: 0.2, 8: 0.3})
    assert found.status is BidStatus.OUT_OF_REACH
    assert found.trailing == 0
    assert found.bids == ()
    assert found.best is None
    assert "8 cubes" in found.note
    assert fair({0: 0.9, -8: 0.7}).status is BidStatus.OUT_OF_REACH


def test_larger_bids_stay_open_when_the_largest_is_not_told_apart() -> None:
    found = fair({0: 0.1, 4: 0.2, 8: 0.49})
    assert found.bids == (5, 6, 7, 8)
    assert "bids above 8 were not played" in found.note


def test_an_undecided_side_keeps_bid_zero_and_leaves_the_other_side_open() -> None:
    found = fair({0: 0.49, 1: 0.52, 2: 0.56})
    assert found.trailing is None
    assert found.bids == (0, 1)
    assert found.other_side_open
    assert "other side" in found.note


def test_bids_to_both_sides_settle_an_undecided_side() -> None:
    found = fair({-2: 0.41, -1: 0.45, 0: 0.49, 1: 0.55, 2: 0.6})
    assert found.bids == (0,)
    assert not found.other_side_open


def test_a_dip_in_the_curve_does_not_tear_a_hole_into_the_set() -> None:
    found = fair({0: 0.4, 1: 0.49, 2: 0.46, 3: 0.5, 4: 0.57})
    assert found.bids == (1, 2, 3)


def test_the_bid_to_make_is_read_off_a_monotone_curve() -> None:
    # the dip at 3 is averaged with 2 (both 0.486), so that 4, at 0.507, is nearest to even
    found = fair({0: 0.4, 2: 0.502, 3: 0.47, 4: 0.507, 6: 0.6})
    assert found.bids == (1, 2, 3, 4, 5)
    assert found.best == 4


def test_without_bids_nothing_but_bid_zero_can_be_judged() -> None:
    even, uneven = fair({0: 0.5}), fair({0: 0.6})
    assert (even.status, even.bids) == (BidStatus.NOT_PLAYED, (0,))
    assert (uneven.status, uneven.bids, uneven.trailing) == (BidStatus.NOT_PLAYED, (), 1)


def test_bids_to_the_leading_side_only_say_nothing_of_the_fair_bid() -> None:
    found = fair({0: 0.6, 1: 0.65, 2: 0.7})
    assert found.status is BidStatus.NOT_PLAYED
    assert "trailing" in found.note


def test_bid_zero_may_be_missing() -> None:
    found = fair({1: 0.4, 2: 0.5, 3: 0.6})
    assert found.bids == (2,)
    assert "bid 0 was not played" in found.note


def test_few_games_exclude_little() -> None:
    found = fair({0: 0.4, 1: 0.4, 2: 0.6}, games=5)
    assert found.bids == (0, 1, 2)


def test_shared_ties_are_left_out_of_the_test() -> None:
    # 30 of 40 decided games is 0.002 by the sign test, although the share with 960 ties is 0.51
    found = fair_bid([0, -1], Counts.of([30, 20], 1000, [960, 960]))
    assert found.trailing == 1
    assert found.bids == (-1,)


@pytest.mark.parametrize("behind", [1, 2, 4, 6])
def test_a_random_walk_with_a_head_start_is_even_at_its_handicap(behind: int) -> None:
    games = 100_000
    bids = [0, 1, 2, 3, 4, 6, 8]
    chances = [walk_share(behind, b) for b in bids]
    counts = Counts.of([round(w * games) for w, _ in chances], games, [round(t * games) for _, t in chances])
    found = fair_bid(bids, counts)
    assert found.trailing == 0
    assert behind in found.bids
    assert found.best == behind


def test_the_second_stages_cubes_go_to_the_side_that_trails_over_all_layouts() -> None:
    rows = [
        row("a", "b", 60, 100, layout="x"),
        row("a", "b", 20, 100, layout="y"),
        row("b", "a", 51, 100),
        row("c", "a", 50, 100),
        row("c", "c", 20, 100),
        row("a", "c", 10, 100, policies=("greedy", "greedy")),
        row("b", "c", 10, 100, bid=2),
    ]
    found = second_stage(pl.DataFrame(rows), columns=COLUMNS, policies=POLICIES, tie_break="seelie")
    assert found == {("a", "b"): 0, ("b", "a"): 1, ("c", "a"): 1}


def test_shared_ties_count_half_when_the_trailing_side_is_chosen() -> None:
    rows = pl.DataFrame([row("a", "b", 40, 100, ties=30), row("b", "a", 40, 100, ties=10)])
    found = second_stage(rows, columns=COLUMNS, policies=POLICIES, tie_break="shared")
    assert found == {("a", "b"): 1, ("b", "a"): 0}


def test_bids_played_by_other_policies_are_named() -> None:
    greedy = ("greedy", "greedy")
    rows = [row("a", "b", 400, 1000), row("a", "b", 420, 1000, policies=greedy)]
    rows += [row("a", "b", w, 1000, bid=b, policies=greedy) for b, w in ((1, 500), (2, 600))]
    found = estimated(*rows).pairs[0].fair_bid
    assert found.bids == (1,)
    assert "greedy against greedy" in found.note


def layouts_rows(games: int, *layouts: str, **more: int) -> list[dict[str, object]]:
    """Return a pair that is even on layout `y` and far behind on `x`."""
    share = {"x": 0.2, "y": 0.5}
    bid = more.get("bid", 0)
    return [
        row("a", "b", round(games * (share[at] + 0.05 * bid)), games, layout=at, bid=bid) for at in layouts
    ]


def test_bids_are_compared_on_the_layouts_that_all_of_them_played() -> None:
    # pooled over both layouts bid 0 is far behind, although the bids were played where it is even
    rows = layouts_rows(2000, "x", "y") + layouts_rows(2000, "y", bid=1) + layouts_rows(2000, "y", bid=2)
    found = estimated(*rows).pairs[0]
    assert found.share.estimate == pytest.approx(0.35)
    assert [p.share.estimate for p in found.fair_bid.curve] == pytest.approx([0.5, 0.55, 0.6])
    assert found.fair_bid.bids == (0,)
    assert "from the games on y" in found.fair_bid.note
    assert estimated(*layouts_rows(2000, "x", "y")).pairs[0].fair_bid.note == ""


def test_bids_played_unevenly_over_layouts_say_so() -> None:
    even = [layouts_rows(games, "x", "y", bid=b) for b, games in ((0, 2000), (1, 400), (2, 400))]
    assert UNEVEN not in estimated(*(cell for part in even for cell in part)).pairs[0].fair_bid.note
    odd = [*even[0], *even[1], *layouts_rows(400, "x", bid=2), *layouts_rows(600, "y", bid=2)]
    assert UNEVEN in estimated(*odd).pairs[0].fair_bid.note
    apart = [*layouts_rows(2000, "x"), *layouts_rows(2000, "y", bid=1)]
    assert UNEVEN in estimated(*apart).pairs[0].fair_bid.note


def test_the_second_stages_cubes_can_be_chosen_on_its_own_layouts() -> None:
    rows = pl.DataFrame([row("a", "b", 90, 100, layout="x"), row("a", "b", 40, 100, layout="y")])

    def chosen(*settings: str) -> dict[tuple[str, str], int]:
        return second_stage(
            rows, columns=COLUMNS, policies=POLICIES, tie_break="seelie", settings=settings or None
        )

    assert chosen() == chosen("x") == chosen("x", "y") == {("a", "b"): 1}
    assert chosen("y") == {("a", "b"): 0}


def test_bids_with_few_games_are_marked() -> None:
    found = fair({0: 0.4, 1: 0.4}, games=5)
    assert all(p.share.note == THIN for p in found.curve)
    assert not any(p.share.note for p in fair({0: 0.4, 1: 0.4}).curve)


@pytest.mark.parametrize("truth", [{0: 0.5, 1: 0.47, 2: 0.5, 3: 0.44, 4: 0.56}])
def test_a_played_even_bid_is_held_whatever_the_curve_does_elsewhere(truth: dict[int, float]) -> None:
    random = np.random.default_rng(3)
    games, sets = 1500, 1500
    held = dict.fromkeys(truth, 0)
    for _ in range(sets):
        found = fair_bid(list(truth), Counts.of([random.binomial(games, p) for p in truth.values()], games))
        for bid in found.bids:
            held[bid] += 1
    for bid in (0, 2):
        assert held[bid] / sets >= 0.935


def owner_rows(side: float, games: int = 4000) -> list[dict[str, object]]:
    """Return a pair whose first seat is ahead by `side` points of share, 4 points of share a cube."""
    return [
        row(x, y, round(games * (0.5 + side + 0.04 * b)), games, bid=b)
        for x, y in ("ab", "ba")
        for b in (-4, -3, -2, -1, 0, 1, 2, 3, 4)
    ]


def test_an_owner_is_indifferent_where_the_court_is_worth_the_cubes() -> None:
    found = estimated(*owner_rows(0.08), auction_side="court_only").owner_bids
    assert [(o.owner, o.other) for o in found] == [("a", "b"), ("b", "a")]
    assert [o.bids for o in found] == [(2,), (2,)]


def test_a_court_worth_nothing_leaves_bid_zero() -> None:
    assert estimated(*owner_rows(0.0), auction_side="court_only").owner_bids[0].bids == (0,)


def test_a_court_worth_more_than_every_bid_is_out_of_reach() -> None:
    found = estimated(*owner_rows(0.3), auction_side="court_only").owner_bids[0]
    assert found.status is BidStatus.OUT_OF_REACH
    assert "choose the side" in found.note


def test_owners_bids_need_bids_to_both_seats() -> None:
    rows = [r for r in owner_rows(0.08) if r["bid_to"] != "unseelie"]
    found = estimated(*rows, auction_side="court_only").owner_bids[0]
    assert found.status is BidStatus.NOT_PLAYED
    assert estimated(*owner_rows(0.08)).owner_bids == ()
