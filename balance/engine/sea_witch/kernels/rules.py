"""The flow of the game: what comes next, what may be decided, and what a decision does.

A turn is the draw of a card (phase 1), an effect of the A setting card or a pact (phase 2), the play of a card
(phase 3). What is still to be done lies on a pile of frames; `advance` works it off until somebody has to decide.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.conditions import (
    can_fulfil,
    can_play_pact,
    cards_to_throw,
    pay_condition,
)
from balance.engine.sea_witch.kernels.effects import (
    CARD_WORTH,
    ask,
    count_gain,
    discard,
    draw_cards,
    draw_pact,
    first_of,
    lay_in_front,
    lose_pact,
    pay_items,
    play_card,
    push,
    run_effect,
    take_from_front,
    take_from_hand,
    take_pact,
)
from balance.engine.sea_witch.kernels.scoring import lasting_points
from balance.engine.sea_witch.kernels.signatures import A, B, I, N, R, S, V
from balance.engine.sea_witch.kernels.state import (
    ACCEPT,
    APPLY_SIGNATURE,
    BEGIN,
    CHOOSE_FRONT,
    CHOOSE_PACT,
    CHOOSE_SETTING,
    COUNT_GAINS,
    DECLINE,
    DISCARD_A_PACT,
    DISCARD_CARD,
    DISCARDED,
    DRAW_A_PACT,
    FULFIL,
    ITEMS,
    LEGAL_SIGNATURE,
    NONE,
    OPPONENT,
    OVER,
    PACT_DONE,
    PARTS,
    PHASE_THREE,
    PHASE_TWO,
    PLAY_CARD,
    PLAY_FOR_PACT,
    PLAYED,
    PLAYER,
    RUN_EFFECTS,
    SECOND,
    SECOND_CONDITIONS,
    SHUFFLE,
    TURN_ENDS,
)


@kernel(V(S, N, I), allocates=False)
def lay_stack(state: np.void, pacts: np.ndarray, number: int) -> None:
    """Lay the pact stack, the pact drawn first at first."""
    for place in range(number):
        state["stack"][number - 1 - place] = pacts[place]
    state["stack_left"] = number


@kernel(V(S, R, I), allocates=False)
def begin_turn(state: np.void, rules: np.void, player: int) -> None:
    """Begin a turn: the player's own cards that stop draws leave, and a card is drawn (phase 1)."""
    state["active"] = player
    state["turn"] += 1
    state["asked"] = 0
    leaving = int(state["front_bits"][player]) & int(rules["stoppers"])
    while leaving != 0:
        card = first_of(leaving)
        take_from_front(state, player, card)
        discard(state, card)
        leaving = int(state["front_bits"][player]) & int(rules["stoppers"])
    draw_cards(state, rules, player, 1)
    push(state, TURN_ENDS, 0, 0, player)
    push(state, PHASE_THREE, 0, 0, player)
    push(state, PHASE_TWO, 0, 0, player)


@kernel(V(S, R, N, I, N, I, I, I, I), allocates=False)
def start(
    state: np.void,
    rules: np.void,
    deck: np.ndarray,
    size: int,
    stack: np.ndarray,
    setting_a: int,
    setting_b: int,
    player: int,
    opponent: int,
) -> None:
    """Set a blank position up; play begins once `apply` is called, with any action.

    Parameters
    ----------
    deck, size
        Names of the playing deck, the card drawn first at first, and how many there are.
    stack
        Names of the pacts, the pact drawn first at first.
    setting_a, setting_b
        The setting cards drawn.
    player, opponent
        The seats of those whose results are compared.
    """
    for place in range(size):
        state["deck"][size - 1 - place] = deck[place]
    state["deck_left"] = size
    lay_stack(state, stack, int(rules["pact_size"]))
    players = int(rules["players"])
    for item in range(ITEMS):
        state["supply"][item] = rules["supply"][item]
    for seat in range(players):
        for item in range(ITEMS):
            given = min(int(rules["start_items"][item]), int(state["supply"][item]))
            state["items"][seat, item] = given
            state["supply"][item] -= given
    for _ in range(int(rules["hand_size"])):
        for seat in range(players):
            draw_cards(state, rules, seat, 1)
    state["deck_start"] = state["deck_left"]
    state["time"] = rules["start_time"]
    state["setting_a"] = setting_a
    state["setting_b"] = setting_b
    state["seats"][PLAYER] = player
    state["seats"][OPPONENT] = opponent
    state["owed"] = NONE
    for part in range(PARTS):
        state["first_drawn"][part] = NONE
    state["phase"] = BEGIN
    state["who"] = NONE
    begin_turn(state, rules, 0)


@kernel(B(S, R, I, I), allocates=False)
def can_pay_choice(state: np.void, rules: np.void, player: int, choice: int) -> bool:
    """Tell whether a player has the items that an effect of the A setting card costs."""
    setting = int(state["setting_a"])
    for item in range(ITEMS):
        if state["items"][player, item] < rules["choice_pay"][setting, choice, item]:
            return False
    return True


