"""The record of a position, the record of the rules, and the numbers that both use.

Regions, symbols and tiles are numbered as in the game file; sides are Seelie 0 and Unseelie 1. A *kind* is a card by
its name; a *slot* is one of the five revealed cards (0–4, the special one last) or the own court card (5).
"""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, record_type, types

SEELIE, UNSEELIE = 0, 1
REGIONS, SLOTS, COURT_SLOT = 6, 6, 5
REVEALED, COMMON_REVEALED = 5, 4
MAX_KINDS, MAX_DECK, MAX_TILES, MAX_COURT, MAX_PLACE = 24, 40, 16, 8, 8
ROUNDS = 6
DARK, LIGHT = 0, 1
ALTERNATIVES = 2  # what a card may be started as: POINTS, what a passive lets POINTS become
AS_POINTS, AS_BECOMES = 0, 1
NONE = -1
HIDDEN = -2  # in a view: a face-down court card

# what a card does
PLACE_EFFECT, MOVE_EFFECT, ABILITY_EFFECT, POINTS_EFFECT = 0, 1, 2, 3
WILD = -1

# active words
NO_ACTIVE, ACTIVE_PLACE, ACTIVE_MOVE, ACTIVE_REMOVE, ACTIVE_REMOVE_ALL = 0, 1, 2, 3, 4
ACTIVE_REPLACE, ACTIVE_SWAP, ACTIVE_REMOVE_TILE, ACTIVE_COPY = 5, 6, 7, 8
# scope of removals
ANYWHERE, ONE_SYMBOL, DIFFERENT_REGIONS = 0, 1, 2
# whose cubes, as bits
OWN, OPPOSING = 1, 2

# random regions: tiles mixed by chance, or laid by the turn of a layout set
MIXED, IN_TURN = 1, 2

# who has a tie
TIE_SEELIE, TIE_UNSEELIE, TIE_SHARED = 0, 1, 2

# what a position waits for
AUCTION, COURT, REVEAL, SPLIT, SELECT, MENU, PLACE, MOVE, REMOVE, REMOVE_ALL = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
SWAP, REMOVE_TILE, COPY, AFTER_WILD, ALLOT, TAKE_BACK, PASSIVE, OVER = 10, 11, 12, 13, 14, 15, 16, 17
PHASES = 18

# what happens once all pending cubes are added
ROUND_STARTS, SEELIE_SPAWNED, UNSEELIE_SPAWNED, PLACED, BONUS_ADDED, EFFECT_DONE = 0, 1, 2, 3, 4, 5

# actions: small integers, in blocks
STOP_ACTION = 0
COURT_ACTION = 1  # + court card; + MAX_COURT: none
NO_COURT_ACTION = COURT_ACTION + MAX_COURT
SPLIT_ACTION = NO_COURT_ACTION + 1  # + bits of the slots that lie with the token
SELECT_ACTION = SPLIT_ACTION + 32  # + side that takes the pile with the token
CARD_ACTION = SELECT_ACTION + 2  # + slot
CARD_AS_ACTION = CARD_ACTION + SLOTS  # + alternative * 6 + slot
PLACE_ACTION = CARD_AS_ACTION + ALTERNATIVES * SLOTS  # + region * MAX_PLACE + cubes - 1
MOVE_ACTION = PLACE_ACTION + REGIONS * MAX_PLACE  # + side * 36 + from * 6 + to
REMOVE_ACTION = MOVE_ACTION + 2 * REGIONS * REGIONS  # + side * 6 + region
REGION_ACTION = REMOVE_ACTION + 2 * REGIONS  # + region
SWAP_ACTION = REGION_ACTION + REGIONS  # + a * 6 + b, a < b
COPY_ACTION = SWAP_ACTION + REGIONS * REGIONS  # + slot
COPY_AS_ACTION = COPY_ACTION + SLOTS  # + alternative * 6 + slot
TAKE_BACK_ACTION = COPY_AS_ACTION + ALTERNATIVES * SLOTS  # + region
AUCTION_ACTION = TAKE_BACK_ACTION + REGIONS  # + region
PASSIVE_ACTION = AUCTION_ACTION + REGIONS
ACTIONS = PASSIVE_ACTION + 1
# no position admits more: 6 regions x 8 cubes, or 2 sides x 30 steps, and stop; the rest is room to write behind them
MAX_LEGAL = 96

