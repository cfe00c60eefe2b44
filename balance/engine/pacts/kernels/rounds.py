"""The course of a game: set-up, rounds, the deal, whose turn it is, scoring and the flip."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.abilities import discard_same_court
from balance.engine.pacts.kernels.placing import proceed
from balance.engine.pacts.kernels.state import (
    AUCTION,
    COMMON_REVEALED,
    DARK,
    EFFECT_DONE,
    LIGHT,
    MAX_KINDS,
    MENU,
    NO_ACTIVE,
    NONE,
    OVER,
    PASSIVE,
    REGIONS,
    REVEALED,
    ROUND_STARTS,
    ROUNDS,
    SEELIE,
    SPLIT,
    UNSEELIE,
    to_move,
)


@kernel(allocates=False)
def start(state: np.void, rules: np.void, tiles: np.ndarray, bid_side: int, bid: int) -> None:
    """Set the game up: set-up cubes, tiles dark side up, score 0; then the auction's cubes or round 1.

    An auction that comes first finds no cubes; the tiles lie in the record, but not yet on the table (see `view`).

    Parameters
    ----------
    state
        Overwritten with the first position that waits for a decision.
    tiles
        The tile on each region.
    bid_side, bid
        Which side places how many cubes before play; `bid` 0 for none.
    """
    for side in range(2):
        state["supply"][side] = rules["cubes"]
        state["score"][side] = 0
        state["court_hand"][side] = 0 if rules["court_none"][side] else (1 << int(rules["court_size"])) - 1
        state["placed_before"][side] = 0
        state["shown"][side] = 0 if rules["factions_hidden"] else 1
        for region in range(REGIONS):
            state["cubes"][side, region] = 0
    for deck in range(2):
        for kind in range(MAX_KINDS):
            state["left"][deck, kind] = rules["copies"][deck, kind]
    for region in range(REGIONS):
        state["tiles"][region] = tiles[region]
    state["season"] = DARK
    state["round"] = 1
    clear_effect(state)
    clear_round(state)
    state["bid_left"] = bid
    if bid == 0 or not rules["auction_first"]:
        lay_setup_cubes(state, rules)
    if bid > 0:
        state["side"] = bid_side
        state["phase"] = AUCTION
    else:
        begin_round(state, rules)


@kernel(allocates=False)
def lay_setup_cubes(state: np.void, rules: np.void) -> None:
    """Put both sides' cubes of set-up on the board."""
    for side in range(2):
        for region in range(REGIONS):
            state["cubes"][side, region] += rules["setup"][region]
            state["supply"][side] -= rules["setup"][region]


@kernel(allocates=False, inline=True)
def clear_effect(state: np.void) -> None:
    """Forget the effect that was resolved."""
    state["word"] = NO_ACTIVE
    state["kind"] = NONE
    state["slot"] = NONE
    state["began_empty"] = 0
    state["count"] = 0
    state["begun"] = 0
    state["plays_left"] = 0
    state["target"] = NONE
    state["touched"] = 0
    for region in range(REGIONS):
        state["pending"][region] = 0
        for side in range(2):
            state["arrived"][side, region] = 0
    state["one_of"] = 0
    state["placed"] = 0
    state["was_empty"] = 0
    state["after"] = EFFECT_DONE


@kernel(allocates=False)
def clear_round(state: np.void) -> None:
    """Put the round's cards away."""
    for side in range(2):
        state["court_card"][side] = NONE
        state["court_shown"][side] = 0
        state["hand"][side] = 0
    for slot in range(REVEALED):
        state["revealed"][slot] = NONE
    state["token_pile"] = 0
    state["token"] = NONE
    state["turn"] = 0
    state["going_first_left"] = 0


@kernel(allocates=False)
def begin_round(state: np.void, rules: np.void) -> None:
    """Start a round: `round_start` passives, then the choice of court cards."""
    clear_effect(state)
    state["after"] = ROUND_STARTS
    proceed(state, rules)


@kernel(allocates=False)
def splitter(state: np.void) -> int:
    """Return the side that splits: Unseelie in rounds 1, 3, 5; Seelie in 2, 4, 6."""
    return UNSEELIE if int(state["round"]) % 2 == 1 else SEELIE


@kernel(allocates=False, inline=True)
def reveal(state: np.void, cards: np.ndarray) -> None:
    """Reveal four common cards and one special card (kinds, in this order); chance's one move."""
    for slot in range(REVEALED):
        kind = int(cards[slot])
        state["revealed"][slot] = kind
        state["left"][0 if slot < COMMON_REVEALED else 1, kind] -= 1
    state["phase"] = SPLIT
    state["side"] = splitter(state)


@kernel(allocates=False, inline=True)
def start_turn(state: np.void, rules: np.void, side: int) -> bool:
    """Turn up the own court card; its passive and the going-first passive come into force.

    Tells whether the passive is asked for first.
    """
    state["side"] = side
    if state["turn"] == 0:
        state["going_first_left"] = rules["going_first"][side]
    if state["court_card"][side] >= 0:
        state["court_shown"][side] = 1
        if rules["discard_same_court"][side]:
            if rules["passives_asked"]:
                state["after"] = EFFECT_DONE
                state["phase"] = PASSIVE
                return True
            discard_same_court(state, rules, side)
    return False


@kernel(allocates=False, inline=True)
def next_in_turn(state: np.void, rules: np.void) -> None:
    """After an effect: the menu while cards or a going-first cube are left, else the next turn or round."""
    clear_effect(state)
    while True:
        side = to_move(state)
        if state["hand"][side] > 0 or state["going_first_left"] > 0:
            state["phase"] = MENU
            return
        if state["turn"] == 1:
            break
        state["turn"] = 1
        if start_turn(state, rules, 1 - side):
            return
    end_round(state, rules)


@kernel(allocates=False)
def end_round(state: np.void, rules: np.void) -> None:
    """Advance the time marker; score after rounds 3 and 6, flip the tiles after round 3."""
    clear_round(state)
    number = int(state["round"])
    if number == ROUNDS // 2 or number == ROUNDS:
        score_regions(state, rules)
    if number == ROUNDS:
        state["phase"] = OVER
        return
    if number == ROUNDS // 2:
        state["season"] = LIGHT
    state["round"] = number + 1
    begin_round(state, rules)


@kernel(allocates=False)
def score_regions(state: np.void, rules: np.void) -> None:
    """Give each region's tile value to the side with more cubes there; ties score nothing."""
    season = int(state["season"])
    for region in range(REGIONS):
        tile = int(state["tiles"][region])
        if tile >= 0:
            difference = int(state["cubes"][SEELIE, region]) - int(state["cubes"][UNSEELIE, region])
            if difference > 0:
                state["score"][SEELIE] += rules["tile_value"][tile, season]
            elif difference < 0:
                state["score"][UNSEELIE] += rules["tile_value"][tile, season]
