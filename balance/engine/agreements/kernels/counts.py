"""What is noted of a game beside its margin: one key of each fact, so that each game counts once."""

from __future__ import annotations

from typing import Final

import numpy as np

from balance.engine._jit import kernel, types
from balance.engine.agreements.kernels.state import (
    PROPOSER,
    RECIPIENT,
    TAKEN,
    state_type,
)

SCORES: Final = 400
"""Scores from 0 to this are told apart; higher ones count as it."""
OFFERS = ("not made", "unanswered", "accepted", "declined", "not filled", "lapsed")
ENDINGS = ("none", "expired", "betrayed", "eliminated", "void", "running")
MOST_ROUNDS: Final = 40
NO_PACT, STILL_RUNNING = 0, 5

FACTS: tuple[tuple[str, str], ...] = (
    *(("score, proposer", str(n)) for n in range(SCORES + 1)),
    *(("score, recipient", str(n)) for n in range(SCORES + 1)),
    *(("offer", word) for word in OFFERS),
    *(("ending", word) for word in ENDINGS),
    *(("eliminated", word) for word in ("nobody", "proposer", "recipient")),
    *(("ended in round", str(n)) for n in range(1, MOST_ROUNDS + 1)),
)
OFFER = 2 * (SCORES + 1)
ENDING = OFFER + len(OFFERS)
GONE = ENDING + len(ENDINGS)
ROUND = GONE + 3


@kernel(types.void(types.int64[:, ::1], types.int64, types.int64), allocates=False)
def note(facts: np.ndarray, fact: int, margin: int) -> None:
    """Count a game under a key."""
    facts[fact, 0] += 1
    if margin > 0:
        facts[fact, 1] += 1
    facts[fact, 2] += margin


@kernel(types.void(types.int64[:, ::1], state_type, types.int64, types.int64), allocates=False)
def add_game(facts: np.ndarray, state: np.void, proposer: int, recipient: int) -> None:
    """Add a finished game to a cell's counters: games, the proposer's wins, the sum of margins."""
    margin = proposer - recipient
    note(facts, min(max(proposer, 0), SCORES), margin)
    note(facts, SCORES + 1 + min(max(recipient, 0), SCORES), margin)
    note(facts, OFFER + int(state["first_offer"]), margin)
    ending = NO_PACT
    if state["first_over"]:
        ending = int(state["ending"])
    elif state["first_offer"] == TAKEN:
        ending = STILL_RUNNING
    note(facts, ENDING + ending, margin)
    gone = 1 if state["gone"][PROPOSER] else 2 if state["gone"][RECIPIENT] else 0
    note(facts, GONE + gone, margin)
    if state["first_over"]:
        note(facts, ROUND + int(state["ended_round"]) - 1, margin)
