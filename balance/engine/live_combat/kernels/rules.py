"""The state machine of a contest: what is decided next, what is legal, and what follows."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.fates import fates
from balance.engine.live_combat.kernels.hits import drink, exchange
from balance.engine.live_combat.kernels.rests import pause
from balance.engine.live_combat.kernels.state import (
    ACT,
    AGONY,
    ARM,
    ARMOUR_OFF,
    ARMOUR_ON,
    BLUE,
    BREAK,
    CALL_1,
    DEAD,
    DEFEND,
    DRINK,
    EXCHANGE,
    FATE,
    FINISH,
    FINISH_OFF,
    IN_AGONY,
    KEEPS_ON,
    LEG,
    LIMB,
    LOST_ARM,
    LOST_LEG,
    MOST_EFFECTS,
    NO_EFFECT,
    NO_LIMB,
    NO_REST,
    NONE,
    OVER,
    RECHARGE,
    RED,
    REST,
    RESTS_NEVER,
    SAVE,
    SPARE,
    STANDING,
    STRIKE,
    STUNNED,
    TAKES_OFF,
    UNCONSCIOUS,
    WAIT,
    WALK,
    can_fight,
    other,
)


@kernel(allocates=False)
def start(state: np.void, rules: np.void) -> None:
    """Begin a contest: both sides whole, the first bout."""
    state["clock"] = 0
    state["bout"] = 0
    state["broken"] = 0
    state["first_bout"] = 0
    for side in range(2):
        state["hp"][side] = rules["hp"][side]
        state["ap"][side] = rules["ap"][side]
        state["temporary"][side] = rules["temporary"][side]
        state["worn"][side] = 1
        state["shield"][side] = rules["holds"] if rules["shield"][side] else 0
        state["potions"][side] = rules["potions"][side]
        state["mana"][side] = rules["mana"][side]
        state["coins"][side] = rules["coins"][side]
        for number in range(MOST_EFFECTS):
            state["uses"][side, number] = rules["uses"][side, number]
        state["condition"][side] = STANDING
        state["limb"][side] = NO_LIMB
        state["injured"][side] = NO_LIMB
        state["bled"][side] = 0
        state["injury"][side] = 0
        state["afflictions"][side] = rules["afflictions"][side]
        state["forgot"][side] = 0
        state["mending"][side] = 0
        state["wins"][side] = 0
        state["taken"][side] = 0
        state["first_fall"][side] = 0
        state["worst"][side] = 0
        state["rested"][side] = NONE
    begin_bout(state, rules)


@kernel(allocates=False)
def begin_bout(state: np.void, rules: np.void) -> None:
    """Begin the next bout; who cannot fight loses it without one."""
    state["bout"] += 1
    state["exchange"] = 1
    for side in range(2):
        state["act"][side] = NONE
        state["stunned"][side] = 0
        state["fell"][side] = 0
        state["walks"][side] = 0
        state["choice"][side] = NO_REST
        state["pays"][side] = 0
    if can_fight(state, RED) and can_fight(state, BLUE):
        state["phase"] = ACT
        state["side"] = RED
    else:
        end_bout(state, rules)


@kernel(allocates=False)
def end_bout(state: np.void, rules: np.void) -> None:
    """Give the bout to the one side that can still fight, if only one can."""
    red = can_fight(state, RED) and not state["fell"][RED]
    blue = can_fight(state, BLUE) and not state["fell"][BLUE]
    if red and not blue:
        state["wins"][RED] += 1
    if blue and not red:
        state["wins"][BLUE] += 1
    if state["bout"] == 1:
        state["first_bout"] = state["exchange"]
    if state["fell"][RED] or state["fell"][BLUE]:
        state["phase"] = LIMB
        state["side"] = RED if state["fell"][RED] else BLUE
    else:
        after_fates(state, rules)


@kernel(allocates=False)
def after_fates(state: np.void, rules: np.void) -> None:
    """Go on to the break, or end the contest; of the bouts that a dead side leaves, the other wins all."""
    left = int(rules["bouts"]) - int(state["bout"])
    dead_red, dead_blue = state["condition"][RED] == DEAD, state["condition"][BLUE] == DEAD
    if dead_red or dead_blue:
        if not dead_red:
            state["wins"][RED] += left
        if not dead_blue:
            state["wins"][BLUE] += left
        left = 0
    if left == 0:
        state["phase"] = OVER
        state["side"] = NONE
        return
    if rules["rest"]:
        state["phase"] = REST
        state["side"] = RED
    else:
        state["phase"] = BREAK
        state["side"] = NONE


@kernel(allocates=False)
def may_call(state: np.void, rules: np.void, side: int, number: int) -> bool:
    """Tell whether a side can call one of its effects: it has one, uses are left, and mana."""
    return bool(
        rules["effect"][side, number] != NO_EFFECT
        and state["uses"][side, number] > 0
        and state["mana"][side] >= rules["cost"][side, number]
    )


@kernel(allocates=False)
def may_recharge(state: np.void, rules: np.void, side: int, numbers: int) -> bool:
    """Tell whether a side can pay for some effects (bits): each needs it and has a recharge, and coins suffice."""
    cost = 0
    for number in range(MOST_EFFECTS):
        if numbers >> number & 1:
            if rules["recharge"][side, number] < 0 or rules["effect"][side, number] == NO_EFFECT:
                return False
            if state["uses"][side, number] == rules["uses"][side, number]:
                return False
            cost += int(rules["recharge"][side, number])
    return bool(cost <= state["coins"][side])


@kernel(allocates=False)
def add(actions: np.ndarray, count: int, action: int) -> int:
    """Add an action to a list; return how many there are."""
    actions[count] = action
    return count + 1


@kernel(allocates=False)
def legal_act(state: np.void, rules: np.void, side: int, actions: np.ndarray) -> int:
    """List what a side may do in an exchange: one strike for damage or ONE effect, a potion, or defend."""
    if state["stunned"][side] > 0:
        return add(actions, 0, STUNNED)
    count = add(actions, 0, STRIKE)
    for number in range(MOST_EFFECTS):
        if may_call(state, rules, side, number):
            count = add(actions, count, CALL_1 + number)
    if state["potions"][side] > 0 and state["hp"][side] < rules["hp"][side]:
        count = add(actions, count, DRINK)
    return add(actions, count, DEFEND)


@kernel(allocates=False)
def legal_agony(state: np.void, side: int, actions: np.ndarray) -> int:
    """List what a side may do in agony: drink a potion, walk towards the healer, or wait and talk."""
    count = 0
    if state["potions"][side] > 0:
        count = add(actions, count, DRINK)
    count = add(actions, count, WALK)
    return add(actions, count, WAIT)


@kernel(allocates=False)
def legal_rest(state: np.void, rules: np.void, side: int, actions: np.ndarray) -> int:
    """List what a side may do in a break that allows a short rest; a loadout may leave no choice."""
    habit = rules["at_rest"][side]
    if state["condition"][side] == DEAD or habit == RESTS_NEVER:
        return add(actions, 0, NO_REST)
    if habit == TAKES_OFF:
        return add(actions, 0, ARMOUR_OFF)
    if habit == KEEPS_ON:
        return add(actions, 0, ARMOUR_ON)
    count = add(actions, add(actions, 0, NO_REST), ARMOUR_ON)
    return add(actions, count, ARMOUR_OFF) if rules["armoured"][side] else count


@kernel(allocates=False)
def legal(state: np.void, rules: np.void, actions: np.ndarray) -> int:
    """List the actions of the side that decides, rising; return their number: 0 where dice fall, or at the end."""
    phase, side = state["phase"], int(state["side"])
    if phase == ACT:
        return legal_act(state, rules, side, actions)
    if phase == LIMB:
        return add(actions, add(actions, 0, ARM), LEG)
    if phase == FINISH:
        return add(actions, add(actions, 0, FINISH_OFF), SPARE)
    if phase == AGONY:
        return legal_agony(state, side, actions)
    if phase == REST:
        return legal_rest(state, rules, side, actions)
    if phase == RECHARGE:
        count = add(actions, 0, SAVE)
        if state["choice"][side] == NO_REST:
            return count
        for numbers in range(1, 1 << MOST_EFFECTS):
            if may_recharge(state, rules, side, numbers):
                count = add(actions, count, SAVE + numbers)
        return count
    return 0


@kernel(allocates=False)
def next_side(state: np.void, then: int) -> None:
    """Let Blue decide the same after Red; after Blue go on."""
    if state["side"] == RED:
        state["side"] = BLUE
    else:
        state["phase"] = then
        state["side"] = RED if then == RECHARGE else NONE


@kernel(allocates=False)
def after_limb(state: np.void) -> None:
    """After a limb: the other's limb, then whether who stands finishes a foe in agony, else the agony."""
    side = int(state["side"])
    foe = other(side)
    if side == RED and state["fell"][BLUE]:
        state["side"] = BLUE
    elif not state["fell"][foe] and state["condition"][side] == IN_AGONY:
        state["phase"] = FINISH
        state["side"] = foe
    else:
        begin_agony(state, RED)


