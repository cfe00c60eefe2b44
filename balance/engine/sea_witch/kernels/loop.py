"""Playing games: conducts decide about pacts, policies about the rest.

A policy is a compiled function `choose(state, rules, actions, count, draw, weights)` that returns an action. It
looks at what its player knows: the own hand and pacts, what lies open, and numbers; never at other hands or the order
of a deck.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from balance.engine._jit import Unsigned, kernel, types
from balance.engine._random import CHANCE, CHOICE, combine, game_key, mix
from balance.engine.sea_witch.kernels.conduct import conduct_of, decide, decides
from balance.engine.sea_witch.kernels.counts import add_game
from balance.engine.sea_witch.kernels.deal import (
    deal_again,
    deal_deck,
    deal_stack,
    draw_settings,
    opponent_seat,
)
from balance.engine.sea_witch.kernels.rules import reshuffle, start
from balance.engine.sea_witch.kernels.signatures import S, U
from balance.engine.sea_witch.kernels.state import (
    APPLY_SIGNATURE,
    CHOOSE_SIGNATURE,
    COPIES,
    LEGAL_SIGNATURE,
    MAX_LEGAL,
    OVER,
    PACT_COPIES,
    PLAYER,
    PLAYERS,
    SHUFFLE,
    STATE,
    rules_type,
)

LEGAL: Any = types.FunctionType(LEGAL_SIGNATURE)
APPLY: Any = types.FunctionType(APPLY_SIGNATURE)
CHOOSE: Any = types.FunctionType(CHOOSE_SIGNATURE)


@kernel(U(U, S), allocates=False)
def choice_draw(key: Unsigned, state: np.void) -> Unsigned:
    """Return a policy's own draw, keyed by the turn, who decides, and the decisions made in the turn."""
    word = (int(state["turn"]) * 8 + int(state["who"])) * 4096 + int(state["asked"])
    return mix(key ^ mix(np.uint64(word)))


def _play(
    tables: np.ndarray,
    keys: np.ndarray,
    legal: Callable[..., int],
    apply: Callable[..., None],
    player: Callable[..., int],
    opponent: Callable[..., int],
    weights: np.ndarray,
    others_weights: np.ndarray,
    first_game: int,
    games: int,
    rows: np.ndarray,
    facts: np.ndarray,
) -> None:
    """Play games `first_game` … of each cell.

    Parameters
    ----------
    tables, keys
        The rules record and the key of each cell.
    legal, apply
        Those of `rules`: called through their addresses, they are compiled once.
    player, opponent, weights, others_weights
        The policy of `player` and that of all others, each with its weights.
    rows
        Result: the margin of each game, shape (cells, games).
    facts
        Added to: what `counts.add_game` counts, shape (cells, counters, 3).
    """
    states, blank = np.zeros(1, STATE), np.zeros(1, STATE)
    actions = np.zeros(MAX_LEGAL, np.int16)
    hashes = np.zeros(COPIES, np.uint64)
    order, out, deck = np.zeros(COPIES, np.int8), np.zeros(COPIES, np.int8), np.zeros(COPIES, np.int8)
    stack = np.zeros(PACT_COPIES, np.int8)
    drawn = np.zeros(2, np.int64)
    points = np.zeros(PLAYERS, np.int64)
    for cell in range(len(keys)):
        rules = tables[cell]
        players = int(rules["players"])
        for index in range(first_game, first_game + games):
            key = game_key(keys[cell], index)
            chance, choice = combine(key, CHANCE), combine(key, CHOICE)
            states[0] = blank[0]
            state = states[0]
            size = deal_deck(rules, chance, hashes, order, out, deck)
            deal_stack(rules, chance, hashes, order, stack)
            draw_settings(rules, chance, drawn)
            seat = index % players
            start(
                state,
                rules,
                deck,
                size,
                stack,
                drawn[0],
                drawn[1],
                seat,
                opponent_seat(chance, players, seat),
            )
            while state["phase"] != OVER:
                if state["phase"] == SHUFFLE:
                    deal_again(state, rules, chance, hashes, order, out, stack)
                    reshuffle(state, rules, stack)
                count = legal(state, rules, actions)
                if count <= 1:
                    action = int(actions[0])
                elif decides(int(state["phase"])):
                    action = decide(state, rules, actions, count)
                elif conduct_of(state, int(state["who"])) == PLAYER:
                    action = player(state, rules, actions, count, choice_draw(choice, state), weights)
                else:
                    draw = choice_draw(choice, state)
                    action = opponent(state, rules, actions, count, draw, others_weights)
                apply(state, rules, action)
            rows[cell, index - first_game] = add_game(facts[cell], state, rules, points)


PLAY_SIGNATURE = types.void(
    types.Array(rules_type, 1, "C"),
    types.uint64[::1],
    LEGAL,
    APPLY,
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
