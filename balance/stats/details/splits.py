"""How each seat splits, which pile the other keeps, and who holds the second-player token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from balance.stats.details.facts import SPLITS, TOKEN, Counted
from balance.stats.details.results import PileSplit, TokenHolding
from balance.stats.details.shares import shares

LARGER = "larger"


def splits(
    facts: Mapping[str, Counted], seats: Sequence[str], games: NDArray[np.int64]
) -> list[tuple[PileSplit, ...]]:
    """Return every way of splitting that occurred, pair by pair: by splitter, evenest piles first.

    Parameters
    ----------
    facts
        As `balance.stats.details.facts.counted` returns them.
    seats
        The seats' names.
    games
        Games of each pair.
    """
    if SPLITS not in facts:
        return [()] * len(games)
    own = facts[SPLITS]
    parts = [_parts(key, seats) for key in own.keys]
    splitter = np.array([part[0] for part in parts])
    won = np.where(splitter == 0, own.wins, own.games - own.wins)
    shapes = sorted({part[:3] for part in parts})
    of_shape = np.array([[part[:3] == shape for part in parts] for shape in shapes])
    kept_larger = of_shape & np.array([part[3] == LARGER for part in parts])
    by_seat = np.array([splitter == shape[0] for shape in shapes])
    uneven = np.array([shape[1] != shape[2] for shape in shapes])
    found = []
    for pair, total in enumerate(games.tolist()):
        times = own.total[pair]
        of, whole, large = of_shape @ times, by_seat @ times, kept_larger @ times
        alike = whole / total
        share, larger = shares(of, whole, alike=alike), shares(large, of * uneven, alike=alike)
        wins = shares(won[pair], own.games[pair])
        found.append(
            tuple(
                PileSplit(
                    *shape,
                    times={parts[n][3]: int(times[n]) for n in np.flatnonzero(of_shape[row])},
                    share=share[row],
                    kept_larger=larger[row],
                    wins={parts[n][3]: wins[n] for n in np.flatnonzero(of_shape[row])},
                )
                for row, shape in enumerate(shapes)
                if of[row]
            )
        )
    return found


def _parts(key: str, seats: Sequence[str]) -> tuple[int, int, int, str]:
    """Return splitter, larger and smaller pile, and the pile that the other kept, from ``seelie 4-1 smaller``."""
    seat, sizes, kept = key.rsplit(" ", 2)
    larger, smaller = sizes.split("-")
    return seats.index(seat), int(larger), int(smaller), kept


def tokens(
    facts: Mapping[str, Counted], seats: Sequence[str], games: NDArray[np.int64]
) -> list[tuple[TokenHolding, ...]]:
    """Return how often each seat holds the second-player token, pair by pair; nothing where it was not counted."""
    if TOKEN not in facts:
        return [()] * len(games)
    own = facts[TOKEN]
    seat = np.array([seats.index(key) for key in own.keys])
    won = np.where(seat == 0, own.wins, own.games - own.wins)
    rounds = own.total.sum(axis=1)
    found = []
    for pair, total in enumerate(games.tolist()):
        share = shares(own.total[pair], rounds[pair], alike=rounds[pair] / total)
        wins = shares(won[pair], own.games[pair])
        found.append(
            tuple(
                TokenHolding(
                    int(seat[n]), int(own.total[pair, n]), share[n], int(own.games[pair, n]), wins[n]
                )
                for n in np.argsort(seat, kind="stable")
            )
        )
    return found
