"""Playing contests: the loop that hands positions to policies, throws dice, and has counted what happened.

A policy is a compiled function `choose(state, rules, side, actions, count, draw, weights)` that returns an action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import Unsigned, kernel, types, unsigned
from balance.engine._random import CHANCE, CHOICE, combine, game_key, mix
from balance.engine.live_combat.kernels.counts import add_contest
from balance.engine.live_combat.kernels.rules import apply, legal, resolve, start
from balance.engine.live_combat.kernels.state import (
    ACT,
    ACTIONS,
    BLUE,
    CHOOSE,
    DICE,
    EXCHANGE,
    NONE,
    OVER,
    RED,
    REST,
    STATE,
    rules_type,
)

PIECE = 16  # bits of a draw that make one die
MOST_KINDS, MOST_BOUTS, MOST_EXCHANGES = 16, 8, 256


@kernel(allocates=False)
def moment(state: np.void) -> int:
    """Return a number for the kind of decision or throw, the bout and the exchange."""
    bout, exchange = int(state["bout"]), int(state["exchange"])
    return (int(state["phase"]) * MOST_BOUTS + bout) * MOST_EXCHANGES + exchange


@kernel(allocates=False)
def throw(chance: Unsigned, state: np.void, dice: np.ndarray) -> None:
    """Throw the dice, 0 to 99: the same in any contest of a key in which play comes to the same moment."""
    draw = mix(unsigned(chance) ^ unsigned(moment(state)))
    later = draw
    for number in range(DICE):
        if number == 4:
            if state["phase"] == EXCHANGE:
                return
            draw = mix(later)
        dice[number] = int((draw & unsigned(0xFFFF)) * unsigned(100) >> unsigned(PIECE))
        draw = draw >> unsigned(PIECE)


@kernel(allocates=False)
def choice_draw(choice: Unsigned, state: np.void) -> Unsigned:
    """Return a policy's own draw, keyed by seat, bout, kind of decision and exchange."""
    seats = MOST_KINDS * MOST_BOUTS * MOST_EXCHANGES
    return mix(unsigned(choice) ^ unsigned(int(state["side"]) * seats + moment(state)))


@kernel()
def decide(
    state: np.void,
    rules: np.void,
    actions: np.ndarray,
    count: int,
    choice: Unsigned,
    choose: Any,
    weights: np.ndarray,
) -> int:
    """Return what a policy chooses; of what the other chose at the same time it sees nothing."""
    draw = choice_draw(choice, state)
    side = int(state["side"])
    if side == RED or (state["phase"] != ACT and state["phase"] != REST):
        return int(choose(state, rules, side, actions, count, draw, weights))
    act, rest = int(state["act"][RED]), int(state["choice"][RED])
    state["act"][RED] = NONE
    if state["phase"] == REST:
        state["choice"][RED] = NONE
    chosen = int(choose(state, rules, side, actions, count, draw, weights))
    state["act"][RED] = act
    state["choice"][RED] = rest
    return chosen


@kernel()
def contest(
    state: np.void,
    rules: np.void,
    game: Unsigned,
    red: Any,
    blue: Any,
    red_weights: np.ndarray,
    blue_weights: np.ndarray,
    actions: np.ndarray,
    dice: np.ndarray,
) -> None:
    """Play one contest to its end."""
    chance, choice = combine(game, CHANCE), combine(game, CHOICE)
    start(state, rules)
    while state["phase"] != OVER:
        count = legal(state, rules, actions)
        if count == 0:
            throw(chance, state, dice)
            resolve(state, dice, rules)
            continue
        action = int(actions[0])
        if count > 1:
            if state["side"] == BLUE:
                action = decide(state, rules, actions, count, choice, blue, blue_weights)
            else:
                action = decide(state, rules, actions, count, choice, red, red_weights)
        apply(state, action, rules)


def _play(
    rules_array: np.ndarray,
    keys: np.ndarray,
    red: Any,
    blue: Any,
    red_weights: np.ndarray,
    blue_weights: np.ndarray,
    first_game: int,
    games: int,
    margins: np.ndarray,
    facts: np.ndarray,
) -> None:
    """Play games `first_game` … of each cell and count them; see `balance.engine.two_seats.TwoSeatSystem.loop`."""
    states = np.zeros(1, STATE)
    actions = np.zeros(ACTIONS, np.int8)
    dice = np.zeros(DICE, np.int16)
    for cell in range(len(keys)):
        for index in range(games):
            game = game_key(keys[cell], first_game + index)
            contest(states[0], rules_array[cell], game, red, blue, red_weights, blue_weights, actions, dice)
            state = states[0]
            margin = int(state["wins"][RED]) - int(state["wins"][BLUE])
            margins[cell, index] = margin
            add_contest(facts[cell], state, margin)


PLAY_SIGNATURE = types.void(
    types.Array(rules_type, 1, "C"),
    types.uint64[::1],
    CHOOSE,
    CHOOSE,
    types.float64[::1],
    types.float64[::1],
    types.int64,
    types.int64,
    types.int16[:, ::1],
    types.int64[:, :, ::1],
)
play = kernel(PLAY_SIGNATURE)(_play)
