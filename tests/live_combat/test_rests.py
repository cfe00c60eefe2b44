"""Regeneration and the short rest, clause by clause."""

from __future__ import annotations

from typing import Any

import pytest

from balance.config.live_combat.models import Contest
from tests.live_combat.table import HEAVY, LIGHT, Table, call, game, loadout, pieces, series

RED, BLUE = 0, 1
PLATE = pieces(*[HEAVY] * 7)  # 5 AP
LEATHER = pieces(*[LIGHT] * 4)  # 2 AP


def at_break(red: Any = None, contest: Contest | None = None, of: Any = None, **values: int) -> Table:
    """Return a fight whose first bout Red has won, with Red's values then, at the break."""
    table = Table(red, contest=contest or series(), of=of).fell(BLUE).decide("spare", "wait").settle()
    return table.set(RED, **values)


def rested(table: Table, red: str, broken: bool = False) -> Table:
    """Let Red do something in the break, and Blue not rest."""
    table.decide(red)
    table.decide("no rest")
    return table.throw(0 if broken else 99)


# natural regeneration


@pytest.mark.parametrize(("minutes", "hp"), [(119, 1), (120, 2), (239, 2), (240, 3)])
def test_hit_points_regenerate_at_1_in_2_hours(minutes: int, hp: int) -> None:
    table = at_break(contest=series(minutes, rest=False), hp=1, mending=0)
    assert table.throw(99).has(RED, "hp") == (hp,)


def test_time_of_several_breaks_adds_up_to_2_hours() -> None:
    table = Table(contest=series(60, bouts=3, rest=False)).fell(BLUE).decide("spare", "wait").settle()
    table.set(RED, hp=1, mending=0).throw(99)
    assert table.has(RED, "hp") == (1,)
    table.set(BLUE, hp=1).exchange().decide("arm", "spare", "wait").set(RED, mending=3600).settle()
    assert table.throw(99).has(RED, "hp") == (2,)


def test_whoever_stands_mends_while_the_other_is_down() -> None:
    table = Table(contest=series(rest=False)).fell(BLUE).decide("spare", "wait")
    table.set(RED, hp=1, mending=7200 - 120).settle()  # the healer comes after 2 minutes
    assert table.has(RED, "hp", "mending") == (2, 0)


def test_nobody_regenerates_above_full() -> None:
    table = at_break(contest=series(600, rest=False), hp=3)
    assert table.throw(99).has(RED, "hp") == (3,)


# the short rest


def test_in_a_short_rest_there_are_no_offensive_actions() -> None:
    table = at_break()
    assert (table.phase, table.fight.legal()) == ("rest", ("no rest", "armour on"))
    assert at_break(loadout(armour=PLATE)).fight.legal() == ("no rest", "armour on", "armour off")


def test_a_short_rest_of_30_minutes_brings_1_hit_point() -> None:
    assert rested(at_break(contest=series(30), hp=1, mending=0), "armour on").has(RED, "hp") == (2,)
    assert rested(at_break(contest=series(30), hp=1, mending=0), "no rest").has(RED, "hp") == (1,)


@pytest.mark.parametrize(("minutes", "each", "once"), [(30, 2, 2), (59, 2, 2), (60, 3, 2), (90, 4, 2)])
def test_rest_hp_counts_every_full_half_hour_or_the_rest_alone(minutes: int, each: int, once: int) -> None:
    red = loadout(hit_point_skills=2)
    for option, hp in (("per_half_hour", each), ("per_rest", once)):
        table = at_break(red, series(minutes), game(rest_hp=option), hp=1, mending=0)
        assert rested(table, "armour on").has(RED, "hp") == (hp,), option


def test_minutes_beyond_those_that_bring_hit_points_count_as_any_others() -> None:
    table = at_break(contest=series(50), hp=1, mending=6000)
    assert rested(table, "armour on").has(RED, "hp", "mending") == (
        3,
        0,
    )  # 30 minutes, and 20 of 6000 + 1200 s


def test_who_lies_stable_at_0_hp_gets_up_in_a_short_rest() -> None:
    table = (
        Table(contest=series(), of=game(stabilised="separate_act"))
        .fell(BLUE)
        .decide("spare", "wait")
        .settle()
    )
    table.decide("no rest", "armour on").throw(99)
    assert (table.phase, table.has(BLUE, "hp"), table.condition(BLUE)) == ("act", (1,), "standing")


def test_all_armour_points_come_back_if_the_armour_comes_off() -> None:
    red = loadout(armour=PLATE)
    assert rested(at_break(red, ap=1), "armour off").has(RED, "ap", "worn") == (5, 1)
    assert rested(at_break(red, ap=1), "armour on").has(RED, "ap") == (1,)
    assert rested(at_break(red, ap=1), "no rest").has(RED, "ap") == (1,)


def test_light_armour_need_not_come_off() -> None:
    assert rested(at_break(loadout(armour=LEATHER), ap=0), "armour on").has(RED, "ap") == (2,)


def test_mixed_armour_that_counts_as_light_need_not_come_off() -> None:
    red = loadout(armour=pieces(LIGHT, LIGHT, LIGHT, HEAVY))
    assert rested(at_break(red, ap=0), "armour on").has(RED, "ap") == (2,)


def test_rest_ap_may_bring_all_with_the_armour_on_too() -> None:
    table = at_break(loadout(armour=PLATE), of=game(rest_ap="armour_on_too"), ap=1)
    assert rested(table, "armour on").has(RED, "ap") == (5,)


