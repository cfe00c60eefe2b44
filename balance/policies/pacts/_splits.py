"""What splits are worth to the planner: first turns with any cards of the five are played once and shared.

A quick turn plays its best card first. So where a turn with some cards leads through is where turns with fewer of them
end, whatever else the longer turn holds: a first turn is known by the *parts* that it has played (cards by slot, the
court card, the going-first cube), and every such position is made once, from the one before it. That fails where a card
looks at the rest of the hand (`copy_card`); there every turn is played by itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.loop import FIRST_TURNS, PARTS
from balance.engine.pacts.kernels.state import (
    ACTIVE_COPY,
    ALTERNATIVES,
    CARD_ACTION,
    CARD_AS_ACTION,
    MAX_PLACE,
    NONE,
    PASSIVE,
    PLACE_ACTION,
    REGIONS,
    REVEALED,
    SELECT_ACTION,
    SLOTS,
    STOP_ACTION,
    kind_in_slot,
)
from balance.policies.pacts._evaluate import finish_effect, menu_gain, play_card
from balance.policies.pacts._lens import LEAST_GAIN, reset_rows
from balance.policies.pacts._moves import forget_moves
from balance.policies.pacts._turns import assignment_gain, quick_turn_until, turn_starts
from balance.policies.pacts._types import APPLY, LEGAL, F, I, M, R, S

GOING_FIRST = SLOTS  # the part that is no card
ONE_MORE = 1 << SLOTS  # a card too many in a hand: the turn does not end by itself


@kernel(types.boolean(R, I))
def shares_turns(rules: np.void, side: int) -> bool:
    """Tell whether what a part of a turn gains depends on the position alone."""
    return rules["active"][side] != ACTIVE_COPY and rules["going_first"][side] <= 1


@kernel(types.void(M))
def forget_first_turns(memory: np.void) -> None:
    """Forget the first turns of another position."""
    for at in range(2 * FIRST_TURNS):
        memory["turn_there"][at] = 0


@kernel(types.void(S, R, M, I, LEGAL, APPLY))
def begin_first_turns(
    base: np.void,
    rules: np.void,
    memory: np.void,
    side: int,
    legal: Any,
    apply: Any,
) -> None:
    """Make the position in which `side` goes first, any cards in hand, nothing played."""
    work = memory["work"]
    work[0] = base
    state = work[0]
    state["token_pile"] = 0
    apply(state, SELECT_ACTION + 1 - side, rules)
    total = 0.0
    if state["phase"] == PASSIVE:
        reset_rows(state, memory)
        total = finish_effect(state, rules, memory, legal, apply)
    state["hand"][side] = int(state["hand"][side]) | ONE_MORE
    at = side * FIRST_TURNS
    memory["turn"][at] = state
    memory["turn_there"][at] = 1
    memory["turn_valued"][at] = 0
    memory["turn_total"][at] = total


@kernel(types.void(R, M, I, I, LEGAL, APPLY))
def value_part(
    rules: np.void,
    memory: np.void,
    at: int,
    part: int,
    legal: Any,
    apply: Any,
) -> None:
    """Note the best action of a part in the position `at`, which is in `work[0]`, and its gain."""
    work = memory["work"]
    state = work[0]
    side = int(state["side"])
    best, best_gain = STOP_ACTION, LEAST_GAIN
    if part == GOING_FIRST:
        for region in range(REGIONS):
            action = PLACE_ACTION + region * MAX_PLACE
            gain = menu_gain(rules, memory, 0, action, legal, apply)
            if gain > best_gain:
                best, best_gain = action, gain
    else:
        gain = menu_gain(rules, memory, 0, CARD_ACTION + part, legal, apply)
        if gain > best_gain:
            best, best_gain = CARD_ACTION + part, gain
        plays_as = int(rules["plays_as"][side, kind_in_slot(state, rules, side, part)])
        for alternative in range(ALTERNATIVES):
            if rules["alternative"][side, alternative] >= 0 and (plays_as >> alternative) & 1:
                action = CARD_AS_ACTION + alternative * SLOTS + part
                gain = menu_gain(rules, memory, 0, action, legal, apply)
                if gain > best_gain:
                    best, best_gain = action, gain
    memory["turn_action"][at, part] = best
    memory["turn_gain"][at, part] = best_gain
    memory["turn_valued"][at] = int(memory["turn_valued"][at]) | (1 << part)


@kernel(I(M, I, I))
def best_part(memory: np.void, at: int, left: int) -> int:
    """Return which of the parts left, all of them valued, gains most; NONE where none gains."""
    best, best_gain, best_action = NONE, LEAST_GAIN, STOP_ACTION
    for part in range(PARTS):
        if (left >> part) & 1:
            gain, action = memory["turn_gain"][at, part], int(memory["turn_action"][at, part])
            if gain > best_gain or (gain == best_gain and action < best_action):
                best, best_gain, best_action = part, gain, action
    return best


@kernel(types.boolean(M, I))
def load_turn(memory: np.void, at: int) -> bool:
    """Put the position `at` into `work[0]`, to look at it."""
    work = memory["work"]
    work[0] = memory["turn"][at]
    reset_rows(work[0], memory)
    forget_moves(memory)
    return True


@kernel(I(R, M, I, I, LEGAL, APPLY))
def first_turn(
    rules: np.void,
    memory: np.void,
    side: int,
    parts: int,
    legal: Any,
    apply: Any,
) -> int:
    """Return the number of the position in which the first turn of `side` with these parts comes to its end."""
    work = memory["work"]
    start = side * FIRST_TURNS
    at = start
    while True:
        left = parts & ~(at - start)
        unvalued = left & ~int(memory["turn_valued"][at])
        here = False
        for part in range(PARTS):
            if (unvalued >> part) & 1:
                if not here:
                    here = load_turn(memory, at)
                value_part(rules, memory, at, part, legal, apply)
        part = best_part(memory, at, left)
        if part == NONE:
            return at
        then = at + (1 << part)
        if not memory["turn_there"][then]:
            if not here:
                load_turn(memory, at)
            play_card(rules, memory, 0, int(memory["turn_action"][at, part]), legal, apply)
            memory["turn"][then] = work[0]
            memory["turn_there"][then] = 1
            memory["turn_valued"][then] = 0
            memory["turn_total"][then] = memory["turn_total"][at] + memory["turn_gain"][at, part]
        at = then


@kernel(F(R, M, I, I, F, LEGAL, APPLY))
def second_turn(
    rules: np.void,
    memory: np.void,
    at: int,
    pile: int,
    enough: float,
    legal: Any,
    apply: Any,
) -> float:
    """Play the turn with the token's pile after the first turn that ended in the position `at`; return its gain."""
    work = memory["work"]
    work[0] = memory["turn"][at]
    state = work[0]
    other, number = 1 - int(state["side"]), int(state["round"])
    state["token_pile"] = pile
    state["hand"][other] = int(state["hand"][other]) | pile
    apply(state, STOP_ACTION, rules)
    if not turn_starts(state, number):
        return 0.0
    return quick_turn_until(rules, memory, enough, legal, apply)


