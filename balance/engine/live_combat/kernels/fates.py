"""Agony, bleed-out, injuries and death."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.rests import pass_time
from balance.engine.live_combat.kernels.state import (
    AFFLICTS,
    ARRIVES,
    DEAD,
    DIED,
    FELL,
    HURT,
    IN_AGONY,
    MAIMED,
    MAJOR,
    MINOR,
    SCRIPT,
    SECONDS,
    STABLE,
    STANDING,
    UNCONSCIOUS,
)

NEVER = 1 << 14
"""A minute that no contest reaches."""


@kernel(allocates=False)
def worsen(state: np.void, side: int, fate: int) -> None:
    """Remember the worst that befell a side."""
    state["worst"][side] = max(int(state["worst"][side]), fate)


@kernel(allocates=False)
def arrival(rules: np.void, die: int) -> int:
    """Return the minute after a fall in which the healer arrives: all alike, as far as a throw of 100 goes."""
    if not rules["healer"]:
        return NEVER
    first = int(rules["healer_from"])
    return first + die * (int(rules["healer_to"]) - first + 1) // 100


@kernel(allocates=False)
def reached(rules: np.void, minute: int, walks: int) -> int:
    """Return the minute in which the healer reaches somebody, who may walk towards them; begun minutes count whole."""
    if not walks or minute == NEVER:
        return minute
    return (minute * int(rules["walking"]) + 99) // 100


@kernel(allocates=False)
def stabilise(state: np.void, rules: np.void, side: int) -> None:
    """Let a healer stabilise a side in agony: the limb can be used again, but not one that an injury keeps lost."""
    state["limb"][side] = state["injured"][side]
    if state["condition"][side] == STANDING:  # healed by a potion before
        return
    if rules["separate"]:
        state["condition"][side] = STABLE
    else:
        state["condition"][side] = STANDING
        state["hp"][side] = min(int(rules["hp"][side]), int(rules["healer_hp"]))


@kernel(allocates=False)
def injure(state: np.void, side: int) -> None:
    """Give a side the minor injury of bleed-out, its limb; who has a major injury keeps that alone."""
    worsen(state, side, HURT)
    state["bled"][side] += 1
    state["injured"][side] = state["limb"][side]
    if state["injury"][side] != MAJOR:
        state["injury"][side] = MINOR


@kernel(allocates=False)
def rescue(state: np.void, rules: np.void, side: int) -> None:
    """Let a healer rescue a side in bleed-out: it keeps its minor injury, and its limb stays lost."""
    state["condition"][side] = STANDING
    heals = int(rules["healer_hp"]) if rules["rescue_heals"] else 1
    state["hp"][side] = min(int(rules["hp"][side]), heals)


@kernel(allocates=False)
def abandon(state: np.void, rules: np.void, side: int, script: int, affliction: int) -> None:
    """Let nobody rescue a side: its minor injury becomes a major one, and it comes back elsewhere, or dies.

    Parameters
    ----------
    script, affliction
        Dice: whether a scripted event kills it; whether the injury leaves a permanent affliction.
    """
    worsen(state, side, MAIMED)
    state["injury"][side] = MAJOR
    state["forgot"][side] += 1
    state["condition"][side] = STANDING
    state["hp"][side] = min(int(rules["hp"][side]), int(rules["major_hp"]))
    if affliction < rules["affliction"]:
        state["afflictions"][side] += 1
    if state["afflictions"][side] >= rules["afflictions_to_die"] or script < rules["scripted_death"]:
        state["condition"][side] = DEAD
        state["hp"][side] = 0
        worsen(state, side, DIED)


@kernel(allocates=False)
def settle(state: np.void, rules: np.void, side: int, dice: np.ndarray) -> int:
    """Settle what becomes of a side that fell; return the minutes that this takes."""
    worsen(state, side, FELL)
    minute = reached(rules, arrival(rules, int(dice[ARRIVES + side])), int(state["walks"][side]))
    agony, bleeding = int(rules["agony_minutes"]), int(rules["bleed_minutes"])
    if state["condition"][side] == STANDING:  # drank a potion
        if minute <= agony:
            stabilise(state, rules, side)
        return 0
    begins = 0
    if state["condition"][side] == IN_AGONY:
        if minute <= agony:
            stabilise(state, rules, side)
            return minute
        begins = agony
        state["condition"][side] = UNCONSCIOUS
    injure(state, side)
    if minute <= begins + bleeding:
        rescue(state, rules, side)
        return minute
    abandon(state, rules, side, int(dice[SCRIPT + side]), int(dice[AFFLICTS + side]))
    return begins + bleeding


@kernel(allocates=False)
def fates(state: np.void, rules: np.void, dice: np.ndarray) -> None:
    """Settle what becomes of those that fell; whoever stands waits, and time passes for them."""
    minutes = 0
    for side in range(2):
        if state["fell"][side]:
            minutes = max(minutes, settle(state, rules, side, dice))
    for side in range(2):
        if not state["fell"][side]:
            pass_time(state, rules, side, minutes * SECONDS)
    state["clock"] += minutes * SECONDS