@kernel(B(S, R, I, I), allocates=False)
def phase_two(state: np.void, rules: np.void, player: int, pact_declined: int) -> bool:
    """Offer a pact, else an effect of the A setting card; return whether there is anything to decide."""
    if pact_declined == 0 and state["held"][player] > 0:
        for pact in range(int(rules["pacts"])):
            if can_play_pact(state, rules, player, pact):
                return ask(state, CHOOSE_PACT, player, 0, 0)
    for choice in range(int(rules["choices"][state["setting_a"]])):
        if can_pay_choice(state, rules, player, choice):
            return ask(state, CHOOSE_SETTING, player, 0, 0)
    return False


@kernel(B(S, R, I), allocates=False)
def end_turn(state: np.void, rules: np.void, player: int) -> bool:
    """End a turn; return whether the game is over: the playing deck is empty, and a hand is (pacts are no hand)."""
    lasting_points(state, rules, player)
    if state["deck_left"] == 0:
        for seat in range(int(rules["players"])):
            if state["hand_size"][seat] == 0:
                state["phase"] = OVER
                state["who"] = NONE
                return True
    begin_turn(state, rules, (player + 1) % int(rules["players"]))
    return False


@kernel(B(S, R, I, I, I), allocates=False)
def fulfil(state: np.void, rules: np.void, player: int, condition: int, left: int) -> bool:
    """Ask for the next card that a condition takes, those to discard first; False if none is left."""
    if left > 0:
        push(state, FULFIL, condition, left - 1, player)
        cards = cards_to_throw(state, rules, player, condition, left)
        return ask(state, DISCARD_CARD, player, cards, 1)
    play = int(rules["play"][condition])
    if play == 0:
        return False
    state["counting"] = 0
    return ask(state, PLAY_FOR_PACT, player, int(state["hand_bits"][player]) & play, 1)


@kernel(B(S, R, I, I, I), allocates=False)
def second_condition(state: np.void, rules: np.void, owner: int, pact: int, offset: int) -> bool:
    """Ask the next player, the owner first, whether to fulfil the second condition; False once all were asked."""
    players = int(rules["players"])
    while offset < players:
        player = (owner + offset) % players
        offset += 1
        if can_fulfil(state, rules, player, 2 * pact + 1):
            push(state, SECOND_CONDITIONS, pact, offset, owner)
            return ask(state, SECOND, player, pact, 0)
    return False


@kernel(V(S, R, I, I), allocates=False)
def pact_done(state: np.void, rules: np.void, owner: int, pact: int) -> None:
    """Note what a pact has brought whom."""
    state["counting"] = 0
    part = int(state["pact_part"])
    if part == NONE:
        return
    others = 0
    for seat in range(int(rules["players"])):
        if seat != owner:
            others += int(state["gain"][seat])
    state["value"][part, pact] = state["gain"][owner]
    state["others"][part, pact] = others


@kernel(V(S, R), allocates=False)
def advance(state: np.void, rules: np.void) -> None:
    """Work off what is to be done until somebody decides, the pacts are to be shuffled, or the game is over."""
    while state["depth"] > 0:
        depth = int(state["depth"]) - 1
        state["depth"] = depth
        kind, owner = int(state["frames"][depth, 0]), int(state["frames"][depth, 3])
        first, second = int(state["frames"][depth, 1]), int(state["frames"][depth, 2])
        waits = False
        if kind == RUN_EFFECTS:
            if first < second:
                push(state, RUN_EFFECTS, first + 1, second, owner)
                waits = run_effect(state, rules, first, owner)
        elif kind == PHASE_TWO:
            waits = phase_two(state, rules, owner, first)
        elif kind == PHASE_THREE:
            if state["hand_size"][owner] > 0:
                waits = ask(state, PLAY_CARD, owner, int(state["hand_bits"][owner]), 1)
        elif kind == TURN_ENDS:
            waits = end_turn(state, rules, owner)
        elif kind == FULFIL:
            waits = fulfil(state, rules, owner, first, second)
        elif kind == COUNT_GAINS:
            state["counting"] = 1
        elif kind == SECOND_CONDITIONS:
            waits = second_condition(state, rules, owner, first, second)
        else:
            pact_done(state, rules, owner, first)
        if waits:
            return


@kernel(V(S, R, I, I), allocates=False)
def take_bonus(state: np.void, rules: np.void, player: int, condition: int) -> None:
    """Have a player fulfil a condition, then take its bonus."""
    push(state, RUN_EFFECTS, int(rules["bonus_first"][condition]), int(rules["bonus_end"][condition]), player)
    push(state, COUNT_GAINS, 0, 0, player)
    push(state, FULFIL, condition, int(rules["throw"][condition]), player)
    pay_condition(state, rules, player, condition)


