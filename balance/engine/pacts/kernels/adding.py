"""What is asked while own cubes are added, and whether a passive is used."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.abilities import discard_same_court, take_away
from balance.engine.pacts.kernels.placing import (
    add_bonus,
    by_card,
    give_up_pending,
    next_use,
    proceed,
    put_cube,
    spawn,
)
from balance.engine.pacts.kernels.rounds import next_in_turn
from balance.engine.pacts.kernels.state import (
    AFTER_WILD,
    ALLOT,
    BONUS_ADDED,
    EFFECT_DONE,
    PASSIVE,
    PASSIVE_ACTION,
    REGION_ACTION,
    REGIONS,
    STOP_ACTION,
    TAKE_BACK_ACTION,
    to_move,
)


@kernel(allocates=False)
def legal_take_back(state: np.void, rules: np.void, actions: np.ndarray) -> int:
    """Any region with an own cube; stop, unless an ability has to be made whole and can be."""
    forced = rules["take_back_forced"] == 1 and not by_card(state)
    actions[0] = STOP_ACTION
    count = 0 if forced else 1
    for region in range(REGIONS):
        if state["cubes"][to_move(state), region] > 0:
            actions[count] = TAKE_BACK_ACTION + region
            count += 1
    if count == 0:
        actions[0] = STOP_ACTION
        return 1
    return count


@kernel(allocates=False)
def apply_after_wild(state: np.void, action: int, rules: np.void) -> bool:
    """Remove opposing cubes where the WILD card has placed, or decline; True when the card is done with."""
    side, region = to_move(state), int(state["target"])
    if action == PASSIVE_ACTION:
        removed = min(int(rules["after_wild"][side]), int(state["cubes"][1 - side, region]))
        take_away(state, rules, 1 - side, region, removed)
        state["shown"][side] = 1
    return not next_use(state)


@kernel(allocates=False)
def apply_passive(state: np.void, action: int, rules: np.void) -> bool:
    """Use or decline what a passive would do by itself; True when the turn goes on."""
    step = int(state["after"])
    if action == PASSIVE_ACTION:
        if step == EFFECT_DONE:
            discard_same_court(state, rules, to_move(state))
        elif step == BONUS_ADDED:
            add_bonus(state, rules)
        else:
            spawn(state, rules)
    return proceed(state, rules)


@kernel(allocates=False)
def apply_adding(state: np.void, action: int, rules: np.void, phase: int) -> None:
    """Go on adding cubes: allot one, take one back, give the rest up; or use a passive that is asked for."""
    side = to_move(state)
    if phase == AFTER_WILD:
        over = apply_after_wild(state, action, rules)
    elif phase == PASSIVE:
        over = apply_passive(state, action, rules)
    else:
        if phase == ALLOT:
            put_cube(state, action - REGION_ACTION, 1)
        elif action == STOP_ACTION:
            give_up_pending(state)
        else:
            state["cubes"][side, action - TAKE_BACK_ACTION] -= 1
            state["supply"][side] += 1
            if rules["take_back_moves"]:
                state["placed"] -= 1  # so that putting it down counts for nothing
        over = proceed(state, rules)
    if over:
        next_in_turn(state, rules)
