"""`fierce`: strikes and calls to the last, finishes the fallen, and never takes the armour off."""

from __future__ import annotations

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.state import (
    ACT,
    AGONY,
    ARM,
    ARMOUR_ON,
    CHOOSE_SIGNATURE,
    DRINK,
    FINISH,
    FINISH_OFF,
    LEG,
    LIMB,
    NONE,
    REST,
    WALK,
)
from balance.policies.live_combat._judging import best_call, is_legal

SUMMARY = "strikes and calls to the last, finishes the fallen, and never takes the armour off"
WEIGHTS: dict[str, float] = {}


@kernel(CHOOSE_SIGNATURE)
def choose(state, rules, side, actions, count, draw, weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Choose what hurts the foe."""
    phase = state["phase"]
    if phase == ACT:
        call = best_call(state, rules, side, actions, count)
        return int(actions[0]) if call == NONE else call
    if phase == LIMB:
        return LEG if rules["lost_arm"] > 0 else ARM
    if phase == FINISH:
        return FINISH_OFF
    if phase == AGONY:
        return DRINK if is_legal(actions, count, DRINK) else WALK
    if phase == REST:
        return ARMOUR_ON if is_legal(actions, count, ARMOUR_ON) else int(actions[0])
    return int(actions[count - 1])
