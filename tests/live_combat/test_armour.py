"""Armour: materials, coverage, tiers, and what mixed armour counts as."""

from __future__ import annotations

import pytest

from balance.config.live_combat.armour import falls_between, mixtures, suit_of, suit_of_coverage
from balance.config.live_combat.models import Piece
from tests.live_combat.table import HEAVY, LIGHT, MEDIUM, PARTS, game, pieces

STEPWISE = {"mixed_partial": "three_points", "mixed_downgrade": "stepwise"}
AT_ONCE = {"mixed_partial": "three_points", "mixed_downgrade": "both_at_once"}
QUARTERS = {"mixed_partial": "three_quarters", "mixed_downgrade": "stepwise"}
ARMOUR = game().armour


def points(*materials: str) -> int:
    """Return the AP of an armour."""
    return suit_of(pieces(*materials), ARMOUR, STEPWISE).points


def counts_as(
    light: int, medium: int, heavy: int, rulings: dict[str, str] = STEPWISE
) -> tuple[str | None, int]:
    """Return category and AP of points of coverage."""
    suit = suit_of_coverage((light, medium, heavy), ARMOUR, rulings)
    return suit.category, suit.points


@pytest.mark.parametrize(
    ("material", "partial", "full"),
    [
        ("bones", 2, 3), ("leather", 2, 3), ("gambeson", 2, 3),
        ("chain mail", 3, 4), ("lamellar", 3, 4), ("brigandine", 3, 4),
        ("plate", 4, 5),
    ],
)  # fmt: skip
def test_each_material_gives_the_points_of_its_category(material: str, partial: int, full: int) -> None:
    assert points(material) == 0
    assert [points(*[material] * n) for n in (2, 3)] == [1, 1]
    assert [points(*[material] * n) for n in (4, 5, 6)] == [partial] * 3
    assert points(*[material] * 7) == full  # in place of the partial points, not beside them


@pytest.mark.parametrize("part", PARTS)
def test_each_part_of_the_body_is_1_point_of_coverage(part: str) -> None:
    other = next(name for name in PARTS if name != part)
    one, two = Piece(covers=(part,), material=HEAVY), Piece(covers=(other,), material=HEAVY)
    assert suit_of([one], ARMOUR, STEPWISE).points == 0
    assert suit_of([one, two], ARMOUR, STEPWISE).points == 1


def test_base_armour_gives_1_whatever_its_category() -> None:
    assert [
        points(LIGHT, LIGHT),
        points(MEDIUM, MEDIUM),
        points(HEAVY, HEAVY),
        points(HEAVY, LIGHT, MEDIUM),
    ] == [1] * 4


def test_a_one_sided_piece_counts_whole() -> None:
    worn = [Piece(covers=(part,), material=MEDIUM, one_sided=True) for part in PARTS[:4]]
    assert suit_of(worn, ARMOUR, STEPWISE).points == 3


@pytest.mark.parametrize("modern", ["plastic", "latex", "EVA foam", "butcher's chainmail"])
@pytest.mark.parametrize(("material", "ap"), [(HEAVY, 4), (MEDIUM, 3), (LIGHT, 3)])
def test_modern_armour_is_one_category_lighter_but_never_below_light(
    modern: str, material: str, ap: int
) -> None:
    worn = [Piece(covers=PARTS, material=material, modern=modern)]
    assert suit_of(worn, ARMOUR, STEPWISE).points == ap


def test_partial_mixed_armour_takes_the_category_of_3_of_4_points() -> None:
    assert counts_as(1, 0, 3) == ("heavy", 4)
    assert counts_as(1, 3, 0) == ("medium", 3)
    assert counts_as(3, 0, 1) == ("light", 2)


def test_full_mixed_armour_takes_the_category_of_5_of_7_points() -> None:
    assert counts_as(2, 0, 5) == ("heavy", 5)
    assert counts_as(1, 5, 1) == ("medium", 4)
    assert counts_as(5, 1, 1) == ("light", 3)
    assert counts_as(3, 0, 4) == ("light", 3)  # heavy as medium: 4 of 7 are not enough


def test_where_no_category_has_enough_heavy_may_count_as_medium_and_medium_as_light() -> None:
    assert counts_as(1, 2, 1) == ("medium", 3)  # 3 count as medium
    assert counts_as(2, 1, 1) == ("light", 2)  # 2 count as medium, so all as light
    assert counts_as(2, 3, 2) == ("medium", 4)  # 5 count as medium
    assert counts_as(3, 3, 1) == ("light", 3)


def test_mixed_partial_takes_3_points_or_three_quarters_of_those_worn() -> None:
    assert counts_as(3, 0, 3) == ("heavy", 4)  # both have 3: the heavier
    assert counts_as(3, 0, 3, QUARTERS) == ("light", 2)  # 4.5 of 6 are needed; 3 as medium are not enough
    assert counts_as(0, 3, 2, QUARTERS) == ("medium", 3)  # 3.75 of 5: 5 count as medium
    assert counts_as(0, 1, 4, QUARTERS) == ("heavy", 4)
    assert counts_as(1, 0, 3, QUARTERS) == ("heavy", 4)  # 3 of 4


def test_mixed_downgrade_goes_step_by_step_or_both_at_once() -> None:
    assert counts_as(0, 2, 2) == ("medium", 3)
    assert counts_as(0, 2, 2, AT_ONCE) == ("light", 2)  # 2 medium and 2 light: still none, so light
    assert counts_as(1, 2, 1, AT_ONCE) == ("light", 2)  # 1 medium and 3 light
    assert counts_as(2, 1, 4, AT_ONCE) == ("light", 3)
    assert counts_as(0, 3, 4) == ("medium", 4)


def test_an_armour_that_counts_as_light_may_stay_on() -> None:
    assert suit_of_coverage((3, 0, 1), ARMOUR, STEPWISE).is_exempt
    assert not suit_of_coverage((1, 0, 3), ARMOUR, STEPWISE).is_exempt
    assert not suit_of_coverage((1, 0, 1), ARMOUR, STEPWISE).is_exempt  # base armour with a heavy piece


def test_every_mixture_is_listed_once_and_those_in_between_are_known_by_hand() -> None:
    every = list(mixtures(ARMOUR))
    # of n points there are (n + 1)(n + 2) / 2 ways to share them, 3 of them of one category alone
    assert len(every) == len(set(every)) == sum((n + 1) * (n + 2) // 2 - 3 for n in (4, 5, 6, 7))
    between = {one for one in every if falls_between(one, ARMOUR, STEPWISE)}
    four = {(2, 2, 0), (2, 0, 2), (0, 2, 2), (2, 1, 1), (1, 2, 1), (1, 1, 2)}
    five = {(2, 2, 1), (2, 1, 2), (1, 2, 2)}
    six = {(2, 2, 2)}
    assert {one for one in between if sum(one) < 7} == four | five | six
    assert all(max(one) <= 4 for one in between if sum(one) == 7)
    assert len([one for one in between if sum(one) == 7]) == 18
