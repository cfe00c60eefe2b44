"""Time between bouts: natural regeneration and short rests."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.state import (
    ARMOUR_OFF,
    BROKEN,
    DEAD,
    MOST_EFFECTS,
    NO_REST,
    SECONDS,
    STABLE,
    STANDING,
)


@kernel(allocates=False)
def heal(state: np.void, rules: np.void, side: int, amount: int) -> None:
    """Give HP, never above full; who lay stable at 0 HP gets up."""
    if amount <= 0 or state["condition"][side] == DEAD:
        return
    state["hp"][side] = min(int(rules["hp"][side]), int(state["hp"][side]) + amount)
    if state["condition"][side] == STABLE:
        state["condition"][side] = STANDING


@kernel(allocates=False)
def pass_time(state: np.void, rules: np.void, side: int, seconds: int) -> None:
    """Let HP regenerate naturally; what is left of the time counts towards the next HP."""
    whole = int(rules["hp_minutes"]) * SECONDS
    mending = int(state["mending"][side]) + seconds
    heal(state, rules, side, mending // whole)
    state["mending"][side] = mending % whole


@kernel(allocates=False)
def repairs(state: np.void, rules: np.void, side: int) -> bool:
    """Tell whether a rest brings AP back: the armour came off, or may stay on."""
    off = state["choice"][side] == ARMOUR_OFF
    return bool(off or rules["exempt"][side] or rules["ap_armour_on"])


@kernel(allocates=False)
def whole_rest(state: np.void, rules: np.void, side: int, minutes: int) -> None:
    """Give what a short rest gives; minutes beyond those that give HP count as any others."""
    least = int(rules["rest_minutes"])
    counted = minutes // least if rules["hp_per_half_hour"] else 1
    heal(state, rules, side, counted * int(rules["rest_hp"]))
    pass_time(state, rules, side, (minutes - counted * least) * SECONDS)
    if repairs(state, rules, side):
        state["ap"][side] = rules["ap"][side]
    if rules["shield"][side]:
        state["shield"][side] = rules["holds"]
    state["mana"][side] = rules["mana"][side]
    recharge(state, rules, side)


@kernel(allocates=False)
def recharge(state: np.void, rules: np.void, side: int) -> None:
    """Give back the uses of effects that the side pays for."""
    for number in range(MOST_EFFECTS):
        if int(state["pays"][side]) >> number & 1:
            state["uses"][side, number] = rules["uses"][side, number]
            state["coins"][side] -= rules["recharge"][side, number]


@kernel(allocates=False)
def broken_rest(state: np.void, rules: np.void, side: int, minutes: int) -> None:
    """Give what a rest of too few minutes gives: nothing but time, or by the minutes in whole points."""
    if not rules["pro_rata"]:
        pass_time(state, rules, side, minutes * SECONDS)
        return
    least = int(rules["rest_minutes"])
    seconds = minutes * SECONDS * int(rules["rest_hp"]) * int(rules["hp_minutes"]) // least
    pass_time(state, rules, side, seconds)  # as long as it takes to regenerate as much naturally
    if repairs(state, rules, side):
        state["ap"][side] += (int(rules["ap"][side]) - int(state["ap"][side])) * minutes // least
    state["mana"][side] += (int(rules["mana"][side]) - int(state["mana"][side])) * minutes // least


@kernel(allocates=False)
def pause(state: np.void, rules: np.void, dice: np.ndarray) -> None:
    """Let a break pass for both sides; it may be broken, and armour that came off may then lie beside."""
    broken = dice[BROKEN] < rules["broken"]
    minutes = int(rules["broken_after"]) if broken else int(rules["break_minutes"])
    if broken:
        state["broken"] += 1
    for side in range(2):
        state["worn"][side] = 1
        choice = int(state["choice"][side])
        if state["condition"][side] == DEAD:
            continue
        if choice <= NO_REST:
            pass_time(state, rules, side, minutes * SECONDS)
            continue
        if minutes >= rules["rest_minutes"]:
            whole_rest(state, rules, side, minutes)
        else:
            broken_rest(state, rules, side, minutes)
        if broken and choice == ARMOUR_OFF and not rules["armour_back_on"]:
            state["worn"][side] = 0
    state["clock"] += minutes * SECONDS
