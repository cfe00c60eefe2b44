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

OFFERS = ("not made", "unanswered", "accepted", "declined", "not filled", "lapsed")
GONE = ("nobody", "proposer", "recipient")
ENDINGS = ("none", "expired", "betrayed", "eliminated", "void", "running")
MOST_ROUNDS: Final = 40
NO_PACT, STILL_RUNNING = 0, 5

_REST = (
    *(("offer", word) for word in OFFERS),
    *(("ending", word) for word in ENDINGS),
    *(("eliminated", word) for word in GONE),
    *(("ended in round", str(n)) for n in range(1, MOST_ROUNDS + 1)),
)
OFFER = 0
ENDING = OFFER + len(OFFERS)
NOBODY = ENDING + len(ENDINGS)
ROUND = NOBODY + len(GONE)
REST = len(_REST)


def facts_up_to(highest: int) -> tuple[tuple[str, str], ...]:
    """Return fact and key of each counter, where no score passes `highest`."""
    scores = [str(n) for n in range(highest + 1)]
    return (
        *_REST,
        *(("score, proposer", n) for n in scores),
        *(("score, recipient", n) for n in scores),
    )


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
    margin, scores = proposer - recipient, (len(facts) - REST) // 2
    note(facts, REST + proposer, margin)
    note(facts, REST + scores + recipient, margin)
    note(facts, OFFER + int(state["first_offer"]), margin)
    ending = NO_PACT
    if state["first_over"]:
        ending = int(state["ending"])
    elif state["first_offer"] == TAKEN:
        ending = STILL_RUNNING
    note(facts, ENDING + ending, margin)
    gone = 1 if state["gone"][PROPOSER] else 2 if state["gone"][RECIPIENT] else 0
    note(facts, NOBODY + gone, margin)
    if state["first_over"]:
        note(facts, ROUND + int(state["ended_round"]) - 1, margin)
