"""What single cards are worth in a position, and the choices that follow from adding them up.

Each card is valued alone on the board as it lies, by the best gain of its whole effect.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import (
    ABILITY_EFFECT,
    ACTIVE_COPY,
    ALTERNATIVES,
    CARD_ACTION,
    CARD_AS_ACTION,
    COURT_ACTION,
    COURT_SLOT,
    MENU,
    MOVE_EFFECT,
    NO_COURT_ACTION,
    PLACE_EFFECT,
    REGIONS,
    REVEALED,
    SEELIE,
    SELECT_ACTION,
    SLOTS,
    SPLIT_ACTION,
    kind_in_slot,
)
from balance.policies.pacts._evaluate import NOT_PLAIN, menu_gain, plain_gain
from balance.policies.pacts._moves import forget_moves, moves_gain
from balance.policies.pacts._places import is_plain_place, place_card_gain
from balance.policies.pacts._types import APPLY, LEGAL, A, F, I, M, R, S


@kernel(F(S, R, M, I, I, LEGAL, APPLY))
def card_gain(
    view: np.void,
    rules: np.void,
    lens: np.void,
    side: int,
    slot: int,
    legal: Any,
    apply: Any,
) -> float:
    """Return the gain of one card, played by `side` now with nothing else in hand; never below 0.

    Uses `work[0]` to `work[2]`; `forget_moves` must have been called since the position was another one.
    """
    work = lens["work"]
    kind = kind_in_slot(view, rules, side, slot)
    plays_as = int(rules["plays_as"][side, kind])
    if is_plain_place(view, rules, side, kind):
        return place_card_gain(view, rules, lens, side, kind)
    if rules["effect"][kind] == MOVE_EFFECT:
        return moves_gain(view, rules, lens, side, int(rules["number"][side, kind]))
    work[0] = view
    state = work[0]
    state["side"] = side
    state["phase"] = MENU
    state["turn"] = 1
    state["token"] = side
    state["going_first_left"] = 0
    copies = rules["active"][side] == ACTIVE_COPY and view["revealed"][0] >= 0
    others = (1 << REVEALED) - 1 if copies else 0
    state["token_pile"] = others
    state["hand"][side] = (1 << slot) | others | (1 << SLOTS)  # one card too many: the turn does not end
    best = menu_gain(rules, lens, 0, CARD_ACTION + slot, legal, apply)
    for alternative in range(ALTERNATIVES):
        if (plays_as >> alternative) & 1:
            action = CARD_AS_ACTION + alternative * SLOTS + slot
            best = max(best, menu_gain(rules, lens, 0, action, legal, apply))
    return best


@kernel(types.boolean(M, I, I))
def put(lens: np.void, place: int, number: int) -> bool:
    """Write a number of the board down; tell whether it stood there."""
    same = lens["board"][place] == number
    lens["board"][place] = number
    return same


@kernel(types.void(S, M))
def note_board(state: np.void, lens: np.void) -> None:
    """Forget what cards gain, unless the position's board is the one on which they were valued."""
    same = lens["board_key"] == lens["key"]
    lens["board_key"] = lens["key"]
    for region in range(REGIONS):
        same &= put(lens, region, int(state["cubes"][0, region]))
        same &= put(lens, REGIONS + region, int(state["cubes"][1, region]))
        same &= put(lens, 2 * REGIONS + region, int(state["tiles"][region]))
    for side in range(2):
        same &= put(lens, 3 * REGIONS + side, int(state["supply"][side]))
        same &= put(lens, 3 * REGIONS + 2 + side, int(state["placed_before"][side]))
        same &= put(lens, 3 * REGIONS + 4 + side, int(state["shown"][side]))
    if not same:
        lens["valued"][0] = lens["valued"][1] = 0
    forget_moves(lens)


@kernel(types.void(M, I, I, F))
def note_gain(lens: np.void, side: int, kind: int, gain: float) -> None:
    """Keep what a kind of card gains on the board."""
    lens["kind_gain"][side, kind] = gain
    lens["valued"][side] = int(lens["valued"][side]) | (1 << kind)


@kernel(F(S, R, M, I, I))
def noted_gain(view: np.void, rules: np.void, lens: np.void, side: int, kind: int) -> float:
    """Return what a kind of card gains on the board, if that is known or seen at a glance; else a number below 0."""
    if (int(lens["valued"][side]) >> kind) & 1:
        return lens["kind_gain"][side, kind]
    effect = rules["effect"][kind]
    if rules["plays_as"][side, kind] > 0 and effect != PLACE_EFFECT and effect != MOVE_EFFECT:
        return NOT_PLAIN
    gain = plain_gain(view, rules, lens, side, kind)
    if gain >= 0.0:
        note_gain(lens, side, kind, gain)
    return gain


