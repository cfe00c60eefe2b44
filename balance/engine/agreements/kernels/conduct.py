"""Conducts: what a party does about agreements. A policy does the rest and never touches a pact by itself."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.agreements.kernels.signatures import A, B, I, R, S
from balance.engine.agreements.kernels.state import (
    ACCEPT,
    ANSWER,
    ATTACK,
    BETRAY,
    BOMB,
    DECLINE,
    MENU,
    NONE,
    PARTNERSHIP,
    PLACE,
    PROPOSE,
    SIEGE,
)


@kernel(B(A, I, I), allocates=False, inline=True)
def has(actions: np.ndarray, count: int, wanted: int) -> bool:
    """Tell whether an action is among those of a list in ascending order."""
    i = 0
    while i < count and actions[i] < wanted:
        i += 1
    return bool(i < count and actions[i] == wanted)


@kernel(I(S, A, I, I), allocates=False)
def weakest_of_partner(state: np.void, actions: np.ndarray, count: int, kind: int) -> int:
    """Return the action of a kind against the partner's weakest territory that it can be done to, or NONE."""
    best, action, partner = NONE, NONE, 1 - int(state["side"])
    for i in range(count):
        place = int(actions[i]) - kind
        if not 0 <= place < SIEGE - BOMB or state["owner"][place] != partner:
            continue
        if best == NONE or state["garrison"][place] < state["garrison"][best]:
            best, action = place, int(actions[i])
    return action


@kernel(I(S, R, A, I), allocates=False, inline=True)
def decided(state: np.void, rules: np.void, actions: np.ndarray, count: int) -> int:
    """Return the action that a conduct takes now, or NONE where the rest of the play goes on.

    It answers and makes offers, betrays in its own turn number `betrays_at` under the agreement (1: the first), and
    attacks, bombs or besieges its partner in turn `attacks_at`, the weakest territory of it, once.
    """
    side, phase = int(state["side"]), int(state["phase"])
    if phase == ANSWER:
        return ACCEPT if rules["accepts"][side] and actions[0] == ACCEPT else DECLINE
    if phase != MENU:
        return NONE
    turn, when = int(state["own_turns"][side]), int(rules["betrays_at"][side])
    if state["pact"] != NONE and 0 < when <= turn and has(actions, count, BETRAY):
        return BETRAY
    when = int(rules["attacks_at"][side])
    if state["pact"] == PARTNERSHIP and 0 < when <= turn and not state["acted"][side]:
        found = weakest_of_partner(state, actions, count, int(rules["attacks_by"][side]))
        if found != NONE:
            state["acted"][side] = 1
            return found
    if rules["proposes"][side] and has(actions, count, PROPOSE):
        return PROPOSE
    return NONE


@kernel(I(S, A, I), allocates=False, inline=True)
def left_to_policy(state: np.void, actions: np.ndarray, count: int) -> int:
    """Keep in the list what a policy may choose from: no offers, no betrayal, nothing against a partner.

    A ceasefire is kept by its rules. A partnership has no peace clause: whether it is kept is the conduct's affair.
    """
    if state["phase"] != MENU:
        return count
    kept, partner, bound = 0, 1 - int(state["side"]), state["pact"] == PARTNERSHIP
    if not bound and (count == 1 or actions[1] > BETRAY):
        return count
    for i in range(count):
        action = int(actions[i])
        if action == PROPOSE or action == BETRAY:
            continue
        if bound and ATTACK <= action < PLACE:
            if state["owner"][(action - ATTACK) % (BOMB - ATTACK)] == partner:
                continue
        actions[kept] = action
        kept += 1
    return kept
