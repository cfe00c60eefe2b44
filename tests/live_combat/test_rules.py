"""Points, hits, shields, potions and bouts of the live combat of The Pact, clause by clause, worked out by hand."""

from __future__ import annotations

import pytest

from balance.config.live_combat.models import Contest
from tests.live_combat.table import (
    DUEL,
    HEAVY,
    HIT,
    LIGHT,
    MEDIUM,
    MISS,
    Table,
    call,
    game,
    loadout,
    pieces,
    series,
)

RED, BLUE = 0, 1
FULL_PLATE = pieces(*[HEAVY] * 7)
NOBODY = Contest()


# hit points and armour points


def test_every_character_has_3_hit_points_and_skills_add_to_them() -> None:
    assert Table(blue=loadout(hit_point_skills=2)).has(RED, "hp") == (3,)
    assert Table(blue=loadout(hit_point_skills=2)).has(BLUE, "hp") == (5,)


def test_hits_have_no_location_the_fourth_fells_whoever_has_3_hp_and_1_ap() -> None:
    table = Table(blue=loadout(armour=pieces(LIGHT, LIGHT)))
    for _ in range(3):
        table.exchange()
    assert (table.has(BLUE, "hp"), table.phase) == ((1,), "act")
    table.exchange()
    assert (table.has(BLUE, "hp"), table.condition(BLUE)) == ((0,), "in agony")


def test_damage_reduces_armour_points_first_then_hit_points() -> None:
    table = Table(blue=loadout(armour=pieces(*[LIGHT] * 4)))  # 2 AP
    table.exchange()
    assert table.has(BLUE, "ap", "hp") == (1, 3)
    table.exchange()
    assert table.has(BLUE, "ap", "hp") == (0, 3)
    table.exchange()
    assert table.has(BLUE, "ap", "hp") == (0, 2)


def test_one_hit_of_2_takes_the_last_armour_point_and_a_hit_point() -> None:
    table = Table(red=loadout(deals=(2,)), blue=loadout(armour=pieces(LIGHT, LIGHT)))
    table.exchange()
    assert table.has(BLUE, "ap", "hp") == (0, 2)


def test_an_effect_may_say_otherwise_a_wound_passes_over_armour() -> None:
    table = Table(red=loadout(effects=(call("pierce"),)), blue=loadout(armour=FULL_PLATE))
    table.exchange("call the first effect")
    assert table.has(BLUE, "ap", "hp") == (5, 2)


def test_temporary_armour_points_are_lost_first() -> None:
    table = Table(blue=loadout(armour=FULL_PLATE, temporary_armour=1))
    table.exchange()
    assert table.has(BLUE, "temporary", "ap", "hp") == (0, 5, 3)
    table.exchange()
    assert table.has(BLUE, "temporary", "ap", "hp") == (0, 4, 3)


def test_one_hit_of_3_runs_through_temporary_and_armour_points_into_hit_points() -> None:
    table = Table(red=loadout(deals=(3,)), blue=loadout(armour=pieces(LIGHT, LIGHT), temporary_armour=1))
    table.exchange()
    assert table.has(BLUE, "temporary", "ap", "hp") == (0, 0, 2)


# hits


def test_a_hit_does_1_damage() -> None:
    table = Table().exchange()
    assert table.has(BLUE, "hp") == (2,)


def test_both_hits_of_an_exchange_land_at_once() -> None:
    table = Table().set(RED, hp=1).set(BLUE, hp=1)
    table.exchange("strike", "strike", (HIT, HIT))
    assert [table.condition(side) for side in (RED, BLUE)] == ["in agony", "in agony"]
    table.decide("arm", "leg", "wait", "wait").settle()
    assert table.fight.wins == (0, 0)


def test_a_strike_lands_below_its_hit_rate() -> None:
    assert Table(red=loadout(hit_rate=37)).exchange("strike", "strike", (36, MISS)).has(BLUE, "hp") == (2,)
    assert Table(red=loadout(hit_rate=37)).exchange("strike", "strike", (37, MISS)).has(BLUE, "hp") == (3,)


def test_a_foe_who_defends_is_hit_less_often_and_does_not_strike() -> None:
    # 50 less 20 of 100
    assert Table().exchange("strike", "defend", (29, HIT)).has(BLUE, "hp") == (2,)
    assert Table().exchange("strike", "defend", (30, HIT)).has(BLUE, "hp") == (3,)
    assert Table().exchange("strike", "defend", (30, HIT)).has(RED, "hp") == (3,)


def test_a_hit_is_either_damage_or_an_effect() -> None:
    table = Table(red=loadout(deals=(2,), effects=(call("stun"),)))
    table.exchange("call the first effect")
    assert table.has(BLUE, "hp", "stunned") == (3, 2)


def test_never_more_than_one_effect_is_called_with_a_hit() -> None:
    red = loadout(effects=(call("stun"), call("shatter")))
    table = Table(red=red, blue=loadout(shield=True))
    assert table.fight.legal() == ("strike", "call the first effect", "call the second effect", "defend")
    table.exchange("call the second effect")
    assert table.has(BLUE, "shield", "stunned") == (0, 0)


def test_a_called_effect_is_spent_even_if_the_strike_misses() -> None:
    table = Table(red=loadout(mana=1, effects=(call("pierce", mana=1),)))
    table.exchange("call the first effect", dice=(MISS, MISS))
    assert (table.has(RED, "mana"), table.has(BLUE, "hp")) == ((0,), (3,))
    assert table.fight.legal() == ("strike", "defend")


