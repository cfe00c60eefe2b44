"""Which step of an effect under way looks best, without listing the legal ones where they are few and plain."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.abilities import full_needed, gives_full, may_remove
from balance.engine.pacts.kernels.state import (
    MAX_PLACE,
    MOVE,
    MOVE_ACTION,
    NO_ACTIVE,
    NONE,
    OPPOSING,
    OWN,
    PLACE,
    PLACE_ACTION,
    PLACE_EFFECT,
    REGIONS,
    REMOVE,
    REMOVE_ACTION,
    STOP_ACTION,
    WILD,
)
from balance.policies.pacts._lens import LEAST_GAIN, action_gain, note_steps
from balance.policies.pacts._places import best_region, removal_after
from balance.policies.pacts._types import A, F, I, M, R, S


@kernel(types.Tuple((I, I, F))(S, R, M, I))
def best_own_move(state: np.void, rules: np.void, lens: np.void, side: int) -> tuple[int, int, float]:
    """Return the step of an own cube that gains most, from where to where; (NONE, NONE, 0) where none gains."""
    best, start, end = LEAST_GAIN, NONE, NONE
    for origin in range(REGIONS):
        if int(state["cubes"][side, origin]) > int(state["arrived"][side, origin]):
            loss = lens["down"][origin]
            for i in range(REGIONS):
                near = int(rules["neighbours"][origin, i])
                if near < 0:
                    break
                gain = loss + lens["up"][near]
                if gain > best + LEAST_GAIN:
                    best, start, end = gain, origin, near
    return start, end, (best if start != NONE else 0.0)


@kernel(types.boolean(S, R))
def may_decline(state: np.void, rules: np.void) -> bool:
    """Tell whether the ability under way may be stopped here: before its first step, or where it is used "up to"."""
    return state["begun"] == 0 or rules["active_up_to"] == 1


@kernel(types.Tuple((I, F))(S, R, M))
def best_any_move(state: np.void, rules: np.void, lens: np.void) -> tuple[int, float]:
    """Return the best step of the active `move`, and its gain."""
    side = int(state["side"])
    best, best_gain, least = STOP_ACTION, 0.0, (0.0 if may_decline(state, rules) else -1e300)
    for owner in range(2):
        if int(rules["active_whose"][side]) & (OWN if owner == side else OPPOSING):
            for start in range(REGIONS):
                if int(state["cubes"][owner, start]) > int(state["arrived"][owner, start]):
                    loss = lens["down"][start] if owner == side else lens["up"][start]
                    for i in range(REGIONS):
                        end = int(rules["neighbours"][start, i])
                        if end < 0:
                            break
                        gain = loss + (lens["up"][end] if owner == side else lens["down"][end])
                        if gain > least + LEAST_GAIN:
                            best = MOVE_ACTION + (owner * REGIONS + start) * REGIONS + end
                            best_gain = least = gain
    return best, best_gain


@kernel(types.Tuple((I, F))(S, R, M))
def best_removal(state: np.void, rules: np.void, lens: np.void) -> tuple[int, float]:
    """Return the best removal of a single cube, and its gain."""
    side = int(state["side"])
    full = rules["full_target"] == 1 and full_needed(state, rules)
    best, best_gain, least = STOP_ACTION, 0.0, (0.0 if may_decline(state, rules) else -1e300)
    for owner in range(2):
        for region in range(REGIONS):
            gain = lens["down"][region] if owner == side else lens["up"][region]
            if gain > least + LEAST_GAIN and may_remove(state, rules, owner, region):
                if not full or gives_full(state, rules, int(rules["symbol"][region])):
                    best, best_gain, least = REMOVE_ACTION + owner * REGIONS + region, gain, gain
    return best, best_gain


@kernel(types.Tuple((I, F))(S, R, M))
def best_place(state: np.void, rules: np.void, lens: np.void) -> tuple[int, float]:
    """Return the best placing of the whole number of cubes, and its gain: more cubes never gain less."""
    side, kind, cubes = int(state["side"]), int(state["kind"]), int(state["count"])
    symbol, removal = WILD, 0
    if state["word"] == NO_ACTIVE:
        symbol = int(rules["card_symbol"][kind])
        if rules["effect"][kind] == PLACE_EFFECT:
            removal = removal_after(rules, side, symbol)
    elif rules["active_wild"]:
        removal = int(rules["after_wild"][side])
    region, gain = best_region(state, rules, lens, side, symbol, cubes, removal)
    return (PLACE_ACTION + region * MAX_PLACE + cubes - 1 if region != NONE else STOP_ACTION), gain


@kernel(types.boolean(I))
def steps_unlisted(phase: int) -> bool:
    """Tell whether the best step is found without a list of the legal ones."""
    return phase == PLACE or phase == MOVE or phase == REMOVE


@kernel(types.Tuple((I, F))(S, R, M))
def best_unlisted(state: np.void, rules: np.void, lens: np.void) -> tuple[int, float]:
    """Return the best step where `steps_unlisted`, and its gain; `note_steps` must have been called, but for PLACE."""
    phase, side = int(state["phase"]), int(state["side"])
    if phase == PLACE:
        return best_place(state, rules, lens)
    if phase == REMOVE:
        return best_removal(state, rules, lens)
    if state["word"] != NO_ACTIVE:
        return best_any_move(state, rules, lens)
    start, end, gain = best_own_move(state, rules, lens, side)
    if start == NONE:
        return STOP_ACTION, 0.0
    return MOVE_ACTION + (side * REGIONS + start) * REGIONS + end, gain


@kernel(types.Tuple((I, F))(S, R, M, A, I))
def best_listed(
    state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, count: int
) -> tuple[int, float]:
    """Return the one of some actions in mid-effect that gains most at once, and its gain; the first of equals."""
    best, best_gain = int(actions[0]), -1e300
    for i in range(count):
        gain = action_gain(state, rules, lens, int(actions[i]))
        if gain > best_gain + LEAST_GAIN:
            best, best_gain = int(actions[i]), gain
    return best, best_gain


@kernel(types.Tuple((I, F))(S, R, M, A, I))
def best_step(
    state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, count: int
) -> tuple[int, float]:
    """Return the action in mid-effect that gains most at once, and its gain; the first of equals.

    `note_steps` must have been called where `steps_by_cubes`.
    """
    if steps_unlisted(int(state["phase"])):
        return best_unlisted(state, rules, lens)
    return best_listed(state, rules, lens, actions, count)


@kernel(I(S, R, M, A, I))
def best_auction_cube(state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, count: int) -> int:
    """Return where an auction cube gains most; the lens is forgotten where it has seen expected tiles only."""
    note_steps(state, lens)
    action, _ = best_step(state, rules, lens, actions, count)
    if rules["auction_first"]:
        lens["key"] = -1
    return action
