"""The conditions of pacts: whether they can be fulfilled in full, and what they take."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.effects import count_in, pay_items, score
from balance.engine.sea_witch.kernels.signatures import B, H, I, R, S, V
from balance.engine.sea_witch.kernels.state import ANY_TIME, ITEMS


@kernel(B(H, I, I, I, I), allocates=False)
def can_give_cards(hand: np.ndarray, number: int, throw: int, throw_of: int, play: int) -> bool:
    """Tell whether a hand has so many cards of one set to discard and, beside them, one of another to play."""
    if play == 0:
        return throw == 0 or count_in(hand, throw_of, number) >= throw
    if count_in(hand, play, number) == 0:
        return False
    if throw == 0:
        return True
    return bool(count_in(hand, throw_of, number) >= throw and count_in(hand, throw_of | play, number) > throw)


@kernel(B(S, R, I, I), allocates=False)
def can_fulfil(state: np.void, rules: np.void, player: int, condition: int) -> bool:
    """Tell whether a player can fulfil a condition in full."""
    have, reveal = rules["have"][condition], rules["reveal"][condition]
    if have != 0 and state["front_bits"][player] & have == 0:
        return False
    if reveal != 0 and state["hand_bits"][player] & reveal == 0:
        return False
    for item in range(ITEMS):
        if state["items"][player, item] < rules["pay"][condition, item]:
            return False
    lose = rules["lose"][condition]
    if lose > 0 and state["score"][player] < lose:
        return False
    throw, play = int(rules["throw"][condition]), int(rules["play"][condition])
    if rules["keep_last"] != 0 and player == state["active"]:
        given = throw + (1 if play != 0 else 0)
        if given > 0 and state["hand_size"][player] <= given:
            return False
    if throw == 0:
        return bool(play == 0 or state["hand_bits"][player] & play != 0)
    return can_give_cards(
        state["hand"][player], int(rules["cards"]), throw, int(rules["throw_of"][condition]), play
    )


@kernel(B(S, R, I, I), allocates=False)
def can_play_pact(state: np.void, rules: np.void, player: int, pact: int) -> bool:
    """Tell whether a pact is held and can be played now."""
    if state["pacts"][player, pact] == 0:
        return False
    time = rules["pact_time"][pact]
    if time != ANY_TIME and time != state["time"]:
        return False
    return can_fulfil(state, rules, player, 2 * pact)


@kernel(V(S, R, I, I), allocates=False)
def pay_condition(state: np.void, rules: np.void, player: int, condition: int) -> None:
    """Pay the items and points of a condition; cards are asked for one by one."""
    for item in range(ITEMS):
        price = int(rules["pay"][condition, item])
        if price > 0:
            pay_items(state, rules, player, item, price)
    lose = int(rules["lose"][condition])
    if lose > 0:
        score(state, player, -lose)


@kernel(I(S, R, I, I, I), allocates=False)
def cards_to_throw(state: np.void, rules: np.void, player: int, condition: int, left: int) -> int:
    """Return the cards of which one can be discarded so that the rest of a condition can still be fulfilled."""
    cards = int(state["hand_bits"][player]) & int(rules["throw_of"][condition])
    play = int(rules["play"][condition])
    if play == 0:
        return cards
    number = int(rules["cards"])
    hand = state["hand"][player]
    found = 0
    for card in range(number):
        if (cards >> card) & 1:
            hand[card] -= 1
            if can_give_cards(hand, number, left - 1, int(rules["throw_of"][condition]), play):
                found |= 1 << card
            hand[card] += 1
    return found
