"""What cards and effects are worth at once, in victory points."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.conduct import conduct_of
from balance.engine.sea_witch.kernels.effects import draws_are_stopped, happens
from balance.engine.sea_witch.kernels.signatures import B, F, I, R, S, W
from balance.engine.sea_witch.kernels.state import (
    ANY_TIME,
    CHOOSE_FRONT,
    DISCARD,
    DRAW,
    DRAW_PACT,
    ENDS,
    FETCH,
    ITEMS,
    LOSE,
    NONE,
    PLAY_CARD,
    PLAY_FOR_PACT,
    PUT_IN_FRONT,
    REMOVE,
    SCORE,
    STEAL,
    TAKE,
    TURN,
)

ITEM, CARD, LEAD, FRONT, STAYS = 0, 1, 2, 3, 4  # weights of `greedy`


@kernel(F(S, R), allocates=False)
def turns_left(state: np.void, rules: np.void) -> float:
    """Return about how many more turns each player will have."""
    cards = int(state["deck_left"])
    for seat in range(int(rules["players"])):
        cards += int(state["hand_size"][seat])
    return cards / (1.3 * int(rules["players"]))


@kernel(F(S, R, I, W), allocates=False)
def item_worth(state: np.void, rules: np.void, item: int, weights: np.ndarray) -> float:
    """Return what an item is worth: what the B setting card gives for it, and what it may still pay for."""
    setting, worth = int(state["setting_b"]), 0.0
    for end in range(min(ENDS, int(rules["ends"][setting]))):
        if rules["end_item"][setting, end] == item and rules["end_each"][setting, end] > 0:
            worth += rules["end_points"][setting, end] / rules["end_each"][setting, end]
    left = min(1.0, turns_left(state, rules) / 4.0)
    return max(worth, weights[ITEM] * left)


@kernel(F(S, R, I, I, W), allocates=False)
def front_worth(state: np.void, rules: np.void, player: int, card: int, weights: np.ndarray) -> float:
    """Return what a card is worth by lying in front of a player."""
    worth = weights[FRONT]
    if rules["card_points"][card] != 0:
        time, share = rules["card_time"][card], 1.0
        if time != ANY_TIME:
            share = weights[STAYS] if time == state["time"] else 1.0 - weights[STAYS]
        worth += rules["card_points"][card] * share * turns_left(state, rules)
    setting = int(state["setting_b"])
    for end in range(min(ENDS, int(rules["ends"][setting]))):
        counts = rules["end_item"][setting, end] == NONE and (rules["end_cards"][setting, end] >> card) & 1
        if counts and rules["end_each"][setting, end] > 0:
            worth += rules["end_points"][setting, end] / rules["end_each"][setting, end]
    return worth


@kernel(F(S, R, I, I, W), allocates=False)
def fetched_worth(state: np.void, rules: np.void, owner: int, cards: int, weights: np.ndarray) -> float:
    """Return what a card is worth that comes from the discard pile or from in front of another player."""
    found, taken = int(state["discard_bits"]) & cards, 0.0
    if found == 0:
        for seat in range(int(rules["players"])):
            if seat != owner:
                found |= int(state["front_bits"][seat]) & cards
        taken = weights[LEAD]
    if found == 0:
        return 0.0
    card = 0
    while (found >> card) & 1 == 0:
        card += 1
    return (1.0 + taken) * front_worth(state, rules, owner, card, weights)


@kernel(F(S, R, I, I, W), allocates=False)
def day_worth(state: np.void, rules: np.void, owner: int, time: int, weights: np.ndarray) -> float:
    """Return what it is worth that it becomes day or night: points of cards in front, own less the others' mean."""
    worth = 0.0
    if time == state["time"]:
        return worth
    for seat in range(int(rules["players"])):
        cards = int(state["front_bits"][seat]) & int(rules["lasting"])
        card = 0
        while cards != 0:
            if cards & 1:
                points = float(rules["card_points"][card]) * float(state["front"][seat, card])
                when = rules["card_time"][card]
                gained = points if when == time else -points if when != ANY_TIME else 0.0
                worth += gained if seat == owner else -gained * weights[LEAD]
            cards >>= 1
            card += 1
    return worth


@kernel(B(S, R, I, I, I), allocates=False)
def comes_about(state: np.void, rules: np.void, effect: int, owner: int, card: int) -> bool:
    """Tell whether an effect would happen once `card`, the one played, lies in front, if that is where it goes."""
    if happens(state, rules, effect, owner):
        return True
    if card == NONE or rules["card_front"][card] == 0 or (rules["needs"][effect] >> card) & 1 == 0:
        return False
    time = rules["time"][effect]
    return bool(time == ANY_TIME or time == state["time"])


@kernel(F(S, R, I, I, W), allocates=False)
def best_in_front(state: np.void, rules: np.void, owner: int, cards: int, weights: np.ndarray) -> float:
    """Return the most that a card of the hand is worth in front, less the card itself."""
    best, found, card = 0.0, int(state["hand_bits"][owner]) & cards, 0
    while found != 0:
        if found & 1:
            best = max(best, front_worth(state, rules, owner, card, weights) - weights[CARD])
        found >>= 1
        card += 1
    return best


