"""The rules of Pacts as a state machine: `start`, `legal`, `apply`, `reveal`, `is_over`, `outcome`.

What may be done in each phase, and what it does; the course of the rounds around it is in `rounds`.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.abilities import (
    do_move,
    do_place,
    do_remove,
    do_remove_all,
    do_remove_tile,
    do_swap,
    end_removals,
    legal_copy,
    legal_move,
    legal_place,
    legal_remove,
    legal_remove_all,
    legal_remove_tile,
    legal_swap,
    start_card,
)
from balance.engine.pacts.kernels.adding import apply_adding, legal_take_back
from balance.engine.pacts.kernels.placing import (
    next_use,
    proceed,
)
from balance.engine.pacts.kernels.rounds import (
    begin_round,
    lay_setup_cubes,
    next_in_turn,
    reveal,
    start,
    start_turn,
)
from balance.engine.pacts.kernels.state import (
    AFTER_WILD,
    ALLOT,
    ALTERNATIVES,
    APPLY_SIGNATURE,
    AS_BECOMES,
    AUCTION,
    AUCTION_ACTION,
    CARD_ACTION,
    CARD_AS_ACTION,
    COPY,
    COPY_ACTION,
    COPY_AS_ACTION,
    COURT,
    COURT_ACTION,
    COURT_SLOT,
    EFFECT_DONE,
    LEGAL_SIGNATURE,
    MAX_COURT,
    MAX_PLACE,
    MENU,
    MOVE,
    MOVE_ACTION,
    NO_ACTIVE,
    NO_COURT_ACTION,
    NONE,
    OVER,
    PASSIVE,
    PASSIVE_ACTION,
    PLACE,
    PLACE_ACTION,
    REGION_ACTION,
    REGIONS,
    REMOVE,
    REMOVE_ACTION,
    REMOVE_ALL,
    REMOVE_TILE,
    REVEAL,
    REVEALED,
    SEELIE,
    SELECT,
    SELECT_ACTION,
    SLOTS,
    SPLIT,
    SPLIT_ACTION,
    STOP_ACTION,
    SWAP,
    SWAP_ACTION,
    TAKE_BACK,
    TIE_SEELIE,
    TIE_SHARED,
    UNSEELIE,
    in_hand,
    kind_in_slot,
    to_move,
)


@kernel(allocates=False, inline=True)
def legal_court(state: np.void, rules: np.void, actions: np.ndarray) -> int:
    """Any card of the own court hand, or none; equal cards count once."""
    hand = int(state["court_hand"][to_move(state)])
    count = 0
    for card in range(MAX_COURT):
        again = hand & int(rules["court_earlier"][card])
        actions[count] = COURT_ACTION + card
        count += (hand >> card) & (again == 0)
    actions[count] = NO_COURT_ACTION
    return count + 1


@kernel(allocates=False, inline=True)
def legal_menu(state: np.void, rules: np.void, actions: np.ndarray) -> int:
    """Any own card left, as itself or as what a passive lets it become; a going-first cube; or end the turn."""
    side = to_move(state)
    hand = int(state["hand"][side])
    actions[0] = STOP_ACTION
    count = 1
    for slot in range(SLOTS):
        actions[count] = CARD_ACTION + slot
        count += (hand >> slot) & 1
    for alternative in range(ALTERNATIVES):
        if rules["alternative"][side, alternative] >= 0:
            for slot in range(SLOTS):
                if in_hand(state, side, slot):
                    kind = kind_in_slot(state, rules, side, slot)
                    if (int(rules["plays_as"][side, kind]) >> alternative) & 1:
                        actions[count] = CARD_AS_ACTION + alternative * SLOTS + slot
                        count += 1
    if state["going_first_left"] > 0:
        for region in range(REGIONS):
            actions[count] = PLACE_ACTION + region * MAX_PLACE
            count += 1
    return count


@kernel(allocates=False, inline=True)
def legal_effect(state: np.void, rules: np.void, actions: np.ndarray, phase: int) -> int:
    """List the steps of the effect under way; stop where it may be skipped or nothing else can be done.

    A card may be skipped in whole or in part; an ability may be declined, but (unless used "up to") not once begun.
    """
    may_stop = state["word"] == NO_ACTIVE or state["begun"] == 0 or rules["active_up_to"] == 1
    actions[0] = STOP_ACTION
    count = 1 if may_stop else 0
    if phase == PLACE:
        count = legal_place(state, rules, actions, count)
    elif phase == MOVE:
        count = legal_move(state, rules, actions, count)
    elif phase == REMOVE:
        count = legal_remove(state, rules, actions, count)
    elif phase == REMOVE_ALL:
        count = legal_remove_all(state, actions, count)
    elif phase == SWAP:
        count = legal_swap(state, rules, actions, count)
    elif phase == REMOVE_TILE:
        count = legal_remove_tile(state, actions, count)
    elif phase == COPY:
        count = legal_copy(state, rules, actions, count)
    if count == 0:
        actions[0] = STOP_ACTION
        return 1
    return count


@kernel(LEGAL_SIGNATURE, allocates=False)
def legal(state: np.void, rules: np.void, actions: np.ndarray) -> int:
    """Write the legal actions in ascending order and return how many there are.

    None while the position waits for the deal or when the game is over. `actions` holds at least `MAX_LEGAL` numbers;
    those behind the legal ones mean nothing: most lists are written without a branch, each number where the next goes.
    """
    phase = int(state["phase"])
    if phase == MENU:
        return legal_menu(state, rules, actions)
    if phase >= PLACE and phase <= COPY:
        return legal_effect(state, rules, actions, phase)
    count = 0
    if phase == COURT:
        return legal_court(state, rules, actions)
    if phase == SPLIT:
        for pile in range(1 << REVEALED):
            actions[pile] = SPLIT_ACTION + pile
        return 1 << REVEALED
    if phase == SELECT:
        actions[0], actions[1] = SELECT_ACTION, SELECT_ACTION + 1
        return 2
    if phase == AFTER_WILD or phase == PASSIVE:
        actions[0], actions[1] = STOP_ACTION, PASSIVE_ACTION
        return 2
    if phase == ALLOT:
        for region in range(REGIONS):
            if state["pending"][region] > 0:
                actions[count] = REGION_ACTION + region
                count += 1
    elif phase == TAKE_BACK:
        return legal_take_back(state, rules, actions)
    elif phase == AUCTION:
        for region in range(REGIONS):
            actions[count] = AUCTION_ACTION + region
            count += 1
    return count


@kernel(allocates=False, inline=True)
def apply_court(state: np.void, action: int) -> None:
    """Lay a court card face down, or none; then the other side chooses, then the cards are revealed."""
    side = to_move(state)
    if action != NO_COURT_ACTION:
        card = action - COURT_ACTION
        state["court_card"][side] = card
        state["court_hand"][side] = int(state["court_hand"][side]) & ~(1 << card)
    if side == SEELIE:
        state["side"] = UNSEELIE
    else:
        state["phase"] = REVEAL


@kernel(allocates=False, inline=True)
def apply_select(state: np.void, side: int, rules: np.void) -> None:
    """Give `side` the pile with the token, the other side the other pile; the first turn begins."""
    pile = int(state["token_pile"])
    state["token"] = side
    state["hand"][side] = pile
    state["hand"][1 - side] = (1 << REVEALED) - 1 - pile
    for owner in range(2):
        if state["court_card"][owner] >= 0:
            state["hand"][owner] = int(state["hand"][owner]) | (1 << COURT_SLOT)
    state["turn"] = 0
    if not start_turn(state, rules, 1 - side):
        next_in_turn(state, rules)


@kernel(allocates=False)
def apply_auction(state: np.void, region: int, rules: np.void) -> None:
    """Place one of the cubes that the auction gave; no ability is in force yet."""
    side = to_move(state)
    state["cubes"][side, region] += 1
    state["supply"][side] -= 1
    state["bid_left"] -= 1
    if state["bid_left"] == 0:
        if rules["auction_first"]:
            lay_setup_cubes(state, rules)
        begin_round(state, rules)


@kernel(allocates=False)
def start_as(state: np.void, rules: np.void, alternative: int) -> int:
    """Return the kind that a card is started as; what only a passive allows makes the faction known."""
    side = to_move(state)
    if alternative == AS_BECOMES:
        state["shown"][side] = 1
    return int(rules["alternative"][side, alternative])


@kernel(allocates=False, inline=True)
def apply_menu(state: np.void, action: int, rules: np.void) -> None:
    """Start a card, spend a going-first cube, or end the turn."""
    side = to_move(state)
    if action == STOP_ACTION:
        state["hand"][side] = 0
        state["going_first_left"] = 0
        next_in_turn(state, rules)
        return
    if action >= PLACE_ACTION:
        state["going_first_left"] -= 1
        state["pending"][(action - PLACE_ACTION) // MAX_PLACE] = 1
        state["began_empty"] = 1 if state["supply"][side] == 0 else 0
        state["after"] = EFFECT_DONE
        if proceed(state, rules):
            next_in_turn(state, rules)
        return
    slot = (action - CARD_ACTION) % SLOTS
    kind = kind_in_slot(state, rules, side, slot)
    if action >= CARD_AS_ACTION:
        kind = start_as(state, rules, (action - CARD_AS_ACTION) // SLOTS)
    state["slot"] = slot
    state["hand"][side] = int(state["hand"][side]) & ~(1 << slot)
    if start_card(state, rules, kind):
        next_in_turn(state, rules)


@kernel(allocates=False, inline=True)
def apply_effect(state: np.void, action: int, rules: np.void, phase: int) -> bool:
    """Carry out one step of the effect under way; True when it is over."""
    if action == STOP_ACTION:
        if phase == PLACE:
            return not next_use(state)
        if phase == REMOVE:
            return end_removals(state, rules)
        return True
    if state["word"] != NO_ACTIVE:
        state["shown"][to_move(state)] = 1
    if phase == PLACE:
        return do_place(state, rules, action - PLACE_ACTION)
    if phase == MOVE:
        return do_move(state, rules, action - MOVE_ACTION)
    if phase == REMOVE:
        return do_remove(state, rules, action - REMOVE_ACTION)
    if phase == REMOVE_ALL:
        return do_remove_all(state, rules, action - REGION_ACTION)
    if phase == SWAP:
        return do_swap(state, action - SWAP_ACTION)
    if phase == REMOVE_TILE:
        return do_remove_tile(state, action - REGION_ACTION)
    side = to_move(state)
    kind = kind_in_slot(state, rules, side, (action - COPY_ACTION) % SLOTS)
    if action >= COPY_AS_ACTION:
        kind = start_as(state, rules, (action - COPY_AS_ACTION) // SLOTS)
    return start_card(state, rules, kind)


@kernel(APPLY_SIGNATURE, allocates=False)
def apply(state: np.void, action: int, rules: np.void) -> None:
    """Carry out one action. It must be legal: that is not checked here, but in `balance.engine.pacts.game`."""
    phase = int(state["phase"])
    if phase == MENU:
        apply_menu(state, action, rules)
    elif phase >= PLACE and phase <= COPY:
        if apply_effect(state, action, rules, phase):
            next_in_turn(state, rules)
    elif phase == COURT:
        apply_court(state, action)
    elif phase == SPLIT:
        state["token_pile"] = action - SPLIT_ACTION
        state["side"] = 1 - to_move(state)
        state["phase"] = SELECT
    elif phase == SELECT:
        apply_select(state, action - SELECT_ACTION, rules)
    elif phase == AUCTION:
        apply_auction(state, action - AUCTION_ACTION, rules)
    else:
        apply_adding(state, action, rules, phase)


@kernel(allocates=False)
def is_over(state: np.void) -> bool:
    """Tell whether the game has ended (after round 6's scoring)."""
    return state["phase"] == OVER


@kernel(allocates=False)
def outcome(state: np.void, rules: np.void) -> int:
    """Return the winning side of a finished game, or NONE where a shared tie leaves none.

    The higher score wins; equal scores go to the side that the tie-break ruling names (rulebook: Seelie).
    """
    if state["score"][SEELIE] != state["score"][UNSEELIE]:
        return SEELIE if state["score"][SEELIE] > state["score"][UNSEELIE] else UNSEELIE
    tie_break = int(rules["tie_break"])
    if tie_break == TIE_SHARED:
        return NONE
    return SEELIE if tie_break == TIE_SEELIE else UNSEELIE


__all__ = ["apply", "is_over", "legal", "outcome", "reveal", "start"]
