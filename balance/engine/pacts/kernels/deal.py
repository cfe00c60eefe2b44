"""Chance: the order of the decks and the tiles of random regions, from one key per physical card.

A deck's order is the order of one hash per physical card, so that a changed card leaves the others in place.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import Unsigned, kernel, unsigned
from balance.engine._random import CHANCE, combine, mix
from balance.engine.pacts.kernels.state import COMMON_REVEALED, MAX_DECK, MIXED, REGIONS, REVEALED, ROUNDS

COMMON_DEALT, SPECIAL_DEALT = ROUNDS * COMMON_REVEALED, ROUNDS


@kernel(allocates=False, inline=True)
def shuffle(key: Unsigned, card_keys: np.ndarray, size: int, hashes: np.ndarray, order: np.ndarray) -> None:
    """Write the cards' positions in the deck list to `order`, by ascending hash.

    The hash is a bijection: no two cards have the same. Each card's rank is counted, which needs no branch and, for
    some thirty cards, is quicker than sorting.
    """
    for card in range(size):
        hashes[card] = mix(unsigned(key) ^ unsigned(card_keys[card]))
    for card in range(size):
        rank = 0
        for other in range(size):
            rank += hashes[other] < hashes[card]
        order[rank] = card


@kernel(allocates=False, inline=True)
def deal(
    rules: np.void,
    game: Unsigned,
    cards: np.ndarray,
    tiles: np.ndarray,
    hashes: np.ndarray,
    order: np.ndarray,
) -> None:
    """Deal a whole game: the five cards of each round and the tile of each region.

    Parameters
    ----------
    game
        The game's key (`balance.engine._random.game_key`).
    cards, tiles
        Results: kinds, shape (6, 5), common cards first; tile numbers, shape (6,).
    hashes, order
        Working space for `MAX_DECK` numbers each.
    """
    chance = combine(game, CHANCE)
    shuffle(chance, rules["deck_key"][0], int(rules["deck_size"][0]), hashes, order)
    for card in range(COMMON_DEALT):
        cards[card // COMMON_REVEALED, card % COMMON_REVEALED] = rules["deck"][0, order[card]]
    shuffle(chance, rules["deck_key"][1], int(rules["deck_size"][1]), hashes, order)
    for card in range(SPECIAL_DEALT):
        cards[card, REVEALED - 1] = rules["deck"][1, order[card]]
    if rules["random_regions"] == MIXED:
        shuffle(chance, rules["tile_key"], int(rules["box"]), hashes, order)
        for region in range(REGIONS):
            tiles[region] = order[region]
    else:
        for region in range(REGIONS):
            tiles[region] = rules["tiles"][region]


@kernel(allocates=True)
def deal_buffers() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return cards, tiles, hashes and order as `deal` takes them."""
    return (
        np.zeros((ROUNDS, REVEALED), np.int8),
        np.zeros(REGIONS, np.int8),
        np.zeros(MAX_DECK, np.uint64),
        np.zeros(MAX_DECK, np.int8),
    )
