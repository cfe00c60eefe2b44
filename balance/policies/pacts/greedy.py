"""`greedy`: whatever looks best at once, in every decision by the same evaluation, without the other's reply."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.pacts.kernels.loop import CHOOSE_SIGNATURE
from balance.engine.pacts.kernels.state import (
    AUCTION,
    COPY,
    COURT,
    MENU,
    MOVE,
    NO_ACTIVE,
    NONE,
    ROUNDS,
    SELECT,
    SPLIT,
)
from balance.policies.pacts._cards import best_court_card, best_selection, best_split
from balance.policies.pacts._evaluate import best_copy, best_of_menu
from balance.policies.pacts._lens import expect_tiles, fill_lens, note_steps, steps_by_cubes, turns_to_scoring
from balance.policies.pacts._moves import found_move
from balance.policies.pacts._steps import best_auction_cube, best_step

SUMMARY = "whatever looks best at once, without looking at the other's reply"
WEIGHTS: dict[str, float] = {
    "later": 0.5,  # a point after the flip, in points before it
    "spread": 0.5,  # cubes by which a lead may change, per turn before the scoring
    "least_spread": 0.1,  # the same with no turn left
    "token": 0.5,  # what going second is worth, in points
}
LATER, SPREAD, LEAST, TOKEN = 0, 1, 2, 3


@kernel()
def look(state: np.void, rules: np.void, weights: np.ndarray, lens: np.void) -> None:
    """Fill the lens for the position: tiles, and spreads by the turns left."""
    turns = turns_to_scoring(state) + (1 if state["token"] >= 0 and state["turn"] == 0 else 0)
    key = int(state["round"]) * 8 + turns
    least, per_turn = weights[LEAST], weights[SPREAD]
    spread_now, spread_later = least + per_turn * turns, least + per_turn * (turns + ROUNDS)
    fill_lens(state, rules, lens, key, weights[LATER], spread_now, spread_later)


@kernel(CHOOSE_SIGNATURE)
def choose(view, rules, actions, count, draw, weights, memory, legal, apply):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201 (typed by CHOOSE_SIGNATURE)
    """Choose by the gain at once."""
    phase = int(view["phase"])
    if phase == AUCTION:
        work = memory["work"]
        work[0] = view
        expect_tiles(work[0], rules)
        look(work[0], rules, weights, memory)
        return int(best_auction_cube(work[0], rules, memory, actions, count))
    look(view, rules, weights, memory)
    if phase == MOVE and view["word"] == NO_ACTIVE:
        found = found_move(view, rules, memory)
        if found != NONE:
            return found
    if phase > SELECT and phase != MENU and phase != COPY:
        if steps_by_cubes(phase):
            note_steps(view, memory)
        action, _ = best_step(view, rules, memory, actions, count)
        return int(action)
    if phase == MENU or phase == COPY:
        work = memory["work"]
        work[0] = view
        if phase == MENU:
            action, _ = best_of_menu(rules, memory, 0, actions, count, legal, apply)
            return int(action)
        return int(best_copy(rules, memory, 0, actions, count, legal, apply))
    if phase == COURT:
        return int(best_court_card(view, rules, memory, actions, count, legal, apply))
    if phase == SPLIT:
        return int(best_split(view, rules, memory, weights[TOKEN], legal, apply))
    return int(best_selection(view, rules, memory, weights[TOKEN], legal, apply))
