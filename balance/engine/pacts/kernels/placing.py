"""Adding own cubes: pending cubes, taking back with an empty supply, and what follows a placing."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import (
    ACTIVE_PLACE,
    AFTER_WILD,
    ALLOT,
    BONUS_ADDED,
    COURT,
    EFFECT_DONE,
    NO_ACTIVE,
    PASSIVE,
    PLACE,
    PLACE_EFFECT,
    PLACED,
    REGIONS,
    ROUND_STARTS,
    SEELIE,
    SEELIE_SPAWNED,
    TAKE_BACK,
    UNSEELIE,
    UNSEELIE_SPAWNED,
    WILD,
    pending_total,
    rules_type,
    state_type,
    to_move,
)


@kernel(types.boolean(state_type), allocates=False, inline=True)
def by_card(state: np.void) -> bool:
    """Tell whether what is pending is what a PLACE card itself places; otherwise it is an ability that adds it."""
    return state["after"] == PLACED and state["word"] == NO_ACTIVE


@kernel(allocates=False)
def give_up_pending(state: np.void) -> None:
    """Add nothing more."""
    state["one_of"] = 0
    for region in range(REGIONS):
        state["pending"][region] = 0


@kernel(types.void(state_type, types.int64, types.int64), allocates=False, inline=True)
def put_cube(state: np.void, region: int, cubes: int) -> None:
    """Put pending cubes of the side to move from its supply into a region."""
    side = to_move(state)
    state["supply"][side] -= cubes
    state["cubes"][side, region] += cubes
    state["pending"][region] -= cubes
    state["placed"] += cubes
    if not by_card(state):
        state["shown"][side] = 1
    if state["one_of"]:
        give_up_pending(state)


@kernel(allocates=False, inline=True)
def put_all(state: np.void) -> None:
    """Put all pending cubes where they go: nothing has to be asked."""
    side, total = to_move(state), 0
    for region in range(REGIONS):
        cubes = int(state["pending"][region])
        state["pending"][region] = 0
        state["cubes"][side, region] += cubes
        total += cubes
    state["supply"][side] -= total
    state["placed"] += total
    if not by_card(state):
        state["shown"][side] = 1


@kernel(allocates=False)
def may_take_back(state: np.void, rules: np.void) -> bool:
    """Tell whether own cubes may be taken back from the board for what is pending, the supply being empty."""
    if rules["take_back_by_cards"] and not by_card(state):
        return False
    return not rules["take_back_at_start"] or state["began_empty"] == 1


@kernel(allocates=False, inline=True)
def add_pending(state: np.void, rules: np.void) -> bool:
    """Add pending cubes as far as nothing has to be asked; tell whether none is left."""
    side = to_move(state)
    while True:
        total = pending_total(state)
        if total == 0:
            return True
        supply = int(state["supply"][side])
        if supply == 0:
            if may_take_back(state, rules):
                state["phase"] = TAKE_BACK
                return False
            give_up_pending(state)
            return True
        if supply >= total and not state["one_of"]:
            put_all(state)
            return True
        regions, last = 0, 0
        for region in range(REGIONS):
            if state["pending"][region] > 0:
                regions += 1
                last = region
        if regions > 1:
            state["phase"] = ALLOT
            return False
        put_cube(state, last, min(supply, int(state["pending"][last])))


@kernel(allocates=False)
def spawn(state: np.void, rules: np.void) -> None:
    """Add a cube in each region then without own cubes (or in one of them)."""
    side = to_move(state)
    for region in range(REGIONS):
        if state["cubes"][side, region] == 0:
            state["pending"][region] = rules["round_start"][side]
    state["one_of"] = rules["round_start_one"]


@kernel(types.boolean(state_type, rules_type, types.int64), allocates=False, inline=True)
def round_start(state: np.void, rules: np.void, side: int) -> bool:
    """Passive `round_start`, where a region is without own cubes; tell whether it is asked for first."""
    count = int(rules["round_start"][side])
    state["side"] = side
    if count == 0:
        return False
    state["began_empty"] = 1 if state["supply"][side] == 0 else 0
    for region in range(REGIONS):
        if state["cubes"][side, region] == 0:
            if rules["passives_asked"]:
                state["phase"] = PASSIVE
                return True
            spawn(state, rules)
            return False
    return False


@kernel(allocates=False, inline=True)
def first_placement(state: np.void, rules: np.void) -> bool:
    """Tell whether passive `first_placement` adds cubes: the first placing into a region, of whatever number."""
    side, region = to_move(state), int(state["target"])
    before = (int(state["placed_before"][side]) >> region) & 1
    state["placed_before"][side] = int(state["placed_before"][side]) | (1 << region)
    qualifies = int(state["was_empty"]) == 1 if rules["first_when_empty"] else before == 0
    return qualifies and rules["first_placement"][side] > 0


@kernel(allocates=False)
def add_bonus(state: np.void, rules: np.void) -> None:
    """Add the cubes of `first_placement` where the placing went."""
    state["pending"][int(state["target"])] = rules["first_placement"][to_move(state)]


@kernel(allocates=False, inline=True)
def after_wild(state: np.void, rules: np.void) -> bool:
    """Passive `after_wild`: tell whether opposing cubes may be removed where a WILD card has just placed."""
    side, region = to_move(state), int(state["target"])
    if rules["after_wild"][side] == 0 or state["cubes"][1 - side, region] == 0 or state["kind"] < 0:
        return False
    kind = int(state["kind"])
    if state["word"] == ACTIVE_PLACE:
        return rules["active_wild"] == 1
    return rules["effect"][kind] == PLACE_EFFECT and rules["card_symbol"][kind] == WILD


@kernel(allocates=False, inline=True)
def next_use(state: np.void) -> bool:
    """End one use of a PLACE; tell whether the card may be used again (`wild_repeats`)."""
    state["plays_left"] -= 1
    if state["plays_left"] > 0:
        state["phase"] = PLACE
        state["shown"][to_move(state)] = 1
        return True
    return False


@kernel(allocates=False, inline=True)
def end_placing(state: np.void, rules: np.void) -> bool:
    """After a placing and its bonus: what follows a WILD card, or the next use; True when the card is done with."""
    if state["target"] >= 0 and after_wild(state, rules):
        state["phase"] = AFTER_WILD
        return False
    return not next_use(state)


@kernel(allocates=False, inline=True)
def proceed(state: np.void, rules: np.void) -> bool:
    """Add what is pending and do what follows; tell whether the effect is over and the turn goes on.

    Returns False where the position waits for a decision.
    """
    while add_pending(state, rules):
        step = int(state["after"])
        if step == ROUND_STARTS:
            state["after"] = SEELIE_SPAWNED
            if round_start(state, rules, SEELIE):
                return False
        elif step == SEELIE_SPAWNED:
            state["after"] = UNSEELIE_SPAWNED
            if round_start(state, rules, UNSEELIE):
                return False
        elif step == UNSEELIE_SPAWNED:
            state["began_empty"] = 0  # nothing tells of a spawn that added nothing
            state["side"] = SEELIE
            state["phase"] = COURT
            return False
        elif step == PLACED:
            state["after"] = BONUS_ADDED
            if state["placed"] <= 0:
                state["target"] = -1
            elif first_placement(state, rules):
                if rules["passives_asked"]:
                    state["phase"] = PASSIVE
                    return False
                add_bonus(state, rules)
                continue
            return end_placing(state, rules)
        elif step == BONUS_ADDED:
            return end_placing(state, rules)
        elif step == EFFECT_DONE:
            return True
    return False
