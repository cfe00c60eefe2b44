"""Does it hold for other players: marks, conclusions, and the ranks that the data leave open."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np
import pytest

from balance.stats.intervals import benjamini_hochberg
from balance.stats.results import Claim, Estimates, Mark
from balance.stats.settings.coverage import false_marks
from balance.stats.skill_marks import marks
from tests.statistics.rows import estimated, row

GREEDY, PLANNER = ("greedy", "greedy"), ("planner", "planner")


def column(*rows: tuple[float, float]) -> list[Mark]:
    """Return the mark of one conclusion: distance from even and p-value under each policy."""
    table = np.array(rows)
    return marks(table[:, :1], table[:, 1:])


def test_two_policies_agree_only_if_both_are_sure() -> None:
    assert column((0.1, 0.04), (0.2, 0.05)) == [Mark.AGREES]
    assert column((0.1, 0.04), (0.2, 0.06)) == [Mark.OPEN]


def test_two_policies_contradict_at_one_sided_tests_of_five_percent() -> None:
    assert column((0.1, 0.001), (-0.2, 0.099)) == [Mark.DEPENDS]
    assert column((0.1, 0.001), (-0.2, 0.101)) == [Mark.OPEN]


def test_a_third_policy_asks_for_more() -> None:
    # 1 − (1 − p/2)² ≤ 0.05 asks for p ≤ 0.0506
    assert column((0.1, 0.001), (-0.2, 0.05), (0.01, 0.9)) == [Mark.DEPENDS]
    assert column((0.1, 0.001), (-0.2, 0.052), (0.01, 0.9)) == [Mark.OPEN]


def test_one_policy_and_policies_that_did_not_play_settle_nothing() -> None:
    assert column((0.3, 0.0)) == [Mark.OPEN]
    assert column((0.3, 0.0), (np.nan, 1.0)) == [Mark.OPEN]
    assert marks(np.zeros((0, 0)), np.zeros((0, 0))) == []


def test_many_pairs_are_allowed_for() -> None:
    estimates = np.array([[0.1] * 40, [-0.1] * 40])
    p_values = np.array([[0.05] * 40, [0.001] + [0.9] * 39])
    assert marks(estimates, p_values)[0] is Mark.DEPENDS
    assert marks(estimates, p_values, benjamini_hochberg) == [Mark.OPEN] * 40


def test_marks_are_seldom_false() -> None:
    random = np.random.default_rng(2)
    found = np.array([false_marks(random, (0.5, 0.6), pairs=12, games=300) for _ in range(200)])
    assert (found.mean(axis=0) < 0.05 + 3 * (0.05 * 0.95 / 200) ** 0.5).all()


def three(strong: float, games: int, **more: Any) -> list[dict[str, Any]]:
    """Return all pairs of a, b and c; each wins this share against those after it, from either side."""
    return [
        row(x, y, round(games * (strong if x < y else 1 - strong)), games, **more)
        for x, y in permutations("abc", 2)
    ]


def conclusions(found: Estimates, claim: Claim) -> dict[tuple[str, ...], Mark]:
    return {one.names: one.mark for one in found.conclusions if one.claim is claim}


def test_conclusions_that_turn_round_depend_on_skill() -> None:
    found = estimated(*three(0.7, 1000), *three(0.3, 1000, policies=GREEDY))
    assert conclusions(found, Claim.STRENGTH) == {
        ("a",): Mark.DEPENDS,
        ("b",): Mark.OPEN,
        ("c",): Mark.DEPENDS,
    }
    assert conclusions(found, Claim.STRONGEST) == {("a",): Mark.DEPENDS}
    assert set(conclusions(found, Claim.LEAST_FAIR).values()) == {Mark.DEPENDS}
    assert conclusions(found, Claim.SIDE) == {(): Mark.OPEN}
    assert {one.mark for one in found.agreements} == {Mark.DEPENDS}


def test_conclusions_that_stay_agree() -> None:
    found = estimated(*three(0.7, 1000, ties=20), *three(0.65, 1000, ties=10, policies=GREEDY))
    assert conclusions(found, Claim.STRONGEST) == {("a",): Mark.AGREES}
    assert conclusions(found, Claim.STRENGTH)[("c",)] is Mark.AGREES
    (tie_break,) = (one for one in found.conclusions if one.claim is Claim.TIE_BREAK)
    assert tie_break.mark is Mark.AGREES
    assert {name: value.estimate for name, value in tie_break.values.items()} == pytest.approx(
        {"planner": 0.01, "greedy": 0.005}
    )


def test_conclusions_compare_the_same_layouts_and_pairs() -> None:
    found = estimated(
        row("a", "b", 600, 1000, layout="x"),
        row("a", "b", 0, 1000, layout="y"),
        row("b", "a", 0, 1000, layout="x"),
        row("a", "b", 700, 1000, layout="x", policies=GREEDY),
    )
    (side,) = (one for one in found.conclusions if one.claim is Claim.SIDE)
    assert {name: value.estimate for name, value in side.values.items()} == {"planner": 0.6, "greedy": 0.7}
    assert side.mark is Mark.AGREES
    assert conclusions(found, Claim.SETTING) == {("x",): Mark.AGREES}


def test_one_policy_makes_no_conclusion_for_others() -> None:
    assert estimated(*three(0.7, 100)).conclusions == ()


def test_ranks_are_as_narrow_as_the_games_allow() -> None:
    assert [one.ranks for one in estimated(*three(0.7, 1000)).strengths] == [(1, 1), (2, 2), (3, 3)]
    assert [one.ranks for one in estimated(*three(0.7, 4)).strengths] == [(1, 3)] * 3
    alone = estimated(row("a", "b", 1, 2)).strengths  # never met the other way round
    assert [one.ranks for one in alone] == [None, None]


def test_the_difference_of_the_sides_is_first_less_second() -> None:
    # both win 60 of 100 in the first seat and 40 in the second; Wilson's ends of 0.6 and 0.4 at 100 games
    found = estimated(row("a", "b", 60, 100), row("b", "a", 60, 100)).strengths[0].difference
    low, high = 0.502003, 0.690599
    assert found.estimate == pytest.approx(0.2)
    assert found.low == pytest.approx(0.2 - 2**0.5 * (0.6 - low), abs=1e-5)
    assert found.high == pytest.approx(0.2 + 2**0.5 * (high - 0.6), abs=1e-5)
