"""Which step, card and copy look best, each with its whole effect carried out by the rules' own functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import (
    ACTIVE_REMOVE_TILE,
    ACTIVE_SWAP,
    ALTERNATIVES,
    AS_BECOMES,
    CARD_ACTION,
    CARD_AS_ACTION,
    COPY,
    COPY_ACTION,
    MENU,
    MOVE,
    MOVE_ACTION,
    MOVE_EFFECT,
    NONE,
    PLACE_ACTION,
    PLACE_EFFECT,
    POINTS_EFFECT,
    REGION_ACTION,
    REGIONS,
    REMOVE,
    REMOVE_ACTION,
    REMOVE_TILE,
    SLOTS,
    STOP_ACTION,
    SWAP,
    SWAP_ACTION,
    kind_in_slot,
)
from balance.policies.pacts._lens import (
    LEAST_GAIN,
    NO_ROW,
    action_gain,
    note_region,
    note_steps,
    reset_rows,
    steps_by_cubes,
    swap_rows,
)
from balance.policies.pacts._moves import forget_moves, moves_gain, play_moves
from balance.policies.pacts._places import is_plain_place, place_card_gain, places_unasked, play_places
from balance.policies.pacts._steps import best_listed, best_unlisted, steps_unlisted
from balance.policies.pacts._types import APPLY, LEGAL, A, F, I, M, R, S

NOT_PLAIN = -1.0


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
        lens["row"][action - REGION_ACTION] = NO_ROW
    apply(state, action, rules)


@kernel(types.Tuple((I, F))(S, R, M, LEGAL))
def best_of_listed(state: np.void, rules: np.void, lens: np.void, legal: Any) -> tuple[int, float]:
    """Return the best step among all that are legal, and its gain."""
    actions = lens["buffer"][:]
    count = legal(state, rules, actions)
    return best_listed(state, rules, lens, actions, count)


@kernel(F(S, R, M, LEGAL, APPLY))
def finish_effect(state: np.void, rules: np.void, lens: np.void, legal: Any, apply: Any) -> float:
    """Carry the effect under way to its end, step by best step; return the gain. Copies are not followed."""
    side, number = int(state["side"]), int(state["round"])
    total, noted = 0.0, NONE
    while same_turn(state, side, number) and state["phase"] != MENU and state["phase"] != COPY:
        phase = int(state["phase"])
        if steps_by_cubes(phase) and noted != phase:
            note_steps(state, lens)
        if steps_unlisted(phase):
            action, gain = best_unlisted(state, rules, lens)
        else:
            action, gain = best_of_listed(state, rules, lens, legal)
        total += gain
        follow(state, rules, lens, action, apply)
        noted = NONE
        if state["phase"] == phase and action != STOP_ACTION:
            if phase == MOVE:
                rest = (action - MOVE_ACTION) % (REGIONS * REGIONS)
                note_region(state, lens, side, rest // REGIONS)
                note_region(state, lens, side, rest % REGIONS)
                noted = phase
            elif phase == REMOVE:
                note_region(state, lens, side, (action - REMOVE_ACTION) % REGIONS)
                noted = phase
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


@kernel(I(R, M, I, A, I, LEGAL, APPLY))
def best_copy(
    rules: np.void,
    lens: np.void,
    at: int,
    actions: np.ndarray,
    count: int,
    legal: Any,
    apply: Any,
) -> int:
    """Return the best action of the position `work[at]` in phase COPY; uses `work[at + 1]`."""
    work = lens["work"]
    side, number = int(work[at]["side"]), int(work[at]["round"])
    best, best_gain = int(actions[0]), 0.0
    options = lens["copies"]
    options[:count] = actions[:count]
    for i in range(count):
        action = int(options[i])
        if action != STOP_ACTION:
            work[at + 1] = work[at]
            gain = card_points(work[at], rules, action)
            apply(work[at + 1], action, rules)
            if same_turn(work[at + 1], side, number):
                gain += finish_effect(work[at + 1], rules, lens, legal, apply)
            if gain > best_gain + LEAST_GAIN:
                best, best_gain = action, gain
    return best


@kernel(I(S, R, I, I))
def kind_of_action(state: np.void, rules: np.void, side: int, action: int) -> int:
    """Return the kind of card that a menu action plays, or plays a card as."""
    if action < CARD_AS_ACTION:
        return kind_in_slot(state, rules, side, action - CARD_ACTION)
    return int(rules["alternative"][side, (action - CARD_AS_ACTION) // SLOTS])


@kernel(types.boolean(S, R, I, I))
def asks_nothing(state: np.void, rules: np.void, side: int, kind: int) -> bool:
    """Tell whether a card can be carried out at once, by `carry_out`."""
    effect = rules["effect"][kind]
    if effect == PLACE_EFFECT:
        return places_unasked(state, rules, side, kind)
    return effect == MOVE_EFFECT or effect == POINTS_EFFECT


@kernel(F(S, R, M, I, I))
def carry_out(state: np.void, rules: np.void, lens: np.void, side: int, kind: int) -> float:
    """Carry out the effect of a card that `asks_nothing`, as the rules would with every step the best; return the gain.

    `forget_moves` must have been called since the position was another one.
    """
    if rules["number"][side, kind] != rules["printed"][kind]:
        state["shown"][side] = 1
    if rules["effect"][kind] == PLACE_EFFECT:
        return play_places(state, rules, lens, side, kind)
    if rules["effect"][kind] == MOVE_EFFECT:
        return play_moves(state, rules, lens, side, int(rules["number"][side, kind]))
    state["score"][side] += rules["number"][side, kind]
    return float(rules["number"][side, kind])


@kernel(types.void(S, R, I, I, APPLY))
def lay_down(state: np.void, rules: np.void, side: int, action: int, apply: Any) -> None:
    """Put the card of a menu action, which was carried out, away; the turn ends where nothing else is left to do."""
    if action >= CARD_AS_ACTION and (action - CARD_AS_ACTION) // SLOTS == AS_BECOMES:
        state["shown"][side] = 1
    hand = int(state["hand"][side]) & ~(1 << ((action - CARD_ACTION) % SLOTS))
    state["hand"][side] = hand
    if hand == 0 and state["going_first_left"] == 0:
        apply(state, STOP_ACTION, rules)


@kernel(F(R, M, I, I, LEGAL, APPLY))
def play_card(
    rules: np.void,
    lens: np.void,
    at: int,
    action: int,
    legal: Any,
    apply: Any,
) -> float:
    """Play a menu action in `work[at]` to its end; return the gain. Uses `work[at + 1]`.

    `forget_moves` must have been called since the position was another one.
    Where the ability moves tiles, the lens is afterwards the one of the new position.
    """
    work = lens["work"]
    actions = lens["buffer"][:]
    state = work[at]
    side, number = int(state["side"]), int(state["round"])
    total = 0.0
    if action >= PLACE_ACTION:
        total = action_gain(state, rules, lens, action)
    else:
        kind = kind_of_action(state, rules, side, action)
        if asks_nothing(state, rules, side, kind):
            total = carry_out(state, rules, lens, side, kind)
            lay_down(state, rules, side, action, apply)
            return total
    apply(state, action, rules)
    if not same_turn(state, side, number):  # what the other side may be asked for is no part of it
        return total
    total += finish_effect(state, rules, lens, legal, apply)
    if same_turn(state, side, number) and state["phase"] == COPY:
        count = legal(state, rules, actions)
        copied = best_copy(rules, lens, at, actions, count, legal, apply)
        total += card_points(state, rules, copied)
        apply(state, copied, rules)
        if same_turn(state, side, number):
            total += finish_effect(state, rules, lens, legal, apply)
    return total


@kernel(F(R, M, I, I, LEGAL, APPLY))
def finish_card(
    rules: np.void,
    lens: np.void,
    at: int,
    action: int,
    legal: Any,
    apply: Any,
) -> float:
    """Do what `play_card` does, whatever position somebody looked at before."""
    forget_moves(lens)
    return play_card(rules, lens, at, action, legal, apply)


@kernel(F(S, R, M, I, I))
def plain_gain(state: np.void, rules: np.void, lens: np.void, side: int, kind: int) -> float:
    """Return the gain of a card that can be valued at a glance; below 0 for any other.

    `forget_moves` must have been called since the position was another one.
    """
    effect = rules["effect"][kind]
    if effect == MOVE_EFFECT:
        return moves_gain(state, rules, lens, side, int(rules["number"][side, kind]))
    if effect == POINTS_EFFECT:
        return float(rules["number"][side, kind])
    if is_plain_place(state, rules, side, kind):
        return place_card_gain(state, rules, lens, side, kind)
    return NOT_PLAIN


@kernel(F(R, M, I, I, LEGAL, APPLY))
def menu_gain(
    rules: np.void,
    lens: np.void,
    at: int,
    action: int,
    legal: Any,
    apply: Any,
) -> float:
    """Return the gain of a menu action's whole effect in `work[at]`, which stays. Uses the two places behind it.

    `forget_moves` must have been called since the position was another one.
    """
    work = lens["work"]
    state = work[at]
    side = int(state["side"])
    if action >= PLACE_ACTION:
        return action_gain(state, rules, lens, action)
    kind = kind_of_action(state, rules, side, action)
    effect = rules["effect"][kind]
    if action < CARD_AS_ACTION or effect != PLACE_EFFECT:
        gain = plain_gain(state, rules, lens, side, kind)
        if gain >= 0.0:
            return gain
    work[at + 1] = state
    if effect == PLACE_EFFECT and places_unasked(state, rules, side, kind):
        return play_places(work[at + 1], rules, lens, side, kind)
    gain = play_card(rules, lens, at + 1, action, legal, apply)
    if moves_tiles(rules, side):
        reset_rows(state, lens)
    return gain


@kernel(types.Tuple((I, F))(R, M, I, A, I, LEGAL, APPLY))
def best_of_menu(
    rules: np.void,
    lens: np.void,
    at: int,
    options: np.ndarray,
    count: int,
    legal: Any,
    apply: Any,
) -> tuple[int, float]:
    """Return the menu action of `work[at]` whose whole effect gains most, and the gain; stop where none gains.

    Uses `work[at + 1]` and `work[at + 2]`. The lens must have been filled, and its rows be those of `work[at]`.

    Parameters
    ----------
    options
        The menu's actions, of which there are `count`.
    """
    work = lens["work"]
    state = work[at]
    side = int(state["side"])
    forget_moves(lens)
    best, best_gain = STOP_ACTION, LEAST_GAIN
    seen = 0
    for i in range(1, count):
        action = int(options[i])
        gain = NOT_PLAIN
        if action < CARD_AS_ACTION:
            kind = kind_in_slot(state, rules, side, action - CARD_ACTION)
            if (seen >> kind) & 1:
                continue
            seen |= 1 << kind
            gain = plain_gain(state, rules, lens, side, kind)
        if gain < 0.0:
            gain = menu_gain(rules, lens, at, action, legal, apply)
        if gain > best_gain:
            best, best_gain = action, gain
    return best, (best_gain if best != STOP_ACTION else 0.0)


@kernel(types.Tuple((I, F))(R, M, I, LEGAL, APPLY))
def best_card(
    rules: np.void,
    lens: np.void,
    at: int,
    legal: Any,
    apply: Any,
) -> tuple[int, float]:
    """Do what `best_of_menu` does, with the menu read into `options` first."""
    work = lens["work"]
    options = lens["options"][:]
    count = legal(work[at], rules, options)
    return best_of_menu(rules, lens, at, options, count, legal, apply)