def test_an_effect_without_mana_for_it_cannot_be_called() -> None:
    table = Table(red=loadout(mana=3, effects=(call("pierce", uses=5, mana=2),)))
    table.exchange("call the first effect", dice=(MISS, MISS))
    assert "call the first effect" not in table.fight.legal()


def test_a_stunned_character_does_nothing_for_two_exchanges() -> None:
    table = Table(red=loadout(effects=(call("stun"),))).exchange("call the first effect")
    for _ in range(2):
        table.decide("strike")
        assert table.phase == "exchange"  # Blue was not asked
        table.throw(MISS, HIT)
        assert table.has(RED, "hp") == (3,)
    table.decide("strike")
    assert "strike" in table.fight.legal()


@pytest.mark.parametrize(
    ("deals", "adds", "every", "highest"),
    [
        ((), (), 1, 1),
        ((2,), (), 2, 2),
        ((2, 2), (), 2, 2),  # two that inflict 2 do not stack
        ((), (1,), 2, 2),
        ((), (2,), 3, 3),
        ((2,), (1,), 3, 3),
        ((), (1, 2), 4, 3),
        ((2, 3), (1, 2), 6, 5),
    ],
)
def test_deals_n_sets_the_damage_and_plus_n_adds_to_it(
    deals: tuple[int, ...], adds: tuple[int, ...], every: int, highest: int
) -> None:
    red, blue = loadout(deals=deals, adds=adds), loadout(hit_point_skills=10)
    assert Table(red, blue).exchange().has(BLUE, "hp") == (13 - every,)
    table = Table(red, blue, of=game(bonus_stack="highest_bonus"))
    assert table.exchange().has(BLUE, "hp") == (13 - highest,)


# shields


def test_a_shield_catches_hits_until_it_breaks() -> None:
    table = Table(blue=loadout(shield=True))  # catches 25 of 100, and 3 hits in all
    for left in (2, 1, 0):
        table.exchange(dice=(HIT, MISS, 99, 24))
        assert table.has(BLUE, "shield", "hp") == (left, 3)
    table.exchange(dice=(HIT, MISS, 99, 0))
    assert table.has(BLUE, "shield", "hp") == (0, 2)


def test_a_shield_misses_hits_from_its_chance_on() -> None:
    assert Table(blue=loadout(shield=True)).exchange(dice=(HIT, MISS, 99, 25)).has(BLUE, "shield", "hp") == (
        3,
        2,
    )


def test_a_shield_catches_effects_but_not_the_one_that_shatters_it() -> None:
    red = loadout(effects=(call("pierce"), call("shatter")))
    table = Table(red, loadout(shield=True)).exchange("call the first effect", dice=(HIT, MISS, 99, 0))
    assert table.has(BLUE, "shield", "hp") == (2, 3)
    table.exchange("call the second effect", dice=(HIT, MISS, 99, 0))
    assert table.has(BLUE, "shield", "hp") == (0, 3)


def test_who_is_stunned_does_not_use_the_shield() -> None:
    table = Table(blue=loadout(shield=True)).set(BLUE, stunned=1)
    table.decide("strike").throw(HIT, MISS, 99, 0)
    assert table.has(BLUE, "shield", "hp") == (3, 2)


# potions


def test_a_potion_heals_1_hp_in_place_of_a_strike_and_never_above_full() -> None:
    table = Table(red=loadout(potions=1))
    assert "drink a potion" not in table.fight.legal()
    table.set(RED, hp=1).exchange("drink a potion", "defend", (HIT, MISS))
    assert (table.has(RED, "hp", "potions"), table.has(BLUE, "hp")) == ((2, 0), (3,))


# duels and series


def test_who_falls_loses_the_bout_and_the_duel_is_over_when_fates_are_settled() -> None:
    table = Table().fell(BLUE).decide("spare", "wait").settle()
    assert (table.fight.is_over, table.fight.wins) == (True, (1, 0))


def test_a_bout_in_which_both_stand_after_the_last_exchange_is_level() -> None:
    table = Table(of=game({"hits.most_exchanges": 2}))
    for _ in range(2):
        table.exchange("defend", "defend", (MISS, MISS))
    assert (table.fight.is_over, table.fight.wins) == (True, (0, 0))


def test_who_lies_at_0_hp_when_the_next_bout_begins_loses_it() -> None:
    table = Table(contest=series(rest=False), of=game(stabilised="separate_act"))
    table.fell(BLUE).decide("spare", "wait").settle().throw(99)
    assert (table.fight.is_over, table.fight.wins) == (True, (2, 0))


def test_hit_points_and_armour_points_are_carried_from_bout_to_bout() -> None:
    table = Table(red=loadout(armour=pieces(*[MEDIUM] * 4)), contest=series(rest=False))
    table.set(RED, hp=2, ap=1).fell(BLUE).decide("spare", "wait").settle().throw(99)
    assert (table.phase, table.has(RED, "hp", "ap"), table.has(BLUE, "hp")) == ("act", (2, 1), (1,))


def test_a_duel_ends_the_contest_without_a_break() -> None:
    table = Table(contest=DUEL).fell(BLUE).decide("spare", "wait").settle()
    assert table.phase == "over"
