"""Playing games: conducts decide about agreements, policies about the rest, chance comes from the game's key.

A policy is a compiled function `choose(state, rules, actions, count, draw, weights)` that returns an action.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import Unsigned, kernel, types
from balance.engine._random import CHANCE, CHOICE, below, combine, game_key, mix
from balance.engine.agreements.kernels.conduct import decided, left_to_policy
from balance.engine.agreements.kernels.counts import add_game
from balance.engine.agreements.kernels.rules import apply, legal, opens, reveal, score, start, strongest
from balance.engine.agreements.kernels.signatures import I, R, S, U
from balance.engine.agreements.kernels.state import (
    BATTLE,
    CHOOSE,
    DRAW,
    MAX_LEGAL,
    NONE,
    OVER,
    PROPOSER,
    RECIPIENT,
    STATE,
    VALUES,
    rules_type,
)

CARD, FIGHT, KINDS = 0, 2, 3  # kinds of chance, each numbered apart: cards of either party (+ side), battles


@kernel(I(S, R, U), allocates=False, inline=True)
def chance(state: np.void, rules: np.void, key: Unsigned) -> int:
    """Return chance's move: the value of the next card of whoever draws, or whether the attacker wins.

    An attack with `a` troops against `d` is won with a chance of aⁿ in aⁿ + dⁿ, n being its power.
    """
    if state["phase"] == BATTLE:
        side, place = int(state["side"]), int(state["target"])
        attackers = int(state["garrison"][strongest(state, side)]) - 1
        defenders = int(state["garrison"][place])
        number = combine(key, KINDS * int(state["battles"]) + FIGHT)
        luck = below(number, 1 << 20)
        strength, against = 1.0, 1.0
        for _ in range(int(rules["power"])):
            strength, against = strength * attackers, against * defenders
        return 1 if luck * (strength + against) < strength * (1 << 20) else 0
    side = int(state["draws"]) % 2 if opens(state) else int(state["side"])
    number = combine(key, KINDS * int(state["drawn"][side]) + CARD + side)
    left = below(number, 100)
    for value in range(1, VALUES):
        left -= int(rules["shares"][value])
        if left < 0:
            return value
    return VALUES - 1


@kernel(U(U, S, I), allocates=False, inline=True)
def choice_draw(key: Unsigned, state: np.void, asked: int) -> Unsigned:
    """Return a policy's own draw, keyed by round, party and the decisions made in the turn."""
    return mix(key ^ np.uint64((int(state["round"]) * 2 + int(state["side"])) * 1024 + asked))


def _play(
    rules_array: np.ndarray,
    keys: np.ndarray,
    proposer: Any,
    recipient: Any,
    proposer_weights: np.ndarray,
    recipient_weights: np.ndarray,
    first_game: int,
    games: int,
    margins: np.ndarray,
    facts: np.ndarray,
) -> None:
    """Play games `first_game` … of each cell.

    Parameters
    ----------
    rules_array, keys
        By cell.
    proposer, recipient, proposer_weights, recipient_weights
        The policies.
    margins
        Result: proposer less recipient in each game, shape (cells, games).
    facts
        Added to: what `counts.add_game` counts, shape (cells, counters, 3).
    """
    states, blank = np.zeros(1, STATE), np.zeros(1, STATE)
    actions = np.zeros(MAX_LEGAL, np.int16)
    for cell in range(len(keys)):
        rules = rules_array[cell]
        for index in range(first_game, first_game + games):
            key = game_key(keys[cell], index)
            luck, choice = combine(key, CHANCE), combine(key, CHOICE)
            states[0] = blank[0]
            state = states[0]
            start(state, rules)
            asked, turn = 0, 0
            while state["phase"] != OVER:
                if state["phase"] == DRAW or state["phase"] == BATTLE:
                    reveal(state, chance(state, rules, luck), rules)
                    continue
                count = legal(state, rules, actions)
                action = decided(state, rules, actions, count)
                if action == NONE:
                    count = left_to_policy(state, actions, count)
                    action = int(actions[0])
                    if count > 1:
                        now = int(state["round"]) * 2 + int(state["side"])
                        asked = asked + 1 if now == turn else 0
                        turn = now
                        draw = choice_draw(choice, state, asked)
                        if state["side"] == PROPOSER:
                            action = proposer(state, rules, actions, count, draw, proposer_weights)
                        else:
                            action = recipient(state, rules, actions, count, draw, recipient_weights)
                apply(state, action, rules)
            own, other = score(state, rules, PROPOSER), score(state, rules, RECIPIENT)
            margins[cell, index - first_game] = own - other
            add_game(facts[cell], state, own, other)


PLAY_SIGNATURE: Any = types.void(
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
play = kernel(PLAY_SIGNATURE, allocates=True)(_play)
