"""Cards and abilities that go with winning, and how often each is taken and played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from balance.stats.details.differences import newcombe, same_share_p_value
from balance.stats.details.facts import CARDS, TAKEN, Counted, Whole
from balance.stats.details.results import CardUse
from balance.stats.details.shares import shares
from balance.stats.entries import NOT_PLAYED
from balance.stats.intervals import LEVEL, Array, benjamini_hochberg
from balance.stats.results import Interval

UNKNOWN = Interval(float("nan"), float("nan"), float("nan"), 0, NOT_PLAYED)


def cards(
    facts: Mapping[str, Counted], seats: Sequence[str], games: NDArray[np.int64], wins: NDArray[np.int64]
) -> tuple[list[tuple[CardUse, ...]], int]:
    """Return the cards of every pair by seat, the most favourable first, and how many differences were tested.

    Parameters
    ----------
    facts
        As `balance.stats.details.facts.counted` returns them.
    seats
        The seats' names.
    games, wins
        Games of each pair, and those that the first seat won.
    """
    if CARDS not in facts:
        return [()] * len(games), 0
    played = facts[CARDS]
    names = [key.split(" ", 1) for key in played.keys]
    seat = np.array([seats.index(name) for name, _ in names])
    used, unused = played.games, games[:, None] - played.games
    won = np.where(seat == 0, played.wins, used - played.wins)
    rest = np.where(seat == 0, wins[:, None], (games - wins)[:, None]) - won
    middle, low, high = newcombe(won, used, rest, unused)
    q_values = _adjusted(won, used, rest, unused)
    # q values are adjusted by an exact test that can part from the interval where games are few: both must say it
    marked = (q_values <= 1 - LEVEL) & ((low > 0) | (high < 0))
    got = None if TAKEN not in facts else _spread(facts[TAKEN], played.keys)
    found = []
    for pair, total in enumerate(games.tolist()):
        with_it, without = shares(won[pair], used[pair]), shares(rest[pair], unused[pair])
        own = [
            CardUse(
                seat=int(seat[n]),
                card=names[n][1],
                games=int(used[pair, n]),
                wins=int(won[pair, n]),
                times=int(played.total[pair, n]),
                taken_games=None if got is None else int(got.games[pair, n]),
                taken_times=None if got is None else int(got.total[pair, n]),
                played=with_it[n],
                unplayed=without[n],
                difference=UNKNOWN
                if np.isnan(middle[pair, n])
                else Interval(float(middle[pair, n]), float(low[pair, n]), float(high[pair, n]), total),
                q_value=float(q_values[pair, n]),
                marked=bool(marked[pair, n]),
            )
            for n in range(len(names))
            if used[pair, n] or (got is not None and got.games[pair, n])
        ]
        found.append(tuple(sorted(own, key=_most_favourable)))
    return found, int(((used > 0) & (unused > 0)).sum())


def _most_favourable(use: CardUse) -> tuple[int, bool, float, str]:
    unknown = use.difference.games == 0
    return use.seat, unknown, 0.0 if unknown else -use.difference.estimate, use.card


def _adjusted(won: Whole, used: Whole, rest: Whole, unused: Whole) -> Array:
    """Return adjusted p-values of those differences that can be estimated, 1 for the others."""
    tested = (used > 0) & (unused > 0)
    q_values = np.ones(used.shape)
    q_values[tested] = benjamini_hochberg(
        same_share_p_value(won[tested], used[tested], rest[tested], unused[tested])
    )
    return q_values


def _spread(counted: Counted, keys: Sequence[str]) -> Counted:
    """Return the columns of other keys, zeros for those that never occurred."""
    place = {key: n for n, key in enumerate(counted.keys)}
    known = [n for n, key in enumerate(keys) if key in place]
    theirs = [place[keys[n]] for n in known]

    def filled(array: Whole) -> Whole:
        spread = np.zeros((len(array), len(keys)), np.int64)
        spread[:, known] = array[:, theirs]
        return spread

    return Counted(tuple(keys), *(filled(a) for a in (counted.games, counted.wins, counted.total)))
