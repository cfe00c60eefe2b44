"""Quick turns of both sides, the best card first: how `planner` values splits and replies."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import COURT_SLOT, HIDDEN, MENU, NONE, PASSIVE, STOP_ACTION
from balance.policies.pacts._evaluate import best_card, finish_effect, play_card, same_turn
from balance.policies.pacts._lens import reset_rows
from balance.policies.pacts._types import APPLY, LEGAL, F, I, M, R, S

EVERYTHING = 1e300  # more than any turn gains


@kernel(types.void(S))
def set_hidden_aside(state: np.void) -> None:
    """Take the opponent's face-down court card out of the hand that a search plays: nobody can tell which it is."""
    other = 1 - int(state["side"])
    if state["court_card"][other] == HIDDEN:
        state["court_card"][other] = NONE
        state["hand"][other] = int(state["hand"][other]) & ~(1 << COURT_SLOT)


@kernel(types.boolean(S, I))
def turn_starts(state: np.void, number: int) -> bool:
    """Tell whether a turn of the same round is about to be played: its menu, or what is asked before it."""
    return state["round"] == number and (state["phase"] == MENU or state["phase"] == PASSIVE)


@kernel(F(R, M, F, LEGAL, APPLY))
def quick_turn_until(
    rules: np.void,
    lens: np.void,
    enough: float,
    legal: Any,
    apply: Any,
) -> float:
    """Play the turn under way in `work[0]`, the best card first, until it gains `enough`; return the gain so far."""
    work = lens["work"]
    state = work[0]
    side, number = int(state["side"]), int(state["round"])
    total = 0.0
    if state["phase"] == PASSIVE and enough > 0.0:
        total = finish_effect(state, rules, lens, legal, apply)
    while same_turn(state, side, number) and state["phase"] == MENU and total < enough:
        reset_rows(state, lens)
        action, gain = best_card(rules, lens, 0, legal, apply)
        total += gain
        if action == STOP_ACTION:
            apply(state, STOP_ACTION, rules)
        else:
            play_card(rules, lens, 0, action, legal, apply)
    return total


@kernel(F(R, M, LEGAL, APPLY))
def quick_turn(
    rules: np.void,
    lens: np.void,
    legal: Any,
    apply: Any,
) -> float:
    """Play the turn under way in `work[0]` to its end, the best card first; return its gain to the side that plays."""
    return quick_turn_until(rules, lens, EVERYTHING, legal, apply)


@kernel(F(R, M, I, I, LEGAL, APPLY))
def assignment_gain(
    rules: np.void,
    lens: np.void,
    side: int,
    action: int,
    legal: Any,
    apply: Any,
) -> float:
    """Give out the piles in `work[0]` by a select action, play both turns quickly; return the gain to `side`."""
    work = lens["work"]
    state = work[0]
    number = int(state["round"])
    apply(state, action, rules)
    total = 0.0
    for _ in range(2):
        if turn_starts(state, number):
            mover = int(state["side"])
            gain = quick_turn(rules, lens, legal, apply)
            total += gain if mover == side else -gain
    return total
