"""From tallies to estimates: worked examples, and what is said when little or odd data are there."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest

from balance.errors import RunFolderError
from balance.stats.entries import NOT_PLAYED, THIN, UNEVEN
from balance.stats.estimates import estimate
from balance.stats.intervals import wilson
from balance.stats.planted import COLUMNS, POLICIES, example
from balance.stats.results import BidStatus, Verdict
from tests.statistics.rows import estimated, row

THREE = (
    row("a", "b", 600, 1000),
    row("b", "a", 500, 1000),
    row("a", "c", 700, 1000),
    row("c", "a", 400, 1000),
    row("b", "c", 550, 1000),
    row("c", "b", 450, 1000),
)


def test_a_pairs_share_is_wins_over_games_with_layouts_summed() -> None:
    found = estimated(row("a", "b", 30, 100, layout="x"), row("a", "b", 50, 100, layout="y"))
    share = found.pairs[0].share
    low, high = wilson(0.4, 200)
    assert (share.estimate, share.low, share.high, share.games) == (0.4, float(low), float(high), 200)


def test_strength_averages_both_seats_over_opponents() -> None:
    found = estimated(*THREE)
    best = found.strengths[0]
    # a: as first 0.6 and 0.7; as second 1 − 0.5 and 1 − 0.4
    assert best.name == "a"
    assert best.as_first.estimate == pytest.approx(0.65)
    assert best.as_second.estimate == pytest.approx(0.55)
    assert best.strength.estimate == pytest.approx(0.60)
    assert [s.name for s in found.strengths] == ["a", "b", "c"]
    assert sum(s.strength.estimate for s in found.strengths) == pytest.approx(1.5)


def test_side_advantage_and_overall_weigh_pairs_equally() -> None:
    found = estimated(*THREE[:2], row("a", "c", 70, 100), row("c", "a", 40, 100))
    assert found.overall.estimate == pytest.approx((0.6 + 0.5 + 0.7 + 0.4) / 4)
    assert found.side_advantage.estimate == pytest.approx(0.05)
    assert found.side_advantage.high - found.overall.high == pytest.approx(-0.5)


def test_both_ways_averages_the_orders_and_allows_for_the_number_of_pairs() -> None:
    found = estimated(*THREE[:4], row("b", "c", 520, 1000), row("c", "b", 500, 1000))
    rows = {(one.one, one.other): one for one in found.both_ways}
    # a over b: (0.6 + 1 − 0.5) / 2; a over c: (0.7 + 1 − 0.4) / 2; b over c: (0.52 + 0.5) / 2
    assert [round(one.share.estimate, 6) for one in rows.values()] == [0.55, 0.65, 0.51]
    assert [one.ahead for one in rows.values()] == ["a", "a", None]
    assert rows["a", "b"].share.games == 2000
    # The mean of two orders scatters by less than one share of 2,000 games at the mean.
    low, high = wilson(0.55, 2000)
    assert float(low) < rows["a", "b"].share.low < 0.55 < rows["a", "b"].share.high < float(high)


def test_both_ways_needs_both_orders() -> None:
    assert estimated(row("a", "b", 600, 1000)).both_ways == ()


def test_side_advantage_leaves_out_pairs_played_one_way_round() -> None:
    found = estimated(*THREE[:2], row("a", "c", 1000, 1000))
    assert found.side_advantage.estimate == pytest.approx(0.05)
    assert found.side_advantage.games == 2000
    assert "1 of 2 opponents" in found.strengths[0].strength.note
    assert math.isnan(found.strengths[-1].strength.estimate)


def test_mechanical_tie_break_advantage_is_half_the_tie_rate() -> None:
    found = estimated(row("a", "b", 60, 100, ties=20, margins={-2: 40, 0: 20, 3: 40}))
    pair = found.pairs[0]
    assert pair.tie_rate.estimate == 0.2
    assert pair.tie_break.estimate == 0.1
    assert pair.tie_break.low == pair.tie_rate.low / 2
    assert pair.tie_break.high == pair.tie_rate.high / 2
    assert found.tie_break_to == 0
    assert pair.margin_mean.estimate == pytest.approx(0.4)


def test_shared_ties_count_half_and_help_nobody() -> None:
    cell = row("a", "b", 40, 100, ties=20, margins={-2: 40, 0: 20, 3: 40})
    found = estimated(cell, tie_break="shared")
    assert found.pairs[0].share.estimate == 0.5
    assert found.tie_break_to is None
    assert found.pairs[0].tie_break.high == 0
    assert "shared" in found.pairs[0].tie_break.note


def test_margins_are_summed_over_layouts_from_their_histograms() -> None:
    cells = (
        row("a", "b", 1, 3, layout="x", margins={-2: 2, 5: 1}),
        row("a", "b", 2, 2, layout="y", margins={1: 1, 7: 1}),
    )
    margin = estimated(*cells).pairs[0].margin_mean
    values = np.array([-2, -2, 5, 1, 7])
    half = 2.7764451 * values.std(ddof=1) / math.sqrt(5)
    assert margin.estimate == pytest.approx(values.mean())
    assert (margin.low, margin.high) == pytest.approx((values.mean() - half, values.mean() + half))


def test_verdicts_allow_for_the_number_of_pairs() -> None:
    # 560 of 1,000 has p = 0.00017; 533 has p = 0.040, which is no finding among six pairs
    found = estimated(
        row("a", "b", 560, 1000), row("b", "a", 533, 1000), *THREE[4:], row("a", "c", 440, 1000)
    )
    verdicts = {(p.first, p.second): p.verdict for p in found.pairs}
    assert verdicts["a", "b"] is Verdict.FIRST
    assert verdicts["b", "a"] is Verdict.FIRST
    lonely = estimated(
        row("a", "b", 533, 1000), *(row(x, y, 500, 1000) for x, y in ("ba", "ac", "ca", "bc", "cb"))
    )
    assert lonely.pairs[0].verdict is Verdict.UNDECIDED
    assert lonely.pairs[0].q_value == pytest.approx(6 * 0.0399, rel=0.01)
    assert verdicts["a", "c"] is Verdict.SECOND
    near = estimated(
        row("a", "b", 540, 1000), *(row(x, y, 500, 1000) for x, y in ("ba", "ac", "ca", "bc", "cb"))
    )
    assert 0.05 < near.pairs[0].q_value < 0.08
    assert near.pairs[0].verdict is Verdict.UNDECIDED


def test_the_least_fair_pair_has_a_wider_interval_because_it_was_picked() -> None:
    found = estimated(*THREE)
    assert found.least_fair is not None
    first, second, share = found.least_fair
    assert (first, second) == ("a", "c")
    plain = found.pairs[1].share
    assert share.low < plain.low < plain.high < share.high
    assert "6 pairs" in share.note


def test_pairs_not_played_are_there_and_say_so() -> None:
    found = estimated(row("a", "b", 6, 10), contestants=["a", "b", "c"])
    assert len(found.pairs) == 6
    missing = found.pairs[1]
    assert (missing.first, missing.second) == ("a", "c")
    assert missing.share.note == NOT_PLAYED
    assert math.isnan(missing.share.estimate)
    assert missing.verdict is Verdict.UNDECIDED
    assert missing.fair_bid.status is BidStatus.NOT_PLAYED


def test_nothing_played_by_the_headline_policies_is_no_error() -> None:
    found = estimated(row("a", "b", 6, 10, policies=("greedy", "greedy")))
    assert found.headline_games == 0
    assert found.games == 10
    assert found.overall.note == NOT_PLAYED
    assert found.least_fair is None
    assert found.settings == ()


def test_an_empty_frame_is_no_error() -> None:
    empty = pl.DataFrame([row("a", "b", 1, 1)]).clear()
    found = estimate(empty, columns=COLUMNS, contestants=["a", "b"], headline=POLICIES, tie_break="seelie")
    assert found.games == 0
    assert [p.share.note for p in found.pairs] == [NOT_PLAYED] * 2


def test_rows_without_games_count_as_not_played() -> None:
    empty = row("a", "b", 0, 0) | {"margin_counts": []}
    found = estimated(empty, row("b", "a", 3, 10))
    assert found.pairs[0].share.note == NOT_PLAYED
    assert found.pairs[1].share.games == 10


@pytest.mark.parametrize(("wins", "ties"), [(0, 0), (20, 0), (20, 20), (0, 20)])
def test_no_wins_all_wins_and_all_ties_keep_their_intervals_open(wins: int, ties: int) -> None:
    tie_break = "seelie" if wins else "unseelie"
    margins = {0: 20} if ties else {1 if wins else -1: 20}
    found = estimated(row("a", "b", wins, 20, ties=ties, margins=margins), tie_break=tie_break)
    share = found.pairs[0].share
    assert share.high - share.low == pytest.approx(0.1611, abs=1e-4)
    assert found.overall.high - found.overall.low == pytest.approx(0.1611, abs=1e-4)
    assert found.pairs[0].tie_rate.high - found.pairs[0].tie_rate.low == pytest.approx(0.1611, abs=1e-4)
    assert all(
        math.isfinite(x) for x in (found.unfairness.estimate, found.unfairness.low, found.unfairness.high)
    )


def test_few_games_are_marked() -> None:
    found = estimated(row("a", "b", 6, 10))
    assert THIN in found.pairs[0].share.note
    assert THIN in found.unfairness.note
    assert estimated(row("a", "b", 600, 1000)).pairs[0].share.note == ""


def test_unevenly_played_layouts_are_marked() -> None:
    found = estimated(
        *(row(f, s, 500, 1000, layout=layout) for f, s in ("ab", "ba") for layout in ("x", "y")),
        row("a", "b", 500, 1000, layout="z"),
    )
    assert found.pairs[0].share.note == ""
    assert found.pairs[1].share.note == UNEVEN


def test_mirrors_are_set_apart() -> None:
    found = estimated(*THREE, row("a", "a", 900, 1000))
    assert found.overall == estimated(*THREE).overall
    assert found.unfairness == estimated(*THREE).unfairness
    assert [(m.first, m.second, m.share.estimate) for m in found.mirrors] == [("a", "a", 0.9)]


def test_bids_are_in_no_share() -> None:
    found = estimated(*THREE, row("a", "b", 10, 1000, bid=-3))
    assert found.pairs[0].share.estimate == 0.6
    assert found.headline_games == 6000
    assert found.games == 7000


def test_settings_are_compared_with_their_least_fair_pair() -> None:
    rows = [row("a", "b", 60, 100, layout="x"), row("b", "a", 50, 100, layout="x")]
    rows += [row("a", "b", 20, 100, layout="y"), row("b", "a", 50, 100, layout="y")]
    found = estimated(*rows, settings=["y", "x"])
    assert [s.name for s in found.settings] == ["y", "x"]
    assert found.settings[0].share.estimate == pytest.approx(0.35)
    least = found.settings[0].least_fair
    assert least is not None
    assert least[:2] == ("a", "b")


def test_the_order_of_rows_changes_nothing_but_listings() -> None:
    planted = example(5, contestants=4, settings=3)
    tallies = planted.draw(np.random.default_rng(1), 50, bids=(0, 2))
    tallies = tallies.sort("layout", maintain_order=True)
    found = [
        estimate(
            frame,
            columns=COLUMNS,
            contestants=planted.names,
            headline=POLICIES,
            tie_break="seelie",
            settings=planted.settings,
        )
        for frame in (tallies, tallies.sample(fraction=1, shuffle=True, seed=4))
    ]
    assert found[0].pairs == found[1].pairs
    assert found[0].settings == found[1].settings
    assert found[0] == found[1]


def test_a_missing_column_is_named() -> None:
    with pytest.raises(RunFolderError, match="expected a column 'seelie_wins'"):
        estimate(
            pl.DataFrame([row("a", "b", 1, 2)]).drop("seelie_wins"),
            columns=COLUMNS,
            contestants=["a", "b"],
            headline=POLICIES,
            tie_break="seelie",
        )