STATE = np.dtype(
    [
        ("cubes", np.int8, (2, REGIONS)),  # on the board
        ("supply", np.int8, 2),
        ("score", np.int16, 2),
        ("tiles", np.int8, REGIONS),  # tile lying there, NONE where it was removed
        ("season", np.int8),
        ("round", np.int8),  # 1 … 6
        ("phase", np.int8),
        ("side", np.int8),  # whose decision the position waits for
        ("bid_left", np.int8),  # auction cubes still to place
        ("court_hand", np.uint8, 2),  # bits of court cards never chosen, never discarded
        ("court_card", np.int8, 2),  # this round's court card, NONE without one
        ("court_shown", np.uint8, 2),  # 1 once it is known to both
        ("revealed", np.int8, REVEALED),  # kinds of the five cards, NONE before the reveal
        ("token_pile", np.uint8),  # bits of the slots that lie with the token
        ("token", np.int8),  # side that holds the token, NONE before the selection
        ("turn", np.int8),  # 0: first side's turn, 1: token holder's
        ("hand", np.uint8, 2),  # bits of slots still to be played this round
        ("left", np.int8, (2, MAX_KINDS)),  # common and special cards not yet revealed, by kind
        ("placed_before", np.uint8, 2),  # bits of regions where a placing happened
        ("going_first_left", np.int8),  # cubes of the going-first passive still to place
        ("shown", np.uint8, 2),  # 1 once the side's faction is known to both
        # the effect being resolved
        ("word", np.int8),  # active word that resolves, NO_ACTIVE for a card
        ("kind", np.int8),  # card whose effect resolves
        ("slot", np.int8),  # where that card, or the ABILITY that copied it, lay
        ("began_empty", np.uint8),  # 1: the supply was empty when the effect began
        ("count", np.int8),  # cubes, steps or removals left
        ("begun", np.int8),  # 1 after the first step of the effect
        ("plays_left", np.int8),  # uses of a WILD card left, this one included
        ("target", np.int8),  # region placed into; symbol removed from
        ("touched", np.uint8),  # bits of regions removed from
        ("arrived", np.int8, (2, REGIONS)),  # cubes that arrived by this effect
        ("pending", np.int8, REGIONS),  # own cubes still to be added
        ("one_of", np.uint8),  # 1: one cube in one of the pending regions
        ("placed", np.int8),  # cubes placed by the placing under way, as far as they count as placed
        ("was_empty", np.uint8),  # 1: the target held no own cube before it
        ("after", np.int8),  # what follows when nothing is pending
        ("unused", np.int8),  # so that every byte is a field, and equal records are equal bytes
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("cubes", np.int8),
        ("setup", np.int8, REGIONS),
        ("symbol", np.int8, REGIONS),
        ("neighbours", np.int8, (REGIONS, REGIONS)),  # ascending, then NONE
        ("tiles", np.int8, REGIONS),  # the layout; unused where tiles are mixed
        ("random_regions", np.uint8),  # MIXED, or IN_TURN as `tiles` says; nobody knows them beforehand
        ("box", np.int8),  # number of tiles in the game
        ("tile_value", np.int8, (MAX_TILES, 2)),  # points by tile and season
        ("tile_key", np.uint64, MAX_TILES),
        ("light_hidden", np.uint8),  # 1: nobody knows the light sides before the flip
        ("tile_face", np.int8, MAX_TILES),  # lowest tile that looks the same from its dark side
        ("light_expected", np.float64, MAX_TILES),  # mean light value of the tiles that look the same
        ("effect", np.int8, MAX_KINDS),
        ("card_symbol", np.int8, MAX_KINDS),
        ("printed", np.int8, MAX_KINDS),  # cubes, steps or points, as the card says
        ("number", np.int8, (2, MAX_KINDS)),  # cubes, steps or points, after the side's modifiers
        ("plays", np.int8, (2, MAX_KINDS)),  # how often the card may be used
        ("alternative", np.int8, (2, ALTERNATIVES)),  # the kind that each alternative stands for, or NONE
        ("plays_as", np.uint8, (2, MAX_KINDS)),  # bits of the alternatives that the card may be played as
        ("copies_as", np.uint8, (2, MAX_KINDS)),  # the same where it is copied
        ("deck", np.int8, (2, MAX_DECK)),  # kinds; common, special
        ("deck_size", np.int8, 2),
        ("deck_key", np.uint64, (2, MAX_DECK)),  # one number per physical card
        ("court", np.int8, MAX_COURT),  # kinds
        ("court_size", np.int8),
        ("court_none", np.uint8, 2),  # 1: the side has no court cards
        ("discard_same_court", np.uint8, 2),
        ("going_first", np.int8, 2),
        ("first_placement", np.int8, 2),
        ("first_when_empty", np.uint8),
        ("round_start", np.int8, 2),
        ("round_start_one", np.uint8),
        ("after_wild", np.int8, 2),
        ("passives_asked", np.uint8),  # 1: what passives do by themselves may be declined
        ("active", np.int8, 2),
        ("active_count", np.int8, 2),
        ("active_whose", np.uint8, 2),
        ("active_scope", np.int8, 2),
        ("active_up_to", np.uint8),  # 1: an active may stop after each step
        ("active_wild", np.uint8),  # 1: an active `place` counts as a WILD card
        ("full_target", np.uint8),  # 1: a symbol that gives the full number must be taken
        ("copy_any", np.uint8),  # 1: every own card of the round may be copied
        ("swap_empty", np.uint8),  # 1: a region without a tile may be swapped
        ("removed_leave", np.uint8),  # 1: removed cubes do not go back to the supply
        ("take_back_at_start", np.uint8),  # 1: only if the supply was empty when the effect began
        ("take_back_forced", np.uint8),  # 1: abilities take back until they are whole
        ("take_back_by_cards", np.uint8),  # 1: for PLACE cards only
        ("take_back_moves", np.uint8),  # 1: cubes taken back do not count as placed
        ("auction_first", np.uint8),  # 1: the auction comes before set-up cubes and tiles
        ("factions_hidden", np.uint8),  # 1: a faction is hidden until it is first used
        ("move_by_steps", np.uint8),  # 1: one cube may take several steps
        ("tie_break", np.int8),
        # what follows from the fields above (`DERIVED`), worked out once
        ("borders", np.int8, REGIONS),  # number of neighbours
        ("court_earlier", np.uint8, MAX_COURT),  # bits of the equal court cards before each
        ("copies", np.int8, (2, MAX_KINDS)),  # cards of each kind in the common and the special deck
    ],
    align=True,
)
DERIVED = ("borders", "court_earlier", "copies")

