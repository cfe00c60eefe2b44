"""The steps of a MOVE card, best first, found once for all MOVE cards that a side could play in a position."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.pacts.kernels.state import MOVE_ACTION, NONE, REGIONS, STOP_ACTION
from balance.policies.pacts._lens import LEAST_GAIN, lead_of, worth
from balance.policies.pacts._types import F, I, M, R, S


@kernel(types.void(M))
def forget_moves(lens: np.void) -> None:
    """Forget the steps that were found: the position is another one."""
    lens["moves"][0] = NONE
    lens["moves"][1] = NONE


@kernel(types.void(M, I, I))
def note_move_region(lens: np.void, side: int, region: int) -> None:
    """Note what one own cube more, or less, would gain in a region."""
    lead = int(lens["move_lead"][side, region])
    here = worth(lens, region, lead)
    lens["move_up"][side, region] = worth(lens, region, lead + 1) - here
    lens["move_down"][side, region] = worth(lens, region, lead - 1) - here


@kernel(types.void(S, M, I))
def begin_moves(state: np.void, lens: np.void, side: int) -> None:
    """Start from the board as it lies, no cube moved."""
    lens["moves"][side] = 0
    lens["last_move"][side] = 0
    for region in range(REGIONS):
        for owner in range(2):
            lens["move_start"][side, owner, region] = state["cubes"][owner, region]
        lens["move_free"][side, region] = state["cubes"][side, region]
        lens["move_lead"][side, region] = lead_of(state, side, region)
        note_move_region(lens, side, region)


@kernel(types.Tuple((I, I, F))(R, M, I))
def best_move(rules: np.void, lens: np.void, side: int) -> tuple[int, int, float]:
    """Return the next step that gains most, from where to where; (NONE, NONE, 0) where none gains."""
    most = lens["move_up"][side, 0]
    for region in range(1, REGIONS):
        most = max(most, lens["move_up"][side, region])
    best, start, end = LEAST_GAIN, NONE, NONE
    for origin in range(REGIONS):
        loss = lens["move_down"][side, origin]
        if lens["move_free"][side, origin] > 0 and loss + most > best + LEAST_GAIN:
            for i in range(REGIONS):
                near = int(rules["neighbours"][origin, i])
                if near < 0:
                    break
                gain = loss + lens["move_up"][side, near]
                if gain > best + LEAST_GAIN:
                    best, start, end = gain, origin, near
    return start, end, (best if start != NONE else 0.0)


@kernel(types.void(R, M, I, I, I))
def take_move(rules: np.void, lens: np.void, side: int, start: int, end: int) -> None:
    """Go on from the board as one more step leaves it."""
    lens["move_free"][side, start] -= 1
    if rules["move_by_steps"]:
        lens["move_free"][side, end] += 1
    lens["move_lead"][side, start] -= 1
    lens["move_lead"][side, end] += 1
    note_move_region(lens, side, start)
    note_move_region(lens, side, end)


@kernel(types.void(R, M, I))
def find_move(rules: np.void, lens: np.void, side: int) -> None:
    """Find one step more, or that there is none."""
    start, end, gain = best_move(rules, lens, side)
    if start == NONE:
        lens["last_move"][side] = 1
        return
    found = int(lens["moves"][side])
    lens["move_from"][side, found] = start
    lens["move_to"][side, found] = end
    lens["move_sum"][side, found + 1] = (lens["move_sum"][side, found] if found > 0 else 0.0) + gain
    lens["moves"][side] = found + 1
    take_move(rules, lens, side, start, end)


@kernel(I(S, R, M, I, I))
def find_moves(state: np.void, rules: np.void, lens: np.void, side: int, steps: int) -> int:
    """Find the steps of a MOVE card, as many as gain, and return how many."""
    if lens["moves"][side] < 0:
        begin_moves(state, lens, side)
    while int(lens["moves"][side]) < steps and not lens["last_move"][side]:
        find_move(rules, lens, side)
    return min(steps, int(lens["moves"][side]))


@kernel(F(S, R, M, I, I))
def moves_gain(state: np.void, rules: np.void, lens: np.void, side: int, steps: int) -> float:
    """Return the gain of a MOVE card of so many steps for a side, by the same sums as playing it step by step.

    `forget_moves` must have been called since the position was another one.
    """
    found = find_moves(state, rules, lens, side, steps)
    return lens["move_sum"][side, found] if found > 0 else 0.0


@kernel(F(S, R, M, I, I))
def play_moves(state: np.void, rules: np.void, lens: np.void, side: int, steps: int) -> float:
    """Move the cubes of a MOVE card and return the gain. `forget_moves` as for `moves_gain`."""
    found = find_moves(state, rules, lens, side, steps)
    for step in range(found):
        state["cubes"][side, int(lens["move_from"][side, step])] -= 1
        state["cubes"][side, int(lens["move_to"][side, step])] += 1
    return lens["move_sum"][side, found] if found > 0 else 0.0


@kernel(types.boolean(S, M, I, I))
def follows_moves(state: np.void, lens: np.void, side: int, taken: int) -> bool:
    """Tell whether so many of the steps that were found, and nothing else, have led to a position."""
    if int(lens["moves"][side]) < taken:
        return False
    for region in range(REGIONS):
        cubes = int(lens["move_start"][side, side, region])
        for step in range(taken):
            if lens["move_from"][side, step] == region:
                cubes -= 1
            if lens["move_to"][side, step] == region:
                cubes += 1
        if state["cubes"][side, region] != cubes:
            return False
        if state["cubes"][1 - side, region] != lens["move_start"][side, 1 - side, region]:
            return False
    return True


@kernel(I(S, R, M))
def found_move(state: np.void, rules: np.void, lens: np.void) -> int:
    """Return the next step of a MOVE card under way, or to stop, if found before it was begun; NONE otherwise."""
    side = int(state["side"])
    taken = int(rules["number"][side, int(state["kind"])]) - int(state["count"])
    if not follows_moves(state, lens, side, taken):
        return NONE
    if int(lens["moves"][side]) > taken:
        start, end = int(lens["move_from"][side, taken]), int(lens["move_to"][side, taken])
        return MOVE_ACTION + (side * REGIONS + start) * REGIONS + end
    return STOP_ACTION if lens["last_move"][side] else NONE
