"""What is said of the auction as a whole: falls of the curve, what is left, what bidding yields, where cubes go."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from balance.stats.auction.curve import draws, falls
from balance.stats.auction.placements import placements
from balance.stats.auction.plays import auction_plays, interval_of, left_over, mean_left
from balance.stats.auction.results import AuctionStudy
from balance.stats.intervals import Counts
from balance.stats.planted import COLUMNS, POLICIES
from balance.stats.results import BidStatus
from tests.statistics.rows import estimated, row


def study(*rows: dict[str, object]) -> AuctionStudy:
    found = estimated(*rows).auctions
    assert found is not None
    return found


def test_a_rising_curve_shows_no_fall() -> None:
    found = falls([0, 1, 2], Counts.of([40, 50, 60], 100))
    assert found.fall is None
    assert found.p_value > 0.9


def test_a_fall_is_found_between_the_bids_that_show_it_most() -> None:
    # 0.6 to 0.4 in 1,000 games each: 0.2 / 0.022 is nine standard errors, 0.5 to 0.4 only half of that
    found = falls([-1, 0, 2, 5], Counts.of([500, 600, 400, 700], 1000))
    assert found.fall == (0, 2)
    assert found.p_value < 1e-9
    assert found.drop is not None
    assert found.drop.low < 0.2 < found.drop.high
    assert found.drop.estimate == pytest.approx(0.2)


def test_a_fall_that_luck_makes_is_not_told_as_proved() -> None:
    # two comparisons in three are falls of one and two points in 100 games: luck
    found = falls([0, 1, 2], Counts.of([51, 50, 49], 100))
    assert found.fall == (0, 2)
    assert found.p_value == 1.0


def test_flat_curves_are_seldom_called_falling() -> None:
    random = np.random.default_rng(8)
    games = np.array([1560, 60, 168, 792, 792, 396])
    found = [
        falls(range(6), Counts.of(random.binomial(games, 0.5), games)).p_value <= 0.05 for _ in range(1000)
    ]
    assert np.mean(found) <= 0.05 + 3 * np.sqrt(0.05 / 1000)


def test_bids_with_few_games_are_seldom_called_falling() -> None:
    # as many bids as a layout may get on a flat curve, most of them with the ten games of the first look
    random = np.random.default_rng(9)
    games = np.array([10] * 16 + [28] * 4 + [66, 132])
    found = [
        falls(range(22), Counts.of(random.binomial(games, 0.5), games)).p_value <= 0.05 for _ in range(400)
    ]
    assert np.mean(found) <= 0.05


def test_a_fall_is_never_surer_than_its_own_chance() -> None:
    # all of ten games won, then none of ten: at a share of 1/2 in both that has the chance of 2 to the power of −20
    found = falls([0, 1], Counts.of([10, 0], 10))
    # Fisher: all ten wins of twenty games on one side, one way of 184,756
    assert found.p_value == pytest.approx(1 / 184_756)
    assert found.p_value > 2**-20


def test_halves_do_not_make_a_fall() -> None:
    # 1,000 games won and lost in equal parts, then 1,000 ties: both are even
    even = Counts(np.array([500.0, 0.0]), np.array([0.0, 1000.0]), np.array([1000.0, 1000.0]))
    assert falls([0, 1], even).p_value == 1.0
    # 550 of 1,000 against ties alone is surer than against 500 wins; Fisher's test counts it as that
    some = falls([0, 1], Counts(np.array([550.0, 0.0]), np.array([0.0, 1000.0]), np.array([1000.0, 1000.0])))
    plain = falls([0, 1], Counts.of([550, 500], 1000))
    assert some.p_value == pytest.approx(plain.p_value)


def test_far_from_even_what_the_best_bids_leave_is_known_as_well_as_the_shares() -> None:
    # four pairs 0.2 away, standard error 0.01 each: the mean's is half of that
    found = mean_left(np.array([[0.2, 0.01, 0.0, 0.2], [-0.2, 0.01, 0.0, 0.2]] * 2), 4000)
    assert (found.low, found.estimate, found.high) == pytest.approx(
        (0.2 - 0.0098, 0.2, 0.2 + 0.0098), abs=1e-5
    )


def test_where_the_best_bids_are_even_the_mean_that_they_leave_may_be_nothing() -> None:
    # observed distances of even pairs are 0.8 standard errors on average, however many pairs there are
    random = np.random.default_rng(10)
    curves = {
        (str(pair), ""): ([0, 2, 4], Counts.of(random.binomial(800, [0.2, 0.5, 0.8]), 800), 2, 1)
        for pair in range(72)
    }
    found = mean_left(left_over(curves), 72 * 2400)
    assert found.low == pytest.approx(0.0, abs=1e-3)
    assert found.estimate > 0.01
    # the nearest of two or more: 0.564 standard errors of 0.5 / √800 are added at the high end
    assert found.high > np.abs(left_over(curves)[:, 0]).mean() + 0.56 * 0.5 / np.sqrt(800)


def test_at_a_kink_the_interval_reaches_to_where_the_truth_may_be() -> None:
    # |x| of x = 1 standard deviation off 0: all draws lie higher by d, so the truth may be lower by d / (√2 − 1)
    found = interval_of(np.array([1.0, 1.2, 1.2, 1.2]), 10)
    assert found.estimate == 1.0
    assert found.low == pytest.approx(1 - 0.2 / (np.sqrt(2) - 1))
    assert found.high == pytest.approx(1.2)


def test_no_bids_no_study() -> None:
    assert estimated(row("a", "b", 40, 100)).auctions is None


def test_the_bracket_is_the_last_bid_on_one_side_and_the_first_on_the_other() -> None:
    found = study(
        *(row("a", "b", wins, 1000, bid=bid) for bid, wins in ((0, 400), (1, 440), (2, 500), (3, 560)))
    )
    pair = found.pairs[0]
    assert (pair.favours_second, pair.favours_first) == (1, 3)
    assert pair.fair_bid.bids == (2,)
    assert pair.games == 3000
    assert pair.left is not None
    assert (pair.left.estimate, pair.left.low) == (0.0, 0.0)
    assert not found.adaptive
    assert found.readings == ("court_and_faction",)


def test_what_is_left_at_the_best_bid_is_its_distance_from_even() -> None:
    found = study(*(row("a", "b", wins, 10_000, bid=bid) for bid, wins in ((0, 3500), (1, 4600), (2, 5700))))
    pair = found.pairs[0]
    assert pair.fair_bid.status is BidStatus.BETWEEN
    assert pair.fair_bid.best == 1
    assert pair.left is not None
    assert pair.left.estimate == pytest.approx(0.04)
    assert 0.02 < pair.left.low < 0.04 < pair.left.high < 0.06


def test_layouts_have_fair_bids_of_their_own() -> None:
    found = study(
        *(
            row("a", "b", wins, 1000, bid=bid, layout=setting)
            for setting, at in (("x", 0), ("y", 2))
            for bid, wins in ((0, 500 - 60 * at), (1, 560 - 60 * at), (2, 620 - 60 * at), (3, 680 - 60 * at))
        )
    )
    best = {pair.setting: pair.fair_bid.best for pair in found.by_setting}
    assert best == {"x": 0, "y": 2}


def test_drawn_curves_go_through_the_shares_and_straight_on_beyond_them() -> None:
    # log odds −1 at 0 and 0 at 2 with very many games: −0.5 at 1, +0.5 at 3, −2 at −2
    shares = 1 / (1 + np.exp([1.0, 0.0]))
    curve = draws([0, 2], Counts.of(shares * 1e9, 1e9), largest=3, number=4, seed=[1]).mean(axis=0)
    np.testing.assert_allclose(np.log(curve / (1 - curve)), [-2.5, -2, -1.5, -1, -0.5, 0, 0.5], atol=1e-3)


def test_drawn_curves_never_fall() -> None:
    curves = draws([0, 1, 2], Counts.of([55, 50, 48], 100), largest=4, number=50, seed=[1])
    assert (np.diff(curves, axis=1) >= -1e-12).all()


def test_players_who_know_the_curve_bid_as_by_hand() -> None:
    # the second seat is worth 0.58, 0.52, 0.46 to who takes it with 1, 2, 3 cubes: an opener in the first seat says 2
    bids, games = [0, 1, 2, 3, 4], 1e9
    counts = Counts.of([games * (0.36 + 0.06 * b) for b in bids], games)
    plays = auction_plays(
        {("a", "b"): (bids, counts)}, readings=["court_and_faction"], largest=28, by_one=False
    )
    worse, better = plays.plays
    assert (worse.opener, worse.bid, worse.winner, worse.takes, worse.likely) == (0, 2, 0, 1, 1.0)
    assert worse.share.estimate == pytest.approx(0.52, abs=1e-3)
    assert (better.opener, better.bid, better.winner, better.takes) == (1, 0, None, None)
    assert better.share.estimate == pytest.approx(0.64, abs=1e-3)
    # openers have 0.52 and 0.64 against 0.5
    assert plays.opener_gain["court_and_faction"].estimate == pytest.approx(0.08, abs=1e-3)
    assert plays.unfairness_after["court_and_faction"].estimate == pytest.approx(0.08, abs=1e-3)
    lost = {(m.opener, m.cubes): m.loss.estimate for m in worse.misjudged}
    # overrating the first seat it says 1 and the other 2 (0.48 left); underrating it says 3 (0.46 left)
    assert lost[True, 1] == pytest.approx(0.04, abs=1e-3)
    assert lost[True, -1] == pytest.approx(0.06, abs=1e-3)
    assert min(lost.values()) >= -1e-9


def test_cubes_are_shared_out_over_the_places_they_were_put() -> None:
    def fact(key: str, games: int, cubes: int, bid: int, layout: str = "s0") -> dict[str, object]:
        cell = {"seelie": "a", "unseelie": "b", "layout": layout, "seelie_policy": POLICIES[0]}
        more = {"unseelie_policy": POLICIES[1], "bid_to": "unseelie", "bid": bid, "fact": "auction_cubes"}
        return {**cell, **more, "key": key, "games": games, "wins": 0, "sum": cubes}

    facts = pl.DataFrame(
        [
            fact("unseelie top-left", 10, 15, 2),
            fact("unseelie center", 5, 5, 2),
            fact("unseelie center", 4, 4, 1, "s1"),
        ]
    )
    found = placements(facts, COLUMNS, POLICIES)
    everything = [p for p in found if not p.first and not p.setting]
    # 24 cubes in 14 games: 15 to the top left, 9 to the center
    assert [(p.place, p.cubes, p.seat) for p in everything] == [("top-left", 15, 1), ("center", 9, 1)]
    assert everything[0].share.estimate == pytest.approx(15 / 24)
    assert everything[0].share.games == 14
    own = [p for p in found if p.first == "a" and p.setting == "s1"]
    assert [(p.place, p.share.estimate, p.share.high) for p in own] == [("center", 1.0, 1.0)]
    # four games of one cube each: Wilson's low end at 4 of 4 is 4 / (4 + 1.96²)
    assert own[0].share.low == pytest.approx(4 / (4 + 1.959964**2))
