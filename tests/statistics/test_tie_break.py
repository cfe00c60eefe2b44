"""What ties and points are worth, from counts worked out by hand and from planted truths."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest

from balance.engine.system import Columns
from balance.stats.comparisons.coverage import LEVELS, TIES, handicaps, tie_break
from balance.stats.comparisons.handicap import Margins, margins_by, mean_handicap, pair_handicaps
from balance.stats.comparisons.tie_break import none_differing, parts, study
from balance.stats.comparisons.tie_break_results import HandicapStatus
from balance.stats.intervals import wilson
from balance.sweep.comparisons import comparison_schema

COLUMNS = Columns(("north", "south"), "weather")
LOST, WON, LEVEL_WON, LEVEL_LOST = 0, 2, 5, 3


def joint(**games: int) -> np.ndarray:
    """Return one stratum: ``l`` lost, ``w`` won, ``t`` level; first with ties to the first seat, then to the second."""
    first, second = {"l": LOST, "w": WON, "t": LEVEL_WON}, {"l": LOST, "w": WON, "t": LEVEL_LOST}
    counts = np.zeros((1, 6, 6), np.int64)
    for key, number in games.items():
        counts[0, first[key[0]], second[key[1]]] = number
    return counts


def row(
    pair: tuple[str, str], setting: str, results: tuple[int, int], games: int, differing: int = 0
) -> list[object]:
    return [*pair, setting, "a", "a", "", 0, "tie_break", "", "", *results, games, differing, 0, 0]


def test_without_a_change_in_play_the_advantage_is_half_the_tie_rate() -> None:
    total, mechanical, behavioural = parts(joint(ll=50, ww=40, tt=10))
    # shares 0.5 and 0.4: half the difference is 0.05; both tie rates 0.1: a quarter of their sum is 0.05
    assert (total.estimate, mechanical.estimate) == pytest.approx((0.05, 0.05))
    assert behavioural.estimate == pytest.approx(0.0)
    assert total.games == 100


def test_what_players_who_know_the_rule_do_is_apart_from_what_the_rule_does() -> None:
    # With ties to the first seat it won 46 of 100 (6 of them level), with ties to the second 34, of which none level;
    # there 4 of the 54 that it lost were level
    total, mechanical, behavioural = parts(joint(ll=50, ww=34, tl=6, wl=6, lt=4))
    assert total.estimate == pytest.approx((0.46 - 0.34) / 2)
    assert mechanical.estimate == pytest.approx((0.06 + 0.04) / 4)
    assert behavioural.estimate == pytest.approx(0.06 - 0.025)


def test_pairs_weigh_the_same_whatever_their_games() -> None:
    both = np.concatenate([joint(ll=90, tt=10), joint(ll=700, tt=300)])
    assert parts(both)[0].estimate == pytest.approx((0.05 + 0.15) / 2)


def test_a_run_is_told_by_policy_pair_and_setting() -> None:
    rows = [
        row(("x", "y"), "calm", (LOST, LOST), 90),
        row(("x", "y"), "calm", (LEVEL_WON, LEVEL_LOST), 10),
        row(("y", "x"), "calm", (WON, WON), 70),
        row(("y", "x"), "calm", (LEVEL_WON, LEVEL_LOST), 30),
        row(("x", "y"), "storm", (LOST, LOST), 80),
        row(("x", "y"), "storm", (WON, LOST), 20, differing=20),
    ]
    frame = pl.DataFrame(rows, schema=comparison_schema(COLUMNS), orient="row")
    (found,) = study(frame, columns=COLUMNS, settings=["calm", "storm", "fog"])
    assert found.policies == ("a", "a")
    assert [one.name for one in found.settings] == ["calm", "storm"]
    assert [one.effect.total.estimate for one in found.settings] == pytest.approx([0.1, 0.1])
    assert [one.effect.behavioural.estimate for one in found.settings] == pytest.approx([0.0, 0.1])
    assert [(one.first, one.second) for one in found.pairs] == [("x", "y"), ("y", "x")]
    assert [one.effect.total.estimate for one in found.pairs] == pytest.approx([0.075, 0.15])
    assert found.overall.total.estimate == pytest.approx(0.1125)
    assert (found.overall.games, found.overall.differing, found.exact) == (300, 20, False)
    assert "exact" not in found.settings[0].effect.behavioural.note  # one game differs elsewhere
    (alike,) = study(frame.filter(pl.col("differing") == 0), columns=COLUMNS, settings=["calm"])
    assert alike.exact
    assert alike.overall.behavioural.note.startswith("exact")
    assert alike.overall.behavioural.high == none_differing(280)


def test_that_no_game_differs_leaves_room_for_a_share_that_chance_would_hide() -> None:
    most = 2 * none_differing(1000)  # the share of games that may differ: each moves at most half a win
    exact = binomtest(0, 1000).proportion_ci(method="exact").high
    assert most == pytest.approx(exact)


def margins(*strata: dict[int, int]) -> Margins:
    low = min(min(one) for one in strata)
    counts = np.zeros((len(strata), max(max(one) for one in strata) - low + 1), np.int64)
    for n, one in enumerate(strata):
        for margin, games in one.items():
            counts[n, margin - low] = games
    return Margins([(str(n),) for n in range(len(strata))], counts, low)


@pytest.mark.parametrize(("tie_to", "share"), [(0, 0.75), (1, 0.35), (None, 0.55)])
def test_points_are_added_before_the_tie_break(tie_to: int | None, share: float) -> None:
    counts = margins({-5: 25, -2: 40, 3: 35}).at([-4, 0, 2, 3, 6], tie_to)
    level = {0: 1.0, 1: 0.0, None: 0.5}[tie_to]
    assert counts.share[:, 0].tolist() == pytest.approx([0.0, 0.35, share, 0.75, 1.0])
    assert share == pytest.approx(0.35 + 0.4 * level)


def test_the_handicap_is_what_the_sign_test_leaves() -> None:
    own = margins(dict.fromkeys(range(-20, 6), 10))  # 260 games, even between −8 and −7
    (found,) = pair_handicaps(own, 0)
    wins = {k: 10 * (k + 6) for k in range(-5, 20)}  # margins −k … 5
    open_points = tuple(k for k, won in wins.items() if binomtest(won, 260).pvalue > 0.05)
    assert found.status is HandicapStatus.FOUND
    assert found.points == open_points == (6, 7, 8)
    assert found.best == 7  # 130 of 260
    curve = {point.points: point for point in found.curve}
    assert set(curve) == {0, 5, 6, 7, 8, 9}
    assert [k for k, point in curve.items() if not point.excluded] == [6, 7, 8]
    low, high = wilson(60 / 260, 260)
    assert (curve[0].share.low, curve[0].share.high) == pytest.approx((float(low), float(high)))


def test_where_no_whole_number_of_points_is_even_the_two_around_it_are_named() -> None:
    (found,) = pair_handicaps(margins({-5: 600, 5: 400}), 1)  # at 5 points 0.4, at 6 every game
    assert found.status is HandicapStatus.BETWEEN
    assert (found.points, found.bracket, found.best) == ((), (5, 6), 5)


def test_few_games_exclude_nothing() -> None:
    (found,) = pair_handicaps(margins({-3: 2, 4: 3}), 0)
    assert (found.status, found.points, found.best) == (HandicapStatus.OPEN, (), None)
    assert not any(point.excluded for point in found.curve)


def test_the_overall_handicap_weighs_pairs_the_same() -> None:
    found = mean_handicap(margins({-4: 1000, 6: 1000}, {-4: 3000, 6: 1000}, {-4: 100, 6: 900}), 0)
    curve = {point.points: point.share.estimate for point in found.curve}
    assert curve[0] == curve[3] == pytest.approx((0.5 + 0.25 + 0.9) / 3)
    assert curve[4] == 1.0
    assert curve[-7] == 0.0
    assert [*curve] == list(range(-10, 11))


def test_margins_of_tallies_are_summed_over_cells_and_trimmed_ends_do_not_matter() -> None:
    tallies = pl.DataFrame(
        {
            "north": ["x", "x", "y", "y"],
            "south": ["y", "y", "x", "x"],
            "games": [3, 4, 2, 0],
            "margin_offset": [-2, 1, 0, 7],
            "margin_counts": [[1, 0, 2], [4], [1, 1], []],
        }
    )
    found = margins_by(tallies, ["north", "south"])
    assert found.keys == [("x", "y"), ("y", "x")]
    assert found.low == -2
    assert found.counts.tolist() == [[1, 0, 2, 4], [0, 0, 1, 1]]
    assert margins_by(tallies.filter(pl.col("games") == 0), ["north", "south"]).keys == []


@pytest.mark.parametrize("name", [name for name in TIES if "72 pairs" in name])
def test_tie_break_intervals_hold_the_truth(name: str) -> None:
    *case, pairs, games = TIES[name]
    found = tie_break(*case, pairs=pairs, games=games, data_sets=1000)
    for part in ("total", "mechanical", "behavioural"):
        assert found[part] >= 0.93, part
    assert found["total"] <= 0.97


@pytest.mark.parametrize(
    "name", ["one pair, 0.5 points behind; 1560 games", "one pair, exactly level; 20 games"]
)
def test_handicaps_exclude_no_level_number_of_points(name: str) -> None:
    means, spread, games = LEVELS[name]
    found = handicaps(means, spread=spread, games=games, data_sets=250)
    assert found["mean held"] >= 0.9
    assert found["pair held"] >= 0.9


@pytest.mark.slow
@pytest.mark.parametrize("name", TIES)
def test_tie_break_intervals_hold_the_truth_in_full(name: str) -> None:
    *case, pairs, games = TIES[name]
    found = tie_break(*case, pairs=pairs, games=games, data_sets=10_000)
    assert min(found[part] for part in ("total", "mechanical", "behavioural")) >= 0.935


@pytest.mark.slow
@pytest.mark.parametrize("name", LEVELS)
def test_handicaps_exclude_no_level_number_of_points_in_full(name: str) -> None:
    means, spread, games = LEVELS[name]
    found = handicaps(means, spread=spread, games=games, data_sets=2000)
    assert min(found["mean held"], found["pair held"]) >= 0.935
