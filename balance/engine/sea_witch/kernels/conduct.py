"""How a conduct decides about pacts: which to play, which to discard, whether to draw where it need not."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.sea_witch.kernels.conditions import can_play_pact
from balance.engine.sea_witch.kernels.signatures import A, B, I, R, S
from balance.engine.sea_witch.kernels.state import (
    ACCEPT,
    ALWAYS,
    CHOOSE_PACT,
    DECLINE,
    DISCARD_A_PACT,
    DRAW_A_PACT,
    NEVER,
    OPPONENT,
    PLAYER,
)


@kernel(I(S, I), allocates=False)
def conduct_of(state: np.void, seat: int) -> int:
    """Return whose conduct a seat follows."""
    return PLAYER if seat == state["seats"][PLAYER] else OPPONENT


@kernel(B(I), allocates=False)
def decides(phase: int) -> bool:
    """Tell whether a decision is one about pacts, which a conduct makes; a policy makes all others."""
    return phase == CHOOSE_PACT or phase == DISCARD_A_PACT or phase == DRAW_A_PACT


@kernel(I(S, R), allocates=False)
def own_turn(state: np.void, rules: np.void) -> int:
    """Return which of its own turns the active player has, from 1."""
    return (int(state["turn"]) - 1) // int(rules["players"]) + 1


@kernel(I(S, R, A, I, I), allocates=False)
def choose_pact(state: np.void, rules: np.void, actions: np.ndarray, count: int, conduct: int) -> int:
    """Choose the pact that promises most among those that promise enough, once it is time for pacts."""
    rushed = state["deck_left"] <= rules["rush"][conduct]
    if not rushed and own_turn(state, rules) < rules["plays_from"][conduct]:
        return DECLINE
    best, most = DECLINE, -1000
    for place in range(count):
        action = int(actions[place])
        if action == DECLINE:
            continue
        promised = int(rules["expected"][action - 1])
        if promised > most and (rushed or promised >= rules["least_gain"][conduct]):
            best, most = action, promised
    return best


@kernel(I(S, R, A, I, I, I), allocates=False)
def choose_discard(
    state: np.void, rules: np.void, actions: np.ndarray, count: int, player: int, conduct: int
) -> int:
    """Choose the pact to discard that promises least, one that cannot be played now before any that can."""
    readiness = int(rules["discards"][conduct])
    must = int(actions[0]) != DECLINE
    if readiness == NEVER and not must:
        return DECLINE
    best, least = DECLINE, 2000
    for place in range(count):
        action = int(actions[place])
        if action == DECLINE:
            continue
        playable = can_play_pact(state, rules, player, action - 1)
        if playable and readiness != ALWAYS and not must:
            continue
        rated = int(rules["expected"][action - 1]) + (1000 if playable else 0)
        if rated < least:
            best, least = action, rated
    return best


@kernel(I(S, R, A, I), allocates=False)
def decide(state: np.void, rules: np.void, actions: np.ndarray, count: int) -> int:
    """Return the action that the conduct of whoever decides takes."""
    phase, player = int(state["phase"]), int(state["who"])
    conduct = conduct_of(state, player)
    if phase == CHOOSE_PACT:
        return choose_pact(state, rules, actions, count, conduct)
    if phase == DISCARD_A_PACT:
        return choose_discard(state, rules, actions, count, player, conduct)
    return ACCEPT if rules["takes"][conduct] != 0 else DECLINE
