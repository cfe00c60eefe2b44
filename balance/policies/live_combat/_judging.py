"""What scripted fighters share: which effect to call, and which arm or leg to lose."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.state import (
    CALL_1,
    NONE,
    SHATTER,
    STUN,
    WOUND,
    armour,
    other,
)


@kernel(allocates=False)
def is_legal(actions: np.ndarray, count: int, action: int) -> bool:
    """Tell whether an action is among the legal ones."""
    for n in range(count):
        if actions[n] == action:
            return True
    return False


@kernel(allocates=False)
def is_worth_it(state: np.void, rules: np.void, side: int, number: int) -> bool:
    """Tell whether an effect does more than damage would.

    A wound, where it takes more HP than a strike; a stun, if the foe is not stunned; a shattered shield, if there is
    one that still catches two hits or more.
    """
    foe = other(side)
    effect, amount = rules["effect"][side, number], int(rules["amount"][side, number])
    if effect == WOUND:
        through = max(0, int(rules["damage"][side]) - armour(state, foe))
        return bool(min(amount, int(state["hp"][foe])) > min(through, int(state["hp"][foe])))
    if effect == STUN:
        falls = int(rules["damage"][side]) >= armour(state, foe) + int(state["hp"][foe])
        return bool(state["stunned"][foe] == 0 and not falls)
    return bool(effect == SHATTER and state["shield"][foe] > 1)


@kernel(allocates=False)
def best_call(state: np.void, rules: np.void, side: int, actions: np.ndarray, count: int) -> int:
    """Return the first effect that is worth calling; NONE where none is."""
    for number in range(2):
        if is_legal(actions, count, CALL_1 + number) and is_worth_it(state, rules, side, number):
            return CALL_1 + number
    return NONE
