"""Chance: the order of the decks, the setting cards, and who sits where, each from a key of its own.

A deck's order is that of one hash for each card, so that a card more or less leaves the others in place.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import Unsigned, kernel
from balance.engine._random import below, combine, mix
from balance.engine.sea_witch.kernels.signatures import I, K, N, P, R, S, U, V, X
from balance.engine.sea_witch.kernels.state import COPIES, PACT_COPIES

DECK, SHORTER, SETTING_A, SETTING_B, SEATS, STACK = 1, 2, 3, 4, 5, 6  # STACK + number of the shuffle


@kernel(V(U, X, I, K, N))
def order_by_key(key: Unsigned, keys: np.ndarray, count: int, hashes: np.ndarray, order: np.ndarray) -> None:
    """Write the places 0 … count - 1 in the order of one hash each.

    Parameters
    ----------
    keys
        A key for each place.
    hashes, order
        Room to work in; `order` is the result.
    """
    for place in range(count):
        drawn = mix(key ^ keys[place])
        at = place
        while at > 0 and hashes[at - 1] > drawn:
            hashes[at] = hashes[at - 1]
            order[at] = order[at - 1]
            at -= 1
        hashes[at] = drawn
        order[at] = place


@kernel(V(R, U, K, N, N))
def leave_out(rules: np.void, key: Unsigned, hashes: np.ndarray, order: np.ndarray, out: np.ndarray) -> None:
    """Mark the cards of the base game that a shorter game leaves out: at random; of different names where asked."""
    size, left = int(rules["deck_size"]), int(rules["taken_out"])
    for place in range(size):
        out[place] = 0
    if left == 0:
        return
    order_by_key(combine(key, SHORTER), rules["deck_key"], size, hashes, order)
    names = 0
    for at in range(size):
        place = int(order[at])
        name = 1 << int(rules["deck"][place])
        if left > 0 and rules["deck_base"][place] != 0 and (rules["taken_apart"] == 0 or names & name == 0):
            out[place] = 1
            names |= name
            left -= 1


@kernel(I(R, U, K, N, N, N))
def deal_deck(
    rules: np.void, key: Unsigned, hashes: np.ndarray, order: np.ndarray, out: np.ndarray, deck: np.ndarray
) -> int:
    """Write the names of the playing deck in the order in which they will be drawn; return how many there are."""
    leave_out(rules, key, hashes, order, out)
    size = int(rules["deck_size"])
    order_by_key(combine(key, DECK), rules["deck_key"], size, hashes, order)
    count = 0
    for at in range(size):
        place = int(order[at])
        if out[place] == 0:
            deck[count] = rules["deck"][place]
            count += 1
    return count


@kernel(V(R, U, K, N, N))
def deal_stack(
    rules: np.void, key: Unsigned, hashes: np.ndarray, order: np.ndarray, stack: np.ndarray
) -> None:
    """Write the names of the pacts in the order in which they will be drawn."""
    size = int(rules["pact_size"])
    order_by_key(combine(key, STACK), rules["pact_key"], size, hashes, order)
    for at in range(size):
        stack[at] = rules["pact_deck"][order[at]]


@kernel(V(S, R, U, K, N, N, N))
def deal_again(
    state: np.void,
    rules: np.void,
    key: Unsigned,
    hashes: np.ndarray,
    order: np.ndarray,
    out: np.ndarray,
    stack: np.ndarray,
) -> None:
    """Write the names of the discarded pacts in a new order."""
    size, count = int(rules["pact_size"]), 0
    for pact in range(int(rules["pacts"])):
        out[pact] = state["pact_discard"][pact]
    order_by_key(combine(key, STACK + 1 + int(state["shuffles"])), rules["pact_key"], size, hashes, order)
    for at in range(size):
        pact = int(rules["pact_deck"][order[at]])
        if out[pact] > 0:
            out[pact] -= 1
            stack[count] = pact
            count += 1


@kernel(I(X, I, U))
def draw_setting(keys: np.ndarray, count: int, key: Unsigned) -> int:
    """Return one of several setting cards: that of the least hash."""
    best, least = 0, mix(key ^ keys[0])
    for place in range(1, count):
        drawn = mix(key ^ keys[place])
        if drawn < least:
            best, least = place, drawn
    return best


@kernel(V(R, U, P))
def draw_settings(rules: np.void, key: Unsigned, drawn: np.ndarray) -> None:
    """Write which A and which B setting card are in the game."""
    drawn[0] = draw_setting(rules["setting_key"][0], int(rules["settings_a"]), combine(key, SETTING_A))
    drawn[1] = draw_setting(rules["setting_key"][1], int(rules["settings_b"]), combine(key, SETTING_B))


@kernel(I(U, I, I), allocates=False)
def opponent_seat(key: Unsigned, players: int, player: int) -> int:
    """Return the seat of the opponent that is compared: any but the player's, each as likely."""
    return (player + 1 + below(combine(key, SEATS), players - 1)) % players


def buffers() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the room that dealing works in: hashes, order, marks."""
    return np.zeros(COPIES, np.uint64), np.zeros(COPIES, np.int8), np.zeros(COPIES, np.int8)


__all__ = [
    "PACT_COPIES",
    "buffers",
    "deal_again",
    "deal_deck",
    "deal_stack",
    "draw_settings",
    "opponent_seat",
    "order_by_key",
]
