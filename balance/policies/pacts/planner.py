"""`planner`: values splits by planned turns of both sides (minimax), plans its own turn with the reply in view."""

from __future__ import annotations

from typing import Any

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.loop import CHOOSE_SIGNATURE, WORK
from balance.engine.pacts.kernels.state import (
    AUCTION,
    COPY,
    COURT,
    COURT_ACTION,
    COURT_SLOT,
    HIDDEN,
    MAX_KINDS,
    MENU,
    MOVE_EFFECT,
    NO_COURT_ACTION,
    PLACE_EFFECT,
    REVEALED,
    ROUNDS,
    SEELIE,
    SELECT,
    SELECT_ACTION,
    SPLIT,
    SPLIT_ACTION,
    STOP_ACTION,
)
from balance.policies.pacts._cards import known_gain, list_assignments, note_board, pile_gains
from balance.policies.pacts._evaluate import best_copy
from balance.policies.pacts._lens import expect_tiles, fill_lens, note_steps, steps_by_cubes, turns_to_scoring
from balance.policies.pacts._plan import plan_turn
from balance.policies.pacts._splits import assignment_within, forget_first_turns
from balance.policies.pacts._steps import best_auction_cube, best_step
from balance.policies.pacts._turns import EVERYTHING, assignment_gain, set_hidden_aside

SUMMARY = "splits by minimax over planned turns of both sides, plans its turn with the other's reply in view"
WEIGHTS: dict[str, float] = {
    "later": 0.6,  # a point after the flip, in points before it
    "spread": 0.4,  # cubes by which a lead may change, per turn before the scoring and cube per card left
    "least_spread": 0.05,  # the same with no turn left
    "hidden": 0.3,  # cubes by which a face-down court card may change a lead
    "keep_court": 0.4,  # how much of its worth at the scoring a court card should bring now
    "token": 0.5,  # what going second is worth, in points, to sort the splits
    "variants": 2.0,  # first steps of a card that a planned turn tries
}
SHARP = -2  # the key of a lens with the least spread
LATER, SPREAD, LEAST, HIDDEN_SPREAD, KEEP_COURT, TOKEN, VARIANTS = 0, 1, 2, 3, 4, 5, 6


@kernel()
def cubes_per_card(state: np.void, rules: np.void) -> float:
    """Return how many cubes the average card left in the common deck places or moves."""
    cards, cubes = 0, 0
    for kind in range(MAX_KINDS):
        left = int(state["left"][0, kind])
        cards += left
        if rules["effect"][kind] == PLACE_EFFECT or rules["effect"][kind] == MOVE_EFFECT:
            cubes += left * (int(rules["number"][0, kind]) + int(rules["number"][1, kind]))
    return cubes / (2.0 * cards) if cards > 0 else 0.0


@kernel()
def look(state: np.void, rules: np.void, weights: np.ndarray, lens: np.void) -> None:
    """Fill the lens for the end of this round: spreads by turns and cards left, and by a court card not yet shown.

    What the cards left place or move depends on whether the other's faction is known, so that is part of the key.
    """
    turns = turns_to_scoring(state)
    hidden = 1 if state["token"] >= 0 and state["court_card"][1 - int(state["side"])] == HIDDEN else 0
    revealed = 1 if state["revealed"][0] >= 0 else 0
    shown = int(state["shown"][1 - int(state["side"])])
    key = (((int(state["round"]) * 8 + turns) * 2 + hidden) * 2 + revealed) * 2 + shown
    per_turn = weights[SPREAD] * cubes_per_card(state, rules)
    least = weights[LEAST] + weights[HIDDEN_SPREAD] * hidden
    fill_lens(
        state, rules, lens, key, weights[LATER], least + per_turn * turns, least + per_turn * (turns + ROUNDS)
    )


@kernel()
def choose_court(
    view: np.void,
    rules: np.void,
    memory: np.void,
    weights: np.ndarray,
    actions: np.ndarray,
    count: int,
    legal: Any,
    apply: Any,
) -> int:
    """Choose the court card that brings most now, less what it could bring at the scoring."""
    work = memory["work"]
    side = int(view["side"])
    gains = memory["court_gains"]
    for i in range(count):
        gains[i] = 0.0
    work[3] = view
    turns = turns_to_scoring(view)
    for sharp in range(2):
        if sharp == 1:
            if turns == 0:
                break
            fill_lens(
                view,
                rules,
                memory,
                SHARP,
                weights[LATER],
                weights[LEAST],
                weights[LEAST] + weights[SPREAD] * ROUNDS,
            )
        note_board(view, memory)
        for i in range(count):
            action = int(actions[i])
            if action != NO_COURT_ACTION:
                work[3]["court_card"][side] = action - COURT_ACTION
                gain = known_gain(work[3], rules, memory, side, COURT_SLOT, legal, apply)
                gains[i] += gain if sharp == 0 else -weights[KEEP_COURT] * gain
    best = 0
    for i in range(1, count):
        if actions[i] != NO_COURT_ACTION and gains[i] > gains[best]:
            best = i
    return int(actions[best])