state_type, rules_type = record_type(STATE), record_type(RULES)
LEGAL_SIGNATURE = types.int64(state_type, rules_type, types.int16[::1])
APPLY_SIGNATURE = types.void(state_type, types.int64, rules_type)


@kernel(types.int64(state_type), allocates=False, inline=True)
def to_move(state: np.void) -> int:
    """Return the side whose decision the position waits for; masked, so that the compiler knows it is 0 or 1."""
    return int(state["side"]) & 1


@kernel(types.int64(state_type), allocates=False, inline=True)
def pending_total(state: np.void) -> int:
    """Return how many own cubes the effect under way still has to add."""
    total = 0
    for region in range(REGIONS):
        total += int(state["pending"][region])
    if state["one_of"] and total > 0:
        return 1
    return total


@kernel(types.boolean(state_type, types.int64, types.int64), allocates=False, inline=True)
def in_hand(state: np.void, side: int, slot: int) -> bool:
    """Tell whether `side` still holds the card in `slot`."""
    return (int(state["hand"][side]) >> slot) & 1 == 1


@kernel(types.int64(state_type, rules_type, types.int64, types.int64), allocates=False, inline=True)
def kind_in_slot(state: np.void, rules: np.void, side: int, slot: int) -> int:
    """Return the kind of the card in a slot; slot 5 is the side's own court card."""
    court = int(rules["court"][int(state["court_card"][side])])  # means nothing without a court card
    revealed = int(state["revealed"][min(slot, REVEALED - 1)])
    return court if slot == COURT_SLOT else revealed
