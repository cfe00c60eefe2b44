"""What is counted of contests: each fact takes at most one key in each."""

from __future__ import annotations

import numpy as np

from balance.engine._jit import kernel
from balance.engine.live_combat.kernels.state import NO_REST, NONE

MOST_HITS, MOST_HP, MOST_EXCHANGES = 200, 30, 200
FATES, RESTS = 5, 3
# where the counters of a fact begin; those that both sides have take two blocks, Red's first
HITS_AT = 0
FATES_AT = HITS_AT + 2 * MOST_HITS
LEFT_AT = FATES_AT + 2 * FATES
EXCHANGES_AT = LEFT_AT + 2 * (MOST_HP + 1)
RESTS_AT = EXCHANGES_AT + MOST_EXCHANGES
BROKEN_AT = RESTS_AT + 2 * RESTS
COUNTERS = BROKEN_AT + 1


@kernel(allocates=False)
def count(facts: np.ndarray, number: int, margin: int) -> None:
    """Count a contest under one key of a fact."""
    facts[number, 0] += 1
    facts[number, 1] += margin > 0
    facts[number, 2] += margin


@kernel(allocates=False)
def add_contest(facts: np.ndarray, state: np.void, margin: int) -> None:
    """Count a contest that is over."""
    for side in range(2):
        hits = int(state["first_fall"][side])
        if hits > 0:
            count(facts, HITS_AT + side * MOST_HITS + hits - 1, margin)
        count(facts, FATES_AT + side * FATES + int(state["worst"][side]), margin)
        count(facts, LEFT_AT + side * (MOST_HP + 1) + int(state["hp"][side]), margin)
        if state["rested"][side] != NONE:
            count(facts, RESTS_AT + side * RESTS + int(state["rested"][side]) - NO_REST, margin)
    count(facts, EXCHANGES_AT + int(state["first_bout"]) - 1, margin)
    if state["broken"] > 0:
        count(facts, BROKEN_AT, margin)
