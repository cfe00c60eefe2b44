"""A card played with its first step the best, the second best and so on: what a planned turn tries."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import (
    COPY,
    MAX_PLACE,
    MENU,
    MOVE_ACTION,
    MOVE_EFFECT,
    NONE,
    PLACE,
    PLACE_ACTION,
    POINTS_EFFECT,
    REGIONS,
    STOP_ACTION,
    WILD,
)
from balance.policies.pacts._evaluate import (
    asks_nothing,
    card_points,
    finish_card,
    finish_effect,
    follow,
    kind_of_action,
    lay_down,
    same_turn,
)
from balance.policies.pacts._lens import (
    LEAST_GAIN,
    action_gain,
    note_steps,
    steps_by_cubes,
    wild_prospect,
)
from balance.policies.pacts._moves import begin_moves, forget_moves, play_moves, take_move
from balance.policies.pacts._places import put_cubes, region_gain, removal_after, remove_after
from balance.policies.pacts._types import APPLY, LEGAL, A, F, I, M, R, S

G = types.float64[::1]
IMPOSSIBLE = -1e300


@kernel(I(G, I, I))
def nth_best(gains: np.ndarray, count: int, rank: int) -> int:
    """Return the place of the `rank`-th best gain (0: best), the first of equals; NONE where there are not so many."""
    best, chosen = 0, 0.0
    for _ in range(rank + 1):
        best = 0
        for i in range(1, count):
            if gains[i] > gains[best] + LEAST_GAIN:
                best = i
        if gains[best] <= IMPOSSIBLE:
            return NONE
        chosen = gains[best]
        gains[best] = IMPOSSIBLE
    gains[best] = chosen
    return best


@kernel(types.Tuple((I, F))(S, R, M, A, I, I, types.float64[::1]))
def nth_step(
    state: np.void,
    rules: np.void,
    lens: np.void,
    actions: np.ndarray,
    count: int,
    rank: int,
    gains: np.ndarray,
) -> tuple[int, float]:
    """Return the step that gains `rank`-th most (0: most) and its gain; (NONE, 0) where there are not so many."""
    if steps_by_cubes(int(state["phase"])):
        note_steps(state, lens)
    side = int(state["side"])
    for i in range(count):
        action = int(actions[i])
        gains[i] = action_gain(state, rules, lens, action)
        if state["phase"] == PLACE and action != STOP_ACTION:
            code = action - PLACE_ACTION
            gains[i] += wild_prospect(state, rules, lens, side, code // MAX_PLACE, code % MAX_PLACE + 1)
            if code % MAX_PLACE + 1 < state["count"]:
                gains[i] = IMPOSSIBLE
        elif action == STOP_ACTION and rank > 0:
            gains[i] = IMPOSSIBLE
    found = nth_best(gains, count, rank)
    if found == NONE:
        return NONE, 0.0
    return int(actions[found]), action_gain(state, rules, lens, int(actions[found]))


@kernel(I(S, R, M, I, I, A, G))
def list_places(
    state: np.void,
    rules: np.void,
    lens: np.void,
    side: int,
    kind: int,
    actions: np.ndarray,
    gains: np.ndarray,
) -> int:
    """List the ways to place all cubes of a card behind `actions[0]`, and what each gains; return the number."""
    symbol, cubes = int(rules["card_symbol"][kind]), int(rules["number"][side, kind])
    removal, count = removal_after(rules, side, symbol), 1
    for region in range(REGIONS):
        if symbol == WILD or rules["symbol"][region] == symbol:
            _, prospect = region_gain(state, rules, lens, side, region, cubes, removal)
            actions[count] = PLACE_ACTION + region * MAX_PLACE + cubes - 1
            gains[count] = prospect
            count += 1
    return count


@kernel(I(R, M, I, A, G))
def list_moves(rules: np.void, lens: np.void, side: int, actions: np.ndarray, gains: np.ndarray) -> int:
    """List the steps of own cubes behind `actions[0]`, and what each gains; return the number."""
    count = 1
    for start in range(REGIONS):
        if lens["move_free"][side, start] > 0:
            for i in range(REGIONS):
                end = int(rules["neighbours"][start, i])
                if end < 0:
                    break
                actions[count] = MOVE_ACTION + (side * REGIONS + start) * REGIONS + end
                gains[count] = lens["move_down"][side, start] + lens["move_up"][side, end]
                count += 1
    return count


@kernel(F(S, R, M, I, I, I))
def place_from(state: np.void, rules: np.void, lens: np.void, side: int, kind: int, step: int) -> float:
    """Carry out a PLACE card used once by its one step; return the gain."""
    if step == STOP_ACTION:
        return 0.0
    symbol, region = int(rules["card_symbol"][kind]), (step - PLACE_ACTION) // MAX_PLACE
    cubes, removal = int(rules["number"][side, kind]), removal_after(rules, side, symbol)
    gain, _ = region_gain(state, rules, lens, side, region, cubes, removal)
    put_cubes(state, rules, side, region, cubes)
    return gain + remove_after(state, rules, lens, side, region, removal)


@kernel(F(S, R, M, I, I, I))
def move_from(state: np.void, rules: np.void, lens: np.void, side: int, kind: int, step: int) -> float:
    """Carry out a MOVE card by a first step, with the best ones behind it; return the gain."""
    gain = 0.0
    if step != STOP_ACTION:
        start, end = (step - MOVE_ACTION) // REGIONS % REGIONS, (step - MOVE_ACTION) % REGIONS
        gain = lens["move_down"][side, start] + lens["move_up"][side, end]
        take_move(rules, lens, side, start, end)
        state["cubes"][side, start] -= 1
        state["cubes"][side, end] += 1
        gain += play_moves(state, rules, lens, side, int(rules["number"][side, kind]) - 1)
    forget_moves(lens)
    return gain


@kernel(types.Tuple((types.boolean, F, I))(S, R, M, I, I, A, G, APPLY))
def first_step_variant(
    state: np.void,
    rules: np.void,
    lens: np.void,
    action: int,
    rank: int,
    actions: np.ndarray,
    gains: np.ndarray,
    apply: Any,
) -> tuple[bool, float, int]:
    """Do what `play_variant` does for a PLACE or MOVE that asks nothing."""
    side = int(state["side"])
    kind = kind_of_action(state, rules, side, action)
    moving = rules["effect"][kind] == MOVE_EFFECT
    actions[0], gains[0] = STOP_ACTION, 0.0 if rank == 0 else IMPOSSIBLE
    if moving:
        begin_moves(state, lens, side)
        count = list_moves(rules, lens, side, actions, gains)
    else:
        count = list_places(state, rules, lens, side, kind, actions, gains)
    place = nth_best(gains, count, rank)
    if place == NONE:
        forget_moves(lens)
        return False, 0.0, NONE
    step = int(actions[place])
    if rules["number"][side, kind] != rules["printed"][kind]:
        state["shown"][side] = 1
    if moving:
        total = move_from(state, rules, lens, side, kind, step)
    else:
        total = place_from(state, rules, lens, side, kind, step)
    lay_down(state, rules, side, action, apply)
    return True, total, (step if count > 1 else NONE)


@kernel(types.Tuple((types.boolean, F, I))(R, M, I, I, A, types.float64[::1], LEGAL, APPLY))
def play_variant(
    rules: np.void,
    lens: np.void,
    action: int,
    rank: int,
    actions: np.ndarray,
    gains: np.ndarray,
    legal: Any,
    apply: Any,
) -> tuple[bool, float, int]:
    """Play a menu action in `work[0]`, its first step being the `rank`-th best one.

    Returns whether there is such a step, the gain, and the step (NONE where none is chosen).
    """
    work = lens["work"]
    state = work[0]
    side, number = int(state["side"]), int(state["round"])
    if action >= PLACE_ACTION:
        return rank == 0, finish_card(rules, lens, 0, action, legal, apply), NONE
    kind = kind_of_action(state, rules, side, action)
    if rules["effect"][kind] == POINTS_EFFECT:
        return rank == 0, finish_card(rules, lens, 0, action, legal, apply), NONE
    if asks_nothing(state, rules, side, kind) and rules["plays"][side, kind] <= 1:
        return first_step_variant(state, rules, lens, action, rank, actions, gains, apply)
    total = card_points(state, rules, action)
    work[1] = state
    apply(state, action, rules)
    if not same_turn(state, side, number) or state["phase"] == MENU:
        return rank == 0, total, NONE
    if state["phase"] == COPY:
        work[0] = work[1]
        return rank == 0, finish_card(rules, lens, 0, action, legal, apply), NONE
    count = legal(state, rules, actions)
    step, gain = nth_step(state, rules, lens, actions, count, rank, gains)
    if step == NONE:
        return False, 0.0, NONE
    total += gain
    follow(state, rules, lens, step, apply)
    if same_turn(state, side, number):
        total += finish_effect(state, rules, lens, legal, apply)
    return True, total, (step if count > 1 else NONE)
