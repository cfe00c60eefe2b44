"""Exchanges: who hits whom, and what a hit does."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.state import (
    BLUE,
    CALL_1,
    CALL_2,
    CAUGHT,
    DEFEND,
    DRINK,
    IN_AGONY,
    LANDS,
    LOST_ARM,
    LOST_LEG,
    NO_EFFECT,
    NONE,
    RED,
    SHATTER,
    STRIKE,
    STUN,
    STUNNED,
    UNCONSCIOUS,
    WOUND,
    other,
)


@kernel(allocates=False)
def attacks(action: int) -> bool:
    """Tell whether an action is a strike, for damage or for an effect."""
    return bool(action == STRIKE or action == CALL_1 or action == CALL_2)


@kernel(allocates=False)
def chance_to_land(state: np.void, rules: np.void, side: int) -> int:
    """Return of 100 strikes of a side how many land."""
    foe = other(side)
    chance = int(rules["hit_rate"][side])
    if state["limb"][side] & LOST_ARM:
        chance -= int(rules["lost_arm"])
    if state["limb"][foe] & LOST_LEG:
        chance += int(rules["lost_leg"])
    if state["act"][foe] == DEFEND:
        chance -= int(rules["defending"])
    return max(0, min(100, chance))


@kernel(allocates=False)
def lose_hit_points(state: np.void, side: int, amount: int) -> int:
    """Take HP, never below 0; return what is left of the damage."""
    lost = min(amount, int(state["hp"][side]))
    state["hp"][side] -= lost
    return amount - lost


@kernel(allocates=False)
def take_damage(state: np.void, side: int, amount: int) -> int:
    """Damage a side: temporary AP first, then AP of armour worn, then HP; return the damage beyond 0 HP."""
    lost = min(amount, int(state["temporary"][side]))
    state["temporary"][side] -= lost
    amount -= lost
    if state["worn"][side]:
        lost = min(amount, int(state["ap"][side]))
        state["ap"][side] -= lost
        amount -= lost
    return lose_hit_points(state, side, amount)


@kernel(allocates=False)
def take_effect(state: np.void, side: int, effect: int, amount: int) -> None:
    """Let an effect befall a side, instead of damage."""
    if effect == WOUND:  # passes over AP
        lose_hit_points(state, side, amount)
    elif effect == STUN:  # from the next exchange on
        state["stunned"][side] = max(int(state["stunned"][side]), amount)
    elif effect == SHATTER:
        state["shield"][side] = 0


@kernel(allocates=False)
def shield_catches(state: np.void, rules: np.void, side: int, effect: int, die: int) -> bool:
    """Tell whether a side's shield catches a hit, and wear it down; what shatters shields is not caught."""
    if state["shield"][side] == 0 or state["act"][side] == STUNNED or effect == SHATTER:
        return False
    if die >= rules["catches"]:
        return False
    state["shield"][side] -= 1
    return True


@kernel(allocates=False)
def drink(state: np.void, rules: np.void, side: int) -> None:
    """Drink a potion: HP, never above full."""
    state["potions"][side] -= 1
    state["hp"][side] = min(int(rules["hp"][side]), int(state["hp"][side]) + int(rules["potion_hp"]))


@kernel(allocates=False)
def spend_call(state: np.void, rules: np.void, side: int, number: int) -> None:
    """Use up an effect once, whether or not the hit lands."""
    state["uses"][side, number] -= 1
    state["mana"][side] -= rules["cost"][side, number]


@kernel(allocates=False)
def fall(state: np.void, rules: np.void, side: int, beyond: int) -> None:
    """Let a side with 0 HP fall into agony, or unconscious where damage beyond 0 HP counts as further damage."""
    state["fell"][side] = 1
    if state["first_fall"][side] == 0:
        state["first_fall"][side] = state["taken"][side]
    unconscious = beyond > 0 and rules["overkill"]
    state["condition"][side] = UNCONSCIOUS if unconscious else IN_AGONY


@kernel(allocates=False)
def exchange(state: np.void, rules: np.void, dice: np.ndarray) -> None:
    """Resolve an exchange: potions are drunk, then both sides' hits land at once."""
    lands_red = lands_blue = False
    for side in range(2):
        action = int(state["act"][side])
        if action == DRINK:
            drink(state, rules, side)
        if state["stunned"][side] > 0:
            state["stunned"][side] -= 1
        lands = attacks(action) and dice[LANDS + side] < chance_to_land(state, rules, side)
        if side == RED:
            lands_red = lands
        else:
            lands_blue = lands
    for foe in range(2):
        side = other(foe)
        action = int(state["act"][side])
        number = action - CALL_1
        effect = NO_EFFECT
        if action == CALL_1 or action == CALL_2:
            effect = int(rules["effect"][side, number])
            spend_call(state, rules, side, number)
        beyond = 0
        if lands_red if side == RED else lands_blue:
            if shield_catches(state, rules, foe, effect, dice[CAUGHT + foe]):
                continue
            if state["first_fall"][foe] == 0:
                state["taken"][foe] += 1
            if effect == NO_EFFECT:
                beyond = take_damage(state, foe, int(rules["damage"][side]))
            else:
                take_effect(state, foe, effect, int(rules["amount"][side, number]))
            if state["hp"][foe] == 0:
                fall(state, rules, foe, beyond)
    state["act"][RED] = state["act"][BLUE] = NONE
    state["clock"] += rules["exchange_seconds"]
