"""What is counted of games beside their results: noted while a game is played, added up for its cell at its end."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.state import (
    AUCTION,
    AUCTION_ACTION,
    CARD_ACTION,
    MAX_KINDS,
    MENU,
    PLACE_ACTION,
    REGIONS,
    REVEALED,
    ROUNDS,
    SEELIE,
    SELECT,
    SELECT_ACTION,
    SLOTS,
    UNSEELIE,
    kind_in_slot,
    to_move,
)

# what may be counted, in blocks; what is noted while a game is played comes first
PLAYED = 0  # + side * MAX_KINDS + kind: cards started
TAKEN = PLAYED + 2 * MAX_KINDS  # + side * MAX_KINDS + kind: cards got in a pile
SPLIT = TAKEN + 2 * MAX_KINDS  # + side that split * (REVEALED + 1) + cards that the other side kept
TOKEN = SPLIT + 2 * (REVEALED + 1)  # + side: rounds with the token
GIVEN = TOKEN + 2  # + region: cubes of the auction
SEEN = GIVEN + REGIONS
SCORE = SEEN  # + (round - 1) * 2 + side: points after the round
LEAD = SCORE + 2 * ROUNDS  # + (round - 1) * 3 + leader, LEVEL for none: the lead after the round
LEVEL = 2
FACTS = LEAD + 3 * ROUNDS


@kernel(allocates=False, inline=True)
def note(seen: np.ndarray, state: np.void, action: int, rules: np.void) -> None:
    """Note what an action does, just before it is carried out.

    Parameters
    ----------
    seen
        Added to: how often what happened in this game, shape (SEEN,).
    """
    side, phase = to_move(state), int(state["phase"])
    if phase == MENU:
        started = action >= CARD_ACTION and action < PLACE_ACTION
        slot = (action - CARD_ACTION) % SLOTS if started else 0
        seen[PLAYED + side * MAX_KINDS + kind_in_slot(state, rules, side, slot)] += started
    elif phase == SELECT:
        holder = action - SELECT_ACTION
        kept = 0
        for slot in range(REVEALED):
            owner = holder if (int(state["token_pile"]) >> slot) & 1 else 1 - holder
            seen[TAKEN + owner * MAX_KINDS + int(state["revealed"][slot])] += 1
            if owner == side:
                kept += 1
        seen[SPLIT + (1 - side) * (REVEALED + 1) + kept] += 1
        seen[TOKEN + holder] += 1
    elif phase == AUCTION:
        seen[GIVEN + action - AUCTION_ACTION] += 1


@kernel(allocates=False, inline=True)
def add_game(facts: np.ndarray, seen: np.ndarray, scores: np.ndarray, won: int) -> None:
    """Add a finished game to its cell.

    Parameters
    ----------
    facts
        Added to: games in which it happened, Seelie's wins in them, and how often (points, the lead) in sum, shape
        (3, FACTS). A lead is Seelie's points less Unseelie's.
    seen, scores
        What was noted of the game, and both sides' points after each round, shape (rounds, 2).
    won
        1 if Seelie won.
    """
    for fact in range(SEEN):  # without a branch, so that several are added at once
        happened = 1 if seen[fact] > 0 else 0
        facts[0, fact] += happened
        facts[1, fact] += happened * won
        facts[2, fact] += seen[fact]
    for number in range(ROUNDS):
        lead = scores[number, SEELIE] - scores[number, UNSEELIE]
        leader = SEELIE if lead > 0 else UNSEELIE if lead < 0 else LEVEL
        place = LEAD + number * 3 + leader
        facts[0, place] += 1
        facts[1, place] += won
        facts[2, place] += lead
        for side in range(2):
            place = SCORE + number * 2 + side
            facts[0, place] += 1
            facts[1, place] += won
            facts[2, place] += scores[number, side]