def test_temporary_armour_points_are_never_repaired() -> None:
    table = at_break(loadout(armour=PLATE, temporary_armour=2), ap=0, temporary=0)
    assert rested(table, "armour off").has(RED, "temporary", "ap") == (0, 5)


def test_a_broken_shield_can_be_used_again() -> None:
    assert rested(at_break(loadout(shield=True), shield=0), "armour on").has(RED, "shield") == (3,)
    assert rested(at_break(loadout(shield=True), shield=0), "no rest").has(RED, "shield") == (0,)


def test_all_mana_comes_back() -> None:
    red = loadout(mana=4)
    assert rested(at_break(red, mana=0), "armour on").has(RED, "mana") == (4,)
    assert rested(at_break(red, mana=0), "no rest").has(RED, "mana") == (0,)


def recharging(coins: int) -> Table:
    """Return a fight at the break in which Red has called all it can."""
    red = loadout(coins=coins, effects=(call("pierce", uses=2, recharge=3), call("stun", uses=1)))
    table = at_break(red)
    table.fight.state["uses"][RED] = 0
    return table


def test_abilities_that_allow_it_are_recharged_at_their_cost() -> None:
    table = recharging(5).decide("armour on", "no rest")
    assert table.fight.legal() == ("save", "recharge the first effect")  # the second has no recharge
    table.decide("recharge the first effect").throw(99)
    assert table.has(RED, "coins") == (2,)
    assert list(table.fight.state["uses"][RED]) == [2, 0]


def test_nothing_is_recharged_without_the_coins_a_rest_or_the_wish() -> None:
    for coins, rest in ((2, "armour on"), (5, "no rest")):
        table = recharging(coins)
        rested(table, rest)
        assert (table.has(RED, "coins"), list(table.fight.state["uses"][RED])) == ((coins,), [0, 0])
    saved = recharging(5).decide("armour on", "no rest", "save").throw(99)
    assert (saved.has(RED, "coins"), list(saved.fight.state["uses"][RED])) == ((5,), [0, 0])


def test_both_effects_are_recharged_only_if_the_coins_suffice_for_both() -> None:
    effects = (call("pierce", recharge=2), call("stun", recharge=2))
    for coins, wanted in ((3, 3), (4, 4)):
        table = at_break(loadout(coins=coins, effects=effects))
        table.fight.state["uses"][RED] = 0
        assert len(table.decide("armour on", "no rest").fight.legal()) == wanted


# broken rests


BROKEN: dict[str, Any] = {"broken": 50, "broken_after": 20}


def test_a_rest_of_fewer_than_30_unbroken_minutes_brings_nothing() -> None:
    red = loadout(armour=PLATE, mana=3, shield=True)
    table = at_break(red, series(40, **BROKEN), hp=1, ap=2, mana=0, shield=0, mending=0)
    rested(table, "armour off", broken=True)
    assert table.has(RED, "hp", "ap", "mana", "shield", "mending") == (1, 2, 0, 0, 1200)


def test_pro_rata_a_broken_rest_brings_its_part_in_whole_points() -> None:
    red = loadout(armour=PLATE, mana=3, shield=True)
    table = at_break(
        red, series(40, **BROKEN), game(rest_broken="pro_rata"), hp=1, ap=2, mana=0, shield=0, mending=0
    )
    rested(table, "armour off", broken=True)
    # 20 of 30 minutes: 2 of 3 lost AP, 2 of 3 mana, two thirds of the way to an HP, and no part of a shield
    assert table.has(RED, "hp", "ap", "mana", "shield", "mending") == (1, 4, 2, 0, 4800)


def test_a_rest_that_is_broken_after_30_minutes_is_a_short_rest() -> None:
    table = at_break(loadout(armour=PLATE), series(60, broken=50, broken_after=30), hp=1, ap=2)
    assert rested(table, "armour off", broken=True).has(RED, "hp", "ap") == (2, 5)


def test_a_break_is_broken_below_its_chance() -> None:
    for die, minutes in ((49, 20), (50, 40)):
        table = at_break(contest=series(40, **BROKEN))
        clock = int(table.fight.state["clock"])
        table.decide("no rest", "no rest").throw(die)
        assert int(table.fight.state["clock"]) - clock == minutes * 60


def test_armour_that_came_off_gives_nothing_in_the_bout_that_breaks_the_rest() -> None:
    table = at_break(loadout(armour=PLATE), series(60, bouts=3, broken=50, broken_after=30), hp=3, ap=2)
    rested(table, "armour off", broken=True)
    assert table.has(RED, "ap", "worn") == (5, 0)
    table.exchange("defend", "strike", (99, 0))
    assert table.has(RED, "ap", "hp") == (5, 2)


def test_armour_may_be_back_on_in_time_if_the_game_says_so() -> None:
    of = game({"rest.armour_back_on": True})
    table = at_break(loadout(armour=PLATE), series(60, broken=50, broken_after=30), of, ap=2)
    assert rested(table, "armour off", broken=True).has(RED, "ap", "worn") == (5, 1)


@pytest.mark.parametrize(("habit", "ap"), [("armour off", 5), ("armour on", 1), ("never rests", 1)])
def test_a_loadout_may_have_its_own_habit_at_rest(habit: str, ap: int) -> None:
    table = at_break(loadout(armour=PLATE, at_rest=habit), ap=1)
    assert len(table.fight.legal()) == 1
    table.fight.decide(table.fight.legal()[0])
    table.decide("no rest").throw(99)
    assert table.has(RED, "ap") == (ap,)