@kernel(F(S, R, I, I, W), allocates=False)
def removed_worth(state: np.void, rules: np.void, owner: int, cards: int, weights: np.ndarray) -> float:
    """Return what it is worth that another player loses a card in front."""
    for offset in range(1, int(rules["players"])):
        other = (owner + offset) % int(rules["players"])
        found = int(state["front_bits"][other]) & cards
        if found != 0:
            card = 0
            while (found >> card) & 1 == 0:
                card += 1
            return weights[LEAD] * front_worth(state, rules, other, card, weights)
    return 0.0


@kernel(F(S, R, I, I, I, W), allocates=False)
def effect_worth(
    state: np.void, rules: np.void, effect: int, owner: int, card: int, weights: np.ndarray
) -> float:
    """Return what one effect is worth to its owner now; `card` is the one played, which a hand no longer holds."""
    if not comes_about(state, rules, effect, owner, card):
        return 0.0
    word, number, item = int(rules["word"][effect]), int(rules["number"][effect]), int(rules["item"][effect])
    offset, cards = int(rules["offset"][effect]), int(rules["of"][effect])
    target = (owner + offset) % int(rules["players"])
    side = 1.0 if offset == 0 else -weights[LEAD]
    if word == SCORE:
        return side * number
    if word == LOSE:
        return -side * number
    if word == TAKE:
        return side * min(number, int(state["supply"][item])) * item_worth(state, rules, item, weights)
    if word == STEAL:
        taken = min(number, int(state["items"][target, item]))
        return (1.0 + weights[LEAD]) * taken * item_worth(state, rules, item, weights)
    if word == DRAW:
        if draws_are_stopped(state, rules, target):
            return 0.0
        return side * min(number, int(state["deck_left"])) * weights[CARD]
    if word == DISCARD:
        return -side * weights[CARD] if state["hand_size"][target] > (1 if card != NONE else 0) else 0.0
    if word == DRAW_PACT:
        return float(rules["draw_rating"][conduct_of(state, owner)]) if offset == 0 else 0.0
    if word == PUT_IN_FRONT:
        return best_in_front(state, rules, owner, cards, weights)
    if word == FETCH:
        return fetched_worth(state, rules, owner, cards, weights)
    if word == REMOVE:
        return removed_worth(state, rules, owner, cards, weights)
    if word == TURN:
        return day_worth(state, rules, owner, number, weights)
    return 0.5 * float(rules["penalty"]) if state["held"][target] > 0 and offset == 0 else 0.0


@kernel(F(S, R, I, I, I, I, W), allocates=False)
def effects_worth(
    state: np.void, rules: np.void, first: int, end: int, owner: int, card: int, weights: np.ndarray
) -> float:
    """Return what effects are worth together."""
    worth = 0.0
    for effect in range(first, end):
        worth += effect_worth(state, rules, effect, owner, card, weights)
    return worth


@kernel(F(S, R, I, I, W), allocates=False)
def card_worth(state: np.void, rules: np.void, owner: int, card: int, weights: np.ndarray) -> float:
    """Return what it is worth to play a card."""
    first, end = int(rules["card_first"][card]), int(rules["card_end"][card])
    worth = effects_worth(state, rules, first, end, owner, card, weights)
    if rules["card_front"][card] != 0:
        worth += front_worth(state, rules, owner, card, weights)
    return worth


@kernel(F(S, R, I, I, W), allocates=False)
def choice_worth(state: np.void, rules: np.void, owner: int, choice: int, weights: np.ndarray) -> float:
    """Return what an effect of the A setting card is worth, less its price."""
    setting = int(state["setting_a"])
    first, end = int(rules["choice_first"][setting, choice]), int(rules["choice_end"][setting, choice])
    worth = effects_worth(state, rules, first, end, owner, NONE, weights)
    for item in range(ITEMS):
        price = int(rules["choice_pay"][setting, choice, item])
        if price > 0:
            worth -= price * item_worth(state, rules, item, weights)
    return worth


@kernel(F(S, R, I, I, W), allocates=False)
def second_worth(state: np.void, rules: np.void, owner: int, pact: int, weights: np.ndarray) -> float:
    """Return what a pact's second condition is worth to who may fulfil it, less what it takes."""
    condition = 2 * pact + 1
    first, end = int(rules["bonus_first"][condition]), int(rules["bonus_end"][condition])
    worth = effects_worth(state, rules, first, end, owner, NONE, weights)
    for item in range(ITEMS):
        price = int(rules["pay"][condition, item])
        if price > 0:
            worth -= price * item_worth(state, rules, item, weights)
    return worth - rules["lose"][condition] - rules["throw"][condition] * weights[CARD]


@kernel(F(S, R, I, I, I, W), allocates=False)
def action_worth(
    state: np.void, rules: np.void, phase: int, owner: int, chosen: int, weights: np.ndarray
) -> float:
    """Return what choosing a card is worth: played, laid in front, or kept from being discarded."""
    if phase == PLAY_CARD or phase == PLAY_FOR_PACT:
        return card_worth(state, rules, owner, chosen, weights)
    if phase == CHOOSE_FRONT:
        return front_worth(state, rules, owner, chosen, weights) - weights[CARD]
    return -card_worth(state, rules, owner, chosen, weights)


__all__ = ["action_worth", "choice_worth", "second_worth"]