@kernel(F(S, R, M, I, I, I, F, F, LEGAL, APPLY))
def assignment_within(
    base: np.void,
    rules: np.void,
    memory: np.void,
    side: int,
    pile: int,
    holder: int,
    least: float,
    most: float,
    legal: Any,
    apply: Any,
) -> float:
    """Return the gain to `side` if `holder` gets the pile of the token; exact only between `least` and `most`.

    `base` is a position that waits for the selection. Below `least`, or above `most`, the second turn is not played to
    its end.
    """
    work = memory["work"]
    first = 1 - holder
    if not shares_turns(rules, first):
        work[0] = base
        work[0]["token_pile"] = pile
        return assignment_gain(rules, memory, side, SELECT_ACTION + holder, legal, apply)
    root = first * FIRST_TURNS
    if not memory["turn_there"][root]:
        begin_first_turns(base, rules, memory, first, legal, apply)
    court = int(memory["turn"][root]["hand"][first]) & (1 << (SLOTS - 1))
    going_first = (1 << GOING_FIRST) if memory["turn"][root]["going_first_left"] > 0 else 0
    parts = ((1 << REVEALED) - 1 - pile) | court | going_first
    at = first_turn(rules, memory, first, parts, legal, apply)
    gain = memory["turn_total"][at]
    if first == side:
        enough = gain - least + LEAST_GAIN
        return gain - second_turn(rules, memory, at, pile, enough, legal, apply)
    enough = most + gain + LEAST_GAIN
    return -gain + second_turn(rules, memory, at, pile, enough, legal, apply)