@kernel()
def is_repeated(view: np.void, pile: int) -> bool:
    """Tell whether another split with the same cards in each pile comes earlier."""
    for slot in range(REVEALED):
        if (pile >> slot) & 1:
            for earlier in range(slot):
                if not (pile >> earlier) & 1 and view["revealed"][earlier] == view["revealed"][slot]:
                    return True
    return False


@kernel()
def sort_splits(guess: np.ndarray, order: np.ndarray) -> None:
    """Write the splits in the order of what their worse assignment promises (insertion sort)."""
    for pile in range(len(guess)):
        value = min(guess[pile, 0], guess[pile, 1])
        place = pile
        while place > 0 and min(guess[order[place - 1], 0], guess[order[place - 1], 1]) < value:
            order[place] = order[place - 1]
            place -= 1
        order[place] = pile


@kernel()
def choose_split(
    view: np.void, rules: np.void, memory: np.void, weights: np.ndarray, legal: Any, apply: Any
) -> int:
    """Choose the split whose worse assignment is best, turns planned for both (minimax, pruned)."""
    work = memory["work"]
    gains = memory["gains"][:]
    pile_gains(view, rules, memory, gains, legal, apply)
    side = int(view["side"])
    sign = 1.0 if side == SEELIE else -1.0
    guess, order = memory["guess"], memory["order"]
    list_assignments(gains, weights[TOKEN], guess)
    for pile in range(1 << REVEALED):
        for holder in range(2):
            guess[pile, holder] *= sign
    sort_splits(guess, order)
    base = work[WORK - 1 : WORK]
    base[0] = view
    set_hidden_aside(base[0])
    apply(base[0], SPLIT_ACTION, rules)
    forget_first_turns(memory)
    best, best_value = int(order[0]), -EVERYTHING
    for pile in order:
        if is_repeated(view, pile):
            continue
        value = EVERYTHING
        worse = 0 if guess[pile, 0] < guess[pile, 1] else 1
        for turn in range(2):
            holder = worse if turn == 0 else 1 - worse
            gain = assignment_within(
                base[0], rules, memory, side, int(pile), holder, best_value, value,
                legal, apply,
            )  # fmt: skip
            value = min(value, gain)
            if value <= best_value:
                break
        if value > best_value:
            best, best_value = int(pile), value
    return SPLIT_ACTION + best


@kernel()
def choose_selection(view: np.void, rules: np.void, memory: np.void, legal: Any, apply: Any) -> int:
    """Choose the better of the two ways to give out the piles, turns planned for both."""
    work = memory["work"]
    side = int(view["side"])
    best, best_value = 0, -1e300
    for holder in range(2):
        work[0] = view
        set_hidden_aside(work[0])
        value = assignment_gain(rules, memory, side, SELECT_ACTION + holder, legal, apply)
        if value > best_value:
            best, best_value = holder, value
    return SELECT_ACTION + best


@kernel()
def planned(memory: np.void, actions: np.ndarray, count: int) -> int:
    """Return the next action of the plan and go on, or -1 where it is not legal or there is none."""
    place = int(memory["next"])
    if place < int(memory["length"]):
        action = int(memory["actions"][place])
        for i in range(count):
            if actions[i] == action:
                memory["next"] = place + 1
                return action
    return -1


@kernel(CHOOSE_SIGNATURE)
def choose(view, rules, actions, count, draw, weights, memory, legal, apply):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Choose by plan."""
    phase = int(view["phase"])
    if phase == AUCTION:
        work = memory["work"]
        work[0] = view
        expect_tiles(work[0], rules)
        look(work[0], rules, weights, memory)
        return int(best_auction_cube(work[0], rules, memory, actions, count))
    look(view, rules, weights, memory)
    if phase == COURT:
        return int(choose_court(view, rules, memory, weights, actions, count, legal, apply))
    if phase == SPLIT:
        return int(choose_split(view, rules, memory, weights, legal, apply))
    if phase == SELECT:
        return int(choose_selection(view, rules, memory, legal, apply))
    this_turn = int(view["round"]) * 2 + int(view["turn"])
    in_plan = memory["plan"] == this_turn
    if in_plan:
        action = planned(memory, actions, count)
        if action >= 0:
            return action
    if phase == MENU:
        if in_plan:  # played to its end
            return STOP_ACTION
        memory["plan"] = this_turn
        plan_turn(view, rules, memory, max(1, int(weights[VARIANTS])), legal, apply)
        action = planned(memory, actions, count)
        return action if action >= 0 else STOP_ACTION
    if phase == COPY:
        work = memory["work"]
        work[0] = view
        return int(best_copy(rules, memory, 0, actions, count, legal, apply))
    if steps_by_cubes(phase):
        note_steps(view, memory)
    action, _ = best_step(view, rules, memory, actions, count)
    return int(action)
