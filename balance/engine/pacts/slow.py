"""The loop for policies in plain Python: the same games and counts as the compiled loop, a decision at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from balance.engine.pacts.kernels import state as k
from balance.engine.pacts.replay import Replay

Counts = NDArray[np.int64]


def play_slowly(
    replay_of: Callable[[int, int], Replay],
    first_game: int,
    games: int,
    results: Counts,
    margins: Counts,
    half_way: Counts,
    cards: Counts,
    placed: Counts,
    rows: NDArray[np.int16],
) -> None:
    """Play games `first_game` … of each cell and count them.

    Parameters
    ----------
    replay_of
        Returns a new game by the cell's place among the cells and the game's number.
    results, margins, half_way, cards, placed, rows
        As in `balance.engine.pacts.kernels.loop.play`.

    Raises
    ------
    PolicyError
        A policy raised an error, or returned something that is not legal.
    """
    limit = margins.shape[1] // 2
    for cell in range(len(results)):
        for index in range(first_game, first_game + games):
            replay = replay_of(cell, index)
            lead, played, given = _play_one(replay)
            outcome = replay.session.outcome()
            margin = outcome.scores[0] - outcome.scores[1]
            won = int(outcome.winner == 0)
            results[cell] += won, margin == 0
            margins[cell, margin + limit] += 1
            half_way[cell, lead + limit] += 1, won, margin
            if len(rows) > 0:
                rows[cell, index - first_game] = margin, lead
            seen = played > 0
            there = given > 0
            placed[cell, there] += np.stack([there, won * there, given], axis=-1)[there]
            cards[cell, seen] += np.stack([seen, won * seen, played], axis=-1)[seen]


def _play_one(replay: Replay) -> tuple[int, Counts, Counts]:
    """Play one game to its end.

    Returns the margin after round 3, how often each side started each kind of card, and the auction's cubes by region.
    """
    session, played, lead = replay.session, np.zeros((2, k.MAX_KINDS), np.int64), 0
    given, game = np.zeros(k.REGIONS, np.int64), session.game
    while session.phase != "over":
        side, number = int(game.state["side"]), int(game.state["round"])
        action = replay.players[session.to_move].choose(session)
        if k.CARD_ACTION <= action < k.PLACE_ACTION:
            slot = (action - k.CARD_ACTION) % k.SLOTS
            played[side, k.kind_in_slot(game.state, game.rules[0], side, slot)] += 1
        elif k.AUCTION_ACTION <= action < k.PASSIVE_ACTION:
            given[action - k.AUCTION_ACTION] += 1
        session.apply(action)
        if number == k.ROUNDS // 2 and int(game.state["round"]) > number:
            lead = int(game.state["score"][0]) - int(game.state["score"][1])
    return lead, played, given
