"""What abilities are worth, from counts worked out by hand and from planted truths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
import pytest

from balance.engine.system import Columns
from balance.stats.comparisons.abilities import study
from balance.stats.comparisons.abilities_results import AbilityStudy, Standing, Worth
from balance.stats.comparisons.coverage import OWNERS, false_signs
from balance.stats.paired_coverage import paired
from balance.sweep.comparisons import comparison_schema

COLUMNS = Columns(("north", "south"), "weather")
LOST, WON = 0, 2


def rows(
    owner: str,
    first: str,
    second: str,
    *,
    both: int,
    gained: int,
    lost: int,
    policy: str = "a",
    ability: str = "wing",
) -> list[list[object]]:
    """Return 100 games of a pair: north won so many under both rules, only without the ability, only with it."""
    games = {
        (WON, WON): both,
        (LOST, WON): gained,
        (WON, LOST): lost,
        (LOST, LOST): 100 - both - gained - lost,
    }
    where = [first, second, "calm", policy, policy, "", 0, "abilities", owner, ability]
    return [
        [*where, *results, number, number * (results[0] != results[1]), 2 * number, 4 * number]
        for results, number in games.items()
        if number
    ]


def found_in(*parts: Sequence[list[object]]) -> AbilityStudy:
    frame = pl.DataFrame(
        [row for part in parts for row in part], schema=comparison_schema(COLUMNS), orient="row"
    )
    found = study(frame, columns=COLUMNS, contestants=["x", "y", "z"], abilities=["wing", "claw"])
    assert found is not None
    return found


FOUR: tuple[list[list[object]], ...] = (
    rows("x", "x", "y", both=30, gained=5, lost=35),  # x is north: its share falls from 0.65 to 0.35
    rows("x", "y", "x", both=40, gained=20, lost=0),  # x is south: north gains 0.2
    rows("x", "x", "z", both=30, gained=0, lost=50),
    rows("x", "z", "x", both=40, gained=0, lost=0),
)


def test_a_loss_is_the_owners_in_whatever_seat_it_sits() -> None:
    (effect,) = found_in(*FOUR).effects
    assert effect.as_first.estimate == pytest.approx((0.3 + 0.5) / 2)
    assert effect.as_second.estimate == pytest.approx((0.2 + 0.0) / 2)
    assert effect.loss.estimate == pytest.approx((0.3 + 0.2 + 0.5 + 0.0) / 4)
    assert {one.opponent: one.loss.estimate for one in effect.opponents} == pytest.approx(
        {"y": 0.25, "z": 0.25}
    )
    assert (effect.games, effect.differing) == (400, 5 + 35 + 20 + 50)
    assert effect.worth is Worth.HELPS
    assert effect.margin.estimate == pytest.approx(0.0)  # by seat: see below


def test_points_are_lost_by_the_owner_too() -> None:
    # every margin moves by 2 to north without the ability: x gains 2 points where it is north, and loses 2 as south
    (north,), (south,) = (found_in(*FOUR[part]).effects for part in (slice(0, None, 2), slice(1, None, 2)))
    assert (north.margin.estimate, south.margin.estimate) == pytest.approx((-2.0, 2.0))


def test_the_interval_is_that_of_independent_pairs_with_two_games_added_to_the_variance() -> None:
    (effect,) = found_in(*FOUR).effects
    variances = []
    for plus, minus in ((35, 5), (20, 0), (50, 0), (0, 0)):
        mean = (plus - minus) / 100
        spread = ((plus + minus) / 100 - mean**2) * 100 / 99
        variances.append((spread + 2 / (4 * 100)) / 100)
    half = 1.959964 * np.sqrt(sum(variances)) / 4
    assert effect.loss.high - effect.loss.estimate == pytest.approx(half)


def test_settings_of_a_pair_are_pooled() -> None:
    calm = rows("x", "x", "y", both=30, gained=0, lost=40)
    storm = [[*row[:2], "storm", *row[3:]] for row in rows("x", "x", "y", both=30, gained=0, lost=20)]
    (effect,) = found_in(calm, storm).effects
    assert effect.loss.estimate == pytest.approx(0.3)
    assert effect.loss.games == 200


def test_a_conclusion_keeps_its_sign_only_if_every_policy_says_so() -> None:
    def both(owner: str, a: int, b: int, ability: str = "wing") -> list[list[object]]:
        """Return games in which the owner loses so many games in 100 under policy a, and under b; below 0 it gains."""
        return [
            row
            for policy, loss in (("a", a), ("b", b))
            for row in rows(
                owner,
                owner,
                "y" if owner != "y" else "x",
                both=20,
                gained=max(-loss, 0),
                lost=max(loss, 0),
                policy=policy,
                ability=ability,
            )
        ]

    found = found_in(both("x", 40, 30), both("y", -40, -30), both("z", 40, -30), both("x", 40, 0, "claw"))
    assert {(one.contestant, one.ability): one.standing for one in found.conclusions} == {
        ("x", "wing"): Standing.HELPS,
        ("x", "claw"): Standing.PARTLY,
        ("y", "wing"): Standing.HARMS,
        ("z", "wing"): Standing.TURNS,
    }
    (partly,) = (one for one in found.conclusions if one.standing is Standing.PARTLY)
    assert (partly.helps, partly.harms, partly.open) == ((("a", "a"),), (), (("b", "b"),))
    assert found.policies == (("a", "a"), ("b", "b"))
    nothing = found_in(both("x", 0, 1))
    assert [one.standing for one in nothing.conclusions] == [Standing.OPEN]


def test_what_is_sure_is_adjusted_over_all_abilities_and_policies() -> None:
    # 8 games in 100 lost for the ability: z = 2.8 alone, p = 0.005; not sure among 16 that do nothing
    some = rows("x", "x", "y", both=40, gained=0, lost=8)
    (alone,) = found_in(some).effects
    assert alone.worth is Worth.HELPS
    others = [rows("y", "x", "y", both=40, gained=0, lost=0, ability=f"w{n}") for n in range(16)]
    among = next(e for e in found_in(some, *others).effects if e.contestant == "x")
    assert among.worth is Worth.OPEN
    assert among.p_value == pytest.approx(17 * alone.p_value)


def test_without_comparisons_there_is_no_study() -> None:
    nothing = pl.DataFrame(schema=comparison_schema(COLUMNS))
    assert study(nothing, columns=COLUMNS, contestants=["x"]) is None


@pytest.mark.parametrize("name", OWNERS)
def test_losses_hold_the_truth(name: str) -> None:
    assert paired(*OWNERS[name], 64, 2000)["held"] >= 0.935


def test_signs_of_abilities_that_do_nothing_are_rarely_sure() -> None:
    assert false_signs(data_sets=300)["any false sign"] <= 0.09


@pytest.mark.slow
@pytest.mark.parametrize("name", OWNERS)
@pytest.mark.parametrize("games", [16, 64, 400])
def test_losses_hold_the_truth_in_full(name: str, games: int) -> None:
    assert paired(*OWNERS[name], games, 10_000)["held"] >= 0.935


@pytest.mark.slow
def test_signs_of_abilities_that_do_nothing_are_rarely_sure_in_full() -> None:
    assert false_signs(data_sets=4000)["any false sign"] <= 0.06
