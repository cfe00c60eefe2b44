"""Several pairs and several tweaks together: overall figures, what is still wanted, ranking, error rates."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from balance.stats.tweak import coverage as proof
from balance.stats.tweak.overall import in_reach
from balance.stats.tweak.planted import Truth
from balance.stats.tweak.results import PairChange, TweakVerdict
from balance.stats.tweak.verdicts import Goal, judge, rank, wants
from tests.statistics.test_tweak import WON, WON_LEVEL, counted, only, table

# --- several pairs, several tweaks


def test_what_suffices_for_one_pair_does_not_for_one_of_sixteen() -> None:
    telling, nothing = table(450, 45, 90, 615), table(540, 55, 55, 550)
    alone = judge("one", counted(telling), Goal()).touched[0]
    among = judge("many", counted(telling, *[nothing] * 15), Goal()).touched
    assert alone.verdict is TweakVerdict.BETTER
    assert all(change.verdict is TweakVerdict.UNKNOWN for change in among)
    assert among[0].needed == pytest.approx(16 / 0.05)
    together = judge("all", counted(*[telling] * 16), Goal()).touched
    assert all(change.verdict is TweakVerdict.BETTER for change in together)
    assert together[0].needed == pytest.approx(20)


def test_each_of_several_tweaks_is_judged_at_its_part_of_the_error() -> None:
    joint = table(450, 40, 95, 615)
    one, four = only(joint), only(joint, Goal(tweaks=4))
    assert four.needed == pytest.approx(4 * one.needed)
    assert four.change.low < one.change.low
    assert four.e_value == one.e_value


def test_untouched_pairs_change_by_exactly_nothing() -> None:
    joint = table(3000, 300, 900, 5800)
    alone = judge("tweak", counted(joint), Goal()).overall
    among = judge("tweak", counted(joint, base=((450, 550),) * 3), Goal()).overall
    assert alone is not None
    assert among is not None
    for name in ("distance", "side_advantage", "tie_break"):
        one, quarter = getattr(alone, name).change, getattr(among, name).change
        assert (quarter.low, quarter.estimate, quarter.high) == pytest.approx(
            (one.low / 4, one.estimate / 4, one.high / 4)
        )
    assert among.material == pytest.approx(alone.material / 4)
    assert among.verdict is alone.verdict is TweakVerdict.BETTER
    assert judge("tweak", counted(joint, base=((450, 550),) * 3), Goal()).identical == (
        ("a1", "b1"),
        ("a2", "b2"),
        ("a3", "b3"),
    )


def test_overall_figures_of_known_counts() -> None:
    found = judge("tweak", counted(table(3000, 300, 900, 5800), base=((4000, 6000),)), Goal()).overall
    assert found is not None
    assert found.side_advantage.old.estimate == pytest.approx((0.17 + 0.10) / 2)
    assert found.side_advantage.change.estimate == pytest.approx(-0.06 / 2)
    assert found.distance.old.estimate == pytest.approx((0.17 + 0.10) / 2, abs=1e-3)
    assert found.distance.change.estimate == pytest.approx(-0.03, abs=1e-3)
    assert found.distance.new.estimate - found.distance.old.estimate == pytest.approx(
        found.distance.change.estimate
    )
    assert found.tie_break.old.estimate == found.tie_break.change.estimate == 0.0
    # far from the target the distance moves as the share does, and is known as well
    distance, side = found.distance.change, found.side_advantage.change
    assert (distance.low, distance.high) == pytest.approx((side.low, side.high), rel=0.01)
    assert found.old_worst is not None
    assert found.new_worst is not None
    assert (found.old_worst.first, found.new_worst.first) == ("a0", "a0")
    assert found.old_worst.distance.estimate == pytest.approx(0.17)
    assert found.old_worst.distance.low < 0.17 < found.old_worst.distance.high


def test_near_the_target_the_interval_of_the_mean_distance_allows_for_bias_on_either_side() -> None:
    forth, back = table(2450, 100, 50, 2400), table(2450, 50, 100, 2400)
    one, other = (judge("tweak", counted(joint), Goal()).overall for joint in (forth, back))
    assert one is not None
    assert other is not None
    change, undone = one.distance.change, other.distance.change
    assert (undone.low, undone.high) == pytest.approx((-change.high, -change.low))
    # 1/2 less 1/100 before, 1/2 after: noise alone makes a distance of 0.8 standard errors of the new share
    assert change.low < -0.01 - 0.8 * 0.5 / math.sqrt(5000)


def test_an_observed_share_of_exactly_the_target_does_not_narrow_the_interval() -> None:
    # one game of 5,000, won under both rules, changes next to nothing, at the kink of the distance either
    at, beside = (
        judge("tweak", counted(joint), Goal()).overall
        for joint in (table(2400, 100, 100, 2400), table(2399, 100, 100, 2401))
    )
    assert at is not None
    assert beside is not None
    width, other = (one.distance.change.high - one.distance.change.low for one in (at, beside))
    assert width == pytest.approx(other, rel=0.05)


def test_the_mechanical_tie_break_advantage_is_half_the_tie_rate() -> None:
    joint = table(400, 0, 0, 400)
    joint[WON_LEVEL, WON_LEVEL], joint[WON_LEVEL, WON] = 100, 100
    found = judge("tweak", counted(joint), Goal()).overall
    assert found is not None
    assert found.tie_break.old.estimate == pytest.approx(0.2 / 2)
    assert found.tie_break.new.estimate == pytest.approx(0.1 / 2)
    assert found.tie_break.change.high < 0


def test_without_games_of_untouched_pairs_only_changes_are_known() -> None:
    found = judge("tweak", counted(table(3000, 300, 900, 5800), base=((0, 0),)), Goal()).overall
    assert found is not None
    assert math.isnan(found.distance.old.estimate)
    assert found.distance.old.note == "not played"
    assert found.distance.change.high < 0
    assert found.old_worst is None
    assert found.untouched_games == 0


def test_a_tweak_that_touches_nothing_needs_no_game() -> None:
    counts = counted(table(0, 0, 0, 0), base=((5, 5),))
    counts = replace(counts, touched=np.zeros(2, np.bool_))
    result = judge("tweak", counts, Goal())
    assert result.touched == ()
    assert result.overall is None
    assert len(result.identical) == 2
    assert not wants(result, counts, Goal()).pairs.any()


def test_rounds_that_are_not_common_to_all_pairs_are_refused() -> None:
    counts = counted(table(50, 5, 5, 40), table(50, 5, 5, 41))
    with pytest.raises(ValueError, match="as many games"):
        judge("tweak", counts, Goal())


# --- what is still wanted


def test_before_the_first_game_every_touched_pair_is_wanted() -> None:
    counts = counted(table(0, 0, 0, 0), table(0, 0, 0, 0), base=((0, 0),))
    result = judge("tweak", counts, Goal())
    assert wants(result, counts, Goal()).pairs.tolist() == [True, True, False]
    assert result.cost.paired == 0
    assert result.cost.finish is None
    assert {change.verdict for change in result.touched} == {TweakVerdict.UNKNOWN}


def test_settled_pairs_are_left_alone_once_the_overall_verdict_is_there() -> None:
    settled, still_open = table(3000, 300, 900, 5800), table(4600, 580, 400, 4420)
    counts = counted(settled, still_open)
    result = judge("tweak", counts, Goal())
    assert [change.verdict for change in result.touched] == [TweakVerdict.BETTER, TweakVerdict.UNKNOWN]
    assert result.overall is not None
    assert result.overall.verdict is TweakVerdict.BETTER
    wanted = wants(result, counts, Goal())
    assert not wanted.overall
    assert wanted.pairs.tolist() == [False, True]
    assert not wants(result, counts, Goal(max_games=10_000)).pairs.any()


def test_while_the_overall_verdict_is_open_all_touched_pairs_are_wanted() -> None:
    counts = counted(table(1000, 0, 200, 2800), table(1000, 170, 0, 2830))
    result = judge("tweak", counts, Goal())
    wanted = wants(result, counts, Goal())
    assert [change.verdict for change in result.touched] == [TweakVerdict.BETTER, TweakVerdict.WORSE]
    assert result.overall is not None
    assert result.overall.verdict is TweakVerdict.UNKNOWN
    assert wanted.overall
    assert wanted.pairs.all()


def test_an_overall_verdict_out_of_reach_is_given_up_in_time() -> None:
    at_material = judge("tweak", counted(table(20_000, 3000, 4000, 23_000)), Goal(material=0.02))
    assert at_material.overall is not None
    assert at_material.overall.verdict is TweakVerdict.BETTER  # nearer for sure, whatever is material
    hidden = judge("tweak", counted(table(2400, 380, 430, 2390)), Goal(max_games=6000)).overall
    assert hidden is not None
    assert hidden.verdict is TweakVerdict.UNKNOWN
    assert not in_reach(hidden, Goal(max_games=6000))


def test_the_games_that_finishing_needs_would_finish() -> None:
    joint = table(600, 100, 130, 770)
    before = only(joint)
    assert before.verdict is TweakVerdict.UNKNOWN
    assert before.finish.games is not None
    assert before.finish.claim is TweakVerdict.BETTER

    def times(games: float) -> PairChange:
        return only(np.rint(joint * (games / before.games)).astype(np.int64))

    assert times(1.02 * (before.games + before.finish.games)).verdict is TweakVerdict.BETTER
    assert times(0.85 * (before.games + before.finish.games)).verdict is TweakVerdict.UNKNOWN


def test_finishing_is_not_promised_where_the_games_so_far_say_nothing() -> None:
    joint = table(90, 12, 11, 88)  # a change of half a point, of which nobody knows the sign
    finish = only(joint, Goal(material=0.005)).finish
    assert finish.games is None
    assert "no number of games can be said" in finish.note
    allowed = only(table(600, 100, 130, 770), Goal(max_games=2000)).finish
    assert allowed.games is not None
    assert "2,000" in allowed.note


# --- several tweaks


def test_tweaks_are_ranked_by_what_they_do_to_the_mean_distance() -> None:
    goal = Goal(tweaks=3)
    better, worse = table(3000, 300, 900, 5800), table(3000, 900, 300, 5800)
    results = [
        judge(name, counted(joint), goal)
        for name, joint in (("worse", worse), ("nothing", table(4000, 0, 0, 6000)), ("better", better))
    ]
    ranking = rank(results).rows
    assert [row.name for row in ranking] == ["better", "", "nothing", "worse"]
    assert [row.place for row in ranking] == [1, 2, 3, 4]
    assert ranking[0].behind == ()
    assert ranking[1].behind == ("better",)
    assert ranking[3].behind == ("better", "", "nothing")
    assert (ranking[0].better, ranking[3].worse, ranking[2].same) == (1, 1, 1)
    assert ranking[1].verdict is TweakVerdict.SAME


# --- error rates, by simulation


def test_looking_a_hundred_times_at_no_difference_gives_no_more_false_alarms_than_stated() -> None:
    rates = proof.false_alarms(Truth(0.56, 0.56, 0.5), 0.5, 600)
    assert 0 < rates["never stopping"] < proof.ALPHA
    assert rates["at most (99%)"] < proof.ALPHA


def test_intervals_hold_at_all_looks() -> None:
    for truth in (Truth(0.5, 0.53, 0.5), Truth(0.01, 0.02, 0.5)):
        rates = proof.sequences_hold(truth, 0.5, 100)
        assert all(rates[name] >= 0.94 for name in ("old", "new", "change", "distance"))


def test_sixteen_pairs_have_the_false_discovery_rate_that_is_stated() -> None:
    truths = (Truth(0.56, 0.56, 0.6),) * 4 + (Truth(0.56, 0.52, 0.6),) * 4
    rates = proof.discoveries(truths, 0.5, 100, looks=15)
    assert rates["false discovery rate"] < proof.ALPHA
    assert rates["pairs with a verdict"] > 0.4


def test_overall_figures_hold_at_all_looks() -> None:
    rates = proof.overall_holds((Truth(0.56, 0.54, 0.6), Truth(0.5, 0.5, 0.6), Truth(0.45, 0.43, 0.6)), 30)
    widths = ("half width of the change", "its bias")
    assert all(held >= 0.9 for name, held in rates.items() if name not in widths)
    assert abs(rates["its bias"]) < 0.005


@pytest.mark.slow
@pytest.mark.parametrize("name", list(proof.NOTHING))
def test_false_alarms_in_every_case(name: str) -> None:
    rates = proof.false_alarms(*proof.NOTHING[name], 4000)
    assert rates["at most (99%)"] <= proof.ALPHA
    assert rates["at most (99%) "] <= proof.ALPHA


@pytest.mark.slow
@pytest.mark.parametrize("name", list(proof.HELD))
def test_intervals_hold_in_every_case(name: str) -> None:
    rates = proof.sequences_hold(*proof.HELD[name], 2000)
    assert all(rates[key] >= 0.95 for key in ("old", "new", "change", "distance"))
