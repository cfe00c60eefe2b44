"""Playing games: the loop that hands views to policies and has counted what happened (`counts`).

A policy is a compiled function `choose(view, rules, actions, count, draw, weights, memory, legal, apply)` that returns
an action. It is handed the rules' own `legal` and `apply` to search with: called through their addresses, they are
compiled once, not once for each policy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import Unsigned, kernel, record_type, types
from balance.engine._random import CHOICE, combine, game_key, mix
from balance.engine.pacts.kernels.counts import SEEN, add_game, note
from balance.engine.pacts.kernels.deal import deal, deal_buffers
from balance.engine.pacts.kernels.rules import outcome, reveal, start
from balance.engine.pacts.kernels.state import (
    APPLY_SIGNATURE,
    LEGAL_SIGNATURE,
    MAX_COURT,
    MAX_KINDS,
    MAX_LEGAL,
    MAX_TILES,
    OVER,
    PHASES,
    REGIONS,
    REVEALED,
    ROUNDS,
    SEELIE,
    STATE,
    UNSEELIE,
    rules_type,
    state_type,
    to_move,
)
from balance.engine.pacts.kernels.view import ASIDE, hide, hides_faction, unhide

MOST_LEAD = 16
WORK, MOST_PLANNED = 8, 24  # positions that a policy may search with; actions that it may plan
SHELVES = 16
BEAM = 4  # positions that a policy may keep of a turn that it plans
PARTS = 7  # of a turn: cards by slot, the going-first cube
FIRST_TURNS = 1 << PARTS  # by the parts played
MOST_MOVES = 20  # steps of the longest MOVE

# a policy's own memory within one game, for whatever it does not want to work out again; the loop only clears it
MEMORY = np.dtype(
    [
        ("key", np.int64),  # when `worth` was filled
        # what leads are worth: a row for each tile on each of some shelves, by key; the last row is that of no tile
        ("shelf", np.int64),
        ("worth", np.float64, (SHELVES * MAX_TILES + 1, 2 * MOST_LEAD + 1)),
        (
            "worth_of",
            np.float64,
            (SHELVES * MAX_TILES, 4),
        ),  # what a row was worked out from, in whatever game
        ("row", np.int16, REGIONS),  # the row of `worth` for each region
        ("up", np.float64, REGIONS),
        ("down", np.float64, REGIONS),
        # the steps of a MOVE card by either side in one position, best first, as far as somebody asked for them
        ("moves", np.int8, 2),  # steps found, NONE before anybody asked
        ("last_move", np.uint8, 2),  # 1: no further step gains
        ("move_start", np.int8, (2, 2, REGIONS)),  # by that side: both sides' cubes before the first step
        ("move_from", np.int8, (2, MOST_MOVES)),
        ("move_to", np.int8, (2, MOST_MOVES)),
        ("move_sum", np.float64, (2, MOST_MOVES + 1)),  # gain of so many steps
        (
            "move_free",
            np.int8,
            (2, REGIONS),
        ),  # after these steps: cubes that may still move, the lead, and what one
        ("move_lead", np.int8, (2, REGIONS)),  # cube more or less would gain
        ("move_up", np.float64, (2, REGIONS)),
        ("move_down", np.float64, (2, REGIONS)),
        ("plan", np.int16),  # the turn that `actions` are planned for
        ("length", np.int16),  # actions planned
        ("next", np.int16),  # the next of them
        ("actions", np.int16, MOST_PLANNED),
        ("work", STATE, WORK),  # positions and lists of actions to search with
        ("buffer", np.int16, MAX_LEGAL),
        ("options", np.int16, MAX_LEGAL),
        ("copies", np.int16, MAX_LEGAL),
        ("gains", np.float64, (2, REVEALED)),
        # what kinds of card gain either side on one board, as far as somebody asked
        ("board", np.int8, 4 * REGIONS),
        ("board_key", np.int64),
        ("valued", np.int64, 2),  # bits of kinds
        ("kind_gain", np.float64, (2, MAX_KINDS)),
        ("guess", np.float64, (1 << REVEALED, 2)),  # what splits promise at first sight, by holder
        ("order", np.int64, 1 << REVEALED),
        ("court_gains", np.float64, MAX_COURT + 1),
        # turns under way while one is planned: now, one card later, and whole ones
        ("beam", STATE, 3 * BEAM),
        ("beam_gain", np.float64, (3, BEAM)),
        ("beam_length", np.int64, (3, BEAM)),
        ("beam_line", np.int16, (3, BEAM, MOST_PLANNED)),
        ("line", np.int16, MOST_PLANNED),
        ("step_gains", np.float64, MAX_LEGAL),
        # positions in first turns after a split, by the side that goes first and what it has played
        ("turn", STATE, 2 * FIRST_TURNS),
        ("turn_there", np.uint8, 2 * FIRST_TURNS),
        ("turn_total", np.float64, 2 * FIRST_TURNS),  # gain to this point
        (
            "turn_valued",
            np.uint8,
            2 * FIRST_TURNS,
        ),  # bits of the parts whose best action is known, and its gain
        ("turn_action", np.int16, (2 * FIRST_TURNS, PARTS)),
        ("turn_gain", np.float64, (2 * FIRST_TURNS, PARTS)),
    ],
    align=True,
)

memory_type = record_type(MEMORY)
LEGAL: Any = types.FunctionType(LEGAL_SIGNATURE)
APPLY: Any = types.FunctionType(APPLY_SIGNATURE)
CHOOSE_SIGNATURE = types.int64(
    state_type,
    rules_type,
    types.int16[::1],
    types.int64,
    types.uint64,
    types.float64[::1],
    memory_type,
    LEGAL,
    APPLY,
)
CHOOSE: Any = types.FunctionType(CHOOSE_SIGNATURE)


@kernel(allocates=False, inline=True)
def choice_draw(choice_key: Unsigned, side: int, number: int, phase: int, count: int) -> Unsigned:
    """Return a policy's own draw, keyed by seat, round, kind of decision and count within that kind."""
    return mix(choice_key ^ np.uint64(((side * 8 + number) * 32 + phase) * 1024 + count))


