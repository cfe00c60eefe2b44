"""The record of a position, the record of the rules, and the numbers that both use.

Two parties, the proposer and the recipient of agreements, and a third party that owns territories and does nothing. A
*turn* is one party's; a *round* is the proposer's turn and then the recipient's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import record_type, types

PROPOSER, RECIPIENT, THIRD = 0, 1, 2
TERRITORIES = 16  # at most
VALUES = 6  # value cards are worth 1 to 5 troops; 0 is not used
PENALTIES = 4  # commitment penalties that may run side by side
NONE = -1

# types of agreement
CEASEFIRE, TRANSFER, SUPPORT, PARTNERSHIP = 0, 1, 2, 3

# what a position waits for
BEGIN, ANSWER, DRAW, DEPLOY, MENU, BATTLE, OVER = 0, 1, 2, 3, 4, 5, 6

# actions
END, PROPOSE, BETRAY, ACCEPT, DECLINE = 0, 1, 2, 3, 4
PLAY = 5  # + value
ATTACK = 16  # + territory
BOMB = ATTACK + TERRITORIES
SIEGE = BOMB + TERRITORIES
PLACE = SIEGE + TERRITORIES
MAX_LEGAL = PLACE + TERRITORIES

# how an agreement ended, and who did it where somebody did
RUNNING, EXPIRED, BETRAYED, ELIMINATED, VOID = 0, 1, 2, 3, 4
# what became of the first offer
NOT_MADE, WAITING, TAKEN, REFUSED, NOT_FILLED, LAPSED = 0, 1, 2, 3, 4, 5

STATE = np.dtype(
    [
        ("owner", np.int8, TERRITORIES),
        ("garrison", np.int32, TERRITORIES),  # troops
        ("hand", np.int16, (2, VALUES)),  # value cards by value
        ("locked", np.int16, (2, VALUES)),  # committed: to the offer that waits, or until the pact expires
        ("agreement_cards", np.int8, 2),
        ("betrayal_cards", np.int8, 2),
        ("drawn", np.int16, 2),  # value cards drawn: numbers the next one
        ("battles", np.int16),  # fought: numbers the next one
        ("round", np.int16),
        ("side", np.int8),  # whose turn it is
        ("phase", np.int8),
        ("draws", np.int8),  # value cards that are still drawn in this turn
        ("troops", np.int32),  # still to be placed
        ("acts", np.int8),  # attacks, bombs and sieges left in this turn
        ("target", np.int8),  # of the battle that waits for its result
        ("offer", np.int8),  # 1: waits for its answer
        ("pact", np.int8),  # the type of the agreement in force, or NONE
        ("left", np.int16),  # its counter
        ("waits", np.int8),  # turn starts of the proposer that do not count yet
        ("own_turns", np.int16, 2),  # of each party since it began
        ("bonus", np.uint8, 2),  # deploys more
        ("slow", np.uint8, 2),  # draws fewer cards
        ("slow_left", np.int16, 2),  # turns for which an aggressor stays slow
        ("penalties", np.int16, (2, PENALTIES)),  # own turns of half deploy left
        ("first_offer", np.int8),
        ("ending", np.int8),  # of the first agreement
        ("ended_by", np.int8),
        ("ended_round", np.int16),
        ("begun", np.int16),  # agreements so far
        ("ended", np.int16),
        ("how", np.int8),  # the last agreement that ended did so, and by whom
        ("by", np.int8),
        ("first_over", np.uint8),  # whether the first agreement has ended
        ("gone", np.uint8, 3),  # owns nothing any more
        ("got", np.int32, 2),  # troops that came by covert support
        ("acted", np.uint8, 2),  # whether a conduct has done its aggression
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("territories", np.int8),
        ("owner", np.int8, TERRITORIES),
        ("garrison", np.int16, TERRITORIES),
        ("rounds", np.int16),
        # the deal
        ("kind", np.int8),
        ("duration", np.int16),
        ("slots", np.int8, 2),  # value cards that each party must commit
        ("territory", np.int8),  # that a transfer hands over, or NONE
        ("giver", np.int8),
        ("offers", np.int8),  # agreement cards of the proposer
        ("betrayals", np.int8, 2),
        # what is assumed
        ("income", np.int16, 2),
        ("per_territory", np.int16),
        ("hand", np.int8),
        ("draws", np.int8),
        ("slower", np.int8),
        ("bonus", np.int16),
        ("support", np.int16),  # per cent of the recipient's income
        ("support_paid", np.uint8),  # 1: the sender's garrisons give them
        ("acts", np.int8),
        ("power", np.int16),  # of troops in the chance of an attack
        ("winner_loses", np.int16),  # per cent of the defenders
        ("loser_kills", np.int16),  # per cent of the attackers
        ("bomb", np.int16),
        ("siege", np.int16),  # per cent that a siege leaves
        ("shares", np.int16, VALUES),  # of value cards, by value, in 100
        ("least_penalty", np.int16),  # turns
        ("penalty_times", np.int16),  # of the turns left
        ("worth_territory", np.int16),
        ("worth_troop", np.int16),
        ("worth_card", np.int16),
        # rulings
        ("first_tick_second", np.uint8),
        ("declined_card_lost", np.uint8),
        ("accepted_back", np.uint8),
        ("ceasefire_attacks_only", np.uint8),
        ("support_each_turn", np.uint8),
        ("half_up", np.uint8),
        ("penalties_overlap", np.int8),  # 0 the longest runs, 1 halved again, 2 one after the other
        ("void_tick_aggressor", np.uint8),
        # conducts of both parties
        ("proposes", np.uint8, 2),
        ("accepts", np.uint8, 2),
        ("betrays_at", np.int16, 2),  # own turn under the agreement, from 1; 0 never
        ("attacks_at", np.int16, 2),
        ("attacks_by", np.int16, 2),  # ATTACK, BOMB or SIEGE
    ],
    align=True,
)

LONGEST_RUNS, HALVED_AGAIN, ONE_AFTER_OTHER = 0, 1, 2

state_type: Any = record_type(STATE)
rules_type: Any = record_type(RULES)
LEGAL_SIGNATURE = types.int64(state_type, rules_type, types.int16[::1])
APPLY_SIGNATURE = types.void(state_type, types.int64, rules_type)
CHOOSE_SIGNATURE = types.int64(
    state_type, rules_type, types.int16[::1], types.int64, types.uint64, types.float64[::1]
)
CHOOSE: Any = types.FunctionType(CHOOSE_SIGNATURE)
