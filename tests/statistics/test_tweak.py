"""The verdicts of a tweak check, from counts of paired games."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.stats.paired import moments
from balance.stats.tweak import coverage as proof
from balance.stats.tweak.claims import Rectangle, claims, rectangle
from balance.stats.tweak.counts import PairShares
from balance.stats.tweak.overall import in_reach
from balance.stats.tweak.planted import Truth, shares_of
from balance.stats.tweak.results import PairChange, Standing, TweakVerdict
from balance.stats.tweak.verdicts import Goal, TweakCounts, judge, rank, wants

LOST, TIE, WON, LOST_LEVEL, SHARED, WON_LEVEL = range(6)


def table(lost: int, gained: int, dropped: int, won: int) -> np.ndarray:
    """Return games by old and new result, from those lost twice, gained, dropped and won twice."""
    joint = np.zeros((6, 6), np.int64)
    joint[np.ix_((LOST, WON), (LOST, WON))] = [[lost, gained], [dropped, won]]
    return joint


def counted(*joint: np.ndarray, base: tuple[tuple[int, int], ...] = ()) -> TweakCounts:
    """Return counts of touched pairs and of untouched ones (lost, won); every game in a common round."""
    pairs = len(joint) + len(base)
    stacked = np.concatenate([np.stack(joint), np.zeros((len(base), 6, 6), np.int64)])
    old = np.zeros((pairs, 6), np.int64)
    for place, (lost, won) in enumerate(base, start=len(joint)):
        old[place, [LOST, WON]] = lost, won
    names = tuple((f"a{n}", f"b{n}") for n in range(pairs))
    return TweakCounts(names, np.arange(pairs) < len(joint), stacked, stacked.copy(), old)


def only(joint: np.ndarray, goal: Goal | None = None) -> PairChange:
    """Return what is said of a tweak that touches one pair."""
    (change,) = judge("tweak", counted(joint), goal or Goal()).touched
    return change


# --- the joint set and its claims


@given(st.lists(st.integers(-20, 20), min_size=4, max_size=4))
def test_the_distance_in_a_rectangle_is_that_of_its_every_point(ends: list[int]) -> None:
    d_low, d_high = sorted(ends[:2])
    s_low, s_high = sorted(ends[2:4])
    found = Rectangle((np.array(d_low), np.array(d_high)), (np.array(s_low), np.array(s_high))).distance()
    d, s = np.meshgrid(np.arange(d_low, d_high + 1), np.arange(s_low, s_high + 1))
    old, new = (s - d) / 2, (s + d) / 2  # as distances from the target, signed
    moved = np.abs(new) - np.abs(old)
    assert (float(found[0]), float(found[1])) == (moved.min(), moved.max())


@settings(max_examples=25, deadline=None)
@given(
    st.tuples(*[st.integers(0, 3000)] * 4).filter(any),
    st.sampled_from([0.3, 0.5, 0.62]),
    st.sampled_from([0.05, 0.002]),
)
def test_a_claim_is_made_where_the_whole_joint_set_supports_it(
    games: tuple[int, ...], target: float, level: float
) -> None:
    shares = shares_of(np.array([games], np.float64))
    found = claims(shares, np.array([target]), 0.02)
    low, high = (float(end[0]) for end in rectangle(shares, np.array([target]), level).distance())
    need = -math.log(level)
    for log, inside in (
        (found.better[0], -high),
        (found.worse[0], low),
        (found.same[0], min(0.02 - high, 0.02 + low)),
    ):
        if abs(inside) > 1e-6:  # not at the very edge
            assert (log >= need) == (inside > 0)


def test_false_claims_have_an_e_value_of_at_most_one_on_average() -> None:
    random = np.random.default_rng(1)
    for truth, target in (
        (Truth(0.5, 0.5, 0.5), 0.45),
        (Truth(0.52, 0.5, 0.5), 0.4),
        (Truth(0.48, 0.52, 0.0), 0.5),
    ):
        counts = random.multinomial(400, truth.chances, 6000)
        found = claims(shares_of(counts), np.array(target), 0.01)
        moved = truth.distance(target)
        false = (
            [found.better] * (moved >= 0) + [found.worse] * (moved <= 0) + [found.same] * (abs(moved) >= 0.01)
        )
        largest = np.exp(np.maximum.reduce(false))
        assert largest.mean() - 3 * largest.std() / math.sqrt(largest.size) <= 1


# --- verdicts of a pair


def test_a_pair_brought_nearer_from_either_side_is_better_and_one_taken_farther_worse() -> None:
    up, down = table(3000, 900, 300, 5800), table(3000, 300, 900, 5800)  # 0.61 to 0.67, 0.67 to 0.61
    assert only(down).verdict is TweakVerdict.BETTER
    assert only(up).verdict is TweakVerdict.WORSE
    assert only(up, Goal(target=0.8)).verdict is TweakVerdict.BETTER
    assert only(down, Goal(target=0.8)).verdict is TweakVerdict.WORSE


def test_a_pair_that_crosses_its_target_and_ends_as_far_away_is_not_better() -> None:
    change = only(table(44_000, 5000, 1000, 50_000))  # 0.51 to 0.55
    assert change.change.low > 0.03
    assert change.verdict is TweakVerdict.WORSE
    level = only(table(460_000, 60_000, 20_000, 460_000), Goal(material=0.02))  # 0.48 to 0.52
    assert level.verdict is TweakVerdict.SAME
    assert level.distance.low < 0 < level.distance.high


def test_a_change_of_direction_alone_is_not_stronger_evidence_than_the_games() -> None:
    assert only(table(90, 12, 8, 90)).verdict is TweakVerdict.UNKNOWN


def test_a_small_sure_step_nearer_is_no_material_change_and_the_note_says_so() -> None:
    change = only(table(40_000, 0, 300, 59_700))
    assert change.verdict is TweakVerdict.SAME
    assert -0.01 < change.distance.low < change.distance.high < 0
    assert "nearer" in change.note


def test_the_effect_and_its_parts_are_those_of_the_counts() -> None:
    change = only(table(300, 150, 50, 500), Goal(target=0.5))
    assert change.old.estimate == pytest.approx(0.55)
    assert change.new.estimate == pytest.approx(0.65)
    assert change.change.estimate == pytest.approx(0.10)
    assert change.distance.estimate == pytest.approx(0.10)
    assert (change.discordant.gained, change.discordant.lost, change.discordant.games) == (150, 50, 200)
    assert change.discordant.table == (("loss", "win", 150), ("win", "loss", 50))
    for interval in (change.old, change.new, change.change, change.distance):
        assert interval.low < interval.estimate < interval.high
        assert interval.games == 1000


def test_looking_from_the_other_seat_turns_shares_round_and_keeps_the_verdict() -> None:
    one = only(table(3000, 300, 900, 5800), Goal(target=0.4, band=(0.3, 0.65)))
    other = only(table(5800, 900, 300, 3000), Goal(target=0.6, band=(0.35, 0.7)))
    assert other.verdict is one.verdict
    assert other.old.low == pytest.approx(1 - one.old.high)
    assert other.change.low == pytest.approx(-one.change.high)
    assert (other.distance.low, other.distance.high) == pytest.approx((one.distance.low, one.distance.high))
    assert other.new_standing is one.new_standing


def test_undoing_a_tweak_turns_its_verdict_round() -> None:
    joint = table(3000, 300, 900, 5800)
    forth, back = only(joint), only(joint.T.copy())
    assert (forth.verdict, back.verdict) == (TweakVerdict.BETTER, TweakVerdict.WORSE)
    assert back.distance.low == pytest.approx(-forth.distance.high)
    assert back.e_value == pytest.approx(forth.e_value)


def test_the_unchanged_rules_have_no_discordant_game_and_in_the_end_no_material_change() -> None:
    few, many = only(table(100, 0, 0, 120)), only(table(900, 0, 0, 1100))
    assert few.verdict is TweakVerdict.UNKNOWN
    assert many.verdict is TweakVerdict.SAME
    for change in (few, many):
        assert change.change.estimate == 0.0
        assert change.discordant.games == 0
        assert math.isnan(change.variance_ratio)


def test_paired_games_are_worth_more_than_independent_ones_as_in_the_published_example() -> None:
    # presidential approval, Agresti, Categorical Data Analysis, table of 1,600 people asked twice
    joint = table(570, 86, 150, 794)
    change = only(joint)
    assert change.change.estimate == pytest.approx(-0.040)
    assert math.sqrt(change.variance_ratio) == pytest.approx(0.01749 / 0.00955, rel=1e-3)
    values = np.array([0.0, 1.0])
    games, _, spread = moments(joint[np.ix_((LOST, WON), (LOST, WON))], values[None, :] - values[:, None])
    assert math.sqrt(float(spread) / float(games)) == pytest.approx(0.00955, abs=5e-6)


def test_ties_that_are_shared_count_half_and_level_scores_are_named() -> None:
    joint = np.zeros((6, 6), np.int64)
    joint[LOST, SHARED], joint[SHARED, SHARED], joint[WON_LEVEL, LOST], joint[LOST_LEVEL, LOST] = (
        30,
        50,
        10,
        10,
    )
    change = only(joint)
    assert change.old.estimate == pytest.approx((25 + 10) / 100)
    assert change.new.estimate == pytest.approx((15 + 25) / 100)
    assert (change.discordant.gained, change.discordant.lost) == (30, 10)
    assert change.discordant.table == (
        ("loss", "tie on level scores", 30),
        ("win on level scores", "loss", 10),
    )
    shares = PairShares.of(joint[None].astype(np.float64))
    assert shares.change[0].tolist() == [10, 0, 60, 30, 0]
    assert shares.total[0].tolist() == [10, 30, 60, 0, 0]


def test_standing_inside_and_outside_a_band() -> None:
    change = only(table(4000, 300, 700, 5000), Goal(band=(0.5, 0.55)))  # 0.57 to 0.53
    assert change.old_standing is Standing.OUTSIDE
    assert change.new_standing is Standing.INSIDE
    assert only(table(40, 3, 7, 50), Goal(band=(0.5, 0.55))).new_standing is Standing.UNKNOWN


def test_the_testers_ratio_stands_beside_the_verdict() -> None:
    joint = table(410, 90, 90, 410)
    joint[LOST, LOST] -= 1
    joint[WON, WON] += 1  # just above the target, so that fewer wins are better
    test = only(joint, Goal(material=0.02)).test
    assert only(table(300, 50, 150, 500)).test.better == 150
    assert only(table(500, 50, 150, 300)).test.better == 50
    assert (test.worse, test.same, test.better) == (90, 820, 90)
    assert (test.exact, test.approximate) == pytest.approx((-1.1068, -1.1111), abs=5e-5)


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