@kernel(allocates=False, inline=True)
def forget_counts(counts: np.ndarray) -> None:
    """Begin to count each side's decisions anew, as a round begins."""
    for side in range(2):
        for phase in range(PHASES):
            counts[side, phase] = 0


@kernel(allocates=False)
def clear_memory(memory: np.void) -> None:
    """Forget what a policy remembered."""
    memory["key"] = -1
    memory["plan"] = -1
    memory["length"] = 0
    memory["next"] = 0
    memory["board_key"] = -1
    memory["moves"][0] = memory["moves"][1] = -1


@kernel(allocates=False)
def lay_tiles(rules: np.void, half_known: np.ndarray, layout: np.ndarray) -> None:
    """Write a layout into a pair's rules, as they are and as each side knows them."""
    for region in range(REGIONS):
        rules["tiles"][region] = layout[region]
        for side in range(2):
            half_known[side]["tiles"][region] = layout[region]


@kernel(allocates=False, inline=True)
def play_one(
    states: np.ndarray,
    aside: np.void,
    memories: np.ndarray,
    rules: np.void,
    half_known: np.ndarray,
    game: Unsigned,
    bid: int,
    seelie: Any,
    unseelie: Any,
    rules_legal: Any,
    rules_apply: Any,
    seelie_weights: np.ndarray,
    unseelie_weights: np.ndarray,
    actions: np.ndarray,
    counts: np.ndarray,
    dealt: Any,
    seen: np.ndarray,
    scores: np.ndarray,
) -> int:
    """Play one game into `states[0]` and return the decisions, forced ones not counted.

    Parameters
    ----------
    half_known
        The rules as Seelie and as Unseelie know them while the other's faction is hidden, shape (2,).
    bid
        Cubes given before play: positive to Seelie, negative to Unseelie.
    seen
        Result: how often what happened, as `counts.note` numbers it.
    scores
        Result: both sides' points after each round, shape (rounds, 2).
    """
    state = states[0]
    cards, tiles, hashes, order = dealt
    deal(rules, game, cards, tiles, hashes, order)
    choice = combine(game, CHOICE)
    start(state, rules, tiles, SEELIE if bid > 0 else UNSEELIE, abs(bid))
    clear_memory(memories[0])
    clear_memory(memories[1])
    for fact in range(SEEN):
        seen[fact] = 0
    forget_counts(counts)
    decisions, number = 0, 1
    while state["phase"] != OVER:
        if int(state["round"]) != number:
            for side in range(2):
                scores[number - 1, side] = state["score"][side]
            number = int(state["round"])
            forget_counts(counts)
        side, phase = to_move(state), int(state["phase"])
        # written to memory now, since the compiler would put it off until the list of actions is known
        aside["draw"] = choice_draw(choice, side, number, phase, counts[side, phase])
        count = rules_legal(state, rules, actions)
        if count == 0:
            reveal(state, cards[number - 1])
            continue
        action = int(actions[0])
        if count > 1:
            decisions += 1
            counts[side, phase] += 1
            hide(state, rules, aside)
            action = (seelie if side == SEELIE else unseelie)(
                state,
                half_known[side] if hides_faction(state) else rules,
                actions,
                count,
                aside["draw"],
                seelie_weights if side == SEELIE else unseelie_weights,
                memories[side],
                rules_legal,
                rules_apply,
            )
            unhide(state, rules, aside)
        note(seen, state, action, rules)
        rules_apply(state, action, rules)
    for side in range(2):
        scores[ROUNDS - 1, side] = state["score"][side]
    return decisions


