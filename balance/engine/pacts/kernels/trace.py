"""A game played through by given moves: every position on the way, for those who tell or check it."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.rounds import reveal
from balance.engine.pacts.kernels.rules import apply, legal
from balance.engine.pacts.kernels.state import (
    AUCTION,
    COMMON_REVEALED,
    COURT,
    COURT_ACTION,
    MENU,
    NO_COURT_ACTION,
    OVER,
    REVEAL,
    REVEALED,
    STOP_ACTION,
)

DEAL = -1  # stands for the deal among the numbers of actions


@kernel(allocates=False)
def can_deal(state: np.void, cards: np.ndarray) -> bool:
    """Tell whether the five cards are left in their decks."""
    for slot in range(REVEALED):
        deck = 0 if slot < COMMON_REVEALED else 1
        wanted = 0
        for other in range(REVEALED):
            if cards[other] == cards[slot] and (0 if other < COMMON_REVEALED else 1) == deck:
                wanted += 1
        if cards[slot] < 0 or int(state["left"][deck, int(cards[slot])]) < wanted:
            return False
    return True


@kernel(allocates=False)
def same_court(state: np.void, rules: np.void, one: int, other: int) -> bool:
    """Tell whether two actions lay equal court cards."""
    if state["phase"] != COURT or one >= NO_COURT_ACTION or other >= NO_COURT_ACTION or other < COURT_ACTION:
        return False
    return rules["court"][one - COURT_ACTION] == rules["court"][other - COURT_ACTION]


@kernel(allocates=False)
def trace(
    states: np.ndarray,
    held: np.ndarray,
    ended: np.ndarray,
    rules: np.void,
    calm: np.void,
    numbers: np.ndarray,
    deals: np.ndarray,
    actions: np.ndarray,
) -> int:
    """Carry moves out as far as they are legal and return how many were.

    Parameters
    ----------
    states
        The first is the position to start from; the one after each move is written behind it.
    held, ended
        Results: which moves ended a turn or began a round, and the position that each of those made by itself, before
        it did.
    rules, calm
        The rules; and the same without what happens by itself when a round starts.
    numbers
        Numbers of actions, `DEAL` for the deal. Equal court cards are one to a player: any may stand for the one that
        is left, and is overwritten by it.
    deals
        The five kinds of each deal, in turn.
    actions
        Working space for `MAX_LEGAL` numbers.
    """
    deal = 0
    for step in range(len(numbers)):
        number = int(numbers[step])
        states[step + 1] = states[step]
        before, after = states[step], states[step + 1]
        if before["phase"] == REVEAL:
            if number != DEAL or not can_deal(before, deals[deal]):
                return step
            reveal(after, deals[deal])
            deal += 1
            continue
        meant = -1
        for place in range(legal(before, rules, actions)):
            if actions[place] == number or same_court(before, rules, int(actions[place]), number):
                meant = int(actions[place])
        if meant < 0:
            return step
        numbers[step] = number = meant
        apply(after, number, rules)
        if before["phase"] == MENU and number == STOP_ACTION:
            held[step], ended[step] = before, 1
        elif before["phase"] == AUCTION:
            held[step], ended[step] = before, 1
            apply(held[step], number, calm)
        elif before["token"] >= 0 and (
            after["turn"] != before["turn"] or after["round"] != before["round"] or after["phase"] == OVER
        ):
            held[step], ended[step] = before, 1
            held[step]["going_first_left"] += 1  # with one more cube to place the turn does not end
            apply(held[step], number, rules)
    return len(numbers)
