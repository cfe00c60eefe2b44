"""The record of a position, the record of the rules, and the numbers that both use.

A *card* is numbered by its name, a *pact* too; equal copies are never told apart. Players are numbered by their seat at
the table, clockwise, the first to move 0. Sets of cards are bits of one number, a bit per card.
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import record_type, types

PLAYERS = 5  # most seats at a table
CARDS, COPIES = 48, 96  # most names of playing cards, most cards in the playing deck
PACTS, PACT_COPIES = 24, 40
ITEMS = 3
SETTINGS, CHOICES, ENDS = 12, 3, 2  # setting cards of one letter; effects of an A card; scorings of a B card
EFFECTS = 320
FRAMES = 16
MOST_POINTS = 5000  # scored by one player, above and below 0
PARTS = 3  # early, middle, late: thirds of the playing deck
NONE = -1
PLAYER, OPPONENT = 0, 1  # whose conduct; everybody but `player` follows the opponent's

NIGHT, DAY, ANY_TIME = 0, 1, 2

# what an effect does, to one player
SCORE, LOSE, TAKE, STEAL, DRAW, DISCARD, DRAW_PACT, DISCARD_PACT = 0, 1, 2, 3, 4, 5, 6, 7
TURN, FETCH, REMOVE, PUT_IN_FRONT = 8, 9, 10, 11

# when a conduct discards a pact that it may discard
NEVER, UNPLAYABLE, ALWAYS = 0, 1, 2

# what has become of a pact that was drawn
NOT_DRAWN, HELD, PLAYED, DISCARDED = 0, 1, 2, 3

# what a position waits for
SHUFFLE, CHOOSE_PACT, CHOOSE_SETTING, PLAY_CARD, PLAY_FOR_PACT, DISCARD_CARD = 0, 1, 2, 3, 4, 5
CHOOSE_FRONT, DISCARD_A_PACT, DRAW_A_PACT, SECOND, OVER, BEGIN = 6, 7, 8, 9, 10, 11

# actions: 0 is to decline; else 1 + the card, the pact or the effect that is chosen
DECLINE, ACCEPT = 0, 1
MAX_LEGAL = CARDS + 1

# what is still to be done, latest first: kind, two numbers, and whose it is
PHASE_TWO, PHASE_THREE, TURN_ENDS, RUN_EFFECTS, FULFIL, COUNT_GAINS, SECOND_CONDITIONS, PACT_DONE = range(8)

STATE = np.dtype(
    [
        ("hand", np.int8, (PLAYERS, CARDS)),
        ("front", np.int8, (PLAYERS, CARDS)),
        ("discard", np.int8, CARDS),
        ("hand_bits", np.int64, PLAYERS),
        ("front_bits", np.int64, PLAYERS),
        ("discard_bits", np.int64),
        ("hand_size", np.int8, PLAYERS),
        ("deck", np.int8, COPIES),  # the last one left is drawn next
        ("deck_left", np.int8),
        ("deck_start", np.int8),  # cards left once hands were dealt
        ("pacts", np.int8, (PLAYERS, PACTS)),  # held, no part of the hand
        ("held", np.int8, PLAYERS),
        ("stack", np.int8, PACT_COPIES),  # the last one left is drawn next
        ("stack_left", np.int8),
        ("pact_discard", np.int8, PACTS),
        ("pact_discards", np.int8),
        ("shuffles", np.int16),  # of the pact stack, the first one not counted
        ("items", np.int16, (PLAYERS, ITEMS)),
        ("supply", np.int16, ITEMS),
        ("score", np.int16, PLAYERS),
        ("time", np.int8),
        ("setting_a", np.int8),
        ("setting_b", np.int8),
        ("seats", np.int8, 2),  # where `player` and `opponent` sit
        ("active", np.int8),
        ("turn", np.int16),  # turns of all players that have begun
        ("asked", np.int16),  # decisions made in this turn
        ("phase", np.int8),
        ("who", np.int8),  # decides
        ("choose_from", np.int64),  # cards that can be chosen
        ("must", np.int8),  # whether it cannot be declined
        ("owed", np.int8),  # who draws a pact once the stack is shuffled, else NONE
        ("frames", np.int16, (FRAMES, 4)),
        ("depth", np.int8),
        # what pacts bring: counted for the statistics, never looked at by a rule
        ("counting", np.int8),  # whether gains are those of the pact in play
        ("gain", np.int16, PLAYERS),  # of the pact in play, in victory points
        ("pact_part", np.int8),  # when `player` drew the pact in play, NONE where it is not followed
        ("fate", np.int8, (PARTS, PACTS)),  # of the first copy that `player` drew in each part
        ("value", np.int16, (PARTS, PACTS)),
        ("others", np.int16, (PARTS, PACTS)),  # what it brought all others together
        ("first_drawn", np.int8, PARTS),  # the first pact that `player` drew in each part
        ("played", np.int8, PLAYERS),  # pacts
        ("drawn", np.int16, PLAYERS),
        ("thrown", np.int16, PLAYERS),
    ],
    align=True,
)

CONDITIONS = 2 * PACTS  # a pact's first condition, then its second
RULES = np.dtype(
    [
        ("players", np.int8),
        ("hand_size", np.int8),
        ("penalty", np.int8),  # points lost for each pact held at the end
        ("start_time", np.int8),
        ("supply", np.int16, ITEMS),
        ("start_items", np.int16, ITEMS),
        ("worth", np.int16, ITEMS + 1),  # of an item and of a card, in points: for counts and conducts
        # the playing deck: a number per card, the card's name, its own key of chance, whether it may be taken out
        ("deck_size", np.int8),
        ("deck", np.int8, COPIES),
        ("deck_key", np.uint64, COPIES),
        ("deck_base", np.int8, COPIES),
        ("taken_out", np.int8),  # cards of the base game that a shorter game leaves out
        ("taken_apart", np.int8),  # no two of one name
        # cards
        ("cards", np.int8),
        ("card_front", np.int8, CARDS),  # lies in front of its player
        ("card_first", np.int16, CARDS),  # effects when played: first and end
        ("card_end", np.int16, CARDS),
        ("card_points", np.int8, CARDS),  # while in front: at the end of each own turn
        ("card_time", np.int8, CARDS),  # and when
        ("lasting", np.int64),  # cards that give such points
        ("stoppers", np.int64),  # while one is in front of a player, nobody else draws from the deck
        # effects
        ("word", np.int8, EFFECTS),
        ("number", np.int8, EFFECTS),
        ("item", np.int8, EFFECTS),
        ("of", np.int64, EFFECTS),  # cards that it can take
        ("offset", np.int8, EFFECTS),  # seats from its owner to whom it happens
        ("time", np.int8, EFFECTS),
        ("needs", np.int64, EFFECTS),  # one of these cards in front of the owner; 0: nothing
        ("may", np.int8, EFFECTS),  # whether it can be declined
        # setting cards
        ("settings_a", np.int8),
        ("settings_b", np.int8),
        ("setting_key", np.uint64, (2, SETTINGS)),
        ("choices", np.int8, SETTINGS),
        ("choice_pay", np.int16, (SETTINGS, CHOICES, ITEMS)),
        ("choice_first", np.int16, (SETTINGS, CHOICES)),
        ("choice_end", np.int16, (SETTINGS, CHOICES)),
        ("ends", np.int8, SETTINGS),
        ("end_points", np.int8, (SETTINGS, ENDS)),
        ("end_item", np.int8, (SETTINGS, ENDS)),  # what is counted: an item, or else cards in front
        ("end_cards", np.int64, (SETTINGS, ENDS)),
        ("end_each", np.int8, (SETTINGS, ENDS)),  # points for each so many; 0: to whoever has most
        # pacts
        ("pacts", np.int8),
        ("pact_size", np.int8),
        ("pact_deck", np.int8, PACT_COPIES),
        ("pact_key", np.uint64, PACT_COPIES),
        ("pact_time", np.int8, PACTS),
        ("has_second", np.int8, PACTS),
        ("have", np.int64, CONDITIONS),  # one of these in front; 0: nothing
        ("reveal", np.int64, CONDITIONS),
        ("pay", np.int16, (CONDITIONS, ITEMS)),
        ("lose", np.int8, CONDITIONS),
        ("throw", np.int8, CONDITIONS),  # cards to discard, of these
        ("throw_of", np.int64, CONDITIONS),
        ("play", np.int64, CONDITIONS),
        ("bonus_first", np.int16, CONDITIONS),
        ("bonus_end", np.int16, CONDITIONS),
        ("expected", np.int16, PACTS),  # points that it promises its player, as conducts rate it
        ("keep_last", np.int8),  # a pact may not take the last card of the hand
        # conducts of `player` and of everybody else
        ("plays_from", np.int16, 2),
        ("least_gain", np.int16, 2),
        ("discards", np.int8, 2),
        ("draw_rating", np.float64, 2),
        ("rush", np.int16, 2),
        ("takes", np.int8, 2),
    ],
    align=True,
)

state_type = record_type(STATE)
rules_type = record_type(RULES)
LEGAL_SIGNATURE = types.int64(state_type, rules_type, types.int16[::1])
APPLY_SIGNATURE = types.void(state_type, rules_type, types.int64)
CHOOSE_SIGNATURE = types.int64(
    state_type, rules_type, types.int16[::1], types.int64, types.uint64, types.float64[::1]
)