@kernel(allocates=False)
def begin_agony(state: np.void, side: int) -> None:
    """Let the next side in agony decide, from a side on; then dice settle their fates."""
    for one in range(side, 2):
        if state["condition"][one] == IN_AGONY:
            state["phase"] = AGONY
            state["side"] = one
            return
    state["phase"] = FATE
    state["side"] = NONE


@kernel(allocates=False)
def apply_agony(state: np.void, rules: np.void, side: int, action: int) -> None:
    """Drink, walk or wait in agony; being healed to at least 1 HP stabilises, unless that is an act of its own."""
    if action == DRINK:
        drink(state, rules, side)
        state["condition"][side] = STANDING
        if not rules["separate"]:
            state["limb"][side] = state["injured"][side]
    elif action == WALK:
        state["walks"][side] = 1
    begin_agony(state, side + 1)


@kernel(allocates=False)
def apply(state: np.void, action: int, rules: np.void) -> None:
    """Carry out a legal action of the side that decides."""
    phase, side = state["phase"], int(state["side"])
    if phase == ACT:
        state["act"][side] = action
        next_side(state, EXCHANGE)
    elif phase == LIMB:
        state["limb"][side] |= LOST_ARM if action == ARM else LOST_LEG
        after_limb(state)
    elif phase == FINISH:
        if action == FINISH_OFF:  # further damage in agony; nobody there can defend themselves
            state["condition"][other(side)] = UNCONSCIOUS
        begin_agony(state, RED)
    elif phase == AGONY:
        apply_agony(state, rules, side, action)
    elif phase == REST:
        state["choice"][side] = action
        if state["rested"][side] == NONE:
            state["rested"][side] = action
        next_side(state, RECHARGE)
    elif phase == RECHARGE:
        state["pays"][side] = action - SAVE
        next_side(state, BREAK)


@kernel(allocates=False)
def resolve(state: np.void, dice: np.ndarray, rules: np.void) -> None:
    """Carry out what the dice decide: an exchange, the fates of those that fell, a break."""
    phase = state["phase"]
    if phase == EXCHANGE:
        exchange(state, rules, dice)
        if state["fell"][RED] or state["fell"][BLUE]:
            end_bout(state, rules)
        elif state["exchange"] >= rules["exchanges"]:
            end_level(state, rules)
        else:
            state["exchange"] += 1
            state["phase"] = ACT
            state["side"] = RED
    elif phase == FATE:
        fates(state, rules, dice)
        after_fates(state, rules)
    elif phase == BREAK:
        pause(state, rules, dice)
        begin_bout(state, rules)


@kernel(allocates=False)
def end_level(state: np.void, rules: np.void) -> None:
    """End a bout in which both sides still stand after the last exchange: nobody wins it."""
    if state["bout"] == 1:
        state["first_bout"] = state["exchange"]
    after_fates(state, rules)
