"""`careful`: drinks in time, spares the fallen, and takes the armour off to rest where that mends enough."""

from __future__ import annotations

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.state import (
    ACT,
    AGONY,
    ARM,
    ARMOUR_OFF,
    ARMOUR_ON,
    CHOOSE_SIGNATURE,
    DRINK,
    FINISH,
    LEG,
    LIMB,
    NONE,
    REST,
    SPARE,
    WALK,
    armour,
)
from balance.policies.live_combat._judging import best_call, is_legal

SUMMARY = "drinks in time, spares the fallen, and takes the armour off to rest where that mends enough"
WEIGHTS: dict[str, float] = {
    "drinks_at": 2.0,  # at so many HP or fewer, once armour is gone
    "undresses_for": 2.0,  # lost AP for which the armour comes off
}
DRINKS, UNDRESSES = 0, 1


@kernel(CHOOSE_SIGNATURE)
def choose(state, rules, side, actions, count, draw, weights):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Choose what keeps the character alive."""
    phase = state["phase"]
    if phase == ACT:
        hurt = armour(state, side) == 0 and state["hp"][side] <= weights[DRINKS]
        if hurt and is_legal(actions, count, DRINK):
            return DRINK
        call = best_call(state, rules, side, actions, count)
        return int(actions[0]) if call == NONE else call
    if phase == LIMB:
        return LEG if rules["lost_leg"] < rules["lost_arm"] else ARM
    if phase == FINISH:
        return SPARE
    if phase == AGONY:
        return DRINK if is_legal(actions, count, DRINK) else WALK
    if phase == REST:
        lost = int(rules["ap"][side]) - int(state["ap"][side])
        needless = rules["exempt"][side] or rules["ap_armour_on"]
        off = lost >= weights[UNDRESSES] and not needless and is_legal(actions, count, ARMOUR_OFF)
        if off:
            return ARMOUR_OFF
        return ARMOUR_ON if is_legal(actions, count, ARMOUR_ON) else int(actions[0])
    return int(actions[count - 1])  # pays for as much as the coins suffice for
