"""The loop for policies in plain Python: the same games and counts as the compiled loop, a decision at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.kernels.counts import SEEN, add_game, note
from balance.engine.pacts.replay import Replay

Counts = NDArray[np.int64]


def play_slowly(
    replay_of: Callable[[int, int], Replay],
    first_game: int,
    games: int,
    margins: Counts,
    half_way: Counts,
    facts: Counts,
    rows: NDArray[np.int16],
) -> None:
    """Play games `first_game` … of each cell and count them.

    Parameters
    ----------
    replay_of
        Returns a new game by the cell's place among the cells and the game's number.
    margins, half_way, facts, rows
        As in `balance.engine.pacts.kernels.loop.play`.

    Raises
    ------
    PolicyError
        A policy raised an error, or returned something that is not legal.
    """
    limit = margins.shape[1] // 2
    for cell in range(len(margins)):
        for index in range(first_game, first_game + games):
            replay = replay_of(cell, index)
            seen, scores = _play_one(replay)
            outcome = replay.session.outcome()
            margin = outcome.scores[0] - outcome.scores[1]
            lead = int(scores[k.ROUNDS // 2 - 1] @ (1, -1))
            won = int(outcome.winner == 0)
            margins[cell, margin + limit] += 1
            half_way[cell, lead + limit] += 1, won, margin
            if len(rows) > 0:
                rows[cell, index - first_game] = margin, lead
            add_game(facts[cell], seen, scores, won)


def _play_one(replay: Replay) -> tuple[Counts, Counts]:
    """Play one game to its end; return how often what happened, and both sides' points after each round."""
    session = replay.session
    seen, scores = np.zeros(SEEN, np.int64), np.zeros((k.ROUNDS, 2), np.int64)
    while session.phase != "over":
        state, number = session.game.state, int(session.game.state["round"])
        action = replay.players[session.to_move].choose(session)
        note(seen, state, action, session.game.rules[0])
        session.apply(action)
        scores[number - 1] = state["score"]
    return seen, scores
