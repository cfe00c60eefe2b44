"""Shares of counts, one interval a row."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from balance.stats.entries import UNPLAYED, entry
from balance.stats.intervals import wilson
from balance.stats.results import Interval


def shares(part: ArrayLike, whole: ArrayLike, *, alike: ArrayLike = 1) -> list[Interval]:
    """Return how large a part of the whole is, with Wilson's interval; "not played" where the whole is 0.

    Parameters
    ----------
    part, whole
        Counts of games, or of what happens several times in a game.
    alike
        How often it happens in a game. The interval is taken at `whole` / `alike` games, as if all of one game were
        alike: no other way in which they may hang together makes the share vary more.
    """
    parts, wholes, times = np.broadcast_arrays(
        *(np.asarray(value, np.float64) for value in (part, whole, alike))
    )
    base = np.where(wholes > 0, wholes, 1)
    share, games = parts / base, wholes / np.maximum(times, 1)
    low, high = wilson(share, games)
    return [
        entry(*row) if row[3] > 0 else UNPLAYED
        for row in zip(share.tolist(), low.tolist(), high.tolist(), np.ceil(games).tolist(), strict=True)
    ]
