"""Which step, card and copy look best, each with its whole effect carried out by the rules' own functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import (
    ACTIVE_REMOVE_TILE,
    ACTIVE_SWAP,
    ALTERNATIVES,
    CARD_ACTION,
    CARD_AS_ACTION,
    COPY,
    COPY_ACTION,
    MAX_PLACE,
    MAX_TILES,
    MENU,
    MOVE,
    MOVE_ACTION,
    MOVE_EFFECT,
    NO_ACTIVE,
    NONE,
    PLACE,
    PLACE_ACTION,
    PLACE_EFFECT,
    POINTS_EFFECT,
    REGION_ACTION,
    REGIONS,
    REMOVE_TILE,
    SLOTS,
    STOP_ACTION,
    SWAP,
    SWAP_ACTION,
    WILD,
    kind_in_slot,
)
from balance.policies.pacts._lens import (
    action_gain,
    first_placing,
    lead_of,
    note_region,
    note_steps,
    reset_rows,
    steps_by_cubes,
    swap_rows,
    wild_prospect,
    worth,
)
from balance.policies.pacts._types import APPLY, LEGAL, A, F, I, M, R, S, W

LEAST_GAIN = 1e-9


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


@kernel(types.Tuple((I, F))(S, R, M, A, I))
def best_step(
    state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, count: int
) -> tuple[int, float]:
    """Return the action in mid-effect that gains most at once, and its gain; the first of equals.

    `note_steps` must have been called where `steps_by_cubes`. More cubes never gain less, so that of a PLACE only the
    whole number is looked at.
    """
    phase, side = int(state["phase"]), int(state["side"])
    if phase == MOVE and state["word"] == NO_ACTIVE:
        start, end, gain = best_own_move(state, rules, lens, side)
        if start == NONE:
            return STOP_ACTION, 0.0
        return MOVE_ACTION + (side * REGIONS + start) * REGIONS + end, gain
    best, best_gain, best_prospect = int(actions[0]), 0.0, -1e300
    wild = phase == PLACE and rules["after_wild"][side] > 0
    for i in range(count):
        action = int(actions[i])
        if (
            phase == PLACE
            and action != STOP_ACTION
            and (action - PLACE_ACTION) % MAX_PLACE + 1 < state["count"]
        ):
            continue
        gain = action_gain(state, rules, lens, action)
        prospect = gain
        if wild and action != STOP_ACTION:
            code = action - PLACE_ACTION
            prospect += wild_prospect(state, rules, lens, side, code // MAX_PLACE, code % MAX_PLACE + 1)
        if prospect > best_prospect + LEAST_GAIN:
            best, best_gain, best_prospect = action, gain, prospect
    return best, best_gain


@kernel(I(S, R, M, A, I))
def best_auction_cube(state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, count: int) -> int:
    """Return where an auction cube gains most; the lens is forgotten where it has seen expected tiles only."""
    note_steps(state, lens)
    action, _ = best_step(state, rules, lens, actions, count)
    if rules["auction_first"]:
        lens["key"] = -1
    return action


@kernel(types.boolean(S, I, I))
def same_turn(state: np.void, side: int, number: int) -> bool:
    """Tell whether it is still the turn of `side` in the same round."""
    return state["side"] == side and state["round"] == number and state["token"] >= 0


@kernel(types.void(S, R, M, I, APPLY))
def follow(state: np.void, rules: np.void, lens: np.void, action: int, apply: Any) -> None:
    """Carry out an action and keep the lens true to the tiles."""
    moved_tiles = state["phase"] == SWAP or state["phase"] == REMOVE_TILE
    if moved_tiles and action >= SWAP_ACTION and action < COPY_ACTION:
        code = action - SWAP_ACTION
        swap_rows(lens, code // REGIONS, code % REGIONS)
    elif moved_tiles and action != STOP_ACTION:
        lens["row"][action - REGION_ACTION] = MAX_TILES
    apply(state, action, rules)


@kernel(F(S, R, M, A, LEGAL, APPLY))
def finish_effect(
    state: np.void, rules: np.void, lens: np.void, actions: np.ndarray, legal: Any, apply: Any
) -> float:
    """Carry the effect under way to its end, step by best step; return the gain. Copies are not followed."""
    side, number = int(state["side"]), int(state["round"])
    total, noted = 0.0, NONE
    while same_turn(state, side, number) and state["phase"] != MENU and state["phase"] != COPY:
        count = legal(state, rules, actions)
        phase = int(state["phase"])
        if steps_by_cubes(phase) and noted != phase:
            note_steps(state, lens)
            noted = phase
        action, gain = best_step(state, rules, lens, actions, count)
        total += gain
        follow(state, rules, lens, action, apply)
        if noted == MOVE and state["phase"] == MOVE and action >= MOVE_ACTION:
            rest = (action - MOVE_ACTION) % (REGIONS * REGIONS)
            note_region(state, lens, side, rest // REGIONS)
            note_region(state, lens, side, rest % REGIONS)
        else:
            noted = NONE
    return total


@kernel(F(S, R, I))
def card_points(state: np.void, rules: np.void, action: int) -> float:
    """Return the points that starting (or copying) a card scores at once."""
    side = int(state["side"])
    first = COPY_ACTION if action >= COPY_ACTION else CARD_ACTION
    place = action - first
    if place < 0 or place >= (1 + ALTERNATIVES) * SLOTS:
        return 0.0
    if place < SLOTS:
        kind = kind_in_slot(state, rules, side, place)
    else:
        kind = int(rules["alternative"][side, place // SLOTS - 1])
    return float(rules["number"][side, kind]) if rules["effect"][kind] == POINTS_EFFECT else 0.0


@kernel(types.boolean(R, I))
def moves_tiles(rules: np.void, side: int) -> bool:
    """Tell whether the ability of a side changes which tile lies where, so that the lens must be read again."""
    return rules["active"][side] == ACTIVE_SWAP or rules["active"][side] == ACTIVE_REMOVE_TILE


@kernel(I(W, R, M, I, A, I, LEGAL, APPLY))
def best_copy(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    at: int,
    actions: np.ndarray,
    count: int,
    legal: Any,
    apply: Any,
) -> int:
    """Return the best action of the position `work[at]` in phase COPY; uses `work[at + 1]`."""
    best, best_gain = int(actions[0]), 0.0
    options = actions[:count].copy()
    for i in range(count):
        action = int(options[i])
        if action != STOP_ACTION:
            work[at + 1] = work[at]
            gain = card_points(work[at], rules, action)
            apply(work[at + 1], action, rules)
            gain += finish_effect(work[at + 1], rules, lens, actions, legal, apply)
            if gain > best_gain + LEAST_GAIN:
                best, best_gain = action, gain
    return best


@kernel(F(W, R, M, I, I, A, LEGAL, APPLY))
def finish_card(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    at: int,
    action: int,
    actions: np.ndarray,
    legal: Any,
    apply: Any,
) -> float:
    """Start a card in `work[at]` by a menu action and carry it to its end; return the gain. Uses `work[at + 1]`.

    Where the ability moves tiles, the lens is afterwards the one of the new position.
    """
    state = work[at]
    side, number = int(state["side"]), int(state["round"])
    if action >= PLACE_ACTION:
        total = action_gain(state, rules, lens, action)
    else:
        total = card_points(state, rules, action)
    apply(state, action, rules)
    total += finish_effect(state, rules, lens, actions, legal, apply)
    if same_turn(state, side, number) and state["phase"] == COPY:
        count = legal(state, rules, actions)
        copied = best_copy(work, rules, lens, at, actions, count, legal, apply)
        total += card_points(state, rules, copied)
        apply(state, copied, rules)
        total += finish_effect(state, rules, lens, actions, legal, apply)
    return total


@kernel(F(S, R, M, I, I))
def place_card_gain(state: np.void, rules: np.void, lens: np.void, side: int, kind: int) -> float:
    """Return the gain of a PLACE card, used once with cubes enough, by the same sums as playing it step by step."""
    best = 0.0
    symbol, cubes = int(rules["card_symbol"][kind]), int(rules["number"][side, kind])
    bonus, removal = int(rules["first_placement"][side]), int(rules["after_wild"][side])
    for region in range(REGIONS):
        if symbol == WILD or rules["symbol"][region] == symbol:
            lead = lead_of(state, side, region)
            added = cubes
            if bonus > 0 and first_placing(state, rules, side, region):
                added += bonus
            if removal > 0 and symbol == WILD:
                added += min(removal, int(state["cubes"][1 - side, region]))
            best = max(best, worth(lens, region, lead + added) - worth(lens, region, lead))
    return best


@kernel(F(W, R, M, I, I, I))
def move_card_gain(work: np.ndarray, rules: np.void, lens: np.void, at: int, side: int, steps: int) -> float:
    """Return the gain of a MOVE card for `side` in `work[at]`, by the same sums as playing it step by step.

    Uses `work[at + 1]`.
    """
    work[at + 1] = work[at]
    state = work[at + 1]
    state["side"] = side
    note_steps(state, lens)
    total = 0.0
    state["arrived"][side, :] = 0
    for _ in range(steps):
        start, end, gain = best_own_move(state, rules, lens, side)
        if start == NONE:
            break
        total += gain
        state["cubes"][side, start] -= 1
        state["cubes"][side, end] += 1
        if not rules["move_by_steps"]:
            state["arrived"][side, end] += 1
        note_region(state, lens, side, start)
        note_region(state, lens, side, end)
    return total


@kernel(types.boolean(S, R, I, I))
def is_plain_place(state: np.void, rules: np.void, side: int, kind: int) -> bool:
    """Tell whether a card is a PLACE used once, with cubes enough in the supply."""
    if rules["effect"][kind] != PLACE_EFFECT or rules["plays"][side, kind] > 1:
        return False
    return state["supply"][side] >= int(rules["number"][side, kind]) + int(rules["first_placement"][side])


@kernel(F(W, R, M, I, I, A, LEGAL, APPLY))
def menu_gain(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    at: int,
    action: int,
    actions: np.ndarray,
    legal: Any,
    apply: Any,
) -> float:
    """Return the gain of a menu action's whole effect in `work[at]`, which stays. Uses the two places behind it."""
    state = work[at]
    side = int(state["side"])
    if action < CARD_AS_ACTION:
        kind = kind_in_slot(state, rules, side, action - CARD_ACTION)
        if is_plain_place(state, rules, side, kind):
            return place_card_gain(state, rules, lens, side, kind)
        if rules["effect"][kind] == MOVE_EFFECT:
            return move_card_gain(work, rules, lens, at, side, int(rules["number"][side, kind]))
        if rules["effect"][kind] == POINTS_EFFECT:
            return float(rules["number"][side, kind])
    elif action >= PLACE_ACTION:
        return action_gain(state, rules, lens, action)
    work[at + 1] = state
    gain = finish_card(work, rules, lens, at + 1, action, actions, legal, apply)
    if moves_tiles(rules, side):
        reset_rows(state, lens)
    return gain


@kernel(types.Tuple((I, F))(W, R, M, I, A, A, LEGAL, APPLY))
def best_card(
    work: np.ndarray,
    rules: np.void,
    lens: np.void,
    at: int,
    actions: np.ndarray,
    options: np.ndarray,
    legal: Any,
    apply: Any,
) -> tuple[int, float]:
    """Return the menu action of `work[at]` whose whole effect gains most, and the gain; stop where none gains.

    Uses `work[at + 1]` and `work[at + 2]`. The lens must have been filled, and its rows be those of `work[at]`.
    """
    state = work[at]
    side = int(state["side"])
    count = legal(state, rules, options)
    best, best_gain = STOP_ACTION, LEAST_GAIN
    seen = 0
    for i in range(1, count):
        action = int(options[i])
        if action < CARD_AS_ACTION:
            bit = 1 << kind_in_slot(state, rules, side, action - CARD_ACTION)
            if seen & bit:
                continue
            seen |= bit
        gain = menu_gain(work, rules, lens, at, action, actions, legal, apply)
        if gain > best_gain:
            best, best_gain = action, gain
    return best, (best_gain if best != STOP_ACTION else 0.0)