@kernel(F(S, R, M, I, I, LEGAL, APPLY))
def known_gain(
    view: np.void,
    rules: np.void,
    lens: np.void,
    side: int,
    slot: int,
    legal: Any,
    apply: Any,
) -> float:
    """Do what `card_gain` does, once for each kind on one board; `note_board` must have been called."""
    kind = kind_in_slot(view, rules, side, slot)
    if rules["effect"][kind] == ABILITY_EFFECT and rules["active"][side] == ACTIVE_COPY:
        return card_gain(view, rules, lens, side, slot, legal, apply)
    gain = noted_gain(view, rules, lens, side, kind)
    if gain < 0.0:
        gain = card_gain(view, rules, lens, side, slot, legal, apply)
        note_gain(lens, side, kind, gain)
    return gain


@kernel(I(S, R, M, A, I, LEGAL, APPLY))
def best_court_card(
    view: np.void,
    rules: np.void,
    lens: np.void,
    actions: np.ndarray,
    count: int,
    legal: Any,
    apply: Any,
) -> int:
    """Return the court card that would gain most now."""
    work = lens["work"]
    side = int(view["side"])
    best, best_gain = NO_COURT_ACTION, 0.0
    work[3] = view
    note_board(view, lens)
    for i in range(count):
        action = int(actions[i])
        if action != NO_COURT_ACTION:
            work[3]["court_card"][side] = action - COURT_ACTION
            gain = known_gain(work[3], rules, lens, side, COURT_SLOT, legal, apply)
            if gain > best_gain:
                best, best_gain = action, gain
    return best


@kernel(types.void(S, R, M, types.float64[:, ::1], LEGAL, APPLY))
def pile_gains(
    view: np.void,
    rules: np.void,
    lens: np.void,
    gains: np.ndarray,
    legal: Any,
    apply: Any,
) -> None:
    """Write what each revealed card would gain each side, shape (2, 5)."""
    note_board(view, lens)
    for side in range(2):
        for slot in range(REVEALED):
            gain = noted_gain(view, rules, lens, side, int(view["revealed"][slot]))
            if gain < 0.0:
                gain = known_gain(view, rules, lens, side, slot, legal, apply)
            gains[side, slot] = gain


@kernel(F(types.float64[:, ::1], F, I, I))
def assignment_value(gains: np.ndarray, token: float, pile: int, holder: int) -> float:
    """Return Seelie's gain less Unseelie's if `holder` gets the pile with the token, the other side the rest."""
    value = token if holder == SEELIE else -token
    for slot in range(REVEALED):
        owner = holder if (pile >> slot) & 1 else 1 - holder
        value += gains[owner, slot] if owner == SEELIE else -gains[owner, slot]
    return value


@kernel()
def list_assignments(gains: np.ndarray, token: float, values: np.ndarray) -> None:
    """Write `assignment_value` for every pile and holder by the same sums, shared by piles that begin alike."""
    for holder in range(2):
        values[0, holder] = token if holder == SEELIE else -token
        for slot in range(REVEALED):
            kept = gains[holder, slot] if holder == SEELIE else -gains[holder, slot]
            given = gains[1 - holder, slot] if holder != SEELIE else -gains[1 - holder, slot]
            for pile in range(1 << slot):
                values[pile | 1 << slot, holder] = values[pile, holder] + kept
                values[pile, holder] += given


@kernel(I(S, R, M, F, LEGAL, APPLY))
def best_split(
    view: np.void,
    rules: np.void,
    lens: np.void,
    token: float,
    legal: Any,
    apply: Any,
) -> int:
    """Return the split whose worse half for the splitter is best."""
    gains = lens["gains"][:]
    pile_gains(view, rules, lens, gains, legal, apply)
    values = lens["guess"]
    list_assignments(gains, token, values)
    sign = 1.0 if view["side"] == SEELIE else -1.0
    best, best_value = 0, -1e300
    for pile in range(1 << REVEALED):
        value = min(sign * values[pile, 0], sign * values[pile, 1])
        if value > best_value:
            best, best_value = pile, value
    return SPLIT_ACTION + best


@kernel(I(S, R, M, F, LEGAL, APPLY))
def best_selection(
    view: np.void,
    rules: np.void,
    lens: np.void,
    token: float,
    legal: Any,
    apply: Any,
) -> int:
    """Return the better of the two ways to give out the piles."""
    gains = lens["gains"][:]
    pile_gains(view, rules, lens, gains, legal, apply)
    pile = int(view["token_pile"])
    sign = 1.0 if view["side"] == SEELIE else -1.0
    first = sign * assignment_value(gains, token, pile, 0)
    second = sign * assignment_value(gains, token, pile, 1)
    return SELECT_ACTION + (0 if first >= second else 1)
