"""The verdicts of a tweak check, from counts of paired games."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.stats.paired import moments
from balance.stats.tweak.claims import Rectangle, claims, rectangle
from balance.stats.tweak.counts import PairShares
from balance.stats.tweak.planted import Truth, shares_of
from balance.stats.tweak.results import PairChange, Standing, TweakVerdict
from balance.stats.tweak.verdicts import Goal, TweakCounts, judge

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