def _play(
    rules_array: np.ndarray,
    half_known: np.ndarray,
    keys: np.ndarray,
    bids: np.ndarray,
    seelie: Any,
    unseelie: Any,
    rules_legal: Any,
    rules_apply: Any,
    seelie_weights: np.ndarray,
    unseelie_weights: np.ndarray,
    layouts: np.ndarray,
    first_game: int,
    games: int,
    margins: np.ndarray,
    half_way: np.ndarray,
    facts: np.ndarray,
    rows: np.ndarray,
) -> int:
    """Play games `first_game` … of each cell and count them; return the decisions taken.

    Parameters
    ----------
    rules_legal, rules_apply
        The rules' `legal` and `apply`, for this loop and the policies; handed in, since a compiled function that
        takes their addresses itself could not be cached.
    rules_array, half_known, keys, bids
        One rules record, pair of half-known ones (`play_one`), cell key and signed bid per cell.
    layouts
        For cells of a layout set: its layouts, on which games take turns in this order, shape (layouts, regions), tile
        by region; shape (0, regions) where each cell's rules say where the tiles lie.
    margins
        Added to: games by final margin, shape (cells, 2 * limit + 1), the middle one is margin 0.
    half_way
        Added to: games, Seelie's wins and final margins by margin after round 3, shape (cells, 2 * limit + 1, 3).
    facts
        Added to: what `counts.add_game` counts, shape (cells, 3, FACTS).
    rows
        Result: final margin and margin after round 3 of each game, shape (cells, games, 2), or (0, 0, 2) where nobody
        asks for single games.
    """
    states = np.zeros(1, STATE)
    asides = np.zeros(1, ASIDE)
    memories = np.zeros(2, MEMORY)
    actions = np.zeros(MAX_LEGAL, np.int16)
    counts = np.zeros((2, PHASES), np.int64)
    seen = np.zeros(SEEN, np.int64)
    scores = np.zeros((ROUNDS, 2), np.int64)
    dealt = deal_buffers()
    limit = margins.shape[1] // 2
    total = 0
    for cell in range(len(keys)):
        rules = rules_array[cell]
        for index in range(first_game, first_game + games):
            if len(layouts) > 0:
                lay_tiles(rules, half_known[cell], layouts[index % len(layouts)])
            total += play_one(
                states,
                asides[0],
                memories,
                rules,
                half_known[cell],
                game_key(keys[cell], index),
                int(bids[cell]),
                seelie,
                unseelie,
                rules_legal,
                rules_apply,
                seelie_weights,
                unseelie_weights,
                actions,
                counts,
                dealt,
                seen,
                scores,
            )
            state = states[0]
            margin = int(state["score"][SEELIE]) - int(state["score"][UNSEELIE])
            lead = scores[ROUNDS // 2 - 1, SEELIE] - scores[ROUNDS // 2 - 1, UNSEELIE]
            won = 1 if outcome(state, rules) == SEELIE else 0
            margins[cell, margin + limit] += 1
            half_way[cell, lead + limit, 0] += 1
            half_way[cell, lead + limit, 1] += won
            half_way[cell, lead + limit, 2] += margin
            if len(rows) > 0:
                rows[cell, index - first_game, 0] = margin
                rows[cell, index - first_game, 1] = lead
            add_game(facts[cell], seen, scores, won)
    return total


PLAY_SIGNATURE = types.int64(
    types.Array(rules_type, 1, "C"),
    types.Array(rules_type, 2, "C"),
    types.uint64[::1],
    types.int64[::1],
    CHOOSE,
    CHOOSE,
    LEGAL,
    APPLY,
    types.float64[::1],
    types.float64[::1],
    types.int8[:, ::1],
    types.int64,
    types.int64,
    types.int64[:, ::1],
    types.int64[:, :, ::1],
    types.int64[:, :, ::1],
    types.int16[:, :, ::1],
)
play = kernel(PLAY_SIGNATURE, allocates=True)(_play)