@kernel(V(S, R, I, I), allocates=False)
def play_pact(state: np.void, rules: np.void, player: int, pact: int) -> None:
    """Play a pact: it goes to its discards; first condition, bonus and second condition follow in this order."""
    state["pact_part"] = lose_pact(state, player, pact, PLAYED)
    for seat in range(int(rules["players"])):
        state["gain"][seat] = 0
    state["counting"] = 1
    push(state, PACT_DONE, pact, 0, player)
    if rules["has_second"][pact] != 0:
        push(state, SECOND_CONDITIONS, pact, 0, player)
    take_bonus(state, rules, player, 2 * pact)


@kernel(V(S, R, I, I), allocates=False)
def use_setting(state: np.void, rules: np.void, player: int, choice: int) -> None:
    """Pay for an effect of the A setting card and have it."""
    setting = int(state["setting_a"])
    for item in range(ITEMS):
        price = int(rules["choice_pay"][setting, choice, item])
        if price > 0:
            pay_items(state, rules, player, item, price)
    first, end = int(rules["choice_first"][setting, choice]), int(rules["choice_end"][setting, choice])
    push(state, RUN_EFFECTS, first, end, player)


@kernel(I(I, I, A, I), allocates=False)
def list_cards(cards: int, number: int, actions: np.ndarray, count: int) -> int:
    """Add an action for each card of a set; return the new count."""
    for card in range(number):
        if (cards >> card) & 1:
            actions[count] = card + 1
            count += 1
    return count


@kernel(LEGAL_SIGNATURE, allocates=False)
def legal(state: np.void, rules: np.void, actions: np.ndarray) -> int:
    """Write the actions of whoever decides, ascending, and return how many there are."""
    phase, player = int(state["phase"]), int(state["who"])
    count = 0
    if phase == SHUFFLE or phase == OVER or phase == BEGIN:
        return 0
    if state["must"] == 0:
        actions[0] = DECLINE
        count = 1
    if phase == SECOND or phase == DRAW_A_PACT:
        actions[count] = ACCEPT
        return count + 1
    if phase == CHOOSE_PACT or phase == DISCARD_A_PACT:
        for pact in range(int(rules["pacts"])):
            if phase == CHOOSE_PACT:
                listed = can_play_pact(state, rules, player, pact)
            else:
                listed = state["pacts"][player, pact] > 0
            if listed:
                actions[count] = pact + 1
                count += 1
        return count
    if phase == CHOOSE_SETTING:
        for choice in range(int(rules["choices"][state["setting_a"]])):
            if can_pay_choice(state, rules, player, choice):
                actions[count] = choice + 1
                count += 1
        return count
    cards = int(state["hand_bits"][player]) & int(state["choose_from"])
    return list_cards(cards, int(rules["cards"]), actions, count)


@kernel(V(S, R, I), allocates=False)
def carry_out(state: np.void, rules: np.void, action: int) -> None:
    """Do what was decided."""
    phase, player, chosen = int(state["phase"]), int(state["who"]), action - 1
    if phase == CHOOSE_PACT and action == DECLINE:
        push(state, PHASE_TWO, 1, 0, player)
    elif action == DECLINE:
        return
    elif phase == CHOOSE_PACT:
        play_pact(state, rules, player, chosen)
    elif phase == CHOOSE_SETTING:
        use_setting(state, rules, player, chosen)
    elif phase == PLAY_CARD or phase == PLAY_FOR_PACT:
        play_card(state, rules, player, chosen)
    elif phase == DISCARD_CARD:
        take_from_hand(state, player, chosen)
        discard(state, chosen)
        count_gain(state, player, -int(rules["worth"][CARD_WORTH]))
    elif phase == CHOOSE_FRONT:
        take_from_hand(state, player, chosen)
        lay_in_front(state, player, chosen)
    elif phase == DISCARD_A_PACT:
        lose_pact(state, player, chosen, DISCARDED)
    elif phase == SECOND:
        take_bonus(state, rules, player, 2 * int(state["choose_from"]) + 1)
    else:
        draw_pact(state, player)


@kernel(APPLY_SIGNATURE, allocates=False)
def apply(state: np.void, rules: np.void, action: int) -> None:
    """Carry out a legal action and go on to the next decision.

    A game that is set up, and one whose pact stack was shuffled, goes on with any action.
    """
    phase = state["phase"]
    if phase == SHUFFLE:
        player = int(state["owed"])
        state["owed"] = NONE
        take_pact(state, player)
    elif phase != BEGIN:
        state["asked"] += 1
        carry_out(state, rules, action)
    if state["owed"] == NONE:
        advance(state, rules)


@kernel(V(S, R, N), allocates=False)
def reshuffle(state: np.void, rules: np.void, pacts: np.ndarray) -> None:
    """Make the pact discards the new stack, in this order; `apply` then lets whoever is owed a pact draw it."""
    lay_stack(state, pacts, int(state["pact_discards"]))
    for pact in range(int(rules["pacts"])):
        state["pact_discard"][pact] = 0
    state["pact_discards"] = 0
    state["shuffles"] += 1
