"""What scripted fighters do, decision by decision."""

from __future__ import annotations

import numpy as np
import pytest

from balance import policies
from balance.engine.live_combat.game import ACTIONS
from tests.live_combat.table import HEAVY, LIGHT, Table, call, game, loadout, pieces, series

RED, BLUE = 0, 1


def chosen(table: Table, policy: str = "careful") -> str:
    """Return what a policy chooses for the side that decides."""
    handle = policies.handle("live_combat", policy, {})
    fight = table.fight
    actions = fight.actions()
    arguments = (fight.state, fight.rules, fight.side, actions, len(actions), np.uint64(7), handle.weights)
    return ACTIONS[handle.choose(*arguments)]


def test_careful_drinks_in_time_and_fierce_strikes_to_the_last() -> None:
    hurt = Table(red=loadout(potions=1)).set(RED, hp=2)
    assert (chosen(hurt), chosen(hurt, "fierce")) == ("drink a potion", "strike")
    covered = Table(red=loadout(potions=1, armour=pieces(LIGHT, LIGHT))).set(RED, hp=2)
    assert chosen(covered) == "strike"


@pytest.mark.parametrize("policy", ["careful", "fierce"])
def test_effects_are_called_where_they_do_more_than_damage(policy: str) -> None:
    piercing, stunning = loadout(effects=(call("pierce"),)), loadout(effects=(call("stun"),))
    assert chosen(Table(piercing, loadout(armour=pieces(LIGHT, LIGHT))), policy) == "call the first effect"
    assert chosen(Table(piercing), policy) == "strike"
    assert chosen(Table(stunning), policy) == "call the first effect"
    assert chosen(Table(stunning).set(BLUE, hp=1), policy) == "strike"
    assert chosen(Table(stunning).set(BLUE, stunned=1), policy) == "strike"
    shattering = loadout(effects=(call("shatter"),))
    assert chosen(Table(shattering, loadout(shield=True)), policy) == "call the first effect"
    assert chosen(Table(shattering), policy) == "strike"


def test_careful_spares_the_fallen_and_fierce_finishes_them() -> None:
    table = Table().fell(BLUE)
    assert (chosen(table), chosen(table, "fierce")) == ("spare", "finish")


def test_careful_takes_heavy_armour_off_to_rest_where_it_has_lost_2_points() -> None:
    red = loadout(armour=pieces(*[HEAVY] * 7))
    table = Table(red, contest=series()).fell(BLUE).decide("spare", "wait").settle()
    for ap, wanted in ((3, "armour off"), (4, "armour on")):
        table.set(RED, ap=ap)
        assert (chosen(table), chosen(table, "fierce")) == (wanted, "armour on")


def test_careful_keeps_armour_on_that_need_not_come_off() -> None:
    light = (
        Table(loadout(armour=pieces(*[LIGHT] * 7)), contest=series())
        .fell(BLUE)
        .decide("spare", "wait")
        .settle()
    )
    assert chosen(light.set(RED, ap=0)) == "armour on"
    red, of = loadout(armour=pieces(*[HEAVY] * 7)), game(rest_ap="armour_on_too")
    heavy = Table(red, contest=series(), of=of).fell(BLUE).decide("spare", "wait").settle()
    assert chosen(heavy.set(RED, ap=0)) == "armour on"


@pytest.mark.parametrize("policy", ["careful", "fierce"])
def test_in_agony_they_drink_or_walk_towards_the_healer(policy: str) -> None:
    assert chosen(Table(blue=loadout(potions=1)).fell(BLUE).decide("spare"), policy) == "drink a potion"
    assert chosen(Table().fell(BLUE).decide("spare"), policy) == "walk"


def test_blue_does_not_see_what_red_has_chosen() -> None:
    from balance.engine.live_combat.kernels import loop

    table = Table()
    table.fight.decide("defend")
    seen = []

    def watching(state, rules, side, actions, count, draw, weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        seen.append(int(state["act"][RED]))
        return int(actions[0])

    fight = table.fight
    actions = fight.actions()
    plain = getattr(loop.decide, "py_func", loop.decide)
    plain(fight.state, fight.rules, actions, len(actions), np.uint64(1), watching, np.zeros(0))
    assert seen == [-1]
    assert fight.state["act"][RED] == ACTIONS.index("defend")
